//! Lengths without a unit, which quirks mode takes for pixels.

use std::borrow::Cow;

/// The properties for which quirks mode does that.
const PROPERTIES: &str = "width height min-width min-height max-width max-height top right bottom left margin margin-top \
    margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left \
    font-size text-indent letter-spacing word-spacing vertical-align border-width border-top-width \
    border-bottom-width border-left-width border-right-width";

/// The style sheet or list of declarations, with pixels where there was no unit.
pub fn with_units(css: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (colon, _) in css.match_indices(':') {
        let before = css[..colon].trim_end();
        let ahead = before.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
        let name = before[ahead.len()..].to_ascii_lowercase();
        if colon < copied
            || !PROPERTIES.split(' ').any(|property| property == name)
            || !starts_declaration(ahead)
        {
            continue;
        }
        let value_start = colon + 1;
        let length = css[value_start..].find([';', '}']).unwrap_or(css.len() - value_start);
        let value = &css[value_start..value_start + length];
        if !value.split_ascii_whitespace().any(lacks_unit) {
            continue;
        }
        out.push_str(&css[copied..value_start]);
        for word in value.split_ascii_whitespace() {
            out.push(' ');
            out.push_str(word);
            if lacks_unit(word) {
                out.push_str("px");
            }
        }
        copied = value_start + length;
    }
    if copied == 0 {
        return Cow::Borrowed(css);
    }
    out.push_str(&css[copied..]);
    Cow::Owned(out)
}

fn starts_declaration(before: &str) -> bool {
    matches!(before.trim_end().as_bytes().last(), None | Some(b'{' | b';' | b'/'))
}

fn lacks_unit(word: &str) -> bool {
    word.ends_with(|c: char| c.is_ascii_digit()) && word.parse::<f32>().is_ok_and(|number| number != 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_pixels_where_quirks_mode_says_so() {
        assert_eq!(with_units("width:200; margin: 0 5 1em -3"), "width: 200px; margin: 0 5px 1em -3px");
        assert_eq!(with_units("p { Height :40 } a{top:-2}"), "p { Height : 40px} a{top: -2px}");
        assert_eq!(with_units("größé:1;width:5"), "größé:1;width: 5px");
    }

    #[test]
    fn other_numbers_stay_numbers() {
        for css in
            ["line-height:2", "a:hover{z-index:3}", "width:50%", "width:0", "@media (width:300){}", "flex:1"]
        {
            assert_eq!(with_units(css), css);
        }
    }
}
