//! Threads for pages: as many as asked for, with stacks for deep pages.

use chaffinch_core::{Problem, ProblemKind};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::thread;

/// Text and paths recurse with the depth of the page.
const STACK: usize = 64 << 20;

/// What `work` makes of each item, in their order, on so many threads.
pub(crate) fn each<T: Send, R: Send>(items: Vec<T>, threads: usize, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    match pool(threads) {
        // Pages differ much in what they cost, so every one is a job of its own.
        Ok(pool) => pool.install(|| items.into_par_iter().with_max_len(1).map(&work).collect()),
        Err(_) => items.into_iter().map(work).collect(),
    }
}

/// So many threads of their own: nothing is shared with other users of this process.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, Problem> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    pool.map_err(|error| {
        Problem::new(ProblemKind::Unreadable, "threads", format!("none could be started: {error}"))
    })
}

/// How many threads to use where nobody said.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

#[cfg(test)]
mod tests {
    #[test]
    fn answers_come_in_order() {
        let doubled = super::each((0..100).collect(), 4, |n: usize| 2 * n);
        assert_eq!(doubled, (0..100).map(|n| 2 * n).collect::<Vec<_>>());
    }
}
