//! Pages made from labelled ones: the same records, marked up in another way, or an article in their place.
//!
//! On the web many lists are flat, with several siblings for a record, or divided into sections; of the labelled ones few are. A page whose
//! records are known can be rewritten into such a list, and its labels still hold. Labelled pages without a list are rarer still: a page whose
//! list is replaced by an article keeps its menus, columns and footers.

use crate::edits::{Edit, edited, tags};
use chaffinch_core::{NodeId, Page, Span};
use chaffinch_survey::Record;

/// A way to mark up a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// The element around each record is taken away, so that its parts are siblings of the next one's.
    Flat,
    /// The list is divided into lists of a few records, each under a heading of its own; the column names of a table are repeated.
    Sections,
    /// The rows of a table become lines of text: a line for each cell, and an empty line after each row.
    Lines,
    /// The list alone, under a heading, with nothing else on the page.
    Bare,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 4] = [Variant::Flat, Variant::Sections, Variant::Lines, Variant::Bare];

    /// The bytes of `page` with `records` marked up in this way, where that can be done.
    pub fn of(self, page: &Page, records: &[Record]) -> Option<Vec<u8>> {
        let roots: Vec<NodeId> =
            records.iter().map(|record| only_root(page, record)).collect::<Option<_>>()?;
        let edits = match self {
            Variant::Flat => flat(page, &roots)?,
            Variant::Sections => sections(page, &roots)?,
            Variant::Lines => lines(page, &roots)?,
            Variant::Bare => bare(page, &roots)?,
        };
        Some(edited(page, edits))
    }
}

/// The bytes of `page` with an article in the place of `records`: it has no list any more.
pub fn without_list(page: &Page, records: &[Record]) -> Option<Vec<u8>> {
    let roots: Vec<NodeId> = records.iter().map(|record| only_root(page, record)).collect::<Option<_>>()?;
    let article = article(page.len() as u64);
    let article = if page.is(*roots.first()?, "tr") {
        format!("<tr><td colspan=9>{article}</td></tr>")
    } else {
        format!("<div>{article}</div>")
    };
    let mut edits = Vec::with_capacity(roots.len());
    for root in roots {
        let (start, end) = tags(page, root)?;
        edits.push(Edit { at: Span::new(start.start, end.end), with: Vec::new() });
    }
    edits.first_mut()?.with = article.into_bytes();
    Some(edited(page, edits))
}

/// Some paragraphs of made-up sentences, with a heading or a link now and then; the same ones for the same `seed`.
fn article(seed: u64) -> String {
    const WORDS: &str = "the of a morning harbour and in council said to birds window would after early an answer with yesterday long \
                         river it was questions";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut random = fastrand::Rng::with_seed(seed);
    let has_headings = random.bool();
    let mut article = String::new();
    for paragraph in 0..random.usize(3..12) {
        if has_headings && paragraph % 4 == 3 {
            article.push_str("<h3>What came after</h3>");
        }
        article.push_str("<p>");
        for _ in 0..random.usize(1..6) {
            let link = random.usize(0..40);
            article.push_str("It");
            for at in 0..random.usize(6..28) {
                let word = words[random.usize(0..words.len())];
                article.push(' ');
                article.push_str(&if at == link {
                    format!("<a href=/{word}>{word}</a>")
                } else {
                    word.to_owned()
                });
            }
            article.push_str(". ");
        }
        article.push_str("</p>");
    }
    article
}

/// A plain article made of the long paragraphs of `page`, without any list.
pub fn bare_article(page: &Page) -> Option<Vec<u8>> {
    /// In characters. A shorter paragraph may be a line of a list.
    const SHORTEST: usize = 80;
    const FEWEST: usize = 3;
    const MOST: usize = 40;
    let texts = page.ids().filter(|id| page.is(*id, "p")).map(|id| page.flat_text(id));
    let paragraphs: Vec<String> = texts
        .filter(|text| text.chars().count() >= SHORTEST)
        .take(MOST)
        .map(|text| format!("<p>{}</p>", text.replace('&', "&amp;").replace('<', "&lt;")))
        .collect();
    (paragraphs.len() >= FEWEST).then(|| format!("<h1>Today</h1>{}", paragraphs.concat()).into_bytes())
}

/// The one element that a record is.
fn only_root(page: &Page, record: &Record) -> Option<NodeId> {
    let mut roots = record.roots(page).filter(|root| page.is_element(*root));
    roots.next().filter(|_| roots.next().is_none())
}

/// Takes the tags around the records away, and those of wrappers that hold nothing else.
fn flat(page: &Page, roots: &[NodeId]) -> Option<Vec<Edit>> {
    /// Elements that their content cannot do without.
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
    /// In bytes. A longer one is more than column names.
    const LONGEST_HEAD: usize = 1500;
    let parent = page.node(*roots.first()?).parent?;
    let beside = |root: &NodeId| page.node(*root).parent == Some(parent);
    if roots.len() < FEWEST || page.is(parent, "body") || !roots.iter().all(beside) {
        return None;
    }
    // A `tbody` is opened and closed together with its table.
    let mut around = vec![parent];
    while !page.is(around[0], "table") && page.is(*roots.first()?, "tr") {
        around.insert(0, page.node(around[0]).parent?);
    }
    // Elements that have no tags in the source need none here.
    let tags: Vec<(Span, Span)> = around.iter().filter_map(|node| tags(page, *node)).collect();
    if page.node(around[0]).start_tag.is_none() || tags.is_empty() {
        return None;
    }
    let slice = |span: Span| page.source().slice(span).to_vec();
    let head = Span::new(tags[0].0.start, page.node(*roots.first()?).start_tag?.start);
    let open: Vec<u8> = if page.is(around[0], "table") && head.len() <= LONGEST_HEAD {
        slice(head)
    } else {
        tags.iter().flat_map(|(start, _)| slice(*start)).collect()
    };
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

/// Takes the table away and leaves its cells as lines.
fn lines(page: &Page, roots: &[NodeId]) -> Option<Vec<Edit>> {
    let parent = page.node(*roots.first()?).parent?;
    let table = page.ancestors(*roots.first()?).find(|above| page.is(*above, "table"))?;
    if !roots.iter().all(|root| page.is(*root, "tr") && page.node(*root).parent == Some(parent)) {
        return None;
    }
    let mut edits = Vec::new();
    let mut in_row = false;
    for at in table.index()..page.node(table).end.index() {
        let node = NodeId::from_index(at);
        let with: [&[u8]; 2] = match page.name(node) {
            "table" if node == table => [b"<div>", b"</div>"],
            "table" => return None,
            "tr" => {
                in_row = false;
                [b" ", b"<br><br>"]
            }
            "td" | "th" if std::mem::replace(&mut in_row, true) => [b"<br>", b" "],
            "td" | "th" | "thead" | "tbody" | "tfoot" | "caption" | "colgroup" | "col" => [b" ", b" "],
            _ => continue,
        };
        let (start, end) = (page.node(node).start_tag, page.node(node).end_tag);
        if page.is(node, "tr") && (start.is_none() || end.is_none()) {
            return None;
        }
        let replaced = [start, end].into_iter().zip(with);
        edits.extend(replaced.filter_map(|(at, with)| Some(Edit { at: at?, with: with.to_vec() })));
    }
    Some(edits)
}

/// Takes everything away but the records and the element around them.
fn bare(page: &Page, roots: &[NodeId]) -> Option<Vec<Edit>> {
    let parent = page.node(*roots.first()?).parent?;
    let beside = |root: &NodeId| page.node(*root).parent == Some(parent);
    let in_table = page.is(*roots.first()?, "tr");
    if !roots.iter().all(beside) {
        return None;
    }
    let (open, close) = if in_table { ("<table>", "</table>") } else { ("<div>", "</div>") };
    let mut edits = Vec::with_capacity(roots.len() + 1);
    let mut done = 0;
    for root in roots {
        let (start, end) = tags(page, *root)?;
        let with = if done == 0 { format!("<h1>Today</h1>{open}") } else { String::new() };
        edits.push(Edit { at: Span::new(done, start.start), with: with.into_bytes() });
        done = end.end;
    }
    let length = page.source().bytes.len() as u32;
    edits.push(Edit { at: Span::new(done, length), with: close.as_bytes().to_vec() });
    Some(edits)
}

/// The headings of sections.
const HEADINGS: [&str; 10] = [
    "March 2019", "New this week", "A", "Others", "Friday, 12 June", "Selected for you", "2004",
    "More from the archive", "Second part", "Decided earlier",
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

    #[test]
    fn sections_of_a_table_repeat_its_column_names() {
        let items: String = (0..12).map(|n| format!("<tr class=r><td>Town {n}")).collect();
        let html = format!("<table><tr><th>Name{items}</table>");
        let page = chaffinch_page::parse_str(&html);
        let rows = page.ids().filter(|id| page.attribute(*id, "class") == Some("r"));
        let records: Vec<Record> = rows.map(|id| Record::new(id..page.node(id).end)).collect();
        let page = chaffinch_page::parse_str(
            &String::from_utf8(Variant::Sections.of(&page, &records).unwrap()).unwrap(),
        );
        let count = |name: &str| page.ids().filter(|id| page.is(*id, name)).count();
        assert_eq!((count("td"), count("th"), count("table")), (12, 5, 5));
    }

    #[test]
    fn a_bare_list_is_alone() {
        let html = "<p>Menu</p><ul><li>Ulm</li> and <li>Trier</li></ul><p>End</p>";
        let bare = rewritten(html, "li", Variant::Bare).unwrap();
        assert_eq!(bare, "<h1>Today</h1><div><li>Ulm</li><li>Trier</li></div>");
    }

    #[test]
    fn an_article_can_stand_where_the_list_was() {
        let page = chaffinch_page::parse_str("<p>Menu</p><ul><li>Ulm</li><li>Trier</li></ul><p>End</p>");
        let items = page.ids().filter(|id| page.is(*id, "li"));
        let records: Vec<Record> = items.map(|id| Record::new(id..page.node(id).end)).collect();
        let replaced = String::from_utf8(without_list(&page, &records).unwrap()).unwrap();
        assert!(replaced.starts_with("<p>Menu</p><ul><div><p>It "), "{replaced}");
        assert!(replaced.ends_with(". </p></div></ul><p>End</p>"), "{replaced}");
        assert!(!replaced.contains("Ulm") && !replaced.contains("Trier"));
    }

    #[test]
    fn an_article_can_be_bare() {
        let text =
            "A chaffinch sings from the same branch of the same tree & waits for an answer all morning.";
        let page =
            chaffinch_page::parse_str(&format!("<ul><li>Menu</ul><p>Ad{}", format!("<p>{text}").repeat(3)));
        let bare = String::from_utf8(bare_article(&page).unwrap()).unwrap();
        assert_eq!(bare.matches("&amp; waits").count(), 3);
        assert!(!bare.contains("Menu") && !bare.contains("Ad"));
        assert_eq!(bare_article(&chaffinch_page::parse_str("<p>Short.")), None);
    }

    #[test]
    fn the_rows_of_a_table_become_lines() {
        let html = "<table><tr><td>Ulm</td><td>12</td></tr> <tr><td>Trier</td><td>11</td></tr></table>";
        let lines = rewritten(html, "tr", Variant::Lines).unwrap();
        assert_eq!(lines.replace(' ', ""), "<div>Ulm<br>12<br><br>Trier<br>11<br><br></div>");
        let nested = "<table><tr><td><table><tr><td>Ulm</td></tr></table></td></tr></table>";
        assert_eq!(rewritten(nested, "tr", Variant::Lines), None, "a table within is no text");
    }
}
