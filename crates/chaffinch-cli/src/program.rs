//! How this program is started once more, for workers.

use std::ffi::{OsStr, OsString};
use std::io;
use std::process::Command;
use std::sync::OnceLock;

/// The file that was started and what stands before the program's own arguments: nothing where the program is a file of its own, and
/// whatever leads there where another one, such as an interpreter, holds it.
#[derive(Debug, Clone)]
pub struct Program {
    /// Where it is another one.
    host: Option<OsString>,
    before: Vec<OsString>,
}

/// The program of this process with its arguments, from when these are known.
static STARTED: OnceLock<(Program, Vec<OsString>)> = OnceLock::new();

impl Program {
    /// The file of this process.
    pub fn this_file() -> Program {
        Program { host: None, before: Vec::new() }
    }

    /// A program that another one holds: `host` runs it when it is given the arguments `before` and then the program's own.
    pub fn held_by(host: OsString, before: Vec<OsString>) -> Program {
        Program { host: Some(host), before }
    }

    /// Keeps these arguments for [`again`].
    pub(crate) fn remember(self, arguments: Vec<OsString>) {
        let _ = STARTED.set((self, arguments));
    }
}

/// The command that starts this program once more with the same arguments.
pub(crate) fn again() -> io::Result<Command> {
    let (_, arguments) = started()?;
    with(arguments)
}

fn started() -> io::Result<&'static (Program, Vec<OsString>)> {
    STARTED.get().ok_or_else(|| io::Error::other("this process is not the program"))
}

/// The command that starts this program once more with other arguments.
pub(crate) fn with(arguments: &[impl AsRef<OsStr>]) -> io::Result<Command> {
    let (program, _) = started()?;
    let mut command = match &program.host {
        Some(host) => Command::new(host),
        None => Command::new(std::env::current_exe()?),
    };
    command.args(&program.before).args(arguments);
    Ok(command)
}
