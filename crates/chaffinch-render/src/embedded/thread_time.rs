//! How long a thread has had the processor.

use std::path::PathBuf;
use std::time::Duration;

/// Ticks of a second in `/proc`, on every Linux.
const TICKS: u64 = 100;

/// Where to read a thread's processor time. Only Linux tells it as a file; elsewhere it is not known.
#[derive(Debug, Default)]
pub struct ThreadTime {
    file: Option<PathBuf>,
}

impl ThreadTime {
    pub fn of_this_thread() -> ThreadTime {
        let link = std::fs::read_link("/proc/thread-self").ok();
        ThreadTime { file: link.map(|thread| PathBuf::from("/proc").join(thread).join("stat")) }
    }

    /// The processor time of the thread so far, if it is known.
    pub fn so_far(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(self.file.as_ref()?).ok()?;
        // The second field is the thread's name in parentheses, which may hold anything. User and system time are fields 14 and 15.
        let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis((ticks()? + ticks()?) * (1000 / TICKS)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    #[cfg(target_os = "linux")]
    fn time_passes_for_a_thread_that_works_and_not_for_one_that_waits() {
        let time = ThreadTime::of_this_thread();
        let begun = time.so_far().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        assert!(time.so_far().unwrap() - begun < Duration::from_millis(150));
        let end = Instant::now() + Duration::from_secs(60);
        while time.so_far().unwrap() - begun < Duration::from_millis(200) {
            assert!(Instant::now() < end);
            std::hint::black_box((0..10_000u64).sum::<u64>());
        }
    }
}
