//! Tables, where the program was built without them.

use crate::file::{Pages, Source};
use crate::options::ReadOptions;
use chaffinch_core::{Problem, ProblemKind};

pub(crate) fn parquet(source: Source, _: &ReadOptions) -> Result<Pages, Problem> {
    Err(not_built_in(source))
}

pub(crate) fn arrow(source: Source, _: &ReadOptions) -> Result<Pages, Problem> {
    Err(not_built_in(source))
}

fn not_built_in(source: Source) -> Problem {
    let message = "is a table, which this program was built without; build it with the feature `parquet`";
    Problem::new(ProblemKind::Unreadable, source.name, message)
}
