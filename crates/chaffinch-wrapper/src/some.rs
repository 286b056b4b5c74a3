//! Learning from pages of which somebody has marked some records so far: the others are found by their likeness to those.

use crate::example::{Example, Examples, Instance, Tuple};
use crate::gold::tuple_examples;
use crate::kin::read_by_delimiters;
use crate::learn::{LearnError, LearnSettings};
use crate::node::{Surroundings, Texts, learn_node_records_of_some};
use crate::sites::Labelled;
use crate::wrapper::{LearnReport, learn, learn_tuples};
use chaffinch_core::{Limits, NodeId, Page};
use chaffinch_page::{Origin, parse};
use rustc_hash::{FxHashMap, FxHashSet};

/// Elements around a record that are looked at for others like it.
const LEVELS: usize = 24;

/// Learns the wrapper of a site from pages labelled with the byte ranges of some records. Where `complete` is not true of a page, the
/// records beside the labelled ones that are made as they are count as labelled, too.
///
/// # Errors
/// As [`learn`].
pub fn learn_from_some(
    pages: &[Labelled],
    complete: &[bool],
    settings: &LearnSettings,
) -> Result<LearnReport, LearnError> {
    let readings = tuple_examples(pages);
    let Some(examples) = readings.first().filter(|examples| settings.validate(examples).is_ok()) else {
        return learn(pages, settings);
    };
    let is_open = |at: usize| !complete.get(at).copied().unwrap_or(false);
    for more in [
        with_siblings(examples, &is_open),
        with_places(examples, &is_open),
        with_marks(examples, &is_open, settings),
    ] {
        let Some(more) = more.filter(|more| more.validate().is_ok()) else { continue };
        if let Ok(report) = learn_tuples(std::slice::from_ref(&more), settings) {
            return Ok(report);
        }
    }
    learn(pages, settings)
}

/// The examples with the siblings of the labelled records; none where there are none.
fn with_siblings(examples: &Examples, is_open: &dyn Fn(usize) -> bool) -> Option<Examples> {
    let mut grown = false;
    let mut pages = Vec::with_capacity(examples.pages.len());
    for (at, example) in examples.pages.iter().enumerate() {
        let mut tuples = example.tuples.clone();
        if is_open(at) && !tuples.is_empty() {
            let page = tree(example)?;
            let found = Siblings::of(&page).of_all(&example.tuples);
            tuples = joined(&example.tuples, found);
            grown |= tuples != example.tuples;
        }
        pages.push(Example { tuples, ..example.clone() });
    }
    grown.then(|| examples.with_pages(pages))
}

/// The examples with all records that stand where the labelled ones agree on.
fn with_places(examples: &Examples, is_open: &dyn Fn(usize) -> bool) -> Option<Examples> {
    learn_node_records_of_some(examples).into_iter().find_map(|(_, read)| with_read(examples, is_open, read))
}

/// The examples with all records between what stands around all labelled values.
fn with_marks(
    examples: &Examples,
    is_open: &dyn Fn(usize) -> bool,
    settings: &LearnSettings,
) -> Option<Examples> {
    let (spaced, readings) = read_by_delimiters(examples, settings)?;
    readings.into_iter().find_map(|read| with_read(&spaced, is_open, read))
}

/// The examples with what was read on the pages that may have more records; none where a label is not among it, or nothing else is.
fn with_read(
    examples: &Examples,
    is_open: &dyn Fn(usize) -> bool,
    read: Vec<Vec<Tuple>>,
) -> Option<Examples> {
    let mut grown = false;
    let mut pages = Vec::with_capacity(examples.pages.len());
    for (at, (example, read)) in examples.pages.iter().zip(read).enumerate() {
        let own: FxHashSet<&Instance> = read.iter().flat_map(|tuple| &tuple.instances).collect();
        let labelled = example.tuples.iter().flat_map(|tuple| &tuple.instances);
        if labelled.clone().any(|instance| !own.contains(instance)) {
            return None;
        }
        let tuples = if is_open(at) && !example.tuples.is_empty() {
            joined(&example.tuples, read)
        } else {
            example.tuples.clone()
        };
        grown |= tuples != example.tuples;
        pages.push(Example { tuples, ..example.clone() });
    }
    grown.then(|| examples.with_pages(pages))
}

fn tree(example: &Example) -> Option<Page> {
    let origin = Origin { name: &example.name, ..Origin::default() };
    parse(example.bytes.clone(), origin, &Limits::default()).ok().map(|parsed| parsed.page)
}

/// Labelled and found tuples, in page order. Of two that share a value the found one stays where it holds all that is labelled, because
/// somebody may not have marked all of it yet.
fn joined(labelled: &[Tuple], found: Vec<Tuple>) -> Vec<Tuple> {
    let mut owner: FxHashMap<Instance, usize> = FxHashMap::default();
    for (at, tuple) in labelled.iter().enumerate() {
        owner.extend(tuple.instances.iter().map(|instance| (*instance, at)));
    }
    let mut replaced: FxHashSet<usize> = FxHashSet::default();
    let mut all: Vec<Tuple> = Vec::with_capacity(labelled.len() + found.len());
    for tuple in found {
        let owners: FxHashSet<usize> =
            tuple.instances.iter().filter_map(|instance| owner.get(instance)).copied().collect();
        let own: FxHashSet<&Instance> = tuple.instances.iter().collect();
        if owners.iter().all(|at| labelled[*at].instances.iter().all(|instance| own.contains(instance))) {
            replaced.extend(owners);
            all.push(tuple);
        }
    }
    all.extend(
        labelled.iter().enumerate().filter(|(at, _)| !replaced.contains(at)).map(|(_, tuple)| tuple.clone()),
    );
    let start = |tuple: &Tuple| tuple.instances.first().map_or(0, |instance| instance.span.start);
    let end = |tuple: &Tuple| tuple.instances.last().map_or(0, |instance| instance.span.end);
    all.sort_by_key(start);
    // What reaches into another is no record, unless somebody said so.
    let said: FxHashSet<&Tuple> = labelled.iter().collect();
    let mut apart: Vec<Tuple> = Vec::with_capacity(all.len());
    for tuple in all {
        let reaches = apart.last().is_some_and(|last| end(last) > start(&tuple));
        if reaches && !said.contains(&tuple) {
            continue;
        }
        if reaches && apart.last().is_some_and(|last| !said.contains(last)) {
            apart.pop();
        }
        apart.push(tuple);
    }
    apart
}

/// Records beside a record that have their values in the same places.
struct Siblings<'p> {
    texts: Texts<'p>,
    by_start: FxHashMap<u32, usize>,
    /// Texts by the elements that hold them and their places in these.
    by_holder: FxHashMap<(NodeId, u32), usize>,
}

/// The way from a record's element down to a text: names and places of elements, and the text's place in the last.
type WayDown = (Vec<(String, u32)>, u32);

impl<'p> Siblings<'p> {
    fn of(page: &'p Page) -> Siblings<'p> {
        let texts = Texts::new(page);
        let by_start = texts.by_start();
        let held = |at: usize| Some(((texts.parent(at)?, texts.all[at].ordinal), at));
        let by_holder = (0..texts.all.len()).filter_map(held).collect();
        Siblings { texts, by_start, by_holder }
    }

    /// The siblings of all labelled tuples, the fullest first; one that is found by another has none of its own.
    fn of_all(&self, labelled: &[Tuple]) -> Vec<Tuple> {
        let mut fullest: Vec<&Tuple> = labelled.iter().collect();
        fullest.sort_by_key(|tuple| std::cmp::Reverse(tuple.instances.len()));
        let mut found: Vec<Tuple> = Vec::new();
        let mut known: FxHashSet<Instance> = FxHashSet::default();
        for tuple in fullest {
            if tuple.instances.iter().all(|instance| known.contains(instance)) {
                continue;
            }
            let more = self.of_tuple(tuple).into_iter();
            for tuple in more
                .filter(|tuple| tuple.instances.iter().all(|instance| !known.contains(instance)))
                .collect::<Vec<_>>()
            {
                known.extend(tuple.instances.iter().copied());
                found.push(tuple);
            }
        }
        found
    }

    /// A tuple and its siblings; nothing where it has none, or a value that is not a whole text.
    fn of_tuple(&self, tuple: &Tuple) -> Vec<Tuple> {
        let page = self.texts.page;
        let place = |instance: &Instance| {
            let at = *self.by_start.get(&instance.span.start)?;
            (self.texts.span(at) == Some(instance.span)).then_some((instance.attribute, at))
        };
        let Some(places) = tuple.instances.iter().map(place).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let Some((_, first)) = places.first().copied() else { return Vec::new() };
        let holds = |element: &NodeId| {
            let end = page.node(*element).end;
            places.iter().all(|(_, at)| (*element..end).contains(&self.texts.all[*at].node))
        };
        // Cells of a row are values, and its siblings are in other rows.
        let is_record = |element: &NodeId| !matches!(page.name(*element), "td" | "th" | "body" | "html");
        let around =
            self.texts.all[first].ancestors.iter().copied().filter(holds).filter(is_record).take(LEVELS);
        for element in around {
            let ways: Vec<(usize, WayDown)> =
                places.iter().map(|(k, at)| (*k, self.way(element, *at))).collect();
            let Some(parent) = page.node(element).parent else { continue };
            let alike = page.element_children(parent).filter(|other| self.is_alike(element, *other));
            let found: Vec<Tuple> = alike.filter_map(|other| self.values(other, &ways)).collect();
            if found.len() > 1 {
                return found;
            }
        }
        Vec::new()
    }

    fn way(&self, element: NodeId, at: usize) -> WayDown {
        let text = &self.texts.all[at];
        let below = text.ancestors.iter().take_while(|above| **above != element);
        let mut steps: Vec<(String, u32)> = below
            .map(|above| (self.texts.page.name(*above).to_owned(), self.texts.position(*above)))
            .collect();
        steps.reverse();
        (steps, text.ordinal)
    }

    /// Whether two elements have one name, and a class in common where they have any.
    fn is_alike(&self, one: NodeId, other: NodeId) -> bool {
        let page = self.texts.page;
        let mut classes = page.classes(one).peekable();
        page.name(one) == page.name(other)
            && (classes.peek().is_none()
                || classes.any(|class| page.classes(other).any(|theirs| theirs == class)))
    }

    /// The values of an element at the ends of the ways; none where the first leads nowhere.
    fn values(&self, element: NodeId, ways: &[(usize, WayDown)]) -> Option<Tuple> {
        let mut instances = Vec::with_capacity(ways.len());
        for (number, (attribute, way)) in ways.iter().enumerate() {
            match self.value(element, way) {
                Some(span) => instances.push(Instance { attribute: *attribute, span }),
                None if number == 0 => return None,
                None => {}
            }
        }
        Some(Tuple { instances })
    }

    fn value(&self, element: NodeId, (steps, ordinal): &WayDown) -> Option<chaffinch_core::Span> {
        let page = self.texts.page;
        let mut at = element;
        for (name, position) in steps {
            at = page
                .element_children(at)
                .find(|child| page.name(*child) == name && self.texts.position(*child) == *position)?;
        }
        self.texts.span(*self.by_holder.get(&(at, *ordinal))?)
    }
}
