//! AMBER's Table 1: data areas, records and attributes by site; the published rules against each improvement.

mod attributes;
mod report;

pub use attributes::attribute_counts;
pub use report::Report;

use crate::pages::{look_at, read_set};
use crate::referee::{HeldValues, Referee};
use crate::statistics::Tally;
use chaffinch::{Engine, RendererChoice, Settings};
use chaffinch_core::{Limits, Page, Problem, ProblemKind, Relation};
use chaffinch_domain::{self as domain, Domain, DomainSettings};
use chaffinch_gold::{GoldPage, Labels};
use chaffinch_input::Document;
use chaffinch_survey::Survey;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What is measured.
#[derive(Debug, Clone)]
pub struct Options {
    /// Who lays the pages out.
    pub renderer: RendererChoice,
    /// What a page may cost.
    pub limits: Limits,
    /// Whether every page is printed.
    pub per_page: bool,
    /// Whether the report keeps what the rules weigh of every data area.
    pub evidence: bool,
}

/// A set of pages and the domain that reads it.
struct Task {
    domain: &'static str,
    set: &'static str,
    /// Only pages of this kind, where a set has several.
    kind: Option<&'static str>,
}

/// Real estate is the paper's domain; the others show that the rules carry over.
const TASKS: [Task; 4] = [
    Task { domain: "real-estate", set: "lists", kind: Some("real-estate") },
    Task { domain: "product", set: "lists", kind: Some("product-list") },
    Task { domain: "court", set: "courts", kind: None },
    Task { domain: "person", set: "people", kind: None },
];

/// The types of pages of `wild` that have no records.
const WITHOUT: [&str; 3] = ["article", "documentation", "service"];

/// The published rules, alone and with each improvement; all improvements but one; all.
pub(crate) fn versions() -> Vec<(&'static str, DomainSettings)> {
    let (paper, all) = (DomainSettings::paper(), DomainSettings::default());
    vec![
        ("as published", paper.clone()),
        ("published + positions", DomainSettings { positions: true, ..paper.clone() }),
        ("published + alternatives", DomainSettings { alternatives: true, ..paper.clone() }),
        ("published + visual", DomainSettings { visual: true, ..paper.clone() }),
        ("published + titles", DomainSettings { titles: true, ..paper }),
        ("all but positions", DomainSettings { positions: false, ..all.clone() }),
        ("all but alternatives", DomainSettings { alternatives: false, ..all.clone() }),
        ("all but visual", DomainSettings { visual: false, ..all.clone() }),
        ("all but titles", DomainSettings { titles: false, ..all.clone() }),
        ("all", all),
    ]
}

/// One page, judged with one version.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Data areas: right where a relation holds most of an area's records, and hardly any of another area.
    pub areas: Tally,
    /// Records.
    pub records: Tally,
    /// Attributes by name.
    pub attributes: BTreeMap<&'static str, Tally>,
    /// The time of annotating.
    pub annotating: Duration,
    /// The time of reasoning.
    pub reasoning: Duration,
}

/// One page, judged with all versions.
pub struct JudgedPage {
    domain: &'static str,
    gold: GoldPage,
    versions: Vec<Judged>,
    evidence: Vec<String>,
}

/// A page without records, and the shipped domains that find some all the same.
struct PageWithout {
    id: String,
    alarms: Vec<String>,
    evidence: Vec<String>,
}

enum Looked {
    AtRecords(Box<JudgedPage>),
    AtNone(PageWithout),
}

/// Measures on the sets `lists`, `courts` and `none` in `data`.
pub fn measure(data: &Path, options: &Options, tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let mut asked: Vec<(GoldPage, Option<&'static Task>)> = Vec::new();
    for task in &TASKS {
        let is_asked = |page: &GoldPage| {
            matches!(page.labels, Labels::Records(_))
                && task.kind.is_none_or(|kind| page.note("kind") == kind)
        };
        let pages = read_set(&data.join(task.set))?.into_iter().filter(is_asked);
        asked.extend(pages.map(|page| (page, Some(task))));
    }
    asked.extend(read_set(&data.join("none"))?.into_iter().map(|page| (page, None)));
    let is_without = |page: &GoldPage| WITHOUT.contains(&page.note("type"));
    let wild = data.join("wild");
    if wild.is_dir() {
        asked.extend(read_set(&wild)?.into_iter().filter(is_without).map(|page| (page, None)));
    }
    let mut domains: BTreeMap<&'static str, Arc<Domain>> = BTreeMap::new();
    for (name, _) in domain::DOMAINS {
        let loaded = domain::load(name).map_err(|problem| {
            Problem::new(ProblemKind::Damaged, problem.file.clone(), problem.to_string())
        })?;
        domains.insert(name, Arc::new(loaded));
    }
    let limits = options.limits.clone();
    let evidence = options.evidence;
    let engine = Engine::new(Settings::default().with(|settings| {
        settings.renderer = options.renderer;
        settings.limits = limits;
    }))?;
    let look = move |engine: &Engine, document: Document, gold: &GoldPage, task: &Option<&'static Task>| {
        let page = engine.render(document)?.page;
        Ok(match task {
            Some(task) => {
                Looked::AtRecords(Box::new(judge(&page, task, gold, &domains[task.domain], evidence)))
            }
            None => Looked::AtNone(look_for_alarms(&page, gold, &domains, evidence)),
        })
    };
    let mut report = Report::new(options.per_page);
    for looked in look_at(engine, asked, None, look, tell) {
        match looked {
            Looked::AtRecords(page) => report.pages.push(*page),
            Looked::AtNone(page) => report.none.push(page),
        }
    }
    Ok(report)
}

fn judge(
    page: &Page,
    task: &'static Task,
    gold: &GoldPage,
    domain: &Arc<Domain>,
    evidence: bool,
) -> JudgedPage {
    let referee = Referee::new(gold);
    let versions = versions().into_iter().map(|(_, settings)| {
        let settings = DomainSettings { domain: Some(domain.clone()), ..settings };
        let survey = Survey::new(page, &Default::default());
        let understanding = domain::understand(&survey, domain, &settings);
        let relations = understanding.findings(domain, &settings, false).into_relations(page);
        let judged = judge_relations(&referee, gold, &relations);
        Judged { annotating: understanding.annotating, reasoning: understanding.reasoning, ..judged }
    });
    let evidence = if evidence { weighed(page, gold, domain, true) } else { Vec::new() };
    JudgedPage { domain: task.domain, gold: gold.clone(), versions: versions.collect(), evidence }
}

/// What the rules weigh of each data area of a page, however improbable, as lines of JSON.
fn weighed(page: &Page, gold: &GoldPage, domain: &Arc<Domain>, has_records: bool) -> Vec<String> {
    let settings = DomainSettings { domain: Some(domain.clone()), ..DomainSettings::default() };
    let survey = Survey::new(page, &Default::default());
    let understood = domain::understand(&survey, domain, &settings);
    let line = |(area, seen): (usize, BTreeMap<&str, i64>)| {
        let (id, site, name) = (&gold.id, &gold.site, &domain.name);
        let whole = serde_json::json!({
            "page": id, "site": site, "domain": name, "area": area, "has_records": has_records, "seen": seen,
        });
        whole.to_string()
    };
    understood.weighed().into_iter().enumerate().map(line).collect()
}

fn judge_relations(referee: &Referee, gold: &GoldPage, relations: &[Relation]) -> Judged {
    let top = &relations[..relations.len().min(gold.areas())];
    let held = |relation: &Relation| relation.rows.iter().map(|row| referee.held_by(row)).collect();
    let held: Vec<Vec<HeldValues>> = top.iter().map(held).collect();
    let all: Vec<&HeldValues> = held.iter().flatten().collect();
    let records = referee.count(&all);
    let areas = area_counts(referee, gold, &held);
    let attributes = attribute_counts(gold, top, &referee.nearest(&all));
    Judged { areas, records, attributes, annotating: Duration::ZERO, reasoning: Duration::ZERO }
}

/// An area is right where one relation holds at least half of its records, and not a tenth as many of others: areas that were merged are
/// wrong.
fn area_counts(referee: &Referee, gold: &GoldPage, relations: &[Vec<HeldValues>]) -> Tally {
    let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
    for record in gold.records() {
        *sizes.entry(record.area).or_default() += 1;
    }
    let mut right: BTreeSet<u64> = BTreeSet::new();
    for rows in relations {
        let mut held: HashMap<u64, usize> = HashMap::new();
        let pairs = referee.nearest(&rows.iter().collect::<Vec<_>>());
        for (record, _) in gold.records().iter().zip(pairs).filter(|(_, pair)| pair.is_some()) {
            *held.entry(record.area).or_default() += 1;
        }
        let all: usize = held.values().sum();
        let is_right =
            |(area, count): &(&u64, &usize)| **count * 2 >= sizes[*area] && (all - **count) * 10 < **count;
        right.extend(held.iter().filter(is_right).map(|(area, _)| *area));
    }
    Tally { right: right.len(), found: relations.len().max(right.len()), wanted: sizes.len() }
}

fn look_for_alarms(
    page: &Page,
    gold: &GoldPage,
    domains: &BTreeMap<&'static str, Arc<Domain>>,
    evidence: bool,
) -> PageWithout {
    let finds_some = |domain: &Arc<Domain>| {
        let settings = DomainSettings { domain: Some(domain.clone()), ..DomainSettings::default() };
        let survey = Survey::new(page, &Default::default());
        !domain::records(&survey, &settings, false).relations.is_empty()
    };
    let alarms = domains.iter().filter(|(_, domain)| finds_some(domain));
    let alarms = alarms.map(|(name, _)| (*name).to_owned()).collect();
    let all = domains.values().filter(|_| evidence);
    let evidence = all.flat_map(|domain| weighed(page, gold, domain, false)).collect();
    PageWithout { id: gold.id.clone(), alarms, evidence }
}
