//! What items tell of themselves under labels: "Height: 2.51 m", or the columns of a table.

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
    /// The line that item `i` says it on.
    pub(crate) fn line(&self, i: usize) -> Option<String> {
        let value = &self.cells[i].as_ref()?.text;
        Some(self.label.as_ref().map_or_else(|| value.clone(), |label| format!("{label}: {value}")))
    }
}

/// Labels on one page, at most.
const MOST: usize = 24;

/// The facts that the items of a list share.
pub(crate) fn facts(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Fact> {
    if list.nodes.iter().all(|node| shown.page.is(*node, "tr")) {
        return table_facts(shown, list);
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
    // A label that only one item has is a sentence with a colon.
    let enough = (list.extents.len() * 2 / 5).max(2);
    facts.retain(|fact| fact.cells.iter().flatten().count() >= enough);
    facts.truncate(MOST);
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
    /// Labels are a few words, values are shorter than paragraphs.
    const WORDS: usize = 4;
    const LONGEST: usize = 120;
    let (label, value) = line.split_once(": ").or_else(|| line.split_once(":\t"))?;
    let (label, value) = (collapse_space(label), collapse_space(value));
    let worded = (1..=WORDS).contains(&label.split(' ').count()) && label.chars().count() <= 40;
    let named =
        label.chars().next().is_some_and(char::is_alphabetic) && !label.contains(['.', '"', '“', '(']);
    (worded && named && !value.is_empty() && value.chars().count() <= LONGEST).then_some((label, value))
}

/// A value with the node that its label stands in.
fn located(shown: &ShownPage<'_, '_>, item: &Extent, label: &str, value: String) -> FoundCell {
    let page = shown.page;
    let says_label = |id: &NodeId| {
        page.node(*id).kind == NodeKind::Text
            && shown.is_shown(*id)
            && page.own_text(*id).trim_start().starts_with(label)
    };
    let text = item.clone().map(NodeId::from_index).find(says_label);
    // The nearest node around the label that holds the value as well.
    let chars = (label.len() + value.len()) as u32 / 2;
    let holder = text.and_then(|text| page.ancestors(text).find(|above| shown.chars_of(*above) >= chars));
    match holder {
        Some(holder) => FoundCell::shown(shown.page, holder, value),
        None => FoundCell { text: value, ..FoundCell::default() },
    }
}

/// The columns of the table whose rows the items are, under the names of its header.
fn table_facts(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Fact> {
    let page = shown.page;
    let cells = |row: NodeId| -> Vec<NodeId> {
        page.element_children(row)
            .filter(|id| page.is(*id, "td") || page.is(*id, "th"))
            .take(MOST + 2)
            .collect()
    };
    let rows: Vec<Vec<NodeId>> = list.nodes.iter().map(|row| cells(*row)).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let table =
        list.nodes.first().and_then(|row| page.ancestors(*row).find(|above| page.is(*above, "table")));
    let header = table.and_then(|table| page.descendants(table).find(|id| page.is(*id, "tr")));
    let labels =
        header.filter(|row| !list.nodes.contains(row)).map(cells).filter(|labels| labels.len() == width);
    let holds = |column: usize| {
        let titled = list.titles.iter().zip(&rows).filter(|(title, row)| {
            row.get(column).zip(**title).is_some_and(|(cell, title)| page.contains(*cell, title))
        });
        titled.count() * 2 > rows.len()
    };
    let fact = |column: usize| Fact {
        label: labels.as_ref().map(|labels| page.flat_text(labels[column])).filter(|label| !label.is_empty()),
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
