//! The settings.

use chaffinch_columns::ColumnSettings;
use std::fmt;
use std::str::FromStr;

/// How lists of records are found.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordsSettings {
    /// The method.
    pub method: Method,
    /// Fewest records of a region.
    pub min_records: usize,
    /// Least score, 0 to 1, of the best region of a page; where it has less, the page has no list.
    pub min_score: f32,
    /// Least score, 0 to 1, of the page's other regions.
    pub min_other_score: f32,
    /// Most regions of one page.
    pub max_regions: usize,
    /// Most nodes that the search for repeated tag paths looks at, a node counted each time it is looked at; then the search ends with what
    /// it has.
    pub max_work: usize,
    /// Most candidate regions that are ranked; those with the fewest visible characters are left out first.
    pub max_candidates: usize,
    /// A tag path is usual in a region where at least this share of its records, 0 to 1, have it.
    pub usual_path: f32,
    /// A record with less than this share of the usual tag paths, 0 to 1, does not belong to the region.
    pub min_usual: f32,
    /// How many levels, the region's own node included, are searched for the heading that is its title.
    pub title_levels: usize,
    /// Most nodes between that heading and the first record.
    pub title_distance: usize,
    /// MDR.
    pub mdr: MdrSettings,
    /// DEPTA.
    pub depta: DeptaSettings,
    /// Tag-path clustering.
    pub tag_path: TagPathSettings,
    /// Visual lists.
    pub visual: VisualSettings,
    /// How records become columns.
    pub columns: ColumnSettings,
}

impl Default for RecordsSettings {
    fn default() -> RecordsSettings {
        RecordsSettings {
            method: Method::Auto,
            min_records: 3,
            min_score: 0.1,
            min_other_score: 0.02,
            max_regions: 5,
            max_work: 2_000_000,
            max_candidates: 400,
            usual_path: 0.6,
            min_usual: 1.0 / 3.0,
            title_levels: 3,
            title_distance: 400,
            mdr: MdrSettings::default(),
            depta: DeptaSettings::default(),
            tag_path: TagPathSettings::default(),
            visual: VisualSettings::default(),
            columns: ColumnSettings::default(),
        }
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

/// The settings of MDR.
#[derive(Debug, Clone, PartialEq)]
pub struct MdrSettings {
    /// Most siblings of a generalized node (the paper's K).
    pub longest_node: usize,
    /// Largest normalised edit distance, 0 to 1, at which neighbours are alike.
    pub threshold: f32,
    /// Whether tags that only change how text looks are ignored.
    pub ignore_look: bool,
    /// Most tags of a string that are compared.
    pub longest_string: usize,
    /// The share, 0 to 1, of neighbours within generalized nodes that must be alike for each sibling to be a record of its own.
    pub siblings_alike: f32,
    /// Most steps of edit distances on one page; after that only equal strings are alike.
    pub max_work: usize,
}

impl Default for MdrSettings {
    fn default() -> MdrSettings {
        MdrSettings {
            longest_node: 10,
            threshold: 0.45,
            ignore_look: true,
            longest_string: 200,
            siblings_alike: 0.6,
            max_work: 20_000_000,
        }
    }
}

impl MdrSettings {
    /// The values of the paper.
    pub fn paper() -> MdrSettings {
        MdrSettings { threshold: 0.3, ignore_look: false, ..MdrSettings::default() }
    }
}

/// The settings of DEPTA.
#[derive(Debug, Clone, PartialEq)]
pub struct DeptaSettings {
    /// Most siblings of a generalized node.
    pub longest_node: usize,
    /// Least normalised tree matching, 0 to 1, at which neighbours are alike.
    pub threshold: f32,
    /// Whether tags that only change how text looks are ignored.
    pub ignore_look: bool,
    /// The share, 0 to 1, of the area that an element shows which must lie in its own box for the box to count.
    pub holds: f32,
    /// By how many CSS pixels the space between records may be smaller than the space inside them.
    pub gap_slack: f32,
    /// The share, 0 to 1, of neighbours within generalized nodes that must be alike for each sibling to be a record of its own.
    pub siblings_alike: f32,
    /// Most pairs of nodes that are compared to match two trees.
    pub max_pairs: usize,
    /// Most pairs of nodes that are compared on one page; after that only equal trees are alike.
    pub max_work: usize,
}

impl Default for DeptaSettings {
    fn default() -> DeptaSettings {
        DeptaSettings {
            longest_node: 5,
            threshold: 0.5,
            ignore_look: true,
            holds: 0.5,
            gap_slack: 10.0,
            siblings_alike: 0.6,
            max_pairs: 250_000,
            max_work: 10_000_000,
        }
    }
}

impl DeptaSettings {
    /// The values of the paper.
    pub fn paper() -> DeptaSettings {
        DeptaSettings { longest_node: 10, threshold: 0.7, ignore_look: false, ..DeptaSettings::default() }
    }
}

/// The settings of tag-path clustering.
#[derive(Debug, Clone, PartialEq)]
pub struct TagPathSettings {
    /// Most paths that are clustered; the commonest are taken.
    pub max_paths: usize,
    /// Two paths are of the same records only if the rarer one comes at least this share (0 to 1) as often as the other.
    pub same_count: f32,
    /// How regularly two paths must alternate in document order, as a share (0 to 1) of perfect alternation.
    pub by_turns: f32,
}

impl Default for TagPathSettings {
    fn default() -> TagPathSettings {
        TagPathSettings { max_paths: 100, same_count: 0.8, by_turns: 0.8 }
    }
}

/// The settings of visual lists.
#[derive(Debug, Clone, PartialEq)]
pub struct VisualSettings {
    /// By how many CSS pixels aligned edges may differ.
    pub slack: f32,
    /// The share of tag paths, 0 to 1, that the boxes of a list must have in common.
    pub alike: f32,
}

impl Default for VisualSettings {
    fn default() -> VisualSettings {
        VisualSettings { slack: 2.0, alike: 0.6 }
    }
}
