//! Threads with deep stacks that lay pages out, so that a page can overrun its time or panic
//! without harm to anything else.

use super::thread_time::ThreadTime;
use super::{Styles, lay_out};
use crate::Request;
use chaffinch_core::{Layout, Limit, Problem, ProblemKind};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Style and layout recurse with the depth of the page.
const STACK: usize = 256 << 20;

/// So many times its limit a page may wait for the processor. More is no busy machine but a page that waits for itself.
const PATIENCE: u32 = 60;
const SHORTEST_WAIT: Duration = Duration::from_millis(20);

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

/// Lays a page out on the calling thread's own worker, within the request's time. A page on whose styles the renderer fails is laid out without
/// them.
pub fn run(request: &Request) -> Result<Layout, Problem> {
    let problem = |message: String| Problem::new(ProblemKind::Renderer, request.name.clone(), message);
    let gave_up = |panic: &str| {
        problem(format!("the embedded renderer gave up on this page ({panic}); try another, or none"))
    };
    match attempt(request, Styles::Author) {
        Err(Failure::Panic(first)) => match attempt(request, Styles::None) {
            Ok(result) => result.map(|mut layout| {
                layout.is_plain = true;
                layout
            }),
            Err(_) => Err(gave_up(&first)),
        },
        Ok(result) => result,
        Err(Failure::NoThread(error)) => Err(problem(format!("no thread to lay it out on: {error}"))),
        Err(Failure::Time) => {
            let what =
                format!("the page took more than {} s to lay out", request.limits.render_time.as_secs_f32());
            Err(Problem::limit(request.name.clone(), what, Limit::RenderTime))
        }
        Err(Failure::Death) => Err(problem("the embedded renderer died".into())),
    }
}

/// Why there is no answer.
enum Failure {
    NoThread(std::io::Error),
    Panic(String),
    Time,
    Death,
}

fn attempt(request: &Request, styles: Styles) -> Result<Result<Layout, Problem>, Failure> {
    WORKER.with_borrow_mut(|slot| {
        let worker = match slot.take() {
            Some(worker) => worker,
            None => Worker::start().map_err(Failure::NoThread)?,
        };
        match worker.answer(request, styles) {
            Ok(Ok(result)) => {
                *slot = Some(worker);
                Ok(*result)
            }
            // The worker has ended; the next page gets a new one.
            Ok(Err(panic)) => Err(Failure::Panic(panic)),
            // The worker is left to finish by itself.
            Err(RecvTimeoutError::Timeout) => Err(Failure::Time),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::Death),
        }
    })
}

/// What became of a page, or the message of a panic.
type Answer = Result<Box<Result<Layout, Problem>>, String>;

/// A page to lay out, and where to answer.
type Job = (Request, Styles, Sender<Answer>);

struct Worker {
    jobs: Sender<Job>,
    time: ThreadTime,
}

impl Worker {
    fn start() -> std::io::Result<Worker> {
        let (jobs, inbox): (_, Receiver<Job>) = channel();
        let (tell, told) = channel();
        thread::Builder::new().name(LAYOUT_THREAD.into()).stack_size(STACK).spawn(move || {
            let _ = tell.send(ThreadTime::of_this_thread());
            for (request, styles, reply) in inbox {
                let result = catch_unwind(AssertUnwindSafe(|| Box::new(lay_out(&request, styles))));
                // The asker may take the page back once it has the answer.
                drop(request);
                let panicked = result.is_err();
                let _ = reply.send(result.map_err(|payload| panic_message(&*payload)));
                if panicked {
                    break;
                }
            }
        })?;
        let time = told.recv().unwrap_or_default();
        Ok(Worker { jobs, time })
    }

    /// Waits for the layout of a page until it is there or has taken its time. Time is the processor's: a page that is laid out in time
    /// on an idle machine is laid out on a busy one, too.
    fn answer(&self, request: &Request, styles: Styles) -> Result<Answer, RecvTimeoutError> {
        let limit = request.limits.render_time;
        let (begun, begun_at) = (self.time.so_far(), Instant::now());
        let answer = self.ask(request.clone(), styles);
        let mut wait = limit;
        loop {
            let timeout = match answer.recv_timeout(wait) {
                Err(RecvTimeoutError::Timeout) => RecvTimeoutError::Timeout,
                other => return other,
            };
            let used = self.time.so_far().zip(begun).map(|(now, begun)| now.saturating_sub(begun));
            match used.filter(|used| *used < limit && begun_at.elapsed() < limit * PATIENCE) {
                Some(used) => wait = (limit - used).max(SHORTEST_WAIT),
                None => return Err(timeout),
            }
        }
    }

    fn ask(&self, request: Request, styles: Styles) -> Receiver<Answer> {
        let (reply, answer) = channel();
        // A worker that is gone drops `reply`, which the asker sees.
        let _ = self.jobs.send((request, styles, reply));
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
