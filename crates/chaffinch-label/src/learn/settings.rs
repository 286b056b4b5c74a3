use crate::model::Trust;
use chaffinch_crf::Training;

/// How to learn.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnSettings {
    /// How many combinations of attributes get a `Con_*` label, besides single attributes.
    pub combinations: usize,
    /// A feature must occur on at least this many pages.
    pub least_pages: usize,
    /// And on at least this many sites, or on all if there are fewer.
    pub least_sites: usize,
    /// Each page is learned from this many times, each time with other features hidden; 0 to learn once from the page as it is.
    pub views: usize,
    /// Whether features that tell what repeats on a page count.
    pub repetition: bool,
    /// Where there are lists too, a page about one thing counts as this many pages.
    pub details: usize,
    /// The share of feature templates that a view hides.
    pub hide: f32,
    /// What the name of an attribute hints at counts as this many labelled values.
    pub hints: usize,
    /// How far kinds of features are trusted.
    pub trust: Trust,
    /// How weights are learned.
    pub training: Training,
}

impl LearnSettings {
    /// For pages with many records. Such a page has so many values that one view is enough, and features that few sites have are
    /// left out.
    pub fn of_lists() -> LearnSettings {
        let learn = LearnSettings::default();
        LearnSettings {
            combinations: 3,
            least_sites: 4,
            views: 0,
            repetition: true,
            trust: Trust::of_lists(),
            training: Training { iterations: 60, ..learn.training },
            ..learn
        }
    }
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings {
            combinations: 6,
            least_pages: 3,
            least_sites: 1,
            views: 2,
            repetition: false,
            details: 4,
            hide: 0.5,
            hints: 8,
            trust: Trust::default(),
            training: Training::default(),
        }
    }
}
