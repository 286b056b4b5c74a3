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

mod alike;
mod aside;
mod domains;
mod engine;
mod extractor;
mod kind;
mod label;
mod merge;
pub mod model;
pub mod overlay;
mod parallel;
mod run;
mod sample;
mod settings;
mod teach;
mod together;
pub mod train;
mod want;

pub use alike::Alike;
pub use chaffinch_core as core;
pub use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, Layout, Limits, NodeId, Page, PageKind, PageReport, Problem,
    ProblemKind, Rect, Relation, RelationKind, Row, Span, Value,
};
pub use chaffinch_domain as domain;
pub use chaffinch_input as input;
pub use chaffinch_input::{Document, ReadOptions};
pub use chaffinch_label as labels;
pub use chaffinch_records as records;
pub use chaffinch_render as render;
pub use chaffinch_tables as tables;
pub use chaffinch_topk::TopkSettings;
pub use chaffinch_vision as vision;
pub use chaffinch_wrapper as wrapper;
pub use chaffinch_write as write;
pub use engine::{Engine, Rendered};
pub use extractor::{Extractor, extractors};
pub use label::{OpenModelError, open_model};
pub use run::{RunOptions, Summary, run};
pub use sample::sample;
pub use settings::{ChoiceSettings, Extraction, RendererChoice, Settings};
pub use teach::{Agreement, Lesson, Taught, TeachError, teach, templates};
pub use together::read_together;
pub use want::{Want, Wanted};
