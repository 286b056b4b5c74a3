//! What can be set.

use chaffinch_columns::ColumnSettings;
use std::fmt;
use std::str::FromStr;

/// How records are found.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordsSettings {
    /// The method.
    pub method: Method,
    /// Fewest records that make a region.
    pub min_records: usize,
    /// The best region of a page counts only if its score is at least this.
    pub min_score: f32,
    /// Other regions of the page count only if theirs is.
    pub min_other_score: f32,
    /// Regions of one page that are given at most.
    pub max_regions: usize,
    /// Nodes that the search for anchors may look at, counted each time; beyond it the search ends with what it has.
    pub max_work: usize,
    /// Candidate regions that are ranked; those with fewer visible characters are left out first.
    pub max_candidates: usize,
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
    /// The candidates of all methods and of ours, chosen by the ranker.
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

    /// The method as findings name it.
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
    /// Siblings in a generalized node, at most (the paper's K).
    pub longest_node: usize,
    /// Normalised edit distance up to which neighbours are alike.
    pub threshold: f32,
    /// Whether tags that only change how text looks are left out of the strings.
    pub ignore_look: bool,
    /// Tags of a string that are compared.
    pub longest_string: usize,
    /// Steps of edit distances on one page; beyond it only equal strings are alike.
    pub max_work: usize,
}

impl Default for MdrSettings {
    fn default() -> MdrSettings {
        MdrSettings {
            longest_node: 10,
            threshold: 0.45,
            ignore_look: true,
            longest_string: 200,
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
    /// Siblings in a generalized node, at most.
    pub longest_node: usize,
    /// Normalised tree matching from which neighbours are alike.
    pub threshold: f32,
    /// Whether tags that only change how text looks are left out of the trees.
    pub ignore_look: bool,
    /// The share of what an element shows that must lie in its box for it to be a node of the tree of boxes.
    pub holds: f32,
    /// Pixels by which the space between records may be less than inside them.
    pub gap_slack: f32,
    /// Pairs of nodes of two trees that are compared.
    pub max_pairs: usize,
    /// Pairs of nodes on one page; beyond it only equal trees are alike.
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
    /// Paths that are clustered, the commonest first.
    pub max_paths: usize,
    /// The rarer of two paths must come at least this share of times as often.
    pub same_count: f32,
    /// The share of steps at which two paths must take turns.
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
    /// Pixels by which edges may differ.
    pub slack: f32,
    /// The share of tag paths that boxes of a list have in common.
    pub alike: f32,
}

impl Default for VisualSettings {
    fn default() -> VisualSettings {
        VisualSettings { slack: 2.0, alike: 0.6 }
    }
}
