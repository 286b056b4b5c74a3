//! Whether a page is a list or about one thing. This is decided before its blocks are labelled: below the one thing there are often
//! many others that one might like, and these must not outvote what the page as a whole says. The field takes the kind of page as
//! observed.

use crate::learn::LabelledPage;
use crate::see::Observed;
use crate::see::features::{PAGE_FEATURES, template_of};
use chaffinch_crf::{Error, Example, Feature, Graph, Model, TABLE_LIMIT, Training, train};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The value of features of the whole page. The prior keeps weights of features with small values small.
const TRUST: f32 = 2.0;

/// The kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// It is about one thing.
    Detail,
    /// It has many records.
    List,
}

impl PageKind {
    /// The kind of a labelled page.
    pub fn of(page: &LabelledPage) -> PageKind {
        if page.records.len() > 1 { PageKind::List } else { PageKind::Detail }
    }
}

/// Tells the kind of a page by the features of its root: a field of one node, which is logistic regression.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KindModel {
    /// How much each feature speaks for a list.
    weights: FxHashMap<String, f64>,
}

impl KindModel {
    /// Learns from pages of both kinds. All pages of one kind together count about as much as all of the other.
    ///
    /// # Errors
    /// Never for fields of one node, as these are.
    pub fn learn(pages: &[&LabelledPage], training: &Training) -> Result<KindModel, Error> {
        let names: BTreeSet<&str> = pages.iter().flat_map(|page| of_page(&page.observed)).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let mut model = Model::new();
        let space = model.add_space(2);
        let family = model.add_family(&[space], names.len().max(1))?;
        let lists = pages.iter().filter(|page| PageKind::of(page) == PageKind::List).count();
        let mut examples = Vec::with_capacity(pages.len());
        for page in pages {
            let mut graph = Graph::new(&model, &[space]);
            let feature =
                |name: &str| Some(Feature { index: names.binary_search(&name).ok()? as u32, value: TRUST });
            let features: Vec<Feature> = of_page(&page.observed).filter_map(feature).collect();
            graph.observe(family, &[0], &features)?;
            let kind = PageKind::of(page);
            let others = if kind == PageKind::List { pages.len() - lists } else { lists };
            let fewer = others.min(pages.len() - others).max(1);
            let example = Example::new(graph.junction_tree(TABLE_LIMIT)?, vec![kind as usize])?;
            examples.push(example.times((others / fewer).max(1)));
        }
        let start = vec![0.0; model.weights()];
        let trained = train(&model, &examples, start, training, |_| ControlFlow::Continue(()))?;
        let weight = |(number, name): (usize, &&str)| {
            let of = |kind: PageKind| trained.weights[model.weight(family, number, &[kind as usize])];
            ((*name).to_owned(), of(PageKind::List) - of(PageKind::Detail))
        };
        Ok(KindModel { weights: names.iter().enumerate().map(weight).collect() })
    }

    /// The kind of a page.
    pub fn kind(&self, page: &Observed) -> PageKind {
        let for_list: f64 = of_page(page).filter_map(|name| self.weights.get(name)).sum();
        if for_list > 0.0 { PageKind::List } else { PageKind::Detail }
    }

    /// The weights of all features, by name.
    pub fn entries(&self) -> Vec<(String, f64)> {
        let mut entries: Vec<(String, f64)> =
            self.weights.iter().map(|(name, weight)| (name.clone(), *weight)).collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries
    }

    /// A model with these weights.
    pub fn from_entries(entries: Vec<(String, f64)>) -> KindModel {
        KindModel { weights: entries.into_iter().collect() }
    }
}

/// The names of the features of a whole page.
pub(super) fn of_page(page: &Observed) -> impl Iterator<Item = &str> {
    // A page that is a single leaf has no features of inner blocks.
    let root = page.blocks().take(1).filter(|root| page.leaf(*root).is_none());
    root.flat_map(|root| page.feature_names(root)).filter(|name| PAGE_FEATURES.contains(&template_of(name)))
}
