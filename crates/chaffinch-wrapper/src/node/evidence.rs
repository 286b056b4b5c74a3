//! What examples say about where an attribute stands, and how well a text of another page agrees.

use super::surroundings::Surroundings;
use super::texts::{Texts, label_of};
use serde::{Deserialize, Serialize};

/// Evidence for the place of an attribute's values. What examples do not agree on is not in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodePath {
    /// The elements around the text, the nearest first.
    #[serde(with = "super::step::as_texts")]
    pub steps: Vec<Step>,
    /// The elements from the root down, with their positions.
    #[serde(rename = "from_root", with = "super::step::as_texts")]
    pub path: Vec<PathStep>,
    /// Whether `path` leads all the way to the text.
    #[serde(rename = "whole", default, skip_serializing_if = "std::ops::Not::not")]
    pub whole_path: bool,
    /// What the nearest branch to the left says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The text before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The text behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The label that the text itself begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The place among the texts of the same parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordinal: Option<u32>,
    /// What the values look like.
    #[serde(default)]
    pub look: Look,
    /// How many examples agree on this.
    pub examples: usize,
}

/// What all values look like; only what they agree on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Look {
    /// Whether they have digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<bool>,
    /// Whether they have letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letters: Option<bool>,
    /// The kind of their first character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<CharKind>,
    /// The kind of their last character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<CharKind>,
}

/// Kinds of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CharKind {
    /// A letter.
    Letter,
    /// A digit.
    Digit,
    /// This very mark.
    #[serde(untagged)]
    Mark(char),
}

impl CharKind {
    fn of(c: char) -> CharKind {
        if c.is_alphabetic() {
            CharKind::Letter
        } else if c.is_numeric() {
            CharKind::Digit
        } else {
            CharKind::Mark(c)
        }
    }
}

impl Look {
    pub(crate) fn of(text: &str) -> Look {
        Look {
            digits: Some(text.chars().any(char::is_numeric)),
            letters: Some(text.chars().any(char::is_alphabetic)),
            first: text.chars().next().map(CharKind::of),
            last: text.chars().next_back().map(CharKind::of),
        }
    }

    pub(crate) fn intersect(self, other: Look) -> Look {
        Look {
            digits: self.digits.filter(|d| Some(*d) == other.digits),
            letters: self.letters.filter(|l| Some(*l) == other.letters),
            first: self.first.filter(|f| Some(*f) == other.first),
            last: self.last.filter(|l| Some(*l) == other.last),
        }
    }

    fn agreed(self) -> f64 {
        let known =
            [self.digits.is_some(), self.letters.is_some(), self.first.is_some(), self.last.is_some()];
        known.iter().filter(|known| **known).count() as f64
    }
}

/// An element around a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    /// Its name.
    pub tag: Option<String>,
    /// Its `id`.
    pub id: Option<String>,
    /// Its class tokens.
    pub classes: Vec<String>,
    /// Its place among the siblings of its name.
    pub position: Option<u32>,
}

/// An element on the way from the root to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathStep {
    /// Its name.
    pub tag: String,
    /// Its place among the siblings of its name.
    pub position: Option<u32>,
}

/// Elements around a text that count.
const STEPS: usize = 8;

/// Weights of the kinds of evidence.
mod weight {
    pub const TAG: f64 = 1.0;
    pub const ID: f64 = 2.0;
    pub const CLASS: f64 = 2.0;
    pub const POSITION: f64 = 0.7;
    /// Each further step counts less by this factor.
    pub const DECAY: f64 = 0.8;
    pub const PATH: f64 = 3.0;
    pub const WHOLE_PATH: f64 = 1.5;
    pub const HEADING: f64 = 3.0;
    pub const BEFORE: f64 = 3.0;
    pub const AFTER: f64 = 1.0;
    /// As much as a label that stands beside the text, which is its heading and the text before; a little less, because a name may have
    /// a colon in it.
    pub const LABEL: f64 = 5.0;
    pub const ORDINAL: f64 = 1.0;
    pub const LOOK: f64 = 0.6;
}

/// The label that a text begins with: `Engine` of `Engine: 2.4 l`.
fn own_label(text: &str) -> Option<&str> {
    /// Bytes of a label that stands in one text with its value.
    const LONGEST: usize = 30;
    let (label, value) = text.split_once(": ")?;
    let is_label = label.len() <= LONGEST && label.chars().any(char::is_alphabetic);
    (is_label && !value.trim().is_empty()).then(|| label.trim_end())
}

impl NodePath {
    /// All that can be said of a text.
    pub(crate) fn of(texts: &Texts<'_>, index: usize) -> NodePath {
        let (page, text) = (texts.page, &texts.all[index]);
        let step = |element: &chaffinch_core::NodeId| Step {
            tag: Some(page.name(*element).to_owned()),
            id: page.attribute(*element, "id").filter(|id| !id.is_empty()).map(str::to_owned),
            classes: page.classes(*element).map(str::to_owned).collect(),
            position: Some(texts.position(*element)),
        };
        let path_step = |element: &chaffinch_core::NodeId| PathStep {
            tag: page.name(*element).to_owned(),
            position: Some(texts.position(*element)),
        };
        NodePath {
            steps: text.ancestors.iter().take(STEPS).map(step).collect(),
            path: text.ancestors.iter().rev().map(path_step).collect(),
            whole_path: true,
            heading: text.heading.clone(),
            before: texts.before(index).map(str::to_owned),
            after: texts.after(index).map(str::to_owned),
            label: own_label(&text.text).map(str::to_owned),
            ordinal: Some(text.ordinal),
            look: Look::of(&text.text),
            examples: 1,
        }
    }

    /// What both say.
    pub fn intersect(&self, other: &NodePath) -> NodePath {
        let both = |a: &Option<String>, b: &Option<String>| a.clone().filter(|a| Some(a) == b.as_ref());
        let steps = self.steps.iter().zip(&other.steps).map(|(a, b)| Step {
            tag: both(&a.tag, &b.tag),
            id: both(&a.id, &b.id),
            classes: a.classes.iter().filter(|class| b.classes.contains(class)).cloned().collect(),
            position: a.position.filter(|p| Some(*p) == b.position),
        });
        let shared = self.path.iter().zip(&other.path).take_while(|(a, b)| a.tag == b.tag);
        let path: Vec<PathStep> = shared
            .map(|(a, b)| PathStep {
                tag: a.tag.clone(),
                position: a.position.filter(|p| Some(*p) == b.position),
            })
            .collect();
        NodePath {
            steps: steps.collect(),
            whole_path: self.whole_path
                && other.whole_path
                && path.len() == self.path.len()
                && path.len() == other.path.len(),
            path,
            heading: both(&self.heading, &other.heading),
            before: both(&self.before, &other.before),
            after: both(&self.after, &other.after),
            label: both(&self.label, &other.label),
            ordinal: self.ordinal.filter(|o| Some(*o) == other.ordinal),
            look: self.look.intersect(other.look),
            examples: self.examples + other.examples,
        }
    }

    /// The same for pages seen without links.
    pub(crate) fn unlinked(&self) -> NodePath {
        let mut path = self.clone();
        if path.steps.first().is_some_and(|step| step.tag.as_deref() == Some("a")) {
            path.steps.remove(0);
            if path.whole_path && path.path.last().is_some_and(|step| step.tag == "a") {
                path.path.pop();
            }
        }
        // A link divides texts, so that those around it are counted otherwise.
        path.ordinal = None;
        path
    }

    /// How much a text agrees with the evidence.
    pub(crate) fn score(&self, texts: &Texts<'_>, index: usize) -> f64 {
        self.score_from(texts, index, self.full_score(), f64::NEG_INFINITY).unwrap_or(0.0)
    }

    /// The text whose elements agree most, whatever else is around it.
    pub(crate) fn likely<S: Surroundings>(&self, on: &S) -> Option<usize> {
        let full: f64 = self.steps.iter().map(Step::worth).sum();
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for at in 0..on.count() {
            let mut score = full;
            let mut element = on.holder(at);
            for step in &self.steps {
                score -= step.worth() - element.map_or(0.0, |element| step.agreement(on, element));
                if score <= most {
                    break;
                }
                element = element.and_then(|element| on.above(element));
            }
            if score > most {
                (most, best) = (score, Some(at));
            }
        }
        best
    }

    /// The same, from the full score down; none as soon as it is less than `least`.
    pub(crate) fn score_from<S: Surroundings>(
        &self,
        on: &S,
        index: usize,
        full: f64,
        least: f64,
    ) -> Option<f64> {
        let mut score = full;
        let mut scale = 1.0;
        let mut element = on.holder(index);
        for step in &self.steps {
            score -= scale * (step.worth() - element.map_or(0.0, |element| step.agreement(on, element)));
            if score < least {
                return None;
            }
            scale *= weight::DECAY;
            element = element.and_then(|element| on.above(element));
        }
        let mut above: Vec<S::Element> = Vec::new();
        above.extend(std::iter::successors(on.holder(index), |element| on.above(*element)));
        let mut reached = 0;
        for (step, element) in self.path.iter().zip(above.iter().rev()) {
            let is_there = |position: u32| position == on.position(*element);
            if !on.is_named(*element, &step.tag) || !step.position.is_none_or(is_there) {
                break;
            }
            reached += 1;
        }
        if !self.path.is_empty() {
            score -= weight::PATH * (self.path.len() - reached) as f64 / self.path.len() as f64;
        }
        if self.whole_path && !(reached == self.path.len() && above.len() == reached) {
            score -= weight::WHOLE_PATH;
        }
        if self.ordinal.is_some_and(|ordinal| ordinal != on.ordinal(index)) {
            score -= weight::ORDINAL;
        }
        if score < least {
            return None;
        }
        let text = on.text(index);
        score -= weight::LOOK * (self.look.agreed() - self.look.intersect(Look::of(&text)).agreed());
        if score < least {
            return None;
        }
        if self.label.as_ref().is_some_and(|label| own_label(&text) != Some(label.as_str())) {
            // What all examples begin with, a value begins with; what one does may be the first words of a name.
            if self.examples > 1 {
                return (least <= 0.0).then_some(0.0);
            }
            score -= weight::LABEL;
        }
        // The label of the values is none of them.
        let own = label_of(&text);
        if self.heading.as_deref() == Some(own) || self.before.as_deref() == Some(own) {
            return (least <= 0.0).then_some(0.0);
        }
        if self.before.as_ref().is_some_and(|before| !on.is_before(index, before)) {
            score -= weight::BEFORE;
        }
        if self.after.as_ref().is_some_and(|after| !on.is_after(index, after)) {
            score -= weight::AFTER;
        }
        if score >= least
            && self.heading.as_ref().is_some_and(|heading| on.heading(index).as_deref() != Some(heading))
        {
            score -= weight::HEADING;
        }
        (score >= least).then_some(score)
    }

    /// The score of a text that agrees with everything.
    pub fn full_score(&self) -> f64 {
        let mut score = 0.0;
        let mut scale = 1.0;
        for step in &self.steps {
            score += step.worth() * scale;
            scale *= weight::DECAY;
        }
        score += if self.path.is_empty() { 0.0 } else { weight::PATH };
        score += if self.whole_path { weight::WHOLE_PATH } else { 0.0 };
        score += self.heading.as_ref().map_or(0.0, |_| weight::HEADING);
        score += self.before.as_ref().map_or(0.0, |_| weight::BEFORE);
        score += self.after.as_ref().map_or(0.0, |_| weight::AFTER);
        score += self.label.as_ref().map_or(0.0, |_| weight::LABEL);
        score += self.ordinal.map_or(0.0, |_| weight::ORDINAL);
        score + weight::LOOK * self.look.agreed()
    }
}

impl Step {
    /// How much an element agrees with it.
    fn agreement<S: Surroundings>(&self, on: &S, element: S::Element) -> f64 {
        if !self.tag.as_ref().is_some_and(|tag| on.is_named(element, tag)) {
            return 0.0;
        }
        let mut part = weight::TAG;
        if self.id.as_ref().is_some_and(|id| on.has_id(element, id)) {
            part += weight::ID;
        }
        if !self.classes.is_empty() {
            let held = self.classes.iter().filter(|class| on.has_class(element, class)).count();
            part += weight::CLASS * held as f64 / self.classes.len() as f64;
        }
        if self.position == Some(on.position(element)) {
            part += weight::POSITION;
        }
        part
    }

    /// How much an element agrees that agrees with all of it.
    fn worth(&self) -> f64 {
        if self.tag.is_none() {
            return 0.0;
        }
        let id = self.id.as_ref().map_or(0.0, |_| weight::ID);
        let classes = if self.classes.is_empty() { 0.0 } else { weight::CLASS };
        weight::TAG + id + classes + self.position.map_or(0.0, |_| weight::POSITION)
    }
}
