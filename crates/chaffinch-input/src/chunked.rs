//! The chunked transfer coding of HTTP.

use std::io::{self, BufRead, Read};

/// Whether `bytes` begin with the size of a chunk.
pub(crate) fn begins_chunk(bytes: &[u8]) -> bool {
    let end = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
    chunk_size(bytes[..end].trim_ascii_end()).is_some()
}

/// Undoes the chunked transfer coding. A body that ends early ends there, as in browsers.
pub(crate) struct Chunked<'a> {
    inner: &'a mut dyn BufRead,
    /// Bytes left of the current chunk.
    left: u64,
    done: bool,
}

impl<'a> Chunked<'a> {
    pub fn new(inner: &'a mut dyn BufRead) -> Chunked<'a> {
        Chunked { inner, left: 0, done: false }
    }

    /// Goes to the data of the next chunk.
    fn next_chunk(&mut self) -> io::Result<()> {
        let mut line = read_line(self.inner)?;
        if line.is_empty() {
            // The line end behind the data of the chunk before.
            line = read_line(self.inner)?;
        }
        match chunk_size(&line) {
            Some(size) if size > 0 => self.left = size,
            _ => self.done = true,
        }
        Ok(())
    }
}

impl Read for Chunked<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let got = bytes.read(out)?;
        self.consume(got);
        Ok(got)
    }
}

impl BufRead for Chunked<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 && !self.done {
            self.next_chunk()?;
        }
        if self.done {
            return Ok(&[]);
        }
        let bytes = self.inner.fill_buf()?;
        let available = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        Ok(&bytes[..available])
    }

    fn consume(&mut self, n: usize) {
        self.left -= n as u64;
        self.inner.consume(n);
    }
}

/// A line of at most 4096 bytes without its end; chunk extensions are short.
fn read_line(from: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    from.take(4096).read_until(b'\n', &mut line)?;
    line.truncate(line.trim_ascii_end().len());
    Ok(line)
}

/// The size in a chunk's first line: hexadecimal, perhaps followed by `;` and extensions.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|b| *b == b';').next()?.trim_ascii();
    if digits.is_empty() || digits.len() > 15 {
        return None;
    }
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(mut body: &[u8]) -> String {
        let mut text = String::new();
        Chunked::new(&mut body).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn chunks_are_joined_and_trailers_left_out() {
        assert_eq!(
            joined(b"3;note=1\r\nabc\r\n00A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"),
            "abc0123456789"
        );
    }

    #[test]
    fn a_body_that_ends_early_ends_there() {
        assert_eq!(joined(b"3\r\nabc\r\nff\r\nde"), "abcde");
        assert_eq!(joined(b"3\r\nabc"), "abc");
        assert_eq!(joined(b"3\r\nabc\r\nno size\r\nrest"), "abc");
    }

    #[test]
    fn a_page_does_not_begin_with_a_size() {
        assert!(begins_chunk(b"1f4\r\n<p>"));
        assert!(!begins_chunk(b"<p>1f4\r\n"));
        assert!(!begins_chunk(b"fffffffffffffffff\r\n"));
        assert!(!begins_chunk(b""));
    }
}
