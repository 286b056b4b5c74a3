//! Simulated recognisers that make errors on purpose.

use chaffinch_core::Span;
use chaffinch_wrapper::{Column, ErrorKind};
use fastrand::Rng;

/// A simulated recogniser: it knows the truth and errs at a rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Simulated {
    /// Makes no error.
    Perfect,
    /// Misses each instance with this probability: false negatives.
    Incomplete(f64),
    /// For each instance, adds something wrong with this probability: false positives.
    Unsound(f64),
}

impl Simulated {
    /// Incomplete or unsound, at random, with this rate of errors.
    pub fn imperfect(rate: f64, random: &mut Rng) -> Simulated {
        if random.bool() { Simulated::Incomplete(rate) } else { Simulated::Unsound(rate) }
    }

    /// What it finds on a page where `truth` are the attribute's values and `words` the words of the page. A false
    /// positive is a run of up to three words, anywhere on the page, even within a value.
    pub fn recognize(self, truth: &[Span], words: &[Span], random: &mut Rng) -> Column {
        match self {
            Simulated::Perfect => Column { errors: ErrorKind::Perfect, instances: truth.to_vec() },
            Simulated::Incomplete(rate) => {
                let kept = truth.iter().copied().filter(|_| random.f64() >= rate).collect();
                Column { errors: ErrorKind::Incomplete, instances: kept }
            }
            Simulated::Unsound(rate) => {
                let mut instances = truth.to_vec();
                for _ in truth {
                    if random.f64() < rate && !words.is_empty() {
                        instances.push(run_of_words(words, random));
                    }
                }
                instances.sort_unstable();
                instances.dedup();
                Column { errors: ErrorKind::Unsound, instances }
            }
        }
    }
}

fn run_of_words(words: &[Span], random: &mut Rng) -> Span {
    const LONGEST: usize = 3;
    let first = random.usize(..words.len());
    let last = (first + random.usize(..LONGEST)).min(words.len() - 1);
    Span::new(words[first].start, words[last].end)
}

/// The words of a page's source, those of tags included: these recognisers do not know markup.
pub fn words(page: &[u8]) -> Vec<Span> {
    let is_word = |at: usize| page[at].is_ascii_alphanumeric() || !page[at].is_ascii();
    let mut words = Vec::new();
    let mut at = 0;
    while at < page.len() {
        let start = at;
        while at < page.len() && is_word(at) {
            at += 1;
        }
        if at > start {
            words.push(Span::new(start as u32, at as u32));
        }
        at += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth() -> Vec<Span> {
        (0..1000).map(|at| Span::new(10 * at, 10 * at + 4)).collect()
    }

    fn page_words() -> Vec<Span> {
        (0..5000).map(|at| Span::new(2 * at, 2 * at + 1)).collect()
    }

    #[test]
    fn an_incomplete_recogniser_misses_its_share_and_invents_nothing() {
        let found = Simulated::Incomplete(0.3).recognize(&truth(), &page_words(), &mut Rng::with_seed(1));
        assert_eq!(found.errors, ErrorKind::Incomplete);
        assert!(found.instances.iter().all(|span| truth().contains(span)));
        assert!((650..750).contains(&found.instances.len()), "{}", found.instances.len());
    }

    #[test]
    fn an_unsound_recogniser_misses_nothing_and_invents_its_share() {
        let found = Simulated::Unsound(0.3).recognize(&truth(), &page_words(), &mut Rng::with_seed(1));
        assert_eq!(found.errors, ErrorKind::Unsound);
        assert!(truth().iter().all(|span| found.instances.contains(span)));
        assert!((1250..1350).contains(&found.instances.len()), "{}", found.instances.len());
    }

    #[test]
    fn the_same_seed_makes_the_same_errors() {
        let find =
            |seed| Simulated::Unsound(0.4).recognize(&truth(), &page_words(), &mut Rng::with_seed(seed));
        assert_eq!(find(7), find(7));
        assert_ne!(find(7), find(8));
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        let page = "<b>Größe 12</b>";
        let texts: Vec<&str> = words(page.as_bytes()).iter().map(|span| &page[span.range()]).collect();
        assert_eq!(texts, ["b", "Größe", "12", "b"]);
    }
}
