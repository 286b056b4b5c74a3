/// How top-k lists are found.
///
/// The four optimisations of the paper are settings of their own, and so are the steps beyond it.
///
/// ```
/// use chaffinch_topk::TopkSettings;
/// let settings = TopkSettings { interleaving: false, ..TopkSettings::default() };
/// assert!(settings.visual_area && !TopkSettings::basic().visual_area);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TopkSettings {
    /// How many items the list has, whatever the title says.
    pub k: Option<usize>,
    /// Optimisation 1: a list's importance is its share of the page's visual area, not of its characters.
    pub visual_area: bool,
    /// Optimisation 2: two lists that alternate are one.
    pub interleaving: bool,
    /// Optimisation 3: lists of a few items too many, or one too few, are mended.
    pub boundaries: bool,
    /// Optimisation 4: the title of an item is found by its place and style.
    pub item_titles: bool,
    /// Beyond the paper: numbers in the items are evidence and order.
    pub numbering: bool,
    /// Beyond the paper: nodes are alike by more than their tag path (class names, siblings, headings), an item reaches
    /// up to the next one, and lists are ranked by how much they look like what a title counts.
    pub likeness: bool,
    /// Look-alikes before and after a list that may be dropped.
    pub max_extra: usize,
    /// The share of the page below which a list is not what the page is about.
    pub min_importance: f32,
    /// The rank below which nothing is returned where k is 10; it is higher for smaller k and lower for larger.
    pub min_rank: f32,
    /// The largest k that is looked for.
    pub max_k: usize,
    /// The share of a column's values that must have a type for the column to have it.
    pub type_share: f32,
}

impl TopkSettings {
    /// The published algorithm with its four optimisations, and nothing beyond.
    pub fn paper() -> TopkSettings {
        TopkSettings { numbering: false, likeness: false, max_extra: 1, ..TopkSettings::default() }
    }

    /// The published algorithm with none of its optimisations.
    pub fn basic() -> TopkSettings {
        TopkSettings {
            visual_area: false,
            interleaving: false,
            boundaries: false,
            item_titles: false,
            ..TopkSettings::paper()
        }
    }
}

impl Default for TopkSettings {
    fn default() -> TopkSettings {
        TopkSettings {
            k: None,
            visual_area: true,
            interleaving: true,
            boundaries: true,
            item_titles: true,
            numbering: true,
            likeness: true,
            max_extra: 12,
            min_importance: 0.0,
            min_rank: 0.3,
            max_k: 5_000,
            type_share: 0.8,
        }
    }
}
