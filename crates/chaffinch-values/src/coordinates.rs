use crate::digits::plain_digits;

/// Reads a place on the earth, and returns latitude and longitude in degrees: `48.2082, 16.3738`, `48.2082° N, 16.3738° E`,
/// `48°12′30″N 16°22′23″E`.
///
/// Two numbers alone are a place only with at least three decimal places each.
///
/// ```
/// assert_eq!(chaffinch_values::coordinates("48°12′30″N 16°22′23″E").as_deref(), Some("48.20833,16.37306"));
/// assert_eq!(chaffinch_values::coordinates("48.2, 16.4"), None);
/// ```
pub fn coordinates(text: &str) -> Option<String> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 60;
    if text.len() > LONGEST || !text.contains(['.', '°', 'N', 'S']) {
        return None;
    }
    let text = plain_digits(text);
    let text = text.trim().strip_prefix("geo:").unwrap_or(text.trim());
    let text = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let cut = text.find(['N', 'S', 'n', 's']).map(|at| at + 1).filter(|at| *at < text.len());
    let (front, behind) = match text.split_once([',', ';', '/']) {
        Some(halves) => halves,
        None => text.split_at(cut.or_else(|| text.find(' '))?),
    };
    let (latitude, by_letter) = angle(front, 'N', 'S')?;
    let (longitude, also) = angle(behind.trim_start_matches([',', ';', ' ']), 'E', 'W')?;
    let plausible = latitude.abs() <= 90.0 && longitude.abs() <= 180.0 && by_letter == also;
    plausible.then(|| format!("{},{}", written(latitude), written(longitude)))
}

/// To about a metre.
fn written(degrees: f64) -> f64 {
    (degrees * 1e5).round() / 1e5
}

/// Degrees, perhaps with minutes and seconds, and whether a letter says on which side they are counted.
fn angle(text: &str, positive: char, negative: char) -> Option<(f64, bool)> {
    let text = text.trim();
    let last = text.chars().next_back()?.to_ascii_uppercase();
    let by_letter = last == positive || last == negative || (positive == 'E' && matches!(last, 'O'));
    let bare = if by_letter { text[..text.len() - 1].trim_end() } else { text };
    let mut parts =
        bare.split(['°', '′', '\'', '″', '"', '’', '”', ' ']).map(str::trim).filter(|part| !part.is_empty());
    let first = parts.next()?;
    let places = first.split_once('.').map_or(0, |(_, places)| places.len());
    let (unsigned, sign) = match first.strip_prefix(['-', '−']) {
        Some(rest) => (rest, -1.0),
        None => (first, 1.0),
    };
    let number = |part: &str| -> Option<f64> {
        let plain = part.bytes().all(|b| b.is_ascii_digit() || b == b'.')
            && part.starts_with(|c: char| c.is_ascii_digit());
        plain.then(|| part.parse().ok()).flatten()
    };
    let mut degrees = number(unsigned)?;
    let mut divisor = 60.0;
    let mut sixtieths = 0;
    for part in parts {
        let value = number(part).filter(|value| *value < 60.0)?;
        degrees += value / divisor;
        divisor *= 60.0;
        sixtieths += 1;
    }
    // Nine places are a micrometre's; more are no measurement.
    let exact = sixtieths > 0 || (3..=15).contains(&places);
    let marked = by_letter && (text.contains('°') || places > 0);
    let side = if last == negative && by_letter { -1.0 } else { 1.0 };
    (sixtieths <= 2 && (marked || (exact && !by_letter && sixtieths == 0)))
        .then_some((sign * side * degrees, by_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_in_degrees() {
        for (text, place) in [
            ("48.2082, 16.3738", "48.2082,16.3738"),
            ("48.2082,16.3738", "48.2082,16.3738"),
            ("-33.86785 151.20732", "-33.86785,151.20732"),
            ("(48.2082, 16.3738)", "48.2082,16.3738"),
            ("geo:48.2082,16.3738", "48.2082,16.3738"),
            ("48.2082° N, 16.3738° E", "48.2082,16.3738"),
            ("33.8679° S, 151.2073° E", "-33.8679,151.2073"),
            ("40.7128° N 74.006° W", "40.7128,-74.006"),
            ("48°12′30″N 16°22′23″E", "48.20833,16.37306"),
            ("48° 12' 30\" N, 16° 22' 23\" E", "48.20833,16.37306"),
            ("48°12′N 16°22′E", "48.2,16.36667"),
        ] {
            assert_eq!(coordinates(text).as_deref(), Some(place), "{text}");
        }
    }

    #[test]
    fn prices_sizes_and_numbers_are_no_places() {
        for text in [
            "48.2, 16.4", "3.14", "1.234, 2", "95.1234, 16.3738", "48.2082, 190.3738", "12.50, 13.50",
            "1,234.567", "20°", "N", "S, 5", "90 S", "5 S, 3 W", "4.5.6, 7.8.9", "48.2082° N, 16.3738", "",
            ",", "1.234.567,890",
        ] {
            assert_eq!(coordinates(text), None, "{text}");
        }
    }
}
