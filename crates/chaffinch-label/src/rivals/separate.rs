//! Detection and labelling one after the other: the paper's HCRF_S, and the main block of a page about one thing.

use crate::labels::{Inner, LabelSpaces};
use crate::learn::{LabelError, LabelledPage, LearnSettings, PlacedPages};
use crate::model::{LabelModel, Trust};
use crate::read::{FoundRecord, assign, minimal_records};
use crate::see::Observed;
use chaffinch_crf::Workspace;
use chaffinch_vision::BlockId;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Finds the blocks that are records. It knows no attributes.
#[derive(Debug, Clone)]
pub struct Detector {
    model: LabelModel,
}

/// A detector, and a model that labels what it finds.
#[derive(Debug, Clone)]
pub struct Separate {
    detector: Detector,
    labeller: LabelModel,
}

impl Detector {
    /// Learns to detect records.
    ///
    /// # Errors
    /// If nothing that was labelled occurs.
    pub fn learn<P: Borrow<LabelledPage>>(
        pages: &[P],
        settings: &LearnSettings,
    ) -> Result<Detector, LabelError> {
        let spaces = LabelSpaces::new(Vec::new(), &BTreeMap::new(), 0);
        let model =
            LabelModel::fit(spaces, &PlacedPages::new(pages), settings, None, |_| ControlFlow::Continue(()))?;
        Ok(Detector { model })
    }

    /// Learns to find the main block of a page about one thing. Each block is judged by itself.
    ///
    /// # Errors
    /// If nothing that was labelled occurs.
    pub fn of_main_blocks<P: Borrow<LabelledPage>>(
        pages: &[P],
        settings: &LearnSettings,
    ) -> Result<Detector, LabelError> {
        let alone = Trust { pair: 0.0, labels: 0.0, triangles: 0.0, ..settings.trust };
        Detector::learn(pages, &LearnSettings { trust: alone, ..settings.clone() })
    }

    /// The blocks that are records, without those that have another record inside.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn records(&self, page: &Observed, workspace: &mut Workspace) -> Result<Vec<BlockId>, LabelError> {
        let labels = self.model.graph(page)?.best(&self.model.weights, workspace).labels;
        Ok(minimal_records(page, &self.model.spaces, &labels))
    }

    /// The inner block that is most probably the record; the whole page if there is no other.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn main_block(&self, page: &Observed, workspace: &mut Workspace) -> Result<BlockId, LabelError> {
        let marginals = self.model.graph(page)?.marginals(&self.model.weights, workspace);
        let record = self.model.spaces.inner(Inner::DataRecord);
        let inner = page.blocks().filter(|block| page.leaf(*block).is_none());
        let probable = |block: &BlockId| marginals.node(block.index())[record];
        Ok(inner.max_by(|a, b| probable(a).total_cmp(&probable(b))).unwrap_or(BlockId::ROOT))
    }
}

impl Separate {
    /// Learns both from the same pages; the model of attributes sees only the records.
    ///
    /// # Errors
    /// If nothing that was labelled occurs.
    pub fn learn<P: Borrow<LabelledPage>>(
        attributes: Vec<String>,
        pages: &[P],
        settings: &LearnSettings,
    ) -> Result<Separate, LabelError> {
        let known = PlacedPages::new(pages);
        let mut parts: Vec<LabelledPage> = Vec::new();
        for ((page, placement), inner) in known.pages.iter().zip(&known.placements).zip(&known.inner) {
            let is_record = |block: &BlockId| inner[block.index()] == Some(Inner::DataRecord);
            for block in page.observed.blocks().filter(is_record) {
                let held = placement.placed.iter().find(|placed| page.observed.contains(block, placed.block));
                parts.extend(held.map(|held| LabelledPage {
                    site: page.site.clone(),
                    observed: page.observed.part(block),
                    records: vec![page.records[held.record].clone()],
                }));
            }
        }
        let detector = Detector::learn(pages, settings)?;
        let labeller = LabelModel::learn(attributes, &parts, settings, |_| ControlFlow::Continue(()))?;
        Ok(Separate { detector, labeller })
    }

    /// The records of a page.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn read(&self, page: &Observed, workspace: &mut Workspace) -> Result<Vec<FoundRecord>, LabelError> {
        let mut records = Vec::new();
        for block in self.detector.records(page, workspace)? {
            let part = page.part(block);
            let graph = self.labeller.graph(&part)?;
            let labels = graph.best(&self.labeller.weights, workspace).labels;
            let marginals = graph.marginals(&self.labeller.weights, workspace);
            let mut values = self.labeller.candidates(&part, &marginals);
            let spaces = &self.labeller.spaces;
            values.retain(|value| labels[value.block.index()] == spaces.leaf(Some(value.attribute)));
            let mut values = assign(values, spaces.attributes.len(), &self.labeller.settings);
            for value in &mut values {
                value.block = BlockId::from_index(value.block.index() + block.index());
            }
            records.push(FoundRecord { blocks: vec![block], values, probability: 1.0 });
        }
        Ok(records)
    }
}
