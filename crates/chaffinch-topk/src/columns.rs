//! From a list to columns: name, rank, title, description, image, link and labelled values.

use crate::candidate::{Candidate, Correction};
use crate::facts::{Fact, TableRows, facts};
use crate::items::{Extent, roots};
use crate::names::{begins_paragraph, text_of};
use crate::numbering::{count_with_gaps, marker, ranks};
use crate::settings::TopkSettings;
use crate::shown::ShownPage;
use crate::title::Promise;
use chaffinch_columns::Table;
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, FoundRow, Method, NodeId, RelationKind, Value, collapse_space,
};
use std::collections::BTreeMap;

/// A list as a finding: a row for each item.
pub(crate) fn finding(
    shown: &ShownPage<'_, '_>,
    promise: &Promise,
    list: &Candidate,
    rank: f32,
    settings: &TopkSettings,
) -> Finding {
    let mut table = Table::new(list.extents.len());
    let ranks = ranks(shown, list);
    let mut facts = facts(shown, list);
    // A column of a table with the ranks says nothing new.
    facts.retain(|fact| !repeats_ranks(fact, &ranks));
    table.add(Column::text("name"), names(shown, list));
    table.add_named("rank", ColumnType::Number, ranks.iter().map(|rank| rank.map(number)).collect());
    for (name, kind, cells) in [
        ("title", ColumnType::Text, titles(shown, list)),
        ("description", ColumnType::Text, descriptions(shown, list, &facts)),
        ("image", ColumnType::Image, images(shown, list)),
        ("link", ColumnType::Url, links(shown, list)),
    ] {
        if cells.iter().any(Option::is_some) {
            table.add_named(name, kind, cells);
        }
    }
    for Fact { label, cells } in facts {
        if cells.iter().any(Option::is_some) {
            table.add_typed(label, cells, settings.type_share);
        }
    }
    let row = |(item, cells)| {
        let nodes = roots(shown, item).into_iter().filter(|id| shown.is_shown(*id)).collect();
        FoundRow { cells, ..FoundRow::of(nodes) }
    };
    Finding {
        kind: RelationKind::Topk,
        method: Method::Topk,
        score: rank.clamp(0.0, 1.0),
        title: Some(promise.title.clone()).filter(|title| !title.is_empty()),
        facts: title_facts(shown, promise, list, &ranks),
        root: container(shown, &list.nodes),
        columns: table.columns,
        rows: list.extents.iter().zip(table.rows).map(row).collect(),
    }
}

/// Whether the values of a fact are the ranks of the items.
fn repeats_ranks(fact: &Fact, ranks: &[Option<usize>]) -> bool {
    let is_rank = |(cell, rank): (&Option<FoundCell>, &Option<usize>)| {
        let text = cell.as_ref().map(|cell| cell.text.trim_matches(|c: char| !c.is_ascii_digit()).to_owned());
        rank.is_some() && text.and_then(|text| text.parse().ok()) == *rank
    };
    !ranks.is_empty() && fact.cells.iter().zip(ranks).all(is_rank)
}

fn number(number: usize) -> FoundCell {
    FoundCell { text: number.to_string(), value: Some(Value::Number(number as f64)), ..FoundCell::default() }
}

/// The names as the page writes them, numbers included. Where names are the first words of their paragraphs, in bold, their numbers count the
/// paragraphs and are left out.
fn names(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Option<FoundCell>> {
    if list.titles.iter().all(|title| title.is_some_and(|title| begins_paragraph(shown, title))) {
        let bare = titles(shown, list);
        if bare.iter().all(Option::is_some) {
            return bare;
        }
    }
    let items = list.titles.iter().zip(&list.names);
    items
        .map(|(title, name)| {
            Some(FoundCell::shown(shown.page, (*title)?, name.clone())).filter(|cell| !cell.text.is_empty())
        })
        .collect()
}

/// The names without their numbers; nothing where less than half the names have one.
fn titles(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Option<FoundCell>> {
    let bare = |name: &str| marker(name).map(|marker| name[marker.end..].trim().to_owned());
    let numbers: Vec<Option<usize>> =
        list.names.iter().map(|name| marker(name).map(|marker| marker.number)).collect();
    if numbers.iter().flatten().count() * 2 < list.names.len() || !count_with_gaps(&numbers) {
        return vec![None; list.names.len()];
    }
    let items = list.titles.iter().zip(&list.names);
    items
        .map(|(title, name)| {
            let text = bare(name).unwrap_or_else(|| name.clone());
            Some(FoundCell::shown(shown.page, (*title)?, text)).filter(|cell| !cell.text.is_empty())
        })
        .collect()
}

/// The text of each item without its title and its labelled values.
fn descriptions(shown: &ShownPage<'_, '_>, list: &Candidate, facts: &[Fact]) -> Vec<Option<FoundCell>> {
    if TableRows::of(shown, list).is_some() {
        // All that the row of a table holds stands in the columns of the table.
        return vec![None; list.extents.len()];
    }
    let described = |i: usize| {
        let item = &list.extents[i];
        let title = list.titles[i].map_or(item.start..item.start, |title| shown.range(title));
        let mut parts = roots(shown, &(item.start..title.start.max(item.start)));
        parts.extend(roots(shown, &(title.end.min(item.end)..item.end)));
        parts.retain(|id| shown.is_shown(*id) && shown.chars_of(*id) > 0);
        let in_facts: Vec<String> = facts.iter().filter_map(|fact| fact.line(i)).collect();
        let lines = parts
            .iter()
            .flat_map(|id| shown.page.text(*id).lines().map(collapse_space).collect::<Vec<String>>());
        let lines = behind_name(shown, list, i).into_iter().chain(lines);
        let lines: Vec<String> =
            lines.filter(|line| !line.is_empty() && !in_facts.contains(line) && !is_number(line)).collect();
        let own = list.titles[i].filter(|_| behind_name(shown, list, i).is_some());
        let first = own.as_ref().or(parts.iter().find(|id| shown.chars_of(**id) > 3)).or(parts.first())?;
        Some(FoundCell::shown(shown.page, *first, lines.join(" "))).filter(|cell| !cell.text.is_empty())
    };
    (0..list.extents.len()).map(described).collect()
}

/// What an item's title says behind its name, where the name is only a part of it.
fn behind_name(shown: &ShownPage<'_, '_>, list: &Candidate, item: usize) -> Option<String> {
    let text = text_of(shown, list.titles[item]?);
    let rest = text.strip_prefix(list.names[item].as_str())?;
    let rest = rest.trim_start_matches([' ', ':', '：', '–', '—', '-', ';', '.']);
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn is_number(line: &str) -> bool {
    line.len() <= 4 && line.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'#')
}

/// The first image of each item.
fn images(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Option<FoundCell>> {
    let first = |item: &Extent| {
        let nodes = item.clone().map(NodeId::from_index).filter(|id| shown.page.is(*id, "img"));
        nodes.filter(|id| shown.is_shown(*id)).find_map(|id| {
            // Before a script loads the image, `src` may be a placeholder; the real address is in another attribute.
            let address = shown.page.images(id).into_iter().find(|address| !address.starts_with("data:"))?;
            Some(FoundCell::address(id, address))
        })
    };
    list.extents.iter().map(first).collect()
}

/// The link of each item: in its title, around its title, or else the first one.
fn links(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Option<FoundCell>> {
    let page = shown.page;
    let linked = |i: usize| {
        let item = &list.extents[i];
        let address =
            |id: NodeId| page.is(id, "a").then(|| page.attribute(id, "href")).flatten().map(str::trim);
        let useful =
            |id: &NodeId| address(*id).is_some_and(|href| !href.is_empty() && !href.starts_with('#'));
        let within = list.titles[i].and_then(|title| page.subtree(title).find(useful));
        let around = || {
            let above = page.ancestors(list.titles[i]?).take_while(|above| above.index() >= item.start);
            above.take(8).find(useful)
        };
        let any = || item.clone().map(NodeId::from_index).filter(|id| shown.is_shown(*id)).find(useful);
        let link = within.or_else(around).or_else(any)?;
        let href = address(link)?.to_owned();
        Some(FoundCell { link: Some(href.clone()), ..FoundCell::address(link, href) })
    };
    (0..list.extents.len()).map(linked).collect()
}

/// What the title says, and whether the list is shorter or longer than that.
fn title_facts(
    shown: &ShownPage<'_, '_>,
    promise: &Promise,
    list: &Candidate,
    ranks: &[Option<usize>],
) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::from([("k".to_owned(), promise.k.to_string())]);
    let words = [("concept", &promise.concept), ("ranking", &promise.ranking), ("time", &promise.time)];
    for (name, words) in words {
        facts.extend(words.clone().map(|words| (name.to_owned(), words)));
    }
    let found = list.nodes.len();
    let goes_on =
        found < promise.k && (has_next_page(shown) || ranks.iter().flatten().any(|rank| *rank > found));
    let longer = matches!(list.correction, Correction::Cut(_));
    let length = match found.cmp(&promise.k) {
        std::cmp::Ordering::Less if goes_on => Some("partial"),
        std::cmp::Ordering::Less => Some("shorter"),
        std::cmp::Ordering::Greater => Some("longer"),
        std::cmp::Ordering::Equal => longer.then_some("longer"),
    };
    facts.extend(length.map(|length| ("length".to_owned(), length.to_owned())));
    facts
}

/// Whether the page links to a next one.
fn has_next_page(shown: &ShownPage<'_, '_>) -> bool {
    let page = shown.page;
    page.ids().any(|id| {
        let says_next = || {
            let text = page.flat_text(id).to_lowercase();
            let text = text.trim_matches(|c: char| !c.is_alphanumeric());
            matches!(text, "next" | "next page" | "continue" | "weiter" | "suivant" | "siguiente")
        };
        let relates = page.attribute(id, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("next"));
        (page.is(id, "a") || page.is(id, "link"))
            && (relates || (page.is(id, "a") && shown.chars_of(id) < 20 && says_next()))
    })
}

/// The nearest node around all items.
fn container(shown: &ShownPage<'_, '_>, nodes: &[NodeId]) -> NodeId {
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return NodeId::DOCUMENT };
    shown.page.common_ancestor(shown.page.node(*first).parent.unwrap_or(NodeId::DOCUMENT), *last)
}
