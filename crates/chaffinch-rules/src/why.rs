//! Why a fact holds, as a tree of facts.

use crate::database::{Database, Fact, Support, Value};

/// A fact and what it follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The fact as text.
    pub fact: String,
    /// The rule that derived it, as `file:line`; none for a fact that was given or computed.
    pub rule: Option<String>,
    /// What the literals of the rule's body found.
    pub from: Vec<Derivation>,
}

impl Database {
    /// Why a fact holds, at most `depth` rules deep. `name` turns values into text.
    pub fn why(&self, fact: Fact, depth: usize, name: &dyn Fn(Value) -> String) -> Derivation {
        let (relation, row) = self.row(fact);
        let written = written(relation, row.iter().map(|value| Some(*value)), name);
        let reason = self.reason(fact).filter(|_| depth > 0);
        let Some(reason) = reason else { return Derivation { fact: written, rule: None, from: Vec::new() } };
        let from = reason.supports.iter().map(|support| self.support(support, depth - 1, name)).collect();
        Derivation { fact: written, rule: Some(reason.rule.to_string()), from }
    }

    fn support(&self, support: &Support, depth: usize, name: &dyn Fn(Value) -> String) -> Derivation {
        let leaf = |fact| Derivation { fact, rule: None, from: Vec::new() };
        match support {
            Support::Fact(fact) => self.why(*fact, depth, name),
            Support::Computed(relation, row) => leaf(written(relation, row.iter().map(|v| Some(*v)), name)),
            Support::Absent(relation, row) => {
                leaf(format!("¬ {}", written(relation, row.iter().copied(), name)))
            }
            Support::Aggregate(function, value) => leaf(format!("{function} = {}", name(*value))),
        }
    }
}

fn written(
    relation: &str,
    row: impl Iterator<Item = Option<Value>>,
    name: &dyn Fn(Value) -> String,
) -> String {
    let values: Vec<String> = row.map(|value| value.map_or("_".to_owned(), name)).collect();
    format!("{relation}({})", values.join(","))
}
