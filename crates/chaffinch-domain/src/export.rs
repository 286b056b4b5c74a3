//! The models as facts for other tools, in the relations and the notation of the paper (section 2).

use crate::domain::Domain;
use crate::facts::index_of;
use crate::understand::{Assigned, Understanding};
use chaffinch_core::{NodeId, NodeKind, Page, Value};
use chaffinch_survey::Stream;
use std::io::{self, Write};

/// Writes the page, attribute and data area models of a page. `number` is the page's number in a file of several: all but the first have it
/// in front of their ids, so that facts of several pages do not mix.
pub fn export(
    understanding: &Understanding,
    name: &str,
    number: usize,
    domain: &Domain,
    out: &mut dyn Write,
) -> io::Result<()> {
    let page = understanding.tree.page;
    let prefix = if number == 0 { String::new() } else { format!("p{number}_") };
    let ids = Ids { page, prefix };
    writeln!(out, "% {name}")?;
    writeln!(out, "page({}).", quoted(name))?;
    page_model(&ids, &understanding.stream, out)?;
    annotations(understanding, &ids, domain, out)?;
    if number == 0 {
        constraints(domain, out)?;
    }
    attributes(understanding, &ids, domain, out)?;
    data_areas(understanding, &ids, name, out)?;
    evidence(understanding, &ids, out)
}

/// The names by which facts know things of a page.
struct Ids<'p> {
    page: &'p Page,
    prefix: String,
}

impl Ids<'_> {
    fn node(&self, id: NodeId) -> String {
        let (page, prefix) = (self.page, &self.prefix);
        if page.is_element(id) {
            let plain = page.name(id).replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            format!("{prefix}e_{}_{plain}", id.index())
        } else {
            format!("{prefix}t_{}", id.index())
        }
    }

    fn of(&self, kind: &str, number: usize) -> String {
        format!("{}{kind}{number}", self.prefix)
    }
}

/// Nodes with the numbers of their start and end tags, and the bytes of the clob, the page's text, that they hold.
fn page_model(ids: &Ids, stream: &Stream, out: &mut dyn Write) -> io::Result<()> {
    let page = ids.page;
    writeln!(out, "clob({}clob,{}).", ids.prefix, text(stream.text()))?;
    let (starts, ends) = encoding(page);
    for id in page.ids().skip(1) {
        if !matches!(page.node(id).kind, NodeKind::Element | NodeKind::Text) {
            continue;
        }
        let at = id.index();
        let parent = page.node(id).parent.map_or(0, |parent| starts[parent.index()]);
        let node = ids.node(id);
        writeln!(out, "html_node({node},{},{},{parent}).", starts[at], ends[at])?;
        let held = stream.of_nodes(&(id..page.node(id).end));
        if !held.is_empty() {
            writeln!(out, "content({node},{}clob,{},{}).", ids.prefix, held.start, held.end)?;
        }
        if page.is_element(id) {
            writeln!(out, "tag({node},{}).", quoted(page.name(id)))?;
            for attribute in page.attributes(id) {
                let (name, value) = (quoted(&attribute.name), text(page.value(attribute)));
                writeln!(out, "html_attribute({node},{name},{value}).")?;
            }
            css(page, id, &node, out)?;
        }
    }
    Ok(())
}

/// The computed style of an element and its box, as far as it was laid out.
fn css(page: &Page, id: NodeId, node: &str, out: &mut dyn Write) -> io::Result<()> {
    if let Some(rect) = page.rect(id) {
        writeln!(out, "box({node},{:.0},{:.0},{:.0},{:.0}).", rect.x, rect.y, rect.w, rect.h)?;
    }
    let Some(style) = page.layout().and_then(|layout| layout.style(id)) else { return Ok(()) };
    let color = |[r, g, b, a]: [u8; 4]| format!("rgba({r},{g},{b},{a})");
    let properties = [
        ("display", format!("{:?}", style.display).to_lowercase()),
        ("position", format!("{:?}", style.position).to_lowercase()),
        ("float", format!("{:?}", style.float).to_lowercase()),
        ("visibility", if style.visible { "visible" } else { "hidden" }.to_owned()),
        ("font-size", format!("{}px", style.font_size)),
        ("font-weight", style.font_weight.to_string()),
        ("font-style", if style.italic { "italic" } else { "normal" }.to_owned()),
        ("color", color(style.color)),
        ("background-color", color(style.background)),
    ];
    for (name, value) in properties {
        writeln!(out, "css({node},{},{}).", quoted(name), text(&value))?;
    }
    Ok(())
}

/// The number of each node's start and end tag in the document.
fn encoding(page: &Page) -> (Vec<usize>, Vec<usize>) {
    let (mut starts, mut ends) = (vec![0; page.len()], vec![0; page.len()]);
    let mut open: Vec<NodeId> = Vec::new();
    let mut count = 0;
    for id in page.ids() {
        while let Some(last) = open.last().copied().filter(|last| page.node(*last).end <= id) {
            ends[last.index()] = count;
            count += 1;
            open.pop();
        }
        starts[id.index()] = count;
        count += 1;
        open.push(id);
    }
    for last in open.into_iter().rev() {
        ends[last.index()] = count;
        count += 1;
    }
    (starts, ends)
}

fn annotations(
    understanding: &Understanding,
    ids: &Ids,
    domain: &Domain,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (number, annotation) in understanding.annotations.iter().enumerate() {
        let own = ids.of("ann", number);
        writeln!(out, "annotation({own},{}).", quoted(&domain[annotation.kind].name))?;
        for id in &annotation.nodes {
            writeln!(out, "referredNode({own},{}).", ids.node(*id))?;
        }
        if let Some(value) = &annotation.value {
            let value = match value {
                Value::Number(number) if number.fract() == 0.0 => format!("{number:.0}"),
                Value::Number(number) => quoted(&number.to_string()),
                Value::Bool(yes) => yes.to_string(),
                Value::Text(text) => quoted(text),
            };
            writeln!(out, "annotationFeature({own},value,{value}).")?;
        }
        if let Some(unit) = &annotation.unit {
            writeln!(out, "annotationFeature({own},unit,{}).", quoted(unit))?;
        }
    }
    Ok(())
}

fn constraints(domain: &Domain, out: &mut dyn Write) -> io::Result<()> {
    let mut number = 0;
    for attribute in &domain.attributes {
        for constraint in &attribute.constraints {
            writeln!(out, "attributeConstraint(c{number},{}).", quoted(&attribute.name))?;
            for (relation, kinds) in [
                ("requiredAnnotation", &constraint.required),
                ("disallowedAnnotation", &constraint.disallowed),
            ] {
                for kind in kinds {
                    writeln!(out, "{relation}(c{number},{}).", quoted(&domain[*kind].name))?;
                }
            }
            number += 1;
        }
    }
    Ok(())
}

fn attributes(
    understanding: &Understanding,
    ids: &Ids,
    domain: &Domain,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (number, found) in understanding.attributes.iter().enumerate() {
        let own = ids.of("a", number);
        writeln!(out, "attribute({own},{}).", quoted(&domain[found.kind].name))?;
        writeln!(out, "referredNode({own},{}).", ids.node(found.node))?;
    }
    Ok(())
}

fn data_areas(understanding: &Understanding, ids: &Ids, name: &str, out: &mut dyn Write) -> io::Result<()> {
    let page = understanding.tree.page;
    let mut separators = 0;
    for (number, found) in understanding.areas.iter().enumerate() {
        let area = ids.of("d", number);
        writeln!(out, "dataArea({area},{}).", quoted(name))?;
        writeln!(out, "referredNode({area},{}).", ids.node(found.root))?;
        for record in &found.records {
            let id = ids.of("r", record.id.index());
            writeln!(out, "record({id},{area}).")?;
            for root in page.siblings(record.nodes.clone()) {
                writeln!(out, "referredNode({id},{}).", ids.node(root))?;
            }
            for assigned in record.values.iter().flatten() {
                if let Assigned::Found(attribute) = assigned {
                    writeln!(out, "recordAttribute({},{id}).", ids.of("a", attribute.index()))?;
                }
            }
        }
        for between in found.records.windows(2) {
            let mut at = between[0].nodes.end;
            while at < between[1].nodes.start {
                if !understanding.tree.shows[at.index()] && page.is_element(at) {
                    let own = ids.of("s", separators);
                    writeln!(out, "separator({own},{area}).")?;
                    writeln!(out, "referredNode({own},{}).", ids.node(at))?;
                    separators += 1;
                }
                at = page.node(at).end;
            }
        }
    }
    Ok(())
}

/// What tells how probable the data areas are.
fn evidence(understanding: &Understanding, ids: &Ids, out: &mut dyn Write) -> io::Result<()> {
    const OF_AREAS: [&str; 7] =
        ["fullness", "characters", "alike", "oneWidth", "speaks", "probability", "told"];
    let facts = &understanding.evidence;
    for relation in OF_AREAS {
        for row in facts.rows(relation) {
            let area = index_of(row[0]).map_or_else(String::new, |number| ids.of("d", number));
            let others = row[1..].iter().map(|value| quoted(&facts.text(*value)));
            let terms: Vec<String> = std::iter::once(area).chain(others).collect();
            writeln!(out, "{relation}({}).", terms.join(","))?;
        }
    }
    for row in facts.rows("covered") {
        writeln!(out, "covered({}).", facts.text(row[0]))?;
    }
    Ok(())
}

/// A text as a constant: as it is if it could be a name, otherwise in quotes.
fn quoted(text: &str) -> String {
    let is_name = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let plain = is_name || text.parse::<i64>().is_ok();
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) }
}

/// A text in quotes, with its line ends written as such.
fn text(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r");
    format!("\"{escaped}\"")
}
