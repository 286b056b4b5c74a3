//! Leaves out style rules that no element of a page can match, before they are parsed. Sites send the rules of all their pages, screens
//! and states with each one, so that most of a sheet is of no use.
//!
//! A rule goes where each of its selectors asks for a class, an id, a tag or an attribute that no element has, or for a state that only a
//! user brings about. A block of rules goes whose condition our window does not meet. Whatever is not plain stays: codes of characters,
//! what stands in parentheses, rules that are no style rules.

use super::media;
use chaffinch_core::{Page, TextSet};
use std::borrow::Cow;

/// What the elements of a page have that selectors may ask for, in lower case: quirky pages compare classes and ids without regard to case, and
/// all pages tags and attributes.
pub struct Names {
    classes: TextSet<String>,
    ids: TextSet<String>,
    tags: TextSet<String>,
    attributes: TextSet<String>,
}

impl Names {
    /// Those of all elements of `page`.
    pub fn of(page: &Page) -> Names {
        // What elements may be given for their layout.
        let given = ["class", "style", "value", "colspan"].map(str::to_owned);
        let mut names = Names {
            classes: TextSet::default(),
            ids: TextSet::default(),
            tags: TextSet::default(),
            attributes: given.into_iter().collect(),
        };
        for element in page.ids().filter(|id| page.is_element(*id)) {
            page.classes(element).for_each(|class| add(&mut names.classes, class));
            if let Some(id) = page.attribute(element, "id") {
                add(&mut names.ids, id.trim());
            }
            add(&mut names.tags, page.name(element));
            page.attributes(element).iter().for_each(|own| add(&mut names.attributes, &own.name));
        }
        names
    }
}

/// Most names are there already.
fn add(names: &mut TextSet<String>, name: &str) {
    let name = lower(name);
    if !names.contains(&*name) {
        names.insert(name.into_owned());
    }
}

fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// `css` without the style rules that cannot match anything.
pub fn without_unused(css: &str, names: &Names) -> String {
    let mut out = String::with_capacity(css.len() / 2);
    push_rules(css, names, MOST_NESTED, &mut out);
    out
}

/// How deep rules may be nested for us to look into them.
const MOST_NESTED: usize = 8;

fn push_rules(css: &str, names: &Names, nested: usize, out: &mut String) {
    let mut scanner = Scanner { css: css.as_bytes(), at: 0 };
    loop {
        scanner.skip_space();
        let start = scanner.at;
        if start >= css.len() {
            return;
        }
        let is_at_rule = css.as_bytes()[start] == b'@';
        let end = scanner.skip_until(if is_at_rule { b";{" } else { b"{" });
        let prelude = &css[start..end];
        if scanner.css.get(end) == Some(&b'{') {
            scanner.skip_block();
        } else {
            scanner.at = (end + 1).min(css.len());
        }
        let rule = &css[start..scanner.at];
        let block =
            rule[prelude.len()..].strip_prefix('{').map(|block| block.strip_suffix('}').unwrap_or(block));
        match block {
            Some(_) if is_at_rule && is_of_no_use(prelude) => {}
            Some(block) if is_at_rule && nested > 0 && holds_rules(prelude) => {
                out.push_str(prelude);
                out.push('{');
                push_rules(block, names, nested - 1, out);
                out.push('}');
            }
            Some(_) if !is_at_rule && !may_match(prelude, names) => {}
            _ => out.push_str(rule),
        }
    }
}

/// Whether the block of an at-rule is a list of style rules.
fn holds_rules(prelude: &str) -> bool {
    let name = at_name(prelude);
    ["media", "supports", "layer", "container"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether an at-rule says nothing about the boxes of this window: it is for another one, or for fonts, none of which is loaded.
fn is_of_no_use(prelude: &str) -> bool {
    let name = at_name(prelude);
    match () {
        () if name.eq_ignore_ascii_case("media") => media::is_for_others(&prelude[1 + name.len()..]),
        () => ["font-face", "page"].iter().any(|known| name.eq_ignore_ascii_case(known)),
    }
}

fn at_name(prelude: &str) -> &str {
    prelude[1..].split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default()
}

/// Whether one of some selectors may match an element of the page.
fn may_match(selectors: &str, names: &Names) -> bool {
    let mut scanner = Scanner { css: selectors.as_bytes(), at: 0 };
    loop {
        let start = scanner.at;
        let end = scanner.skip_until(b",");
        if selector_may_match(&selectors[start..end], names) {
            return true;
        }
        if end >= selectors.len() {
            return false;
        }
        scanner.at = end + 1;
    }
}

fn selector_may_match(selector: &str, names: &Names) -> bool {
    let bytes = selector.as_bytes();
    // A comment may stand anywhere, and neither namespaces nor nested rules are read.
    if selector.trim().is_empty() || selector.contains(['|', '&']) || selector.contains("/*") {
        return true;
    }
    let mut scanner = Scanner { css: bytes, at: 0 };
    while let Some(byte) = bytes.get(scanner.at) {
        let at = scanner.at;
        let is_sign = matches!(byte, b'.' | b'#' | b':' | b'[');
        let start = match byte {
            b':' if bytes.get(at + 1) == Some(&b':') => at + 2,
            _ if is_sign => at + 1,
            byte if is_name_byte(*byte) || *byte == b'\\' => at,
            b'(' => {
                scanner.skip_block();
                continue;
            }
            _ => {
                scanner.at += 1;
                continue;
            }
        };
        let Some((name, end)) = name_at(selector, start) else { return true };
        let known = match byte {
            b'.' => &names.classes,
            b'#' => &names.ids,
            b'[' => &names.attributes,
            b':' if never_holds(&name, start - at == 2) => return false,
            b':' => {
                scanner.at = end;
                continue;
            }
            _ => &names.tags,
        };
        if end > start && !known.contains(&*lower(&name)) {
            return false;
        }
        if *byte == b'[' {
            scanner.skip_block();
        } else {
            scanner.at = end.max(at + 1);
        }
    }
    true
}

/// Whether a pseudo-class or pseudo-element is one that nothing is here: a state that only a user brings about, or a part of a browser.
fn never_holds(name: &str, is_element: bool) -> bool {
    const STATES: [&str; 6] = ["hover", "focus", "active", "focus-within", "focus-visible", "visited"];
    let known = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    if is_element { name.starts_with('-') || known(&["selection", "backdrop"]) } else { known(&STATES) }
}

/// The name that begins in a selector and where it ends; nothing for one with the code of a character.
fn name_at(selector: &str, start: usize) -> Option<(Cow<'_, str>, usize)> {
    let plain =
        |from: usize| selector.as_bytes()[from..].iter().take_while(|byte| is_name_byte(**byte)).count();
    let mut end = start + plain(start);
    let mut name = Cow::Borrowed(&selector[start..end]);
    while selector[end..].starts_with('\\') {
        let escaped = selector[end + 1..].chars().next().filter(|c| !c.is_ascii_hexdigit() && *c != '\n')?;
        let from = end + 1 + escaped.len_utf8();
        end = from + plain(from);
        let name = name.to_mut();
        name.push(escaped);
        name.push_str(&selector[from..end]);
    }
    Some((name, end))
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}

/// Goes over CSS by what the syntax keeps together: comments, strings, addresses, and blocks in brackets.
struct Scanner<'c> {
    css: &'c [u8],
    at: usize,
}

impl Scanner<'_> {
    fn skip_space(&mut self) {
        loop {
            match self.css.get(self.at) {
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(b'/') if self.css[self.at..].starts_with(b"/*") => self.skip_piece(),
                _ => return,
            }
        }
    }

    /// Goes to the first of `stops` that stands in no brackets, or to the end, and says where that is.
    fn skip_until(&mut self, stops: &[u8]) -> usize {
        while let Some(byte) = self.css.get(self.at) {
            match byte {
                byte if stops.contains(byte) => return self.at,
                b'(' | b'[' | b'{' => self.skip_block(),
                _ => self.skip_piece(),
            }
        }
        self.at
    }

    /// Goes behind the block that begins here, or to the end where it is not closed.
    fn skip_block(&mut self) {
        let mut open: Vec<u8> = Vec::new();
        while let Some(byte) = self.css.get(self.at) {
            match byte {
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                byte if open.last() == Some(byte) => drop(open.pop()),
                _ => {
                    self.skip_piece();
                    continue;
                }
            }
            self.at += 1;
            if open.is_empty() {
                return;
            }
        }
    }

    /// Goes behind a comment, a string, an escaped character, an address without quotes, or a byte and what is plain behind it.
    fn skip_piece(&mut self) {
        let rest = &self.css[self.at..];
        let length = match rest[0] {
            b'/' if rest.starts_with(b"/*") => {
                rest[2..].windows(2).position(|pair| pair == b"*/").map(|at| at + 4)
            }
            quote @ (b'"' | b'\'') => Some(string_length(rest, quote)),
            b'\\' => Some(2),
            b'u' | b'U' if rest.len() > 4 && rest[..4].eq_ignore_ascii_case(b"url(") => {
                Some(address_length(rest))
            }
            _ => Some(1 + rest[1..].iter().take_while(|byte| PLAIN[usize::from(**byte)]).count()),
        };
        self.at = (self.at + length.unwrap_or(rest.len())).min(self.css.len());
    }
}

/// Which bytes neither begin something that is kept together nor end it, nor part rules, selectors or words.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        plain[byte] = !matches!(
            byte as u8,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b';' | b',' | b'/' | b'"' | b'\'' | b'\\' | b'u' | b'U'
        );
        byte += 1;
    }
    plain
};

/// How long the string is that `css` begins with; one that is not closed ends with its line.
fn string_length(css: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = css.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if *byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    css.len()
}

/// How long the `url(` is that `css` begins with: all of it where the address has no quotes, otherwise the word and no more, so that
/// its brackets and string are seen.
fn address_length(css: &[u8]) -> usize {
    let inner = css[4..].iter().position(|byte| !byte.is_ascii_whitespace()).map(|at| at + 4);
    match inner.map(|at| css[at]) {
        Some(b'"' | b'\'') => 3,
        _ => {
            let mut at = 4;
            while at < css.len() && css[at] != b')' {
                at += if css[at] == b'\\' { 2 } else { 1 };
            }
            at + 1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(css: &str) -> String {
        let page = chaffinch_page::parse_str("<div id=Main class='card Big'><p class=price>1</div>");
        without_unused(css, &Names::of(&page))
    }

    #[test]
    fn rules_for_classes_and_ids_that_are_not_there_go() {
        let css =
            "p{a:b} .card .price{c:d} .menu{e:f} #main>p{g:h} #foot p{i:j} .menu,.card{k:l} .card.menu{m:n}";
        assert_eq!(left(css), "p{a:b}.card .price{c:d}#main>p{g:h}.menu,.card{k:l}");
    }

    #[test]
    fn what_is_not_plain_stays() {
        for css in [
            "p:not(.menu){a:b}",
            ":is(.menu,.card){a:b}",
            "[class~=\".menu\"]{a:b}",
            ".m\\65nu{a:b}",
            "@counter-style x{symbols:url(a{b.png)}",
            "p|a{a:b}",
            "@keyframes menu{12.5%{a:b}}",
            "@import url(x.css);",
        ] {
            assert_eq!(left(css), css);
        }
    }

    #[test]
    fn rules_in_conditions_are_looked_at_too() {
        assert_eq!(
            left("@media (min-width:1px){.menu{a:b}.card{c:d}}"),
            "@media (min-width:1px){.card{c:d}}"
        );
        assert_eq!(left("@supports (a:b){@media screen{#foot{a:b}}}"), "@supports (a:b){@media screen{}}");
    }

    #[test]
    fn what_is_for_other_windows_and_for_fonts_goes() {
        assert_eq!(left("@media print{p{a:b}} @media (max-width:9em){p{c:d}} p{e:f}"), "p{e:f}");
        assert_eq!(left("@font-face{src:url(a{b.woff)} p{e:f}"), "p{e:f}");
    }

    #[test]
    fn rules_for_tags_attributes_and_states_that_are_not_there_go() {
        let css = "table p{a:b} P{c:d} [title] p{e:f} [CLASS]{g:h} p:hover{i:j} .card:focus,p:active{k:l} p::-moz-x{m:n}";
        assert_eq!(left(css), "P{c:d}[CLASS]{g:h}");
        assert_eq!(left("p:first-child::before,p:hover{a:b}"), "p:first-child::before,p:hover{a:b}");
    }

    #[test]
    fn names_with_signs_in_them_are_read() {
        let page = chaffinch_page::parse_str("<div class='md:wide w-1/2'>1</div>");
        let css = ".md\\:wide{a:b} .md\\:thin{c:d} .w-1\\/2{e:f} .w-1\\/3:hover{g:h}";
        let left = without_unused(css, &Names::of(&page));
        assert_eq!(left, ".md\\:wide{a:b}.w-1\\/2{e:f}");
    }

    #[test]
    fn strings_comments_and_addresses_hide_brackets() {
        assert_eq!(left(".menu{content:'}'} .card{a:b}"), ".card{a:b}");
        assert_eq!(left(".menu{/* } */} .card{a:b}"), ".card{a:b}");
        assert_eq!(left(".menu{background:url(a}b)} .card{a:b}"), ".card{a:b}");
        assert_eq!(left(".menu{a:b(}} .card{a:b}"), "");
        assert_eq!(left(".card{a:b"), ".card{a:b");
    }
}
