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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn the_standard_error_is_the_deviation_over_the_root_of_the_count() {
        assert_eq!(standard_error(&[1.0, 3.0]), Some(1.0));
        assert_eq!(standard_error(&[2.0, 2.0, 2.0]), Some(0.0));
        assert_eq!(standard_error(&[2.0]), None);
    }

    #[test]
    fn f1_is_the_harmonic_mean_of_precision_and_recall() {
        let tally = Tally { right: 3, found: 4, wanted: 6 };
        let (precision, recall) = (tally.precision(), tally.recall());
        assert_eq!((precision, recall), (0.75, 0.5));
        assert!((tally.f1() - 2.0 * precision * recall / (precision + recall)).abs() < 1e-12);
        assert_eq!(Tally { right: 0, found: 0, wanted: 2 }.f1(), 0.0);
    }
}
