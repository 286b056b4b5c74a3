//! The rule files, one for each phase.

use crate::tree::Tree;
use chaffinch_rules::Program;
use std::sync::LazyLock;

/// Section 2.2: annotations become attributes.
pub static ATTRIBUTES: LazyLock<Program> =
    LazyLock::new(|| read("attributes.rules", include_str!("../rules/attributes.rules")));
/// Section 3.1: clusters of mandatory nodes.
pub static IDENTIFICATION: LazyLock<Program> =
    LazyLock::new(|| read("identification.rules", include_str!("../rules/identification.rules")));
/// Section 3.2: records of each cluster.
pub static UNDERSTANDING: LazyLock<Program> =
    LazyLock::new(|| read("understanding.rules", include_str!("../rules/understanding.rules")));
/// The choice between segmentations.
pub static ALTERNATIVES: LazyLock<Program> =
    LazyLock::new(|| read("alternatives.rules", include_str!("../rules/alternatives.rules")));
/// Section 3.3: attributes are given to records.
pub static ALIGNMENT: LazyLock<Program> =
    LazyLock::new(|| read("alignment.rules", include_str!("../rules/alignment.rules")));

fn read(name: &str, text: &str) -> Program {
    Program::parse(&[(name, text)], &Tree::PREDICATES)
        .unwrap_or_else(|problem| panic!("a shipped rule file: {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rules_can_be_read() {
        for program in [&ATTRIBUTES, &IDENTIFICATION, &UNDERSTANDING, &ALTERNATIVES, &ALIGNMENT] {
            assert!(!program.is_empty());
        }
    }
}
