//! Highlighted words: results of a search mark the words of the query wherever they stand in a text.

use chaffinch_core::{NodeId, TextSet};
use chaffinch_survey::{Record, Survey, is_look};
use rustc_hash::{FxHashMap, FxHashSet};

/// The tags and classes of the elements that highlight words of a list's texts, as numbers of the survey.
#[derive(Default)]
pub(crate) struct Highlights {
    labels: FxHashSet<u32>,
}

/// What the elements of one tag and class have in common.
#[derive(Default)]
struct Marks {
    count: usize,
    texts: TextSet<String>,
    /// How many stand beside words or beside another mark, behind words and before words.
    beside: usize,
    behind: usize,
    before: usize,
    /// How many stand at which place among the texts of their parents.
    places: FxHashMap<usize, usize>,
}

/// Most characters of a highlighted text.
const LONGEST: usize = 40;
/// Most nodes of an element that highlights a word.
const MOST_NODES: usize = 8;
/// Fewest marks by which a highlight is known.
const FEWEST: usize = 4;

impl Highlights {
    /// Looks for short texts that come back in many places of the records, in the middle of other words.
    pub fn of(survey: &Survey, records: &[Record]) -> Highlights {
        let mut all: FxHashMap<u32, Marks> = FxHashMap::default();
        for part in records.iter().flat_map(|record| &record.parts) {
            for at in (part.start.index()..part.end.index()).map(NodeId::from_index) {
                if survey.page.is_element(at) {
                    look_at(survey, at, &mut all);
                }
            }
        }
        let labels = all.into_iter().filter(|(_, marks)| marks.are_highlights());
        Highlights { labels: labels.map(|(label, _)| label).collect() }
    }

    /// Whether a node highlights a word.
    pub fn has(&self, survey: &Survey, node: NodeId) -> bool {
        !self.labels.is_empty()
            && survey.page.is_element(node)
            && self.labels.contains(&survey.classes.label(node).0)
            && is_mark(survey, node)
    }
}

/// A child of an element that shows a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Child {
    Words,
    Mark,
    Other,
}

/// Counts the marks among the children of an element.
fn look_at(survey: &Survey, parent: NodeId, all: &mut FxHashMap<u32, Marks>) {
    let page = survey.page;
    if !page.element_children(parent).any(|kid| is_mark(survey, kid)) {
        return;
    }
    let shown =
        page.children(parent).filter(|kid| survey.shows(&survey.subtree(*kid)) || page.is(*kid, "br"));
    let kids: Vec<(NodeId, Child)> = shown.map(|kid| (kid, child(survey, kid))).collect();
    for (place, (kid, _)) in kids.iter().enumerate().filter(|(_, (_, child))| *child == Child::Mark) {
        let text = |at: usize| page.own_text(kids[at].0).trim();
        let is = |at: usize, what: Child| kids.get(at).is_some_and(|(_, child)| *child == what);
        let last = place.checked_sub(1);
        let behind = last.is_some_and(|last| is(last, Child::Words) && text(last).ends_with(leads_on));
        let before = is(place + 1, Child::Words) && text(place + 1).starts_with(goes_on);
        let by_mark = last.is_some_and(|last| is(last, Child::Mark)) || is(place + 1, Child::Mark);
        let marks = all.entry(survey.classes.label(*kid).0).or_default();
        marks.count += 1;
        marks.beside += usize::from(behind || before || by_mark);
        marks.behind += usize::from(behind);
        marks.before += usize::from(before);
        *marks.places.entry(place).or_default() += 1;
        marks.texts.insert(page.flat_text(*kid).to_lowercase());
    }
}

/// What a child shows. Signs alone between two elements, as in `Rock, Pop`, are no words.
fn child(survey: &Survey, node: NodeId) -> Child {
    match survey.page.is_element(node) {
        true if is_mark(survey, node) => Child::Mark,
        false if survey.page.own_text(node).contains(char::is_alphabetic) => Child::Words,
        _ => Child::Other,
    }
}

/// Whether the last sign of a text lets it go on with a highlighted word.
fn leads_on(c: char) -> bool {
    c.is_alphanumeric() || "(-'\"“‘,&/".contains(c)
}

/// Whether the first sign of a text lets it follow a highlighted word.
fn goes_on(c: char) -> bool {
    c.is_alphanumeric() || ".,;)-'\"”’&/?!".contains(c)
}

/// Whether an element may highlight a word: all that it shows is one short text in words, without a link.
fn is_mark(survey: &Survey, node: NodeId) -> bool {
    let page = survey.page;
    let name = page.name(node);
    if name != "span" && !is_look(name) || survey.subtree(node).end.index() - node.index() > MOST_NODES {
        return false;
    }
    let texts = survey.inked_in(&survey.subtree(node));
    let text = |id: &NodeId| page.own_text(*id).trim();
    let is_word = |id: &NodeId| {
        text(id).chars().count() <= LONGEST
            && text(id).contains(char::is_alphabetic)
            && !text(id).ends_with([':', '：'])
    };
    texts.len() == 1 && texts.iter().all(is_word) && !page.descendants(node).any(|id| page.is(id, "a"))
}

impl Marks {
    fn are_highlights(&self) -> bool {
        let least = |share: f32| share * self.count as f32;
        // A label or a field stands at the same place in every record.
        let usual = self.places.values().copied().max().unwrap_or(0);
        self.count >= FEWEST
            && self.texts.len() as f32 <= least(0.4)
            && self.beside as f32 >= least(0.5)
            && self.behind as f32 >= least(0.15)
            && self.before as f32 >= least(0.15)
            && usual as f32 <= least(0.85)
    }
}
