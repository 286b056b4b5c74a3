//! The items of a page in all notations, read once.

use crate::item::Items;
use crate::names::{NameSource, PageNames, page_names};
use crate::rank::Rank;
use crate::relations::relations;
use crate::settings::{Boilerplate, NamingSettings, StructuredSettings};
use crate::state::{State, StateList, state};
use crate::{json_ld, microdata, open_graph, rdfa};
use chaffinch_core::{Finding, Method, Page, RelationKind};

/// Everything that a page says of itself in JSON-LD, microdata, RDFa and OpenGraph, and the data that it carries for its scripts.
#[derive(Debug, Default)]
pub struct StructuredItems {
    json_ld: Items,
    microdata: Items,
    rdfa: Items,
    open_graph: Items,
    state: State,
}

impl StructuredItems {
    /// Reads the structured data of `page`.
    pub fn read(page: &Page, settings: &StructuredSettings) -> StructuredItems {
        StructuredItems {
            json_ld: json_ld::json_ld(page, settings),
            microdata: microdata::microdata(page, settings),
            rdfa: rdfa::rdfa(page, settings),
            open_graph: open_graph::open_graph(page, settings),
            state: state(page, &settings.state),
        }
    }

    /// The items as relations, best first. [`Boilerplate`] says which items count as content and which as boilerplate.
    pub fn findings(&self, page: &Page, settings: &StructuredSettings) -> Vec<Finding> {
        let mut found = relations(page, &self.json_ld, Method::JsonLd, settings);
        found.extend(relations(page, &self.microdata, Method::Microdata, settings));
        found.extend(relations(page, &self.rdfa, Method::Rdfa, settings));
        let described = |rank: Rank| {
            found.iter().any(|(known, finding)| *known <= rank && finding.kind == RelationKind::Detail)
        };
        // What only `<meta>` elements say counts where nothing else is said.
        let of_state = self.thing_of_state(page, settings);
        let of_meta = self.thing_of_meta(page, settings);
        let of_meta = of_meta.filter(|(rank, _)| of_state.is_none() && !described(*rank));
        found.extend(of_state.into_iter().chain(of_meta));
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

    /// The thing that the page is about, by the data of its scripts.
    fn thing_of_state(&self, page: &Page, settings: &StructuredSettings) -> Option<(Rank, Finding)> {
        thing(page, &self.state.main, Method::State, settings.state.thing_weight, settings)
    }

    /// The thing that the page is about, by its `<meta>` elements, where they say what it is.
    fn thing_of_meta(&self, page: &Page, settings: &StructuredSettings) -> Option<(Rank, Finding)> {
        let typed = self.open_graph.items.iter().any(|item| !item.types.is_empty());
        let items = Some(&self.open_graph).filter(|_| typed)?;
        thing(page, items, Method::OpenGraph, settings.open_graph_weight, settings)
    }

    /// The lists of things in the data that the page carries for its scripts, best first. A score of zero says that the page shows
    /// other things than these.
    pub fn state_lists(&self, page: &Page, settings: &StructuredSettings) -> Vec<Finding> {
        self.state.lists.iter().filter_map(|list| list_finding(page, list, settings)).collect()
    }

    /// Whether the page carries more data for its scripts than may be read.
    pub fn state_is_cut(&self) -> bool {
        self.state.cut
    }

    /// What the page calls the texts, links and images that it shows. Costs a pass over the page.
    pub fn names(&self, page: &Page, settings: &NamingSettings) -> PageNames {
        let source = |items, strength, in_place| NameSource { items, strength, in_place };
        let sources = [
            source(&self.microdata, settings.of_markup, true),
            source(&self.rdfa, settings.of_markup, true),
            source(&self.json_ld, settings.of_json_ld, false),
            source(&self.open_graph, settings.of_open_graph, false),
            source(&self.state.main, settings.of_state, false),
        ];
        let lists = self.state.lists.iter().filter(|list| list.score > 0.0);
        let lists = lists.map(|list| source(&list.items, settings.of_state, false));
        let sources: Vec<NameSource> = sources.into_iter().chain(lists).collect();
        page_names(page, &sources, settings)
    }
}

/// The only item, if it is about the content of the page, with its score times `weight`.
fn thing(
    page: &Page,
    items: &Items,
    method: Method,
    weight: f32,
    settings: &StructuredSettings,
) -> Option<(Rank, Finding)> {
    let (rank, mut finding) = relations(page, items, method, settings).into_iter().next()?;
    finding.score *= weight;
    (rank < Rank::Boilerplate).then_some((rank, finding))
}

fn list_finding(page: &Page, list: &StateList, settings: &StructuredSettings) -> Option<Finding> {
    let (_, mut finding) = relations(page, &list.items, Method::State, settings).into_iter().next()?;
    finding.kind = RelationKind::Records;
    finding.score = list.score;
    finding.facts.insert("path".to_owned(), list.path.clone());
    finding.facts.insert("shown".to_owned(), format!("{:.2}", list.shown));
    Some(finding)
}
