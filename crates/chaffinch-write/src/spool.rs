//! Rows that wait until all columns are known: in memory while they are few, in a file of the system's own when not.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use tempfile::SpooledTempFile;

/// Relations in the order in which they came.
pub(crate) struct Spool {
    file: io::BufWriter<SpooledTempFile>,
    at: u64,
}

/// A relation as it is read back.
pub(crate) struct Spooled {
    pub(crate) table: usize,
    pub(crate) page: String,
    pub(crate) rank: usize,
    pub(crate) score: f32,
    /// For each row its values, each with the number of its field.
    pub(crate) rows: Vec<Vec<(usize, String)>>,
}

/// Bytes that stay in memory.
const IN_MEMORY: usize = 16 << 20;

impl Spool {
    pub(crate) fn new() -> Spool {
        Spool { file: io::BufWriter::new(SpooledTempFile::new(IN_MEMORY)), at: 0 }
    }

    /// Puts a relation behind the others, and says where.
    pub(crate) fn push(&mut self, relation: &Spooled) -> io::Result<u64> {
        let start = self.at;
        let mut bytes = Vec::new();
        put_number(relation.table, &mut bytes)?;
        put_text(&relation.page, &mut bytes)?;
        put_number(relation.rank, &mut bytes)?;
        bytes.extend(relation.score.to_le_bytes());
        put_number(relation.rows.len(), &mut bytes)?;
        for row in &relation.rows {
            put_number(row.len(), &mut bytes)?;
            for (field, text) in row {
                put_number(*field, &mut bytes)?;
                put_text(text, &mut bytes)?;
            }
        }
        self.file.write_all(&bytes)?;
        self.at += bytes.len() as u64;
        Ok(start)
    }

    /// The relations that begin at these places, in this order.
    pub(crate) fn read<'s>(
        &'s mut self,
        starts: &'s [u64],
    ) -> io::Result<impl Iterator<Item = io::Result<Spooled>> + 's> {
        self.file.flush()?;
        let mut file = BufReader::new(self.file.get_mut());
        let mut place = file.seek(SeekFrom::Start(0))?;
        Ok(starts.iter().map(move |start| {
            // Usually the next one; the buffer stays.
            file.seek_relative(*start as i64 - place as i64)?;
            let spooled = get(&mut file)?;
            place = start + spooled.1;
            Ok(spooled.0)
        }))
    }
}

fn put_number(number: usize, out: &mut Vec<u8>) -> io::Result<()> {
    let number = u32::try_from(number).map_err(io::Error::other)?;
    out.extend(number.to_le_bytes());
    Ok(())
}

fn put_text(text: &str, out: &mut Vec<u8>) -> io::Result<()> {
    put_number(text.len(), out)?;
    out.extend(text.as_bytes());
    Ok(())
}

/// A relation and its length in bytes.
fn get(from: &mut impl Read) -> io::Result<(Spooled, u64)> {
    let mut from = Counted { from, bytes: 0 };
    let table = from.number()?;
    let page = from.text()?;
    let rank = from.number()?;
    let score = f32::from_le_bytes(from.four()?);
    let rows = (0..from.number()?)
        .map(|_| (0..from.number()?).map(|_| Ok((from.number()?, from.text()?))).collect())
        .collect::<io::Result<_>>()?;
    Ok((Spooled { table, page, rank, score, rows }, from.bytes))
}

struct Counted<'r, R> {
    from: &'r mut R,
    bytes: u64,
}

impl<R: Read> Counted<'_, R> {
    fn four(&mut self) -> io::Result<[u8; 4]> {
        let mut four = [0; 4];
        self.from.read_exact(&mut four)?;
        self.bytes += 4;
        Ok(four)
    }

    fn number(&mut self) -> io::Result<usize> {
        Ok(u32::from_le_bytes(self.four()?) as usize)
    }

    fn text(&mut self) -> io::Result<String> {
        let mut bytes = vec![0; self.number()?];
        self.from.read_exact(&mut bytes)?;
        self.bytes += bytes.len() as u64;
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}
