//! h and t: the marks around all tuples.

use super::{Preference, Work};
use crate::class::Body;
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
pub(crate) struct BodySearch<'p, 'e> {
    pages: Vec<&'e [u8]>,
    /// What stands before the first value of each page.
    heads: Vec<&'e [u8]>,
    /// The page whose tail t is taken from.
    tail_reference: usize,
    preference: Preference,
    cap: usize,
    work: &'p Work,
}

/// Tail marks near the last tuple among which a single tag is preferred.
const NEAR_TAILS: usize = 24;

impl<'p, 'e> BodySearch<'p, 'e> {
    /// A search over pages, given the places of their first value and the beginnings of their tails, where they
    /// have tuples; none if no page has any.
    pub fn new(
        pages: Vec<&'e [u8]>,
        extents: &[Option<(usize, usize)>],
        preference: Preference,
        cap: usize,
        work: &'p Work,
    ) -> Option<Self> {
        let with_tuples = extents.iter().enumerate().filter_map(|(page, extent)| Some((page, (*extent)?)));
        let (tail_reference, _) = with_tuples.min_by_key(|(page, (_, tail))| pages[*page].len() - tail)?;
        let head = |page: usize| extents[page].map_or(pages[page], |(first, _)| &pages[page][..first]);
        let heads = (0..pages.len()).map(head).collect();
        Some(BodySearch { pages, heads, tail_reference, preference, cap, work })
    }

    /// The h and t that meet every page's demand.
    pub fn find(&self, demands: &[Demand]) -> Option<Body> {
        // Without any t: where this fails, no t can help.
        let (easiest, ends) = self.find_head(demands, None)?;
        let Demand::Tuples { tail, limit, .. } = &demands[self.tail_reference] else { return None };
        let page = self.pages[self.tail_reference];
        let last = limit.map_or(page.len(), |limit| (limit + 1).min(page.len()));
        let is_tag = |at: &usize| self.preference == Preference::Short || page[*at] == b'<';
        let tags = (*tail..last).filter(is_tag);
        // A single tag first: what begins with the last value's own closing tag works on the examples too, but
        // not on a page without tuples.
        let mut near: Vec<usize> = tags.clone().take(NEAR_TAILS).collect();
        if self.preference == Preference::Aligned {
            near.sort_by_cached_key(|start| {
                let lengths = self.tail_lengths(*start, self.longest_tail(*start, demands), demands);
                let best = lengths.first().map(|length| &page[*start..start + length]);
                best.is_none_or(|t| t.iter().filter(|byte| **byte == b'<').count() != 1)
            });
        }
        let others = (*tail..last).filter(|at| !is_tag(at));
        let starts = near.into_iter().chain(tags.skip(NEAR_TAILS)).chain(others);
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
            demands.iter().zip(&self.pages).all(|(demand, page)| match demand {
                Demand::Tuples { tail, limit, .. } => {
                    let end = limit.map_or(page.len(), |limit| (limit + t.len()).min(page.len()));
                    self.work.find(&page[(*tail).min(end)..end], t).is_some()
                }
                Demand::Nothing { .. } => self.work.find(page, t).is_some(),
            })
        };
        greatest(self.cap.min(page.len() - start), occurs)
    }

    /// Lengths of a t from `start` worth trying: the preferred one, and the longest, which is the most likely.
    fn tail_lengths(&self, start: usize, longest: usize, demands: &[Demand]) -> Vec<usize> {
        let page = self.pages[self.tail_reference];
        let free = |length: usize| {
            let t = &page[start..start + length];
            demands.iter().zip(&self.pages).all(|(demand, page)| match demand {
                Demand::Tuples { between, .. } => between.iter().all(|(from, to)| {
                    self.work.spend(to.saturating_sub(*from));
                    !begins_in(page, t, *from, *to)
                }),
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
        // h ends in a range of every page; the page with the least room has the fewest ends to try.
        let room = |(number, demand): (usize, &Demand)| match demand {
            Demand::Tuples { head, .. } => {
                Some((head.iter().map(|(from, to)| to - from).sum::<usize>(), number))
            }
            Demand::Nothing { .. } => None,
        };
        let (_, reference) = demands.iter().enumerate().filter_map(room).min()?;
        let Demand::Tuples { head, .. } = &demands[reference] else { return None };
        let page = self.pages[reference];
        // The last t before each page's entry, found once: h must end behind it.
        let behind: Vec<usize> =
            demands.iter().zip(&self.pages).map(|(d, page)| last_tail(d, page, t)).collect();
        let is_tag = |end: &usize| self.preference == Preference::Short || page[end - 1] == b'>';
        let ends = || head.iter().rev().flat_map(|(from, to)| (*from.max(&1)..=*to).rev());
        let ends = ends().filter(is_tag).chain(ends().filter(|end| !is_tag(end)));
        // The reference itself says most often that an end is none.
        let order: Vec<usize> =
            std::iter::once(reference).chain((0..demands.len()).filter(|p| *p != reference)).collect();
        for end in ends {
            if self.work.is_spent() {
                return None;
            }
            let mark = &page[end.saturating_sub(self.cap)..end];
            if let Some((length, firsts)) = self.head_length(mark, &order, demands, &behind, t) {
                let end_of = |page: usize| first_end(&firsts[page], length).unwrap_or(0);
                return Some((
                    mark[mark.len() - length..].to_vec(),
                    (0..demands.len()).map(end_of).collect(),
                ));
            }
        }
        None
    }

    /// The best length of an h that is an end of `mark`, and where ends of `mark` end first on each page.
    fn head_length(
        &self,
        mark: &[u8],
        order: &[usize],
        demands: &[Demand],
        behind: &[usize],
        t: Option<&[u8]>,
    ) -> Option<(usize, Vec<FirstEnds>)> {
        let mut firsts: Vec<FirstEnds> = vec![Vec::new(); demands.len()];
        let fits_page = |page: usize, ends: &FirstEnds, length: usize| {
            first_end(ends, length)
                .is_some_and(|first| first >= behind[page] && self.allows(page, &demands[page], first, t))
        };
        // Where an h ends first on a page changes only at these lengths.
        let mut steps: Vec<usize> = Vec::new();
        let mut longest = mark.len();
        for page in order {
            let ends = self.first_ends(self.heads[*page], mark);
            longest = longest.min(ends.last()?.0);
            let own =
                ends.iter().map(|(length, _)| *length).filter(|length| *length < longest).chain([longest]);
            if !own.clone().any(|length| fits_page(*page, &ends, length)) {
                return None;
            }
            steps.extend(own);
            firsts[*page] = ends;
        }
        steps.retain(|length| *length < longest);
        steps.push(longest);
        steps.sort_unstable();
        steps.dedup();
        let fits = |length: usize| order.iter().all(|page| fits_page(*page, &firsts[*page], length));
        let fitting: Vec<usize> =
            steps.iter().copied().filter(|length| *length > 0 && fits(*length)).collect();
        let (shortest, longest) = (*fitting.first()?, *fitting.last()?);
        let from = steps.iter().rev().find(|step| **step < shortest).map_or(1, |step| step + 1);
        let length = match self.preference {
            Preference::Short => from,
            Preference::Long => longest,
            Preference::Aligned => {
                let begins = |length: &usize| mark[mark.len() - length] == b'<' && fits(*length);
                (from..=longest).find(begins).unwrap_or(shortest)
            }
        };
        Some((length, firsts))
    }

    /// Where the ends of `mark` end first in a text: for ever greater lengths the place that all up to there share.
    ///
    /// A longer end of `mark` ends where the shorter ones do or later, so that one pass over the text finds them all.
    fn first_ends(&self, text: &[u8], mark: &[u8]) -> FirstEnds {
        let mut found: FirstEnds = Vec::new();
        let (mut longest, mut from) = (0, 0);
        while longest < mark.len() {
            let wanted = &mark[mark.len() - longest - 1..];
            let Some(start) = self.work.find(&text[from..], wanted) else { break };
            let end = from + start + wanted.len();
            longest = text[..end].iter().rev().zip(mark.iter().rev()).take_while(|(x, y)| x == y).count();
            found.push((longest, end));
            from = (end + 1).saturating_sub(longest + 1);
        }
        found
    }
}

/// Lengths in rising order, each with the first place where a mark of that length, or of any between it and the one before, ends.
type FirstEnds = Vec<(usize, usize)>;

fn first_end(ends: &FirstEnds, length: usize) -> Option<usize> {
    ends.get(ends.partition_point(|(longest, _)| *longest < length)).map(|(_, end)| *end)
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
