//! Facts, and where each came from.

use ahash::RandomState;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::Arc;

/// A number or a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A symbol of the database that made it.
    Symbol(u32),
}

/// Relations by name. The same facts added in the same order give the same derivations in the same order.
#[derive(Debug, Default)]
pub struct Database {
    pub(crate) relations: Vec<Relation>,
    names: FxHashMap<String, usize>,
    symbols: Vec<String>,
    /// Symbols may be texts that a stranger wrote: the hash has a seed, so that they cannot be made to fall together.
    symbol_numbers: HashMap<String, u32, RandomState>,
}

/// A fact of a database: a row of one of its relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    pub(crate) relation: u32,
    pub(crate) row: u32,
}

/// Why a fact was derived: the first derivation, if there are several.
#[derive(Debug, Clone)]
pub struct Reason {
    /// The rule, as `file:line`.
    pub rule: Arc<str>,
    /// What its body found, in the order of evaluation.
    pub supports: Box<[Support]>,
}

/// What one literal of a rule's body found.
#[derive(Debug, Clone)]
pub enum Support {
    /// A fact of the database.
    Fact(Fact),
    /// A row that a host predicate computed.
    Computed(Box<str>, Box<[Value]>),
    /// There is no such fact; `None` stands for any value.
    Absent(Box<str>, Box<[Option<Value>]>),
    /// The result of an aggregate.
    Aggregate(&'static str, Value),
}

#[derive(Debug, Default)]
pub(crate) struct Relation {
    pub name: String,
    pub rows: Vec<Box<[Value]>>,
    pub reasons: Vec<Option<Reason>>,
    known: HashMap<Box<[Value]>, u32, RandomState>,
    /// An index for each set of columns that rows are looked up by; the set is written as bits.
    indices: FxHashMap<u64, Index>,
}

#[derive(Debug, Default)]
struct Index {
    rows: HashMap<Box<[Value]>, Vec<u32>, RandomState>,
    /// How many rows of the relation it holds so far.
    upto: usize,
}

impl Database {
    /// The symbol for `text`.
    pub fn symbol(&mut self, text: &str) -> Value {
        if let Some(number) = self.symbol_numbers.get(text) {
            return Value::Symbol(*number);
        }
        let number = self.symbols.len() as u32;
        self.symbols.push(text.to_owned());
        self.symbol_numbers.insert(text.to_owned(), number);
        Value::Symbol(number)
    }

    /// A value as text.
    pub fn text(&self, value: Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Symbol(number) => self.symbols.get(number as usize).cloned().unwrap_or_default(),
        }
    }

    /// Adds a fact; a fact that is there already is not added again.
    pub fn add(&mut self, relation: &str, row: &[Value]) -> Fact {
        let number = self.relation(relation);
        self.insert(number, row, None).0
    }

    /// How many facts a relation has.
    pub fn len(&self, relation: &str) -> usize {
        self.names.get(relation).map_or(0, |number| self.relations[*number].rows.len())
    }

    /// The facts of a relation, in the order in which they were added or derived.
    pub fn rows(&self, relation: &str) -> impl Iterator<Item = &[Value]> {
        let rows = self.names.get(relation).map(|number| self.relations[*number].rows.iter());
        rows.into_iter().flatten().map(|row| &**row)
    }

    /// The fact with exactly these values.
    pub fn fact(&self, relation: &str, row: &[Value]) -> Option<Fact> {
        let number = *self.names.get(relation)?;
        let row = *self.relations[number].known.get(row)?;
        Some(Fact { relation: number as u32, row })
    }

    /// The name and values of a fact.
    pub fn row(&self, fact: Fact) -> (&str, &[Value]) {
        let relation = &self.relations[fact.relation as usize];
        (&relation.name, &relation.rows[fact.row as usize])
    }

    /// The rule and the facts that a fact came from; none for what was given.
    pub fn reason(&self, fact: Fact) -> Option<&Reason> {
        self.relations[fact.relation as usize].reasons[fact.row as usize].as_ref()
    }

    pub(crate) fn relation(&mut self, name: &str) -> usize {
        if let Some(number) = self.names.get(name) {
            return *number;
        }
        let number = self.relations.len();
        self.names.insert(name.to_owned(), number);
        self.relations.push(Relation { name: name.to_owned(), ..Relation::default() });
        number
    }

    /// The fact, and whether it is new.
    pub(crate) fn insert(&mut self, relation: usize, row: &[Value], reason: Option<Reason>) -> (Fact, bool) {
        let held = &mut self.relations[relation];
        if let Some(known) = held.known.get(row) {
            return (Fact { relation: relation as u32, row: *known }, false);
        }
        let number = held.rows.len() as u32;
        let row: Box<[Value]> = row.into();
        held.known.insert(row.clone(), number);
        held.rows.push(row);
        held.reasons.push(reason);
        (Fact { relation: relation as u32, row: number }, true)
    }
}

impl Relation {
    /// Brings the index for these columns up to date.
    pub fn prepare(&mut self, columns: u64) {
        if columns == 0 {
            return;
        }
        let index = self.indices.entry(columns).or_default();
        for number in index.upto..self.rows.len() {
            let key = key(&self.rows[number], columns);
            index.rows.entry(key).or_default().push(number as u32);
        }
        index.upto = self.rows.len();
    }

    /// The rows with these values in these columns. `prepare` was called for the columns.
    pub fn lookup(&self, columns: u64, values: &[Value]) -> &[u32] {
        let rows = self.indices.get(&columns).and_then(|index| index.rows.get(values));
        rows.map_or(&[], Vec::as_slice)
    }
}

fn key(row: &[Value], columns: u64) -> Box<[Value]> {
    row.iter().enumerate().filter(|(at, _)| columns >> at & 1 == 1).map(|(_, value)| *value).collect()
}
