//! Reports in every format.

use crate::answer::{Answer, Failure, bytes_of, read};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use chaffinch::write::{Format, Selection, WriteOptions, to_bytes};
use chaffinch::{PageReport, show};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    format: String,
    reports: Vec<PageReport>,
    /// The page of the report, for the format `report`.
    page: Option<String>,
    /// `best`, `all` or a number from 1.
    #[serde(default = "all")]
    select: String,
    #[serde(default)]
    links: bool,
    /// Whether values that a spreadsheet would run are left as they are.
    #[serde(default)]
    unsafe_csv: bool,
}

fn all() -> String {
    "all".to_owned()
}

pub async fn write(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let bytes = if request.format == "report" {
                let (Some(id), Some(report)) = (&request.page, request.reports.first()) else {
                    return Err(Failure::wrong("a report to send around needs one report and its page"));
                };
                let opened = inner.pages.get(id)?;
                show::report_page(&*opened.page(&inner)?, &opened.document.resources, report).into_bytes()
            } else {
                let format: Format =
                    request.format.parse().map_err(|error| Failure::wrong(format!("{error}")))?;
                let select: Selection =
                    request.select.parse().map_err(|error| Failure::wrong(format!("{error}")))?;
                let options = WriteOptions {
                    select,
                    links: request.links,
                    safe: !request.unsafe_csv,
                    ..WriteOptions::default()
                };
                to_bytes(format, options, &request.reports)
                    .map_err(|error| Failure::wrong(error.to_string()))?
            };
            // Whatever it is, a browser saves it and shows nothing of it.
            let mut response = bytes_of("application/octet-stream", bytes);
            let ending = if request.format == "report" { "html" } else { request.format.as_str() };
            let name = format!("attachment; filename=\"chaffinch.{ending}\"");
            let name = HeaderValue::try_from(name).map_err(|error| Failure::broken(error.to_string()))?;
            response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
            Ok(response)
        })
        .await
}
