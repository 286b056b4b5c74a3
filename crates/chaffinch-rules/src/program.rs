//! Rules, read and checked.

use crate::database::Database;
use crate::evaluate::Evaluation;
use crate::host::Hosts;
use crate::parse;
use crate::strata::strata;
use crate::syntax::{Atom, Comparison, Expression, Literal, Rule, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

/// Rules that are ready to run.
#[derive(Debug)]
pub struct Program {
    pub(crate) rules: Vec<Rule>,
    pub(crate) strata: Vec<Vec<usize>>,
}

/// What is wrong with a rule file, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {message}")]
pub struct RuleProblem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl RuleProblem {
    pub(crate) fn new(file: &str, line: usize, message: String) -> RuleProblem {
        RuleProblem { file: file.to_owned(), line, message }
    }
}

/// Why a run was cut short.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RunProblem {
    /// It took more steps than it was allowed.
    #[error("the rules took more than {0} steps")]
    TooManySteps(usize),
}

/// What a run may cost.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Most rows that may be looked at.
    pub steps: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: 20_000_000 }
    }
}

impl Program {
    /// Reads rule files, given as names and texts. `hosts` are the names of the predicates that will be computed.
    pub fn parse(files: &[(&str, &str)], hosts: &[&str]) -> Result<Program, RuleProblem> {
        let mut rules = Vec::new();
        for (number, (name, text)) in files.iter().enumerate() {
            rules.extend(parse::rules(name, number, text)?);
        }
        let files: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
        let mut arities: FxHashMap<&str, usize> = FxHashMap::default();
        for rule in &rules {
            let problem = |message| RuleProblem::new(&files[rule.file], rule.line, message);
            if hosts.contains(&rule.head.predicate.as_str()) {
                return Err(problem(format!("{} is computed; no rule can add to it", rule.head.predicate)));
            }
            let body = rule.body.iter().flat_map(Literal::atoms).map(|(atom, _)| atom);
            for Atom { predicate, terms } in std::iter::once(&rule.head).chain(body) {
                let arity = *arities.entry(predicate).or_insert(terms.len());
                if arity != terms.len() {
                    return Err(problem(format!(
                        "{predicate} has {} terms here and {arity} elsewhere",
                        terms.len()
                    )));
                }
                if arity > 60 {
                    return Err(problem(format!("{predicate} has too many terms")));
                }
            }
            check_safe(rule).map_err(problem)?;
        }
        let strata = strata(&rules, &files)?;
        Ok(Program { rules, strata })
    }

    /// Derives all that follows from `facts`. If the run is cut short, what it has derived so far stays.
    pub fn run(&self, facts: &mut Database, hosts: &Hosts, budget: Budget) -> Result<(), RunProblem> {
        Evaluation { program: self, facts, hosts, budget, steps: 0 }.run()
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

/// Checks that every variable of a rule gets its value from a literal that is not negated.
fn check_safe(rule: &Rule) -> Result<(), String> {
    let mut known: FxHashSet<usize> = FxHashSet::default();
    bind(&rule.body, &mut known);
    let mut needed = rule.head.variables();
    if rule.head.terms.contains(&Term::Anything) {
        return Err("a head cannot say _".to_owned());
    }
    for literal in &rule.body {
        match literal {
            Literal::Compare(..) => needed.extend(literal.variables()),
            Literal::Aggregate(aggregate) => {
                let mut inner = known.clone();
                bind(&aggregate.body, &mut inner);
                let terms = aggregate.terms.iter().filter_map(Term::variable);
                if let Some(free) = terms.into_iter().find(|variable| !inner.contains(variable)) {
                    return Err(format!("nothing gives {} its value", rule.variables[free]));
                }
            }
            // A variable that occurs only in a negation stands for any value.
            Literal::Holds(_) | Literal::Absent(_) => {}
        }
    }
    match needed.into_iter().find(|variable| !known.contains(variable)) {
        Some(free) => Err(format!("nothing gives {} its value", rule.variables[free])),
        None => Ok(()),
    }
}

/// Adds the variables that literals give values to.
fn bind(literals: &[Literal], known: &mut FxHashSet<usize>) {
    loop {
        let before = known.len();
        for literal in literals {
            match literal {
                Literal::Holds(atom) => known.extend(atom.variables()),
                Literal::Compare(left, Comparison::Equal, right) => {
                    for (one, other) in [(left, right), (right, left)] {
                        if let Expression::Term(Term::Variable(variable)) = one
                            && other.variables().iter().all(|v| known.contains(v))
                        {
                            known.insert(*variable);
                        }
                    }
                }
                Literal::Aggregate(aggregate) => {
                    known.insert(aggregate.target);
                }
                Literal::Absent(_) | Literal::Compare(..) => {}
            }
        }
        if known.len() == before {
            return;
        }
    }
}
