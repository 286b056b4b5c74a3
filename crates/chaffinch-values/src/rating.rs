use crate::number::{DecimalMark, Quantity, leading_number};

/// Reads a rating: `4.5 out of 5`, `4,5/5`, `★★★★☆`, `4.5 stars (12)`. The unit is its scale.
///
/// `4/5` may be a day and a month and `4 of 5` a page, so that a whole number is a rating only with the word `out` or with stars.
///
/// ```
/// use chaffinch_values::{DecimalMark, rating};
/// let read = rating("4.5 out of 5 stars", DecimalMark::Point).unwrap();
/// assert_eq!((read.value, read.unit.as_deref()), (4.5, Some("/5")));
/// assert_eq!(rating("4/5", DecimalMark::Point), None);
/// ```
pub fn rating(text: &str, mark: DecimalMark) -> Option<Quantity> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 100;
    if text.len() > LONGEST {
        return None;
    }
    let text = without_count(without_label(text.trim())).trim().trim_end_matches('.');
    glyphs(text)
        .or_else(|| on_a_scale(text, mark))
        .or_else(|| beside_a_star(text, mark))
        .or_else(|| in_the_mean(text, mark))
}

/// Whether a number can be a rating where one is asked for: `100` and `4.85` have three digits, and no scale has more.
pub fn may_be_rating(number: &str) -> bool {
    const MOST_DIGITS: usize = 3;
    number.bytes().filter(u8::is_ascii_digit).count() <= MOST_DIGITS
}

/// The text without `Rated` or `Rating:` at its beginning.
fn without_label(text: &str) -> &str {
    let (word, rest) = text.split_once(|c: char| c == ':' || c.is_whitespace()).unwrap_or(("", text));
    let is_label =
        ["rated", "rating", "bewertung", "note", "score"].iter().any(|l| word.eq_ignore_ascii_case(l));
    if is_label { rest.trim_start_matches([':', ' ']) } else { text }
}

/// The text without the number of ratings at its end: `(12)`, `(1,204 reviews)`.
fn without_count(text: &str) -> &str {
    let inner = text.strip_suffix(')').and_then(|open| open.rsplit_once('('));
    match inner {
        Some((front, count)) if count.starts_with(|c: char| c.is_ascii_digit()) => front,
        _ => text,
    }
}

/// Reads `★★★★☆` and `★★★½`. There must be at least three stars, because one or two may be an ornament, and one of them must be full:
/// some pages draw empty stars and paint full ones over them.
fn glyphs(text: &str) -> Option<Quantity> {
    const MOST: f64 = 10.0;
    let (mut full, mut half, mut empty) = (0.0, 0.0, 0.0);
    for c in text.chars() {
        match c {
            '★' | '⭐' | '✭' | '🌟' => full += 1.0,
            '½' | '⯪' | '⯨' => half += 1.0,
            '☆' | '✩' | '✰' => empty += 1.0,
            // U+FE0F asks for the coloured form of the sign before it.
            '\u{fe0f}' | ' ' => {}
            _ => return None,
        }
    }
    let all = full + half + empty;
    let scale = if all == 5.0 || all == MOST { Some(format!("/{all}")) } else { None };
    let is_rating = full > 0.0 && half <= 1.0 && (3.0..=MOST).contains(&all);
    is_rating.then_some(Quantity { value: full + half / 2.0, unit: scale })
}

/// Reads `4.5 out of 5`, `4,5/5`, `4,5 von 5 Sternen`.
fn on_a_scale(text: &str, mark: DecimalMark) -> Option<Quantity> {
    const WORDS: [&str; 7] = [" out of ", "/", " of ", " von ", " sur ", " de ", " su "];
    let (front, word, behind) =
        WORDS.iter().find_map(|word| text.split_once(word).map(|(front, behind)| (front, *word, behind)))?;
    let scale_end = behind.trim_start().find(|c: char| !c.is_ascii_digit());
    let (scale, rest) = behind.trim_start().split_at(scale_end.unwrap_or(behind.trim_start().len()));
    let stars = is_star_word(rest.trim());
    let clear = word == " out of " || stars || front.contains(['.', ',']) || scale == "100" && word == "/";
    let value = exact(front.trim(), mark)?;
    let limit: f64 = scale.parse().ok()?;
    let is_rating = matches!(scale, "5" | "6" | "10" | "20" | "100")
        && (0.0..=limit).contains(&value)
        && (rest.trim().is_empty() || stars)
        && clear;
    is_rating.then(|| Quantity { value, unit: Some(format!("/{scale}")) })
}

/// Reads `4.5 stars`, `4.5★`, `★ 4.5`, which are out of five.
fn beside_a_star(text: &str, mark: DecimalMark) -> Option<Quantity> {
    const SIGNS: [char; 3] = ['★', '⭐', '\u{fe0f}'];
    let value = match text.strip_prefix(SIGNS) {
        Some(rest) => exact(rest.trim_start_matches('\u{fe0f}').trim(), mark)?,
        None => {
            let (value, rest) = leading_number(text, mark)?;
            let rest = rest.trim();
            (is_star_word(rest) || rest.trim_end_matches(SIGNS).is_empty() && !rest.is_empty())
                .then_some(value)?
        }
    };
    (0.0..=5.0).contains(&value).then(|| Quantity { value, unit: Some("/5".into()) })
}

/// Reads `3.86 avg rating — 2,468,312 ratings`, whose scale is not said.
fn in_the_mean(text: &str, mark: DecimalMark) -> Option<Quantity> {
    let (value, rest) = leading_number(text, mark)?;
    let is_mean = ["avg rating", "average rating", "avg. rating"]
        .iter()
        .any(|words| rest.trim_start().starts_with(words));
    (is_mean && (0.0..=10.0).contains(&value)).then_some(Quantity { value, unit: None })
}

fn exact(text: &str, mark: DecimalMark) -> Option<f64> {
    leading_number(text, mark).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
}

fn is_star_word(text: &str) -> bool {
    ["star", "stars", "sterne", "sternen", "étoiles", "estrellas", "stelle", "estrelas", "sterren"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_with_their_scales() {
        for (text, value, scale) in [
            ("4.5 out of 5", 4.5, "/5"),
            ("4 out of 5 stars", 4.0, "/5"),
            ("Rated 4.5 out of 5", 4.5, "/5"),
            ("Rating: 8.7/10", 8.7, "/10"),
            ("4,5/5", 4.5, "/5"),
            ("4.0 / 5", 4.0, "/5"),
            ("4,5 von 5 Sternen", 4.5, "/5"),
            ("4/5 stars", 4.0, "/5"),
            ("3,5 sur 5", 3.5, "/5"),
            ("87/100", 87.0, "/100"),
            ("0 out of 10", 0.0, "/10"),
            ("4.5 out of 5 (1,204 reviews)", 4.5, "/5"),
            ("★★★★☆", 4.0, "/5"),
            ("★★★★★", 5.0, "/5"),
            ("★★★½☆", 3.5, "/5"),
            ("★ ★ ★ ☆ ☆ (12)", 3.0, "/5"),
            ("⭐️⭐️⭐️⭐️⭐️", 5.0, "/5"),
            ("4.5 stars", 4.5, "/5"),
            ("4.5★", 4.5, "/5"),
            ("★ 4.5", 4.5, "/5"),
        ] {
            let read = rating(text, DecimalMark::Point).map(|q| (q.value, q.unit.unwrap_or_default()));
            assert_eq!(read, Some((value, scale.to_owned())), "{text}");
        }
        let mean = rating("3.86 avg rating — 2,468,312 ratings", DecimalMark::Point);
        assert_eq!(mean, Some(Quantity { value: 3.86, unit: None }));
        let three = rating("★★★", DecimalMark::Point);
        assert_eq!(three, Some(Quantity { value: 3.0, unit: None }));
    }

    #[test]
    fn what_may_be_something_else_is_no_rating() {
        for text in [
            "4/5",
            "8/10",
            "12/10",
            "4 of 5",
            "page 4 of 5",
            "4.5",
            "5",
            "6 out of 5",
            "-1 out of 5",
            "1/2",
            "4.5/7",
            "★",
            "★★",
            "☆☆☆☆☆",
            "★★★★★★★★★★★",
            "1,204 stars",
            "stars",
            "2006",
            "12.03/2006",
            "3 out of 4",
            "4.5 out of 5 people",
            "",
            "½½½",
        ] {
            assert_eq!(rating(text, DecimalMark::Point), None, "{text}");
        }
    }
}
