//! Loops over rows. Most models have few labels, and the compiler unrolls loops over rows whose length it knows.

/// Evaluates an expression with the length of rows as a constant if that is from 2 to 20, and with 0 otherwise.
macro_rules! for_length {
    ($labels:expr, $length:ident => $body:expr) => {
        for_length!($labels, $length => $body, 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)
    };
    ($labels:expr, $length:ident => $body:expr, $($usual:literal)*) => {
        match $labels {
            $($usual => {
                const $length: usize = $usual;
                $body
            })*
            _ => {
                const $length: usize = 0;
                $body
            }
        }
    };
}
pub(crate) use for_length;

/// The greatest length of rows that is a constant.
pub(crate) const MOST_USUAL: usize = 20;

/// The length of rows: the constant if there is one.
#[inline(always)]
pub(crate) fn length<const N: usize>(labels: usize) -> usize {
    if N == 0 { labels } else { N }
}

/// Adds a row to another.
#[inline(always)]
pub(crate) fn add<const N: usize>(labels: usize, to: &mut [f64], from: &[f64]) {
    let labels = length::<N>(labels);
    to[..labels].iter_mut().zip(&from[..labels]).for_each(|(to, from)| *to += from);
}

/// Adds a row, multiplied by a number, to another.
#[inline(always)]
pub(crate) fn add_scaled<const N: usize>(labels: usize, to: &mut [f64], value: f64, from: &[f64]) {
    let labels = length::<N>(labels);
    to[..labels].iter_mut().zip(&from[..labels]).for_each(|(to, from)| *to += value * from);
}

/// Takes the rows of a block.
pub(crate) trait VisitRow {
    fn row<const N: usize>(&mut self, at: usize, labels: usize, entry: impl Fn(usize) -> f64);
}

/// Stores the sum of each row.
pub(crate) struct Sums<'s>(pub &'s mut [f64]);

impl VisitRow for Sums<'_> {
    #[inline(always)]
    fn row<const N: usize>(&mut self, at: usize, labels: usize, entry: impl Fn(usize) -> f64) {
        self.0[at] = (0..length::<N>(labels)).map(entry).sum();
    }
}

/// Adds up rows, each multiplied by a number of its own. There are at most 20 labels.
pub(crate) struct Weighted<'s> {
    pub weights: &'s [f64],
    pub all: &'s mut [f64; MOST_USUAL],
}

impl VisitRow for Weighted<'_> {
    #[inline(always)]
    fn row<const N: usize>(&mut self, at: usize, labels: usize, entry: impl Fn(usize) -> f64) {
        let weight = self.weights[at];
        let all = &mut self.all[..length::<N>(labels)];
        all.iter_mut().enumerate().for_each(|(label, all)| *all += weight * entry(label));
    }
}

/// Stores the rows and the sum of each.
pub(crate) struct RowsAndSums<'s> {
    pub rows: &'s mut [f64],
    pub sums: &'s mut [f64],
}

impl VisitRow for RowsAndSums<'_> {
    #[inline(always)]
    fn row<const N: usize>(&mut self, at: usize, labels: usize, entry: impl Fn(usize) -> f64) {
        let labels = length::<N>(labels);
        self.sums[at] = fill::<N>(&mut self.rows[at * labels..][..labels], entry);
    }
}

/// Stores the largest entry of each row.
pub(crate) struct Largest<'s>(pub &'s mut [f64]);

impl VisitRow for Largest<'_> {
    #[inline(always)]
    fn row<const N: usize>(&mut self, at: usize, labels: usize, entry: impl Fn(usize) -> f64) {
        let larger = |best: f64, entry: f64| if entry > best { entry } else { best };
        self.0[at] = (0..length::<N>(labels)).map(entry).fold(f64::NEG_INFINITY, larger);
    }
}

/// Fills a row and returns its sum. All entries are computed before any is written, so that the compiler need not check whether rows
/// overlap.
#[inline(always)]
fn fill<const N: usize>(row: &mut [f64], entry: impl Fn(usize) -> f64) -> f64 {
    if N == 0 {
        row.iter_mut().enumerate().for_each(|(label, to)| *to = entry(label));
        return row.iter().sum();
    }
    let entries: [f64; N] = std::array::from_fn(entry);
    row.copy_from_slice(&entries);
    entries.iter().sum()
}

/// Multiplies each row of a block by a number of its own, and adds all of them up.
#[inline(always)]
pub(crate) fn scale<const N: usize>(
    labels: usize,
    block: &mut [f64],
    scales: impl Iterator<Item = f64>,
    all: &mut [f64],
) {
    let labels = length::<N>(labels);
    let all = &mut all[..labels];
    if N == 0 {
        for (row, scale) in block.chunks_exact_mut(labels).zip(scales) {
            for (entry, all) in row.iter_mut().zip(all.iter_mut()) {
                *entry *= scale;
                *all += *entry;
            }
        }
        return;
    }
    let mut totals = [0.0; N];
    for (row, scale) in block.chunks_exact_mut(labels).zip(scales) {
        let scaled: [f64; N] = std::array::from_fn(|label| row[label] * scale);
        row.copy_from_slice(&scaled);
        totals.iter_mut().zip(scaled).for_each(|(total, entry)| *total += entry);
    }
    all.copy_from_slice(&totals);
}
