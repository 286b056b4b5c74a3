//! LR and HLRT (BuildHLRT of section 4), and the classes that differ from them in the order of attributes only.

use super::body::{BodySearch, Demand};
use super::separator::{Choice, Separator, left_choice, right_choice};
use super::{ClassFailure, ExamplePlace, Preference, Problem};
use crate::class::{Body, Delimiters, Order, StringWrapper, WrapperClass};
use memchr::memmem;

/// Learns a wrapper of one of the classes without o and c.
///
/// The three sub-problems of the paper: every r_k alone, every ℓ_k that is the only one looked for alone, and
/// the others, which interact with h and t and with each other, together.
pub(super) fn learn(
    problem: &Problem<'_>,
    class: WrapperClass,
    order: Order,
    preference: Preference,
) -> Result<StringWrapper, ClassFailure> {
    let examples = problem.examples;
    let count = examples.attributes.len();
    let cap = problem.settings.longest_delimiter;
    let in_head = |s: &Separator| s.after.is_none();
    let mut lefts: Vec<Choice> = Vec::with_capacity(count);
    let mut rights: Vec<Vec<u8>> = Vec::with_capacity(count);
    for k in 0..count {
        let right = right_choice(examples, &problem.separators, k, class, cap)?;
        rights.push(right.best(preference));
        // Behind h the head need not be searched from its beginning.
        let searched = |s: &Separator| !(class.has_body() && in_head(s));
        lefts.push(left_choice(examples, &problem.separators, k, class, cap, searched)?);
    }
    let search = Search { problem, class, order: &order, count };
    let bodies = if class.has_body() {
        Some(problem.body_search(preference).ok_or_else(|| search.failure("no example has a tuple".into()))?)
    } else {
        None
    };
    let mut closest: Option<(Separator, usize)> = None;
    for lengths in assignments(&lefts, &order, preference) {
        if problem.work.is_spent() {
            break;
        }
        let marks: Vec<&[u8]> = lengths.iter().zip(&lefts).map(|(length, c)| c.of_length(*length)).collect();
        if let Err(conflict) = search.fits(&marks) {
            closest = Some(conflict);
            continue;
        }
        let body = match &bodies {
            None => None,
            Some(bodies) => match search.body(bodies, &marks) {
                Some(body) => Some(body),
                None => continue,
            },
        };
        let attributes = marks
            .into_iter()
            .zip(rights)
            .map(|(left, right)| Delimiters { left: left.to_vec(), right })
            .collect();
        return Ok(StringWrapper { body, order, attributes });
    }
    Err(search.nothing_fits(closest))
}

/// Combinations of lengths of the ℓ_k, best first.
///
/// In the flat classes only ℓ_1 matters to anything else, so that its lengths are all there is to try. In the
/// others every ℓ_k may stand in the way of every other; the preferred ones come first, then all combinations.
fn assignments(lefts: &[Choice], order: &Order, preference: Preference) -> Vec<Vec<usize>> {
    let best = |preference: Preference| -> Vec<usize> {
        lefts.iter().map(|choice| choice.lengths(preference)[0]).collect()
    };
    if matches!(order, Order::Flat) {
        let rest = best(preference);
        let first = lefts[0].lengths(preference).into_iter();
        return first.map(|length| [&[length], &rest[1..]].concat()).collect();
    }
    const MOST_COMBINATIONS: usize = 2_000;
    let mut all =
        vec![best(preference), best(Preference::Long), best(Preference::Aligned), best(Preference::Short)];
    let sizes: Vec<Vec<usize>> = lefts.iter().map(|choice| choice.lengths(Preference::Long)).collect();
    let mut at = vec![0; lefts.len()];
    while all.len() < MOST_COMBINATIONS {
        all.push(at.iter().zip(&sizes).map(|(i, lengths)| lengths[*i]).collect());
        let Some(k) = (0..at.len()).find(|k| at[*k] + 1 < sizes[*k].len()) else { break };
        at[k] += 1;
        at[..k].fill(0);
    }
    all
}

struct Search<'p, 'e> {
    problem: &'p Problem<'e>,
    class: WrapperClass,
    order: &'p Order,
    count: usize,
}

impl Search<'_, '_> {
    /// Whether in every separator the right ℓ_k comes first and, without h and t, none comes in the tail. The
    /// error is a separator and the attribute whose ℓ stands in the way.
    fn fits(&self, marks: &[&[u8]]) -> Result<(), (Separator, usize)> {
        for separator in &self.problem.separators {
            if self.class.has_body() && (separator.after.is_none() || separator.before.is_none()) {
                continue;
            }
            let successors = self.order.successors(separator.after, self.count);
            for other in successors.into_iter().filter(|k| Some(*k) != separator.before) {
                if self.false_start(separator, marks, other).is_some() {
                    return Err((*separator, other));
                }
            }
            // The true ℓ_1 must not be missed in a tail either.
            if separator.before.is_none() && separator.after.is_none() && self.is_found(separator, marks[0]) {
                return Err((*separator, 0));
            }
        }
        Ok(())
    }

    fn is_found(&self, separator: &Separator, mark: &[u8]) -> bool {
        memmem::find(&self.problem.bytes(separator.page)[separator.from..], mark).is_some()
    }

    /// Where the ℓ of `other` begins in a separator so early that it is taken for the next value's.
    fn false_start(&self, separator: &Separator, marks: &[&[u8]], other: usize) -> Option<usize> {
        let page = self.problem.bytes(separator.page);
        let end =
            separator.before.map_or(page.len(), |_| (separator.to + marks[other].len()).min(page.len()));
        let start = separator.from + self.problem.work.find(&page[separator.from..end], marks[other])?;
        let Some(k) = separator.before else { return Some(start) };
        let own = separator.to - marks[k].len();
        let rank = |k: usize| (usize::MAX - marks[k].len(), k);
        (start < own || (start == own && rank(other) < rank(k))).then_some(start)
    }

    /// Sub-problem (3): h and t for given ℓ.
    fn body(&self, bodies: &BodySearch<'_, '_>, marks: &[&[u8]]) -> Option<Body> {
        let pages = self.problem.pages_with_ends();
        let demands: Option<Vec<Demand>> = pages.map(|page| self.demand(page, marks)).collect();
        bodies.find(&demands?)
    }

    fn demand(&self, page: usize, marks: &[&[u8]]) -> Option<Demand> {
        let bytes = self.problem.bytes(page);
        let mut demand = None;
        for separator in self.problem.separators_of(page) {
            let successors = self.order.successors(separator.after, self.count);
            let entry = separator.before.map(|k| separator.to - marks[k].len());
            match (separator.after, entry) {
                (None, None) => {
                    let entries = successors.iter().map(|k| marks[*k].to_vec()).collect();
                    demand = Some(Demand::Nothing { entries });
                }
                (None, Some(entry)) => {
                    // h must end behind whatever would be taken for the first value's ℓ.
                    let before = |k: &usize| {
                        let own = Some(*k) == separator.before;
                        let stop = if own { separator.to - 1 } else { entry + marks[*k].len() };
                        let found = memmem::rfind(&bytes[..stop.min(bytes.len())], marks[*k]);
                        found.filter(|start| own || *start < entry || marks[*k].len() > separator.to - entry)
                    };
                    let after = successors.iter().filter_map(before).max().map_or(0, |start| start + 1);
                    if after > entry {
                        return None;
                    }
                    demand = Some(Demand::Tuples {
                        head: vec![(after, entry)],
                        between: Vec::new(),
                        tail: 0,
                        limit: None,
                    });
                }
                (after, entry) => {
                    let Some(Demand::Tuples { between, tail, limit, .. }) = &mut demand else { return None };
                    if let Some(entry) = entry {
                        if self.order.may_end(after, self.count) {
                            between.push((separator.from, entry));
                        }
                    } else {
                        *tail = separator.from;
                        let first = |k: &usize| memmem::find(&bytes[separator.from..], marks[*k]);
                        *limit = successors.iter().filter_map(first).min().map(|at| separator.from + at);
                    }
                }
            }
        }
        demand
    }

    fn nothing_fits(&self, conflict: Option<(Separator, usize)>) -> ClassFailure {
        let examples = self.problem.examples;
        match conflict {
            Some((separator, k)) => {
                let page = examples.pages[separator.page].name.clone();
                let other = examples.instances(k).find(|(example, _)| example.name != page);
                let other = other.or_else(|| examples.instances(k).next());
                let mut places = vec![ExamplePlace { page, byte: separator.from }];
                places.extend(
                    other.map(|(e, span)| ExamplePlace { page: e.name.clone(), byte: span.start as usize }),
                );
                let name = examples.attributes[k].clone();
                let reason = "whatever precedes its values also stands where none begins".to_owned();
                ClassFailure { class: self.class, attribute: Some(name), reason, places }
            }
            None => {
                self.failure("no head mark and tail mark tell the tuples from what stands around them".into())
            }
        }
    }

    fn failure(&self, reason: String) -> ClassFailure {
        let place = |separator: &Separator| ExamplePlace {
            page: self.problem.examples.pages[separator.page].name.clone(),
            byte: separator.from,
        };
        let tails =
            self.problem.separators.iter().filter(|s| s.before.is_none()).map(place).take(2).collect();
        let attribute = Some(self.problem.examples.attributes[0].clone());
        ClassFailure { class: self.class, attribute, reason, places: tails }
    }
}
