//! AMBER: records of a domain, found with a small file of knowledge and rules that can be read.
//!
//! [`records`] annotates a page's text with what the [`Domain`] knows, derives attributes, data areas and records by the
//! rule files under `rules/`, and can say which rules and facts each record came from. Twelve domains are shipped; others are
//! read from files ([`load`]).
//!
//! ```
//! use chaffinch_domain::{DomainSettings, load, records};
//! use chaffinch_survey::Survey;
//! use std::sync::Arc;
//! let html: String = [("Oxford", 375_000), ("Reading", 290_000), ("Bath", 410_000)]
//!     .map(|(town, price)| format!("<li><a href='/{town}'>3 bedroom house, {town}</a> <b>£{price}</b></li>"))
//!     .concat();
//! let page = chaffinch_page::parse_str(&format!("<ul>{html}</ul>"));
//! let domain = Arc::new(load("real-estate").unwrap());
//! let survey = Survey::new(&page, &Default::default());
//! let found = records(&survey, &DomainSettings { domain: Some(domain), ..DomainSettings::default() }, false);
//! assert_eq!(found.relations[0].rows.len(), 3);
//! ```

mod alternatives;
mod annotate;
mod areas;
mod attributes;
mod domain;
mod evidence;
mod explain;
mod export;
mod facts;
mod file;
mod fold;
mod gazetteer;
mod ids;
mod learn;
mod pattern;
mod positions;
mod problem;
mod prose;
mod rank;
mod relation;
mod rulebook;
mod segment;
mod settings;
mod shipped;
mod sieve;
mod split_records;
mod titles;
mod tree;
mod understand;
mod usual_paths;
mod worth;

pub use annotate::{Annotation, Recogniser};
pub use attributes::FoundAttribute;
pub use domain::{AnnotationType, Attribute, Constraint, Domain, Extent, SplitRecords};
pub use export::export;
pub use file::{load, parse};
pub use gazetteer::Gazetteer;
pub use ids::{AnnotationId, AnnotationKind, AreaId, AttributeId, AttributeKind, RecordId};
pub use learn::{Proposal, Terms};
pub use pattern::Pattern;
pub use problem::DomainProblem;
pub use rulebook::Rulebook;
pub use settings::{DomainSettings, Thresholds};
pub use shipped::DOMAINS;
pub use titles::TitleFeatures;
pub use understand::{Assigned, DataArea, DomainRecord, NearMiss, Understanding, understand};

use chaffinch_core::{Findings, NodeId};
use chaffinch_survey::Survey;
use std::ops::Range;

/// Whether a page has one of the words that every page about a domain has.
pub fn mentions(survey: &Survey, domain: &Domain) -> bool {
    let text = survey.stream().text().to_lowercase();
    domain.words.is_empty() || domain.words.iter().any(|word| text.contains(word.as_str()))
}

/// Whether some rows could be records of a domain: of each group of attributes of which a record needs one, they hold at least
/// `least` annotations. The rows are stretches of nodes in document order.
pub fn occurs(survey: &Survey, domain: &Domain, rows: &[Range<NodeId>], least: usize) -> bool {
    let within: Vec<Range<usize>> = rows.iter().map(|row| survey.stream().of_nodes(row)).collect();
    domain.required.iter().all(|group| {
        let constraints = group.iter().flat_map(|attribute| &domain[*attribute].constraints);
        let types = constraints.filter_map(|constraint| constraint.required.first().copied());
        annotate::is_frequent(survey.page, survey.stream(), domain, types, &within, least)
    })
}

/// The records of a domain on a page, a relation for each data area, best first; nothing without a domain. `explain` asks for
/// the rules and facts that each came from.
pub fn records(survey: &Survey, settings: &DomainSettings, explain: bool) -> Findings {
    match &settings.domain {
        Some(domain) => understand(survey, domain, settings).findings(domain, settings, explain),
        None => Findings::default(),
    }
}
