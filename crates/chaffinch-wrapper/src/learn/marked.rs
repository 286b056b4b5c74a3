//! OCLR and HOCLRT: tuples between o and c.

use super::body::{BodySearch, Demand};
use super::separator::{Choice, Separator, left_choice, right_choice};
use super::{ClassFailure, ExamplePlace, Preference, Problem, Work};
use crate::class::{Body, Delimiters, Order, StringWrapper, WrapperClass};
use memchr::memmem;
use rustc_hash::FxHashSet;

/// Learns a wrapper of a class with o and c.
///
/// The r_k and the ℓ_k with k > 1 are found as for LR. ℓ_1, c and o (and h and t) interact: all are tried, within a
/// budget, with those first that are whole tags.
pub(super) fn learn(
    problem: &Problem<'_>,
    class: WrapperClass,
    preference: Preference,
) -> Result<StringWrapper, ClassFailure> {
    let examples = problem.examples;
    let cap = problem.settings.longest_delimiter;
    let mut attributes = Vec::new();
    for k in 0..examples.attributes.len() {
        let right = right_choice(examples, &problem.separators, k, class, cap)?.best(preference);
        // Only after o is ℓ_1 looked for.
        let left = left_choice(examples, &problem.separators, k, class, cap, |_| k > 0)?;
        attributes.push((left, right));
    }
    let bodies = if class.has_body() { problem.body_search(preference) } else { None };
    let search = Search { problem, bodies, preference, work: &problem.work };
    let Some((left, open, close, body)) = search.find(&attributes[0].0) else {
        return Err(failure(problem, class));
    };
    let mut delimiters: Vec<Delimiters> = attributes
        .into_iter()
        .map(|(choice, right)| Delimiters { left: choice.best(preference), right })
        .collect();
    delimiters[0].left = left;
    Ok(StringWrapper { body, order: Order::Marked { open, close }, attributes: delimiters })
}

type Marks = (Vec<u8>, Vec<u8>, Vec<u8>, Option<Body>);

struct Search<'p, 'e> {
    problem: &'p Problem<'e>,
    bodies: Option<BodySearch<'p, 'e>>,
    preference: Preference,
    work: &'p Work,
}

/// A separator between tuples, a head or a tail, and where o may end in it.
#[derive(Clone, Copy)]
struct Gap {
    separator: Separator,
    /// One past the last ℓ_1 that is not the value's own.
    low: usize,
    /// Where the value's own ℓ_1 begins.
    high: usize,
}

impl Search<'_, '_> {
    fn find(&self, left: &Choice) -> Option<Marks> {
        let last = self.problem.examples.attributes.len() - 1;
        let around: Vec<Separator> = self
            .problem
            .separators
            .iter()
            .filter(|s| s.after.is_none_or(|k| k == last) && s.before.is_none_or(|k| k == 0))
            .copied()
            .collect();
        for length in left.lengths(self.preference) {
            let mark = left.of_length(length);
            let gap = |separator: &Separator| {
                let page = self.problem.bytes(separator.page);
                let high = separator.to - separator.before.map_or(0, |_| mark.len());
                let own = separator.to - usize::from(separator.before.is_some());
                let last = memmem::rfind(&page[separator.from..own], mark);
                let low = last.map_or(separator.from, |start| separator.from + start + 1);
                Gap { separator: *separator, low, high }
            };
            let gaps: Vec<Gap> = around.iter().map(gap).collect();
            if gaps.iter().any(|gap| gap.separator.before.is_some() && gap.low > gap.high) {
                continue;
            }
            if let Some((open, close, body)) = self.find_close(&gaps) {
                return Some((mark.to_vec(), open, close, body));
            }
            if self.work.is_spent() {
                return None;
            }
        }
        None
    }

    fn find_close(&self, gaps: &[Gap]) -> Option<(Vec<u8>, Vec<u8>, Option<Body>)> {
        let behind: Vec<usize> = (0..gaps.len()).filter(|g| gaps[*g].separator.after.is_some()).collect();
        let text = |gap: &Gap| &self.problem.bytes(gap.separator.page)[gap.separator.from..gap.separator.to];
        let reference = *behind.iter().min_by_key(|g| text(&gaps[**g]).len())?;
        let reference = text(&gaps[reference]);
        let mut seen = FxHashSet::default();
        for (start, end) in substrings(reference, self.problem.settings.longest_delimiter) {
            let close = &reference[start..end];
            let mut ends = vec![0; gaps.len()];
            let found = behind.iter().all(|g| {
                let gap = &gaps[*g];
                let end = self.work.find(text(gap), close).map(|at| gap.separator.from + at + close.len());
                ends[*g] = end.unwrap_or(0);
                end.is_some_and(|end| gap.separator.before.is_none() || end < gap.high)
            });
            if self.work.is_spent() {
                return None;
            }
            if found
                && seen.insert(ends.clone())
                && let Some((open, body)) = self.find_open(gaps, &ends)
            {
                return Some((open, close.to_vec(), body));
            }
        }
        None
    }

    /// o for a c that ends at `ends`.
    fn find_open(&self, gaps: &[Gap], ends: &[usize]) -> Option<(Vec<u8>, Option<Body>)> {
        let begins = |g: &usize| gaps[*g].separator.before.is_some();
        let room = |g: &usize| (gaps[*g].separator.after.is_none(), gaps[*g].high - ends[*g]);
        let reference = (0..gaps.len()).filter(begins).min_by_key(room)?;
        let bytes = self.problem.bytes(gaps[reference].separator.page);
        let window = &bytes[ends[reference]..gaps[reference].high];
        let least = gaps[reference].low.saturating_sub(ends[reference]);
        let has_body = self.bodies.is_some();
        for (start, end) in substrings(window, self.problem.settings.longest_delimiter) {
            if end < least {
                continue;
            }
            let open = &window[start..end];
            let mut fits = true;
            for (gap, from) in gaps.iter().zip(ends) {
                let page = self.problem.bytes(gap.separator.page);
                let outside = gap.separator.after.is_none() || gap.separator.before.is_none();
                if has_body && outside {
                    continue;
                }
                let end = gap.separator.before.map_or(page.len(), |_| gap.high.max(*from));
                let found = self.work.find(&page[*from..end], open).map(|at| from + at + open.len());
                fits = match gap.separator.before {
                    Some(_) => found.is_some_and(|end| gap.low <= end && end <= gap.high),
                    None => found.is_none(),
                };
                if !fits {
                    break;
                }
            }
            if self.work.is_spent() {
                return None;
            }
            if !fits {
                continue;
            }
            if !has_body {
                return Some((open.to_vec(), None));
            }
            self.work.spend(gaps.len());
            if let Some(body) = self.find_body(gaps, ends, open) {
                return Some((open.to_vec(), Some(body)));
            }
        }
        None
    }

    fn find_body(&self, gaps: &[Gap], ends: &[usize], open: &[u8]) -> Option<Body> {
        let mut demands: Vec<Demand> = Vec::new();
        let number_of: Vec<std::ops::Range<usize>> = pages_of(gaps, self.problem.examples.pages.len());
        for page in self.problem.pages_with_ends() {
            let bytes = self.problem.bytes(page);
            let mut demand = Demand::Nothing { entries: vec![open.to_vec()] };
            for (gap, from) in gaps[number_of[page].clone()].iter().zip(&ends[number_of[page].clone()]) {
                match (gap.separator.after, gap.separator.before) {
                    (None, None) => {}
                    (None, Some(_)) => {
                        let mut head = Vec::new();
                        let mut after = 0;
                        while let Some(at) = self.work.find(&bytes[after..gap.high], open) {
                            let start = after + at;
                            let end = start + open.len();
                            if gap.low <= end && end <= gap.high {
                                head.push((after, start));
                            }
                            after = start + 1;
                        }
                        if head.is_empty() {
                            return None;
                        }
                        demand = Demand::Tuples { head, between: Vec::new(), tail: 0, limit: None };
                    }
                    (Some(_), before) => {
                        let Demand::Tuples { between, tail, limit, .. } = &mut demand else { return None };
                        let end = before.map_or(bytes.len(), |_| gap.high.max(*from));
                        let entry = self.work.find(&bytes[*from..end], open).map(|at| from + at);
                        if before.is_some() {
                            between.push((*from, entry?));
                        } else {
                            (*tail, *limit) = (*from, entry);
                        }
                    }
                }
            }
            demands.push(demand);
        }
        self.bodies.as_ref()?.find(&demands)
    }
}

/// Which gaps, in page order, are of each page.
fn pages_of(gaps: &[Gap], pages: usize) -> Vec<std::ops::Range<usize>> {
    let first = |page: usize| gaps.partition_point(|gap| gap.separator.page < page);
    (0..pages).map(|page| first(page)..first(page + 1)).collect()
}

/// All substrings of a text as (start, end), whole tags first, then by length.
fn substrings(text: &[u8], cap: usize) -> Vec<(usize, usize)> {
    const MOST: usize = 20_000;
    let tags = |at: &(usize, usize)| text[at.0] == b'<' && text[at.1 - 1] == b'>';
    // In a long text, short substrings of any kind are too many; whole tags are not.
    let longest = if text.len() <= 200 { cap } else { (MOST / text.len()).max(4) };
    let starts: Vec<usize> = (0..text.len()).filter(|at| text[*at] == b'<').collect();
    let stops: Vec<usize> = (1..=text.len()).filter(|at| text[*at - 1] == b'>').collect();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for start in starts {
        let near = stops.iter().filter(|stop| **stop > start && **stop - start <= cap).take(6);
        found.extend(near.map(|stop| (start, *stop)));
    }
    for start in 0..text.len() {
        let ends = start + 1..=text.len().min(start + longest.min(cap));
        found.extend(ends.map(|end| (start, end)).filter(|at| !tags(at)));
        if found.len() > MOST {
            break;
        }
    }
    found.sort_by_key(|at| (!tags(at), at.1 - at.0));
    found.dedup();
    found
}

fn failure(problem: &Problem<'_>, class: WrapperClass) -> ClassFailure {
    let place =
        |s: &Separator| ExamplePlace { page: problem.examples.pages[s.page].name.clone(), byte: s.from };
    let places = problem.separators.iter().filter(|s| s.before.is_none()).map(place).take(2).collect();
    ClassFailure {
        class,
        attribute: Some(problem.examples.attributes[0].clone()),
        reason: "no marks open and close every tuple and nothing else".into(),
        places,
    }
}
