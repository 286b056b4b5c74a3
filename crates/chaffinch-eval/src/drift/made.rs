//! Later versions of a labelled list that are made from it: its records are in other markup, the first of them are gone, and others are
//! new. A site that is built anew keeps what it tells and changes everything around it.

use super::values_shared;
use crate::edits::{Edit, edited, tags};
use chaffinch_core::{NodeId, Page, Span, collapse_space};
use chaffinch_gold::{GoldPage, GoldRecord, Labels};
use chaffinch_wrapper::{Applied, FoundValue, Wrapper};
use std::fmt;

/// A way in which a list changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// An attribute is gone.
    Dropped,
    /// All classes and ids have other names.
    Classes,
    /// Elements are around the values and the records.
    Wrapped,
    /// Some records stand in a box in front of the list, too.
    Beside,
    /// Other elements are used for the same.
    Tags,
    /// Other classes, other elements, and elements around them.
    All,
}

impl Change {
    pub(super) const EACH: [Change; 6] =
        [Change::Dropped, Change::Classes, Change::Wrapped, Change::Beside, Change::Tags, Change::All];
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Change::Dropped => "an attribute is gone",
            Change::Classes => "other classes",
            Change::Wrapped => "elements around",
            Change::Beside => "a box beside",
            Change::Tags => "other elements",
            Change::All => "all markup",
        })
    }
}

/// A labelled list as it was and as it became.
pub(super) struct Made {
    pub first: (GoldPage, Vec<u8>),
    pub later: Vec<(Change, GoldPage, Vec<u8>)>,
}

/// A list of fewer records is not divided.
const FEWEST: usize = 6;
/// Of so many records one is gone in the later versions, and one is new.
const GONE: usize = 3;

/// The versions of a labelled page, given what a wrapper that was learned from its labels reads there; none if the records have no
/// elements of their own.
pub(super) fn versions(gold: &GoldPage, page: &Page, wrapper: &Wrapper, read: &Applied) -> Option<Made> {
    let list = List::of(gold, page, wrapper, read)?;
    let count = list.records.len();
    let gone = count / GONE;
    let without = |left_out: std::ops::Range<usize>| -> (Vec<Edit>, Vec<GoldRecord>) {
        let spans = list.records[left_out.clone()].iter().map(|record| record.span);
        let kept = list.records.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
        (spans.map(Edit::remove).collect(), kept.map(|(_, record)| record.gold.clone()).collect())
    };
    let version = |change: &str, records: Vec<GoldRecord>| GoldPage {
        id: format!("{} {change}", gold.id),
        labels: Labels::Records(records),
        ..gold.clone()
    };
    let (edits, records) = without(count - gone..count);
    let first = (version("at first", records), edited(page, edits));
    let later = Change::EACH.into_iter().filter_map(|change| {
        let (mut edits, mut records) = without(0..gone);
        edits.extend(list.edits(page, wrapper, change, gone, &mut records)?);
        Some((change, version(&change.to_string(), records), edited(page, edits)))
    });
    Some(Made { later: later.collect(), first })
}

/// The records of a page, in its order.
struct List {
    records: Vec<Record>,
}

struct Record {
    gold: GoldRecord,
    /// The element that it is.
    root: NodeId,
    span: Span,
    values: Vec<FoundValue>,
}

impl List {
    fn of(gold: &GoldPage, page: &Page, wrapper: &Wrapper, read: &Applied) -> Option<List> {
        let mut free: Vec<&GoldRecord> = gold.records().iter().collect();
        let mut records = Vec::new();
        for values in &read.rows {
            let (start, end) = reach(values)?;
            let others = read.rows.iter().filter(|other| *other != values);
            let outside: Vec<Span> = others.flatten().filter_map(|found| found.span).collect();
            let is_own = |id: &NodeId| {
                let around = tags(page, *id).map(|(open, close)| Span::new(open.start, close.end));
                around.is_some_and(|around| {
                    around.start <= start
                        && end <= around.end
                        && !outside.iter().any(|other| around.start < other.end && other.start < around.end)
                })
            };
            let root = page.ids().find(is_own)?;
            let (open, close) = tags(page, root)?;
            let best = (0..free.len()).max_by_key(|at| values_shared(wrapper, values, free[*at]))?;
            if values_shared(wrapper, values, free[best]) == 0 {
                return None;
            }
            let span = Span::new(open.start, close.end);
            records.push(Record { gold: free.remove(best).clone(), root, span, values: values.clone() });
        }
        records.sort_by_key(|record| record.span.start);
        let apart = records.windows(2).all(|two| two[0].span.end <= two[1].span.start);
        (apart && free.is_empty() && records.len() >= FEWEST).then_some(List { records })
    }

    /// The edits that make a change in the records from `from` on, and their new labels; none where the list cannot change so.
    fn edits(
        &self,
        page: &Page,
        wrapper: &Wrapper,
        change: Change,
        from: usize,
        labels: &mut [GoldRecord],
    ) -> Option<Vec<Edit>> {
        let records = &self.records[from..];
        Some(match change {
            Change::Dropped => {
                let k = dropped(wrapper, records)?;
                let name = &wrapper.attributes[k].name;
                labels.iter_mut().for_each(|label| drop(label.values.remove(name)));
                records.iter().flat_map(|record| record.without(page, k)).collect()
            }
            Change::Classes => classes(page),
            Change::Wrapped => wrapped(page, records),
            Change::Beside => vec![beside(page, records)?],
            Change::Tags => elements(page),
            Change::All => [classes(page), elements(page), wrapped(page, records)].concat(),
        })
    }
}

fn reach(values: &[FoundValue]) -> Option<(u32, u32)> {
    let spans = || values.iter().filter_map(|found| found.span);
    Some((spans().map(|span| span.start).min()?, spans().map(|span| span.end).max()?))
}

/// The last attribute but the first that most records have, and no value of which is a part of another's: `Feeder` of `1. Feeder`
/// cannot be gone while the whole is still there.
fn dropped(wrapper: &Wrapper, records: &[Record]) -> Option<usize> {
    let has = |record: &&Record, k: usize| record.values.iter().any(|found| found.attribute == k);
    let often = |k: usize| 5 * records.iter().filter(|record| has(record, k)).count() >= 4 * records.len();
    let is_apart = |record: &Record, k: usize| {
        let (own, others): (Vec<&FoundValue>, Vec<&FoundValue>) =
            record.values.iter().partition(|found| found.attribute == k);
        let spans = |values: &[&FoundValue]| values.iter().filter_map(|found| found.span).collect::<Vec<_>>();
        let others = spans(&others);
        spans(&own).iter().all(|a| !others.iter().any(|b| a.start < b.end && b.start < a.end))
    };
    let may_go = |k: &usize| often(*k) && records.iter().all(|record| is_apart(record, *k));
    (1..wrapper.attributes.len()).rev().find(may_go)
}

impl Record {
    /// Takes the elements of an attribute's values away, or the values where other ones stand in their elements.
    fn without(&self, page: &Page, k: usize) -> Vec<Edit> {
        let others: Vec<Span> =
            self.values.iter().filter(|found| found.attribute != k).filter_map(|found| found.span).collect();
        let own = self.values.iter().filter(|found| found.attribute == k).filter_map(|found| found.span);
        let edit = |span: Span| {
            let is_alone = |id: &NodeId| {
                tags(page, *id).is_some_and(|(open, close)| {
                    open.start <= span.start
                        && span.end <= close.end
                        && !others.iter().any(|other| open.start < other.end && other.start < close.end)
                })
            };
            let element = page.descendants(self.root).find(is_alone);
            let around = element.and_then(|id| tags(page, id));
            Edit::remove(around.map_or(span, |(open, close)| Span::new(open.start, close.end)))
        };
        own.map(edit).collect()
    }
}

/// Other names for all classes and ids.
fn classes(page: &Page) -> Vec<Edit> {
    let attributes = page.ids().filter(|id| page.is_element(*id)).flat_map(|id| page.attributes(id));
    let named = attributes.filter(|attribute| matches!(attribute.name.as_ref(), "class" | "id"));
    let renamed = |value: &str| -> String {
        let names =
            value.split_whitespace().map(|name| format!("n-{}", name.chars().rev().collect::<String>()));
        names.collect::<Vec<_>>().join(" ")
    };
    named
        .filter_map(|own| Some(Edit { at: own.span?, with: renamed(page.value(own)).into_bytes() }))
        .collect()
}

/// Elements around the records' content and around values in texts.
fn wrapped(page: &Page, records: &[Record]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for record in records {
        let may_hold = matches!(page.name(record.root), "li" | "div" | "article" | "section" | "td" | "dd");
        let around = tags(page, record.root).filter(|_| may_hold);
        edits.extend(around.map(|(open, _)| Edit::insert(open.end, "<div class=inner>")));
        for span in record.values.iter().filter_map(|found| found.span) {
            let bytes = page.source().slice(span);
            let in_text = page.ids().any(|id| page.runs(id).iter().any(|run| is_in(span, run.span)));
            if in_text && !bytes.contains(&b'<') {
                edits.push(Edit::insert(span.start, "<span class=value>"));
                edits.push(Edit::insert(span.end, "</span>"));
            }
        }
        edits.extend(around.map(|(_, close)| Edit::insert(close.start, "</div>")));
    }
    edits
}

fn is_in(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// A box with the first values of some records, in front of the list.
fn beside(page: &Page, records: &[Record]) -> Option<Edit> {
    const SHOWN: usize = 4;
    let around = records.windows(2).map(|two| page.common_ancestor(two[0].root, two[1].root)).min()?;
    let mut above = std::iter::once(around).chain(page.ancestors(around));
    let list = above.find(|id| !matches!(page.name(*id), "table" | "thead" | "tbody" | "tr" | "dl"))?;
    let at = match page.is(list, "body") || page.is(list, "html") {
        true => page.node(page.element_children(page.body()).next()?).start_tag?.start,
        false => page.node(list).start_tag?.start,
    };
    let shown = records.iter().filter_map(|record| record.values.first()).take(SHOWN);
    let item = |found: &FoundValue| {
        format!(
            "<li><a href=\"#\">{}</a></li>",
            collapse_space(&found.text).replace('&', "&amp;").replace('<', "&lt;")
        )
    };
    let items: String = shown.map(item).collect();
    Some(Edit::insert(at, format!("<div class=popular><h4>Popular now</h4><ul>{items}</ul></div>")))
}

/// Other elements for the same; tables become plain elements where all their parts have both tags.
fn elements(page: &Page) -> Vec<Edit> {
    const OTHERS: [(&str, &str); 22] = [
        ("b", "strong"),
        ("strong", "b"),
        ("i", "em"),
        ("em", "i"),
        ("span", "small"),
        ("small", "span"),
        ("div", "section"),
        ("section", "div"),
        ("article", "div"),
        ("p", "div"),
        ("ul", "div"),
        ("ol", "div"),
        ("li", "article"),
        ("h1", "h2"),
        ("h2", "h3"),
        ("h3", "h4"),
        ("h4", "h3"),
        ("h5", "h4"),
        ("font", "span"),
        ("dl", "div"),
        ("dt", "h4"),
        ("dd", "p"),
    ];
    const TABLES: [(&str, &str); 7] = [
        ("table", "div"),
        ("thead", "div"),
        ("tbody", "div"),
        ("tfoot", "div"),
        ("tr", "div"),
        ("td", "span"),
        ("th", "span"),
    ];
    let is_whole = |id: NodeId| page.node(id).start_tag.is_none() == page.node(id).end_tag.is_none();
    let is_table = |id: &NodeId| TABLES.iter().any(|(name, _)| page.is(*id, name));
    let without_tables = page.ids().filter(is_table).all(is_whole);
    let mut edits = Vec::new();
    for id in page.ids().filter(|id| page.is_element(*id)) {
        let name = page.name(id);
        let other =
            OTHERS.iter().chain(TABLES.iter().filter(|_| without_tables)).find(|(own, _)| *own == name);
        let (Some((_, other)), Some((open, close))) = (other, tags(page, id)) else { continue };
        let length = name.len() as u32;
        let starts = [(open.start + 1), (close.start + 2)];
        edits.extend(
            starts.map(|at| Edit { at: Span::new(at, at + length), with: other.as_bytes().to_vec() }),
        );
    }
    edits
}
