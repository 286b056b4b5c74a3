//! The front end: it is inside the program and has no address outside it.

use crate::answer::{Answer, Failure, bytes_of};
use crate::state::Bench;
use axum::extract::{Path, State};

const INDEX: &str = include_str!("../front/index.html");

/// All files of the front end, by their names.
const FILES: &[(&str, &str)] = &[
    ("app.css", include_str!("../front/app.css")),
    ("icon.svg", include_str!("../front/icon.svg")),
    ("main.js", include_str!("../front/main.js")),
    ("api.js", include_str!("../front/api.js")),
    ("dom.js", include_str!("../front/dom.js")),
    ("page-frame.js", include_str!("../front/page-frame.js")),
    ("table.js", include_str!("../front/table.js")),
    ("opening.js", include_str!("../front/opening.js")),
    ("method.js", include_str!("../front/method.js")),
    ("explore.js", include_str!("../front/explore.js")),
    ("columns.js", include_str!("../front/columns.js")),
    ("compare.js", include_str!("../front/compare.js")),
    ("inspect.js", include_str!("../front/inspect.js")),
    ("views.js", include_str!("../front/views.js")),
    ("same.js", include_str!("../front/same.js")),
    ("marker.js", include_str!("../front/marker.js")),
    ("marks.js", include_str!("../front/marks.js")),
    ("teach.js", include_str!("../front/teach.js")),
    ("repair.js", include_str!("../front/repair.js")),
    ("label.js", include_str!("../front/label.js")),
    ("domains.js", include_str!("../front/domains.js")),
    ("measure.js", include_str!("../front/measure.js")),
    ("plot.js", include_str!("../front/plot.js")),
    ("keys.js", include_str!("../front/keys.js")),
    ("project.js", include_str!("../front/project.js")),
];

/// The application. Its token is in it, so that no other site can read it.
pub async fn index(State(bench): State<Bench>) -> Answer {
    Ok(bytes_of("text/html; charset=utf-8", INDEX.replace("{{token}}", &bench.token)))
}

pub async fn file(Path(name): Path<String>) -> Answer {
    let found = FILES.iter().find(|(known, _)| *known == name);
    let (name, text) = found.ok_or_else(|| Failure::missing("there is no such file"))?;
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    };
    Ok(bytes_of(kind, *text))
}

pub async fn missing() -> Failure {
    Failure::missing("there is nothing at this address; /openapi.json says what there is")
}
