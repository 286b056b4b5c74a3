//! What reaches a terminal. Pages, file names and servers choose most of what the program says, and control characters in it could
//! rewrite what stands above, change the title of the window or type commands.

use chaffinch_write::visible;
use std::fmt::Arguments;
use std::io::{self, Write};

/// Says something on standard error. Where that is closed nobody reads it, and the run goes on.
pub fn say(text: Arguments<'_>) {
    let _ = io::stderr().write_all(visible(&text.to_string()).as_bytes());
}

/// Writes a line over the one that stands on the terminal.
pub fn replace_line(line: &str) {
    let _ = write!(io::stderr(), "\r{}\x1b[K", visible(line));
}

/// A terminal that shows control characters instead of obeying them.
pub struct Shown<W: Write> {
    terminal: W,
    /// The beginning of a character whose end is still to come.
    begun: Vec<u8>,
}

impl<W: Write> Shown<W> {
    pub fn on(terminal: W) -> Shown<W> {
        Shown { terminal, begun: Vec::new() }
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let text = String::from_utf8_lossy(&self.begun[..whole]).into_owned();
        self.begun.drain(..whole);
        self.terminal.write_all(visible(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.terminal.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_a_terminal_however_it_is_cut() {
        let text = "é\x1b]0;title\x07 \u{9b}2J 日本\tx\n";
        for cut in 0..text.len() {
            let mut shown = Shown::on(Vec::new());
            shown.write_all(&text.as_bytes()[..cut]).unwrap();
            shown.write_all(&text.as_bytes()[cut..]).unwrap();
            assert_eq!(String::from_utf8(shown.terminal).unwrap(), "é␛]0;title␇ \u{fffd}2J 日本\tx\n");
        }
    }
}
