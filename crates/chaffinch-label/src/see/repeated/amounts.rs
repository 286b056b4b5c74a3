//! Amounts of money beside one another: the former price and the present one.

use super::{Element, ElementKind};
use crate::see::looks::amount;
use rustc_hash::FxHashMap;

/// Amounts at most this many elements apart are compared.
const NEAR: usize = 2;
/// A text with more letters than this says more than an amount, such as `+ $5 delivery`, and is not compared.
const MOST_LETTERS: usize = 3;

/// An amount of money among those beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// There is no other.
    Only,
    /// It is the least.
    Least,
    /// It is the greatest.
    Greatest,
    /// It is between others, or they are equal.
    Between,
}

impl Compared {
    /// Its name in features.
    pub fn name(self) -> &'static str {
        match self {
            Compared::Only => "only",
            Compared::Least => "least",
            Compared::Greatest => "greatest",
            Compared::Between => "between",
        }
    }
}

/// Compares amounts that nearly follow one another in a repeated block, or outside of all.
pub fn compared(elements: &[Element<'_>], block_of: &[Option<usize>]) -> Vec<Option<Compared>> {
    let bare = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() <= MOST_LETTERS;
    let amounts = elements.iter().enumerate().filter(|(_, element)| bare(&element.text));
    let amounts: Vec<(usize, f64)> =
        amounts.filter_map(|(at, element)| Some((at, amount(&element.text)?))).collect();
    let together = |a: &(usize, f64), b: &(usize, f64)| block_of[a.0] == block_of[b.0] && b.0 - a.0 <= NEAR;
    let mut compared = vec![None; elements.len()];
    for group in amounts.chunk_by(together) {
        let least = group.iter().map(|(_, amount)| *amount).fold(f64::INFINITY, f64::min);
        let greatest = group.iter().map(|(_, amount)| *amount).fold(f64::NEG_INFINITY, f64::max);
        for (at, amount) in group {
            compared[*at] = Some(match () {
                () if group.len() == 1 => Compared::Only,
                () if least == greatest => Compared::Between,
                () if *amount == least => Compared::Least,
                () if *amount == greatest => Compared::Greatest,
                () => Compared::Between,
            });
        }
    }
    compared
}

/// For each element in a repeated block how many amounts of money come before it there.
pub fn nth_amounts(elements: &[Element<'_>], block_of: &[Option<usize>]) -> Vec<usize> {
    let mut passed: FxHashMap<usize, usize> = FxHashMap::default();
    let count = |(at, element): (usize, &Element<'_>)| {
        let before = block_of[at].map(|block| passed.entry(block).or_default());
        before.map_or(0, |before| {
            *before += usize::from(element.kind == ElementKind::DollarText);
            before.saturating_sub(1)
        })
    };
    elements.iter().enumerate().map(count).collect()
}
