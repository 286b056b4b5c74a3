//! What every method needs to know about a page, found once and shared by all of them.
//!
//! A [`Survey`] knows the depth and tag path of each node, what is shown and where, how much any stretch of nodes holds
//! ([`Content`]), the text of the page in one piece ([`Stream`]) and its structured data. A [`Record`] is a stretch of sibling
//! nodes, so that its content is the difference of two sums, however long it is.
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
