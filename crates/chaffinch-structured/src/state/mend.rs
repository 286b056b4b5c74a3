//! Values that programs write otherwise than people read them.

use super::shown::ShownValues;
use crate::item::Literal;
use chaffinch_values::is_address;

/// Whether a text can be a value of the property `name`.
pub(super) fn fits(name: &str, text: &str) -> bool {
    let has_digit = || text.bytes().any(|byte| byte.is_ascii_digit());
    match name {
        // Beside the address of a picture often stands what it shows, or its number.
        "image" => is_address(text) || text.contains('/') && !text.contains(' '),
        "url" => !text.contains(' '),
        "price" | "listPrice" | "unitPrice" | "rating" | "reviewCount" | "ratingCount" => has_digit(),
        "datePublished" | "dateModified" | "dateCreated" | "datePosted" | "startDate" | "endDate" => {
            has_digit()
        }
        _ => true,
    }
}

/// Writes a price in hundredths as the page shows it, and a moment that is counted in seconds or milliseconds as a day and a time.
pub(super) fn mend(name: &str, literal: &mut Literal, shown: &ShownValues) {
    let text = literal.text.as_str();
    if !(3..=13).contains(&text.len()) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return;
    }
    let Ok(number) = text.parse::<i64>() else { return };
    match name {
        "price" | "listPrice" | "unitPrice" if shown.shows_hundredths(number) => {
            literal.text = format!("{}.{:02}", number / 100, number % 100);
        }
        _ if name.starts_with("date") || name.ends_with("Date") => match text.len() {
            10 => literal.text = moment(number),
            13 => literal.text = moment(number / 1000),
            _ => {}
        },
        _ => {}
    }
}

/// Seconds since 1970 in ISO 8601, in UTC.
fn moment(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Howard Hinnant's `civil_from_days`: years that begin in March, in eras of 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_days_and_times() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(moment(1_765_800_014), "2025-12-15T12:00:14Z");
    }

    #[test]
    fn what_a_picture_shows_is_not_its_address() {
        assert!(fits("image", "//cdn.example/a.jpg") && fits("image", "img/a"));
        assert!(!fits("image", "a white mug / front") && !fits("image", "1TDRcX_17E4"));
        assert!(!fits("price", "on request") && fits("price", "12"));
    }
}
