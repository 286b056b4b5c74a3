//! Runs the program as a user would.

// Every file of tests uses a part of it.
#![allow(dead_code)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub const TABLE: &str =
    "<title>Towns</title><table><tr><th>Town<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>";

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs `chaffinch` in `folder`.
pub fn chaffinch(folder: &Path, arguments: &[&str]) -> Ran {
    chaffinch_with_input(folder, arguments, b"")
}

/// Runs `chaffinch` in `folder` with something on standard input.
pub fn chaffinch_with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chaffinch"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    let input = input.to_vec();
    // The program may end without reading all of it.
    let feeder = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the input is written");
    Ran {
        code: status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&stdout).into_owned(),
        err: String::from_utf8_lossy(&stderr).into_owned(),
    }
}

/// The objects of a JSON Lines output.
pub fn objects(out: &str) -> Vec<serde_json::Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}
