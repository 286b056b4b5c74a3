//! Teaching a wrapper: learning from marked values, reading pages with it, repairing it when the site has changed.

use crate::answer::{Answer, Failure, json, read};
use crate::pages::Opened;
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::State;
use chaffinch::train::GoldRecord;
use chaffinch::wrapper::{
    Applied, GoldPage, Labels, LearnError, LearnReport, LearnSettings, Pac, PageBytes, Wrapper, WrapperClass,
    confidence, examples_wanted, learn, learn_from_some, repair,
};
use chaffinch::{NodeId, Page, Span};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pages that one request learns from or reads.
const MOST_PAGES: usize = 200;
/// Pages that choose among wrappers.
const MOST_ASKED: usize = 40;
/// Bytes that learning may search: somebody is waiting.
const SEARCH_BYTES: usize = 1 << 30;
/// The classes whose wrappers are asked for their opinion on further pages.
const COMMITTEE: [WrapperClass; 4] =
    [WrapperClass::Lr, WrapperClass::Hlrt, WrapperClass::Oclr, WrapperClass::Node];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The pages that are marked.
    examples: Vec<Example>,
    /// Further pages, to be read with what was learned.
    #[serde(default)]
    others: Vec<String>,
    /// Whether each page is about one thing.
    #[serde(default)]
    one_thing: bool,
    /// The only class to learn, by its name.
    class: Option<String>,
    epsilon: Option<f64>,
    delta: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    page: String,
    /// The marked values of each record.
    records: Vec<Vec<Mark>>,
    /// Whether all records of the page are marked; where not, its other records are found by their likeness to those.
    #[serde(default)]
    complete: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    attribute: String,
    span: Span,
}

/// Learns a wrapper from marked values and reads all pages with it, the least certain of the others first.
pub async fn teach(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let bench = inner;
            let examples: Vec<Arc<Opened>> = request
                .examples
                .iter()
                .map(|example| bench.pages.get(&example.page))
                .collect::<Result<_, _>>()?;
            let others = pages_of(&bench, &request.others)?;
            let labelled = labelled(&request, &examples)?;
            let class = match &request.class {
                Some(name) => Some(class_called(name)?),
                None => None,
            };
            let settings = LearnSettings { class, search_bytes: SEARCH_BYTES, ..LearnSettings::default() };
            let pac = Pac {
                epsilon: request.epsilon.unwrap_or(0.1).clamp(0.001, 0.5),
                delta: request.delta.unwrap_or(0.1).clamp(0.001, 0.5),
            };
            let complete: Vec<bool> = request.examples.iter().map(|example| example.complete).collect();
            let learned_by = |settings: &LearnSettings| match request.one_thing {
                true => learn(&labelled, settings),
                false => learn_from_some(&labelled, &complete, settings),
            };
            let report = match learned_by(&settings) {
                Ok(report) => report,
                Err(error) => return Ok(json(&contradicted(&error))),
            };
            let of_class = |class: &WrapperClass| {
                learned_by(&LearnSettings { class: Some(*class), ..settings.clone() }).ok()
            };
            let rivals: Vec<LearnReport> = match class {
                None => COMMITTEE.iter().filter_map(of_class).collect(),
                Some(_) => Vec::new(),
            };
            let committee: Vec<Wrapper> = rivals.iter().map(|rival| rival.wrapper.clone()).collect();
            let report = fitting_most(report, rivals, &others);
            let told = |page: &Arc<Opened>, is_example: bool| {
                told_page(&bench, &report.wrapper, &committee, page, is_example)
            };
            let mut read: Vec<Value> =
                examples.iter().map(|page| told(page, true)).collect::<Result<_, _>>()?;
            let mut unsure: Vec<Value> =
                others.iter().map(|page| told(page, false)).collect::<Result<_, _>>()?;
            unsure.sort_by(|a, b| {
                a["certainty"].as_f64().unwrap_or(0.0).total_cmp(&b["certainty"].as_f64().unwrap_or(0.0))
            });
            read.extend(unsure);
            Ok(json(&learned(&report, pac, &read)))
        })
        .await
}

/// Marks of few pages allow several wrappers. Of these the one is taken that fits most of the other pages, and the usual one where none fits more.
fn fitting_most(usual: LearnReport, rivals: Vec<LearnReport>, others: &[Arc<Opened>]) -> LearnReport {
    let misfits = |report: &LearnReport| {
        let fails = |page: &&Arc<Opened>| {
            !report.wrapper.check(&PageBytes::from(&page.document.bytes[..])).is_empty()
        };
        others.iter().take(MOST_ASKED).filter(fails).count()
    };
    let mut fewest = misfits(&usual);
    let mut best = usual;
    for rival in rivals {
        let own = misfits(&rival);
        if own < fewest {
            fewest = own;
            best = LearnReport { failures: best.failures, ..rival };
        }
    }
    best
}

fn learned(report: &LearnReport, pac: Pac, pages: &[Value]) -> Value {
    let wrapper = &report.wrapper;
    let has_bound = wrapper.classes().iter().all(|class| class.has_bound());
    let reached = if has_bound { confidence(&report.evidence, pac.epsilon) } else { 0.0 };
    json!({
        "wrapper": wrapper.to_toml(),
        "class": wrapper.class_names(),
        "shown": wrapper.show(),
        "sentence": report.statement(pac),
        "bound": {
            "epsilon": pac.epsilon, "delta": pac.delta, "proved": has_bound, "confidence": reached,
            "wanted": examples_wanted(&report.evidence, wrapper.learned.pages.len(), pac).filter(|_| has_bound),
        },
        "contradiction": null,
        "failures": report.failures.iter().map(failure).collect::<Vec<_>>(),
        "notes": report.notes,
        "pages": pages,
    })
}

fn contradicted(error: &LearnError) -> Value {
    let failures = match error {
        LearnError::Inconsistent { failures } => failures.iter().map(failure).collect(),
        LearnError::Label(_) => Vec::new(),
    };
    json!({
        "wrapper": null, "class": null, "shown": null, "sentence": null, "bound": null,
        "contradiction": error.to_string().lines().next().unwrap_or_default(),
        "failures": failures, "notes": [], "pages": [],
    })
}

fn failure(failure: &chaffinch::wrapper::ClassFailure) -> Value {
    let places: Vec<Value> =
        failure.places.iter().map(|place| json!({ "page": place.page, "byte": place.byte })).collect();
    json!({ "class": failure.class.name(), "attribute": failure.attribute, "reason": failure.reason, "places": places })
}

/// The examples as labelled pages.
fn labelled(request: &Request, pages: &[Arc<Opened>]) -> Result<Vec<(GoldPage, Vec<u8>)>, Failure> {
    let examples = &request.examples;
    let marks = || examples.iter().flat_map(|example| example.records.iter().flatten());
    if marks().next().is_none() {
        return Err(Failure::wrong("mark some values first"));
    }
    let attributes = attribute_order(examples);
    let mut labelled = Vec::new();
    for (example, page) in examples.iter().zip(pages) {
        let bytes = &page.document.bytes;
        let outside = |mark: &&Mark| mark.span.start >= mark.span.end || mark.span.end as usize > bytes.len();
        if let Some(mark) = example.records.iter().flatten().find(outside) {
            return Err(Failure::wrong(format!("a mark of {} lies outside its page", mark.attribute)));
        }
        let labels = match request.one_thing {
            true => Labels::Detail(
                example
                    .records
                    .iter()
                    .flatten()
                    .fold(GoldRecord::default(), |record, mark| with_value(record, mark, bytes)),
            ),
            false => tuples(example, &attributes),
        };
        // Pages may have the same name; what they are known by here may not.
        let gold = GoldPage {
            page: page.id.clone(),
            id: page.id.clone(),
            attributes: attributes.clone(),
            labels,
            ..GoldPage::default()
        };
        labelled.push((gold, bytes.clone()));
    }
    Ok(labelled)
}

/// Attributes in the order in which records have them.
fn attribute_order(examples: &[Example]) -> Vec<String> {
    let mut places: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for record in examples.iter().flat_map(|example| &example.records) {
        let mut marks: Vec<&Mark> = record.iter().collect();
        marks.sort_by_key(|mark| mark.span.start);
        for (at, mark) in marks.iter().enumerate() {
            let (sum, count) = places.entry(&mark.attribute).or_default();
            *sum += at;
            *count += 1;
        }
    }
    let mut order: Vec<(&str, f64)> =
        places.into_iter().map(|(name, (sum, count))| (name, sum as f64 / count as f64)).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    order.into_iter().map(|(name, _)| name.to_owned()).collect()
}

fn tuples(example: &Example, attributes: &[String]) -> Labels {
    let tuple = |record: &Vec<Mark>| -> Vec<Vec<Span>> {
        let spans = |name: &String| {
            let mut spans: Vec<Span> =
                record.iter().filter(|mark| mark.attribute == *name).map(|mark| mark.span).collect();
            spans.sort_unstable();
            spans
        };
        attributes.iter().map(spans).collect()
    };
    Labels::Tuples(example.records.iter().map(tuple).collect())
}

fn with_value(mut record: GoldRecord, mark: &Mark, bytes: &[u8]) -> GoldRecord {
    let text = String::from_utf8_lossy(&bytes[mark.span.range()]).trim().to_owned();
    record.values.entry(mark.attribute.clone()).or_default().push(text);
    record
}

fn class_called(name: &str) -> Result<WrapperClass, Failure> {
    let found = WrapperClass::ALL.into_iter().find(|class| class.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| Failure::wrong(format!("no class is called {name}")))
}

fn pages_of(bench: &Bench, ids: &[String]) -> Result<Vec<Arc<Opened>>, Failure> {
    if ids.len() > MOST_PAGES {
        return Err(Failure::wrong(format!("at most {MOST_PAGES} pages at a time")));
    }
    ids.iter().map(|id| bench.pages.get(id)).collect()
}

/// What a wrapper reads on a page, and how sure that is: wrappers of other classes from the same marks are asked, too.
fn told_page(
    bench: &Bench,
    wrapper: &Wrapper,
    committee: &[Wrapper],
    opened: &Opened,
    is_example: bool,
) -> Result<Value, Failure> {
    let bytes = PageBytes::from(&opened.document.bytes[..]);
    let applied = wrapper.apply(&bytes);
    let agreeing = committee.iter().filter(|other| same_values(&other.apply(&bytes), &applied)).count();
    let agreement = if committee.is_empty() { 1.0 } else { agreeing as f64 / committee.len() as f64 };
    let certainty = match (is_example, applied.misfits.len()) {
        (true, _) => 1.0,
        (false, 0) => 0.5 + 0.5 * agreement,
        (false, _) => 0.5 * agreement,
    };
    let page = opened.page(bench)?;
    let texts = TextPlaces::of(&page);
    let value = |value: &chaffinch::wrapper::FoundValue| {
        json!({
            "attribute": wrapper.attributes.get(value.attribute).map(|attribute| attribute.name.as_str()),
            "text": value.text, "span": value.span, "node": value.span.and_then(|span| texts.node_at(span.start)),
        })
    };
    let rows: Vec<Vec<Value>> = applied.rows.iter().map(|row| row.iter().map(value).collect()).collect();
    Ok(json!({
        "page": opened.id, "name": opened.document.name, "example": is_example, "certainty": certainty,
        "rows": rows, "misfits": applied.misfits.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }))
}

fn same_values(one: &Applied, other: &Applied) -> bool {
    let texts = |applied: &Applied| -> Vec<Vec<(usize, String)>> {
        applied
            .rows
            .iter()
            .map(|row| row.iter().map(|value| (value.attribute, value.text.clone())).collect())
            .collect()
    };
    texts(one) == texts(other)
}

/// Text nodes by their first bytes.
struct TextPlaces(Vec<(u32, u32, usize)>);

impl TextPlaces {
    fn of(page: &Page) -> TextPlaces {
        let place = |id: NodeId| {
            let span = page.text_span(id, 0..page.own_text(id).len())?;
            Some((span.start, span.end, id.index()))
        };
        let mut places: Vec<_> = page.ids().filter(|id| !page.is_element(*id)).filter_map(place).collect();
        places.sort_unstable();
        TextPlaces(places)
    }

    fn node_at(&self, byte: u32) -> Option<usize> {
        let after = self.0.partition_point(|(start, ..)| *start <= byte);
        let (_, end, node) = self.0.get(after.checked_sub(1)?)?;
        // A value may begin at a tag; the text behind it is the one that is meant.
        if byte < *end { Some(*node) } else { self.0.get(after).map(|(.., node)| *node) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ApplyRequest {
    wrapper: String,
    pages: Vec<String>,
}

fn opened_wrapper(toml: &str) -> Result<Wrapper, Failure> {
    Wrapper::from_toml(toml).map_err(|error| Failure::wrong(format!("this is no wrapper file: {error}")))
}

/// Reads pages with a wrapper, and says which do not fit it.
pub async fn apply(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: ApplyRequest = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let wrapper = opened_wrapper(&request.wrapper)?;
            let pages = pages_of(&inner, &request.pages)?;
            let told: Vec<Value> = pages
                .iter()
                .map(|page| told_page(&inner, &wrapper, &[], page, false))
                .collect::<Result<_, _>>()?;
            Ok(json(&json!({ "class": wrapper.class_names(), "shown": wrapper.show(), "pages": told })))
        })
        .await
}

/// Repairs a wrapper for pages that no longer fit it: what changed, and what the old and the new one read.
pub async fn mend(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: ApplyRequest = read(&body)?;
    let inner = bench.clone();
    bench.gate.work(move || {
        let old = opened_wrapper(&request.wrapper)?;
        let pages = pages_of(&inner, &request.pages)?;
        let sources: Vec<(String, Vec<u8>)> = pages.iter().map(|page| (page.document.name.clone(), page.document.bytes.clone())).collect();
        let told = |wrapper: &Wrapper| pages.iter().map(|page| told_page(&inner, wrapper, &[], page, false)).collect::<Result<Vec<Value>, Failure>>();
        let before = told(&old)?;
        let settings = LearnSettings { search_bytes: SEARCH_BYTES, ..LearnSettings::default() };
        Ok(json(&match repair(&old, &sources, &settings) {
            Ok(repaired) => json!({
                "wrapper": repaired.wrapper.to_toml(), "shown": repaired.wrapper.show(), "old_shown": old.show(), "changes": repaired.changes,
                "known_values": repaired.known_values, "reason": null, "before": before, "after": told(&repaired.wrapper)?,
            }),
            Err(error) => json!({
                "wrapper": null, "shown": null, "old_shown": old.show(), "changes": [], "known_values": 0, "reason": error.to_string(),
                "before": before, "after": [],
            }),
        }))
    }).await
}
