//! What can be set.

use crate::domain::Domain;
use crate::titles::TitleFeatures;
use std::sync::Arc;

/// How records of a domain are found. The defaults are the best measured.
#[derive(Debug, Clone)]
pub struct DomainSettings {
    /// The knowledge; without it nothing is found.
    pub domain: Option<Arc<Domain>>,
    /// By how many tree levels the depths of the mandatory nodes of a cluster may differ (the paper's δ).
    pub delta: i64,
    /// By how many tree steps the distances between them may differ (the paper's ε).
    pub epsilon: i64,
    /// Fewest records of the first data area of a page.
    pub min_records: usize,
    /// Fewest records of a further data area, such as one with featured results.
    pub min_more_records: usize,
    /// Most data areas reported for one page.
    pub max_areas: usize,
    /// On a page that calls itself an article, the smallest share of the text, from 0 to 1, that a data area must cover.
    pub min_share_of_article: f32,
    /// Whether a disallowed annotation rules out an attribute anywhere in its node, as published, or only where the two overlap.
    pub disallow_in_node: bool,
    /// Attributes that the annotators missed are found from their position in sibling records, and records without a
    /// mandatory attribute are kept if they look like the others.
    pub positions: bool,
    /// All segmentations are scored, and the best is chosen.
    pub alternatives: bool,
    /// Boxes and fonts help to choose titles, and text that takes no room on the screen is no attribute.
    pub visual: bool,
    /// If the screen shows no records, look for those that a script would show.
    pub hidden: bool,
    /// Every record gets a title: the line that looks most like one.
    pub titles: bool,
    /// Rows that the rules may look at on one page.
    pub max_steps: usize,
    /// The finer points of what counts as a record and as its values.
    pub thresholds: Thresholds,
}

/// Thresholds and weights, set by hand and measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Percent of the records of a list that must have an attribute for it to be usual there.
    pub usual: usize,
    /// Percent of the records of a list that must have an attribute for a record to be suspect without it.
    pub nearly_all: usize,
    /// A stretch that holds this many times as many values as the median record is a list itself.
    pub list_in_record: usize,
    /// What a record of several sibling nodes is worth, in percent of one that is a single node: few lists are written that way.
    pub several_nodes: i64,
    /// A candidate for a record may be at most this many times larger or smaller than the average record.
    pub size_ratio: i64,
    /// Fewest records that must agree on where an attribute stands, or on the tags that records are made of.
    pub min_witnesses: usize,
    /// Percent of the records with an attribute that must have it at the same path.
    pub same_path: usize,
    /// An attribute that all records should have is asked for once one record in this many has it: fewer have it by chance.
    pub expected_in_one_of: usize,
    /// The smallest share of its line, from 0 to 1, that a price or place takes up; less of a long line is a mention in a sentence.
    pub min_share_of_line: f32,
    /// Lines of at most this many characters are never taken for sentences.
    pub short_line: usize,
    /// The longest line that is a value, in characters; of a longer one only the annotation is.
    pub longest_value: usize,
    /// Percent of a neighbouring line that attributes must cover for it to belong to the same address.
    pub address_line: usize,
    /// What it costs a value to stand where no other record has it, in characters of text before the value.
    pub unusual_path: f32,
    /// How much each feature of a line speaks for it as a title.
    pub title: TitleFeatures,
    /// How much it speaks for a line as a title that all other records could have their title in the same position.
    pub title_votes: f32,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds {
            usual: 80,
            nearly_all: 90,
            list_in_record: 3,
            several_nodes: 94,
            size_ratio: 3,
            min_witnesses: 3,
            same_path: 60,
            expected_in_one_of: 5,
            min_share_of_line: 0.12,
            short_line: 40,
            longest_value: 160,
            address_line: 40,
            unusual_path: 1000.0,
            title: TitleFeatures {
                heading: 2.2,
                link: 1.8,
                bold: 0.8,
                size: 1.5,
                early: 1.0,
                length: 1.4,
                attribute: -2.6,
                common: -3.0,
                named: 1.6,
            },
            title_votes: 4.0,
        }
    }
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
            thresholds: Thresholds::default(),
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
