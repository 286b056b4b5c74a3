//! A DOM snapshot of Chromium's, laid over our page.

use crate::VIEWPORT;
use chaffinch_core::{Display, Float, Layout, Line, NodeId, NodeKind, Page, Position, Rect, Style, is_space};
use serde_json::Value;

/// The computed properties that are asked for, in the order in which they come back.
pub const PROPERTIES: [&str; 22] = [
    "display", "position", "float", "visibility", "font-size", "font-weight", "font-style",
    "text-decoration-line", "color", "background-color", "border-top-width", "border-right-width",
    "border-bottom-width", "border-left-width", "margin-top", "margin-right", "margin-bottom", "margin-left",
    "padding-top", "padding-right", "padding-bottom", "padding-left",
];

/// The layout in a snapshot of `page`. `None` where the snapshot is not what the protocol promises.
pub fn layout(page: &Page, answer: &Value) -> Option<Layout> {
    let strings = answer["strings"].as_array()?;
    let document = answer["documents"].as_array()?.first()?;
    let snapshot = Snapshot { strings, document };
    let to_page = snapshot.match_nodes(page)?;
    let mut layout = Layout::new("chromium", (VIEWPORT.0 as f32, VIEWPORT.1 as f32), page.len());
    let tree = &document["layout"];
    let node_index = tree["nodeIndex"].as_array()?;
    let bounds = tree["bounds"].as_array()?;
    let styles = tree["styles"].as_array()?;
    // Layout objects in order; the first of an element is its principal box.
    let mut seen = vec![false; page.len()];
    for (i, node) in node_index.iter().enumerate() {
        let Some(id) = to_page.get(node.as_u64()? as usize).copied().flatten() else { continue };
        if std::mem::replace(&mut seen[id.index()], true) || !page.is_element(id) {
            continue;
        }
        layout.set_style(id, snapshot.style(styles.get(i)?)?);
        let rect = rect_of(bounds.get(i)?)?;
        layout.set_rect(id, (rect.w > 0.0 || rect.h > 0.0).then_some(rect));
    }
    let lines = snapshot.lines(page, &to_page)?;
    layout.set_lines(lines);
    Some(layout)
}

struct Snapshot<'s> {
    strings: &'s [Value],
    document: &'s Value,
}

/// A node of Chromium's tree.
struct Theirs<'s> {
    kind: u64,
    name: &'s str,
    value: &'s str,
    children: Vec<usize>,
}

impl<'s> Snapshot<'s> {
    fn string(&self, index: &Value) -> &'s str {
        index
            .as_i64()
            .and_then(|i| self.strings.get(usize::try_from(i).ok()?))
            .and_then(Value::as_str)
            .unwrap_or("")
    }

    /// For each of Chromium's nodes, ours. Both parsers follow the same standard, so the trees are equal
    /// except for nodes that only one of them keeps. Where they differ, the remaining children are matched
    /// by name.
    fn match_nodes(&self, page: &Page) -> Option<Vec<Option<NodeId>>> {
        let nodes = &self.document["nodes"];
        let parents = nodes["parentIndex"].as_array()?;
        let kinds = nodes["nodeType"].as_array()?;
        let names = nodes["nodeName"].as_array()?;
        let values = nodes["nodeValue"].as_array()?;
        let mut theirs: Vec<Theirs<'s>> = Vec::with_capacity(parents.len());
        for (i, parent) in parents.iter().enumerate() {
            theirs.push(Theirs {
                kind: kinds.get(i)?.as_u64()?,
                name: self.string(names.get(i)?),
                value: self.string(values.get(i)?),
                children: Vec::new(),
            });
            if let Some(parent) = parent.as_u64() {
                theirs.get_mut(parent as usize)?.children.push(i);
            }
        }
        let mut to_page = vec![None; theirs.len()];
        let mut pairs = vec![(0usize, NodeId::DOCUMENT)];
        while let Some((their, ours)) = pairs.pop() {
            to_page[their] = Some(ours);
            let mut candidates = theirs[their].children.iter().copied().peekable();
            for child in page.children(ours).filter(|c| page.node(*c).kind != NodeKind::Fragment) {
                let mut skipped = candidates.clone();
                if let Some(found) = skipped.find(|t| alike(page, child, &theirs[*t])) {
                    candidates = skipped;
                    pairs.push((found, child));
                }
            }
        }
        Some(to_page)
    }

    fn style(&self, values: &Value) -> Option<Style> {
        let values = values.as_array()?;
        let text = |i: usize| values.get(i).map_or("", |v| self.string(v));
        let px = |i: usize| text(i).trim_end_matches("px").parse::<f32>().unwrap_or(0.0);
        let four = |i: usize| [px(i), px(i + 1), px(i + 2), px(i + 3)];
        Some(Style {
            display: display_of(text(0)),
            position: match text(1) {
                "relative" => Position::Relative,
                "absolute" => Position::Absolute,
                "fixed" => Position::Fixed,
                "sticky" => Position::Sticky,
                _ => Position::Static,
            },
            float: match text(2) {
                "left" | "inline-start" => Float::Left,
                "right" | "inline-end" => Float::Right,
                _ => Float::None,
            },
            visible: text(3) == "visible",
            font_size: px(4),
            font_weight: text(5).parse().unwrap_or(400),
            italic: text(6) != "normal",
            underline: text(7).contains("underline"),
            color: color_of(text(8)),
            background: color_of(text(9)),
            border: four(10),
            margin: four(14),
            padding: four(18),
        })
    }

    /// The text boxes, as lines of our text nodes.
    fn lines(&self, page: &Page, to_page: &[Option<NodeId>]) -> Option<Vec<Line>> {
        let tree = &self.document["layout"];
        let node_index = tree["nodeIndex"].as_array()?;
        let texts = tree["text"].as_array()?;
        let boxes = &self.document["textBoxes"];
        let owners = boxes["layoutIndex"].as_array()?;
        let bounds = boxes["bounds"].as_array()?;
        let starts = boxes["start"].as_array()?;
        let lengths = boxes["length"].as_array()?;
        let mut lines: Vec<Line> = Vec::with_capacity(owners.len());
        // The layout object that the last box belongs to, and its offsets.
        let mut current: Option<(usize, Vec<(usize, usize)>)> = None;
        for (i, owner) in owners.iter().enumerate() {
            let owner = owner.as_u64()? as usize;
            let Some(id) = to_page.get(node_index.get(owner)?.as_u64()? as usize).copied().flatten() else {
                continue;
            };
            if page.node(id).kind != NodeKind::Text {
                continue;
            }
            if current.as_ref().is_none_or(|(last, _)| *last != owner) {
                current = Some((owner, own_offsets(self.string(texts.get(owner)?), page.own_text(id))));
            }
            let Some((_, offsets)) = &current else { continue };
            let start = starts.get(i)?.as_u64()? as usize;
            let end = start + lengths.get(i)?.as_u64()? as usize;
            let within: Vec<&(usize, usize)> = offsets
                .iter()
                .skip(offsets.partition_point(|(at, _)| *at < start))
                .take_while(|(at, _)| *at < end)
                .collect();
            let (Some((_, first)), Some((_, last))) = (within.first(), within.last()) else { continue };
            let rect = rect_of(bounds.get(i)?)?;
            let last_width = page.own_text(id)[*last..].chars().next().map_or(0, char::len_utf8);
            match lines.last_mut() {
                Some(line) if line.node == id && same_line(&line.rect, &rect) => {
                    line.rect = line.rect.union(&rect);
                    line.end = (last + last_width) as u32;
                }
                _ => {
                    lines.push(Line {
                        node: id,
                        rect,
                        start: *first as u32,
                        end: (last + last_width) as u32,
                    });
                }
            }
        }
        Some(lines)
    }
}

fn same_line(a: &Rect, b: &Rect) -> bool {
    (a.y - b.y).abs() < 0.5 && (a.h - b.h).abs() < 0.5
}

/// Pairs of UTF-16 offset in the laid out text and byte offset in the node's own text, for every
/// visible character: white space may have been collapsed in between.
fn own_offsets(laid_out: &str, own: &str) -> Vec<(usize, usize)> {
    let mut visible = own.char_indices().filter(|(_, c)| !is_space(*c));
    let mut offsets = Vec::new();
    let mut at = 0;
    for c in laid_out.chars() {
        if !is_space(c)
            && let Some((byte, _)) = visible.next()
        {
            offsets.push((at, byte));
        }
        at += c.len_utf16();
    }
    offsets
}

fn alike(page: &Page, ours: NodeId, theirs: &Theirs<'_>) -> bool {
    let node = page.node(ours);
    match node.kind {
        NodeKind::Element => theirs.kind == 1 && theirs.name.eq_ignore_ascii_case(&node.name),
        NodeKind::Text => theirs.kind == 3 && theirs.value == page.own_text(ours),
        NodeKind::Comment => theirs.kind == 8 && theirs.value == page.own_text(ours),
        NodeKind::Doctype => theirs.kind == 10,
        NodeKind::Document | NodeKind::Fragment => false,
    }
}

fn rect_of(bounds: &Value) -> Option<Rect> {
    let b = bounds.as_array()?;
    let at = |i: usize| b.get(i).and_then(Value::as_f64).map(|v| v as f32);
    Some(Rect::new(at(0)?, at(1)?, at(2)?, at(3)?))
}

fn display_of(text: &str) -> Display {
    match text {
        "none" => Display::None,
        "inline" => Display::Inline,
        "inline-block" => Display::InlineBlock,
        "list-item" => Display::ListItem,
        "flex" | "inline-flex" => Display::Flex,
        "grid" | "inline-grid" => Display::Grid,
        "table" | "inline-table" => Display::Table,
        "table-row-group" | "table-header-group" | "table-footer-group" => Display::TableRowGroup,
        "table-row" => Display::TableRow,
        "table-cell" => Display::TableCell,
        "table-caption" => Display::TableCaption,
        "table-column" | "table-column-group" => Display::TableColumn,
        "contents" => Display::Contents,
        _ => Display::Block,
    }
}

/// `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`.
fn color_of(text: &str) -> [u8; 4] {
    let inner = text.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    let parts: Vec<f32> = inner.split(',').filter_map(|p| p.trim().parse().ok()).collect();
    let byte = |i: usize| parts.get(i).map_or(0, |v| v.round().clamp(0.0, 255.0) as u8);
    let alpha = parts.get(3).map_or(if parts.len() == 3 { 255 } else { 0 }, |a| (a * 255.0).round() as u8);
    [byte(0), byte(1), byte(2), alpha]
}
