use crate::page::{NodeId, NodeKind, Page, Space};
use std::fmt::Write;

impl Page {
    /// An XPath that selects exactly this node, such as `/html/body/div[2]/ul`.
    ///
    /// A step has a position where siblings have the same name. SVG, MathML and names that XPath
    /// cannot write are selected by `*[local-name()='…']`.
    pub fn xpath(&self, id: NodeId) -> String {
        let path = self.path_within(NodeId::DOCUMENT, id);
        if path.is_empty() { "/".to_owned() } else { path }
    }

    /// The steps of [`Page::xpath`] from below `root`, which holds `id`, down to `id`.
    pub fn path_within(&self, root: NodeId, id: NodeId) -> String {
        let mut steps: Vec<NodeId> = std::iter::successors(Some(id), |at| self.node(*at).parent)
            .take_while(|at| *at != root)
            .collect();
        steps.reverse();
        let mut path = String::with_capacity(8 * steps.len());
        for step in steps {
            let node = self.node(step);
            path.push('/');
            match node.kind {
                NodeKind::Element if node.space == Space::Html && is_plain_name(&node.name) => {
                    path.push_str(&node.name);
                }
                NodeKind::Element => {
                    let _ = write!(path, "*[local-name()={}]", xpath_literal(&node.name));
                }
                NodeKind::Text => path.push_str("text()"),
                NodeKind::Comment => path.push_str("comment()"),
                // XPath has no names for doctypes and template contents; these are ours.
                NodeKind::Doctype => path.push_str("doctype()"),
                NodeKind::Fragment => path.push_str("fragment()"),
                NodeKind::Document => {}
            }
            if node.nth > 0 {
                let _ = write!(path, "[{}]", node.nth);
            }
        }
        path
    }

    /// A CSS selector that selects exactly this element (for a text node, its parent).
    ///
    /// It begins at the nearest ancestor whose `id` is unique on the page, if there is one.
    pub fn css_path(&self, id: NodeId) -> String {
        let mut steps: Vec<String> = Vec::new();
        let mut at = Some(id);
        while let Some(step) = at {
            let node = self.node(step);
            if node.kind == NodeKind::Element {
                if let Some(selector) = self.unique_id_selector(step) {
                    steps.push(selector);
                    break;
                }
                let mut selector = css_identifier(&node.name);
                if node.nth > 0 {
                    let _ = write!(selector, ":nth-of-type({})", node.nth);
                }
                steps.push(selector);
            }
            at = node.parent;
        }
        steps.reverse();
        steps.join(" > ")
    }

    fn unique_id_selector(&self, id: NodeId) -> Option<String> {
        let value = self.attribute(id, "id")?;
        self.node(id).unique_id.then(|| format!("#{}", css_identifier(value)))
    }
}

fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_' || b == b'.')
}

/// A text as an XPath literal. XPath has no escapes, so a text with both kinds of quote is put together with `concat`.
fn xpath_literal(text: &str) -> String {
    if !text.contains('\'') {
        format!("'{text}'")
    } else if !text.contains('"') {
        format!("\"{text}\"")
    } else {
        let parts: Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
        format!("concat({})", parts.join(",\"'\","))
    }
}

/// Escapes a name as the CSSOM standard serialises identifiers.
fn css_identifier(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (i, c) in name.chars().enumerate() {
        let digit_first = c.is_ascii_digit() && (i == 0 || (i == 1 && name.starts_with('-')));
        if c.is_control() || digit_first {
            let _ = write!(out, "\\{:x} ", c as u32);
        } else if c.is_ascii_alphanumeric() || c == '_' || (c == '-' && name.len() > 1) || !c.is_ascii() {
            out.push(c);
        } else {
            out.push('\\');
            out.push(c);
        }
    }
    out
}
