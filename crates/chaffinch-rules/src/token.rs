//! Splits rule files into words and signs.

use crate::program::RuleProblem;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    /// A word that begins in lower case: a predicate or a symbol.
    Name(String),
    /// A word that begins in upper case, or `_`.
    Variable(String),
    /// A text in quotes.
    Text(String),
    Number(i64),
    Sign(&'static str),
}

/// A token and its line.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub token: Token,
    pub line: usize,
}

/// Other ways to write a sign; looked for first, since some begin with another sign.
const ALIASES: [(&str, &str); 7] =
    [(":-", "⇐"), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("∧", ","), ("−", "-"), ("·", "*")];
const SIGNS: [&str; 24] = [
    "#count", "#min", "#max", "#sum", "⇐", "¬", "≠", "≤", "≥", "(", ")", "{", "}", "|", ":", ",", ".", "=",
    "<", ">", "+", "-", "*", "/",
];

/// The tokens of a file; `%` begins a comment.
pub(crate) fn tokens(file: &str, text: &str) -> Result<Vec<Placed>, RuleProblem> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        if c == '\n' {
            line += 1;
        }
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if c == '%' {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
            continue;
        }
        let token = if c.is_ascii_digit() {
            let length = text[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - at);
            at += length;
            let number = text[start..at].parse().map_err(|_| {
                RuleProblem::new(file, line, format!("the number {} is too large", &text[start..at]))
            })?;
            Token::Number(number)
        } else if c.is_alphabetic() || c == '_' {
            let ends = |c: char| !(c.is_alphanumeric() || c == '_');
            at += text[at..].find(ends).unwrap_or(text.len() - at);
            let word = &text[start..at];
            if word == "not" {
                Token::Sign("¬")
            } else if c.is_uppercase() || c == '_' {
                Token::Variable(word.to_owned())
            } else {
                Token::Name(word.to_owned())
            }
        } else if c == '"' {
            let inner = &text[at + 1..];
            let length = inner.find(['"', '\n']).filter(|end| inner[*end..].starts_with('"'));
            let length = length.ok_or_else(|| {
                RuleProblem::new(file, line, "a text has no closing quote on its line".to_owned())
            })?;
            at += length + 2;
            Token::Text(inner[..length].to_owned())
        } else {
            let mut signs = ALIASES.into_iter().chain(SIGNS.map(|sign| (sign, sign)));
            let sign = signs.find(|(written, _)| text[at..].starts_with(written));
            let (written, read) =
                sign.ok_or_else(|| RuleProblem::new(file, line, format!("the sign {c} means nothing here")))?;
            at += written.len();
            Token::Sign(read)
        };
        tokens.push(Placed { token, line });
    }
    Ok(tokens)
}
