//! What a page's own data says, in the form in which equal values are equal however they are written.

use super::super::cells::plain;
use chaffinch_core::{Cell, Value};
use chaffinch_values::{DecimalMark, date, decimal_mark, duration, money, number};

/// A value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Told {
    /// A text's letters and digits; of a long one its beginning.
    Text(String),
    /// Hundredths of any currency, stars or pieces.
    Amount(i64),
    /// A day, as in ISO 8601.
    Day(String),
    /// Seconds.
    Duration(i64),
    /// The path of an address.
    Address(String),
}

/// What the values of an attribute are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Text,
    Amount,
    /// The first number of a text: `serves 4 people`.
    Count,
    /// Stars, to a tenth: pages round what their data tells.
    Stars,
    Day,
    Duration,
    Address,
}

impl Sort {
    /// The sort of an attribute, by its schema.org name.
    pub fn of(attribute: &str) -> Sort {
        match attribute {
            "price" | "listPrice" => Sort::Amount,
            "recipeYield" | "reviewCount" | "ratingCount" => Sort::Count,
            "rating" => Sort::Stars,
            "url" => Sort::Address,
            "duration" => Sort::Duration,
            _ if attribute.ends_with("Time") => Sort::Duration,
            _ if attribute.starts_with("date") || attribute.ends_with("Date") => Sort::Day,
            _ => Sort::Text,
        }
    }

    /// What a text says, read as this.
    pub fn read(self, text: &str) -> Option<Told> {
        match self {
            Sort::Text => told_text(text),
            Sort::Amount => amount(text),
            Sort::Count => first_number(text).and_then(hundredths),
            Sort::Stars => first_number(text).and_then(|stars| hundredths((stars * 10.0).round() / 10.0)),
            Sort::Day => date(text)?.get(..10).map(|day| Told::Day(day.to_owned())),
            Sort::Duration => seconds(&duration(text, DecimalMark::Point)?).map(Told::Duration),
            Sort::Address => path(text).map(|path| Told::Address(path.to_owned())),
        }
    }

    /// What a cell says, read as this.
    pub fn of_cell(self, cell: &Cell) -> Vec<Told> {
        let mut told: Vec<Told> = self.read(&cell.text).into_iter().collect();
        match (self, &cell.value) {
            (Sort::Amount | Sort::Count, Some(Value::Number(number))) => told.extend(hundredths(*number)),
            (Sort::Stars, Some(Value::Number(number))) => {
                told.extend(hundredths((number * 10.0).round() / 10.0))
            }
            (Sort::Address, _) => told.extend(cell.link.as_deref().and_then(|link| self.read(link))),
            (_, Some(Value::Text(text))) => told.extend(self.read(text)),
            _ => {}
        }
        told
    }
}

/// Characters of a text that are compared; structured data often cuts long ones.
const COMPARED: usize = 60;

fn told_text(text: &str) -> Option<Told> {
    let letters: String = plain(text).chars().take(COMPARED).collect();
    (!letters.is_empty()).then_some(Told::Text(letters))
}

fn amount(text: &str) -> Option<Told> {
    let mark = decimal_mark([text]);
    let value = money(text, mark).map(|money| money.value).or_else(|| Some(number(text, mark)?.value))?;
    hundredths(value)
}

fn first_number(text: &str) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end =
        text[start..].find(|c: char| !c.is_ascii_digit() && !",.".contains(c)).unwrap_or(text.len() - start);
    let number = text[start..start + end].trim_end_matches([',', '.']);
    Some(chaffinch_values::number(number, decimal_mark([number]))?.value)
}

fn hundredths(value: f64) -> Option<Told> {
    let hundredths = (value * 100.0).round();
    // Larger ones are no amounts that people compare.
    (hundredths.abs() < 1e15).then_some(Told::Amount(hundredths as i64))
}

/// The seconds of a duration in ISO 8601.
fn seconds(iso: &str) -> Option<i64> {
    let mut sum = 0.0;
    let mut is_time = false;
    let mut digits = String::new();
    for c in iso.trim_start_matches('-').chars().skip(1) {
        match c {
            'T' => is_time = true,
            '0'..='9' | '.' => digits.push(c),
            _ => {
                let unit = match (c, is_time) {
                    ('D', _) => 86_400.0,
                    ('W', _) => 7.0 * 86_400.0,
                    ('H', true) => 3_600.0,
                    ('M', true) => 60.0,
                    ('S', true) => 1.0,
                    _ => return None,
                };
                sum += std::mem::take(&mut digits).parse::<f64>().ok()? * unit;
            }
        }
    }
    (sum > 0.0 && sum < 1e9).then_some(sum as i64)
}

/// The path of an address, without host, query and slashes at its ends.
pub(super) fn path(address: &str) -> Option<&str> {
    let path = match address.split_once("//") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => address,
    };
    let path = path.split(['?', '#']).next().unwrap_or(path).trim_start_matches('.').trim_matches('/');
    (!path.is_empty()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_equal_however_they_are_written() {
        let same = |attribute: &str, a: &str, b: &str| {
            let sort = Sort::of(attribute);
            assert_eq!(sort.read(a), sort.read(b), "{attribute}: {a} and {b}");
            assert!(sort.read(a).is_some(), "{attribute}: {a}");
        };
        same("price", "1299.5", "$1,299.50");
        same("datePublished", "2024-05-03T10:00:00+02:00", "May 3, 2024");
        same("cookTime", "PT90M", "1 hr 30 mins");
        same("author", "Jane  Doe", "JANE DOE");
        same("recipeYield", "4", "4 servings");
        same("rating", "4.77", "4.8 out of 5");
        same("url", "https://a.example/b/c/", "/b/c?from=list");
    }

    #[test]
    fn a_cell_says_what_its_text_its_value_and_its_link_say() {
        let cell = Cell { text: "ab 20,00 kr".into(), value: Some(Value::Number(20.0)), ..Cell::default() };
        assert!(Sort::Amount.of_cell(&cell).contains(&Told::Amount(2000)));
        let cell = Cell { text: "here".into(), link: Some("https://a.example/b".into()), ..Cell::default() };
        assert!(Sort::Address.of_cell(&cell).contains(&Told::Address("b".into())));
    }
}
