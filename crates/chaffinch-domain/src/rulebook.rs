//! The rule files, one for each phase, and those that a user puts in their place or adds to them.

use crate::tree::Tree;
use chaffinch_rules::Program;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// A phase of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Section 2.2: annotations become attributes.
    Attributes,
    /// Section 3.1: clusters of mandatory nodes.
    Identification,
    /// Section 3.2: records of each cluster.
    Understanding,
    /// The choice between segmentations.
    Alternatives,
    /// Records of different data areas.
    Areas,
    /// Section 3.3: attributes are given to records.
    Alignment,
    /// How probable the data areas are.
    Evidence,
}

/// The names of the phases and the rules that come with the program, in the order of [`Phase`].
const SHIPPED: [(&str, &str); 7] = [
    ("attributes", include_str!("../rules/attributes.rules")),
    ("identification", include_str!("../rules/identification.rules")),
    ("understanding", include_str!("../rules/understanding.rules")),
    ("alternatives", include_str!("../rules/alternatives.rules")),
    ("areas", include_str!("../rules/areas.rules")),
    ("alignment", include_str!("../rules/alignment.rules")),
    ("evidence", include_str!("../rules/evidence.rules")),
];

/// The rules of all phases.
#[derive(Clone)]
pub struct Rulebook {
    phases: Arc<[Program]>,
}

impl Rulebook {
    /// The rules that come with the program, with files of the user's own, given by name and text. `areas.rules` takes the place of the
    /// shipped file of that name, and `areas+NAME.rules` is added to it.
    ///
    /// # Errors
    /// If a file is named after no phase, or its rules cannot be read: a sentence with the file and the line.
    pub fn with(files: &[(String, String)]) -> Result<Rulebook, String> {
        let phase_of = |name: &str| {
            let stem = name.strip_suffix(".rules").unwrap_or(name);
            stem.split_once('+').map_or((stem.to_owned(), false), |(phase, _)| (phase.to_owned(), true))
        };
        let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
        if let Some((name, _)) = files.iter().find(|(name, _)| !names.contains(&phase_of(name).0.as_str())) {
            return Err(format!(
                "{name}: rule files are called after their phase, such as areas.rules or areas+mine.rules; there are {}",
                names.join(", ")
            ));
        }
        let mut phases = Vec::with_capacity(SHIPPED.len());
        for (phase, text) in SHIPPED {
            let own = |added: bool| {
                files.iter().filter(move |(name, _)| phase_of(name) == (phase.to_owned(), added))
            };
            let shipped_name = format!("{phase}.rules");
            let mut read: Vec<(&str, &str)> =
                own(false).map(|(name, text)| (name.as_str(), text.as_str())).collect();
            if read.is_empty() {
                read.push((&shipped_name, text));
            }
            read.extend(own(true).map(|(name, text)| (name.as_str(), text.as_str())));
            phases.push(Program::parse(&read, &Tree::PREDICATES).map_err(|problem| problem.to_string())?);
        }
        Ok(Rulebook { phases: phases.into() })
    }

    pub(crate) fn program(&self, phase: Phase) -> &Program {
        &self.phases[phase as usize]
    }
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        static RULES: LazyLock<Rulebook> = LazyLock::new(|| {
            Rulebook::with(&[]).unwrap_or_else(|problem| panic!("a shipped rule file: {problem}"))
        });
        RULES.clone()
    }
}

impl fmt::Debug for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rulebook")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rules_can_be_read() {
        assert!(Rulebook::default().phases.iter().all(|program| !program.is_empty()));
    }

    #[test]
    fn a_file_of_no_phase_and_a_wrong_rule_are_refused_with_their_names() {
        let file = |name: &str, text: &str| Rulebook::with(&[(name.to_owned(), text.to_owned())]);
        assert!(file("mine.rules", "a(X) ⇐ b(X).").unwrap_err().contains("mine.rules"));
        assert!(file("areas+mine.rules", "boundary(J ⇐").unwrap_err().contains("areas+mine.rules"));
        assert!(file("areas+mine.rules", "boundary(J) ⇐ headed(J).").is_ok());
    }
}
