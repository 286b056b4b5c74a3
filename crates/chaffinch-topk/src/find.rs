//! The algorithm: tag paths, classes, GrowUp, ranking.

use crate::boundary::{add_missing, drop_odd};
use crate::candidate::{Candidate, Mended};
use crate::classes::{Likeness, classes};
use crate::grow::{are_apart, grow_up};
use crate::interleave::interleaved;
use crate::items::{flowing_extents, own_extents, reaching_extents};
use crate::names::{first_line, item_titles, name};
use crate::numbering::runs;
use crate::rank::{importance, rank};
use crate::settings::TopkSettings;
use crate::shown::ShownPage;
use chaffinch_core::NodeId;
use std::collections::HashSet;

/// Candidates that are looked at closely, the most important first.
const CLOSE: usize = 12;

/// Classes that are mended, those spread widest first, and how much of the page they must span.
const MOST_MENDED: usize = 16;
const LEAST_SPREAD: f64 = 0.05;

/// The candidate lists of `k` items on a page, best first.
pub(crate) fn candidates(shown: &ShownPage<'_, '_>, k: usize, settings: &TopkSettings) -> Vec<Candidate> {
    let mut gathering = Gathering { shown, settings, k, found: Vec::new(), known: HashSet::new() };
    gathering.gather();
    let mut found = gathering.found;
    found.sort_by(|a, b| b.importance.total_cmp(&a.importance));
    let mut close = 0;
    found.retain(|list| {
        close += 1;
        close <= CLOSE || list.likeness == Likeness::Numbered
    });
    for list in &mut found {
        entitle(shown, list, settings);
        list.rank = if settings.likeness { rank(shown, list, k, settings) } else { list.importance };
    }
    found.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    found
}

/// Finds the title of each item of a list.
fn entitle(shown: &ShownPage<'_, '_>, list: &mut Candidate, settings: &TopkSettings) {
    if settings.item_titles {
        list.titles = item_titles(shown, list);
        list.names = list
            .titles
            .iter()
            .map(|title| title.map(|title| name(shown, title)).unwrap_or_default())
            .collect();
    } else {
        (list.titles, list.names) = list.extents.iter().map(|extent| first_line(shown, extent)).unzip();
    }
}

struct Gathering<'s, 'p> {
    shown: &'s ShownPage<'s, 'p>,
    settings: &'s TopkSettings,
    k: usize,
    found: Vec<Candidate>,
    /// The lists that are known already, by the nodes of their items.
    known: HashSet<Vec<NodeId>>,
}

impl Gathering<'_, '_> {
    fn gather(&mut self) {
        let (k, shown) = (self.k, self.shown);
        let extra = if self.settings.boundaries { self.settings.max_extra.min(k.max(2)) } else { 0 };
        let fewest = if self.settings.boundaries && k > 2 { k - 1 } else { k };
        let kinds = if self.settings.likeness { &Likeness::BY_PATH[..] } else { &Likeness::BY_PATH[..1] };
        if self.settings.numbering {
            let least = if k <= 5 { k } else { (k / 2).max(4) };
            for mut run in runs(shown, k, least) {
                // More than was promised: bonus items, or a page that was extended and not renamed.
                let extra = run.len().saturating_sub(k);
                run.truncate(k);
                let mended = if extra > 0 { Mended::Dropped(extra) } else { Mended::No };
                self.add(run, Likeness::Numbered, mended);
            }
        }
        let all: Vec<(Likeness, Vec<NodeId>)> = kinds
            .iter()
            .flat_map(|likeness| {
                classes(shown, *likeness, &(fewest..=k + extra)).into_iter().map(|class| (*likeness, class))
            })
            .collect();
        // What is alike by its class names is often alike by its tag path already.
        let mut seen: HashSet<&[NodeId]> = HashSet::new();
        let all: Vec<&(Likeness, Vec<NodeId>)> = all.iter().filter(|(_, class)| seen.insert(class)).collect();
        for (likeness, class) in all.iter().filter(|(_, class)| class.len() == k) {
            self.add(class.clone(), *likeness, Mended::No);
        }
        if self.settings.interleaving && k >= 4 {
            let halves = classes(shown, Likeness::TagPath, &(k / 2..=k.div_ceil(2)));
            for class in interleaved(&halves, k) {
                // Styles alternate, elements do not: a heading and its paragraph are not two items.
                let items = grow_up(shown, &class);
                if items.windows(2).all(|pair| shown.page.name(pair[0]) == shown.page.name(pair[1])) {
                    self.add(class, Likeness::Interleaved, Mended::No);
                }
            }
        }
        let mut odd: Vec<(f64, &(Likeness, Vec<NodeId>))> = all
            .into_iter()
            .filter(|(_, class)| class.len() != k)
            .map(|class| (self.spread(&class.1), class))
            .filter(|(spread, _)| *spread >= LEAST_SPREAD)
            .collect();
        odd.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, (likeness, class)) in odd.into_iter().take(MOST_MENDED) {
            self.mend(class, *likeness);
        }
    }

    /// The share of the page between the first and the last node of a class: its list cannot take more.
    fn spread(&self, class: &[NodeId]) -> f64 {
        let (Some(first), Some(last)) = (class.first(), class.last()) else { return 0.0 };
        let all = self.shown.area(0..self.shown.len()).max(f64::MIN_POSITIVE);
        self.shown.area(first.index()..self.shown.range(*last).end) / all
    }

    /// The k+1 and k−1 problems: drops what is odd, adds what is missing.
    fn mend(&mut self, class: &[NodeId], likeness: Likeness) {
        let (k, shown) = (self.k, self.shown);
        if !are_apart(shown, class) {
            return;
        }
        if class.len() > k {
            let mended = Mended::Dropped(class.len() - k);
            if let Some(kept) = drop_odd(shown, class, k) {
                self.add(kept, likeness, mended);
            }
        } else if let Some(all) = add_missing(shown, &grow_up(shown, class)) {
            self.add(all, likeness, Mended::Added);
        }
    }

    /// Lets a class grow up to its items.
    fn add(&mut self, class: Vec<NodeId>, likeness: Likeness, mended: Mended) {
        let shown = self.shown;
        if !are_apart(shown, &class) {
            return;
        }
        let nodes = grow_up(shown, &class);
        if !self.settings.likeness {
            let extents = own_extents(shown, &nodes);
            return self.keep(Candidate::new(class, nodes, extents, likeness, mended));
        }
        if likeness == Likeness::Numbered || class.iter().all(|node| shown.page.is_heading(*node)) {
            let before =
                class.iter().zip(&nodes).map(|(anchor, node)| shown.chars(node.index()..anchor.index()));
            let whole: u32 = nodes.iter().map(|node| shown.chars_of(*node)).sum();
            // Headings that end a container speak of what comes behind it.
            if before.sum::<u32>() * 3 > whole {
                let extents = flowing_extents(shown, &class);
                let list = Candidate::new(class.clone(), class.clone(), extents, likeness, mended);
                self.keep(Candidate { flows: true, ..list });
            }
        }
        let extents = reaching_extents(shown, &nodes);
        self.keep(Candidate::new(class, nodes, extents, likeness, mended));
    }

    /// Keeps a list, unless another class has grown up to the same.
    fn keep(&mut self, mut list: Candidate) {
        list.importance = importance(self.shown, &list.extents, self.settings);
        if self.known.insert(list.nodes.clone()) {
            self.found.push(list);
        }
    }
}
