//! The tables of the choice.

use super::{ChoicePage, Chosen, Judged, LOST, Models, has_no_finding};
use crate::referee::Fault;
use crate::statistics::mean;
use crate::table::Table;
use chaffinch_core::RelationKind;
use chaffinch_gold::Labels;
use std::collections::BTreeMap;
use std::fmt;

/// How well the answer was chosen on each set.
pub struct Report {
    pub(super) pages: Vec<ChoicePage>,
    /// What was chosen on each page by models that have not seen its site.
    pub(super) apart: Vec<Chosen>,
    /// Pages of sets that were left out of learning altogether.
    pub(super) left_out: Vec<(ChoicePage, Chosen)>,
    /// The models that were learned from all pages.
    pub models: Option<Models>,
    pub(super) per_page: bool,
}

/// A finding is claimed from this score on.
const CLAIMED: f32 = 0.5;
/// A finding is told from this score on.
const TOLD: f32 = 0.1;

impl Report {
    /// How many pages were judged.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }
}

/// Why the list of a page is not told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    Told,
    Thing,
    Table,
    OtherList,
    Joined,
    Cut,
    Number,
    Nothing,
}

impl Cause {
    /// Nothing where the list is told.
    fn of(page: &ChoicePage, chosen: &Chosen) -> Option<Cause> {
        let is_list = page.is_marked || matches!(page.gold.labels, Labels::Records(_) | Labels::TopK(_));
        if !is_list || chosen.first.is_some_and(|first| first.worth >= LOST) {
            return None;
        }
        let Some(first) = chosen.first.filter(|_| chosen.score >= TOLD) else { return Some(Cause::Nothing) };
        Some(match (first.kind, first.fault) {
            _ if first.is_told => Cause::Told,
            (RelationKind::Detail, _) => Cause::Thing,
            (RelationKind::Table, Some(Fault::Elsewhere)) => Cause::Table,
            (_, Some(Fault::Elsewhere) | None) => Cause::OtherList,
            (_, Some(Fault::Joined)) => Cause::Joined,
            (_, Some(Fault::Cut)) => Cause::Cut,
            (_, Some(Fault::Number)) => Cause::Number,
        })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Told => "structured data that is not the subject",
            Cause::Thing => "one thing",
            Cause::Table => "a table elsewhere",
            Cause::OtherList => "another list",
            Cause::Joined => "several records in a row",
            Cause::Cut => "parts of records",
            Cause::Number => "rows too many or missing",
            Cause::Nothing => "nothing is said",
        })
    }
}

/// How good a choice is, 0 to 1.
fn value(page: &ChoicePage, chosen: &Chosen) -> f64 {
    match &page.gold.labels {
        Labels::Kinds(kinds) => {
            let claimed = chosen.first.filter(|_| chosen.score >= CLAIMED);
            let kind = claimed.map(|first| first.kind).or(chosen.likely);
            let right = kind.map_or(has_no_finding(kinds), |kind| kinds.contains(&kind.into()));
            f64::from(u8::from(right))
        }
        Labels::Nothing => f64::from(u8::from(chosen.alarm < CLAIMED)),
        _ => chosen.first.map_or(0.0, |first| first.worth),
    }
}

/// The set of a page, and what its value is.
fn group(page: &ChoicePage) -> (String, &'static str) {
    match &page.gold.labels {
        Labels::Kinds(_) => (format!("{}: {}", page.set, page.gold.note("type")), "right kind"),
        Labels::Nothing => (page.set.clone(), "no false alarm"),
        Labels::Detail(_) => (format!("{}: one thing", page.set), "values of the first"),
        Labels::TopK(_) => (format!("{}: top-k", page.set), "macro F1"),
        _ => (page.set.clone(), "macro F1"),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: BTreeMap<(String, &str), [Vec<f64>; 3]> = BTreeMap::new();
        for (page, chosen) in self.pages.iter().zip(&self.apart) {
            let values = groups.entry(group(page)).or_default();
            values[0].push(value(page, chosen));
            values[1].push(best(page));
            if self.per_page {
                let cause = Cause::of(page, chosen).map_or(String::new(), |cause| cause.to_string());
                let (value, score, best) = (value(page, chosen), chosen.score, best(page));
                writeln!(f, "{}\t{value:.2}\tscore {score:.2}\tbest {best:.2}\t{cause}", page.gold.id)?;
            }
            if page.is_marked {
                let values = groups.entry((format!("{}: marked lists", page.set), "macro F1")).or_default();
                values[0].push(chosen.first.map_or(0.0, |first| first.worth));
                values[1].push(page.findings.iter().map(|finding| finding.worth).fold(0.0, f64::max));
            }
        }
        for (page, chosen) in &self.left_out {
            groups.entry(group(page)).or_default()[2].push(value(page, chosen));
        }
        let mut table =
            Table::new(2, ["set", "measure", "pages", "sites apart", "set left out", "best finding"]);
        for ((set, measure), [apart, best, left_out]) in &groups {
            let figure = |values: &[f64]| mean(values).map_or("-".into(), |mean| format!("{mean:.3}"));
            table.row([
                set.clone(),
                (*measure).to_owned(),
                apart.len().to_string(),
                figure(apart),
                figure(left_out),
                figure(best),
            ]);
        }
        writeln!(f, "{table}\nLists that do not come first, by what does (sites apart)\n{}", self.causes())?;
        writeln!(f, "How often the first finding is right, by its score (labelled pages, sites apart)")?;
        write!(f, "{}", self.reliability())
    }
}

/// The value of the best finding.
fn best(page: &ChoicePage) -> f64 {
    let findings = || page.findings.iter().copied();
    match &page.gold.labels {
        Labels::Nothing => 1.0,
        Labels::Kinds(kinds) => {
            let there = findings().any(|finding: Judged| kinds.contains(&finding.kind.into()));
            f64::from(u8::from(there || has_no_finding(kinds)))
        }
        _ => findings().map(|finding| finding.worth).fold(0.0, f64::max),
    }
}

impl Report {
    /// A row for each cause, the most frequent first.
    fn causes(&self) -> Table {
        let mut causes: BTreeMap<Cause, (usize, usize, BTreeMap<&str, usize>)> = BTreeMap::new();
        for (page, chosen) in self.pages.iter().zip(&self.apart) {
            let Some(cause) = Cause::of(page, chosen) else { continue };
            let (pages, found, sets) = causes.entry(cause).or_default();
            *pages += 1;
            *found += usize::from(page.findings.iter().any(|finding| finding.worth >= LOST));
            *sets.entry(&page.set).or_default() += 1;
        }
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by_key(|(_, (pages, ..))| std::cmp::Reverse(*pages));
        let mut table = Table::new(1, ["what comes first", "pages", "list is among the findings", "sets"]);
        for (cause, (pages, found, sets)) in causes {
            let sets: Vec<String> = sets.iter().map(|(set, pages)| format!("{set} {pages}")).collect();
            table.row([cause.to_string(), pages.to_string(), found.to_string(), sets.join(", ")]);
        }
        table
    }

    /// A row for each tenth of the score.
    fn reliability(&self) -> Table {
        let mut tenths: Vec<(Vec<f64>, Vec<f64>)> = vec![Default::default(); 10];
        for (page, chosen) in self.pages.iter().zip(&self.apart) {
            let Some(first) = chosen.first else { continue };
            let right = match &page.gold.labels {
                Labels::Kinds(kinds) => kinds.contains(&first.kind.into()),
                Labels::Detail(_) => first.kind == RelationKind::Detail,
                _ => first.worth >= 0.5,
            };
            let tenth = &mut tenths[((chosen.score * 10.0) as usize).min(9)];
            tenth.0.push(f64::from(chosen.score));
            tenth.1.push(f64::from(u8::from(right)));
        }
        let mut table = Table::new(1, ["score", "pages", "mean score", "right"]);
        for (at, (scores, right)) in tenths.iter().enumerate() {
            let figure = |values: &[f64]| mean(values).map_or("-".into(), |mean| format!("{mean:.3}"));
            let range = format!("{:.1} to {:.1}", at as f64 / 10.0, (at + 1) as f64 / 10.0);
            table.row([range, scores.len().to_string(), figure(scores), figure(right)]);
        }
        table
    }
}
