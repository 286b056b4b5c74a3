//! Numbers as titles write them.

/// The number that a word means, alone or with the next one, and how many words that are. `15+` is 15.
pub(super) fn numeral(word: &str, next: Option<&str>) -> Option<(usize, usize)> {
    if let Some(k) = digits(word) {
        return Some((k, 1));
    }
    let word = word.to_lowercase();
    // "a 7-step plan"
    if let Some(count) = word.strip_suffix("-step").or_else(|| word.strip_suffix("-steps")) {
        return numeral(count, None);
    }
    if let Some((tens, ones)) = word.split_once('-')
        && let (Some(tens), Some(ones)) = (place(tens, &TENS), place(ones, &ONES))
    {
        return Some((tens * 10 + 20 + ones + 1, 1));
    }
    if let Some(tens) = place(&word, &TENS) {
        let ones = next.and_then(|next| place(&next.to_lowercase(), &ONES));
        return Some(ones.map_or((tens * 10 + 20, 1), |ones| (tens * 10 + 20 + ones + 1, 2)));
    }
    if let Some(small) = place(&word, &ONES).or_else(|| place(&word, &TEENS).map(|teen| teen + 9)) {
        // "one hundred"
        let hundred = next.is_some_and(|next| next.eq_ignore_ascii_case("hundred"));
        return Some(if hundred { ((small + 1) * 100, 2) } else { (small + 1, 1) });
    }
    match word.as_str() {
        "dozen" => Some((12, 1)),
        "hundred" => Some((100, 1)),
        _ => None,
    }
}

const ONES: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const TEENS: [&str; 10] = [
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

fn place(word: &str, among: &[&str]) -> Option<usize> {
    among.iter().position(|known| *known == word)
}

/// A number of at most five digits, without a leading zero: `10`, `1,000`, `15+`.
fn digits(word: &str) -> Option<usize> {
    let word = word.strip_suffix('+').unwrap_or(word);
    let grouped = word
        .split_once(',')
        .filter(|(head, tail)| (1..=2).contains(&head.len()) && tail.len() == 3 && !tail.contains(','));
    let plain = grouped.map_or_else(|| word.to_owned(), |(head, tail)| format!("{head}{tail}"));
    let well_formed = (1..=5).contains(&plain.len())
        && plain.bytes().all(|b| b.is_ascii_digit())
        && !(plain.len() > 1 && plain.starts_with('0'));
    well_formed.then(|| plain.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::numeral;

    #[test]
    fn words_and_digits_are_numbers() {
        let cases = [
            ("10", None, Some((10, 1))),
            ("15+", None, Some((15, 1))),
            ("1,000", None, Some((1000, 1))),
            ("Ten", None, Some((10, 1))),
            ("nine", None, Some((9, 1))),
            ("nineteen", None, Some((19, 1))),
            ("Twenty", Some("Five"), Some((25, 2))),
            ("twenty", Some("films"), Some((20, 1))),
            ("Thirty-One", None, Some((31, 1))),
            ("one", Some("hundred"), Some((100, 2))),
            ("dozen", None, Some((12, 1))),
            ("7-Step", None, Some((7, 1))),
            ("007", None, None),
            ("1,00", None, None),
            ("10th", None, None),
            ("123456", None, None),
            ("often", None, None),
        ];
        for (word, next, expected) in cases {
            assert_eq!(numeral(word, next), expected, "{word} {next:?}");
        }
    }
}
