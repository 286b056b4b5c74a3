//! What a process uses.

use std::path::PathBuf;
use std::time::Duration;

/// Ticks of a second in `/proc`, on every Linux.
const TICKS: u64 = 100;
/// Bytes of a page of memory in `/proc/PID/statm`: larger pages than these make a limit stricter, not looser, than it says.
const MEMORY_PAGE: usize = 4096;

/// The processor time of a process and its memory that is in use.
pub struct Usage {
    pub time: Duration,
    pub memory: usize,
}

impl Usage {
    /// Whether this system tells what a process uses.
    pub fn can_be_known() -> bool {
        Usage::of(std::process::id()).is_some()
    }

    pub fn of(process: u32) -> Option<Usage> {
        let folder = PathBuf::from(format!("/proc/{process}"));
        let stat = std::fs::read_to_string(folder.join("stat")).ok()?;
        // The second field is a name in parentheses, which may hold anything. User and system time are fields 14 and 15.
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        let time = Duration::from_millis((ticks()? + ticks()?) * (1000 / TICKS));
        let statm = std::fs::read_to_string(folder.join("statm")).ok()?;
        let resident: usize = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(Usage { time, memory: resident * MEMORY_PAGE })
    }
}
