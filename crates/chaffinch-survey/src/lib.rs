//! What every method asks of a page, found once and lent to all of them.
//!
//! A [`Survey`] knows how deep each node stands, its tag paths, what is shown and where, what any stretch of nodes holds
//! ([`Content`]), the text of the page in one piece ([`Stream`]) and its structured data. A [`Record`] is a stretch of sibling
//! nodes, so that everything about it is a difference of two sums.
//!
//! ```
//! use chaffinch_structured::StructuredSettings;
//! use chaffinch_survey::Survey;
//! let page = chaffinch_page::parse_str("<ul><li>Tea <b>$4.50</b><li>Cake <b>$5</b></ul>");
//! let survey = Survey::new(&page, &StructuredSettings::default());
//! assert_eq!(survey.whole().money, 2);
//! assert_eq!(survey.whole().texts, 4);
//! ```

mod content;
mod record;
mod shown;
mod stream;
mod survey;

pub use content::Content;
pub use record::Record;
pub use shown::{Shown, is_read_unseen};
pub use stream::Stream;
pub use survey::{LONGEST_VALUE, Survey, is_look, names_columns};
