//! A small run-time datalog. It knows nothing of web pages.
//!
//! Rules are text, in the notation of papers: `⇐` or `:-`, `∧` or `,`, `¬` or `not`, comparisons, integer arithmetic and
//! the aggregates `#count`, `#min`, `#max` and `#sum`. [`Program::parse`] reads and checks them, [`Program::run`] derives
//! all that follows from the facts of a [`Database`]; predicates that are cheaper to
//! compute than to list, such as the axes of a tree, are [`Hosts`]. Every derived fact remembers the rule and the facts it came
//! from ([`Database::why`]).
//!
//! ```
//! use chaffinch_rules::{Budget, Database, Hosts, Program};
//! let rules = "
//!     reaches(X,Y) ⇐ edge(X,Y).
//!     reaches(X,Z) ⇐ reaches(X,Y) ∧ edge(Y,Z).
//!     deadEnd(X)   ⇐ edge(_,X) ∧ ¬ edge(X,_).
//! ";
//! let program = Program::parse(&[("graph.rules", rules)], &[]).unwrap();
//! let mut facts = Database::default();
//! for (a, b) in [("a", "b"), ("b", "c")] {
//!     let edge = [facts.symbol(a), facts.symbol(b)];
//!     facts.add("edge", &edge);
//! }
//! program.run(&mut facts, &Hosts::default(), Budget::default()).unwrap();
//! assert_eq!(facts.len("reaches"), 3);
//! assert_eq!(facts.text(facts.rows("deadEnd").next().unwrap()[0]), "c");
//! ```

mod database;
mod evaluate;
mod host;
mod parse;
mod plan;
mod program;
mod strata;
mod syntax;
mod token;
mod why;

pub use database::{Database, Fact, Reason, Support, Value};
pub use host::{Arguments, Hosts};
pub use program::{Budget, Program, RuleProblem, RunProblem};
pub use why::Derivation;
