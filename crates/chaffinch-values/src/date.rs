/// Reads a day or a moment, and writes it in ISO 8601: `2006-03-12`, `12 March 2006`, `Mar. 12, 2006`,
/// `12.03.2006`, `2006-03-12T10:30:00Z`.
///
/// `12/03/2006` may be the 12th of March or the 3rd of December and is not read; `25/03/2006` is only possible in one way.
///
/// ```
/// assert_eq!(chaffinch_values::date("12th March, 2006").as_deref(), Some("2006-03-12"));
/// assert_eq!(chaffinch_values::date("12/03/2006"), None);
/// ```
pub fn date(text: &str) -> Option<String> {
    let text = crate::number::without_notes(text.trim());
    iso(text).or_else(|| with_month_name(text)).or_else(|| numeric(text))
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

/// Reads a day, the name of a month and a year in any of the usual orders; a weekday at the beginning is ignored.
fn with_month_name(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '/'))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| !word.is_empty() && !matches!(*word, "of" | "de" | "the"))
        .take(5)
        .collect();
    let words = match words.as_slice() {
        [weekday, rest @ ..] if rest.len() == 3 && weekday.chars().all(char::is_alphabetic) => rest,
        all => all,
    };
    let (day, month, year) = match words {
        [day, month, year] if month_number(month).is_some() && is_year(year) => (day, month, year),
        [year, month, day] if month_number(month).is_some() => (day, month, year),
        [month, day, year] => (month_number(month).map(|_| day)?, month, year),
        _ => return None,
    };
    if !is_year(year) {
        return None;
    }
    day_of(digits(year)?, month_number(month)?, ordinal(day)?)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && digits(word).is_some()
}

/// Reads `12th`, `1er`, `3º` and plain numbers.
fn ordinal(text: &str) -> Option<u32> {
    let number = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let suffix = &text[number.len()..];
    matches!(suffix, "" | "st" | "nd" | "rd" | "th" | "er" | "º" | "°").then(|| digits(number)).flatten()
}

/// Reads `12.3.2006` as most of Europe writes it, `2006/03/12`, and `25/03/2006` where only one reading is a day.
fn numeric(text: &str) -> Option<String> {
    let mark = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '.' | '/' | '-'))?;
    let parts: Vec<&str> = text.split(mark).map(str::trim).take(4).collect();
    let &[a, b, c] = parts.as_slice() else { return None };
    let (x, y, z) = (digits(a)?, digits(b)?, digits(c)?);
    match (a.len(), c.len(), mark) {
        (4, 1..=2, _) => day_of(x, y, z),
        (1..=2, 4, '.') => day_of(z, y, x),
        (1..=2, 4, _) => match (day_of(z, y, x), day_of(z, x, y)) {
            (Some(day), None) | (None, Some(day)) => Some(day),
            (Some(one), Some(other)) => (one == other).then_some(one),
            (None, None) => None,
        },
        _ => None,
    }
}

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

/// The number of a month by its name or abbreviation in English, German, French, Spanish, Italian, Portuguese or Dutch.
fn month_number(word: &str) -> Option<u32> {
    const NAMES: [&[&str]; 12] = [
        &[
            "january", "jan", "januar", "jänner", "janvier", "janv", "enero", "ene", "gennaio", "gen",
            "janeiro", "januari",
        ],
        &[
            "february", "feb", "februar", "février", "févr", "febrero", "febbraio", "fevereiro", "fev",
            "februari",
        ],
        &["march", "mar", "märz", "mär", "mars", "marzo", "março", "maart", "mrt"],
        &["april", "apr", "avril", "avr", "abril", "abr", "aprile"],
        &["may", "mai", "mayo", "maggio", "mag", "maio", "mei"],
        &["june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho"],
        &["july", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho"],
        &["august", "aug", "août", "agosto", "ago", "augustus"],
        &["september", "sep", "sept", "septembre", "septiembre", "settembre", "set", "setembro"],
        &["october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out"],
        &["november", "nov", "novembre", "noviembre", "novembro"],
        &[
            "december", "dec", "dezember", "dez", "décembre", "déc", "diciembre", "dic", "dicembre",
            "dezembro",
        ],
    ];
    let word = word.to_lowercase();
    NAMES.iter().zip(1..).find(|(names, _)| names.contains(&word.as_str())).map(|(_, number)| number)
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
    fn a_moment_keeps_its_time() {
        assert_eq!(date("2006-03-12T10:30:00Z").as_deref(), Some("2006-03-12T10:30:00Z"));
        assert_eq!(date("2006-03-12 10:30").as_deref(), Some("2006-03-12T10:30"));
        assert_eq!(date("2006-03-12T10:30:00.5+01:00").as_deref(), Some("2006-03-12T10:30:00.5+01:00"));
    }

    #[test]
    fn a_day_and_month_that_could_change_places_are_not_guessed() {
        assert_eq!(date("12/03/2006"), None);
        assert_eq!(date("25/03/2006").as_deref(), Some("2006-03-25"));
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
