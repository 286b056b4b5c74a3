//! A site's wrapper: its rules, what they were learned from and what values should look like.

use crate::class::{StringWrapper, WrapperClass};
use crate::detail::{DetailExample, learn_detail};
use crate::example::{Examples, LabelError};
use crate::gold::tuple_examples;
use crate::kin::learn_with_kin;
use crate::learn::{ClassFailure, LearnError, LearnSettings, learn_strings};
use crate::node::{NodeRecords, NodeRule, learn_node_records};
use crate::oracle::Recognized;
use crate::pac::{Evidence, Pac, confidence, examples_wanted, is_enough};
use crate::page_bytes::PageBytes;
use crate::profile::{KnownPage, Profile, Seen};
use crate::records::{learn_records, read_tree};
use crate::selector::{Selectors, selectors_of_tuples};
use crate::shape::Shape;
use crate::sites::Labelled;
use crate::text::value_text;
use crate::typed::as_written;
use crate::units::{UnitPage, UnitRecords};
use chaffinch_core::{ColumnType, Page};
use chaffinch_gold::{GoldPage, Labels};
use chaffinch_values::{column_type, decimal_mark};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Learns the wrapper of a site from labelled pages and their bytes.
///
/// Labels with byte ranges give a wrapper of tuples, and so do the values of several records; the values of one record give a
/// wrapper of pages about one thing.
///
/// ```
/// use chaffinch_wrapper::{LearnSettings, PageBytes, learn, parse_gold};
/// let line = |page: &str, tuples: &str| format!(r#"{{"page": "{page}", "tuples": {tuples}}}"#) + "\n";
/// let gold = line("a", "[[[3, 8], [11, 14]]]") + &line("b", "[[[3, 8], [11, 13]], [[17, 23], [26, 29]]]");
/// let pages = ["<b>Congo<i>242.", "<b>Spain<i>34.<b>Belize<i>501."];
/// let pages: Vec<_> = parse_gold(&gold).unwrap().into_iter().zip(pages.map(|p| p.as_bytes().to_vec())).collect();
/// let learned = learn(&pages, &LearnSettings::default()).unwrap();
/// assert_eq!(learned.wrapper.class_names(), "LR");
/// assert_eq!(learned.wrapper.apply(&PageBytes::from(&b"<b>Fiji<i>679."[..])).rows.len(), 1);
/// ```
pub fn learn(pages: &[Labelled], settings: &LearnSettings) -> Result<LearnReport, LearnError> {
    let mut labels: BTreeMap<&str, &GoldPage> = BTreeMap::new();
    for (page, _) in pages {
        let differs =
            |earlier: &GoldPage| (&earlier.labels, &earlier.attributes) != (&page.labels, &page.attributes);
        if labels.insert(&page.page, page).is_some_and(differs) {
            return Err(LabelError::TwoLabels { page: page.page.clone() }.into());
        }
    }
    if pages.iter().any(|(page, _)| matches!(page.labels, Labels::Tuples(_))) {
        let readings = tuple_examples(pages);
        for (page, _) in
            pages.iter().filter(|(page, _)| !page.attributes.is_empty() && !page.tuples().is_empty())
        {
            let named = page.attributes.len();
            let first = readings.first().map_or(0, |reading| reading.attributes.len());
            if readings.iter().all(|reading| reading.attributes.len() != named) {
                return Err(LabelError::Names { page: page.page.clone(), named, count: first }.into());
            }
        }
        let named = |reading: &Examples| pages.iter().any(|(page, _)| page.attributes == reading.attributes);
        let readings =
            if readings.iter().any(named) { readings.into_iter().filter(named).collect() } else { readings };
        return learn_tuples(&readings, settings);
    }
    let mut attributes: Vec<String> = Vec::new();
    for (page, _) in pages {
        let named =
            page.attributes.iter().chain(page.records().iter().flat_map(|record| record.values.keys()));
        for name in named {
            if !attributes.contains(name) {
                attributes.push(name.clone());
            }
        }
    }
    if let Some(report) = learn_single_records(&attributes, pages, settings) {
        return Ok(report);
    }
    if pages.iter().any(|(page, _)| matches!(page.labels, Labels::Records(_) | Labels::TopK(_))) {
        // Labels may name some of a page's records only; what fails for all of them may be learned from some.
        return learn_records(&attributes, pages, settings).or_else(|error| {
            learn_with_kin(pages, settings).map_err(|_| error).map(|report| noted(report, pages))
        });
    }
    let values = |page: &GoldPage, name: &String| {
        page.records().first().map_or(Vec::new(), |record| record.values(name).to_vec())
    };
    let examples: Vec<DetailExample> = pages
        .iter()
        .map(|(page, bytes)| DetailExample {
            name: page.page.clone(),
            bytes: bytes.clone(),
            values: attributes.iter().map(|name| values(page, name)).collect(),
        })
        .collect();
    learn_detail(&attributes, &examples, settings)
}

/// A wrapper that was learned from some of the labels, with a note for each attribute of a page that has others.
fn noted(mut report: LearnReport, pages: &[Labelled]) -> LearnReport {
    for (page, bytes) in pages {
        let read = report.wrapper.read(&PageBytes::from(&bytes[..]));
        let squashed = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
        let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for value in read.rows.iter().flatten() {
            let name = report.wrapper.attributes[value.attribute].name.as_str();
            found.entry(name).or_default().insert(squashed(&value.text));
        }
        let mut lost: BTreeMap<&String, Vec<&String>> = BTreeMap::new();
        for record in page.records() {
            for name in record.attributes() {
                // Typed values stand on the page in other words.
                let is_lost = |value: &&String| {
                    value.parse::<f64>().is_err()
                        && !found.get(name.as_str()).is_some_and(|found| found.contains(&squashed(value)))
                };
                lost.entry(name).or_default().extend(record.values(name).iter().filter(is_lost));
            }
        }
        for (name, values) in lost.into_iter().filter(|(_, values)| !values.is_empty()) {
            let first: String = values[0].chars().take(60).collect();
            let others = match values.len() {
                1 => String::new(),
                more => format!(", and {} others", more - 1),
            };
            let (line, page) = (page.line, &page.page);
            report.notes.push(format!(
                "line {line}: {page}: the wrapper does not give the value {first:?} of `{name}`{others}"
            ));
        }
    }
    report
}

/// Pages with one record each, as rows of pages about one thing are, are about that record.
fn learn_single_records(
    attributes: &[String],
    pages: &[Labelled],
    settings: &LearnSettings,
) -> Option<LearnReport> {
    let is_single =
        |(page, _): &Labelled| matches!(&page.labels, Labels::Records(records) if records.len() == 1);
    if pages.len() < 2 || !pages.iter().all(is_single) {
        return None;
    }
    let tree = |page: &Labelled| read_tree(page, settings).ok();
    let trees: Vec<Page> = pages.iter().map(tree).collect::<Option<_>>()?;
    let written = as_written(attributes, pages, &trees);
    let example = |((page, bytes), records): (&Labelled, Vec<Vec<Vec<String>>>)| DetailExample {
        name: page.page.clone(),
        bytes: bytes.clone(),
        values: records.into_iter().next().unwrap_or_default(),
    };
    let examples: Vec<DetailExample> = pages.iter().zip(written).map(example).collect();
    learn_detail(attributes, &examples, settings).ok()
}

/// Learns a wrapper of tuples from the first reading of the labels that allows one: of delimiters, and where no
/// class of them fits, of node paths.
pub fn learn_tuples(readings: &[Examples], settings: &LearnSettings) -> Result<LearnReport, LearnError> {
    let mut error = LearnError::Label(LabelError::Nothing("the examples have no tuple".into()));
    let report = |examples: &Examples, rules, failures| LearnReport::of_tuples(examples, rules, failures);
    if settings.class.is_none_or(WrapperClass::has_delimiters) {
        for examples in readings {
            match learn_strings(examples, settings) {
                Ok(learned) => return Ok(report(examples, Rules::Tuples(learned.wrapper), learned.failures)),
                Err(failed) => error = failed,
            }
        }
    }
    if settings.class.is_none_or(|class| class == WrapperClass::Node) {
        for examples in readings {
            settings.validate(examples)?;
            let failures = match &error {
                LearnError::Inconsistent { failures } => failures.clone(),
                LearnError::Label(_) => Vec::new(),
            };
            match learn_node_records(examples) {
                Ok(nodes) => return Ok(report(examples, Rules::Nodes(nodes), failures)),
                Err(failure) => {
                    error = LearnError::Inconsistent { failures: [failures, vec![failure]].concat() };
                }
            }
        }
    }
    Err(error)
}

/// A wrapper and what is to be said about how it was learned.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnReport {
    /// The wrapper.
    pub wrapper: Wrapper,
    /// What the PAC bound counts.
    pub evidence: Evidence,
    /// The classes that failed, with what stopped each.
    pub failures: Vec<ClassFailure>,
    /// What else is to be said: labelled values that stand nowhere, or that the wrapper does not give.
    pub notes: Vec<String>,
}

impl LearnReport {
    pub(crate) fn of_tuples(examples: &Examples, rules: Rules, failures: Vec<ClassFailure>) -> LearnReport {
        let wrapper = Wrapper::of_tuples(examples, rules);
        let class = wrapper.classes().first().copied().unwrap_or(WrapperClass::Node);
        LearnReport {
            wrapper,
            evidence: Evidence::of(examples).for_class(class),
            failures,
            notes: Vec::new(),
        }
    }

    /// What can be said of the error on further pages: where the bound is proved, whether the examples are enough and how many
    /// more would be; otherwise that it is not.
    pub fn statement(&self, pac: Pac) -> String {
        let Pac { epsilon, delta } = pac;
        let pages = self.wrapper.learned.pages.len();
        if let Some(class) = self.wrapper.classes().iter().find(|class| !class.has_bound()) {
            let what = match class {
                WrapperClass::Node => "places in the tree".to_owned(),
                class => format!("{class} wrappers"),
            };
            let gives = if self.notes.is_empty() { "gives the labels of" } else { "was learned from" };
            return format!("no bound on the error of {what} is known; this one {gives} {pages} examples");
        }
        if is_enough(&self.evidence, pac) {
            return format!("with confidence {} the error is under {epsilon}", 1.0 - delta);
        }
        let reached = confidence(&self.evidence, epsilon);
        match examples_wanted(&self.evidence, pages, pac) {
            Some(more) => format!(
                "{more} more examples are needed to say with confidence {} that the error is under {epsilon}; \
                 so far the confidence is {reached:.2}",
                1.0 - delta
            ),
            None => format!("no number of examples like these gives confidence {} in the error", 1.0 - delta),
        }
    }
}

impl From<Recognized> for LearnReport {
    fn from(recognized: Recognized) -> LearnReport {
        let Recognized { wrapper, examples, evidence } = recognized;
        let evidence = evidence.for_class(wrapper.class());
        let wrapper = Wrapper::of_tuples(&examples, Rules::Tuples(wrapper));
        LearnReport { wrapper, evidence, failures: Vec::new(), notes: Vec::new() }
    }
}

/// Learns from the first example, then from more of them, until the PAC bound holds or the examples run out.
///
/// `learn` learns from as many examples as it is told. What cannot be learned from a few may be from more: an
/// attribute may not have been seen yet.
pub fn learn_until<E>(
    examples: usize,
    pac: Pac,
    mut learn: impl FnMut(usize) -> Result<LearnReport, E>,
) -> Result<LearnReport, E> {
    let mut count = 1;
    loop {
        let learned = learn(count);
        let more = match &learned {
            Ok(report) if is_enough(&report.evidence, pac) => return learned,
            Ok(report) => examples_wanted(&report.evidence, count, pac).unwrap_or(count).max(1),
            Err(_) => count,
        };
        if count >= examples {
            return learned;
        }
        count = count.saturating_add(more).min(examples);
    }
}

impl fmt::Display for LearnReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Learning { pages, tuples, .. } = &self.wrapper.learned;
        let classes = self.wrapper.class_names();
        write!(f, "{classes}, learned from {} pages with {tuples} tuples", pages.len())?;
        for failure in &self.failures {
            write!(f, "\n{failure}")?;
        }
        for note in &self.notes {
            write!(f, "\n{note}")?;
        }
        Ok(())
    }
}

/// A site's wrapper.
#[derive(Debug, Clone, PartialEq)]
pub struct Wrapper {
    /// What it was learned from.
    pub learned: Learning,
    /// The attributes, in the order of columns.
    pub attributes: Vec<Attribute>,
    /// How values are found.
    pub rules: Rules,
    /// What it reads on its examples.
    pub profile: Profile,
    /// Records that it read on them.
    pub known: Vec<KnownPage>,
}

/// What a wrapper was learned from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learning {
    /// The example pages.
    pub pages: Vec<String>,
    /// Tuples on all of them.
    pub tuples: usize,
    /// Tuples on the one with the fewest.
    pub fewest: usize,
    /// The encoding of the pages, by its name in the Encoding Standard.
    pub encoding: String,
    /// What was repaired, a line each, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<String>,
}

/// An attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: ColumnType,
    /// What its values look like.
    pub shape: Shape,
    /// How many values the examples have, and what they have in common.
    pub seen: Seen,
    /// Selectors that pick the same nodes on the example pages, where such exist.
    pub selectors: Option<Selectors>,
}

/// The share of an attribute's example values that must be of one type for it to be of that type.
const TYPE_SHARE: f32 = 0.8;

impl Attribute {
    /// An attribute with the type and the shape of its example values.
    pub(crate) fn new<'v>(
        name: &str,
        values: impl Iterator<Item = &'v str> + Clone,
        selectors: Option<Selectors>,
    ) -> Attribute {
        let kind = column_type(values.clone(), decimal_mark(values.clone()), TYPE_SHARE);
        Attribute { name: name.to_owned(), kind, shape: Shape::of(values), seen: Seen::default(), selectors }
    }
}

/// How values are found.
#[derive(Debug, Clone, PartialEq)]
pub enum Rules {
    /// Tuples between delimiters; a page gives `records`.
    Tuples(StringWrapper),
    /// Tuples in the tree, where no delimiters can say where they are; a page gives `records`.
    Nodes(NodeRecords),
    /// Records that have elements of their own, with the places of their values in them; a page gives `records`.
    Units(UnitRecords),
    /// Each attribute of the page's one record for itself; a page gives `detail`.
    Detail {
        /// How each attribute is found.
        rules: Vec<AttributeRule>,
        /// Whether texts keep character references as the source writes them, because the example values do.
        references: References,
        /// What can be read without making the page's tree.
        without_tree: WithoutTree,
    },
}

/// What the tags of the example pages told without their trees, and so what is read of further pages without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum WithoutTree {
    /// Not the same values: the tree is needed.
    #[default]
    #[serde(rename = "tree")]
    Nothing,
    /// The same values, under other XPaths.
    #[serde(rename = "values")]
    Values,
    /// The same values, under the same XPaths.
    #[serde(rename = "paths")]
    ValuesAndPaths,
}

/// How one attribute is found.
#[derive(Debug, Clone, PartialEq)]
pub enum AttributeRule {
    /// By its place in the tree.
    Node(NodeRule),
    /// By delimiters: each tuple found is one value.
    Delimiters(StringWrapper),
}

/// What becomes of character references in a cell's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum References {
    /// They are decoded.
    #[default]
    Decoded,
    /// They stay as the source writes them.
    Kept,
}

impl AttributeRule {
    /// The class it belongs to.
    pub fn class(&self) -> WrapperClass {
        match self {
            AttributeRule::Node(_) => WrapperClass::Node,
            AttributeRule::Delimiters(wrapper) => wrapper.class(),
        }
    }
}

impl Wrapper {
    /// A wrapper of tuples, with the shapes of the examples' values.
    pub fn of_tuples(examples: &Examples, rules: Rules) -> Wrapper {
        let encoding = examples.pages.first().map_or("UTF-8", |page| crate::text::encoding_of(&page.bytes));
        let mut selectors = selectors_of_tuples(examples);
        let attribute = |(k, name): (usize, &String)| {
            let values: Vec<String> = examples
                .instances(k)
                .map(|(page, span)| value_text(&page.bytes[span.range()], encoding, References::Decoded))
                .collect();
            Attribute::new(name, values.iter().map(String::as_str), selectors[k].take())
        };
        let mut wrapper = Wrapper {
            learned: Learning {
                pages: examples.pages.iter().map(|page| page.name.clone()).collect(),
                tuples: examples.tuple_count(),
                fewest: examples.pages.iter().map(|page| page.tuples.len()).min().unwrap_or(0),
                encoding: encoding.into(),
                history: Vec::new(),
            },
            attributes: examples.attributes.iter().enumerate().map(attribute).collect(),
            rules,
            profile: Profile::default(),
            known: Vec::new(),
        };
        let pages: Vec<&[u8]> = examples.pages.iter().map(|page| page.bytes.as_slice()).collect();
        wrapper.observe(&pages);
        wrapper
    }

    /// A wrapper of records that have elements of their own.
    pub(crate) fn of_units(
        names: &[String],
        pages: &[Labelled],
        labels: &[UnitPage<'_>],
        records: UnitRecords,
    ) -> Wrapper {
        let attribute = |(k, name): (usize, &String)| {
            let values: Vec<&str> = labels
                .iter()
                .flat_map(|page| &page.values)
                .flat_map(|record| &record[k])
                .map(String::as_str)
                .collect();
            Attribute::new(name, values.iter().copied(), None)
        };
        let encoding = labels.first().map_or("UTF-8", |page| page.page.source().encoding);
        let mut wrapper = Wrapper {
            learned: Learning {
                pages: pages.iter().map(|(page, _)| page.page.clone()).collect(),
                tuples: labels.iter().map(|page| page.records.len()).sum(),
                fewest: labels.iter().map(|page| page.records.len()).min().unwrap_or(0),
                encoding: encoding.into(),
                history: Vec::new(),
            },
            attributes: names.iter().enumerate().map(attribute).collect(),
            rules: Rules::Units(records),
            profile: Profile::default(),
            known: Vec::new(),
        };
        let bytes: Vec<&[u8]> = pages.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        wrapper.observe(&bytes);
        wrapper
    }

    /// The classes of its rules: one for records, one or more for the attributes of a detail page.
    pub fn classes(&self) -> Vec<WrapperClass> {
        let mut classes = match &self.rules {
            Rules::Tuples(wrapper) => vec![wrapper.class()],
            Rules::Nodes(_) | Rules::Units(_) => vec![WrapperClass::Node],
            Rules::Detail { rules, .. } => rules.iter().map(AttributeRule::class).collect(),
        };
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// The names of its classes, for a reader.
    pub fn class_names(&self) -> String {
        self.classes().iter().map(|class| class.name()).collect::<Vec<_>>().join(" and ")
    }
}
