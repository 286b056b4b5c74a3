//! The directory of a zip archive, read entry by entry: it may be as large as the archive.

use crate::file::Stretch;
use crate::stream::Stream;
use crate::unpack::Packing;
use std::io::{self, ErrorKind, Read};

/// An entry of the directory.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub name: String,
    pub packed: u64,
    pub checksum: u32,
    method: u16,
    is_encrypted: bool,
    /// Where its own header lies.
    header: u64,
}

/// The entries of an archive, in the order of its directory.
pub(super) struct Directory {
    stream: Stream,
    left: u64,
    /// Bytes in front of the archive, as in one that unpacks itself.
    shift: u64,
    length: u64,
}

/// The end of an archive: a header of 22 bytes and a comment of up to 64 KB.
const END: u64 = 22 + 65_535;

impl Directory {
    pub fn open(archive: &Stretch) -> io::Result<Directory> {
        let mut stream = archive.open()?;
        let length = stream.left().ok_or_else(|| damaged("it is no file"))?;
        let tail_start = length.saturating_sub(END);
        stream.go_to(tail_start)?;
        let mut tail = Vec::new();
        (&mut stream).take(END).read_to_end(&mut tail)?;
        let at = memchr::memmem::rfind(&tail, b"PK\x05\x06")
            .filter(|at| tail.len() - at >= 22)
            .ok_or_else(|| damaged("it has no directory"))?;
        let end = Fields(&tail[at..]);
        let (mut entries_length, mut start) = (u64::from(end.u32(12)), u64::from(end.u32(16)));
        let mut end_place = tail_start + at as u64;
        // What is too large for these fields is in a header of its own, with a pointer to it in front of this one.
        if (start == u64::from(u32::MAX) || entries_length == u64::from(u32::MAX)) && at >= 20 {
            let pointer = Fields(&tail[at - 20..]);
            if pointer.0.starts_with(b"PK\x06\x07") {
                end_place = pointer.u64(8);
                let mut large = [0; 56];
                stream.go_to(end_place)?;
                stream.read_exact(&mut large)?;
                let large = Fields(&large);
                if !large.0.starts_with(b"PK\x06\x06") {
                    return Err(damaged("its directory is not where it should be"));
                }
                (entries_length, start) = (large.u64(40), large.u64(48));
            }
        }
        let shift = end_place
            .checked_sub(entries_length)
            .and_then(|place| place.checked_sub(start))
            .ok_or_else(|| damaged("its directory is not where it should be"))?;
        stream.go_to(start + shift)?;
        Ok(Directory { stream, left: entries_length, shift, length })
    }

    /// The length of the archive in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    fn read_entry(&mut self) -> io::Result<Entry> {
        let mut fixed = [0; 46];
        self.stream.read_exact(&mut fixed)?;
        let fields = Fields(&fixed);
        if !fixed.starts_with(b"PK\x01\x02") {
            return Err(damaged("its directory is damaged"));
        }
        let lengths = [fields.u16(28), fields.u16(30), fields.u16(32)].map(usize::from);
        let mut rest = vec![0; lengths.iter().sum()];
        self.stream.read_exact(&mut rest)?;
        self.left = self.left.saturating_sub((fixed.len() + rest.len()) as u64);
        let (name, rest) = rest.split_at(lengths[0]);
        let mut large = LargeFields::of(&rest[..lengths[1]]);
        let size = u64::from(fields.u32(24));
        // The large fields stand in this order, and only those that do not fit.
        if size == u64::from(u32::MAX) {
            large.next();
        }
        let mut wide = |field: u32| match field {
            u32::MAX => large.next().unwrap_or(u64::from(u32::MAX)),
            field => u64::from(field),
        };
        Ok(Entry {
            name: String::from_utf8_lossy(name).replace('\\', "/"),
            packed: wide(fields.u32(20)),
            header: wide(fields.u32(42)).saturating_add(self.shift),
            checksum: fields.u32(16),
            method: fields.u16(10),
            is_encrypted: fields.u16(8) & 1 != 0,
        })
    }
}

impl Iterator for Directory {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        (self.left >= 46).then(|| self.read_entry())
    }
}

impl Entry {
    /// Where the bytes of the entry lie in the archive.
    pub fn stretch(&self, archive: &Stretch) -> io::Result<Stretch> {
        let mut stream = archive.open()?;
        stream.go_to(self.header)?;
        let header = stream.peek(30)?;
        if header.len() < 30 || !header.starts_with(b"PK\x03\x04") {
            return Err(damaged("it is not where the directory says"));
        }
        let fields = Fields(header);
        let behind = 30 + u64::from(fields.u16(26)) + u64::from(fields.u16(28));
        Ok(Stretch { path: archive.path.clone(), part: Some((self.header + behind, self.packed)) })
    }

    /// How the entry is packed.
    pub fn packing(&self) -> io::Result<Packing> {
        if self.is_encrypted {
            return Err(damaged("it is encrypted"));
        }
        match self.method {
            0 => Ok(Packing::None),
            8 => Ok(Packing::Deflate),
            93 => Ok(Packing::Zstd),
            other => Err(damaged(&format!("it is packed by method {other}, which is not known"))),
        }
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what.to_owned())
}

/// Numbers of a header; those behind its end are zero.
struct Fields<'b>(&'b [u8]);

impl Fields<'_> {
    fn bytes<const N: usize>(&self, at: usize) -> [u8; N] {
        self.0.get(at..at + N).and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.bytes(at))
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes(at))
    }

    fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.bytes(at))
    }
}

/// The numbers of an entry that are too large for its header.
struct LargeFields<'b>(&'b [u8]);

impl<'b> LargeFields<'b> {
    /// They are the extra field with number 1.
    fn of(mut extra: &'b [u8]) -> LargeFields<'b> {
        while extra.len() >= 4 {
            let fields = Fields(extra);
            let (id, length) = (fields.u16(0), usize::from(fields.u16(2)));
            let Some(content) = extra.get(4..4 + length) else { break };
            if id == 1 {
                return LargeFields(content);
            }
            extra = &extra[4 + length..];
        }
        LargeFields(&[])
    }

    fn next(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }
}
