//! Reads the structured data of a page: JSON-LD, microdata and RDFa.
//!
//! All three notations describe items with types and properties. Several items of the same type become the rows of one
//! relation; an only item of its type becomes a detail. Columns have the names of properties; the properties of an item inside
//! another have dotted names.
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

mod flatten;
mod item;
mod json;
mod json_ld;
mod kind;
mod lists;
mod literal;
mod microdata;
mod rank;
mod rdfa;
mod references;
mod relations;
mod settings;

pub use settings::{Boilerplate, StructuredSettings};

use chaffinch_core::{Finding, Method, Page};
use rank::Rank;

/// The structured data of the page, best first.
///
/// [`Boilerplate`] says which items count as content and which as boilerplate.
pub fn structured_data(page: &Page, settings: &StructuredSettings) -> Vec<Finding> {
    let mut found = relations::relations(page, &json_ld::json_ld(page, settings), Method::JsonLd, settings);
    found.extend(relations::relations(
        page,
        &microdata::microdata(page, settings),
        Method::Microdata,
        settings,
    ));
    found.extend(relations::relations(page, &rdfa::rdfa(page, settings), Method::Rdfa, settings));
    let something_better = found.iter().any(|(rank, _)| *rank < Rank::Boilerplate);
    let with_boilerplate = match settings.boilerplate {
        Boilerplate::IfAlone => !something_better,
        Boilerplate::Always => true,
        Boilerplate::Never => false,
    };
    found.retain(|(rank, _)| *rank < Rank::Boilerplate || with_boilerplate);
    let mut relations: Vec<Finding> = found.into_iter().map(|(_, relation)| relation).collect();
    // A stable sort keeps relations of equal score in the order of the page.
    relations.sort_by(|a, b| b.score.total_cmp(&a.score));
    relations
}
