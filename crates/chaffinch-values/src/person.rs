/// Whether `text` can be the name of a person: two or three words with capitals, all of letters.
pub fn is_person_name(text: &str) -> bool {
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'))
            && (word.contains(char::is_lowercase) || word.ends_with('.') || word.chars().count() == 1)
    };
    let mut words = text.split_whitespace();
    (2..=3).contains(&words.clone().take(4).count()) && words.all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_two_or_three_words_with_capitals() {
        for text in ["Jane Doe", "Mary O’Neill-Smith", "J. R. Hart", "Ólafur Þór"] {
            assert!(is_person_name(text), "{text}");
        }
        for text in ["Jane", "jane doe", "Top 10", "READ MORE", "One Two Three Four", ""] {
            assert!(!is_person_name(text), "{text}");
        }
    }
}
