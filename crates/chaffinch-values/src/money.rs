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
    if is_code_of_a_model(front) {
        return None;
    }
    let (mut value, behind) = leading_number(rest, mark).or_else(|| amount_without_cents(rest, mark))?;
    let unit = match (front.trim(), behind.trim()) {
        (front, "") => currency(front)?,
        ("", behind) => currency(behind)?,
        // "$5 USD" says it twice; the code says more than the sign.
        (front, behind) => currency(front).and(currency(behind))?,
    };
    if is_grouped(rest, mark) && !THREE_DECIMALS.contains(&unit) {
        value = leading_number(rest, mark.other())?.0;
    }
    Some(Quantity { value: sign * value, unit: Some(unit.to_owned()) })
}

/// Whether letters right in front of a number are those of a model, as in `KR800`, and not a currency that nobody writes in capitals.
fn is_code_of_a_model(front: &str) -> bool {
    let written_small = || SHARED.iter().copied().chain(SIGNS.iter().map(|(sign, _)| *sign));
    front.bytes().all(|b| b.is_ascii_uppercase())
        && written_small().any(|sign| sign.eq_ignore_ascii_case(front) && sign != front)
}

/// Currencies whose amounts have three digits behind the decimal mark.
const THREE_DECIMALS: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// Whether what would be the decimal mark of an amount groups its thousands: `1.550` has three digits behind it, and no coins are so small.
fn is_grouped(text: &str, mark: DecimalMark) -> bool {
    let sign = mark.sign();
    let numeral = text.split(|c: char| !c.is_ascii_digit() && c != sign).next().unwrap_or("");
    let Some((whole, rest)) = numeral.split_once(sign) else { return false };
    // `0.125` is a fraction, and a second kind of mark says which of the two groups.
    rest.len() == 3
        && rest.bytes().all(|b| b.is_ascii_digit())
        && (1..=3).contains(&whole.len())
        && !whole.starts_with('0')
        && !text[numeral.len()..].starts_with(['.', ',', '\'', '’'])
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
    let text = text.trim().trim_end_matches('.');
    // In bytes: the longest name here, in Arabic letters.
    const LONGEST: usize = 16;
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    // Signs of several currencies stay as they are.
    let shared = SHARED.iter().copied().find(|sign| sign.eq_ignore_ascii_case(text));
    // `Ft` are forints, `ft` are feet.
    let is_same = |sign: &str| sign == text || sign != "Ft" && sign.eq_ignore_ascii_case(text);
    let sign = SIGNS.iter().find(|(sign, _)| is_same(sign)).map(|(_, code)| *code);
    let code = || CODES.iter().copied().find(|code| code.eq_ignore_ascii_case(text));
    // Some of these are words too, such as ALL and TOP.
    let other_code = || OTHER_CODES.iter().copied().find(|code| *code == text);
    // `CAD$` and `USD $` say it twice.
    let twice = || {
        let code = text.strip_suffix('$')?.trim_end();
        DOLLARS.iter().copied().find(|dollar| *dollar == code)
    };
    sign.or(shared).or_else(code).or_else(other_code).or_else(twice)
}

const SHARED: [&str; 4] = ["kr", "₨", "﷼", "Dh"];

const SIGNS: [(&str, &str); 86] = [
    ("$", "USD"),
    ("US$", "USD"),
    ("US $", "USD"),
    ("U$S", "USD"),
    ("U$D", "USD"),
    ("dollar", "USD"),
    ("dollars", "USD"),
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
    ("р", "RUB"),
    ("₩", "KRW"),
    ("원", "KRW"),
    ("₺", "TRY"),
    ("TL", "TRY"),
    ("₴", "UAH"),
    ("грн", "UAH"),
    ("₪", "ILS"),
    ("₫", "VND"),
    ("đ", "VND"),
    ("฿", "THB"),
    ("บาท", "THB"),
    ("₱", "PHP"),
    ("₦", "NGN"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("Ft", "HUF"),
    ("lei", "RON"),
    ("Fr", "CHF"),
    ("SFr", "CHF"),
    ("лв", "BGN"),
    ("дин", "RSD"),
    ("ден", "MKD"),
    ("R$", "BRL"),
    ("A$", "AUD"),
    ("AU$", "AUD"),
    ("AU $", "AUD"),
    ("C$", "CAD"),
    ("CA$", "CAD"),
    ("CDN$", "CAD"),
    ("CDN $", "CAD"),
    ("C $", "CAD"),
    ("HK$", "HKD"),
    ("NZ$", "NZD"),
    ("NZ $", "NZD"),
    ("S$", "SGD"),
    ("SG$", "SGD"),
    ("NT$", "TWD"),
    ("MX$", "MXN"),
    ("Mex$", "MXN"),
    ("AR$", "ARS"),
    ("CLP$", "CLP"),
    ("COL$", "COP"),
    ("RD$", "DOP"),
    ("J$", "JMD"),
    ("TT$", "TTD"),
    ("B$", "BND"),
    ("N$", "NAD"),
    ("RM", "MYR"),
    ("Rp", "IDR"),
    ("S/", "PEN"),
    ("KSh", "KES"),
    ("TSh", "TZS"),
    ("USh", "UGX"),
    ("₵", "GHS"),
    ("GH₵", "GHS"),
    ("₡", "CRC"),
    ("₲", "PYG"),
    ("₸", "KZT"),
    ("₼", "AZN"),
    ("₾", "GEL"),
    ("৳", "BDT"),
    ("د.إ", "AED"),
    ("ر.س", "SAR"),
    ("ج.م", "EGP"),
];

const CODES: [&str; 46] = [
    "USD", "EUR", "GBP", "JPY", "CNY", "INR", "RUB", "KRW", "TRY", "UAH", "ILS", "VND", "THB", "PHP", "NGN",
    "PLN", "CZK", "HUF", "RON", "CHF", "BRL", "AUD", "CAD", "HKD", "NZD", "SEK", "NOK", "DKK", "ISK", "BGN",
    "SGD", "MYR", "IDR", "TWD", "ZAR", "EGP", "KES", "MXN", "ARS", "CLP", "COP", "PEN", "AED", "SAR", "PKR",
    "BDT",
];

/// Codes that count only in capitals.
const OTHER_CODES: [&str; 80] = [
    "AFN", "ALL", "AMD", "AOA", "AZN", "BAM", "BBD", "BHD", "BIF", "BMD", "BND", "BOB", "BSD", "BWP", "BYN",
    "BZD", "CDF", "CRC", "CUP", "CVE", "DJF", "DOP", "DZD", "ETB", "FJD", "GEL", "GHS", "GMD", "GNF", "GTQ",
    "GYD", "HNL", "HTG", "IQD", "IRR", "JMD", "JOD", "KGS", "KHR", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR",
    "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MUR", "MVR", "MWK", "MZN", "NAD", "NIO", "NPR",
    "OMR", "PAB", "PGK", "PYG", "QAR", "RSD", "RWF", "SDG", "SYP", "TND", "TTD", "TZS", "UGX", "UYU", "UZS",
    "XAF", "XCD", "XOF", "YER", "ZMW",
];

/// Codes after which a dollar sign may stand.
const DOLLARS: [&str; 10] = ["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "CLP", "COP"];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(f64, String)> {
        money(text, DecimalMark::Point).map(|q| (q.value, q.unit.unwrap_or_default()))
    }

    #[test]
    fn no_amount_has_three_digits_of_coins() {
        for (text, value) in [
            ("€ 1.550", 1550.0),
            ("35.000€", 35_000.0),
            ("1.900.000 €", 1_900_000.0),
            ("$0.125", 0.125),
            ("1.550,50 €", 1550.5),
            ("KWD 1.550", 1.55),
            ("$12.50", 12.5),
        ] {
            assert_eq!(read(text).map(|(value, _)| value), Some(value), "{text}");
        }
        let comma = |text| money(text, DecimalMark::Comma).map(|amount| amount.value);
        assert_eq!((comma("£150,000"), comma("12,50 €")), (Some(150_000.0), Some(12.5)));
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
            ("CDN$ 12.50", 12.5, "CAD"),
            ("CDN$12.50", 12.5, "CAD"),
            ("CA$12.50", 12.5, "CAD"),
            ("CAD $12.50", 12.5, "CAD"),
            ("C $12.50", 12.5, "CAD"),
            ("A$12.50", 12.5, "AUD"),
            ("AU $12.50", 12.5, "AUD"),
            ("HK$12.50", 12.5, "HKD"),
            ("R$ 12,50", 12.5, "BRL"),
            ("NT$1,250", 1250.0, "TWD"),
            ("S$12.50", 12.5, "SGD"),
            ("MX$12.50", 12.5, "MXN"),
            ("USD$12.50", 12.5, "USD"),
            ("RM 12.50", 12.5, "MYR"),
            ("Rp 12.500", 12500.0, "IDR"),
            ("1 250 грн", 1250.0, "UAH"),
            ("12,50 лв.", 12.5, "BGN"),
            ("KWD 12.500", 12.5, "KWD"),
            ("S/ 12.50", 12.5, "PEN"),
            ("12 kr.", 12.0, "kr"),
            ("฿1,250", 1250.0, "THB"),
        ] {
            assert_eq!(read(text), Some((value, unit.to_owned())), "{text}");
        }
    }

    #[test]
    fn amounts_with_other_words_stay_text() {
        for text in [
            "£12m", "$9.99 each", "from $5", "9.99", "$", "$5-$10", "$1.5 million", "kr", "10 all", "5 top",
            "KR800", "6ft", "X$ 5", "£100,000 50 m²",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
