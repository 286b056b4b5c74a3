//! One head for several tables: names stand in a row of their own, and the tables below it, with headings between them, have none.

use super::look::{Weight, weight};
use super::tile::{Tile, lines};
use super::tiling::Tiling;
use crate::settings::VisualSettings;
use chaffinch_core::{Layout, Page};

/// Gives the row of names to each table below it that has the same columns and no names, until one comes that has other columns or names of its
/// own. Tables of markup are left to it.
pub(super) fn share_heads(page: &Page, layout: &Layout, settings: &VisualSettings, found: &mut [Tiling]) {
    let names = |tile: &Tile| weight(page, layout, tile.node) != Weight::Normal;
    let is_cell = |tile: &Tile| matches!(page.name(tile.node), "td" | "th");
    let mut head: Option<(Vec<Tile>, Vec<f32>)> = None;
    for tiling in found.iter_mut() {
        let columns = lines(tiling.tiles.iter().map(|tile| tile.edges.left), settings.tolerance);
        let rows = lines(tiling.tiles.iter().map(|tile| tile.edges.top), settings.tolerance);
        if columns.len() < 2 || tiling.tiles.iter().any(is_cell) {
            head = None;
            continue;
        }
        if rows.len() == 1 {
            let is_head = tiling.tiles.len() == columns.len() && tiling.tiles.iter().all(names);
            head = is_head.then(|| (tiling.tiles.clone(), columns));
            continue;
        }
        let near = |(a, b): (&f32, &f32)| (a - b).abs() <= settings.adjacency;
        let fits = |(tiles, own): &(Vec<Tile>, Vec<f32>)| {
            let is_below = tiles.iter().all(|tile| tile.edges.top < tiling.edges.top);
            is_below && own.len() == columns.len() && own.iter().zip(&columns).all(near)
        };
        let top = rows[0];
        let mut first_row = tiling.tiles.iter().filter(|tile| tile.edges.top <= top + settings.tolerance);
        head = head.filter(|head| fits(head) && !first_row.all(names));
        let Some((tiles, _)) = &head else { continue };
        let of_names = tiles.iter().map(|tile| {
            let mut tile = *tile;
            (tile.edges.top, tile.edges.bottom) = (top - 2.0 * settings.adjacency.max(1.0), top);
            tile
        });
        tiling.tiles.splice(0..0, of_names);
    }
}
