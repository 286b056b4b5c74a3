//! Tables by their boxes on the screen: VENTrec (Gatterbauer and Bohunsky 2006) and what it left open.
//!
//! [`keyword_grids`] is the paper's way, which starts at the boxes around a keyword. [`all_grids`] finds all tables of a page
//! without one.

mod bands;
mod edges;
mod expansion;
mod heads;
mod hyper_box;
mod interest;
pub(crate) mod look;
mod run;
mod tile;
mod tiling;
mod topographic;

pub use edges::{Direction, Edges, Neighbour};
pub use expansion::expand;
pub use hyper_box::HyperBox;
pub(crate) use interest::holds_word;
pub use topographic::{BoxId, TopographicGrid};

use crate::form::Bounds;
use crate::grid::Grid;
use crate::settings::VisualSettings;
use chaffinch_core::{Layout, NodeId, Page};
use std::collections::HashMap;

/// The tables that the boxes of a page form, in document order.
pub(crate) fn all_grids(
    page: &Page,
    layout: &Layout,
    settings: &VisualSettings,
    bounds: Bounds,
) -> Vec<Grid> {
    let mut found = tiling::tilings(page, layout, settings);
    found.sort_by_key(|tiling| (tiling.root, std::cmp::Reverse(tiling.tiles.len())));
    leave_out_layout(page, &mut found, settings.nested_share);
    heads::share_heads(page, layout, settings, &mut found);
    let grids = found.into_iter().filter_map(|tiling| {
        let mut grid = tile::lay_out(page, tiling.root, &tiling.tiles, settings, bounds)?;
        grid.caption = tiling.caption;
        Some(grid)
    });
    grids.collect()
}

/// The tables around a keyword, in the order in which they were found.
pub(crate) fn keyword_grids(
    page: &Page,
    layout: &Layout,
    keyword: &str,
    settings: &VisualSettings,
    bounds: Bounds,
) -> Vec<Grid> {
    interest::tables_of_interest(page, layout, keyword, settings, bounds)
}

/// Removes tilings whose cells mostly hold other tables: they only arrange the page.
fn leave_out_layout(page: &Page, found: &mut Vec<tiling::Tiling>, nested_share: f32) {
    let nodes = |root: NodeId| page.node(root).end.index() - root.index();
    let mut of_cell: HashMap<NodeId, usize> = HashMap::new();
    for (number, tiling) in found.iter().enumerate() {
        of_cell.extend(tiling.tiles.iter().map(|tile| (tile.node, number)));
    }
    // For each tiling how many nodes are in the tilings directly inside its cells.
    let mut nested = vec![0; found.len()];
    for tiling in found.iter().filter(|tiling| tiling.tiles.len() >= 4) {
        let mut around = std::iter::once(tiling.root).chain(page.ancestors(tiling.root));
        if let Some(outer) = around.find_map(|id| of_cell.get(&id)) {
            nested[*outer] += nodes(tiling.root);
        }
    }
    let mut nested = nested.into_iter();
    found.retain(|tiling| {
        let whole: usize = tiling.tiles.iter().map(|tile| nodes(tile.node)).sum();
        nested.next().unwrap_or(0) as f32 <= nested_share * whole as f32
    });
}
