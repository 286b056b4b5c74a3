//! Pages made from labelled ones: the same records, marked up in another way.
//!
//! Few labelled lists are flat, with records made of several siblings, or divided into sections; on the web many are. A page
//! whose records are known can be rewritten into one of these, and its labels still hold.

use chaffinch::core::{NodeId, Page, Span};
use chaffinch::records::Record;

/// A way to mark up a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// The element around each record is taken away, so that its parts are siblings of the next one's.
    Flat,
    /// The list is divided into lists of a few records, each under a heading of its own.
    Sections,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 2] = [Variant::Flat, Variant::Sections];

    /// The bytes of `page` with `records` marked up in this way, where that can be done.
    pub fn of(self, page: &Page, records: &[Record]) -> Option<Vec<u8>> {
        let roots: Vec<NodeId> =
            records.iter().map(|record| only_root(page, record)).collect::<Option<_>>()?;
        let mut edits = match self {
            Variant::Flat => flat(page, &roots)?,
            Variant::Sections => sections(page, &roots)?,
        };
        edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
        let source = page.source();
        let mut bytes = Vec::with_capacity(source.bytes.len());
        let mut done = 0;
        for Edit { at, with } in edits {
            bytes.extend_from_slice(source.slice(Span::new(done, at.start)));
            bytes.extend_from_slice(&with);
            done = at.end.max(done);
        }
        bytes.extend_from_slice(source.slice(Span::new(done, source.bytes.len() as u32)));
        Some(bytes)
    }
}

/// A stretch of the source and what stands there instead.
struct Edit {
    at: Span,
    with: Vec<u8>,
}

/// The one element that a record is.
fn only_root(page: &Page, record: &Record) -> Option<NodeId> {
    let mut roots = record.roots(page).filter(|root| page.is_element(*root));
    roots.next().filter(|_| roots.next().is_none())
}

/// Both tags of an element, if both are in the source.
fn tags(page: &Page, node: NodeId) -> Option<(Span, Span)> {
    page.node(node).start_tag.zip(page.node(node).end_tag)
}

/// Takes the tags around the records away, and those of wrappers that hold nothing else.
fn flat(page: &Page, roots: &[NodeId]) -> Option<Vec<Edit>> {
    /// Without these their content has no place to be.
    const NEEDED: [&str; 7] = ["tr", "td", "th", "tbody", "table", "a", "body"];
    let shows = |node: &NodeId| !page.flat_text(*node).is_empty();
    let mut edits = Vec::new();
    for root in roots {
        let mut node = *root;
        loop {
            if !page.is_element(node) || NEEDED.contains(&page.name(node)) {
                return None;
            }
            let (start, end) = tags(page, node)?;
            edits.extend([start, end].map(|at| Edit { at, with: b" ".to_vec() }));
            let mut shown = page.children(node).filter(shows);
            node = shown.next()?;
            if shown.next().is_some() {
                break;
            }
        }
    }
    Some(edits)
}

/// Ends the list after every few records, and begins it anew under a heading.
fn sections(page: &Page, roots: &[NodeId]) -> Option<Vec<Edit>> {
    const SIZES: [usize; 5] = [3, 2, 5, 1, 4];
    const FEWEST: usize = 8;
    let parent = page.node(*roots.first()?).parent?;
    let beside = |root: &NodeId| page.node(*root).parent == Some(parent);
    if roots.len() < FEWEST || page.is(parent, "body") || !roots.iter().all(beside) {
        return None;
    }
    // A part of a table is opened and closed with the table.
    let mut around = vec![parent];
    while !page.is(around[0], "table") && page.is(*roots.first()?, "tr") {
        around.insert(0, page.node(around[0]).parent?);
    }
    let tags: Vec<(Span, Span)> = around.iter().map(|node| tags(page, *node)).collect::<Option<_>>()?;
    let slice = |span: Span| page.source().slice(span).to_vec();
    let open: Vec<u8> = tags.iter().flat_map(|(start, _)| slice(*start)).collect();
    let close: Vec<u8> = tags.iter().rev().flat_map(|(_, end)| slice(*end)).collect();
    let heading = |number: usize| format!("<div><h3>{}</h3>", HEADINGS[number % HEADINGS.len()]).into_bytes();
    let insert = |at: u32, with: Vec<u8>| Edit { at: Span::new(at, at), with };
    let mut edits = vec![insert(tags[0].0.start, heading(0)), insert(tags[0].1.end, b"</div>".to_vec())];
    let mut next = SIZES[0];
    for number in 1..roots.len() {
        if next >= roots.len() {
            break;
        }
        let before = page.node(roots[next]).start_tag?;
        let again = [&close[..], b"</div>", &heading(number), &open].concat();
        edits.push(insert(before.start, again));
        next += SIZES[number % SIZES.len()];
    }
    Some(edits)
}

/// What sections of lists are called.
const HEADINGS: [&str; 10] = [
    "March 2019",
    "New this week",
    "A",
    "Others",
    "Friday, 12 June",
    "Selected for you",
    "2004",
    "More from the archive",
    "Second part",
    "Decided earlier",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(html: &str, root: &str, variant: Variant) -> Option<String> {
        let page = chaffinch_page::parse_str(html);
        let roots = page.ids().filter(|id| page.is(*id, root));
        let records: Vec<Record> = roots.map(|id| Record::new(id..page.node(id).end)).collect();
        variant.of(&page, &records).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn a_flat_list_has_no_element_around_a_record() {
        let html = "<ul><li><div><b>Ulm</b><i>12</i></div></li><li><b>Trier</b><i>11</i></li></ul>";
        let flat = rewritten(html, "li", Variant::Flat).unwrap();
        assert_eq!(flat.replace(' ', ""), "<ul><b>Ulm</b><i>12</i><b>Trier</b><i>11</i></ul>");
        let cells = "<table><tr><td>Ulm</td><td>12</td></tr></table>";
        assert_eq!(rewritten(cells, "tr", Variant::Flat), None, "cells need their row");
    }

    #[test]
    fn sections_hold_all_records_of_the_list() {
        let items: String = (0..12).map(|n| format!("<tr><td>Town {n}</td></tr>")).collect();
        let html = format!("<p>Towns</p><table class=t><tbody>{items}</tbody></table><p>End</p>");
        let page = chaffinch_page::parse_str(&rewritten(&html, "tr", Variant::Sections).unwrap());
        let count = |name: &str| page.ids().filter(|id| page.is(*id, name)).count();
        assert_eq!((count("tr"), count("h3"), count("table")), (12, 5, 5));
        let towns = (0..12).all(|n| page.flat_text(page.body()).contains(&format!("Town {n}")));
        assert!(towns);
        assert_eq!(page.flat_text(page.body()).matches("End").count(), 1);
    }
}
