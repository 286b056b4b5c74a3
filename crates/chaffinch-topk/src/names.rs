//! Optimisation 4: which part of an item is its title.

use crate::candidate::Candidate;
use crate::classes::{Likeness, is_emphasis, is_line};
use crate::items::Extent;
use crate::numbering::marker;
use crate::shown::ShownPage;
use chaffinch_core::{NodeId, NodeKind, collapse_space};
use std::collections::{HashMap, HashSet};

/// The node that holds the title of each item of a list.
///
/// Titles come first, stand on a line of their own in a style of their own, are short and differ from item to item. The
/// parts of all items with the same tag path are judged together.
pub(crate) fn item_titles(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Option<NodeId>> {
    let numbered = list.likeness == Likeness::Numbered;
    let anchors: HashSet<NodeId> = list.anchors.iter().copied().collect();
    // A line that begins with its number may be the title as a whole.
    let lines = if numbered { anchors.clone() } else { HashSet::new() };
    let mut parts: HashMap<(u32, usize), usize> = HashMap::new();
    let mut kinds: Vec<Part> = Vec::new();
    for (item, extent) in list.extents.iter().enumerate() {
        for (place, node) in options(shown, extent, &lines).into_iter().enumerate() {
            let path = (shown.tag_path[node.index()], column(shown, node));
            let kind = *parts.entry(path).or_insert(kinds.len());
            if kind == kinds.len() {
                kinds.push(Part { nodes: vec![None; list.extents.len()], places: 0 });
            }
            let part = &mut kinds[kind];
            if part.nodes[item].is_none() {
                part.nodes[item] = Some(node);
                part.places += place;
            }
        }
    }
    let mut order: Vec<(f32, usize)> =
        kinds.iter().enumerate().map(|(i, part)| (part.fitness(shown, &anchors, numbered), i)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // Items of another style have their title elsewhere: in a heading of their own, or in the next best part.
    let mut titles = order.first().map_or_else(Vec::new, |(_, best)| kinds[*best].nodes.clone());
    titles.resize(list.extents.len(), None);
    for (item, title) in titles.iter_mut().enumerate().filter(|(_, title)| title.is_none()) {
        let options = options(shown, &list.extents[item], &lines);
        let stands_out = |id: &&NodeId| shown.page.is_heading(**id) || is_line(shown, **id);
        let next_best = || order.iter().find_map(|(_, kind)| kinds[*kind].nodes[item]);
        *title = options.iter().find(stands_out).copied().or_else(next_best);
    }
    titles.into_iter().map(|title| title.map(|title| with_number(shown, title))).collect()
}

/// Which cell of its row a node stands in: cells of a table share their tag path. 0 outside of tables.
fn column(shown: &ShownPage<'_, '_>, node: NodeId) -> usize {
    /// Cells are not nested deeply.
    const DEEPEST: usize = 6;
    let page = shown.page;
    let is_cell = |id: &NodeId| page.is(*id, "td") || page.is(*id, "th");
    let cell = std::iter::once(node).chain(page.ancestors(node)).take(DEEPEST).find(is_cell);
    let Some((cell, row)) = cell.and_then(|cell| Some((cell, page.node(cell).parent?))) else { return 0 };
    1 + page.element_children(row).take_while(|other| *other < cell).count()
}

/// A number and a title that are together all there is in their block are one title.
fn with_number(shown: &ShownPage<'_, '_>, title: NodeId) -> NodeId {
    let page = shown.page;
    let Some(parent) = page.node(title).parent else { return title };
    let before = shown.chars(parent.index()..title.index());
    let alone = shown.chars_of(parent) == before + shown.chars_of(title);
    if alone && (1..=4).contains(&before) && !matches!(page.name(parent), "tr" | "body") {
        let text = text_of(shown, parent);
        if marker(&text).is_some_and(|marker| marker.number > 0) {
            return parent;
        }
    }
    title
}

/// The first node with one tag path in each item.
struct Part {
    nodes: Vec<Option<NodeId>>,
    /// Sum of their places among the parts of their item.
    places: usize,
}

impl Part {
    /// How much this part is like a title.
    fn fitness(&self, shown: &ShownPage<'_, '_>, anchors: &HashSet<NodeId>, numbered: bool) -> f32 {
        let nodes: Vec<NodeId> = self.nodes.iter().flatten().copied().collect();
        let count = nodes.len() as f32;
        let held = count / self.nodes.len() as f32;
        if held < 0.5 {
            return -2.0 + held;
        }
        let first = nodes[0];
        let name = shown.page.name(first);
        let share = |test: &dyn Fn(NodeId) -> bool| nodes.iter().filter(|n| test(**n)).count() as f32 / count;
        let texts: Vec<String> = nodes.iter().map(|node| text_of(shown, *node)).collect();
        let of_texts = |test: &dyn Fn(&str) -> bool| texts.iter().filter(|t| test(t)).count() as f32 / count;
        let distinct = texts.iter().collect::<HashSet<_>>().len() as f32 / count;
        let size = nodes.iter().map(|node| shown.font_size(*node)).sum::<f32>() / count;
        let mut fitness = 2.0 * held + 2.0 * distinct - 2.0;
        fitness += if shown.page.is_heading(first) { 2.5 } else { 0.0 };
        fitness += share(&|node| is_line(shown, node));
        fitness += if is_emphasis(name) { 0.7 } else { 0.0 };
        fitness += if name == "a" { 0.4 } else { 0.0 };
        fitness += ((size - 16.0) / 16.0).clamp(0.0, 1.0);
        fitness += 1.5 / (1.0 + self.places as f32 / count);
        fitness += if numbered { 1.5 } else { 0.5 } * share(&|node| anchors.contains(&node));
        fitness -= 3.0 * of_texts(&|text| !text.chars().any(char::is_alphabetic));
        fitness -= 2.0 * of_texts(&|text| text.chars().count() > LONG_TITLE);
        fitness -= 0.5 * of_texts(&|text| text.chars().count() < 3);
        let length = texts.iter().map(|text| text.chars().count()).sum::<usize>() as f32 / count;
        fitness -= 0.8 * (length / LONG_TITLE as f32).min(1.0);
        fitness
    }
}

/// Titles fit on a line.
const LONG_TITLE: usize = 140;

/// The nodes of an item that may be its title, in document order.
fn options(shown: &ShownPage<'_, '_>, extent: &Extent, lines: &HashSet<NodeId>) -> Vec<NodeId> {
    /// Titles come early.
    const OPTIONS: usize = 12;
    const NODES: usize = 400;
    let page = shown.page;
    let mut found = Vec::new();
    for id in extent.clone().take(NODES).map(NodeId::from_index) {
        if !shown.is_shown(id) || shown.chars_of(id) == 0 {
            continue;
        }
        let is_option = match page.node(id).kind {
            NodeKind::Text => page
                .node(id)
                .parent
                .is_some_and(|parent| parent.index() < extent.start || has_break(shown, parent)),
            NodeKind::Element => holds_text(shown, id) || page.is_heading(id) || lines.contains(&id),
            _ => false,
        };
        if is_option {
            found.push(id);
            if found.len() == OPTIONS {
                break;
            }
        }
    }
    found
}

/// Whether a child of `node` is a text.
fn holds_text(shown: &ShownPage<'_, '_>, node: NodeId) -> bool {
    let page = shown.page;
    page.children(node).take(8).any(|child| page.node(child).kind == NodeKind::Text && shown.is_shown(child))
}

fn has_break(shown: &ShownPage<'_, '_>, node: NodeId) -> bool {
    shown.page.children(node).take(16).any(|child| shown.page.is(child, "br"))
}

/// The text of a node on one line.
pub(crate) fn text_of(shown: &ShownPage<'_, '_>, node: NodeId) -> String {
    match shown.page.node(node).kind {
        NodeKind::Text => collapse_space(shown.page.own_text(node)),
        _ => shown.page.flat_text(node),
    }
}

/// The name of an item: the text of its title, its first clause where that is a whole paragraph.
pub(crate) fn name(shown: &ShownPage<'_, '_>, title: NodeId) -> String {
    let text = text_of(shown, title);
    if text.chars().count() <= LONG_TITLE {
        return text;
    }
    let from = marker(&text).map_or(0, |marker| marker.end);
    let clause =
        [": ", " – ", " — ", " - ", ". ", "; "].iter().filter_map(|mark| text[from..].find(mark)).min();
    let end = clause
        .map_or_else(|| text.char_indices().nth(LONG_TITLE).map_or(text.len(), |(at, _)| at), |at| from + at);
    text[..end].trim().to_owned()
}

/// The first line of an item: its name where titles are not looked for.
pub(crate) fn first_line(shown: &ShownPage<'_, '_>, extent: &Extent) -> (Option<NodeId>, String) {
    let first = extent
        .clone()
        .map(NodeId::from_index)
        .find(|id| shown.page.node(*id).kind == NodeKind::Text && shown.is_shown(*id));
    (first, first.map(|id| text_of(shown, id)).unwrap_or_default())
}
