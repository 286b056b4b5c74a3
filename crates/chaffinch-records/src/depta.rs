//! DEPTA (Zhai & Liu 2005): data regions by simple tree matching, checked by the spaces on the screen.

use crate::generalized::{Likeness, data_regions};
use crate::ground::{Ground, is_look};
use crate::region::Record;
use crate::settings::DeptaSettings;
use chaffinch_core::{NodeId, Rect};
use chaffinch_trees::{LabelTree, tree_similarity};
use std::ops::Range;

/// The data regions of a page. Where the page has boxes, a region counts only if its records stand further apart than
/// their own lines do.
pub(crate) fn depta_regions(ground: &Ground, settings: &DeptaSettings, least: usize) -> Vec<Vec<Record>> {
    let mut trees = TagTrees { ground, settings, work: settings.max_work };
    let mut regions = data_regions(ground, settings.longest_node, least, &mut trees);
    regions.retain(|records| well_spaced(ground, records, settings.gap_slack));
    regions
}

struct TagTrees<'g, 'p> {
    ground: &'g Ground<'p>,
    settings: &'g DeptaSettings,
    /// Pairs of nodes that may still be compared.
    work: usize,
}

impl Likeness for TagTrees<'_, '_> {
    fn alike(&mut self, a: Range<NodeId>, b: Range<NodeId>) -> bool {
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
    /// The elements of siblings as a tree under one root.
    fn tag_tree(&self, nodes: Range<NodeId>) -> LabelTree {
        let (page, end) = (self.ground.page, nodes.end);
        let mut tree = LabelTree::new();
        let root = tree.open(u32::MAX);
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        for id in (nodes.start.index()..end.index()).map(NodeId::from_index) {
            while let Some((node, _)) = open.pop_if(|(_, end)| *end <= id) {
                tree.close(node);
            }
            let looks = self.settings.ignore_look && (is_look(page.name(id)) || page.is(id, "br"));
            if page.is_element(id) && !looks {
                open.push((tree.open(self.ground.tags.label(id).0), page.node(id).end));
            }
        }
        while let Some((node, _)) = open.pop() {
            tree.close(node);
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
