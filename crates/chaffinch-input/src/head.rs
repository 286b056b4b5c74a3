//! Header blocks: a first line, `Name: value` lines and an empty line, as in WARC and HTTP.

use memchr::memchr;
use std::io::{self, BufRead};

/// No honest header is larger; a line may take all of it.
const MAX_HEAD: usize = 64 << 10;

/// Why a header block could not be read.
#[derive(Debug)]
pub(crate) enum HeadError {
    /// The input ended before the empty line.
    Cut,
    /// No empty line within the bound.
    TooLong,
    /// The input could not be read.
    Io(io::Error),
}

/// Reads a header block up to and including its empty line into `into`.
pub(crate) fn read_head(from: &mut impl BufRead, into: &mut Vec<u8>) -> Result<(), HeadError> {
    into.clear();
    let mut line_start = 0;
    loop {
        let bytes = from.fill_buf().map_err(HeadError::Io)?;
        if bytes.is_empty() {
            return Err(HeadError::Cut);
        }
        let (taken, ended) = match memchr(b'\n', bytes) {
            Some(at) => (at + 1, true),
            None => (bytes.len(), false),
        };
        if into.len() + taken > MAX_HEAD {
            return Err(HeadError::TooLong);
        }
        into.extend_from_slice(&bytes[..taken]);
        from.consume(taken);
        if ended {
            // An empty first line is no end: some servers send one in front of the status line.
            if into[line_start..].trim_ascii().is_empty() && line_start > 0 {
                return Ok(());
            }
            line_start = into.len();
        }
    }
}

/// A header block that was read.
#[derive(Clone, Copy)]
pub(crate) struct Head<'a>(pub &'a [u8]);

impl<'a> Head<'a> {
    /// The first line that is not empty.
    pub fn first_line(self) -> &'a [u8] {
        self.lines().next().unwrap_or_default()
    }

    /// The value of the first field called `name`, in whatever case.
    pub fn field(self, name: &str) -> Option<&'a [u8]> {
        self.lines().skip(1).find_map(|line| {
            let colon = memchr(b':', line)?;
            let is_it = line[..colon].trim_ascii().eq_ignore_ascii_case(name.as_bytes());
            is_it.then(|| line[colon + 1..].trim_ascii())
        })
    }

    /// The same as text.
    pub fn text(self, name: &str) -> Option<String> {
        self.field(name).map(|value| String::from_utf8_lossy(value).into_owned())
    }

    fn lines(self) -> impl Iterator<Item = &'a [u8]> {
        self.0.split(|b| *b == b'\n').map(|line| line.trim_ascii_end()).filter(|line| !line.is_empty())
    }
}

/// The status of an HTTP response, from a first line such as `HTTP/1.1 200 OK`.
pub(crate) fn status(head: Head) -> Option<u16> {
    let line = head.first_line();
    let mut words = line.split(|b| *b == b' ').filter(|word| !word.is_empty());
    words.next().filter(|word| word.starts_with(b"HTTP/"))?;
    std::str::from_utf8(words.next()?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_any_case_and_with_any_line_end() {
        let mut input: &[u8] = b"HTTP/1.1 204 No\r\ncontent-type:text/html \r\nX: a:b\n\nbody";
        let mut block = Vec::new();
        read_head(&mut input, &mut block).unwrap();
        assert_eq!(input, b"body");
        let head = Head(&block);
        assert_eq!(status(head), Some(204));
        assert_eq!(head.field("Content-Type"), Some(&b"text/html"[..]));
        assert_eq!(head.field("x"), Some(&b"a:b"[..]));
        assert_eq!(head.field("y"), None);
    }

    #[test]
    fn a_head_without_end_is_bounded() {
        let mut long: &[u8] = &vec![b'a'; 1 << 20];
        assert!(matches!(read_head(&mut long, &mut Vec::new()), Err(HeadError::TooLong)));
        let mut cut: &[u8] = b"HTTP/1.1 200 OK\r\nA: b\r\n";
        assert!(matches!(read_head(&mut cut, &mut Vec::new()), Err(HeadError::Cut)));
    }
}
