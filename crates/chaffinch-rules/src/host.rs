//! Predicates that the program around the rules computes.

use crate::database::Value;
use std::collections::BTreeMap;

/// A predicate that is computed instead of listed.
pub trait Host {
    /// Whether it can be asked with these arguments known; those that are not known it must be able to find.
    fn ready(&self, known: &[bool]) -> bool;

    /// All its tuples that agree with the known arguments, each handed to `found`.
    fn solve(&self, arguments: &[Option<Value>], found: &mut dyn FnMut(&[Value]));
}

/// Host predicates by their names.
#[derive(Default)]
pub struct Hosts<'h>(pub(crate) BTreeMap<&'static str, Box<dyn Host + 'h>>);

impl<'h> Hosts<'h> {
    /// Adds a predicate.
    pub fn add(&mut self, name: &'static str, host: impl Host + 'h) {
        self.0.insert(name, Box::new(host));
    }
}
