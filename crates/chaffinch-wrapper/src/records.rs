//! Learning lists from the values of their records.

use crate::class::WrapperClass;
use crate::example::{Example, Examples, Instance, LabelError, Tuple};
use crate::kin::{learn_supersets, simpler, with_space};
use crate::learn::{ClassFailure, LearnError, LearnSettings, learn_strings};
use crate::node::learn_node_records;
use crate::pac::Evidence;
use crate::places::{Place, PlacedRecord, find_places};
use crate::sites::Labelled;
use crate::typed::as_written;
use crate::units::{LearnedUnits, UnitPage, learn_units};
use crate::wrapper::{LearnReport, Rules, Wrapper};
use chaffinch_core::{Limits, NodeId, NodeKind, Page, Span};
use chaffinch_gold::GoldRecord;
use chaffinch_page::{Origin, parse};
use std::borrow::Cow;

/// Learns from pages whose records are labelled with values. The values are looked for on the pages; then delimiters are
/// learned around them where a class fits, otherwise places in the tree.
pub(crate) fn learn_records(
    attributes: &[String],
    pages: &[Labelled],
    settings: &LearnSettings,
) -> Result<LearnReport, LearnError> {
    let parsed: Vec<Page> = pages.iter().map(|page| read_tree(page, settings)).collect::<Result<_, _>>()?;
    let written = as_written(attributes, pages, &parsed);
    let labels: Vec<Vec<Vec<&[String]>>> = written
        .iter()
        .map(|records| records.iter().map(|record| record.iter().map(Vec::as_slice).collect()).collect())
        .collect();
    let placed: Vec<Vec<PlacedRecord>> =
        parsed.iter().zip(&labels).map(|(page, records)| find_places(page, records)).collect();
    let mut notes = missing_values(attributes, pages, &labels, &placed);
    let order = columns(attributes, &placed);
    if order.is_empty() {
        let message =
            notes.first().cloned().unwrap_or_else(|| "the examples have no record with a value".to_owned());
        return Err(LabelError::Nothing(message).into());
    }
    let names: Vec<String> = order.iter().map(|k| attributes[*k].clone()).collect();
    let examples = examples_of(&names, &order, pages, &labels, &placed);
    // Some of an attribute's values may stand in further elements of their own: what is around these is alike then.
    let outer: Vec<Vec<PlacedRecord>> =
        parsed.iter().zip(&placed).map(|(page, records)| with_own_elements(page, records)).collect();
    let outer = Some(&outer).filter(|outer| **outer != placed);
    let outer = outer.and_then(|outer| examples_of(&names, &order, pages, &labels, outer));
    let mut failures: Vec<ClassFailure> = Vec::new();
    let placed_so = || [examples.as_ref(), outer.as_ref()].into_iter().flatten();
    // A page may write space around some values only.
    let spaced = placed_so().filter_map(|examples| {
        let spaced = with_space(examples);
        (spaced != *examples).then_some(Cow::Owned(spaced))
    });
    let readings = placed_so().map(Cow::Borrowed).chain(spaced);
    for examples in readings.filter(|_| settings.class.is_none_or(WrapperClass::has_delimiters)) {
        match learn_strings(&examples, settings) {
            Ok(learned) => {
                let rules = Rules::Tuples(learned.wrapper);
                return Ok(LearnReport {
                    notes,
                    ..LearnReport::of_tuples(&examples, rules, learned.failures)
                });
            }
            Err(LearnError::Inconsistent { failures: found }) if failures.is_empty() => failures = found,
            Err(LearnError::Inconsistent { .. }) => {}
            Err(label) => return Err(label),
        }
    }
    if settings.class.is_some_and(WrapperClass::has_delimiters) {
        return Err(match failures.is_empty() {
            true => LabelError::Nothing(notes.join("; ")).into(),
            false => LearnError::Inconsistent { failures },
        });
    }
    let unit_pages = unit_pages(&parsed, placed, &labels, &order);
    let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
    let units = learn_units(&unit_pages, &wanted, false);
    let by_order =
        || examples.as_ref().and_then(|examples| Some((examples, learn_node_records(examples).ok()?)));
    match units {
        Some(units) if units.is_good() => {
            notes.extend(units.doubts(&names));
            let wrapper = Wrapper::of_units(&names, pages, &unit_pages, units.records);
            let evidence = Evidence { class: Some(WrapperClass::Node), ..Evidence::default() };
            Ok(LearnReport { wrapper, evidence, failures, notes })
        }
        _ => match by_order() {
            Some((examples, nodes)) => {
                Ok(LearnReport { notes, ..LearnReport::of_tuples(examples, Rules::Nodes(nodes), failures) })
            }
            None => {
                let reason =
                    "the records have no elements of their own in which their values stand alike".into();
                failures.push(ClassFailure {
                    class: WrapperClass::Node,
                    attribute: None,
                    reason,
                    places: Vec::new(),
                });
                Err(LearnError::Inconsistent { failures })
            }
        },
    }
}

/// Wrappers from pages of which some records are labelled; they may read up to `most` others. A value that stands nowhere is left out.
pub(crate) fn learn_records_of_some(
    attributes: &[String],
    pages: &[Labelled],
    most: usize,
    settings: &LearnSettings,
) -> Vec<LearnReport> {
    let parsed: Result<Vec<Page>, LearnError> = pages.iter().map(|page| read_tree(page, settings)).collect();
    let Ok(parsed) = parsed else { return Vec::new() };
    let labels: Vec<Vec<Vec<&[String]>>> = pages
        .iter()
        .map(|(page, _)| page.records().iter().map(|record| values_of(record, attributes)).collect())
        .collect();
    let placed: Vec<Vec<PlacedRecord>> =
        parsed.iter().zip(&labels).map(|(page, records)| find_places(page, records)).collect();
    let order = columns(attributes, &placed);
    if order.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = order.iter().map(|k| attributes[*k].clone()).collect();
    let examples = placed_examples(&names, &order, pages, &placed);
    let mut learned = Vec::new();
    for examples in simpler(&examples) {
        learned.extend(learn_supersets(&examples, most, settings));
    }
    let unit_pages = unit_pages(&parsed, placed, &labels, &order);
    let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(units) = learn_units(&unit_pages, &wanted, true).filter(LearnedUnits::gives_most) {
        let wrapper = Wrapper::of_units(&names, pages, &unit_pages, units.records);
        let evidence = Evidence { class: Some(WrapperClass::Node), ..Evidence::default() };
        learned.push(LearnReport { wrapper, evidence, failures: Vec::new(), notes: Vec::new() });
    }
    learned
}

fn values_of<'g>(record: &'g GoldRecord, attributes: &[String]) -> Vec<&'g [String]> {
    attributes.iter().map(|name| record.values(name)).collect()
}

/// The labels of pages with the attributes in this order.
fn unit_pages<'p>(
    pages: &'p [Page],
    placed: Vec<Vec<PlacedRecord>>,
    labels: &[Vec<Vec<&[String]>>],
    order: &[usize],
) -> Vec<UnitPage<'p>> {
    let mut seen = Vec::with_capacity(pages.len());
    for ((page, records), values) in pages.iter().zip(placed).zip(labels) {
        seen.push(UnitPage {
            page,
            records: records.into_iter().map(|record| picked(record, order)).collect(),
            values: values.iter().map(|record| order.iter().map(|k| record[*k].to_vec()).collect()).collect(),
        });
    }
    seen
}

/// The same places with the elements around them that hold nothing but the value: `<b>Ann Lee</b>` where others write `Ann Lee`.
fn with_own_elements(page: &Page, records: &[PlacedRecord]) -> Vec<PlacedRecord> {
    /// Elements within each other around one value.
    const MOST: usize = 4;
    let is_inline = |id: NodeId| {
        const INLINE: [&str; 12] =
            ["a", "b", "big", "em", "font", "i", "mark", "small", "span", "strong", "tt", "u"];
        INLINE.contains(&page.name(id))
    };
    // The element of which a node is all that there is to read.
    let own = |id: NodeId| -> Option<NodeId> {
        let around = page.node(id).parent.filter(|around| page.is_element(*around) && is_inline(*around))?;
        let is_blank = |other: NodeId| {
            page.node(other).kind != NodeKind::Element && page.own_text(other).trim().is_empty()
        };
        page.children(around).all(|child| child == id || is_blank(child)).then_some(around)
    };
    let record = |record: &PlacedRecord| -> PlacedRecord {
        let spans: Vec<Span> = record.iter().flatten().flatten().map(|place| place.span).collect();
        let widened = |place: &Place| {
            let mut place = place.clone();
            if place.attribute.is_some() || !place.whole || place.nodes.0 != place.nodes.1 {
                return place;
            }
            let elements = std::iter::successors(own(place.nodes.0), |id| own(*id)).take(MOST);
            let inner = place.span;
            for (start, end) in elements.map_while(|id| page.node(id).start_tag.zip(page.node(id).end_tag)) {
                let span = Span { start: start.start, end: end.end };
                if spans
                    .iter()
                    .any(|other| *other != inner && other.start < span.end && span.start < other.end)
                {
                    break;
                }
                place.span = span;
            }
            place
        };
        record.iter().map(|values| values.iter().map(|place| place.as_ref().map(widened)).collect()).collect()
    };
    records.iter().map(record).collect()
}

/// The values that have a place, as byte ranges. A record that reaches into the one before it is left out.
fn placed_examples(
    names: &[String],
    order: &[usize],
    pages: &[Labelled],
    placed: &[Vec<PlacedRecord>],
) -> Examples {
    let example = |((page, bytes), placed): (&Labelled, &Vec<PlacedRecord>)| {
        let tuple = |record: &PlacedRecord| {
            let mut instances: Vec<Instance> = Vec::new();
            for (attribute, k) in order.iter().enumerate() {
                let spans = record[*k].iter().flatten().map(|place| place.span);
                instances.extend(spans.map(|span| Instance { attribute, span }));
            }
            instances.sort_by_key(|instance| (instance.span.start, instance.span.end));
            instances.dedup_by(|later, earlier| later.span.start < earlier.span.end);
            Tuple { instances }
        };
        let mut tuples: Vec<Tuple> = placed.iter().map(tuple).collect();
        tuples.retain(|tuple| !tuple.instances.is_empty());
        tuples.sort_by_key(|tuple| tuple.instances[0].span.start);
        tuples.dedup_by(|later, earlier| {
            let end = earlier.instances.last().map_or(0, |instance| instance.span.end);
            later.instances[0].span.start < end
        });
        Example { name: page.page.clone(), bytes: bytes.clone(), tuples }
    };
    Examples { attributes: names.to_vec(), pages: pages.iter().zip(placed).map(example).collect() }
}

/// The tree of a labelled page.
pub(crate) fn read_tree((page, bytes): &Labelled, settings: &LearnSettings) -> Result<Page, LearnError> {
    if bytes.len() > settings.page_bytes {
        let (length, limit) = (bytes.len(), settings.page_bytes);
        return Err(LabelError::TooLarge { page: page.page.clone(), length, limit }.into());
    }
    let origin = Origin { name: &page.page, ..Origin::default() };
    let parsed = parse(bytes.clone(), origin, &Limits::default());
    Ok(parsed.map_err(|problem| LabelError::Nothing(problem.to_string()))?.page)
}

/// A sentence for each attribute of a page some of whose values stand nowhere.
fn missing_values(
    attributes: &[String],
    pages: &[Labelled],
    labels: &[Vec<Vec<&[String]>>],
    placed: &[Vec<PlacedRecord>],
) -> Vec<String> {
    let mut notes = Vec::new();
    for (((page, _), labels), placed) in pages.iter().zip(labels).zip(placed) {
        for (k, name) in attributes.iter().enumerate() {
            let values =
                labels.iter().zip(placed).flat_map(|(values, places)| values[k].iter().zip(&places[k]));
            let missing: Vec<&String> =
                values.clone().filter(|(_, place)| place.is_none()).map(|(value, _)| value).collect();
            if let Some(first) = missing.first() {
                let (count, all, line) = (missing.len(), values.count(), page.line);
                let first: String = first.chars().take(60).collect();
                let said = match count {
                    1 => format!(
                        "line {line}: {}: the value {first:?} of `{name}` stands nowhere near its record",
                        page.page
                    ),
                    _ => format!(
                        "line {line}: {}: {count} of {all} values of `{name}` stand nowhere near their records, {first:?} among them",
                        page.page
                    ),
                };
                notes.push(said);
            }
        }
    }
    let has_value = |k: usize| labels.iter().flatten().any(|record| !record[k].is_empty());
    let named = attributes.iter().enumerate().filter(|(k, _)| !has_value(*k));
    notes.extend(
        named.map(|(_, name)| format!("`{name}` has no value on any example page, and is no column")),
    );
    notes
}

/// The attributes that have a place, in the order in which records show them.
fn columns(attributes: &[String], placed: &[Vec<PlacedRecord>]) -> Vec<usize> {
    let mut ranks: Vec<(f64, usize)> = Vec::new();
    for k in 0..attributes.len() {
        let (mut sum, mut count) = (0.0, 0.0);
        for record in placed.iter().flatten() {
            let start = |k: usize| record[k].iter().flatten().map(|place| place.span.start).min();
            let Some(own) = start(k) else { continue };
            let before =
                (0..attributes.len()).filter(|other| start(*other).is_some_and(|start| start < own)).count();
            let present = (0..attributes.len()).filter(|other| start(*other).is_some()).count();
            sum += before as f64 / present as f64;
            count += 1.0;
        }
        if count > 0.0 {
            ranks.push((sum / count, k));
        }
    }
    ranks.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    ranks.into_iter().map(|(_, k)| k).collect()
}

fn picked(record: PlacedRecord, order: &[usize]) -> PlacedRecord {
    order.iter().map(|k| record[*k].clone()).collect()
}

/// The labels as byte ranges; none where a value stands nowhere, or two in one place.
fn examples_of(
    names: &[String],
    order: &[usize],
    pages: &[Labelled],
    labels: &[Vec<Vec<&[String]>>],
    placed: &[Vec<PlacedRecord>],
) -> Option<Examples> {
    let mut examples = Examples { attributes: names.to_vec(), pages: Vec::new() };
    for (((page, bytes), labels), placed) in pages.iter().zip(labels).zip(placed) {
        let mut tuples = Vec::new();
        for (values, places) in labels.iter().zip(placed) {
            let mut instances = Vec::new();
            for (attribute, k) in order.iter().enumerate() {
                if values[*k].len() != places[*k].iter().flatten().count() {
                    return None;
                }
                instances.extend(
                    places[*k].iter().flatten().map(|place| Instance { attribute, span: place.span }),
                );
            }
            instances.sort_by_key(|instance| instance.span.start);
            if !instances.is_empty() {
                tuples.push(Tuple { instances });
            }
        }
        tuples.sort_by_key(|tuple: &Tuple| tuple.instances.first().map(|instance| instance.span.start));
        examples.pages.push(Example { name: page.page.clone(), bytes: bytes.clone(), tuples });
    }
    examples.validate().is_ok().then_some(examples)
}

/// The share of labelled values that places in the tree must give.
const GOOD: f64 = 0.5;

impl LearnedUnits {
    fn is_good(&self) -> bool {
        let (right, all, wrong) = self
            .found
            .iter()
            .fold((0, 0, 0), |sum, (right, all, wrong)| (sum.0 + right, sum.1 + all, sum.2 + wrong));
        right as f64 >= GOOD * all.max(right + wrong) as f64
    }

    /// Whether most labelled values are found, whatever else is.
    fn gives_most(&self) -> bool {
        let (right, all) =
            self.found.iter().fold((0, 0), |sum, (right, all, _)| (sum.0 + right, sum.1 + all));
        right > 0 && right as f64 >= GOOD * all as f64
    }

    /// Which attributes are not found as the labels have them.
    fn doubts(&self, names: &[String]) -> Vec<String> {
        let doubt = |(name, (right, all, wrong)): (&String, &(usize, usize, usize))| {
            let more = if *wrong > 0 { format!(", and {wrong} others") } else { String::new() };
            (right < all || *wrong > 0)
                .then(|| format!("`{name}`: {right} of {all} labelled values are found{more}"))
        };
        names.iter().zip(&self.found).filter_map(doubt).collect()
    }
}
