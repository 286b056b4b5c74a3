//! AMBER: records of a domain, found with a small file of knowledge and rules that can be read.
//!
//! [`records`] annotates a page's text with what the [`Domain`] knows, derives attributes, data areas and records by the
//! rule files under `rules/`, and answers with relations; [`explain`] says which rules and facts each came from. Domains are
//! shipped or read from files ([`load`]).
//!
//! ```
//! use chaffinch_domain::{DomainSettings, load, records};
//! use std::sync::Arc;
//! let html: String = [("Oxford", 375_000), ("Reading", 290_000), ("Bath", 410_000)]
//!     .map(|(town, price)| format!("<li><a href='/{town}'>3 bedroom house, {town}</a> <b>£{price}</b></li>"))
//!     .concat();
//! let page = chaffinch_page::parse_str(&format!("<ul>{html}</ul>"));
//! let domain = Arc::new(load("real-estate").unwrap());
//! let found = records(&page, &DomainSettings { domain: Some(domain), ..DomainSettings::default() });
//! assert_eq!(found[0].rows.len(), 3);
//! ```

mod alternatives;
mod annotate;
mod attributes;
mod domain;
mod explain;
mod export;
mod facts;
mod file;
mod fold;
mod gazetteer;
mod learn;
mod parts;
mod pattern;
mod places;
mod positions;
mod problem;
mod prose;
mod rank;
mod relation;
mod rulebook;
mod segment;
mod settings;
mod shipped;
mod shown;
mod sieve;
mod stream;
mod titles;
mod tree;
mod understand;

pub use annotate::{Annotation, Recogniser};
pub use attributes::FoundAttribute;
pub use domain::{AnnotationType, Attribute, Constraint, Domain, Extent, Parts};
pub use explain::explain;
pub use export::export;
pub use file::{load, parse};
pub use gazetteer::Gazetteer;
pub use learn::{Proposal, Terms};
pub use pattern::Pattern;
pub use problem::DomainProblem;
pub use relation::relations;
pub use settings::DomainSettings;
pub use shipped::DOMAINS;
pub use shown::Shown;
pub use titles::TitleFeatures;
pub use understand::{Assigned, DataArea, DomainRecord, NearMiss, Understanding, understand};

use chaffinch_core::{Page, Relation};

/// Whether a page can have records of a domain: it has what every record needs, `least` times at least.
pub fn occurs(page: &Page, domain: &Domain, least: usize) -> bool {
    let stream = stream::Stream::new(page, Shown::OnScreen);
    domain.required.iter().all(|group| {
        let constraints = group.iter().flat_map(|attribute| &domain.attributes[*attribute].constraints);
        let types = constraints.filter_map(|constraint| constraint.required.first().copied());
        annotate::is_frequent(page, &stream, domain, types, least)
    })
}

/// The records of a domain on a page, a relation for each data area, best first; nothing without a domain.
pub fn records(page: &Page, settings: &DomainSettings) -> Vec<Relation> {
    match &settings.domain {
        Some(domain) => relations(&understand(page, domain, settings), domain),
        None => Vec::new(),
    }
}
