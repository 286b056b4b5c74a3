//! Optimisation 4: finds the titles of items.

use crate::candidate::Candidate;
use crate::classes::{Likeness, is_emphasis, is_line};
use crate::items::Extent;
use crate::numbering::{is_block, is_counter, marker};
use crate::settings::TitleWeights;
use crate::shown::ShownPage;
use chaffinch_core::{NodeId, NodeKind, collapse_space};
use std::collections::{HashMap, HashSet};

/// The node of the title of each item of a list.
///
/// Titles come early in the item, stand on a line of their own in a style of their own, are short and differ from item to item. The
/// parts of all items with the same tag path are judged together.
pub(crate) fn item_titles(
    shown: &ShownPage<'_, '_>,
    list: &Candidate,
    weights: &TitleWeights,
) -> Vec<Option<NodeId>> {
    let numbered = list.likeness == Likeness::Numbered;
    let anchors: HashSet<NodeId> = list.anchors.iter().copied().collect();
    // A line that begins with its number may be a title as a whole.
    let lines = if numbered { anchors.clone() } else { HashSet::new() };
    let mut parts: HashMap<(u32, usize, usize), usize> = HashMap::new();
    let mut kinds: Vec<Part> = Vec::new();
    for (item, extent) in list.extents.iter().enumerate() {
        for (place, node) in options(shown, extent, &lines).into_iter().enumerate() {
            let path = (
                shown.tag_path[node.index()],
                column(shown, node),
                place_among_siblings(shown, node, extent),
            );
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
    let mut order: Vec<(f32, usize)> = kinds
        .iter()
        .enumerate()
        .map(|(i, part)| (part.fitness(shown, &anchors, numbered, weights), i))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // In an item without the best part, the title is the first heading or emphasised line, or else the next best part.
    let mut titles = order.first().map_or_else(Vec::new, |(_, best)| kinds[*best].nodes.clone());
    titles.resize(list.extents.len(), None);
    for (item, title) in titles.iter_mut().enumerate().filter(|(_, title)| title.is_none()) {
        let options = options(shown, &list.extents[item], &lines);
        let stands_out = |id: &&NodeId| shown.page.is_heading(**id) || is_line(shown, **id);
        let next_best = || order.iter().find_map(|(_, kind)| kinds[*kind].nodes[item]);
        *title = options.iter().find(stands_out).copied().or_else(next_best);
    }
    let most = list.extents.len();
    titles.into_iter().map(|title| title.map(|title| with_number(shown, title, most))).collect()
}

/// The number of the table cell that a node stands in, from 1; 0 outside of tables. The cells of a row have the same tag path, and this
/// tells them apart.
fn column(shown: &ShownPage<'_, '_>, node: NodeId) -> usize {
    /// Levels that are searched for the cell.
    const LEVELS: usize = 6;
    let page = shown.page;
    let is_cell = |id: &NodeId| page.is(*id, "td") || page.is(*id, "th");
    let cell = std::iter::once(node).chain(page.ancestors(node)).take(LEVELS).find(is_cell);
    let Some((cell, row)) = cell.and_then(|cell| Some((cell, page.node(cell).parent?))) else { return 0 };
    1 + page.element_children(row).take_while(|other| *other < cell).count()
}

/// How many siblings of the same tag stand before a node in its item: a rank, a name and an author may all be `<div>`s.
fn place_among_siblings(shown: &ShownPage<'_, '_>, node: NodeId, item: &Extent) -> usize {
    /// Places that are told apart: titles come early.
    const PLACES: usize = 4;
    let page = shown.page;
    let Some(parent) = page.node(node).parent.filter(|_| page.is_element(node)) else { return 0 };
    if page.is_heading(node) || parent.index() < item.start {
        // Headings are told by their level, and what stands directly in the item may follow any number of other things.
        return 0;
    }
    let same = |other: &NodeId| page.name(*other) == page.name(node) && shown.holds_something(*other);
    page.element_children(parent).take_while(|other| *other < node).filter(same).take(PLACES).count()
}

/// The parent of a title, where it has only the title and a number before it; otherwise the title itself.
fn with_number(shown: &ShownPage<'_, '_>, title: NodeId, most: usize) -> NodeId {
    let page = shown.page;
    let Some(parent) = page.node(title).parent else { return title };
    let before = shown.chars(parent.index()..title.index());
    let alone = shown.chars_of(parent) == before + shown.chars_of(title);
    if alone && (1..=4).contains(&before) && !matches!(page.name(parent), "tr" | "body") {
        let text = text_of(shown, parent);
        if marker(&text).is_some_and(|marker| (1..=most).contains(&marker.number)) {
            return parent;
        }
    }
    title
}

/// The first node with the same tag path in each item.
struct Part {
    nodes: Vec<Option<NodeId>>,
    /// The sum of their positions among the parts of their items, from 0.
    places: usize,
}

impl Part {
    /// How much this part is like a title; see [`TitleWeights`].
    fn fitness(
        &self,
        shown: &ShownPage<'_, '_>,
        anchors: &HashSet<NodeId>,
        numbered: bool,
        weights: &TitleWeights,
    ) -> f32 {
        let nodes: Vec<NodeId> = self.nodes.iter().flatten().copied().collect();
        let count = nodes.len() as f32;
        let held = count / self.nodes.len() as f32;
        if held < weights.min_held {
            return BASE + held;
        }
        let first = nodes[0];
        let name = shown.page.name(first);
        let share = |test: &dyn Fn(NodeId) -> bool| nodes.iter().filter(|n| test(**n)).count() as f32 / count;
        let texts: Vec<String> = nodes.iter().map(|node| text_of(shown, *node)).collect();
        let of_texts = |test: &dyn Fn(&str) -> bool| texts.iter().filter(|t| test(t)).count() as f32 / count;
        let distinct = texts.iter().collect::<HashSet<_>>().len() as f32 / count;
        let size = nodes.iter().map(|node| shown.font_size(*node)).sum::<f32>() / count;
        let when = |condition: bool, weight: f32| if condition { weight } else { 0.0 };
        let mut fitness = weights.held * held + weights.distinct * distinct + BASE;
        fitness += when(shown.page.is_heading(first), weights.heading);
        fitness += weights.line * share(&|node| is_line(shown, node));
        fitness += weights.emphasis * share(&|node| is_emphasis(name) || shown.is_bold(node));
        fitness += when(name == "a", weights.link);
        fitness += weights.size * ((size - 16.0) / 16.0).clamp(0.0, 1.0);
        fitness += weights.early / (1.0 + self.places as f32 / count);
        let anchor = if numbered { weights.numbered_anchor } else { weights.anchor };
        fitness += anchor * share(&|node| anchors.contains(&node));
        fitness -= weights.no_letters * of_texts(&|text| is_number_alone(text) && !is_year(text));
        fitness -= weights.too_long * of_texts(&|text| text.chars().count() > weights.longest);
        fitness -= weights.too_short * of_texts(&|text| text.chars().count() < 3);
        let length = texts.iter().map(|text| text.chars().count()).sum::<usize>() as f32 / count;
        fitness -= weights.length * (length / weights.longest as f32).min(1.0);
        fitness
    }
}

/// Whether a text has no letters, or none but those of a counter: "1 of 10".
fn is_number_alone(text: &str) -> bool {
    !text.chars().any(char::is_alphabetic) || is_counter(text)
}

/// Whether a text is a year, which may be a name: "1917".
fn is_year(text: &str) -> bool {
    text.len() == 4 && text.parse().is_ok_and(|year: u32| (1000..2100).contains(&year))
}

/// The fitness that every part begins with. A part that too few items have gets only its share of items on top.
const BASE: f32 = -2.0;

/// The nodes of an item that may be its title, in document order.
fn options(shown: &ShownPage<'_, '_>, extent: &Extent, lines: &HashSet<NodeId>) -> Vec<NodeId> {
    /// Most options: titles come early.
    const OPTIONS: usize = 12;
    /// Most nodes that are looked at.
    const NODES: usize = 400;
    let page = shown.page;
    let mut found = Vec::new();
    for id in extent.clone().take(NODES).map(NodeId::from_index) {
        if !shown.is_shown(id) || shown.chars_of(id) == 0 {
            continue;
        }
        let is_option = match page.node(id).kind {
            NodeKind::Text => page.node(id).parent.is_some_and(|parent| {
                parent.index() < extent.start || has_break(shown, parent) || holds_blocks(shown, parent)
            }),
            NodeKind::Element => {
                page.is_heading(id)
                    || (holds_text(shown, id) && !holds_blocks(shown, id) || lines.contains(&id))
                        && !begins_with_name(shown, id)
                        && !is_row_of_parts(shown, id)
            }
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

/// Whether a title is the emphasised beginning of a text that goes on behind it.
pub(crate) fn begins_paragraph(shown: &ShownPage<'_, '_>, title: NodeId) -> bool {
    let page = shown.page;
    let goes_on =
        |parent: NodeId| shown.chars(page.node(title).end.index()..page.node(parent).end.index()) > 0;
    is_emphasis(page.name(title)) && page.node(title).parent.is_some_and(goes_on)
}

/// Whether a node begins with an emphasised name and goes on with a description: on the next line, at length, with a sentence, or behind a colon
/// or a dash.
fn begins_with_name(shown: &ShownPage<'_, '_>, node: NodeId) -> bool {
    /// Characters behind a name that are a description.
    const DESCRIPTION: u32 = 60;
    let page = shown.page;
    let mut children =
        page.children(node).filter(|child| shown.is_shown(*child) && shown.chars_of(*child) > 0);
    let Some(mut first) = children.next() else { return false };
    let mut before = 0;
    if page.node(first).kind == NodeKind::Text && is_only_number(&text_of(shown, first)) {
        // "1. " before the name
        before = shown.chars_of(first);
        let Some(next) = children.next() else { return false };
        first = next;
    }
    if !is_emphasis(page.name(first)) {
        return false;
    }
    let behind = shown.chars_of(node) - shown.chars_of(first) - before;
    let next = page
        .children(node)
        .skip_while(|child| *child <= first)
        .find(|child| page.is(*child, "br") || shown.chars_of(*child) > 0);
    // "Lucca: it has walls", "Lucca – it has walls"
    let is_marked = || {
        let ends = text_of(shown, first).ends_with(':');
        let goes_on = next.map(|next| text_of(shown, next)).unwrap_or_default();
        let mut goes_on = goes_on.chars();
        if goes_on.clone().next() == Some('：') {
            return true;
        }
        ends || goes_on.next().is_some_and(|mark| matches!(mark, ':' | '–' | '—' | '-'))
            && goes_on.next() == Some(' ')
    };
    // "Lucca It has walls that one can walk on."
    let is_sentence = || {
        let goes_on = next.map(|next| text_of(shown, next)).unwrap_or_default();
        goes_on.starts_with(char::is_uppercase)
            && goes_on.ends_with(['.', '!', '?'])
            && goes_on.split_whitespace().count() >= 4
    };
    behind > 0
        && (behind > DESCRIPTION
            || next.is_some_and(|next| page.is(next, "br"))
            || is_marked()
            || is_sentence())
}

/// Whether a text is a number that counts, and nothing else: "1.", "#2", "Step 3:".
fn is_only_number(text: &str) -> bool {
    marker(text).is_some_and(|marker| marker.end == text.len())
}

/// Whether a node is nothing but parts side by side, of which the first is a number: a rank, a name, an author.
fn is_row_of_parts(shown: &ShownPage<'_, '_>, node: NodeId) -> bool {
    /// Parts of which each may be the name; of two, the other is a rank.
    const PARTS: usize = 3;
    let page = shown.page;
    let parts = page.children(node).filter(|child| shown.is_shown(*child) && shown.chars_of(*child) > 0);
    let parts: Vec<NodeId> = parts.take(PARTS + 1).collect();
    parts.len() >= PARTS
        && parts.iter().all(|part| page.is_element(*part))
        && is_only_number(&text_of(shown, parts[0]))
}

/// Whether a child of `node` is a text.
fn holds_text(shown: &ShownPage<'_, '_>, node: NodeId) -> bool {
    let page = shown.page;
    page.children(node).take(8).any(|child| page.node(child).kind == NodeKind::Text && shown.is_shown(child))
}

/// Whether a child of `node` is a block with a text of its own: then the text beside it is a part, and all of it together is none.
fn holds_blocks(shown: &ShownPage<'_, '_>, node: NodeId) -> bool {
    let page = shown.page;
    let is_own = |child: NodeId| is_block(page, child) && shown.is_shown(child) && shown.chars_of(child) > 0;
    page.children(node).take(16).any(is_own)
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

/// The name of an item: the text of its title, or the first clause of a title of more than `longest` characters.
pub(crate) fn name(shown: &ShownPage<'_, '_>, title: NodeId, longest: usize) -> String {
    let mut text = written_apart(shown, title);
    text.truncate(text.trim_end_matches([':', '：', ' ']).len());
    if text.chars().count() <= longest {
        return text;
    }
    let from = marker(&text).map_or(0, |marker| marker.end);
    // A point ends a sentence only where another begins: "No. 4" goes on.
    let ends = |at: &usize| !text[*at..].starts_with(". ") || text[at + 2..].starts_with(char::is_uppercase);
    let first = |mark: &str| text[from..].match_indices(mark).map(|(at, _)| from + at).find(ends);
    let clause = [": ", " – ", " — ", " - ", ". ", "; "].into_iter().filter_map(first).min();
    let end = clause.unwrap_or_else(|| text.char_indices().nth(longest).map_or(text.len(), |(at, _)| at));
    text[..end].trim().to_owned()
}

/// The text of a title, with a space behind a number in an element of its own, and without the sign of a link to itself.
fn written_apart(shown: &ShownPage<'_, '_>, title: NodeId) -> String {
    let text = text_of(shown, title);
    let is_text = |id: &NodeId| shown.page.node(*id).kind == NodeKind::Text && shown.is_shown(*id);
    let first = shown.page.subtree(title).find(is_text).map(|id| text_of(shown, id)).unwrap_or_default();
    let rest = text.strip_prefix(first.as_str()).filter(|rest| rest.starts_with(char::is_alphabetic));
    if let Some(rest) = rest.filter(|_| is_only_number(&first)) {
        return format!("{first} {rest}");
    }
    let bare = text.trim_start_matches("# ").trim_start_matches(['¶', '§']);
    bare.trim_end_matches(" #").trim_end_matches(['¶', ' ']).trim_start().to_owned()
}

/// Cuts names before their descriptions where nearly all are a few words, a dash or colon, and a sentence: "3) Too much water - Roots rot in it."
/// Those that are `shortened` are cut already, because they were too long for names.
pub(crate) fn leave_descriptions_out(names: &mut [String], shortened: &[bool]) {
    /// Most words before the mark, and fewest of the sentence behind it.
    const WORDS: (usize, usize) = (6, 4);
    let cut = |name: &String| {
        // The mark behind a number is not yet that behind the name.
        let start = marker(name).map_or(0, |marker| marker.end);
        let marks = [": ", " – ", " — ", " - "];
        let found = marks.iter().filter_map(|mark| Some((start + name[start..].find(mark)?, mark.len())));
        let (at, length) = found.min()?;
        let (head, tail) = (&name[start..at], &name[at + length..]);
        let words = |text: &str| text.split_whitespace().count();
        let is_sentence = tail.ends_with(['.', '!', '?', '…']) && words(tail) >= WORDS.1;
        (words(head) <= WORDS.0 && is_sentence).then_some(at)
    };
    let cuts: Vec<Option<usize>> = names.iter().map(cut).collect();
    let is_cut = |(cut, shortened): &(&Option<usize>, &bool)| cut.is_some() || **shortened;
    if 10 * cuts.iter().zip(shortened).filter(is_cut).count() < 9 * names.len() {
        return;
    }
    for (name, at) in names.iter_mut().zip(cuts) {
        name.truncate(at.unwrap_or(name.len()));
    }
}

/// The first text of an item with its node. This is the item's name where optimisation 4 is off.
pub(crate) fn first_line(shown: &ShownPage<'_, '_>, extent: &Extent) -> (Option<NodeId>, String) {
    let first = extent
        .clone()
        .map(NodeId::from_index)
        .find(|id| shown.page.node(*id).kind == NodeKind::Text && shown.is_shown(*id));
    (first, first.map(|id| text_of(shown, id)).unwrap_or_default())
}
