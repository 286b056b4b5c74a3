//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

/// Writes a file beside its place, makes sure that it is on the disk, and puts it in its place.
pub fn write_whole(
    path: &Path,
    beside: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = create_locked(beside)?;
    write(&mut out)?;
    put_in_place(out, beside, path)
}

/// Creates a file that [`sweep`] of another process leaves alone until it is closed.
pub fn create_locked(path: &Path) -> io::Result<BufWriter<File>> {
    let file = File::create(path)?;
    // A file system without locks is no reason to fail.
    let _ = file.try_lock();
    Ok(BufWriter::new(file))
}

/// Removes what runs that were ended left in a folder. Files that a living process has locked stay.
pub fn sweep(folder: &Path) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            // Another run may have swept it, and one that cannot be removed does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes a file that is not there yet, as [`write_whole`] does. Where another process was faster, its file stays.
pub fn write_once(
    path: &Path,
    beside: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = create_locked(beside)?;
    write(&mut out)?;
    bring_to_disk(&mut out)?;
    match fs::hard_link(beside, path) {
        Ok(()) => fs::remove_file(beside)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::remove_file(beside)?,
        // A file system without links.
        Err(_) => fs::rename(beside, path)?,
    }
    sync_folder(path);
    Ok(())
}

/// A name that no other process on any machine has: the numbers of processes are often the same in containers.
pub fn own_name(what: &str) -> String {
    let random = RandomState::new().hash_one(std::process::id());
    format!("{what}.{random:016x}")
}

/// Makes sure that a file is on the disk, and puts it in its place.
pub fn put_in_place(mut out: BufWriter<File>, beside: &Path, path: &Path) -> io::Result<()> {
    bring_to_disk(&mut out)?;
    fs::rename(beside, path)?;
    drop(out);
    sync_folder(path);
    Ok(())
}

fn bring_to_disk(out: &mut BufWriter<File>) -> io::Result<()> {
    out.flush()?;
    out.get_ref().sync_all()
}

/// Brings the name of a file to the disk.
fn sync_folder(path: &Path) {
    // The name is on the disk when its folder is; where folders cannot be opened, the system has to see to it.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

/// Hands out the lines of a file with their places, until one fails.
pub fn read_lines(path: &Path, mut each: impl FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufReader::new(File::open(path)?);
    let mut at = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = file.read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        each(at, line.trim_ascii_end())?;
        at += read as u64;
    }
}
