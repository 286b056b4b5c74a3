//! The page model: what a renderer and the parser know of every node, as JSON or as a tree to read.

use chaffinch_core::{NodeId, NodeKind, Page, Quirks, Rect, Space, Span, Style, collapse_space};
use serde::Serialize;
use std::fmt::Write;

/// A page and all its nodes.
#[derive(Debug, Serialize)]
pub struct PageModel<'p> {
    chaffinch: u32,
    input: &'p str,
    url: Option<&'p str>,
    title: Option<String>,
    renderer: &'static str,
    encoding: &'static str,
    quirks: &'static str,
    viewport: Option<[f32; 2]>,
    nodes: Vec<NodeModel<'p>>,
    errors: Vec<String>,
}

#[derive(Debug, Serialize)]
struct NodeModel<'p> {
    id: usize,
    parent: Option<usize>,
    /// One past the last node of the subtree.
    end: usize,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<(&'p str, &'p str)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'p str>,
    span: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_tag: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_tag: Option<Span>,
    #[serde(rename = "box")]
    rect: Option<Rect>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineModel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<&'p Style>,
}

#[derive(Debug, Serialize)]
struct LineModel {
    #[serde(rename = "box")]
    rect: Rect,
    start: u32,
    end: u32,
}

impl<'p> PageModel<'p> {
    /// The model of `page`.
    pub fn new(input: &'p str, url: Option<&'p str>, page: &'p Page, errors: Vec<String>) -> PageModel<'p> {
        PageModel {
            chaffinch: chaffinch_core::PageReport::VERSION,
            input,
            url,
            title: page.title(),
            renderer: page.layout().map_or("none", |l| l.renderer),
            encoding: page.source().encoding,
            quirks: match page.quirks() {
                Quirks::None => "none",
                Quirks::Limited => "limited",
                Quirks::Full => "full",
            },
            viewport: page.layout().map(|l| [l.viewport.0, l.viewport.1]),
            nodes: page.ids().map(|id| NodeModel::new(page, id)).collect(),
            errors,
        }
    }
}

impl<'p> NodeModel<'p> {
    fn new(page: &'p Page, id: NodeId) -> NodeModel<'p> {
        let node = page.node(id);
        let is_element = node.kind == NodeKind::Element;
        let lines = page.layout().map_or(&[][..], |layout| layout.lines(id));
        NodeModel {
            id: id.index(),
            parent: node.parent.map(NodeId::index),
            end: node.end.index(),
            kind: kind_name(node.kind),
            name: is_element.then(|| page.name(id)),
            space: match node.space {
                Space::Html => None,
                Space::Svg => Some("svg"),
                Space::MathMl => Some("mathml"),
            },
            attributes: page.attributes(id).iter().map(|a| (&*a.name, page.value(a))).collect(),
            text: (!is_element && node.kind != NodeKind::Document).then(|| page.own_text(id)),
            span: page.span(id),
            start_tag: node.start_tag.filter(|_| is_element),
            end_tag: node.end_tag,
            rect: page.rect(id),
            lines: lines.iter().map(|l| LineModel { rect: l.rect, start: l.start, end: l.end }).collect(),
            style: page.layout().and_then(|layout| layout.style(id)),
        }
    }
}

/// The page as an indented tree: a line for each element and text, with its box and its bytes.
pub fn tree(page: &Page) -> String {
    let mut out = String::new();
    let mut depth = vec![0usize; page.len()];
    for id in page.ids() {
        let node = page.node(id);
        if let Some(parent) = node.parent {
            depth[id.index()] = depth[parent.index()] + 1;
        }
        let label = match node.kind {
            NodeKind::Document => continue,
            NodeKind::Element => element_label(page, id),
            NodeKind::Text => {
                let text = collapse_space(page.own_text(id));
                if text.is_empty() {
                    continue;
                }
                format!("{:?}", shortened(&text, 60))
            }
            NodeKind::Comment => format!("<!--{}-->", shortened(&collapse_space(page.own_text(id)), 40)),
            NodeKind::Doctype => format!("<!DOCTYPE {}>", page.own_text(id)),
            NodeKind::Fragment => "(template contents)".into(),
        };
        let _ = write!(out, "{:indent$}{label}", "", indent = 2 * (depth[id.index()] - 1));
        if let Some(r) = page.rect(id) {
            let _ = write!(out, "  [{:.0} {:.0} {:.0}×{:.0}]", r.x, r.y, r.w, r.h);
        }
        if let Some(span) = page.span(id) {
            let _ = write!(out, "  bytes {}–{}", span.start, span.end);
        }
        out.push('\n');
    }
    out
}

fn element_label(page: &Page, id: NodeId) -> String {
    let mut label = format!("<{}", page.name(id));
    if let Some(value) = page.attribute(id, "id") {
        let _ = write!(label, " #{}", shortened(&collapse_space(value), 30));
    }
    for class in page.classes(id).take(3) {
        let _ = write!(label, " .{}", shortened(class, 30));
    }
    label.push('>');
    label
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Document => "document",
        NodeKind::Doctype => "doctype",
        NodeKind::Element => "element",
        NodeKind::Text => "text",
        NodeKind::Comment => "comment",
        NodeKind::Fragment => "fragment",
    }
}
