/// Reads a telephone number, and returns its digits, with a plus before them where it is international and its extension
/// after them: `+43158801`, `5551234567;ext=12`.
///
/// Digits alone are a phone number only after a word such as `Tel.`, because orders and articles have numbers too. Without such a word,
/// the number must be written like a phone number: with a plus and a country, an area code in parentheses, a leading zero, or in
/// the groups of North America.
///
/// ```
/// assert_eq!(chaffinch_values::phone("+43 1 588 01-0").as_deref(), Some("+431588010"));
/// assert_eq!(chaffinch_values::phone("Tel.: 588010").as_deref(), Some("588010"));
/// assert_eq!(chaffinch_values::phone("588010"), None);
/// ```
pub fn phone(text: &str) -> Option<String> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 60;
    if text.len() > LONGEST {
        return None;
    }
    let (labelled, text) = without_label(text.trim());
    let (text, extension) = without_extension(text);
    let written = Written::of(text)?;
    let is_phone = written.is_international()
        || written.has_area_code()
        || written.has_trunk_zero()
        || written.is_north_american()
        || (labelled && (5..=15).contains(&written.digits.len()));
    let plus = if written.international { "+" } else { "" };
    let extension = extension.map_or(String::new(), |digits| format!(";ext={digits}"));
    is_phone.then(|| format!("{plus}{}{extension}", written.digits))
}

/// Whether a text begins with a word such as `Tel.`, and the text without it.
fn without_label(text: &str) -> (bool, &str) {
    const LABELS: [&str; 16] = [
        "telephone", "telefono", "teléfono", "telefone", "téléphone", "telefon", "phone", "mobile", "mobil",
        "handy", "call", "cell", "tel", "tél", "fax", "电话",
    ];
    let lower = text.to_lowercase();
    // In other scripts the lower case of a letter may have another length in bytes.
    let label = LABELS.iter().find(|label| lower.starts_with(*label) && text.is_char_boundary(label.len()));
    let Some(label) = label else { return (false, text) };
    let rest = &text[label.len()..];
    let number = rest.trim_start_matches(|c: char| matches!(c, '.' | ':' | '：' | '#') || c.is_whitespace());
    if number.len() < rest.len() { (true, number) } else { (false, text) }
}

/// The number without `ext. 12` or `x12` at its end, and the digits of that extension.
fn without_extension(text: &str) -> (&str, Option<&str>) {
    let number = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let extension = &text[number.len()..];
    let before = number.trim_end().trim_end_matches('.');
    let word =
        ["extension", "Extension", "ext", "Ext", "EXT", "x"].iter().find_map(|w| before.strip_suffix(w));
    match word {
        Some(rest) if (1..=6).contains(&extension.len()) => {
            (rest.trim_end_matches([' ', ',', ';']), Some(extension))
        }
        _ => (text, None),
    }
}

/// A number as it is written.
struct Written<'t> {
    /// Whether it begins with a plus.
    international: bool,
    /// The runs of digits, each with what stands before it.
    groups: Vec<(&'t str, &'t str)>,
    /// All digits.
    digits: String,
}

impl<'t> Written<'t> {
    /// Splits a text into groups; nothing where it has characters that no phone number has.
    fn of(text: &'t str) -> Option<Written<'t>> {
        let (international, mut rest) = match text.strip_prefix(['+', '＋']) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut groups = Vec::new();
        while !rest.is_empty() {
            let from = rest.find(|c: char| c.is_ascii_digit())?;
            let (mark, behind) = rest.split_at(from);
            let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
            if !is_mark(mark) {
                return None;
            }
            groups.push((mark, &behind[..end]));
            rest = &behind[end..];
        }
        let digits = groups.iter().map(|(_, digits)| *digits).collect();
        Some(Written { international, groups, digits })
    }

    /// `+43 1 588 01-0`; fewer digits may be a signed number.
    fn is_international(&self) -> bool {
        self.international && (9..=15).contains(&self.digits.len()) && !self.digits.starts_with('0')
    }

    /// `(01) 588 01-0`, `1 (555) 123-4567`; not `(2006) 588 010`, which begins with a year.
    fn has_area_code(&self) -> bool {
        let at = usize::from(self.groups.first().is_some_and(|group| *group == ("", "1")));
        let (Some((open, area)), Some((close, _))) = (self.groups.get(at), self.groups.get(at + 1)) else {
            return false;
        };
        let is_year = area.len() == 4 && (area.starts_with("19") || area.starts_with("20"));
        open.trim() == "("
            && close.starts_with(')')
            && (2..=5).contains(&area.len())
            && !is_year
            && (8..=12).contains(&self.digits.len())
    }

    /// `020 7946 0958`, `01 23 45 67 89`; not an ISBN, whose first group is a single 0, and not a date, whose groups are 2, 2 and 4
    /// digits.
    fn has_trunk_zero(&self) -> bool {
        let lengths: Vec<usize> = self.groups.iter().map(|(_, digits)| digits.len()).collect();
        !self.international
            && (9..=12).contains(&self.digits.len())
            && self.digits.starts_with('0')
            && !self.digits.starts_with("00")
            && self.groups.len() > 1
            && lengths[0] > 1
            && !lengths.starts_with(&[2, 2, 4])
            && self.groups[0].0.is_empty()
    }

    /// `555-123-4567`, `1 800 555 1234`: three, three and four digits with the same mark between them; the first two groups do not
    /// begin with 0 or 1.
    fn is_north_american(&self) -> bool {
        let country = usize::from(self.groups.first().is_some_and(|group| *group == ("", "1")));
        let [(before, area), (mark, exchange), (other, line)] = &self.groups[country..] else { return false };
        let begins = |digits: &str| digits.starts_with(|c: char| matches!(c, '2'..='9'));
        !self.international
            && (area.len(), exchange.len(), line.len()) == (3, 3, 4)
            && begins(area)
            && begins(exchange)
            && mark == other
            && (country == 0 && before.is_empty() || country == 1 && before == mark)
            && !mark.contains(['(', ')', '/'])
    }
}

/// Whether a text may stand between the digits of a phone number: one sign with at most two spaces, or a parenthesis.
fn is_mark(text: &str) -> bool {
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    let spaces = text.chars().filter(|c| c.is_whitespace()).count();
    let plain = |c: char| matches!(c, '-' | '‐' | '‑' | '–' | '.' | '/' | '(' | ')');
    let first = signs.next();
    let second = signs.next();
    let pair = matches!((first, second), (Some(')'), Some('-' | '/' | '–')) | (Some('-' | '.'), Some('(')));
    spaces <= 2 && first.is_none_or(plain) && (second.is_none() || pair) && signs.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_are_read_in_the_shapes_that_countries_give_them() {
        for (text, digits) in [
            ("+43 1 588 01-0", "+431588010"),
            ("+1 (555) 123-4567", "+15551234567"),
            ("+44 (0)20 7946 0958", "+4402079460958"),
            ("+491234567890", "+491234567890"),
            ("+33.1.23.45.67.89", "+33123456789"),
            ("(555) 123-4567", "5551234567"),
            ("(555)123-4567", "5551234567"),
            ("1 (555) 123-4567", "15551234567"),
            ("(0191) 498 0000", "01914980000"),
            ("555-234-4567", "5552344567"),
            ("555.234.4567", "5552344567"),
            ("1-800-555-1234", "18005551234"),
            ("020 7946 0958", "02079460958"),
            ("01 23 45 67 89", "0123456789"),
            ("0316/873-5000", "03168735000"),
            ("Tel.: 588010", "588010"),
            ("Phone 5551234", "5551234"),
            ("tel:+431588010", "+431588010"),
            ("(555) 123-4567 ext. 12", "5551234567;ext=12"),
            ("555-234-4567 x7", "5552344567;ext=7"),
        ] {
            assert_eq!(phone(text).as_deref(), Some(digits), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_no_phones() {
        for text in [
            "2006", "2006-2007", "2006-03-12", "12.03.2006", "03/12/2006", "03-12-2006 10",
            "2006-03-12 10:30", "1234567890", "0012345678", "114-3941689-8772232", "978-3-16-148410-0",
            "0-306-40615-2", "123-45-6789", "155-234-4567", "555-123-4567", "1,234,567", "1 234 567",
            "912 345 678", "+1 234 567", "-5", "(1,234)", "(2006) 1234 567", "192.168.0.1", "10:30-12:45",
            "12345-6789", "$555-234-4567", "call 911", "Telly 1234567", "Tel.:", "Tel. 1234567890123456", "",
            "+", "İİİİ tel 1",
        ] {
            assert_eq!(phone(text), None, "{text}");
        }
    }
}
