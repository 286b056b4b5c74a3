//! Loops over rows of labels. Most models have few labels, and a loop over rows whose length the compiler knows is unrolled.

/// Calls a function with the length of rows as a constant, if it is a usual one; 0 for any other.
macro_rules! for_length {
    ($labels:expr, $function:ident $arguments:tt) => {
        for_length!($labels, $function $arguments, 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    };
    ($labels:expr, $function:ident $arguments:tt, $($length:literal)*) => {
        match $labels {
            $($length => for_length!(@ $function $length, $length, $arguments),)*
            labels => for_length!(@ $function 0, labels, $arguments),
        }
    };
    (@ $function:ident $length:literal, $labels:expr, ($($argument:expr),*)) => {
        $function::<$length>($labels, $($argument),*)
    };
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
pub(crate) fn multiply(
    labels: usize,
    factors: Factors<'_>,
    fixed: &[f64],
    block: &mut [f64],
    sums: &mut [f64],
) -> f64 {
    for_length!(labels, multiply_rows(factors, fixed, block, sums))
}

fn multiply_rows<const N: usize>(
    labels: usize,
    factors: Factors<'_>,
    fixed: &[f64],
    block: &mut [f64],
    sums: &mut [f64],
) -> f64 {
    let labels = if N == 0 { labels } else { N };
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
pub(crate) fn scale(labels: usize, block: &mut [f64], scales: impl Iterator<Item = f64>, all: &mut [f64]) {
    for_length!(labels, scale_rows(block, scales, all));
}

fn scale_rows<const N: usize>(
    labels: usize,
    block: &mut [f64],
    scales: impl Iterator<Item = f64>,
    all: &mut [f64],
) {
    let labels = if N == 0 { labels } else { N };
    let all = &mut all[..labels];
    for (row, scale) in block.chunks_exact_mut(labels).zip(scales) {
        for (entry, all) in row.iter_mut().zip(all.iter_mut()) {
            *entry *= scale;
            *all += *entry;
        }
    }
}

/// The largest of each row of a block, to which a row that all share is added.
pub(crate) fn largest(labels: usize, block: &[f64], fixed: &[f64], best: &mut [f64]) {
    for_length!(labels, largest_of_rows(block, fixed, best));
}

fn largest_of_rows<const N: usize>(labels: usize, block: &[f64], fixed: &[f64], best: &mut [f64]) {
    let labels = if N == 0 { labels } else { N };
    let fixed = &fixed[..labels];
    for (row, best) in block.chunks_exact(labels).zip(best) {
        let totals = row.iter().zip(fixed).map(|(score, fixed)| score + fixed);
        *best = totals.fold(f64::NEG_INFINITY, |best, total| if total > best { total } else { best });
    }
}
