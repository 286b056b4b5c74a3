//! Reads object and array literals of JSON and JavaScript without running anything.
//!
//! It reads JSON and what scripts write almost like it: names without quotes, single quotes, trailing commas, comments, `undefined`,
//! `!0` and `!1`, `void 0`. Where code begins, a literal ends; what was read before stays. Values lie in one array in the order of the
//! text, so that reading costs no memory of its own for each, and no depth can overflow the stack.

use memchr::memchr2;
use std::borrow::Cow;
use std::ops::Range;

/// The values of one text.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub values: Vec<Value>,
}

/// The number of a value.
pub(super) type ValueId = usize;

/// A value and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value {
    pub kind: ValueKind,
    /// Where its bytes begin, without the quote of a string.
    start: u32,
    /// Where its bytes end.
    end: u32,
    /// The bytes of its name, where it is a member of an object.
    key: (u32, u32),
    /// The object or array around it; itself where there is none.
    pub parent: u32,
    /// The first value behind it and everything in it.
    pub after: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// `null`, `undefined`, or a word whose meaning only the script knows.
    Unknown,
    Bool(bool),
    Number,
    /// A string without escapes.
    Text,
    /// A string with escapes.
    Escaped,
    Array,
    Object,
}

/// How far a literal was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Read {
    /// Where reading goes on.
    pub at: usize,
    pub end: ReadEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadEnd {
    /// The literal was read whole.
    Whole,
    /// Something is in it that is not data.
    Broken,
    /// A string or comment has no end; nothing behind it can be read.
    Unterminated,
    /// There are more values than may be read.
    Limit,
}

/// What is expected next.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Value,
    Key,
    Separator,
}

impl Values {
    pub fn children(&self, id: ValueId) -> impl Iterator<Item = ValueId> + '_ {
        let end = self.values[id].after as usize;
        let mut at = id + 1;
        std::iter::from_fn(move || {
            let child = (at < end).then_some(at)?;
            at = self.values[child].after as usize;
            Some(child)
        })
    }

    pub fn key<'t>(&self, text: &'t str, id: ValueId) -> &'t str {
        let (start, end) = self.values[id].key;
        text.get(start as usize..end as usize).unwrap_or_default()
    }

    pub fn range(&self, id: ValueId) -> Range<usize> {
        self.values[id].start as usize..self.values[id].end as usize
    }

    /// A string, number or truth as text; nothing for anything else.
    pub fn scalar<'t>(&self, text: &'t str, id: ValueId) -> Option<Cow<'t, str>> {
        let raw = || text.get(self.range(id)).unwrap_or_default();
        match self.values[id].kind {
            ValueKind::Bool(truth) => Some(if truth { "true" } else { "false" }.into()),
            ValueKind::Number | ValueKind::Text => Some(raw().into()),
            ValueKind::Escaped => Some(unescape(raw()).into()),
            ValueKind::Unknown | ValueKind::Array | ValueKind::Object => None,
        }
    }

    /// Reads the literal that begins at `at`, and adds its values; at most `left` of them.
    pub fn read(&mut self, text: &str, at: usize, left: &mut usize) -> Read {
        let mut reader = Reader {
            bytes: text.as_bytes(),
            at,
            values: &mut self.values,
            open: Vec::new(),
            key: (0, 0),
            left,
        };
        let end = reader.literal();
        let after = reader.at;
        while reader.close(after) {}
        Read { at: after, end }
    }
}

struct Reader<'t, 'v> {
    bytes: &'t [u8],
    at: usize,
    values: &'v mut Vec<Value>,
    /// The objects and arrays around the current place, innermost last.
    open: Vec<u32>,
    /// The name of the next value.
    key: (u32, u32),
    left: &'v mut usize,
}

impl Reader<'_, '_> {
    fn literal(&mut self) -> ReadEnd {
        let mut next = Next::Value;
        loop {
            if !self.skip_space() {
                return ReadEnd::Unterminated;
            }
            let Some(byte) = self.peek() else { return ReadEnd::Broken };
            let in_object = self.open.last().is_some_and(|open| self.kind(*open) == ValueKind::Object);
            let done = match (next, byte) {
                (Next::Key | Next::Separator, b'}') if in_object => self.close_bracket(),
                (Next::Value | Next::Separator, b']') if !in_object && !self.open.is_empty() => {
                    self.close_bracket()
                }
                (Next::Separator, b',') => {
                    self.at += 1;
                    next = if in_object { Next::Key } else { Next::Value };
                    continue;
                }
                // An array may leave values out.
                (Next::Value, b',') if !in_object && !self.open.is_empty() => {
                    self.at += 1;
                    continue;
                }
                (Next::Key, b',') => {
                    self.at += 1;
                    continue;
                }
                (Next::Key, _) => match self.name() {
                    Ok(()) => {
                        next = Next::Value;
                        continue;
                    }
                    Err(end) => return end,
                },
                (Next::Value, b'{' | b'[') => {
                    let kind = if byte == b'{' { ValueKind::Object } else { ValueKind::Array };
                    let start = self.at;
                    self.at += 1;
                    match self.add(kind, start..start) {
                        Ok(id) => self.open.push(id),
                        Err(end) => return end,
                    }
                    next = if byte == b'{' { Next::Key } else { Next::Value };
                    continue;
                }
                (Next::Value, _) => self.scalar(byte),
                _ => Err(ReadEnd::Broken),
            };
            if let Err(end) = done {
                return end;
            }
            if self.open.is_empty() {
                return ReadEnd::Whole;
            }
            next = Next::Separator;
        }
    }

    fn kind(&self, id: u32) -> ValueKind {
        self.values[id as usize].kind
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn add(&mut self, kind: ValueKind, range: Range<usize>) -> Result<u32, ReadEnd> {
        *self.left = self.left.checked_sub(1).ok_or(ReadEnd::Limit)?;
        let own = small(self.values.len())?;
        let parent = self.open.last().copied().unwrap_or(own);
        let key = std::mem::take(&mut self.key);
        let (start, end) = (small(range.start)?, small(range.end)?);
        self.values.push(Value { kind, start, end, key, parent, after: own + 1 });
        Ok(own)
    }

    fn close_bracket(&mut self) -> Result<(), ReadEnd> {
        self.at += 1;
        self.close(self.at);
        Ok(())
    }

    /// Ends the innermost object or array at the place `end`.
    fn close(&mut self, end: usize) -> bool {
        let Some(open) = self.open.pop() else { return false };
        let after = self.values.len() as u32;
        let value = &mut self.values[open as usize];
        (value.after, value.end) = (after, end as u32);
        true
    }

    /// Reads the name of a member and its colon.
    fn name(&mut self) -> Result<(), ReadEnd> {
        let range = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => self.string(quote)?.0,
            _ => self.word().ok_or(ReadEnd::Broken)?,
        };
        self.key = (small(range.start)?, small(range.end)?);
        if !self.skip_space() {
            return Err(ReadEnd::Unterminated);
        }
        if self.peek() != Some(b':') {
            return Err(ReadEnd::Broken);
        }
        self.at += 1;
        Ok(())
    }

    fn scalar(&mut self, first: u8) -> Result<(), ReadEnd> {
        let start = self.at;
        let kind = match first {
            b'"' | b'\'' | b'`' => {
                let (range, escaped) = self.string(first)?;
                let kind = if escaped { ValueKind::Escaped } else { ValueKind::Text };
                return self.add(kind, range).map(drop);
            }
            b'!' => {
                self.at += 2;
                match self.bytes.get(start + 1) {
                    Some(b'0') => ValueKind::Bool(true),
                    Some(b'1') => ValueKind::Bool(false),
                    _ => return Err(self.back_to(start)),
                }
            }
            b'-' | b'+' | b'.' | b'0'..=b'9' => {
                let length = self.bytes[start..].iter().take_while(|b| is_of_number(**b)).count();
                self.at += length;
                ValueKind::Number
            }
            _ => {
                let word = self.word().ok_or(ReadEnd::Broken)?;
                match &self.bytes[word] {
                    b"true" => ValueKind::Bool(true),
                    b"false" => ValueKind::Bool(false),
                    b"void" => {
                        self.at +=
                            self.bytes[self.at..].iter().take_while(|b| **b == b' ' || **b == b'0').count();
                        ValueKind::Unknown
                    }
                    b"function" | b"new" | b"async" | b"class" => return Err(self.back_to(start)),
                    _ => ValueKind::Unknown,
                }
            }
        };
        self.add(kind, start..self.at).map(drop)
    }

    fn back_to(&mut self, start: usize) -> ReadEnd {
        // Reading must go on behind what it stopped at.
        self.at = start + 1;
        ReadEnd::Broken
    }

    /// A name of JavaScript or a number as a name.
    fn word(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let belongs =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || *byte >= 0x80;
        self.at += self.bytes[start..].iter().take_while(|byte| belongs(byte)).count();
        (self.at > start).then_some(start..self.at)
    }

    /// Reads a string; returns what is between its quotes, and whether that has escapes.
    fn string(&mut self, quote: u8) -> Result<(Range<usize>, bool), ReadEnd> {
        let start = self.at + 1;
        let mut at = start;
        let mut escaped = false;
        loop {
            let Some(found) = self.bytes.get(at..).and_then(|rest| memchr2(quote, b'\\', rest)) else {
                self.at = self.bytes.len();
                return Err(ReadEnd::Unterminated);
            };
            at += found;
            if self.bytes[at] == quote {
                break;
            }
            escaped = true;
            at += 2;
        }
        self.at = at + 1;
        // A template with values in it is code.
        if quote == b'`' && self.bytes[start..at].contains(&b'$') {
            return Err(ReadEnd::Broken);
        }
        Ok((start..at, escaped))
    }

    /// Skips white space and comments; false where a comment has no end.
    fn skip_space(&mut self) -> bool {
        loop {
            match self.bytes.get(self.at..self.at + 1) {
                Some([b' ' | b'\t' | b'\r' | b'\n']) => self.at += 1,
                Some(b"/") => match self.bytes.get(self.at + 1) {
                    Some(b'*') => match memchr::memmem::find(&self.bytes[self.at + 2..], b"*/") {
                        Some(end) => self.at += end + 4,
                        None => {
                            self.at = self.bytes.len();
                            return false;
                        }
                    },
                    Some(b'/') => {
                        let rest = &self.bytes[self.at..];
                        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    }
                    _ => return true,
                },
                // No-break spaces and byte order marks.
                Some([0xC2]) if self.bytes.get(self.at + 1) == Some(&0xA0) => self.at += 2,
                Some([0xEF]) if self.bytes[self.at..].starts_with(b"\xEF\xBB\xBF") => self.at += 3,
                _ => return true,
            }
        }
    }
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// Positions are kept in four bytes; no page is as large as that.
fn small(number: usize) -> Result<u32, ReadEnd> {
    u32::try_from(number).map_err(|_| ReadEnd::Limit)
}

/// A string of JavaScript without its escapes. Half of a surrogate pair is the replacement character.
pub(super) fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else { break };
        rest = &rest[c.len_utf8()..];
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' | 'f' | 'v' => out.push(' '),
            '\n' => {}
            'x' => rest = coded(rest, 2, &mut out),
            'u' => rest = unicode(rest, &mut out),
            other => out.push(other),
        }
    }
    out.push_str(rest);
    out
}

fn hex(text: &str, digits: usize) -> Option<u32> {
    let digits = text.get(..digits).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

fn coded<'t>(rest: &'t str, digits: usize, out: &mut String) -> &'t str {
    let Some(code) = hex(rest, digits) else {
        out.push(char::REPLACEMENT_CHARACTER);
        return rest;
    };
    out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    &rest[digits..]
}

fn unicode<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let second = |first: u32| {
        let low = hex(rest.get(4..)?.strip_prefix("\\u")?, 4)?;
        let is_pair = (0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&low);
        is_pair.then(|| char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)))?
    };
    match hex(rest, 4).and_then(second) {
        Some(c) => {
            out.push(c);
            &rest[10..]
        }
        None => coded(rest, 4, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> (Values, Read) {
        let mut values = Values::default();
        let read = values.read(text, 0, &mut 100_000);
        (values, read)
    }

    fn shape(values: &Values, text: &str, id: ValueId) -> String {
        let inner = |name: bool| {
            let member = |child: ValueId| match name {
                true => format!("{}:{}", values.key(text, child), shape(values, text, child)),
                false => shape(values, text, child),
            };
            values.children(id).map(member).collect::<Vec<_>>().join(",")
        };
        match values.values[id].kind {
            ValueKind::Array => format!("[{}]", inner(false)),
            ValueKind::Object => format!("{{{}}}", inner(true)),
            ValueKind::Unknown => "?".into(),
            ValueKind::Text | ValueKind::Escaped => format!("'{}'", values.scalar(text, id).unwrap()),
            _ => values.scalar(text, id).unwrap().into_owned(),
        }
    }

    fn shape_of(text: &str) -> String {
        shape(&read(text).0, text, 0)
    }

    #[test]
    fn json_is_read_whole() {
        let text =
            r#"{"a": [1, -2.5e3, true, null], "b": {"c": "x\n\"y\" \u00e9 \ud83d\ude00"}, "d": {}, "e": []}"#;
        assert_eq!(shape_of(text), "{a:[1,-2.5e3,true,?],b:{c:'x\n\"y\" é 😀'},d:{},e:[]}");
        assert_eq!(read(text).1, Read { at: text.len(), end: ReadEnd::Whole });
    }

    #[test]
    fn what_scripts_write_is_read() {
        assert_eq!(
            shape_of("{a: 'it\\'s', /* no */ $b_1: [!0, !1, void 0, undefined,], 'c': `x`, // y\n 3: name,}"),
            "{a:'it's',$b_1:[true,false,?,?],c:'x',3:?}"
        );
        assert_eq!(shape_of("[,1,,2]"), "[1,2]");
        assert_eq!(shape_of(r#"["\x3cb\x3e", "a\/b"]"#), "['<b>','a/b']");
    }

    #[test]
    fn code_ends_a_literal_and_what_was_read_stays() {
        for text in ["{a: [1, {b: 2}], c: function(){}}", "{a: [1, {b: 2}], c: f(1)}", "{a: [1, {b: 2"] {
            assert!(shape_of(text).starts_with("{a:[1,{b:2}]"), "{text}: {}", shape_of(text));
            assert_ne!(read(text).1.end, ReadEnd::Whole);
        }
    }

    #[test]
    fn halves_of_pairs_are_replaced() {
        assert_eq!(unescape(r"a\ud83d b\ude00\uZZ\u12"), "a\u{fffd} b\u{fffd}\u{fffd}ZZ\u{fffd}12");
    }

    #[test]
    fn limits_end_the_reading() {
        let deep = "[".repeat(3_000_000);
        let mut values = Values::default();
        assert_eq!(values.read(&deep, 0, &mut 1000).end, ReadEnd::Limit);
        assert_eq!(values.values.len(), 1000);
        let long = format!("[\"{}", "x".repeat(50 << 20));
        assert_eq!(read(&long).1.end, ReadEnd::Unterminated);
    }

    proptest! {
        #[test]
        fn any_text_is_read_in_bounds(text in r#"([{}\[\],:"'/*a1\\u<&; !`$-]|//|true|é){0,80}"#) {
            let (values, read) = read(&text);
            prop_assert!(read.at <= text.len() + 1);
            for id in 0..values.values.len() {
                prop_assert!(text.get(values.range(id)).is_some());
                let value = values.values[id];
                prop_assert!(value.after as usize > id && value.after as usize <= values.values.len());
            }
        }
    }
}
