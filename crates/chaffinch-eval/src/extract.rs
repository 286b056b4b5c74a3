//! Plain `extract` on all labelled sets: what a user gets with no options.

use crate::pages::{look_at, read_set};
use crate::referee::Referee;
use crate::statistics::{mean, median_milliseconds};
use crate::table::Table;
use crate::{tables, topk};
use chaffinch::{Engine, Settings};
use chaffinch_core::{PageReport, Problem, RelationKind};
use chaffinch_gold::{GoldPage, Labels};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

/// The sets, in the order of the table. Sets of pages about one thing are not here: they ask for attributes by name, and plain
/// `extract` is asked for none.
const SETS: [&str; 10] =
    ["testbed", "srr", "courts", "lists", "bananas", "people", "drift", "wikitables", "none", "wild"];
/// Macro F1 of the open tools on the same sets, measured when the sets were made: scrapinghub/mdr and pydepta.
const RIVALS: [(&str, f64, f64); 3] =
    [("testbed", 0.468, 0.529), ("srr", 0.474, 0.657), ("courts", 0.384, 0.561)];
/// A finding counts from this score on.
const FOUND: f32 = 0.5;

/// What a page is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    MacroF1,
    PerfectTables,
    ItemsInOrder,
    FalseAlarms,
    RightKinds,
}

/// One page, judged.
struct JudgedPage {
    set: &'static str,
    measure: Measure,
    id: String,
    /// The pages of a type form a group, where a set has types: the set's figure is the mean of the groups' means.
    group: String,
    /// What it counts in the mean, from 0 to 1.
    value: f64,
    time: Duration,
}

/// The results.
pub struct Report {
    pages: Vec<JudgedPage>,
    per_page: bool,
}

/// The result of a set.
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
pub fn extract(data: &Path, per_page: bool, tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let mut pages = Vec::new();
    for set in SETS.into_iter().filter(|set| data.join(set).join("gold.jsonl").exists()) {
        let asked = read_set(&data.join(set))?.into_iter().filter_map(|page| {
            let measure = Measure::of(&page.labels)?;
            Some((page, (if measure == Measure::ItemsInOrder { "top-k" } else { set }, measure)))
        });
        // Pages of one measure stand together.
        let (lists, topk): (Vec<_>, Vec<_>) = asked.partition(|(_, (set, _))| *set != "top-k");
        pages.extend(lists.into_iter().chain(topk));
    }
    let look = |engine: &Engine, document, gold: &GoldPage, (set, measure): &(&'static str, Measure)| {
        let begin = Instant::now();
        let report = engine.read(document);
        let time = begin.elapsed();
        let (id, group) = (gold.id.clone(), gold.note("type").to_owned());
        Ok(JudgedPage { set, measure: *measure, id, group, value: measure.value(gold, &report), time })
    };
    let pages = look_at(Engine::new(Settings::default())?, pages, None, look, tell);
    Ok(Report { pages, per_page })
}

/// How well a report agrees with the labels of its page, from 0 to 1, and the measure; nothing where plain `extract` is not asked for them.
pub fn judge(labels: &GoldPage, report: &PageReport) -> Option<(&'static str, f64)> {
    let measure = Measure::of(&labels.labels)?;
    Some((measure.name(), measure.value(labels, report)))
}

impl Measure {
    /// How a page with these labels is judged; none for labels that plain `extract` is not asked for.
    fn of(labels: &Labels) -> Option<Measure> {
        match labels {
            Labels::Records(_) => Some(Measure::MacroF1),
            Labels::Table(_) => Some(Measure::PerfectTables),
            Labels::TopK(_) => Some(Measure::ItemsInOrder),
            Labels::Nothing => Some(Measure::FalseAlarms),
            Labels::Kinds(_) => Some(Measure::RightKinds),
            Labels::Detail(_) | Labels::Tuples(_) => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Measure::MacroF1 => "macro F1",
            Measure::PerfectTables => "perfect tables",
            Measure::ItemsInOrder => "all items in order",
            Measure::FalseAlarms => "false alarms",
            Measure::RightKinds => "right kind of page",
        }
    }

    /// What a page counts in the mean.
    fn value(self, gold: &GoldPage, report: &PageReport) -> f64 {
        let relations = &report.relations;
        let holds = match self {
            Measure::MacroF1 => {
                let best = &relations[..relations.len().min(gold.areas())];
                return Referee::new(gold).count_relations(best).f1();
            }
            Measure::PerfectTables => {
                let found: Vec<tables::Texts> = relations.iter().map(tables::texts).collect();
                tables::score(&tables::wanted(gold), &found).perfect
            }
            Measure::ItemsInOrder => {
                let list = relations.iter().find(|relation| relation.kind == RelationKind::Topk);
                topk::is_strict(gold, list)
            }
            // As the referee does: an article's own data is no false list.
            Measure::FalseAlarms => relations
                .iter()
                .any(|relation| relation.score >= FOUND && relation.kind != RelationKind::Detail),
            Measure::RightKinds => {
                let Labels::Kinds(kinds) = &gold.labels else { return 0.0 };
                report.kind.is_some_and(|kind| kinds.contains(&kind))
            }
        };
        f64::from(u8::from(holds))
    }
}

impl Report {
    /// How many pages were read.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The result of each set.
    pub fn figures(&self) -> Vec<Figure> {
        self.sets().into_iter().map(|pages| figure(&pages)).collect()
    }

    /// The pages of each set.
    fn sets(&self) -> Vec<Vec<&JudgedPage>> {
        self.pages.chunk_by(|a, b| a.set == b.set).map(|pages| pages.iter().collect()).collect()
    }
}

fn figure(pages: &[&JudgedPage]) -> Figure {
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for page in pages {
        groups.entry(&page.group).or_default().push(page.value);
    }
    let means: Vec<f64> = groups.values().filter_map(|values| mean(values)).collect();
    let JudgedPage { set, measure, .. } = pages[0];
    let rivals = RIVALS.iter().find(|(name, ..)| name == set).map(|(_, mdr, depta)| (*mdr, *depta));
    Figure { set, measure: measure.name(), ours: mean(&means).unwrap_or(0.0), rivals }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for page in self.pages.iter().filter(|_| self.per_page) {
            writeln!(f, "{}\t{:.3}", page.id, page.value)?;
        }
        let mut table = Table::new(1, ["set", "pages", "measure", "ours", "mdr", "pydepta", "median"]);
        for pages in self.sets() {
            let Figure { set, measure, ours, rivals } = figure(&pages);
            let rival = |score: Option<f64>| score.map_or_else(String::new, |score| format!("{score:.3}"));
            table.row([
                set.to_owned(),
                pages.len().to_string(),
                measure.to_owned(),
                format!("{ours:.3}"),
                rival(rivals.map(|rivals| rivals.0)),
                rival(rivals.map(|rivals| rivals.1)),
                format!("{:.1} ms", median_milliseconds(pages.iter().map(|page| page.time))),
            ]);
        }
        write!(f, "{table}")
    }
}
