//! The algorithm: classes of alike nodes, GrowUp, ranking.

use crate::boundary::{add_missing, are_built_alike, drop_odd, frames_a_list, is_head_row, opening};
use crate::candidate::{Candidate, Correction};
use crate::classes::{Likeness, classes};
use crate::grow::{are_apart, grow_up};
use crate::interleave::interleaved;
use crate::items::{Extent, flowing_extents, own_extents, reaching_extents};
use crate::names::{first_line, item_titles, leave_descriptions_out, name, text_of};
use crate::numbering::runs;
use crate::rank::{importance, rank};
use crate::settings::TopkSettings;
use crate::shown::ShownPage;
use chaffinch_core::NodeId;
use std::collections::{HashMap, HashSet};

/// How many candidates get titles and a rank, the most important first. Numbered lists always do.
const RANKED: usize = 12;

/// Most classes with a wrong number of nodes that are corrected, those that span most of the page first.
const MOST_CORRECTED: usize = 16;
/// The share of the page, 0 to 1, that such a class must span.
const LEAST_SPREAD: f64 = 0.05;

/// The candidate lists of `k` items on a page, best first.
pub(crate) fn candidates(shown: &ShownPage<'_, '_>, k: usize, settings: &TopkSettings) -> Vec<Candidate> {
    let mut gathering = Gathering { shown, settings, k, found: Vec::new(), known: HashSet::new() };
    gathering.gather();
    let mut found = gathering.found;
    if !settings.likeness {
        found = with_siblings_merged(shown, found, settings);
    }
    found.sort_by(|a, b| b.importance.total_cmp(&a.importance));
    let mut place = 0;
    found.retain(|list| {
        place += 1;
        place <= RANKED || list.likeness == Likeness::Numbered
    });
    for list in &mut found {
        find_titles(shown, list, settings);
        list.rank = if settings.likeness { rank(shown, list, k, settings) } else { list.importance };
    }
    found.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    found
}

/// The items of each `<ol>` that has a number of them within `sizes`.
fn ordered_lists(shown: &ShownPage<'_, '_>, sizes: std::ops::Range<usize>) -> Vec<Vec<NodeId>> {
    let page = shown.page;
    let lists = page.ids().filter(|id| page.is(*id, "ol")).map(|list| list_items(shown, list));
    lists.filter(|items| sizes.contains(&items.len())).collect()
}

/// The items of neighbouring `<ul>`s or `<ol>`s with the same tag path that have `k` items together: a list that headings divide.
fn divided_lists(shown: &ShownPage<'_, '_>, k: usize) -> Vec<Vec<NodeId>> {
    /// Most parts of a list, and most such lists: a limit against hostile input.
    const PARTS: usize = 8;
    const LISTS: usize = 32;
    let page = shown.page;
    let mut of_path: HashMap<u32, Vec<Vec<NodeId>>> = HashMap::new();
    let mut order: Vec<u32> = Vec::new();
    for list in page.ids().filter(|id| (page.is(*id, "ul") || page.is(*id, "ol")) && shown.is_shown(*id)) {
        let items = list_items(shown, list);
        if !items.is_empty() && !shown.aside[list.index()] {
            let path = shown.tag_path[list.index()];
            of_path
                .entry(path)
                .or_insert_with(|| {
                    order.push(path);
                    Vec::new()
                })
                .push(items);
        }
    }
    let mut found = Vec::new();
    for lists in order.iter().filter_map(|path| of_path.get(path)) {
        for first in 0..lists.len() {
            let mut together: Vec<NodeId> = Vec::new();
            for (parts, items) in lists[first..].iter().take(PARTS).enumerate() {
                together.extend(items);
                if parts > 0 && together.len() == k && found.len() < LISTS {
                    found.push(together.clone());
                }
                if together.len() >= k {
                    break;
                }
            }
        }
    }
    found
}

fn list_items(shown: &ShownPage<'_, '_>, list: NodeId) -> Vec<NodeId> {
    let page = shown.page;
    let is_item = |id: &NodeId| page.is(*id, "li") && shown.is_shown(*id) && shown.chars_of(*id) > 0;
    page.element_children(list).filter(is_item).collect()
}

/// The paper's GrowUp merges classes whose nodes belong to the same items: here those that have grown up to siblings which take turns, as headings
/// and their paragraphs do. An item is then all of these siblings.
fn with_siblings_merged(
    shown: &ShownPage<'_, '_>,
    mut found: Vec<Candidate>,
    settings: &TopkSettings,
) -> Vec<Candidate> {
    let parents = |list: &Candidate| -> Vec<Option<NodeId>> {
        list.nodes.iter().map(|node| shown.page.node(*node).parent).collect()
    };
    found.sort_by_key(|list| list.nodes.first().copied());
    let mut merged: Vec<Candidate> = Vec::new();
    let mut last_of: HashMap<Vec<Option<NodeId>>, usize> = HashMap::new();
    for list in found {
        let key = parents(&list);
        let before = last_of.get(&key).copied();
        if let Some(first) =
            before.map(|at| &mut merged[at]).filter(|first| take_turns(&first.extents, &list.nodes))
        {
            for (extent, node) in first.extents.iter_mut().zip(&list.nodes) {
                extent.end = shown.range(*node).end;
            }
            first.importance = importance(shown, &first.extents, settings);
        } else {
            last_of.insert(key, merged.len());
            merged.push(list);
        }
    }
    merged
}

/// Whether each of `nodes` stands between an item and the next one.
fn take_turns(items: &[Extent], nodes: &[NodeId]) -> bool {
    items.len() == nodes.len()
        && items.iter().zip(nodes).all(|(item, node)| item.end <= node.index())
        && items.iter().skip(1).zip(nodes).all(|(next, node)| node.index() < next.start)
}

/// Finds the title of each item of a list.
fn find_titles(shown: &ShownPage<'_, '_>, list: &mut Candidate, settings: &TopkSettings) {
    if settings.item_titles {
        list.titles = item_titles(shown, list, &settings.titles);
        list.names = list
            .titles
            .iter()
            .map(|title| title.map(|title| name(shown, title, settings.titles.longest)).unwrap_or_default())
            .collect();
        let is_long = |title: &Option<NodeId>| {
            title.is_some_and(|title| text_of(shown, title).chars().count() > settings.titles.longest)
        };
        let shortened: Vec<bool> = list.titles.iter().map(is_long).collect();
        leave_descriptions_out(&mut list.names, &shortened);
    } else {
        (list.titles, list.names) = list.extents.iter().map(|extent| first_line(shown, extent)).unzip();
    }
}

struct Gathering<'s, 'p> {
    shown: &'s ShownPage<'s, 'p>,
    settings: &'s TopkSettings,
    k: usize,
    found: Vec<Candidate>,
    /// The nodes of the items of each list in `found`.
    known: HashSet<Vec<NodeId>>,
}

impl Gathering<'_, '_> {
    fn gather(&mut self) {
        let (k, shown) = (self.k, self.shown);
        let extra = if self.settings.boundaries { self.settings.max_extra.min(k.max(2)) } else { 0 };
        let fewest = if self.settings.boundaries && k > 2 { k - 1 } else { k };
        let kinds = if self.settings.likeness { &Likeness::BY_PATH[..] } else { &Likeness::BY_PATH[..1] };
        if self.settings.numbering {
            // A list may be shorter than promised; two or three numbers come by chance.
            let least = if k < 4 { k } else { (k / 2).max(4).min(k) };
            for mut run in runs(shown, k, least) {
                // There may be more items than the title says: bonus items, or a page that grew and kept its title.
                let extra = run.len().saturating_sub(k);
                run.truncate(k);
                let correction = if extra > 0 { Correction::Cut(extra) } else { Correction::None };
                self.add(run, Likeness::Numbered, correction);
            }
            // The numbers of an `<ol>` are shown, too, and tell a list that is shorter than promised.
            for list in ordered_lists(shown, least..k) {
                self.add(list, Likeness::Siblings, Correction::None);
            }
        }
        let all: Vec<(Likeness, Vec<NodeId>)> = kinds
            .iter()
            .flat_map(|likeness| {
                classes(shown, *likeness, &(fewest..=k + extra)).into_iter().map(|class| (*likeness, class))
            })
            .map(|(likeness, mut class)| {
                // The names of columns are no item.
                if self.settings.likeness {
                    class.retain(|node| !is_head_row(shown, *node));
                }
                (likeness, class)
            })
            .filter(|(_, class)| class.len() >= fewest)
            .collect();
        // Several kinds of likeness often give the same class.
        let mut seen: HashSet<&[NodeId]> = HashSet::new();
        let all: Vec<&(Likeness, Vec<NodeId>)> = all.iter().filter(|(_, class)| seen.insert(class)).collect();
        for (likeness, class) in all.iter().filter(|(_, class)| class.len() == k) {
            self.add(class.clone(), *likeness, Correction::None);
        }
        if self.settings.interleaving && k >= 4 {
            for class in interleaved(&self.halves(), k) {
                // Items that alternate in style are still the same element; a heading and its paragraph are not two items.
                let items = grow_up(shown, &class);
                let of_one_name =
                    items.windows(2).all(|pair| shown.page.name(pair[0]) == shown.page.name(pair[1]));
                // Headings of two levels are titles of items if each has a container or a text of its own.
                let titled = class.iter().zip(&items).all(|(node, item)| {
                    shown.page.is_heading(*node) && (node != item || self.goes_before_text(*node))
                });
                if of_one_name || titled || are_built_alike(shown, &items) {
                    self.add(class, Likeness::Interleaved, Correction::None);
                }
            }
        }
        if self.settings.likeness {
            for items in divided_lists(shown, k) {
                self.add(items, Likeness::Siblings, Correction::None);
            }
        }
        let mut odd: Vec<(f64, &(Likeness, Vec<NodeId>))> = all
            .into_iter()
            .filter(|(_, class)| class.len() != k)
            .map(|class| (self.spread(&class.1), class))
            .filter(|(spread, _)| *spread >= LEAST_SPREAD)
            .collect();
        odd.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, (likeness, class)) in odd.into_iter().take(MOST_CORRECTED) {
            self.correct(class, *likeness);
        }
    }

    /// Classes of half the size of the list. Headings that stand before or after lists ("Related") are not counted.
    fn halves(&self) -> Vec<Vec<NodeId>> {
        /// Most of these headings in a class.
        const FRAMES: usize = 3;
        let (k, shown) = (self.k, self.shown);
        let frames = if self.settings.likeness && self.settings.boundaries { FRAMES } else { 0 };
        let mut halves = classes(shown, Likeness::TagPath, &(k / 2..=k.div_ceil(2) + frames));
        let is_frame = |node: &NodeId| shown.page.is_heading(*node) && frames_a_list(&opening(shown, *node));
        for half in halves.iter_mut().filter(|half| frames > 0 && half.len() > k / 2) {
            half.retain(|node| !is_frame(node));
        }
        halves
    }

    /// Whether what is shown next behind a heading is a text beside it, and no further heading.
    fn goes_before_text(&self, heading: NodeId) -> bool {
        let (page, shown) = (self.shown.page, self.shown);
        let end = page.node(heading).parent.map_or(heading, |parent| page.node(parent).end);
        let first = page.node(heading).end;
        let within = |node: NodeId| Some(node).filter(|node| *node < end);
        std::iter::successors(within(first), |node| within(page.node(*node).end))
            .find(|node| shown.is_shown(*node) && shown.chars_of(*node) > 0)
            .is_some_and(|next| !page.is_heading(next))
    }

    /// The share of the page's area, 0 to 1, from the first to the last node of a class. Its list cannot take more.
    fn spread(&self, class: &[NodeId]) -> f64 {
        let (Some(first), Some(last)) = (class.first(), class.last()) else { return 0.0 };
        let all = self.shown.area(0..self.shown.len()).max(f64::MIN_POSITIVE);
        self.shown.area(first.index()..self.shown.range(*last).end) / all
    }

    /// The paper's k+1 and k−1 problems: drops nodes that are no items, or adds the missing item.
    fn correct(&mut self, class: &[NodeId], likeness: Likeness) {
        let (k, shown, weights) = (self.k, self.shown, &self.settings.oddness);
        if !are_apart(shown, class) {
            return;
        }
        if class.len() > k {
            let extra = class.len() - k;
            if let Some((kept, are_items)) = drop_odd(shown, class, k, weights) {
                let correction = if are_items { Correction::Cut(extra) } else { Correction::Dropped(extra) };
                self.add(kept, likeness, correction);
            }
        } else if let Some(all) = add_missing(shown, &grow_up(shown, class), weights) {
            self.add(all, likeness, Correction::Added);
        }
    }

    /// Lets a class grow up to its items, and adds the list of these.
    fn add(&mut self, class: Vec<NodeId>, likeness: Likeness, correction: Correction) {
        let shown = self.shown;
        if !are_apart(shown, &class) {
            return;
        }
        let nodes = grow_up(shown, &class);
        if !self.settings.likeness {
            let extents = own_extents(shown, &nodes);
            return self.keep(Candidate::new(class, nodes, extents, likeness, correction));
        }
        if likeness == Likeness::Numbered || class.iter().all(|node| shown.page.is_heading(*node)) {
            let before =
                class.iter().zip(&nodes).map(|(anchor, node)| shown.chars(node.index()..anchor.index()));
            let whole: u32 = nodes.iter().map(|node| shown.chars_of(*node)).sum();
            // A heading at the end of a container belongs to what comes after the container.
            if before.sum::<u32>() * 3 > whole {
                let extents = flowing_extents(shown, &class);
                let list = Candidate::new(class.clone(), class.clone(), extents, likeness, correction);
                self.keep(Candidate { flows: true, ..list });
            }
        }
        let extents = reaching_extents(shown, &nodes);
        self.keep(Candidate::new(class, nodes, extents, likeness, correction));
    }

    /// Adds a list, unless another class has grown up to the same items.
    fn keep(&mut self, mut list: Candidate) {
        list.importance = importance(self.shown, &list.extents, self.settings);
        if self.known.insert(list.nodes.clone()) {
            self.found.push(list);
        }
    }
}
