//! How probable each data area is: what is seen of it goes to the rules as facts, and they weigh it.

use crate::attributes::within;
use crate::domain::Domain;
use crate::facts::{InRules, index_of, number, symbol};
use crate::rulebook::Phase;
use crate::settings::DomainSettings;
use crate::understand::{DataArea, Understanding, run};
use crate::usual_paths::PathInRecord;
use chaffinch_core::NodeId;
use chaffinch_rules::{Database, Value};
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// What was weighed, and what came out: `probability(A,P)`, in thousandths, and `told(A)` for the areas that are reported.
pub(crate) fn weigh(understanding: &Understanding, domain: &Domain, settings: &DomainSettings) -> Database {
    let mut facts = Database::default();
    let page = Seen { understanding, domain, visual: settings.visual };
    facts.add("least", &[thousandths(settings.least_probable)]);
    facts.add("covered", &[page.share_covered()]);
    facts.add("longest", &[number(domain.longest)]);
    facts.add("usual", &[thousandths(domain.fullness)]);
    for (at, area) in understanding.areas.iter().enumerate() {
        page.add_area(&mut facts, at, area);
    }
    run(Phase::Evidence, &mut facts, &understanding.tree, settings);
    facts
}

/// The probability of an area, from 0 to 1.
pub(crate) fn probability(facts: &Database, area: usize) -> f32 {
    let own = facts.rows("probability").find(|row| row[0] == number(area));
    match own.map(|row| row[1]) {
        Some(Value::Number(thousandths)) => thousandths.clamp(0, 999) as f32 / 1000.0,
        _ => 0.0,
    }
}

/// Whether an area is reported.
pub(crate) fn is_told(facts: &Database, area: usize) -> bool {
    facts.rows("told").any(|row| row[0] == number(area))
}

impl Understanding<'_, '_> {
    /// For each data area, by name, what the rules were given and found of it that is a number.
    pub fn weighed(&self) -> Vec<BTreeMap<&str, i64>> {
        const SEEN: [&str; 7] =
            ["records", "fullness", "characters", "alike", "oneWidth", "odds", "probability"];
        let mut areas = vec![BTreeMap::new(); self.areas.len()];
        for relation in SEEN {
            for row in self.evidence.rows(relation) {
                if let (Some(area), Value::Number(value)) = (index_of(row[0]), row[1])
                    && let Some(held) = areas.get_mut(area)
                {
                    held.insert(relation, value);
                }
            }
        }
        for relation in ["covered", "longest", "usual"] {
            for row in self.evidence.rows(relation) {
                if let Value::Number(value) = row[0] {
                    for area in &mut areas {
                        area.insert(relation, value);
                    }
                }
            }
        }
        areas
    }
}

struct Seen<'u> {
    understanding: &'u Understanding<'u, 'u>,
    domain: &'u Domain,
    /// Whether boxes and fonts are looked at.
    visual: bool,
}

impl Seen<'_> {
    fn add_area(&self, facts: &mut Database, at: usize, area: &DataArea) {
        let id = number(at);
        facts.add("area", &[id]);
        facts.add("records", &[id, number(area.records.len())]);
        facts.add("fullness", &[id, self.fullness(area)]);
        facts.add("characters", &[id, number(self.median_length(area))]);
        let Understanding { tree, attributes, .. } = self.understanding;
        for (record_at, record) in area.records.iter().enumerate() {
            let record_id = number(record_at);
            facts.add("root", &[id, record_id, record.nodes.start.value()]);
            if self.visual {
                facts.add("seen", &[id, record_id, record.nodes.start.value()]);
            }
            for (_, found) in within(attributes, &record.nodes) {
                if !self.domain[found.kind].mandatory {
                    continue;
                }
                let kind = symbol(facts, self.domain, found.kind);
                let path = hash(&PathInRecord::of(tree, &record.nodes, found.node));
                facts.add("value", &[id, record_id, kind, found.node.value(), path]);
            }
        }
    }

    fn length(&self, nodes: &Range<NodeId>) -> usize {
        let stream = &self.understanding.stream;
        stream.length(&stream.of_nodes(nodes))
    }

    /// How much of the page's text stands in records, in thousandths.
    fn share_covered(&self) -> Value {
        let stream = &self.understanding.stream;
        let records = self.understanding.areas.iter().flat_map(|area| &area.records);
        let covered: usize = records.map(|record| self.length(&record.nodes)).sum();
        let all = stream.length(&(0..stream.text().len()));
        thousandths((covered as f32 / all.max(1) as f32).min(1.0))
    }

    /// How much of what records can hold, in the domain's weights, they have: the square root of the share, in thousandths.
    fn fullness(&self, area: &DataArea) -> Value {
        let most: i64 = self.domain.attributes.iter().map(|attribute| attribute.weight).sum::<i64>().max(1);
        let records = area.records.len().max(1) as f32;
        thousandths((area.worth as f32 / (records * most as f32)).clamp(0.0, 1.0).sqrt())
    }

    /// How many characters the median record has.
    fn median_length(&self, area: &DataArea) -> usize {
        let mut lengths: Vec<usize> = area.records.iter().map(|record| self.length(&record.nodes)).collect();
        lengths.sort_unstable();
        lengths.get(lengths.len() / 2).copied().unwrap_or(0)
    }
}

fn thousandths(share: f32) -> Value {
    Value::Number((share * 1000.0) as i64)
}

/// A number that stands for something, where only its likeness counts.
fn hash<T: Hash + ?Sized>(thing: &T) -> Value {
    let mut hasher = FxHasher::default();
    thing.hash(&mut hasher);
    Value::Number((hasher.finish() >> 25) as i64)
}
