use crate::number::{DecimalMark, Quantity, leading_number, without_notes};

/// Reads an amount of money: `$9.99`, `EUR 1.234,50`, `1 299 kr`, `US$ 5`, `-£3`.
///
/// The unit is the ISO 4217 code. A sign of several currencies, such as `kr`, is kept as it is. An amount
/// with a word after it, such as `£12m` or `$9.99 each`, is not read.
pub fn money(text: &str, mark: DecimalMark) -> Option<Quantity> {
    let text = without_notes(text.trim());
    let (sign, unsigned) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1.0, rest.trim_start()),
        None => (1.0, text),
    };
    let number_at = unsigned.find(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '−'))?;
    let (front, rest) = unsigned.split_at(number_at);
    // "Rs. 500": the point belongs to the currency.
    let (front, rest) = match rest.strip_prefix(". ") {
        Some(amount) => (front, amount.trim_start()),
        None => (front, rest),
    };
    let (value, behind) = leading_number(rest, mark).or_else(|| amount_without_cents(rest, mark))?;
    let unit = match (front.trim(), behind.trim()) {
        (front, "") => currency(front)?,
        ("", behind) => currency(behind)?,
        // "$5 USD" says it twice; the code says more than the sign.
        (front, behind) => currency(front).and(currency(behind))?,
    };
    Some(Quantity { value: sign * value, unit: Some(unit.to_owned()) })
}

/// Whether a text has one of the commonest currency signs.
pub fn has_money_sign(text: &str) -> bool {
    text.contains(['$', '€', '£', '¥', '₹'])
}

/// Reads the number in `5,-` and `5,–`, as some countries write round amounts.
fn amount_without_cents(text: &str, mark: DecimalMark) -> Option<(f64, &str)> {
    let end = text.find([',', '.'].as_slice()).filter(|at| text[at + 1..].starts_with(['-', '–', '—']))?;
    let dash = text[end + 1..].chars().next()?;
    let (value, rest) = leading_number(&text[..end], mark)?;
    rest.is_empty().then(|| (value, &text[end + 1 + dash.len_utf8()..]))
}

/// The currency of a sign, code or word: an ISO 4217 code, or the sign where several currencies have it.
pub fn currency(text: &str) -> Option<&'static str> {
    const SIGNS: [(&str, &str); 41] = [
        ("$", "USD"),
        ("US$", "USD"),
        ("US $", "USD"),
        ("€", "EUR"),
        ("euro", "EUR"),
        ("euros", "EUR"),
        ("£", "GBP"),
        ("¥", "JPY"),
        ("￥", "JPY"),
        ("円", "JPY"),
        ("元", "CNY"),
        ("RMB", "CNY"),
        ("CN¥", "CNY"),
        ("₹", "INR"),
        ("Rs", "INR"),
        ("₽", "RUB"),
        ("руб", "RUB"),
        ("₩", "KRW"),
        ("원", "KRW"),
        ("₺", "TRY"),
        ("TL", "TRY"),
        ("₴", "UAH"),
        ("₪", "ILS"),
        ("₫", "VND"),
        ("đ", "VND"),
        ("฿", "THB"),
        ("₱", "PHP"),
        ("₦", "NGN"),
        ("zł", "PLN"),
        ("Kč", "CZK"),
        ("Ft", "HUF"),
        ("lei", "RON"),
        ("Fr", "CHF"),
        ("SFr", "CHF"),
        ("R$", "BRL"),
        ("A$", "AUD"),
        ("AU$", "AUD"),
        ("C$", "CAD"),
        ("CA$", "CAD"),
        ("HK$", "HKD"),
        ("NZ$", "NZD"),
    ];
    const CODES: [&str; 46] = [
        "USD", "EUR", "GBP", "JPY", "CNY", "INR", "RUB", "KRW", "TRY", "UAH", "ILS", "VND", "THB", "PHP",
        "NGN", "PLN", "CZK", "HUF", "RON", "CHF", "BRL", "AUD", "CAD", "HKD", "NZD", "SEK", "NOK", "DKK",
        "ISK", "BGN", "SGD", "MYR", "IDR", "TWD", "ZAR", "EGP", "KES", "MXN", "ARS", "CLP", "COP", "PEN",
        "AED", "SAR", "PKR", "BDT",
    ];
    let text = text.trim().trim_end_matches('.');
    let shared = text.eq_ignore_ascii_case("kr").then_some("kr");
    let sign = SIGNS.iter().find(|(sign, _)| sign.eq_ignore_ascii_case(text)).map(|(_, code)| *code);
    let code = || CODES.iter().copied().find(|code| code.eq_ignore_ascii_case(text));
    sign.or(shared).or_else(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(f64, String)> {
        money(text, DecimalMark::Point).map(|q| (q.value, q.unit.unwrap_or_default()))
    }

    #[test]
    fn common_notations_are_read() {
        for (text, value, unit) in [
            ("$9.99", 9.99, "USD"),
            ("$ 1,299", 1299.0, "USD"),
            ("-$5", -5.0, "USD"),
            ("$-5", -5.0, "USD"),
            ("EUR 1.234,50", 1234.5, "EUR"),
            ("1.234,50 €", 1234.5, "EUR"),
            ("1 299 kr", 1299.0, "kr"),
            ("49,- €", 49.0, "EUR"),
            ("Rs. 500", 500.0, "INR"),
            ("12 zł", 12.0, "PLN"),
            ("$5 USD", 5.0, "USD"),
            ("£12.50[2]", 12.5, "GBP"),
        ] {
            assert_eq!(read(text), Some((value, unit.to_owned())), "{text}");
        }
    }

    #[test]
    fn amounts_with_other_words_stay_text() {
        for text in ["£12m", "$9.99 each", "from $5", "9.99", "$", "$5-$10", "$1.5 million", "kr"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
