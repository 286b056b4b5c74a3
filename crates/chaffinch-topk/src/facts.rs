//! Labelled values of the items: "Height: 2.51 m", or the columns of a table.

use crate::candidate::Candidate;
use crate::items::{Extent, roots};
use crate::shown::ShownPage;
use chaffinch_core::{FoundCell, NodeId, NodeKind, collapse_space};
use std::collections::HashMap;

/// A label and its value in each item.
pub(crate) struct Fact {
    pub(crate) label: Option<String>,
    pub(crate) cells: Vec<Option<FoundCell>>,
}

impl Fact {
    /// The line of item `i` with the label and the value.
    pub(crate) fn line(&self, i: usize) -> Option<String> {
        let value = &self.cells[i].as_ref()?.text;
        Some(self.label.as_ref().map_or_else(|| value.clone(), |label| format!("{label}: {value}")))
    }
}

/// Most facts of a list.
const MOST_FACTS: usize = 24;
/// The share of items, as a fraction of two numbers, that must have a label: a label of few items is a sentence with a colon.
const ENOUGH: (usize, usize) = (2, 5);

/// The facts that the items of a list share.
pub(crate) fn facts(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Fact> {
    if let Some(table) = TableRows::of(shown, list) {
        return table.facts(shown, list);
    }
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut facts: Vec<Fact> = Vec::new();
    for (i, item) in list.extents.iter().enumerate() {
        for (label, value) in labelled(shown, item) {
            let place = *known.entry(label.to_lowercase()).or_insert(facts.len());
            if place == facts.len() {
                facts.push(Fact { label: Some(label.clone()), cells: vec![None; list.extents.len()] });
            }
            let slot = &mut facts[place].cells[i];
            if slot.is_none() {
                *slot = Some(located(shown, item, &label, value));
            }
        }
    }
    let enough = (list.extents.len() * ENOUGH.0 / ENOUGH.1).max(2);
    facts.retain(|fact| fact.cells.iter().flatten().count() >= enough);
    facts.truncate(MOST_FACTS);
    facts
}

/// The lines of an item that are a label and a value.
fn labelled(shown: &ShownPage<'_, '_>, item: &Extent) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for root in roots(shown, item).into_iter().filter(|id| shown.is_shown(*id)) {
        for line in shown.page.text(root).lines() {
            found.extend(label_and_value(line));
        }
    }
    found
}

/// "Height: 2.51 m" as a label and a value.
fn label_and_value(line: &str) -> Option<(String, String)> {
    const MOST_WORDS: usize = 4;
    /// In characters.
    const LONGEST_LABEL: usize = 40;
    /// In characters; what is longer is a paragraph.
    const LONGEST_VALUE: usize = 120;
    let (label, value) = line.split_once(": ").or_else(|| line.split_once(":\t"))?;
    let (label, value) = (collapse_space(label), collapse_space(value));
    let worded =
        (1..=MOST_WORDS).contains(&label.split(' ').count()) && label.chars().count() <= LONGEST_LABEL;
    let named =
        label.chars().next().is_some_and(char::is_alphabetic) && !label.contains(['.', '"', '“', '(']);
    (worded && named && !value.is_empty() && value.chars().count() <= LONGEST_VALUE).then_some((label, value))
}

/// A value as a cell, with the nearest node around it and its label.
fn located(shown: &ShownPage<'_, '_>, item: &Extent, label: &str, value: String) -> FoundCell {
    let page = shown.page;
    let begins_with_label = |id: &NodeId| {
        page.node(*id).kind == NodeKind::Text
            && shown.is_shown(*id)
            && page.own_text(*id).trim_start().starts_with(label)
    };
    let text = item.clone().map(NodeId::from_index).find(begins_with_label);
    // The nearest ancestor of the label with about as much text as label and value have together.
    let chars = (label.len() + value.len()) as u32 / 2;
    let holder = text.and_then(|text| page.ancestors(text).find(|above| shown.chars_of(*above) >= chars));
    match holder {
        Some(holder) => FoundCell::shown(shown.page, holder, value),
        None => FoundCell { text: value, ..FoundCell::default() },
    }
}

/// The items as rows of a table, whether of `<tr>` or of other elements below a row of names.
pub(crate) struct TableRows {
    rows: Vec<Vec<NodeId>>,
    /// The cells that name the columns.
    labels: Option<Vec<NodeId>>,
}

impl TableRows {
    /// The rows and names of a list that is a table.
    pub(crate) fn of(shown: &ShownPage<'_, '_>, list: &Candidate) -> Option<TableRows> {
        let is_row = |node: &NodeId| shown.page.is(*node, "tr");
        if list.nodes.iter().all(is_row) {
            TableRows::marked_up(shown, list)
        } else {
            TableRows::named(shown, list)
        }
    }

    fn marked_up(shown: &ShownPage<'_, '_>, list: &Candidate) -> Option<TableRows> {
        let page = shown.page;
        let cells = |row: NodeId| -> Vec<NodeId> {
            let cells = page.element_children(row).filter(|id| page.is(*id, "td") || page.is(*id, "th"));
            cells.take(MOST_FACTS + 2).collect()
        };
        let rows: Vec<Vec<NodeId>> = list.nodes.iter().map(|row| cells(*row)).collect();
        let width = rows.iter().map(Vec::len).max()?;
        let table =
            list.nodes.first().and_then(|row| page.ancestors(*row).find(|above| page.is(*above, "table")));
        let header = table.and_then(|table| page.descendants(table).find(|id| page.is(*id, "tr")));
        let labels =
            header.filter(|row| !list.nodes.contains(row)).map(cells).filter(|labels| labels.len() == width);
        Some(TableRows { rows, labels })
    }

    /// Rows of other elements: each has as many parts as the element before the first row, whose parts are short words without digits.
    fn named(shown: &ShownPage<'_, '_>, list: &Candidate) -> Option<TableRows> {
        /// Fewest columns: a name, a rank or value, and something else.
        const LEAST: usize = 3;
        /// Most words of a name of a column.
        const WORDS: usize = 4;
        let page = shown.page;
        let first = *list.nodes.first()?;
        let parent = page.node(first).parent?;
        let before = page.element_children(parent).take_while(|sibling| *sibling < first).last()?;
        let parts = |row: NodeId| -> Vec<NodeId> {
            let parts = page.element_children(row).filter(|id| shown.is_shown(*id));
            parts.take(MOST_FACTS + 2).collect()
        };
        let labels = parts(before);
        let is_label = |label: &NodeId| {
            let text = page.flat_text(*label);
            text.split_whitespace().count() <= WORDS && !text.chars().any(char::is_numeric)
        };
        let rows: Vec<Vec<NodeId>> = list.nodes.iter().map(|row| parts(*row)).collect();
        let fits = labels.len() >= LEAST
            && labels.iter().all(is_label)
            && labels.iter().filter(|label| shown.chars_of(**label) > 0).count() >= LEAST
            && rows.iter().all(|row| row.len() == labels.len())
            && page.name(before) == page.name(first);
        fits.then_some(TableRows { rows, labels: Some(labels) })
    }

    /// The columns, with the names of the header. The column of the titles is left out.
    fn facts(&self, shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Fact> {
        let page = shown.page;
        let TableRows { rows, labels } = self;
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let holds = |column: usize| {
            let titled = list.titles.iter().zip(rows).filter(|(title, row)| {
                row.get(column).zip(**title).is_some_and(|(cell, title)| page.contains(*cell, title))
            });
            titled.count() * 2 > rows.len()
        };
        let label = |column: usize| labels.as_ref().map(|labels| page.flat_text(labels[column]));
        let fact = |column: usize| Fact {
            label: label(column).filter(|label| !label.is_empty()),
            cells: rows
                .iter()
                .map(|row| {
                    row.get(column)
                        .map(|id| FoundCell::shown(shown.page, *id, page.flat_text(*id)))
                        .filter(|cell| !cell.text.is_empty())
                })
                .collect(),
        };
        (0..width).filter(|column| !holds(*column)).map(fact).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::label_and_value;

    #[test]
    fn labels_are_short_and_values_are_no_paragraphs() {
        let read = |line| label_and_value(line).map(|(label, value)| format!("{label}|{value}"));
        assert_eq!(read("Height: 2.51 m").as_deref(), Some("Height|2.51 m"));
        assert_eq!(read("Best for: small  teams").as_deref(), Some("Best for|small teams"));
        assert_eq!(
            read("He said: yes, but only after the long winter had ended: now"),
            Some("He said|yes, but only after the long winter had ended: now".into())
        );
        assert_eq!(read("At 10:30 we left"), None);
        assert_eq!(read("This is a sentence of many words: it goes on"), None);
    }
}
