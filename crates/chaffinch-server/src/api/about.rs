//! What this server is and can do.

use crate::answer::{Answer, json};
use crate::openapi;
use crate::state::Bench;
use axum::extract::State;
use axum::response::Response;
use chaffinch::ColumnType;
use chaffinch::write::Format;
use serde_json::json;

pub async fn about(State(bench): State<Bench>) -> Answer {
    let kinds = [
        ColumnType::Text,
        ColumnType::Number,
        ColumnType::Money,
        ColumnType::Date,
        ColumnType::Url,
        ColumnType::Image,
        ColumnType::Boolean,
        ColumnType::Email,
        ColumnType::Phone,
        ColumnType::Rating,
        ColumnType::Duration,
        ColumnType::Coordinates,
        ColumnType::Isbn,
        ColumnType::Gtin,
    ];
    let formats: Vec<String> =
        Format::ALL.iter().map(ToString::to_string).chain(["report".to_owned()]).collect();
    Ok(json(&json!({
        "chaffinch": chaffinch::PageReport::new("").chaffinch,
        "version": env!("CARGO_PKG_VERSION"),
        "commands": bench.program.commands(),
        "formats": formats,
        "types": kinds,
        "domains": chaffinch::domain::DOMAINS.iter().map(|domain| domain.0).collect::<Vec<_>>(),
        "models": bench.program.models().into_iter().map(|(name, attributes)| json!({ "name": name, "attributes": attributes })).collect::<Vec<_>>(),
        "fetches": bench.may_fetch(),
        "project": bench.project.folder().display().to_string(),
        "limits": { "upload_bytes": bench.options.upload_bytes, "open_pages": bench.options.open_pages },
    })))
}

pub async fn openapi() -> Response {
    json(&openapi::description())
}
