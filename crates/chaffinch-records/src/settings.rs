//! The settings.

use crate::ranker::Ranker;
use chaffinch_columns::ColumnSettings;
use chaffinch_core::settings;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

settings! {
    /// How lists of records are found.
    #[derive(Debug, Clone, PartialEq)]
    pub struct RecordsSettings {
        /// The method.
        pub method: Method = Method::Auto,
        /// A ranker to use in the place of the one that comes with Chaffinch.
        pub ranker: Option<Arc<Ranker>> = None,
        /// Fewest records of a region.
        pub min_records: usize = 3,
        /// Least score, 0 to 1, of the best region of a page; where it has less, the page has no list.
        pub min_score: f32 = 0.1,
        /// Least score, 0 to 1, of the page's other regions.
        pub min_other_score: f32 = 0.02,
        /// Most regions of one page.
        pub max_regions: usize = 5,
        /// Most nodes that the search for repeated tag paths looks at, a node counted each time it is looked at; then the search ends with what
        /// it has.
        pub max_work: usize = 2_000_000,
        /// Most candidate regions that are ranked; those with the fewest visible characters are left out first.
        pub max_candidates: usize = 400,
        /// A tag path is usual in a region where at least this share of its records, 0 to 1, have it.
        pub usual_path: f32 = 0.6,
        /// A record with less than this share of the usual tag paths, 0 to 1, does not belong to the region.
        pub min_usual: f32 = 1.0 / 3.0,
        /// How many levels, the region's own node included, are searched for the heading that is its title.
        pub title_levels: usize = 3,
        /// Most nodes between that heading and the first record.
        pub title_distance: usize = 400,
        /// MDR.
        pub mdr: MdrSettings = MdrSettings::default(),
        /// DEPTA.
        pub depta: DeptaSettings = DeptaSettings::default(),
        /// Tag-path clustering.
        pub tag_path: TagPathSettings = TagPathSettings::default(),
        /// Visual lists.
        pub visual: VisualSettings = VisualSettings::default(),
        /// How records become columns.
        pub columns: ColumnSettings = ColumnSettings::default(),
    }
}

/// The methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// The ranker chooses among the candidates of all methods and of repeated tag paths.
    #[default]
    Auto,
    /// MDR.
    Mdr,
    /// DEPTA.
    Depta,
    /// Tag-path clustering.
    TagPath,
    /// Visual lists.
    Visual,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] = [Method::Auto, Method::Mdr, Method::Depta, Method::TagPath, Method::Visual];

    /// The same method in findings.
    pub fn of_findings(self) -> chaffinch_core::Method {
        match self {
            Method::Auto => chaffinch_core::Method::Auto,
            Method::Mdr => chaffinch_core::Method::Mdr,
            Method::Depta => chaffinch_core::Method::Depta,
            Method::TagPath => chaffinch_core::Method::TagPath,
            Method::Visual => chaffinch_core::Method::VisualList,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.of_findings().name()
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Method, String> {
        Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
            format!("no method is called {name}; there are auto, mdr, depta, tagpath and visual")
        })
    }
}

settings! {
    /// The settings of MDR.
    #[derive(Debug, Clone, PartialEq)]
    pub struct MdrSettings {
        /// Most siblings of a generalized node (the paper's K).
        pub longest_node: usize = 10,
        /// Largest normalised edit distance, 0 to 1, at which neighbours are alike.
        pub threshold: f32 = 0.45,
        /// Whether tags that only change how text looks are ignored.
        pub ignore_look: bool = true,
        /// Most tags of a string that are compared.
        pub longest_string: usize = 200,
        /// The share, 0 to 1, of neighbours within generalized nodes that must be alike for each sibling to be a record of its own.
        pub siblings_alike: f32 = 0.6,
        /// Most steps of edit distances on one page; after that only equal strings are alike.
        pub max_work: usize = 20_000_000,
    }
}

impl MdrSettings {
    /// The values of the paper.
    pub fn paper() -> MdrSettings {
        MdrSettings { threshold: 0.3, ignore_look: false, ..MdrSettings::default() }
    }
}

settings! {
    /// The settings of DEPTA.
    #[derive(Debug, Clone, PartialEq)]
    pub struct DeptaSettings {
        /// Most siblings of a generalized node.
        pub longest_node: usize = 5,
        /// Least normalised tree matching, 0 to 1, at which neighbours are alike.
        pub threshold: f32 = 0.5,
        /// Whether tags that only change how text looks are ignored.
        pub ignore_look: bool = true,
        /// The share, 0 to 1, of the area that an element shows which must lie in its own box for the box to count.
        pub holds: f32 = 0.5,
        /// By how many CSS pixels the space between records may be smaller than the space inside them.
        pub gap_slack: f32 = 10.0,
        /// The share, 0 to 1, of neighbours within generalized nodes that must be alike for each sibling to be a record of its own.
        pub siblings_alike: f32 = 0.6,
        /// Most pairs of nodes that are compared to match two trees.
        pub max_pairs: usize = 250_000,
        /// Most pairs of nodes that are compared on one page; after that only equal trees are alike.
        pub max_work: usize = 10_000_000,
    }
}

impl DeptaSettings {
    /// The values of the paper.
    pub fn paper() -> DeptaSettings {
        DeptaSettings { longest_node: 10, threshold: 0.7, ignore_look: false, ..DeptaSettings::default() }
    }
}

settings! {
    /// The settings of tag-path clustering.
    #[derive(Debug, Clone, PartialEq)]
    pub struct TagPathSettings {
        /// Most paths that are clustered; the commonest are taken.
        pub max_paths: usize = 100,
        /// Two paths are of the same records only if the rarer one comes at least this share (0 to 1) as often as the other.
        pub same_count: f32 = 0.8,
        /// How regularly two paths must alternate in document order, as a share (0 to 1) of perfect alternation.
        pub by_turns: f32 = 0.8,
    }
}

settings! {
    /// The settings of visual lists.
    #[derive(Debug, Clone, PartialEq)]
    pub struct VisualSettings {
        /// By how many CSS pixels aligned edges may differ.
        pub slack: f32 = 2.0,
        /// The share of tag paths, 0 to 1, that the boxes of a list must have in common.
        pub alike: f32 = 0.6,
    }
}
