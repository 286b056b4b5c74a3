//! Where the values of records stand on a page, when only their texts are known.
//!
//! A value may stand in several places, be a part of a text or run over several of them. Of all places those are taken
//! where the values of a record stand together, at the places of the tree where most of the attribute's values stand.

use crate::example::{Example, Examples, Instance, Tuple};
use crate::places::occurrences;
use chaffinch_core::{NodeId, NodeKind, Page, Span, TextMap};

/// A page, and the texts of its records' values: for each record and attribute, those it has.
#[derive(Debug, Clone)]
pub struct RecordTexts<'p> {
    /// The page's name.
    pub name: &'p str,
    /// The page.
    pub page: &'p Page,
    /// The records; for each attribute its values.
    pub records: Vec<Vec<&'p [String]>>,
    /// Whether a value that is nearly all of a text is taken for the whole text, because the page may have changed.
    pub widens: bool,
}

/// The places of records' values as examples, with the attributes in the order in which the pages show them; attributes that
/// stand nowhere are left out.
pub fn locate_records(attributes: &[String], pages: &[RecordTexts<'_>]) -> Examples {
    let located: Vec<Vec<Tuple>> = pages.iter().map(|page| locate(page, attributes.len())).collect();
    let order = shown_order(attributes.len(), located.iter().flatten());
    let place_of: TextMap<usize, usize> = order.iter().enumerate().map(|(new, old)| (*old, new)).collect();
    let renumbered = |tuple: &Tuple| Tuple {
        instances: tuple
            .instances
            .iter()
            .map(|instance| Instance { attribute: place_of[&instance.attribute], span: instance.span })
            .collect(),
    };
    let example = |(page, tuples): (&RecordTexts<'_>, &Vec<Tuple>)| Example {
        name: page.name.to_owned(),
        bytes: page.page.source().bytes.to_vec(),
        tuples: tuples.iter().map(renumbered).collect(),
    };
    Examples {
        attributes: order.iter().map(|k| attributes[*k].clone()).collect(),
        pages: pages.iter().zip(&located).map(example).collect(),
    }
}

/// The attributes that have a place, by how far behind the beginning of a tuple they stand.
fn shown_order<'t>(count: usize, tuples: impl Iterator<Item = &'t Tuple>) -> Vec<usize> {
    let (mut places, mut times) = (vec![0.0; count], vec![0usize; count]);
    for tuple in tuples {
        for k in 0..count {
            let before = tuple.instances.iter().position(|instance| instance.attribute == k);
            if let Some(before) = before {
                places[k] += before as f64;
                times[k] += 1;
            }
        }
    }
    let mut order: Vec<usize> = (0..count).filter(|k| times[*k] > 0).collect();
    order.sort_by(|a, b| (places[*a] / times[*a] as f64).total_cmp(&(places[*b] / times[*b] as f64)));
    order
}

/// Places of one value that are taken in, and those that are looked at for them.
const MOST_PLACES: usize = 64;
const MOST_LOOKED_AT: usize = 20_000;

/// What a place counts less for each doubling of its distance to the record's other values, against a place where all values of
/// the attribute stand.
const DISTANCE: f64 = 0.15;

/// A place of a value.
#[derive(Debug, Clone)]
struct Place {
    /// Its characters in the page's text.
    start: usize,
    end: usize,
    span: Span,
    /// The way from the root to it, and whether it is a whole text.
    kind: String,
}

/// The tuples of a page, in its order. Records that stand nowhere are left out, and of two that overlap the later one.
fn locate(page: &RecordTexts<'_>, attributes: usize) -> Vec<Tuple> {
    let stream = Stream::new(page.page, page.widens);
    let mut found: TextMap<&str, Vec<Place>> = TextMap::default();
    for value in page.records.iter().flatten().copied().flatten() {
        found.entry(value).or_insert_with(|| stream.places(value));
    }
    let mut kinds: Vec<TextMap<&str, usize>> = vec![TextMap::default(); attributes];
    for record in &page.records {
        for (k, values) in record.iter().enumerate() {
            let mut here: Vec<&str> = values
                .iter()
                .flat_map(|value| &found[value.as_str()])
                .map(|place| place.kind.as_str())
                .collect();
            here.sort_unstable();
            here.dedup();
            here.into_iter().for_each(|kind| *kinds[k].entry(kind).or_default() += 1);
        }
    }
    let usual = |k: usize, place: &Place| {
        kinds[k].get(place.kind.as_str()).copied().unwrap_or(0) as f64 / page.records.len().max(1) as f64
    };
    let mut taken: Vec<(usize, usize, Tuple)> = Vec::new();
    for record in &page.records {
        if let Some(tuple) = best_tuple(record, &found, &usual, &taken) {
            taken.push(tuple);
        }
    }
    taken.sort_by_key(|(start, ..)| *start);
    let mut tuples: Vec<Tuple> = Vec::new();
    let mut reached = 0;
    for (start, end, tuple) in taken {
        if start >= reached {
            reached = end;
            tuples.push(tuple);
        }
    }
    tuples
}

/// The places of a record's values that stand together best: around each place of its rarest value, the best of all others.
fn best_tuple(
    record: &[&[String]],
    found: &TextMap<&str, Vec<Place>>,
    usual: &impl Fn(usize, &Place) -> f64,
    taken: &[(usize, usize, Tuple)],
) -> Option<(usize, usize, Tuple)> {
    let values: Vec<(usize, &[Place])> = record
        .iter()
        .enumerate()
        .flat_map(|(k, values)| values.iter().map(move |value| (k, value)))
        .map(|(k, value)| (k, found[value.as_str()].as_slice()))
        .filter(|(_, places)| !places.is_empty())
        .collect();
    let rarest = values.iter().enumerate().min_by_key(|(_, (_, places))| places.len())?.0;
    let mut best: Option<(f64, Vec<(usize, &Place)>)> = None;
    for anchor in values[rarest].1 {
        let mut score = usual(values[rarest].0, anchor);
        let mut chosen = vec![(values[rarest].0, anchor)];
        for (k, places) in values.iter().enumerate().filter(|(at, _)| *at != rarest).map(|(_, value)| value) {
            let worth = |place: &Place| {
                let distance =
                    place.start.saturating_sub(anchor.end).max(anchor.start.saturating_sub(place.end));
                usual(*k, place) - DISTANCE * (1.0 + distance as f64).log2()
            };
            let free = places.iter().filter(|place| {
                chosen.iter().all(|(_, other)| place.end <= other.start || other.end <= place.start)
            });
            if let Some(place) = free.max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.start.cmp(&a.start)))
            {
                score += worth(place);
                chosen.push((*k, place));
            }
        }
        let is_used = |(_, place): &(usize, &Place)| {
            taken.iter().any(|(start, end, _)| place.start < *end && *start < place.end)
        };
        if !chosen.iter().any(is_used) && best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, chosen));
        }
    }
    let (_, mut chosen) = best?;
    chosen.sort_by_key(|(_, place)| place.start);
    let (start, end) = (chosen.first()?.1.start, chosen.last()?.1.end);
    let instances =
        chosen.iter().map(|(attribute, place)| Instance { attribute: *attribute, span: place.span });
    Some((start, end, Tuple { instances: instances.collect() }))
}

/// The characters of a page's texts but white space, in one piece: values are found in it however lines and elements break them.
struct Stream<'p> {
    page: &'p Page,
    /// Whether values that are nearly all of a text are the whole text.
    widens: bool,
    text: String,
    /// Runs of characters that stand together in a text: where in `text` each begins, its node, and where in the node's own text.
    runs: Vec<(usize, NodeId, usize)>,
}

impl<'p> Stream<'p> {
    fn new(page: &'p Page, widens: bool) -> Stream<'p> {
        let mut stream = Stream { page, widens, text: String::new(), runs: Vec::new() };
        let mut at = NodeId::DOCUMENT;
        while at.index() < page.len() {
            if matches!(page.name(at), "script" | "style" | "template") {
                at = page.node(at).end;
                continue;
            }
            if page.node(at).kind == NodeKind::Text {
                let mut is_run = false;
                for (offset, c) in page.own_text(at).char_indices() {
                    if c.is_whitespace() {
                        is_run = false;
                        continue;
                    }
                    if !is_run {
                        stream.runs.push((stream.text.len(), at, offset));
                        is_run = true;
                    }
                    stream.text.push(c);
                }
            }
            at = NodeId::from_index(at.index() + 1);
        }
        stream
    }

    /// The node of a character, and where it is in the node's own text.
    fn at(&self, character: usize) -> (NodeId, usize) {
        let run = self.runs.partition_point(|(start, ..)| *start <= character).saturating_sub(1);
        self.runs
            .get(run)
            .map_or((NodeId::DOCUMENT, 0), |(start, node, offset)| (*node, offset + character - start))
    }

    fn places(&self, value: &str) -> Vec<Place> {
        let wanted: String = value.chars().filter(|c| !c.is_whitespace()).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let found = occurrences(&self.text, &wanted, MOST_LOOKED_AT, |start, end| self.place(start, end));
        found.take(MOST_PLACES).collect()
    }

    /// A place, if no word is cut at its ends.
    fn place(&self, start: usize, end: usize) -> Option<Place> {
        let (first, from) = self.at(start);
        let last_char = self.text[start..end].chars().next_back()?;
        let (last, mut to) = self.at(end - last_char.len_utf8());
        to += last_char.len_utf8();
        let before = self.page.own_text(first)[..from].chars().next_back();
        let behind = self.page.own_text(last)[to..].chars().next();
        let cuts = |a: Option<char>, b: Option<char>| a.is_some_and(joins) && b.is_some_and(joins);
        if cuts(before, self.text[start..].chars().next()) || cuts(Some(last_char), behind) {
            return None;
        }
        let (from, to) = if first == last { self.widened(first, from, to) } else { (from, to) };
        let begin = self.page.text_span(first, from..to_within(self.page, first, last, to))?.start;
        let stop = self.page.text_span(last, from_within(first, last, from)..to)?.end;
        let is_blank = |text: &str| text.chars().all(char::is_whitespace);
        let whole = is_blank(&self.page.own_text(first)[..from]) && is_blank(&self.page.own_text(last)[to..]);
        let mut kind = String::new();
        for element in self.page.ancestors(first).filter(|node| self.page.is_element(*node)) {
            kind.push_str(self.page.name(element));
            kind.push('/');
        }
        kind.push_str(if whole { "whole" } else { "part" });
        Some(Place { start, end, span: Span { start: begin, end: stop }, kind })
    }
}

impl Stream<'_> {
    /// A value that is nearly all of its text is the text: `Ann Lee` of `Ann Lee (chair)`, as a site may add something to its values.
    fn widened(&self, node: NodeId, from: usize, to: usize) -> (usize, usize) {
        if !self.widens {
            return (from, to);
        }
        let text = self.page.own_text(node);
        let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
        match (to - from) as f64 >= NEARLY_ALL * (end - start) as f64 {
            true => (start, end),
            false => (from, to),
        }
    }
}

/// The share of a text that a value has, from which on it is taken for the whole text.
const NEARLY_ALL: f64 = 0.6;

/// Where the first text's part of a value ends: with the value, or with the text.
fn to_within(page: &Page, first: NodeId, last: NodeId, to: usize) -> usize {
    if first == last { to } else { page.own_text(first).len() }
}

fn from_within(first: NodeId, last: NodeId, from: usize) -> usize {
    if first == last { from } else { 0 }
}

/// Whether a character is part of a word that letters beside it belong to; scripts without spaces between words have none.
fn joins(c: char) -> bool {
    c.is_alphanumeric() && !('\u{2e80}'..='\u{d7ff}').contains(&c)
}
