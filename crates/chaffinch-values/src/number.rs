/// Reads a number with an optional unit: `1,234.5`, `−3`, `12 %`, `3.5 km²`.
///
/// Thousands may be grouped by commas, points, spaces or apostrophes. Where a comma or point could be the decimal mark or a group
/// separator, `mark` decides. Reference marks after the number, such as `[3]` or `*`, are ignored.
///
/// ```
/// use chaffinch_values::{DecimalMark, number};
/// assert_eq!(number("1.234", DecimalMark::Point).unwrap().value, 1.234);
/// assert_eq!(number("1.234", DecimalMark::Comma).unwrap().value, 1234.0);
/// ```
pub fn number(text: &str, mark: DecimalMark) -> Option<Quantity> {
    let text = without_notes(text.trim());
    let (value, rest) = leading_number(text, mark)?;
    let unit = rest.trim();
    if unit.is_empty() {
        return Some(Quantity { value, unit: None });
    }
    is_unit(unit).then(|| Quantity { value, unit: Some(unit.to_owned()) })
}

/// A number and its unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The number.
    pub value: f64,
    /// Its unit as written, or the ISO 4217 code of its currency where that is known.
    pub unit: Option<String>,
}

/// The sign before the fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DecimalMark {
    /// As in 3.14.
    #[default]
    Point,
    /// As in 3,14.
    Comma,
}

impl DecimalMark {
    /// The sign itself.
    pub(crate) fn sign(self) -> char {
        match self {
            DecimalMark::Point => '.',
            DecimalMark::Comma => ',',
        }
    }

    /// The other one, which groups thousands.
    pub(crate) fn other(self) -> DecimalMark {
        match self {
            DecimalMark::Point => DecimalMark::Comma,
            DecimalMark::Comma => DecimalMark::Point,
        }
    }
}

/// The number at the beginning of `text`, and what follows it.
pub(crate) fn leading_number(text: &str, mark: DecimalMark) -> Option<(f64, &str)> {
    let unsigned = text.trim_start_matches(['-', '−', '–', '+']);
    let sign = match text.strip_suffix(unsigned)? {
        "" | "+" => 1.0,
        "-" | "−" | "–" => -1.0,
        _ => return None,
    };
    let unsigned = unsigned.trim_start();
    let (digits, rest) = unsigned.split_at(numeral_length(unsigned));
    let value: f64 = plain_numeral(digits, mark)?.parse().ok()?;
    // "3-4", "1/2" and "10:30" begin with a number but are not numbers.
    let goes_on =
        rest.starts_with(|c: char| matches!(c, '-' | '–' | '/' | ':' | '.' | ',') || c.is_ascii_digit());
    (!goes_on).then_some((sign * value, rest))
}

/// How many bytes of `text` belong to the numeral at its beginning, with the marks between its digits.
fn numeral_length(text: &str) -> usize {
    let mut length = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_digit = chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        let belongs = c.is_ascii_digit()
            || (next_is_digit && (matches!(c, '.' | ',') || (length > 0 && is_group_space(c))));
        if !belongs {
            break;
        }
        length = at + c.len_utf8();
    }
    length
}

/// Whether a character groups thousands and is never a decimal mark.
fn is_group_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'' | '’')
}

/// A numeral without grouping and with a point before its fraction; nothing where the grouping is wrong.
fn plain_numeral(digits: &str, mark: DecimalMark) -> Option<String> {
    if digits.is_empty() {
        return None;
    }
    let fraction_at = fraction_start(digits, mark);
    let (whole, fraction) = match fraction_at {
        Some(at) => (&digits[..at], &digits[at + 1..]),
        None => (digits, ""),
    };
    if !fraction.bytes().all(|b| b.is_ascii_digit()) || !well_grouped(whole) {
        return None;
    }
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    Some(format!("{}.{fraction}0", if whole.is_empty() { "0" } else { &whole }))
}

/// The position of the decimal mark, if there is one.
fn fraction_start(digits: &str, mark: DecimalMark) -> Option<usize> {
    let last = digits.rfind(['.', ','])?;
    let sign = digits.as_bytes()[last];
    let other = if sign == b'.' { ',' } else { '.' };
    if digits[..last].contains(other) {
        return Some(last);
    }
    if digits[..last].contains(sign as char) {
        return None;
    }
    // A single mark groups thousands if that is possible and the decimal mark is the other one.
    let decimal = if mark == DecimalMark::Point { b'.' } else { b',' };
    let spaced = digits.contains(is_group_space);
    let grouping = sign != decimal && !spaced && well_grouped(digits);
    (!grouping).then_some(last)
}

/// Whether the marks in a whole number are all the same and make groups of three digits, or of two as in India.
fn well_grouped(whole: &str) -> bool {
    let mut marks = whole.chars().filter(|c| !c.is_ascii_digit());
    let Some(mark) = marks.next() else { return true };
    if marks.any(|other| other != mark) {
        return false;
    }
    let groups: Vec<&str> = whole.split(mark).collect();
    let (first, last) = (groups[0], groups[groups.len() - 1]);
    (1..=3).contains(&first.len())
        && !(first.starts_with('0'))
        && last.len() == 3
        && (groups[1..].iter().all(|g| g.len() == 3)
            || (mark == ',' && groups[1..groups.len() - 1].iter().all(|g| g.len() == 2)))
}

/// `text` without the reference marks at its end.
pub(crate) fn without_notes(mut text: &str) -> &str {
    loop {
        let shorter =
            text.trim_end_matches(|c: char| matches!(c, '*' | '†' | '‡' | '§') || c.is_whitespace());
        let shorter = match shorter.strip_suffix(']').and_then(|inner| inner.rfind('[')) {
            Some(at) if shorter.len() - at <= 12 => &shorter[..at],
            _ => shorter,
        };
        if shorter.len() == text.len() || shorter.is_empty() {
            return text;
        }
        text = shorter;
    }
}

/// Whether a text is a known unit, perhaps with a point after it as in `5 in.`.
fn is_unit(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    UNITS.iter().any(|units| units.split(' ').any(|unit| unit == text)) || SPACED_UNITS.contains(&text)
}

const UNITS: [&str; 12] = [
    "% ‰ ° °C °F K ppm ppb",
    "nm µm mm cm dm m km in inch inches ft feet yd yards mi mile miles nmi \" ' ″ ′ px pt",
    "mm² cm² m² m2 m^2 km² km2 ft² ft2 sqft sqm qm ㎡ м² м2 ha acre acres hectare hectares hectáreas mq kvm 平方米 平米",
    "cm³ m³ m3 km³ cc l L ml mL cl dl hl µl gal gallon gallons litre litres liter liters pint pints мл л",
    "µg mcg mg g kg Kg KG t kt Mt lb lbs oz gram grams gr kilos pound pounds ounce ounces tonne tonnes ton tons г кг 克 公斤 千克",
    "ns µs ms s sec secs second seconds min mins minute minutes h hr hrs hour hours",
    "day days week weeks month months year years",
    "km/h kph mph m/s m/s² kn knots rpm bpm fps",
    "Hz kHz MHz GHz THz W kW MW GW hp bhp PS Wh kWh MWh GWh TWh J kJ MJ cal kcal",
    "mV V kV mA A mAh Ah Ω kΩ dB dBA lm lx cd N Nm Pa hPa kPa MPa bar mbar psi",
    "B kB KB MB GB TB PB KiB MiB GiB TiB kbps Mbps Gbps kbit/s Mbit/s Gbit/s dpi ppi MP",
    "g/l mg/l g/cm³ kg/m³ kg/m² g/km l/100km mpg",
];

/// Units of several words.
const SPACED_UNITS: [&str; 18] = [
    "sq km", "sq mi", "sq ft", "sq m", "sq. ft", "sq. mi", "sq. m", "sq. km", "sq.ft", "sq.m", "sq feet",
    "square feet", "square metres", "square meters", "fl oz", "fl. oz", "cu ft", "l/100 km",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Option<f64> {
        number(text, DecimalMark::Point).map(|q| q.value)
    }

    #[test]
    fn thousands_are_grouped_in_many_ways() {
        for text in [
            "1234567",
            "1,234,567",
            "1.234.567",
            "1 234 567",
            "1\u{202f}234\u{202f}567",
            "1'234'567",
            "12,34,567",
        ] {
            assert_eq!(point(text), Some(1_234_567.0), "{text}");
        }
        assert_eq!(point("1,234,567.5"), Some(1_234_567.5));
        assert_eq!(point("1.234.567,5"), Some(1_234_567.5));
        assert_eq!(point("1 234,5"), Some(1_234.5));
    }

    #[test]
    fn a_single_mark_is_read_by_what_can_follow_it() {
        assert_eq!(point("1,234"), Some(1234.0));
        assert_eq!(point("1,23"), Some(1.23));
        assert_eq!(point("0,123"), Some(0.123));
        assert_eq!(point("1.234"), Some(1.234));
        assert_eq!(number("1.234", DecimalMark::Comma).map(|q| q.value), Some(1234.0));
        assert_eq!(number("1,234", DecimalMark::Comma).map(|q| q.value), Some(1.234));
        assert_eq!(point(".5"), Some(0.5));
    }

    #[test]
    fn signs_units_and_reference_marks_belong_to_the_number() {
        assert_eq!(point("−3"), Some(-3.0));
        assert_eq!(point("+23"), Some(23.0));
        let percent = number("12 %", DecimalMark::Point).unwrap();
        assert_eq!((percent.value, percent.unit.as_deref()), (12.0, Some("%")));
        let area = number("3.5 km²", DecimalMark::Point).unwrap();
        assert_eq!((area.value, area.unit.as_deref()), (3.5, Some("km²")));
        assert_eq!(point("1,234[5]*"), Some(1234.0));
    }

    #[test]
    fn units_of_trade_and_science_are_known() {
        for (text, value, unit) in [
            ("5000 mAh", 5000.0, "mAh"),
            ("250 hp", 250.0, "hp"),
            ("5.2 l/100 km", 5.2, "l/100 km"),
            ("1,200 sq. ft.", 1200.0, "sq. ft."),
            ("27in", 27.0, "in"),
            ("100 Mbit/s", 100.0, "Mbit/s"),
            ("300 kcal", 300.0, "kcal"),
            ("12 months", 12.0, "months"),
            ("1920px", 1920.0, "px"),
        ] {
            let read = number(text, DecimalMark::Point).map(|q| (q.value, q.unit.unwrap_or_default()));
            assert_eq!(read, Some((value, unit.to_owned())), "{text}");
        }
        for text in ["5 items", "3 months ago", "7 B C", "2 in stock", "4."] {
            assert_eq!(point(text), None, "{text}");
        }
    }

    #[test]
    fn what_only_begins_with_a_number_is_none() {
        for text in ["3-4", "1/2", "10:30", "1.2.3", "4 of 5", "", "—", "3rd", "1,2,3", "192.168.0.1"] {
            assert_eq!(point(text), None, "{text}");
        }
    }
}
