//! Records: their headers, their blocks, and the pages in them.

use super::arc;
use super::bytes::{ArchiveBytes, Break, Place, is_record_start};
use crate::decode::{self, DecodeError};
use crate::head::{Head, HeadError, read_head, status};
use crate::options::ReadOptions;
use crate::sniff;
use chaffinch_core::Limits;
use std::io::{self, BufRead, Read};

/// What a reader of records is looking for.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// Pages that the filter lets pass, decoded within the limits.
    Pages(&'a ReadOptions),
    /// The addresses of style sheets.
    StyleAddresses,
    /// The style sheets themselves, decoded within the limits.
    Styles(&'a Limits),
}

/// What the next record is.
pub(super) enum Found {
    /// What was wanted.
    Page(Page),
    /// What was wanted, but its body could not be decoded.
    Undecodable(DecodeError),
    /// A record that says that a page was the same as before.
    Revisit(Revisit),
    /// A page that the filter does not let pass.
    Unwanted,
    /// Something else, which was passed.
    Other,
    /// There is no next record.
    End,
}

/// A page or a style sheet.
pub(super) struct Page {
    pub url: Option<String>,
    pub content_type: Option<String>,
    /// Empty where only the address was wanted.
    pub bytes: Vec<u8>,
    /// What a later record may call it by that says that the page was the same.
    pub keys: Keys,
}

/// What tells that a page was the same as before: a sum of its bytes, or its address and date.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Keys {
    pub digest: Option<String>,
    pub address_and_date: Option<String>,
}

/// A record that stands for a page that is in another record.
pub(super) struct Revisit {
    pub url: Option<String>,
    /// How the other record is called.
    pub original: Keys,
    /// Whether the response that came with it was a page.
    pub is_page: bool,
}

/// Reads records one after the other.
pub(super) struct Reader {
    bytes: ArchiveBytes,
    /// The header of the current record, and of the HTTP response in it; kept to use their memory again.
    head: Vec<u8>,
    http_head: Vec<u8>,
}

impl Reader {
    pub fn new(bytes: ArchiveBytes) -> Reader {
        Reader { bytes, head: Vec::new(), http_head: Vec::new() }
    }

    /// The next record and its place. After an error, [`Reader::recover`] finds where to go on.
    pub fn next(&mut self, wanted: Wanted) -> (Place, Result<Found, Break>) {
        match self.go_to_record() {
            Ok(true) => {
                let at = self.bytes.place();
                (at, self.read_record(wanted))
            }
            Ok(false) => (self.bytes.place(), Ok(Found::End)),
            Err(broken) => (self.bytes.place(), Err(broken)),
        }
    }

    /// Finds the next record behind damage in the one at `damaged`; false where there is none.
    pub fn recover(&mut self, damaged: Place) -> bool {
        // An input that fails while it is searched has already been reported as damaged.
        self.bytes.recover(damaged).unwrap_or(false)
    }

    /// Passes what separates records; false at the end of the archive.
    fn go_to_record(&mut self) -> Result<bool, Break> {
        loop {
            if self.bytes.is_before_start() || self.bytes.peek(1)?.is_empty() {
                if !self.bytes.next_member()? {
                    return Ok(false);
                }
                continue;
            }
            let ends = line_ends(self.bytes.peek(1)?);
            if ends == 0 {
                return Ok(true);
            }
            self.bytes.pass(ends);
        }
    }

    fn read_record(&mut self, wanted: Wanted) -> Result<Found, Break> {
        let start = self.bytes.peek_start()?;
        if !is_record_start(start) {
            return Err(Break::Damaged("no WARC header where a record should begin"));
        }
        if let Some(header) = arc::Header::of(start) {
            let (url, line, length) = (header.address.to_owned(), header.line, header.length);
            return self.read_arc_record(wanted, url, line, length);
        }
        let mut block = Block { bytes: &mut self.bytes, left: u64::MAX, broken: None };
        read_head(&mut block, &mut self.head).map_err(|error| match error {
            HeadError::TooLong => Break::Damaged("its header has no end"),
            HeadError::Cut => Break::Cut,
            HeadError::Io(error) => block.broken.take().unwrap_or(Break::Io(error)),
        })?;
        let head = Head(&self.head);
        let length = head.field("content-length").and_then(|v| std::str::from_utf8(v).ok()?.parse().ok());
        block.left = length.ok_or(Break::Damaged("its header gives no length"))?;
        if block.bytes.ends_within(block.left) {
            return Err(Break::Cut);
        }

        let found = block.look_for(wanted, head, &mut self.http_head);
        let found = block.finish(found)?;
        self.check_end()?;
        Ok(found)
    }

    /// A record of an ARC file, whose first line has `line` bytes.
    fn read_arc_record(
        &mut self,
        wanted: Wanted,
        url: String,
        line: usize,
        length: u64,
    ) -> Result<Found, Break> {
        self.bytes.pass(line);
        if self.bytes.ends_within(length) {
            return Err(Break::Cut);
        }
        let mut block = Block { bytes: &mut self.bytes, left: length, broken: None };
        let found = match url.starts_with("http") {
            true => block.response(wanted, Some(url), Keys::default(), &mut self.http_head),
            false => Ok(Found::Other),
        };
        let found = block.finish(found)?;
        self.check_end()?;
        Ok(found)
    }

    /// Behind a record stand two line ends. Some writers forget one; but where neither these nor
    /// another record follow, the length was wrong. A member that ends here has its checksum looked at.
    fn check_end(&mut self) -> Result<(), Break> {
        let bytes = self.bytes.peek_start()?;
        let ends = line_ends(bytes);
        let rest = &bytes[ends..];
        if bytes.starts_with(b"\r\n\r\n") || rest.is_empty() || is_record_start(rest) {
            self.bytes.pass(ends);
            Ok(())
        } else {
            Err(Break::Damaged("its length is wrong"))
        }
    }
}

fn line_ends(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count()
}

/// The block of one record, as a reader that ends where the record ends.
struct Block<'a> {
    bytes: &'a mut ArchiveBytes,
    left: u64,
    /// Why reading failed: an `io::Error` cannot carry it through the decoders.
    broken: Option<Break>,
}

impl Block<'_> {
    fn look_for(&mut self, wanted: Wanted, head: Head, http_head: &mut Vec<u8>) -> Result<Found, Break> {
        let block_type = head.text("content-type").unwrap_or_default();
        let url = || head.text("warc-target-uri").map(|uri| uri.trim_matches(['<', '>']).to_owned());
        match head.field("warc-type") {
            Some(b"response")
                if sniff::essence(&block_type) == "application/http" || block_type.is_empty() =>
            {
                self.response(wanted, url(), keys_of(head, "warc-target-uri", "warc-date"), http_head)
            }
            Some(b"resource") => self.body(wanted, None, url(), Some(block_type), Keys::default()),
            Some(b"revisit") if matches!(wanted, Wanted::Pages(_)) => {
                let is_page = matches!(read_head(self, http_head), Ok(()))
                    && Head(http_head).text("content-type").is_some_and(|kind| sniff::is_html_type(&kind));
                let original = keys_of(head, "warc-refers-to-target-uri", "warc-refers-to-date");
                Ok(Found::Revisit(Revisit { url: url(), original, is_page }))
            }
            _ => Ok(Found::Other),
        }
    }

    /// An HTTP response.
    fn response(
        &mut self,
        wanted: Wanted,
        url: Option<String>,
        keys: Keys,
        http_head: &mut Vec<u8>,
    ) -> Result<Found, Break> {
        match read_head(self, http_head) {
            Ok(()) => {}
            Err(HeadError::Io(error)) => return Err(self.broken.take().unwrap_or(Break::Io(error))),
            // A response without an end of its header has no body: no page, but no damage either.
            Err(HeadError::Cut | HeadError::TooLong) => return Ok(Found::Other),
        }
        let http = Head(http_head);
        if !status(http).is_some_and(|status| (200..300).contains(&status)) {
            return Ok(Found::Other);
        }
        self.body(wanted, Some(http), url, http.text("content-type"), keys)
    }

    /// Passes what is left of the record in which something was `found`.
    fn finish(&mut self, found: Result<Found, Break>) -> Result<Found, Break> {
        if let Some(broken) = self.broken.take() {
            return Err(broken);
        }
        let found = found?;
        self.skip_rest()?;
        Ok(found)
    }

    fn body(
        &mut self,
        wanted: Wanted,
        http: Option<Head>,
        url: Option<String>,
        content_type: Option<String>,
        keys: Keys,
    ) -> Result<Found, Break> {
        let kind = content_type.as_deref().unwrap_or_default();
        let limits = match wanted {
            Wanted::Pages(_) if !sniff::is_html_type(kind) && !kind.trim().is_empty() => {
                return Ok(Found::Other);
            }
            Wanted::StyleAddresses | Wanted::Styles(_) if !is_style(kind, url.as_deref()) => {
                return Ok(Found::Other);
            }
            Wanted::StyleAddresses => {
                return Ok(Found::Page(Page { url, content_type, bytes: Vec::new(), keys }));
            }
            Wanted::Pages(options) => {
                let address = url.as_deref().is_none_or(|url| options.filter.admits_address(url));
                if !address || !options.filter.admits_type(content_type.as_deref()) {
                    return Ok(Found::Unwanted);
                }
                &options.limits
            }
            Wanted::Styles(limits) => limits,
        };
        let bytes = match http {
            Some(head) => decode::http_body(self, head, limits),
            None => decode::decoded(self, &[], limits),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Found::Undecodable(error)),
        };
        // Servers call all sorts of things HTML.
        let is_page = match wanted {
            Wanted::Pages(_) if kind.trim().is_empty() => sniff::looks_like_html(&bytes),
            Wanted::Pages(_) => !bytes.is_empty() && sniff::foreign(&bytes).is_none(),
            _ => true,
        };
        Ok(if is_page { Found::Page(Page { url, content_type, bytes, keys }) } else { Found::Other })
    }

    fn skip_rest(&mut self) -> Result<(), Break> {
        while self.left > 0 {
            self.open_member()?;
            let passed = self.bytes.skip(self.left)?;
            self.left -= passed;
        }
        Ok(())
    }

    /// Makes sure that there is a next byte. Where a member ends inside the block, the record goes on
    /// in the next one, unless that begins with a record of its own.
    fn open_member(&mut self) -> Result<(), Break> {
        while self.bytes.peek(1)?.is_empty() {
            if !self.bytes.next_member()? {
                return Err(Break::Cut);
            }
            if is_record_start(self.bytes.peek_start()?) {
                return Err(Break::Damaged("it is shorter than its header says"));
            }
        }
        Ok(())
    }
}

impl Read for Block<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let got = bytes.read(out)?;
        self.consume(got);
        Ok(got)
    }
}

impl BufRead for Block<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Ok(&[]);
        }
        if let Err(broken) = self.open_member() {
            self.broken = Some(broken);
            return Err(io::Error::other("the record is broken"));
        }
        // `open_member` has just filled the buffer.
        let bytes = self.bytes.peek(0).map_err(|_| io::Error::other("the record is broken"))?;
        let available = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        Ok(&bytes[..available])
    }

    fn consume(&mut self, n: usize) {
        self.left -= n as u64;
        self.bytes.pass(n);
    }
}

fn is_style(content_type: &str, url: Option<&str>) -> bool {
    let kind = sniff::essence(content_type);
    let path = url.and_then(|url| url.split(['?', '#']).next()).unwrap_or_default();
    kind == "text/css" || (sniff::is_vague_type(&kind) && path.ends_with(".css"))
}

/// What a record is called by in other records, or what it calls another one by in these fields.
fn keys_of(head: Head, address: &str, date: &str) -> Keys {
    let together = head.text(address).zip(head.text(date));
    Keys {
        digest: head.text("warc-payload-digest"),
        address_and_date: together
            .map(|(address, date)| format!("{} {date}", address.trim_matches(['<', '>']))),
    }
}
