//! Annotations: stretches of a page's text, and elements, with what they are and what they say.

mod marked;
mod recogniser;

pub use recogniser::Recogniser;

use crate::domain::{AnnotationType, Domain};
use crate::fold::Words;
use chaffinch_core::{NodeId, Page, Value};
use chaffinch_survey::Stream;
use regex::Regex;
use std::ops::Range;

/// A stretch of text, or an element, that looks like something of the domain.
#[derive(Debug, Clone)]
pub struct Annotation {
    /// Its type, by number in the domain.
    pub kind: usize,
    /// Where it stands in the stream; empty for an element.
    pub range: Range<usize>,
    /// The nodes it stands in: the text nodes of its stretch, or the element.
    pub nodes: Vec<NodeId>,
    /// What it says, normalised.
    pub value: Option<Value>,
    /// Currency or unit.
    pub unit: Option<String>,
}

/// More annotations than this are not looked at: no page of records has as many.
const MOST: usize = 60_000;

/// All annotations of a page, by type and then by place.
pub fn annotate(page: &Page, stream: &Stream, domain: &Domain) -> Vec<Annotation> {
    let needs_words = domain.annotations.iter().any(|kind| !kind.gazetteers.is_empty());
    let words = if needs_words { Words::of(stream.text()) } else { Words::of("") };
    let mut found = Vec::new();
    for (number, kind) in domain.annotations.iter().enumerate() {
        let before = found.len();
        let stretches = stream.stretches(kind.longest_line);
        of_type(page, stream, &stretches, &words, number, kind, &mut found);
        found[before..].sort_by_key(|a: &Annotation| (a.range.start, std::cmp::Reverse(a.range.end)));
        drop_covered(&mut found, before);
        if found.len() > MOST {
            found.truncate(MOST);
            break;
        }
    }
    found
}

/// Whether the text in `within`, ranges of the stream in order, has at least `least` annotations of these types.
pub(crate) fn is_frequent(
    page: &Page,
    stream: &Stream,
    domain: &Domain,
    types: impl Iterator<Item = usize>,
    within: &[Range<usize>],
    least: usize,
) -> bool {
    let mut found = Vec::new();
    for number in types {
        let kind = &domain.annotations[number];
        let words = Words::of(if kind.gazetteers.is_empty() { "" } else { stream.text() });
        let stretches = overlaps(&stream.stretches(kind.longest_line), within);
        of_type(page, stream, &stretches, &words, number, kind, &mut found);
        if found.len() >= least {
            return true;
        }
    }
    false
}

/// The parts of stretches that lie in one of some ranges; both are in order, and no two of one kind overlap.
fn overlaps(stretches: &[Range<usize>], within: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut stretches = stretches.iter().peekable();
    for range in within {
        while stretches.next_if(|stretch| stretch.end <= range.start).is_some() {}
        for stretch in stretches.clone().take_while(|stretch| stretch.start < range.end) {
            parts.push(stretch.start.max(range.start)..stretch.end.min(range.end));
        }
    }
    parts
}

fn of_type(
    page: &Page,
    stream: &Stream,
    stretches: &[Range<usize>],
    words: &Words,
    number: usize,
    kind: &AnnotationType,
    found: &mut Vec<Annotation>,
) {
    if let Some(recogniser) = kind.recogniser {
        match recogniser.elements(page) {
            Some(nodes) => found.extend(nodes.into_iter().map(|(node, value)| Annotation {
                kind: number,
                range: 0..0,
                nodes: vec![node],
                value: Some(Value::Text(value)),
                unit: None,
            })),
            None => {
                for stretch in stretches {
                    for read in recogniser.find(&stream.text()[stretch.clone()]) {
                        let range = moved(read.range, stretch.start);
                        push(stream, number, kind, range, read.value, read.unit, found);
                    }
                }
            }
        }
    }
    for pattern in &kind.patterns {
        let names: Vec<&str> = pattern.regex().into_iter().flat_map(Regex::capture_names).flatten().collect();
        let found_in = |stretch: &Range<usize>| {
            let start = stretch.start;
            let matches = pattern.find_in(&stream.text()[stretch.clone()]).into_iter().flatten();
            matches.map(move |captures| (start, captures))
        };
        for (start, captures) in stretches.iter().flat_map(found_in) {
            let Some(whole) = captures.name("value").or_else(|| captures.get(0)) else { continue };
            let said = if names.is_empty() { None } else { captures.name("value") };
            let value = said.map(|said| typed(said.as_str()));
            let unit = captures.name("unit").or_else(|| captures.name("currency"));
            let whole = captures.name("whole").unwrap_or(whole);
            let range = moved(whole.range(), start);
            push(stream, number, kind, range, value, unit.map(|u| u.as_str().to_owned()), found);
        }
    }
    if !kind.marked.is_empty() {
        for range in marked::stretches(page, stream, &kind.marked) {
            push(stream, number, kind, range, None, None, found);
        }
    }
    for gazetteer in &kind.gazetteers {
        for range in gazetteer.find(words) {
            push(stream, number, kind, range, None, None, found);
        }
    }
}

fn moved(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

fn push(
    stream: &Stream,
    number: usize,
    kind: &AnnotationType,
    range: Range<usize>,
    value: Option<Value>,
    unit: Option<String>,
    found: &mut Vec<Annotation>,
) {
    let range = stream.trim(range);
    let text = &stream.text()[range.clone()];
    if text.is_empty() || text.contains('\u{1f}') {
        return;
    }
    let capital = text.chars().find(|c| c.is_alphabetic()).is_none_or(|c| !c.is_lowercase());
    if kind.capitalised && !capital {
        return;
    }
    let too_long = |longest: usize| stream.line_length(range.start) > longest;
    if kind.longest_line.is_some_and(too_long) || (kind.alone && stream.line(range.start) != range) {
        return;
    }
    let nodes = stream.nodes(&range).map(|(node, _)| node).collect();
    found.push(Annotation { kind: number, range, nodes, value, unit });
}

/// A number where a text is one.
fn typed(text: &str) -> Value {
    let read = chaffinch_values::number(text.trim(), recogniser::mark_of(text));
    read.filter(|quantity| quantity.unit.is_none()).map_or_else(
        || Value::Text(chaffinch_core::collapse_space(text)),
        |quantity| Value::Number(quantity.value),
    )
}

/// Takes out what lies within another of the same type; the list is sorted from `first` on.
fn drop_covered(found: &mut Vec<Annotation>, first: usize) {
    let mut reach = 0;
    let mut at = 0;
    found.retain(|annotation| {
        at += 1;
        if at <= first || annotation.range.is_empty() {
            return true;
        }
        let covered = annotation.range.end <= reach;
        reach = reach.max(annotation.range.end);
        !covered
    });
}
