//! Tables as the eye sees them: VENTrec (Gatterbauer and Bohunsky 2006) and what it left open.

pub mod edges;
pub mod expansion;
pub mod hyper_box;
pub mod look;
pub mod tile;
pub mod tiling;
pub mod topographic;

use crate::read::Reader;
use crate::settings::VisualSettings;
use chaffinch_core::{Page, Relation};

/// The tables that the boxes of the page show, in no particular order; none where the page has no boxes.
pub(crate) fn visual_tables(page: &Page, settings: &VisualSettings, reader: &mut Reader) -> Vec<Relation> {
    let Some(layout) = page.layout() else { return Vec::new() };
    let mut found = tiling::tilings(page, layout, settings);
    found.sort_by_key(|tiling| tiling.root);
    found
        .into_iter()
        .filter_map(|tiling| {
            let mut grid =
                tile::lay_out(page, tiling.root, &tiling.tiles, settings.tolerance, reader.bounds())?;
            grid.caption = tiling.caption;
            look::mark_headers(page, layout, &mut grid);
            reader.table(&grid, "visual")
        })
        .collect()
}
