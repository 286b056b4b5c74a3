//! Pages for tests, with their layout written into the markup: `box="x y w h"` on an element, and `bg="r g b"`,
//! `font="size weight"`. A text lies where its element lies; an element without a box takes no room.

use chaffinch_core::{Display, Layout, Line, NodeId, NodeKind, Page, Rect, Style};

/// The page that `html` describes, laid out 1000 pixels wide.
pub fn page(html: &str) -> Page {
    let mut page = chaffinch_page::parse_str(html);
    let mut layout = Layout::new("test", (1000.0, 800.0), page.len());
    let mut lines = Vec::new();
    let mut styles: Vec<Style> = Vec::new();
    for id in page.ids() {
        let parent = page.node(id).parent.map(|parent| (parent, styles[parent.index()]));
        let mut style = Style::default();
        if let Some((_, parent)) = parent {
            (style.font_size, style.font_weight) = (parent.font_size, parent.font_weight);
        }
        match page.node(id).kind {
            NodeKind::Element => {
                style.display = match page.name(id) {
                    "a" | "b" | "br" | "em" | "i" | "img" | "span" => Display::Inline,
                    "table" => Display::Table,
                    "tr" => Display::TableRow,
                    "td" => Display::TableCell,
                    _ => Display::Block,
                };
                if let [size, weight] = numbers(&page, id, "font")[..] {
                    (style.font_size, style.font_weight) = (size, weight as u16);
                }
                if let [r, g, b] = numbers(&page, id, "bg")[..] {
                    style.background = [r as u8, g as u8, b as u8, 255];
                }
                layout.set_style(id, style);
                layout.set_rect(id, rect(&page, id));
            }
            NodeKind::Text => {
                let rect = parent.and_then(|(parent, _)| rect(&page, parent));
                let end = page.own_text(id).len() as u32;
                lines.extend(rect.map(|rect| Line { node: id, rect, start: 0, end }));
            }
            _ => {}
        }
        styles.push(style);
    }
    layout.set_lines(lines);
    page.set_layout(layout);
    page
}

/// The element with this `id`.
pub fn by_id(page: &Page, name: &str) -> NodeId {
    page.ids().find(|id| page.attribute(*id, "id") == Some(name)).expect("an element with this id")
}

fn rect(page: &Page, id: NodeId) -> Option<Rect> {
    match numbers(page, id, "box")[..] {
        [x, y, w, h] => Some(Rect::new(x, y, w, h)),
        _ => None,
    }
}

fn numbers(page: &Page, id: NodeId, attribute: &str) -> Vec<f32> {
    let value = page.attribute(id, attribute).unwrap_or_default();
    value.split(' ').filter_map(|number| number.parse().ok()).collect()
}
