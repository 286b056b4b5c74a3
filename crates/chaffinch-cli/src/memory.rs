//! The memory of the whole program, where the user says how much that may be.

use crate::ended;
use crate::isolation;
use crate::usage::{memory_of_all, next_look};
use crate::{Outcome, output};

/// From now on the program ends before it and the processes that it has started take more than `most` bytes together. What pages cost
/// that are read in processes of their own is looked at there: here it is what is read and written that takes too much, or pages that are
/// read in the program itself.
pub fn limit(most: usize) {
    if isolation::is_worker() || memory_of_all().is_none() {
        return;
    }
    std::thread::spawn(move || {
        loop {
            // Where it cannot be known for a moment, as without a free file handle, it is looked at again.
            let memory = memory_of_all().unwrap_or_default();
            if memory > most {
                end(most);
            }
            std::thread::sleep(next_look(most - memory));
        }
    });
}

/// Files keep what they had before; workers end with the program.
fn end(most: usize) -> ! {
    output::give_up();
    eprintln!(
        "chaffinch: the program needs more than {} MB of memory; raise it with --max-memory, or use fewer threads (-j)",
        most >> 20
    );
    ended::at_once(Outcome::WrongUse)
}
