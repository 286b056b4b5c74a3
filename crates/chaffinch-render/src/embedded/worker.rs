//! Threads with deep stacks that lay pages out, so that a page can overrun its time or panic
//! without harm to anything else.

use super::lay_out;
use crate::Request;
use chaffinch_core::{Layout, Limit, Problem, ProblemKind};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;

/// Style and layout recurse with the depth of the page.
const STACK: usize = 256 << 20;

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

/// Lays a page out on the calling thread's own worker, within the request's time.
pub fn run(request: &Request) -> Result<Layout, Problem> {
    let problem = |message: String| Problem::new(ProblemKind::Renderer, request.name.clone(), message);
    WORKER.with_borrow_mut(|slot| {
        let worker = match slot.take() {
            Some(worker) => worker,
            None => Worker::start().map_err(|e| problem(format!("no thread to lay it out on: {e}")))?,
        };
        let answer = worker.ask(request.clone());
        match answer.recv_timeout(request.limits.render_time) {
            Ok(Ok(layout)) => {
                *slot = Some(worker);
                Ok(*layout)
            }
            Ok(Err(panic)) => Err(problem(format!(
                "the embedded renderer gave up on this page ({panic}); try another, or none"
            ))),
            // The worker is left to finish by itself; the next page gets a new one.
            Err(RecvTimeoutError::Timeout) => {
                let what = format!(
                    "the page took more than {} s to lay out",
                    request.limits.render_time.as_secs_f32()
                );
                Err(Problem::limit(request.name.clone(), what, Limit::RenderTime))
            }
            Err(RecvTimeoutError::Disconnected) => Err(problem("the embedded renderer died".into())),
        }
    })
}

type Answer = Result<Box<Layout>, String>;

struct Worker {
    jobs: Sender<(Request, Sender<Answer>)>,
}

impl Worker {
    fn start() -> std::io::Result<Worker> {
        let (jobs, inbox): (_, Receiver<(Request, Sender<Answer>)>) = channel();
        thread::Builder::new().name(LAYOUT_THREAD.into()).stack_size(STACK).spawn(move || {
            for (request, reply) in inbox {
                let result = catch_unwind(AssertUnwindSafe(|| Box::new(lay_out(&request))));
                // The asker may take the page back once it has the answer.
                drop(request);
                let panicked = result.is_err();
                let _ = reply.send(result.map_err(|payload| panic_message(&*payload)));
                if panicked {
                    break;
                }
            }
        })?;
        Ok(Worker { jobs })
    }

    fn ask(&self, request: Request) -> Receiver<Answer> {
        let (reply, answer) = channel();
        // A worker that is gone drops `reply`, which the asker sees.
        let _ = self.jobs.send((request, reply));
        answer
    }
}

/// The name of the threads that lay pages out. A panic there becomes that page's problem; a program that does not want it
/// printed as well can tell it by this name in its panic hook.
pub const LAYOUT_THREAD: &str = "chaffinch-layout";

fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".into());
    text.chars().take(120).collect()
}
