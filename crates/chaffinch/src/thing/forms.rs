//! Labels that are told by their form: lines that are written alike, each with a label of its own, as in a list of specifications.

use super::facts::Facts;
use super::labels::label_meaning;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{FoundCell, NodeId, Place};
use chaffinch_values::has_money_sign;
use std::collections::{HashMap, HashSet};

/// Fewest lines of one form whose first words are labels.
const LEAST_LINES: usize = 3;
/// How many lines may lie between two of one form: a value may have lines of its own.
const MOST_BETWEEN: usize = 3;
/// How many words a label may have beside those that are wanted.
const MORE_WORDS: usize = 2;

/// Most characters of a value in a pair.
const LONGEST_VALUE: usize = 100;
/// Most nodes of a pair, and how deep in its element it may stand.
const PAIR_NODES: usize = 60;
const PAIR_LEVELS: usize = 4;
/// Words in names of classes that say that something is a label.
const LABELS: [&str; 8] = ["label", "key", "term", "attr", "attribute", "spec", "field", "caption"];

/// A label in an element of its own, and what stands behind it.
struct Pair {
    label: String,
    cell: FoundCell,
    /// How the label is written.
    form: String,
}

impl Facts<'_, '_> {
    /// The lines whose first words are a label, whatever they say: several near each other are written alike, with a colon behind words
    /// that stand in front of no other line.
    pub fn lines_in_form(&self) -> HashSet<usize> {
        let mut runs: HashMap<String, Vec<usize>> = HashMap::new();
        let mut labels: HashMap<String, usize> = HashMap::new();
        let mut ended: Vec<Vec<usize>> = Vec::new();
        let mut words: HashMap<usize, String> = HashMap::new();
        for at in 0..self.lines.len() {
            let Some((label, form)) = self.form(at) else { continue };
            let label = words_of(&label);
            *labels.entry(label.clone()).or_default() += 1;
            words.insert(at, label);
            let run = runs.entry(form).or_default();
            if run.last().is_some_and(|last| at - last > MOST_BETWEEN) {
                ended.push(std::mem::take(run));
            }
            run.push(at);
        }
        ended.extend(runs.into_values());
        let is_alone = |at: &usize| words.get(at).and_then(|label| labels.get(label)) == Some(&1);
        let own = ended.into_iter().map(|run| run.into_iter().filter(is_alone).collect::<Vec<_>>());
        own.filter(|run| run.len() >= LEAST_LINES).flatten().collect()
    }

    /// The label in front of a line's colon, and how the line is written: by the elements around its first text.
    fn form(&self, at: usize) -> Option<(String, String)> {
        let (stream, page) = (self.survey.stream(), self.page());
        let line = self.lines[at].clone();
        let (label, _) = self.split_at_colon(line.clone())?;
        let (first, _) = stream.nodes(&line).next()?;
        let is_own = !self.subject.is_beside(first) && !self.is_chosen(first);
        let around = |id: NodeId| format!("{} {}", page.name(id), page.class_text(id));
        let form: Vec<String> = page.ancestors(first).take(2).map(around).collect();
        is_own.then(|| (label, form.join(" in ")))
    }

    /// Elements beside each other that are alike, each with a label in an element of its own and a value: a specification without a table.
    pub fn take_pairs(&mut self) {
        let (page, start) = (self.page(), self.subject.start());
        let parents: Vec<NodeId> = page
            .ids()
            .filter(|id| {
                page.node(*id).end > start
                    && page.is_element(*id)
                    && !matches!(page.name(*id), "tr" | "tbody" | "table" | "dl" | "select")
                    && !self.subject.is_beside(*id)
            })
            .collect();
        for parent in parents {
            let below = page.element_children(parent).filter(|child| *child > start);
            let children: Vec<NodeId> = below.take(self.settings.max_items).collect();
            for run in children.chunk_by(|a, b| page.name(*a) == page.name(*b)) {
                if run.len() < LEAST_LINES || !self.may_be_pairs(run) {
                    continue;
                }
                let pairs: Vec<Pair> = run.iter().filter_map(|child| self.pair(*child)).collect();
                if 4 * pairs.len() < 3 * run.len() || !self.are_pairs(&pairs) {
                    continue;
                }
                for pair in pairs {
                    self.add_labelled(&pair.label, vec![pair.cell]);
                }
            }
        }
    }

    /// Whether elements may be pairs: some are short.
    fn may_be_pairs(&self, children: &[NodeId]) -> bool {
        let survey = self.survey;
        let is_short = |id: &NodeId| {
            let content = survey.content(&survey.subtree(*id));
            content.chars <= self.settings.longest_label + LONGEST_VALUE && content.images == 0
        };
        children.iter().filter(|id| is_short(id)).count() >= LEAST_LINES
    }

    /// The label and the value of an element, if it is such a pair.
    fn pair(&self, id: NodeId) -> Option<Pair> {
        let (survey, page) = (self.survey, self.page());
        let is_long = survey.content(&survey.subtree(id)).chars > self.settings.longest_label + LONGEST_VALUE;
        if is_long || page.node(id).end.index() - id.index() > PAIR_NODES {
            return None;
        }
        let mut holder = id;
        for _ in 0..PAIR_LEVELS {
            match page.element_children(holder).take(2).collect::<Vec<_>>()[..] {
                [only] if page.flat_text(only) == page.flat_text(holder) => holder = only,
                _ => break,
            }
        }
        let first = page.element_children(holder).next()?;
        let label = page.flat_text(first);
        let whole = page.flat_text(holder);
        let value = whole.strip_prefix(&label)?.trim().to_owned();
        let is_head = page.is_heading(first) || page.subtree(first).any(|inner| page.is(inner, "a"));
        let is_value = value.chars().any(char::is_alphanumeric) && value.chars().count() <= LONGEST_VALUE;
        let second = page.element_children(holder).nth(1);
        let look = |id: NodeId| format!("{} {}", page.name(id), page.class_text(id));
        let form = look(first);
        let is_like = second.is_some_and(|second| look(second) == form);
        let is_shown = survey.shows(&survey.subtree(first));
        (self.is_label(&label) && is_value && !is_head && !is_like && is_shown).then(|| Pair {
            cell: FoundCell {
                text: value,
                place: Some(Place::Shown(page.node(first).end..page.node(holder).end)),
                ..FoundCell::default()
            },
            label,
            form,
        })
    }

    /// Whether pairs have labels and values: labels are written alike and differ, some are known or called labels, and values are not
    /// all amounts, as those of things to buy.
    fn are_pairs(&self, pairs: &[Pair]) -> bool {
        let labels: HashSet<String> = pairs.iter().map(|pair| words_of(&pair.label)).collect();
        let known = pairs.iter().filter(|pair| Meaning::of(&pair.label).is_some()).count();
        let is_called = || words_of(&pairs[0].form).split(' ').any(|word| LABELS.contains(&word));
        pairs.len() >= LEAST_LINES
            && labels.len() == pairs.len()
            && pairs.iter().all(|pair| pair.form == pairs[0].form)
            && (4 * known >= pairs.len() || is_called())
            && !pairs.iter().all(|pair| has_money_sign(&pair.cell.text))
    }

    /// Whether a label says what the user wants: all of a wanted name, and few other words. What known names mean is compared elsewhere.
    pub fn is_wanted(&self, label: &str) -> bool {
        if self.wanted.is_empty() {
            return false;
        }
        let words = singular(&words_of(label));
        let meaning = Meaning::of(label);
        self.wanted.iter().any(|wanted| {
            let known = Meaning::of(wanted);
            let wanted = singular(wanted);
            let more = words.split(' ').count().saturating_sub(wanted.split(' ').count());
            words == wanted
                || (known.is_some() && known == meaning)
                || (known.is_none()
                    && more <= MORE_WORDS
                    && format!(" {words} ").contains(&format!(" {wanted} ")))
        })
    }

    /// Whether a heading says what the user wants, which it may do with more words than a label: `Type of school`.
    pub fn is_wanted_above(&self, heading: &str) -> bool {
        let meaning = label_meaning(heading);
        self.is_wanted(heading)
            || meaning.is_some() && self.wanted.iter().any(|wanted| Meaning::of(wanted) == meaning)
    }

    /// Whether something tells what a wanted name means.
    pub fn is_told(&self, wanted: &str) -> bool {
        self.has(wanted) || Meaning::of(wanted).is_some_and(|meaning| self.tells(meaning))
    }
}

/// Words, each without the `s` of its plural: `available engines` and `available engine` are the same.
pub(crate) fn singular(words: &str) -> String {
    /// Fewest bytes of a word that may be a plural.
    const LEAST: usize = 4;
    let one = |word: &str| match word.strip_suffix('s') {
        Some(stem) if word.len() >= LEAST && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    };
    words.split(' ').map(one).collect::<Vec<_>>().join(" ")
}
