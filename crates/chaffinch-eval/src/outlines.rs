//! Lists of ordinary pages, marked by hand: of pages whose own label only says that they are lists, where each record stands.

use chaffinch_core::{NodeId, Page};
use chaffinch_gold::{GoldPage, GoldRecord, Labels};
use chaffinch_survey::Record;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// A line for each page: its name, then its records. A record is the number of its first node, `+`, and how many nodes it has; commas stand
/// between its stretches where it has several.
const OUTLINES: &str = include_str!("outlines.txt");

static BY_PAGE: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| OUTLINES.lines().filter_map(|line| line.split_once(' ')).collect());

/// Whether the records of a page were marked.
pub(crate) fn is_outlined(gold: &GoldPage) -> bool {
    BY_PAGE.contains_key(gold.id.as_str())
}

/// The label of a page with the texts of the records that were marked on it.
pub(crate) fn outlined(gold: &GoldPage, page: &Page) -> Option<GoldPage> {
    let records = records(BY_PAGE.get(gold.id.as_str())?, page)?;
    let text = |record: &Record| GoldRecord {
        values: [("text".to_owned(), vec![page.row_text(record.roots(page))])].into(),
        ..GoldRecord::default()
    };
    Some(GoldPage { labels: Labels::Records(records.iter().map(text).collect()), ..gold.clone() })
}

/// The records that an outline marks; nothing where the page has no such nodes.
fn records(outline: &str, page: &Page) -> Option<Vec<Record>> {
    let stretch = |stretch: &str| -> Option<Range<NodeId>> {
        let (first, nodes) = stretch.split_once('+')?;
        let (first, nodes): (usize, usize) = (first.parse().ok()?, nodes.parse().ok()?);
        (first + nodes <= page.len()).then(|| NodeId::from_index(first)..NodeId::from_index(first + nodes))
    };
    let record =
        |record: &str| Some(Record { parts: record.split(',').map(stretch).collect::<Option<_>>()? });
    outline.split(' ').map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_marks_the_nodes_of_records() {
        let page = chaffinch_page::parse_str("<ul><li>Ulm<li>Trier</ul><p>Gera</p>");
        let at =
            |name: &str| page.ids().filter(|id| page.is(*id, name)).map(NodeId::index).collect::<Vec<_>>();
        let outline = format!("{}+2 {}+2,{}+2", at("li")[0], at("li")[1], at("p")[0]);
        let texts: Vec<String> =
            records(&outline, &page).unwrap().iter().map(|r| page.row_text(r.roots(&page))).collect();
        assert_eq!(texts, ["Ulm", "Trier Gera"]);
        assert_eq!(records("3+900", &page), None);
    }

    #[test]
    fn every_line_can_be_read() {
        let parts = BY_PAGE.values().flat_map(|outline| outline.split([' ', ',']));
        for part in parts {
            let numbers = part.split_once('+').unwrap();
            assert!(numbers.0.parse::<u32>().is_ok() && numbers.1.parse::<u32>().is_ok(), "{part}");
        }
    }
}
