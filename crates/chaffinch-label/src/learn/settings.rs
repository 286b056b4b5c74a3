use crate::model::Trust;
use chaffinch_core::settings;
use chaffinch_crf::Training;

settings! {
    /// How to learn.
    #[derive(Debug, Clone, PartialEq)]
    pub struct LearnSettings {
        /// How many combinations of attributes get a `Con_*` label, besides single attributes.
        pub combinations: usize = 6,
        /// A feature must occur on at least this many pages.
        pub least_pages: usize = 3,
        /// And on at least this many sites, or on all if there are fewer.
        pub least_sites: usize = 1,
        /// Each page is learned from this many times, each time with other features hidden; 0 to learn once from the page as it is.
        pub views: usize = 2,
        /// Whether features that tell what repeats on a page count.
        pub repetition: bool = false,
        /// Where there are lists too, a page about one thing counts as this many pages.
        pub details: usize = 4,
        /// The share of feature templates that a view hides.
        pub hide: f32 = 0.5,
        /// What the name of an attribute hints at counts as this many labelled values.
        pub hints: usize = 8,
        /// How far kinds of features are trusted.
        pub trust: Trust = Trust::default(),
        /// How weights are learned.
        pub training: Training = Training::default(),
    }
}

impl LearnSettings {
    /// For pages with many records. Such a page has so many values that one view is enough, and features that few sites have are
    /// left out. With what repeats on a page, leaves and the roles of blocks find as many records as the whole field.
    pub fn of_lists() -> LearnSettings {
        let learn = LearnSettings::default();
        LearnSettings {
            combinations: 3,
            least_sites: 4,
            views: 0,
            repetition: true,
            trust: Trust::LEAVES,
            training: Training { iterations: 60, ..learn.training },
            ..learn
        }
    }
}
