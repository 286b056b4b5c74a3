//! From labels to records: minimal Data Record blocks are rows, the leaves inside them values, the Data Region around them the
//! relation. Where leaves tell more records than blocks do, records are what stands around their leads. On a page about one thing the best leaf for each attribute is its value, wherever it stands.

use crate::agree::agree;
use crate::assign::assign;
use crate::labels::{Inner, LabelSpaces};
use crate::leads::around_leads;
use crate::model::{FoundValue, LabelError, LabelModel};
use crate::observed::Observed;
use chaffinch_crf::Workspace;

/// A list has at least so many records.
const FEWEST_RECORDS: usize = 2;

/// What a model found on a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// Many records, in reading order, and the block that holds them all.
    List {
        /// The block.
        region: usize,
        /// The records.
        records: Vec<FoundRecord>,
    },
    /// The one thing that the page is about.
    Detail(FoundRecord),
}

/// A record that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundRecord {
    /// The blocks that it is made of.
    pub blocks: Vec<usize>,
    /// Its values, an attribute at most once.
    pub values: Vec<FoundValue>,
    /// How probable it is that these blocks are a record.
    pub probability: f64,
}

impl LabelModel {
    /// Reads pages of one site together.
    ///
    /// # Errors
    /// If a page's graph cannot be built.
    pub fn read(&self, pages: &[&Observed], workspace: &mut Workspace) -> Result<Vec<Found>, LabelError> {
        let mut lists = Vec::with_capacity(pages.len());
        let mut candidates = Vec::with_capacity(pages.len());
        for page in pages {
            let graph = self.graph(page)?;
            let marginals = graph.marginals(&self.weights, workspace);
            let values = self.candidates_of(page, &marginals);
            let list = if self.pages.lists {
                let labels = graph.best(&self.weights, workspace).labels;
                let record = self.spaces.inner(Inner::DataRecord);
                let probability = |block: usize| marginals.node(block)[record];
                list(page, &self.spaces, &labels, &values, probability)
            } else {
                None
            };
            lists.push(list);
            candidates.push(values);
        }
        agree(pages, &mut candidates, self.spaces.attributes.len());
        let found = lists.into_iter().zip(candidates).zip(pages).map(|((list, candidates), page)| {
            let values = assign(candidates, self.spaces.attributes.len());
            list.filter(|list| !self.pages.details || holds_most(page, list, &values))
                .unwrap_or_else(|| detail(page, values))
        });
        Ok(found.collect())
    }
}

/// Whether the best values of the page stand in the records of a list. On a page about one thing they stand elsewhere, and the list is of
/// other things that one might like.
fn holds_most(page: &Observed, list: &Found, values: &[FoundValue]) -> bool {
    let ends = page.ends();
    let blocks: Vec<usize> = list.records().iter().flat_map(|record| record.blocks.iter().copied()).collect();
    let held =
        |value: &&FoundValue| blocks.iter().any(|block| *block <= value.block && value.block < ends[*block]);
    2 * values.iter().filter(held).count() > values.len()
}

/// The values of the one record, and the smallest block that holds them all.
fn detail(page: &Observed, values: Vec<FoundValue>) -> Found {
    let block = values.iter().map(|value| value.block).reduce(|a, b| common(page, a, b));
    let probability = values.iter().map(|value| value.probability).sum::<f64>() / values.len().max(1) as f64;
    Found::Detail(FoundRecord { blocks: block.into_iter().collect(), values, probability })
}

/// The records of a list, if there are enough.
fn list(
    page: &Observed,
    spaces: &LabelSpaces,
    labels: &[usize],
    candidates: &[FoundValue],
    probability: impl Fn(usize) -> f64,
) -> Option<Found> {
    let ends = page.ends();
    let labelled: Vec<&FoundValue> =
        candidates.iter().filter(|value| labels[value.block] == spaces.leaf(Some(value.attribute))).collect();
    let record = |blocks: Vec<usize>, probability: f64| {
        let of_block = |block: &usize| {
            let start = labelled.partition_point(|value| value.block < *block);
            let end = labelled.partition_point(|value| value.block < ends[*block]);
            labelled[start..end].iter().map(|value| (*value).clone())
        };
        let values = assign(blocks.iter().flat_map(of_block).collect(), spaces.attributes.len());
        (!values.is_empty()).then_some(FoundRecord { blocks, values, probability })
    };
    let by_blocks: Vec<FoundRecord> = minimal_records(page, spaces, labels, &ends)
        .into_iter()
        .filter_map(|block| record(vec![block], probability(block)))
        .collect();
    let by_leads: Vec<FoundRecord> = around_leads(page, &ends, &labelled)
        .into_iter()
        .filter_map(|blocks| {
            let probable = blocks.iter().map(|block| probability(*block)).fold(0.0, f64::max);
            record(blocks, probable)
        })
        .collect();
    // Whichever brings more values together.
    let together = |records: &[FoundRecord]| records.iter().filter(|record| record.values.len() > 1).count();
    let mut records = if together(&by_leads) > together(&by_blocks) { by_leads } else { by_blocks };
    // A single value is no record where others have several.
    if 2 * together(&records) > records.len() {
        records.retain(|record| record.values.len() > 1);
    }
    let region = records.iter().flat_map(|r| r.blocks.iter().copied()).reduce(|a, b| common(page, a, b))?;
    (records.len() >= FEWEST_RECORDS).then_some(Found::List { region, records })
}

/// The blocks labelled as records. One around others is none: the minimal ones count.
pub(crate) fn minimal_records(
    page: &Observed,
    spaces: &LabelSpaces,
    labels: &[usize],
    ends: &[usize],
) -> Vec<usize> {
    let record = spaces.inner(Inner::DataRecord);
    let is_record = |block: &usize| page.leaves[*block].is_none() && labels[*block] == record;
    let blocks: Vec<usize> = (0..page.len()).filter(is_record).collect();
    // In preorder the next record tells whether there is one inside.
    let minimal = |(at, block): (usize, &usize)| {
        blocks.get(at + 1).is_none_or(|next| *next >= ends[*block]).then_some(*block)
    };
    blocks.iter().enumerate().filter_map(minimal).collect()
}

/// The smallest block around two.
fn common(page: &Observed, mut a: usize, mut b: usize) -> usize {
    // A parent's number is smaller than its children's.
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = page.parents[*later].unwrap_or(0);
    }
    a
}
