//! Tar archives of pages, plain or compressed, read from the front to the end.

use crate::document::Document;
use crate::file::{self, Opened, Pages, Source, no_page, unreadable};
use crate::options::ReadOptions;
use crate::resources::Resources;
use crate::sniff;
use crate::stream::Stream;
use crate::unpack::{Packing, unpacked};
use crate::zip::{is_named_page, is_wanted, too_many_entries};
use chaffinch_core::Problem;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Headers are blocks of this size, and entries are filled up to it.
const BLOCK: usize = 512;

/// No honest name is longer; names are held in memory.
const LONGEST_NAME: u64 = 64 << 10;

/// The pages of a tar archive, one at a time.
pub(crate) struct TarPages {
    name: String,
    /// Shared with the entry that is being read; never at the same time.
    tar: Arc<Mutex<Tar>>,
    options: ReadOptions,
    entry: Option<Pages>,
    entries: usize,
    said_something: bool,
    is_done: bool,
}

impl TarPages {
    pub fn new(source: Source, options: &ReadOptions) -> Result<TarPages, Problem> {
        let Source { name, mut stream, .. } = source;
        let start = stream.peek(sniff::SAMPLE).map_err(|error| unreadable(&name, &error))?;
        let packing = Packing::of_file(start);
        let stream = unpacked(stream, packing, options.limits.inflate_ratio, None)
            .map_err(|error| unreadable(&name, &error))?;
        let tar = Tar { stream, left: 0, padding: 0 };
        Ok(TarPages {
            name,
            tar: Arc::new(Mutex::new(tar)),
            options: options.clone(),
            entry: None,
            entries: 0,
            said_something: false,
            is_done: false,
        })
    }

    /// The next entry that is worth reading, opened; `None` at the end of the archive.
    fn next_entry(&mut self) -> Option<Result<Opened, Problem>> {
        loop {
            let next = lock(&self.tar).next_entry();
            let path = match next {
                Ok(Some(Header { path, .. })) => path,
                Ok(None) => return None,
                Err(error) => {
                    // Damage costs the entries up to the next header; a stream that cannot be read has no next one.
                    let goes_on = error.kind() == ErrorKind::InvalidData && lock(&self.tar).recover();
                    self.is_done = !goes_on;
                    return Some(Err(unreadable(&self.name, &error)));
                }
            };
            self.entries += 1;
            if self.entries > self.options.limits.archive_entries {
                self.is_done = true;
                return Some(Err(too_many_entries(&self.name, self.options.limits.archive_entries)));
            }
            if !is_wanted(&path) {
                continue;
            }
            let mut stream = Stream::of_pipe(EntryReader(self.tar.clone()));
            let own = Path::new(&path).to_owned();
            if !is_named_page(&own) && !stream.peek(sniff::SAMPLE).is_ok_and(sniff::looks_like_html) {
                continue;
            }
            let source = Source {
                name: format!("{}/{path}", self.name),
                stream,
                path: Some(own),
                again: None,
                resources: Resources::none(),
                is_inside: true,
            };
            return Some(file::open_stream(source, &self.options));
        }
    }
}

impl Iterator for TarPages {
    type Item = Result<Document, Problem>;

    fn next(&mut self) -> Option<Result<Document, Problem>> {
        loop {
            if let Some(page) = self.entry.as_mut().and_then(Iterator::next) {
                return Some(page);
            }
            self.entry = None;
            if self.is_done {
                return None;
            }
            let Some(opened) = self.next_entry() else {
                self.is_done = true;
                return (!self.said_something).then(|| Err(no_page(&self.name, self.entries, "files")));
            };
            self.said_something = true;
            match opened {
                Ok(Opened::Pages(pages)) => self.entry = Some(pages),
                Ok(Opened::Page(page)) => return Some(Ok(page)),
                Err(problem) => return Some(Err(problem)),
            }
        }
    }
}

fn lock(tar: &Mutex<Tar>) -> std::sync::MutexGuard<'_, Tar> {
    tar.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of the entry that the archive stands at.
struct EntryReader(Arc<Mutex<Tar>>);

impl Read for EntryReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut tar = lock(&self.0);
        let most = usize::try_from(tar.left).unwrap_or(usize::MAX).min(out.len());
        let got = tar.stream.read(&mut out[..most])?;
        if got == 0 && most > 0 {
            return Err(io::Error::new(ErrorKind::UnexpectedEof, "the archive ends in the middle of it"));
        }
        tar.left -= got as u64;
        Ok(got)
    }
}

/// A tar archive at some place.
struct Tar {
    stream: Stream,
    /// Bytes left of the current entry.
    left: u64,
    /// What fills the current entry up to whole blocks.
    padding: u64,
}

/// What a header says.
struct Header {
    path: String,
    size: u64,
    kind: u8,
}

impl Tar {
    /// Goes to the next regular file.
    fn next_entry(&mut self) -> io::Result<Option<Header>> {
        let mut long_name = None;
        let mut long_size = None;
        loop {
            self.pass_entry()?;
            let Some(mut header) = self.read_header()? else { return Ok(None) };
            match header.kind {
                b'L' => {
                    self.begin(header.size);
                    let name = self.small_content(header.size)?;
                    long_name = Some(text_up_to_zero(&name));
                    continue;
                }
                b'x' => {
                    self.begin(header.size);
                    let content = self.small_content(header.size)?;
                    long_name = extended(&content, "path").or(long_name);
                    long_size = extended(&content, "size").and_then(|size| size.parse().ok());
                    continue;
                }
                _ => {}
            }
            header.path = long_name.take().unwrap_or(header.path);
            header.size = long_size.take().unwrap_or(header.size);
            self.begin(header.size);
            if matches!(header.kind, b'0' | 0 | b'7') {
                return Ok(Some(header));
            }
        }
    }

    fn begin(&mut self, size: u64) {
        self.left = size;
        self.padding = size.checked_next_multiple_of(BLOCK as u64).map_or(0, |whole| whole - size);
    }

    /// Passes what is left of the entry.
    fn pass_entry(&mut self) -> io::Result<()> {
        let rest = self.left.saturating_add(self.padding);
        let passed = self.stream.skip(rest)?;
        let was_cut = passed < self.left;
        (self.left, self.padding) = (0, 0);
        if was_cut {
            return Err(io::Error::new(ErrorKind::UnexpectedEof, "it ends in the middle of an entry"));
        }
        Ok(())
    }

    /// The header at this place; nothing at the end of the archive, which is empty blocks or no blocks.
    fn read_header(&mut self) -> io::Result<Option<Header>> {
        let block = self.stream.peek(BLOCK)?;
        if block.is_empty() || block.iter().take(BLOCK).all(|byte| *byte == 0) {
            return Ok(None);
        }
        let header = block.get(..BLOCK).and_then(header);
        self.stream.skip(BLOCK as u64)?;
        header.map(Some).ok_or_else(|| {
            io::Error::new(ErrorKind::InvalidData, "there is no header where an entry should begin")
        })
    }

    fn small_content(&mut self, size: u64) -> io::Result<Vec<u8>> {
        if size > LONGEST_NAME {
            return Err(io::Error::new(ErrorKind::InvalidData, "a name is too long"));
        }
        let mut content = vec![0; size as usize];
        self.stream.read_exact(&mut content)?;
        self.left = 0;
        Ok(content)
    }

    /// Goes to the next header behind damage; false where there is none.
    fn recover(&mut self) -> bool {
        (self.left, self.padding) = (0, 0);
        loop {
            match self.stream.peek(BLOCK) {
                Ok(block) if block.len() < BLOCK => return false,
                Ok(block) if header(&block[..BLOCK]).is_some() => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
            if self.stream.skip(BLOCK as u64).is_err() {
                return false;
            }
        }
    }
}

/// What a block says as a header, if its checksum is right.
fn header(block: &[u8]) -> Option<Header> {
    let said = octal(&block[148..156])?;
    let sum: u64 = block
        .iter()
        .enumerate()
        .map(|(at, byte)| if (148..156).contains(&at) { 32 } else { u64::from(*byte) })
        .sum();
    if said != sum {
        return None;
    }
    let mut path = text_up_to_zero(&block[..100]);
    if &block[257..262] == b"ustar" && block[262] == 0 && block[345] != 0 {
        path = format!("{}/{path}", text_up_to_zero(&block[345..500]));
    }
    Some(Header { path, size: number(&block[124..136])?, kind: block[156] })
}

/// A number in octal digits or, where the first bit is set, in bytes.
fn number(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 == 0 {
        return octal(field);
    }
    field[4..].iter().try_fold(0u64, |sum, byte| Some(sum.checked_mul(256)? + u64::from(*byte)))
}

fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    let digits = text.trim_matches(|c: char| c == ' ' || c == '\0');
    if digits.is_empty() { Some(0) } else { u64::from_str_radix(digits, 8).ok() }
}

fn text_up_to_zero(bytes: &[u8]) -> String {
    let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// The value of a key of an extended header, whose lines are `LENGTH KEY=VALUE`.
fn extended(content: &[u8], key: &str) -> Option<String> {
    let mut rest = content;
    while !rest.is_empty() {
        let space = memchr::memchr(b' ', rest)?;
        let length: usize = std::str::from_utf8(&rest[..space]).ok()?.parse().ok()?;
        let line = rest.get(space + 1..length)?;
        let (name, value) = line.split_at(memchr::memchr(b'=', line)?);
        if name == key.as_bytes() {
            return Some(String::from_utf8_lossy(&value[1..]).trim_end_matches('\n').to_owned());
        }
        rest = &rest[length..];
    }
    None
}
