//! How well a method does on a labelled set.

use super::Method;
use super::extract::read_page;
use super::jobs::Job;
use super::sets::{document_of, find_set, labelled};
use crate::answer::Failure;
use crate::state::Bench;
use chaffinch::wrapper::GoldPage;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Time between two tellings of all results so far, which cost as much as there are pages.
const BETWEEN: Duration = Duration::from_millis(250);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    set: String,
    #[serde(default)]
    method: Method,
    /// Only every so many pages.
    #[serde(default = "one")]
    every: usize,
}

fn one() -> usize {
    1
}

/// A run over a set.
pub struct Run {
    request: Request,
    pages: Vec<GoldPage>,
}

/// Looks at the request, so that what is wrong with it is said at once.
pub fn prepared(bench: &Bench, request: Request) -> Result<Run, Failure> {
    bench.program.settings(&request.method.command, &request.method.given()?)?;
    let pages = labelled(&find_set(bench, &request.set)?)?;
    let pages = pages.into_iter().step_by(request.every.max(1)).collect();
    Ok(Run { request, pages })
}

impl Run {
    /// Reads all pages; the worst come first in what is told.
    pub fn run(self, bench: &Bench, job: &Job) -> Result<(), Failure> {
        job.tell(|progress| progress.total = self.pages.len());
        let mut judged: Vec<(f64, f64, Value)> = Vec::new();
        let mut measure = "";
        let mut last_told: Option<Instant> = None;
        for (at, page) in self.pages.iter().enumerate() {
            if job.is_stopped() {
                break;
            }
            let begin = Instant::now();
            let report = document_of(bench, page)
                .and_then(|document| read_page(bench, &self.request.method, document));
            let milliseconds = begin.elapsed().as_secs_f64() * 1000.0;
            let (value, said) = match &report {
                Ok(report) => match bench.program.judge(page, report) {
                    Some((what, value)) => {
                        measure = what;
                        (value, report.errors.first().map(|error| error.message.clone()))
                    }
                    None => continue,
                },
                Err(failure) => (0.0, Some(failure.message.clone())),
            };
            let found = report.as_ref().ok().and_then(|report| Some(report.relations.first()?.rows.len()));
            let line = json!({
                "id": page.id, "site": page.site, "value": value, "milliseconds": milliseconds,
                "rows": found, "labelled": page.records().len(), "error": said,
            });
            judged.push((value, milliseconds, line));
            job.tell(|progress| {
                progress.done = at + 1;
                progress.message.clone_from(&page.id);
            });
            if last_told.is_none_or(|last| last.elapsed() > BETWEEN) {
                let result = told(&mut judged, measure, &self.request.set);
                job.tell(|progress| progress.result = result);
                last_told = Some(Instant::now());
            }
        }
        let result = told(&mut judged, measure, &self.request.set);
        job.tell(|progress| progress.result = result);
        Ok(())
    }
}

fn told(judged: &mut [(f64, f64, Value)], measure: &str, set: &str) -> Value {
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean = judged.iter().map(|(value, ..)| value).sum::<f64>() / judged.len().max(1) as f64;
    let mut times: Vec<f64> = judged.iter().map(|(_, time, _)| *time).collect();
    times.sort_by(f64::total_cmp);
    json!({
        "set": set, "measure": measure, "mean": mean, "median_milliseconds": times.get(times.len() / 2),
        "pages": judged.iter().map(|(.., line)| line).collect::<Vec<_>>(),
    })
}
