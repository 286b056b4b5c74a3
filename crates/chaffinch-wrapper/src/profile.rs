//! What a wrapper reads on its example pages, kept in its file so that later pages can be held against it.

use crate::apply::FoundValue;
use crate::page_bytes::PageBytes;
use crate::plain::is_plain_value;
use crate::wrapper::{Rules, Wrapper};
use chaffinch_core::{ColumnType, TextMap, TextSet};
use chaffinch_values::{DecimalMark, read_as};
use serde::{Deserialize, Serialize};

/// What a wrapper reads on its example pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Example pages that it was run on.
    pub pages: usize,
    /// Records on the page with the fewest.
    pub fewest: usize,
    /// Records on the page with the most.
    pub most: usize,
    /// Short texts of the template: of records, those that most of them have beside their values; of pages about one thing, those
    /// that every page has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub template: Vec<String>,
    /// Bytes of text between one record and the next that the wrapper leaves unread: in the middle, and at most.
    #[serde(default)]
    pub unread: [usize; 2],
    /// The attributes whose values hold tags of whole parts of a page, such as list items or table cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
}

/// Records that the wrapper read on an example page: where a site has changed, they show where its values have gone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPage {
    /// The page.
    pub page: String,
    /// Its records: for each attribute the values.
    pub records: Vec<Vec<Vec<String>>>,
}

/// What the values of an attribute are like, over all examples.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Records of the examples.
    pub records: usize,
    /// Those of them without a value.
    #[serde(default)]
    pub missing: usize,
    /// Pages on which no record has a value.
    #[serde(default)]
    pub pages_without: usize,
    /// Values in all.
    pub values: usize,
    /// Values that differ.
    pub different: usize,
    /// Values that are of the attribute's type.
    pub typed: usize,
    /// Characters of the shortest value, of the middle one and of the longest.
    pub lengths: [usize; 3],
}

/// Values of an attribute that are looked at on a page: enough to tell what they are like.
pub(crate) const LOOKED_AT: usize = 200;
/// Rows of a page whose values are looked at; with one more, so that there are as many gaps between rows.
pub(crate) const LOOKED_AT_ROWS: usize = LOOKED_AT + 1;

/// The rows of a page whose values are looked at.
pub(crate) fn first_rows(rows: &[Vec<FoundValue>]) -> &[Vec<FoundValue>] {
    &rows[..rows.len().min(LOOKED_AT_ROWS)]
}
/// Texts of the template that are kept.
const TEMPLATE_TEXTS: usize = 12;
/// Bytes that a text of the template has at least and at most.
const TEMPLATE_BYTES: std::ops::RangeInclusive<usize> = 4..=60;
/// The share of records that have a text of their template.
const TEMPLATE_SHARE: f64 = 0.8;
/// Records that are kept of all pages together.
const KNOWN_RECORDS: usize = 60;
/// Bytes of a value that is kept; longer ones are prose, which a site rewrites.
const KNOWN_BYTES: usize = 1_000;

impl Wrapper {
    /// Runs the wrapper on its example pages and keeps what it reads there.
    pub fn observe(&mut self, pages: &[&[u8]]) {
        let read: Vec<(&[u8], Vec<Vec<FoundValue>>)> =
            pages.iter().map(|bytes| (*bytes, self.read(&PageBytes::from(*bytes)).rows)).collect();
        let counts = || read.iter().map(|(_, rows)| rows.len());
        self.profile = Profile {
            pages: pages.len(),
            fewest: counts().min().unwrap_or(0),
            most: counts().max().unwrap_or(0),
            unread: {
                let mut unread: Vec<usize> =
                    read.iter().flat_map(|(bytes, rows)| unread_between(bytes, rows)).collect();
                unread.sort_unstable();
                [unread.get(unread.len() / 2), unread.last()].map(|bytes| bytes.copied().unwrap_or(0))
            },
            parts: {
                let holds = |k: usize| read.iter().any(|(page, rows)| part_in(page, rows, k).is_some());
                let named = (0..self.attributes.len()).filter(|k| holds(*k));
                named.map(|k| self.attributes[k].name.clone()).collect()
            },
            template: match self.rules {
                Rules::Detail { .. } => texts_of_all(pages, &read),
                Rules::Tuples(_) | Rules::Nodes(_) | Rules::Units(_) => texts_of_most(&read),
            },
        };
        self.known = self.known_pages(&read);
        let counts: Vec<Counts> =
            read.iter().map(|(_, rows)| Counts::of(rows, self.attributes.len())).collect();
        let pages: Vec<(&Counts, &[Vec<FoundValue>])> =
            counts.iter().zip(&read).map(|(counts, (_, rows))| (counts, first_rows(rows))).collect();
        for k in 0..self.attributes.len() {
            let kind = self.attributes[k].kind;
            self.attributes[k].seen = Seen::of(k, kind, &pages);
        }
    }
}

impl Wrapper {
    fn known_pages(&self, read: &[(&[u8], Vec<Vec<FoundValue>>)]) -> Vec<KnownPage> {
        let each = KNOWN_RECORDS.div_ceil(read.len().max(1));
        let values = |row: &Vec<FoundValue>, k: usize| -> Vec<String> {
            let own = row.iter().filter(|found| found.attribute == k && found.text.len() <= KNOWN_BYTES);
            own.map(|found| found.text.clone()).filter(|text| !text.is_empty()).collect()
        };
        let record = |row: &Vec<FoundValue>| (0..self.attributes.len()).map(|k| values(row, k)).collect();
        let page = |(name, (_, rows)): (&String, &(&[u8], Vec<Vec<FoundValue>>))| KnownPage {
            page: name.clone(),
            records: kept_rows(rows.len(), each).map(|at| record(&rows[at])).collect(),
        };
        self.learned.pages.iter().zip(read).take(KNOWN_RECORDS).map(page).collect()
    }
}

/// The rows of a page that are kept, up to `most`: runs from its beginning, its middle and its end. A list that has grown or lost some at
/// one end still shows the others, and neighbours tell where a record ends.
fn kept_rows(count: usize, most: usize) -> impl Iterator<Item = usize> {
    const RUNS: usize = 3;
    let run = if count <= most { 0 } else { most / RUNS };
    let last = if count <= most { count } else { most - (RUNS - 1) * run };
    let middle = count.saturating_sub(run) / 2;
    (0..run).chain(middle..middle + run).chain(count - last..count)
}

/// Bytes of text between the values of one record and the next, for the first records of a page.
pub(crate) fn unread_between(page: &[u8], rows: &[Vec<FoundValue>]) -> Vec<usize> {
    let unread = |pair: &[Vec<FoundValue>]| {
        let start = first_byte(&pair[0])?;
        let end = first_byte(&pair[1])?;
        let own = pair[0]
            .iter()
            .filter_map(|found| found.span)
            .map(|span| text_bytes(page.get(span.range()).unwrap_or_default()));
        Some(text_bytes(page.get(start..end)?).saturating_sub(own.sum()))
    };
    rows.windows(2).take(LOOKED_AT).filter_map(unread).collect()
}

/// A tag of a whole part of a page in a value of an attribute: the value reaches from one part into another.
pub(crate) fn part_in<'p>(page: &'p [u8], rows: &[Vec<FoundValue>], k: usize) -> Option<&'p str> {
    const PARTS: [&str; 22] = [
        "html", "head", "title", "body", "table", "thead", "tbody", "tr", "td", "th", "ul", "ol", "li", "dl",
        "dt", "dd", "h1", "h2", "h3", "h4", "section", "article",
    ];
    let spans = rows.iter().flatten().filter(|found| found.attribute == k).filter_map(|found| found.span);
    spans.take(LOOKED_AT).find_map(|span| {
        let source = page.get(span.range())?;
        memchr::memchr_iter(b'<', source).find_map(|at| {
            let rest = &source[at + 1..];
            let name = rest.strip_prefix(b"/").unwrap_or(rest);
            let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(name.len());
            let name = std::str::from_utf8(&name[..end]).ok()?;
            PARTS.iter().any(|part| part.eq_ignore_ascii_case(name)).then_some(name)
        })
    })
}

/// Bytes outside of tags that are no white space.
fn text_bytes(source: &[u8]) -> usize {
    let (mut count, mut is_tag) = (0, false);
    for byte in source {
        match byte {
            b'<' => is_tag = true,
            b'>' if is_tag => is_tag = false,
            other => count += usize::from(!is_tag && !other.is_ascii_whitespace()),
        }
    }
    count
}

/// How many records a page has, and how many of them lack each attribute.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    pub records: usize,
    pub missing: Vec<usize>,
}

impl Counts {
    pub fn of(rows: &[Vec<FoundValue>], attributes: usize) -> Counts {
        let mut missing = vec![0; attributes];
        for row in rows {
            for (k, missing) in missing.iter_mut().enumerate() {
                let is_value = |found: &FoundValue| found.attribute == k && !found.text.is_empty();
                // Values mostly stand in the order of their attributes.
                *missing += usize::from(!row.get(k).is_some_and(is_value) && !row.iter().any(is_value));
            }
        }
        Counts { records: rows.len(), missing }
    }
}

impl Seen {
    /// What the values of an attribute on some pages are like, by the counts of these pages and their first rows.
    pub(crate) fn of(k: usize, kind: ColumnType, pages: &[(&Counts, &[Vec<FoundValue>])]) -> Seen {
        let is_value = |found: &&FoundValue| found.attribute == k && !found.text.is_empty();
        let mut texts: Vec<&str> = Vec::new();
        for (_, rows) in pages {
            let values = rows.iter().flatten().filter(is_value);
            texts.extend(values.take(LOOKED_AT).map(|found| found.text.as_str()));
        }
        let mut lengths: Vec<usize> = texts.iter().map(|text| text.chars().count()).collect();
        lengths.sort_unstable();
        let length = |at: usize| lengths.get(at).copied().unwrap_or(0);
        let different: TextSet<&str> = texts.iter().copied().collect();
        let counts = || pages.iter().map(|(counts, _)| counts);
        Seen {
            records: counts().map(|counts| counts.records).sum(),
            missing: counts().map(|counts| counts.missing[k]).sum(),
            pages_without: counts().filter(|counts| counts.missing[k] == counts.records).count(),
            values: texts.len(),
            different: different.len(),
            typed: texts.iter().filter(|text| is_typed(kind, text)).count(),
            lengths: [length(0), length(lengths.len() / 2), length(lengths.len().saturating_sub(1))],
        }
    }
}

/// Whether a value is of a type; every value is a text.
fn is_typed(kind: ColumnType, text: &str) -> bool {
    let mark = DecimalMark::default();
    kind == ColumnType::Text || is_plain_value(kind, text, mark) || read_as(kind, text, mark).is_some()
}

/// Texts that stand between the values of most records: labels and buttons.
fn texts_of_most(read: &[(&[u8], Vec<Vec<FoundValue>>)]) -> Vec<String> {
    let mut counts: TextMap<&str, usize> = TextMap::default();
    let mut records = 0;
    for (bytes, rows) in read {
        for pair in rows.windows(2) {
            let (Some(start), Some(end)) = (first_byte(&pair[0]), first_byte(&pair[1])) else { continue };
            let Some(Ok(piece)) = bytes.get(start..end).map(std::str::from_utf8) else { continue };
            records += 1;
            let values: TextSet<&str> = pair[0].iter().map(|found| found.text.as_str()).collect();
            let mut texts: Vec<&str> = texts(piece).filter(|text| !values.contains(text)).collect();
            texts.sort_unstable();
            texts.dedup();
            texts.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
        }
    }
    /// Fewer records agree by chance.
    const FEWEST: usize = 3;
    let is_template = |count: &usize| records >= FEWEST && *count as f64 >= TEMPLATE_SHARE * records as f64;
    let mut kept: Vec<String> =
        counts.into_iter().filter(|(_, count)| is_template(count)).map(|(text, _)| text.to_owned()).collect();
    kept.sort_unstable();
    kept.truncate(TEMPLATE_TEXTS);
    kept
}

/// Texts that every page has, taken from all over the first one.
fn texts_of_all(pages: &[&[u8]], read: &[(&[u8], Vec<Vec<FoundValue>>)]) -> Vec<String> {
    let [first, others @ ..] = pages else { return Vec::new() };
    let Some(Ok(first)) = (!others.is_empty()).then(|| std::str::from_utf8(first)) else { return Vec::new() };
    let values: TextSet<&str> =
        read.iter().flat_map(|(_, rows)| rows.iter().flatten()).map(|found| found.text.as_str()).collect();
    let others: Vec<TextSet<&str>> = others
        .iter()
        .filter_map(|page| std::str::from_utf8(page).ok())
        .map(|page| texts(page).collect())
        .collect();
    let mut shared: Vec<&str> = Vec::new();
    let mut known: TextSet<&str> = TextSet::default();
    for text in texts(first) {
        if !values.contains(text) && others.iter().all(|page| page.contains(text)) && known.insert(text) {
            shared.push(text);
        }
    }
    let step = shared.len().div_ceil(TEMPLATE_TEXTS).max(1);
    shared.into_iter().step_by(step).map(str::to_owned).collect()
}

/// The texts between the tags of a page's source.
fn texts(source: &str) -> impl Iterator<Item = &str> {
    let between = source.split('<').skip(1).filter_map(|piece| Some(piece.split_once('>')?.1.trim()));
    let is_words =
        |text: &&str| TEMPLATE_BYTES.contains(&text.len()) && text.chars().any(char::is_alphabetic);
    between.filter(is_words).filter(|text| !text.contains(['{', '}', ';', '=']))
}

fn first_byte(row: &[FoundValue]) -> Option<usize> {
    row.iter().filter_map(|found| found.span).map(|span| span.start as usize).min()
}
