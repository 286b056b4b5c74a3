//! Undoes the compression of an archive or of one of its entries, as a stream that is watched.

use crate::decode::{ZSTD_FILE_WINDOW, allowed_growth};
use crate::sniff;
use crate::stream::Stream;
use flate2::Crc;
use flate2::read::{DeflateDecoder, MultiGzDecoder};
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How something is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Deflate,
    Gzip,
    Zstd,
}

impl Packing {
    /// By the first bytes of a file.
    pub fn of_file(start: &[u8]) -> Packing {
        match start {
            start if sniff::is_gzip(start) => Packing::Gzip,
            start if sniff::is_zstd(start) => Packing::Zstd,
            _ => Packing::None,
        }
    }
}

/// What `packed` holds. Reading fails where it grows more than `ratio` times, or where its sum is not `checksum`.
pub(crate) fn unpacked(
    packed: Stream,
    packing: Packing,
    ratio: usize,
    checksum: Option<u32>,
) -> io::Result<Stream> {
    if packing == Packing::None && checksum.is_none() {
        return Ok(packed);
    }
    let taken = Arc::new(AtomicU64::new(0));
    let packed = Counted { inner: packed, taken: taken.clone() };
    let inner: Box<dyn Read + Send> = match packing {
        Packing::None => Box::new(packed),
        Packing::Deflate => Box::new(DeflateDecoder::new(packed)),
        Packing::Gzip => Box::new(MultiGzDecoder::new(packed)),
        Packing::Zstd => Box::new(Zstd::new(packed)),
    };
    Ok(Stream::of_pipe(Unpacked {
        inner,
        taken,
        given: 0,
        ratio,
        check: checksum.map(|sum| (Crc::new(), sum)),
    }))
}

/// Data that grows more than honest data does.
#[derive(Debug)]
pub(crate) struct Growth {
    pub ratio: usize,
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it grows more than {} times", self.ratio)
    }
}

impl std::error::Error for Growth {}

struct Unpacked {
    inner: Box<dyn Read + Send>,
    /// Packed bytes so far.
    taken: Arc<AtomicU64>,
    /// Unpacked bytes so far.
    given: u64,
    ratio: usize,
    /// The sum so far, and what it is to be in the end.
    check: Option<(Crc, u32)>,
}

impl Read for Unpacked {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(out)?;
        self.given += got as u64;
        if self.given > allowed_growth(self.taken.load(Ordering::Relaxed), self.ratio) {
            return Err(io::Error::other(Growth { ratio: self.ratio }));
        }
        if let Some((sum, expected)) = &mut self.check {
            sum.update(&out[..got]);
            if got == 0 && !out.is_empty() && sum.sum() != *expected {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum does not match"));
            }
        }
        Ok(got)
    }
}

struct Counted {
    inner: Stream,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(out)?;
        self.taken.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}

/// All frames of a Zstandard file, one after the other.
struct Zstd {
    decoder: Option<Box<ruzstd::decoding::StreamingDecoder<Counted, ruzstd::decoding::FrameDecoder>>>,
    /// What comes behind the last frame that was read.
    rest: Option<Counted>,
}

impl Zstd {
    fn new(packed: Counted) -> Zstd {
        Zstd { decoder: None, rest: Some(packed) }
    }
}

impl Read for Zstd {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(decoder) = &mut self.decoder {
                let got = decoder.read(out)?;
                if got > 0 {
                    return Ok(got);
                }
                self.rest = self.decoder.take().map(|decoder| decoder.into_inner());
            }
            let Some(mut packed) = self.rest.take() else { return Ok(0) };
            if packed.inner.peek(1)?.is_empty() {
                return Ok(0);
            }
            let decoder =
                ruzstd::decoding::StreamingDecoder::new_with_max_window_size(packed, ZSTD_FILE_WINDOW)
                    .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
            self.decoder = Some(Box::new(decoder));
        }
    }
}
