//! What processes use.

use std::path::PathBuf;
use std::time::Duration;

/// How often time and memory are looked at while memory is far from its limit.
pub const LOOK: Duration = Duration::from_millis(25);
/// The same where the limit is near.
const SHORT_LOOK: Duration = Duration::from_millis(2);
/// Bytes that a process can take at most in a second: the system clears each page of memory before it hands it out.
const FASTEST: u64 = 4 << 30;

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
        Some(Usage { time, memory: memory_of(process)?.0 })
    }
}

/// The memory of a process, and how much of it are files that it shares with others.
fn memory_of(process: u32) -> Option<(usize, usize)> {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let mut fields = statm.split_ascii_whitespace().skip(1).map(|field| field.parse::<usize>().ok());
    let mut bytes = || Some(fields.next()?? * MEMORY_PAGE);
    Some((bytes()?, bytes()?))
}

/// The memory of this process and of those that it has started. What they share counts once.
pub fn memory_of_all() -> Option<usize> {
    let own = std::process::id();
    let children = children_of(own).into_iter().filter_map(memory_of);
    Some(memory_of(own)?.0 + children.map(|(memory, shared)| memory.saturating_sub(shared)).sum::<usize>())
}

fn children_of(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// When to look again at something that is so many bytes below its limit: before it can get there.
pub fn next_look(left: usize) -> Duration {
    Duration::from_micros(left as u64 * 1_000_000 / FASTEST).clamp(SHORT_LOOK, LOOK)
}
