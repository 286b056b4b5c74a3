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
    /// The one extractor to run, by its name; all of them where none is named.
    pub only: Option<&'static str>,
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
