//! The items of a page in all notations, read once.

use crate::item::Items;
use crate::names::{NameSource, PageNames, page_names};
use crate::rank::Rank;
use crate::relations::relations;
use crate::settings::{Boilerplate, NamingSettings, StructuredSettings};
use crate::{json_ld, microdata, open_graph, rdfa};
use chaffinch_core::{Finding, Method, Page};

/// Everything that a page says of itself in JSON-LD, microdata, RDFa and OpenGraph.
#[derive(Debug, Default)]
pub struct StructuredItems {
    json_ld: Items,
    microdata: Items,
    rdfa: Items,
    open_graph: Items,
}

impl StructuredItems {
    /// Reads the structured data of `page`.
    pub fn read(page: &Page, settings: &StructuredSettings) -> StructuredItems {
        StructuredItems {
            json_ld: json_ld::json_ld(page, settings),
            microdata: microdata::microdata(page, settings),
            rdfa: rdfa::rdfa(page, settings),
            open_graph: open_graph::open_graph(page, settings),
        }
    }

    /// The items as relations, best first. [`Boilerplate`] says which items count as content and which as boilerplate.
    pub fn findings(&self, page: &Page, settings: &StructuredSettings) -> Vec<Finding> {
        let mut found = relations(page, &self.json_ld, Method::JsonLd, settings);
        found.extend(relations(page, &self.microdata, Method::Microdata, settings));
        found.extend(relations(page, &self.rdfa, Method::Rdfa, settings));
        let something_better = found.iter().any(|(rank, _)| *rank < Rank::Boilerplate);
        let with_boilerplate = match settings.boilerplate {
            Boilerplate::IfAlone => !something_better,
            Boilerplate::Always => true,
            Boilerplate::Never => false,
        };
        found.retain(|(rank, _)| *rank < Rank::Boilerplate || with_boilerplate);
        let mut relations: Vec<Finding> = found.into_iter().map(|(_, relation)| relation).collect();
        // A stable sort keeps relations of equal score in the order of the page.
        relations.sort_by(|a, b| b.score.total_cmp(&a.score));
        relations
    }

    /// What the page calls the texts, links and images that it shows. Costs a pass over the page.
    pub fn names(&self, page: &Page, settings: &NamingSettings) -> PageNames {
        let source = |items, strength, in_place| NameSource { items, strength, in_place };
        let sources = [
            source(&self.microdata, settings.of_markup, true),
            source(&self.rdfa, settings.of_markup, true),
            source(&self.json_ld, settings.of_json_ld, false),
            source(&self.open_graph, settings.of_open_graph, false),
        ];
        page_names(page, &sources, settings)
    }
}
