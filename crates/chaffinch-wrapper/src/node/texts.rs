//! The texts of a page, each with what is near it.

use super::surroundings::{LONGEST_LABEL, Surroundings};
use chaffinch_core::{NodeId, NodeKind, Page, Span, TextMap, collapse_space};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// All texts of a page that are not blank, in document order.
#[derive(Debug)]
pub(crate) struct Texts<'p> {
    pub page: &'p Page,
    pub all: Vec<Text>,
    /// For each element, its place among the siblings of its name, from 1.
    positions: Vec<u32>,
}

/// A text node and its surroundings.
#[derive(Debug)]
pub(crate) struct Text {
    pub node: NodeId,
    /// On one line.
    pub text: String,
    /// The same with its character references as the source writes them, where it has any.
    pub source: Option<String>,
    /// Its elements, the nearest first.
    pub ancestors: Vec<NodeId>,
    /// Its place among the texts of its parent, from 1.
    pub ordinal: u32,
    /// What the nearest branch to the left says, where it is short: a label, most often.
    pub heading: Option<String>,
}

/// A heading may stand beside an element this far up.
pub(super) const HEADING_LEVELS: usize = 5;

impl<'p> Texts<'p> {
    /// The texts of `page`; scripts and styles are none.
    pub fn new(page: &'p Page) -> Texts<'p> {
        let mut texts = Texts { page, all: Vec::new(), positions: positions(page) };
        let mut ordinals: FxHashMap<NodeId, u32> = FxHashMap::default();
        let mut at = NodeId::DOCUMENT;
        while at.index() < page.len() {
            if matches!(page.name(at), "script" | "style" | "template") {
                at = page.node(at).end;
                continue;
            }
            if page.node(at).kind == NodeKind::Text {
                let text = collapse_space(page.own_text(at));
                if !text.is_empty() {
                    texts.push(at, text, &mut ordinals);
                }
            }
            at = NodeId::from_index(at.index() + 1);
        }
        for index in 0..texts.all.len() {
            texts.all[index].heading = texts.find_heading(index);
        }
        texts
    }

    fn push(&mut self, node: NodeId, text: String, ordinals: &mut FxHashMap<NodeId, u32>) {
        let ancestors: Vec<NodeId> = self.page.ancestors(node).filter(|a| self.page.is_element(*a)).collect();
        let parent = ancestors.first().copied().unwrap_or(NodeId::DOCUMENT);
        let ordinal = ordinals.entry(parent).or_insert(0);
        *ordinal += 1;
        let ordinal = *ordinal;
        let source = source_text(self.page, node);
        self.all.push(Text { node, text, source, ancestors, ordinal, heading: None });
    }

    /// The text before.
    pub fn before(&self, index: usize) -> Option<&str> {
        Some(label_of(&self.all[index.checked_sub(1)?].text))
    }

    /// The text behind.
    pub fn after(&self, index: usize) -> Option<&str> {
        Some(label_of(&self.all.get(index + 1)?.text))
    }

    /// The bytes of a text, without white space at its ends.
    pub fn span(&self, index: usize) -> Option<Span> {
        let node = self.all[index].node;
        let own = self.page.own_text(node);
        let (start, end) = (own.len() - own.trim_start().len(), own.trim_end().len());
        self.page.text_span(node, start..end)
    }

    /// Where a text begins in the bytes.
    pub fn first_byte(&self, index: usize) -> usize {
        self.span(index).map_or(0, |span| span.start as usize)
    }

    /// The texts by their first byte.
    pub fn by_start(&self) -> FxHashMap<u32, usize> {
        (0..self.all.len()).filter_map(|at| Some((self.span(at)?.start, at))).collect()
    }

    /// The element that holds a text.
    pub fn parent(&self, index: usize) -> Option<NodeId> {
        self.all[index].ancestors.first().copied()
    }

    /// The texts to the left of a text that share its nearest ancestor with any text to its left, and not its own
    /// parent's: the cell or term beside it.
    fn find_heading(&self, index: usize) -> Option<String> {
        let text = &self.all[index];
        let mut from = text.ancestors.first().copied()?;
        for above in text.ancestors.iter().skip(1).take(HEADING_LEVELS) {
            let first = self.all.partition_point(|t| t.node < *above);
            let stop = self.all.partition_point(|t| t.node < from);
            if first < stop {
                // The nearest branch: everything below the same child of `above`.
                let last = &self.all[stop - 1];
                let branch = last.ancestors.iter().rev().find(|a| *a > above).copied().unwrap_or(last.node);
                let start = self.all.partition_point(|t| t.node < branch);
                let parts: Vec<&str> = self.all[start..stop].iter().map(|t| t.text.as_str()).collect();
                let joined = parts.join(" ");
                return (joined.len() <= LONGEST_LABEL).then(|| label_of(&joined).to_owned());
            }
            from = *above;
        }
        None
    }
}

impl Surroundings for Texts<'_> {
    type Element = NodeId;

    fn count(&self) -> usize {
        self.all.len()
    }

    fn holder(&self, index: usize) -> Option<NodeId> {
        self.parent(index)
    }

    fn above(&self, element: NodeId) -> Option<NodeId> {
        self.page.node(element).parent.filter(|parent| self.page.is_element(*parent))
    }

    fn is_named(&self, element: NodeId, name: &str) -> bool {
        self.page.name(element) == name
    }

    fn has_id(&self, element: NodeId, id: &str) -> bool {
        self.page.attribute(element, "id") == Some(id)
    }

    fn has_class(&self, element: NodeId, class: &str) -> bool {
        self.page.classes(element).any(|own| own == class)
    }

    fn position(&self, element: NodeId) -> u32 {
        self.positions[element.index()]
    }

    fn text(&self, index: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.all[index].text)
    }

    fn ordinal(&self, index: usize) -> u32 {
        self.all[index].ordinal
    }

    fn heading(&self, index: usize) -> Option<Cow<'_, str>> {
        self.all[index].heading.as_deref().map(Cow::Borrowed)
    }
}

/// A text with its character references as the source writes them; none where it has none.
fn source_text(page: &Page, node: NodeId) -> Option<String> {
    let runs = page.runs(node);
    if runs.iter().all(|run| run.literal) {
        return None;
    }
    let text = page.own_text(node);
    let mut source = String::with_capacity(text.len());
    for (at, run) in runs.iter().enumerate() {
        let end = runs.get(at + 1).map_or(text.len(), |next| next.text as usize);
        if run.literal {
            source.push_str(&text[run.text as usize..end]);
        } else {
            source.push_str(&String::from_utf8_lossy(page.source().slice(run.span)));
        }
    }
    Some(collapse_space(&source))
}

/// A label without the marks that set it off.
pub(crate) fn label_of(text: &str) -> &str {
    text.trim_end_matches([':', ' ', '\u{a0}'])
}

fn positions(page: &Page) -> Vec<u32> {
    let mut counts: TextMap<(NodeId, &str), u32> = TextMap::default();
    let mut positions = vec![0; page.len()];
    for id in page.ids().filter(|id| page.is_element(*id)) {
        if let Some(parent) = page.node(id).parent {
            let count = counts.entry((parent, page.name(id))).or_insert(0);
            *count += 1;
            positions[id.index()] = *count;
        }
    }
    positions
}
