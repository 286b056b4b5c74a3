//! Ranks the candidates.

use crate::boundary::frames_a_list;
use crate::candidate::{Candidate, Correction};
use crate::classes::{Likeness, is_line};
use crate::items::Extent;
use crate::names::text_of;
use crate::numbering::{counts_by_one, marker};
use crate::settings::TopkSettings;
use crate::shown::ShownPage;
use crate::title::read_title;
use chaffinch_core::{NodeId, NodeKind};
use std::collections::HashSet;

/// The share of the page that the items take, 0 to 1: of its visual area (optimisation 1), or of its characters.
pub(crate) fn importance(shown: &ShownPage<'_, '_>, extents: &[Extent], settings: &TopkSettings) -> f32 {
    let all = 0..shown.len();
    let (part, whole) = if settings.visual_area {
        (extents.iter().map(|extent| shown.area(extent.clone())).sum::<f64>(), shown.area(all))
    } else {
        let chars = extents.iter().map(|extent| shown.chars(extent.clone())).sum::<u32>();
        (f64::from(chars), f64::from(shown.chars(all)))
    };
    if whole > 0.0 { (part / whole) as f32 } else { 0.0 }
}

/// The rank of a list: its importance, and how much it looks like the list of the title; see [`crate::RankWeights`].
pub(crate) fn rank(shown: &ShownPage<'_, '_>, list: &Candidate, k: usize, settings: &TopkSettings) -> f32 {
    let weights = &settings.weights;
    let share = |n: usize| n as f32 / list.nodes.len() as f32;
    let when = |condition: bool, weight: f32| if condition { weight } else { 0.0 };
    let titled = |test: &dyn Fn(NodeId) -> bool| {
        share(list.titles.iter().flatten().filter(|title| test(**title)).count())
    };
    let distinct = share(list.names.iter().filter(|name| !name.is_empty()).collect::<HashSet<_>>().len());
    let aside = share(list.nodes.iter().filter(|node| shown.aside[node.index()]).count());
    let above = share(list.nodes.iter().filter(|node| **node < shown.heading_end).count());
    let asked = share(list.names.iter().filter(|name| name.ends_with('?')).count());
    // "Get enough sleep" is an item, "Get started" is none.
    let frames = |name: &&String| frames_a_list(name) && name.split_whitespace().count() <= 2;
    let framing = share(list.names.iter().filter(frames).count());
    let prose = share((0..list.nodes.len()).filter(|item| is_prose(shown, list, *item)).count());
    let off = list.nodes.len().abs_diff(k) as f32 / k as f32;
    let looks = list.importance.sqrt() * evenness(shown, &list.extents) * distinct * distinct
        + when(settings.numbering && numbered(&list.names), weights.numbered)
        + weights.headings * titled(&|title| shown.page.is_heading(title))
        + weights.lines * titled(&|title| is_line(shown, title));
    let place = (1.0 - weights.aside * aside)
        * (1.0 - weights.above * above)
        * (1.0 - weights.late * late(shown, list));
    let correction = match list.correction {
        Correction::None => 0.0,
        Correction::Dropped(extra) | Correction::Cut(extra) => {
            weights.dropped + weights.each_dropped * extra as f32
        }
        Correction::Added => weights.added,
    };
    looks * place + when(announced(shown, list, k), weights.announced)
        - correction
        - when(list.likeness == Likeness::Siblings || list.flows, weights.last_resort)
        - when(off > 0.0, weights.wrong_size) * (1.0 + weights.size_slope * off.min(1.0))
        - weights.questions * asked
        - weights.framing * framing
        - weights.prose * prose
        - when(list.names.iter().any(|name| promises(name, k)), weights.promising)
}

/// Whether an item is nothing but a paragraph of running text: no part of it is a name.
fn is_prose(shown: &ShownPage<'_, '_>, list: &Candidate, item: usize) -> bool {
    /// Fewest words of running text.
    const WORDS: usize = 12;
    let Some(title) = list.titles[item] else { return false };
    let is_all = shown.chars_of(title) == shown.chars(list.extents[item].clone());
    let is_paragraph = shown.page.node(title).kind == NodeKind::Text || shown.page.is(title, "p");
    is_all
        && is_paragraph
        && !shown.page.is(list.nodes[item], "li")
        && marker(&list.names[item]).is_none()
        && text_of(shown, title).split_whitespace().count() >= WORDS
}

/// Whether the items are those of one `<ol>`: the page shows their numbers.
pub(crate) fn is_ordered(shown: &ShownPage<'_, '_>, list: &Candidate) -> bool {
    let parent = |node: &NodeId| shown.page.node(*node).parent;
    let first = list.nodes.first().and_then(parent).filter(|parent| shown.page.is(*parent, "ol"));
    first.is_some() && list.nodes.iter().all(|node| parent(node) == first)
}

/// Whether the last heading before the first item promises k items, as the title does.
fn announced(shown: &ShownPage<'_, '_>, list: &Candidate, k: usize) -> bool {
    /// Most nodes between them: an introduction.
    const NODES: usize = 200;
    let Some(first) = list.extents.first() else { return false };
    let before = (0..first.start).rev().take(NODES).map(NodeId::from_index);
    let heading = before.filter(|id| shown.is_shown(*id)).find(|id| shown.page.is_heading(*id));
    heading.is_some_and(|id| !shown.page.is(id, "h1") && promises(&text_of(shown, id), k))
}

/// Whether a text promises k items, as the title does.
fn promises(name: &str, k: usize) -> bool {
    let bare = marker(name).map_or(name, |marker| &name[marker.end..]);
    // Looking for the number first is cheaper than reading the text as a title.
    bare.contains(&k.to_string()) && read_title(bare).iter().any(|promise| promise.k == k)
}

/// How equal the areas of the items are: 1 where all are the same, 0 where one item has all. It is the square of their normalised entropy.
fn evenness(shown: &ShownPage<'_, '_>, extents: &[Extent]) -> f32 {
    let areas: Vec<f64> = extents.iter().map(|extent| shown.area(extent.clone())).collect();
    let total: f64 = areas.iter().sum();
    if total <= 0.0 || extents.len() < 2 {
        return 0.0;
    }
    let entropy: f64 = areas.iter().map(|area| area / total).filter(|p| *p > 0.0).map(|p| -p * p.ln()).sum();
    let even = (entropy / (extents.len() as f64).ln()) as f32;
    even * even
}

/// Whether the names count up or down by one.
fn numbered(names: &[String]) -> bool {
    let numbers: Option<Vec<usize>> =
        names.iter().map(|name| marker(name).map(|marker| marker.number)).collect();
    numbers.is_some_and(|numbers| counts_by_one(&numbers))
}

/// The share of the items' text that comes before their titles, or of items whose title lies outside of their node if that is more.
/// Titles come first in items, so that a large share means that the page was cut in the wrong places. An image above the title
/// does not count.
fn late(shown: &ShownPage<'_, '_>, list: &Candidate) -> f32 {
    let (mut before, mut whole, mut outside) = (0, 0, 0);
    for ((title, extent), node) in list.titles.iter().zip(&list.extents).zip(&list.nodes) {
        let Some(title) = title else { continue };
        outside += usize::from(!shown.page.contains(*node, *title) && title > node);
        before += shown.chars(extent.start..title.index().clamp(extent.start, extent.end));
        whole += shown.chars(extent.clone());
    }
    let share = if whole == 0 { 0.0 } else { before as f32 / whole as f32 };
    share.max(outside as f32 / list.nodes.len() as f32)
}
