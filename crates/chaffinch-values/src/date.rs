use crate::digits::plain_digits;
use crate::moment::written_zone;
use crate::months::{is_thai, month_number};

/// Reads a day or a moment, and writes it in ISO 8601: `2006-03-12`, `12 March 2006`, `Mar. 12, 2006`,
/// `12.03.2006`, `2006-03-12T10:30:00Z`, `2006年3月12日`, `12 mars 2006 à 10:30`.
///
/// `12/03/2006` may be the 12th of March or the 3rd of December and is not read; `25/03/2006` is only possible in one way.
///
/// ```
/// assert_eq!(chaffinch_values::date("12th March, 2006").as_deref(), Some("2006-03-12"));
/// assert_eq!(chaffinch_values::date("12/03/2006"), None);
/// ```
pub fn date(text: &str) -> Option<String> {
    date_in(text, None)
}

/// What comes first in `12/03/2006`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOrder {
    /// The day, as in most of the world.
    Day,
    /// The month, as in the United States.
    Month,
}

/// What comes first in the numeric dates of a column: known where some can only be read in one way, and none only in the other.
///
/// ```
/// use chaffinch_values::{DayOrder, day_order};
/// assert_eq!(day_order(["12/09/2025", "11/25/2025"]), Some(DayOrder::Month));
/// assert_eq!(day_order(["12/09/2025", "25/11/2025"]), Some(DayOrder::Day));
/// assert_eq!(day_order(["12/09/2025"]), None);
/// ```
pub fn day_order<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<DayOrder> {
    let (mut days, mut months) = (false, false);
    for text in texts {
        // The day alone, without a time behind it.
        let day = text.trim().split([' ', ',']).next().unwrap_or("");
        if !day.contains(['/', '-']) {
            continue;
        }
        let can_be = |order| numeric(day, Some(order)).is_some();
        days |= can_be(DayOrder::Day) && !can_be(DayOrder::Month);
        months |= can_be(DayOrder::Month) && !can_be(DayOrder::Day);
    }
    match (days, months) {
        (true, false) => Some(DayOrder::Day),
        (false, true) => Some(DayOrder::Month),
        _ => None,
    }
}

/// [`date`] where it is known what comes first in `12/03/2006`.
pub(crate) fn date_in(text: &str, order: Option<DayOrder>) -> Option<String> {
    let text = plain_digits(text);
    let text = crate::number::without_notes(text.trim());
    // In bytes; a longer text is prose.
    const LONGEST: usize = 100;
    if text.len() > LONGEST || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    iso(text)
        .or_else(|| day_alone(text, order))
        .or_else(|| text.contains(':').then(|| with_time(text, order))?)
}

/// Reads a day without a time.
fn day_alone(text: &str, order: Option<DayOrder>) -> Option<String> {
    with_month_name(text).or_else(|| numeric(text, order)).or_else(|| with_units(text)).or_else(|| iso(text))
}

/// Reads `2006-03-12`, perhaps with a time after it, which is kept as written.
fn iso(text: &str) -> Option<String> {
    let day = text.get(..10)?;
    let (year, rest) = day.split_once('-')?;
    let (month, number) = rest.split_once('-')?;
    let written = year.len() == 4 && month.len() == 2 && number.len() == 2;
    let day = day_of(digits(year)?, digits(month)?, digits(number)?).filter(|_| written)?;
    let time = &text[10..];
    if time.is_empty() {
        return Some(day);
    }
    let time = time.strip_prefix(['T', 't', ' '])?;
    is_time(time).then(|| format!("{day}T{}", time.replace(' ', "")))
}

/// Whether a text is hours and minutes, perhaps with seconds and a fraction, perhaps with an offset from UTC.
fn is_time(text: &str) -> bool {
    let end = text.find(['Z', 'z', '+', '-', ' ']).unwrap_or(text.len());
    let (clock, offset) = (&text[..end], text[end..].trim_start());
    let mut parts = clock.split(':');
    let two = |part: Option<&str>, most: u32| {
        part.is_some_and(|p| p.len() == 2 && digits(p).is_some_and(|n| n <= most))
    };
    let minutes = two(parts.next(), 24) && two(parts.next(), 59);
    let seconds = parts.next().is_none_or(|s| {
        let (whole, fraction) = s.split_once('.').unwrap_or((s, "0"));
        two(Some(whole), 60) && fraction.bytes().all(|b| b.is_ascii_digit())
    });
    let offset = match offset.strip_prefix(['+', '-']) {
        Some(hours) => {
            let hours: String = hours.chars().filter(|c| *c != ':').collect();
            matches!(hours.len(), 2 | 4) && digits(&hours).is_some()
        }
        None => matches!(offset, "" | "Z" | "z"),
    };
    minutes && seconds && offset && parts.next().is_none()
}

/// Reads a day, the name of a month and a year in any of the usual orders; a weekday at the beginning or the end is ignored.
fn with_month_name(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '/' | '(' | ')'))
        .filter(|word| !word.is_empty() && !is_particle(word))
        // One more than a weekday and a day, so that prose is seen not to be a date.
        .take(5)
        .collect();
    let words = match words.as_slice() {
        [weekday, rest @ ..] if rest.len() == 3 && is_word(weekday) && month_number(weekday).is_none() => {
            rest
        }
        [rest @ .., weekday] if rest.len() == 3 && is_word(weekday) => rest,
        all => all,
    };
    let bare = |word: &'_ str| word.trim_end_matches('.').to_owned();
    let &[a, b, c] = words else { return None };
    let (first, second, third) = (bare(a), bare(b), bare(c));
    let (day, month, year) = if is_year(&third) {
        match month_of(&second, a) {
            Some(month) => (first, month, third),
            None => (second, month_of(&first, b)?, third),
        }
    } else {
        (third, month_of(&second, c)?, first)
    };
    let thai = words.iter().any(|word| is_thai(word));
    let year = digits(&year).filter(|_| is_year(&year))?;
    // The Buddhist era is 543 years ahead.
    let year = if thai && year > 2400 { year - 543 } else { year };
    day_of(year, month, ordinal(&day)?)
}

/// The number of a month. `listopada` is October in Croatian, which writes a point after the day, and November in Polish, which
/// does not. Vietnamese months are numbers behind a word.
fn month_of(word: &str, day: &str) -> Option<u32> {
    if word.eq_ignore_ascii_case("listopada") {
        return Some(if day.ends_with('.') { 10 } else { 11 });
    }
    month_number(word)
}

/// Words that stand in dates of some language and say nothing.
fn is_particle(word: &str) -> bool {
    const PARTICLES: [&str; 21] = [
        "of", "de", "del", "the", "den", "le", "el", "il", "di", "dnia", "m.", "d.", "r.", "gada", "г.",
        "года", "р.", "року", "г", "พ.ศ.", "on",
    ];
    word.len() <= 12 && PARTICLES.iter().any(|particle| particle.eq_ignore_ascii_case(word))
}

fn is_word(text: &str) -> bool {
    text.trim_end_matches('.').chars().all(char::is_alphabetic)
}

/// Reads `2006年3月12日`, `2006년 3월 12일` and `12 tháng 3, 2006`; a weekday behind them is ignored.
fn with_units(text: &str) -> Option<String> {
    if let Some((day, rest)) = text.split_once(" tháng ").or_else(|| text.split_once(" Tháng ")) {
        let mut parts = rest.split([',', ' ']).filter(|part| !part.is_empty() && *part != "năm");
        let (month, year) = (parts.next()?, parts.next()?);
        return day_of(
            digits(year).filter(|_| is_year(year))?,
            digits(month)?,
            digits(day.trim_start_matches("ngày "))?,
        );
    }
    let (year, rest) = text.split_once(['年', '년'])?;
    let (month, rest) = rest.split_once(['月', '월'])?;
    let (day, behind) = rest.split_once(['日', '일', '号', '號'])?;
    let weekday = behind.trim().trim_matches(['(', ')']);
    let plain = weekday.chars().count() <= 3 && weekday.chars().all(char::is_alphabetic);
    day_of(digits(year.trim())?, digits(month.trim())?, digits(day.trim())?)
        .filter(|_| plain && is_year(year.trim()))
}

/// Reads a day with its time in words of people: `12 March 2006, 10:30 pm CET`, `25/03/2006 at 14:05`,
/// `Tue Mar 12 10:30:00 +0000 2024`.
fn with_time(text: &str, order: Option<DayOrder>) -> Option<String> {
    let mut time: Option<String> = None;
    let mut zone = String::new();
    let mut left: Vec<&str> = Vec::new();
    // Words of a date, a time and a zone; more is prose.
    const MOST: usize = 12;
    let mut words = text.split_whitespace().take(MOST + 1).peekable();
    let mut count = 0;
    while let Some(word) = words.next() {
        count += 1;
        let bare = word.trim_matches(|c| matches!(c, ',' | ';' | '·' | '|' | '(' | ')' | '@' | '–' | '-'));
        if bare.is_empty() && word != "-" {
            continue;
        }
        if time.is_none()
            && let Some((clock, behind)) = clock(bare)
        {
            let next = words.peek().and_then(|word| half_of_day(word));
            if behind.is_none() && next.is_some() {
                words.next();
                count += 1;
            }
            let half = behind.or(next);
            time = Some(on_24_hours(&clock, half)?);
            continue;
        }
        match zone_of(bare) {
            Some(offset) if time.is_some() && zone.is_empty() => zone = offset,
            _ if is_time_word(bare) => {}
            _ => left.push(word),
        }
    }
    let time = time.filter(|_| count <= MOST)?;
    let rest = left.join(" ");
    let rest =
        rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '·' | '|' | '-' | '–'));
    let day = day_alone(rest, order)?;
    Some(format!("{day}T{time}{zone}"))
}

/// Words between a day and its time.
fn is_time_word(word: &str) -> bool {
    const WORDS: [&str; 14] =
        ["at", "um", "uhr", "kl", "kl.", "à", "om", "alle", "ore", "às", "klo", "w", "u", "в"];
    WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The two halves of the day.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
}

fn half_of_day(word: &str) -> Option<Half> {
    let word = word.trim_matches([',', ')']);
    let is = |half: &str| word.chars().filter(|c| *c != '.').flat_map(char::to_lowercase).eq(half.chars());
    if is("am") {
        Some(Half::Morning)
    } else if is("pm") {
        Some(Half::Afternoon)
    } else {
        None
    }
}

/// A clock time at the beginning of a word, and the half of the day where that is written without a space: `10:30`, `10:30:15`,
/// `10:30pm`.
fn clock(word: &str) -> Option<(String, Option<Half>)> {
    let end = word.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(word.len());
    let (digits_part, behind) = word.split_at(end);
    let half = if behind.is_empty() { None } else { Some(half_of_day(behind)?) };
    let mut parts = digits_part.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next());
    let fits = |part: &str, most: u32| part.len() == 2 && digits(part).is_some_and(|n| n <= most);
    let plausible = (1..=2).contains(&hours.len())
        && digits(hours).is_some_and(|hours| hours <= 24)
        && fits(minutes, 59)
        && seconds.is_none_or(|seconds| fits(seconds, 60))
        && parts.next().is_none();
    plausible.then(|| (digits_part.to_owned(), half))
}

/// A clock time with two digits an hour, counted from midnight.
fn on_24_hours(clock: &str, half: Option<Half>) -> Option<String> {
    let (hours, rest) = clock.split_once(':')?;
    let hours = digits(hours)?;
    let hours = match half {
        None => hours,
        Some(_) if !(1..=12).contains(&hours) => return None,
        Some(Half::Morning) => hours % 12,
        Some(Half::Afternoon) => hours % 12 + 12,
    };
    Some(format!("{hours:02}:{rest}"))
}

/// A time zone by its offset or its abbreviation. Those that mean several zones, such as IST, are known as words but give none.
fn zone_of(word: &str) -> Option<String> {
    const ZONES: [(&str, i64); 30] = [
        ("Z", 0),
        ("UTC", 0),
        ("GMT", 0),
        ("WET", 0),
        ("WEST", 60),
        ("CET", 60),
        ("MEZ", 60),
        ("CEST", 120),
        ("MESZ", 120),
        ("EET", 120),
        ("EEST", 180),
        ("MSK", 180),
        ("EST", -300),
        ("EDT", -240),
        ("CST", -360),
        ("CDT", -300),
        ("MST", -420),
        ("MDT", -360),
        ("PST", -480),
        ("PDT", -420),
        ("AKST", -540),
        ("HST", -600),
        ("JST", 540),
        ("KST", 540),
        ("HKT", 480),
        ("SGT", 480),
        ("AEST", 600),
        ("AEDT", 660),
        ("NZST", 720),
        ("NZDT", 780),
    ];
    const UNCLEAR: [&str; 5] = ["IST", "BST", "AST", "ET", "PT"];
    if let Some((_, minutes)) = ZONES.iter().find(|(name, _)| *name == word) {
        return Some(written_zone(*minutes));
    }
    if UNCLEAR.contains(&word) {
        return Some(String::new());
    }
    let offset = word.strip_prefix("UTC").or(word.strip_prefix("GMT")).unwrap_or(word);
    let hours = offset.strip_prefix(['+', '-'])?;
    let plain: String = hours.chars().filter(|c| *c != ':').collect();
    let (h, m) = match plain.len() {
        1 | 2 => (digits(&plain)?, 0),
        4 => (digits(&plain[..2])?, digits(&plain[2..])?),
        _ => return None,
    };
    let minutes = i64::from(h * 60 + m);
    (h <= 14 && m < 60).then(|| written_zone(if offset.starts_with('-') { -minutes } else { minutes }))
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && digits(word).is_some()
}

/// Reads `12th`, `1er`, `3º` and plain numbers.
fn ordinal(text: &str) -> Option<u32> {
    let number = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let suffix = &text[number.len()..];
    matches!(suffix, "" | "st" | "nd" | "rd" | "th" | "er" | "re" | "e" | "ème" | "º" | "°" | "ª")
        .then(|| digits(number))
        .flatten()
}

/// Reads `12.3.2006` as most of Europe writes it, `2006/03/12`, and `25/03/2006` where only one reading is a day.
fn numeric(text: &str, order: Option<DayOrder>) -> Option<String> {
    // Korea and the Balkans end a date with a point.
    let text = text.strip_suffix('.').unwrap_or(text);
    let mark = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '.' | '/' | '-'))?;
    let parts: Vec<&str> = text.split(mark).map(str::trim).take(4).collect();
    let &[a, b, c] = parts.as_slice() else { return None };
    let (x, y, z) = (digits(a)?, digits(b)?, digits(c)?);
    // `8/25/16` is of this century, `8/25/98` of the last one.
    let short = mark == '/' && (1..=2).contains(&a.len()) && (1..=2).contains(&b.len()) && c.len() == 2;
    let (z, length) = if short { (z + if z < LAST_CENTURY { 2000 } else { 1900 }, 4) } else { (z, c.len()) };
    match (a.len(), length, mark) {
        (4, 1..=2, _) => day_of(x, y, z),
        (1..=2, 4, '.') => day_of(z, y, x),
        (1..=2, 4, _) => match (day_of(z, y, x), day_of(z, x, y)) {
            (day, _) if order == Some(DayOrder::Day) => day,
            (_, day) if order == Some(DayOrder::Month) => day,
            (Some(day), None) | (None, Some(day)) => Some(day),
            (Some(one), Some(other)) => (one == other).then_some(one),
            (None, None) => None,
        },
        _ => None,
    }
}

/// From this year on a year of two digits is one of the last century.
const LAST_CENTURY: u32 = 69;

fn digits(text: &str) -> Option<u32> {
    let plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// The day in ISO 8601, if the calendar has it.
fn day_of(year: u32, month: u32, day: u32) -> Option<String> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days).contains(&day).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_in_the_usual_orders() {
        for text in [
            "2006-03-12", "12 March 2006", "12th of March, 2006", "March 12, 2006", "Mar. 12, 2006",
            "Sunday, 12 March 2006", "Sunday, March 12, 2006", "12-Mar-2006", "2006 March 12",
            "12. März 2006", "12 de marzo de 2006", "12.03.2006", "12.3.2006", "2006/03/12",
            "12 March 2006[3]",
        ] {
            assert_eq!(date(text).as_deref(), Some("2006-03-12"), "{text}");
        }
    }

    #[test]
    fn days_are_read_in_the_languages_of_the_world() {
        for text in [
            "12 mars 2006",
            "12. marts 2006",
            "12 mars 2006",
            "12. maaliskuuta 2006",
            "2006. március 12.",
            "12 marca 2006",
            "12. března 2006",
            "12. ožujka 2006.",
            "12 марта 2006 г.",
            "12 березня 2006 р.",
            "12 март 2006",
            "12. марта 2006",
            "12 martie 2006",
            "12 Mart 2006",
            "12 Μαρτίου 2006",
            "2006 m. kovo 12 d.",
            "12. märts 2006",
            "12 Maret 2006",
            "12 Mac 2006",
            "12 de març de 2006",
            "12 مارس 2006",
            "١٢ مارس ٢٠٠٦",
            "12 במרץ 2006",
            "12 मार्च 2006",
            "१२ मार्च २००६",
            "১২ মার্চ ২০০৬",
            "12 มีนาคม 2549",
            "2006年3月12日",
            "2006年3月12日(日)",
            "2006년 3월 12일",
            "2006. 3. 12.",
            "12 tháng 3, 2006",
            "２００６年３月１２日",
            "12 March 2006 (Sunday)",
            "le 12 mars 2006",
            "den 12. marts 2006",
            "Sun, 12 Mar 2006",
        ] {
            assert_eq!(date(text).as_deref(), Some("2006-03-12"), "{text}");
        }
        assert_eq!(date("11 listopada 2006").as_deref(), Some("2006-11-11"), "Polish");
        assert_eq!(date("11. listopada 2006.").as_deref(), Some("2006-10-11"), "Croatian");
        assert_eq!(date("11. listopadu 2006").as_deref(), Some("2006-11-11"), "Czech");
        assert_eq!(date("1 d'abril de 2006").as_deref(), Some("2006-04-01"), "Catalan");
    }

    #[test]
    fn moments_of_people_have_a_time_and_where_they_say_it_a_zone() {
        for (text, moment) in [
            ("12 March 2006, 10:30 pm", "2006-03-12T22:30"),
            ("March 12, 2006 at 12:05 a.m. EST", "2006-03-12T00:05-05:00"),
            ("Mar 12, 2006 10:30AM", "2006-03-12T10:30"),
            ("Sun, 12 Mar 2006 10:30:15 GMT", "2006-03-12T10:30:15Z"),
            ("Sun, 12 Mar 2006 10:30:15 +0100", "2006-03-12T10:30:15+01:00"),
            ("Sun Mar 12 10:30:15 +0000 2006", "2006-03-12T10:30:15Z"),
            ("12.03.2006 10:30 Uhr", "2006-03-12T10:30"),
            ("12.03.2006, 10:30 MEZ", "2006-03-12T10:30+01:00"),
            ("25/03/2006 14:05", "2006-03-25T14:05"),
            ("10:30, 12 March 2006 (UTC)", "2006-03-12T10:30Z"),
            ("10:30 AM · Mar 12, 2006", "2006-03-12T10:30"),
            ("12 mars 2006 à 9:05", "2006-03-12T09:05"),
            ("2006年3月12日 10:30", "2006-03-12T10:30"),
            ("March 12, 2006 10:30 IST", "2006-03-12T10:30"),
            ("12 March 2006 10:30 GMT+2", "2006-03-12T10:30+02:00"),
        ] {
            assert_eq!(date(text).as_deref(), Some(moment), "{text}");
        }
        for text in [
            "12 March 2006 25:30",
            "12 March 2006 13:30 pm",
            "10:30",
            "10:30 pm",
            "March 10:30",
            "12:34:56",
            "score 3:2 on 12 March 2006 and more",
            "12/03/2006 10:30",
            "5 in 2006",
            "May 5 2006 was a day",
            "Section A 12 March 2006",
            "1-2-3",
            "3月12日",
            "2006年",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn a_moment_keeps_its_time() {
        assert_eq!(date("2006-03-12T10:30:00Z").as_deref(), Some("2006-03-12T10:30:00Z"));
        assert_eq!(date("2006-03-12 10:30").as_deref(), Some("2006-03-12T10:30"));
        assert_eq!(date("2006-03-12T10:30:00.5+01:00").as_deref(), Some("2006-03-12T10:30:00.5+01:00"));
    }

    #[test]
    fn a_day_and_month_that_could_change_places_are_not_guessed() {
        assert_eq!(date("12/03/2006"), None);
        assert_eq!(date("25/03/2006").as_deref(), Some("2006-03-25"));
        // Two digits of a year are read where day and month are clear.
        assert_eq!(date("8/25/16").as_deref(), Some("2016-08-25"));
        assert_eq!(date("25/8/98").as_deref(), Some("1998-08-25"));
        assert_eq!(date("8/2/16"), None);
        assert!(crate::tells_when("8/2/16 11:00 AM") && !crate::tells_when("8/42/16"));
        assert_eq!(date("03/25/2006").as_deref(), Some("2006-03-25"));
        assert_eq!(date("03/03/2006").as_deref(), Some("2006-03-03"));
    }

    #[test]
    fn days_that_the_calendar_lacks_are_none() {
        for text in
            ["2006-02-29", "31 April 2006", "2006-13-01", "0 March 2006", "2006", "March 2006", "may be 2006"]
        {
            assert_eq!(date(text), None, "{text}");
        }
        assert_eq!(date("29 February 2000").as_deref(), Some("2000-02-29"));
    }
}
