//! What can be set.

use crate::domain::Domain;
use std::sync::Arc;

/// How records of a domain are found. The defaults are the best measured.
#[derive(Debug, Clone)]
pub struct DomainSettings {
    /// The knowledge; without it nothing is found.
    pub domain: Option<Arc<Domain>>,
    /// By how much the depths of mandatory nodes of a cluster may differ (the paper's δ).
    pub delta: i64,
    /// By how much their distances may differ (the paper's ε).
    pub epsilon: i64,
    /// Fewest records of the first data area of a page.
    pub min_records: usize,
    /// Fewest records of a further data area, such as one with featured results.
    pub min_more_records: usize,
    /// Data areas of one page that are given at most.
    pub max_areas: usize,
    /// The smallest share of its text that the first data area of a page which calls itself an article makes up.
    pub min_share_of_article: f32,
    /// Whether a disallowed annotation forbids an attribute anywhere in its node, as published, or only on its own stretch.
    pub disallow_in_node: bool,
    /// Attributes that the annotators missed are found from their position in sibling records, and records without a
    /// mandatory attribute are kept where they look like the others.
    pub positions: bool,
    /// All segmentations are scored, and the best is chosen.
    pub alternatives: bool,
    /// Boxes and fonts take part in the choice of titles, and what takes no room on the screen is no attribute.
    pub visual: bool,
    /// Where the screen shows no records, those that a script would show are looked for.
    pub hidden: bool,
    /// Every record has a title, found by what titles look like.
    pub titles: bool,
    /// Steps that the rules may take on one page.
    pub max_steps: usize,
}

impl Default for DomainSettings {
    fn default() -> DomainSettings {
        DomainSettings {
            domain: None,
            delta: 1,
            epsilon: 1,
            min_records: 3,
            min_more_records: 2,
            max_areas: 5,
            min_share_of_article: 0.08,
            disallow_in_node: false,
            positions: true,
            alternatives: true,
            visual: true,
            hidden: true,
            titles: true,
            max_steps: 5_000_000,
        }
    }
}

impl DomainSettings {
    /// The paper's rules without the improvements that it proposes.
    pub fn paper() -> DomainSettings {
        DomainSettings {
            min_records: 2,
            min_share_of_article: 0.0,
            disallow_in_node: true,
            positions: false,
            alternatives: false,
            visual: false,
            hidden: false,
            titles: false,
            ..DomainSettings::default()
        }
    }
}
