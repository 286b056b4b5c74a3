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
}

/// All extractors there are.
pub fn extractors() -> &'static [&'static dyn Extractor] {
    &[&StructuredData, &TableGrids, &Records]
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

/// `<table>`s by the HTML standard's algorithm.
struct TableGrids;

impl Extractor for TableGrids {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn extract(&self, page: &Page, settings: &Settings) -> Vec<Relation> {
        chaffinch_tables::grid_tables(page, &settings.grid)
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
