//! The order in which predicates are derived: one that is negated or aggregated must be complete before.

use crate::program::RuleProblem;
use crate::syntax::Rule;
use rustc_hash::FxHashMap;

/// The strata in order, each with the indices of its rules.
pub(crate) fn strata(rules: &[Rule], files: &[String]) -> Result<Vec<Vec<usize>>, RuleProblem> {
    let mut level: FxHashMap<&str, usize> = FxHashMap::default();
    for rule in rules {
        level.insert(&rule.head.predicate, 0);
    }
    let most = level.len();
    loop {
        let mut changed = false;
        for rule in rules {
            let mut needed = level[rule.head.predicate.as_str()];
            for (atom, grows) in rule.body.iter().flat_map(|literal| literal.atoms()) {
                if let Some(below) = level.get(atom.predicate.as_str()) {
                    needed = needed.max(below + usize::from(!grows));
                }
            }
            if needed > most {
                let message = format!("{} depends on its own negation or count", rule.head.predicate);
                return Err(RuleProblem::new(&files[rule.file], rule.line, message));
            }
            let own = level.entry(&rule.head.predicate).or_default();
            changed |= *own < needed;
            *own = needed;
        }
        if !changed {
            break;
        }
    }
    let levels = level.values().copied().max().map_or(0, |highest| highest + 1);
    let mut strata = vec![Vec::new(); levels];
    for (number, rule) in rules.iter().enumerate() {
        strata[level[rule.head.predicate.as_str()]].push(number);
    }
    Ok(strata)
}
