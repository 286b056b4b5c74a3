//! How good readers and buyers find the thing, and how many of them said so: `4.7 out of 5 stars from 98 customer ratings`.

use super::facts::Facts;
use chaffinch_columns::Meaning;
use chaffinch_core::{ColumnType, FoundCell, Place, Value, collapse_space};
use chaffinch_values::{decimal_mark, rating, read_as};

/// How many lines behind the main heading are read.
const MOST_LINES: usize = 600;
/// Most bytes of a line that tells a rating.
const LONGEST_LINE: usize = 100;
/// How many words may stand between a number and what it counts.
const WORDS_BETWEEN: usize = 2;
/// What may stand right before or behind a number.
const AROUND_NUMBERS: &[char] = &['(', ')', '[', ']', ':', ',', '.'];

impl Facts<'_, '_> {
    /// The first rating with its scale behind the main heading, and the first numbers of ratings and reviews; those of single readers come
    /// later.
    pub fn take_ratings(&mut self) {
        let (Some(stars), Some(reviews)) = (Meaning::of("rating"), Meaning::of("review count")) else {
            return;
        };
        let stream = self.survey.stream();
        let start = stream.of_nodes(&self.survey.subtree(self.subject.start())).start;
        let first = self.lines.partition_point(|line| line.end <= start);
        let (mut rated, mut counted) = (self.tells(stars), self.tells(reviews));
        for at in first..self.lines.len().min(first + MOST_LINES) {
            if rated && counted {
                return;
            }
            let line = self.lines[at].clone();
            let text = &stream.text()[line.clone()];
            if text.len() > LONGEST_LINE || !text.bytes().any(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let text = collapse_space(&text.replace('\u{1f}', " "));
            let parts: Vec<_> = stream.nodes(&line).collect();
            let Some((node, _)) = parts.first().cloned() else { continue };
            if self.subject.is_beside(node) || self.subject.is_listed(node) {
                continue;
            }
            let cell = |text: String| FoundCell {
                text,
                place: Some(Place::Texts(parts.clone())),
                ..FoundCell::default()
            };
            if !rated && let Some(rating) = rating_in(&text) {
                self.add_meant(stars, vec![cell(rating)]);
                rated = self.tells(stars);
            }
            if !counted && let Some((count, number)) = count_in(&text, reviews) {
                let value = Some(Value::Number(number));
                self.add(reviews.name(), ColumnType::Number, vec![FoundCell { value, ..cell(count) }]);
                counted = self.tells(reviews);
            }
        }
    }
}

/// The rating at the beginning of a text, with its scale.
fn rating_in(text: &str) -> Option<String> {
    let end =
        [" based on", " from ", " ("].iter().filter_map(|sign| text.find(sign)).min().unwrap_or(text.len());
    let text = text[..end].trim();
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
    // `5 stars` is one of the choices, or what one reader says.
    (numbers > 1 && rating(text, decimal_mark([text])).is_some()).then(|| text.to_owned())
}

/// The number in front of a word for reviews or ratings, or in brackets behind it.
fn count_in(text: &str, reviews: Meaning) -> Option<(String, f64)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(AROUND_NUMBERS).to_owned();
    let number = |word: &str| -> Option<(String, f64)> {
        let word = bare(word);
        let is_count = word.starts_with(|c: char| c.is_ascii_digit());
        match read_as(ColumnType::Number, &word, decimal_mark([word.as_str()])).filter(|_| is_count)?.value {
            Value::Number(value) if value.fract() == 0.0 && value >= 1.0 => Some((word, value)),
            _ => None,
        }
    };
    let counts = |word: &str| Meaning::of(&bare(word)) == Some(reviews);
    // Few words have a number beside them, so this comes before their meaning.
    let may_count =
        |word: &&str| word.trim_start_matches(AROUND_NUMBERS).starts_with(|c: char| c.is_ascii_digit());
    for (at, word) in words.iter().enumerate() {
        let mut around = words[at.saturating_sub(WORDS_BETWEEN + 1)..].iter().take(WORDS_BETWEEN + 3);
        if !around.any(may_count) || !counts(word) {
            continue;
        }
        if let Some(behind) =
            words.get(at + 1).filter(|next| next.starts_with('(')).and_then(|next| number(next))
        {
            return Some(behind);
        }
        let before = words[at.saturating_sub(WORDS_BETWEEN + 1)..at].iter().rev();
        // `4.5 reviews` is none, and `1-2 of 407 reviews` tells 407.
        if let Some(found) =
            before.clone().take_while(|word| !word.contains('/')).find_map(|word| number(word))
        {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_come_with_their_scales() {
        assert_eq!(
            rating_in("Rated 4.76 out of 5 based on 29 customer ratings").as_deref(),
            Some("Rated 4.76 out of 5")
        );
        assert_eq!(rating_in("4,5 von 5 Sternen (12)").as_deref(), Some("4,5 von 5 Sternen"));
        for other in ["5 Stars", "Page 3 of 5 pages", "from 20 to 30 days", "4 x 5 cm"] {
            assert_eq!(rating_in(other), None, "{other}");
        }
    }

    #[test]
    fn reviews_are_counted_before_their_word_or_in_brackets_behind_it() {
        let reviews = Meaning::of("review count").unwrap();
        let count = |text: &str| count_in(text, reviews).map(|(_, number)| number);
        assert_eq!(count("29 customer reviews"), Some(29.0));
        assert_eq!(count("Reviews (1,204)"), Some(1204.0));
        assert_eq!(count("Based on 407 reviews"), Some(407.0));
        assert_eq!(count("4.7 out of 5 stars from 98 customer ratings"), Some(98.0));
        assert_eq!(count("Reviews"), None);
        assert_eq!(count("Write one of the first reviews"), None);
    }
}
