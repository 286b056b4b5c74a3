use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A byte range of the input as read, end excluded. Written as `[start, end]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it holds no byte.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The smallest range that holds both.
    pub fn union(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// As a range for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.start, self.end].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
        let [start, end] = <[u32; 2]>::deserialize(deserializer)?;
        Ok(Span { start, end })
    }
}

/// What a page was made from: its bytes as read and how they were decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The bytes as read, after transfer and content decoding, before character decoding.
    pub bytes: Vec<u8>,
    /// The encoding's name in the Encoding Standard, such as `UTF-8` or `Shift_JIS`.
    pub encoding: &'static str,
    /// From positions in the decoded text to positions in `bytes`.
    pub map: OffsetMap,
}

impl Source {
    /// The bytes of `span`; nothing where it lies outside.
    pub fn slice(&self, span: Span) -> &[u8] {
        self.bytes.get(span.range()).unwrap_or_default()
    }
}

/// Finds the source byte of a position in decoded text.
///
/// It stores runs of characters that take the same number of bytes in the text and in the source: a few runs for a page of plain
/// ASCII, and one more for each change of width. Every answer is exact.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OffsetMap {
    runs: Vec<Run>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    text_start: u32,
    source_start: u32,
    /// Bytes of each character of this run in the text.
    text_width: u8,
    /// Bytes of each character of this run in the source.
    source_width: u8,
}

impl OffsetMap {
    /// The map of a text that is the source without its first `skip` bytes.
    pub fn shifted(skip: usize) -> OffsetMap {
        let run = Run { text_start: 0, source_start: skip as u32, text_width: 1, source_width: 1 };
        OffsetMap { runs: vec![run] }
    }

    /// The source position at which the character at `text` begins.
    pub fn start(&self, text: usize) -> u32 {
        let Some(run) = self.run_at(text as u32) else { return text as u32 };
        run.source_start + run.chars_before(text as u32) * u32::from(run.source_width)
    }

    /// The source position at which the character in front of `text` ends.
    pub fn end(&self, text: usize) -> u32 {
        if text == 0 {
            return self.start(0);
        }
        let last = text as u32 - 1;
        let Some(run) = self.run_at(last) else { return text as u32 };
        run.source_start + (run.chars_before(last) + 1) * u32::from(run.source_width)
    }

    /// The source range of a range of the text.
    pub fn span(&self, text: std::ops::Range<usize>) -> Span {
        let start = self.start(text.start);
        let end = if text.is_empty() { start } else { self.end(text.end) };
        Span::new(start, end.max(start))
    }

    /// The position in the text of the character that begins at `source`.
    pub fn text_at(&self, source: u32) -> usize {
        let after = self.runs.partition_point(|run| run.source_start <= source);
        let Some(run) = after.checked_sub(1).map(|i| &self.runs[i]) else { return source as usize };
        let chars = (source - run.source_start) / u32::from(run.source_width.max(1));
        (run.text_start + chars * u32::from(run.text_width)) as usize
    }

    fn run_at(&self, text: u32) -> Option<&Run> {
        let after = self.runs.partition_point(|run| run.text_start <= text);
        after.checked_sub(1).map(|i| &self.runs[i])
    }
}

impl Run {
    fn chars_before(&self, text: u32) -> u32 {
        (text - self.text_start) / u32::from(self.text_width.max(1))
    }
}

/// Collects an [`OffsetMap`] character by character.
#[derive(Debug, Default)]
pub struct OffsetMapBuilder {
    runs: Vec<Run>,
    text: u32,
    source: u32,
}

impl OffsetMapBuilder {
    /// The next character takes `text_width` bytes of the text and `source_width` of the source.
    pub fn push(&mut self, text_width: u8, source_width: u8) {
        let same =
            self.runs.last().is_some_and(|r| r.text_width == text_width && r.source_width == source_width);
        if text_width > 0 && !same {
            self.runs.push(Run {
                text_start: self.text,
                source_start: self.source,
                text_width,
                source_width,
            });
        }
        self.advance(text_width, source_width);
    }

    /// The next `source_width` bytes of the source leave nothing in the text, such as a byte order mark.
    pub fn skip(&mut self, source_width: u8) {
        self.source += u32::from(source_width);
        // A new run, so that what comes next does not join the one before the gap.
        self.runs.push(Run {
            text_start: self.text,
            source_start: self.source,
            text_width: 1,
            source_width: 1,
        });
    }

    /// The next `bytes` bytes are ASCII and the same on both sides.
    pub fn push_ascii(&mut self, bytes: usize) {
        if bytes > 0 {
            self.push(1, 1);
            self.text += bytes as u32 - 1;
            self.source += bytes as u32 - 1;
        }
    }

    /// The finished map.
    pub fn finish(self) -> OffsetMap {
        OffsetMap { runs: self.runs }
    }

    fn advance(&mut self, text_width: u8, source_width: u8) {
        self.text += u32::from(text_width);
        self.source += u32::from(source_width);
    }
}
