//! Draws what a renderer saw: backgrounds, text and, over them, the boxes.

use crate::fonts;
use chaffinch_core::{Display, Layout, NodeId, NodeKind, Page, Problem, ProblemKind, Rect, collapse_space};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

/// A drawing as SVG.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// The markup.
    pub svg: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Whether the page is taller than what is drawn.
    pub cut: bool,
}

/// A box to draw over the page, such as a record or a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Where.
    pub rect: Rect,
    /// Marks of one group share a colour; any number will do.
    pub group: usize,
    /// Whether the box is filled, lightly, or only outlined.
    pub filled: bool,
    /// A few words in its upper left corner, or nothing.
    pub label: String,
}

/// Colours that colour-blind people can tell apart, too.
const GROUP_COLORS: [&str; 8] =
    ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#5f5f5f"];

/// A taller page is drawn down to here; the rest would not fit into memory as pixels.
const TALLEST: f32 = 12_000.0;
const WIDEST: f32 = 4_000.0;

/// Draws a page that has been laid out, and over it the marks; without marks, the box of every node.
pub fn draw_svg(page: &Page, layout: &Layout, marks: Option<&[Mark]>) -> Drawing {
    let extent = layout.extent();
    let (width, height) = (extent.w.clamp(1.0, WIDEST), extent.h.clamp(1.0, TALLEST));
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}"><rect width="100%" height="100%" fill="#fff"/>"##
    );
    let shown = |rect: &Rect| !rect.is_empty() && rect.y < height && rect.x < width;
    for id in page.ids().filter(|id| page.is_element(*id)) {
        if let Some(rect) = layout.rect(id).filter(shown) {
            paint_element(page, layout, id, &rect, &mut svg);
        }
    }
    for line in layout.all_lines() {
        if shown(&line.rect) {
            paint_text(page, layout, line.node, line.start..line.end, &line.rect, &mut svg);
        }
    }
    match marks {
        Some(marks) => {
            marks.iter().filter(|mark| shown(&mark.rect)).for_each(|mark| paint_mark(mark, &mut svg));
        }
        None => {
            for id in page.ids() {
                if let Some(rect) = layout.rect(id).filter(shown)
                    && let Some(color) = outline(page, layout, id)
                {
                    paint_outline(&rect, color, 1.0, &mut svg);
                }
            }
        }
    }
    svg.push_str("</svg>\n");
    Drawing { svg, size: (width as u32, height as u32), cut: extent.h > TALLEST }
}

/// The drawing as PNG.
pub fn draw_png(name: &str, drawing: &Drawing) -> Result<Vec<u8>, Problem> {
    let problem =
        |why: String| Problem::new(ProblemKind::Renderer, name, format!("could not be drawn: {why}"));
    let options = Options { fontdb: font_database(), font_family: "Arimo".into(), ..Options::default() };
    let tree = Tree::from_str(&drawing.svg, &options).map_err(|e| problem(e.to_string()))?;
    let mut pixels = Pixmap::new(drawing.size.0, drawing.size.1)
        .ok_or_else(|| problem("there is nothing to draw".into()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| problem(e.to_string()))
}

fn paint_outline(rect: &Rect, color: &str, width: f32, svg: &mut String) {
    let _ = writeln!(
        svg,
        r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="none" stroke="{color}" stroke-width="{width}" stroke-opacity="0.7"/>"##,
        rect.x + 0.5,
        rect.y + 0.5,
        (rect.w - 1.0).max(0.5),
        (rect.h - 1.0).max(0.5)
    );
}

fn paint_mark(mark: &Mark, svg: &mut String) {
    let Mark { rect, group, filled, label } = mark;
    let color = GROUP_COLORS[group % GROUP_COLORS.len()];
    if *filled {
        let _ = writeln!(
            svg,
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{color}" fill-opacity="0.18"/>"##,
            rect.x, rect.y, rect.w, rect.h
        );
    }
    paint_outline(rect, color, if *filled { 1.0 } else { 2.0 }, svg);
    if !label.is_empty() {
        // A tab above the box's upper edge, about as wide as the words.
        let width = 6.0 * label.chars().count() as f32 + 8.0;
        let y = (rect.y - 14.0).max(0.0);
        let _ = writeln!(
            svg,
            r##"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="14" fill="{color}"/><text x="{:.1}" y="{:.1}" font-size="11" fill="#fff">{}</text>"##,
            rect.x + 4.0,
            y + 11.0,
            escaped(label),
            x = rect.x,
        );
    }
}

fn paint_element(page: &Page, layout: &Layout, id: NodeId, rect: &Rect, svg: &mut String) {
    let Some(style) = layout.style(id).filter(|style| style.visible) else { return };
    let [r, g, b, a] = style.background;
    let place =
        format!(r#"x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}""#, rect.x, rect.y, rect.w, rect.h);
    if a > 0 {
        let _ = writeln!(
            svg,
            r#"<rect {place} fill="rgb({r},{g},{b})" fill-opacity="{:.2}"/>"#,
            f32::from(a) / 255.0
        );
    }
    if matches!(page.name(id), "img" | "video" | "iframe" | "canvas" | "object" | "embed" | "svg") {
        let _ = writeln!(svg, r##"<rect {place} fill="#e8eef4" stroke="#b4c3d2"/>"##);
    }
}

fn paint_text(
    page: &Page,
    layout: &Layout,
    id: NodeId,
    range: std::ops::Range<u32>,
    rect: &Rect,
    svg: &mut String,
) {
    let own = page.own_text(id);
    let text = collapse_space(own.get(range.start as usize..range.end as usize).unwrap_or(own));
    let style = page.node(id).parent.and_then(|parent| layout.style(parent)).copied().unwrap_or_default();
    if text.is_empty() || !style.visible {
        return;
    }
    let [r, g, b, _] = style.color;
    // The baseline of the bundled fonts lies at four fifths of the line's box.
    let _ = writeln!(
        svg,
        r#"<text x="{:.1}" y="{:.1}" font-size="{:.1}" font-weight="{}" font-style="{}" fill="rgb({r},{g},{b})" textLength="{:.1}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">{}</text>"#,
        rect.x,
        rect.y + rect.h * 0.81,
        style.font_size,
        style.font_weight,
        if style.italic { "italic" } else { "normal" },
        rect.w,
        escaped(&text)
    );
}

/// The colour of a node's outline; only nodes that people look for have one.
fn outline(page: &Page, layout: &Layout, id: NodeId) -> Option<&'static str> {
    if page.node(id).kind == NodeKind::Text {
        return Some("#2ca02c");
    }
    match layout.style(id)?.display {
        Display::TableCell => Some("#ff7f0e"),
        Display::Table => Some("#d62728"),
        Display::ListItem => Some("#9467bd"),
        Display::Block | Display::Flex | Display::Grid | Display::InlineBlock => Some("#1f77b4"),
        _ => None,
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // XML has no way to write these.
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(c),
        }
    }
    out
}

fn font_database() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    FONTS
        .get_or_init(|| {
            let mut database = fontdb::Database::new();
            for file in fonts::SANS.iter().chain(&fonts::SERIF).chain(&fonts::MONO) {
                database.load_font_source(fontdb::Source::Binary(Arc::new(*file)));
            }
            Arc::new(database)
        })
        .clone()
}
