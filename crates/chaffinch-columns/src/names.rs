//! The names of columns.

use crate::align::DraftColumn;
use crate::leaves::LeafKind;
use crate::properties::Properties;
use crate::settings::ColumnSettings;
use chaffinch_core::{Column, ColumnType, NodeId, Page};
use chaffinch_survey::Record;
use rustc_hash::FxHashMap;

/// Finds the labels that the page writes in front of values. A column whose value is always "Price:" labels the next column; where all
/// values of a column begin with "Price:", that is cut off and labels the column itself.
pub(super) fn take_labels(drafts: &mut [DraftColumn], settings: &ColumnSettings) {
    for at in 0..drafts.len() {
        if drafts[at].kind != LeafKind::Text {
            continue;
        }
        if drafts[at].is_constant(settings.constant) {
            let label = drafts[at].texts().next().and_then(|text| label_text(text, settings.longest_label));
            let next = drafts[at + 1..].iter_mut().find(|draft| draft.kind == LeafKind::Text);
            if let (Some(label), Some(next)) = (label, next) {
                next.label = Some(label);
            }
        } else if let Some(prefix) = shared_prefix(&drafts[at], settings) {
            for cell in drafts[at].cells.iter_mut() {
                let Some(inner) = cell else { continue };
                if let Some(rest) = inner.text.strip_prefix(&prefix) {
                    inner.text = rest.trim_start().to_owned();
                    if inner.text.is_empty() {
                        *cell = None;
                    }
                }
            }
            drafts[at].label = label_text(&prefix, settings.longest_label);
        }
    }
}

/// A label without its colon; nothing where the text has none or is longer than `longest` characters.
fn label_text(text: &str, longest: usize) -> Option<String> {
    let label = text.trim().strip_suffix(':')?.trim();
    (!label.is_empty() && label.chars().count() <= longest).then(|| label.to_owned())
}

/// What nearly all values begin with, up to and with their first colon.
fn shared_prefix(draft: &DraftColumn, settings: &ColumnSettings) -> Option<String> {
    let mut prefixes: Vec<&str> = draft
        .texts()
        .filter_map(|text| text.find(':').map(|colon| &text[..=colon]))
        // In bytes, so twice the characters.
        .filter(|prefix| prefix.len() <= 2 * settings.longest_label)
        .collect();
    prefixes.sort_unstable();
    let most = prefixes.chunk_by(|a, b| a == b).max_by_key(|chunk| chunk.len())?;
    let enough = most.len() as f32 >= settings.constant * draft.filled() as f32 && most.len() > 2;
    // `https:` and the `12:` of a time are not labels.
    let prefix = most[0];
    let words = prefix.chars().any(char::is_alphabetic) && !prefix.starts_with("http");
    (enough && words).then(|| prefix.to_owned())
}

/// Where the records are rows of a table: the texts of the header row above them, cell by cell.
pub(super) fn header_cells(page: &Page, records: &[Record]) -> Vec<String> {
    let Some(first) = records.first().map(Record::first).filter(|first| page.is(*first, "tr")) else {
        return Vec::new();
    };
    let Some(table) = page.ancestors(first).find(|above| page.is(*above, "table")) else { return Vec::new() };
    let rows = page.descendants(table).take_while(|id| *id < first).filter(|id| page.is(*id, "tr"));
    let is_header = |row: &NodeId| {
        let mut cells = page.element_children(*row).peekable();
        cells.peek().is_some() && cells.all(|cell| page.is(cell, "th"))
    };
    let header = rows.filter(is_header).last();
    header.map_or(Vec::new(), |row| page.element_children(row).map(|cell| page.flat_text(cell)).collect())
}

/// A column's name, from the first of these that has one: its label, the header of its table column, the property of structured data with
/// the same values, the markup around it, its type.
pub(super) fn name(
    page: &Page,
    draft: &DraftColumn,
    kind: ColumnType,
    headers: &[String],
    properties: &Properties,
    settings: &ColumnSettings,
) -> Option<String> {
    let nodes: Vec<NodeId> = draft.leaves.iter().flatten().map(|leaf| leaf.node).collect();
    let label = draft.label.clone();
    let header = || commonest(nodes.iter().filter_map(|node| header_of(page, *node, headers)));
    let markup = || commonest(nodes.iter().filter_map(|node| markup_name(page, *node, settings.name_levels)));
    let property = || properties.name_of(draft.texts());
    let named = label.or_else(header).or_else(property).or_else(markup);
    match draft.kind {
        LeafKind::Text => {
            named.or_else(|| type_name(kind)).or_else(|| title_name(page, &nodes, settings.name_levels))
        }
        LeafKind::Link => Some(named.map_or("link".into(), |name| format!("{name} link"))),
        LeafKind::Image => Some("image".into()),
    }
}

/// Adds a number to the second and further columns of the same name.
pub(super) fn number_repeats(columns: &mut [Column]) {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    for column in columns {
        let Some(name) = &mut column.name else { continue };
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name = format!("{name} {count}");
        }
    }
}

fn header_of(page: &Page, node: NodeId, headers: &[String]) -> Option<String> {
    let cell = std::iter::once(node)
        .chain(page.ancestors(node))
        .find(|id| page.is(*id, "td") || page.is(*id, "th"))?;
    let row = page.node(cell).parent?;
    let place = page.element_children(row).position(|id| id == cell)?;
    headers.get(place).filter(|text| !text.is_empty()).cloned()
}

/// The nearest `itemprop` of the node and its ancestors, or else the nearest class that says what the value is.
fn markup_name(page: &Page, node: NodeId, levels: usize) -> Option<String> {
    let near = || std::iter::once(node).chain(page.ancestors(node)).take(levels);
    let property = near().find_map(|id| page.attribute(id, "itemprop"));
    if let Some(property) = property {
        return Some(property.trim().to_owned());
    }
    near().find_map(|id| class_name(page, id))
}

/// Words in class names that mean the same on any site.
const CLASS_WORDS: [&str; 20] = [
    "title", "name", "price", "date", "author", "description", "location", "address", "rating", "brand",
    "summary", "category", "phone", "salary", "company", "snippet", "judge", "docket", "reviews", "headline",
];

/// The last word of a node's classes that is one of [`CLASS_WORDS`]: `price` for `product-price`.
fn class_name(page: &Page, node: NodeId) -> Option<String> {
    let classes = page.class_text(node);
    let mut spaced = String::with_capacity(classes.len() + 8);
    for c in classes.chars() {
        if c.is_ascii_uppercase() {
            spaced.push(' ');
        }
        spaced.push(c.to_ascii_lowercase());
    }
    let mut words = spaced.split(|c: char| !c.is_ascii_alphanumeric());
    words.rfind(|word| CLASS_WORDS.contains(word)).map(str::to_owned)
}

fn type_name(kind: ColumnType) -> Option<String> {
    let name = match kind {
        ColumnType::Money => "price",
        ColumnType::Date => "date",
        ColumnType::Email => "e-mail",
        ColumnType::Phone => "phone",
        ColumnType::Rating => "rating",
        ColumnType::Url => "address",
        ColumnType::Duration => "duration",
        ColumnType::Coordinates => "geo",
        ColumnType::Isbn => "isbn",
        ColumnType::Gtin => "gtin",
        ColumnType::Text | ColumnType::Number | ColumnType::Image | ColumnType::Boolean => return None,
    };
    Some(name.to_owned())
}

/// "title" where most values stand in headings.
fn title_name(page: &Page, nodes: &[NodeId], levels: usize) -> Option<String> {
    let is_heading = |node: &&NodeId| {
        let above = std::iter::once(**node).chain(page.ancestors(**node)).take(levels);
        above.into_iter().any(|id| page.is_heading(id) || page.is(id, "dt"))
    };
    (nodes.iter().filter(is_heading).count() * 2 > nodes.len()).then(|| "title".to_owned())
}

fn commonest(names: impl Iterator<Item = String>) -> Option<String> {
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    let most = names.chunk_by(|a, b| a == b).max_by_key(|chunk| chunk.len())?;
    Some(most[0].clone())
}
