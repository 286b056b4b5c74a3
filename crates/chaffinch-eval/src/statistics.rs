//! Summaries of what was measured.

use std::ops::AddAssign;
use std::time::Duration;

/// The mean; none of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The middle value, of an even number the mean of the two in the middle; none of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The standard error of the mean; none of fewer than two values.
pub fn standard_error(values: &[f64]) -> Option<f64> {
    let centre = mean(values).filter(|_| values.len() > 1)?;
    let count = values.len() as f64;
    let variance = values.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / (count - 1.0);
    Some((variance / count).sqrt())
}

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The median of times in milliseconds; 0 of nothing.
pub fn median_milliseconds(times: impl IntoIterator<Item = Duration>) -> f64 {
    median(&times.into_iter().map(milliseconds).collect::<Vec<_>>()).unwrap_or(0.0)
}

/// A part of a whole, from 0 to 1; 0 of nothing.
pub fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// How many answers were given, how many were wanted, and how many were both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Right answers.
    pub right: usize,
    /// Answers given.
    pub found: usize,
    /// Answers that there are.
    pub wanted: usize,
}

impl Tally {
    /// The harmonic mean of precision and recall; 0 where nothing is right.
    pub fn f1(self) -> f64 {
        share(2 * self.right, self.found + self.wanted)
    }

    /// The share of right answers among those given.
    pub fn precision(self) -> f64 {
        share(self.right, self.found)
    }

    /// The share of right answers among those wanted.
    pub fn recall(self) -> f64 {
        share(self.right, self.wanted)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.right += other.right;
        self.found += other.found;
        self.wanted += other.wanted;
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}
