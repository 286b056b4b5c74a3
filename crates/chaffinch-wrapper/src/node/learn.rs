//! Learning node paths from the values of attributes on example pages.

use super::evidence::NodePath;
use super::surroundings::{Surroundings, Unlinked};
use super::texts::Texts;
use crate::wrapper::References;
use chaffinch_core::{NodeId, Page, collapse_space};

/// A page and the values of its record.
#[derive(Debug, Clone)]
pub struct ValuePage<'e> {
    /// The page.
    pub page: &'e Page,
    /// For each attribute its values; none where it is missing.
    pub values: Vec<&'e [String]>,
}

/// How to find the values of an attribute on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRule {
    /// Places of the attribute; most have one, an attribute shown in parts has more.
    pub paths: Vec<NodePath>,
    /// Whether several texts may agree equally well, and all are values.
    pub many: bool,
    /// The share of a path's full score below which a text is no value.
    pub threshold: f64,
    /// Whether values are as people read them, although values of other attributes write character references as the source does.
    pub decoded: bool,
}

/// Learns where the values of each attribute stand; none for an attribute that no text of any page is a value of.
pub fn learn_node_rules(pages: &[ValuePage<'_>]) -> Vec<Option<NodeRule>> {
    let texts: Vec<Texts<'_>> = pages.iter().map(|p| Texts::new(p.page)).collect();
    let count = pages.first().map_or(0, |page| page.values.len());
    let record: Vec<Vec<Labelled<'_, '_>>> = (0..count)
        .map(|k| texts.iter().zip(pages).map(|(texts, page)| Labelled::new(texts, page.values[k])).collect())
        .collect();
    (0..count).map(|k| learn_rule(&record, k)).collect()
}

/// Pages that are read once, to learn rules of single attributes from some of them and to try the rules on all.
#[derive(Debug)]
pub struct TrialPages<'p> {
    texts: Vec<Texts<'p>>,
}

impl<'p> TrialPages<'p> {
    /// These pages.
    pub fn new(pages: &[&'p Page]) -> TrialPages<'p> {
        TrialPages { texts: pages.iter().map(|page| Texts::new(page)).collect() }
    }

    /// Where the values of an attribute stand that are known of some pages, given by their numbers; none if no text is a value.
    pub fn learn(&self, values: &[(usize, &[String])]) -> Option<NodeRule> {
        let labelled = values.iter().map(|(page, values)| Labelled::new(&self.texts[*page], values));
        learn_rule(&[labelled.collect()], 0)
    }

    /// The values that a rule gives on a page.
    pub fn read(&self, page: usize, rule: &NodeRule) -> Vec<String> {
        let texts = &self.texts[page];
        rule.pick(texts).into_iter().map(|at| texts.all[at].text.clone()).collect()
    }
}

/// Whether the example values write character references as the source does.
pub fn keeps_references(pages: &[ValuePage<'_>]) -> bool {
    pages.iter().any(|page| {
        let texts = Texts::new(page.page);
        let values: Vec<String> =
            page.values.iter().flat_map(|v| v.iter()).map(|v| collapse_space(v)).collect();
        texts.all.iter().any(|text| {
            text.source.as_ref().is_some_and(|source| values.contains(source) && !values.contains(&text.text))
        })
    })
}

fn learn_rule(record: &[Vec<Labelled<'_, '_>>], attribute: usize) -> Option<NodeRule> {
    let labelled = &record[attribute];
    let with_values = || labelled.iter().enumerate().filter(|(_, l)| !l.places.is_empty());
    let (first, _) = with_values().min_by_key(|(_, l)| l.places.len())?;
    let mut candidates: Vec<Candidate> = Vec::new();
    for seed in &labelled[first].places {
        let mut path = NodePath::of(labelled[first].texts, *seed);
        let mut places = vec![(first, *seed)];
        for (page, other) in with_values().filter(|(page, _)| *page != first) {
            let ranked = |at: &&usize| (path.score(other.texts, **at) * 1e6) as i64;
            if let Some(at) = other.places.iter().rev().max_by_key(ranked) {
                path = path.intersect(&NodePath::of(other.texts, *at));
                places.push((page, *at));
            }
        }
        let margin = labelled.iter().map(|l| l.margin(&path)).fold(f64::INFINITY, f64::min);
        let near: f64 = places.iter().map(|(page, at)| nearness(record, attribute, *page, *at)).sum();
        let shown: f64 = places.iter().map(|(page, at)| prominence(labelled[*page].texts, *at)).sum();
        let worth = margin.min(MARGIN_ENOUGH) + (NEARNESS * near + shown) / places.len() as f64;
        candidates.push(Candidate { path, margin, worth });
    }
    candidates.sort_by(|a, b| (b.margin > 0.0).cmp(&(a.margin > 0.0)).then(b.worth.total_cmp(&a.worth)));
    let best = candidates.first()?.path.clone();
    let threshold = if best.examples > 1 { THRESHOLD } else { THRESHOLD_OF_ONE };
    let decoded = labelled.iter().any(Labelled::is_decoded);
    let mut rule = NodeRule { paths: vec![best], many: false, threshold, decoded };
    widen(&mut rule, labelled);
    // An attribute shown in parts: places for the values still missing.
    for candidate in candidates.into_iter().skip(1).filter(|c| c.margin > 0.0) {
        let found = |l: &Labelled<'_, '_>, rule: &NodeRule| l.values_found(&rule.select_from(l.texts));
        let mut more = rule.clone();
        more.paths.push(candidate.path);
        if labelled.iter().all(|l| l.values.is_empty() || found(l, &more) > found(l, &rule)) {
            rule = more;
        }
    }
    Some(rule)
}

/// A place that examples agree on.
struct Candidate {
    path: NodePath,
    /// By how much the values agree better than anything else on the worst page.
    margin: f64,
    worth: f64,
}

/// A greater margin makes a place no better.
const MARGIN_ENOUGH: f64 = 3.0;

/// What nearness to the other attributes counts against the margin.
const NEARNESS: f64 = 0.5;

const THRESHOLD: f64 = 0.5;

/// With one example much of the evidence is chance, and a value agrees with less of it.
const THRESHOLD_OF_ONE: f64 = 0.4;

/// How much more likely a page shows the value of a record at a text than at others that say the same: a heading names the record, and a
/// label says what a value is.
fn prominence(texts: &Texts<'_>, at: usize) -> f64 {
    const HEADING: f64 = 3.0;
    const LABEL: f64 = 1.5;
    /// A heading may hold a link, which holds the text.
    const LEVELS: usize = 3;
    let text = &texts.all[at];
    let is_heading = text.ancestors.iter().take(LEVELS).any(|above| texts.page.is(*above, "h1"));
    let is_label = |label: &str| label.trim_end().ends_with(':');
    let before = at.checked_sub(1).is_some_and(|before| is_label(&texts.all[before].text));
    let heading = if is_heading { HEADING } else { 0.0 };
    heading + if before { LABEL } else { 0.0 }
}

/// How near a text stands to values of the other attributes: a record's values stand together, what repeats them in
/// menus and footers does not.
fn nearness(record: &[Vec<Labelled<'_, '_>>], attribute: usize, page: usize, at: usize) -> f64 {
    let others =
        record.iter().enumerate().filter(|(k, pages)| *k != attribute && !pages[page].places.is_empty());
    let (mut sum, mut count) = (0.0, 0.0);
    for (_, pages) in others {
        let nearest = pages[page].places.iter().map(|place| place.abs_diff(at)).min().unwrap_or(0);
        sum -= (1.0 + nearest as f64).log2();
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Takes further values in the same structure in, where that keeps out everything that is no value.
fn widen(rule: &mut NodeRule, labelled: &[Labelled<'_, '_>]) {
    let path = &rule.paths[0];
    let mut wide = path.clone();
    for page in labelled.iter().filter(|l| l.values.len() > 1) {
        for at in &page.places {
            if path.score(page.texts, *at) >= SAME_STRUCTURE * path.full_score() {
                wide = wide.intersect(&NodePath::of(page.texts, *at));
            }
        }
    }
    if wide.examples == path.examples {
        return;
    }
    let wider = NodeRule { paths: vec![wide], many: true, ..rule.clone() };
    let pure = |l: &Labelled<'_, '_>| {
        let selected = wider.select_from(l.texts);
        selected.iter().all(|node| l.is_value(*node)) && (l.values.is_empty() || !selected.is_empty())
    };
    let before: usize = labelled.iter().map(|l| l.values_found(&rule.select_from(l.texts))).sum();
    let after: usize = labelled.iter().map(|l| l.values_found(&wider.select_from(l.texts))).sum();
    if after > before && labelled.iter().all(pure) {
        *rule = wider;
    }
}

/// The share of a full score from which on a value counts as one more of the same list.
const SAME_STRUCTURE: f64 = 0.4;

impl NodeRule {
    /// The texts of a page that are values.
    pub fn select(&self, page: &Page) -> Vec<NodeId> {
        self.select_from(&Texts::new(page))
    }

    pub(crate) fn select_from(&self, texts: &Texts<'_>) -> Vec<NodeId> {
        self.pick(texts).into_iter().map(|at| texts.all[at].node).collect()
    }

    /// How its values write character references, in a wrapper that writes them so.
    pub(crate) fn references(&self, of_wrapper: References) -> References {
        if self.decoded { References::Decoded } else { of_wrapper }
    }

    /// The numbers of the texts that are values.
    pub(crate) fn pick<S: Surroundings>(&self, texts: &S) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for path in &self.paths {
            let (share, mut agreeing) = self.agreeing(path, texts);
            if share < SURE {
                let (other, unlinked) = self.agreeing(&path.unlinked(), &Unlinked(texts));
                if other > share + LINK_COSTS {
                    agreeing = unlinked;
                }
            }
            found.extend(agreeing.into_iter().take(if self.many { usize::MAX } else { 1 }));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The texts that agree best with a path, if they agree enough, and the share of its full score that they have.
    fn agreeing<S: Surroundings>(&self, path: &NodePath, texts: &S) -> (f64, Vec<usize>) {
        let full = path.full_score();
        // With the likeliest text known, most others are out of the question at once.
        let likely = path.likely(texts).and_then(|at| path.score_from(texts, at, full, f64::NEG_INFINITY));
        let mut best = likely.unwrap_or(0.0).max(self.threshold * full);
        let mut agreeing: Vec<usize> = Vec::new();
        for at in 0..texts.count() {
            let Some(score) = path.score_from(texts, at, full, best - SAME) else { continue };
            if score > best + SAME {
                best = score;
                agreeing.clear();
            }
            agreeing.push(at);
        }
        let share = if agreeing.is_empty() { 0.0 } else { best / full.max(SAME) };
        (share, agreeing)
    }
}

/// From this share of a path's full score on, a text is surely the value.
const SURE: f64 = 0.85;
/// By how much a text must agree better where links are not seen.
const LINK_COSTS: f64 = 0.1;

/// Scores that differ by less are the same.
const SAME: f64 = 1e-9;

/// An example page with the places of an attribute's values.
struct Labelled<'t, 'p> {
    texts: &'t Texts<'p>,
    places: Vec<usize>,
    values: Vec<String>,
}

impl<'t, 'p> Labelled<'t, 'p> {
    fn new(texts: &'t Texts<'p>, values: &[String]) -> Labelled<'t, 'p> {
        let values: Vec<String> = values.iter().map(|value| collapse_space(value)).collect();
        let is_value = |at: &usize| {
            let text = &texts.all[*at];
            values.contains(&text.text) || text.source.as_ref().is_some_and(|source| values.contains(source))
        };
        Labelled { texts, places: (0..texts.all.len()).filter(is_value).collect(), values }
    }

    /// Whether a value is labelled as people read it, where the source writes it otherwise.
    fn is_decoded(&self) -> bool {
        let is_decoded = |at: &usize| {
            let text = &self.texts.all[*at];
            text.source.as_ref().is_some_and(|source| !self.values.contains(source))
        };
        self.places.iter().any(is_decoded)
    }

    fn is_value(&self, node: NodeId) -> bool {
        self.places.iter().any(|at| self.texts.all[*at].node == node)
    }

    /// How many different values the texts are.
    fn values_found(&self, nodes: &[NodeId]) -> usize {
        let mut texts: Vec<&str> = Vec::new();
        for at in self.places.iter().filter(|at| nodes.contains(&self.texts.all[**at].node)) {
            texts.push(&self.texts.all[*at].text);
        }
        texts.sort_unstable();
        texts.dedup();
        texts.len()
    }

    /// By how much the best text that is a value agrees better than the best that is none.
    fn margin(&self, path: &NodePath) -> f64 {
        let (mut right, mut wrong) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for at in 0..self.texts.all.len() {
            let score = path.score(self.texts, at);
            let best = if self.places.contains(&at) { &mut right } else { &mut wrong };
            *best = best.max(score);
        }
        // Without values on the page nothing should agree; with values that are no text, nothing can be said.
        match (self.values.is_empty(), self.places.is_empty()) {
            (true, _) => path.full_score() * THRESHOLD - wrong,
            (false, true) => f64::INFINITY,
            (false, false) => right - wrong,
        }
    }
}
