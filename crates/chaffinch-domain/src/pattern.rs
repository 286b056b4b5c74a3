//! Patterns that are fast on any script.
//!
//! The regex engine is fast on a pattern with `\b` only as long as the text is ASCII; from the first `£` or `é` on it is slow.
//! Without its `\b`, the pattern matches wherever it did before, and more, and is fast everywhere. So a text is first searched
//! with that, and since most texts have no match, they are done with.

use regex::{CaptureMatches, Regex, RegexBuilder};
use std::sync::OnceLock;

/// A pattern of a domain file or recogniser.
#[derive(Debug)]
pub struct Pattern {
    exact: Regex,
    /// The pattern without word boundaries, if that is a pattern too; built when it is first needed.
    loose: OnceLock<Option<Regex>>,
}

/// Most memory that a compiled pattern may take, in bytes.
const SIZE: usize = 4 << 20;

impl Pattern {
    /// Compiles a pattern. Case does not matter unless the pattern says so, and `^` and `$` match at line ends.
    pub fn new(text: &str) -> Result<Pattern, regex::Error> {
        Ok(Pattern { exact: built(text)?, loose: OnceLock::new() })
    }

    /// The expression itself.
    pub fn regex(&self) -> &Regex {
        &self.exact
    }

    /// Its matches in a text; `None` if it is already clear that there are none.
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
