//! The parts of a message, one after the other; parts within parts come as if they were beside each other.

use super::{field, parameter, unfolded};
use std::io::{self, BufRead, ErrorKind, Read};

/// No honest header is larger.
const MAX_HEAD: usize = 64 << 10;

/// Lines are read in pieces of at most this size; a line that is longer is no boundary.
const MAX_LINE: u64 = 64 << 10;

/// More messages within one another than anybody writes.
const MAX_DEPTH: usize = 8;

/// A message that is read part by part.
pub(super) struct Parts<R> {
    input: R,
    head: Vec<u8>,
    /// What separates the parts, for each message within another.
    boundaries: Vec<Vec<u8>>,
    /// The number of the part that is the page, if the message says so.
    start: Option<String>,
    encoding: String,
    line: Vec<u8>,
    state: State,
}

#[derive(PartialEq, Eq)]
enum State {
    /// In front of the first boundary, or in a part.
    Content,
    /// Behind a boundary, where a part begins.
    Begins,
    Ended,
}

/// The header of a part.
pub(super) struct Part {
    head: Vec<u8>,
}

impl Part {
    pub fn field(&self, name: &str) -> Option<String> {
        field(&self.head, name)
    }
}

impl<R: BufRead> Parts<R> {
    /// The parts of the message in `input`.
    pub fn of(input: R) -> io::Result<Parts<R>> {
        let mut parts = Parts {
            input,
            head: Vec::new(),
            boundaries: Vec::new(),
            start: None,
            encoding: String::new(),
            line: Vec::new(),
            state: State::Content,
        };
        parts.head = parts.read_head()?;
        let content_type = parts.field("content-type").unwrap_or_default();
        let boundary = parameter(&content_type, "boundary").filter(|boundary| !boundary.is_empty());
        let boundary = boundary.ok_or_else(|| {
            io::Error::new(ErrorKind::InvalidData, "its header does not say what separates its parts")
        })?;
        parts.boundaries.push(boundary.into_bytes());
        parts.start = parameter(&content_type, "start");
        Ok(parts)
    }

    /// A field of the header of the message.
    pub fn field(&self, name: &str) -> Option<String> {
        field(&self.head, name)
    }

    /// Whether a part is the page of the message, because the message says so.
    pub fn is_start(&self, part: &Part) -> bool {
        self.start.is_some() && self.start == part.field("content-id")
    }

    /// Goes to the next part that holds no further parts.
    pub fn next(&mut self) -> io::Result<Option<Part>> {
        loop {
            while self.state == State::Content {
                self.read_line()?;
            }
            if self.state == State::Ended {
                return Ok(None);
            }
            self.state = State::Content;
            let part = Part { head: self.read_head()? };
            self.encoding =
                part.field("content-transfer-encoding").unwrap_or_default().trim().to_ascii_lowercase();
            let content_type = part.field("content-type").unwrap_or_default();
            let inner = content_type.trim_start().to_ascii_lowercase().starts_with("multipart/");
            match parameter(&content_type, "boundary").filter(|boundary| inner && !boundary.is_empty()) {
                Some(_) if self.boundaries.len() >= MAX_DEPTH => {}
                Some(boundary) => self.boundaries.push(boundary.into_bytes()),
                None => return Ok(Some(part)),
            }
        }
    }

    /// The content of the part, decoded; nothing where it has more than `most` bytes.
    pub fn content(&mut self, most: usize) -> io::Result<Option<Vec<u8>>> {
        let mut content = Vec::new();
        // The line end in front of a boundary belongs to the boundary.
        let mut line_end: Vec<u8> = Vec::new();
        let mut sextets = Sextets::default();
        let is_base64 = self.encoding == "base64";
        let is_quoted = self.encoding == "quoted-printable";
        let mut is_too_long = false;
        loop {
            self.read_line()?;
            if self.state != State::Content {
                break;
            }
            if is_too_long {
                continue;
            }
            if is_base64 {
                sextets.decode(&self.line, &mut content);
            } else {
                content.append(&mut line_end);
                let text = without_line_end(&self.line);
                line_end.extend_from_slice(&self.line[text.len()..]);
                if is_quoted && unquote(text, &mut content) {
                    line_end.clear();
                } else if !is_quoted {
                    content.extend_from_slice(text);
                }
            }
            is_too_long = content.len() > most;
        }
        Ok((!is_too_long).then_some(content))
    }

    /// Reads a line, or a piece of a long one, and sees whether it is a boundary.
    fn read_line(&mut self) -> io::Result<()> {
        let goes_on = self.line.len() as u64 == MAX_LINE && self.line.last() != Some(&b'\n');
        self.line.clear();
        (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            self.state = State::Ended;
        } else if !goes_on && self.line.starts_with(b"--") {
            self.see_boundary();
        }
        Ok(())
    }

    fn see_boundary(&mut self) {
        let line = self.line.trim_ascii_end();
        // A message within another ends also where the outer one goes on.
        let found = self.boundaries.iter().enumerate().rev().find_map(|(depth, boundary)| {
            match line[2..].strip_prefix(boundary.as_slice())? {
                b"" => Some((depth, false)),
                b"--" => Some((depth, true)),
                _ => None,
            }
        });
        match found {
            Some((0, true)) => self.state = State::Ended,
            Some((depth, true)) => self.boundaries.truncate(depth),
            Some((depth, false)) => {
                self.boundaries.truncate(depth + 1);
                self.state = State::Begins;
            }
            None => {}
        }
    }

    fn read_head(&mut self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        loop {
            self.line.clear();
            (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut self.line)?;
            if self.line.trim_ascii().is_empty() {
                return Ok(unfolded(&head));
            }
            if head.len() + self.line.len() > MAX_HEAD {
                return Err(io::Error::new(ErrorKind::InvalidData, "a header has no end"));
            }
            head.extend_from_slice(&self.line);
        }
    }
}

fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Undoes the quoted-printable coding of a line; true where the line goes on in the next.
fn unquote(line: &[u8], into: &mut Vec<u8>) -> bool {
    // Spaces behind a line were added on its way; its own are quoted.
    let mut rest = line.trim_ascii_end();
    while let Some(at) = memchr::memchr(b'=', rest) {
        into.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let digit = |at: usize| rest.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (digit(0), digit(1)) {
            (Some(high), Some(low)) => {
                into.push((high * 16 + low) as u8);
                rest = &rest[2..];
            }
            _ if rest.is_empty() => return true,
            // Wrongly quoted text is taken as it is.
            _ => into.push(b'='),
        }
    }
    into.extend_from_slice(rest);
    false
}

/// Undoes base64, line by line. What is none of its characters is passed over, as in browsers and mail programs.
#[derive(Default)]
struct Sextets {
    bits: u32,
    count: u32,
}

impl Sextets {
    fn decode(&mut self, line: &[u8], into: &mut Vec<u8>) {
        for byte in line {
            let value = match byte {
                b'A'..=b'Z' => byte - b'A',
                b'a'..=b'z' => byte - b'a' + 26,
                b'0'..=b'9' => byte - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => continue,
            };
            self.bits = (self.bits << 6) | u32::from(value);
            self.count += 6;
            if self.count >= 8 {
                self.count -= 8;
                into.push((self.bits >> self.count) as u8);
                self.bits &= (1 << self.count) - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unquoted(line: &str) -> (String, bool) {
        let mut out = Vec::new();
        let goes_on = unquote(line.as_bytes(), &mut out);
        (String::from_utf8(out).unwrap(), goes_on)
    }

    #[test]
    fn quoted_lines_are_joined_and_wrong_ones_kept() {
        assert_eq!(unquoted("a=3Db=C3=A4="), ("a=bä".to_owned(), true));
        assert_eq!(unquoted("100 % = all"), ("100 % = all".to_owned(), false));
        assert_eq!(unquoted("end=20"), ("end ".to_owned(), false));
    }

    #[test]
    fn base64_goes_over_lines() {
        let (mut sextets, mut out) = (Sextets::default(), Vec::new());
        for line in [&b"PHA-\r\n"[..], b"+T25l", b"Pg=="] {
            sextets.decode(line, &mut out);
        }
        assert_eq!(out, b"<p>One>");
    }
}
