//! Derives what follows from facts: one stratum after the other, each until it derives nothing new. After the first round only
//! the facts of the last round are joined with all others (semi-naive evaluation).

use crate::database::{Database, Reason, Support, Value};
use crate::host::Hosts;
use crate::plan::{Plan, Step, Term, plan};
use crate::program::{Budget, Program, RunProblem};
use crate::syntax::{Comparison, Function, Literal, Operator};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;

/// A row, and what it was derived from.
type Derived = (Box<[Value]>, Box<[Support]>);

/// A run of a program.
pub(crate) struct Evaluation<'e, 'h> {
    pub program: &'e Program,
    pub facts: &'e mut Database,
    pub hosts: &'e Hosts<'h>,
    pub budget: Budget,
    /// Rows that were looked at so far.
    pub steps: usize,
}

impl Evaluation<'_, '_> {
    pub fn run(&mut self) -> Result<(), RunProblem> {
        for stratum in &self.program.strata {
            self.stratum(stratum)?;
        }
        Ok(())
    }

    fn stratum(&mut self, rules: &[usize]) -> Result<(), RunProblem> {
        let heads: BTreeSet<usize> =
            rules.iter().map(|rule| self.facts.relation(&self.program.rules[*rule].head.predicate)).collect();
        let sizes = |facts: &Database| -> Vec<usize> {
            facts.relations.iter().map(|relation| relation.rows.len()).collect()
        };
        let mut before = sizes(self.facts);
        for rule in rules {
            let plan = plan(self.program, *rule, None, self.facts, self.hosts);
            self.derive(*rule, &plan, 0..0)?;
        }
        // A plan for each atom whose relation grows within the stratum.
        let mut growing = Vec::new();
        for rule in rules {
            for (at, literal) in self.program.rules[*rule].body.iter().enumerate() {
                if let Literal::Holds(atom) = literal
                    && !self.hosts.0.contains_key(atom.predicate.as_str())
                {
                    let relation = self.facts.relation(&atom.predicate);
                    if heads.contains(&relation) {
                        let plan = plan(self.program, *rule, Some(at), self.facts, self.hosts);
                        growing.push((*rule, relation, plan));
                    }
                }
            }
        }
        loop {
            let now = sizes(self.facts);
            let mut any = false;
            for (rule, relation, plan) in &growing {
                let new = before.get(*relation).copied().unwrap_or(0)..now[*relation];
                if !new.is_empty() {
                    any = true;
                    self.derive(*rule, plan, new)?;
                }
            }
            if !any {
                return Ok(());
            }
            before = now;
        }
    }

    fn derive(&mut self, rule: usize, plan: &Plan, new: Range<usize>) -> Result<(), RunProblem> {
        prepare(&plan.steps, self.facts);
        let head = self.facts.relation(&self.program.rules[rule].head.predicate);
        let mut derived: Vec<Derived> = Vec::new();
        let join = Join {
            facts: self.facts,
            hosts: self.hosts,
            new,
            steps: Cell::new(self.steps),
            most: self.budget.steps,
        };
        let mut bindings = vec![None; plan.variables];
        let mut supports = Vec::new();
        join.step(&plan.steps, &mut bindings, &mut supports, &mut |bindings, supports| {
            let row = plan.head.iter().filter_map(|term| term.value(bindings)).collect();
            derived.push((row, supports.into()));
        });
        self.steps = join.steps.get();
        let spent = self.steps > self.budget.steps;
        let place = &self.program.rules[rule].place;
        for (row, supports) in derived {
            self.facts.insert(head, &row, Some(Reason { rule: place.clone(), supports }));
        }
        if spent { Err(RunProblem::TooManySteps(self.budget.steps)) } else { Ok(()) }
    }
}

fn prepare(steps: &[Step], facts: &mut Database) {
    for step in steps {
        match step {
            Step::Scan { relation, columns, .. } | Step::Absent { relation, columns, .. } => {
                facts.relations[*relation].prepare(*columns);
            }
            Step::Aggregate { inner, .. } => prepare(inner, facts),
            _ => {}
        }
    }
}

struct Join<'j, 'h> {
    facts: &'j Database,
    hosts: &'j Hosts<'h>,
    /// The rows of the last round, of the relation that the plan begins with.
    new: Range<usize>,
    steps: Cell<usize>,
    most: usize,
}

type Bindings = Vec<Option<Value>>;
type Found<'f> = &'f mut dyn FnMut(&Bindings, &[Support]);

impl Join<'_, '_> {
    /// Counts a row that is looked at; false once there are too many.
    fn go_on(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() <= self.most
    }

    fn step(&self, steps: &[Step], bindings: &mut Bindings, supports: &mut Vec<Support>, found: Found<'_>) {
        let Some((step, rest)) = steps.split_first() else {
            found(bindings, supports);
            return;
        };
        match step {
            Step::Scan { relation, terms, columns, new } => {
                let held = &self.facts.relations[*relation];
                let key = key(terms, *columns, bindings);
                let mut visit = |number: usize, join: &Self| {
                    let fact = crate::Fact { relation: *relation as u32, row: number as u32 };
                    join.with(&held.rows[number], terms, bindings, |bindings| {
                        supports.push(Support::Fact(fact));
                        join.step(rest, bindings, supports, found);
                        supports.pop();
                    });
                };
                if *new {
                    self.new.clone().take_while(|_| self.go_on()).for_each(|row| visit(row, self));
                } else if *columns == 0 {
                    (0..held.rows.len()).take_while(|_| self.go_on()).for_each(|row| visit(row, self));
                } else {
                    let rows = held.lookup(*columns, &key).iter().take_while(|_| self.go_on());
                    rows.for_each(|row| visit(*row as usize, self));
                }
            }
            Step::Host { name, terms } => {
                let Some(host) = self.hosts.0.get(name.as_str()) else { return };
                let arguments: Vec<Option<Value>> = terms.iter().map(|term| term.value(bindings)).collect();
                let mut answers: Vec<Box<[Value]>> = Vec::new();
                host.solve(&arguments, &mut |row| {
                    if self.go_on() {
                        answers.push(row.into());
                    }
                });
                for row in answers {
                    let support = Support::Computed(name.as_str().into(), row.clone());
                    self.with(&row, terms, bindings, |bindings| {
                        supports.push(support.clone());
                        self.step(rest, bindings, supports, found);
                        supports.pop();
                    });
                }
            }
            Step::Absent { relation, name, terms, columns } => {
                let row: Box<[Option<Value>]> = terms.iter().map(|term| term.value(bindings)).collect();
                let there = match self.hosts.0.get(name.as_str()) {
                    Some(host) => {
                        let mut any = false;
                        host.solve(&row, &mut |_| any = true);
                        any
                    }
                    None if *columns == 0 => !self.facts.relations[*relation].rows.is_empty(),
                    None => {
                        let key: Vec<Value> = row.iter().flatten().copied().collect();
                        !self.facts.relations[*relation].lookup(*columns, &key).is_empty()
                    }
                };
                if !there && self.go_on() {
                    supports.push(Support::Absent(name.as_str().into(), row));
                    self.step(rest, bindings, supports, found);
                    supports.pop();
                }
            }
            Step::Compare(left, comparison, right) => {
                if let (Some(left), Some(right)) = (left.value(bindings), right.value(bindings))
                    && compares(left, *comparison, right)
                {
                    self.step(rest, bindings, supports, found);
                }
            }
            Step::Assign(variable, expression) => {
                if let Some(value) = expression.value(bindings) {
                    bindings[*variable] = Some(value);
                    self.step(rest, bindings, supports, found);
                    bindings[*variable] = None;
                }
            }
            Step::Aggregate { target, bound, function, terms, inner } => {
                let mut tuples: BTreeSet<Vec<Value>> = BTreeSet::new();
                self.step(inner, bindings, &mut Vec::new(), &mut |bindings, _| {
                    tuples.insert(terms.iter().filter_map(|term| term.value(bindings)).collect());
                });
                let Some(value) = aggregate(*function, &tuples) else { return };
                if *bound {
                    if bindings[*target] == Some(value) {
                        self.step(rest, bindings, supports, found);
                    }
                    return;
                }
                bindings[*target] = Some(value);
                supports.push(Support::Aggregate(function.sign(), value));
                self.step(rest, bindings, supports, found);
                supports.pop();
                bindings[*target] = None;
            }
        }
    }

    /// Binds the free variables of `terms` to the values of a row, goes on if all else agrees, and frees them again.
    fn with(
        &self,
        row: &[Value],
        terms: &[Term],
        bindings: &mut Bindings,
        go_on: impl FnOnce(&mut Bindings),
    ) {
        let mut bound: u64 = 0;
        let mut agrees = row.len() == terms.len();
        for (at, (term, value)) in terms.iter().zip(row).enumerate() {
            match term {
                Term::Variable(variable) => match bindings[*variable] {
                    None => {
                        bindings[*variable] = Some(*value);
                        bound |= 1 << at;
                    }
                    Some(held) => agrees &= held == *value,
                },
                Term::Constant(constant) => agrees &= constant == value,
                Term::Anything => {}
            }
        }
        if agrees {
            go_on(bindings);
        }
        for (at, term) in terms.iter().enumerate() {
            if let (Term::Variable(variable), 1) = (term, bound >> at & 1) {
                bindings[*variable] = None;
            }
        }
    }
}

/// The values of the columns that are looked up.
fn key(terms: &[Term], columns: u64, bindings: &Bindings) -> Vec<Value> {
    let looked_up = terms.iter().enumerate().filter(|(at, _)| columns >> at & 1 == 1);
    looked_up.filter_map(|(_, term)| term.value(bindings)).collect()
}

fn compares(left: Value, comparison: Comparison, right: Value) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::Unequal => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

fn aggregate(function: Function, tuples: &BTreeSet<Vec<Value>>) -> Option<Value> {
    match function {
        Function::Count => Some(Value::Number(tuples.len() as i64)),
        Function::Min => tuples.iter().filter_map(|tuple| tuple.first()).min().copied(),
        Function::Max => tuples.iter().filter_map(|tuple| tuple.first()).max().copied(),
        Function::Sum => {
            let numbers = tuples.iter().filter_map(|tuple| match tuple.first() {
                Some(Value::Number(number)) => Some(*number),
                _ => None,
            });
            Some(Value::Number(numbers.fold(0, i64::saturating_add)))
        }
    }
}

/// The result of an operation; nothing for symbols, division by zero and overflow.
pub(crate) fn operate(left: Value, operator: Operator, right: Value) -> Option<Value> {
    let (Value::Number(left), Value::Number(right)) = (left, right) else { return None };
    let number = match operator {
        Operator::Plus => left.checked_add(right)?,
        Operator::Minus => left.checked_sub(right)?,
        Operator::Times => left.checked_mul(right)?,
        Operator::Divided => left.checked_div(right)?,
    };
    Some(Value::Number(number))
}
