//! What a text says, as a value: numbers, money, dates, addresses.
//!
//! Each reader takes one text and answers with its value, or with nothing where the text is something else, more
//! than one thing, or ambiguous. [`read`] tries them all; [`column_type`] finds what a whole column is.
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

pub use address::{is_address, is_email, is_image_address};
pub use column::{column_type, decimal_mark};
pub use date::date;
pub use money::{currency, money};
pub use number::{DecimalMark, Quantity, number};

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

/// Reads a text as whatever it is: money, a number, a date or an address; nothing for any other text.
pub fn read(text: &str, mark: DecimalMark) -> Option<Reading> {
    const ORDER: [ColumnType; 6] = [
        ColumnType::Money,
        ColumnType::Number,
        ColumnType::Date,
        ColumnType::Image,
        ColumnType::Url,
        ColumnType::Email,
    ];
    ORDER.into_iter().find_map(|kind| read_as(kind, text, mark))
}

/// Reads a text as a value of type `kind`, if it is one.
pub fn read_as(kind: ColumnType, text: &str, mark: DecimalMark) -> Option<Reading> {
    // Values are short; a long text is prose, and prose must not cost anything here.
    const LONGEST: usize = 2_048;
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let as_text = |matches: bool| matches.then(|| (Value::Text(text.to_owned()), None));
    let as_number = |q: Quantity| (Value::Number(q.value), q.unit);
    let (value, unit) = match kind {
        ColumnType::Money => money(text, mark).map(as_number)?,
        ColumnType::Number | ColumnType::Rating => number(text, mark).map(as_number)?,
        ColumnType::Date => (Value::Text(date(text)?), None),
        ColumnType::Image => as_text(is_image_address(text))?,
        ColumnType::Url => as_text(is_address(text))?,
        ColumnType::Email => as_text(is_email(text))?,
        ColumnType::Boolean => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" => (Value::Bool(true), None),
            "false" | "no" => (Value::Bool(false), None),
            _ => return None,
        },
        ColumnType::Text | ColumnType::Phone => return None,
    };
    Some(Reading { kind, value, unit })
}
