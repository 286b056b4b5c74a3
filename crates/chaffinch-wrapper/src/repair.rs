//! Mending a wrapper whose site has changed: the values that it knows are looked for on the changed pages, a wrapper is learned from
//! where they stand now, and of several that could be learned the one is taken whose rows are most like those of the old examples.

use crate::class::Order;
use crate::detail::{DetailExample, learn_detail};
use crate::example::{Examples, Tuple};
use crate::kin::{learn_supersets, simpler, without_body};
use crate::learn::LearnSettings;
use crate::locate::{RecordTexts, locate_records};
use crate::node::Texts;
use crate::page_bytes::PageBytes;
use crate::records::{learn_records, learn_records_of_some};
use crate::sites::Labelled;
use crate::wrapper::{AttributeRule, LearnReport, Rules, Wrapper};
use chaffinch_core::{Limits, NodeId, Page, TextSet, collapse_space};
use chaffinch_gold::{GoldPage, GoldRecord, Labels};
use chaffinch_page::{Origin, parse};
use memchr::memmem;
use thiserror::Error;

/// A wrapper that was mended.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// The new wrapper, with the history of the old one.
    pub wrapper: Wrapper,
    /// What changed, a sentence each.
    pub changes: Vec<String>,
    /// How many of the values that the old wrapper knew the new one reads.
    pub known_values: usize,
}

/// Why a wrapper could not be mended.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RepairError {
    /// There is nothing to mend.
    #[error("all pages fit the wrapper; there is nothing to repair")]
    NothingToDo,
    /// The wrapper keeps no records.
    #[error(
        "the wrapper file keeps no known records; learn it anew, so that it can be repaired from then on"
    )]
    NothingKnown,
    /// The values are gone.
    #[error("none of the known values stands on these pages, so that nothing tells where they have gone")]
    NothingFound,
    /// Nothing tells the values apart.
    #[error("{0} of the known values stand on these pages, but no wrapper reads them and their kin")]
    NoWrapper(usize),
}

/// Mends a wrapper for pages that no longer fit it.
///
/// # Errors
/// If nothing of what the wrapper knows is found again, or nothing can be learned from it.
pub fn repair(
    old: &Wrapper,
    pages: &[(String, Vec<u8>)],
    settings: &LearnSettings,
) -> Result<Repaired, RepairError> {
    let changed: Vec<&(String, Vec<u8>)> = pages
        .iter()
        .filter(|(_, bytes)| bytes.len() <= settings.page_bytes)
        .filter(|(_, bytes)| !old.check(&PageBytes::from(&bytes[..])).is_empty())
        .take(MOST_PAGES)
        .collect();
    if changed.is_empty() {
        return Err(RepairError::NothingToDo);
    }
    if old.known.iter().all(|page| page.records.is_empty()) {
        return Err(RepairError::NothingKnown);
    }
    let (candidates, found) = match &old.rules {
        Rules::Tuples(_) | Rules::Nodes(_) | Rules::Units(_) => list_candidates(old, &changed, settings),
        Rules::Detail { rules, .. } => detail_candidates(old, rules, &changed, settings),
    };
    if found == 0 && candidates.is_empty() {
        return Err(RepairError::NothingFound);
    }
    let known = known_values(old);
    let left = Left::of(old, &known, &changed);
    let wrappers =
        candidates.into_iter().map(|report| report.wrapper).chain(without_gone(old, &left, &changed));
    let judged: Vec<(Judgement, Wrapper)> =
        wrappers.map(|wrapper| (worth(old, &wrapper, &changed, &known, &left), wrapper)).collect();
    let most = judged.iter().map(|(judgement, _)| judgement.worth).fold(f64::NEG_INFINITY, f64::max);
    // Of wrappers that read the known records equally well the one is taken that reads most of their kin.
    let good = judged.into_iter().filter(|(judgement, _)| judgement.worth >= most - EQUAL);
    let best = good.max_by(|a, b| a.0.rows.cmp(&b.0.rows).then(a.0.worth.total_cmp(&b.0.worth)));
    let (judgement, wrapper) = best.ok_or(RepairError::NoWrapper(found))?;
    let changes = changes(old, &wrapper);
    let wrapper = with_history(old, wrapper, &changed, &changes);
    Ok(Repaired { wrapper, changes, known_values: judgement.known })
}

/// Which of a site's wrappers are to be mended on which pages: for each wrapper the pages that fit none and that show most of what this
/// one knows. A page that shows nothing that any of them knows is given to the one that it fits best.
pub fn pages_to_repair<'p>(
    wrappers: &[Wrapper],
    pages: &'p [(String, Vec<u8>)],
    settings: &LearnSettings,
) -> Vec<Vec<&'p (String, Vec<u8>)>> {
    let known: Vec<TextSet<(usize, String)>> = wrappers.iter().map(known_values).collect();
    let mut given: Vec<Vec<&(String, Vec<u8>)>> = vec![Vec::new(); wrappers.len()];
    for page in pages.iter().filter(|(_, bytes)| bytes.len() <= settings.page_bytes) {
        let bytes = PageBytes::from(&page.1[..]);
        let misfits: Vec<usize> = wrappers.iter().map(|wrapper| wrapper.check(&bytes).len()).collect();
        let Ok(tree) = bytes.tree() else { continue };
        if misfits.contains(&0) {
            continue;
        }
        let shown = Shown::of(tree);
        let share = |known: &TextSet<(usize, String)>| {
            known.iter().filter(|(_, value)| shown.has(value)).count() as f64 / known.len().max(1) as f64
        };
        let shares: Vec<f64> = known.iter().map(share).collect();
        let better = |a: &usize, b: &usize| {
            shares[*a].total_cmp(&shares[*b]).then(misfits[*b].cmp(&misfits[*a])).then(b.cmp(a))
        };
        if let Some(best) = (0..wrappers.len()).max_by(better) {
            given[best].push(page);
        }
    }
    given
}

/// The old wrapper without the attributes that the pages no longer show: where nothing else has changed, it reads the others as before.
fn without_gone(old: &Wrapper, left: &Left, changed: &[&(String, Vec<u8>)]) -> Option<Wrapper> {
    fn retain<T>(all: &mut Vec<T>, is_left: &[bool]) {
        let mut is_left = is_left.iter();
        all.retain(|_| is_left.next().copied().unwrap_or(true));
    }
    let is_left = &left.attributes;
    if is_left.iter().all(|left| *left) || !is_left.contains(&true) {
        return None;
    }
    let mut wrapper = old.clone();
    retain(&mut wrapper.attributes, is_left);
    let order = match &mut wrapper.rules {
        Rules::Tuples(strings) => {
            retain(&mut strings.attributes, is_left);
            Some(&mut strings.order)
        }
        Rules::Nodes(nodes) => {
            retain(&mut nodes.rules, is_left);
            Some(&mut nodes.order)
        }
        Rules::Units(units) => {
            retain(&mut units.fields, is_left);
            None
        }
        Rules::Detail { .. } => return None,
    };
    match order {
        Some(Order::Loose(occurs)) => retain(occurs, is_left),
        // Which attributes are within which would be another question.
        Some(Order::Nested) => return None,
        Some(Order::Flat | Order::Marked { .. }) | None => {}
    }
    wrapper.learned.pages = changed.iter().map(|(name, _)| name.clone()).collect();
    let pages: Vec<&[u8]> = changed.iter().map(|(_, bytes)| bytes.as_slice()).collect();
    let counts: Vec<usize> =
        pages.iter().map(|page| wrapper.read(&PageBytes::from(*page)).rows.len()).collect();
    wrapper.learned.tuples = counts.iter().sum();
    wrapper.learned.fewest = counts.iter().min().copied().unwrap_or(0);
    wrapper.observe(&pages);
    Some(wrapper)
}

/// Changed pages that are learned from at most.
const MOST_PAGES: usize = 20;

/// Wrappers of a list from the places of known records, and how many values these are.
fn list_candidates(
    old: &Wrapper,
    changed: &[&(String, Vec<u8>)],
    settings: &LearnSettings,
) -> (Vec<LearnReport>, usize) {
    let names: Vec<String> = old.attributes.iter().map(|attribute| attribute.name.clone()).collect();
    let records: Vec<&Vec<Vec<String>>> = old.known.iter().flat_map(|page| &page.records).collect();
    let mut pages: Vec<(&str, Page)> = Vec::new();
    for (name, bytes) in changed {
        let origin = Origin { name, ..Origin::default() };
        if let Ok(parsed) = parse(bytes.clone(), origin, &Limits::default()) {
            pages.push((name, parsed.page));
        }
    }
    // Known records are labels of the pages that show all of their values.
    let shown: Vec<Shown<'_>> = pages.iter().map(|(_, page)| Shown::of(page)).collect();
    let left: Vec<String> = names
        .iter()
        .zip(still_shown(&records, &shown))
        .filter(|(_, is_shown)| *is_shown)
        .map(|(n, _)| n.clone())
        .collect();
    let most_kin = |known: usize| MOST_KIN * old.profile.most.max(known).max(1) * pages.len();
    let mut candidates: Vec<LearnReport> = Vec::new();
    for wanted in [&names, &left] {
        if !candidates.is_empty() && left.len() == names.len() {
            break;
        }
        let labelled: Vec<Labelled> = pages
            .iter()
            .zip(&shown)
            .filter_map(|((name, page), shown)| {
                labelled_by_known(&names, wanted, &records, name, page, shown)
            })
            .collect();
        if labelled.is_empty() || wanted.is_empty() {
            continue;
        }
        let most = most_kin(labelled.iter().map(|(page, _)| page.records().len()).sum());
        let exact = learn_records(wanted, &labelled, settings).ok();
        candidates.extend(exact.as_ref().and_then(|exact| without_body(exact, &labelled, most)));
        candidates.extend(exact);
        candidates.extend(learn_records_of_some(wanted, &labelled, most, settings));
    }
    let mut found = 0;
    for widens in [true, false] {
        let texts: Vec<RecordTexts<'_>> = pages
            .iter()
            .map(|(name, page)| RecordTexts {
                name,
                page,
                records: records.iter().map(|record| record.iter().map(Vec::as_slice).collect()).collect(),
                widens,
            })
            .collect();
        let located = complete(locate_records(&names, &texts));
        found = found
            .max(located.pages.iter().flat_map(|page| &page.tuples).map(|tuple| tuple.instances.len()).sum());
        let most = most_kin(located.tuple_count());
        for examples in simpler(&located) {
            candidates.extend(learn_supersets(&examples, most, settings));
        }
    }
    (candidates, found)
}

/// A page with known records as labels: those all of whose values it shows or, where these are few, those that it shows in part, as
/// far as it does. None where it shows no record.
fn labelled_by_known(
    names: &[String],
    wanted: &[String],
    records: &[&Vec<Vec<String>>],
    name: &str,
    page: &Page,
    shown: &Shown<'_>,
) -> Option<Labelled> {
    /// Whole records from which on parts of others are no labels.
    const ENOUGH: usize = 3;
    let is_wanted: Vec<bool> = names.iter().map(|name| wanted.contains(name)).collect();
    let part = |record: &&Vec<Vec<String>>| -> Vec<Vec<String>> {
        let values = |(values, is_wanted): (&Vec<String>, &bool)| {
            values.iter().filter(|value| *is_wanted && shown.has(value)).cloned().collect()
        };
        record.iter().zip(&is_wanted).map(values).collect()
    };
    let count = |record: &Vec<Vec<String>>| record.iter().flatten().count();
    let all = |record: &Vec<Vec<String>>| {
        record
            .iter()
            .zip(&is_wanted)
            .filter(|(_, wanted)| **wanted)
            .map(|(values, _)| values.len())
            .sum::<usize>()
    };
    let parts: Vec<(Vec<Vec<String>>, usize)> =
        records.iter().map(|record| (part(record), all(record))).filter(|(_, all)| *all > 0).collect();
    let is_whole = |(part, all): &&(Vec<Vec<String>>, usize)| count(part) == *all;
    let is_most = |(part, all): &&(Vec<Vec<String>>, usize)| 2 * count(part) > *all;
    let whole = parts.iter().filter(is_whole).count();
    let gold = |(part, _): &(Vec<Vec<String>>, usize)| GoldRecord {
        values: names
            .iter()
            .cloned()
            .zip(part.iter().cloned())
            .filter(|(name, _)| wanted.contains(name))
            .collect(),
        ..GoldRecord::default()
    };
    let records: Vec<GoldRecord> = match whole >= ENOUGH.min(parts.len()) {
        true => parts.iter().filter(is_whole).map(gold).collect(),
        false => parts.iter().filter(is_most).map(gold).collect(),
    };
    let bytes = page.source().bytes.to_vec();
    let labels = Labels::Records(records);
    let gold = GoldPage { page: name.to_owned(), attributes: wanted.to_vec(), labels, ..GoldPage::default() };
    (!gold.records().is_empty()).then_some((gold, bytes))
}

/// Which attributes the pages still show: of the records that they show in most of their other values, those that have a value of the
/// attribute mostly show it beside these. Values of an attribute that is gone may stand elsewhere: in a menu, or by chance.
fn still_shown(records: &[&Vec<Vec<String>>], pages: &[Shown<'_>]) -> Vec<bool> {
    let attributes = records.first().map_or(0, |record| record.len());
    // For each attribute how many records have it that a page shows otherwise, and for how many the page shows it.
    let mut counts: Vec<(usize, usize)> = vec![(0, 0); attributes];
    for page in pages {
        for record in records {
            let is_shown: Vec<Option<bool>> = record
                .iter()
                .map(|values| (!values.is_empty()).then(|| values.iter().any(|value| page.has(value))))
                .collect();
            let count = |is: bool| is_shown.iter().filter(|own| **own == Some(is)).count();
            let (with, without) = (count(true), count(false));
            let near = page.near(record);
            for (k, (own, counts)) in is_shown.iter().zip(&mut counts).enumerate() {
                let Some(own) = own else { continue };
                let others = with - usize::from(*own);
                if others > 0 && 2 * others >= with + without - 1 {
                    *counts = (counts.0 + 1, counts.1 + usize::from(*own && near[k]));
                }
            }
        }
    }
    counts.into_iter().map(|(all, shown)| shown as f64 >= STILL * all as f64).collect()
}

/// The share of records that must still show an attribute.
const STILL: f64 = 0.4;

/// What stands on a page: its text without white space, and the values of its tags' attributes.
struct Shown<'p> {
    text: String,
    attributes: TextSet<&'p str>,
}

impl<'p> Shown<'p> {
    fn of(page: &'p Page) -> Shown<'p> {
        let elements = page.ids().filter(|id| page.is_element(*id));
        let attributes = elements.flat_map(|id| page.attributes(id)).map(|a| page.value(a).trim());
        Shown { text: without_space(&page.flat_text(NodeId::DOCUMENT)), attributes: attributes.collect() }
    }

    fn has(&self, value: &str) -> bool {
        self.text.contains(&without_space(value)) || self.attributes.contains(value.trim())
    }

    /// For each attribute of a record whether a value of it stands beside a value of another one. Addresses have no place in the text, and
    /// so nothing is known of theirs; where no two attributes stand together, nothing tells which of them has gone.
    fn near(&self, record: &[Vec<String>]) -> Vec<bool> {
        /// Places of a value that are looked at; one that stands more often says little.
        const MOST_PLACES: usize = 8;
        /// Characters beside a value that always belong to its record, and so many times what the record's values have.
        const BESIDE: usize = 200;
        const TIMES: usize = 2;
        let squeezed: Vec<Vec<String>> =
            record.iter().map(|values| values.iter().map(|value| without_space(value)).collect()).collect();
        let reach = BESIDE + TIMES * squeezed.iter().flatten().map(String::len).sum::<usize>();
        let places = |value: &String| -> Vec<usize> {
            memmem::find_iter(self.text.as_bytes(), value).take(MOST_PLACES).collect()
        };
        let places: Vec<Vec<usize>> =
            squeezed.iter().map(|values| values.iter().flat_map(places).collect()).collect();
        let text = self.text.as_bytes();
        let is_near = |k: usize| {
            let others =
                || places.iter().enumerate().filter(|(other, _)| *other != k).flat_map(|(_, own)| own);
            let beside = |at: &usize, value: &String| {
                let window = &text[at.saturating_sub(reach)..(at + reach).min(text.len())];
                memmem::find(window, value.as_bytes()).is_some()
            };
            places[k].is_empty()
                || others().next().is_none()
                || squeezed[k].iter().any(|value| others().any(|at| beside(at, value)))
        };
        let near: Vec<bool> = (0..record.len()).map(is_near).collect();
        let is_known = (0..record.len()).any(|k| near[k] && !places[k].is_empty());
        near.into_iter().map(|near| near || !is_known).collect()
    }
}

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A changed page may have so many times as many records as any example.
const MOST_KIN: usize = 3;

/// Tuples of at least half of their attributes: a single word that a known record has too is found by chance.
fn complete(mut examples: Examples) -> Examples {
    let named = examples.attributes.len();
    let is_enough = |tuple: &Tuple| {
        let mut own: Vec<usize> = tuple.instances.iter().map(|instance| instance.attribute).collect();
        own.sort_unstable();
        own.dedup();
        own.len() >= named.min(2) && 2 * own.len() >= named
    };
    for page in &mut examples.pages {
        page.tuples.retain(is_enough);
    }
    examples.pages.retain(|page| !page.tuples.is_empty());
    without_empty_attributes(examples)
}

/// The same examples without the attributes that have no value left.
fn without_empty_attributes(mut examples: Examples) -> Examples {
    let kept: Vec<usize> =
        (0..examples.attributes.len()).filter(|k| examples.instances(*k).next().is_some()).collect();
    examples.attributes = kept.iter().map(|k| examples.attributes[*k].clone()).collect();
    for instance in examples.pages.iter_mut().flat_map(|page| &mut page.tuples).flat_map(|t| &mut t.instances)
    {
        instance.attribute = kept.iter().position(|k| *k == instance.attribute).unwrap_or(0);
    }
    examples
}

/// A wrapper of pages about one thing: from the values that were known of the same pages, otherwise from the texts that are most
/// like what the old rules lead to.
fn detail_candidates(
    old: &Wrapper,
    rules: &[AttributeRule],
    changed: &[&(String, Vec<u8>)],
    settings: &LearnSettings,
) -> (Vec<LearnReport>, usize) {
    let names: Vec<String> = old.attributes.iter().map(|attribute| attribute.name.clone()).collect();
    let known = |name: &str| {
        let page = old.known.iter().find(|page| file_name(&page.page) == file_name(name))?;
        page.records.first().cloned()
    };
    let mut found = 0;
    let mut of_known: Vec<DetailExample> = Vec::new();
    let mut of_likeness: Vec<DetailExample> = Vec::new();
    for (name, bytes) in changed {
        if let Some(values) = known(name) {
            found += values.iter().filter(|values| !values.is_empty()).count();
            of_known.push(DetailExample { name: name.clone(), bytes: bytes.clone(), values });
        }
        if let Ok(parsed) = parse(bytes.clone(), Origin::default(), &Limits::default()) {
            let values = likeliest(old, rules, &parsed.page);
            of_likeness.push(DetailExample { name: name.clone(), bytes: bytes.clone(), values });
        }
    }
    let learned = [of_known, of_likeness].into_iter().filter(|examples| !examples.is_empty());
    (learned.filter_map(|examples| learn_detail(&names, &examples, settings).ok()).collect(), found)
}

/// For each attribute the texts that agree most with the old rule, however little, if they look like values.
fn likeliest(old: &Wrapper, rules: &[AttributeRule], page: &Page) -> Vec<Vec<String>> {
    /// The share of the evidence that must still hold.
    const LEAST: f64 = 0.25;
    let texts = Texts::new(page);
    let values = |(rule, attribute): (&AttributeRule, &crate::wrapper::Attribute)| {
        let AttributeRule::Node(rule) = rule else { return Vec::new() };
        let weaker = crate::node::NodeRule { threshold: LEAST.min(rule.threshold), ..rule.clone() };
        let picked = weaker.pick(&texts).into_iter().map(|at| texts.all[at].text.clone());
        picked.filter(|text| attribute.shape.misfit(text).is_none()).collect()
    };
    rules.iter().zip(&old.attributes).map(values).collect()
}

fn file_name(page: &str) -> &str {
    page.rsplit(['/', '\\']).next().unwrap_or(page)
}

fn known_values(old: &Wrapper) -> TextSet<(usize, String)> {
    let mut known = TextSet::default();
    for record in old.known.iter().flat_map(|page| &page.records) {
        for (k, values) in record.iter().enumerate() {
            known.extend(values.iter().map(|value| (k, collapse_space(value))));
        }
    }
    known
}

/// What is left on the changed pages of what was known.
struct Left {
    /// The known values that they show, by attribute.
    values: TextSet<(usize, String)>,
    /// Whether they show an attribute beside the other values of its records.
    attributes: Vec<bool>,
}

impl Left {
    fn of(old: &Wrapper, known: &TextSet<(usize, String)>, changed: &[&(String, Vec<u8>)]) -> Left {
        let pages: Vec<PageBytes<'_>> =
            changed.iter().map(|(_, bytes)| PageBytes::from(&bytes[..])).collect();
        let shown: Vec<Shown<'_>> = pages.iter().filter_map(|page| page.tree().ok()).map(Shown::of).collect();
        let is_shown = |value: &str| shown.iter().any(|page| page.has(value));
        let records: Vec<&Vec<Vec<String>>> = old.known.iter().flat_map(|page| &page.records).collect();
        let attributes = match old.rules {
            // Other pages are about other things.
            Rules::Detail { .. } => vec![true; old.attributes.len()],
            _ => still_shown(&records, &shown),
        };
        Left { values: known.iter().filter(|(_, value)| is_shown(value)).cloned().collect(), attributes }
    }
}

/// How much speaks for a mended wrapper.
struct Judgement {
    worth: f64,
    known: usize,
    rows: usize,
}

/// What each misfit with the old examples counts against known values.
const MISFIT: f64 = 0.15;
/// Wrappers whose worth differs by less are equally good.
const EQUAL: f64 = 0.1;
/// What an attribute counts that is read although it is gone.
const INVENTED: f64 = 0.3;
/// What an attribute counts that is not read and of which no value is known.
const UNKNOWN: f64 = 0.7;

/// How many known values a wrapper reads on changed pages, and how alike its rows are to those of the old examples; over 0 to 3.
fn worth(
    old: &Wrapper,
    new: &Wrapper,
    changed: &[&(String, Vec<u8>)],
    known: &TextSet<(usize, String)>,
    left: &Left,
) -> Judgement {
    // The new wrapper's attributes may stand in another order.
    let place_of: Vec<Option<usize>> = new
        .attributes
        .iter()
        .map(|attribute| old.attributes.iter().position(|known| known.name == attribute.name))
        .collect();
    let mut read_known: TextSet<(usize, String)> = TextSet::default();
    let mut misfits = 0.0;
    let mut rows = 0;
    let mut filled = vec![0; old.attributes.len()];
    for (_, bytes) in changed {
        let mut applied = new.read(&PageBytes::from(&bytes[..]));
        for found in applied.rows.iter_mut().flatten() {
            if let Some(k) = place_of[found.attribute] {
                found.attribute = k;
                let value = (k, found.text.clone());
                if known.contains(&value) {
                    read_known.insert(value);
                }
            }
        }
        rows += applied.rows.len();
        for (k, filled) in filled.iter_mut().enumerate() {
            *filled += applied.rows.iter().filter(|row| row.iter().any(|found| found.attribute == k)).count();
        }
        // Marks and the template's texts have changed; it is the values that should be as they were.
        misfits += old.misfits_of_rows(bytes, &applied.rows).len() as f64;
    }
    let of = |values: &TextSet<(usize, String)>, k: usize| values.iter().filter(|(own, _)| *own == k).count();
    let value = |k: usize| {
        if of(known, k) == 0 {
            return if filled[k] > 0 { 1.0 } else { UNKNOWN };
        }
        let is_gone = !left.attributes.get(k).copied().unwrap_or(true);
        match (filled[k], is_gone) {
            (0, true) => 1.0,
            (0, false) => 0.0,
            (_, true) => INVENTED,
            (filled, false) => {
                let share = (of(&read_known, k) as f64 / of(&left.values, k).max(1) as f64).min(1.0);
                let now = filled as f64 / rows.max(1) as f64;
                (1.0 + share + (now / known_share(old, k)).min(1.0)) / 3.0
            }
        }
    };
    let values: f64 = (0..old.attributes.len()).map(value).sum::<f64>() / old.attributes.len().max(1) as f64;
    let misfits = MISFIT * misfits / changed.len() as f64;
    Judgement { worth: 3.0 * values - misfits, known: read_known.len(), rows }
}

/// The share of the known records, over 0 to 1, that have a value of an attribute.
fn known_share(old: &Wrapper, k: usize) -> f64 {
    let records = || old.known.iter().flat_map(|page| &page.records);
    let with = records().filter(|record| record.get(k).is_some_and(|values| !values.is_empty())).count();
    with.max(1) as f64 / records().count().max(1) as f64
}

/// What is different about the new wrapper, for people.
fn changes(old: &Wrapper, new: &Wrapper) -> Vec<String> {
    let mut changes = Vec::new();
    if old.class_names() != new.class_names() {
        changes.push(format!("the class was {} and is {}", old.class_names(), new.class_names()));
    }
    let (was, is) = (places(old), places(new));
    for (name, place) in &is {
        match was.iter().find(|(other, _)| other == name) {
            Some((_, other)) if other == place => changes.push(format!("{name}: as before")),
            Some((_, other)) => changes.push(format!("{name}: was {other}, is {place}")),
            None => changes.push(format!("{name}: is {place}")),
        }
    }
    for (name, _) in was.iter().filter(|(name, _)| !is.iter().any(|(other, _)| other == name)) {
        changes.push(format!("{name}: is found no more"));
    }
    changes
}

/// For each attribute how it is found, in a few words.
fn places(wrapper: &Wrapper) -> Vec<(String, String)> {
    let quoted = |bytes: &[u8]| {
        /// Characters of a mark that are shown.
        const SHOWN: usize = 60;
        let text = String::from_utf8_lossy(bytes);
        let skipped = text.chars().count().saturating_sub(SHOWN);
        format!("{:?}", text.chars().skip(skipped).collect::<String>())
    };
    let path = |rule: &crate::node::NodeRule| {
        let steps = rule
            .paths
            .first()
            .map(|path| path.steps.iter().take(3).rev().map(ToString::to_string).collect::<Vec<_>>());
        format!("in {}", steps.unwrap_or_default().join(" "))
    };
    let place = |k: usize| match &wrapper.rules {
        Rules::Tuples(strings) => format!("behind {}", quoted(&strings.attributes[k].left)),
        Rules::Nodes(nodes) => path(&nodes.rules[k]),
        Rules::Units(units) => {
            let way = units.fields[k].ways.first();
            let steps = way.map(|way| way.steps.iter().map(ToString::to_string).collect::<Vec<_>>());
            format!("in {}", steps.unwrap_or_default().join(" "))
        }
        Rules::Detail { rules, .. } => match &rules[k] {
            AttributeRule::Node(rule) => path(rule),
            AttributeRule::Delimiters(strings) => format!("behind {}", quoted(&strings.attributes[0].left)),
        },
    };
    wrapper.attributes.iter().enumerate().map(|(k, attribute)| (attribute.name.clone(), place(k))).collect()
}

/// Repairs that a file remembers.
const LONGEST_HISTORY: usize = 40;

fn with_history(
    old: &Wrapper,
    mut new: Wrapper,
    changed: &[&(String, Vec<u8>)],
    changes: &[String],
) -> Wrapper {
    let mut history = old.learned.history.clone();
    if history.is_empty() {
        history.push(format!("learned from {}", listed(&old.learned.pages)));
    }
    let pages: Vec<String> = changed.iter().map(|(name, _)| name.clone()).collect();
    history.push(format!("repaired on {}: {}", listed(&pages), changes.join("; ")));
    let excess = history.len().saturating_sub(LONGEST_HISTORY);
    new.learned.history = history.split_off(excess);
    new
}

fn listed(pages: &[String]) -> String {
    match pages {
        [] => "no page".to_owned(),
        [one] => one.clone(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
    }
}
