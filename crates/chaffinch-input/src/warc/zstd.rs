//! Archives in Zstandard frames, one for each record, with the dictionary in a frame in front of them all.

use super::bytes::{Break, CORRUPT_ZSTD, START_WINDOW};
use crate::sniff;
use crate::stream::Stream;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The frame that holds a dictionary, by the WARC file format's note on Zstandard.
const DICTIONARY: u32 = 0x184D_2A5D;

/// No honest dictionary is larger.
const LARGEST_DICTIONARY: u64 = 16 << 20;

/// Decompresses frames.
pub(super) struct Frames {
    decoder: FrameDecoder,
    /// Decompressed bytes of the current frame so far.
    total: u64,
}

impl Frames {
    pub fn new() -> Frames {
        Frames { decoder: FrameDecoder::new(), total: 0 }
    }

    /// Whether an archive with these first bytes is made of frames.
    pub fn begin_archive(start: &[u8]) -> bool {
        sniff::is_zstd(start) || skippable(start).is_some()
    }

    /// Passes frames that are for others, and takes the dictionary out of its own.
    pub fn pass_skippable(&mut self, raw: &mut Stream) -> Result<(), Break> {
        while let Some((magic, length)) = skippable(raw.peek(8)?) {
            raw.skip(8)?;
            if magic == DICTIONARY {
                self.learn(raw, length)?;
            } else if raw.skip(length)? < length {
                return Err(Break::Cut);
            }
        }
        Ok(())
    }

    /// The dictionary, which may be compressed itself.
    fn learn(&mut self, raw: &mut Stream, length: u64) -> Result<(), Break> {
        if length > LARGEST_DICTIONARY {
            return Err(Break::Damaged("its dictionary is too large"));
        }
        let mut content = Vec::new();
        raw.take(length).read_to_end(&mut content)?;
        if sniff::is_zstd(&content) {
            let mut plain = Vec::new();
            let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(
                content.as_slice(),
                LARGEST_DICTIONARY,
            );
            decoder
                .map_err(|_| Break::Damaged(CORRUPT_ZSTD))?
                .take(LARGEST_DICTIONARY)
                .read_to_end(&mut plain)
                .map_err(|_| Break::Damaged(CORRUPT_ZSTD))?;
            content = plain;
        }
        // The tables of a dictionary are not checked as strictly as the frames.
        let dictionary = catch_unwind(AssertUnwindSafe(|| Dictionary::decode_dict(&content)));
        let dictionary = dictionary.ok().and_then(Result::ok);
        let dictionary = dictionary.ok_or(Break::Damaged("its dictionary is damaged"))?;
        self.decoder.add_dict(dictionary).map_err(|_| Break::Damaged("its dictionary is damaged"))
    }

    /// Begins the frame at the front of `raw`.
    pub fn begin(&mut self, raw: &mut Stream) -> Result<(), Break> {
        self.total = 0;
        if !sniff::is_zstd(raw.peek(4)?) {
            return Err(Break::Damaged("no Zstandard frame where a record should begin"));
        }
        self.decoder.reset(raw).map_err(|error| match error {
            ruzstd::decoding::errors::FrameDecoderError::DictNotProvided { .. } => {
                Break::Damaged("its dictionary is missing")
            }
            _ => Break::Damaged(CORRUPT_ZSTD),
        })
    }

    /// Decompresses some of the frame into `space`: how many bytes, and whether the frame has ended.
    pub fn read_some(&mut self, raw: &mut Stream, space: &mut [u8]) -> Result<(usize, bool), Break> {
        if self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            if raw.peek(1)?.is_empty() {
                return Err(Break::Cut);
            }
            self.decode_blocks(raw, space.len())?;
        }
        let given = self.decoder.read(space)?;
        self.total += given as u64;
        Ok((given, self.decoder.is_finished() && self.decoder.can_collect() == 0))
    }

    /// Decompressed bytes of the current frame so far.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// What the frame at the front of `bytes` begins with; nothing where there is none.
    pub fn start_of(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut start = Vec::new();
        let mut input = bytes;
        if self.decoder.reset(&mut input).is_err() {
            return start;
        }
        // The frame may go on behind these bytes; what was decoded until then is enough.
        let _ = self.decode_blocks(input, START_WINDOW);
        if let Some(decoded) = self.decoder.collect() {
            start.extend(decoded.into_iter().take(START_WINDOW));
        }
        start
    }

    fn decode_blocks(&mut self, raw: impl Read, most: usize) -> Result<(), Break> {
        // Damaged blocks are errors; that none of them is a panic is not ours to promise.
        let decoded = catch_unwind(AssertUnwindSafe(|| {
            self.decoder.decode_blocks(raw, BlockDecodingStrategy::UptoBytes(most.max(1)))
        }));
        match decoded {
            Ok(Ok(_)) => Ok(()),
            _ => Err(Break::Damaged(CORRUPT_ZSTD)),
        }
    }
}

/// The number and the length of the skippable frame at the front of `start`.
fn skippable(start: &[u8]) -> Option<(u32, u64)> {
    let word = |at: usize| Some(u32::from_le_bytes(start.get(at..at + 4)?.try_into().ok()?));
    let magic = word(0)?;
    ((0x184D_2A50..=0x184D_2A5F).contains(&magic)).then_some((magic, u64::from(word(4)?)))
}
