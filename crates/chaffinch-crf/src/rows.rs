//! Loops over rows of labels. Most models have few labels, and a loop over rows whose length the compiler knows is unrolled.

/// Evaluates an expression with the length of rows as a constant, if it is a usual one; 0 for any other.
macro_rules! for_length {
    ($labels:expr, $length:ident => $body:expr) => {
        for_length!($labels, $length => $body, 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
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

/// The length of rows, known to the compiler or not.
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

/// What the rows of a block are made of.
#[derive(Clone, Copy)]
pub(crate) enum Factors<'f> {
    /// One factor for each entry, or two.
    One(&'f [f64]),
    Two(&'f [f64], &'f [f64]),
    /// More of them; their product is in the block.
    InPlace,
}

/// Makes the rows of a block, multiplied with one that all share, and leaves the sum of each; returns the least of these sums.
#[inline(always)]
pub(crate) fn multiply<const N: usize>(
    labels: usize,
    factors: Factors<'_>,
    fixed: &[f64],
    block: &mut [f64],
    sums: &mut [f64],
) -> f64 {
    let labels = length::<N>(labels);
    let fixed = &fixed[..labels];
    let rows = block.chunks_exact_mut(labels).zip(sums.iter_mut());
    match factors {
        Factors::One(factor) => {
            for ((row, sum), factor) in rows.zip(factor.chunks_exact(labels)) {
                *sum = fill(row, |label| factor[label] * fixed[label]);
            }
        }
        Factors::Two(first, second) => {
            let factors = first.chunks_exact(labels).zip(second.chunks_exact(labels));
            for ((row, sum), (first, second)) in rows.zip(factors) {
                *sum = fill(row, |label| first[label] * second[label] * fixed[label]);
            }
        }
        Factors::InPlace => {
            for (row, sum) in rows {
                row.iter_mut().zip(fixed).for_each(|(product, fixed)| *product *= fixed);
                *sum = row.iter().sum();
            }
        }
    }
    sums.iter().copied().fold(f64::INFINITY, |least, sum| if sum < least { sum } else { least })
}

/// Fills a row and returns its sum.
#[inline(always)]
fn fill(row: &mut [f64], product: impl Fn(usize) -> f64) -> f64 {
    let mut total = 0.0;
    for (label, entry) in row.iter_mut().enumerate() {
        *entry = product(label);
        total += *entry;
    }
    total
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
    for (row, scale) in block.chunks_exact_mut(labels).zip(scales) {
        for (entry, all) in row.iter_mut().zip(all.iter_mut()) {
            *entry *= scale;
            *all += *entry;
        }
    }
}

/// The largest of each row of a block, to which a row that all share is added.
#[inline(always)]
pub(crate) fn largest<const N: usize>(labels: usize, block: &[f64], fixed: &[f64], best: &mut [f64]) {
    let labels = length::<N>(labels);
    let fixed = &fixed[..labels];
    for (row, best) in block.chunks_exact(labels).zip(best) {
        let totals = row.iter().zip(fixed).map(|(score, fixed)| score + fixed);
        *best = totals.fold(f64::NEG_INFINITY, |best, total| if total > best { total } else { best });
    }
}
