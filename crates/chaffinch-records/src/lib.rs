//! Finds the lists of records on a page, best first, without labels or rules for the site.
//!
//! [`records`] collects candidate regions from four published methods and from repeated tag paths ([`pool`]), measures each
//! ([`Features`]), lets a learned [`Ranker`] choose, and aligns the records of the chosen regions to columns. The published
//! methods can also run alone ([`Method`]).
//!
//! ```
//! use chaffinch_records::{RecordsSettings, records};
//! use chaffinch_structured::StructuredSettings;
//! use chaffinch_survey::Survey;
//! let html: String = (1..=8)
//!     .map(|n| format!("<li><a href='/{n}'>A thing called number {n}</a><p>It costs ${n}.50 and is worth it.</p></li>"))
//!     .collect();
//! let page = chaffinch_page::parse_str(&format!("<h1>Things</h1><ul>{html}</ul>"));
//! let survey = Survey::new(&page, &StructuredSettings::default());
//! let found = records(&survey, &RecordsSettings::default(), false).relations;
//! assert_eq!(found[0].rows.len(), 8);
//! assert_eq!(found[0].rows[2].content(&page).links, ["/3"]);
//! ```

mod anchors;
mod boundaries;
mod choose;
mod containment;
mod depta;
mod explain;
mod features;
mod generalized;
mod kin;
mod mdr;
mod path_sets;
mod pool;
mod ranker;
mod region;
mod relation;
mod replies;
mod settings;
mod tag_path_lists;
mod visual;

pub use choose::{Chosen, choose};
pub use features::{Features, Measure};
pub use pool::pool;
pub use ranker::{Ranker, Tree};
pub use region::Region;
pub use settings::{DeptaSettings, MdrSettings, Method, RecordsSettings, TagPathSettings, VisualSettings};

use chaffinch_core::Findings;
use chaffinch_survey::Survey;

/// The lists of a page, best first; none where no region is likely to be one. With `explain` it also says what decided the
/// choice.
pub fn records(survey: &Survey, settings: &RecordsSettings, explain: bool) -> Findings {
    let chosen = choose(survey, settings);
    let why = if explain { explain::explain(survey, &chosen) } else { Vec::new() };
    if chosen.is_empty() {
        return Findings {
            why,
            absence: Some("no region is likely to be a list".into()),
            ..Findings::default()
        };
    }
    let found = chosen.iter().map(|chosen| relation::finding(survey, chosen, settings));
    Findings { relations: found.collect(), why, absence: None }
}
