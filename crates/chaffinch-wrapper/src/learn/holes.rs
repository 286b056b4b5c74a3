//! Section 6: labels in which recognisers left holes. A tuple has a value there, and nobody knows where.

use super::separator::{Choice, open_left_choice, open_right_choice};
use super::{ClassFailure, LearnSettings, Preference, Problem};
use crate::class::{StringWrapper, WrapperClass};
use crate::example::{Example, Examples, Instance, Tuple};
use memchr::memmem;
use rustc_hash::FxHashSet;

/// Learns a wrapper of one class from labels with holes; tuples have every other attribute once and in order.
///
/// Whatever delimiters an attribute has in the end, they precede and follow its known values, and say what stands in its
/// holes. So the holes are filled by one choice of delimiters after the other, and a wrapper is learned from each label
/// that this gives, until one is consistent.
pub(crate) fn learn_with_holes(
    examples: &Examples,
    class: WrapperClass,
    preference: Preference,
    settings: &LearnSettings,
) -> Result<StringWrapper, ClassFailure> {
    let count = examples.attributes.len();
    let has_hole = |k: usize| tuples(examples).any(|tuple| tuple.values(k).next().is_none());
    let holed: Vec<usize> = (0..count).filter(|k| has_hole(*k)).collect();
    if holed.is_empty() {
        return Problem::new(examples, settings).learn(class, preference);
    }
    let cap = settings.longest_delimiter;
    let mut sides: Vec<Sides> = Vec::new();
    for k in &holed {
        let marks = |choice: Choice| -> Vec<Vec<u8>> {
            choice.lengths(preference).into_iter().map(|length| choice.of_length(length).to_vec()).collect()
        };
        let left = open_left_choice(examples, *k, class, cap)?;
        sides.push((marks(left), marks(open_right_choice(examples, *k, class, cap)?)));
    }
    let mut seen: FxHashSet<Vec<Vec<Tuple>>> = FxHashSet::default();
    let mut failure = None;
    let mut looked_at = 0;
    for choice in choices(&sides) {
        looked_at += 1;
        let marks: Vec<Option<(&[u8], &[u8])>> = (0..count)
            .map(|k| {
                let at = holed.iter().position(|holed| *holed == k)?;
                let (left, right) = choice[at];
                Some((sides[at].0[left].as_slice(), sides[at].1[right].as_slice()))
            })
            .collect();
        for skipped in 0..HEAD_CHOICES {
            let Some(filled) = fill(examples, &marks, class, skipped) else { continue };
            if !seen.insert(filled.pages.iter().map(|page| page.tuples.clone()).collect()) {
                continue;
            }
            if filled.validate().is_ok() {
                match Problem::new(&filled, settings).learn(class, preference) {
                    Ok(wrapper) => return Ok(wrapper),
                    Err(found) => failure = Some(found),
                }
            }
            if seen.len() >= MOST_FILLINGS {
                break;
            }
        }
        if seen.len() >= MOST_FILLINGS {
            break;
        }
    }
    let attribute = holed.first().map(|k| examples.attributes[*k].clone());
    if seen.len() >= MOST_FILLINGS || looked_at >= MOST_CHOICES {
        let reason = "the search for values that were missed was ended and is not complete: a wrapper may exist; make recognisers miss less";
        return Err(ClassFailure { class, attribute, reason: reason.into(), places: Vec::new() });
    }
    Err(failure.unwrap_or_else(|| ClassFailure {
        class,
        attribute,
        reason: "what stands around its known values gives no values where it has none".into(),
        places: Vec::new(),
    }))
}

/// The ℓ and the r that an attribute may have, the preferred ones first.
type Sides = (Vec<Vec<u8>>, Vec<Vec<u8>>);

/// Ways to fill the holes from which a wrapper is learned.
const MOST_FILLINGS: usize = 400;
/// Choices of delimiters that are looked at.
const MOST_CHOICES: usize = 20_000;
/// In a head the first value may stand behind any ℓ_1; so many are tried, the nearest to the next known value first.
const HEAD_CHOICES: usize = 4;

fn tuples(examples: &Examples) -> impl Iterator<Item = &Tuple> {
    examples.pages.iter().flat_map(|page| &page.tuples)
}

/// For each attribute with holes the numbers of its ℓ and r, the preferred ones first.
fn choices(sides: &[Sides]) -> impl Iterator<Item = Vec<(usize, usize)>> + '_ {
    let mut at: Option<Vec<(usize, usize)>> = Some(vec![(0, 0); sides.len()]);
    std::iter::from_fn(move || {
        let current = at.clone()?;
        let mut next = current.clone();
        let stepped = next.iter_mut().zip(sides).any(|((left, right), (lefts, rights))| {
            if *left + 1 < lefts.len() {
                *left += 1;
                return true;
            }
            *left = 0;
            if *right + 1 < rights.len() {
                *right += 1;
                return true;
            }
            *right = 0;
            false
        });
        at = stepped.then_some(next);
        Some(current)
    })
    .take(MOST_CHOICES)
}

/// The labels with their holes filled by delimiters; none where a hole has no room for a value.
fn fill(
    examples: &Examples,
    marks: &[Option<(&[u8], &[u8])>],
    class: WrapperClass,
    skipped: usize,
) -> Option<Examples> {
    let page = |page: &Example| {
        // All cells in page order, known or not.
        let cells: Vec<(usize, usize, Option<Instance>)> = page
            .tuples
            .iter()
            .enumerate()
            .flat_map(|(row, tuple)| {
                let known =
                    |k: usize| tuple.instances.iter().find(|instance| instance.attribute == k).copied();
                (0..marks.len()).map(move |k| (row, k, known(k)))
            })
            .collect();
        let mut tuples = vec![Tuple::default(); page.tuples.len()];
        let mut from = 0;
        for (at, (row, k, known)) in cells.iter().enumerate() {
            let instance = match known {
                Some(instance) => *instance,
                None => {
                    let next = cells[at..]
                        .iter()
                        .find_map(|(_, _, known)| known.map(|known| known.span.start as usize));
                    let to = next.unwrap_or(page.bytes.len());
                    let (left, right) = marks[*k]?;
                    // Behind h anything may stand in front of the first value.
                    let in_head = at == 0 && class != WrapperClass::Lr && next.is_some();
                    let begin = match in_head {
                        true => nth_last(&page.bytes[..to], left, skipped)? + left.len(),
                        false if skipped > 0 && at == 0 => return None,
                        false => from + memmem::find(&page.bytes[from..to], left)? + left.len(),
                    };
                    let end = begin + memmem::find(&page.bytes[begin..], right)?;
                    if end > to {
                        return None;
                    }
                    Instance { attribute: *k, span: chaffinch_core::Span::new(begin as u32, end as u32) }
                }
            };
            from = instance.span.end as usize;
            tuples[*row].instances.push(instance);
        }
        Some(Example { name: page.name.clone(), bytes: page.bytes.clone(), tuples })
    };
    Some(examples.with_pages(examples.pages.iter().map(page).collect::<Option<Vec<_>>>()?))
}

/// The beginning of the last occurrence of a mark but `skipped`.
fn nth_last(text: &[u8], mark: &[u8], skipped: usize) -> Option<usize> {
    let mut end = text.len();
    for _ in 0..skipped {
        let start = memmem::rfind(&text[..end], mark)?;
        end = start + mark.len() - 1;
    }
    memmem::rfind(&text[..end], mark)
}
