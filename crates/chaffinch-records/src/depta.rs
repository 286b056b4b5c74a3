//! DEPTA (Zhai & Liu 2005): data regions by simple tree matching on the tree of boxes, checked by the
//! spaces between records.

use crate::containment::Containment;
use crate::generalized::{Likeness, data_regions};
use crate::settings::DeptaSettings;
use chaffinch_core::{NodeId, Rect};
use chaffinch_survey::{Record, Survey, is_look};
use chaffinch_trees::{LabelTree, tree_similarity};
use std::ops::Range;

/// The data regions of a page. Where the page has boxes, a region counts only if the space between its records is at least that
/// inside them.
pub(crate) fn depta_regions(survey: &Survey, settings: &DeptaSettings, least: usize) -> Vec<Vec<Record>> {
    let tree = Containment::of_boxes(survey, settings.holds);
    let mut trees = TagTrees::new(survey, &tree, settings);
    let mut regions =
        data_regions(survey, &tree, settings.longest_node, least, settings.siblings_alike, &mut trees);
    regions.retain(|records| well_spaced(survey, records, settings.gap_slack));
    regions
}

/// The tree of all boxes, in document order: siblings and everything below them are a slice of it.
struct TagTrees<'s> {
    tree: LabelTree,
    /// Where each node's subtree begins and ends in the tree.
    places: Vec<Range<u32>>,
    settings: &'s DeptaSettings,
    /// How many more pairs of nodes may be compared on this page.
    work: usize,
}

impl<'s> TagTrees<'s> {
    fn new(survey: &Survey, boxes: &Containment, settings: &'s DeptaSettings) -> TagTrees<'s> {
        let mut tree = LabelTree::new();
        let mut places = vec![0..0; survey.page.len()];
        // A stack of what is left to do. The number in `Close` is the box's node of the tree; an ignored tag has none.
        let mut steps = vec![Step::Open(NodeId::DOCUMENT)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Open(id) => {
                    places[id.index()].start = tree.len() as u32;
                    let looks = settings.ignore_look && is_look(survey.page.name(id));
                    steps.push(Step::Close(id, (!looks).then(|| tree.open(survey.tags.label(id).0))));
                    steps.extend(boxes.children(id).iter().rev().copied().map(Step::Open));
                }
                Step::Close(id, node) => {
                    places[id.index()].end = tree.len() as u32;
                    node.into_iter().for_each(|node| tree.close(node));
                }
            }
        }
        TagTrees { tree, places, settings, work: settings.max_work }
    }

    /// The nodes of the tree that stand for siblings and what is below them.
    fn stretch(&self, siblings: &[NodeId]) -> Range<usize> {
        let place = |node: NodeId| &self.places[node.index()];
        place(siblings[0]).start as usize..place(siblings[siblings.len() - 1]).end as usize
    }

    /// A stretch as a tree under one root.
    fn under_one_root(&self, stretch: Range<usize>) -> LabelTree {
        let mut tree = LabelTree::new();
        let root = tree.open(u32::MAX);
        tree.append(&self.tree, stretch);
        tree.close(root);
        tree
    }
}

enum Step {
    Open(NodeId),
    Close(NodeId, Option<usize>),
}

impl Likeness for TagTrees<'_> {
    fn alike(&mut self, a: &[NodeId], b: &[NodeId]) -> bool {
        let (a, b) = (self.stretch(a), self.stretch(b));
        if self.tree.are_same(a.clone(), b.clone()) {
            return true;
        }
        // Each stretch gets a root for the comparison, hence the 1.
        let (fewer, more) = (a.len().min(b.len()) + 1, a.len().max(b.len()) + 1);
        let fits = fewer as f32 >= self.settings.threshold * more as f32 / 2.0;
        if !fits || self.work < fewer * more {
            return false;
        }
        self.work -= fewer * more;
        let (x, y) = (self.under_one_root(a), self.under_one_root(b));
        tree_similarity(&x, &y, self.settings.max_pairs) >= self.settings.threshold
    }
}

/// Whether the smallest space between records below one another is at least the usual (median) space inside them. The first 20
/// records are measured.
fn well_spaced(survey: &Survey, records: &[Record], slack: f32) -> bool {
    const SAMPLE: usize = 20;
    let boxes: Vec<Option<Rect>> = records.iter().take(SAMPLE).map(|record| record.ink(survey)).collect();
    let between: Vec<f32> = boxes
        .windows(2)
        .filter_map(|pair| Some(pair[1]?.y - pair[0]?.bottom()))
        .filter(|space| *space > -slack)
        .collect();
    let Some(least) = between.iter().copied().reduce(f32::min) else { return true };
    let inside = records.iter().take(SAMPLE).map(|record| {
        let boxes: Vec<Rect> =
            record.roots(survey.page).filter_map(|root| survey.ink[root.index()]).collect();
        boxes.windows(2).map(|pair| pair[1].y - pair[0].bottom()).fold(0.0, f32::max)
    });
    let mut inside: Vec<f32> = inside.collect();
    inside.sort_by(f32::total_cmp);
    inside.get(inside.len() / 2).is_none_or(|usual| least + slack >= *usual)
}
