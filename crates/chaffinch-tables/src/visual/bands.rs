//! The children of an element, cut into bands that lie below one another.

use super::edges::Edges;
use chaffinch_core::{NodeId, Style};

/// A child that has a box.
#[derive(Clone, Copy)]
pub(super) struct Kid<'p> {
    pub node: NodeId,
    pub edges: Edges,
    pub style: &'p Style,
}

/// The children between two horizontal cuts through an element.
pub(super) struct Band<'p> {
    pub kids: Vec<Kid<'p>>,
    pub edges: Edges,
}

/// Cuts children into bands, wherever a horizontal line meets no child.
pub(super) fn bands<'p>(kids: &[Kid<'p>], tolerance: f32) -> Vec<Band<'p>> {
    let mut order: Vec<Kid> = kids.to_vec();
    order.sort_by(|a, b| a.edges.top.total_cmp(&b.edges.top).then(a.edges.left.total_cmp(&b.edges.left)));
    let mut bands: Vec<Band> = Vec::new();
    for kid in order {
        match bands.last_mut().filter(|band| kid.edges.top < band.edges.bottom - tolerance) {
            Some(band) => {
                band.edges = band.edges.union(&kid.edges);
                band.kids.push(kid);
            }
            None => bands.push(Band { edges: kid.edges, kids: vec![kid] }),
        }
    }
    bands
}

/// Whether all children stand side by side.
pub(super) fn lines_apart(kids: &[Kid], tolerance: f32) -> bool {
    let mut order: Vec<&Kid> = kids.iter().collect();
    order.sort_by(|a, b| a.edges.left.total_cmp(&b.edges.left));
    order.windows(2).all(|pair| pair[1].edges.left >= pair[0].edges.right - tolerance)
}

/// Whether children overlap. Each is compared with at most the next 64 that begin above its lower edge; an overlap that this misses is found
/// when the cells are put on a grid.
pub(super) fn overlap(kids: &[Kid], tolerance: f32) -> bool {
    const LOOK_AHEAD: usize = 64;
    kids.iter().enumerate().any(|(i, a)| {
        let below = kids[i + 1..].iter().take(LOOK_AHEAD);
        below
            .take_while(|b| b.edges.top < a.edges.bottom - tolerance)
            .any(|b| b.edges.left < a.edges.right - tolerance && a.edges.left < b.edges.right - tolerance)
    })
}
