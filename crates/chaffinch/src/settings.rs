use crate::label::LabelModel;
use crate::{Certainty, ThingSettings, Want};
use chaffinch_core::{Limits, settings};
use chaffinch_domain::DomainSettings;
use chaffinch_records::{Ranker, RecordsSettings};
use chaffinch_structured::StructuredSettings;
use chaffinch_tables::TableSettings;
use chaffinch_topk::TopkSettings;
use chaffinch_vision::VisionSettings;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// All settings. The defaults are those with the best results in our experiments.
///
/// ```
/// use chaffinch::{RendererChoice, Settings};
/// let settings = Settings::default().with(|settings| settings.renderer = RendererChoice::None);
/// assert!(!settings.scripts);
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Settings {
    /// Which renderer gives the boxes.
    pub renderer: RendererChoice,
    /// Whether pages that the user names by their address run their scripts and load what these ask for.
    /// Needs Chromium.
    pub scripts: bool,
    /// The only family of methods to run; all of them where none is named.
    pub only: Option<Extraction>,
    /// The address from which links are seen on pages whose own address is not known.
    pub base_url: Option<String>,
    /// Relations with a lower score, and columns with a lower confidence, are left out; 0 to 1.
    pub min_score: f32,
    /// The columns that the user wants, and no others.
    pub want: Option<Want>,
    /// How pages about one thing are read.
    pub thing: ThingSettings,
    /// How sure the evidence for a wanted column is.
    pub certainty: Certainty,
    /// Whether reports say why the methods chose what they chose.
    pub explain: bool,
    /// What a page may cost.
    pub limits: Limits,
    /// How tables are found and read.
    pub tables: TableSettings,
    /// How JSON-LD, microdata, RDFa, OpenGraph and the data of scripts are read.
    pub structured: StructuredSettings,
    /// How top-k lists are found.
    pub topk: TopkSettings,
    /// How the vision tree is made.
    pub vision: VisionSettings,
    /// How records are found.
    pub records: RecordsSettings,
    /// The model that names records and their attributes; without one nothing is labelled.
    pub model: Option<Arc<LabelModel>>,
    /// The domain whose records are searched for, and how.
    pub domain: DomainSettings,
    /// How the findings of all methods become one answer.
    pub choice: ChoiceSettings,
}

impl Settings {
    /// The same with some changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> Settings {
        change(&mut self);
        self
    }
}

/// The families of methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Extraction {
    /// JSON-LD, microdata, RDFa and OpenGraph.
    Structured,
    /// Lists of things in the data that pages carry for their scripts.
    State,
    /// Tables.
    Tables,
    /// The list that a title promises.
    Topk,
    /// Lists of records, found by repetition.
    Records,
    /// A learned model.
    Label,
    /// The knowledge of a domain.
    Domain,
}

settings! {
    /// How the findings of several methods become one answer. Scores and shares are 0 to 1.
    #[derive(Debug, Clone, PartialEq)]
    pub struct ChoiceSettings {
        /// A model to use in the place of the one that comes with the program.
        pub model: Option<Arc<Ranker>> = None,
        /// The least share of rows that two relations of the same region have in common, and the least share of equal values of two
        /// columns that are the same.
        pub most: f32 = 0.8,
        /// The largest share of rows that may be exceptions.
        pub few: f32 = 0.2,
        /// A list is preferred to tables that are parts of it, unless its score is less than this share of theirs.
        pub nearly_as_sure: f32 = 0.6,
        /// The share of cells of a table's column that must have several lines for each line to be a value.
        pub most_lines: f32 = 0.6,
        /// From how many fields of its records on a list that a title promises has them in the place of a description.
        pub fewest_fields: usize = 3,
        /// The least score of a table whose rows are taken and not those of a list.
        pub sure_table: f32 = 0.7,
        /// What is added to the score of records of a domain when they are compared with a list found by repetition.
        pub knowledge: f32 = 0.1,
        /// The least share of rows that records of a domain and a list of the same region have in common.
        pub domain_overlap: f32 = 0.5,
        /// The least share of a list's rows, 0 to 1, in which a domain must know something for it to name the columns.
        pub domain_share: f32 = 0.8,
        /// How often the mandatory attributes of a domain must occur in the first rows of a list for the domain to be tried without being
        /// asked for.
        pub domain_occurrences: usize = 3,
        /// How many first rows of a list are searched for them.
        pub domain_rows: usize = 16,
        /// The least score of records of a domain that was not asked for.
        pub sure_domain: f32 = 0.75,
        /// Most rows at each end of a table that may not be records: headings, sums, links to further pages.
        pub end_rows: usize = 2,
        /// The largest score of a finding that must come after another, as a share of the other's score.
        pub behind: f32 = 0.95,
        /// The least score of a finding that decides what kind of page it is.
        pub sure: f32 = 0.5,
        /// The least score of what is said of the page as one thing, as a share of the score of something else that was found.
        pub beside: f32 = 0.7,
        /// The least score of the kind that a page is said to have where no finding is sure.
        pub likely: f32 = 0.4,
        /// Fewest nodes of a page that is said to have a kind without a sure finding: the model has learned from no smaller ones.
        pub likely_nodes: usize = 100,
        /// The least score that the ranker of lists must give a list for the choice to consider it.
        pub least_list: f32 = 0.01,
        /// A finding's score is at most so many times the score that its own method gives it.
        pub trust: f32 = 7.0,
        /// Findings with less than this score are left out.
        pub least: f32 = 0.1,
        /// Findings with less than this score are left out where another has at least the score `sure`.
        pub noise: f32 = 0.2,
        /// The least score that its own method gives a table that is told whatever its score among all findings is.
        pub real_table: f32 = 0.5,
        /// Most bytes of a value that structured data adds to a list; longer ones are whole articles.
        pub longest_value: usize = 300,
        /// Most characters of a column name that is taken from a row.
        pub longest_name: usize = 40,
        /// Fewest words of a text outside of links that counts as prose.
        pub sentence_words: usize = 12,
        /// Fewest words of prose of an article; a page is one only if no finding has the score `sure`.
        pub article_words: usize = 120,
        /// A page on which a table is sure is an article all the same if it has this many times as many words of prose as the table has words.
        pub prose_to_table: f32 = 3.0,
        /// A page that shows fewer characters than this and asks for consent, or whether a person reads it, stands before another one.
        pub wall_chars: usize = 2000,
        /// A page with scripts that shows fewer characters than this is empty until they have run.
        pub empty_chars: usize = 400,
        /// Fewest fields of a form; a page is one only if no finding has the score `sure` and it is not an article.
        pub form_fields: usize = 3,
    }
}

/// The renderers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RendererChoice {
    /// In this process, with bundled fonts (feature `embedded`).
    #[cfg_attr(feature = "embedded", default)]
    Embedded,
    /// An installed Chromium (feature `chromium`).
    Chromium,
    /// No boxes at all.
    #[cfg_attr(not(feature = "embedded"), default)]
    None,
}

impl RendererChoice {
    /// All of them.
    pub const ALL: [RendererChoice; 3] =
        [RendererChoice::Embedded, RendererChoice::Chromium, RendererChoice::None];

    /// The name in the output and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            RendererChoice::Embedded => "embedded",
            RendererChoice::Chromium => "chromium",
            RendererChoice::None => "none",
        }
    }
}

impl fmt::Display for RendererChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RendererChoice {
    type Err = String;

    fn from_str(name: &str) -> Result<RendererChoice, String> {
        RendererChoice::ALL
            .into_iter()
            .find(|choice| choice.name() == name)
            .ok_or_else(|| format!("no renderer is called {name}; there are embedded, chromium and none"))
    }
}
