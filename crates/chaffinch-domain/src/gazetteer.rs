//! Lists of terms, found in texts word by word.
//!
//! The terms are a trie whose steps are words, walked from every word of a text. So a term can only begin and end at word
//! boundaries, a walk takes at most as many steps as the longest term has words, and a million terms load in about a second.

use crate::fold::Words;
use crate::problem::DomainProblem;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Terms of one kind.
#[derive(Debug, Default)]
pub struct Gazetteer {
    /// The words that occur in terms, with a number for each.
    words: FxHashMap<Box<str>, u32>,
    /// From a state and a word to the next state.
    steps: FxHashMap<(u32, u32), u32>,
    /// Whether a term ends in a state.
    ends: Vec<bool>,
    terms: usize,
}

/// Longest term, in bytes: nobody looks for a sentence.
const LONGEST: usize = 400;
/// Most terms of a file; one with more was meant for something else.
const MOST_TERMS: usize = 5_000_000;

impl Gazetteer {
    /// Reads a file with one term a line; empty lines and lines that begin with `#` are skipped. Problems name the file `name`.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Gazetteer, DomainProblem> {
        let mut gazetteer = Gazetteer::default();
        let advice = ": a gazetteer is a text file with a term a line";
        let text = std::str::from_utf8(bytes)
            .map_err(|error| DomainProblem::not_text(name, bytes, error, advice))?;
        for (number, line) in text.lines().enumerate() {
            let problem = |message: String| DomainProblem::new(name, number + 1, message);
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.len() > LONGEST {
                return Err(problem(format!("has a term of more than {LONGEST} bytes; write a term a line")));
            }
            if line.chars().any(|c| c.is_control() && c != '\t') {
                return Err(problem("holds control characters; is it a text file?".to_owned()));
            }
            gazetteer.add(line);
            if gazetteer.terms > MOST_TERMS {
                return Err(problem(format!("has more than {MOST_TERMS} terms")));
            }
        }
        Ok(gazetteer)
    }

    /// Adds a term; one without letters or digits is ignored.
    pub fn add(&mut self, term: &str) {
        if self.ends.is_empty() {
            self.ends.push(false);
        }
        let words = Words::of(term);
        let mut state = 0;
        for at in 0..words.len() {
            let next_word = self.words.len() as u32;
            let word = words.word(at);
            let word = match self.words.get(word) {
                Some(number) => *number,
                None => {
                    self.words.insert(word.into(), next_word);
                    next_word
                }
            };
            let next = self.ends.len() as u32;
            state = *self.steps.entry((state, word)).or_insert(next);
            if state == next {
                self.ends.push(false);
            }
        }
        if state != 0 && !std::mem::replace(&mut self.ends[state as usize], true) {
            self.terms += 1;
        }
    }

    /// How many terms it has.
    pub fn len(&self) -> usize {
        self.terms
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.terms == 0
    }

    /// The terms in a text, as byte ranges of the text: from the left, the longest at each word.
    pub(crate) fn find(&self, words: &Words) -> Vec<Range<usize>> {
        let numbers: Vec<Option<u32>> =
            (0..words.len()).map(|at| self.words.get(words.word(at)).copied()).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < numbers.len() {
            let mut state = 0;
            let mut last = None;
            for (reach, number) in numbers[at..].iter().enumerate() {
                let Some(next) = number.and_then(|number| self.steps.get(&(state, number))) else { break };
                state = *next;
                if self.ends[state as usize] {
                    last = Some(at + reach);
                }
            }
            match last {
                Some(last) => {
                    found.push(words.source(at, last));
                    at = last + 1;
                }
                None => at += 1,
            }
        }
        found
    }
}
