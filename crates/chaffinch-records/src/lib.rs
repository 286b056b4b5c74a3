//! Records without labels: a page goes in, its lists come out as relations, best first.
//!
//! [`records`] pools candidate regions from four published methods and from repeated tag paths ([`pool`]), measures each
//! ([`Features`]), lets a learned [`Ranker`] choose, and aligns the records of what was chosen to columns. The published
//! methods run alone too ([`Method`]).
//!
//! ```
//! use chaffinch_records::{RecordsSettings, records};
//! let html: String = (1..=8)
//!     .map(|n| format!("<li><a href='/{n}'>A thing called number {n}</a><p>It costs ${n}.50 and is worth it.</p></li>"))
//!     .collect();
//! let page = chaffinch_page::parse_str(&format!("<h1>Things</h1><ul>{html}</ul>"));
//! let found = records(&page, &RecordsSettings::default());
//! assert_eq!(found[0].rows.len(), 8);
//! assert_eq!(found[0].rows[2].links, ["/3"]);
//! ```

mod anchors;
mod boundaries;
mod choose;
mod columns;
mod containment;
mod depta;
mod explain;
mod features;
mod generalized;
mod ground;
mod mdr;
mod path_sets;
mod pool;
mod ranker;
mod region;
mod relation;
mod settings;
mod tag_path_lists;
mod visual;

pub use choose::{Chosen, choose};
pub use explain::explain;
pub use features::{Features, Measure};
pub use ground::{Content, Ground};
pub use pool::pool;
pub use ranker::{Ranker, Tree};
pub use region::{Record, Region, siblings};
pub use settings::{
    ColumnSettings, DeptaSettings, MdrSettings, Method, RecordsSettings, TagPathSettings, VisualSettings,
};

use chaffinch_core::{Page, Relation};

/// The lists of a page, best first; nothing where no region is likely to be one.
pub fn records(page: &Page, settings: &RecordsSettings) -> Vec<Relation> {
    let ground = Ground::new(page);
    let chosen = choose(&ground, settings);
    if chosen.is_empty() {
        return Vec::new();
    }
    let said = columns::Said::of(page);
    chosen.iter().map(|chosen| relation::relation(&ground, chosen, &said, settings)).collect()
}
