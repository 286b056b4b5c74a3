//! The paper's tables of interest: hyperBoxes around a keyword.

use super::edges::{Direction, Edges};
use super::expansion::expand;
use super::tile::{Tile, lay_out};
use super::topographic::{BoxId, TopographicGrid};
use crate::form::Bounds;
use crate::grid::Grid;
use crate::settings::VisualSettings;
use chaffinch_core::{Display, Layout, NodeId, NodeKind, Page, collapse_space};
use std::collections::{BTreeSet, HashMap};

/// The tables that grow from the boxes around `keyword`, each once. The paper also wants tables of interest to be clean and to have at least
/// two rows and columns; the caller sees to that.
pub(crate) fn tables_of_interest(
    page: &Page,
    layout: &Layout,
    keyword: &str,
    settings: &VisualSettings,
    bounds: Bounds,
) -> Vec<Grid> {
    let boxes = ElementBoxes::new(page, layout);
    let grid = TopographicGrid::new(boxes.edges.clone());
    let directions: &[Direction] =
        if settings.several_expansions { &[Direction::Right, Direction::Down] } else { &[Direction::Right] };
    let mut budget = settings.max_candidates;
    let mut seen: BTreeSet<Vec<BoxId>> = BTreeSet::new();
    let mut found = Vec::new();
    for start in boxes.around(page, layout, keyword) {
        for first in directions {
            let mut hyper_box = expand(&grid, settings, start, *first, &mut budget);
            hyper_box.boxes.sort_unstable();
            if hyper_box.boxes.len() < 4 || !seen.insert(hyper_box.boxes.clone()) {
                continue;
            }
            let tiles: Vec<Tile> = hyper_box
                .boxes
                .iter()
                .map(|id| Tile { node: boxes.nodes[id.0 as usize], edges: *grid.edges(*id) })
                .collect();
            let root = holder(page, &tiles);
            found.extend(lay_out(page, root, &tiles, settings, bounds));
        }
    }
    found
}

/// The boxes of all elements that are not part of a line of text.
struct ElementBoxes {
    nodes: Vec<NodeId>,
    edges: Vec<Edges>,
    /// For each element its box. Elements with the same edges have the same box, which is that of the outermost one.
    of: HashMap<NodeId, BoxId>,
}

impl ElementBoxes {
    fn new(page: &Page, layout: &Layout) -> ElementBoxes {
        let mut boxes = ElementBoxes { nodes: Vec::new(), edges: Vec::new(), of: HashMap::new() };
        let mut same: HashMap<[u32; 4], BoxId> = HashMap::new();
        for node in page.ids().filter(|id| page.is_element(*id)) {
            let Some(style) = layout.style(node) else { continue };
            if matches!(style.display, Display::None | Display::Inline | Display::Contents) || !style.visible
            {
                continue;
            }
            let Some(edges) = layout.rect(node).and_then(|rect| Edges::of_element(rect, style)) else {
                continue;
            };
            let key = [edges.left, edges.top, edges.right, edges.bottom].map(f32::to_bits);
            let id = *same.entry(key).or_insert_with(|| {
                boxes.nodes.push(node);
                boxes.edges.push(edges);
                BoxId(boxes.nodes.len() as u32 - 1)
            });
            boxes.of.insert(node, id);
        }
        boxes
    }

    /// The boxes around each occurrence of a keyword, innermost first; occurrences in document order.
    fn around(&self, page: &Page, layout: &Layout, keyword: &str) -> Vec<BoxId> {
        let mut starts: Vec<BoxId> = Vec::new();
        let mut seen: BTreeSet<BoxId> = BTreeSet::new();
        for (holder, text) in self.lines(page, layout) {
            if holds_word(&text, keyword) {
                let around = std::iter::once(holder).chain(page.ancestors(holder));
                let boxes = around.filter_map(|node| self.of.get(&node));
                starts.extend(boxes.filter(|start| seen.insert(**start)));
            }
        }
        starts
    }

    /// The texts of the page with the element whose box they stand in, in document order: what stands in inline elements beside each other is
    /// one text.
    fn lines(&self, page: &Page, layout: &Layout) -> Vec<(NodeId, String)> {
        let mut lines: Vec<(NodeId, String)> = Vec::new();
        // The space between two inline elements may have no box.
        let is_seen = |id: &NodeId| layout.rect(*id).is_some() || page.own_text(*id).trim().is_empty();
        for id in page.ids().filter(|id| page.node(*id).kind == NodeKind::Text && is_seen(id)) {
            let Some(holder) = page.ancestors(id).find(|ancestor| self.of.contains_key(ancestor)) else {
                continue;
            };
            match lines.last_mut().filter(|(last, _)| *last == holder) {
                Some((_, text)) => text.push_str(page.own_text(id)),
                None => lines.push((holder, page.own_text(id).to_owned())),
            }
        }
        lines
    }
}

/// Whether `text` has `word`, in upper or lower case, and not as a part of a longer word.
pub(crate) fn holds_word(text: &str, word: &str) -> bool {
    let (text, word) = (collapse_space(text).to_lowercase(), collapse_space(word).to_lowercase());
    if word.is_empty() {
        return false;
    }
    text.match_indices(&word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        let joins = |outer: Option<char>, inner: Option<char>| {
            outer.is_some_and(char::is_alphanumeric) && inner.is_some_and(char::is_alphanumeric)
        };
        !joins(before, word.chars().next()) && !joins(behind, word.chars().next_back())
    })
}

/// The nearest node around all tiles.
fn holder(page: &Page, tiles: &[Tile]) -> NodeId {
    let nodes = || tiles.iter().map(|tile| tile.node);
    let (Some(first), Some(last)) = (nodes().min(), nodes().max()) else { return NodeId::DOCUMENT };
    page.common_ancestor(first, last)
}
