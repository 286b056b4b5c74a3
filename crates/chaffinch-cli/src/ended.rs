//! Being told to end: by Ctrl-C, by a terminal that closes, by whoever ends services.

use crate::Outcome;
use std::sync::Once;
use std::sync::atomic::{AtomicI32, Ordering};

/// The first signal that asked for an end, or 0.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// From now on a signal to end is noted, so that an output can end on a whole record. If the program has not ended a moment later,
/// as when it waits for its input, the signal does what it always does.
pub fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        #[cfg(unix)]
        wait_for_signals();
    });
}

/// Ends the program wherever it is.
#[expect(clippy::exit, reason = "what other threads are at may never come to an end")]
pub fn at_once(outcome: Outcome) -> ! {
    std::process::exit(u8::from(outcome).into())
}

/// The signal that told the program to end, if one did.
pub fn signal() -> Option<i32> {
    Some(SIGNAL.load(Ordering::Relaxed)).filter(|signal| *signal != 0)
}

#[cfg(unix)]
fn wait_for_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::time::Duration;

    /// How long a run has to end its output.
    const GRACE: Duration = Duration::from_secs(2);

    let ignored = ignored_signals();
    // What was started to live on when a terminal closes does so.
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            SIGNAL.store(signal, Ordering::Relaxed);
            // A second one does not wait.
            for _ in 0..20 {
                std::thread::sleep(GRACE / 20);
                if signals.pending().next().is_some() {
                    break;
                }
            }
            crate::output::give_up();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// The signals that this process was started to ignore, a bit each. Only Linux tells.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
