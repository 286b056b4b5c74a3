//! Ranks the candidates.

use crate::boundary::{frames_a_list, leads_aside};
use crate::candidate::{Candidate, Correction};
use crate::classes::{Likeness, is_emphasis, is_lead, is_line};
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
    /// How far the number of items may be off, as a share of k, to be about k.
    const ABOUT: f32 = 0.2;
    let weights = &settings.weights;
    let share = |n: usize| n as f32 / list.nodes.len() as f32;
    let when = |condition: bool, weight: f32| if condition { weight } else { 0.0 };
    let titled = |test: &dyn Fn(NodeId) -> bool| {
        share(list.titles.iter().flatten().filter(|title| test(**title)).count())
    };
    let distinct = share(list.names.iter().filter(|name| !name.is_empty()).collect::<HashSet<_>>().len());
    let heading = heading_before(shown, list).map(|id| text_of(shown, id));
    let is_aside = heading.as_deref().is_some_and(leads_aside)
        || line_before(shown, list).is_some_and(leads_aside)
        || list.names.first().is_some_and(|name| leads_aside(name));
    let aside = share(list.nodes.iter().filter(|node| is_aside || shown.aside[node.index()]).count());
    let above = share(list.nodes.iter().filter(|node| **node < shown.heading_end).count());
    let asked = share(list.names.iter().filter(|name| name.ends_with('?')).count());
    // "Get enough sleep" is an item, "Get started" is none.
    let frames = |name: &&String| frames_a_list(name) && name.split_whitespace().count() <= 2;
    let framing = share(list.names.iter().filter(frames).count());
    let prose = share((0..list.nodes.len()).filter(|item| is_prose(shown, list, *item)).count());
    let off = list.nodes.len().abs_diff(k) as f32 / k as f32;
    // Numbers may stand beside the names.
    let is_numbered = numbered(&list.names) || list.likeness == Likeness::Numbered && off <= ABOUT;
    let looks = list.importance.sqrt() * evenness(shown, &list.extents) * distinct * distinct
        + when(settings.numbering && is_numbered, weights.numbered)
        + weights.headings * titled(&|title| shown.page.is_heading(title))
        + weights.lines * titled(&|title| stands_out(shown, title));
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
    looks * place
        + when(heading.is_some_and(|heading| promises(&heading, k)), weights.announced)
        + when(
            settings.numbering
                && (off <= ABOUT && is_ordered(shown, list) || off == 0.0 && are_rows(shown, list)),
            weights.ordered,
        )
        - correction
        - when(list.likeness == Likeness::Siblings || list.flows, weights.last_resort)
        - when(off > 0.0, weights.wrong_size) * (1.0 + weights.size_slope * off.min(1.0))
        - weights.questions * asked
        - weights.framing * framing
        - weights.prose * prose
        - when(is_lopsided(shown, &list.extents) || has_outsider(shown, list), weights.lopsided)
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

/// Whether the items are all rows of one table below its head.
fn are_rows(shown: &ShownPage<'_, '_>, list: &Candidate) -> bool {
    let page = shown.page;
    let table = |node: NodeId| page.ancestors(node).take(2).find(|around| page.is(*around, "table"));
    let Some(first) = list.nodes.first().copied() else { return false };
    let is_head = |row: NodeId| page.element_children(row).all(|cell| page.is(cell, "th"));
    let of_table = table(first);
    let rows = page.node(first).parent.into_iter().flat_map(|body| page.element_children(body));
    of_table.is_some()
        && list.nodes.iter().all(|node| page.is(*node, "tr") && table(*node) == of_table)
        && rows.filter(|row| page.is(*row, "tr") && !is_head(*row)).count() == list.nodes.len()
}

/// The last heading before the first item, other than the page's own.
fn heading_before(shown: &ShownPage<'_, '_>, list: &Candidate) -> Option<NodeId> {
    /// Most nodes between them: an introduction.
    const NODES: usize = 200;
    let first = list.extents.first()?;
    let before = (0..first.start).rev().take(NODES).map(NodeId::from_index);
    let heading = before.filter(|id| shown.is_shown(*id)).find(|id| shown.page.is_heading(*id));
    heading.filter(|id| !shown.page.is(*id, "h1"))
}

/// The text right before the first item.
fn line_before<'p>(shown: &ShownPage<'_, 'p>, list: &Candidate) -> Option<&'p str> {
    /// Most nodes between them.
    const NODES: usize = 20;
    let first = list.extents.first()?;
    let mut before = (0..first.start).rev().take(NODES).map(NodeId::from_index);
    let text = before.find(|id| shown.is_shown(*id) && shown.page.node(*id).kind == NodeKind::Text)?;
    Some(shown.page.own_text(text).trim())
}

/// Whether a title that is no heading is set apart: as an emphasised line, as the beginning of its paragraph, by what its element means, or by letters
/// that are bold or larger than those around.
fn stands_out(shown: &ShownPage<'_, '_>, title: NodeId) -> bool {
    /// How many times as large as the letters around.
    const LARGER: f32 = 1.2;
    let page = shown.page;
    let is_own = || {
        let around = page.node(title).parent.filter(|_| page.is_element(title));
        around.is_some_and(|around| {
            (shown.is_bold(title) && !shown.is_bold(around))
                || shown.font_size(title) >= LARGER * shown.font_size(around)
        })
    };
    !page.is_heading(title)
        && (is_line(shown, title)
            || is_lead(shown, title)
            || matches!(page.name(title), "dt" | "summary" | "button")
            || (!is_emphasis(page.name(title)) && is_own()))
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

/// Whether one of several items takes most of their area: then it is the article, and the others stand beside it.
fn is_lopsided(shown: &ShownPage<'_, '_>, extents: &[Extent]) -> bool {
    /// Fewest items.
    const ITEMS: usize = 4;
    let areas = extents.iter().map(|extent| shown.area(extent.clone()));
    let total: f64 = areas.clone().sum();
    extents.len() >= ITEMS && areas.fold(0.0, f64::max) > total / 2.0
}

/// Whether all items but the first or the last stand in one element, and that one elsewhere.
fn has_outsider(shown: &ShownPage<'_, '_>, list: &Candidate) -> bool {
    /// Fewest items that stand together.
    const TOGETHER: usize = 3;
    let parents: Vec<Option<NodeId>> = list.nodes.iter().map(|node| shown.page.node(*node).parent).collect();
    let together = |parents: &[Option<NodeId>]| {
        parents.len() >= TOGETHER && parents.iter().all(|parent| *parent == parents[0])
    };
    match parents.as_slice() {
        [first, rest @ ..] if together(rest) => *first != rest[0],
        [rest @ .., last] if together(rest) => *last != rest[0],
        _ => false,
    }
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
