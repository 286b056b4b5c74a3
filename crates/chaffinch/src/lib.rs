//! Web pages to records: tables, lists, details and top-k lists as typed values, each traceable to its node, its bytes and
//! its place on the screen. No labels, no code for a site, no browser.
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
//! # What people do with it
//!
//! | you have | call | you get |
//! |---|---|---|
//! | a page in memory | [`Engine::read`] | a [`PageReport`]: relations, best first |
//! | files, folders, archives, addresses | [`Engine::read_all`] | a report for each, in order, on all cores |
//! | names of the columns you want | [`Want`] in [`Settings`] | those columns and no others |
//! | a whole site | [`Site::learn`], then [`Site::read`] | its rows at memory speed |
//! | a few labelled pages of a site | [`wrapper::learn`](mod@wrapper) | a wrapper, and how sure it is |
//! | knowledge of a domain | [`domain`] | the domain's records and attributes |
//! | labelled pages of some sites | `train` | a model that reads other sites |
//! | reports | [`mod@write`] | JSON, CSV, Markdown, HTML, XML, Parquet or text |
//!
//! ## Only some columns
//!
//! ```
//! use chaffinch::{Document, Engine, Settings, Want};
//!
//! let want = Want::names("town, inhabitants").unwrap();
//! let engine = Engine::new(Settings::default().with(|settings| settings.want = Some(want))).unwrap();
//! let html = "<table><tr><th>Inhabitants<th>Town<tr><td>126,000<td>Ulm<tr><td>110,000<td>Trier</table>";
//! let report = engine.read(Document::from_html("towns.html", html));
//! let names: Vec<_> = report.relations[0].columns.iter().filter_map(|c| c.name.as_deref()).collect();
//! assert_eq!(names, ["town", "inhabitants"]);
//! ```
//!
//! ## Rows for a spreadsheet
//!
//! ```
//! use chaffinch::write::{Format, WriteOptions, to_bytes};
//! # use chaffinch::{Document, Engine, Settings};
//! # let engine = Engine::new(Settings::default()).unwrap();
//! # let html = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>";
//! # let report = engine.read(Document::from_html("cities.html", html));
//! let csv = to_bytes(Format::Csv, WriteOptions::default(), [&report]).unwrap();
//! assert!(csv.starts_with(b"City,People"));
//! ```
//!
//! ## A wrapper from labelled pages
//!
//! ```
//! use chaffinch::wrapper::{LearnSettings, learn, parse_gold};
//! use chaffinch::{Document, Limits, Site};
//!
//! // The bytes of each name and code on two pages.
//! let gold = r#"{"page": "a", "attributes": ["name", "code"], "tuples": [[[3, 8], [11, 14]]]}
//!               {"page": "b", "attributes": ["name", "code"], "tuples": [[[3, 8], [11, 13]], [[17, 23], [26, 29]]]}"#;
//! let pages = ["<b>Congo<i>242.", "<b>Spain<i>34.<b>Belize<i>501."].map(|page| page.as_bytes().to_vec());
//! let labelled: Vec<_> = parse_gold(gold).unwrap().into_iter().zip(pages).collect();
//! let site = Site::from(learn(&labelled, &LearnSettings::default()).unwrap().wrapper);
//! let report = site.read_page(&Document::from_html("c", "<b>Fiji<i>679."), &Limits::default());
//! assert_eq!(report.relations[0].rows[0].text, "Fiji 679");
//! ```
//!
//! ## A domain of your own
//!
//! ```
//! use chaffinch::{Document, Engine, Extraction, Settings, domain};
//! use std::sync::Arc;
//!
//! // `domain::load` reads a file, or a shipped domain by its name.
//! let boats = r#"
//!     name = "boat"
//!     [[annotation]]
//!     name = "price"
//!     recogniser = "money"
//!     [[annotation]]
//!     name = "length"
//!     regex = ['\b(?P<value>\d{1,2})\s?(?P<unit>m|ft)\b']
//!     [[attribute]]
//!     name = "price"
//!     type = "money"
//!     mandatory = true
//!     [[attribute]]
//!     name = "length"
//! "#;
//! let boats = domain::parse("boat.toml", boats, None).unwrap();
//! let engine = Engine::new(Settings::default().with(|settings| {
//!     settings.only = Some(Extraction::Domain);
//!     settings.domain.domain = Some(Arc::new(boats));
//! }))
//! .unwrap();
//! let boat = |(name, length, price)| format!("<li><h3>{name}</h3><p>{length} m</p><b>£{price}</b></li>");
//! let html: String = [("Ann", 9, 4000), ("Bob", 11, 5200), ("Cid", 8, 3900)].map(boat).concat();
//! let report = engine.read(Document::from_html("boats.html", format!("<ul>{html}</ul>")));
//! assert_eq!(report.relations[0].rows.len(), 3);
//! ```
//!
//! ## A model from labelled pages
//!
//! ```no_run
//! use chaffinch::train::{Checkpoint, TrainOptions, read_gold, train};
//! use chaffinch::{Engine, Settings};
//! use std::ops::ControlFlow;
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let labelled = read_gold(Path::new("gold.jsonl"), None, &[])?;
//! let engine = Engine::new(Settings::default())?;
//! let go_on = |_: chaffinch::train::Event<'_>| ControlFlow::Continue(());
//! let trained = train(&engine, &labelled, &TrainOptions::default(), &mut Checkpoint::nothing(), go_on)?;
//! let model = Some(Arc::new(trained.file.model));
//! let engine = Engine::new(Settings::default().with(|settings| settings.model = model))?;
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! All are on by default. `chaffinch = { version = "0.1", default-features = false }` reads pages by their markup alone and compiles
//! in a fraction of the time.
//!
//! | feature | what it gives | what it brings |
//! |---|---|---|
//! | `embedded` | boxes and styles from the renderer that is compiled in, drawings | style and layout |
//! | `chromium` | boxes from an installed Chromium | a websocket |
//! | `fetch` | inputs that are `http` and `https` addresses | a TLS stack |
//! | `label` | models and training | the shipped models |
//! | `parquet` | Parquet output | Arrow |

mod addresses;
mod choice;
pub mod correct;
mod domains;
mod engine;
mod extractor;
mod kind;
#[cfg(feature = "label")]
mod label;
#[cfg(not(feature = "label"))]
#[path = "label_nothing.rs"]
mod label;
mod merge;
pub mod model;
mod order;
#[cfg(feature = "embedded")]
pub mod overlay;
mod parallel;
mod run;
mod same_site;
mod sample;
mod settings;
pub mod show;
mod site;
mod sketch;
mod teach;
mod thing;
mod together;
#[cfg(feature = "label")]
pub mod train;
mod unsure;
pub mod view;
mod want;

pub use chaffinch_core::{
    Bounds, Cell, CellContent, Column, ColumnType, InnerRows, Layout, Limit, Limits, NodeId, Page, PageKind,
    PageReport, Problem, ProblemKind, Rect, Relation, RelationKind, Remark, RemarkKind, Row, Span, Value,
};
pub use chaffinch_input::{AddressPattern, Addresses, Document, Filter, ReadOptions};
pub use chaffinch_records::RecordsSettings;
pub use chaffinch_structured::StructuredSettings;
pub use chaffinch_tables::TableSettings;
pub use chaffinch_topk::TopkSettings;
pub use chaffinch_vision::VisionSettings;
pub use choice::Measured;
pub use engine::{Engine, Rendered};
pub use extractor::{Extractor, extractors};
pub use label::LabelModel;
#[cfg(feature = "label")]
pub use label::{OpenModelError, open_model};
pub use run::{RunOptions, Summary, read_each, run};
pub use sample::Sample;
pub use settings::{ChoiceSettings, Extraction, RendererChoice, Settings};
pub use site::{Answer, Coverage, FoundPage, Site, TeachOptions};
pub use teach::{ReadPage, Taught, TeachError, teach};
pub use thing::ThingSettings;
pub use together::{read_batch, read_together};
pub use want::{Certainty, Want, Wanted};

/// Records of a domain, found with a file of knowledge.
pub mod domain {
    pub use chaffinch_domain::{
        DOMAINS, Domain, DomainProblem, DomainSettings, Proposal, Terms, Understanding, export, load, parse,
    };
}

/// What methods find on a page, as its nodes, and the survey of a page that they are lent.
pub mod finding {
    pub use chaffinch_core::{Finding, Findings, FoundCell, FoundRow, Method, Place, RowContent};
    pub use chaffinch_survey::Survey;
}

/// Wrappers: how a site writes its records, learned from a few pages.
pub mod wrapper {
    pub use chaffinch_wrapper::{
        Applied, Attribute, ClassFailure, FileError, FoundValue, GoldPage, Labels, LearnError, LearnReport,
        LearnSettings, Misfit, Pac, PageBytes, RepairError, Repaired, Wrapper, WrapperClass, confidence,
        examples_wanted, learn, learn_from_some, parse_gold, repair,
    };
}

/// Reports as text, JSON, CSV, Markdown, HTML, XML, Parquet, SQLite and Excel.
pub mod write {
    #[cfg(feature = "parquet")]
    pub use chaffinch_write::relation_to_arrow;
    pub use chaffinch_write::{
        Format, Hints, JSON_SCHEMA, MoreFiles, ReportWriter, Selection, UnknownFormat, UnknownSelection,
        WriteOptions, column_names, relation_to_html, to_bytes, writer, writer_of_files,
    };
}
