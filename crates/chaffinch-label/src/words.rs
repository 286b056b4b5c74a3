//! Texts as features see them: words, names taken apart, shapes.

use chaffinch_values::{DecimalMark, money};

/// The lower-case words of a text, digits as `0`, so that all years are one word and all prices another.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold)
}

/// Lower case, digits as `0`.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        let letter = |byte: u8| if byte.is_ascii_digit() { b'0' } else { byte.to_ascii_lowercase() };
        return String::from_utf8(text.bytes().map(letter).collect()).unwrap_or_default();
    }
    text.chars().flat_map(char::to_lowercase).map(|c| if c.is_numeric() { '0' } else { c }).collect()
}

/// The parts of a class or id: `productTitle`, `product_title` and `product-title` have the same two.
pub fn name_parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut lower_before = false;
    let mut fresh = true;
    for c in name.chars() {
        if !c.is_alphabetic() {
            fresh = true;
            continue;
        }
        if fresh || (c.is_uppercase() && lower_before) {
            parts.push(String::new());
        }
        fresh = false;
        lower_before = c.is_lowercase();
        if let Some(part) = parts.last_mut() {
            part.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| part.chars().count() > 1);
    parts
}

/// The shape of a text: `X` for a capital, `x` for other letters, `9` for digits, marks as they are, one space for spaces; runs
/// of the same are one, and what follows `longest` is cut.
pub fn shape(text: &str, longest: usize) -> String {
    let mut shape = String::new();
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
    shape
}

/// Whether a short text is an amount of money, or names one.
pub fn is_money(text: &str) -> bool {
    const LONGEST: usize = 40;
    let marks = [DecimalMark::Point, DecimalMark::Comma];
    let signed = || text.contains(['$', '€', '£', '¥', '₹']) && text.contains(|c: char| c.is_ascii_digit());
    text.len() <= LONGEST && (signed() || marks.iter().any(|mark| money(text, *mark).is_some()))
}

/// The amount of money that a short text is, whatever else it says.
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

/// What a text looks like, coarsely.
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
        () if text.contains(['$', '€', '£', '¥', '₹']) && digits > 0 => "money",
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

/// The sort of value that a text is, read loosely: a date in any notation, a telephone number, a number with its unit …; none for
/// other texts.
pub fn sort(text: &str) -> Option<&'static str> {
    /// Longer texts are prose.
    const LONGEST: usize = 80;
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let runs: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    let digits: usize = runs.iter().map(|run| run.len()).sum();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_year = |run: &&str| run.len() == 4 && (run.starts_with("19") || run.starts_with("20"));
    let year = runs.iter().any(is_year);
    let lens: Vec<usize> = runs.iter().map(|run| run.len()).collect();
    match () {
        () if text.contains('@') && letters > 0 && !text.contains(' ') => Some("mail"),
        () if is_web(text) => Some("web"),
        () if digits == 0 => None,
        () if text.contains(['$', '€', '£', '¥', '₹']) || is_money(text) => Some("money"),
        () if letters == 0 && runs.len() == 1 && year => Some("year"),
        () if (3..=20).contains(&letters) && digits <= 8 && has_month(text) => Some("date"),
        () if letters == 0 && matches!(lens[..], [1 | 2, 1 | 2, 2 | 4] | [4, 2, 2]) => Some("date"),
        () if letters <= 3 && digits == 13 && runs[0].starts_with("97") => Some("isbn"),
        () if letters <= 1 && (digits == 10 || digits == 11) && runs.len() >= 3 => Some("phone"),
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

/// A number as a coarse power of two: neighbouring sizes share a feature.
pub fn size(number: f32) -> String {
    match number {
        n if n < 1.0 => "0".to_owned(),
        n => format!("{}", n.log2().round() as i32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_at_marks_and_capitals() {
        assert_eq!(name_parts("productTitle"), ["product", "title"]);
        assert_eq!(name_parts("b-product_title2"), ["product", "title"]);
        assert_eq!(name_parts("ISBN13"), ["isbn"]);
    }

    #[test]
    fn shapes_forget_lengths() {
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
    fn sorts_are_read_loosely() {
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
            assert_eq!(sort(text), expected, "{text}");
        }
    }

    #[test]
    fn all_years_are_one_word() {
        assert_eq!(words("June 1999, 12").collect::<Vec<_>>(), ["june", "0000", "00"]);
    }
}
