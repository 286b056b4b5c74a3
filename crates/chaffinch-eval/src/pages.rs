//! Labelled pages, read and looked at on all cores.

use chaffinch::{Engine, RunOptions, run};
use chaffinch_core::Problem;
use chaffinch_gold::GoldPage;
use chaffinch_input::Document;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

/// The labelled pages of a set: a folder with a `gold.jsonl`.
pub(crate) fn read_set(set: &Path) -> Result<Vec<GoldPage>, Problem> {
    chaffinch_gold::read(&set.join("gold.jsonl"), None)
}

/// What `look` makes of each page, in their order. Each page comes with what the caller knows of it; one that cannot be read is told.
pub(crate) fn look_at<K: Send + Sync + 'static, T: Send + 'static>(
    engine: Engine,
    pages: Vec<(GoldPage, K)>,
    threads: Option<NonZeroUsize>,
    look: impl Fn(&Engine, Document, &GoldPage, &K) -> Result<T, Problem> + Send + Sync + 'static,
    mut tell: impl FnMut(&Problem),
) -> Vec<T> {
    let inputs: Vec<String> = pages.iter().map(|(page, _)| page.input()).collect();
    let pages: HashMap<String, (GoldPage, K)> = inputs.iter().cloned().zip(pages).collect();
    let work = |document: Document| {
        // A run hands out the files that it was given, under the names that they were given.
        let (page, known) = &pages[&document.name];
        look(&engine, document, page, known)
    };
    let mut seen = Vec::new();
    let options = RunOptions::default().with(|options| options.threads = threads);
    run(&inputs, &options, work, |result| {
        match result {
            Ok(one) => seen.push(one),
            Err(problem) => tell(&problem),
        }
        ControlFlow::Continue(())
    });
    seen
}
