//! The `chaffinch` program.

use chaffinch_cli::Program;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(chaffinch_cli::run(Program::this_file(), std::env::args_os().skip(1).collect()))
}
