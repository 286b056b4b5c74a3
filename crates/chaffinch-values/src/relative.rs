use crate::date::{DayOrder, date_in};
use crate::digits::plain_digits;
use crate::duration::{Unit, unit};
use crate::moment::Moment;
use crate::months::month_number;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// A day or moment told by how long before or after now it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Relative {
    /// So many; below zero for what is past.
    amount: i64,
    unit: Unit,
}

impl Relative {
    /// The day, the moment, or of months and years only these, as ISO 8601 writes them. Hours and minutes need a moment.
    pub(crate) fn at(self, now: Moment) -> Option<String> {
        Some(match self.unit {
            Unit::Year => now.plus_years(self.amount),
            Unit::Month => now.plus_months(self.amount),
            Unit::Week => now.plus_days(self.amount * 7),
            Unit::Day => now.plus_days(self.amount),
            Unit::Hour => now.plus_minutes(self.amount * 60)?,
            Unit::Minute => now.plus_minutes(self.amount)?,
            Unit::Second => now.plus_minutes(self.amount / 60)?,
        })
    }

    /// How long after now it is, in ISO 8601: `-P3D` for what was three days ago.
    pub(crate) fn to_iso(self) -> String {
        let sign = if self.amount < 0 { "-" } else { "" };
        let amount = self.amount.unsigned_abs();
        match self.unit {
            Unit::Year => format!("{sign}P{amount}Y"),
            Unit::Month => format!("{sign}P{amount}M"),
            Unit::Week => format!("{sign}P{amount}W"),
            Unit::Day => format!("{sign}P{amount}D"),
            Unit::Hour => format!("{sign}PT{amount}H"),
            Unit::Minute => format!("{sign}PT{amount}M"),
            Unit::Second => format!("{sign}PT{amount}S"),
        }
    }
}

/// Whether a text says how long ago something was, or in how long it will be: `3 days ago`, `tomorrow`.
pub fn is_relative(text: &str) -> bool {
    relative(text).is_some()
}

/// Whether a text says when something is, as a date or not: `Today at 7:00 PM`, `Wednesday at 4:00 PM EDT`, `5 March 10:27`, `3 days ago`.
///
/// ```
/// assert!(chaffinch_values::tells_when("Tomorrow at 12:00 PM GMT"));
/// assert!(!chaffinch_values::tells_when("May contain nuts"));
/// ```
pub fn tells_when(text: &str) -> bool {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 48;
    if text.len() > LONGEST {
        return false;
    }
    let may_be = |order| date_in(text, Some(order)).is_some();
    if is_relative(text) || may_be(DayOrder::Day) || may_be(DayOrder::Month) {
        return true;
    }
    let text = plain_digits(text).to_lowercase();
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_day = |word: &str| near_day(word).is_some() || is_weekday(word) || month_number(word).is_some();
    let has_number = words().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    // `Monday to Friday` are opening hours; one day with a number is a time.
    has_number && words().filter(|word| is_weekday(word)).count() < 2 && words().take(2).any(is_day)
}

/// How many days later than today a day is that has a word of its own.
fn near_day(word: &str) -> Option<i64> {
    static KNOWN: LazyLock<HashMap<&str, i64>> = LazyLock::new(|| {
        let days = DAYS.iter().rev();
        days.flat_map(|(words, days)| words.split('|').map(move |word| (word, *days))).collect()
    });
    KNOWN.get(word).copied()
}

/// Whether a word in lower case is a weekday.
pub fn is_weekday(word: &str) -> bool {
    const WEEKDAYS: &str = "monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun \
        montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes \
        martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica";
    static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| WEEKDAYS.split_whitespace().collect());
    KNOWN.contains(word)
}

/// Reads `3 days ago`, `yesterday`, `vor 2 Stunden`, `il y a un an`, `3日前`.
pub(crate) fn relative(text: &str) -> Option<Relative> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 48;
    if text.len() > LONGEST {
        return None;
    }
    let text = plain_digits(text).to_lowercase();
    let text = text.trim().trim_end_matches('.');
    let text = ABOUT.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim_start();
    if let Some(days) = near_day(text) {
        return Some(Relative { amount: days, unit: Unit::Day });
    }
    let (rest, sign) = PAST
        .iter()
        .find_map(|(front, behind)| Some((text.strip_prefix(front)?.strip_suffix(behind)?, -1)))
        .or_else(|| Some((text.strip_prefix("in ")?, 1)))?;
    let (amount, unit) = amount_and_unit(rest.trim())?;
    Some(Relative { amount: sign * amount, unit })
}

fn amount_and_unit(text: &str) -> Option<(i64, Unit)> {
    // More of a unit is not told in this way.
    const MOST: i64 = 1000;
    const ONE: [&str; 16] = [
        "a", "an", "one", "ein", "einem", "einer", "eine", "un", "une", "una", "uno", "um", "uma", "een",
        "en", "ett",
    ];
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (amount, word) = if digits > 0 {
        (text[..digits].parse().ok()?, text[digits..].trim_start())
    } else {
        let (word, rest) = text.split_once(' ')?;
        (ONE.contains(&word).then_some(1)?, rest)
    };
    let unit = unit(word.trim_end_matches('.'))?;
    (amount <= MOST).then_some((amount, unit))
}

/// Words that may stand in front and change nothing that is kept.
const ABOUT: [&str; 10] =
    ["about ", "almost ", "over ", "posted ", "updated ", "published ", "added ", "listed ", "etwa ", "ca. "];

/// What stands before and behind a time that is past.
const PAST: [(&str, &str); 18] = [
    ("", " ago"),
    ("vor ", ""),
    ("il y a ", ""),
    ("hace ", ""),
    ("há ", ""),
    ("", " atrás"),
    ("", " fa"),
    ("", " geleden"),
    ("för ", " sedan"),
    ("for ", " siden"),
    ("", " siden"),
    ("", " temu"),
    ("před ", ""),
    ("", " назад"),
    ("", " önce"),
    ("", " yang lalu"),
    ("", "前"),
    ("", " 전"),
];

/// Words for days near now, in lower case, and how many days later than today they are.
const DAYS: [(&str, i64); 5] = [
    (
        "today|heute|aujourd'hui|aujourd’hui|hoy|oggi|hoje|vandaag|i dag|idag|dzisiaj|dziś|dnes|сегодня|сьогодні|bugün|\
         hari ini|hôm nay|今天|今日|오늘|اليوم|היום|आज",
        0,
    ),
    (
        "yesterday|gestern|hier|ayer|ieri|ontem|gisteren|i går|igår|wczoraj|včera|вчера|вчора|dün|kemarin|hôm qua|昨天|昨日|\
         어제|أمس|אתמול",
        -1,
    ),
    (
        "vorgestern|avant-hier|anteayer|l'altro ieri|anteontem|eergisteren|przedwczoraj|předevčírem|позавчера|前天|一昨日|그저께",
        -2,
    ),
    ("tomorrow|demain|mañana|domani|amanhã|jutro|zítra|завтра|yarın|besok|明天|明日|내일", 1),
    ("day before yesterday|the day before yesterday", -2),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_the_day_of_the_page() {
        let now = Moment::of("2024-03-01T10:30:00+01:00").unwrap();
        for (text, at, iso) in [
            ("3 days ago", "2024-02-27", "-P3D"),
            ("Posted 3 days ago", "2024-02-27", "-P3D"),
            ("a day ago", "2024-02-29", "-P1D"),
            ("Yesterday", "2024-02-29", "-P1D"),
            ("today", "2024-03-01", "P0D"),
            ("Tomorrow", "2024-03-02", "P1D"),
            ("in 2 days", "2024-03-03", "P2D"),
            ("2 weeks ago", "2024-02-16", "-P2W"),
            ("2 months ago", "2024-01", "-P2M"),
            ("3 months ago", "2023-12", "-P3M"),
            ("a year ago", "2023", "-P1Y"),
            ("11 hours ago", "2024-02-29T23:30+01:00", "-PT11H"),
            ("5 mins ago", "2024-03-01T10:25+01:00", "-PT5M"),
            ("5m ago", "2024-03-01T10:25+01:00", "-PT5M"),
            ("vor 3 Tagen", "2024-02-27", "-P3D"),
            ("vor einem Tag", "2024-02-29", "-P1D"),
            ("gestern", "2024-02-29", "-P1D"),
            ("il y a 3 jours", "2024-02-27", "-P3D"),
            ("hace 3 días", "2024-02-27", "-P3D"),
            ("há 3 dias", "2024-02-27", "-P3D"),
            ("3 giorni fa", "2024-02-27", "-P3D"),
            ("3 dagen geleden", "2024-02-27", "-P3D"),
            ("3 dni temu", "2024-02-27", "-P3D"),
            ("3 дня назад", "2024-02-27", "-P3D"),
            ("3天前", "2024-02-27", "-P3D"),
            ("3일 전", "2024-02-27", "-P3D"),
        ] {
            let read = relative(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((read.at(now).as_deref(), read.to_iso().as_str()), (Some(at), iso), "{text}");
        }
    }

    #[test]
    fn hours_cannot_be_counted_from_a_day_without_a_time() {
        let day = Moment::of("2024-03-01").unwrap();
        assert_eq!(relative("11 hours ago").unwrap().at(day), None);
        assert_eq!(relative("yesterday").unwrap().at(day).as_deref(), Some("2024-02-29"));
    }

    #[test]
    fn what_is_not_told_from_now_is_none() {
        for text in [
            "3 days",
            "ago",
            "30+ days ago",
            "long ago",
            "in stock",
            "in 2006",
            "2006",
            "last week",
            "Chicago",
            "3 cups ago",
            "yesterday's news",
            "99999999999999999999 days ago",
        ] {
            assert_eq!(relative(text), None, "{text}");
        }
    }
}
