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
    /// The rank below which nothing is returned where k is 10; it is higher for smaller k and lower for larger.
    pub min_rank: f32,
    /// The largest k that is looked for.
    pub max_k: usize,
    /// What lists are ranked by besides their importance.
    pub weights: RankWeights,
    /// The share of a column's values that must have a type for the column to have it.
    pub type_share: f32,
}

/// What speaks for a candidate list and against it; all are fractions of a rank of about 1.
///
/// Numbers, headings and lines add to the list's importance, the place of its items takes a share of the sum, and the
/// rest is added or taken away.
#[derive(Debug, Clone, PartialEq)]
pub struct RankWeights {
    /// The names of the items count up or down.
    pub numbered: f32,
    /// The share of items whose title is a heading.
    pub headings: f32,
    /// The share of items whose title is an emphasised line of its own.
    pub lines: f32,
    /// The share of items in navigation, footer or sidebar.
    pub aside: f32,
    /// The share of items above the page's main heading.
    pub above: f32,
    /// The share of the items that stands before their titles.
    pub late: f32,
    /// A heading before the list promises k items, as the title does.
    pub announced: f32,
    /// Look-alikes were dropped to reach k.
    pub dropped: f32,
    /// The same, for each of them.
    pub each_dropped: f32,
    /// An item of another style was added to reach k.
    pub added: f32,
    /// The list was found only by its siblings, or across containers: whole lists go first.
    pub last_resort: f32,
    /// The list has not k items; more the further it is off.
    pub wrong_size: f32,
    /// The share of items that are questions: those that readers ask about the list.
    pub questions: f32,
    /// An item promises k items itself: it is the heading of the list.
    pub promising: f32,
}

impl Default for RankWeights {
    fn default() -> RankWeights {
        RankWeights {
            numbered: 0.35,
            headings: 0.25,
            lines: 0.15,
            aside: 0.6,
            above: 0.5,
            late: 0.5,
            announced: 0.15,
            dropped: 0.05,
            each_dropped: 0.02,
            added: 0.08,
            last_resort: 0.02,
            wrong_size: 0.1,
            questions: 0.25,
            promising: 0.3,
        }
    }
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
            min_rank: 0.3,
            weights: RankWeights::default(),
            max_k: 5_000,
            type_share: 0.8,
        }
    }
}
