/// How labels become records.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadSettings {
    /// A list has at least this many records.
    pub fewest_records: usize,
    /// On a page about one thing, the odds of values that belong to other things are multiplied by this.
    pub aside: f64,
    /// On a page about one thing, this many leaves in one place of the markup belong to other things.
    pub many_in_place: usize,
    /// A value on a page about one thing must be at least this probable; otherwise the page has no value of the attribute.
    pub least_probable_detail: f64,
    /// Values of an attribute that no list learned from had must be at least this probable, in the mean over the records of a list.
    pub least_probable_in_list: f64,
    /// How much the votes of a site's pages count: the exponent of the share of pages that vote for a place.
    pub pages_agree: f64,
    /// The same for the records of a list. It is larger, because they all have the same markup.
    pub records_agree: f64,
    /// The share of votes that every place gets, so that a page or record with markup of its own is not lost.
    pub votes_for_all: f64,
    /// This many leaves are considered for each attribute, the best ones.
    pub considered: usize,
    /// The odds that the page has no value of an attribute. Odds that are small beside these hardly count, so that an attribute without
    /// a value does not take a leaf from another.
    pub absent: f64,
}

impl Default for ReadSettings {
    fn default() -> ReadSettings {
        ReadSettings {
            fewest_records: 2,
            aside: 1e-12,
            many_in_place: 3,
            least_probable_detail: 1e-4,
            least_probable_in_list: 3e-4,
            pages_agree: 3.0,
            records_agree: 10.0,
            votes_for_all: 0.02,
            considered: 12,
            absent: 1.0,
        }
    }
}
