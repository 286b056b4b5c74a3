//! What examples say about where an attribute stands, and how well a text of another page agrees.

use super::texts::{Texts, label_of};

/// Evidence for the place of an attribute's values. What examples do not agree on is not in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodePath {
    /// The elements around the text, the nearest first.
    pub steps: Vec<Step>,
    /// The elements from the root down, with their positions.
    pub path: Vec<PathStep>,
    /// Whether `path` leads all the way to the text.
    pub whole_path: bool,
    /// What the nearest branch to the left says.
    pub heading: Option<String>,
    /// The text before.
    pub before: Option<String>,
    /// The text behind.
    pub after: Option<String>,
    /// The place among the texts of the same parent.
    pub ordinal: Option<u32>,
    /// What the values look like.
    pub look: Look,
    /// How many examples agree on this.
    pub examples: usize,
}

/// What all values look like; only what they agree on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// Whether they have digits.
    pub digits: Option<bool>,
    /// Whether they have letters.
    pub letters: Option<bool>,
    /// The kind of their first character.
    pub first: Option<CharKind>,
    /// The kind of their last character.
    pub last: Option<CharKind>,
}

/// Kinds of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharKind {
    /// A letter.
    Letter,
    /// A digit.
    Digit,
    /// This very mark.
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
    pub const ORDINAL: f64 = 1.0;
    pub const LOOK: f64 = 0.6;
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
            ordinal: self.ordinal.filter(|o| Some(*o) == other.ordinal),
            look: self.look.intersect(other.look),
            examples: self.examples + other.examples,
        }
    }

    /// How much a text agrees with the evidence.
    pub(crate) fn score(&self, texts: &Texts<'_>, index: usize) -> f64 {
        let (page, text) = (texts.page, &texts.all[index]);
        // The label of the values is none of them.
        let own = label_of(&text.text);
        if self.heading.as_deref() == Some(own) || self.before.as_deref() == Some(own) {
            return 0.0;
        }
        let mut score = 0.0;
        let mut scale = 1.0;
        for (step, element) in self.steps.iter().zip(&text.ancestors) {
            let mut part = 0.0;
            if step.tag.as_deref() == Some(page.name(*element)) {
                part += weight::TAG;
                if step.id.is_some() && step.id.as_deref() == page.attribute(*element, "id") {
                    part += weight::ID;
                }
                if !step.classes.is_empty() {
                    let held =
                        step.classes.iter().filter(|c| page.classes(*element).any(|d| d == *c)).count();
                    part += weight::CLASS * held as f64 / step.classes.len() as f64;
                }
                if step.position == Some(texts.position(*element)) {
                    part += weight::POSITION;
                }
            }
            score += part * scale;
            scale *= weight::DECAY;
        }
        let mut reached = 0;
        for (step, element) in self.path.iter().zip(text.ancestors.iter().rev()) {
            if step.tag != page.name(*element)
                || step.position.is_some_and(|position| position != texts.position(*element))
            {
                break;
            }
            reached += 1;
        }
        score += weight::PATH * reached as f64 / self.path.len().max(1) as f64;
        if self.whole_path && reached == self.path.len() && text.ancestors.len() == reached {
            score += weight::WHOLE_PATH;
        }
        let same = |a: &Option<String>, b: Option<&str>| a.is_some() && a.as_deref() == b;
        if same(&self.heading, text.heading.as_deref()) {
            score += weight::HEADING;
        }
        if same(&self.before, texts.before(index)) {
            score += weight::BEFORE;
        }
        if same(&self.after, texts.after(index)) {
            score += weight::AFTER;
        }
        if self.ordinal == Some(text.ordinal) {
            score += weight::ORDINAL;
        }
        score + weight::LOOK * self.look.intersect(Look::of(&text.text)).agreed()
    }

    /// The score of a text that agrees with everything.
    pub fn full_score(&self) -> f64 {
        let mut score = 0.0;
        let mut scale = 1.0;
        for step in &self.steps {
            let mut part = 0.0;
            if step.tag.is_some() {
                part += weight::TAG;
                part += step.id.as_ref().map_or(0.0, |_| weight::ID);
                part += if step.classes.is_empty() { 0.0 } else { weight::CLASS };
                part += step.position.map_or(0.0, |_| weight::POSITION);
            }
            score += part * scale;
            scale *= weight::DECAY;
        }
        score += if self.path.is_empty() { 0.0 } else { weight::PATH };
        score += if self.whole_path { weight::WHOLE_PATH } else { 0.0 };
        score += self.heading.as_ref().map_or(0.0, |_| weight::HEADING);
        score += self.before.as_ref().map_or(0.0, |_| weight::BEFORE);
        score += self.after.as_ref().map_or(0.0, |_| weight::AFTER);
        score += self.ordinal.map_or(0.0, |_| weight::ORDINAL);
        score + weight::LOOK * self.look.agreed()
    }
}
