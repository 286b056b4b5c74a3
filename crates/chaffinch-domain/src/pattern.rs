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
    text: String,
    /// The expression, made when it is first needed, because that takes a millisecond; nothing where it is no expression.
    exact: OnceLock<Option<Regex>>,
    /// The pattern without word boundaries, if it can be read so.
    loose: OnceLock<Option<Regex>>,
}

/// How large a pattern may become, in bytes.
const SIZE: usize = 4 << 20;

impl Pattern {
    /// Reads a pattern; case does not count unless it says so, and `^` and `$` are those of lines.
    pub fn new(text: &str) -> Result<Pattern, regex::Error> {
        let exact = OnceLock::from(Some(built(text)?));
        Ok(Pattern { exact, ..Pattern::unchecked(text) })
    }

    /// A pattern that comes with the program. One that cannot be read matches nothing; a test reads them all.
    pub fn unchecked(text: &str) -> Pattern {
        Pattern { text: text.to_owned(), exact: OnceLock::new(), loose: OnceLock::new() }
    }

    /// The expression itself.
    pub fn regex(&self) -> Option<&Regex> {
        self.exact.get_or_init(|| built(&self.text).ok()).as_ref()
    }

    /// Its matches in a text.
    pub fn find_in<'r, 't>(&'r self, text: &'t str) -> Option<CaptureMatches<'r, 't>> {
        let exact = self.regex()?;
        (text.is_ascii() || self.may_match(text)).then(|| exact.captures_iter(text))
    }

    fn may_match(&self, text: &str) -> bool {
        let loose = self.loose.get_or_init(|| {
            let plain = !self.text.contains(r"\\") && self.text.contains(r"\b");
            if plain { built(&self.text.replace(r"\b", "")).ok() } else { None }
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
