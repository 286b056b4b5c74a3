//! Patterns that are fast on any script.
//!
//! A regular expression with `\b` runs on a fast automaton only as far as the text is ASCII; from the first `£` or `é` on it takes a slow
//! one. Without its `\b` it matches whatever it matched before, and more, and is fast everywhere. So a text is first
//! looked through with that, and most texts have no match and are done with.

use regex::{CaptureMatches, Regex, RegexBuilder};
use std::sync::OnceLock;

/// A pattern of a domain file or recogniser.
#[derive(Debug)]
pub struct Pattern {
    exact: Regex,
    /// The pattern without word boundaries, if it can be read so; made when it is first needed.
    loose: OnceLock<Option<Regex>>,
}

/// How large a pattern may become.
const SIZE: usize = 4 << 20;

impl Pattern {
    /// Reads a pattern; case does not count unless it says so, and `^` and `$` are those of lines.
    pub fn new(text: &str) -> Result<Pattern, regex::Error> {
        Ok(Pattern { exact: built(text)?, loose: OnceLock::new() })
    }

    /// The expression itself.
    pub fn regex(&self) -> &Regex {
        &self.exact
    }

    /// Its matches in a text.
    pub fn find_in<'r, 't>(&'r self, text: &'t str) -> Option<CaptureMatches<'r, 't>> {
        (text.is_ascii() || self.may_match(text)).then(|| self.exact.captures_iter(text))
    }

    fn may_match(&self, text: &str) -> bool {
        let loose = self.loose.get_or_init(|| {
            let pattern = self.exact.as_str();
            let plain = !pattern.contains(r"\\") && pattern.contains(r"\b");
            if plain { built(&pattern.replace(r"\b", "")).ok() } else { None }
        });
        loose.as_ref().is_none_or(|loose| loose.is_match(text))
    }
}

fn built(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text).case_insensitive(true).multi_line(true).size_limit(SIZE).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_finds_the_same_in_any_script() {
        let pattern = Pattern::new(r"\b(\d+) bed\b").unwrap();
        let found = |text: &str| pattern.find_in(text).map_or(0, Iterator::count);
        assert_eq!(found("3 bed flat, 4 beds"), 1);
        assert_eq!(found("3 bed flat à louer, 4 bed"), 2);
        assert_eq!(found("é3 bed flat"), 0);
        assert_eq!(found("à louer"), 0);
    }
}
