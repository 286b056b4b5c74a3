//! A list on the screen and the same list in the page's machine-readable data.

use chaffinch_core::{CellContent, Column, Relation, Row};
use std::collections::HashMap;

/// The share of rows that must be told of for two relations to be the same list, and of values for two columns to be
/// the same.
const MOST: f32 = 0.8;
/// Longer values are articles, not attributes.
const LONGEST: usize = 300;

/// Whether `said` tells of the rows of `list`.
pub(super) fn tells(list: &Relation, said: &Relation) -> bool {
    let shared = pairs(list, said).len() as f32;
    shared >= MOST * list.rows.len() as f32 && shared >= MOST * said.rows.len() as f32
}

/// Gives `list` the columns that only `said` has.
pub(super) fn complete(list: &mut Relation, said: &Relation) {
    let pairs = pairs(list, said);
    for (at, column) in said.columns.iter().enumerate() {
        let values =
            || pairs.iter().filter_map(|(row, from)| Some((*row, said.rows[*from].cells.get(at)?.as_ref()?)));
        let told = values().count() as f32;
        let on_screen = values().filter(|(row, value)| shows(&list.rows[*row], value)).count() as f32;
        let too_long = values().any(|(_, value)| value.text(" ").len() > LONGEST);
        if told < MOST * pairs.len() as f32 || on_screen >= MOST * told || too_long {
            continue;
        }
        let mut cells: HashMap<usize, CellContent> =
            values().map(|(row, value)| (row, value.clone())).collect();
        list.columns.push(Column { name: column.name.clone(), kind: column.kind });
        for (row, content) in list.rows.iter_mut().enumerate() {
            content.cells.push(cells.remove(&row));
        }
    }
}

/// Rows of `list` with the row of `said` that tells of them: the one whose name or address they hold.
fn pairs(list: &Relation, said: &Relation) -> Vec<(usize, usize)> {
    // A name or address that several rows share tells none of them apart.
    let mut by_link: HashMap<&str, Option<usize>> = HashMap::new();
    for (at, row) in list.rows.iter().enumerate() {
        let links: std::collections::BTreeSet<&str> = row.links.iter().map(|link| tail(link)).collect();
        for link in links {
            by_link.entry(link).and_modify(|row| *row = None).or_insert(Some(at));
        }
    }
    let mut by_text: HashMap<String, Option<usize>> = HashMap::new();
    for (at, row) in list.rows.iter().enumerate() {
        let texts: std::collections::BTreeSet<String> =
            row.cells.iter().flatten().flat_map(CellContent::cells).map(|cell| plain(&cell.text)).collect();
        for text in texts {
            by_text.entry(text).and_modify(|row| *row = None).or_insert(Some(at));
        }
    }
    let mut taken = vec![false; list.rows.len()];
    let mut found = Vec::new();
    for (from, row) in said.rows.iter().enumerate() {
        let cells = row.cells.iter().flatten().flat_map(CellContent::cells);
        let row = cells.filter(|cell| cell.text.len() > 3).find_map(|cell| {
            let linked = by_link.get(tail(&cell.text)).copied().flatten();
            linked.or_else(|| by_text.get(&plain(&cell.text)).copied().flatten())
        });
        if let Some(row) = row
            && !std::mem::replace(&mut taken[row], true)
        {
            found.push((row, from));
        }
    }
    found.sort_unstable();
    found
}

/// Whether a row shows a value: in its text, links or images, or as the unit of another value.
fn shows(row: &Row, value: &CellContent) -> bool {
    let text = plain(&row.text);
    let units: Vec<&str> = row
        .cells
        .iter()
        .flatten()
        .flat_map(CellContent::cells)
        .filter_map(|cell| cell.unit.as_deref())
        .collect();
    value.cells().iter().all(|cell| {
        let mut addresses = row.links.iter().chain(&row.images);
        text.contains(&plain(&cell.text))
            || units.contains(&cell.text.as_str())
            || addresses.any(|address| tail(address) == tail(&cell.text))
    })
}

/// An address without what differs between ways of writing it.
fn tail(address: &str) -> &str {
    let path = address
        .split_once("://")
        .map_or(address, |(_, rest)| rest.split_once('/').map_or(rest, |(_, path)| path));
    let path = path.split(['?', '#']).next().unwrap_or(path);
    path.trim_matches('/')
}

fn plain(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}
