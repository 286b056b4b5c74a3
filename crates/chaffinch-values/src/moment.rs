/// A day, perhaps with its time and zone: what a page was written or fetched on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moment {
    /// Days since the first of January 1970.
    day: i64,
    /// Minutes since midnight, where the time is known.
    minute: Option<i64>,
    /// Minutes east of Greenwich, where the zone is known.
    zone: Option<i64>,
}

impl Moment {
    /// Reads a day or a moment in any of the forms of [`date`](crate::date).
    ///
    /// ```
    /// use chaffinch_values::{Moment, Reader};
    /// let reader = Reader { page_date: Moment::of("2024-03-12"), ..Reader::default() };
    /// let read = reader.read("3 days ago").unwrap();
    /// assert_eq!(read.value, chaffinch_core::Value::Text("2024-03-09".into()));
    /// ```
    pub fn of(text: &str) -> Option<Moment> {
        let iso = crate::date(text)?;
        let (day, time) = iso.split_once('T').map_or((iso.as_str(), None), |(day, time)| (day, Some(time)));
        let mut parts = day.split('-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let clock = time.and_then(|time| time.get(..5)?.split_once(':'));
        let minute = clock.and_then(|(h, m)| Some(h.parse::<i64>().ok()? * 60 + m.parse::<i64>().ok()?));
        let zone = time.and_then(|time| zone_minutes(time.get(5..)?));
        Some(Moment { day: days_from_civil(year, month, day), minute, zone })
    }

    /// The day so many days later.
    pub(crate) fn plus_days(self, days: i64) -> String {
        let (year, month, day) = civil_from_days(self.day + days);
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// The month so many months later.
    pub(crate) fn plus_months(self, months: i64) -> String {
        let (year, month, _) = civil_from_days(self.day);
        let months = year * 12 + month - 1 + months;
        format!("{:04}-{:02}", months.div_euclid(12), months.rem_euclid(12) + 1)
    }

    /// The year so many years later.
    pub(crate) fn plus_years(self, years: i64) -> String {
        format!("{:04}", civil_from_days(self.day).0 + years)
    }

    /// The moment so many minutes later, where the time is known.
    pub(crate) fn plus_minutes(self, minutes: i64) -> Option<String> {
        let minute = self.minute? + minutes;
        let day = self.plus_days(minute.div_euclid(1440));
        let minute = minute.rem_euclid(1440);
        let zone = self.zone.map_or(String::new(), written_zone);
        Some(format!("{day}T{:02}:{:02}{zone}", minute / 60, minute % 60))
    }
}

/// A zone as ISO 8601 writes it.
pub(crate) fn written_zone(minutes: i64) -> String {
    match minutes {
        0 => "Z".to_owned(),
        _ => {
            let sign = if minutes < 0 { '-' } else { '+' };
            format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
        }
    }
}

/// The zone at the end of a time.
fn zone_minutes(time: &str) -> Option<i64> {
    if time.ends_with(['Z', 'z']) {
        return Some(0);
    }
    let at = time.rfind(['+', '-'])?;
    let digits: String = time[at + 1..].chars().filter(char::is_ascii_digit).collect();
    let hours: i64 = digits.get(..2)?.parse().ok()?;
    let minutes: i64 = digits.get(2..4).map_or(Some(0), |m| m.parse().ok())?;
    let east = hours * 60 + minutes;
    Some(if time.as_bytes()[at] == b'-' { -east } else { east })
}

/// Days since 1970-01-01 of a day of the Gregorian calendar, after Howard Hinnant's `days_from_civil`.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The inverse of [`days_from_civil`].
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        for (year, month, day, number) in
            [(1970, 1, 1, 0), (2000, 2, 29, 11_016), (2024, 3, 1, 19_783), (1969, 12, 31, -1)]
        {
            assert_eq!(days_from_civil(year, month, day), number);
            assert_eq!(civil_from_days(number), (year, month, day));
        }
        for number in (-800_000..800_000).step_by(97) {
            let (year, month, day) = civil_from_days(number);
            assert_eq!(days_from_civil(year, month, day), number);
        }
    }
}
