//! MHTML: a page and what belongs to it as one message of several parts. Only the page and its style sheets are kept.

mod parts;

use crate::decode::too_large;
use crate::document::Document;
use crate::file::{Source, not_a_page, unreadable};
use crate::head::Head;
use crate::options::ReadOptions;
use crate::resources::Resources;
use crate::sniff;
use crate::unpack::{Packing, unpacked};
use crate::zip::too_many_entries;
use chaffinch_core::{Limits, Problem, ProblemKind};
use parts::{Part, Parts};
use std::collections::HashMap;
use std::io::{self, BufRead};
use std::sync::Arc;
use url::Url;

/// Whether `start` begins a message of several parts.
pub(crate) fn begins(start: &[u8]) -> bool {
    let head_end = memchr::memmem::find(start, b"\n\r\n").or_else(|| memchr::memmem::find(start, b"\n\n"));
    let head = &start[..head_end.unwrap_or(start.len())];
    // A page may well speak of these words; a header has nothing but fields.
    let has_fields = head.first().is_some_and(u8::is_ascii_alphabetic);
    let lower = head.to_ascii_lowercase();
    let has = |words: &[u8]| memchr::memmem::find(&lower, words).is_some();
    has_fields && has(b"mime-version:") && has(b"content-type: multipart/")
}

/// The page of an MHTML file.
pub(crate) fn page(source: Source, options: &ReadOptions) -> Result<Document, Problem> {
    let Source { name, mut stream, .. } = source;
    let limits = &options.limits;
    let failed = |error: io::Error| unreadable(&name, &error);
    let packing = Packing::of_file(stream.peek(sniff::SAMPLE).map_err(failed)?);
    let stream = unpacked(stream, packing, limits.inflate_ratio, None).map_err(failed)?;
    let saved = read(stream, &name, limits)?;
    let Some(page) = saved.page else {
        let message = "holds no web page: none of its parts is HTML";
        return Err(Problem::new(ProblemKind::Damaged, name, message));
    };
    if let Some(what) = sniff::foreign(&page.bytes) {
        return Err(not_a_page(&name, what));
    }
    let url =
        saved.address.or(page.location).filter(|url| url.starts_with("http:") || url.starts_with("https:"));
    let resources = style_sheets(saved.sheets, url.as_deref());
    Ok(Document { name, url, content_type: Some(page.content_type), bytes: page.bytes, resources })
}

/// What is kept of a message.
#[derive(Default)]
struct Saved {
    /// The address that the message as a whole was saved from.
    address: Option<String>,
    page: Option<Kept>,
    /// Style sheets by their addresses and by their numbers in the message.
    sheets: HashMap<String, Arc<[u8]>>,
}

struct Kept {
    location: Option<String>,
    content_type: String,
    bytes: Vec<u8>,
}

fn read(stream: impl BufRead, name: &str, limits: &Limits) -> Result<Saved, Problem> {
    let failed = |error: io::Error| unreadable(name, &error);
    let mut parts = Parts::of(stream).map_err(failed)?;
    let mut saved = Saved { address: parts.field("snapshot-content-location"), ..Saved::default() };
    let mut style_bytes = limits.style_bytes;
    for count in 0.. {
        if count >= limits.archive_entries {
            return Err(too_many_entries(name, limits.archive_entries));
        }
        let Some(part) = parts.next().map_err(failed)? else { break };
        let content_type = part.field("content-type").unwrap_or_default();
        if sniff::is_html_type(&content_type) && (saved.page.is_none() || parts.is_start(&part)) {
            let Some(bytes) = parts.content(limits.page_bytes).map_err(failed)? else {
                return Err(too_large(name, limits.page_bytes));
            };
            saved.page = Some(Kept { location: part.field("content-location"), content_type, bytes });
        } else if sniff::essence(&content_type) == "text/css" {
            // A sheet that is too long is not there, as beside a page.
            if let Some(sheet) = parts.content(style_bytes).map_err(failed)? {
                style_bytes -= sheet.len();
                saved.keep_sheet(&part, sheet.into());
            }
        }
    }
    Ok(saved)
}

impl Saved {
    fn keep_sheet(&mut self, part: &Part, sheet: Arc<[u8]>) {
        if let Some(id) = part.field("content-id") {
            self.sheets.insert(format!("cid:{}", id.trim_matches(['<', '>'])), sheet.clone());
        }
        if let Some(location) = part.field("content-location") {
            self.sheets.insert(location, sheet);
        }
    }
}

/// Style sheets that came with the page at `url`.
fn style_sheets(sheets: HashMap<String, Arc<[u8]>>, url: Option<&str>) -> Resources {
    let url = url.and_then(|url| Url::parse(url).ok());
    Resources::asking(move |href, base| {
        let found = sheets.get(href).or_else(|| {
            let base = match (base, &url) {
                (Some(base), Some(url)) => url.join(base).ok()?,
                (Some(base), None) => Url::parse(base).ok()?,
                (None, url) => url.clone()?,
            };
            sheets.get(base.join(href).ok()?.as_str())
        });
        found.map(|sheet| sheet.to_vec())
    })
}

/// A header whose folded lines are made one, with a first line as [`Head`] wants it.
fn unfolded(block: &[u8]) -> Vec<u8> {
    let mut head = b"message\n".to_vec();
    for line in block.split(|byte| *byte == b'\n') {
        let goes_on = line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
        if goes_on {
            while head.last().is_some_and(u8::is_ascii_whitespace) {
                head.pop();
            }
            head.push(b' ');
        }
        head.extend_from_slice(if goes_on { line.trim_ascii_start() } else { line });
        head.push(b'\n');
    }
    head
}

/// A parameter of a field, such as the boundary in `multipart/related; boundary="x"`.
fn parameter(field: &str, name: &str) -> Option<String> {
    let mut rest = field;
    while let Some((_, parameters)) = rest.split_once(';') {
        let parameters = parameters.trim_start();
        let (key, value) = parameters.split_once('=')?;
        let (value, behind) = match value.trim_start().strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => value.split_at(value.find(';').unwrap_or(value.len())),
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(value.trim().to_owned());
        }
        rest = behind;
    }
    None
}

fn field(head: &[u8], name: &str) -> Option<String> {
    Head(head).text(name)
}
