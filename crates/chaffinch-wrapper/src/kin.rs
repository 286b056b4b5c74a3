//! Learning the wrapper of a list from the texts of its records' values.
//!
//! People label what they need: records that they do not care for are missing, and values that a page writes in another way than
//! the rest. So a wrapper that gives exactly the labels is looked for first, and then one that gives them and more of the same kind.

use crate::class::{Body, Delimiters, Order, StringWrapper};
use crate::example::{Example, Examples, Instance, LabelError, Tuple};
use crate::execute::Executor;
use crate::learn::{LearnError, LearnSettings};
use crate::locate::{RecordTexts, locate_records};
use crate::node::learn_node_records_of_some;
use crate::pac::Evidence;
use crate::sites::Labelled;
use crate::wrapper::{LearnReport, Rules, Wrapper, learn_tuples};
use chaffinch_core::{Limits, Page, Span, TextMap, TextSet};
use chaffinch_page::{Origin, parse};
use memchr::memmem;

/// Learns from pages whose records are labelled with the texts of their values.
///
/// # Errors
/// If the values stand nowhere, or nothing tells them from the rest of the page.
pub(crate) fn learn_with_kin(
    pages: &[Labelled],
    settings: &LearnSettings,
) -> Result<LearnReport, LearnError> {
    let examples = located(pages, settings)?;
    if examples.tuple_count() == 0 {
        return Err(LabelError::Nothing("none of the values of the records stands on its page".into()).into());
    }
    learn_located(&examples, settings)
}

/// Learns from places of values, of which some may be missing.
pub(crate) fn learn_located(
    examples: &Examples,
    settings: &LearnSettings,
) -> Result<LearnReport, LearnError> {
    let strict = learn_tuples(&[with_space(examples)], settings)
        .or_else(|_| learn_tuples(std::slice::from_ref(examples), settings));
    let failed = match strict {
        Ok(report) => return Ok(report),
        Err(error) => error,
    };
    let most = MOST_EXTRA * examples.tuple_count();
    let learned = simpler(examples).into_iter().flat_map(|fewer| learn_supersets(&fewer, most, settings));
    let is_asked =
        |report: &LearnReport| settings.class.is_none_or(|class| report.wrapper.classes() == [class]);
    let mut learned = learned.filter(is_asked);
    learned.next().ok_or(failed)
}

/// The examples, and then with less and less of what may stand in the way: with one value an attribute, and with the attributes
/// that most tuples have.
pub(crate) fn simpler(examples: &Examples) -> Vec<Examples> {
    let first_values = map_tuples(examples, |tuple| {
        let mut seen = TextSet::default();
        Tuple { instances: tuple.instances.iter().filter(|i| seen.insert(i.attribute)).copied().collect() }
    });
    let tuples = || first_values.pages.iter().flat_map(|page| &page.tuples);
    let whole = first_values.attributes.len();
    let complete =
        map_tuples(
            &first_values,
            |tuple| {
                if tuple.is_flat(whole) { tuple.clone() } else { Tuple::default() }
            },
        );
    let mut all = vec![examples.clone(), first_values.clone()];
    if 2 * complete.tuple_count() >= tuples().count() {
        all.push(complete);
    }
    let alike: Vec<Examples> = all.iter().map(alike).collect();
    all.extend(alike.into_iter().filter(|alike| 2 * alike.tuple_count() >= tuples().count()));
    all.push(alike_values(&first_values));
    all.push(alike_values(examples));
    all
}

/// The values that stand behind the tag behind which most values of their attribute do.
fn alike_values(examples: &Examples) -> Examples {
    let mut counts: Vec<TextMap<&[u8], usize>> = vec![TextMap::default(); examples.attributes.len()];
    for page in &examples.pages {
        for instance in page.tuples.iter().flat_map(|tuple| &tuple.instances) {
            *counts[instance.attribute].entry(tags_around(&page.bytes, instance.span).0).or_default() += 1;
        }
    }
    let most = |counts: &TextMap<&'_ [u8], usize>| {
        counts.iter().max_by_key(|(tag, count)| (**count, **tag)).map(|(tag, _)| tag.to_vec())
    };
    let usual: Vec<Option<Vec<u8>>> = counts.iter().map(most).collect();
    let page = |page: &Example| {
        let is_usual = |instance: &&Instance| {
            usual[instance.attribute].as_deref() == Some(tags_around(&page.bytes, instance.span).0)
        };
        let tuple =
            |tuple: &Tuple| Tuple { instances: tuple.instances.iter().filter(is_usual).copied().collect() };
        let tuples = page.tuples.iter().map(tuple).filter(|tuple| !tuple.instances.is_empty());
        Example { tuples: tuples.collect(), ..page.clone() }
    };
    examples.with_pages(examples.pages.iter().map(page).collect())
}

/// The tuples whose values all stand between the tags between which most values of their attributes do.
fn alike(examples: &Examples) -> Examples {
    let mut counts: TextMap<(usize, &[u8], &[u8]), usize> = TextMap::default();
    for page in &examples.pages {
        for instance in page.tuples.iter().flat_map(|tuple| &tuple.instances) {
            let (before, behind) = tags_around(&page.bytes, instance.span);
            *counts.entry((instance.attribute, before, behind)).or_default() += 1;
        }
    }
    let usual: Vec<Option<(&[u8], &[u8])>> = (0..examples.attributes.len())
        .map(|k| {
            let own = counts.iter().filter(|((attribute, ..), _)| *attribute == k);
            own.max_by_key(|(key, count)| (**count, *key)).map(|((_, before, behind), _)| (*before, *behind))
        })
        .collect();
    let page = |page: &Example| {
        let is_usual =
            |instance: &Instance| Some(tags_around(&page.bytes, instance.span)) == usual[instance.attribute];
        let tuples = page.tuples.iter().filter(|tuple| tuple.instances.iter().all(is_usual));
        Example { tuples: tuples.cloned().collect(), ..page.clone() }
    };
    examples.with_pages(examples.pages.iter().map(page).collect())
}

/// The names of the tags in front of and behind a value.
fn tags_around(page: &[u8], span: Span) -> (&[u8], &[u8]) {
    let (start, end) = (span.start as usize, span.end as usize);
    let open = page[..start].iter().rposition(|byte| *byte == b'<').map_or(start, |at| at + 1);
    let close = memchr::memchr(b'<', &page[end..]).map_or(page.len(), |at| end + at + 1);
    (tag_name(&page[open..]), tag_name(&page[close..]))
}

fn tag_name(tag: &[u8]) -> &[u8] {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'/';
    &tag[..tag.iter().position(|byte| !is_name(byte)).unwrap_or(tag.len())]
}

/// The same examples with every tuple changed; those without a value go.
fn map_tuples(examples: &Examples, change: impl Fn(&Tuple) -> Tuple) -> Examples {
    let page = |page: &Example| Example {
        tuples: page.tuples.iter().map(&change).filter(|tuple| !tuple.instances.is_empty()).collect(),
        ..page.clone()
    };
    examples.with_pages(examples.pages.iter().map(page).collect())
}

/// Wrappers whose rows hold all labelled tuples, and maybe more of the same kind, up to `most` in all.
pub(crate) fn learn_supersets(
    examples: &Examples,
    most: usize,
    settings: &LearnSettings,
) -> Vec<LearnReport> {
    if examples.tuple_count() == 0 || settings.validate(examples).is_err() {
        return Vec::new();
    }
    let mut learned = Vec::new();
    let spaced = with_space(examples);
    let strings = common_delimiters(&spaced, settings.longest_delimiter);
    let of_tags = strings.as_ref().map(of_tags_alone).filter(|of_tags| Some(of_tags) != strings.as_ref());
    for wrapper in strings.into_iter().chain(of_tags).flat_map(with_bodies(&spaced, settings)) {
        let read: Vec<Vec<Tuple>> =
            examples.pages.iter().map(|page| Executor::new(&wrapper).execute(&page.bytes).tuples).collect();
        if holds(&spaced, &read, most) && !read_markup(&spaced, &read) {
            learned.push(report_of(&spaced, read, Rules::Tuples(wrapper)));
        }
    }
    for (nodes, read) in learn_node_records_of_some(examples) {
        if holds(examples, &read, most) {
            learned.push(report_of(examples, read, Rules::Nodes(nodes)));
        }
    }
    learned
}

/// What stands between the delimiters that all labelled values have, where it holds all labelled tuples: the examples, their values
/// with the white space around them, and the tuples of each page.
pub(crate) fn read_by_delimiters(
    examples: &Examples,
    settings: &LearnSettings,
) -> Option<(Examples, Vec<Vec<Vec<Tuple>>>)> {
    let spaced = with_space(examples);
    let wrapper = common_delimiters(&spaced, settings.longest_delimiter)?;
    let read = |wrapper: StringWrapper| -> Vec<Vec<Tuple>> {
        spaced.pages.iter().map(|page| Executor::new(&wrapper).execute(&page.bytes).tuples).collect()
    };
    let readings = with_bodies(&spaced, settings)(wrapper).into_iter().map(read);
    let readings = readings.filter(|read| !read_markup(&spaced, read)).collect();
    Some((spaced, readings))
}

/// A wrapper of some of a list's records without the marks around the list, where it reads more of them so: marks that fit the known
/// records keep out others that nobody has labelled. It may read up to `most` in all.
pub(crate) fn without_body(report: &LearnReport, pages: &[Labelled], most: usize) -> Option<LearnReport> {
    let Rules::Tuples(known) = &report.wrapper.rules else { return None };
    known.body.as_ref()?;
    let wrapper = StringWrapper { body: None, ..known.clone() };
    let read: Vec<Vec<Tuple>> =
        pages.iter().map(|(_, bytes)| Executor::new(&wrapper).execute(bytes).tuples).collect();
    let found: usize = read.iter().map(Vec::len).sum();
    if found <= report.wrapper.learned.tuples || found > most {
        return None;
    }
    let attributes = report.wrapper.attributes.iter().map(|attribute| attribute.name.clone()).collect();
    let example = |(page, bytes): &Labelled| Example {
        name: page.page.clone(),
        bytes: bytes.clone(),
        tuples: Vec::new(),
    };
    let examples = Examples { attributes, pages: pages.iter().map(example).collect() };
    Some(report_of(&examples, read, Rules::Tuples(wrapper)))
}

fn report_of(examples: &Examples, read: Vec<Vec<Tuple>>, rules: Rules) -> LearnReport {
    let examples = with_tuples(examples, read);
    let wrapper = Wrapper::of_tuples(&examples, rules);
    LearnReport { wrapper, evidence: Evidence::of(&examples), failures: Vec::new(), notes: Vec::new() }
}

/// The share of labelled tuples that a wrapper may miss.
const MOST_MISSED: f64 = 0.1;
/// A wrapper may read so many times as many tuples as are labelled, and no more.
const MOST_EXTRA: usize = 4;

/// Whether the tuples read are nearly all labelled ones, and not too many others.
fn holds(examples: &Examples, read: &[Vec<Tuple>], most: usize) -> bool {
    let labelled = examples.tuple_count();
    let found: usize = read.iter().map(Vec::len).sum();
    let held = |(page, read): (&Example, &Vec<Tuple>)| {
        let mut place: TextMap<Instance, usize> = TextMap::default();
        for (at, tuple) in read.iter().enumerate() {
            place.extend(tuple.instances.iter().map(|instance| (*instance, at)));
        }
        let is_held = |tuple: &&Tuple| {
            let first = tuple.instances.first().and_then(|instance| place.get(instance));
            first.is_some() && tuple.instances.iter().all(|instance| place.get(instance) == first)
        };
        page.tuples.iter().filter(is_held).count()
    };
    let kept: usize = examples.pages.iter().zip(read).map(held).sum();
    kept as f64 >= (1.0 - MOST_MISSED) * labelled as f64 && found <= most
}

fn with_tuples(examples: &Examples, read: Vec<Vec<Tuple>>) -> Examples {
    let page = |(page, tuples): (&Example, Vec<Tuple>)| Example { tuples, ..page.clone() };
    examples.with_pages(examples.pages.iter().zip(read).map(page).collect())
}

/// The share of tuples that may hold markup where no labelled one does: a linked name among plain ones, and no half of a page.
const MOST_MARKUP: f64 = 0.2;

/// Whether many tuples hold markup where no labelled one does: they are no records.
fn read_markup(examples: &Examples, read: &[Vec<Tuple>]) -> bool {
    let marked = |page: &Example, tuples: &[Tuple]| {
        let has_markup = |instance: &Instance| page.bytes[instance.span.range()].contains(&b'<');
        tuples.iter().filter(|tuple| tuple.instances.iter().any(has_markup)).count()
    };
    let labelled: usize = examples.pages.iter().map(|page| marked(page, &page.tuples)).sum();
    let found: usize = examples.pages.iter().zip(read).map(|(page, read)| marked(page, read)).sum();
    let all: usize = read.iter().map(Vec::len).sum();
    labelled == 0 && found as f64 > MOST_MARKUP * all as f64
}

/// A wrapper alone, and between the shortest tags in front of and behind all labelled tuples that stand nowhere before.
fn with_bodies<'e>(
    examples: &'e Examples,
    settings: &'e LearnSettings,
) -> impl Fn(StringWrapper) -> Vec<StringWrapper> + 'e {
    move |wrapper| {
        let body = body_around(examples, settings.longest_delimiter);
        let bounded = body.map(|body| StringWrapper { body: Some(body), ..wrapper.clone() });
        [wrapper].into_iter().chain(bounded).collect()
    }
}

fn body_around(examples: &Examples, longest: usize) -> Option<Body> {
    let ends = |page: &Example| {
        let spans = || page.tuples.iter().flat_map(|tuple| &tuple.instances).map(|instance| instance.span);
        Some((spans().map(|s| s.start as usize).min()?, spans().map(|s| s.end as usize).max()?))
    };
    let pages: Vec<(&[u8], usize, usize)> = examples
        .pages
        .iter()
        .filter_map(|page| ends(page).map(|(a, b)| (page.bytes.as_slice(), a, b)))
        .collect();
    let (first, from, to) = *pages.first()?;
    let before = &first[from.saturating_sub(longest)..from];
    let starts = (0..before.len()).rev().filter(|at| before[*at] == b'<');
    // The last tag in front of the first value is its own delimiter.
    let head = starts.skip(1).map(|at| &before[at..before.len() - tag_length(before)]).find(|head| {
        !head.is_empty()
            && pages.iter().all(|(page, from, _)| {
                memmem::find(page, head)
                    .is_some_and(|at| at + head.len() <= *from && *from - at <= 2 * longest)
            })
    })?;
    let behind = &first[to..first.len().min(to + longest)];
    let stops = (0..behind.len()).filter(|at| behind[*at] == b'>');
    let tail = stops.map(|at| &behind[..=at]).find(|tail| {
        pages
            .iter()
            .all(|(page, from, to)| memmem::find(&page[*from..], tail).is_some_and(|at| from + at >= *to))
    })?;
    Some(Body { head: head.to_vec(), tail: tail.to_vec() })
}

/// The bytes of the tag that ends a text.
fn tag_length(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte == b'<').map_or(0, |at| text.len() - at)
}

/// ℓ and r of each attribute: all that stands in front of and behind every one of its values.
fn common_delimiters(examples: &Examples, longest: usize) -> Option<StringWrapper> {
    let delimiters = |k: usize| {
        let mut common: Option<Delimiters> = None;
        for (page, reached, span) in examples.pages.iter().flat_map(|page| values_of(page, k)) {
            let (before, behind) =
                (&page.bytes[reached..span.start as usize], &page.bytes[span.end as usize..]);
            let here = Delimiters {
                left: before[before.len().saturating_sub(longest)..].to_vec(),
                right: behind[..behind.len().min(longest)].to_vec(),
            };
            common = Some(match common {
                None => here,
                Some(common) => Delimiters {
                    left: common_suffix(&common.left, &here.left).to_vec(),
                    right: common_prefix(&common.right, &here.right).to_vec(),
                },
            });
        }
        let common = common.filter(|common| !common.left.is_empty() && !common.right.is_empty())?;
        Some(Delimiters { left: common.left, right: shortest_right(&common.right).to_vec() })
    };
    let attributes: Option<Vec<Delimiters>> = (0..examples.attributes.len()).map(delimiters).collect();
    let occurs = examples.occurs();
    Some(StringWrapper { body: None, order: Order::Loose(occurs), attributes: attributes? })
}

/// The same delimiters from the last text in front of their values on: other records have other texts and addresses there.
fn of_tags_alone(wrapper: &StringWrapper) -> StringWrapper {
    let delimiters = |own: &Delimiters| {
        let tags = tags_at_end(&own.left);
        let left = if tags.is_empty() { own.left.as_slice() } else { tags };
        Delimiters { left: left.to_vec(), right: own.right.clone() }
    };
    StringWrapper { attributes: wrapper.attributes.iter().map(delimiters).collect(), ..wrapper.clone() }
}

/// The whole tags that a text ends with, and the white space between them.
fn tags_at_end(text: &[u8]) -> &[u8] {
    let mut rest = text;
    let mut tags = text.len();
    loop {
        let trimmed = rest.trim_ascii_end();
        let open = trimmed.iter().rposition(|byte| *byte == b'<').filter(|_| trimmed.ends_with(b">"));
        let Some(open) = open else { return &text[tags..] };
        tags = open;
        rest = &text[..open];
    }
}

/// The values of an attribute, each with where the value before it ends: nothing in front of that can be a mark.
fn values_of(page: &Example, k: usize) -> Vec<(&Example, usize, Span)> {
    let mut values = Vec::new();
    let mut reached = 0;
    for instance in page.tuples.iter().flat_map(|tuple| &tuple.instances) {
        if instance.attribute == k {
            values.push((page, reached, instance.span));
        }
        reached = instance.span.end as usize;
    }
    values
}

/// The least of what stands behind every value that ends with a tag or a mark.
fn shortest_right(right: &[u8]) -> &[u8] {
    let end = right.iter().position(|byte| *byte == b'>').map_or(right.len(), |at| at + 1);
    &right[..end]
}

fn common_suffix<'b>(a: &'b [u8], b: &[u8]) -> &'b [u8] {
    let length = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    &a[a.len() - length..]
}

fn common_prefix<'b>(a: &'b [u8], b: &[u8]) -> &'b [u8] {
    &a[..a.iter().zip(b).take_while(|(x, y)| x == y).count()]
}

/// Values with the white space around them, which belongs to no mark: some values have it and others have not.
pub(crate) fn with_space(examples: &Examples) -> Examples {
    let page = |page: &Example| {
        let widened = |span: Span| {
            let (mut start, mut end) = (span.start as usize, span.end as usize);
            while start > 0 && page.bytes[start - 1].is_ascii_whitespace() {
                start -= 1;
            }
            while end < page.bytes.len() && page.bytes[end].is_ascii_whitespace() {
                end += 1;
            }
            // Pages are far shorter than 4 GB.
            Span { start: start as u32, end: end as u32 }
        };
        let mut reached = 0;
        let tuple = |tuple: &Tuple| {
            let mut tuple = tuple.clone();
            for instance in &mut tuple.instances {
                instance.span = widened(instance.span);
                // White space between two values belongs to the first, be it another tuple's.
                instance.span.start = instance.span.start.max(reached);
                reached = instance.span.end;
            }
            tuple
        };
        Example { tuples: page.tuples.iter().map(tuple).collect(), ..page.clone() }
    };
    examples.with_pages(examples.pages.iter().map(page).collect())
}

fn located(pages: &[Labelled], settings: &LearnSettings) -> Result<Examples, LearnError> {
    let mut attributes: Vec<String> = Vec::new();
    for (page, _) in pages {
        for name in
            page.attributes.iter().chain(page.records().iter().flat_map(|record| record.values.keys()))
        {
            if !attributes.contains(name) {
                attributes.push(name.clone());
            }
        }
    }
    let mut trees: Vec<Page> = Vec::with_capacity(pages.len());
    for (page, bytes) in pages {
        if bytes.len() > settings.page_bytes {
            let (length, limit) = (bytes.len(), settings.page_bytes);
            return Err(LabelError::TooLarge { page: page.page.clone(), length, limit }.into());
        }
        let origin = Origin { name: &page.page, ..Origin::default() };
        let parsed = parse(bytes.clone(), origin, &Limits::default())
            .map_err(|problem| LabelError::Nothing(problem.to_string()))?;
        trees.push(parsed.page);
    }
    let texts: Vec<RecordTexts<'_>> = pages
        .iter()
        .zip(&trees)
        .map(|((page, _), tree)| RecordTexts {
            name: &page.page,
            page: tree,
            widens: false,
            records: page
                .records()
                .iter()
                .map(|record| attributes.iter().map(|name| record.values(name)).collect())
                .collect(),
        })
        .collect();
    Ok(locate_records(&attributes, &texts))
}
