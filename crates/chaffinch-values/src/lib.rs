//! Reads values from texts: numbers, money, dates, durations, ratings, phone numbers, coordinates, codes, addresses.
//!
//! Each reader takes one text and returns its value, or nothing where the text is something else, more than one
//! value, or ambiguous. [`read`] tries them all; [`column_type`] finds the type of a whole column. A [`Reader`] knows the page too: how it
//! writes decimals, and the day from which "3 days ago" is counted.
//!
//! ```
//! use chaffinch_core::{ColumnType, Value};
//! let price = chaffinch_values::read("EUR 1.234,50", Default::default()).unwrap();
//! assert_eq!(price.kind, ColumnType::Money);
//! assert_eq!(price.value, Value::Number(1234.5));
//! assert_eq!(price.unit.as_deref(), Some("EUR"));
//! ```

mod address;
mod codes;
mod column;
mod coordinates;
mod count;
mod date;
mod digits;
mod duration;
mod moment;
mod money;
mod months;
mod number;
mod person;
mod phone;
mod range;
mod rating;
mod relative;

pub use address::{is_address, is_document_address, is_email, is_image_address};
pub use codes::{gtin, isbn};
pub use column::{column_type, decimal_mark};
pub use coordinates::coordinates;
pub use count::count;
pub use date::{DayOrder, date, day_order};
pub use duration::duration;
pub use moment::Moment;
pub use money::{currency, has_money_sign, money};
pub use number::{DecimalMark, Quantity, number};
pub use person::is_person_name;
pub use phone::phone;
pub use range::{Ranged, money_range, number_range};
pub use rating::{may_be_rating, rating};
pub use relative::{is_relative, is_weekday, tells_when};

use chaffinch_core::{Bounds, ColumnType, Value};

/// What a text was read as.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Its type.
    pub kind: ColumnType,
    /// Its value.
    pub value: Value,
    /// The unit or currency of a number.
    pub unit: Option<String>,
    /// The ends of a range of numbers, where the text is one.
    pub range: Option<Bounds>,
}

/// Reads a text as money, a phone number, a number, a rating, a date or any other type; nothing for any other text.
pub fn read(text: &str, mark: DecimalMark) -> Option<Reading> {
    Reader { mark, ..Reader::default() }.read(text)
}

/// Reads a text as a value of type `kind`, if it is one.
pub fn read_as(kind: ColumnType, text: &str, mark: DecimalMark) -> Option<Reading> {
    Reader { mark, ..Reader::default() }.read_as(kind, text)
}

/// Reads texts of one page.
///
/// ```
/// use chaffinch_core::{ColumnType, Value};
/// use chaffinch_values::{Moment, Reader};
/// let posted = |page_date| Reader { page_date, ..Reader::default() }.read("3 days ago").unwrap();
/// let known = posted(Moment::of("12 March 2024"));
/// assert_eq!((known.kind, known.value), (ColumnType::Date, Value::Text("2024-03-09".into())));
/// let unknown = posted(None);
/// assert_eq!((unknown.kind, unknown.value), (ColumnType::Duration, Value::Text("-P3D".into())));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reader {
    /// The sign before the fractions of numbers.
    pub mark: DecimalMark,
    /// The day or moment of the page, where that is known. Without it what is told from now on is a duration.
    pub page_date: Option<Moment>,
    /// What comes first in `12/03/2006`, where that is known. Without it such a text is no date.
    pub days: Option<DayOrder>,
}

impl Reader {
    /// Reads a text as a value of the first type that it can be; nothing where it is any other text.
    pub fn read(&self, text: &str) -> Option<Reading> {
        const ORDER: [ColumnType; 11] = [
            ColumnType::Money,
            // Before phones and numbers, because its digits could be either.
            ColumnType::Isbn,
            ColumnType::Gtin,
            // Before numbers, because `+491234567890` could be read as one.
            ColumnType::Phone,
            // Before numbers, because minutes are a unit too.
            ColumnType::Duration,
            ColumnType::Number,
            // After numbers, because a number alone is a rating only where one is asked for.
            ColumnType::Rating,
            ColumnType::Date,
            ColumnType::Coordinates,
            ColumnType::Image,
            ColumnType::Url,
        ];
        // Without a digit there is no number of any kind, but stars, `yesterday` and addresses.
        const WITHOUT_DIGITS: [ColumnType; 4] =
            [ColumnType::Rating, ColumnType::Date, ColumnType::Image, ColumnType::Url];
        let text = prepared(text)?;
        let order = if text.plain.bytes().any(|b| b.is_ascii_digit()) { &ORDER[..] } else { &WITHOUT_DIGITS };
        let unclear = |kind| match kind {
            ColumnType::Isbn => !codes::is_clear_isbn(&text.plain),
            ColumnType::Gtin => !codes::is_labelled_gtin(&text.plain),
            _ => false,
        };
        let found = order.iter().filter(|kind| !unclear(**kind)).find_map(|kind| self.reading(*kind, &text));
        found.or_else(|| self.reading(ColumnType::Email, &text)).or_else(|| self.told_from_now(&text))
    }

    /// Reads a text as a value of type `kind`, if it is one.
    pub fn read_as(&self, kind: ColumnType, text: &str) -> Option<Reading> {
        let text = prepared(text)?;
        let told = || self.told_from_now(&text).filter(|reading| reading.kind == kind);
        self.reading(kind, &text).or_else(told)
    }

    fn reading(&self, kind: ColumnType, text: &Prepared<'_>) -> Option<Reading> {
        let (mark, plain) = (self.mark, &*text.plain);
        let as_text = |matches: bool| matches.then(|| (Value::Text(text.written.to_owned()), None, None));
        let as_number = |q: Quantity| (Value::Number(q.value), q.unit, None);
        let as_range = |r: Ranged| (Value::Number(r.value), r.unit, r.range);
        let as_code = |code: String| (Value::Text(code), None, None);
        let (value, unit, range) = match kind {
            ColumnType::Money => match money(plain, mark) {
                Some(amount) => as_number(amount),
                None => money_range(plain, mark).map(as_range)?,
            },
            // A letter that touches its number multiplies it: `194K` is no temperature.
            ColumnType::Number => match count(plain, mark).or_else(|| number(plain, mark)) {
                Some(quantity) => as_number(quantity),
                None => number_range(plain, mark).map(as_range)?,
            },
            ColumnType::Rating => rating(plain, mark).or_else(|| number(plain, mark)).map(as_number)?,
            ColumnType::Phone => phone(plain).map(as_code)?,
            ColumnType::Date => date::date_in(plain, self.days).map(as_code)?,
            ColumnType::Duration => duration(plain, mark).map(as_code)?,
            ColumnType::Coordinates => coordinates(plain).map(as_code)?,
            ColumnType::Isbn => isbn(plain).map(as_code)?,
            ColumnType::Gtin => gtin(plain).map(as_code)?,
            ColumnType::Image => as_text(is_image_address(text.written))?,
            ColumnType::Url => as_text(is_address(text.written))?,
            ColumnType::Email => as_text(is_email(text.written))?,
            ColumnType::Boolean => match plain.to_ascii_lowercase().as_str() {
                "true" | "yes" => (Value::Bool(true), None, None),
                "false" | "no" => (Value::Bool(false), None, None),
                _ => return None,
            },
            ColumnType::Text => return None,
        };
        Some(Reading { kind, value, unit, range })
    }

    /// Reads `3 days ago`: a date where the page's is known, a duration where not.
    fn told_from_now(&self, text: &Prepared<'_>) -> Option<Reading> {
        let told = relative::relative(&text.plain)?;
        let (kind, value) = match self.page_date {
            Some(now) => (ColumnType::Date, told.at(now)?),
            None => (ColumnType::Duration, told.to_iso()),
        };
        Some(Reading { kind, value: Value::Text(value), unit: None, range: None })
    }
}

/// A text as it is written, and with the digits of all scripts as 0 to 9.
struct Prepared<'t> {
    written: &'t str,
    plain: std::borrow::Cow<'t, str>,
}

/// A text without space around it; nothing where there is none left or where it is too long to be a value.
fn prepared(text: &str) -> Option<Prepared<'_>> {
    // In bytes. A longer text is prose, and reading it must cost nothing.
    const LONGEST: usize = 2_048;
    let written = text.trim();
    let is_short = !written.is_empty() && written.len() <= LONGEST;
    is_short.then(|| Prepared { written, plain: digits::plain_digits(written) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_text_makes_a_reader_fail(text in any::<String>(), parts in prop::collection::vec(PARTS, 0..6)) {
            let page_date = Moment::of("2024-03-12T10:30Z");
            for mark in [DecimalMark::Point, DecimalMark::Comma] {
                for text in [&text, &parts.concat()] {
                    let _ = Reader { mark, page_date, ..Reader::default() }.read(text);
                    let _ = Reader { mark, ..Reader::default() }.column_type([text.as_str()], 0.8);
                }
            }
        }
    }

    /// Pieces of which values are made.
    const PARTS: &str = "[0-9]{1,4}|[.,:/°′\"N SE½-]|\\$|€|k|M| |min|h|ago|from |–|PT|年|月|日|٣|९|isbn|ean|\\(|\\)|March|марта|é|т";

    #[test]
    fn each_text_is_read_as_one_kind() {
        for (text, kind) in [
            ("4.5 out of 5", Some(ColumnType::Rating)),
            ("4.5", Some(ColumnType::Number)),
            ("+43 1 588 01-0", Some(ColumnType::Phone)),
            ("+23", Some(ColumnType::Number)),
            ("2006", Some(ColumnType::Number)),
            ("2006-03-12", Some(ColumnType::Date)),
            ("$555", Some(ColumnType::Money)),
            ("5000 mAh", Some(ColumnType::Number)),
            ("jane@example.org", Some(ColumnType::Email)),
            ("114-3941689-8772232", None),
            ("$149.00 – $159.00", Some(ColumnType::Money)),
            ("From $32", Some(ColumnType::Money)),
            ("20 min", Some(ColumnType::Duration)),
            ("PT20M", Some(ColumnType::Duration)),
            ("3 days ago", Some(ColumnType::Duration)),
            ("yesterday", Some(ColumnType::Duration)),
            ("194k", Some(ColumnType::Number)),
            ("(176)", Some(ColumnType::Number)),
            ("12 %", Some(ColumnType::Number)),
            ("50 m²", Some(ColumnType::Number)),
            ("1.5 kg", Some(ColumnType::Number)),
            ("12 oz", Some(ColumnType::Number)),
            ("20–30 min", Some(ColumnType::Number)),
            ("١٢٣٤", Some(ColumnType::Number)),
            ("١٢ مارس ٢٠٠٦", Some(ColumnType::Date)),
            ("48.2082, 16.3738", Some(ColumnType::Coordinates)),
            ("978-0-306-40615-7", Some(ColumnType::Isbn)),
            ("EAN 4006381333931", Some(ColumnType::Gtin)),
            ("4006381333931", Some(ColumnType::Number)),
            ("(555) 234-4567", Some(ColumnType::Phone)),
            ("Page 3", None),
            ("3/4", None),
            ("10:30", None),
            ("2006–2010", None),
            ("£100,000 50 m²", None),
            ("hier", Some(ColumnType::Duration)),
            ("Chicago", None),
            ("The day before", None),
        ] {
            assert_eq!(read(text, DecimalMark::Point).map(|reading| reading.kind), kind, "{text}");
        }
    }

    #[test]
    fn a_bare_number_is_a_rating_where_one_is_asked_for() {
        let reading = read_as(ColumnType::Rating, "4.5", DecimalMark::Point).unwrap();
        assert_eq!((reading.value, reading.unit), (Value::Number(4.5), None));
    }

    #[test]
    fn columns_of_phones_and_ratings_are_known() {
        let of = |texts: [&str; 3]| column_type(texts, DecimalMark::Point, 0.8);
        assert_eq!(of(["(555) 234-4567", "+1 555 234 4568", "555-234-4569"]), ColumnType::Phone);
        assert_eq!(of(["★★★★☆", "★★★☆☆", "★★★★★"]), ColumnType::Rating);
        assert_eq!(of(["1234567", "2345678", "3456789"]), ColumnType::Number);
        assert_eq!(of(["20 min", "1 hr 30 mins", "45 minutes"]), ColumnType::Duration);
        assert_eq!(of(["4006381333931", "036000291452", "9780306406157"]), ColumnType::Gtin);
        assert_eq!(of(["4006381333931", "1234567890123", "1234567890124"]), ColumnType::Number);
        assert_eq!(of(["2006", "2007", "2008"]), ColumnType::Number);
        assert_eq!(of(["(176)", "(1,204)", "(3)"]), ColumnType::Number);
        assert_eq!(of(["yesterday", "12 March 2006", "13 March 2006"]), ColumnType::Date);
        assert_eq!(of(["today", "yesterday", "3 days ago"]), ColumnType::Duration);
    }
}
