use chaffinch_core::settings;

settings! {
    /// How labels become records.
    #[derive(Debug, Clone, PartialEq)]
    pub struct ReadSettings {
        /// How probable it must be that a page is of the model's kind; from other pages nothing is read.
        pub least_probable_page: f64 = 0.5,
        /// A list has at least this many records.
        pub fewest_records: usize = 2,
        /// On a page about one thing, the odds of values that belong to other things are multiplied by this.
        pub aside: f64 = 1e-12,
        /// On a page about one thing, this many leaves in one place of the markup belong to other things.
        pub many_in_place: usize = 3,
        /// A value on a page about one thing must be at least this probable; otherwise the page has no value of the attribute.
        pub least_probable_detail: f64 = 1e-4,
        /// Values of an attribute that no list learned from had must be at least this probable, in the mean over the records of a list.
        pub least_probable_in_list: f64 = 3e-4,
        /// How much the votes of a site's pages count: the exponent of the share of pages that vote for a place.
        pub pages_agree: f64 = 3.0,
        /// The same for the records of a list. It is larger, because they all have the same markup.
        pub records_agree: f64 = 10.0,
        /// The share of votes that every place gets, so that a page or record with markup of its own is not lost.
        pub votes_for_all: f64 = 0.02,
        /// This many leaves are considered for each attribute, the best ones.
        pub considered: usize = 12,
        /// The odds that the page has no value of an attribute. Odds that are small beside these hardly count, so that an attribute without
        /// a value does not take a leaf from another.
        pub absent: f64 = 1.0,
    }
}
