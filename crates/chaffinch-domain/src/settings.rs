//! What can be set.

use crate::domain::Domain;
use crate::rulebook::Rulebook;
use crate::titles::TitleFeatures;
use chaffinch_core::settings;
use std::sync::Arc;

settings! {
    /// How records of a domain are found. The defaults are the best measured.
    #[derive(Debug, Clone)]
    pub struct DomainSettings {
        /// The knowledge; without it nothing is found.
        pub domain: Option<Arc<Domain>> = None,
        /// The rules of all phases.
        pub rules: Rulebook = Rulebook::default(),
        /// By how many tree levels the depths of the mandatory nodes of a cluster may differ (the paper's δ).
        pub delta: i64 = 1,
        /// By how many tree steps the distances between them may differ (the paper's ε).
        pub epsilon: i64 = 1,
        /// Fewest records of the first data area of a page.
        pub min_records: usize = 2,
        /// Fewest records of a further data area, such as one with featured results.
        pub min_more_records: usize = 2,
        /// The smallest score of a data area. A score is how probable it is that the area is a list of the domain's things.
        pub least_probable: f32 = 0.5,
        /// The score of the former scale, from 0.5 to 0.99, from which the choice of `extract` was learned, instead of a probability.
        pub former_score: bool = false,
        /// Most data areas reported for one page.
        pub max_areas: usize = 5,
        /// On a page that calls itself an article, the smallest share of the text, from 0 to 1, that a data area must cover.
        pub min_share_of_article: f32 = 0.08,
        /// Whether a disallowed annotation rules out an attribute anywhere in its node, as published, or only where the two overlap.
        pub disallow_in_node: bool = false,
        /// Attributes that the annotators missed are found from their position in sibling records, and records without a
        /// mandatory attribute are kept if they look like the others.
        pub positions: bool = true,
        /// All segmentations are scored, and the best is chosen.
        pub alternatives: bool = true,
        /// Boxes and fonts help to choose titles, and text that takes no room on the screen is no attribute.
        pub visual: bool = true,
        /// If the screen shows no records, look for those that a script would show.
        pub hidden: bool = true,
        /// Every record gets a title: the line that looks most like one.
        pub titles: bool = true,
        /// Rows that the rules may look at on one page.
        pub max_steps: usize = 20_000_000,
        /// The finer points of what counts as a record and as its values.
        pub thresholds: Thresholds = Thresholds::default(),
    }
}

settings! {
    /// Thresholds and weights, set by hand and measured.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Thresholds {
        /// Percent of the records of a list that must have an attribute for it to be usual there.
        pub usual: usize = 80,
        /// Percent of the records of a list that must have an attribute for a record to be suspect without it.
        pub nearly_all: usize = 90,
        /// A stretch that holds this many times as many values as the median record is a list itself.
        pub list_in_record: usize = 3,
        /// What a record of several sibling nodes is worth, in percent of one that is a single node: few lists are written that way.
        pub several_nodes: i64 = 94,
        /// A candidate for a record may be at most this many times larger or smaller than the average record.
        pub size_ratio: i64 = 3,
        /// Fewest records that must agree on where an attribute stands, or on the tags that records are made of.
        pub min_witnesses: usize = 3,
        /// Percent of the records with an attribute that must have it at the same path.
        pub same_path: usize = 60,
        /// An attribute that all records should have is asked for once one record in this many has it: fewer have it by chance.
        pub expected_in_one_of: usize = 5,
        /// The smallest share of its line, from 0 to 1, that a price or place takes up; less of a long line is a mention in a sentence.
        pub min_share_of_line: f32 = 0.12,
        /// Lines of at most this many characters are never taken for sentences.
        pub short_line: usize = 40,
        /// The longest line that is a value, in characters; of a longer one only the annotation is.
        pub longest_value: usize = 160,
        /// Percent of a neighbouring line that attributes must cover for it to belong to the same address.
        pub address_line: usize = 40,
        /// What it costs a value to stand where no other record has it, in characters of text before the value.
        pub unusual_path: f32 = 1000.0,
        /// How much each feature of a line speaks for it as a title.
        pub title: TitleFeatures = TitleFeatures {
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
        /// How much it speaks for a line as a title that all other records could have their title in the same position.
        pub title_votes: f32 = 4.0,
    }
}

impl DomainSettings {
    /// The paper's rules without the improvements that it proposes.
    pub fn paper() -> DomainSettings {
        DomainSettings {
            min_records: 2,
            least_probable: 0.0,
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
