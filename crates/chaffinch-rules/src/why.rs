//! Derivations as trees.

use crate::database::{Database, Fact, Support, Value};
use crate::program::Program;

/// A fact and what it follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The fact, as it is written.
    pub fact: String,
    /// The rule that derived it as `file:line`; none for what was given or computed.
    pub rule: Option<String>,
    /// What the rule's body found.
    pub from: Vec<Derivation>,
}

impl Database {
    /// Why a fact holds, down to `depth` rules.
    pub fn why(&self, program: &Program, fact: Fact, depth: usize) -> Derivation {
        let (name, row) = self.row(fact);
        let written = self.written(name, row.iter().map(|value| Some(*value)));
        let reason = self.reason(fact).filter(|_| depth > 0);
        let Some(reason) = reason else { return Derivation { fact: written, rule: None, from: Vec::new() } };
        let (file, line) = program.rule_place(reason.rule);
        let from = reason.supports.iter().map(|support| self.support(program, support, depth - 1)).collect();
        Derivation { fact: written, rule: Some(format!("{file}:{line}")), from }
    }

    fn support(&self, program: &Program, support: &Support, depth: usize) -> Derivation {
        let leaf = |fact| Derivation { fact, rule: None, from: Vec::new() };
        match support {
            Support::Fact(fact) => self.why(program, *fact, depth),
            Support::Computed(name, row) => leaf(self.written(name, row.iter().map(|v| Some(*v)))),
            Support::Absent(name, row) => leaf(format!("¬ {}", self.written(name, row.iter().copied()))),
            Support::Aggregate(name, value) => leaf(format!("#{name} = {}", self.text(*value))),
        }
    }

    fn written(&self, name: &str, row: impl Iterator<Item = Option<Value>>) -> String {
        let values: Vec<String> =
            row.map(|value| value.map_or("_".to_owned(), |value| self.text(value))).collect();
        format!("{name}({})", values.join(","))
    }
}
