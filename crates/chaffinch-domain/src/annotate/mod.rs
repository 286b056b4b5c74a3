//! Annotations: stretches of a page's text, and elements, with their type and value.

mod called;
mod marked;
mod recogniser;

pub use recogniser::Recogniser;
pub(crate) use recogniser::mark_of;

use crate::domain::{AnnotationType, Domain};
use crate::fold::Words;
use crate::ids::AnnotationKind;
use chaffinch_core::{NodeId, Page, Value};
use chaffinch_survey::Stream;
use std::ops::Range;

/// A stretch of text, or an element, that looks like something of the domain.
#[derive(Debug, Clone)]
pub struct Annotation {
    /// Its type in the domain.
    pub kind: AnnotationKind,
    /// Its bytes in the stream; empty for an element.
    pub range: Range<usize>,
    /// The text nodes of its stretch, or the element.
    pub nodes: Vec<NodeId>,
    /// Its value, normalised.
    pub value: Option<Value>,
    /// Currency or unit.
    pub unit: Option<String>,
}

/// Most annotations of a page: some thousands of records with all that they hold.
const MOST: usize = 200_000;

/// All annotations of a page, by type and then by where they stand, and whether there are more than are read.
pub(crate) fn annotate(page: &Page, stream: &Stream, domain: &Domain) -> (Vec<Annotation>, bool) {
    let needs_words = domain.annotations.iter().any(|known| !known.gazetteers.is_empty());
    let words = Words::of(if needs_words { stream.text() } else { "" });
    let mut found = Vec::new();
    for (at, known) in domain.annotations.iter().enumerate() {
        let before = found.len();
        let stretches = stream.stretches(known.longest_line);
        Annotator { page, stream, kind: AnnotationKind::from_index(at), known, found: &mut found }
            .look(&stretches, &words);
        found[before..].sort_by_key(|a: &Annotation| (a.range.start, std::cmp::Reverse(a.range.end)));
        drop_covered(&mut found, before);
        if found.len() > MOST {
            found.truncate(MOST);
            return (found, true);
        }
    }
    (found, false)
}

/// Whether there are at least `least` annotations of these types in `within`: ranges of the stream, in order.
pub(crate) fn is_frequent(
    page: &Page,
    stream: &Stream,
    domain: &Domain,
    kinds: impl Iterator<Item = AnnotationKind>,
    within: &[Range<usize>],
    least: usize,
) -> bool {
    let mut found = Vec::new();
    for kind in kinds {
        let known = &domain[kind];
        let words = Words::of(if known.gazetteers.is_empty() { "" } else { stream.text() });
        let stretches = overlaps(&stream.stretches(known.longest_line), within);
        Annotator { page, stream, kind, known, found: &mut found }.look(&stretches, &words);
        if found.len() >= least {
            return true;
        }
    }
    false
}

/// The parts of stretches that lie in one of the ranges. Both lists are in order, and nothing in one list overlaps.
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

/// Finds the annotations of one type.
struct Annotator<'a> {
    page: &'a Page,
    stream: &'a Stream,
    kind: AnnotationKind,
    known: &'a AnnotationType,
    found: &'a mut Vec<Annotation>,
}

impl Annotator<'_> {
    fn look(&mut self, stretches: &[Range<usize>], words: &Words) {
        let Annotator { page, stream, known, .. } = *self;
        if let Some(recogniser) = known.recogniser {
            match recogniser.elements(page, stream) {
                Some(elements) => self.found.extend(elements.into_iter().map(|(node, address)| Annotation {
                    kind: self.kind,
                    range: 0..0,
                    nodes: vec![node],
                    value: Some(Value::Text(address)),
                    unit: None,
                })),
                None => {
                    for stretch in stretches {
                        let begins = |at: usize| stream.begins_node(stretch.start + at);
                        for read in recogniser.find(&stream.text()[stretch.clone()], begins) {
                            self.push(moved(read.range, stretch.start), read.value, read.unit);
                        }
                    }
                }
            }
        }
        for pattern in &known.patterns {
            let found_in = |stretch: &Range<usize>| {
                let start = stretch.start;
                let matches = pattern.find_in(&stream.text()[stretch.clone()]).into_iter().flatten();
                matches.map(move |captures| (start, captures))
            };
            for (start, captures) in stretches.iter().flat_map(found_in) {
                let value = captures.name("value");
                let whole = captures.name("whole").or(value).or_else(|| captures.get(0));
                let Some(whole) = whole else { continue };
                let unit = captures.name("unit").or_else(|| captures.name("currency"));
                self.push(
                    moved(whole.range(), start),
                    value.map(|value| typed(value.as_str())),
                    unit.map(|unit| unit.as_str().to_owned()),
                );
            }
        }
        if !known.marked.is_empty() {
            for range in marked::stretches(page, stream, &known.marked) {
                self.push(range, None, None);
            }
        }
        if !known.called.is_empty() {
            for (range, number) in called::numbers(page, stream, &known.called) {
                self.push(range, number, None);
            }
        }
        for gazetteer in &known.gazetteers {
            for range in gazetteer.find(words) {
                self.push(range, None, None);
            }
        }
    }

    /// Adds an annotation, unless the type does not allow it where it stands.
    fn push(&mut self, range: Range<usize>, value: Option<Value>, unit: Option<String>) {
        let Annotator { stream, kind, known, .. } = *self;
        let range = stream.trim(range);
        let text = &stream.text()[range.clone()];
        // U+001F stands between two lines of the stream.
        if text.is_empty() || text.contains('\u{1f}') {
            return;
        }
        let capital = text.chars().find(|c| c.is_alphabetic()).is_none_or(|c| !c.is_lowercase());
        if known.capitalised && !capital {
            return;
        }
        let too_long = |longest: usize| stream.line_length(range.start) > longest;
        if known.longest_line.is_some_and(too_long) || (known.alone && stream.line(range.start) != range) {
            return;
        }
        let nodes = stream.nodes(&range).map(|(node, _)| node).collect();
        self.found.push(Annotation { kind, range, nodes, value, unit });
    }
}

fn moved(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

/// A text as a number, if it is one.
fn typed(text: &str) -> Value {
    let read = chaffinch_values::number(text.trim(), recogniser::mark_of(text));
    read.filter(|quantity| quantity.unit.is_none()).map_or_else(
        || Value::Text(chaffinch_core::collapse_space(text)),
        |quantity| Value::Number(quantity.value),
    )
}

/// Drops annotations that lie within another of the same type. From `first` on, the list is sorted and of one type.
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
