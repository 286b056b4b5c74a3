//! Where the values of labelled records stand on a page.

use chaffinch_core::{NodeId, NodeKind, Page, Span, TextMap};
use memchr::memmem;
use std::ops::Range;

/// Finds the values of records on a page: for each record and attribute the places of its values, in the order of the label.
/// Values of one record stand together, records follow each other, and an attribute's values stand in the same kind of place
/// each time; of all ways to read a label the one that agrees most with this is taken.
pub(crate) fn find_places(page: &Page, records: &[Vec<&[String]>]) -> Vec<PlacedRecord> {
    let index = PlaceIndex::new(page);
    let wanted: Vec<Wanted> = records.iter().map(|values| Wanted::new(&index, values)).collect();
    let plain = choose(&wanted, &|_, _| 0);
    let usual = usual_kinds(page, &wanted, &plain);
    let unusual = |attribute: usize, place: &Place| {
        let same = usual.get(&attribute).is_some_and(|usual| *usual == kind_of(page, place));
        if same { 0 } else { UNUSUAL }
    };
    choose(&wanted, &unusual)
}

/// The places of a record's values by attribute; a value that stands nowhere has none.
pub(crate) type PlacedRecord = Vec<Vec<Option<Place>>>;

/// A place of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its bytes.
    pub span: Span,
    /// The first and the last text node, or the element twice where the value is an attribute's.
    pub nodes: (NodeId, NodeId),
    /// The name of the attribute whose value it is; none for text.
    pub attribute: Option<String>,
    /// Whether it begins and ends with text nodes.
    pub whole: bool,
    /// How many places of the page its value has.
    pub rivals: usize,
}

/// Bytes that a place of another kind than most counts as farther away.
const UNUSUAL: usize = 4_000;
/// Bytes that a part of a text counts as farther away than a whole one.
const PART: usize = 1_000;
/// What it costs, in bytes, where a value of a list stands in front of the one before it: more than any way across a page.
const OUT_OF_TURN: usize = 1 << 24;
/// So many of these count: a record whose labels are in no order is placed all the same.
const MOST_TURNED: usize = 64;
/// What leaving a record out costs, in bytes; more than any other choice.
const LEFT_OUT: usize = 1 << 32;
/// Places of a record's rarest value that are tried.
const MOST_ANCHORS: usize = 64;
/// Ends of the record before that are tried for records that are placed in turn.
const MOST_ENDS: usize = 8;
/// Places of one value that are known.
const MOST_PLACES: usize = 20_000;
/// From this share of records on that do not come in the page's order, order means nothing.
const DISORDER: f64 = 0.2;

/// The text of a page without white space, and the values of its attributes.
struct PlaceIndex<'p> {
    page: &'p Page,
    text: String,
    /// For each byte of the text its node and its place in that node's own text.
    at: Vec<(NodeId, u32)>,
    attributes: TextMap<&'p str, Vec<(NodeId, &'p str, Span)>>,
}

impl<'p> PlaceIndex<'p> {
    fn new(page: &'p Page) -> PlaceIndex<'p> {
        let mut index =
            PlaceIndex { page, text: String::new(), at: Vec::new(), attributes: TextMap::default() };
        let mut id = NodeId::DOCUMENT;
        while id.index() < page.len() {
            if page.is_element(id) {
                for attribute in page.attributes(id) {
                    let value = page.value(attribute).trim();
                    if let Some(span) = attribute.span.filter(|_| !value.is_empty()) {
                        let places = index.attributes.entry(value).or_default();
                        places.push((id, attribute.name.as_ref(), span));
                    }
                }
            }
            if matches!(page.name(id), "script" | "style" | "template") {
                id = page.node(id).end;
                continue;
            }
            if page.node(id).kind == NodeKind::Text {
                for (offset, c) in page.own_text(id).char_indices().filter(|(_, c)| !is_space(*c)) {
                    index.text.push(c);
                    index.at.resize(index.text.len(), (id, offset as u32));
                }
            }
            id = NodeId::from_index(id.index() + 1);
        }
        index
    }

    /// All places of a value, in page order. An address is looked for in attributes first, anything else in the text.
    fn places(&self, value: &str) -> Vec<Place> {
        let is_address = value.contains('/') && !value.contains(char::is_whitespace);
        let mut places = if is_address { self.in_attributes(value) } else { self.in_text(value) };
        if places.is_empty() {
            places = if is_address { self.in_text(value) } else { self.in_attributes(value) };
        }
        if places.is_empty() && value.contains('&') {
            let read = crate::text::value_text(value.as_bytes(), "UTF-8", crate::References::Decoded);
            places = if read == value { Vec::new() } else { self.places(&read) };
        }
        if places.is_empty() && is_address {
            places = self.relative(value);
        }
        places.sort_by_key(|place| place.span.start);
        let rivals = places.len();
        places.iter_mut().for_each(|place| place.rivals = rivals);
        places
    }

    fn in_text(&self, value: &str) -> Vec<Place> {
        let wanted: String = value.chars().filter(|c| !is_space(*c)).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        occurrences(&self.text, &wanted, MOST_PLACES, |start, end| self.text_place(start, end)).collect()
    }

    /// The place of a stretch of the text; none if it cuts a word in two.
    fn text_place(&self, start: usize, end: usize) -> Option<Place> {
        let last_char = self.text[start..end].chars().next_back()?;
        let ((first, from), (last, to)) = (self.at[start], self.at[end - last_char.len_utf8()]);
        let to = to as usize + last_char.len_utf8();
        let (before, behind) = (&self.page.own_text(first)[..from as usize], &self.page.own_text(last)[to..]);
        let first_char = self.text[start..end].chars().next()?;
        let is_word = |c: char| c.is_alphanumeric();
        if (is_word(first_char) && before.ends_with(is_word))
            || (is_word(last_char) && behind.starts_with(is_word))
        {
            return None;
        }
        let begin = self.page.text_span(first, from as usize..from as usize + first_char.len_utf8())?;
        let stop = self.page.text_span(last, to - last_char.len_utf8()..to)?;
        let blank = |text: &str| text.chars().all(is_space);
        Some(Place {
            span: Span { start: begin.start, end: stop.end.max(begin.start) },
            nodes: (first, last),
            attribute: None,
            whole: blank(before) && blank(behind),
            rivals: 0,
        })
    }

    fn in_attributes(&self, value: &str) -> Vec<Place> {
        let places = self.attributes.get(value.trim()).into_iter().flatten();
        places.take(MOST_PLACES).map(|place| attribute_place(*place)).collect()
    }

    /// The attributes whose relative address may be this one in full.
    fn relative(&self, address: &str) -> Vec<Place> {
        const LEAST: usize = 6;
        let is_end = |own: &str| {
            own.len() >= LEAST
                && own.contains(['/', '.', '?'])
                && address.ends_with(own.trim_start_matches("../"))
        };
        let known = self.attributes.iter().filter(|(own, _)| is_end(own));
        let Some(longest) = known.max_by_key(|(own, _)| (own.len(), **own)) else { return Vec::new() };
        longest.1.iter().map(|place| attribute_place(*place)).collect()
    }
}

fn attribute_place((element, name, span): (NodeId, &str, Span)) -> Place {
    Place { span, nodes: (element, element), attribute: Some(name.to_owned()), whole: true, rivals: 0 }
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '\u{ad}')
}

/// The values of a record with all their places.
struct Wanted {
    /// For each attribute, for each value.
    places: Vec<Vec<Vec<Place>>>,
}

/// One way to place a record.
struct Way {
    record: PlacedRecord,
    from: u32,
    to: u32,
    cost: usize,
}

impl Wanted {
    fn new(index: &PlaceIndex<'_>, values: &[&[String]]) -> Wanted {
        let of = |values: &&[String]| values.iter().map(|value| index.places(value)).collect();
        Wanted { places: values.iter().map(of).collect() }
    }

    /// The ways to place it: around each place of its rarest value, every other value at the nearest of its places. The nearest may be
    /// the neighbour's, so there are ways that stay on one side of the rarest value, and one that stays behind the record before, which
    /// may end at any of `ends`.
    fn ways(&self, ends: &[u32], unusual: &dyn Fn(usize, &Place) -> usize) -> Vec<Way> {
        let all = || self.places.iter().flatten().filter(|places| !places.is_empty());
        let Some(anchors) = all().min_by_key(|places| places.len()) else { return Vec::new() };
        let near = |anchor: &Place, within: Range<u32>| {
            let mut taken: Vec<Span> = Vec::new();
            let (mut from, mut to, mut cost) = (u32::MAX, 0, 0);
            let mut place = |attribute: usize, places: &Vec<Place>| {
                let far = |place: &Place| {
                    let overlaps = taken.iter().any(|t| place.span.start < t.end && t.start < place.span.end);
                    place.span.start.abs_diff(anchor.span.start) as usize
                        + if place.whole { 0 } else { PART }
                        + if overlaps { PART } else { 0 }
                        + unusual(attribute, place)
                };
                let is_within =
                    |place: &&Place| within.start <= place.span.start && place.span.end <= within.end;
                let best = nearest(places, anchor).filter(is_within).min_by_key(|place| far(place))?.clone();
                cost += far(&best);
                taken.push(best.span);
                (from, to) = (from.min(best.span.start), to.max(best.span.end));
                Some(best)
            };
            let record =
                self.places.iter().enumerate().map(|(attribute, values)| {
                    values.iter().map(|places| place(attribute, places)).collect()
                });
            let record: PlacedRecord = record.collect();
            let turned: usize = record.iter().map(|places| out_of_turn(places)).sum();
            cost += OUT_OF_TURN * turned.min(MOST_TURNED);
            Way { record, from, to, cost }
        };
        let mut ways: Vec<Way> = Vec::new();
        for anchor in anchors.iter().take(MOST_ANCHORS) {
            let before = ends.iter().filter(|end| **end <= anchor.span.start).max().copied().unwrap_or(0);
            let first = ways.len();
            ways.push(near(anchor, 0..u32::MAX));
            let whole = |way: &Way| way.record.iter().flatten().filter(|place| place.is_some()).count();
            for within in [before..u32::MAX, anchor.span.start..u32::MAX, before..anchor.span.end] {
                let way = near(anchor, within);
                let is_new = ways[first..].iter().all(|other| other.record != way.record);
                if is_new && whole(&way) == whole(&ways[first]) {
                    ways.push(way);
                }
            }
        }
        if self.places.iter().any(|values| values.len() > 1) {
            let anchor = anchors[0].span.start;
            ways.extend(ends.iter().take(MOST_ENDS).filter_map(|end| self.in_turn(*end, anchor, unusual)));
        }
        ways
    }

    /// The way to place a record with many values in the order of its label: each behind the one before it of its attribute, from `start`
    /// on. Where a record reaches far, the nearest place of a value may be another record's.
    fn in_turn(&self, start: u32, anchor: u32, unusual: &dyn Fn(usize, &Place) -> usize) -> Option<Way> {
        let mut way = Way { record: Vec::new(), from: u32::MAX, to: 0, cost: 0 };
        for (attribute, values) in self.places.iter().enumerate() {
            let mut reached = start;
            let mut placed = Vec::with_capacity(values.len());
            for places in values {
                if places.is_empty() {
                    placed.push(None);
                    continue;
                }
                let next = places.partition_point(|place| place.span.start < reached);
                let place = places.get(next)?;
                reached = place.span.end;
                way.from = way.from.min(place.span.start);
                way.to = way.to.max(place.span.end);
                way.cost += place.span.start.abs_diff(anchor) as usize + unusual(attribute, place);
                placed.push(Some(place.clone()));
            }
            way.record.push(placed);
        }
        (way.from < way.to).then_some(way)
    }
}

/// The places at which a text that has no white space holds another, none over the one before it; `most` are looked at. Texts follow each
/// other without a space: `88` behind `28` begins within what looks like it and is no place.
pub(crate) fn occurrences<P>(
    text: &str,
    wanted: &str,
    most: usize,
    place: impl Fn(usize, usize) -> Option<P>,
) -> impl Iterator<Item = P> {
    let finder = memmem::Finder::new(wanted).into_owned();
    let length = wanted.len();
    let mut from = 0;
    let looked_at = std::iter::from_fn(move || {
        let start = from + finder.find(&text.as_bytes()[from..])?;
        let found = place(start, start + length);
        from = start + if found.is_some() { length } else { 1 };
        Some(found)
    });
    looked_at.take(most).flatten()
}

/// How many values of an attribute stand in front of the one that the label has before them.
fn out_of_turn(places: &[Option<Place>]) -> usize {
    let starts: Vec<u32> = places.iter().flatten().map(|place| place.span.start).collect();
    starts.windows(2).filter(|two| two[1] < two[0]).count()
}

/// The places around another, some on each side.
fn nearest<'a>(places: &'a [Place], anchor: &Place) -> impl Iterator<Item = &'a Place> {
    const EACH_SIDE: usize = 3;
    let middle = places.partition_point(|place| place.span.start < anchor.span.start);
    places[middle.saturating_sub(EACH_SIDE)..(middle + EACH_SIDE).min(places.len())].iter()
}

/// The cheapest ways that follow each other on the page; where records do not, the cheapest of each.
fn choose(wanted: &[Wanted], unusual: &dyn Fn(usize, &Place) -> usize) -> Vec<PlacedRecord> {
    let (ways, chosen) = in_order(wanted, unusual);
    let placeable = ways.iter().filter(|ways| !ways.is_empty()).count();
    let left_out = placeable - chosen.iter().flatten().count();
    let in_order = left_out as f64 <= DISORDER * placeable as f64;
    let record = |(at, ways): (usize, &Vec<Way>)| {
        let cheapest = || ways.iter().min_by_key(|way| way.cost);
        let way = match in_order {
            true => chosen[at].map(|way| &ways[way]),
            false => cheapest(),
        };
        way.map_or_else(|| nothing(&wanted[at]), |way| way.record.clone())
    };
    ways.iter().enumerate().map(record).collect()
}

fn nothing(wanted: &Wanted) -> PlacedRecord {
    wanted.places.iter().map(|values| vec![None; values.len()]).collect()
}

/// The ways of each record, and which of them is taken, so that all together cost least and each begins behind the one before.
fn in_order(
    wanted: &[Wanted],
    unusual: &dyn Fn(usize, &Place) -> usize,
) -> (Vec<Vec<Way>>, Vec<Option<usize>>) {
    // For each state its cost, where it ends, and the choices that led to it; states are kept cheapest first and only where
    // no cheaper one ends earlier.
    struct State {
        cost: usize,
        end: u32,
        last: Option<usize>,
    }
    let mut choices: Vec<(Option<usize>, Option<usize>)> = Vec::new();
    let mut states = vec![State { cost: 0, end: 0, last: None }];
    let mut all = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        let ends: Vec<u32> = states.iter().map(|state| state.end).collect();
        let ways = wanted.ways(&ends, unusual);
        let mut next: Vec<State> = Vec::new();
        let left_out = if ways.is_empty() { 0 } else { LEFT_OUT };
        for state in &states {
            choices.push((state.last, None));
            next.push(State { cost: state.cost + left_out, end: state.end, last: Some(choices.len() - 1) });
        }
        for (number, way) in ways.iter().enumerate() {
            if let Some(state) =
                states.iter().filter(|state| state.end <= way.from).min_by_key(|state| state.cost)
            {
                choices.push((state.last, Some(number)));
                next.push(State { cost: state.cost + way.cost, end: way.to, last: Some(choices.len() - 1) });
            }
        }
        next.sort_by_key(|state| (state.cost, state.end));
        let mut earliest = u32::MAX;
        next.retain(|state| {
            let keep = state.end < earliest;
            earliest = earliest.min(state.end);
            keep
        });
        states = next;
        all.push(ways);
    }
    let mut chosen = Vec::with_capacity(wanted.len());
    let mut at = states.first().and_then(|state| state.last);
    while let Some((before, way)) = at.map(|at| choices[at]) {
        chosen.push(way);
        at = before;
    }
    chosen.reverse();
    (all, chosen)
}

/// For each attribute the kind of place that the values of most records have, between the records before and behind; of
/// equals the one that was chosen more often.
fn usual_kinds(page: &Page, wanted: &[Wanted], chosen: &[PlacedRecord]) -> TextMap<usize, String> {
    let spans = |record: &PlacedRecord| -> Vec<Span> {
        record.iter().flatten().flatten().map(|place| place.span).collect()
    };
    let chosen_spans: Vec<Vec<Span>> = chosen.iter().map(spans).collect();
    let mut counts: TextMap<(usize, String), (usize, usize)> = TextMap::default();
    for (at, wanted) in wanted.iter().enumerate() {
        let before = chosen_spans[..at].iter().rev().find(|spans| !spans.is_empty());
        let behind = chosen_spans[at + 1..].iter().find(|spans| !spans.is_empty());
        let from = before.and_then(|spans| spans.iter().map(|span| span.end).max()).unwrap_or(0);
        let to = behind.and_then(|spans| spans.iter().map(|span| span.start).min()).unwrap_or(u32::MAX);
        for (attribute, values) in wanted.places.iter().enumerate() {
            for (places, chosen) in values.iter().zip(&chosen[at][attribute]) {
                let first = places.partition_point(|place| place.span.start < from);
                let near = places[first..].iter().take_while(|place| place.span.end <= to).take(MOST_ANCHORS);
                let mut kinds: Vec<String> = near.map(|place| kind_of(page, place)).collect();
                kinds.sort_unstable();
                kinds.dedup();
                kinds.into_iter().for_each(|kind| counts.entry((attribute, kind)).or_default().0 += 1);
                if let Some(chosen) = chosen {
                    counts.entry((attribute, kind_of(page, chosen))).or_default().1 += 1;
                }
            }
        }
    }
    let mut counts: Vec<((usize, String), (usize, usize))> = counts.into_iter().collect();
    counts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    counts.into_iter().map(|((attribute, kind), _)| (attribute, kind)).collect()
}

/// The elements around a place, by name and, for the nearest, class.
fn kind_of(page: &Page, place: &Place) -> String {
    let holder = std::iter::once(place.nodes.0).chain(page.ancestors(place.nodes.0));
    let mut elements = holder.filter(|node| page.is_element(*node));
    let nearest = elements.next().map_or("", |element| page.class_text(element));
    let names: Vec<&str> = elements.map(|element| page.name(element)).collect();
    let name = page.name(place.nodes.0);
    format!(
        "{}|{name}|{nearest}|{}|{}",
        names.join("/"),
        place.attribute.as_deref().unwrap_or(""),
        place.whole
    )
}
