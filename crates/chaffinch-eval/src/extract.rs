//! Plain `extract` on all labelled sets: what a user gets with no options.

use crate::records::{self, Counts, Referee};
use crate::tables::{self, GridScore};
use crate::topk;
use chaffinch::{Document, Engine, Problem, Relation, RelationKind, RunOptions, Settings, run};
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The sets, in the order of the table.
const SETS: [&str; 6] = ["testbed", "srr", "courts", "lists", "wikitables", "none"];
/// Macro F1 of the open tools on the same sets, measured when the sets were made: scrapinghub/mdr and pydepta.
const RIVALS: [(&str, f64, f64); 3] =
    [("testbed", 0.468, 0.529), ("srr", 0.474, 0.657), ("courts", 0.384, 0.561)];

/// What is asked of a page, and of what set it is.
#[derive(Clone)]
struct Asked {
    set: &'static str,
    id: String,
    task: Task,
}

#[derive(Clone)]
enum Task {
    Records(Arc<Referee>, usize),
    Table(tables::Texts),
    Topk(Arc<topk::GoldPage>),
    None,
}

/// One page, judged.
struct Judged {
    set: &'static str,
    id: String,
    verdict: Verdict,
    time: Duration,
}

enum Verdict {
    Records(Counts),
    Table(GridScore),
    Topk { strict: bool },
    None { alarm: bool },
}

/// What came out.
pub struct Report {
    pages: Vec<Judged>,
    per_page: bool,
}

/// What a set came to.
#[derive(Debug, Clone, Copy)]
pub struct Figure {
    /// The set.
    pub set: &'static str,
    /// What is measured.
    pub measure: &'static str,
    /// Our mean, from 0 to 1.
    pub ours: f64,
    /// Those of MDR and DEPTA, where they are known.
    pub rivals: Option<(f64, f64)>,
}

/// Runs `extract` on the sets below `data` that are there.
///
/// # Errors
/// If a gold file cannot be read.
pub fn extract(data: &Path, per_page: bool, mut tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let mut asked: HashMap<String, Asked> = HashMap::new();
    let mut inputs = Vec::new();
    for set in SETS.into_iter().filter(|set| data.join(set).join("gold.jsonl").exists()) {
        for (path, question) in questions(data, set)? {
            inputs.push(path.clone());
            asked.insert(path, question);
        }
    }
    let engine = Engine::new(Settings::default())?;
    let work = |document: Document| {
        let Asked { set, id, task } = asked[&document.name].clone();
        let begin = Instant::now();
        let relations = engine.read(document).relations;
        let time = begin.elapsed();
        Ok(Judged { set, id, verdict: judge(&task, &relations), time })
    };
    let mut pages = Vec::new();
    run(&inputs, &RunOptions::default(), work, |result| {
        match result {
            Ok(page) => pages.push(page),
            Err(problem) => tell(&problem),
        }
        ControlFlow::Continue(())
    });
    Ok(Report { pages, per_page })
}

/// The pages of a set, and what is asked of each.
fn questions(data: &Path, set: &'static str) -> Result<Vec<(String, Asked)>, Problem> {
    let folder = data.join(set);
    let at = |page: &str| data.join(page).display().to_string();
    if set == "wikitables" {
        let pages = tables::read_gold(&folder.join("gold.jsonl"))?;
        let question = |page: tables::GoldPage| {
            let task = Task::Table(tables::wanted(&page.grid));
            (page.page, Asked { set, id: page.id, task })
        };
        return Ok(pages.into_iter().map(question).collect());
    }
    let mut found = Vec::new();
    for page in records::read_gold(&folder)? {
        let task = match page.task.as_str() {
            "records" => Task::Records(Arc::new(Referee::new(&page)), page.areas()),
            "none" => Task::None,
            _ => continue,
        };
        found.push((at(&page.page), Asked { set, id: page.id, task }));
    }
    for page in topk::read_gold(&folder)?.into_iter().filter(|page| page.task == "topk") {
        let path = at(&page.page);
        found.push((path, Asked { set: "top-k", id: page.id.clone(), task: Task::Topk(Arc::new(page)) }));
    }
    Ok(found)
}

fn judge(task: &Task, relations: &[Relation]) -> Verdict {
    match task {
        Task::Records(referee, areas) => {
            Verdict::Records(records::count(referee, &relations[..relations.len().min(*areas)]))
        }
        Task::Table(wanted) => {
            let found: Vec<tables::Texts> = relations.iter().map(tables::texts).collect();
            Verdict::Table(tables::score(wanted, &found))
        }
        Task::Topk(gold) => {
            let list = relations.iter().find(|relation| relation.kind == RelationKind::Topk);
            Verdict::Topk { strict: topk::is_strict(gold, list) }
        }
        Task::None => Verdict::None { alarm: relations.iter().any(|relation| relation.score >= 0.5) },
    }
}

impl Report {
    /// How many pages were read.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// What each set came to.
    pub fn figures(&self) -> Vec<Figure> {
        let mut sets: Vec<&'static str> = self.pages.iter().map(|page| page.set).collect();
        sets.dedup();
        let figure = |set: &'static str| {
            let pages: Vec<&Judged> = self.pages.iter().filter(|page| page.set == set).collect();
            let mean = pages.iter().map(|page| worth(&page.verdict)).sum::<f64>() / pages.len().max(1) as f64;
            let measure = match pages.first().map(|page| &page.verdict) {
                Some(Verdict::Table(_)) => "perfect tables",
                Some(Verdict::Topk { .. }) => "all items in order",
                Some(Verdict::None { .. }) => "false alarms",
                _ => "macro F1",
            };
            let rivals = RIVALS.iter().find(|(name, ..)| *name == set).map(|(_, mdr, depta)| (*mdr, *depta));
            Figure { set, measure, ours: mean, rivals }
        };
        sets.into_iter().map(figure).collect()
    }
}

/// What a page counts in the mean of its set.
fn worth(verdict: &Verdict) -> f64 {
    match verdict {
        Verdict::Records(counts) => counts.f1(),
        Verdict::Table(score) => f64::from(u8::from(score.perfect)),
        Verdict::Topk { strict } => f64::from(u8::from(*strict)),
        Verdict::None { alarm } => f64::from(u8::from(*alarm)),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.per_page {
            for page in &self.pages {
                writeln!(f, "{}\t{:.3}", page.id, worth(&page.verdict))?;
            }
        }
        let row = |f: &mut fmt::Formatter<'_>, cells: [String; 7]| {
            let [set, pages, measure, ours, mdr, depta, time] = cells;
            writeln!(f, "{set:<11} {pages:>5} {measure:<18} {ours:>6} {mdr:>6} {depta:>8} {time:>9}")
        };
        row(f, ["set", "pages", "measure", "ours", "mdr", "pydepta", "median"].map(str::to_owned))?;
        for Figure { set, measure, ours, rivals } in self.figures() {
            let mut times: Vec<Duration> =
                self.pages.iter().filter(|page| page.set == set).map(|page| page.time).collect();
            times.sort_unstable();
            let median = times.get(times.len() / 2).copied().unwrap_or_default();
            let rival = |score: Option<f64>| score.map_or_else(String::new, |score| format!("{score:.3}"));
            let cells = [
                set.to_owned(),
                times.len().to_string(),
                measure.to_owned(),
                format!("{ours:.3}"),
                rival(rivals.map(|rivals| rivals.0)),
                rival(rivals.map(|rivals| rivals.1)),
                format!("{:.1} ms", median.as_secs_f64() * 1000.0),
            ];
            row(f, cells)?;
        }
        Ok(())
    }
}
