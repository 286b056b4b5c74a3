//! AMBER's Table 1: data areas, records and attributes by site; the published rules against each improvement.

mod attributes;
mod report;

pub use attributes::{AttributeCounts, attribute_counts};
pub use report::Report;

use crate::records::{Counts, GoldPage, Holdings, Referee, RowView, read_gold};
use chaffinch::{
    Engine, Limits, Page, Problem, ProblemKind, Relation, RendererChoice, RunOptions, Settings, run,
};
use chaffinch_domain::{self as domain, Domain, DomainSettings};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
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
}

/// A set of pages and the domain that reads it.
struct Task {
    name: &'static str,
    set: &'static str,
    kind: &'static str,
    domain: &'static str,
}

/// The pages with properties are those of the paper's domain; the others show that the rules carry over.
const TASKS: [Task; 3] = [
    Task { name: "real-estate", set: "lists", kind: "real-estate", domain: "real-estate" },
    Task { name: "product", set: "lists", kind: "product-list", domain: "product" },
    Task { name: "court", set: "courts", kind: "", domain: "court" },
];

/// The published rules, all there is, and all but each improvement.
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
    /// Data areas: right where a relation holds most of an area's records.
    pub areas: Counts,
    /// Records.
    pub records: Counts,
    /// Attributes by name.
    pub attributes: BTreeMap<String, AttributeCounts>,
    /// The time of annotating.
    pub annotating: Duration,
    /// The time of reasoning.
    pub reasoning: Duration,
}

/// One page, judged with all versions.
pub struct JudgedPage {
    task: &'static str,
    gold: GoldPage,
    versions: Vec<Judged>,
}

/// A page without records, and the shipped domains that find some all the same.
struct NonePage {
    id: String,
    alarms: Vec<String>,
}

enum Looked {
    Records(Box<JudgedPage>),
    None(NonePage),
}

/// Measures on the sets `lists`, `courts` and `none` in `data`.
pub fn measure(data: &Path, options: &Options, mut tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let mut inputs = Vec::new();
    let mut golds: HashMap<String, (Option<&'static Task>, GoldPage)> = HashMap::new();
    for task in &TASKS {
        let set = data.join(task.set);
        for gold in read_gold(&set)? {
            if gold.task == "records" && (task.kind.is_empty() || gold.kind == task.kind) {
                let path = gold.path(&set).display().to_string();
                inputs.push(path.clone());
                golds.insert(path, (Some(task), gold));
            }
        }
    }
    let none = data.join("none");
    for gold in read_gold(&none)? {
        let path = gold.path(&none).display().to_string();
        inputs.push(path.clone());
        golds.insert(path, (None, gold));
    }
    let mut domains: HashMap<&'static str, Arc<Domain>> = HashMap::new();
    for (name, _) in domain::DOMAINS {
        let loaded = domain::load(name).map_err(|problem| {
            Problem::new(ProblemKind::Damaged, problem.file.clone(), problem.to_string())
        })?;
        domains.insert(name, Arc::new(loaded));
    }
    let engine = Engine::new(Settings {
        renderer: options.renderer,
        limits: options.limits.clone(),
        ..Settings::default()
    })?;
    let work = |document: chaffinch::Document| {
        let (task, gold) = golds[&document.name].clone();
        let page = engine.render(document)?.page;
        Ok(match task {
            Some(task) => Looked::Records(Box::new(judge(&page, task, gold, &domains[task.domain]))),
            None => Looked::None(look_for_alarms(&page, gold, &domains)),
        })
    };
    let mut report = Report::new(options.per_page);
    run(&inputs, &RunOptions::default(), work, |result| {
        match result {
            Ok(Looked::Records(page)) => report.pages.push(*page),
            Ok(Looked::None(page)) => report.none.push((page.id, page.alarms)),
            Err(problem) => tell(&problem),
        }
        ControlFlow::Continue(())
    });
    Ok(report)
}

fn judge(page: &Page, task: &'static Task, gold: GoldPage, domain: &Arc<Domain>) -> JudgedPage {
    let referee = Referee::new(&gold);
    let versions = versions().into_iter().map(|(_, settings)| {
        let settings = DomainSettings { domain: Some(domain.clone()), ..settings };
        let understanding = domain::understand(page, domain, &settings);
        let relations = domain::relations(&understanding, domain);
        let judged = judge_relations(&referee, &gold, &relations);
        Judged { annotating: understanding.annotating, reasoning: understanding.reasoning, ..judged }
    });
    let versions = versions.collect();
    JudgedPage { task: task.name, gold, versions }
}

fn judge_relations(referee: &Referee, gold: &GoldPage, relations: &[Relation]) -> Judged {
    let top = &relations[..relations.len().min(gold.areas())];
    let holdings: Vec<Vec<Holdings>> = top
        .iter()
        .map(|relation| {
            let view = |row: &chaffinch::Row| {
                referee.holdings(RowView { text: &row.text, links: &row.links, images: &row.images })
            };
            relation.rows.iter().map(view).collect()
        })
        .collect();
    let all: Vec<&Holdings> = holdings.iter().flatten().collect();
    let records = referee.count(&all);
    let areas = area_counts(referee, gold, &holdings);
    let attributes = attribute_counts(gold, top, &referee.nearest(&all));
    Judged { areas, records, attributes, annotating: Duration::ZERO, reasoning: Duration::ZERO }
}

/// An area is right where one relation holds at least half of its records.
fn area_counts(referee: &Referee, gold: &GoldPage, relations: &[Vec<Holdings>]) -> Counts {
    let area = |record: &serde_json::Map<String, serde_json::Value>| {
        record.get("area").map_or_else(|| "0".to_owned(), ToString::to_string)
    };
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for record in &gold.records {
        *sizes.entry(area(record)).or_default() += 1;
    }
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for rows in relations {
        let mut held: BTreeMap<String, usize> = BTreeMap::new();
        let pairs = referee.nearest(&rows.iter().collect::<Vec<_>>());
        for (record, _) in gold.records.iter().zip(pairs).filter(|(_, pair)| pair.is_some()) {
            *held.entry(area(record)).or_default() += 1;
        }
        for (area, count) in held {
            let best = found.entry(area).or_default();
            *best = (*best).max(count);
        }
    }
    let right =
        sizes.iter().filter(|(area, size)| found.get(*area).is_some_and(|held| held * 2 >= **size)).count();
    Counts { right, found: relations.len().max(right), gold: sizes.len() }
}

fn look_for_alarms(page: &Page, gold: GoldPage, domains: &HashMap<&'static str, Arc<Domain>>) -> NonePage {
    let mut alarms: Vec<String> = domains
        .iter()
        .filter(|(_, domain)| {
            let settings = DomainSettings { domain: Some((*domain).clone()), ..DomainSettings::default() };
            !domain::records(page, &settings).is_empty()
        })
        .map(|(name, _)| (*name).to_owned())
        .collect();
    alarms.sort();
    NonePage { id: gold.id, alarms }
}
