//! Stands in for fetching where it is not compiled in.

use crate::document::Document;
use crate::options::ReadOptions;
use chaffinch_core::{Problem, ProblemKind};

pub(crate) struct Fetcher;

impl Fetcher {
    pub fn new(_: &ReadOptions) -> Fetcher {
        Fetcher
    }

    pub fn fetch(&mut self, address: &str) -> Result<Document, Problem> {
        let message = "this build cannot fetch addresses (feature `fetch`); save the page and give the name of the file";
        Err(Problem::new(ProblemKind::Unreadable, address, message))
    }
}
