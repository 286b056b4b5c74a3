//! Texts in columns of a terminal.

use crate::visible::visible;
use chaffinch_core::collapse_space;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Marks of one letter that are shown. Real scripts need a few; pages that stack hundreds only want
/// to draw over their neighbours.
const MARKS: usize = 10;

/// `text` on one line, with nothing in it that acts on a terminal.
pub(super) fn one_line(text: &str) -> String {
    let line = collapse_space(text);
    let mut out = String::with_capacity(line.len());
    for letter in visible(&line).graphemes(true) {
        match letter.char_indices().nth(MARKS) {
            Some((end, _)) => out.push_str(&letter[..end]),
            None => out.push_str(letter),
        }
    }
    out
}

/// Columns that `text` takes.
pub(super) fn width(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// `text` in at most `room` columns, its end replaced by `…` where it is longer.
pub(super) fn cut(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.into();
    }
    let kept = prefix(text, room.saturating_sub(1)).trim_end();
    format!("{kept}…")
}

/// `text` in at most `room` columns, its beginning replaced by `…` where it is longer.
pub(super) fn cut_front(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.into();
    }
    let mut left = room.saturating_sub(1);
    let mut start = text.len();
    for (at, letter) in text.grapheme_indices(true).rev() {
        if letter.width() > left {
            break;
        }
        left -= letter.width();
        start = at;
    }
    format!("…{}", text[start..].trim_start())
}

/// `text` in lines of at most `room` columns, broken at spaces where it can be; at most `most` lines,
/// the last one cut.
pub(super) fn wrap(text: &str, room: usize, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    while lines.len() + 1 < most && width(rest) > room {
        let head = prefix(rest, room);
        // A break exactly behind the last word that fits loses nothing of it.
        let fits = rest[head.len()..].starts_with(' ');
        let end = if fits { head.len() } else { head.rfind(' ').filter(|at| *at > 0).unwrap_or(head.len()) };
        if end == 0 {
            break;
        }
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    lines.push(cut(rest, room));
    lines
}

/// The longest beginning of `text` that takes at most `room` columns.
fn prefix(text: &str, room: usize) -> &str {
    let mut left = room;
    for (at, letter) in text.grapheme_indices(true) {
        if letter.width() > left {
            return &text[..at];
        }
        left -= letter.width();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_wide_letter_that_does_not_fit_is_left_out_whole() {
        assert_eq!(cut("日本語", 6), "日本語");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut_front("日本語", 4), "…語");
    }

    #[test]
    fn stacked_marks_do_not_reach_the_neighbours() {
        let stacked = format!("a{}", "\u{301}".repeat(1000));
        assert_eq!(one_line(&stacked).chars().count(), MARKS);
    }

    #[test]
    fn lines_break_at_spaces_and_the_last_one_is_cut() {
        assert_eq!(wrap("one two three four", 7, 3), ["one two", "three", "four"]);
        assert_eq!(wrap("one two three four", 7, 2), ["one two", "three…"]);
        assert_eq!(wrap("abcdefghij", 4, 9), ["abcd", "efgh", "ij"]);
    }

    proptest! {
        #[test]
        fn no_text_takes_more_room_than_it_is_given(text in "\\PC{0,40}", room in 1usize..30) {
            let text = one_line(&text);
            prop_assert!(width(&cut(&text, room)) <= room);
            prop_assert!(width(&cut_front(&text, room)) <= room);
            for line in wrap(&text, room, 4) {
                prop_assert!(width(&line) <= room);
            }
        }
    }
}
