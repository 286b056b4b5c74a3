//! The paper's baseline: a two-dimensional conditional random field (Zhu et al. 2005) labels the elements of records that another
//! method has found. Elements lie on a grid by their positions on the screen; each is tied to the next in its row and its column.

use crate::labels::{Inner, LabelSpaces};
use crate::learn::{LabelError, LabelledPage, LearnSettings, PlacedPages};
use crate::model::{KnownFeatures, vocabulary};
use crate::read::{FoundRecord, FoundValue, ReadSettings, assign};
use crate::see::Observed;
use chaffinch_crf::{
    Example, Family, Feature, Graph, Grid, JunctionTree, Model, Space, TABLE_LIMIT, Workspace, train,
};
use chaffinch_vision::BlockId;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The most elements in a row of the grid; the rest of a longer row goes below. Inference costs the number of labels to the power of
/// this.
const MOST_COLUMNS: usize = 4;
/// The first elements of a record that are labelled: a main block can be the whole page.
const MOST_ELEMENTS: usize = 2_000;

/// A learned two-dimensional field.
#[derive(Debug, Clone)]
pub struct GridModel {
    spaces: LabelSpaces,
    known: KnownFeatures,
    model: Model,
    space: Space,
    of_element: Family,
    across: Family,
    down: Family,
    weights: Vec<f64>,
}

impl GridModel {
    /// Learns from the elements of labelled records.
    ///
    /// # Errors
    /// If nothing that was labelled occurs.
    pub fn learn<P: Borrow<LabelledPage>>(
        attributes: Vec<String>,
        pages: &[P],
        settings: &LearnSettings,
    ) -> Result<GridModel, LabelError> {
        let labelled = PlacedPages::new(pages);
        let repetition = LearnSettings { repetition: true, ..settings.clone() };
        let known = vocabulary(&labelled.pages, [].into_iter(), &repetition).leaf;
        let spaces = LabelSpaces::new(attributes, &BTreeMap::new(), 0);
        let mut model = Model::new();
        let space = model.add_space(spaces.leaf_labels());
        let of_element = model.add_family(&[space], known.len())?;
        let across = model.add_family(&[space, space], 1)?;
        let down = model.add_family(&[space, space], 1)?;
        let mut learned =
            GridModel { spaces, known, model, space, of_element, across, down, weights: Vec::new() };
        let mut examples = Vec::new();
        for ((page, placement), inner) in labelled.pages.iter().zip(&labelled.placements).zip(&labelled.inner)
        {
            let numbers = learned.known.numbers(&page.observed.features.leaf_names);
            let is_record = |block: &BlockId| inner[block.index()] == Some(Inner::DataRecord);
            for block in page.observed.blocks().filter(is_record) {
                let elements = leaves(&page.observed, block);
                let (tree, blocks) = learned.graph(&page.observed, &elements, &numbers)?;
                let label = |block: &BlockId| {
                    let placed = placement.placed.iter().find(|placed| placed.block == *block);
                    learned.spaces.leaf(placed.map(|placed| placed.attribute))
                };
                examples.push(Example::new(tree, blocks.iter().map(label).collect())?);
            }
        }
        let start = vec![0.0; learned.model.weights()];
        let watch = |_: &chaffinch_crf::Progress<'_>| ControlFlow::Continue(());
        learned.weights = train(&learned.model, &examples, start, &settings.training, watch)?.weights;
        Ok(learned)
    }

    /// Labels records, given by the blocks that each is made of.
    ///
    /// # Errors
    /// If a graph cannot be built.
    pub fn label(
        &self,
        page: &Observed,
        records: &[Vec<BlockId>],
        workspace: &mut Workspace,
    ) -> Result<Vec<FoundRecord>, LabelError> {
        let numbers = self.known.numbers(&page.features.leaf_names);
        let mut found = Vec::with_capacity(records.len());
        for blocks in records {
            let elements: Vec<BlockId> = blocks.iter().flat_map(|block| leaves(page, *block)).collect();
            let (tree, order) = self.graph(page, &elements, &numbers)?;
            let labels = tree.best(&self.weights, workspace).labels;
            let marginals = tree.marginals(&self.weights, workspace);
            let value = |(node, block): (usize, &BlockId)| {
                let of = marginals.node(node);
                let attribute = self.spaces.attribute(labels[node])?;
                let (probability, note) = (of[labels[node]], of[LabelSpaces::NOTE]);
                let odds = probability / note.max(f64::MIN_POSITIVE);
                Some(FoundValue { attribute, block: *block, part: false, odds, probability })
            };
            let values: Vec<FoundValue> = order.iter().enumerate().filter_map(value).collect();
            let values = assign(values, self.spaces.attributes.len(), &ReadSettings::default());
            found.push(FoundRecord { blocks: blocks.clone(), values, probability: 1.0 });
        }
        Ok(found)
    }

    /// The graph of a record, and the block of each of its nodes.
    fn graph(
        &self,
        page: &Observed,
        elements: &[BlockId],
        numbers: &[Option<u32>],
    ) -> Result<(JunctionTree, Vec<BlockId>), LabelError> {
        let cells = cells(page, elements);
        let grid = Grid::new(cells.keys().copied());
        let blocks: Vec<BlockId> = grid.cells().iter().map(|cell| cells[cell]).collect();
        let mut graph = Graph::new(&self.model, &vec![self.space; blocks.len()]);
        for (node, block) in blocks.iter().enumerate() {
            let trust = page.features.leaf_names.trust();
            let feature = |number: &u32| {
                let index = numbers[*number as usize]?;
                Some(Feature { index, value: trust[*number as usize] })
            };
            let features: Vec<Feature> =
                page.features.of_block[block.index()].iter().filter_map(feature).collect();
            graph.observe(self.of_element, &[node], &features)?;
        }
        for pair in grid.across() {
            graph.observe(self.across, &pair, &[Feature::on(0)])?;
        }
        for pair in grid.down() {
            graph.observe(self.down, &pair, &[Feature::on(0)])?;
        }
        Ok((graph.junction_tree(TABLE_LIMIT)?, blocks))
    }
}

fn leaves(page: &Observed, block: BlockId) -> Vec<BlockId> {
    page.inside(block).filter(|inner| page.leaf(*inner).is_some()).take(MOST_ELEMENTS).collect()
}

/// The element of each cell of the grid, by row and column. An element belongs to a row if its middle lies above the bottom of the
/// row's first element.
fn cells(page: &Observed, elements: &[BlockId]) -> BTreeMap<(usize, usize), BlockId> {
    let mut order: Vec<BlockId> = elements.to_vec();
    let rect = |block: &BlockId| page.rects[block.index()];
    let middle = |block: &BlockId| rect(block).y + rect(block).h / 2.0;
    order.sort_by(|a, b| middle(a).total_cmp(&middle(b)).then(a.cmp(b)));
    let mut rows: Vec<Vec<BlockId>> = Vec::new();
    let mut bottom = f32::MIN;
    for block in order {
        match rows.last_mut() {
            Some(row) if middle(&block) < bottom => row.push(block),
            _ => {
                bottom = rect(&block).bottom();
                rows.push(vec![block]);
            }
        }
    }
    let mut cells = BTreeMap::new();
    let mut number = 0;
    for mut row in rows {
        row.sort_by(|a, b| rect(a).x.total_cmp(&rect(b).x).then(a.cmp(b)));
        for part in row.chunks(MOST_COLUMNS) {
            cells.extend(part.iter().enumerate().map(|(column, block)| ((number, column), *block)));
            number += 1;
        }
    }
    cells
}
