//! A suffix automaton: every substring of a text, with where it ends first and last.

use rustc_hash::FxHashMap;

/// All substrings of one text in linear space.
///
/// A state stands for the substrings that end at the same places; following suffix links from a state gives
/// ever shorter suffixes, whose first ends come ever earlier. That is what a learner of delimiters asks: how long
/// must a mark be so that its first occurrence is not too early, and how short so that it occurs at all.
#[derive(Debug)]
pub(crate) struct SuffixAutomaton {
    states: Vec<State>,
    /// Transitions of all states but the root.
    edges: FxHashMap<(u32, u8), u32>,
    root: [u32; 256],
}

#[derive(Debug, Clone, Copy)]
struct State {
    /// Length of the longest substring of the state.
    longest: u32,
    /// The state of the longest suffix that ends at more places; the root's own is itself.
    link: u32,
    /// One past the last byte of the first occurrence.
    first_end: u32,
    /// The bytes that have a transition, as a chain of 64-bit sets.
    bytes: [u64; 4],
}

/// A place in an automaton: the longest suffix of what was read that occurs in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Matched {
    state: u32,
    /// Length of the suffix.
    pub length: u32,
}

const ROOT: u32 = 0;

impl SuffixAutomaton {
    /// The automaton of `text`.
    pub fn new(text: &[u8]) -> SuffixAutomaton {
        let root = State { longest: 0, link: ROOT, first_end: 0, bytes: [0; 4] };
        let mut automaton = SuffixAutomaton {
            states: Vec::with_capacity(2 * text.len() + 1),
            edges: FxHashMap::default(),
            root: [ROOT; 256],
        };
        automaton.states.push(root);
        let mut last = ROOT;
        for byte in text {
            last = automaton.extend(last, *byte);
        }
        automaton
    }

    /// Reads one more byte after `at`.
    pub fn step(&self, at: Matched, byte: u8) -> Matched {
        let Matched { mut state, mut length } = at;
        loop {
            if let Some(next) = self.edge(state, byte) {
                return Matched { state: next, length: length + 1 };
            }
            if state == ROOT {
                return Matched::default();
            }
            state = self.states[state as usize].link;
            length = self.states[state as usize].longest;
        }
    }

    /// The suffixes of a match, longest first: each the greatest length that first ends at the place beside it.
    pub fn suffixes(&self, at: Matched) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut state = at.state;
        let mut length = at.length;
        std::iter::from_fn(move || {
            if state == ROOT {
                return None;
            }
            let here = self.states[state as usize];
            let found = (length as usize, here.first_end as usize);
            state = here.link;
            length = self.states[state as usize].longest;
            Some(found)
        })
    }

    /// Where the suffix of `length` of a match ends first.
    pub fn first_end(&self, at: Matched, length: usize) -> Option<usize> {
        if length == 0 || length > at.length as usize {
            return None;
        }
        let mut state = at.state;
        while self.states[self.states[state as usize].link as usize].longest as usize >= length {
            state = self.states[state as usize].link;
        }
        Some(self.states[state as usize].first_end as usize)
    }

    fn extend(&mut self, last: u32, byte: u8) -> u32 {
        let longest = self.states[last as usize].longest + 1;
        let new = self.push(State { longest, link: ROOT, first_end: longest, bytes: [0; 4] });
        let mut at = last;
        loop {
            if let Some(next) = self.edge(at, byte) {
                let link = self.split(at, next, byte);
                self.states[new as usize].link = link;
                return new;
            }
            self.set_edge(at, byte, new);
            if at == ROOT {
                return new;
            }
            at = self.states[at as usize].link;
        }
    }

    /// The state for the strings that reach `next` from `at` by `byte` alone, made where longer ones share it.
    fn split(&mut self, at: u32, next: u32, byte: u8) -> u32 {
        let longest = self.states[at as usize].longest + 1;
        if self.states[next as usize].longest == longest {
            return next;
        }
        let old = self.states[next as usize];
        let copy = self.push(State { longest, ..old });
        for (word, set) in old.bytes.iter().enumerate() {
            let mut set = *set;
            while set != 0 {
                let byte = (word * 64) as u8 + set.trailing_zeros() as u8;
                let target = self.edges[&(next, byte)];
                self.edges.insert((copy, byte), target);
                set &= set - 1;
            }
        }
        self.states[next as usize].link = copy;
        let mut from = at;
        while self.edge(from, byte) == Some(next) {
            self.set_edge(from, byte, copy);
            if from == ROOT {
                break;
            }
            from = self.states[from as usize].link;
        }
        copy
    }

    fn push(&mut self, state: State) -> u32 {
        self.states.push(state);
        self.states.len() as u32 - 1
    }

    fn edge(&self, state: u32, byte: u8) -> Option<u32> {
        if state == ROOT {
            let next = self.root[byte as usize];
            return (next != ROOT).then_some(next);
        }
        let set = self.states[state as usize].bytes[byte as usize / 64];
        if set >> (byte % 64) & 1 == 0 {
            return None;
        }
        self.edges.get(&(state, byte)).copied()
    }

    fn set_edge(&mut self, state: u32, byte: u8, next: u32) {
        if state == ROOT {
            self.root[byte as usize] = next;
        } else {
            self.states[state as usize].bytes[byte as usize / 64] |= 1 << (byte % 64);
            self.edges.insert((state, byte), next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memchr::memmem;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_suffix_read_so_far_is_found_where_it_ends_first(text in "[ab]{0,12}", read in "[abc]{0,8}") {
            let automaton = SuffixAutomaton::new(text.as_bytes());
            let mut at = Matched::default();
            for end in 1..=read.len() {
                at = automaton.step(at, read.as_bytes()[end - 1]);
                for length in 1..=end {
                    let suffix = &read.as_bytes()[end - length..end];
                    let expected = memmem::find(text.as_bytes(), suffix).map(|start| start + length);
                    prop_assert_eq!(automaton.first_end(at, length), expected);
                }
                let ends: Vec<(usize, usize)> = automaton.suffixes(at).collect();
                prop_assert!(ends.windows(2).all(|w| w[0].0 > w[1].0 && w[0].1 >= w[1].1));
                prop_assert!(ends.iter().all(|(length, end)| automaton.first_end(at, *length) == Some(*end)));
            }
        }
    }
}
