//! Leaves out style rules that no element of a page can match, before they are parsed. Sites send the rules of all their pages with
//! each one, so that most of a sheet is of no use.
//!
//! A rule goes where each of its selectors asks for a class or an id that no element has. Whatever is not plain stays: escapes,
//! what stands in parentheses, rules that are no style rules.

use chaffinch_core::{Page, TextSet};

/// The classes and ids on a page, as [`Asked`] numbers them.
#[derive(Default)]
pub struct Names(TextSet<u64>);

impl Names {
    /// Those of all elements of `page`.
    pub fn of(page: &Page) -> Names {
        let mut names = Names::default();
        for element in page.ids().filter(|id| page.is_element(*id)) {
            names.0.extend(page.classes(element).map(|class| number(b'.', class)));
            names.0.extend(page.attribute(element, "id").map(|id| number(b'#', id.trim())));
        }
        names
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
            Some(block) if is_at_rule && nested > 0 && holds_rules(prelude) => {
                out.push_str(prelude);
                out.push('{');
                push_rules(block, names, nested - 1, out);
                out.push('}');
            }
            Some(_) if !is_at_rule && !Selectors::of(prelude).may_match(names) => {}
            _ => out.push_str(rule),
        }
    }
}

/// Whether the block of an at-rule is a list of style rules.
pub fn holds_rules(prelude: &str) -> bool {
    let name =
        prelude[1..].split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
    ["media", "supports", "layer", "container"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// What the selectors of a rule ask for: of each the classes and ids that an element must have for it to match, one selector behind the
/// other; nothing where one may match anything, whatever the others ask for.
pub struct Selectors(Vec<Asked>);

/// A class or an id.
struct Asked {
    number: u64,
    /// Whether it is the last that its selector asks for.
    is_last: bool,
}

/// The number of a class or an id, the sign before it told: a hash of it in lower case, because quirky pages compare them without regard
/// to case. Where two have the same number, a rule is parsed that could have been left out.
fn number(sign: u8, name: &str) -> u64 {
    let step =
        |sum: u64, byte: u8| (sum ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(step(0xcbf2_9ce4_8422_2325, sign), step)
}

impl Selectors {
    /// Those that stand before the block of a style rule.
    pub fn of(selectors: &str) -> Selectors {
        let anything = Selectors(Vec::new());
        let bytes = selectors.as_bytes();
        // An escaped name is not read, and neither is a comment that may stand anywhere.
        if bytes.iter().any(|byte| matches!(byte, b'\\' | b'"' | b'\'')) || selectors.contains("/*") {
            return anything;
        }
        let mut all: Vec<Asked> = Vec::new();
        let mut scanner = Scanner { css: bytes, at: 0 };
        // Where those of the present selector begin.
        let mut first = 0;
        loop {
            match bytes.get(scanner.at) {
                Some(b'(' | b'[') => drop(scanner.skip_block()),
                Some(sign @ (b'.' | b'#')) => {
                    let start = scanner.at + 1;
                    let length = bytes[start..].iter().take_while(|byte| is_name_byte(**byte)).count();
                    if length > 0 {
                        let number = number(*sign, &selectors[start..start + length]);
                        all.push(Asked { number, is_last: false });
                    }
                    scanner.at = start + length;
                }
                end @ (Some(b',') | None) => {
                    let Some(last) = all[first..].last_mut() else { return anything };
                    last.is_last = true;
                    if end.is_none() {
                        return Selectors(all);
                    }
                    first = all.len();
                    scanner.at += 1;
                }
                Some(_) => scanner.at += 1,
            }
        }
    }

    /// Whether one of them may match an element of the page.
    pub fn may_match(&self, names: &Names) -> bool {
        let mut selectors = self.0.chunk_by(|one, _| !one.is_last);
        self.0.is_empty()
            || selectors.any(|selector| selector.iter().all(|asked| names.0.contains(&asked.number)))
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}

/// Goes over CSS by what the syntax keeps together: comments, strings, addresses, and blocks in brackets.
pub struct Scanner<'c> {
    pub css: &'c [u8],
    pub at: usize,
}

impl Scanner<'_> {
    /// Goes behind white space and comments.
    pub fn skip_space(&mut self) {
        loop {
            match self.css.get(self.at) {
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(b'/') if self.css[self.at..].starts_with(b"/*") => self.skip_piece(),
                _ => return,
            }
        }
    }

    /// Goes to the first of `stops` that stands in no brackets, or to the end, and says where that is.
    pub fn skip_until(&mut self, stops: &[u8]) -> usize {
        while let Some(byte) = self.css.get(self.at) {
            match byte {
                byte if stops.contains(byte) => return self.at,
                b'(' | b'[' | b'{' => drop(self.skip_block()),
                _ => self.skip_piece(),
            }
        }
        self.at
    }

    /// Goes behind the block that begins here, or to the end where it is not closed. Returns whether it is.
    pub fn skip_block(&mut self) -> bool {
        let mut open: Vec<u8> = Vec::new();
        loop {
            // Most bytes of a sheet are in blocks and mean nothing to us.
            let plain = self.css[self.at..].iter().position(|byte| MEANING[usize::from(*byte)]);
            self.at = plain.map_or(self.css.len(), |plain| self.at + plain);
            let Some(byte) = self.css.get(self.at) else { return false };
            match byte {
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                byte if open.last() == Some(byte) => drop(open.pop()),
                b'u' | b'U' if !self.is_at_address() => {}
                _ => {
                    self.skip_piece();
                    continue;
                }
            }
            self.at += 1;
            if open.is_empty() {
                return true;
            }
        }
    }

    /// Whether the word that stands before an address stands here.
    fn is_at_address(&self) -> bool {
        self.css[self.at..].get(1..4).is_some_and(|rest| rest.eq_ignore_ascii_case(b"rl("))
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
            b'u' | b'U' if rest.len() > 4 && self.is_at_address() => Some(address_length(rest)),
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

/// Which bytes mean something inside of a block: brackets, and what hides them.
const MEANING: [bool; 256] = {
    let mut meaning = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        meaning[byte] = matches!(
            byte as u8,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'/' | b'"' | b'\'' | b'\\' | b'u' | b'U'
        );
        byte += 1;
    }
    meaning
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
            "@font-face{src:url(a{b.woff)}",
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
        assert_eq!(left("@supports (a:b){@media print{#foot{a:b}}}"), "@supports (a:b){@media print{}}");
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
