//! Two things at the same time.

/// A page of so many blocks is worth another thread.
const LARGE: usize = 500;

/// Does both things for a page of so many blocks: the first in another thread if there are many.
pub fn both<A: Send, B>(
    blocks: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B,
) -> (A, B) {
    if blocks < LARGE {
        return (first(), second());
    }
    std::thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        (first.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), second)
    })
}
