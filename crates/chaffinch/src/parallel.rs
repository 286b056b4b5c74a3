//! Work on many things at a time, with the answers in order.

use crate::run::STACK;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;

/// What `work` makes of each item, in their order, on so many threads.
pub(crate) fn each<T: Send, R: Send>(items: Vec<T>, threads: usize, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let queue = Mutex::new(items.into_iter().enumerate());
    let worker = || {
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((at, item)) = next else { return };
            *results[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(work(item));
        }
    };
    let started = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).is_ok();
        (0..threads.max(1)).map(spawn).filter(|started| *started).count()
    });
    if started == 0 {
        worker();
    }
    let taken = results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    // Every item was taken from the queue by a thread that left its result here.
    taken.flatten().collect()
}

/// How many threads to use where nobody said.
pub(crate) fn threads(asked: Option<std::num::NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, std::num::NonZeroUsize::get)
}

#[cfg(test)]
mod tests {
    #[test]
    fn answers_come_in_order() {
        let doubled = super::each((0..100).collect(), 4, |n: usize| 2 * n);
        assert_eq!(doubled, (0..100).map(|n| 2 * n).collect::<Vec<_>>());
    }
}
