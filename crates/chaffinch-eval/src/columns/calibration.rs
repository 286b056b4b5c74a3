//! Are columns right as often as they say?

use super::score::SureColumn;
use crate::plot::{Curve, Plot};
use crate::statistics::{mean, share};
use crate::table::Table;
use std::fmt;

/// Into how many bins of equal width confidence is divided.
const BINS: usize = 10;

/// Columns by their confidence.
#[derive(Debug, Default)]
pub(super) struct Calibration {
    bins: [Vec<SureColumn>; BINS],
    /// Columns of which no cell can be judged.
    unjudged: usize,
}

impl Calibration {
    pub fn of(columns: impl Iterator<Item = SureColumn>) -> Calibration {
        let mut calibration = Calibration::default();
        for column in columns {
            match column.filled {
                0 => calibration.unjudged += 1,
                _ => calibration.bins[bin(column.confidence)].push(column),
            }
        }
        calibration
    }

    /// How far confidence is from the share of right cells: the mean over bins, by their number of columns.
    pub fn error(&self) -> f64 {
        let columns: usize = self.bins.iter().map(Vec::len).sum();
        let gap = |bin: &Vec<SureColumn>| (confidence(bin) - right(bin)).abs() * bin.len() as f64;
        self.bins.iter().map(gap).sum::<f64>() / columns.max(1) as f64
    }

    /// How right columns are by how sure they are, beside what they say.
    pub fn plot(&self) -> Plot {
        let filled = || self.bins.iter().filter(|bin| !bin.is_empty());
        let curve = |name: &str, points: Vec<(f64, f64)>| Curve { name: name.into(), points };
        Plot {
            title: "Columns of extract --want".into(),
            x_label: "confidence".into(),
            y_label: "right cells".into(),
            curves: vec![
                curve("columns", filled().map(|bin| (confidence(bin), right(bin))).collect()),
                curve("as they say", vec![(0.0, 0.0), (1.0, 1.0)]),
            ],
        }
    }
}

fn bin(confidence: f64) -> usize {
    // What is no number counts as 0.
    ((confidence * BINS as f64) as usize).min(BINS - 1)
}

/// The mean confidence of columns.
fn confidence(columns: &[SureColumn]) -> f64 {
    mean(&columns.iter().map(|column| column.confidence).collect::<Vec<_>>()).unwrap_or(0.0)
}

/// The mean share of right cells. A column counts once, however long it is.
fn right(columns: &[SureColumn]) -> f64 {
    let shares: Vec<f64> = columns.iter().map(|column| share(column.right, column.filled)).collect();
    mean(&shares).unwrap_or(0.0)
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(1, ["confidence", "columns", "mean", "right", "cells right", "filled"]);
        for (at, columns) in self.bins.iter().enumerate().filter(|(_, columns)| !columns.is_empty()) {
            let sum = |of: fn(&SureColumn) -> usize| columns.iter().map(of).sum::<usize>().to_string();
            table.row([
                format!("{:.1} to {:.1}", at as f64 / BINS as f64, (at + 1) as f64 / BINS as f64),
                columns.len().to_string(),
                format!("{:.3}", confidence(columns)),
                format!("{:.3}", right(columns)),
                sum(|column| column.right),
                sum(|column| column.filled),
            ]);
        }
        write!(f, "{table}")?;
        writeln!(
            f,
            "mean distance {:.3}; {} columns stand beside no labelled record",
            self.error(),
            self.unjudged
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_counts_once_in_the_bin_of_its_confidence() {
        let column = |confidence, right, filled| SureColumn { confidence, right, filled };
        let columns = [column(0.92, 10, 10), column(1.0, 0, 1), column(0.3, 3, 10), column(0.5, 0, 0)];
        let calibration = Calibration::of(columns.into_iter());
        let sizes: Vec<usize> = calibration.bins.iter().map(Vec::len).collect();
        assert_eq!(sizes, [0, 0, 0, 1, 0, 0, 0, 0, 0, 2]);
        assert_eq!(calibration.unjudged, 1);
        // Two columns that say 0.96 and are right by half, and one that is as right as it says.
        assert!((calibration.error() - 2.0 * 0.46 / 3.0).abs() < 1e-9, "{}", calibration.error());
        assert_eq!(calibration.plot().curves[0].points.len(), 2);
    }
}
