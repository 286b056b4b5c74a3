use crate::Want;
use crate::label::LabelModel;
use chaffinch_core::Limits;
use chaffinch_domain::DomainSettings;
use chaffinch_records::RecordsSettings;
use chaffinch_structured::StructuredSettings;
use chaffinch_tables::TableSettings;
use chaffinch_topk::TopkSettings;
use chaffinch_vision::VisionSettings;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Everything that can be set. The defaults are the best measured.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Which renderer gives the boxes.
    pub renderer: RendererChoice,
    /// Whether pages that are named by their address run their scripts and load what they ask for.
    /// Needs Chromium.
    pub scripts: bool,
    /// The one family of methods to run; all of them where none is named.
    pub only: Option<Extraction>,
    /// The columns that the user wants, and no others.
    pub want: Option<Want>,
    /// Whether reports say why the methods chose what they chose.
    pub explain: bool,
    /// What a page may cost.
    pub limits: Limits,
    /// How tables are found and read.
    pub tables: TableSettings,
    /// How JSON-LD, microdata and RDFa are read.
    pub structured: StructuredSettings,
    /// How top-k lists are found.
    pub topk: TopkSettings,
    /// How the vision tree is made.
    pub vision: VisionSettings,
    /// How records are found.
    pub records: RecordsSettings,
    /// The model that names records and their attributes; without one nothing is labelled.
    pub model: Option<Arc<LabelModel>>,
    /// The domain whose records are looked for, and how.
    pub domain: DomainSettings,
    /// How one answer is made of what all methods found.
    pub choice: ChoiceSettings,
}

/// The families of methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Extraction {
    /// JSON-LD, microdata and RDFa.
    Structured,
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

/// What findings of several methods weigh against one another.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceSettings {
    /// The share of rows that must lie in another relation for the two to be about the same region, and of values that must be equal
    /// for two columns to be the same.
    pub most: f32,
    /// The share of rows that may lie otherwise than the rest.
    pub few: f32,
    /// A list is believed over the tables that are its pieces unless its score is less than this share of theirs.
    pub nearly_as_sure: f32,
    /// A table with at least this score knows its rows better than a list does.
    pub sure_table: f32,
    /// What is added to the score of records of a domain when they are compared with a list found by repetition.
    pub knowledge: f32,
    /// The share of rows from which on records of a domain and a list are about the same region.
    pub domain_overlap: f32,
    /// What every record of a domain needs must be in the first rows of a list this many times before the domain is tried unasked.
    pub domain_occurrences: usize,
    /// How many first rows of a list are looked at for that.
    pub domain_rows: usize,
    /// Records of a domain that was tried unasked need at least this score.
    pub sure_domain: f32,
    /// Rows at either end of a table that may be no records: headings, sums, links to further pages.
    pub end_rows: usize,
    /// The score of what stands behind something else, as a share of the other's.
    pub behind: f32,
    /// A table with less than this share of the page's text, and of its area, stands beside what the page is about.
    pub aside_text: f32,
    /// The share of the page's area that goes with [`ChoiceSettings::aside_text`].
    pub aside_area: f32,
    /// What the score of such a table is multiplied by.
    pub aside_weight: f32,
    /// A finding with at least this score may be what the page is about, and says what kind of page it is.
    pub sure: f32,
    /// Lists with less than this score are left out where there is something sure.
    pub noise: f32,
    /// Values longer than this many bytes are articles; structured data adds no such column to a list.
    pub longest_value: usize,
    /// Texts of more than this many characters name no column.
    pub longest_name: usize,
    /// A text of at least this many words outside of links is prose.
    pub sentence_words: usize,
    /// A page with at least this many words of prose, and nothing sure on it, is an article.
    pub article_words: usize,
    /// A page on which a table is sure is an article all the same if it has this many times as many words of prose as the table has words.
    pub prose_to_table: f32,
    /// A page with at least this many fields to fill in, and nothing sure on it, is a form.
    pub form_fields: usize,
}

impl Default for ChoiceSettings {
    fn default() -> ChoiceSettings {
        ChoiceSettings {
            most: 0.8,
            few: 0.2,
            nearly_as_sure: 0.6,
            sure_table: 0.7,
            knowledge: 0.1,
            domain_overlap: 0.5,
            domain_occurrences: 3,
            domain_rows: 16,
            sure_domain: 0.75,
            end_rows: 2,
            behind: 0.95,
            aside_text: 0.05,
            aside_area: 0.05,
            aside_weight: 0.5,
            sure: 0.5,
            noise: 0.1,
            longest_value: 300,
            longest_name: 40,
            sentence_words: 12,
            article_words: 120,
            prose_to_table: 3.0,
            form_fields: 3,
        }
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
