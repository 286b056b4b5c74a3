//! Section 5: how many examples are enough.

use crate::class::WrapperClass;
use std::collections::HashSet;

/// What is wanted of a wrapper: that with confidence 1 − δ its error is under ε.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pac {
    /// ε: the share of further pages that may be read wrongly.
    pub epsilon: f64,
    /// δ: the probability with which more may be.
    pub delta: f64,
}

impl Default for Pac {
    /// The paper's values.
    fn default() -> Pac {
        Pac { epsilon: 0.1, delta: 0.1 }
    }
}

/// What a wrapper was learned from, counted as the bound counts it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Evidence {
    /// The class of the wrapper; none for HLRT, the class of the theorem.
    pub class: Option<WrapperClass>,
    /// Tuples on all pages: o and c were seen as often.
    pub tuples: usize,
    /// For each attribute, the values that ℓ_k was seen in front of and r_k behind: the tuples that have it.
    pub values: Vec<usize>,
    /// Pages whose head was seen: those whose first tuple has its first attribute.
    pub heads: usize,
    /// Pages whose tail was seen: those whose last tuple has its last attribute.
    pub tails: usize,
    /// R: how often an ambiguous label could have been resolved wrongly.
    pub ambiguities: usize,
    /// μ: the probability that a wrong resolution is consistent with some wrapper.
    pub mistake: f64,
}

/// The probability, as the bound gives it, that the wrapper's error is at most ε.
///
/// Theorem 1 is (1 − 2(1 − ε/2)^T)^{2K} (1 − 2(1 − ε/2)^N)²: a factor for each delimiter of an HLRT wrapper. With missing
/// attributes each delimiter counts the examples that it was really seen in, and ambiguous labels multiply the whole by
/// (1 − μ)^R (section 6). The other classes whose tuples have every attribute once are counted alike, each with the delimiters that
/// it has: LR without h and t, OCLR and HOCLRT with o and c, which every tuple shows. For any other class nothing is proved, and
/// the confidence is 0.
pub fn confidence(evidence: &Evidence, epsilon: f64) -> f64 {
    let class = evidence.class.unwrap_or(WrapperClass::Hlrt);
    if !class.has_bound() {
        return 0.0;
    }
    let seen = |count: usize| (1.0 - 2.0 * (1.0 - epsilon / 2.0).powi(clamp(count))).max(0.0);
    let delimiters: f64 = evidence.values.iter().map(|count| seen(*count).powi(2)).product();
    let around_all = if class.has_body() { seen(evidence.heads) * seen(evidence.tails) } else { 1.0 };
    let around_each = if class.is_marked() { seen(evidence.tuples).powi(2) } else { 1.0 };
    delimiters * around_all * around_each * (1.0 - evidence.mistake).powi(clamp(evidence.ambiguities))
}

/// Whether the bound holds.
pub fn is_enough(evidence: &Evidence, pac: Pac) -> bool {
    confidence(evidence, pac.epsilon) > 1.0 - pac.delta
}

/// How many further examples like those seen so far the bound asks for; none if no number of examples is enough.
///
/// ```
/// use chaffinch_wrapper::{Evidence, Pac, examples_wanted};
/// // Four attributes, five tuples on the one page seen so far: the paper's 72 examples in all.
/// let seen = Evidence { values: vec![5; 4], heads: 1, tails: 1, ..Evidence::default() };
/// assert_eq!(examples_wanted(&seen, 1, Pac::default()), Some(71));
/// ```
pub fn examples_wanted(evidence: &Evidence, pages: usize, pac: Pac) -> Option<usize> {
    let grown = |more: usize| {
        let factor = (pages + more) as f64 / pages.max(1) as f64;
        let grow = |count: usize| (count as f64 * factor + 1e-9).floor() as usize;
        Evidence {
            values: evidence.values.iter().map(|count| grow(*count)).collect(),
            heads: grow(evidence.heads),
            tails: grow(evidence.tails),
            tuples: grow(evidence.tuples),
            ..evidence.clone()
        }
    };
    const MOST: usize = 1 << 40;
    if !is_enough(&grown(MOST), pac) {
        return None;
    }
    let (mut low, mut high) = (0, MOST);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_enough(&grown(middle), pac) { high = middle } else { low = middle + 1 }
    }
    Some(low)
}

fn clamp(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl Evidence {
    /// What the labels of examples show. Equal pages show it once.
    pub fn of(examples: &crate::Examples) -> Evidence {
        let last = examples.attributes.len().saturating_sub(1);
        let has = |instance: Option<&crate::Instance>, k: usize| instance.is_some_and(|i| i.attribute == k);
        let mut seen = HashSet::new();
        let pages: Vec<&crate::Example> =
            examples.pages.iter().filter(|page| seen.insert(&page.bytes)).collect();
        let heads = pages.iter().filter(|p| has(p.tuples.first().and_then(|t| t.instances.first()), 0));
        let tails = pages.iter().filter(|p| has(p.tuples.last().and_then(|t| t.instances.last()), last));
        let tuples = || pages.iter().flat_map(|page| &page.tuples);
        let values = |k: usize| tuples().map(|tuple| tuple.values(k).count()).sum();
        Evidence {
            values: (0..examples.attributes.len()).map(values).collect(),
            heads: heads.count(),
            tails: tails.count(),
            tuples: tuples().count(),
            ..Evidence::default()
        }
    }

    /// The same for a wrapper of a class.
    pub(crate) fn for_class(self, class: WrapperClass) -> Evidence {
        Evidence { class: Some(class), ..self }
    }
}
