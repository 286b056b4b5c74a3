//! Web pages to records.
//!
//! ```
//! use chaffinch::{Document, Engine, Settings};
//!
//! let engine = Engine::new(Settings::default()).unwrap();
//! let html = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>";
//! let report = engine.read(Document::from_html("cities.html", html));
//! let table = &report.relations[0];
//! assert_eq!(table.columns[0].name.as_deref(), Some("City"));
//! assert_eq!(table.rows.len(), 2);
//! ```
//!
//! [`Engine`] turns one document into one [`PageReport`]; [`run`] does so for everything a user
//! names, on all cores, in input order. [`mod@write`] has the output formats.

mod engine;
mod extractor;
pub mod model;
pub mod overlay;
mod run;
mod settings;

pub use chaffinch_core as core;
pub use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, Layout, Limits, NodeId, Page, PageReport, Problem, ProblemKind,
    Rect, Relation, RelationKind, Row, Span, Value,
};
pub use chaffinch_domain as domain;
pub use chaffinch_input as input;
pub use chaffinch_input::{Document, ReadOptions};
pub use chaffinch_records as records;
pub use chaffinch_render as render;
pub use chaffinch_tables as tables;
pub use chaffinch_topk::TopkSettings;
pub use chaffinch_vision as vision;
pub use chaffinch_wrapper as wrapper;
pub use chaffinch_write as write;
pub use engine::{Engine, Rendered};
pub use extractor::{Extractor, extractors};
pub use run::{RunOptions, Summary, run};
pub use settings::{RendererChoice, Settings};
