//! DEPTA (Zhai & Liu 2005): data regions by simple tree matching of boxes within boxes, checked by the
//! spaces between them.

use crate::containment::Containment;
use crate::generalized::{Likeness, data_regions};
use crate::ground::{Ground, is_look};
use crate::region::Record;
use crate::settings::DeptaSettings;
use chaffinch_core::{NodeId, Rect};
use chaffinch_trees::{LabelTree, tree_similarity};

/// The data regions of a page. Where the page has boxes, a region counts only if its records stand further apart than
/// their own lines do.
pub(crate) fn depta_regions(ground: &Ground, settings: &DeptaSettings, least: usize) -> Vec<Vec<Record>> {
    let tree = Containment::of_boxes(ground, settings.holds);
    let mut trees = TagTrees { ground, tree: &tree, settings, work: settings.max_work };
    let mut regions = data_regions(ground, &tree, settings.longest_node, least, &mut trees);
    regions.retain(|records| well_spaced(ground, records, settings.gap_slack));
    regions
}

struct TagTrees<'g, 'p> {
    ground: &'g Ground<'p>,
    tree: &'g Containment,
    settings: &'g DeptaSettings,
    /// Pairs of nodes that may still be compared.
    work: usize,
}

impl Likeness for TagTrees<'_, '_> {
    fn alike(&mut self, a: &[NodeId], b: &[NodeId]) -> bool {
        let (x, y) = (self.tag_tree(a), self.tag_tree(b));
        let pairs = x.len() * y.len();
        let fits =
            (x.len().min(y.len()) as f32) >= self.settings.threshold * x.len().max(y.len()) as f32 / 2.0;
        if x == y {
            return true;
        }
        if !fits || self.work < pairs {
            return false;
        }
        self.work -= pairs;
        tree_similarity(&x, &y, self.settings.max_pairs) >= self.settings.threshold
    }
}

impl TagTrees<'_, '_> {
    /// The boxes of siblings as a tree under one root.
    fn tag_tree(&self, nodes: &[NodeId]) -> LabelTree {
        let page = self.ground.page;
        let mut tree = LabelTree::new();
        let root = tree.open(u32::MAX);
        // What is still to be done, last first: a box to open, or an open one to close.
        let mut steps: Vec<Result<NodeId, usize>> = nodes.iter().rev().copied().map(Ok).collect();
        while let Some(step) = steps.pop() {
            match step {
                Ok(id) => {
                    if !(self.settings.ignore_look && is_look(page.name(id))) {
                        steps.push(Err(tree.open(self.ground.tags.label(id).0)));
                    }
                    steps.extend(self.tree.children(id).iter().rev().copied().map(Ok));
                }
                Err(open) => tree.close(open),
            }
        }
        tree.close(root);
        tree
    }
}

/// Whether the space between records that stand below one another is at least that between the lines inside them.
fn well_spaced(ground: &Ground, records: &[Record], slack: f32) -> bool {
    const SAMPLE: usize = 20;
    let boxes: Vec<Option<Rect>> = records.iter().take(SAMPLE).map(|record| record.ink(ground)).collect();
    let between: Vec<f32> = boxes
        .windows(2)
        .filter_map(|pair| Some(pair[1]?.y - pair[0]?.bottom()))
        .filter(|space| *space > -slack)
        .collect();
    let Some(least) = between.iter().copied().reduce(f32::min) else { return true };
    let inside = records.iter().take(SAMPLE).map(|record| {
        let boxes: Vec<Rect> =
            record.roots(ground.page).filter_map(|root| ground.ink[root.index()]).collect();
        boxes.windows(2).map(|pair| pair[1].y - pair[0].bottom()).fold(0.0, f32::max)
    });
    let mut inside: Vec<f32> = inside.collect();
    inside.sort_by(f32::total_cmp);
    inside.get(inside.len() / 2).is_none_or(|usual| least + slack >= *usual)
}
