//! Appendix A: the conditions under which an HLRT wrapper gives exactly the label of a page.

use crate::class::{Body, Delimiters};
use crate::example::Tuple;
use memchr::memmem;

/// One of the six conditions of Appendix A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// C1: the ℓ_k immediately precede their attributes.
    LeftPrecedes,
    /// C2: the r_k follow, but do not occur within, their attributes.
    RightFollows,
    /// C3: h occurs in the head and t occurs in the tail.
    MarksOccur,
    /// C4: t never precedes ℓ_1 between tuples.
    NoTailBetweenTuples,
    /// C5: t does not occur between h and ℓ_1 in the head.
    NoTailInHead,
    /// C6: t precedes ℓ_1 in the tail.
    TailPrecedesLeft,
}

/// The conditions of Appendix A that a wrapper ⟨h, t, ℓ_1, r_1, …, ℓ_K, r_K⟩ breaks on a page whose label is
/// `tuples`, each of them with all K attributes.
///
/// The paper looks for t in the separators; here it is looked for in the page, so that a t which begins in a
/// separator and ends in the value behind it counts too, as it does when the wrapper runs. Where t and ℓ_1 begin at
/// the same place of the tail, t wins: "while next ℓ_1 is before next t" then ends the loop.
///
/// # Panics
/// Panics if a tuple has other than K attributes or lies outside of the page.
pub fn broken_conditions(
    page: &[u8],
    tuples: &[Tuple],
    body: &Body,
    attributes: &[Delimiters],
) -> Vec<Condition> {
    let mut broken = Vec::new();
    let mut require = |condition: Condition, holds: bool| {
        if !holds && !broken.contains(&condition) {
            broken.push(condition);
        }
    };
    let Body { head: h, tail: t } = body;
    let l1 = attributes[0].left.as_slice();
    let after_head = memmem::find(page, h).map(|start| start + h.len());
    let Some(first) = tuples.first() else {
        // Without tuples head and tail are one: only h, then t before any ℓ_1, can hold.
        require(Condition::MarksOccur, after_head.is_some_and(|at| next(page, at, t).is_some()));
        if let Some(at) = after_head {
            require(Condition::TailPrecedesLeft, precedes(page, at, t, l1));
        }
        return broken;
    };
    let spans = |tuple: &Tuple| -> Vec<std::ops::Range<usize>> {
        assert!(tuple.is_flat(attributes.len()), "a tuple with other than K attributes");
        tuple.instances.iter().map(|i| i.span.range()).collect()
    };

    // C1 and C2, attribute by attribute. S_{m,k-1} is page[from..b].
    let mut from = after_head;
    for tuple in tuples {
        for (k, value) in spans(tuple).into_iter().enumerate() {
            let Delimiters { left, right } = &attributes[k];
            let precedes_value = from.is_some_and(|from| {
                next(page, from, left).is_some_and(|start| start + left.len() == value.start)
            });
            require(Condition::LeftPrecedes, precedes_value);
            require(Condition::RightFollows, next(page, value.start, right) == Some(value.end));
            from = Some(value.end);
        }
    }

    // C3 and C5, in the head.
    let begin = spans(first)[0].start;
    let left_starts = |begin: usize| begin.saturating_sub(l1.len());
    let h_in_head = after_head.filter(|at| *at <= left_starts(begin));
    require(Condition::MarksOccur, h_in_head.is_some());
    if let Some(at) = h_in_head {
        require(Condition::NoTailInHead, next(page, at, t).is_none_or(|tail| tail > left_starts(begin)));
    }

    // C4, between tuples. S_{m,K} is page[end..begin].
    for pair in tuples.windows(2) {
        let (end, begin) = (spans(&pair[0])[attributes.len() - 1].end, spans(&pair[1])[0].start);
        let free = next(page, end, t).is_none_or(|tail| tail > left_starts(begin));
        require(Condition::NoTailBetweenTuples, free);
    }

    // C3 and C6, in the tail S_{M,K}.
    let end = spans(&tuples[tuples.len() - 1])[attributes.len() - 1].end;
    require(Condition::MarksOccur, next(page, end, t).is_some());
    require(Condition::TailPrecedesLeft, precedes(page, end, t, l1));
    broken
}

fn next(page: &[u8], from: usize, mark: &[u8]) -> Option<usize> {
    memmem::find(&page[from..], mark).map(|start| from + start)
}

/// Whether no ℓ_1 comes before t.
fn precedes(page: &[u8], from: usize, t: &[u8], l1: &[u8]) -> bool {
    match (next(page, from, t), next(page, from, l1)) {
        (Some(tail), Some(left)) => tail <= left,
        (None, Some(_)) => false,
        (_, None) => true,
    }
}
