use crate::count::multiplier;
use crate::digits::plain_digits;
use crate::money::{currency, money};
use crate::number::{DecimalMark, Quantity, leading_number, number, without_notes};
use chaffinch_core::Bounds;

/// A range of numbers with one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranged {
    /// The end that is there; the lower one where both are.
    pub value: f64,
    /// The currency or unit.
    pub unit: Option<String>,
    /// Both ends; nothing where the text is a single amount.
    pub range: Option<Bounds>,
}

/// Reads an amount of money, in round words too, or a range of amounts: `$1.5 million`, `$149.00 – $159.00`, `From $32`, `up to 50 €`,
/// `£500,000+`.
///
/// ```
/// use chaffinch_values::{DecimalMark, money_range};
/// let read = money_range("From $32", DecimalMark::Point).unwrap();
/// assert_eq!((read.value, read.range.unwrap().most), (32.0, None));
/// ```
pub fn money_range(text: &str, mark: DecimalMark) -> Option<Ranged> {
    ranged(text, &|part| amount(part, mark), &|part| plain_number(part, mark))
}

/// Reads a range of numbers with a unit: `50–100 kg`, `10 to 20 %`. Without a unit it may be a score, a day or a chapter.
pub fn number_range(text: &str, mark: DecimalMark) -> Option<Ranged> {
    let with_unit = |part: &str| number(part, mark).filter(|quantity| quantity.unit.is_some());
    let read = ranged(text, &with_unit, &|part| plain_number(part, mark))?;
    // Only two numbers make a range here: "up to 5 m" says too little.
    let both = read.range.is_some_and(|range| range.least.is_some() && range.most.is_some());
    both.then_some(read)
}

fn ranged(
    text: &str,
    whole: &dyn Fn(&str) -> Option<Quantity>,
    bare: &dyn Fn(&str) -> Option<f64>,
) -> Option<Ranged> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 64;
    if text.len() > LONGEST {
        return None;
    }
    let text = plain_digits(text);
    let text = without_notes(text.trim());
    if let Some(Quantity { value, unit }) = whole(text) {
        return Some(Ranged { value, unit, range: None });
    }
    one_end(text, whole).or_else(|| both_ends(text, whole, bare))
}

fn one_end(text: &str, whole: &dyn Fn(&str) -> Option<Quantity>) -> Option<Ranged> {
    let behind = |words: &[&str]| words.iter().find_map(|word| after_word(text, word)).and_then(whole);
    let before = |words: &[&str]| words.iter().find_map(|word| before_word(text, word)).and_then(whole);
    let least = || behind(&FROM).or_else(|| before(&AND_UP));
    let most = || behind(&UP_TO).or_else(|| before(&AND_LESS));
    let (quantity, is_least) = match least() {
        Some(quantity) => (quantity, true),
        None => (most()?, false),
    };
    let end = Some(quantity.value);
    let range = if is_least { Bounds { least: end, most: None } } else { Bounds { least: None, most: end } };
    Some(Ranged { value: quantity.value, unit: quantity.unit, range: Some(range) })
}

fn both_ends(
    text: &str,
    whole: &dyn Fn(&str) -> Option<Quantity>,
    bare: &dyn Fn(&str) -> Option<f64>,
) -> Option<Ranged> {
    let text = FROM
        .iter()
        .chain(&["between", "zwischen", "entre"])
        .find_map(|word| after_word(text, word))
        .unwrap_or(text);
    const BETWEEN: [&str; 16] = [
        " – ", " — ", " - ", " to ", " bis ", " à ", " a ", " and ", " und ", "–", "—", "〜", "～", "~",
        " do ", "-",
    ];
    // Most texts have none of them, and their bytes tell so.
    let mut bytes = [false; 256];
    text.bytes().for_each(|byte| bytes[usize::from(byte)] = true);
    let may_stand = |between: &&&str| between.bytes().all(|byte| bytes[usize::from(byte)]);
    BETWEEN.iter().filter(may_stand).find_map(|between| {
        let (front, behind) = text.split_once(between)?;
        let (front, behind) = (front.trim(), behind.trim());
        let (least, most, unit) = match (whole(front), whole(behind)) {
            (Some(a), Some(b)) => (a.value, b.value, (a.unit == b.unit).then_some(a.unit)?),
            (Some(a), None) => (a.value, bare(behind)?, a.unit),
            (None, Some(b)) => (bare(front)?, b.value, b.unit),
            (None, None) => return None,
        };
        let range = Some(Bounds { least: Some(least), most: Some(most) });
        // "$50-60k" means thousands at both ends and says so at one.
        let alike = least <= most && (least == 0.0 || most / least < 100.0);
        alike.then_some(Ranged { value: least, unit, range })
    })
}

const FROM: [&str; 22] = [
    "from only", "from", "starting at", "starting from", "starts at", "as low as", "only from", "over", "ab",
    "à partir de", "a partir de", "dès", "desde", "a partire da", "da", "vanaf", "od", "от", "від", "fra",
    "från", "min.",
];
const UP_TO: [&str; 14] = [
    "up to", "under", "below", "less than", "max.", "bis zu", "bis", "jusqu'à", "jusqu’à", "hasta", "fino a",
    "até", "tot", "до",
];
const AND_UP: [&str; 9] =
    ["+", "and up", "& up", "or more", "and above", "o más", "et plus", "oder mehr", "から"];
const AND_LESS: [&str; 3] = ["or less", "and under", "& under"];

/// What follows a word at the beginning of a text.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    // Most texts begin otherwise, and one byte tells so.
    let (first, of_text) = (*word.as_bytes().first()?, *text.as_bytes().first()?);
    if first.is_ascii() && !first.eq_ignore_ascii_case(&of_text) {
        return None;
    }
    let front = text.get(..word.len())?;
    let same = front.eq_ignore_ascii_case(word)
        || (!word.is_ascii() && !front.is_ascii() && front.to_lowercase() == word);
    let rest = text[word.len()..].trim_start_matches(':');
    let apart = word.ends_with('.') || rest.starts_with(|c: char| c.is_whitespace());
    (same && apart).then(|| rest.trim_start())
}

/// What stands before a word at the end of a text.
fn before_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(word.len())?;
    let same = text.get(at..)?.eq_ignore_ascii_case(word);
    let front = &text[..at];
    let apart =
        !word.starts_with(char::is_alphabetic) || !word.is_ascii() || front.ends_with(char::is_whitespace);
    (same && apart).then(|| front.trim_end())
}

/// An amount of money, perhaps in thousands or millions.
fn amount(text: &str, mark: DecimalMark) -> Option<Quantity> {
    money(text, mark).or_else(|| rounded(text, mark))
}

/// Reads `$1.5 million`, `£12m`, `50k €`, `₹3.5 Cr`.
fn rounded(text: &str, mark: DecimalMark) -> Option<Quantity> {
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let (front, rest) = text.split_at(at);
    let (value, behind) = leading_number(rest, mark)?;
    let (times, behind) = multiplier(behind).or_else(|| {
        let rest = behind.strip_prefix('m')?;
        (!rest.starts_with(char::is_alphabetic)).then_some((1e6, rest))
    })?;
    let unit = match (front.trim(), behind.trim()) {
        (front, "") => currency(front)?,
        ("", behind) => currency(behind)?,
        _ => return None,
    };
    // A product with floating point is off by a hair: 1.1 million.
    let value = (value * times * 100.0).round() / 100.0;
    Some(Quantity { value, unit: Some(unit.to_owned()) })
}

/// A number without a unit.
fn plain_number(text: &str, mark: DecimalMark) -> Option<f64> {
    let (value, rest) = leading_number(text, mark)?;
    match multiplier(rest) {
        Some((times, "")) => Some(value * times),
        _ => rest.is_empty().then_some(value),
    }
    .filter(|value| *value >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Ends = (Option<f64>, Option<f64>);

    fn read(text: &str) -> Option<(f64, String, Option<Ends>)> {
        let read = money_range(text, DecimalMark::Point)?;
        Some((read.value, read.unit.unwrap_or_default(), read.range.map(Into::into)))
    }

    #[test]
    fn prices_with_two_ends_have_both() {
        for (text, least, most, unit) in [
            ("$149.00 – $159.00", 149.0, 159.0, "USD"),
            ("$149.00-$159.00", 149.0, 159.0, "USD"),
            ("$149 - 159", 149.0, 159.0, "USD"),
            ("149 – 159 €", 149.0, 159.0, "EUR"),
            ("1.299,00 € – 1.499,00 €", 1299.0, 1499.0, "EUR"),
            ("£30,000 to £35,000", 30_000.0, 35_000.0, "GBP"),
            ("$50k - $60k", 50_000.0, 60_000.0, "USD"),
            ("between $5 and $10", 5.0, 10.0, "USD"),
            ("From $5 to $10", 5.0, 10.0, "USD"),
            ("CDN$ 5 – CDN$ 10", 5.0, 10.0, "CAD"),
            ("￥100～￥200", 100.0, 200.0, "JPY"),
        ] {
            assert_eq!(read(text), Some((least, unit.into(), Some((Some(least), Some(most))))), "{text}");
        }
    }

    #[test]
    fn prices_with_one_end_have_that() {
        for (text, value, unit) in [
            ("From $32", 32.0, "USD"),
            ("from: $32.00", 32.0, "USD"),
            ("starting at £1,200", 1200.0, "GBP"),
            ("ab 49,99 €", 49.99, "EUR"),
            ("À partir de 12 €", 12.0, "EUR"),
            ("$500+", 500.0, "USD"),
            ("$500 and up", 500.0, "USD"),
            ("от 1 200 ₽", 1200.0, "RUB"),
        ] {
            assert_eq!(read(text), Some((value, unit.into(), Some((Some(value), None)))), "{text}");
        }
        for (text, value, unit) in
            [("Up to $50", 50.0, "USD"), ("bis zu 50 €", 50.0, "EUR"), ("under £10", 10.0, "GBP")]
        {
            assert_eq!(read(text), Some((value, unit.into(), Some((None, Some(value))))), "{text}");
        }
    }

    #[test]
    fn amounts_in_round_words_are_amounts() {
        for (text, value, unit) in [
            ("$1.5 million", 1_500_000.0, "USD"),
            ("£12m", 12_000_000.0, "GBP"),
            ("$85K", 85_000.0, "USD"),
            ("₹3.5 Cr", 35_000_000.0, "INR"),
            ("1,1 Mio. €", 1_100_000.0, "EUR"),
            ("$9.99", 9.99, "USD"),
        ] {
            assert_eq!(read(text), Some((value, unit.into(), None)), "{text}");
        }
    }

    #[test]
    fn two_prices_and_prose_are_no_range() {
        for text in [
            "$129.99 $99.99", "$10 - $5", "$5 - £10", "$9.99 each", "from 5", "5-10", "from", "+", "up to",
            "fromage $5", "$", "save $5 – today", "$5 – $10 off", "2006-2010", "£100,000 50 m²", "$50-60k",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_of_numbers_need_a_unit() {
        let read = |text| {
            number_range(text, DecimalMark::Point).map(|read| (read.unit.unwrap(), read.range.unwrap()))
        };
        let both = |least, most| Bounds { least: Some(least), most: Some(most) };
        assert_eq!(read("50–100 kg"), Some(("kg".into(), both(50.0, 100.0))));
        assert_eq!(read("10 % to 20 %"), Some(("%".into(), both(10.0, 20.0))));
        for text in
            ["3-4", "2006-2010", "10:30-11:30", "555-1234", "up to 5 m", "5 kg", "5 kg - 3 m", "100-50 kg"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
