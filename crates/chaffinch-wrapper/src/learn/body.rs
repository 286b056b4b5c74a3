//! h and t: the marks around all tuples.

use super::{Preference, Work};
use crate::class::Body;
use crate::suffix::{Matched, SuffixAutomaton};
use memchr::memmem;

/// What h and t must achieve on one page, once the marks that begin tuples are chosen.
#[derive(Debug, Clone)]
pub(crate) enum Demand {
    /// The page has tuples.
    Tuples {
        /// h must end in one of these, ends included, and t must not begin from there to the range's end.
        head: Vec<(usize, usize)>,
        /// t must not begin in any of these, ends included.
        between: Vec<(usize, usize)>,
        /// Where the tail begins.
        tail: usize,
        /// The first place in the tail where a tuple would begin; t must not begin after it.
        limit: Option<usize>,
    },
    /// The page has none: after h, t must come before any of these marks.
    Nothing {
        /// The marks that begin a tuple.
        entries: Vec<Vec<u8>>,
    },
}

/// Finds h and t. It holds what does not depend on the other marks, so that many of those can be tried.
pub(crate) struct BodySearch<'e> {
    pages: Vec<&'e [u8]>,
    /// The page whose head h is taken from.
    reference: usize,
    heads: Vec<SuffixAutomaton>,
    /// For every page, what of the reference's head up to each place occurs in the page's head.
    matched: Vec<Vec<Matched>>,
    /// The page whose tail t is taken from.
    tail_reference: usize,
    preference: Preference,
    cap: usize,
    work: Work,
}

/// Tail marks tried for one choice of the other marks.
const MOST_TAILS: usize = 4_000;

/// Looking at one end of h on one page costs about as much as searching this many bytes.
const HEAD_WORK: usize = 10_000;

/// Tail marks near the last tuple among which a single tag is preferred.
const NEAR_TAILS: usize = 24;

impl<'e> BodySearch<'e> {
    /// A search over pages, given the places of their first value and the beginnings of their tails, where they
    /// have tuples; none if no page has any.
    pub fn new(
        pages: Vec<&'e [u8]>,
        extents: &[Option<(usize, usize)>],
        preference: Preference,
        cap: usize,
    ) -> Option<Self> {
        let with_tuples = || extents.iter().enumerate().filter_map(|(page, extent)| Some((page, (*extent)?)));
        let (reference, _) = with_tuples().min_by_key(|(_, (head, _))| *head)?;
        let (tail_reference, _) = with_tuples().min_by_key(|(page, (_, tail))| pages[*page].len() - tail)?;
        let head = |page: usize| extents[page].map_or(pages[page], |(first, _)| &pages[page][..first]);
        let heads: Vec<SuffixAutomaton> =
            (0..pages.len()).map(|page| SuffixAutomaton::new(head(page))).collect();
        let matched = heads
            .iter()
            .map(|automaton| {
                let mut at = Matched::default();
                let steps = head(reference).iter().map(|byte| {
                    at = automaton.step(at, *byte);
                    at
                });
                std::iter::once(Matched::default()).chain(steps).collect()
            })
            .collect();
        Some(BodySearch {
            pages,
            reference,
            heads,
            matched,
            tail_reference,
            preference,
            cap,
            work: Work::default(),
        })
    }

    /// The h and t that meet every page's demand.
    pub fn find(&self, demands: &[Demand]) -> Option<Body> {
        // Without any t: where this fails, no t can help.
        let (easiest, ends) = self.find_head(demands, None)?;
        let Demand::Tuples { tail, limit, .. } = &demands[self.tail_reference] else { return None };
        let page = self.pages[self.tail_reference];
        let last = limit.map_or(page.len(), |limit| (limit + 1).min(page.len()));
        let mut starts: Vec<usize> = (*tail..last).collect();
        if self.preference != Preference::Short {
            starts.sort_by_key(|at| page[*at] != b'<');
        }
        starts.truncate(MOST_TAILS);
        // A single tag first: what begins with the last value's own closing tag works on the examples too, but
        // not on a page without tuples.
        if self.preference == Preference::Aligned {
            let near = starts.len().min(NEAR_TAILS);
            starts[..near].sort_by_cached_key(|start| {
                let lengths = self.tail_lengths(*start, self.longest_tail(*start, demands), demands);
                let best = lengths.first().map(|length| &page[*start..start + length]);
                best.is_none_or(|t| t.iter().filter(|byte| **byte == b'<').count() != 1)
            });
        }
        for start in starts {
            if self.work.is_spent() {
                return None;
            }
            let longest = self.longest_tail(start, demands);
            let mut tried = 0;
            for length in self.tail_lengths(start, longest, demands) {
                let t = &page[start..start + length];
                if tried == length {
                    continue;
                }
                tried = length;
                let head = if self.head_allows(t, &ends, demands) {
                    Some(easiest.clone())
                } else {
                    self.find_head(demands, Some(t)).map(|(h, _)| h)
                };
                if let Some(head) = head {
                    return Some(Body { head, tail: t.to_vec() });
                }
            }
        }
        None
    }

    /// The greatest length of a t from `start` that occurs early enough in every tail.
    fn longest_tail(&self, start: usize, demands: &[Demand]) -> usize {
        let page = self.pages[self.tail_reference];
        let occurs = |length: usize| {
            let t = &page[start..start + length];
            self.work.spend(page.len() - start);
            demands.iter().zip(&self.pages).all(|(demand, page)| match demand {
                Demand::Tuples { tail, limit, .. } => {
                    next(page, *tail, t).is_some_and(|at| limit.is_none_or(|limit| at <= limit))
                }
                Demand::Nothing { .. } => memmem::find(page, t).is_some(),
            })
        };
        greatest(self.cap.min(page.len() - start), occurs)
    }

    /// Lengths of a t from `start` worth trying: the preferred one, and the longest, which is the most likely.
    fn tail_lengths(&self, start: usize, longest: usize, demands: &[Demand]) -> Vec<usize> {
        let page = self.pages[self.tail_reference];
        let free = |length: usize| {
            let t = &page[start..start + length];
            self.work.spend(self.pages.iter().map(|page| page.len()).sum());
            demands.iter().zip(&self.pages).all(|(demand, page)| match demand {
                Demand::Tuples { between, .. } => {
                    between.iter().all(|(from, to)| !begins_in(page, t, *from, *to))
                }
                Demand::Nothing { .. } => true,
            })
        };
        if longest == 0 || !free(longest) {
            return Vec::new();
        }
        // Longer is freer: the shortest free length is one past the greatest that is not.
        let shortest = greatest(longest, |length| !free(length)) + 1;
        let best = match self.preference {
            Preference::Short => shortest,
            Preference::Long => longest,
            Preference::Aligned => {
                let ends = |length: &usize| page[start + length - 1] == b'>';
                (shortest..=longest).find(ends).unwrap_or(shortest)
            }
        };
        vec![best, longest]
    }

    fn head_allows(&self, t: &[u8], ends: &[usize], demands: &[Demand]) -> bool {
        (0..demands.len()).all(|page| self.allows(page, &demands[page], ends[page], Some(t)))
    }

    /// Whether h may end at `end` of a page.
    fn allows(&self, page: usize, demand: &Demand, end: usize, t: Option<&[u8]>) -> bool {
        let bytes = self.pages[page];
        match demand {
            Demand::Tuples { head, .. } => {
                let Some((_, entry)) = head.iter().find(|(from, to)| *from <= end && end <= *to) else {
                    return false;
                };
                t.is_none_or(|t| !begins_in(bytes, t, end, *entry))
            }
            Demand::Nothing { entries } => {
                let Some(t) = t else { return true };
                let Some(tail) = next(bytes, end, t) else { return false };
                entries.iter().all(|entry| next(bytes, end, entry).is_none_or(|entry| tail <= entry))
            }
        }
    }

    /// The h nearest to the tuples, and where it ends on each page.
    fn find_head(&self, demands: &[Demand], t: Option<&[u8]>) -> Option<(Vec<u8>, Vec<usize>)> {
        let Demand::Tuples { head, .. } = &demands[self.reference] else { return None };
        let page = self.pages[self.reference];
        let mut ends: Vec<usize> = head.iter().flat_map(|(from, to)| *from.max(&1)..=*to).rev().collect();
        ends.sort_unstable_by(|a, b| b.cmp(a));
        if self.preference != Preference::Short {
            ends.sort_by_key(|end| page[end - 1] != b'>');
        }
        // The last t before each page's entry, found once: h must end behind it.
        let behind: Vec<usize> =
            demands.iter().zip(&self.pages).map(|(d, page)| last_tail(d, page, t)).collect();
        for end in ends {
            if self.work.is_spent() {
                return None;
            }
            self.work.spend(HEAD_WORK * self.pages.len());
            if let Some(length) = self.head_length(end, demands, &behind, t) {
                let ends =
                    (0..demands.len()).map(|p| self.first_end(p, end, length).unwrap_or(end)).collect();
                return Some((page[end - length..end].to_vec(), ends));
            }
        }
        None
    }

    /// The best length of an h that ends at `end` of the reference.
    fn head_length(
        &self,
        end: usize,
        demands: &[Demand],
        behind: &[usize],
        t: Option<&[u8]>,
    ) -> Option<usize> {
        let fits = |length: usize| {
            (0..demands.len()).all(|page| {
                self.first_end(page, end, length)
                    .is_some_and(|first| first >= behind[page] && self.allows(page, &demands[page], first, t))
            })
        };
        // Where an h ends first on a page changes only at these lengths.
        let mut steps: Vec<usize> = Vec::new();
        let mut longest = self.cap.min(end);
        for (automaton, matched) in self.heads.iter().zip(&self.matched) {
            longest = longest.min(matched[end].length as usize);
            steps.extend(automaton.suffixes(matched[end]).map(|(length, _)| length));
        }
        steps.retain(|length| *length < longest);
        steps.push(longest);
        steps.sort_unstable();
        steps.dedup();
        let fitting: Vec<usize> =
            steps.iter().copied().filter(|length| *length > 0 && fits(*length)).collect();
        let (shortest, longest) = (*fitting.first()?, *fitting.last()?);
        let from = steps.iter().rev().find(|step| **step < shortest).map_or(1, |step| step + 1);
        let page = self.pages[self.reference];
        Some(match self.preference {
            Preference::Short => from,
            Preference::Long => longest,
            Preference::Aligned => {
                let begins = |length: &usize| page[end - length] == b'<' && fits(*length);
                (from..=longest).find(begins).unwrap_or(shortest)
            }
        })
    }

    fn first_end(&self, page: usize, end: usize, length: usize) -> Option<usize> {
        self.heads[page].first_end(self.matched[page][end], length)
    }
}

/// One past the last beginning of `t` in front of the last entry of a page's head; 0 where there is none.
fn last_tail(demand: &Demand, page: &[u8], t: Option<&[u8]>) -> usize {
    let (Demand::Tuples { head, .. }, Some(t)) = (demand, t) else { return 0 };
    // With several ranges a t in front of one may be harmless; then only the exact test may judge.
    let [(_, entry)] = head.as_slice() else { return 0 };
    memmem::rfind(&page[..(entry + t.len()).min(page.len())], t).map_or(0, |at| at + 1)
}

fn next(page: &[u8], from: usize, mark: &[u8]) -> Option<usize> {
    memmem::find(&page[from..], mark).map(|start| from + start)
}

/// Whether `mark` begins anywhere from `from` to `to`, ends included.
fn begins_in(page: &[u8], mark: &[u8], from: usize, to: usize) -> bool {
    from <= to && memmem::find(&page[from..(to + mark.len()).min(page.len())], mark).is_some()
}

/// The greatest number up to `most` for which `holds`, which holds for every smaller one too; 0 if none.
fn greatest(most: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if holds(middle) { low = middle } else { high = middle - 1 }
    }
    low
}
