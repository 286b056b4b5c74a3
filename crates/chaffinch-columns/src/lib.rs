//! From rows of nodes to columns, for every method that finds rows.
//!
//! Where nothing is known about the columns, [`align`] finds which values of the records belong together and names the columns;
//! [`align_known`] does so with values that another method has recognised. Nothing of a record is lost: every text and image is in
//! a cell of its row, and a label that was taken off a value is the name of its column. A method that knows its values fills a
//! [`Table`] itself. Either way [`give_type`] finds the types of columns. [`Meaning`] says what names mean, in many languages.
//!
//! ```
//! use chaffinch_columns::{ColumnSettings, align};
//! use chaffinch_structured::StructuredSettings;
//! use chaffinch_survey::{Record, Survey};
//! let items: String = [("Tea", "$4.50"), ("Cake", "$5.00"), ("Soup", "$7.25")]
//!     .map(|(name, price)| format!("<li><h3>{name}</h3><p>{price}</p></li>"))
//!     .concat();
//! let page = chaffinch_page::parse_str(&format!("<ul>{items}</ul>"));
//! let survey = Survey::new(&page, &StructuredSettings::default());
//! let items = page.ids().filter(|id| page.is(*id, "li"));
//! let records: Vec<Record> = items.map(|li| Record::new(survey.subtree(li))).collect();
//! let table = align(&survey, &records, &ColumnSettings::default());
//! assert_eq!(table.columns[1].name.as_deref(), Some("price"));
//! assert_eq!(table.rows[1][0][0].text, "Cake");
//! ```

mod align;
mod anchors;
mod apart;
mod bodies;
mod columns;
mod draft;
mod evidence;
mod heads;
mod highlights;
mod known;
mod labels;
mod meaning;
mod names;
mod offices;
mod passages;
mod pieces;
mod section;
mod settings;
mod shape;
mod table;
mod types;
mod unseen;

pub use columns::{align, align_known};
pub use evidence::Markup;
pub use known::Known;
pub use meaning::{Meaning, type_called, words_of};
pub use names::name_columns;
pub use settings::{AlikeWeights, ColumnSettings, LeadWeights, LookSettings, NameWeights};
pub use table::Table;
pub use types::give_type;
