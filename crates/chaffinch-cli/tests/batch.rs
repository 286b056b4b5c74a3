//! `chaffinch batch`: runs that are ended at any instant, by anybody, and go on.

mod program;

use program::{Ran, chaffinch, objects};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn page(number: usize) -> String {
    let rows: String = (0..3 + number % 5)
        .map(|row| format!("<tr><td>Town {number}-{row}<td>{}", 1000 * row + number))
        .collect();
    format!("<title>Towns {number}</title><h1>Towns</h1><table><tr><th>Town<th>People{rows}</table>")
}

fn record(number: usize) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", page(number));
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{number}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
        http.len()
    );
    format!("{head}{http}\r\n\r\n").into_bytes()
}

/// An archive of 30 pages and 25 single ones, one of which is no page.
fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    let archive: Vec<u8> = (0..30).flat_map(record).collect();
    fs::write(folder.path().join("in/crawl.warc"), archive).unwrap();
    for number in 30..54 {
        fs::write(folder.path().join(format!("in/page-{number}.html")), page(number)).unwrap();
    }
    fs::write(folder.path().join("in/page-99.html"), b"%PDF-1.7 no page").unwrap();
    folder
}

const COMMAND: [&str; 6] = ["batch", "in", "--renderer", "none", "--bundle", "10"];

fn batch(folder: &Path, out: &str, more: &[&str]) -> Ran {
    chaffinch(folder, &[&COMMAND[..], &["--out", out], more].concat())
}

/// All files below a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            all.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            all.insert(name, fs::read(&path).unwrap());
        }
    }
    all
}

#[test]
fn every_page_is_one_line_and_the_manifest_tells_what_failed() {
    let folder = inputs();
    let ran = batch(folder.path(), "out", &["--metrics", "metrics.txt"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("4 of 4 tasks done: 55 pages, 54 with records"), "{}", ran.err);
    assert!(ran.err.contains("1  damaged or no page  such as in/page-99.html"), "{}", ran.err);
    let lines = objects(&fs::read_to_string(folder.path().join("out/parts/part-00000.jsonl")).unwrap());
    assert_eq!(lines.len(), 30);
    assert_eq!(lines[1]["url"], "http://a.example/1");
    assert_eq!(lines[1]["offset"], record(0).len());
    assert!(lines[1]["digest"].as_str().unwrap().starts_with("sha1:"));
    assert_eq!(
        lines[1]["templates"].as_array().unwrap().len(),
        lines[1]["relations"].as_array().unwrap().len()
    );
    let manifest = objects(&fs::read_to_string(folder.path().join("out/manifest.jsonl")).unwrap());
    let states: Vec<&str> = manifest.iter().map(|task| task["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["done", "done", "done", "failed"]);
    assert_eq!(manifest[3]["failed"][0]["input"], "in/page-99.html");
    let metrics = fs::read_to_string(folder.path().join("metrics.txt")).unwrap();
    assert!(metrics.contains("chaffinch_batch_pages_total 55\n"), "{metrics}");
    assert!(metrics.contains("chaffinch_batch_errors_total{cause=\"damaged or no page\"} 1\n"), "{metrics}");
}

#[test]
fn threads_shards_and_processes_do_not_change_a_byte() {
    let folder = inputs();
    batch(folder.path(), "one", &["-j", "1"]);
    let one = files(&folder.path().join("one"));
    assert!(one.keys().all(|name| !name.starts_with("work/")), "{:?}", one.keys());
    batch(folder.path(), "three", &["-j", "3", "--isolate", "never"]);
    assert!(one == files(&folder.path().join("three")));
    for shard in ["2/3", "1/3"] {
        batch(folder.path(), "shards", &["--shard", shard]);
    }
    let open = fs::read_to_string(folder.path().join("shards/manifest.jsonl")).unwrap();
    assert!(open.contains(r#"{"state":"open","task":2}"#), "{open}");
    batch(folder.path(), "shards", &[]);
    assert!(one == files(&folder.path().join("shards")));
}

#[test]
fn a_run_that_is_killed_at_any_instant_goes_on_and_ends_with_the_same_bytes() {
    for format in ["jsonl", "parquet"] {
        let folder = inputs();
        let undisturbed = batch(folder.path(), "whole", &["--format", format]);
        assert_eq!(undisturbed.code, 0, "{}", undisturbed.err);
        let mut kills = 0;
        for attempt in 0..200u64 {
            let mut child = Command::new(env!("CARGO_BIN_EXE_chaffinch"))
                .args(COMMAND)
                .args(["--out", "killed", "--format", format, "-j", ["1", "2", "3"][attempt as usize % 3]])
                .current_dir(folder.path())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // A little longer each time, so that the run comes to an end on the slowest machine.
            std::thread::sleep(Duration::from_millis(attempt * 5 % 23 + 3 * attempt));
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success());
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        assert!(kills >= 2, "the run was over after {kills} kills");
        let last = batch(folder.path(), "killed", &["--format", format]);
        let (whole, killed) = (files(&folder.path().join("whole")), files(&folder.path().join("killed")));
        let differing: Vec<&String> =
            whole.keys().chain(killed.keys()).filter(|name| whole.get(*name) != killed.get(*name)).collect();
        assert!(differing.is_empty(), "{format}: {differing:?}: {}", last.err);
    }
}

/// A run that was killed while it started a worker leaves a process behind that has its locks for another moment.
#[test]
fn a_task_that_is_locked_for_a_moment_is_waited_for() {
    let folder = inputs();
    batch(folder.path(), "whole", &[]);
    let out = folder.path().join("out");
    batch(folder.path(), "out", &["--shard", "2/4"]);
    let spool = fs::File::create(out.join("work/00000.spool")).unwrap();
    spool.lock().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_chaffinch"))
        .args(COMMAND)
        .args(["--out", "out"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !out.join("tasks/00003.json").exists() || !out.join("tasks/00002.json").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(spool);
    let ended = run.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(files(&folder.path().join("whole")) == files(&out));
}

#[test]
fn runs_that_begin_at_the_same_time_share_the_tasks() {
    let folder = inputs();
    batch(folder.path(), "whole", &[]);
    for round in 0..6 {
        let out = format!("out-{round}");
        let runs: Vec<_> = (0..4)
            .map(|_| {
                Command::new(env!("CARGO_BIN_EXE_chaffinch"))
                    .args(COMMAND)
                    .args(["--out", &out, "-j", "1"])
                    .current_dir(folder.path())
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        for run in runs {
            let ended = run.wait_with_output().unwrap();
            assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        }
        assert!(files(&folder.path().join("whole")) == files(&folder.path().join(out)));
    }
}

#[test]
fn what_a_killed_run_left_behind_is_gone_when_everything_is_done() {
    let folder = inputs();
    batch(folder.path(), "out", &[]);
    let whole = files(&folder.path().join("out"));
    // Killed after a task was marked as done and before its spool was removed; and while the manifest was written.
    fs::write(folder.path().join("out").join("work").join("00001.spool"), b"").unwrap();
    fs::write(folder.path().join("out").join("work").join("manifest.1"), b"half a line").unwrap();
    let ran = batch(folder.path(), "out", &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(whole == files(&folder.path().join("out")));
}

#[test]
fn a_spool_that_was_torn_by_a_power_cut_is_used_as_far_as_it_is_whole() {
    let folder = inputs();
    batch(folder.path(), "whole", &[]);
    let out = folder.path().join("torn");
    batch(folder.path(), "torn", &["--shard", "2/4"]);
    // Zeros where a file system had given room to data that never reached the disk.
    fs::write(out.join("work/00000.spool"), vec![0; 5000]).unwrap();
    fs::write(out.join("work/00002.part"), b"half a part").unwrap();
    batch(folder.path(), "torn", &[]);
    assert!(files(&folder.path().join("whole")) == files(&out));
}

#[test]
fn pages_that_failed_are_read_again_when_asked_for() {
    let folder = inputs();
    for format in ["jsonl", "parquet"] {
        let out = format!("out-{format}");
        batch(folder.path(), &out, &["--format", format]);
        fs::write(folder.path().join("in/page-99.html"), page(99)).unwrap();
        let again = batch(folder.path(), &out, &["--format", format]);
        assert!(again.err.contains("1 pages failed"), "{}", again.err);
        let retried = batch(folder.path(), &out, &["--format", format, "--retry-failed"]);
        assert!(
            retried.err.contains("55 pages, 55 with records") && retried.err.contains("0 pages failed"),
            "{}",
            retried.err
        );
        fs::write(folder.path().join("in/page-99.html"), b"%PDF-1.7 no page").unwrap();
    }
}

/// A page as it lies in a spool: its length, its checksum, its number, its line.
fn spooled(number: u64, line: &str) -> Vec<u8> {
    let summed = [&number.to_le_bytes()[..], line.as_bytes()].concat();
    let step = |sum: u32| (0..8).fold(sum, |sum, _| (sum >> 1) ^ (0xedb8_8320 * (sum & 1)));
    let sum = !summed.iter().fold(u32::MAX, |sum, byte| {
        let low = step((sum ^ u32::from(*byte)) & 0xff);
        (sum >> 8) ^ low
    });
    [&(line.len() as u32).to_le_bytes()[..], &sum.to_le_bytes(), &summed].concat()
}

#[test]
fn pages_that_failed_are_read_again_although_a_killed_run_left_them_in_its_spool() {
    let folder = inputs();
    batch(folder.path(), "out", &[]);
    let part = fs::read_to_string(folder.path().join("out/parts/part-00003.jsonl")).unwrap();
    let spool: Vec<u8> =
        part.lines().enumerate().flat_map(|(number, line)| spooled(number as u64, line)).collect();
    fs::write(folder.path().join("out").join("work").join("00003.spool"), spool).unwrap();
    fs::write(folder.path().join("in/page-99.html"), page(99)).unwrap();
    let retried = batch(folder.path(), "out", &["--retry-failed"]);
    assert!(retried.err.contains("0 pages failed"), "{}", retried.err);
}

#[test]
#[cfg(unix)]
fn a_full_disk_ends_the_run_with_a_sentence_and_more_room_lets_it_go_on() {
    let folder = inputs();
    batch(folder.path(), "whole", &[]);
    // Files may have 4 KB at most: what is written then fails as on a full disk.
    let program = env!("CARGO_BIN_EXE_chaffinch");
    let command = format!("trap '' XFSZ; ulimit -f 8; exec {program} {} --out full", COMMAND.join(" "));
    let run = Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("make room and start the same command again"), "{said}");
    batch(folder.path(), "full", &[]);
    assert!(files(&folder.path().join("whole")) == files(&folder.path().join("full")));
}

#[test]
fn another_command_does_not_touch_the_output() {
    let folder = inputs();
    batch(folder.path(), "out", &[]);
    let before = files(&folder.path().join("out"));
    let other = batch(folder.path(), "out", &["--want", "town"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("holds the output of another command"), "{}", other.err);
    assert!(before == files(&folder.path().join("out")));
    assert_eq!(chaffinch(folder.path(), &["batch", "-", "--out", "x"]).code, 2);
    assert_eq!(batch(folder.path(), "y", &["--shard", "4/3"]).code, 2);
}

#[test]
fn a_page_that_takes_its_time_is_named_and_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    fs::write(folder.path().join("in/a.html"), page(1)).unwrap();
    let slow: String = (0..60_000)
        .map(|row| format!("<div class=r{row}><a href={row}>Thing {row}</a> <b>{row}</b>"))
        .collect();
    fs::write(folder.path().join("in/b.html"), slow).unwrap();
    let ran = chaffinch(
        folder.path(),
        &["batch", "in", "--out", "out", "--renderer", "none", "--max-page-seconds", "0.05"],
    );
    assert!(ran.err.contains("limit of time"), "{}", ran.err);
    let lines = objects(&fs::read_to_string(folder.path().join("out/parts/part-00000.jsonl")).unwrap());
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["causes"][0], "limit of time");
}
