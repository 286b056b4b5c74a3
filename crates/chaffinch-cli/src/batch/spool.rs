//! The pages of a task that are done, in the order in which they were: a file that is added to page by page. Whatever ends the program, what
//! was written before is found again, because every page carries its own checksum.

use flate2::Crc;
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// In front of each page: its length, its checksum and its number.
const HEAD: usize = 4 + 4 + 8;

/// The number that stands for the end: its content is how many pages the task has.
const END: u64 = u64::MAX;

/// A page is never larger: the report of one that is would not fit into a line that others read.
const LARGEST: u32 = 1 << 30;

/// The finished pages of a task.
pub struct Spool {
    file: File,
    /// Where the content of each page lies.
    pages: BTreeMap<u64, (u64, u32)>,
    /// How many pages the task has, once that is known.
    total: Option<u64>,
    /// Where the next page goes.
    end: u64,
}

impl Spool {
    /// Opens or begins a spool; nothing where another process works on it.
    pub fn open(path: &Path) -> io::Result<Option<Spool>> {
        let file = File::options().read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system without locks: then it is the user who sees to it that shards are apart.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut spool = Spool { file, pages: BTreeMap::new(), total: None, end: 0 };
        spool.find_pages()?;
        // What is left of a page that was being written.
        spool.file.set_len(spool.end)?;
        Ok(Some(spool))
    }

    fn find_pages(&mut self) -> io::Result<()> {
        let mut input = BufReader::new(&self.file);
        input.seek(SeekFrom::Start(0))?;
        let mut head = [0; HEAD];
        let mut content = Vec::new();
        while read_whole(&mut input, &mut head)? {
            let (length, checksum, number) = parse(&head);
            if length > LARGEST {
                break;
            }
            content.clear();
            (&mut input).take(u64::from(length)).read_to_end(&mut content)?;
            if content.len() as u32 != length || checksum != sum(number, &content) {
                break;
            }
            match number {
                END => self.total = content.as_slice().try_into().ok().map(u64::from_le_bytes),
                number => drop(self.pages.insert(number, (self.end + HEAD as u64, length))),
            }
            self.end += (HEAD + content.len()) as u64;
        }
        Ok(())
    }

    /// Forgets all pages.
    pub fn clear(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.pages.clear();
        (self.total, self.end) = (None, 0);
        Ok(())
    }

    /// Whether a page is done.
    pub fn has(&self, number: u64) -> bool {
        self.pages.contains_key(&number)
    }

    /// Adds a page.
    pub fn add(&mut self, number: u64, content: &[u8]) -> io::Result<()> {
        let place = (self.end + HEAD as u64, content.len() as u32);
        self.write(number, content)?;
        self.pages.insert(number, place);
        Ok(())
    }

    /// Says how many pages the task has.
    pub fn end_with(&mut self, total: u64) -> io::Result<()> {
        if self.total != Some(total) {
            self.write(END, &total.to_le_bytes())?;
            self.total = Some(total);
        }
        Ok(())
    }

    /// Whether all pages are done.
    pub fn is_whole(&self) -> bool {
        self.total.is_some_and(|total| self.pages.len() as u64 >= total)
    }

    fn write(&mut self, number: u64, content: &[u8]) -> io::Result<()> {
        let length = u32::try_from(content.len()).ok().filter(|length| *length <= LARGEST);
        let length = length.ok_or_else(|| io::Error::other("the report of a page is too large"))?;
        let mut entry = Vec::with_capacity(HEAD + content.len());
        entry.extend(length.to_le_bytes());
        entry.extend(sum(number, content).to_le_bytes());
        entry.extend(number.to_le_bytes());
        entry.extend(content);
        self.file.write_all(&entry)?;
        self.end += entry.len() as u64;
        Ok(())
    }

    /// The content of a page of the task, if it is done.
    pub fn content(&mut self, number: u64) -> io::Result<Option<Vec<u8>>> {
        let is_there = self.total.is_none_or(|total| number < total);
        let Some((place, length)) = self.pages.get(&number).copied().filter(|_| is_there) else {
            return Ok(None);
        };
        self.file.seek(SeekFrom::Start(place))?;
        let mut content = vec![0; length as usize];
        self.file.read_exact(&mut content)?;
        Ok(Some(content))
    }
}

fn parse(head: &[u8; HEAD]) -> (u32, u32, u64) {
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    (word(0), word(4), u64::from(word(8)) | u64::from(word(12)) << 32)
}

fn sum(number: u64, content: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(&number.to_le_bytes());
    sum.update(content);
    sum.sum()
}

/// Fills `into`; false where the input ends before that.
fn read_whole(input: &mut impl Read, into: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(into) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(spool: &mut Spool) -> Vec<String> {
        (0..)
            .map_while(|page| spool.content(page).unwrap())
            .map(|content| String::from_utf8(content).unwrap())
            .collect()
    }

    #[test]
    fn pages_come_back_in_their_order_wherever_the_file_was_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spool");
        {
            let mut spool = Spool::open(&path).unwrap().unwrap();
            for (number, content) in [(1, "one"), (0, "zero"), (2, "two")] {
                spool.add(number, content.as_bytes()).unwrap();
            }
            spool.end_with(3).unwrap();
            assert!(spool.is_whole());
            assert_eq!(contents(&mut spool), ["zero", "one", "two"]);
        }
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut spool = Spool::open(&path).unwrap().unwrap();
            assert!(!spool.is_whole());
            for (number, content) in [(0, "zero"), (1, "one"), (2, "two")] {
                if !spool.has(number) {
                    spool.add(number, content.as_bytes()).unwrap();
                }
            }
            spool.end_with(3).unwrap();
            assert_eq!(contents(&mut spool), ["zero", "one", "two"], "cut at {length}");
        }
    }

    #[test]
    fn a_damaged_page_is_done_again_and_a_spool_has_one_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spool");
        let mut spool = Spool::open(&path).unwrap().unwrap();
        spool.add(0, b"zero").unwrap();
        spool.add(1, b"one").unwrap();
        assert!(Spool::open(&path).unwrap().is_none());
        drop(spool);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[HEAD] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let spool = Spool::open(&path).unwrap().unwrap();
        assert!(!spool.has(0) && !spool.has(1));
    }
}
