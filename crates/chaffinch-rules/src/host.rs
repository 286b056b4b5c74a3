//! Predicates that the program around the rules computes.

use crate::database::Value;
use std::collections::BTreeMap;

/// What a predicate is asked with: its arguments as far as they are known.
pub type Arguments<'a> = &'a [Option<Value>];

type Solve<'h> = Box<dyn Fn(Arguments, &mut dyn FnMut(&[Value])) + 'h>;

/// A predicate that is computed instead of listed.
pub(crate) struct Host<'h> {
    needs: &'static [usize],
    solve: Solve<'h>,
}

impl Host<'_> {
    /// Whether it can be asked with these arguments known.
    pub fn is_ready(&self, known: &[bool]) -> bool {
        self.needs.iter().all(|argument| known[*argument])
    }

    /// Calls `found` with each of its rows that agrees with the known arguments.
    pub fn solve(&self, arguments: Arguments, found: &mut dyn FnMut(&[Value])) {
        (self.solve)(arguments, &mut |row| {
            if row.iter().zip(arguments).all(|(value, asked)| asked.is_none_or(|asked| asked == *value)) {
                found(row);
            }
        });
    }
}

/// Computed predicates by their names.
#[derive(Default)]
pub struct Hosts<'h>(pub(crate) BTreeMap<&'static str, Host<'h>>);

impl<'h> Hosts<'h> {
    /// Adds a predicate. `needs` are the arguments, counted from 0, that must be known before it is asked; `solve` then calls
    /// its second argument with all rows that agree with those.
    pub fn add(
        &mut self,
        name: &'static str,
        needs: &'static [usize],
        solve: impl Fn(Arguments, &mut dyn FnMut(&[Value])) + 'h,
    ) {
        self.0.insert(name, Host { needs, solve: Box::new(solve) });
    }
}
