//! Visual lists, after HyLiEn (Fumarola et al. 2011): boxes in a row, a column or a grid whose contents are alike.

use crate::settings::VisualSettings;
use chaffinch_core::{NodeId, Rect};
use chaffinch_survey::{Record, Survey};
use rustc_hash::FxHashSet;

/// The regions of a page; none where it has no boxes.
pub(crate) fn visual_regions(survey: &Survey, settings: &VisualSettings, least: usize) -> Vec<Vec<Record>> {
    if survey.extent.is_none() {
        return Vec::new();
    }
    let mut regions = Vec::new();
    for parent in survey.page.ids().filter(|id| survey.page.is_element(*id)) {
        let boxes: Vec<(NodeId, Rect)> = survey
            .page
            .element_children(parent)
            .filter_map(|kid| survey.ink[kid.index()].map(|ink| (kid, survey.page.rect(kid).unwrap_or(ink))))
            .collect();
        if boxes.len() < least {
            continue;
        }
        for aligned in [aligned(&boxes, settings.slack, |r| r.x), aligned(&boxes, settings.slack, |r| r.y)] {
            let alike = alike_below(survey, &aligned, settings.alike);
            if alike.len() >= least {
                regions.push(alike.into_iter().map(|node| Record::new(survey.subtree(node))).collect());
            }
        }
    }
    regions.sort();
    regions.dedup();
    regions
}

/// The boxes that share an edge with at least one other. In a grid that is all of them.
fn aligned(boxes: &[(NodeId, Rect)], slack: f32, edge: fn(&Rect) -> f32) -> Vec<NodeId> {
    let mut edges: Vec<(f32, NodeId)> = boxes.iter().map(|(node, rect)| (edge(rect), *node)).collect();
    edges.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut nodes: Vec<NodeId> = edges
        .chunk_by(|a, b| b.0 - a.0 <= slack)
        .filter(|chunk| chunk.len() > 1)
        .flatten()
        .map(|(_, node)| *node)
        .collect();
    nodes.sort_unstable();
    nodes
}

/// The nodes whose tag paths below are mostly those of the middle one.
fn alike_below(survey: &Survey, nodes: &[NodeId], least: f32) -> Vec<NodeId> {
    /// Nodes below each that are looked at.
    const LOOKED_AT: usize = 200;
    let paths = |node: NodeId| -> FxHashSet<u32> {
        let below = survey.page.subtree(node).take(LOOKED_AT);
        below.filter(|id| survey.inked[id.index()]).map(|id| survey.tags.path(id).0).collect()
    };
    // The first and last ones may be a heading or a footer; the middle one is the likeliest to be a record.
    let Some(pattern) = nodes.get(nodes.len() / 2).map(|node| paths(*node)) else { return Vec::new() };
    let like = |node: &NodeId| {
        let own = paths(*node);
        let shared = own.intersection(&pattern).count() as f32;
        shared >= least * (own.len() + pattern.len()) as f32 / 2.0
    };
    nodes.iter().copied().filter(like).collect()
}
