//! Section 5: how many examples are enough.

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
/// Theorem 1 is (1 − 2(1 − ε/2)^T)^{2K} (1 − 2(1 − ε/2)^N)². With missing attributes each delimiter counts the
/// examples that it was really seen in, and ambiguous labels multiply the whole by (1 − μ)^R (section 6).
pub fn confidence(evidence: &Evidence, epsilon: f64) -> f64 {
    let seen = |count: usize| (1.0 - 2.0 * (1.0 - epsilon / 2.0).powi(clamp(count))).max(0.0);
    let delimiters: f64 = evidence.values.iter().map(|count| seen(*count).powi(2)).product();
    let marks = seen(evidence.heads) * seen(evidence.tails);
    delimiters * marks * (1.0 - evidence.mistake).powi(clamp(evidence.ambiguities))
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
    /// What the labels of examples show.
    pub fn of(examples: &crate::Examples) -> Evidence {
        let last = examples.attributes.len().saturating_sub(1);
        let has = |instance: Option<&crate::Instance>, k: usize| instance.is_some_and(|i| i.attribute == k);
        let heads =
            examples.pages.iter().filter(|p| has(p.tuples.first().and_then(|t| t.instances.first()), 0));
        let tails =
            examples.pages.iter().filter(|p| has(p.tuples.last().and_then(|t| t.instances.last()), last));
        Evidence {
            values: (0..examples.attributes.len()).map(|k| examples.instances(k).count()).collect(),
            heads: heads.count(),
            tails: tails.count(),
            ..Evidence::default()
        }
    }
}
