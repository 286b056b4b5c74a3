//! Whether a page is a list or about one thing, decided before its blocks are labelled: many units below the thing itself, of others that one
//! might like, must not outvote what the page as a whole says. The field takes the kind as observed.

use crate::features::PAGE_FEATURES;
use crate::model::LabelledPage;
use crate::observed::Observed;
use chaffinch_crf::{Error, Example, Feature, Graph, Model, TABLE_LIMIT, Training, train};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How far features of the whole page are trusted.
const TRUST: f32 = 2.0;

/// The kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It is about one thing.
    Detail,
    /// It has many records.
    List,
}

impl Kind {
    /// The kind of a labelled page.
    pub fn of(page: &LabelledPage) -> Kind {
        if page.records.len() > 1 { Kind::List } else { Kind::Detail }
    }
}

/// Tells the kind of a page by the features of its root: a field of one node, which is logistic regression.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KindModel {
    /// How much each feature speaks for a list.
    weights: FxHashMap<String, f64>,
}

impl KindModel {
    /// Learns from pages of both kinds, which count the same on the whole.
    ///
    /// # Errors
    /// Never, for fields of one node.
    pub fn learn(pages: &[&LabelledPage], training: &Training) -> Result<KindModel, Error> {
        let names: BTreeSet<&str> = pages.iter().flat_map(|page| of_page(&page.observed)).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let mut model = Model::new();
        let space = model.add_space(2);
        let family = model.add_family(&[space], names.len().max(1))?;
        let lists = pages.iter().filter(|page| Kind::of(page) == Kind::List).count();
        let mut examples = Vec::with_capacity(pages.len());
        for page in pages {
            let mut graph = Graph::new(&model, &[space]);
            let feature =
                |name: &str| Some(Feature { index: names.binary_search(&name).ok()? as u32, value: TRUST });
            let features: Vec<Feature> = of_page(&page.observed).filter_map(feature).collect();
            graph.observe(family, &[0], &features)?;
            let kind = Kind::of(page);
            let others = if kind == Kind::List { pages.len() - lists } else { lists };
            let fewer = others.min(pages.len() - others).max(1);
            let example = Example::new(graph.junction_tree(TABLE_LIMIT)?, vec![kind as usize])?;
            examples.push(example.times((others / fewer).max(1)));
        }
        let start = vec![0.0; model.weights()];
        let trained = train(&model, &examples, start, training, |_| ControlFlow::Continue(()))?;
        let weight = |(number, name): (usize, &&str)| {
            let of = |kind: Kind| trained.weights[model.weight(family, number, &[kind as usize])];
            ((*name).to_owned(), of(Kind::List) - of(Kind::Detail))
        };
        Ok(KindModel { weights: names.iter().enumerate().map(weight).collect() })
    }

    /// The kind of a page.
    pub fn kind(&self, page: &Observed) -> Kind {
        let for_list: f64 = of_page(page).filter_map(|name| self.weights.get(name)).sum();
        if for_list > 0.0 { Kind::List } else { Kind::Detail }
    }

    /// All weights, by name.
    pub fn entries(&self) -> Vec<(String, f64)> {
        let mut entries: Vec<(String, f64)> =
            self.weights.iter().map(|(name, weight)| (name.clone(), *weight)).collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries
    }

    /// From its entries.
    pub fn from_entries(entries: Vec<(String, f64)>) -> KindModel {
        KindModel { weights: entries.into_iter().collect() }
    }
}

/// The names of the features of a whole page.
fn of_page(page: &Observed) -> impl Iterator<Item = &str> {
    let features = &page.features;
    let root = if page.leaves.first().is_some_and(Option::is_none) { &features.of_block[0][..] } else { &[] };
    root.iter()
        .map(|number| features.block_names.get(*number as usize))
        .filter(|name| PAGE_FEATURES.contains(&name.split('=').next().unwrap_or_default()))
}
