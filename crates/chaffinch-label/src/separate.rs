//! Detection and labelling one after the other: the paper's HCRF_S, and the main block of a page about one thing.

use crate::assign::assign;
use crate::decode::{FoundRecord, minimal_records};
use crate::hcrf::Trust;
use crate::labels::{Inner, LabelSpaces};
use crate::model::{LabelError, LabelModel, LabelledPage, LearnSettings, Placements};
use crate::observed::Observed;
use chaffinch_crf::Workspace;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Finds the blocks that are records by what blocks look like, whatever is in them.
#[derive(Debug, Clone)]
pub struct Detector {
    model: LabelModel,
}

/// A detector, and a model for what it finds.
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
            LabelModel::fit(spaces, &Placements::new(pages), settings, None, |_| ControlFlow::Continue(()))?;
        Ok(Detector { model })
    }

    /// Learns to find the main block, each block for itself.
    ///
    /// # Errors
    /// If nothing that was labelled occurs.
    pub fn of_main_blocks<P: Borrow<LabelledPage>>(
        pages: &[P],
        settings: &LearnSettings,
    ) -> Result<Detector, LabelError> {
        let alone = Trust { pair: 0.0, labels: 0.0, ..settings.trust };
        Detector::learn(pages, &LearnSettings { trust: alone, ..settings.clone() })
    }

    /// The minimal blocks that are records.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn records(&self, page: &Observed, workspace: &mut Workspace) -> Result<Vec<usize>, LabelError> {
        let labels = self.model.graph(page)?.best(&self.model.weights, workspace).labels;
        Ok(minimal_records(page, &self.model.spaces, &labels, &page.ends()))
    }

    /// The inner block that is most probably the record; the whole page where there is no other.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn main_block(&self, page: &Observed, workspace: &mut Workspace) -> Result<usize, LabelError> {
        let marginals = self.model.graph(page)?.marginals(&self.model.weights, workspace);
        let record = self.model.spaces.inner(Inner::DataRecord);
        let inner = (0..page.len()).filter(|block| page.leaves[*block].is_none());
        let probable = |block: &usize| marginals.node(*block)[record];
        Ok(inner.max_by(|a, b| probable(a).total_cmp(&probable(b))).unwrap_or(0))
    }
}

impl Separate {
    /// Learns both from the same pages: what a record holds from the records alone.
    ///
    /// # Errors
    /// If nothing that was labelled occurs.
    pub fn learn<P: Borrow<LabelledPage>>(
        attributes: Vec<String>,
        pages: &[P],
        settings: &LearnSettings,
    ) -> Result<Separate, LabelError> {
        let known = Placements::new(pages);
        let mut parts: Vec<LabelledPage> = Vec::new();
        for ((page, placement), inner) in known.pages.iter().zip(&known.placements).zip(&known.inner) {
            let ends = page.observed.ends();
            for block in (0..inner.len()).filter(|block| inner[*block] == Some(Inner::DataRecord)) {
                let held = placement.placed.iter().find(|p| block <= p.block && p.block < ends[block]);
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
            let mut values = self.labeller.candidates_of(&part, &marginals);
            let spaces = &self.labeller.spaces;
            values.retain(|value| labels[value.block] == spaces.leaf(Some(value.attribute)));
            let mut values = assign(values, spaces.attributes.len());
            values.iter_mut().for_each(|value| value.block += block);
            records.push(FoundRecord { blocks: vec![block], values, probability: 1.0 });
        }
        Ok(records)
    }
}
