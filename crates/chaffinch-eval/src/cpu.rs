//! Processor time, as Linux counts it; 0 on other systems.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// Ticks per second of the times in `/proc/PID/stat`.
const TICKS: u64 = 100;

/// The time that this process has used so far, in all its threads.
pub fn of_this_process() -> Duration {
    // `schedstat` counts nanoseconds for each thread, finer than the ticks of `stat`.
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let spent = threads.filter_map(|thread| {
        let line = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(spent.sum())
}

/// The time that a process and all its descendants have used so far, those that ended included.
pub fn of_family(process: u32) -> Duration {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut ticks: HashMap<u32, u64> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        if let Some((parent, spent)) = stat(id) {
            children.entry(parent).or_default().push(id);
            ticks.insert(id, spent);
        }
    }
    let mut total = 0;
    let mut family = vec![process];
    while let Some(id) = family.pop() {
        total += ticks.get(&id).copied().unwrap_or(0);
        family.extend(children.get(&id).into_iter().flatten());
    }
    Duration::from_millis(total * 1000 / TICKS)
}

/// The parent of a process, and its ticks with those of its children that ended.
fn stat(process: u32) -> Option<(u32, u64)> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may hold anything.
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let parent = fields.get(1)?.parse().ok()?;
    let spent = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Some((parent, spent))
}
