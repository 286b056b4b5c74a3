//! The models as facts for other tools, in the relations and the notation of the paper (section 2).

use crate::domain::Domain;
use crate::understand::{Assigned, Understanding};
use chaffinch_core::{NodeId, NodeKind, Page, Value};
use chaffinch_survey::Stream;
use std::io::{self, Write};

/// Writes the page, attribute and data area models of a page.
pub fn export(
    understanding: &Understanding,
    name: &str,
    domain: &Domain,
    out: &mut dyn Write,
) -> io::Result<()> {
    let page = understanding.tree.page;
    writeln!(out, "% {name}")?;
    writeln!(out, "page({}).", quoted(name))?;
    page_model(page, &understanding.stream, out)?;
    annotations(understanding, domain, out)?;
    constraints(domain, out)?;
    attributes(understanding, domain, out)?;
    data_areas(understanding, name, out)
}

/// Nodes with the numbers of their start and end tags, and the bytes of the clob, the page's text, that they hold.
fn page_model(page: &Page, stream: &Stream, out: &mut dyn Write) -> io::Result<()> {
    let (starts, ends) = encoding(page);
    for id in page.ids().skip(1) {
        if !matches!(page.node(id).kind, NodeKind::Element | NodeKind::Text) {
            continue;
        }
        let at = id.index();
        let parent = page.node(id).parent.map_or(0, |parent| starts[parent.index()]);
        writeln!(out, "html_node({},{},{},{parent}).", node(page, id), starts[at], ends[at])?;
        let text = stream.of_nodes(&(id..page.node(id).end));
        if !text.is_empty() {
            writeln!(out, "content({},clob,{},{}).", node(page, id), text.start, text.end)?;
        }
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

fn annotations(understanding: &Understanding, domain: &Domain, out: &mut dyn Write) -> io::Result<()> {
    for (number, annotation) in understanding.annotations.iter().enumerate() {
        writeln!(out, "annotation(ann{number},{}).", quoted(&domain[annotation.kind].name))?;
        for id in &annotation.nodes {
            writeln!(out, "referredNode(ann{number},{}).", node(understanding.tree.page, *id))?;
        }
        if let Some(value) = &annotation.value {
            let value = match value {
                Value::Number(number) if number.fract() == 0.0 => format!("{number:.0}"),
                Value::Number(number) => quoted(&number.to_string()),
                Value::Bool(yes) => yes.to_string(),
                Value::Text(text) => quoted(text),
            };
            writeln!(out, "annotationFeature(ann{number},value,{value}).")?;
        }
        if let Some(unit) = &annotation.unit {
            writeln!(out, "annotationFeature(ann{number},unit,{}).", quoted(unit))?;
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

fn attributes(understanding: &Understanding, domain: &Domain, out: &mut dyn Write) -> io::Result<()> {
    for (number, found) in understanding.attributes.iter().enumerate() {
        writeln!(out, "attribute(a{number},{}).", quoted(&domain[found.kind].name))?;
        writeln!(out, "referredNode(a{number},{}).", node(understanding.tree.page, found.node))?;
    }
    Ok(())
}

fn data_areas(understanding: &Understanding, name: &str, out: &mut dyn Write) -> io::Result<()> {
    let page = understanding.tree.page;
    let mut separators = 0;
    for (area, found) in understanding.areas.iter().enumerate() {
        writeln!(out, "dataArea(d{area},{}).", quoted(name))?;
        writeln!(out, "referredNode(d{area},{}).", node(page, found.root))?;
        for record in &found.records {
            let id = record.id.index();
            writeln!(out, "record(r{id},d{area}).")?;
            for root in page.siblings(record.nodes.clone()) {
                writeln!(out, "referredNode(r{id},{}).", node(page, root))?;
            }
            for assigned in record.values.iter().flatten() {
                if let Assigned::Found(attribute) = assigned {
                    writeln!(out, "recordAttribute(a{},r{id}).", attribute.index())?;
                }
            }
        }
        for between in found.records.windows(2) {
            let mut at = between[0].nodes.end;
            while at < between[1].nodes.start {
                if !understanding.tree.shows[at.index()] && page.is_element(at) {
                    writeln!(out, "separator(s{separators},d{area}).")?;
                    writeln!(out, "referredNode(s{separators},{}).", node(page, at))?;
                    separators += 1;
                }
                at = page.node(at).end;
            }
        }
    }
    Ok(())
}

fn node(page: &Page, id: NodeId) -> String {
    if page.is_element(id) {
        let plain = page.name(id).replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        format!("e_{}_{plain}", id.index())
    } else {
        format!("t_{}", id.index())
    }
}

/// A text as a constant: as it is if it could be a name, otherwise in quotes.
fn quoted(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) }
}
