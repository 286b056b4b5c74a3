use crate::digits::plain_digits;
use crate::number::{DecimalMark, leading_number};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Reads how long something takes, and writes it in ISO 8601: `PT20M`, `1 hr 30 mins`, `20 min`, `1h30`, `1½ hours`.
///
/// A single letter is a unit only where another one explains it: `1h 30m` is a duration, but `30 m` is a length. Seconds alone must be
/// called so, because `9.58 s` is a measurement.
///
/// ```
/// use chaffinch_values::{DecimalMark, duration};
/// assert_eq!(duration("1 hr 30 mins", DecimalMark::Point).as_deref(), Some("PT1H30M"));
/// assert_eq!(duration("30 m", DecimalMark::Point), None);
/// ```
pub fn duration(text: &str, mark: DecimalMark) -> Option<String> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 60;
    if text.len() > LONGEST {
        return None;
    }
    let text = plain_digits(text);
    let text = text.trim();
    let text = READING.iter().find_map(|words| text.strip_suffix(words)).unwrap_or(text);
    iso(text).or_else(|| in_words(text, mark)).map(|length| length.to_iso())
}

/// What articles write behind the time that it takes to read them: `3 min read`.
const READING: [&str; 8] = [
    " read", " de lecture", " de lectura", " di lettura", " de leitura", " Lesezeit", " Lesedauer",
    " leestijd",
];

/// Units of time, longest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
}

const UNITS: [Unit; 7] =
    [Unit::Year, Unit::Month, Unit::Week, Unit::Day, Unit::Hour, Unit::Minute, Unit::Second];

/// So much of each unit.
#[derive(Debug, Default, Clone, PartialEq)]
struct Length([f64; 7]);

impl Length {
    fn to_iso(&self) -> String {
        let mut out = String::from("P");
        for (at, (amount, letter)) in self.0.iter().zip(['Y', 'M', 'W', 'D', 'H', 'M', 'S']).enumerate() {
            if at >= Unit::Hour as usize && *amount > 0.0 && !out.contains('T') {
                out.push('T');
            }
            if *amount > 0.0 {
                out.push_str(&format!("{amount}{letter}"));
            }
        }
        if out == "P" { "PT0S".to_owned() } else { out }
    }

    /// Adds an amount of a unit; a fraction is written in smaller units, as far as it comes out even.
    fn add(&mut self, amount: f64, unit: Unit) -> Option<()> {
        let whole = amount.trunc();
        let rest = amount - whole;
        self.0[unit as usize] = whole;
        if rest < 1e-9 {
            return Some(());
        }
        let (smaller, times) = match unit {
            Unit::Year => (Unit::Month, 12.0),
            Unit::Week => (Unit::Day, 7.0),
            Unit::Day => (Unit::Hour, 24.0),
            Unit::Hour => (Unit::Minute, 60.0),
            Unit::Minute => (Unit::Second, 60.0),
            Unit::Second => {
                self.0[unit as usize] = amount;
                return Some(());
            }
            Unit::Month => return None,
        };
        // To a thousandth, so that a third of an hour is twenty minutes.
        let amount = (rest * times * 1000.0).round() / 1000.0;
        if matches!(smaller, Unit::Month | Unit::Day) && amount.fract() > 0.0 {
            return None;
        }
        self.add(amount, smaller)
    }
}

/// Reads `PT1H30M` and `P0DT0H20M`.
fn iso(text: &str) -> Option<Length> {
    let rest = text.strip_prefix(['P', 'p'])?;
    let mut length = Length::default();
    let (mut date, mut last, mut any) = (true, None, false);
    let mut left = rest;
    while !left.is_empty() {
        if let Some(time) = left.strip_prefix(['T', 't']) {
            if !date {
                return None;
            }
            (date, left) = (false, time);
            continue;
        }
        let end = left.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','))?;
        let amount: f64 = left[..end].replace(',', ".").parse().ok()?;
        let unit = match (left.as_bytes()[end].to_ascii_uppercase(), date) {
            (b'Y', true) => Unit::Year,
            (b'M', true) => Unit::Month,
            (b'W', true) => Unit::Week,
            (b'D', true) => Unit::Day,
            (b'H', false) => Unit::Hour,
            (b'M', false) => Unit::Minute,
            (b'S', false) => Unit::Second,
            _ => return None,
        };
        if last.is_some_and(|last| last >= unit) || amount > MOST {
            return None;
        }
        length.add(amount, unit)?;
        (last, any) = (Some(unit), true);
        left = &left[end + 1..];
    }
    any.then_some(length)
}

/// More of a unit is no duration that people write.
const MOST: f64 = 1e6;

/// Reads amounts with their units, one after the other.
fn in_words(text: &str, mark: DecimalMark) -> Option<Length> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '½' | '¼' | '¾')) {
        return None;
    }
    let mut length = Length::default();
    let mut parts: Vec<(Unit, usize)> = Vec::new();
    let mut left = text;
    while !left.is_empty() {
        let (amount, behind) = amount(left, mark)?;
        let behind = behind.trim_start();
        let end = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let word = behind[..end].to_lowercase();
        let before = parts.last().map(|(unit, _)| *unit);
        let unit = match (unit(&word), before) {
            (Some(unit), _) => unit,
            // `1h30`: what follows the hours are minutes.
            (None, Some(Unit::Hour)) if word.is_empty() && behind.is_empty() && left.len() == 2 => {
                Unit::Minute
            }
            _ => return None,
        };
        if before.is_some_and(|before| before >= unit) || amount > MOST {
            return None;
        }
        length.add(amount, unit)?;
        parts.push((unit, word.len()));
        let rest = behind[end..].trim_start_matches('.');
        let next = rest.trim_start_matches([' ', ',', '\u{a0}', '\u{202f}']);
        let joined = ["and ", "und ", "et ", "y ", "e ", "og ", "och ", "en ", "& ", "i "];
        let next = joined.iter().find_map(|word| next.strip_prefix(word)).unwrap_or(next);
        left = next;
    }
    // A year may be written before any word.
    let plausible = length.0[Unit::Year as usize] < 1000.0;
    let clear = match parts.as_slice() {
        [(Unit::Hour, _)] => true,
        [(_, letters)] => *letters > 1,
        _ => parts.len() > 1,
    };
    (plausible && clear).then_some(length)
}

/// The amount at the beginning of a text, and what follows: `1.5`, `1½`, `1 1/2`, `1/2`.
fn amount(text: &str, mark: DecimalMark) -> Option<(f64, &str)> {
    let sign = |text: &str| match text.chars().next()? {
        '½' => Some(0.5),
        '¼' => Some(0.25),
        '¾' => Some(0.75),
        '⅓' => Some(1.0 / 3.0),
        '⅔' => Some(2.0 / 3.0),
        _ => None,
    };
    let after_sign = |text: &'_ str| text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
    if let Some(part) = sign(text) {
        return Some((part, &text[after_sign(text)..]));
    }
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let halves = |text: &str| -> Option<(f64, usize)> {
        let end = digits(text);
        let rest = text[end..].strip_prefix('/')?;
        let below = digits(rest);
        let (over, under): (f64, f64) = (text[..end].parse().ok()?, rest[..below].parse().ok()?);
        (under > over && under < 9.0).then_some((over / under, end + 1 + below))
    };
    if let Some((part, end)) = halves(text) {
        return Some((part, &text[end..]));
    }
    let end = digits(text);
    let behind = text[end..].trim_start();
    if end > 0
        && let Some(whole) = text[..end].parse::<f64>().ok()
    {
        if let Some(part) = sign(behind) {
            return Some((whole + part, &behind[after_sign(behind)..]));
        }
        if behind.len() < text.len() - end
            && let Some((part, end)) = halves(behind)
        {
            return Some((whole + part, &behind[end..]));
        }
    }
    leading_number(text, mark)
}

/// The unit that a word in lower case names.
pub(crate) fn unit(word: &str) -> Option<Unit> {
    const WORDS: [&str; 7] = [
        "y yr yrs year years jahr jahre jahren an ans année années año años anno anni ano anos jaar jaren rok roku lat \
         lata год года лет år ετος έτη yıl tahun năm 年 년",
        "mo mos month months monat monate monaten mois mes meses mese mesi mês maand maanden miesiąc miesiące miesięcy měsíc \
         měsíce měsíců месяц месяца месяцев måned måneder månad månader ay bulan tháng ヶ月 か月 个月 個月 개월",
        "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzień tygodnie tygodni \
         týden týdny неделя недели недель uge uger vecka veckor uke uker hafta minggu tuần 週間 周 주",
        "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dzień dni den dny dnů день дня дней \
         dage dagar dager gün hari ngày 日間 天 일",
        "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godz godzina godziny godzin hod hodin \
         hodina hodiny час часа часов ч time timer tim timmar saat jam giờ 時間 小时 小時 시간",
        "m min mins minute minutes minuten minuut minuto minutos minuti minut minuta minuty minutě минута минуты минут мин \
         minutter minuter dakika dk menit phút 分 分钟 分鐘 分間 분",
        "s sec secs second seconds sek sekunde sekunden seconde secondes seconden segundo segundos secondo secondi sekund \
         sekundy секунда секунды секунд сек sekunder saniye detik giây 秒 초",
    ];
    static KNOWN: LazyLock<HashMap<&str, Unit>> = LazyLock::new(|| {
        // A word of two units is the first.
        let units = WORDS.iter().zip(UNITS).rev();
        units.flat_map(|(words, unit)| words.split_whitespace().map(move |word| (word, unit))).collect()
    });
    KNOWN.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        duration(text, DecimalMark::Point)
    }

    #[test]
    fn durations_are_read_as_pages_write_them() {
        for (text, iso) in [
            ("PT20M", "PT20M"),
            ("P0DT0H20M", "PT20M"),
            ("PT1H30M", "PT1H30M"),
            ("P1Y2M10DT2H30M", "P1Y2M10DT2H30M"),
            ("P3W", "P3W"),
            ("PT0.5H", "PT30M"),
            ("20 min", "PT20M"),
            ("20 mins.", "PT20M"),
            ("20min", "PT20M"),
            ("1 hr 30 mins", "PT1H30M"),
            ("1 hr. 30 min.", "PT1H30M"),
            ("1 hour and 30 minutes", "PT1H30M"),
            ("1 hour, 30 minutes", "PT1H30M"),
            ("1h30", "PT1H30M"),
            ("1h 30m", "PT1H30M"),
            ("1h30m", "PT1H30M"),
            ("1h 2m 3s", "PT1H2M3S"),
            ("2h", "PT2H"),
            ("1.5 hours", "PT1H30M"),
            ("1½ hours", "PT1H30M"),
            ("1 1/2 hours", "PT1H30M"),
            ("1/2 hour", "PT30M"),
            ("45 seconds", "PT45S"),
            ("90 minutes", "PT90M"),
            ("3 days", "P3D"),
            ("12 months", "P12M"),
            ("2 years 6 months", "P2Y6M"),
            ("2.5 years", "P2Y6M"),
            ("1 Std. 30 Min.", "PT1H30M"),
            ("2 Stunden und 15 Minuten", "PT2H15M"),
            ("1 heure 30 minutes", "PT1H30M"),
            ("2 horas y 5 minutos", "PT2H5M"),
            ("2 часа 5 минут", "PT2H5M"),
            ("30分", "PT30M"),
            ("1時間30分", "PT1H30M"),
            ("1시간 30분", "PT1H30M"),
            ("٢٠ min", "PT20M"),
            ("3 min read", "PT3M"),
        ] {
            assert_eq!(read(text).as_deref(), Some(iso), "{text}");
        }
        assert_eq!(duration("1,5 Stunden", DecimalMark::Comma).as_deref(), Some("PT1H30M"));
    }

    #[test]
    fn lengths_years_clocks_and_prose_are_none() {
        for text in [
            "30 m", "9.58 s", "5 d", "2006", "10:30", "P", "PT", "P2P", "PT1M1H", "30", "3-4 hours",
            "2024 year", "5 y", "30 minutes ago", "1 min 2 hours", "1 hour walk", "Page 3", "+43 1 588 01",
            "1h305", "12 an hour", "P1", "p", "5 items", "1.5 months", "999999999 min", "", "min", "1 2 3",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
