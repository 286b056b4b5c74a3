//! Rules as they are read.

use std::sync::Arc;

/// A rule: its head follows from its body.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub head: Atom,
    pub body: Vec<Literal>,
    /// The names of the variables; everywhere else a variable is an index of this list.
    pub variables: Vec<String>,
    /// The index of its file among those parsed.
    pub file: usize,
    /// The line on which it begins, from 1.
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

/// A variable, a constant, or `_` for any value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Term {
    Variable(usize),
    Number(i64),
    Symbol(String),
    Anything,
}

/// One condition of a body.
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

/// How an aggregate sums up its distinct tuples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Count,
    Min,
    Max,
    Sum,
}

impl Function {
    pub(crate) const SIGNS: [(&'static str, Function); 4] = [
        ("#count", Function::Count),
        ("#min", Function::Min),
        ("#max", Function::Max),
        ("#sum", Function::Sum),
    ];

    /// As it is written.
    pub(crate) fn sign(self) -> &'static str {
        Function::SIGNS[self as usize].0
    }
}

/// Integer arithmetic on terms as they are read, or as a plan has them.
#[derive(Debug, Clone)]
pub(crate) enum Expression<T = Term> {
    Term(T),
    Operation(Box<Expression<T>>, Operator, Box<Expression<T>>),
    Absolute(Box<Expression<T>>),
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

impl Comparison {
    pub(crate) const SIGNS: [(&'static str, Comparison); 6] = [
        ("=", Comparison::Equal),
        ("≠", Comparison::Unequal),
        ("<", Comparison::Less),
        ("≤", Comparison::LessOrEqual),
        (">", Comparison::Greater),
        ("≥", Comparison::GreaterOrEqual),
    ];
}

impl Expression {
    pub(crate) fn variables(&self) -> Vec<usize> {
        match self {
            Expression::Term(term) => term.variable().into_iter().collect(),
            Expression::Operation(left, _, right) => [left.variables(), right.variables()].concat(),
            Expression::Absolute(inner) => inner.variables(),
        }
    }
}

impl Atom {
    pub(crate) fn variables(&self) -> Vec<usize> {
        self.terms.iter().filter_map(Term::variable).collect()
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
    pub(crate) fn variables(&self) -> Vec<usize> {
        match self {
            Literal::Holds(atom) | Literal::Absent(atom) => atom.variables(),
            Literal::Compare(left, _, right) => [left.variables(), right.variables()].concat(),
            Literal::Aggregate(Aggregate { target, terms, body, .. }) => {
                let inner = body.iter().flat_map(Literal::variables);
                [*target].into_iter().chain(terms.iter().filter_map(Term::variable)).chain(inner).collect()
            }
        }
    }

    /// The atoms in it, and for each whether more facts of it can only make the literal true.
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
