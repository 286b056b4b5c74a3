//! Reading pages with a model: from the probabilities of labels to records and relations.
//!
//! `decode` makes records of labels; `leads` finds them where the labels of blocks tell too little. `agree` lets pages of a site, or
//! records of a list, vote on where the values of an attribute stand, and `assign` gives each attribute one leaf. `relation` turns
//! records into a relation, and `judge` says how right they are.

mod agree;
mod assign;
mod decode;
mod judge;
mod leads;
mod relation;
mod settings;

pub(crate) use assign::assign;
pub(crate) use decode::minimal_records;
pub use judge::{Counts, PageCounts, judge};
pub use relation::finding;
pub use settings::ReadSettings;

use crate::labels::{AttributeId, Inner, LabelSpaces};
use crate::learn::LabelError;
use crate::model::{LabelModel, PageKind};
use crate::see::{Observed, after_caption, is_money};
use agree::agree;
use chaffinch_core::{NodeId, Rect, TextMap};
use chaffinch_crf::{Marginals, Workspace};
use chaffinch_vision::BlockId;
use decode::{List, common_block};

/// A value that a model found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundValue {
    /// The attribute.
    pub attribute: AttributeId,
    /// The leaf.
    pub block: BlockId,
    /// The value is only what follows the caption that the leaf's text begins with.
    pub part: bool,
    /// How much more probable it is that the leaf holds the attribute than that it does not; with a model of lists, than that it
    /// holds nothing.
    pub odds: f64,
    /// How probable it is that the leaf holds the attribute.
    pub probability: f64,
}

/// A record that a model found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundRecord {
    /// The blocks that it is made of.
    pub blocks: Vec<BlockId>,
    /// Its values, at most one for each attribute.
    pub values: Vec<FoundValue>,
    /// How probable it is that these blocks are a record.
    pub probability: f64,
}

/// What a block is in the best labelling of its page.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockLabel {
    /// The element that the block is; none if it is made of several.
    pub node: Option<NodeId>,
    /// Its box.
    pub rect: Rect,
    /// An attribute or `Note` for a leaf; `Data Record`, `Con_name_price` and the like for an inner block.
    pub name: String,
    /// Whether it is a leaf.
    pub is_leaf: bool,
    /// How probable the label is, whatever the labels of the other blocks.
    pub probability: f64,
}

/// The records that a model found on a page.
#[derive(Debug, Clone, PartialEq)]
pub enum PageRecords {
    /// Many records.
    List {
        /// The smallest block that holds them all.
        region: BlockId,
        /// The records, in reading order.
        records: Vec<FoundRecord>,
    },
    /// The one thing that the page is about.
    Detail(FoundRecord),
}

impl PageRecords {
    /// The records of a list, or the one of a page about one thing.
    pub fn records(&self) -> &[FoundRecord] {
        match self {
            PageRecords::List { records, .. } => records,
            PageRecords::Detail(record) => std::slice::from_ref(record),
        }
    }
}

impl LabelModel {
    /// Reads pages of one site together.
    ///
    /// # Errors
    /// If a page's graph cannot be built.
    pub fn read(
        &self,
        pages: &[&Observed],
        workspace: &mut Workspace,
    ) -> Result<Vec<PageRecords>, LabelError> {
        let mut lists = Vec::with_capacity(pages.len());
        let mut candidates = Vec::with_capacity(pages.len());
        for page in pages {
            let graph = self.graph(page)?;
            let (marginals, best) = match self.kind_of(page) {
                PageKind::List => {
                    let (marginals, best) = graph.marginals_and_best(&self.weights, workspace);
                    (marginals, Some(best))
                }
                PageKind::Detail => (graph.marginals(&self.weights, workspace), None),
            };
            let values = self.candidates(page, &marginals);
            lists.push(best.and_then(|best| {
                let record = self.spaces.inner(Inner::DataRecord);
                let probability = |block: BlockId| marginals.node(block.index())[record];
                List { page, model: self, labels: &best.labels, candidates: &values }.records(probability)
            }));
            candidates.push(values);
        }
        let place = |page: usize, value: &FoundValue| {
            pages[page].leaf(value.block).map(|leaf| leaf.site_place.as_str())
        };
        let attributes = self.spaces.attributes.len();
        agree(&mut candidates, attributes, &self.settings, self.settings.pages_agree, place);
        let found = lists.into_iter().zip(candidates).zip(pages).map(|((list, mut candidates), page)| {
            if let Some(list) = list {
                return list;
            }
            if self.pages.lists {
                self.set_aside(page, &mut candidates);
            }
            let mut values = assign(candidates, attributes, &self.settings);
            values.retain(|value| value.probability >= self.least_probable_detail(value.attribute));
            detail(page, values)
        });
        Ok(found.collect())
    }

    /// The labels of all blocks of a page in the best labelling, and how probable each is by itself.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn labels(&self, page: &Observed, workspace: &mut Workspace) -> Result<Vec<BlockLabel>, LabelError> {
        let (marginals, best) = self.graph(page)?.marginals_and_best(&self.weights, workspace);
        let named = best.labels.iter().enumerate().map(|(at, label)| {
            let block = BlockId::from_index(at);
            let is_leaf = page.leaf(block).is_some();
            let name = if is_leaf { self.spaces.leaf_name(*label) } else { self.spaces.inner_name(*label) };
            let (node, rect) = (page.nodes[at], page.rects[at]);
            BlockLabel { node, rect, name, is_leaf, probability: marginals.node(at)[*label] }
        });
        Ok(named.collect())
    }

    /// All leaves with all attributes that they could hold, in the order of leaves.
    pub(crate) fn candidates(&self, observed: &Observed, marginals: &Marginals) -> Vec<FoundValue> {
        let mut candidates = Vec::new();
        for (block, leaf) in observed.leaves().filter(|(_, leaf)| leaf.shows_something()) {
            let of = marginals.node(block.index());
            for attribute in self.spaces.attribute_ids() {
                let is_possible = self.images.contains(attribute) == leaf.image.is_some()
                    && (!self.amounts.contains(attribute) || is_money(&leaf.text));
                if is_possible {
                    let label = self.spaces.leaf(Some(attribute));
                    // On a list a value may stand anywhere in its record, whatever else it could be. A page about one thing says
                    // some values twice, and the second one is not a value of another attribute.
                    let against = if self.pages.lists { of[LabelSpaces::NOTE] } else { 1.0 - of[label] };
                    let odds = of[label] / against.max(f64::MIN_POSITIVE);
                    let part = self.parts.contains(attribute) && after_caption(&leaf.text).is_some();
                    candidates.push(FoundValue { attribute, block, part, odds, probability: of[label] });
                }
            }
        }
        candidates
    }

    /// On a page about one thing, values that stand in repeated blocks, or in a place where several others stand, belong to other
    /// things that one might like. They count only if there is nothing else. Amounts may share their place: a price is often
    /// written several times.
    fn set_aside(&self, page: &Observed, candidates: &mut [FoundValue]) {
        let holds_heading =
            |block: BlockId| page.heading.is_some_and(|heading| page.contains(block, heading));
        let repeated: Vec<BlockId> = page.repeated_blocks().filter(|block| !holds_heading(*block)).collect();
        let mut in_place: TextMap<&str, usize> = TextMap::default();
        page.leaves().for_each(|(_, leaf)| *in_place.entry(leaf.record_place.as_str()).or_default() += 1);
        let shares_place = |block: BlockId| {
            let leaf = page.leaf(block).filter(|leaf| !is_money(&leaf.text));
            leaf.is_some_and(|leaf| in_place[leaf.record_place.as_str()] >= self.settings.many_in_place)
        };
        for candidate in candidates {
            let before = repeated.partition_point(|block| *block <= candidate.block);
            let in_repeated = before > 0 && page.contains(repeated[before - 1], candidate.block);
            if in_repeated || shares_place(candidate.block) {
                candidate.odds *= self.settings.aside;
            }
        }
    }

    /// How probable the value of an attribute must be on a page about one thing.
    fn least_probable_detail(&self, attribute: AttributeId) -> f64 {
        match self.pages.lists {
            true => self.least_probable_in_list(attribute),
            false => self.settings.least_probable_detail,
        }
    }

    /// How probable values of an attribute must be in a list: the fewer lists have the attribute, the more probable.
    fn least_probable_in_list(&self, attribute: AttributeId) -> f64 {
        let coverage = self.coverage.get(attribute.index()).copied().unwrap_or(1.0);
        self.settings.least_probable_in_list * (1.0 - coverage)
    }
}

/// The values of the one record, and the smallest block that holds them all.
fn detail(page: &Observed, values: Vec<FoundValue>) -> PageRecords {
    let block = values.iter().map(|value| value.block).reduce(|a, b| common_block(page, a, b));
    let probability = values.iter().map(|value| value.probability).sum::<f64>() / values.len().max(1) as f64;
    PageRecords::Detail(FoundRecord { blocks: block.into_iter().collect(), values, probability })
}
