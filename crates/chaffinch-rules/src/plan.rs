//! The order in which the literals of a rule's body are evaluated: as written, but a literal waits until the variables that it
//! needs are known, and one that only tests goes first.

use crate::database::{Database, Value};
use crate::evaluate::operate;
use crate::host::Hosts;
use crate::program::Program;
use crate::syntax::{self, Aggregate, Atom, Comparison, Function, Literal};
use rustc_hash::FxHashSet;

/// A rule that is ready to be evaluated.
#[derive(Debug)]
pub(crate) struct Plan {
    pub head: Vec<Term>,
    pub steps: Vec<Step>,
    pub variables: usize,
}

#[derive(Debug)]
pub(crate) enum Step {
    /// All rows that agree in `columns`, a set of bits; if `new`, only the rows of the last round.
    Scan {
        relation: usize,
        terms: Vec<Term>,
        columns: u64,
        new: bool,
    },
    Host {
        name: String,
        terms: Vec<Term>,
    },
    Absent {
        relation: usize,
        name: String,
        terms: Vec<Term>,
        columns: u64,
    },
    Compare(Expression, Comparison, Expression),
    Assign(usize, Expression),
    Aggregate {
        target: usize,
        bound: bool,
        function: Function,
        terms: Vec<Term>,
        inner: Vec<Step>,
    },
}

/// A term with its constants as values of the database.
#[derive(Debug, Clone)]
pub(crate) enum Term {
    Variable(usize),
    Constant(Value),
    Anything,
}

impl Term {
    pub fn value(&self, bindings: &[Option<Value>]) -> Option<Value> {
        match self {
            Term::Variable(variable) => bindings[*variable],
            Term::Constant(value) => Some(*value),
            Term::Anything => None,
        }
    }
}

type Expression = syntax::Expression<Term>;

impl Expression {
    pub fn value(&self, bindings: &[Option<Value>]) -> Option<Value> {
        match self {
            Expression::Term(term) => term.value(bindings),
            Expression::Operation(left, operator, right) => {
                operate(left.value(bindings)?, *operator, right.value(bindings)?)
            }
            Expression::Absolute(inner) => match inner.value(bindings)? {
                Value::Number(number) => Some(Value::Number(number.checked_abs()?)),
                Value::Symbol(_) => None,
            },
        }
    }
}

/// The plan of a rule. `new` is the literal of the body of which only the rows of the last round are looked at.
pub(crate) fn plan(
    program: &Program,
    rule: usize,
    new: Option<usize>,
    facts: &mut Database,
    hosts: &Hosts,
) -> Plan {
    let rule = &program.rules[rule];
    let mut planner = Planner { facts, hosts };
    let mut known = FxHashSet::default();
    let mut steps = Vec::new();
    let mut waiting: Vec<&Literal> = rule.body.iter().collect();
    if let Some(at) = new
        && let Literal::Holds(atom) = waiting.remove(at)
    {
        steps.push(planner.scan(atom, &known, true));
        known.extend(atom.variables());
    }
    planner.order(waiting, &rule.body, &mut known, &mut steps);
    Plan { head: planner.terms(&rule.head.terms), steps, variables: rule.variables.len() }
}

struct Planner<'p, 'h> {
    facts: &'p mut Database,
    hosts: &'p Hosts<'h>,
}

type Known = FxHashSet<usize>;

impl Planner<'_, '_> {
    /// Appends the steps for the literals `waiting`, in a good order. `all` is the whole body that they are part of.
    fn order(
        &mut self,
        mut waiting: Vec<&Literal>,
        all: &[Literal],
        known: &mut Known,
        steps: &mut Vec<Step>,
    ) {
        while !waiting.is_empty() {
            let place = |test: &dyn Fn(&Literal) -> bool| waiting.iter().position(|literal| test(literal));
            let next = place(&|literal| self.only_tests(literal, all, known))
                .or_else(|| {
                    place(&|literal| self.is_ready(literal, all, known) && self.is_bound(literal, known))
                })
                .or_else(|| place(&|literal| self.is_ready(literal, all, known)));
            // What is never ready, such as a host whose arguments nothing binds, comes last.
            let literal = waiting.remove(next.unwrap_or(0));
            let step = self.step(literal, all, known);
            steps.push(step);
            match literal {
                Literal::Absent(_) => {}
                Literal::Aggregate(aggregate) => known.extend([aggregate.target]),
                Literal::Holds(_) | Literal::Compare(..) => known.extend(literal.variables()),
            }
        }
    }

    /// Whether a literal can be evaluated, and gives at most one answer.
    fn only_tests(&self, literal: &Literal, all: &[Literal], known: &Known) -> bool {
        let may_find_several = match literal {
            Literal::Holds(atom) => atom.variables().iter().any(|variable| !known.contains(variable)),
            Literal::Compare(..) | Literal::Absent(_) | Literal::Aggregate(_) => false,
        };
        !may_find_several && self.is_ready(literal, all, known)
    }

    fn is_ready(&self, literal: &Literal, all: &[Literal], known: &Known) -> bool {
        match literal {
            Literal::Holds(atom) => match self.hosts.0.get(atom.predicate.as_str()) {
                Some(host) => {
                    host.is_ready(&atom.terms.iter().map(|t| is_known(t, known)).collect::<Vec<_>>())
                }
                None => true,
            },
            // Variables that occur elsewhere in the body must be known; the others may have any value.
            Literal::Absent(_) => shared(literal, all).iter().all(|v| known.contains(v)),
            Literal::Compare(left, comparison, right) => {
                let free = |expression: &syntax::Expression| {
                    expression.variables().iter().filter(|v| !known.contains(v)).count()
                };
                let alone = |e: &syntax::Expression| matches!(e, syntax::Expression::Term(_));
                match (free(left), free(right)) {
                    (0, 0) => true,
                    (1, 0) => *comparison == Comparison::Equal && alone(left),
                    (0, 1) => *comparison == Comparison::Equal && alone(right),
                    _ => false,
                }
            }
            Literal::Aggregate(aggregate) => {
                shared(literal, all).iter().all(|v| *v == aggregate.target || known.contains(v))
            }
        }
    }

    fn is_bound(&self, literal: &Literal, known: &Known) -> bool {
        literal.variables().iter().any(|variable| known.contains(variable))
    }

    fn step(&mut self, literal: &Literal, all: &[Literal], known: &Known) -> Step {
        match literal {
            Literal::Holds(atom) if self.hosts.0.contains_key(atom.predicate.as_str()) => {
                Step::Host { name: atom.predicate.clone(), terms: self.terms(&atom.terms) }
            }
            Literal::Holds(atom) => self.scan(atom, known, false),
            Literal::Absent(atom) => Step::Absent {
                relation: self.facts.relation(&atom.predicate),
                name: atom.predicate.clone(),
                terms: self.terms(&atom.terms),
                columns: columns(atom, known),
            },
            Literal::Compare(left, comparison, right) => self.compare(left, *comparison, right, known),
            Literal::Aggregate(aggregate) => self.aggregate(aggregate, literal, all, known),
        }
    }

    fn scan(&mut self, atom: &Atom, known: &Known, new: bool) -> Step {
        Step::Scan {
            relation: self.facts.relation(&atom.predicate),
            terms: self.terms(&atom.terms),
            columns: columns(atom, known),
            new,
        }
    }

    fn compare(
        &mut self,
        left: &syntax::Expression,
        comparison: Comparison,
        right: &syntax::Expression,
        known: &Known,
    ) -> Step {
        for (one, other) in [(left, right), (right, left)] {
            if let syntax::Expression::Term(syntax::Term::Variable(variable)) = one
                && comparison == Comparison::Equal
                && !known.contains(variable)
            {
                return Step::Assign(*variable, self.expression(other));
            }
        }
        Step::Compare(self.expression(left), comparison, self.expression(right))
    }

    fn aggregate(
        &mut self,
        aggregate: &Aggregate,
        literal: &Literal,
        all: &[Literal],
        known: &Known,
    ) -> Step {
        // Variables that occur nowhere else in the rule belong to the aggregate alone.
        let outside = shared(literal, all);
        let mut inner_known: Known = known.iter().copied().filter(|v| outside.contains(v)).collect();
        let mut inner = Vec::new();
        self.order(aggregate.body.iter().collect(), &aggregate.body, &mut inner_known, &mut inner);
        Step::Aggregate {
            target: aggregate.target,
            bound: known.contains(&aggregate.target),
            function: aggregate.function,
            terms: self.terms(&aggregate.terms),
            inner,
        }
    }

    fn terms(&mut self, terms: &[syntax::Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn term(&mut self, term: &syntax::Term) -> Term {
        match term {
            syntax::Term::Variable(variable) => Term::Variable(*variable),
            syntax::Term::Number(number) => Term::Constant(Value::Number(*number)),
            syntax::Term::Symbol(text) => Term::Constant(self.facts.symbol(text)),
            syntax::Term::Anything => Term::Anything,
        }
    }

    fn expression(&mut self, expression: &syntax::Expression) -> Expression {
        match expression {
            syntax::Expression::Term(term) => Expression::Term(self.term(term)),
            syntax::Expression::Operation(left, operator, right) => Expression::Operation(
                Box::new(self.expression(left)),
                *operator,
                Box::new(self.expression(right)),
            ),
            syntax::Expression::Absolute(inner) => Expression::Absolute(Box::new(self.expression(inner))),
        }
    }
}

/// The variables of a literal that occur in others of the same body too. The head need not be looked at: a rule in which only the
/// head shares a variable with a negation or an aggregate was refused as unsafe.
fn shared(literal: &Literal, all: &[Literal]) -> FxHashSet<usize> {
    let others = all.iter().filter(|other| !std::ptr::eq(*other, literal));
    let others: Vec<usize> = others.flat_map(Literal::variables).collect();
    literal.variables().into_iter().filter(|variable| others.contains(variable)).collect()
}

fn is_known(term: &syntax::Term, known: &Known) -> bool {
    match term {
        syntax::Term::Variable(variable) => known.contains(variable),
        syntax::Term::Anything => false,
        syntax::Term::Number(_) | syntax::Term::Symbol(_) => true,
    }
}

/// The columns of an atom whose values are known before it is evaluated, as bits.
fn columns(atom: &Atom, known: &Known) -> u64 {
    let bits = atom.terms.iter().enumerate().filter(|(_, term)| is_known(term, known));
    bits.fold(0, |columns, (at, _)| columns | 1 << at)
}
