//! The bytes of an archive, whether it is plain, compressed record by record or compressed as a whole.

use super::arc;
use super::gzip::{HeaderError, header_length};
use super::zstd::Frames;
use crate::decode::allowed_growth;
use crate::sniff;
use crate::stream::{Stream, Window};
use flate2::{Crc, Decompress, FlushDecompress, Status};
use std::fmt;
use std::io;

/// Decompressed bytes that are held at a time.
const BUFFER: usize = 256 << 10;

/// Look-ahead in which a gzip header has to end.
const HEADER_WINDOW: usize = 128 << 10;

/// How much may be looked at again to find the next record behind damage, besides as much as the archive is
/// long. Without a bound, an archive made of nested false starts would cost the square of its length.
const LOOK_AGAIN: u64 = 64 << 20;

/// Gzip headers longer than this are not looked for behind damage; real ones have a few bytes.
const MAX_FOUND_HEADER: usize = 512;

/// The place of a record: where its gzip member or Zstandard frame begins, and how far into the member's decompressed
/// bytes it lies. In a plain archive there is only the former.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub member: u64,
    pub inside: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.inside {
            0 => write!(f, "{}", self.member),
            inside => write!(f, "{}+{inside}", self.member),
        }
    }
}

/// Why the bytes stop making sense.
#[derive(Debug)]
pub(super) enum Break {
    /// The input ends too early.
    Cut,
    /// What is there is wrong.
    Damaged(&'static str),
    /// A member grows more than it may.
    Bomb,
    /// The input could not be read.
    Io(io::Error),
}

impl From<io::Error> for Break {
    fn from(error: io::Error) -> Break {
        Break::Io(error)
    }
}

/// Reads the decompressed bytes of an archive, one gzip member or Zstandard frame after the other; both are called members. A plain archive is
/// one long member.
pub(super) struct ArchiveBytes {
    raw: Stream,
    packing: Packing,
    /// Where the current member begins in the input.
    member: u64,
    /// Decompressed bytes of the current member that have been passed.
    passed: u64,
    /// In how many bytes the first line of a record ends.
    start_window: usize,
}

enum Packing {
    /// Nothing has been read yet.
    Unknown {
        ratio: usize,
    },
    Plain,
    Members(Box<Inflater>),
}

/// Decompresses members into one buffer that is used for all of them.
struct Inflater {
    codec: Codec,
    window: Window,
    state: Member,
    ratio: usize,
}

/// How members are compressed.
enum Codec {
    Gzip { inflate: Decompress, check: Crc },
    Zstd(Box<Frames>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    /// Its data goes on.
    Open,
    /// All of its data is in the window and was found whole.
    Whole,
    /// Something is wrong with it.
    Broken,
    /// It grows more than it may.
    Bomb,
}

impl Member {
    fn is_bad(self) -> bool {
        matches!(self, Member::Broken | Member::Bomb)
    }
}

impl ArchiveBytes {
    pub fn new(raw: Stream, ratio: usize) -> ArchiveBytes {
        let member = raw.position();
        let packing = Packing::Unknown { ratio };
        ArchiveBytes { raw, packing, member, passed: 0, start_window: WARC_START }
    }

    /// Stands at `place`, where a record begins.
    pub fn open_at(raw: Stream, ratio: usize, place: Place) -> Result<ArchiveBytes, Break> {
        let mut bytes = ArchiveBytes::new(raw, ratio);
        // How the archive is packed, and the dictionary of its frames, stand at its beginning. A first record that is damaged is no reason
        // not to read this one.
        if matches!(bytes.next_member(), Ok(false) | Err(Break::Io(_))) {
            return Err(Break::Cut);
        }
        bytes.raw.go_to(place.member)?;
        if matches!(bytes.packing, Packing::Members(_)) {
            bytes.next_member()?;
            bytes.skip(place.inside)?;
        }
        Ok(bytes)
    }

    /// Whether [`ArchiveBytes::next_member`] has to be called for the first byte.
    pub fn is_before_start(&self) -> bool {
        matches!(self.packing, Packing::Unknown { .. })
    }

    /// The place of the next byte.
    pub fn place(&self) -> Place {
        match self.packing {
            Packing::Members(_) => Place { member: self.member, inside: self.passed },
            _ => Place { member: self.raw.position(), inside: 0 },
        }
    }

    /// Whether the archive is known to have fewer than `n` bytes left.
    pub fn ends_within(&self, n: u64) -> bool {
        !matches!(self.packing, Packing::Members(_)) && self.raw.left().is_some_and(|left| left < n)
    }

    /// At least `n` of the bytes to come, without passing them; fewer only at the end of the member.
    pub fn peek(&mut self, n: usize) -> Result<&[u8], Break> {
        match &mut self.packing {
            Packing::Members(inflater) => {
                inflater.fill(&mut self.raw, self.member, n)?;
                Ok(inflater.window.bytes())
            }
            _ => Ok(self.raw.peek(n)?),
        }
    }

    /// The bytes to come, at least so many that the first line of a record is whole.
    pub fn peek_start(&mut self) -> Result<&[u8], Break> {
        if self.start_window < START_WINDOW && arc::may_begin(self.peek(WARC_START)?) {
            self.start_window = START_WINDOW;
        }
        self.peek_line();
        self.peek(WARC_START)
    }

    /// Brings the first line of an ARC record into the window. Damage behind it is found when it is come to.
    fn peek_line(&mut self) {
        if self.start_window > WARC_START {
            let _ = self.peek(self.start_window);
        }
    }

    /// Passes `n` bytes that have been seen.
    pub fn pass(&mut self, n: usize) {
        match &mut self.packing {
            Packing::Members(inflater) => inflater.window.pass(n),
            _ => drop(self.raw.skip(n as u64)),
        }
        self.passed += n as u64;
    }

    /// Passes up to `n` bytes of the member and says how many there were.
    pub fn skip(&mut self, n: u64) -> Result<u64, Break> {
        if !matches!(self.packing, Packing::Members(_)) {
            return Ok(self.raw.skip(n)?);
        }
        let mut passed = 0;
        while passed < n {
            let step = (self.peek(1)?.len() as u64).min(n - passed);
            if step == 0 {
                break;
            }
            self.pass(step as usize);
            passed += step;
        }
        Ok(passed)
    }

    /// Begins the next member; false at the end of the archive.
    pub fn next_member(&mut self) -> Result<bool, Break> {
        if let Packing::Unknown { ratio } = self.packing {
            let start = self.raw.peek(HEADER_WINDOW)?;
            let codec = match start {
                start if Frames::begin_archive(start) => Codec::Zstd(Box::new(Frames::new())),
                start if begins_gzipped(start) => {
                    Codec::Gzip { inflate: Decompress::new(false), check: Crc::new() }
                }
                _ => {
                    self.packing = Packing::Plain;
                    return Ok(!self.raw.peek(1)?.is_empty());
                }
            };
            self.packing = Packing::Members(Box::new(Inflater::new(codec, ratio)));
        }
        let Packing::Members(inflater) = &mut self.packing else { return Ok(false) };
        // Zeros pad archives on tapes and in block storage.
        loop {
            let zeros = self.raw.peek(1)?.iter().take_while(|b| **b == 0).count();
            if zeros == 0 {
                break;
            }
            self.raw.skip(zeros as u64)?;
        }
        if let Codec::Zstd(frames) = &mut inflater.codec {
            frames.pass_skippable(&mut self.raw)?;
        }
        self.member = self.raw.position();
        self.passed = 0;
        if self.raw.peek(1)?.is_empty() {
            return Ok(false);
        }
        inflater.begin(&mut self.raw)?;
        Ok(true)
    }

    /// Looks for the next record behind damage in the record at `damaged`; false where none is left.
    pub fn recover(&mut self, damaged: Place) -> Result<bool, io::Error> {
        loop {
            if matches!(self.packing, Packing::Members(_)) {
                if self.member_is_broken() && !self.find_member()? {
                    return Ok(false);
                }
            } else if self.raw.position() > damaged.member {
                self.go_back(damaged.member + 1)?;
            }
            match self.find_record() {
                Ok(found) => return Ok(found),
                Err(Break::Io(error)) => return Err(error),
                // A member that was scanned for a record turned out to be damaged itself.
                Err(_) if matches!(self.packing, Packing::Members(_)) => {}
                Err(_) => return Ok(false),
            }
        }
    }

    fn member_is_broken(&self) -> bool {
        matches!(&self.packing, Packing::Members(inflater) if inflater.state.is_bad())
    }

    /// Goes on in this member or a later one, up to a line that begins a record.
    fn find_record(&mut self) -> Result<bool, Break> {
        // Where a length was wrong, a record may well begin in the middle of a line.
        let mut at_line_start = true;
        loop {
            let window = self.start_window;
            self.peek_line();
            let bytes = self.peek(WARC_START)?;
            if bytes.is_empty() {
                if !self.next_member()? {
                    return Ok(false);
                }
                at_line_start = true;
                continue;
            }
            if at_line_start && is_record_start(bytes) {
                return Ok(true);
            }
            let found = memchr::memchr_iter(b'\n', bytes)
                .map(|at| at + 1)
                .find(|at| *at < bytes.len() && is_record_start(&bytes[*at..]));
            // A start that the window cuts in two is seen whole when the window has moved on.
            let rest = if bytes.len() < window { 0 } else { window / 2 };
            let step = found.unwrap_or_else(|| bytes.len().saturating_sub(rest).max(1));
            at_line_start = bytes[step - 1] == b'\n';
            self.pass(step);
        }
    }

    /// Goes to the next gzip member that begins with a record; false where there is none.
    fn find_member(&mut self) -> Result<bool, io::Error> {
        // All that a decompression bomb has read belongs to it, but a cut member may have read into whole
        // members behind it.
        if !matches!(&self.packing, Packing::Members(inflater) if inflater.state == Member::Bomb) {
            self.go_back(self.member + 1)?;
        }
        loop {
            let bytes = self.raw.peek(HEADER_WINDOW)?;
            let Packing::Members(inflater) = &mut self.packing else { return Ok(false) };
            let magic: &[u8] = match &inflater.codec {
                Codec::Gzip { .. } => b"\x1f\x8b\x08",
                Codec::Zstd(_) => b"\x28\xb5\x2f\xfd",
            };
            if bytes.len() < magic.len() {
                return Ok(false);
            }
            let Some(at) = memchr::memmem::find(bytes, magic) else {
                let step = bytes.len() as u64 - (magic.len() as u64 - 1);
                self.raw.skip(step)?;
                continue;
            };
            self.raw.skip(at as u64)?;
            let place = self.raw.position();
            let begins = inflater.begins_record(self.raw.peek(HEADER_WINDOW)?);
            if begins && inflater.begin(&mut self.raw).is_ok() {
                self.member = place;
                self.passed = 0;
                return Ok(true);
            }
            self.raw.go_to(place + 1)?;
        }
    }

    /// Goes back to `place`, as long as not too much has been looked at again.
    fn go_back(&mut self, place: u64) -> Result<(), io::Error> {
        if self.raw.looked_at_again() <= LOOK_AGAIN + self.raw.furthest() {
            self.raw.go_to(place)?;
        }
        Ok(())
    }
}

/// Whether an archive with these first bytes is gzipped; its first member may be damaged.
fn begins_gzipped(bytes: &[u8]) -> bool {
    let has = |needle: &[u8]| memchr::memmem::find(bytes, needle).is_some();
    sniff::is_gzip(bytes) || (!has(b"WARC/") && !is_record_start(bytes) && has(b"\x1f\x8b\x08"))
}

/// Bytes in which the first line of a WARC record ends.
const WARC_START: usize = 64;

/// Bytes in which the first line of an ARC record ends, which holds an address.
pub(super) const START_WINDOW: usize = 16 << 10;

/// Whether `bytes` are a record's first line, of WARC or of ARC.
pub(super) fn is_record_start(bytes: &[u8]) -> bool {
    is_warc_start(bytes) || arc::Header::of(bytes).is_some()
}

fn is_warc_start(bytes: &[u8]) -> bool {
    let Some(version) = bytes.strip_prefix(b"WARC/") else { return false };
    let length = version.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let rest = &version[length..];
    (3..=6).contains(&length) && (rest.starts_with(b"\r\n") || rest.starts_with(b"\n"))
}

impl Inflater {
    fn new(codec: Codec, ratio: usize) -> Inflater {
        Inflater { codec, window: Window::new(BUFFER), state: Member::Whole, ratio }
    }

    /// Begins the member at the front of `raw`.
    fn begin(&mut self, raw: &mut Stream) -> Result<(), Break> {
        self.state = Member::Broken;
        self.window.clear();
        match &mut self.codec {
            Codec::Gzip { inflate, check } => {
                let length = gzip_header(raw)?;
                raw.skip(length as u64)?;
                inflate.reset(false);
                check.reset();
            }
            Codec::Zstd(frames) => frames.begin(raw)?,
        }
        self.state = Member::Open;
        Ok(())
    }

    /// Makes the window hold at least `n` bytes, or all that is left of the member.
    fn fill(&mut self, raw: &mut Stream, member: u64, n: usize) -> Result<(), Break> {
        while self.window.len() < n.min(BUFFER) && self.state == Member::Open {
            // Whatever ends this early leaves the member broken.
            self.state = Member::Broken;
            let (given, ended) = match &mut self.codec {
                Codec::Gzip { inflate, check } => inflate_some(inflate, check, raw, self.window.space())?,
                Codec::Zstd(frames) => frames.read_some(raw, self.window.space())?,
            };
            self.window.grow(given);
            let total = match &self.codec {
                Codec::Gzip { inflate, .. } => inflate.total_out(),
                Codec::Zstd(frames) => frames.total(),
            };
            if total > allowed_growth(raw.position() - member, self.ratio) {
                self.state = Member::Bomb;
                return Err(Break::Bomb);
            }
            self.state = if ended { Member::Whole } else { Member::Open };
        }
        if self.state.is_bad() && self.window.len() == 0 {
            return Err(Break::Damaged(match self.codec {
                Codec::Gzip { .. } => CORRUPT_GZIP,
                Codec::Zstd(_) => CORRUPT_ZSTD,
            }));
        }
        Ok(())
    }

    /// Whether `bytes` begin a member whose data begins a record.
    fn begins_record(&mut self, bytes: &[u8]) -> bool {
        let inflate = match &mut self.codec {
            Codec::Gzip { inflate, .. } => inflate,
            Codec::Zstd(frames) => return is_record_start(&frames.start_of(bytes)),
        };
        let header = &bytes[..bytes.len().min(MAX_FOUND_HEADER)];
        let Ok(length) = header_length(header) else { return false };
        let mut start = vec![0; START_WINDOW];
        let data = &bytes[length..bytes.len().min(length + 4096)];
        inflate.reset(false);
        let inflated = inflate.decompress(data, &mut start, FlushDecompress::None);
        let given = inflate.total_out() as usize;
        inflated.is_ok() && is_record_start(&start[..given])
    }
}

/// What is said of members whose data is wrong.
const CORRUPT_GZIP: &str = "corrupt gzip data";
pub(super) const CORRUPT_ZSTD: &str = "corrupt Zstandard data";

/// The length of the header of the gzip member at the front of `raw`.
fn gzip_header(raw: &mut Stream) -> Result<usize, Break> {
    // Nearly all headers are short; only a long one is worth moving the buffer for.
    let mut length = header_length(raw.peek(64)?);
    if length == Err(HeaderError::Cut) {
        length = header_length(raw.peek(HEADER_WINDOW)?);
    }
    length.map_err(|error| match error {
        HeaderError::NotGzip => Break::Damaged("no gzip data where a record should begin"),
        HeaderError::Cut => Break::Cut,
    })
}

/// Decompresses some of a member into `space`: how many bytes, and whether the member has ended.
fn inflate_some(
    inflate: &mut Decompress,
    check: &mut Crc,
    raw: &mut Stream,
    space: &mut [u8],
) -> Result<(usize, bool), Break> {
    let input = raw.peek(1)?;
    let before = (inflate.total_in(), inflate.total_out());
    let status =
        inflate.decompress(input, space, FlushDecompress::None).map_err(|_| Break::Damaged(CORRUPT_GZIP))?;
    let input_ended = input.is_empty();
    let taken = inflate.total_in() - before.0;
    let given = (inflate.total_out() - before.1) as usize;
    raw.skip(taken)?;
    check.update(&space[..given]);
    if status == Status::StreamEnd {
        check_trailer(check, raw)?;
        return Ok((given, true));
    }
    if taken == 0 && given == 0 {
        return Err(if input_ended { Break::Cut } else { Break::Damaged(CORRUPT_GZIP) });
    }
    Ok((given, false))
}

fn check_trailer(check: &Crc, raw: &mut Stream) -> Result<(), Break> {
    let trailer = raw.peek(8)?.get(..8).ok_or(Break::Cut)?;
    let word =
        |at: usize| u32::from_le_bytes([trailer[at], trailer[at + 1], trailer[at + 2], trailer[at + 3]]);
    if word(0) != check.sum() || word(4) != check.amount() {
        return Err(Break::Damaged("its gzip checksum does not match"));
    }
    raw.skip(8)?;
    Ok(())
}
