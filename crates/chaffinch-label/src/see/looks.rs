//! What a text looks like: its shape, whether it is an amount of money, the type of value it could be.

use super::words::words;
use chaffinch_values::{DecimalMark, money};

/// The signs of the currencies that are most written on the web.
const MONEY_SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];

/// Appends the shape of a text: `X` for a capital, `x` for another letter, `9` for a digit, a space for white space; other
/// characters stay as they are. A run of the same is written once, and the shape ends after `longest` characters.
pub fn shape_into(text: &str, longest: usize, shape: &mut String) {
    let mut last = '\0';
    let mut count = 0;
    for c in text.chars() {
        let class = match c {
            c if c.is_uppercase() => 'X',
            c if c.is_alphabetic() => 'x',
            c if c.is_numeric() => '9',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        if class == last {
            continue;
        }
        if count == longest {
            shape.push('…');
            break;
        }
        shape.push(class);
        count += 1;
        last = class;
    }
}

/// Whether a text has a currency sign.
pub fn has_money_sign(text: &str) -> bool {
    text.contains(MONEY_SIGNS)
}

/// Whether a text of at most 40 bytes is an amount of money, or names one, maybe after a few words: `Sale CAD 20.00`.
pub fn is_money(text: &str) -> bool {
    const LONGEST: usize = 40;
    /// Most words before the amount.
    const WORDS: usize = 3;
    if text.len() > LONGEST || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let is_amount =
        |text: &str| [DecimalMark::Point, DecimalMark::Comma].iter().any(|mark| money(text, *mark).is_some());
    let mut rest = text.trim_start();
    for _ in 0..=WORDS {
        if is_amount(rest) {
            return true;
        }
        let Some((word, after)) = rest.split_once(char::is_whitespace) else { break };
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            break;
        }
        rest = after.trim_start();
    }
    has_money_sign(text)
}

/// The first number in a short text that names an amount of money.
pub fn amount(text: &str) -> Option<f64> {
    if !is_money(text) {
        return None;
    }
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits =
        text[start..].find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}')));
    let number =
        text[start..digits.map_or(text.len(), |end| start + end)].trim_end_matches([' ', '.', ',', '\u{a0}']);
    let mark = if number.len() > 3 && number.as_bytes()[number.len() - 3] == b',' {
        DecimalMark::Comma
    } else {
        DecimalMark::Point
    };
    chaffinch_values::number(number, mark).map(|quantity| quantity.value)
}

/// What a text looks like, judged coarsely by its first 400 characters.
pub fn look(text: &str) -> &'static str {
    let (mut digits, mut letters, mut upper, mut others, mut spaces) = (0, 0, 0, 0, 0);
    for c in text.chars().take(400) {
        match c {
            c if c.is_numeric() => digits += 1,
            c if c.is_alphabetic() => {
                letters += 1;
                upper += usize::from(c.is_uppercase());
            }
            c if c.is_whitespace() => spaces += 1,
            _ => others += 1,
        }
    }
    let capitals = text.split_whitespace().filter(|word| word.starts_with(char::is_uppercase)).count();
    match () {
        () if text.contains("://") || text.starts_with("www.") => "address",
        () if text.contains('@') && spaces == 0 => "mail",
        () if has_money_sign(text) && digits > 0 => "money",
        () if digits > 0 && is_money(text) => "money",
        () if digits + letters == 0 => "marks",
        () if letters == 0 && digits >= 7 && others + spaces >= 2 => "long-number",
        () if letters == 0 && others > 0 => "number-with-marks",
        () if letters == 0 => "number",
        () if digits > letters => "mostly-number",
        () if digits > 0 && spaces == 0 => "code",
        () if digits > 0 && spaces < 8 => "words-with-number",
        () if spaces >= 12 => "sentences",
        () if upper == letters => "capitals",
        () if 2 * capitals > spaces + 1 => "names",
        () => "words",
    }
}

/// The type of value that a text is, read loosely: a date in any notation, a telephone number, a number with its unit …; `None`
/// for other texts.
pub fn value_type(text: &str) -> Option<&'static str> {
    /// Texts of more bytes than this are prose.
    const LONGEST: usize = 80;
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let runs = || text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let (mut count, mut digits, mut year) = (0, 0, false);
    // The lengths of the first four runs of digits.
    let mut lens = [0; 4];
    for run in runs() {
        year |= run.len() == 4 && (run.starts_with("19") || run.starts_with("20"));
        digits += run.len();
        if let Some(length) = lens.get_mut(count) {
            *length = run.len();
        }
        count += 1;
    }
    match () {
        () if text.contains('@') && letters > 0 && !text.contains(' ') => Some("mail"),
        () if is_web(text) => Some("web"),
        () if digits == 0 => None,
        () if has_money_sign(text) || is_money(text) => Some("money"),
        () if letters == 0 && count == 1 && year => Some("year"),
        () if (3..=20).contains(&letters) && digits <= 8 && has_month(text) => Some("date"),
        () if letters == 0 && matches!(lens, [1 | 2, 1 | 2, 2 | 4, 0] | [4, 2, 2, 0]) => Some("date"),
        () if letters <= 3 && digits == 13 && runs().next().is_some_and(|run| run.starts_with("97")) => {
            Some("isbn")
        }
        () if letters <= 1 && (digits == 10 || digits == 11) && count >= 3 => Some("phone"),
        () if letters == 0 && text.contains('%') => Some("percent"),
        () if letters > 0 && letters <= 12 && text.starts_with(|c: char| c.is_ascii_digit()) => {
            Some("measure")
        }
        () => None,
    }
}

fn is_web(text: &str) -> bool {
    let end = text.find('/').unwrap_or(text.len());
    let host = &text[..end];
    let domain = host.rsplit('.').next().unwrap_or_default();
    let named = host.contains('.') && !host.contains(' ') && !host.starts_with(|c: char| c.is_ascii_digit());
    text.contains("://")
        || text.starts_with("www.")
        || named
            && matches!(domain, "com" | "org" | "net" | "edu" | "gov" | "info" | "co" | "uk" | "de" | "io")
}

fn has_month(text: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    const REST: [&str; 12] =
        ["uary", "ruary", "ch", "il", "", "e", "y", "ust", "tember", "ober", "ember", "ember"];
    words(text).any(|word| {
        let month = MONTHS.iter().position(|month| word.starts_with(month));
        month.is_some_and(|month| word.len() <= 4 || word[3..] == *REST[month])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_forget_lengths() {
        let shape = |text, longest| {
            let mut shape = String::new();
            shape_into(text, longest, &mut shape);
            shape
        };
        assert_eq!(shape("$61,200 |", 12), "$9,9 |");
        assert_eq!(shape("PG-13", 12), "X-9");
        assert_eq!(shape("a 1 b 2 c 3 d", 4), "x 9 …");
    }

    #[test]
    fn looks_are_coarse() {
        for (text, expected) in [
            ("Ann Smith", "names"),
            ("9780805087444", "number"),
            ("(212) 555-0100", "long-number"),
            ("$9.99", "money"),
            ("6'10", "number-with-marks"),
            ("Saturday 6 June", "words-with-number"),
            ("add to the cart", "words"),
        ] {
            assert_eq!(look(text), expected, "{text}");
        }
    }

    #[test]
    fn types_are_read_loosely() {
        for (text, expected) in [
            ("28 August 2008", Some("date")),
            ("Nov 2007", Some("date")),
            ("12/07/2010", Some("date")),
            ("1997", Some("year")),
            ("(212) 555-0100", Some("phone")),
            ("978-0307269997", Some("isbn")),
            ("www.example.org", Some("web")),
            ("example.edu/", Some("web")),
            ("$61,200", Some("money")),
            ("245 lbs", Some("measure")),
            ("1742", None),
            ("Maybe 10", None),
        ] {
            assert_eq!(value_type(text), expected, "{text}");
        }
    }
}
