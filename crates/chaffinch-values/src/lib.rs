//! Reads values from texts: numbers, money, dates, ratings, phone numbers, addresses.
//!
//! Each reader takes one text and returns its value, or nothing where the text is something else, more than one
//! value, or ambiguous. [`read`] tries them all; [`column_type`] finds the type of a whole column.
//!
//! ```
//! use chaffinch_core::{ColumnType, Value};
//! let price = chaffinch_values::read("EUR 1.234,50", Default::default()).unwrap();
//! assert_eq!(price.kind, ColumnType::Money);
//! assert_eq!(price.value, Value::Number(1234.5));
//! assert_eq!(price.unit.as_deref(), Some("EUR"));
//! ```

mod address;
mod column;
mod date;
mod money;
mod number;
mod phone;
mod rating;

pub use address::{is_address, is_email, is_image_address};
pub use column::{column_type, decimal_mark};
pub use date::date;
pub use money::{currency, has_money_sign, money};
pub use number::{DecimalMark, Quantity, number};
pub use phone::phone;
pub use rating::rating;

use chaffinch_core::{ColumnType, Value};

/// What a text was read as.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Its type.
    pub kind: ColumnType,
    /// Its value.
    pub value: Value,
    /// The unit or currency of a number.
    pub unit: Option<String>,
}

/// Reads a text as money, a phone number, a number, a rating, a date or an address; nothing for any other text.
pub fn read(text: &str, mark: DecimalMark) -> Option<Reading> {
    const ORDER: [ColumnType; 8] = [
        ColumnType::Money,
        // Before numbers, because `+491234567890` could be read as one.
        ColumnType::Phone,
        ColumnType::Number,
        // After numbers, because a number alone is a rating only where one is asked for.
        ColumnType::Rating,
        ColumnType::Date,
        ColumnType::Image,
        ColumnType::Url,
        ColumnType::Email,
    ];
    ORDER.into_iter().find_map(|kind| read_as(kind, text, mark))
}

/// Reads a text as a value of type `kind`, if it is one.
pub fn read_as(kind: ColumnType, text: &str, mark: DecimalMark) -> Option<Reading> {
    // In bytes. A longer text is prose, and reading it must cost nothing.
    const LONGEST: usize = 2_048;
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let as_text = |matches: bool| matches.then(|| (Value::Text(text.to_owned()), None));
    let as_number = |q: Quantity| (Value::Number(q.value), q.unit);
    let (value, unit) = match kind {
        ColumnType::Money => money(text, mark).map(as_number)?,
        ColumnType::Number => number(text, mark).map(as_number)?,
        ColumnType::Rating => rating(text, mark).or_else(|| number(text, mark)).map(as_number)?,
        ColumnType::Phone => (Value::Text(phone(text)?), None),
        ColumnType::Date => (Value::Text(date(text)?), None),
        ColumnType::Image => as_text(is_image_address(text))?,
        ColumnType::Url => as_text(is_address(text))?,
        ColumnType::Email => as_text(is_email(text))?,
        ColumnType::Boolean => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" => (Value::Bool(true), None),
            "false" | "no" => (Value::Bool(false), None),
            _ => return None,
        },
        ColumnType::Text => return None,
    };
    Some(Reading { kind, value, unit })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
