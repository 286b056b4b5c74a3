//! Work on pages: so much at a time, so long, and no failure of one page touches another.

use crate::answer::Failure;
use axum::http::StatusCode;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

/// Pages may be deep.
const STACK: usize = 64 << 20;

/// Lets a number of things happen at a time, and a number of others wait.
pub struct Gate {
    at_work: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    longest: Duration,
}

impl Gate {
    pub fn new(at_once: usize, most_waiting: usize, longest: Duration) -> Gate {
        Gate {
            at_work: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            most_waiting,
            longest,
        }
    }

    /// Does `work` on a thread of its own when it is its turn. Work that takes too long goes on and keeps its place, but nobody waits for it.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        if self.waiting.fetch_add(1, Ordering::AcqRel) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            return Err(Failure::busy("too many requests are waiting; try again in a moment"));
        }
        let turn = timeout(self.longest, self.at_work.clone().acquire_owned()).await;
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        let Ok(Ok(turn)) = turn else {
            return Err(Failure::busy("other pages keep the machine busy; try again in a moment"));
        };
        let (tell, told) = oneshot::channel();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            drop(turn);
            let _ = tell.send(done);
        });
        if thread.is_err() {
            return Err(Failure::busy("the machine gives no thread for this; try again in a moment"));
        }
        match timeout(self.longest, told).await {
            Ok(Ok(Ok(done))) => done,
            Ok(_) => Err(Failure::broken("this page made the program fail; please report it with the page")),
            Err(_) => Err(Failure {
                status: StatusCode::GATEWAY_TIMEOUT,
                message: format!("this took more than {} s and was given up", self.longest.as_secs()),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T>(what: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(what)
    }

    #[test]
    fn a_panic_is_an_answer_and_the_next_one_is_served() {
        run(async {
            let gate = Gate::new(1, 10, Duration::from_secs(5));
            let failed = gate.work(|| -> Result<(), Failure> { panic!("on purpose") }).await;
            assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(gate.work(|| Ok(7)).await, Ok(7));
        });
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        run(async {
            let gate = Gate::new(2, 10, Duration::from_secs(2));
            let (go_on, waits) = std::sync::mpsc::channel::<()>();
            let slow = gate.work(move || {
                let _ = waits.recv();
                Ok(())
            });
            assert_eq!(slow.await.unwrap_err().status, StatusCode::GATEWAY_TIMEOUT);
            assert_eq!(gate.work(|| Ok(7)).await, Ok(7));
            drop(go_on);
        });
    }

    #[test]
    fn more_than_may_wait_are_turned_away() {
        run(async {
            let gate = Gate::new(1, 0, Duration::from_secs(1));
            assert_eq!(gate.work(|| Ok(())).await.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        });
    }
}
