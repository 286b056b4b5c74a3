//! Long work: it goes on while others are served, tells how far it is, and can be stopped.

use crate::answer::{Answer, Failure, json, read};
use crate::secret::secret;
use crate::state::Bench;
use crate::{api::measure, api::train};
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Jobs that run at a time.
const AT_ONCE: usize = 2;
/// Jobs whose results are kept.
const KEPT: usize = 20;

/// All jobs, the oldest first.
#[derive(Default)]
pub struct Jobs(Mutex<BTreeMap<u64, Arc<Job>>>);

/// One job.
pub struct Job {
    pub id: String,
    stopped: AtomicBool,
    progress: Mutex<Progress>,
}

/// How far a job is.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Progress {
    pub state: JobState,
    pub done: usize,
    pub total: usize,
    /// What is being done, in a line.
    pub message: String,
    /// What there is so far.
    pub result: Value,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    #[default]
    Running,
    Done,
    Stopped,
    Failed,
}

impl Job {
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Changes what is told of it.
    pub fn tell(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut lock(&self.progress));
    }
}

impl Jobs {
    fn start(
        &self,
        work: impl FnOnce(&Job) -> Result<(), Failure> + Send + 'static,
    ) -> Result<Arc<Job>, Failure> {
        let id = secret().map_err(|error| Failure::broken(error.to_string()))?;
        let job = Arc::new(Job { id, stopped: AtomicBool::new(false), progress: Mutex::default() });
        let mut jobs = lock(&self.0);
        let running = jobs.values().filter(|job| lock(&job.progress).state == JobState::Running).count();
        if running >= AT_ONCE {
            return Err(Failure::busy("two jobs are running; wait for one, or stop it"));
        }
        let next = jobs.last_key_value().map_or(0, |(number, _)| number + 1);
        jobs.insert(next, job.clone());
        while jobs.len() > KEPT {
            jobs.pop_first();
        }
        let own = job.clone();
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || {
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&own)));
            own.tell(|progress| match ended {
                Ok(Ok(())) if own.is_stopped() => progress.state = JobState::Stopped,
                Ok(Ok(())) => progress.state = JobState::Done,
                Ok(Err(failure)) => {
                    progress.state = if own.is_stopped() { JobState::Stopped } else { JobState::Failed };
                    progress.message = failure.message;
                }
                Err(_) => {
                    progress.state = JobState::Failed;
                    progress.message =
                        "the job failed by a mistake of the program; please report it".to_owned();
                }
            });
        });
        thread.map(|_| job).map_err(|_| Failure::busy("the machine gives no thread for this"))
    }

    fn get(&self, id: &str) -> Result<Arc<Job>, Failure> {
        let found = lock(&self.0).values().find(|job| job.id == id).cloned();
        found.ok_or_else(|| Failure::missing("there is no such job"))
    }

    pub fn cancel_all(&self) {
        lock(&self.0).values().for_each(|job| job.stopped.store(true, Ordering::Release));
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is to be done.
#[derive(Deserialize)]
#[serde(tag = "job", rename_all = "lowercase")]
enum Request {
    Measure(measure::Request),
    Train(train::Request),
}

/// Starts a job.
pub async fn start(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    let inner = bench.clone();
    let job = match request {
        Request::Measure(request) => {
            let work = measure::prepared(&bench, request)?;
            bench.jobs.start(move |job| work.run(&inner, job))?
        }
        Request::Train(request) => bench.jobs.start(move |job| train::run(&inner, &request, job))?,
    };
    Ok(json(&json!({ "id": job.id })))
}

/// How far a job is.
pub async fn progress(State(bench): State<Bench>, Path(id): Path<String>) -> Answer {
    let job = bench.jobs.get(&id)?;
    let progress = lock(&job.progress).clone();
    Ok(json(&progress))
}

/// Stops a job; what it has so far stays.
pub async fn stop(State(bench): State<Bench>, Path(id): Path<String>) -> Answer {
    let job = bench.jobs.get(&id)?;
    job.stopped.store(true, Ordering::Release);
    let progress = lock(&job.progress).clone();
    Ok(json(&progress))
}
