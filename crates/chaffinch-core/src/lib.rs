//! The types that all crates of Chaffinch share.
//!
//! A [`Page`] is an arena of nodes in document order. A renderer gives it a [`Layout`]: boxes, text lines and styles. A method reads
//! both and answers with [`Findings`], whose rows and cells are nodes of the page. In a report these become [`Relation`]s, whose
//! cells point back to XPaths, byte ranges and boxes. [`Limits`] bound what any input may cost, and a [`Problem`] says in one sentence
//! what went wrong and what to do about it.

mod addresses;
mod extent;
mod finding;
mod flat;
mod layout;
mod limits;
mod page;
mod path;
mod problem;
mod rect;
mod relation;
mod settings;
mod source;
mod table_spans;
mod text;
mod text_tables;

pub use finding::{Finding, Findings, FoundCell, FoundRow, Method, Place, RowContent, distinct};
pub use layout::{Display, Float, Layout, Line, Position, Style};
pub use limits::Limits;
pub use markup5ever::{LocalName, local_name};
pub use page::{Attribute, Children, Node, NodeId, NodeKind, Page, PageBuilder, Quirks, Space, TextRun};
pub use problem::{Limit, Problem, ProblemKind, Remark, RemarkKind};
pub use rect::Rect;
pub use relation::{
    Bounds, Cell, CellContent, Column, ColumnType, InnerRows, PageKind, PageReport, Relation, RelationKind,
    Row, Template, Value,
};
pub use source::{OffsetMap, OffsetMapBuilder, Source, Span};
pub use text::{beginning, collapse_space, is_space};
pub use text_tables::{TextMap, TextSet};
