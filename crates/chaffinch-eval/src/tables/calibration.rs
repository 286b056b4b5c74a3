//! How far the certainty of tables can be trusted, and what it would be if it were learned anew.
//!
//! Labelled tables are right, whole and cut down: without names, of few rows, of two columns. Tables on pages of other kinds, whose records no table
//! holds, are wrong. The model that is learned is a logistic one that stays near the shipped one where the labelled sets tell little.

use super::gold::{Texts, score, texts};
use crate::records::part_of;
use crate::table::Table;
use chaffinch_core::{Finding, Findings, Page};
use chaffinch_tables::{CertaintySettings, evidence};
use std::fmt;

/// A table with the evidence for it.
#[derive(Debug, Clone)]
pub struct Lesson {
    site: String,
    /// Names, values and shipped weights.
    evidence: Vec<(&'static str, f32, f32)>,
    right: bool,
    /// How much it counts.
    weight: f64,
}

impl Lesson {
    /// A table that was found on a page of `site`.
    pub fn new(page: &Page, site: &str, finding: &Finding, right: bool) -> Lesson {
        let evidence = evidence(page, finding, &CertaintySettings::default()).to_vec();
        Lesson { site: site.to_owned(), evidence, right, weight: 1.0 }
    }
}

/// The labelled table among those that were found, whole and cut down.
pub fn labelled(page: &Page, site: &str, found: &[Finding], want: &Texts) -> Vec<Lesson> {
    let is_it = |finding: &&Finding| {
        let alone = Findings { relations: vec![(*finding).clone()], ..Findings::default() };
        let read: Vec<Texts> = alone.into_relations(page).iter().map(texts).collect();
        score(want, &read).perfect
    };
    let Some(finding) = found.iter().find(is_it) else { return Vec::new() };
    let lessons = cuts(finding).into_iter().map(|cut| Lesson::new(page, site, &cut, true));
    lessons.collect()
}

/// A table as it is, without names, of few rows, and of two columns.
fn cuts(whole: &Finding) -> Vec<Finding> {
    let cut = |rows: usize, columns: usize, named: bool| {
        let mut cut = whole.clone();
        cut.rows.truncate(rows);
        cut.columns.truncate(columns);
        for row in &mut cut.rows {
            row.cells.truncate(columns);
        }
        if !named {
            cut.columns.iter_mut().for_each(|column| column.name = None);
        }
        cut
    };
    let all = usize::MAX;
    vec![
        whole.clone(),
        cut(all, all, false),
        cut(3, all, true),
        cut(5, all, false),
        cut(all, 2, true),
        cut(4, 2, false),
    ]
}

/// What came out.
#[derive(Debug)]
pub struct Calibration {
    right: usize,
    wrong: usize,
    /// The certainty, whether the table is right, and how much it counts: with the shipped weights, and with those learned from other sites.
    shipped: Vec<(f64, bool, f64)>,
    learned: Vec<(f64, bool, f64)>,
    /// The name of each kind of evidence, its shipped weight and the one learned from all lessons.
    weights: Vec<(String, f32, f64)>,
}

/// Parts that sites are divided into: each is judged by what is learned from the others.
const PARTS: u64 = 5;

/// Judges the shipped weights, and learns new ones.
pub fn calibration(mut lessons: Vec<Lesson>) -> Calibration {
    let right = lessons.iter().filter(|lesson| lesson.right).count();
    let wrong = lessons.len() - right;
    // Right and wrong tables count the same, so that one half is where neither is likelier.
    for lesson in &mut lessons {
        lesson.weight = lessons_each(wrong, right, lesson.right);
    }
    let base = f64::from(CertaintySettings::default().base);
    let names: Vec<(&str, f32)> = lessons
        .first()
        .map(|l| l.evidence.iter().map(|(name, _, weight)| (*name, *weight)).collect())
        .unwrap_or_default();
    let prior: Vec<f64> =
        std::iter::once(base).chain(names.iter().map(|(_, weight)| f64::from(*weight))).collect();
    let judged = |weights: &[f64], lesson: &Lesson| (certainty(weights, lesson), lesson.right, lesson.weight);
    let shipped = lessons.iter().map(|lesson| judged(&prior, lesson)).collect();
    let part = |lesson: &Lesson| part_of(&lesson.site, PARTS);
    let mut learned = Vec::new();
    for own in 0..PARTS {
        let (held, others): (Vec<&Lesson>, Vec<&Lesson>) =
            lessons.iter().partition(|lesson| part(lesson) == own);
        let weights = learn(&others, &prior);
        learned.extend(held.into_iter().map(|lesson| judged(&weights, lesson)));
    }
    let all = learn(&lessons.iter().collect::<Vec<_>>(), &prior);
    let told = std::iter::once(("base", CertaintySettings::default().base)).chain(names);
    let weights = told.zip(all).map(|((name, weight), learned)| (name.to_owned(), weight, learned)).collect();
    Calibration { right, wrong, shipped, learned, weights }
}

fn lessons_each(wrong: usize, right: usize, is_right: bool) -> f64 {
    let (own, all) = (if is_right { right } else { wrong }, right + wrong);
    all as f64 / (2 * own.max(1)) as f64
}

fn certainty(weights: &[f64], lesson: &Lesson) -> f64 {
    let values = lesson.evidence.iter().map(|(_, value, _)| f64::from(*value));
    let sum: f64 =
        weights[0] + weights[1..].iter().zip(values).map(|(weight, value)| weight * value).sum::<f64>();
    1.0 / (1.0 + (-sum).exp())
}

/// The weights of a logistic model with the least loss, counting how far they are from `prior`.
fn learn(lessons: &[&Lesson], prior: &[f64]) -> Vec<f64> {
    const ROUNDS: usize = 400;
    /// What a weight's squared distance from its prior costs, in lessons.
    const STAY: f64 = 4.0;
    let mut weights = prior.to_vec();
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> =
            weights.iter().zip(prior).map(|(own, prior)| STAY * (own - prior)).collect();
        let mut curve = vec![STAY; weights.len()];
        for lesson in lessons {
            let certainty = certainty(&weights, lesson);
            let error = lesson.weight * (certainty - if lesson.right { 1.0 } else { 0.0 });
            let bend = lesson.weight * certainty * (1.0 - certainty);
            let values =
                std::iter::once(1.0).chain(lesson.evidence.iter().map(|(_, value, _)| f64::from(*value)));
            for (at, value) in values.enumerate() {
                slope[at] += error * value;
                curve[at] += bend * value * value;
            }
        }
        // Evidence overlaps, so that each weight takes a part of its own best step.
        for ((weight, slope), curve) in weights.iter_mut().zip(slope).zip(curve) {
            *weight -= 0.2 * slope / curve;
        }
    }
    weights
}

impl Calibration {
    /// The mean loss of certainties, in bits.
    fn loss(judged: &[(f64, bool, f64)]) -> f64 {
        let loss = |(certainty, right, weight): &(f64, bool, f64)| {
            -weight * (if *right { *certainty } else { 1.0 - certainty }).max(1e-6).log2()
        };
        judged.iter().map(loss).sum::<f64>() / judged.len().max(1) as f64
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Certainty of {} right tables and {} others, which together count the same; loss {:.3} bits, learned from other sites {:.3}",
            self.right,
            self.wrong,
            Calibration::loss(&self.shipped),
            Calibration::loss(&self.learned)
        )?;
        let mut table = Table::new(1, ["certainty", "shipped: tables", "right", "learned: tables", "right"]);
        const BOUNDS: [f64; 8] = [0.0, 0.1, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01];
        for bounds in BOUNDS.windows(2) {
            let mut line = vec![format!("{:.1} to {:.1}", bounds[0], bounds[1].min(1.0))];
            for judged in [&self.shipped, &self.learned] {
                let within =
                    || judged.iter().filter(|(certainty, ..)| (bounds[0]..bounds[1]).contains(certainty));
                let all: f64 = within().map(|(.., weight)| weight).sum();
                let right: f64 = within().filter(|(_, right, _)| *right).map(|(.., weight)| weight).sum();
                let share =
                    if all > 0.0 { format!("{:.0} %", 100.0 * right / all) } else { "–".to_owned() };
                line.extend([within().count().to_string(), share]);
            }
            table.row(line);
        }
        write!(f, "{table}")?;
        let mut table = Table::new(1, ["weight", "shipped", "learned"]);
        for (name, shipped, learned) in &self.weights {
            table.row([name.clone(), format!("{shipped:.2}"), format!("{learned:.2}")]);
        }
        write!(f, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(site: usize, value: f32, right: bool) -> Lesson {
        Lesson { site: site.to_string(), evidence: vec![("named", value, 0.0)], right, weight: 1.0 }
    }

    #[test]
    fn what_right_tables_have_and_others_have_not_gets_weight() {
        let lessons: Vec<Lesson> = (0..100)
            .map(|at| lesson(at, if at % 10 < 9 { 1.0 } else { 0.0 }, true))
            .chain((0..100).map(|at| lesson(at, 0.0, false)))
            .collect();
        let all: Vec<&Lesson> = lessons.iter().collect();
        let weights = learn(&all, &[0.0, 0.0]);
        assert!(
            certainty(&weights, &lessons[0]) > 0.85 && certainty(&weights, &lessons[150]) < 0.3,
            "{weights:?}"
        );
        let calibrated = calibration(lessons);
        assert!(Calibration::loss(&calibrated.learned) < 0.6);
    }
}
