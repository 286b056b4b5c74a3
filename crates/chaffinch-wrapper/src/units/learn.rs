//! Learning where records and their values stand in the tree, from the places of labelled ones.

use super::{
    Unit, UnitField, UnitRecords, UnitValue, Way, elements_at, filled_texts, joined_text, own_texts,
    position_of, run_from, text_before,
};
use crate::node::Step;
use crate::places::{Place, PlacedRecord};
use chaffinch_core::{NodeId, Page, TextMap, collapse_space};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A page, its labelled records and where their values stand.
pub(crate) struct UnitPage<'p> {
    pub page: &'p Page,
    pub records: Vec<PlacedRecord>,
    /// For each record and attribute its values as the label has them.
    pub values: Vec<Vec<Vec<String>>>,
}

/// What was learned, and how much of the labels it gives.
pub(crate) struct LearnedUnits {
    pub records: UnitRecords,
    /// For each attribute: labelled values that are found again, labelled values, and values found that no label has.
    pub found: Vec<(usize, usize, usize)>,
}

/// Learns the places of records and values; none where the records have no elements of their own.
/// Where labels are of `some` of a page's records only, elements made as those of the labelled records are records, too.
pub(crate) fn learn_units(pages: &[UnitPage<'_>], attributes: &[&str], some: bool) -> Option<LearnedUnits> {
    let (starts, until_next) = record_starts(pages)?;
    let units = labelled_units(pages, &starts, until_next);
    let fields: Vec<UnitField> = (0..attributes.len()).map(|k| learn_field(&units, k)).collect();
    if fields.iter().all(|field| field.ways.is_empty()) {
        return None;
    }
    let records = learn_unit(pages, &starts, until_next, fields, attributes, some)?;
    let found = (0..attributes.len()).map(|k| count_found(pages, &records, attributes, k)).collect();
    Some(LearnedUnits { records, found })
}

/// Elements around a record that say where it stands.
const STEPS: usize = 8;
/// Ways to the values of one attribute.
const MOST_WAYS: usize = 4;
/// A way must lead to at least so many values for each wrong one.
const RIGHT_FOR_WRONG: usize = 2;

/// For each page and record the element that begins it, and whether records are runs of siblings.
fn record_starts(pages: &[UnitPage<'_>]) -> Option<(Vec<Vec<Option<NodeId>>>, bool)> {
    let own: Vec<Vec<Option<NodeId>>> = pages.iter().map(own_elements).collect();
    let all =
        pages.iter().flat_map(|page| &page.records).filter(|record| first_node(record).is_some()).count();
    let with_own = own.iter().flatten().flatten().count();
    if 2 * with_own > all {
        return Some((same_path(pages, &own), false));
    }
    let runs: Vec<Vec<Option<NodeId>>> = pages.iter().map(run_starts).collect();
    (runs.iter().flatten().flatten().count() > 1).then(|| (same_path(pages, &runs), true))
}

/// Where a record certainly is: the places of its rarest values. A value that stands in many places may have been found in
/// the record beside.
fn nodes(record: &PlacedRecord) -> impl Iterator<Item = NodeId> + '_ {
    let places = || record.iter().flatten().flatten();
    let rarest = places().map(|place| place.rivals).min().unwrap_or(0);
    let sure = places().filter(move |place| place.rivals <= rarest);
    sure.flat_map(|place: &Place| [place.nodes.0, place.nodes.1])
}

fn first_node(record: &PlacedRecord) -> Option<NodeId> {
    nodes(record).min()
}

/// The element that holds all values of a record.
fn holder(page: &Page, record: &PlacedRecord) -> Option<NodeId> {
    let common = nodes(record).reduce(|a, b| page.common_ancestor(a, b))?;
    std::iter::once(common).chain(page.ancestors(common)).find(|node| page.is_element(*node))
}

/// For each record the largest element that holds all its values and none of another record's.
fn own_elements(page: &UnitPage<'_>) -> Vec<Option<NodeId>> {
    let tree = page.page;
    // How many records have a value below each element.
    let mut counts: FxHashMap<NodeId, usize> = FxHashMap::default();
    for record in &page.records {
        let mut above: Vec<NodeId> =
            nodes(record).flat_map(|node| std::iter::once(node).chain(tree.ancestors(node))).collect();
        above.sort_unstable();
        above.dedup();
        above.into_iter().for_each(|node| *counts.entry(node).or_default() += 1);
    }
    let element = |record: &PlacedRecord| {
        let holder = holder(tree, record)?;
        let alone = |node: &NodeId| counts.get(node) == Some(&1) && tree.is_element(*node);
        std::iter::once(holder).chain(tree.ancestors(holder)).take_while(alone).last()
    };
    page.records.iter().map(element).collect()
}

/// For each record the child of the element around several records in which its first value stands.
fn run_starts(page: &UnitPage<'_>) -> Vec<Option<NodeId>> {
    let tree = page.page;
    let mut around: BTreeMap<NodeId, usize> = BTreeMap::new();
    for pair in page.records.windows(2) {
        if let (Some(one), Some(other)) = (holder(tree, &pair[0]), holder(tree, &pair[1])) {
            *around.entry(tree.common_ancestor(one, other)).or_default() += 1;
        }
    }
    let Some((container, _)) = around.into_iter().max_by_key(|(node, count)| (*count, *node)) else {
        return vec![None; page.records.len()];
    };
    let start = |record: &PlacedRecord| {
        let first = first_node(record).filter(|node| tree.contains(container, *node))?;
        let mut way = std::iter::once(first).chain(tree.ancestors(first));
        way.find(|node| tree.node(*node).parent == Some(container) && tree.is_element(*node))
    };
    let starts: Vec<Option<NodeId>> = page.records.iter().map(start).collect();
    // Two records that begin in one element cannot be told apart by it.
    let shared = |start: &NodeId| starts.iter().flatten().filter(|other| *other == start).count() > 1;
    starts.iter().map(|start| start.filter(|start| !shared(start))).collect()
}

/// The starts whose elements have the names that most have; others are moved to such an element around the same record, and
/// left out where their own name is another.
fn same_path(pages: &[UnitPage<'_>], starts: &[Vec<Option<NodeId>>]) -> Vec<Vec<Option<NodeId>>> {
    let names = |page: &Page, node: NodeId| -> Vec<String> {
        let all = std::iter::once(node).chain(page.ancestors(node));
        all.filter(|node| page.is_element(*node)).map(|node| page.name(node).to_owned()).collect()
    };
    let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for (page, starts) in pages.iter().zip(starts) {
        for start in starts.iter().flatten() {
            *counts.entry(names(page.page, *start)).or_default() += 1;
        }
    }
    let Some((usual, _)) = counts.into_iter().max_by_key(|(names, count)| (*count, names.len())) else {
        return starts.to_vec();
    };
    let moved = |page: &UnitPage<'_>, record: &PlacedRecord, start: NodeId| {
        if names(page.page, start) == usual {
            return Some(start);
        }
        let holder = holder(page.page, record)?;
        let mut above = std::iter::once(holder).chain(page.page.ancestors(holder));
        above
            .find(|node| page.page.is_element(*node) && names(page.page, *node) == usual)
            .or_else(|| Some(start).filter(|_| names(page.page, start).first() == usual.first()))
    };
    let of_page = |(page, starts): (&UnitPage<'_>, &Vec<Option<NodeId>>)| {
        let records = page.records.iter().zip(starts);
        records.map(|(record, start)| start.and_then(|start| moved(page, record, start))).collect()
    };
    pages.iter().zip(starts).map(of_page).collect()
}

/// A labelled record and its elements.
struct LabelledUnit<'u> {
    page: &'u Page,
    run: Vec<NodeId>,
    record: &'u PlacedRecord,
    values: &'u [Vec<String>],
}

fn labelled_units<'u>(
    pages: &'u [UnitPage<'_>],
    starts: &[Vec<Option<NodeId>>],
    until_next: bool,
) -> Vec<LabelledUnit<'u>> {
    let mut units = Vec::new();
    for (page, starts) in pages.iter().zip(starts) {
        let mut known: Vec<NodeId> = starts.iter().flatten().copied().collect();
        known.sort_unstable();
        for ((record, values), start) in page.records.iter().zip(&page.values).zip(starts) {
            let Some(start) = *start else { continue };
            let run = if until_next { run_from(page.page, start, &known) } else { vec![start] };
            units.push(LabelledUnit { page: page.page, run, record, values });
        }
    }
    units
}

/// A way to one labelled value, as special as it can be.
#[derive(Clone)]
struct Lead {
    unit: usize,
    way: Way,
}

fn learn_field(units: &[LabelledUnit<'_>], k: usize) -> UnitField {
    let many = units.iter().any(|unit| unit.values[k].len() > 1);
    let mut leads: Vec<Lead> =
        units.iter().enumerate().flat_map(|(at, unit)| leads_of(unit, at, k)).collect();
    let mut field = UnitField { ways: Vec::new(), many };
    let mut served = vec![false; units.len()];
    while field.ways.len() < MOST_WAYS {
        let mut groups: BTreeMap<String, Vec<&Lead>> = BTreeMap::new();
        for lead in leads.iter().filter(|lead| !served[lead.unit]) {
            groups.entry(kind_of(&lead.way)).or_default().push(lead);
        }
        let mut groups: Vec<Vec<&Lead>> = groups.into_values().collect();
        let size = |group: &Vec<&Lead>| (group.len(), group[0].way.steps.len());
        groups.sort_by_key(|group| std::cmp::Reverse(size(group)));
        let tried =
            groups.iter().take(MOST_WAYS).filter_map(|group| best_way(units, k, group, many, &served));
        let best =
            tried.max_by_key(|(_, right, wrong)| (*right as i64 - (RIGHT_FOR_WRONG * wrong) as i64, *right));
        let Some((way, right, wrong)) = best.filter(|(_, right, wrong)| *right > RIGHT_FOR_WRONG * wrong)
        else {
            break;
        };
        debug_assert!(right >= wrong);
        for (at, unit) in units.iter().enumerate() {
            served[at] |=
                !UnitField { ways: vec![way.clone()], many }.values(unit.page, &unit.run).is_empty();
        }
        field.ways.push(way);
        leads.retain(|lead| !served[lead.unit]);
        if leads.is_empty() {
            break;
        }
    }
    field
}

/// The ways to the values of a record: to every element whose text a value is, and to the text or part of a text.
fn leads_of(unit: &LabelledUnit<'_>, at: usize, k: usize) -> Vec<Lead> {
    let mut leads = Vec::new();
    for (value, place) in unit.record[k].iter().enumerate() {
        let Some(place) = place else { continue };
        let mut push = |element: NodeId, way: Way| {
            if let Some(steps) = steps_to(unit, element) {
                let beside = text_before(unit.page, &unit.run, element);
                leads.push(Lead { unit: at, way: Way { steps, beside, ..way } });
            }
        };
        if let Some(name) = &place.attribute {
            push(place.nodes.0, Way { attribute: Some(name.clone()), ..Way::default() });
            continue;
        }
        for (element, way) in text_ways(unit.page, place, &unit.values[k][value]) {
            push(element, way);
        }
    }
    leads
}

fn text_ways(page: &Page, place: &Place, value: &str) -> Vec<(NodeId, Way)> {
    let (first, last) = place.nodes;
    let common = page.common_ancestor(first, last);
    let mut above =
        std::iter::once(common).chain(page.ancestors(common)).filter(|node| page.is_element(*node));
    let Some(nearest) = above.next() else { return Vec::new() };
    let mut ways = Vec::new();
    let is_all = |element: NodeId| {
        let mut texts = filled_texts(page, element);
        let begins = texts.next() == Some(first);
        begins && texts.last().unwrap_or(first) == last
    };
    if place.whole {
        let holders = std::iter::once(nearest).chain(above).take_while(|element| is_all(*element));
        ways.extend(holders.map(|element| (element, Way::default())));
        let own = own_texts(page, nearest).position(|text| text == first);
        if let Some(own) = own.filter(|_| first == last && ways.is_empty()) {
            ways.push((nearest, Way { own_text: Some(own as u32 + 1), ..Way::default() }));
        }
    }
    if ways.is_empty() {
        let value = collapse_space(value);
        let mut part = |texts: &[NodeId], own_text: Option<u32>| {
            let whole = joined_text(page, texts);
            if let Some(start) = whole.find(&value) {
                let (before, after) = (whole[..start].to_owned(), whole[start + value.len()..].to_owned());
                ways.push((nearest, Way { own_text, before, after, ..Way::default() }));
            }
        };
        let texts: Vec<NodeId> = filled_texts(page, nearest).collect();
        part(&texts, None);
        if let Some(own) = own_texts(page, nearest)
            .position(|text| text == first)
            .filter(|_| first == last && texts.len() > 1)
        {
            part(&[first], Some(own as u32 + 1));
        }
    }
    ways
}

/// The elements from the record's own down to `element`; none if that is not in the record.
fn steps_to(unit: &LabelledUnit<'_>, element: NodeId) -> Option<Vec<Step>> {
    let page = unit.page;
    let top = unit.run.iter().position(|node| page.contains(*node, element))?;
    let own = unit.run[top];
    let within = unit.run[..=top].iter().filter(|node| page.name(**node) == page.name(own)).count() as u32;
    let mut steps: Vec<Step> = std::iter::once(element)
        .chain(page.ancestors(element))
        .take_while(|node| page.contains(own, *node))
        .map(|node| step_of(page, node))
        .collect();
    steps.reverse();
    steps.first_mut()?.position = Some(within).filter(|_| unit.run.len() > 1);
    Some(steps)
}

fn step_of(page: &Page, element: NodeId) -> Step {
    Step {
        tag: Some(page.name(element).to_owned()),
        id: page.attribute(element, "id").filter(|id| !id.is_empty()).map(str::to_owned),
        classes: page.classes(element).map(str::to_owned).collect(),
        position: Some(position_of(page, element)),
    }
}

/// What ways have in common that lead to the same kind of place.
fn kind_of(way: &Way) -> String {
    let names: Vec<&str> = way.steps.iter().filter_map(|step| step.tag.as_deref()).collect();
    let is_part = !way.before.is_empty() || !way.after.is_empty();
    format!("{}|{:?}|{:?}|{is_part}", names.join("/"), way.attribute, way.own_text)
}

/// The way of a group that leads to the most values and the fewest other texts, with how many of each.
fn best_way(
    units: &[LabelledUnit<'_>],
    k: usize,
    group: &[&Lead],
    many: bool,
    served: &[bool],
) -> Option<(Way, usize, usize)> {
    let mut agreed = group.first()?.way.clone();
    for lead in &group[1..] {
        agreed = agree(&agreed, &lead.way);
    }
    let plain = Way { beside: None, steps: without_positions(&agreed.steps), ..agreed.clone() };
    let no_ids = |way: &Way| Way {
        steps: way.steps.iter().map(|step| Step { id: None, ..step.clone() }).collect(),
        ..way.clone()
    };
    let placed = Way { beside: None, ..agreed.clone() };
    let labelled = Way { steps: plain.steps.clone(), ..agreed.clone() };
    let last_placed = Way { steps: last_position(&agreed.steps), ..plain.clone() };
    let variants = [no_ids(&plain), labelled, last_placed, placed, agreed];
    let judged = variants.into_iter().map(|way| {
        let (right, wrong) = judge(units, k, &way, many, served);
        (way, right, wrong)
    });
    // The first of equals: what asks least of a page holds on most.
    judged.rev().max_by_key(|(_, right, wrong)| *right as i64 - (RIGHT_FOR_WRONG * wrong) as i64)
}

fn agree(one: &Way, other: &Way) -> Way {
    let both = |a: &Option<String>, b: &Option<String>| a.clone().filter(|a| Some(a) == b.as_ref());
    let steps = one.steps.iter().zip(&other.steps).map(|(a, b)| agree_step(a, b)).collect();
    Way {
        steps,
        beside: both(&one.beside, &other.beside),
        before: common_end(&one.before, &other.before),
        after: common_start(&one.after, &other.after),
        ..one.clone()
    }
}

fn agree_step(one: &Step, other: &Step) -> Step {
    let both = |a: &Option<String>, b: &Option<String>| a.clone().filter(|a| Some(a) == b.as_ref());
    Step {
        tag: both(&one.tag, &other.tag),
        id: both(&one.id, &other.id),
        classes: one.classes.iter().filter(|class| other.classes.contains(class)).cloned().collect(),
        position: one.position.filter(|position| Some(*position) == other.position),
    }
}

fn common_start(one: &str, other: &str) -> String {
    one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

fn common_end(one: &str, other: &str) -> String {
    let shared = one.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b);
    let reversed: Vec<char> = shared.map(|(a, _)| a).collect();
    reversed.into_iter().rev().collect()
}

fn without_positions(steps: &[Step]) -> Vec<Step> {
    steps.iter().map(|step| Step { position: None, ..step.clone() }).collect()
}

/// The position of the last element alone, and of the first, which is the place within a run.
fn last_position(steps: &[Step]) -> Vec<Step> {
    let last = steps.len().saturating_sub(1);
    let keep = |at: usize| at == last || at == 0;
    let step =
        |(at, step): (usize, &Step)| Step { position: step.position.filter(|_| keep(at)), ..step.clone() };
    steps.iter().enumerate().map(step).collect()
}

/// How many labelled values a way leads to, and how many other texts, in the records that no way serves yet.
fn judge(units: &[LabelledUnit<'_>], k: usize, way: &Way, many: bool, served: &[bool]) -> (usize, usize) {
    let field = UnitField { ways: vec![way.clone()], many };
    let (mut right, mut wrong) = (0, 0);
    for unit in units.iter().zip(served).filter(|(_, served)| !**served).map(|(unit, _)| unit) {
        for found in field.values(unit.page, &unit.run) {
            if is_labelled(&found, &unit.record[k], &unit.values[k]) { right += 1 } else { wrong += 1 }
        }
    }
    (right, wrong)
}

/// Whether a value found is one that the label has: the same text, or the same bytes where the label says more than the page.
fn is_labelled(found: &UnitValue, places: &[Option<Place>], values: &[String]) -> bool {
    let squashed = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let own = squashed(&found.text);
    values.iter().any(|value| squashed(value) == own)
        || places.iter().flatten().any(|place| Some(place.span) == found.span)
}

/// Which elements begin a record: as little as tells them from all others that hold values.
fn learn_unit(
    pages: &[UnitPage<'_>],
    starts: &[Vec<Option<NodeId>>],
    until_next: bool,
    fields: Vec<UnitField>,
    attributes: &[&str],
    some: bool,
) -> Option<UnitRecords> {
    let mut agreed: Option<Vec<Step>> = None;
    for (page, starts) in pages.iter().zip(starts) {
        for start in starts.iter().flatten() {
            let around = std::iter::once(*start).chain(page.page.ancestors(*start));
            let elements = around.filter(|node| page.page.is_element(*node)).take(STEPS);
            let steps: Vec<Step> = elements.map(|node| step_of(page.page, node)).collect();
            agreed = Some(match agreed {
                None => steps,
                Some(known) => known.iter().zip(&steps).map(|(a, b)| agree_step(a, b)).collect(),
            });
        }
    }
    let mut agreed = agreed?;
    agreed.first_mut()?.position = None;
    let named = agreed.iter().take_while(|step| step.tag.is_some()).count();
    let chain = |length: usize, placed: bool| -> Vec<Step> {
        if placed { agreed[..length].to_vec() } else { without_positions(&agreed[..length]) }
    };
    let always = |k: usize| is_always(pages, k);
    let keys: Vec<Option<String>> = std::iter::once(None)
        .chain(
            (0..attributes.len())
                .filter(|k| always(*k) && !fields[*k].ways.is_empty())
                .map(|k| Some(attributes[k].to_owned())),
        )
        .collect();
    let mut best: Option<(usize, UnitRecords)> = None;
    for key in keys {
        for (length, placed) in (1..=named).flat_map(|length| [(length, false), (length, true)]) {
            let unit = Unit { steps: chain(length, placed), until_next, key: key.clone() };
            let records = UnitRecords { unit, fields: fields.clone() };
            let wrong = wrong_records(pages, starts, &records, attributes, some);
            if best.as_ref().is_none_or(|(fewest, _)| wrong < *fewest) {
                best = Some((wrong, records));
            }
            if wrong == 0 {
                return best.map(|(_, records)| records);
            }
        }
    }
    best.map(|(_, records)| records)
}

/// Whether every labelled record has an attribute.
fn is_always(pages: &[UnitPage<'_>], k: usize) -> bool {
    pages.iter().flat_map(|page| &page.values).all(|values| !values[k].is_empty())
}

/// Records missed, and elements taken for records that are none.
fn wrong_records(
    pages: &[UnitPage<'_>],
    starts: &[Vec<Option<NodeId>>],
    records: &UnitRecords,
    attributes: &[&str],
    some: bool,
) -> usize {
    let key = records.unit.key.as_deref().and_then(|key| attributes.iter().position(|name| *name == key));
    let always: Vec<usize> = (0..attributes.len()).filter(|k| is_always(pages, *k)).collect();
    let mut wrong = 0;
    for (page, starts) in pages.iter().zip(starts) {
        let picked = elements_at(page.page, &records.unit.steps);
        let mut wanted: Vec<NodeId> = starts.iter().flatten().copied().collect();
        wanted.sort_unstable();
        wrong += wanted.iter().filter(|start| picked.binary_search(start).is_err()).count();
        for start in &picked {
            let run =
                if records.unit.until_next { run_from(page.page, *start, &picked) } else { vec![*start] };
            let has = |k: usize| !records.fields[k].values(page.page, &run).is_empty();
            let is_record = key.map_or_else(|| (0..attributes.len()).any(has), has);
            let is_labelled = wanted.binary_search(start).is_ok();
            let is_kin = some && !is_labelled && always.iter().all(|k| has(*k));
            wrong += usize::from(is_record != is_labelled && !is_kin);
        }
    }
    wrong
}

fn count_found(
    pages: &[UnitPage<'_>],
    records: &UnitRecords,
    attributes: &[&str],
    k: usize,
) -> (usize, usize, usize) {
    let squashed = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let (mut right, mut labelled, mut wrong) = (0, 0, 0);
    for page in pages {
        let mut wanted: TextMap<String, usize> = TextMap::default();
        for (record, values) in page.records.iter().zip(&page.values) {
            for (value, place) in values[k].iter().zip(&record[k]) {
                let bytes = place.as_ref().map(|place| page.page.source().slice(place.span));
                let text = bytes.map_or(value.clone(), |bytes| {
                    crate::text::value_text(bytes, page.page.source().encoding, crate::References::Decoded)
                });
                *wanted.entry(squashed(&text)).or_default() += 1;
                labelled += 1;
            }
        }
        for found in records.find(page.page, attributes).iter().flat_map(|record| &record[k]) {
            match wanted.get_mut(&squashed(&found.text)).filter(|left| **left > 0) {
                Some(left) => {
                    *left -= 1;
                    right += 1;
                }
                None => wrong += 1,
            }
        }
    }
    (right, labelled, wrong)
}
