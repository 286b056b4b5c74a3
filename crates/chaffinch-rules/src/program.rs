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

/// Why a run did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RunProblem {
    /// It took more steps than it may.
    #[error("the rules took more than {0} steps")]
    TooManySteps(usize),
}

/// What a run may cost.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Rows that are looked at.
    pub steps: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: 20_000_000 }
    }
}

impl Program {
    /// Reads rule files, given as names and texts. `hosts` are the predicates that will be computed.
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

    /// Derives all that follows. What was derived before a problem stays.
    pub fn run(&self, facts: &mut Database, hosts: &Hosts, budget: Budget) -> Result<(), RunProblem> {
        Evaluation::new(self, facts, hosts, budget).run()
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

/// Every variable of a rule must get its value from something that holds.
fn check_safe(rule: &Rule) -> Result<(), String> {
    let mut known: FxHashSet<usize> = FxHashSet::default();
    bind(&rule.body, &mut known);
    let mut needed = Vec::new();
    rule.head.variables(&mut needed);
    if rule.head.terms.contains(&Term::Anything) {
        return Err("a head cannot say _".to_owned());
    }
    for literal in &rule.body {
        match literal {
            Literal::Compare(..) => literal.variables(&mut needed),
            Literal::Aggregate(aggregate) => {
                let mut inner = known.clone();
                bind(&aggregate.body, &mut inner);
                let terms = aggregate.terms.iter().filter_map(Term::variable);
                if let Some(free) = terms.into_iter().find(|variable| !inner.contains(variable)) {
                    return Err(format!("nothing gives {} its value", rule.variables[free]));
                }
            }
            // What is absent may leave a variable free: then no value at all has it.
            Literal::Holds(_) | Literal::Absent(_) => {}
        }
    }
    match needed.into_iter().find(|variable| !known.contains(variable)) {
        Some(free) => Err(format!("nothing gives {} its value", rule.variables[free])),
        None => Ok(()),
    }
}

/// The variables that literals give values to.
fn bind(literals: &[Literal], known: &mut FxHashSet<usize>) {
    loop {
        let before = known.len();
        for literal in literals {
            match literal {
                Literal::Holds(atom) => known.extend(atom.terms.iter().filter_map(Term::variable)),
                Literal::Compare(left, Comparison::Equal, right) => {
                    for (one, other) in [(left, right), (right, left)] {
                        let mut variables = Vec::new();
                        other.variables(&mut variables);
                        if let Expression::Term(Term::Variable(variable)) = one
                            && variables.iter().all(|v| known.contains(v))
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
