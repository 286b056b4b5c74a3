use crate::settings::{Extraction, Settings};
use chaffinch_core::Findings;
use chaffinch_survey::Survey;

/// Finds relations on a page. Every method of Chaffinch is one of these.
pub trait Extractor: Send + Sync {
    /// The family of methods that it belongs to.
    fn extraction(&self) -> Extraction;

    /// What it finds, best first; why, where the settings ask for an explanation; and why nothing, where it finds nothing. It looks
    /// at the page alone: nothing is fetched, nothing is kept.
    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings;
}

/// All extractors that look at a page alone; learned models see the pages of a site together.
pub fn extractors() -> &'static [&'static dyn Extractor] {
    &[&StructuredData, &Tables, &TopkLists, &Records, &DomainRecords]
}

/// What the page itself says in machine-readable form.
struct StructuredData;

impl Extractor for StructuredData {
    fn extraction(&self) -> Extraction {
        Extraction::Structured
    }

    fn extract(&self, survey: &Survey, _settings: &Settings) -> Findings {
        survey.structured().to_vec().into()
    }
}

/// Tables, by their markup or as the eye sees them.
struct Tables;

impl Extractor for Tables {
    fn extraction(&self) -> Extraction {
        Extraction::Tables
    }

    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings {
        chaffinch_tables::tables(survey.page, &settings.tables)
    }
}

/// The list that the page's title promises.
struct TopkLists;

impl Extractor for TopkLists {
    fn extraction(&self) -> Extraction {
        Extraction::Topk
    }

    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings {
        chaffinch_topk::top_k(survey, &settings.topk, settings.explain)
    }
}

/// Lists of records, found by repetition.
struct Records;

impl Extractor for Records {
    fn extraction(&self) -> Extraction {
        Extraction::Records
    }

    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings {
        chaffinch_records::records(survey, &settings.records, settings.explain)
    }
}

/// Records of a domain, found with its knowledge; nothing where no domain was named.
struct DomainRecords;

impl Extractor for DomainRecords {
    fn extraction(&self) -> Extraction {
        Extraction::Domain
    }

    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings {
        chaffinch_domain::records(survey, &settings.domain, settings.explain)
    }
}
