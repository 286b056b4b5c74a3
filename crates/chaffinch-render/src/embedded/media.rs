//! Conditions of style sheets that our window, which is always the same, does not meet.

use crate::VIEWPORT;

/// The size of letters that lengths in conditions refer to, whatever the page says.
const LETTER: f32 = 16.0;

/// Whether a media condition is plain and certainly not met: it is for paper, for narrower or wider windows, or for dark ones.
pub fn is_for_others(condition: &str) -> bool {
    // Comments, alternatives and conditions in conditions are left to the style engine.
    !condition.contains("/*") && condition.split(',').all(|query| query_fails(&query.to_ascii_lowercase()))
}

fn query_fails(query: &str) -> bool {
    let mut parts = query.split_inclusive(')').map(str::trim);
    parts.any(|part| {
        let (words, feature) = part.split_once('(').unwrap_or((part, ""));
        let mut words = words.split_ascii_whitespace().filter(|word| !matches!(*word, "and" | "only"));
        match (words.next(), feature.strip_suffix(')')) {
            (Some("print" | "speech"), _) => true,
            (None, Some(feature)) => feature_fails(feature),
            (Some("screen" | "all"), Some(feature)) => feature_fails(feature),
            _ => false,
        }
    }) && !query
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .any(|word| matches!(word, "not" | "or"))
}

fn feature_fails(feature: &str) -> bool {
    let Some((name, value)) = feature.split_once(':') else { return false };
    let (name, value) = (name.trim(), value.trim());
    match name {
        "max-width" => pixels(value).is_some_and(|most| VIEWPORT.0 as f32 > most),
        "min-width" => pixels(value).is_some_and(|least| least > VIEWPORT.0 as f32),
        "prefers-color-scheme" => value == "dark",
        _ => false,
    }
}

fn pixels(length: &str) -> Option<f32> {
    let digits = length.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let number: f32 = length[..digits].parse().ok()?;
    match &length[digits..] {
        "px" => Some(number),
        "em" | "rem" => Some(number * LETTER),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_of_other_windows_are_told() {
        for condition in [
            " print",
            "only screen and (max-width: 600px)",
            "(max-width:47.9375em)",
            "screen and (min-width:100px) and (max-width:900px)",
            "(min-width:1281px)",
            "print, (max-width:5em)",
            "(prefers-color-scheme:dark)",
        ] {
            assert!(is_for_others(condition), "{condition}");
        }
    }

    #[test]
    fn conditions_that_hold_or_are_not_plain_stay() {
        for condition in [
            "",
            "screen",
            "all",
            "(min-width:1280px)",
            "(max-width:1280px)",
            "screen, print",
            "not print",
            "not all and (max-width:600px)",
            "(max-width:600px) or (min-width:700px)",
            "(not (max-width:1300px))",
            "(max-width:calc(100px))",
            "(max-width:600)",
            "(width < 600px)",
            "(orientation:portrait)",
            "screen and (max-width:/**/600px)",
        ] {
            assert!(!is_for_others(condition), "{condition}");
        }
    }
}
