//! Proposals for gazetteers: terms that no annotator knows, and that stand where an attribute stands on several sites.

use crate::domain::Domain;
use crate::fold::folded;
use crate::understand::{Assigned, Understanding};
use chaffinch_core::collapse_space;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Terms seen where attributes stand, over many pages.
#[derive(Debug, Default)]
pub struct Terms {
    /// By attribute and folded term: the term as first written, and the sites it was seen on.
    seen: BTreeMap<(String, String), (String, BTreeSet<String>)>,
}

/// A term that could be added to a domain file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The attribute where it was seen.
    pub attribute: String,
    /// The term as first written.
    pub term: String,
    /// How many sites have it there.
    pub sites: usize,
}

/// Longest term, in bytes; longer texts are descriptions.
const LONGEST: usize = 60;

impl Terms {
    /// Looks at a page of `site` that was understood with [`DomainSettings::positions`](crate::DomainSettings::positions).
    pub fn see(&mut self, understanding: &Understanding, site: &str, domain: &Domain) {
        for record in understanding.areas.iter().flat_map(|area| &area.records) {
            for (attribute, values) in domain.attributes.iter().zip(&record.values) {
                for assigned in values {
                    let Assigned::ByPosition(range) = assigned else { continue };
                    let text = collapse_space(&understanding.stream.text()[range.clone()]);
                    self.add(&attribute.name, &text, site);
                }
            }
        }
    }

    fn add(&mut self, attribute: &str, text: &str, site: &str) {
        let key = folded(text);
        let letters = key.chars().any(char::is_alphabetic);
        if text.len() <= LONGEST && letters {
            let entry = self.seen.entry((attribute.to_owned(), key));
            let (_, sites) = entry.or_insert_with(|| (text.to_owned(), BTreeSet::new()));
            sites.insert(site.to_owned());
        }
    }

    /// The terms seen on at least `sites` sites, by attribute, those of most sites first.
    pub fn proposals(&self, sites: usize) -> Vec<Proposal> {
        let known = self.seen.iter().filter(|(_, (_, seen))| seen.len() >= sites);
        let mut proposals: Vec<Proposal> = known
            .map(|((attribute, _), (term, seen))| Proposal {
                attribute: attribute.clone(),
                term: term.clone(),
                sites: seen.len(),
            })
            .collect();
        proposals.sort_by(|a, b| (&a.attribute, b.sites, &a.term).cmp(&(&b.attribute, a.sites, &b.term)));
        proposals
    }
}

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?},  # {}, on {} sites", self.term, self.attribute, self.sites)
    }
}
