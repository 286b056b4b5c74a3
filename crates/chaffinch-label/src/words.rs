//! Texts as features see them: words, names taken apart, shapes.

use chaffinch_core::beginning;
use chaffinch_values::{DecimalMark, money};

/// The lower-case words of a text, digits as `0`, so that all years are one word and all prices another.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold)
}

/// Lower case, digits as `0`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// The same, after what is there.
pub fn fold_into(text: &str, folded: &mut String) {
    text.chars().for_each(|c| fold_char(c, folded));
}

fn fold_char(c: char, folded: &mut String) {
    match c {
        '0'..='9' => folded.push('0'),
        c if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
        c => folded.extend(c.to_lowercase().map(|c| if c.is_numeric() { '0' } else { c })),
    }
}

/// The words of a text, folded once; of a long text the first ones.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// The text up to the last of these.
    folded: String,
    /// Where each begins in the text, and where in the folded one it lies.
    places: Vec<Place>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    at: u32,
    start: u32,
    end: u32,
}

impl Place {
    fn new(at: usize, start: usize, end: usize) -> Place {
        Place { at: at as u32, start: start as u32, end: end as u32 }
    }
}

impl Words {
    /// The first words of a text, no more than `most`.
    pub fn new(text: &str, most: usize) -> Words {
        let mut folded = String::with_capacity(text.len());
        let mut places = Vec::with_capacity(8);
        // The word that has begun: where in the text, and where in the folded one.
        let mut open: Option<(usize, usize)> = None;
        for (at, c) in text.char_indices() {
            match open {
                None if c.is_alphanumeric() => open = Some((at, folded.len())),
                Some((at, start)) if !c.is_alphanumeric() => {
                    places.push(Place::new(at, start, folded.len()));
                    open = None;
                    if places.len() == most {
                        break;
                    }
                }
                _ => {}
            }
            fold_char(c, &mut folded);
        }
        places.extend(open.map(|(at, start)| Place::new(at, start, folded.len())));
        Words { folded, places }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// How many begin before this byte of the text.
    pub fn before(&self, at: usize) -> usize {
        self.places.partition_point(|place| (place.at as usize) < at)
    }

    /// The words of a range.
    pub fn range(&self, range: std::ops::Range<usize>) -> impl ExactSizeIterator<Item = &str> {
        self.places[range].iter().map(|place| &self.folded[place.start as usize..place.end as usize])
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.range(0..self.len())
    }

    /// The text from the first word of a range to its last, folded; empty of an empty range.
    pub fn phrase(&self, range: std::ops::Range<usize>) -> &str {
        match &self.places[range] {
            [first, .., last] => &self.folded[first.start as usize..last.end as usize],
            [only] => &self.folded[only.start as usize..only.end as usize],
            [] => "",
        }
    }
}

/// Names in markup are told apart by their beginning, and taken apart no further than some times that: all nodes below may ask for them.
pub const LONGEST_NAME: usize = 128;

/// The parts of a class or id: `productTitle`, `product_title` and `product-title` have the same two.
pub fn name_parts(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    each_name_part(name, &mut |part| parts.push(part.to_owned()));
    parts
}

/// Visits these parts.
pub fn each_name_part(name: &str, visit: &mut impl FnMut(&str)) {
    let mut part = String::new();
    let mut lower_before = false;
    let mut done = |part: &mut String| {
        if part.chars().nth(1).is_some() {
            visit(part);
        }
        part.clear();
    };
    for c in beginning(name, 8 * LONGEST_NAME).chars() {
        if !c.is_alphabetic() {
            done(&mut part);
            lower_before = false;
            continue;
        }
        if c.is_uppercase() && lower_before {
            done(&mut part);
        }
        lower_before = c.is_lowercase();
        part.extend(c.to_lowercase());
    }
    done(&mut part);
}

/// The shape of a text: `X` for a capital, `x` for other letters, `9` for digits, marks as they are, one space for spaces; runs
/// of the same are one, and what follows `longest` is cut.
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

/// Whether a short text is an amount of money, or names one.
pub fn is_money(text: &str) -> bool {
    const LONGEST: usize = 40;
    let marks = [DecimalMark::Point, DecimalMark::Comma];
    let signed = || text.contains(['$', '€', '£', '¥', '₹']);
    text.len() <= LONGEST
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && (signed() || marks.iter().any(|mark| money(text, *mark).is_some()))
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
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let runs = || text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let (mut count, mut digits, mut year) = (0, 0, false);
    // The lengths of the first few runs of digits.
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
        () if text.contains(['$', '€', '£', '¥', '₹']) || is_money(text) => Some("money"),
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

/// A number as a coarse power of two: neighbouring sizes share a feature.
pub fn size(number: f32) -> &'static str {
    if number < 1.0 { "0" } else { numeral(number.log2().round() as usize) }
}

/// A small number as it is written; larger ones are all the same.
pub fn numeral(number: usize) -> &'static str {
    const NUMERALS: [&str; 65] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
        "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34",
        "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51",
        "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "64",
    ];
    NUMERALS[number.min(NUMERALS.len() - 1)]
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
