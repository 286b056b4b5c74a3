//! Merges a list on the screen with the same list in the page's structured data.

use crate::settings::ChoiceSettings;
use chaffinch_core::{Column, ColumnType, Finding, FoundCell, FoundRow, Page, RowContent, Value};
use std::collections::{BTreeSet, HashMap};

/// If `structured` describes the same list: pairs of a row of `list` and the row of `structured` that describes it.
pub(super) fn describes(
    page: &Page,
    list: &Finding,
    structured: &Finding,
    settings: &ChoiceSettings,
) -> Option<Vec<(usize, usize)>> {
    let pairs = pairs(page, list, structured);
    let enough = |rows: usize| pairs.len() as f32 >= settings.most * rows as f32;
    (enough(list.rows.len()) && enough(structured.rows.len())).then_some(pairs)
}

/// Whether most rows of `state` or most rows of `list` are rows of the other. What the page shows is the better form of it.
pub(super) fn repeats(page: &Page, list: &Finding, state: &Finding, settings: &ChoiceSettings) -> bool {
    let fewer = list.rows.len().min(state.rows.len()) as f32;
    pairs(page, list, state).len() as f32 >= settings.most * fewer
}

/// Adds to `list` the columns that only structured data has.
pub(super) fn complete(
    page: &Page,
    list: &mut Finding,
    columns: &[Column],
    mut structured: Vec<FoundRow>,
    pairs: &[(usize, usize)],
    settings: &ChoiceSettings,
) {
    let mut columns = columns.to_vec();
    join_coordinates(&mut columns, &mut structured);
    let mut shown: Vec<ShownRow> = list.rows.iter().map(|row| ShownRow::of(page, row)).collect();
    for (at, column) in columns.iter().enumerate() {
        let values = || {
            let cells = pairs.iter().filter_map(|(row, from)| Some((*row, structured[*from].cells.get(at)?)));
            cells.filter(|(_, cells)| !cells.is_empty())
        };
        let filled = values().count() as f32;
        let on_screen = values().filter(|(row, cells)| shown[*row].shows(cells)).count() as f32;
        let length = |cells: &[FoundCell]| cells.iter().map(|cell| cell.text.len()).sum::<usize>();
        let too_long = values().any(|(_, cells)| length(cells) > settings.longest_value);
        let is_there = column
            .name
            .as_ref()
            .is_some_and(|name| list.columns.iter().any(|known| known.name.as_ref() == Some(name)));
        // Where an item stands in the list is told by its row, and what all items share says nothing about any.
        let tells = column.name.as_deref() != Some("position") && differ(values().map(|(_, cells)| cells));
        let is_new = !is_there && on_screen < settings.most * filled;
        if filled < settings.most * pairs.len() as f32 || !is_new || !tells || too_long {
            continue;
        }
        if column.kind == ColumnType::Money && give_currency(list, at, &structured, pairs, settings) {
            continue;
        }
        list.columns.push(column.clone());
        let mut cells: HashMap<usize, Vec<FoundCell>> = pairs
            .iter()
            .map(|(row, from)| (*row, std::mem::take(&mut structured[*from].cells[at])))
            .collect();
        for (row, content) in list.rows.iter_mut().enumerate() {
            let cells = cells.remove(&row).unwrap_or_default();
            // So that the currency of a price just added does not become a column too.
            shown[row].units.extend(cells.iter().filter_map(|cell| cell.unit.clone()));
            content.cells.push(cells);
        }
    }
}

/// Makes one column of latitudes and one of longitudes the column of places that they are.
fn join_coordinates(columns: &mut Vec<Column>, rows: &mut [FoundRow]) {
    let named = |columns: &[Column], end: &str| {
        let stem = |column: &Column| column.name.as_deref()?.strip_suffix(end).map(str::to_owned);
        columns.iter().position(|column| stem(column).is_some()).map(|at| (at, stem(&columns[at])))
    };
    let (Some((latitude, stem)), Some((longitude, other))) =
        (named(columns, "latitude"), named(columns, "longitude"))
    else {
        return;
    };
    if stem != other {
        return;
    }
    columns[latitude] = Column::new(Some("geo".into()), ColumnType::Coordinates);
    columns.remove(longitude);
    for row in rows.iter_mut().filter(|row| row.cells.len() > latitude.max(longitude)) {
        let east = row.cells[longitude].first().map(|cell| cell.text.clone());
        let north = row.cells[latitude].first_mut();
        match (north, east) {
            (Some(north), Some(east)) => {
                north.text = format!("{},{east}", north.text);
                north.value = Some(Value::Text(north.text.clone()));
                row.cells[latitude].truncate(1);
            }
            _ => row.cells[latitude].clear(),
        }
        row.cells.remove(longitude);
    }
}

/// Gives the prices of a list the currency that structured data tells, if these are the same amounts.
fn give_currency(
    list: &mut Finding,
    from: usize,
    structured: &[FoundRow],
    pairs: &[(usize, usize)],
    settings: &ChoiceSettings,
) -> bool {
    let told: Vec<(usize, &FoundCell)> = pairs
        .iter()
        .filter_map(|(row, described)| Some((*row, structured[*described].cells.get(from)?.first()?)))
        .collect();
    let is_same = |list: &Finding, at: usize, row: usize, told: &FoundCell| {
        let own = list.rows[row].cells.get(at).and_then(|cells| cells.first());
        told.value.is_some() && own.is_some_and(|own| own.value == told.value)
    };
    let same = |at: usize| told.iter().filter(|(row, told)| is_same(list, at, *row, told)).count() as f32;
    let is_amount = |at: &usize| matches!(list.columns[*at].kind, ColumnType::Money | ColumnType::Number);
    let Some(at) =
        (0..list.columns.len()).filter(is_amount).find(|at| same(*at) >= settings.most * told.len() as f32)
    else {
        return false;
    };
    list.columns[at].kind = ColumnType::Money;
    let unit = told.iter().find_map(|(_, cell)| cell.unit.clone());
    for cell in list.rows.iter_mut().filter_map(|row| row.cells.get_mut(at)).flatten() {
        if cell.value.is_some() && cell.unit.is_none() {
            cell.unit.clone_from(&unit);
        }
    }
    true
}

/// Whether not all values are the same.
fn differ<'v>(mut values: impl Iterator<Item = &'v Vec<FoundCell>>) -> bool {
    let text = |cells: &Vec<FoundCell>| cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
    let first = values.next().map(text);
    values.any(|cells| Some(text(cells)) != first)
}

/// Pairs of a row of `list` and the row of `structured` with the same name or address.
fn pairs(page: &Page, list: &Finding, structured: &Finding) -> Vec<(usize, usize)> {
    // A name or address of several rows is `None`: it does not tell them apart.
    let mut by_link: HashMap<String, Option<usize>> = HashMap::new();
    let mut by_text: HashMap<String, Option<usize>> = HashMap::new();
    for (at, row) in list.rows.iter().enumerate() {
        let content = row.content(page);
        let links: BTreeSet<&str> = content.links.iter().map(|link| tail(link)).collect();
        for link in links {
            by_link.entry(link.to_owned()).and_modify(|row| *row = None).or_insert(Some(at));
        }
        let texts: BTreeSet<String> = row.values().map(|cell| plain(&cell.text)).collect();
        for text in texts {
            by_text.entry(text).and_modify(|row| *row = None).or_insert(Some(at));
        }
    }
    let mut taken = vec![false; list.rows.len()];
    let mut found = Vec::new();
    for (from, row) in structured.rows.iter().enumerate() {
        let row = row.values().filter(|cell| cell.text.len() > 3).find_map(|cell| {
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

/// What a row shows: its text, addresses and units.
struct ShownRow {
    text: String,
    addresses: Vec<String>,
    units: Vec<String>,
}

impl ShownRow {
    fn of(page: &Page, row: &FoundRow) -> ShownRow {
        let RowContent { text, links, images } = row.content(page).into_owned();
        let units = row.values().filter_map(|cell| cell.unit.clone()).collect();
        ShownRow { text: plain(&text), addresses: links.into_iter().chain(images).collect(), units }
    }

    /// Whether it shows all of `values`.
    fn shows(&self, values: &[FoundCell]) -> bool {
        values.iter().all(|cell| {
            self.text.contains(&plain(&cell.text))
                || self.units.contains(&cell.text)
                || self.addresses.iter().any(|address| tail(address) == tail(&cell.text))
        })
    }
}

/// The path of an address, without host, query and slashes at its ends, which differ between ways to write the same address.
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
