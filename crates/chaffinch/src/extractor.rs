use crate::Settings;
use chaffinch_core::{Page, Relation};

/// Finds relations on a page. Every method of Chaffinch is one of these.
pub trait Extractor: Send + Sync {
    /// Its name on the command line and in `method`.
    fn name(&self) -> &'static str;

    /// What it finds, best first. It looks at the page alone: nothing is fetched, nothing is kept.
    fn extract(&self, page: &Page, settings: &Settings) -> Vec<Relation>;

    /// Why it chose what it chose, a line each, for people.
    fn explain(&self, _page: &Page, _settings: &Settings) -> Vec<String> {
        Vec::new()
    }

    /// Why it finds nothing on a page, in a sentence; asked for where it was to look alone.
    fn absence(&self, _page: &Page, _settings: &Settings) -> Option<String> {
        None
    }
}

/// All extractors that look at a page alone; learned models see the pages of a site together.
pub fn extractors() -> &'static [&'static dyn Extractor] {
    &[&StructuredData, &Tables, &TopkLists, &Records]
}

/// What the page itself says in machine-readable form.
struct StructuredData;

impl Extractor for StructuredData {
    fn name(&self) -> &'static str {
        "structured"
    }

    fn extract(&self, page: &Page, settings: &Settings) -> Vec<Relation> {
        chaffinch_structured::structured_data(page, &settings.structured)
    }
}

/// Tables, by their markup or as the eye sees them.
struct Tables;

impl Extractor for Tables {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn extract(&self, page: &Page, settings: &Settings) -> Vec<Relation> {
        chaffinch_tables::tables(page, &settings.tables)
    }
}

/// The list that the page's title promises.
struct TopkLists;

impl Extractor for TopkLists {
    fn name(&self) -> &'static str {
        "topk"
    }

    fn extract(&self, page: &Page, settings: &Settings) -> Vec<Relation> {
        match chaffinch_topk::top_k(page, &settings.topk) {
            chaffinch_topk::Answer::Found(list) => vec![*list],
            chaffinch_topk::Answer::None(_) => Vec::new(),
        }
    }

    fn explain(&self, page: &Page, settings: &Settings) -> Vec<String> {
        chaffinch_topk::explain(page, &settings.topk)
    }

    fn absence(&self, page: &Page, settings: &Settings) -> Option<String> {
        match chaffinch_topk::top_k(page, &settings.topk) {
            chaffinch_topk::Answer::Found(_) => None,
            chaffinch_topk::Answer::None(reason) => Some(reason),
        }
    }
}

/// Lists of records, found by repetition.
struct Records;

impl Extractor for Records {
    fn name(&self) -> &'static str {
        "records"
    }

    fn extract(&self, page: &Page, settings: &Settings) -> Vec<Relation> {
        chaffinch_records::records(page, &settings.records)
    }

    fn explain(&self, page: &Page, settings: &Settings) -> Vec<String> {
        chaffinch_records::explain(page, &settings.records)
    }
}
