//! From rows of nodes to columns: every method that has rows hands them over here.
//!
//! Where nothing is known of the columns, [`align`] lays the records over one another and names what lies together. Where the
//! method knows what its values are, it fills a [`Table`]. Either way the types are found in one place, [`give_type`].
//!
//! ```
//! use chaffinch_columns::{ColumnSettings, Properties, align};
//! use chaffinch_structured::StructuredSettings;
//! use chaffinch_survey::{Record, Survey};
//! let page = chaffinch_page::parse_str("<ul><li>Tea <b>$4.50</b><li>Cake <b>$5.00</b><li>Soup <b>$7.25</b></ul>");
//! let survey = Survey::new(&page, &StructuredSettings::default());
//! let items = page.ids().filter(|id| page.is(*id, "li"));
//! let records: Vec<Record> = items.map(|li| Record::new(survey.subtree(li))).collect();
//! let table = align(&survey, &records, &Properties::of(&[]), &ColumnSettings::default());
//! assert_eq!(table.columns[1].name.as_deref(), Some("price"));
//! assert_eq!(table.rows[1][0][0].text, "Cake");
//! ```

mod align;
mod leaves;
mod names;
mod properties;
mod section;
mod settings;
mod table;
mod types;

pub use align::align;
pub use properties::Properties;
pub use settings::ColumnSettings;
pub use table::Table;
pub use types::give_type;
