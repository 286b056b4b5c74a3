//! What the author's style sheets may ask of elements beyond their tags. The style engine looks at every class and every attribute of an
//! element several times, so those that no rule asks for are left out.

use chaffinch_core::TextSet;
use std::borrow::Cow;

/// The classes and attributes that selectors name.
pub struct Asked {
    /// In lower case where case does not matter; nothing where every class may matter.
    classes: Option<TextSet<String>>,
    /// In lower case; nothing where every attribute may matter.
    attributes: Option<TextSet<String>>,
    /// Whether case does not matter in classes, as on quirky pages.
    quirky: bool,
}

impl Asked {
    /// What pieces of style sheets ask for.
    pub fn by(pieces: &[Cow<'_, str>], quirky: bool) -> Asked {
        let sheets = || pieces.iter().map(|css| &**css);
        let attributes: Option<TextSet<String>> = sheets()
            .flat_map(|css| names_behind(css, "[").chain(names_behind(css, "attr(")))
            .map(|name| Some(name?.to_ascii_lowercase()))
            .collect();
        let any = attributes.as_ref().is_none_or(|names| names.contains("class"));
        let folded = |name: String| if quirky { name.to_ascii_lowercase() } else { name };
        let classes =
            || sheets().flat_map(|css| names_behind(css, ".")).map(|name| name.map(folded)).collect();
        Asked { classes: if any { None } else { classes() }, attributes, quirky }
    }

    /// Those of an element's classes that a rule asks for.
    pub fn classes_of(&self, own: &str) -> Option<String> {
        let Some(asked) = &self.classes else { return Some(own.to_owned()) };
        let mut kept = String::new();
        for class in own.split_ascii_whitespace() {
            let folded =
                if self.quirky { Cow::Owned(class.to_ascii_lowercase()) } else { Cow::Borrowed(class) };
            if asked.contains(&*folded) {
                kept.push_str(if kept.is_empty() { "" } else { " " });
                kept.push_str(class);
            }
        }
        (!kept.is_empty()).then_some(kept)
    }

    /// Whether an attribute of this name may matter to the style of its element.
    pub fn needs(&self, name: &str) -> bool {
        const PLAIN: [&str; 8] =
            ["itemprop", "itemtype", "itemscope", "property", "content", "target", "sizes", "loading"];
        let is_plain =
            ["data-", "aria-", "on"].iter().any(|start| name.starts_with(start)) || PLAIN.contains(&name);
        !is_plain || self.attributes.as_ref().is_none_or(|asked| asked.contains(name))
    }
}

/// The names that stand behind a sign, wherever it stands; nothing for one that cannot be read.
fn names_behind(css: &str, sign: &'static str) -> impl Iterator<Item = Option<String>> {
    css.match_indices(sign).filter_map(move |(at, _)| match name(&css[at + sign.len()..], sign != ".") {
        Some(name) if name.is_empty() => None,
        read => Some(read),
    })
}

/// The name that some CSS begins with; nothing where it is written in a way that is not read here.
fn name(css: &str, in_brackets: bool) -> Option<String> {
    let css = if in_brackets { css.trim_ascii_start() } else { css };
    let mut name = String::new();
    // What begins with a digit is a number.
    if css.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(name);
    }
    let mut chars = css.chars();
    while let Some(c) = chars.next() {
        match c {
            // A character with a meaning of its own has a backslash before it; the codes of characters are not read.
            '\\' => name.push(chars.next().filter(|c| !c.is_ascii_hexdigit() && *c != '\n')?),
            // A namespace before the name of an attribute, or a comment.
            '|' | '*' | '/' if in_brackets => return None,
            c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() => name.push(c),
            _ => break,
        }
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(css: &str, quirky: bool) -> Asked {
        Asked::by(&[Cow::Borrowed(css)], quirky)
    }

    #[test]
    fn classes_that_no_rule_asks_for_go() {
        let plain = asked(".card>.md\\:wide{font:.5em/2 x;width:.5em\\9}", false);
        assert_eq!(plain.classes_of("big card js-x md:wide").as_deref(), Some("card md:wide"));
        assert_eq!(plain.classes_of("Card"), None);
        assert_eq!(asked(".card{a:b}", true).classes_of("Card").as_deref(), Some("Card"));
        for unclear in
            ["[class^=a]{a:b}", "[ CLASS ]{a:b}", "[*|class]{a:b}", ".c\\61rd{a:b}", "[/**/class]{a:b}"]
        {
            assert_eq!(asked(unclear, false).classes_of("any").as_deref(), Some("any"), "{unclear}");
        }
    }

    #[test]
    fn attributes_for_scripts_go_unless_a_rule_asks_for_them() {
        let plain = asked("[data-open]{a:b}", false);
        assert!(plain.needs("data-open") && plain.needs("href") && !plain.needs("data-id"));
        assert!(asked("[*|open]{a:b}", false).needs("data-id"));
        assert!(asked("p:before{content:attr( data-id )}", false).needs("data-id"));
    }
}
