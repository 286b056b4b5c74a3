use std::borrow::Cow;

/// `text` without what could act on a terminal or reorder its surroundings; for the formats that
/// people look at.
///
/// Control characters become their pictures (an escape is `␛`), line breaks and tabs stay. Bidirectional
/// embeddings, overrides and isolates are left out, since a page may open one and never close it.
pub fn visible(text: &str) -> Cow<'_, str> {
    let acts = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || is_bidi_control(c);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.chars().filter(|c| !is_bidi_control(*c)).map(picture).collect())
}

fn picture(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\r' => '\n',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '␡',
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_seen_and_do_nothing() {
        assert_eq!(visible("a\x1b[31mb\u{9b}2J\x07\x7f"), "a␛[31mb\u{fffd}2J␇␡");
    }

    #[test]
    fn an_override_does_not_reach_beyond_its_value() {
        assert_eq!(visible("abc\u{202e}fdp.exe"), "abcfdp.exe");
    }

    #[test]
    fn harmless_text_stays_as_it_is() {
        assert!(matches!(visible("日本語\tété\n👩‍👩‍👧"), Cow::Borrowed(_)));
    }
}
