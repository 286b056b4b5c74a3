//! Pages in processes of their own.
#![cfg(target_os = "linux")]

mod program;

use program::{chaffinch, objects};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with so many pages that each have a table, a style sheet of their own among them.
fn pages(count: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    fs::write(folder.path().join("pages/style.css"), "td{padding:0 100px}").unwrap();
    for at in 0..count {
        let html = format!(
            "<!doctype html><link rel=stylesheet href=style.css><title>Page {at}</title>\
             <table><tr><th>City<th>People<tr><td>Ulm<td>{at}<tr><td>Trier<td>110,000.5</table>"
        );
        fs::write(folder.path().join(format!("pages/{at:03}.html")), html).unwrap();
    }
    folder
}

/// A page that takes seconds and hundreds of megabytes.
fn costly() -> String {
    format!(
        "<!doctype html><title>Costly</title>{}",
        "<p>words <b>and</b> more <i>words</i> that go on and on until their line is full".repeat(18_000)
    )
}

#[test]
fn reports_are_the_same_in_a_process_of_their_own() {
    let folder = pages(5);
    for format in ["jsonl", "csv", "text"] {
        let run = |how: &str| {
            let arguments = [
                "extract", "pages", "--format", format, "--isolate", how, "--explain", "--want", "city,phone",
            ];
            let ran = chaffinch(folder.path(), &arguments);
            (ran.code, ran.out, ran.err)
        };
        let inside = run("never");
        assert!(inside.1.contains("Trier"), "{inside:?}");
        assert_eq!(inside, run("always"));
        assert_eq!(inside, run("auto"));
    }
    // The style sheet beside the pages is found by a process that cannot look for it.
    let wide = |how| {
        objects(&chaffinch(folder.path(), &["tables", "pages/000.html", "--isolate", how]).out)[0]["relations"][0]["box"][2].clone()
    };
    assert!(wide("always").as_f64().unwrap() > 400.0);
    assert_eq!(wide("always"), wide("never"));
}

#[test]
fn a_page_beyond_its_time_or_memory_is_named_and_costs_no_other() {
    let folder = pages(6);
    fs::write(folder.path().join("pages/003-costly.html"), costly()).unwrap();
    for (limit, sentence) in [
        (["--max-page-seconds", "0.2"], "more than 0.2 s of the processor; raise it with --max-page-seconds"),
        (["--max-memory", "512M"], "more than 256 MB of memory; raise it with --max-memory"),
    ] {
        let ran = chaffinch(folder.path(), &["extract", "pages", "-j", "2", limit[0], limit[1]]);
        assert_eq!(ran.code, 3, "{}", ran.err);
        let reports = objects(&ran.out);
        assert_eq!(reports.len(), 7);
        assert!(ran.err.contains("003-costly.html") && ran.err.contains(sentence), "{}", ran.err);
        let failed = reports.iter().filter(|report| report["relations"].as_array().unwrap().is_empty());
        assert_eq!(failed.count(), 1, "{}", ran.err);
    }
    let ran = chaffinch(folder.path(), &["extract", "pages"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "by default it is within both");
}

#[test]
fn a_process_that_is_killed_by_somebody_else_costs_no_page() {
    let folder = pages(3);
    for at in 0..8 {
        fs::write(folder.path().join(format!("pages/costly{at}.html")), costly()).unwrap();
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_chaffinch"));
    program.args(["extract", "pages", "-j", "1"]).current_dir(folder.path());
    let program = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    let worker = loop {
        if let Some(worker) = workers(program.id()).first() {
            break worker.clone();
        }
        assert!(Instant::now() < end, "no worker");
        std::thread::sleep(Duration::from_millis(5));
    };
    std::thread::sleep(Duration::from_millis(700));
    Command::new("kill").args(["-KILL", &worker]).status().unwrap();
    let ended = program.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&ended.stderr);
    // Its page is read once more, in another process.
    assert_eq!(ended.status.code(), Some(0), "{err}");
    let reports = objects(&String::from_utf8_lossy(&ended.stdout));
    assert_eq!(reports.len(), 11);
    assert!(reports.iter().all(|report| report["errors"].as_array().unwrap().is_empty()), "{err}");
}

#[test]
fn a_page_whose_processes_die_is_recorded_in_a_batch_and_passed_over() {
    let folder = pages(2);
    fs::write(folder.path().join("pages/costly.html"), costly()).unwrap();
    let command = ["batch", "pages", "--out", "out", "-j", "1"];
    let mut program = Command::new(env!("CARGO_BIN_EXE_chaffinch"));
    program.args(command).current_dir(folder.path()).stderr(Stdio::piped());
    let mut program = program.spawn().unwrap();
    // Once the other pages are read, every process dies of the last one.
    let spool = folder.path().join("out/work/00000.spool");
    let spooled =
        || fs::read(&spool).map_or(0, |bytes| bytes.windows(5).filter(|bytes| bytes == b"Trier").count());
    while program.try_wait().unwrap().is_none() {
        if spooled() >= 2 {
            for worker in workers(program.id()) {
                Command::new("kill").args(["-KILL", &worker]).status().unwrap();
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let ended = program.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(said.contains("1  made the program fail  such as pages/costly.html"), "{said}");
    let line = fs::read_to_string(folder.path().join("out/manifest.jsonl")).unwrap();
    assert!(line.contains("this page made the program fail (signal 9)"), "{line}");
    let retried = chaffinch(folder.path(), &[&command[..], &["--retry-failed"]].concat());
    assert!(
        retried.err.contains("3 pages, 3 with records") && retried.err.contains("0 pages failed"),
        "{}",
        retried.err
    );
}

/// The processes that a run has started. Each thread starts those that it needs.
fn workers(program: u32) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{program}/task")).into_iter().flatten().flatten();
    let of_threads = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    of_threads.collect::<String>().split_ascii_whitespace().map(str::to_owned).collect()
}
