//! Reads JSON as pages write it.
//!
//! It reads every valid document and keeps the position of every value. It also reads what a strict reader rejects: comments
//! and CDATA marks, extra or missing commas, line ends and unescaped quotes in strings, single quotes, names without
//! quotes, `&quot;` for a quote, several values one after the other, a missing end.

use std::ops::Range;

/// Reads all values in `text`, one after the other.
///
/// Values nested deeper than `max_nesting` are ignored, and so is everything after `max_values` values.
pub(crate) fn read_json(text: &str, max_nesting: usize, max_values: &mut usize) -> Vec<Json> {
    let mut reader = Reader { text, at: 0, nesting: 0, max_nesting, values_left: max_values };
    let mut values = Vec::new();
    loop {
        // Skips what is not JSON between documents: words of a script, stray brackets.
        while reader.peek().is_some_and(|c| c != '{' && c != '[') {
            reader.skip_char();
        }
        if reader.at_end() || *reader.values_left == 0 {
            return values;
        }
        values.extend(reader.value());
    }
}

/// A value and its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Json {
    pub kind: JsonKind,
    /// Its bytes in the text, without the quotes of a string.
    pub range: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum JsonKind {
    /// `null`, or a word that JSON does not know.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as written.
    Number,
    /// A string, unescaped.
    String(String),
    Array(Vec<Json>),
    /// Names and values in order; a name may come several times.
    Object(Vec<(String, Json)>),
}

struct Reader<'t, 'v> {
    text: &'t str,
    at: usize,
    nesting: usize,
    max_nesting: usize,
    values_left: &'v mut usize,
}

impl Reader<'_, '_> {
    /// Reads the value that begins here; nothing where none does. Always moves on, except at a closing bracket, a comma, a
    /// colon or the end.
    fn value(&mut self) -> Option<Json> {
        let first = self.peek()?;
        if *self.values_left == 0 {
            self.at = self.text.len();
            return None;
        }
        *self.values_left -= 1;
        let start = self.at;
        let kind = match first {
            '{' | '[' if self.nesting >= self.max_nesting => {
                self.skip_brackets();
                JsonKind::Null
            }
            '{' => self.nested(Self::object),
            '[' => self.nested(Self::array),
            '}' | ']' | ',' | ':' => return None,
            _ => match self.string() {
                Some((text, range)) => return Some(Json { kind: JsonKind::String(text), range }),
                None => self.word(),
            },
        };
        Some(Json { kind, range: start..self.at })
    }

    fn nested(&mut self, read: fn(&mut Self) -> JsonKind) -> JsonKind {
        self.nesting += 1;
        self.at += 1;
        let kind = read(self);
        self.nesting -= 1;
        kind
    }

    fn object(&mut self) -> JsonKind {
        let mut members = Vec::new();
        loop {
            match self.peek() {
                None => break,
                Some('}') => {
                    self.at += 1;
                    break;
                }
                // The closing brace is missing, and the bracket closes the array around the object.
                Some(']') => break,
                Some(',' | ':') => self.skip_char(),
                Some('{' | '[') => drop(self.value()),
                Some(_) => {
                    let name = match self.string() {
                        Some((name, _)) => name,
                        None => self.bare_name(),
                    };
                    if self.peek() == Some(':') {
                        self.at += 1;
                        members.extend(self.value().map(|value| (name, value)));
                    }
                }
            }
        }
        JsonKind::Object(members)
    }

    fn array(&mut self) -> JsonKind {
        let mut values = Vec::new();
        loop {
            match self.peek() {
                None => break,
                Some(']') => {
                    self.at += 1;
                    break;
                }
                Some('}') => break,
                Some(',' | ':') => self.skip_char(),
                Some(_) => values.extend(self.value()),
            }
        }
        JsonKind::Array(values)
    }

    /// Reads a number, `true`, `false`, `null`, or another word.
    fn word(&mut self) -> JsonKind {
        let start = self.at;
        let ends = |c: char| matches!(c, ',' | ']' | '}' | '[' | '{' | ':' | '"') || c.is_whitespace();
        let rest = &self.text[start..];
        self.at += rest.find(ends).unwrap_or(rest.len());
        match &self.text[start..self.at] {
            "true" => JsonKind::Bool(true),
            "false" => JsonKind::Bool(false),
            word if word.parse::<f64>().is_ok_and(f64::is_finite) => JsonKind::Number,
            "" => {
                self.skip_char();
                JsonKind::Null
            }
            _ => JsonKind::Null,
        }
    }

    /// A name without quotes.
    fn bare_name(&mut self) -> String {
        let start = self.at;
        let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '-' | '.');
        let rest = &self.text[start..];
        self.at += rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        if self.at == start {
            self.skip_char();
        }
        self.text[start..self.at].to_owned()
    }

    /// Reads the string that begins here; returns it with the range between its quotes.
    fn string(&mut self) -> Option<(String, Range<usize>)> {
        let quote = ["\"", "'", "&quot;", "“"].into_iter().find(|quote| self.looking_at(quote))?;
        let closing = if quote == "“" { "”" } else { quote };
        self.at += quote.len();
        let start = self.at;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(c) = rest.chars().next() else { return Some((out, start..self.at)) };
            if rest.starts_with(closing) {
                let end = self.at;
                self.at += closing.len();
                if self.ends_a_string() {
                    return Some((out, start..end));
                }
                out.push_str(closing);
            } else if c == '\\' {
                self.at += 1;
                self.escape(&mut out);
            } else {
                self.at += c.len_utf8();
                out.push(c);
            }
        }
    }

    /// Whether the quote just read can end a string, because of what follows it.
    fn ends_a_string(&self) -> bool {
        const MAY_FOLLOW: [&str; 14] =
            [",", "}", "]", ":", "\"", "'", "”", ";", "&quot;", "//", "/*", "<!", "-->", "\u{feff}"];
        let next = self.text[self.at..].trim_start();
        next.is_empty() || MAY_FOLLOW.iter().any(|mark| next.starts_with(mark))
    }

    /// Reads what follows a backslash.
    fn escape(&mut self, out: &mut String) {
        let Some(c) = self.text[self.at..].chars().next() else { return };
        self.at += c.len_utf8();
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' | 'f' => out.push(' '),
            'u' => out.push(self.unicode_escape()),
            other => out.push(other),
        }
    }

    /// Reads four hexadecimal digits, and a second escape where the first is half of a surrogate pair.
    fn unicode_escape(&mut self) -> char {
        let Some(first) = self.four_digits() else { return char::REPLACEMENT_CHARACTER };
        if let Some(c) = char::from_u32(first) {
            return c;
        }
        let before = self.at;
        if self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            if let Some(second) =
                self.four_digits().filter(|s| (0xDC00..0xE000).contains(s) && first < 0xDC00)
            {
                let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            }
            self.at = before;
        }
        char::REPLACEMENT_CHARACTER
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let code =
            digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())??;
        self.at += 4;
        Some(code)
    }

    /// Skips a bracket and everything up to the one that closes it, without recursion.
    fn skip_brackets(&mut self) {
        let mut depth = 0usize;
        while let Some(c) = self.peek() {
            match c {
                '{' | '[' => depth += 1,
                '}' | ']' => depth = depth.saturating_sub(1),
                _ if self.string().is_some() => continue,
                _ => {}
            }
            self.skip_char();
            if depth == 0 {
                return;
            }
        }
    }

    /// The next character after white space, comments and CDATA marks, which are skipped.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.at..];
            let c = rest.chars().next()?;
            if c.is_whitespace() || c == '\u{feff}' || c == ';' {
                self.at += c.len_utf8();
            } else if let Some(mark) =
                ["<![CDATA[", "]]>", "<!--", "-->"].into_iter().find(|m| rest.starts_with(m))
            {
                self.at += mark.len();
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else if let Some(comment) = rest.strip_prefix("//") {
                // `//<![CDATA[` hides the mark from scripts, and the document may begin on the same line.
                let hidden_mark =
                    ["<![CDATA[", "]]>", "<!--", "-->"].iter().any(|m| comment.trim_start().starts_with(m));
                self.at += if hidden_mark { 2 } else { rest.find('\n').unwrap_or(rest.len()) };
            } else {
                return Some(c);
            }
        }
    }

    fn looking_at(&self, what: &str) -> bool {
        self.text[self.at..].starts_with(what)
    }

    fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn skip_char(&mut self) {
        self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Json> {
        read_json(text, 64, &mut 10_000)
    }

    /// The value in a short form that shows its shape.
    fn shape(json: &Json, text: &str) -> String {
        match &json.kind {
            JsonKind::Null => "null".into(),
            JsonKind::Bool(b) => b.to_string(),
            JsonKind::Number => text[json.range.clone()].into(),
            JsonKind::String(s) => format!("'{s}'"),
            JsonKind::Array(values) => {
                format!("[{}]", values.iter().map(|v| shape(v, text)).collect::<Vec<_>>().join(","))
            }
            JsonKind::Object(members) => {
                let member = |(name, value): &(String, Json)| format!("{name}:{}", shape(value, text));
                format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
            }
        }
    }

    fn shapes(text: &str) -> String {
        read(text).iter().map(|json| shape(json, text)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn valid_json_is_read_whole() {
        assert_eq!(
            shapes(
                r#"{"a": [1, -2.5e3, true, false, null], "b": {"c": "x\n\"y\" \u00e9 \ud83d\ude00"}, "d": {}, "e": []}"#
            ),
            "{a:[1,-2.5e3,true,false,null],b:{c:'x\n\"y\" é 😀'},d:{},e:[]}"
        );
    }

    #[test]
    fn comments_and_cdata_are_passed_over() {
        for text in [
            "<!-- {\"a\": 1} -->",
            "//<![CDATA[\n{\"a\": 1}\n//]]>",
            "//<![CDATA[ {\"a\": 1} //]]>",
            "/* <![CDATA[ */ {\"a\": /* one */ 1} /* ]]> */",
            "{\"a\": // one\n 1};",
            "var data = {\"a\": 1};",
        ] {
            assert_eq!(shapes(text), "{a:1}", "{text}");
        }
    }

    #[test]
    fn commas_may_be_too_many_or_too_few() {
        assert_eq!(shapes(r#"{"a": [1,,2,], "b": 3,}"#), "{a:[1,2],b:3}");
        assert_eq!(shapes("{\"a\": \"x\"\n \"b\": \"y\" \"c\": 1}"), "{a:'x',b:'y',c:1}");
    }

    #[test]
    fn strings_may_hold_line_ends_and_bare_quotes() {
        assert_eq!(shapes("{\"a\": \"two\nlines\t\", \"b\": 1}"), "{a:'two\nlines\t',b:1}");
        assert_eq!(shapes(r#"{"a": "15" screen", "b": 1}"#), "{a:'15\" screen',b:1}");
    }

    #[test]
    fn other_quotes_and_bare_names_are_understood() {
        assert_eq!(shapes("{'a': 'it', b: 1, @type: \"T\"}"), "{a:'it',b:1,@type:'T'}");
        assert_eq!(shapes("{&quot;a&quot;: &quot;x&quot;}"), "{a:'x'}");
    }

    #[test]
    fn several_documents_may_follow_one_another() {
        assert_eq!(shapes("{\"a\":1}{\"b\":2}\n,[3]"), "{a:1} {b:2} [3]");
    }

    #[test]
    fn a_missing_end_closes_everything() {
        assert_eq!(shapes(r#"{"a": [1, {"b": "c"#), "{a:[1,{b:'c'}]}");
        assert_eq!(shapes(r#"[{"a": 1], {"b": 2}"#), "[{a:1}] {b:2}");
    }

    #[test]
    fn a_value_knows_its_place() {
        let text = r#"{"name": "Blue pen", "price": 12.50}"#;
        let JsonKind::Object(members) = &read(text)[0].kind else { panic!("not an object") };
        assert_eq!(&text[members[0].1.range.clone()], "Blue pen");
        assert_eq!(&text[members[1].1.range.clone()], "12.50");
    }

    #[test]
    fn deep_and_large_documents_are_cut() {
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(read(&deep).len(), 1);
        let large = format!("[{}]", "1,".repeat(1000));
        let JsonKind::Array(values) = &read_json(&large, 64, &mut 10).remove(0).kind else {
            panic!("not an array")
        };
        assert_eq!(values.len(), 9);
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in r#"([{}\[\],:"'/*a1\\u<&; -]|&quot;|//|<!--|true|é|“){0,80}"#) {
            for json in read(&text) {
                prop_assert!(text.get(json.range).is_some());
            }
        }
    }
}
