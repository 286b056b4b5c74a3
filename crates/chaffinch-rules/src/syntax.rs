//! Rules as they are read.

use std::sync::Arc;

/// A rule: its head follows where its body holds.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub head: Atom,
    pub body: Vec<Literal>,
    /// Names of the variables, by number.
    pub variables: Vec<String>,
    /// The file, by its number among those parsed.
    pub file: usize,
    /// Where it begins.
    pub line: usize,
    /// Both, as `file:line`.
    pub place: Arc<str>,
}

/// A predicate applied to terms.
#[derive(Debug, Clone)]
pub(crate) struct Atom {
    pub predicate: String,
    pub terms: Vec<Term>,
}

/// A variable, a constant or a place that does not matter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Term {
    Variable(usize),
    Number(i64),
    Symbol(String),
    Anything,
}

/// A part of a body.
#[derive(Debug, Clone)]
pub(crate) enum Literal {
    Holds(Atom),
    Absent(Atom),
    Compare(Expression, Comparison, Expression),
    Aggregate(Aggregate),
}

/// `target = #function{ terms : body }`
#[derive(Debug, Clone)]
pub(crate) struct Aggregate {
    pub target: usize,
    pub function: Function,
    pub terms: Vec<Term>,
    pub body: Vec<Literal>,
}

/// What is made of the distinct tuples of an aggregate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Count,
    Min,
    Max,
    Sum,
}

/// Integer arithmetic.
#[derive(Debug, Clone)]
pub(crate) enum Expression {
    Term(Term),
    Operation(Box<Expression>, Operator, Box<Expression>),
    Absolute(Box<Expression>),
}

/// Signs of arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Divided,
}

/// Signs of comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Expression {
    pub(crate) fn variables(&self, into: &mut Vec<usize>) {
        match self {
            Expression::Term(Term::Variable(variable)) => into.push(*variable),
            Expression::Term(_) => {}
            Expression::Operation(left, _, right) => {
                left.variables(into);
                right.variables(into);
            }
            Expression::Absolute(inner) => inner.variables(into),
        }
    }
}

impl Atom {
    pub(crate) fn variables(&self, into: &mut Vec<usize>) {
        into.extend(self.terms.iter().filter_map(Term::variable));
    }
}

impl Term {
    pub(crate) fn variable(&self) -> Option<usize> {
        match self {
            Term::Variable(variable) => Some(*variable),
            _ => None,
        }
    }
}

impl Literal {
    /// All variables that occur in it.
    pub(crate) fn variables(&self, into: &mut Vec<usize>) {
        match self {
            Literal::Holds(atom) | Literal::Absent(atom) => atom.variables(into),
            Literal::Compare(left, _, right) => {
                left.variables(into);
                right.variables(into);
            }
            Literal::Aggregate(aggregate) => {
                into.push(aggregate.target);
                into.extend(aggregate.terms.iter().filter_map(Term::variable));
                for literal in &aggregate.body {
                    literal.variables(into);
                }
            }
        }
    }

    /// The atoms in it, and whether its truth grows with them.
    pub(crate) fn atoms(&self) -> Vec<(&Atom, bool)> {
        match self {
            Literal::Holds(atom) => vec![(atom, true)],
            Literal::Absent(atom) => vec![(atom, false)],
            Literal::Compare(..) => Vec::new(),
            Literal::Aggregate(aggregate) => {
                aggregate.body.iter().flat_map(Literal::atoms).map(|(atom, _)| (atom, false)).collect()
            }
        }
    }
}
