//! Patterns that are fast on any script.
//!
//! The regex engine is fast on a pattern with `\b` only as long as the text is ASCII; from the first `£` or `é` on it is slow. A
//! pattern with `{0,200}` takes milliseconds to build. So a text is first searched with a loose pattern, without word boundaries and
//! without upper bounds, which matches wherever the exact one does, and more. Since most texts have no match, they are done with, and
//! for most pages the exact pattern is never built.

use regex::{CaptureMatches, Regex, RegexBuilder};
use regex_syntax::ast::{
    AssertionKind, Ast, Flags, GroupKind, RepetitionKind, RepetitionRange, parse::Parser, print::Printer,
};
use std::sync::OnceLock;

/// A pattern of a domain file or recogniser.
#[derive(Debug)]
pub struct Pattern {
    text: String,
    /// The expression, made when it is first needed, because that takes a millisecond; nothing where it is no expression.
    exact: OnceLock<Option<Regex>>,
    /// A pattern that matches wherever the exact one does, if one can be made.
    loose: OnceLock<Option<Regex>>,
}

/// How large a pattern may become, in bytes.
const SIZE: usize = 4 << 20;

impl Pattern {
    /// Compiles a pattern. Case does not matter unless the pattern says so, and `^` and `$` match at line ends.
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

    /// Its matches in a text; `None` if it is already clear that there are none.
    pub fn find_in<'r, 't>(&'r self, text: &'t str) -> Option<CaptureMatches<'r, 't>> {
        let loose = self.loose.get_or_init(|| built(&loosened(&self.text)?).ok());
        if loose.as_ref().is_some_and(|loose| !loose.is_match(text)) {
            return None;
        }
        Some(self.regex()?.captures_iter(text))
    }
}

/// A pattern without word boundaries and upper bounds.
fn loosened(text: &str) -> Option<String> {
    let mut ast = Parser::new().parse(text).ok()?;
    loosen(&mut ast);
    let mut loose = String::new();
    Printer::new().print(&ast, &mut loose).ok()?;
    Some(loose)
}

fn loosen(ast: &mut Ast) {
    /// Most copies of one thing, so that the pattern is small.
    const MOST: u32 = 8;
    match ast {
        Ast::Assertion(assertion) => match assertion.kind {
            AssertionKind::StartLine | AssertionKind::EndLine => {}
            AssertionKind::StartText | AssertionKind::EndText => {}
            _ => *ast = Ast::empty(assertion.span),
        },
        Ast::Repetition(repetition) => {
            let least = match &repetition.op.kind {
                RepetitionKind::Range(RepetitionRange::Exactly(n)) if *n <= MOST => None,
                RepetitionKind::Range(RepetitionRange::Exactly(n) | RepetitionRange::AtLeast(n)) => Some(*n),
                RepetitionKind::Range(RepetitionRange::Bounded(n, _)) => Some(*n),
                _ => None,
            };
            if let Some(least) = least {
                repetition.op.kind = RepetitionKind::Range(RepetitionRange::AtLeast(least.min(MOST)));
            }
            loosen(&mut repetition.ast);
        }
        Ast::Group(group) => {
            if !matches!(group.kind, GroupKind::NonCapturing(_)) {
                group.kind = GroupKind::NonCapturing(Flags { span: group.span, items: Vec::new() });
            }
            loosen(&mut group.ast);
        }
        Ast::Alternation(either) => either.asts.iter_mut().for_each(loosen),
        Ast::Concat(parts) => parts.asts.iter_mut().for_each(loosen),
        _ => {}
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

    #[test]
    fn a_loose_pattern_matches_wherever_the_exact_one_does() {
        assert_eq!(
            loosened(r"\b(?P<value>\d{2,300})\s?(?-i:[^\n]{0,200}?v)\b").unwrap(),
            r"(?:\d{2,})\s?(?-i:[^\n]{0,}?v)"
        );
        let pattern = Pattern::new(r"\bx{3,4}\b").unwrap();
        assert_eq!(pattern.find_in("a xxx").map_or(0, Iterator::count), 1);
        assert_eq!(pattern.find_in("a xxxxx").map_or(0, Iterator::count), 0);
        assert!(pattern.find_in("a xx").is_none());
    }
}
