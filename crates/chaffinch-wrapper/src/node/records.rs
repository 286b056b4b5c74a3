//! Node paths for lists: the texts of every attribute, made records by their order on the page.

use super::evidence::NodePath;
use super::learn::NodeRule;
use super::texts::Texts;
use crate::class::{Occurs, Order, WrapperClass};
use crate::example::{Example, Examples, Instance, Tuple};
use crate::learn::{ClassFailure, ExamplePlace};
use chaffinch_core::{Limits, Page, TextMap};
use chaffinch_page::{Origin, parse};
use rustc_hash::FxHashMap;

/// How to find the records of a page in its tree.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRecords {
    /// Where the values of each attribute stand.
    pub rules: Vec<NodeRule>,
    /// How attributes make records: in order, as in X-LR.
    pub order: Order,
}

/// Learns the place of every attribute from all its values: what they agree on, and nothing else on the pages
/// agrees with.
pub fn learn_node_records(examples: &Examples) -> Result<NodeRecords, ClassFailure> {
    let mut pages: Vec<Page> = Vec::with_capacity(examples.pages.len());
    for example in &examples.pages {
        let origin = Origin { name: &example.name, ..Origin::default() };
        let parsed = parse(example.bytes.clone(), origin, &Limits::default())
            .map_err(|problem| failure(None, &problem.message, [(example, 0)]))?;
        pages.push(parsed.page);
    }
    let texts: Vec<Texts<'_>> = pages.iter().map(Texts::new).collect();
    let spans: Vec<FxHashMap<u32, usize>> = texts.iter().map(Texts::by_start).collect();
    let mut labels: Vec<Vec<Vec<(usize, usize)>>> = Vec::with_capacity(pages.len());
    for (number, example) in examples.pages.iter().enumerate() {
        let mut tuples = Vec::with_capacity(example.tuples.len());
        for tuple in &example.tuples {
            let mut values = Vec::with_capacity(tuple.instances.len());
            for instance in &tuple.instances {
                let start = instance.span.start;
                let at =
                    spans[number].get(&start).filter(|at| texts[number].span(**at) == Some(instance.span));
                let name = &examples.attributes[instance.attribute];
                let reason = "its values are only parts of the page's texts, or several";
                let at = at.ok_or_else(|| failure(Some(name), reason, [(example, start as usize)]))?;
                values.push((instance.attribute, *at));
            }
            tuples.push(values);
        }
        labels.push(tuples);
    }
    let rule = |k: usize| learn_rule(examples, k, &texts, &labels);
    let rules: Vec<NodeRule> = (0..examples.attributes.len()).map(rule).collect::<Result<_, _>>()?;
    let records = NodeRecords { rules, order: Order::Loose(examples.occurs()) };
    for ((texts, label), example) in texts.iter().zip(&labels).zip(&examples.pages) {
        let found = records.find(texts);
        if found != *label {
            let differing = found.iter().zip(label).position(|(a, b)| a != b);
            let tuple = differing.unwrap_or(found.len().min(label.len()).saturating_sub(1));
            let byte =
                example.tuples.get(tuple).and_then(|t| t.instances.first()).map_or(0, |i| i.span.start);
            let reason = "the order of values does not tell one record from the next";
            return Err(failure(None, reason, [(example, byte as usize)]));
        }
    }
    Ok(records)
}

/// The place of every attribute from what most of its labelled values agree on, where there may be more records than are labelled; and
/// the records that it leads to. Where values of one attribute stand beside each other, records may have several of them.
pub(crate) fn learn_node_records_of_some(examples: &Examples) -> Vec<(NodeRecords, Vec<Vec<Tuple>>)> {
    let parsed = |page: &Example| {
        parse(page.bytes.clone(), Origin::default(), &Limits::default()).ok().map(|parsed| parsed.page)
    };
    let Some(pages) = examples.pages.iter().map(parsed).collect::<Option<Vec<Page>>>() else {
        return Vec::new();
    };
    let texts: Vec<Texts<'_>> = pages.iter().map(Texts::new).collect();
    let starts: Vec<FxHashMap<u32, usize>> = texts.iter().map(Texts::by_start).collect();
    let rule = |k: usize| {
        let mut places: TextMap<String, Vec<NodePath>> = TextMap::default();
        for (number, page) in examples.pages.iter().enumerate() {
            for span in page.tuples.iter().flat_map(|tuple| tuple.values(k)) {
                let at = *starts[number].get(&span.start)?;
                places.entry(holders(&texts[number], at)).or_default().push(NodePath::of(&texts[number], at));
            }
        }
        let (_, paths) = places.into_iter().max_by_key(|(holders, paths)| (paths.len(), holders.clone()))?;
        let agreed = paths.into_iter().reduce(|agreed, path| agreed.intersect(&path))?;
        Some(NodeRule { paths: vec![agreed], many: true, threshold: AGREES_WHOLLY, decoded: false })
    };
    let rules: Option<Vec<NodeRule>> = (0..examples.attributes.len()).map(rule).collect();
    let Some(rules) = rules else { return Vec::new() };
    let occurs = examples.occurs();
    // The first attribute begins a record, so that only the others can come again.
    let again = |(k, occurs): (usize, &Occurs)| match (k, occurs.may_be_missing()) {
        (0, _) => *occurs,
        (_, true) => Occurs::Any,
        (_, false) => Occurs::Many,
    };
    let repeated: Vec<Occurs> = occurs.iter().enumerate().map(again).collect();
    let learned = [occurs, repeated].map(|occurs| {
        let records = NodeRecords { rules: rules.clone(), order: Order::Loose(occurs) };
        let read = texts.iter().map(|texts| tuples_of(&records, texts)).collect();
        (records, read)
    });
    learned.into()
}

/// The names of the elements around a text, the nearest first.
fn holders(texts: &Texts<'_>, at: usize) -> String {
    /// Elements that tell one kind of place from another.
    const NEAREST: usize = 3;
    let names = texts.all[at].ancestors.iter().take(NEAREST).map(|element| texts.page.name(*element));
    names.collect::<Vec<_>>().join(" ")
}

fn tuples_of(records: &NodeRecords, texts: &Texts<'_>) -> Vec<Tuple> {
    let instance =
        |(attribute, at): &(usize, usize)| Some(Instance { attribute: *attribute, span: texts.span(*at)? });
    let found = records.find(texts);
    found.iter().map(|record| Tuple { instances: record.iter().filter_map(instance).collect() }).collect()
}

/// The share of a full score that a text must reach where only some of the values are known: what they all agree on is all there is
/// to tell a value from other texts.
const AGREES_WHOLLY: f64 = 0.95;

fn learn_rule(
    examples: &Examples,
    k: usize,
    texts: &[Texts<'_>],
    labels: &[Vec<Vec<(usize, usize)>>],
) -> Result<NodeRule, ClassFailure> {
    let places: Vec<Vec<usize>> = labels
        .iter()
        .map(|tuples| tuples.iter().flatten().filter(|(attribute, _)| *attribute == k).map(|v| v.1).collect())
        .collect();
    let mut agreed: Option<NodePath> = None;
    for (texts, places) in texts.iter().zip(&places) {
        for at in places {
            let path = NodePath::of(texts, *at);
            agreed = Some(agreed.map_or(path.clone(), |agreed| agreed.intersect(&path)));
        }
    }
    let name = &examples.attributes[k];
    let path = agreed.ok_or_else(|| failure(Some(name), "it has no value", []))?;
    let full = path.full_score();
    // The best that a text which is no value reaches, and where.
    let (mut best, mut wrong) = (0.0, None);
    for (number, texts) in texts.iter().enumerate() {
        let mut values = places[number].clone();
        values.sort_unstable();
        for at in (0..texts.all.len()).filter(|at| values.binary_search(at).is_err()) {
            let score = path.score(texts, at);
            if score > best {
                (best, wrong) = (score, Some((number, at)));
            }
        }
    }
    if best >= full - 1e-9
        && let Some((number, at)) = wrong
    {
        let value = places.iter().enumerate().find_map(|(page, places)| Some((page, *places.first()?)));
        let at = [value, Some((number, at))].into_iter().flatten();
        let places: Vec<(&Example, usize)> =
            at.map(|(page, at)| (&examples.pages[page], texts[page].first_byte(at))).collect();
        let reason = "nothing in the tree tells its values from other texts";
        return Err(failure(Some(name), reason, places));
    }
    let threshold = if full > 0.0 { f64::midpoint(best / full, 1.0) } else { 1.0 };
    Ok(NodeRule { paths: vec![path], many: true, threshold, decoded: false })
}

fn failure<'e>(
    attribute: Option<&String>,
    reason: &str,
    places: impl IntoIterator<Item = (&'e Example, usize)>,
) -> ClassFailure {
    let place = |(example, byte): (&Example, usize)| ExamplePlace { page: example.name.clone(), byte };
    ClassFailure {
        class: WrapperClass::Node,
        attribute: attribute.cloned(),
        reason: reason.into(),
        places: places.into_iter().map(place).collect(),
    }
}

impl NodeRecords {
    /// The records of a page: for each value its attribute and the number of its text.
    pub(crate) fn find(&self, texts: &Texts<'_>) -> Vec<Vec<(usize, usize)>> {
        let mut values: Vec<(usize, usize)> = Vec::new();
        for (k, rule) in self.rules.iter().enumerate() {
            values.extend(rule.pick(texts).into_iter().map(|at| (at, k)));
        }
        values.sort_unstable();
        let mut records: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut last = None;
        for (at, k) in values {
            match records.last_mut() {
                Some(record) if !self.order.begins_tuple(last, k) => record.push((k, at)),
                _ => records.push(vec![(k, at)]),
            }
            last = Some(k);
        }
        records
    }

    /// How often each attribute stands in a record.
    pub(crate) fn occurs(&self) -> &[Occurs] {
        match &self.order {
            Order::Loose(occurs) => occurs,
            _ => &[],
        }
    }
}
