//! Why a page was read as it was: derivations as trees that a person can read.

use crate::domain::Domain;
use crate::facts::{InRules, index_of, number};
use crate::ids::{AnnotationId, AttributeId, AttributeKind, RecordId};
use crate::understand::{Assigned, Understanding};
use chaffinch_core::{NodeId, collapse_space};
use chaffinch_rules::{Database, Derivation, Fact, Value};

/// How many rules deep a derivation is written out.
const DEPTH: usize = 6;
/// Most boundaries between data areas that are explained.
const MOST_BOUNDARIES: usize = 8;
/// Most ends of clusters that are listed.
const MOST_ENDS: usize = 40;
/// Most near misses that are listed.
const MOST_MISSES: usize = 20;

/// What is said of a page without records.
pub(crate) fn absence(domain: &Domain, doubtful: Option<f32>) -> String {
    let name = &domain.name;
    match doubtful {
        Some(score) => format!(
            "domain {name}: no data area on this page; the best that could be one is too doubtful (score {score:.2})"
        ),
        None => format!("domain {name}: no data area on this page"),
    }
}

/// For each data area, record and attribute the rules and facts that derived it, a line each; then what was nearly a
/// record, and the constraint that it violates.
pub(crate) fn explain(understanding: &Understanding, domain: &Domain) -> Vec<String> {
    let page = understanding.tree.page;
    let explainer = Explainer { understanding, domain };
    let mut lines = Vec::new();
    if understanding.areas.is_empty() {
        lines.push(absence(domain, None));
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
        lines.extend(explainer.evidence(number));
        for choice in area.choice.into_iter().flatten() {
            let facts = &understanding.choices[choice];
            for relation in ["chosen", "boundary"] {
                for row in facts.rows(relation).take(MOST_BOUNDARIES) {
                    lines.extend(explainer.why(facts, facts.fact(relation, row), 1));
                }
            }
        }
        for (at, record) in area.records.iter().enumerate() {
            lines.push(format!("  record {} at {}", at + 1, page.xpath(record.nodes.start)));
            lines.extend(explainer.tell("record", Some((0, record.id.value())), 2));
            for ((kind, _), values) in domain.kinds().zip(&record.values) {
                for assigned in values {
                    lines.extend(explainer.attribute(assigned, record.id, kind));
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
    lines.extend(explainer.ends_of_clusters());
    for miss in understanding.near_misses.iter().take(MOST_MISSES) {
        let names: Vec<&str> = miss.lacks.iter().map(|kind| domain[*kind].name.as_str()).collect();
        let text = page.row_text(page.siblings(miss.nodes.clone()));
        lines.push(format!(
            "  near miss at {}: no {} in \"{}\" (record constraint, alignment.rules)",
            page.xpath(miss.nodes.start),
            names.join(" or "),
            short(&text)
        ));
    }
    lines
}

struct Explainer<'t> {
    understanding: &'t Understanding<'t, 't>,
    domain: &'t Domain,
}

impl Explainer<'_> {
    fn attribute(&self, assigned: &Assigned, record: RecordId, kind: AttributeKind) -> Vec<String> {
        let name = &self.domain[kind].name;
        match assigned {
            Assigned::Found(id) => {
                let row = [id.value(), record.value()];
                let facts = &self.understanding.facts;
                self.why(facts, facts.fact("recordAttribute", &row), 2)
            }
            Assigned::ByPosition(range) => {
                let text = collapse_space(&self.understanding.stream.text()[range.clone()]);
                vec![format!("    {name} \"{}\", by its position: siblings have theirs there", short(&text))]
            }
        }
    }

    /// Where the published rules end a cluster of mandatory nodes, and which property of clusters ends it.
    fn ends_of_clusters(&self) -> Vec<String> {
        let facts = &self.understanding.facts;
        let mut ends: Vec<&[Value]> = facts.rows("ends").collect();
        ends.sort_unstable();
        ends.dedup_by_key(|row| (row[0], row[1]));
        let mut lines = Vec::new();
        for row in ends.into_iter().take(MOST_ENDS) {
            let after = index_of(row[1]).map(|at| number(at + 1));
            let node = facts.rows("mandatory").find(|found| found[0] == row[0] && Some(found[1]) == after);
            let place = node.and_then(|found| NodeId::of(found[2]));
            lines.push(format!(
                "  a cluster of {} ends before {}: {} (section 3.1)",
                facts.text(row[0]),
                place.map_or_else(String::new, |node| self.understanding.tree.page.xpath(node)),
                facts.text(row[2]),
            ));
        }
        lines
    }

    /// How probable an area is, and what speaks for and against it, the weightiest first.
    fn evidence(&self, area: usize) -> Vec<String> {
        let facts = &self.understanding.evidence;
        let own = |relation: &'static str| facts.rows(relation).filter(move |row| row[0] == number(area));
        let mut lines = Vec::new();
        for row in own("probability") {
            lines.extend(self.why(facts, facts.fact("probability", row), 1));
        }
        let mut weights: Vec<&[Value]> = own("speaks").collect();
        let weight = |row: &[Value]| match row[2] {
            Value::Number(weight) => weight.abs(),
            Value::Symbol(_) => 0,
        };
        weights.sort_by_key(|row| std::cmp::Reverse(weight(row)));
        for row in weights {
            lines.extend(self.why(facts, facts.fact("speaks", row), 2));
        }
        lines
    }

    /// The derivation of the first fact of a relation, or of the first with a value in a column.
    fn tell(&self, relation: &str, with: Option<(usize, Value)>, indent: usize) -> Vec<String> {
        let facts = &self.understanding.facts;
        let row = facts.rows(relation).find(|row| with.is_none_or(|(column, value)| row[column] == value));
        self.why(facts, row.and_then(|row| facts.fact(relation, row)), indent)
    }

    fn why(&self, facts: &Database, fact: Option<Fact>, indent: usize) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(fact) = fact {
            let name = |value| self.name(facts, value);
            push(&facts.why(fact, DEPTH, &name), indent, &mut lines);
        }
        lines
    }

    /// A value as a person reads it.
    fn name(&self, facts: &Database, value: Value) -> String {
        let Understanding { tree, stream, annotations, attributes, .. } = self.understanding;
        if let Some(node) = NodeId::of(value) {
            let name = if tree.page.is_element(node) { tree.page.name(node) } else { "text" };
            return format!("e_{}_{name}", node.index());
        }
        if let Some(id) = AnnotationId::of(value) {
            let annotation = &annotations[id.index()];
            let kind = &self.domain[annotation.kind].name;
            let text = collapse_space(&stream.text()[annotation.range.clone()]);
            return format!("ann{}:{kind}\"{}\"", id.index(), short(&text));
        }
        if let Some(id) = AttributeId::of(value) {
            let found = &attributes[id.index()];
            let text = collapse_space(&stream.text()[found.range.clone()]);
            return format!("{}\"{}\"", self.domain[found.kind].name, short(&text));
        }
        match RecordId::of(value) {
            Some(id) => format!("r{}", id.index() + 1),
            None => facts.text(value),
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

/// The first 60 characters of a text.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
