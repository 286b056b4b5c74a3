//! Bytes of a file or a pipe, through one buffer that is used again and again.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Large enough that a system call is rare beside the work on its bytes.
const BUFFER: usize = 256 << 10;

/// A buffered reader that knows its place, can look ahead and, where the input allows, go back.
pub(crate) struct Stream {
    input: Input,
    window: Window,
    /// Place in the input of the first byte after the window.
    read_to: u64,
    /// The furthest place that has been passed.
    furthest: u64,
    /// Bytes that have been looked at and passed, some of them more than once.
    looked_at: u64,
}

enum Input {
    /// A stretch of a regular file, mostly all of it: it can seek and knows its length.
    File {
        file: File,
        /// Where it begins in the file; places are counted from here.
        start: u64,
        length: u64,
    },
    Pipe(Box<dyn Read + Send>),
}

impl Stream {
    /// Reads `file`, which may also be a pipe or a device.
    pub fn of_file(file: File) -> io::Result<Stream> {
        let about = file.metadata()?;
        Ok(Stream::new(if about.is_file() {
            Input::File { file, start: 0, length: about.len() }
        } else {
            Input::Pipe(Box::new(file))
        }))
    }

    /// Reads `length` bytes of the regular file `file` from `start` on, as if they were a file of their own.
    pub fn of_stretch(mut file: File, start: u64, length: u64) -> io::Result<Stream> {
        let length = length.min(file.metadata()?.len().saturating_sub(start));
        file.seek(SeekFrom::Start(start))?;
        Ok(Stream::new(Input::File { file, start, length }))
    }

    /// Reads something that only goes forward.
    pub fn of_pipe(pipe: impl Read + Send + 'static) -> Stream {
        Stream::new(Input::Pipe(Box::new(pipe)))
    }

    fn new(input: Input) -> Stream {
        // Folders are full of small files, and a buffer costs as much as reading one of them.
        let capacity = match &input {
            Input::File { length, .. } => usize::try_from(*length).unwrap_or(BUFFER).min(BUFFER),
            Input::Pipe(_) => BUFFER,
        };
        Stream { input, window: Window::new(capacity), read_to: 0, furthest: 0, looked_at: 0 }
    }

    /// The place of the next byte.
    pub fn position(&self) -> u64 {
        self.read_to - self.window.len() as u64
    }

    /// The bytes that are left, where the input knows its length.
    pub fn left(&self) -> Option<u64> {
        match &self.input {
            Input::File { length, .. } => Some(length.saturating_sub(self.position())),
            Input::Pipe(_) => None,
        }
    }

    /// Bytes that have been looked at more than once.
    pub fn looked_at_again(&self) -> u64 {
        self.looked_at.saturating_sub(self.furthest)
    }

    /// The furthest place that has been passed.
    pub fn furthest(&self) -> u64 {
        self.furthest
    }

    fn pass(&mut self, n: usize) {
        self.window.pass(n);
        self.looked_at += n as u64;
        self.furthest = self.furthest.max(self.position());
    }

    /// At least `n` of the bytes to come, without passing them; fewer only at the end of the input.
    pub fn peek(&mut self, n: usize) -> io::Result<&[u8]> {
        while self.window.len() < n.min(BUFFER) {
            let mut space = self.window.space();
            if let Input::File { length, .. } = &self.input {
                let left = usize::try_from(length.saturating_sub(self.read_to)).unwrap_or(usize::MAX);
                let most = space.len().min(left);
                space = &mut space[..most];
            }
            let got = read_some(&mut self.input, space)?;
            if got == 0 {
                break;
            }
            self.window.grow(got);
            self.read_to += got as u64;
        }
        Ok(self.window.bytes())
    }

    /// Passes up to `n` bytes and says how many there were. A file is not read for it.
    pub fn skip(&mut self, mut n: u64) -> io::Result<u64> {
        let buffered = n.min(self.window.len() as u64);
        self.pass(buffered as usize);
        let mut passed = buffered;
        n -= buffered;
        if let Input::File { file, start, length } = &mut self.input
            && n > BUFFER as u64
        {
            let step = n.min(length.saturating_sub(self.read_to));
            self.read_to = file.seek(SeekFrom::Start(*start + self.read_to + step))? - *start;
            self.furthest = self.furthest.max(self.read_to);
            return Ok(passed + step);
        }
        while n > 0 {
            let step = (self.peek(1)?.len() as u64).min(n);
            if step == 0 {
                break;
            }
            self.pass(step as usize);
            passed += step;
            n -= step;
        }
        Ok(passed)
    }

    /// Goes to `place`, which may lie behind or ahead; false where a pipe no longer has those bytes.
    pub fn go_to(&mut self, place: u64) -> io::Result<bool> {
        let here = self.position();
        if place >= here {
            self.skip(place - here)?;
            return Ok(true);
        }
        let Input::File { file, start, .. } = &mut self.input else {
            return Ok(self.window.back((here - place) as usize));
        };
        if !self.window.back((here - place) as usize) {
            self.read_to = file.seek(SeekFrom::Start(*start + place))? - *start;
            self.window.clear();
        }
        Ok(true)
    }
}

impl Read for Stream {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.peek(1)?;
        let got = bytes.read(out)?;
        self.pass(got);
        Ok(got)
    }
}

impl BufRead for Stream {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, n: usize) {
        self.pass(n);
    }
}

fn read_some(input: &mut Input, space: &mut [u8]) -> io::Result<usize> {
    loop {
        let got = match input {
            Input::File { file, .. } => file.read(space),
            Input::Pipe(pipe) => pipe.read(space),
        };
        match got {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

/// A buffer whose middle holds the bytes that are still to be looked at.
pub(crate) struct Window {
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

impl Window {
    /// An empty window that can hold `capacity` bytes.
    pub fn new(capacity: usize) -> Window {
        Window { buffer: vec![0; capacity].into_boxed_slice(), start: 0, end: 0 }
    }

    /// The bytes still to be looked at.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// Room for more, behind the bytes that are there; call [`Window::grow`] for what was filled in.
    /// Empty only while the window is full.
    pub fn space(&mut self) -> &mut [u8] {
        // What has been looked at stays as long as there is room: a pipe can go back only to that.
        if self.buffer.len() - self.end < self.buffer.len() / 8 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        &mut self.buffer[self.end..]
    }

    /// `n` bytes were filled into the space.
    pub fn grow(&mut self, n: usize) {
        self.end += n;
    }

    /// The first `n` bytes have been looked at.
    pub fn pass(&mut self, n: usize) {
        self.start = (self.start + n).min(self.end);
    }

    /// Goes back by `n` bytes; false where they have been overwritten.
    fn back(&mut self, n: usize) -> bool {
        let possible = n <= self.start;
        if possible {
            self.start -= n;
        }
        possible
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.start = 0;
        self.end = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered_file(length: usize) -> (tempfile::NamedTempFile, Vec<u8>) {
        let bytes: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &bytes).unwrap();
        (file, bytes)
    }

    #[test]
    fn a_file_can_be_skipped_and_gone_back_in() {
        let (file, bytes) = numbered_file(2_000_000);
        let mut stream = Stream::of_file(file.reopen().unwrap()).unwrap();
        assert_eq!(stream.peek(10).unwrap()[..10], bytes[..10]);
        assert_eq!(stream.skip(1_500_000).unwrap(), 1_500_000);
        assert_eq!(stream.position(), 1_500_000);
        assert_eq!(stream.peek(4).unwrap()[..4], bytes[1_500_000..1_500_004]);
        assert!(stream.go_to(17).unwrap());
        assert_eq!(stream.peek(4).unwrap()[..4], bytes[17..21]);
        assert_eq!(stream.position(), 17);
    }

    #[test]
    fn skipping_past_the_end_says_how_far_it_came() {
        let (file, _) = numbered_file(1_000_000);
        let mut stream = Stream::of_file(file.reopen().unwrap()).unwrap();
        assert_eq!(stream.skip(5_000_000).unwrap(), 1_000_000);
        assert!(stream.peek(1).unwrap().is_empty());
        let mut pipe = Stream::of_pipe(io::repeat(1).take(700_000));
        assert_eq!(pipe.skip(5_000_000).unwrap(), 700_000);
    }

    #[test]
    fn a_pipe_goes_back_only_as_far_as_its_buffer() {
        let mut pipe = Stream::of_pipe(io::repeat(1).take(2_000_000));
        pipe.skip(100).unwrap();
        assert!(pipe.go_to(1).unwrap());
        pipe.skip(1_500_000).unwrap();
        assert!(!pipe.go_to(1).unwrap());
    }
}
