//! Why a page was read as it was: derivations as trees that a person can read.

use crate::domain::Domain;
use crate::facts;
use crate::tree::node_of;
use crate::understand::{Assigned, Understanding};
use chaffinch_core::collapse_space;
use chaffinch_rules::{Derivation, Value};

/// How many rules a derivation goes back.
const DEPTH: usize = 6;
/// Near misses that are told.
const MOST_MISSES: usize = 20;

/// What is said of a page without records.
pub(crate) fn absence(domain: &Domain) -> String {
    format!("domain {}: no data area on this page", domain.name)
}

/// For each data area, record and attribute the rules and facts that derived it, a line each; then what was nearly a
/// record, and the constraint that it violates.
pub(crate) fn explain(understanding: &Understanding, domain: &Domain) -> Vec<String> {
    let page = understanding.tree.page;
    let teller = Teller { understanding, domain };
    let mut lines = Vec::new();
    if understanding.areas.is_empty() {
        lines.push(absence(domain));
    }
    for (number, area) in understanding.areas.iter().enumerate() {
        lines.push(format!(
            "domain {}: data area {} at {}: {} records, worth {}",
            domain.name,
            number + 1,
            page.xpath(area.root),
            area.records.len(),
            area.worth
        ));
        if number == 0 {
            lines.extend(teller.tell("chosen", None, 1));
        }
        for (place, record) in area.records.iter().enumerate() {
            lines.push(format!("  record {} at {}", place + 1, page.xpath(record.nodes.start)));
            lines.extend(teller.tell("record", Some((0, facts::record(record.number))), 2));
            for (kind, values) in record.values.iter().enumerate() {
                for assigned in values {
                    lines.extend(teller.attribute(assigned, record.number, kind));
                }
            }
            if let Some(title) = &record.title {
                let text = collapse_space(&understanding.stream.text()[title.clone()]);
                lines.push(format!(
                    "    title \"{}\", by what titles look like and where siblings have theirs",
                    short(&text)
                ));
            }
        }
    }
    for miss in understanding.near_misses.iter().take(MOST_MISSES) {
        let names: Vec<&str> = miss.lacks.iter().map(|at| domain.attributes[*at].name.as_str()).collect();
        let text = page.row_text(crate::understand::roots(page, &miss.nodes));
        lines.push(format!(
            "  near miss at {}: no {} in \"{}\" (record constraint, alignment.rules)",
            page.xpath(miss.nodes.start),
            names.join(" or "),
            short(&text)
        ));
    }
    lines
}

struct Teller<'t> {
    understanding: &'t Understanding<'t, 't>,
    domain: &'t Domain,
}

impl Teller<'_> {
    fn attribute(&self, assigned: &Assigned, record: usize, kind: usize) -> Vec<String> {
        let name = &self.domain.attributes[kind].name;
        match assigned {
            Assigned::Found(number) => {
                let row = [facts::attribute(*number), facts::record(record)];
                match self.understanding.facts.fact("recordAttribute", &row) {
                    Some(fact) => {
                        self.lines(&self.understanding.facts.why(fact, DEPTH, &|v| self.name(v)), 2)
                    }
                    None => Vec::new(),
                }
            }
            Assigned::ByPosition(range) => {
                let text = collapse_space(&self.understanding.stream.text()[range.clone()]);
                vec![format!("    {name} \"{}\", by its position: siblings have theirs there", short(&text))]
            }
        }
    }

    /// The first fact of a relation with a value in a column, told.
    fn tell(&self, relation: &str, with: Option<(usize, Value)>, indent: usize) -> Vec<String> {
        let facts = &self.understanding.facts;
        let row = facts.rows(relation).find(|row| with.is_none_or(|(column, value)| row[column] == value));
        let fact = row.and_then(|row| facts.fact(relation, row));
        fact.map_or(Vec::new(), |fact| self.lines(&facts.why(fact, DEPTH, &|v| self.name(v)), indent))
    }

    fn lines(&self, derivation: &Derivation, indent: usize) -> Vec<String> {
        let mut lines = Vec::new();
        push(derivation, indent, &mut lines);
        lines
    }

    fn name(&self, value: Value) -> String {
        let Understanding { tree, stream, annotations, attributes, facts: database, .. } = self.understanding;
        if let Some(node) = node_of(value) {
            let name = if tree.page.is_element(node) { tree.page.name(node) } else { "text" };
            return format!("e_{}_{name}", node.index());
        }
        if let Some(number) = facts::annotation_of(value) {
            let annotation = &annotations[number];
            let kind = &self.domain.annotations[annotation.kind].name;
            let text = collapse_space(&stream.text()[annotation.range.clone()]);
            return format!("ann{number}:{kind}\"{}\"", short(&text));
        }
        if let Some(number) = facts::attribute_of(value) {
            let found = &attributes[number];
            let text = collapse_space(&stream.text()[found.range.clone()]);
            return format!("{}\"{}\"", self.domain.attributes[found.attribute].name, short(&text));
        }
        match facts::record_of(value) {
            Some(number) => format!("r{}", number + 1),
            None => database.text(value),
        }
    }
}

fn push(derivation: &Derivation, indent: usize, lines: &mut Vec<String>) {
    let by = derivation.rule.as_ref().map_or(String::new(), |rule| format!("   [{rule}]"));
    lines.push(format!("{}{}{by}", "  ".repeat(indent), derivation.fact));
    for from in &derivation.from {
        push(from, indent + 1, lines);
    }
}

fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
