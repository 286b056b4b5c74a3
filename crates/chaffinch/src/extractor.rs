use crate::settings::{Extraction, Settings};
use chaffinch_core::Findings;
use chaffinch_records::RecordsSettings;
use chaffinch_survey::Survey;

/// Finds relations on a page. Every method of Chaffinch is one of these.
pub trait Extractor: Send + Sync {
    /// The family of methods that it belongs to.
    fn extraction(&self) -> Extraction;

    /// What it finds, best first, with an explanation where the settings ask for one, or why it finds nothing. It fetches nothing and
    /// keeps nothing from page to page.
    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings;
}

/// All extractors. Learned models are not among them, because they read the pages of a site together.
pub fn extractors() -> &'static [&'static dyn Extractor] {
    &[&StructuredData, &StateData, &Tables, &TopkLists, &Records, &DomainRecords]
}

/// JSON-LD, microdata, RDFa and OpenGraph, and the thing that the data of scripts is about.
struct StructuredData;

impl Extractor for StructuredData {
    fn extraction(&self) -> Extraction {
        Extraction::Structured
    }

    fn extract(&self, survey: &Survey, _settings: &Settings) -> Findings {
        survey.structured().to_vec().into()
    }
}

/// Lists of things in the data that the page carries for its scripts.
struct StateData;

impl Extractor for StateData {
    fn extraction(&self) -> Extraction {
        Extraction::State
    }

    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings {
        // Who asks for state alone gets all of it, and not only what the page shows.
        let all = settings.only == Some(Extraction::State);
        let lists = survey.state().iter().filter(|list| all || list.score > 0.0);
        let relations: Vec<_> = lists.cloned().collect();
        let nothing = || "the page carries no list of things for its scripts".to_owned();
        let absence = relations.is_empty().then(nothing).filter(|_| all);
        Findings { relations, absence, ..Findings::default() }
    }
}

/// Tables, by their markup or by their boxes.
struct Tables;

impl Extractor for Tables {
    fn extraction(&self) -> Extraction {
        Extraction::Tables
    }

    fn extract(&self, survey: &Survey, settings: &Settings) -> Findings {
        use chaffinch_tables::{certain, explained_tables, tables};
        let (page, asked) = (survey.page, &settings.tables);
        match settings.only {
            Some(Extraction::Tables) if settings.explain => {
                certain(page, explained_tables(page, asked), &asked.certainty)
            }
            Some(Extraction::Tables) => {
                Findings { why: Vec::new(), ..certain(page, tables(page, asked), &asked.certainty) }
            }
            // Where all methods run, the choice among them judges tables.
            _ => tables(page, asked),
        }
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
        let Settings { records, choice, explain, .. } = settings;
        if settings.only.is_some() {
            return chaffinch_records::records(survey, records, *explain);
        }
        // Among findings of all kinds the choice decides which list is worth telling.
        let least = choice.least_list;
        let open = RecordsSettings { min_score: least, min_other_score: least, ..records.clone() };
        chaffinch_records::records(survey, &open, *explain)
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
