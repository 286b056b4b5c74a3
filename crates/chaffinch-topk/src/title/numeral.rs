//! Numbers as titles write them.

use super::languages::number_word;

/// The number that the first of some words mean, and how many words that are. `15+` is 15.
pub(super) fn numeral(words: &[&str]) -> Option<(usize, usize)> {
    let word = *words.first()?;
    if let Some(k) = digits(word) {
        return Some((k, 1));
    }
    let word = word.to_lowercase();
    // "a 7-step plan"
    if let Some(count) = word.strip_suffix("-step").or_else(|| word.strip_suffix("-steps")) {
        return numeral(&[count]);
    }
    let lower: Vec<String> = words.iter().take(LONGEST).map(|word| word.to_lowercase()).collect();
    if let Some(found) = hundreds(&lower) {
        return Some(found);
    }
    if let Some((below, taken)) = below_hundred(&lower) {
        return Some((below, taken));
    }
    match word.as_str() {
        "dozen" => Some((12, 1)),
        _ => number_word(&word).map(|k| (k, 1)),
    }
}

/// Most words of a number: "one hundred and twenty five".
const LONGEST: usize = 5;

/// "hundred", "one hundred", "a hundred and one", "two hundred fifty".
fn hundreds(words: &[String]) -> Option<(usize, usize)> {
    let is_hundred = |at: usize| words.get(at).is_some_and(|word| word == "hundred");
    let (mut k, mut taken) = match words.first()?.as_str() {
        "hundred" => (100, 1),
        "a" if is_hundred(1) => (100, 2),
        small if is_hundred(1) => (100 * (1 + place(small, &ONES)?), 2),
        _ => return None,
    };
    let from = taken + usize::from(words.get(taken).is_some_and(|word| word == "and"));
    if let Some((rest, more)) = below_hundred(&words[from.min(words.len())..]) {
        (k, taken) = (k + rest, from + more);
    }
    Some((k, taken))
}

/// "nine", "nineteen", "ninety", "ninety nine", "ninety-nine".
fn below_hundred(words: &[String]) -> Option<(usize, usize)> {
    let word = words.first()?;
    if let Some((tens, ones)) = word.split_once('-')
        && let (Some(tens), Some(ones)) = (place(tens, &TENS), place(ones, &ONES))
    {
        return Some((tens * 10 + 20 + ones + 1, 1));
    }
    if let Some(tens) = place(word, &TENS) {
        let ones = words.get(1).and_then(|next| place(next, &ONES));
        return Some(ones.map_or((tens * 10 + 20, 1), |ones| (tens * 10 + 20 + ones + 1, 2)));
    }
    let small = place(word, &ONES).or_else(|| place(word, &TEENS).map(|teen| teen + 9))?;
    Some((small + 1, 1))
}

/// A roman numeral in capital letters from II to C, written as it should be.
pub(crate) fn roman(word: &str) -> Option<usize> {
    const SIGNS: [(&str, usize); 9] =
        [("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1)];
    let (mut rest, mut sum, mut written) = (word, 0, String::new());
    for (sign, value) in SIGNS {
        while let Some(shorter) = rest.strip_prefix(sign).filter(|_| written.len() < 8) {
            (rest, sum) = (shorter, sum + value);
            written.push_str(sign);
        }
    }
    let standard = |mut number: usize| {
        let mut text = String::new();
        for (sign, value) in SIGNS {
            while number >= value {
                number -= value;
                text.push_str(sign);
            }
        }
        text
    };
    (rest.is_empty() && (2..=100).contains(&sum) && standard(sum) == word).then_some(sum)
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
    use super::*;

    #[test]
    fn words_and_digits_are_numbers() {
        let cases = [
            ("10", Some((10, 1))),
            ("15+", Some((15, 1))),
            ("1,000", Some((1000, 1))),
            ("Ten", Some((10, 1))),
            ("nine", Some((9, 1))),
            ("nineteen", Some((19, 1))),
            ("Twenty Five", Some((25, 2))),
            ("twenty films", Some((20, 1))),
            ("Thirty-One", Some((31, 1))),
            ("one hundred", Some((100, 2))),
            ("a hundred and one films", Some((101, 4))),
            ("two hundred fifty", Some((250, 3))),
            ("a film", None),
            ("dozen", Some((12, 1))),
            ("7-Step", Some((7, 1))),
            ("zehn", Some((10, 1))),
            ("diez", Some((10, 1))),
            ("десять", Some((10, 1))),
            ("007", None),
            ("1,00", None),
            ("10th", None),
            ("123456", None),
            ("often", None),
        ];
        for (words, expected) in cases {
            let words: Vec<&str> = words.split(' ').collect();
            assert_eq!(numeral(&words), expected, "{words:?}");
        }
    }

    #[test]
    fn roman_numerals_are_read_where_they_are_well_formed() {
        let cases =
            [("X", Some(10)), ("VII", Some(7)), ("XIV", Some(14)), ("XL", Some(40)), ("C", Some(100))];
        for (word, expected) in cases {
            assert_eq!(roman(word), expected, "{word}");
        }
        for word in ["I", "IIII", "VX", "IC", "MIX", "x", "", "XXXXX", "DVD"] {
            assert_eq!(roman(word), None, "{word}");
        }
    }
}
