use chaffinch_core::settings;

settings! {
    /// How top-k lists are found.
    ///
    /// Each of the paper's four optimisations can be turned off, and so can the steps beyond the paper.
    ///
    /// ```
    /// use chaffinch_topk::TopkSettings;
    /// let settings = TopkSettings { interleaving: false, ..TopkSettings::default() };
    /// assert!(settings.visual_area && !TopkSettings::basic().visual_area);
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    pub struct TopkSettings {
        /// How many items the list has; nothing to read it from the title.
        pub k: Option<usize> = None,
        /// Optimisation 1: a list's importance is its share of the page's visual area, not of its characters.
        pub visual_area: bool = true,
        /// The paper's visual area counts potential white space. Our other measures of a list do better without: tables and short lines have much of it.
        pub white_space: bool = false,
        /// Optimisation 2: two lists whose items alternate are one.
        pub interleaving: bool = true,
        /// Optimisation 3: lists with a few items too many, or one too few, are corrected.
        pub boundaries: bool = true,
        /// Optimisation 4: the title of an item is found by its position and style.
        pub item_titles: bool = true,
        /// Beyond the paper: items that count up or down are a list, and the numbers are their ranks.
        pub numbering: bool = true,
        /// Beyond the paper: nodes are also alike by class names, as siblings or as headings; an item reaches up to the next one; and lists
        /// are ranked by [`RankWeights`].
        pub likeness: bool = true,
        /// Most nodes that look like items but are not, and may be dropped from a list.
        pub max_extra: usize = 12,
        /// The least rank of a list of 10 items. It is higher for smaller k and lower for larger k.
        pub min_rank: f32 = 0.3,
        /// How much higher where a title may count its items, such as a number and a plural somewhere in a sentence.
        pub likely_doubt: f32 = 0.05,
        /// How much higher where a title may well be the name of something, such as `Hot 100`: the page itself must count or set the items apart.
        pub faint_doubt: f32 = 0.4,
        /// How much less that is where the page numbers as many items.
        pub counted: f32 = 0.2,
        /// How much less that is for the k items of one `<ol>`, which are not alike by chance.
        pub ordered_rank: f32 = 0.1,
        /// The largest k that is searched for.
        pub max_k: usize = 5_000,
        /// What lists are ranked by, besides the share of the page that they take.
        pub weights: RankWeights = RankWeights::default(),
        /// The share of values, 0 to 1, that must be of a type for the column to be of it.
        pub type_share: f32 = 0.8,
        /// What tells the title of an item from its other parts.
        pub titles: TitleWeights = TitleWeights::default(),
        /// What tells items from nodes that only look like them.
        pub oddness: OddnessWeights = OddnessWeights::default(),
    }
}

settings! {
    /// What speaks for and against a candidate list, in units of the rank, which is about 1 for a good list.
    ///
    /// `numbered`, `headings` and `lines` are added to the list's importance; `aside`, `above` and `late` each take a share off that sum; then
    /// `announced` is added and all others are subtracted.
    #[derive(Debug, Clone, PartialEq)]
    pub struct RankWeights {
        /// Added if the names of the items count up or down.
        pub numbered: f32 = 0.35,
        /// Times the share of items whose title is a heading.
        pub headings: f32 = 0.25,
        /// Times the share of items whose title is an emphasised line of its own, begins its paragraph in bold, or is a term or a summary.
        pub lines: f32 = 0.15,
        /// Times the share of items in navigation, footer or sidebar, outside of the article that has the page's heading, or below a heading such as
        /// `You may also like`.
        pub aside: f32 = 0.75,
        /// Times the share of items above the page's main heading.
        pub above: f32 = 0.5,
        /// Times the share of the items' text that comes before their titles.
        pub late: f32 = 0.5,
        /// Added if a heading before the list promises k items, as the title does.
        pub announced: f32 = 0.15,
        /// Added for the items of one `<ol>`, whose numbers the page shows, if they are about k, and for the k rows of one table.
        pub ordered: f32 = 0.2,
        /// Subtracted if nodes that only look like items were dropped to reach k.
        pub dropped: f32 = 0.05,
        /// Subtracted for each of these nodes.
        pub each_dropped: f32 = 0.02,
        /// Subtracted if an item of another style was added to reach k.
        pub added: f32 = 0.08,
        /// Subtracted if the list was found only as siblings, or if its items lie across containers.
        pub last_resort: f32 = 0.02,
        /// Subtracted if the list does not have k items, more the further it is off.
        pub wrong_size: f32 = 0.1,
        /// How much more than for one item `wrong_size` counts for a list of quite another size.
        pub size_slope: f32 = 6.0,
        /// Times the share of items that are questions, such as those that readers ask about the list.
        pub questions: f32 = 0.25,
        /// Times the share of items named like headings that stand before or after lists: `Newsletter`.
        pub framing: f32 = 0.5,
        /// Times the share of items that are nothing but a paragraph of running text.
        pub prose: f32 = 0.6,
        /// Subtracted if one of several items takes most of their area, or if the first or the last stands apart from all others.
        pub lopsided: f32 = 0.3,
        /// Subtracted if an item promises k items itself, because then it is the heading of the list.
        pub promising: f32 = 0.3,
    }
}

settings! {
    /// How odd a node is among those that look like items, where 1 is a node that has nothing of what is usual; and what it costs, in the
    /// same unit, to drop one.
    #[derive(Debug, Clone, PartialEq)]
    pub struct OddnessWeights {
        /// Added for a heading that stands before or after lists, such as `Summary`.
        pub framing: f32 = 2.0,
        /// Added for a question where less than half the texts are one.
        pub question: f32 = 1.0,
        /// Added for a text without a number where more than half have one.
        pub unnumbered: f32 = 1.5,
        /// Added in navigation, footer or sidebar.
        pub aside: f32 = 1.0,
        /// Added if less than half the nodes have the same parent.
        pub other_parent: f32 = 0.5,
        /// The cost of dropping a node within the list: lists are seldom interrupted.
        pub within: f32 = 0.75,
        /// The cost of dropping a node before the list: where all nodes are alike, the first k are the list.
        pub early: f32 = 0.2,
        /// How odd a further item may be: the last one of a list often lacks something.
        pub slack: f32 = 0.25,
        /// The share of tags, 0 to 1, that a neighbour must have in common with the items to be one.
        pub min_alike: f32 = 0.5,
    }
}

settings! {
    /// What speaks for and against a part of the items being their title. Parts are compared by the sum, so that only the sizes of the weights to
    /// one another matter.
    #[derive(Debug, Clone, PartialEq)]
    pub struct TitleWeights {
        /// The share of items, 0 to 1, that must have the part.
        pub min_held: f32 = 0.5,
        /// Times the share of items that have the part.
        pub held: f32 = 2.0,
        /// Times the share of distinct texts.
        pub distinct: f32 = 2.0,
        /// Added for headings.
        pub heading: f32 = 2.5,
        /// Times the share of emphasised lines of their own.
        pub line: f32 = 1.0,
        /// Added for bold, italics and the like.
        pub emphasis: f32 = 0.7,
        /// Added for links.
        pub link: f32 = 0.4,
        /// Times the font size above 16 CSS pixels, in units of 16 pixels, at most 1.
        pub size: f32 = 1.0,
        /// Added for the first part of an item, half of it for the second, a third for the third and so on.
        pub early: f32 = 1.5,
        /// Times the share of nodes by which the list was found.
        pub anchor: f32 = 0.5,
        /// The same, where the list was found by the numbers of its items.
        pub numbered_anchor: f32 = 1.5,
        /// Subtracted times the share of texts without a letter.
        pub no_letters: f32 = 3.0,
        /// Subtracted times the share of texts of more than `longest` characters.
        pub too_long: f32 = 2.0,
        /// Subtracted times the share of texts of less than 3 characters.
        pub too_short: f32 = 0.5,
        /// Subtracted times the mean length as a share of `longest`.
        pub length: f32 = 0.8,
        /// Most characters of a title.
        pub longest: usize = 140,
    }
}

impl TopkSettings {
    /// The published algorithm with its four optimisations, and nothing beyond.
    pub fn paper() -> TopkSettings {
        TopkSettings {
            white_space: true,
            numbering: false,
            likeness: false,
            max_extra: 1,
            ..TopkSettings::default()
        }
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
