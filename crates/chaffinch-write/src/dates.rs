//! Days and moments as ISO 8601 writes them.

/// A day, perhaps with a time and a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant {
    pub(crate) year: i32,
    pub(crate) month: u32,
    pub(crate) day: u32,
    /// Milliseconds since midnight, where there is a time.
    pub(crate) time: Option<i64>,
    /// Minutes east of Greenwich, where there is a zone.
    pub(crate) zone: Option<i64>,
}

impl Instant {
    /// Reads `2006-03-12`, `2006-03-12T10:30` and `2006-03-12T10:30:00.5+01:00`.
    pub(crate) fn of(text: &str) -> Option<Instant> {
        let (year, month, day) = (text.get(..4)?, text.get(5..7)?, text.get(8..10)?);
        let written = text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
        let (year, month, day): (i32, u32, u32) =
            (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
        if !written || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        let (time, zone) = match text.get(10..)? {
            "" => (None, None),
            rest => {
                let rest = rest.strip_prefix('T')?;
                let end = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
                (Some(time(&rest[..end])?), zone(&rest[end..])?)
            }
        };
        Some(Instant { year, month, day, time, zone })
    }

    /// Days since the first of January 1970, after Howard Hinnant's `days_from_civil`.
    pub(crate) fn days(&self) -> i64 {
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((i64::from(self.month) + 9) % 12) + 2) / 5 + i64::from(self.day) - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// Milliseconds since then; in Greenwich, where the zone is known.
    pub(crate) fn milliseconds(&self) -> Option<i64> {
        Some(self.days() * 86_400_000 + self.time? - self.zone.unwrap_or(0) * 60_000)
    }
}

fn time(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let hours: f64 = parts.next()?.parse().ok()?;
    let minutes: f64 = parts.next()?.parse().ok()?;
    let seconds: f64 = parts.next().map_or(Some(0.0), |seconds| seconds.parse().ok())?;
    let plausible =
        (0.0..=24.0).contains(&hours) && (0.0..60.0).contains(&minutes) && (0.0..=61.0).contains(&seconds);
    plausible.then_some(((hours * 3600.0 + minutes * 60.0 + seconds) * 1000.0).round() as i64)
}

fn zone(text: &str) -> Option<Option<i64>> {
    if text.is_empty() {
        return Some(None);
    }
    if text.eq_ignore_ascii_case("z") {
        return Some(Some(0));
    }
    let digits: String = text.chars().skip(1).filter(|c| *c != ':').collect();
    let hours: i64 = digits.get(..2)?.parse().ok()?;
    let minutes: i64 =
        digits.get(2..).filter(|rest| !rest.is_empty()).map_or(Some(0), |rest| rest.parse().ok())?;
    let east = hours * 60 + minutes;
    Some(Some(if text.starts_with('-') { -east } else { east }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_counted_from_1970() {
        let days = |text| Instant::of(text).map(|instant| instant.days());
        assert_eq!(days("1970-01-01"), Some(0));
        assert_eq!(days("2000-02-29"), Some(11_016));
        assert_eq!(days("1969-12-31"), Some(-1));
        let moment = |text| Instant::of(text).and_then(|instant| instant.milliseconds());
        assert_eq!(moment("1970-01-01T01:00"), Some(3_600_000));
        assert_eq!(moment("1970-01-01T01:00:00.5+01:00"), Some(500));
        assert_eq!(moment("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(moment("1970-01-01"), None);
        for text in ["2006", "2006-03", "2006-13-01", "2006-03-12 10:30", "2006-03-12T", "é006-03-12", ""] {
            assert_eq!(days(text), None, "{text}");
        }
    }
}
