//! The messages of an Arrow stream. A file is a stream too, behind a few bytes and in front of an index that nobody needs.
//!
//! Messages are read here and handed to the decoder whole, because what they say of their own size has to be checked before anything is
//! allocated for it.

use crate::file::unreadable;
use crate::stream::Stream;
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::{Message, root_as_message};
use arrow_schema::SchemaRef;
use chaffinch_core::{Limit, Problem};
use std::io::Read;

/// Begins a message, in front of its length.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// Begins a file.
const MAGIC: &[u8] = b"ARROW1";

/// The largest multiple to which writers fill up.
const ALIGNMENT: usize = 64;

/// Reads messages.
pub(super) struct Messages {
    name: String,
    stream: Stream,
    decoder: StreamDecoder,
    /// Most bytes of a message.
    most: usize,
    /// Rows that came with the schema.
    first: Option<RecordBatch>,
    is_begun: bool,
}

impl Messages {
    pub fn new(name: String, stream: Stream, most: usize) -> Messages {
        Messages { name, stream, decoder: StreamDecoder::new(), most, first: None, is_begun: false }
    }

    /// What columns there are.
    pub fn schema(&mut self) -> Result<SchemaRef, Problem> {
        // The decoder looks at a message without a body only when the next one comes, which may be rows.
        while self.decoder.schema().is_none() {
            let Some(message) = self.message()? else {
                self.decode(CONTINUATION.to_vec())?;
                break;
            };
            self.first = self.decode(message)?;
        }
        self.decoder.schema().ok_or_else(|| self.damaged("it does not say what columns it has"))
    }

    /// The next rows.
    pub fn next_batch(&mut self) -> Option<Result<RecordBatch, Problem>> {
        if let Some(first) = self.first.take() {
            return Some(Ok(first));
        }
        loop {
            let decoded = match self.message() {
                Ok(Some(message)) => self.decode(message),
                Ok(None) => return None,
                Err(problem) => Err(problem),
            };
            match decoded {
                Ok(Some(batch)) => return Some(Ok(batch)),
                Ok(None) => {}
                Err(problem) => return Some(Err(problem)),
            }
        }
    }

    fn decode(&mut self, message: Vec<u8>) -> Result<Option<RecordBatch>, Problem> {
        let mut message = Buffer::from_vec(message);
        self.decoder.decode(&mut message).map_err(|error| self.damaged(&error.to_string()))
    }

    /// The next message with its body; nothing at the end.
    fn message(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        if !self.is_begun {
            self.is_begun = true;
            if self.peek(MAGIC.len())?.starts_with(MAGIC) {
                let skipped = self.stream.skip(MAGIC.len() as u64);
                skipped.map_err(|error| unreadable(&self.name, &error))?;
            }
        }
        // Writers fill up with zeros, behind what begins a file and behind bodies.
        let zeros = self.peek(ALIGNMENT)?.iter().take(ALIGNMENT).take_while(|byte| **byte == 0).count();
        self.stream.skip(zeros as u64).map_err(|error| unreadable(&self.name, &error))?;
        let start = self.peek(8)?;
        let (prefix, length) = match start {
            [a, b, c, d, length @ ..] if [*a, *b, *c, *d] == CONTINUATION && length.len() >= 4 => {
                (8, &length[..4])
            }
            start if start.len() >= 4 => (4, &start[..4]),
            _ => return Ok(None),
        };
        let length = u32::from_le_bytes(length.try_into().unwrap_or_default()) as usize;
        if length == 0 {
            return Ok(None);
        }
        let mut message = self.bytes(Vec::new(), prefix, length)?;
        let said = match root_as_message(&message[prefix..]) {
            Ok(said) => said,
            Err(error) => return Err(self.damaged(&error.to_string())),
        };
        let body = usize::try_from(said.bodyLength()).map_err(|_| self.damaged("a length is wrong"))?;
        let buffers = packed_buffers(&said);
        let head = message.len();
        message = self.bytes(message, 0, body)?;
        let unpacked = buffers.iter().try_fold(0usize, |sum, at| {
            let at = head.checked_add(*at)?;
            let said = i64::from_le_bytes(message.get(at..at + 8)?.try_into().ok()?);
            // Minus one stands for a buffer that is not compressed.
            sum.checked_add(usize::try_from(said.max(0)).ok()?)
        });
        match unpacked {
            Some(unpacked) if unpacked <= self.most => Ok(Some(message)),
            Some(_) => Err(self.too_large()),
            None => Err(self.damaged("a length is wrong")),
        }
    }

    /// Adds `prefix` and `length` bytes of the stream to a message, as long as it does not get too large.
    fn bytes(&mut self, mut message: Vec<u8>, prefix: usize, length: usize) -> Result<Vec<u8>, Problem> {
        let wanted = prefix + length;
        if message.len() + wanted > self.most {
            return Err(self.too_large());
        }
        let got = (&mut self.stream).take(wanted as u64).read_to_end(&mut message);
        match got.map_err(|error| unreadable(&self.name, &error))? {
            got if got == wanted => Ok(message),
            _ => Err(self.damaged("it is cut off")),
        }
    }

    fn peek(&mut self, n: usize) -> Result<&[u8], Problem> {
        self.stream.peek(n).map_err(|error| unreadable(&self.name, &error))
    }

    fn too_large(&self) -> Problem {
        let message =
            format!("has more than {} MiB of rows in one piece; write it in smaller ones", self.most >> 20);
        Problem::limit(&self.name, message, Limit::TableBytes)
    }

    fn damaged(&self, what: &str) -> Problem {
        super::damaged(&self.name, what)
    }
}

/// Where the compressed buffers of a message begin in its body; each begins with its length.
fn packed_buffers(message: &Message<'_>) -> Vec<usize> {
    let dictionary = message.header_as_dictionary_batch().and_then(|batch| batch.data());
    let batch = message.header_as_record_batch().or(dictionary);
    let Some(batch) = batch.filter(|batch| batch.compression().is_some()) else { return Vec::new() };
    let buffers = batch.buffers().map(|buffers| buffers.iter().collect::<Vec<_>>()).unwrap_or_default();
    let packed = buffers.into_iter().filter(|buffer| buffer.length() > 0);
    packed.map(|buffer| usize::try_from(buffer.offset()).unwrap_or(usize::MAX)).collect()
}
