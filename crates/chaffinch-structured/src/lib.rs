//! Reads the structured data of a page: JSON-LD, microdata, RDFa and OpenGraph, and the data that it carries for its scripts.
//!
//! All notations describe items with types and properties. Several items of the same type become the rows of one
//! relation; an only item of its type becomes a detail. Columns have the names of properties; the properties of an item inside
//! another have dotted names. [`PageNames`] gives what the page shows the names that its structured data has for it.
//!
//! ```
//! use chaffinch_structured::{StructuredSettings, structured_data};
//! let page = chaffinch_page::parse_str(
//!     r#"<script type="application/ld+json">
//!     {"@context": "https://schema.org", "@type": "Product", "name": "Pen",
//!      "offers": {"@type": "Offer", "price": "1.50", "priceCurrency": "EUR"}}</script>"#,
//! );
//! let found = structured_data(&page, &StructuredSettings::default());
//! assert_eq!(found[0].title.as_deref(), Some("Product"));
//! assert_eq!(found[0].columns[1].name.as_deref(), Some("offers.price"));
//! ```

mod facts;
mod flatten;
mod item;
mod items;
mod json;
mod json_ld;
mod kind;
mod lists;
mod literal;
mod microdata;
mod names;
mod open_graph;
mod rank;
mod rdfa;
mod references;
mod relations;
mod same_value;
mod settings;
mod short_name;
mod shown_values;
mod state;
mod thread;

pub use items::StructuredItems;
pub use names::PageNames;
pub use rank::is_boilerplate;
pub use references::decode_references;
pub use settings::{Boilerplate, NamingSettings, StateSettings, StructuredSettings};

use chaffinch_core::{Finding, Page};

/// The structured data of the page, best first.
///
/// [`Boilerplate`] says which items count as content and which as boilerplate.
pub fn structured_data(page: &Page, settings: &StructuredSettings) -> Vec<Finding> {
    StructuredItems::read(page, settings).findings(page, settings)
}
