//! Outputs that fail: a closed pipe, a full disk.

mod reports;

use chaffinch_write::{Format, Selection, WriteOptions, writer};
use reports::shop;
use std::io::{self, ErrorKind, Write};

/// Takes some bytes and then is gone, as a pipe into `head` is.
struct Pipe {
    left: usize,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let taken = bytes.len().min(self.left);
        self.left -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_to(pipe: Pipe, format: Format) -> io::Result<()> {
    let options = WriteOptions { select: Selection::All, ..WriteOptions::default() };
    let mut out = writer(format, options, Box::new(pipe))?;
    out.write(&shop())?;
    out.write(&shop())?;
    out.finish()
}

#[test]
fn a_closed_pipe_is_an_error_of_every_format_wherever_it_closes() {
    for format in Format::ALL {
        for left in [0, 3, 100, 1000] {
            let error = write_to(Pipe { left }, format).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BrokenPipe, "{format} after {left} bytes: {error}");
        }
        assert!(write_to(Pipe { left: usize::MAX }, format).is_ok(), "{format}");
    }
}

#[test]
fn a_page_is_seen_as_soon_as_its_shape_is_known() {
    for format in [Format::Text, Format::Jsonl, Format::Html, Format::Xml] {
        let mut bytes = Vec::new();
        let mut out = writer(format, WriteOptions::default(), Box::new(&mut bytes)).unwrap();
        out.write(&shop()).unwrap();
        // Never finished, as when the program is killed.
        std::mem::forget(out);
        assert!(String::from_utf8(bytes).unwrap().contains("Tipping the Velvet"), "{format}");
    }
}
