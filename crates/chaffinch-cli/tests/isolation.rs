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
fn whatever_may_hold_many_pages_is_read_in_processes_of_their_own() {
    let folder = pages(2);
    fs::write(folder.path().join("pages/costly.html"), costly()).unwrap();
    let limited = ["--max-page-seconds", "0.2"];
    let domain = [&["domain", "--domain", "court", "pages"][..], &limited].concat();
    let ran = chaffinch(folder.path(), &domain);
    assert!(ran.err.contains("costly.html: the page took more than 0.2 s of the processor"), "{}", ran.err);
    // What is piped in may be an archive.
    let mut piped = Command::new(env!("CARGO_BIN_EXE_chaffinch"));
    piped.args(["extract", "-"]).args(limited).current_dir(folder.path());
    let page = fs::File::open(folder.path().join("pages/costly.html")).unwrap();
    let ended = piped.stdin(page).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains("more than 0.2 s of the processor"), "{said}");
}

#[test]
fn the_whole_program_ends_before_it_takes_more_memory_than_it_may_have() {
    let folder = pages(1);
    for at in 0..6 {
        fs::write(folder.path().join(format!("pages/costly{at}.html")), costly()).unwrap();
    }
    fs::write(folder.path().join("rows.jsonl"), "former\n").unwrap();
    let arguments =
        ["extract", "pages", "-j", "6", "--isolate", "never", "--max-memory", "512M", "-o", "rows.jsonl"];
    let ran = chaffinch(folder.path(), &arguments);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("more than 512 MB of memory; raise it with --max-memory"), "{}", ran.err);
    assert_eq!(fs::read_to_string(folder.path().join("rows.jsonl")).unwrap(), "former\n");
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "nothing but the pages and the former output");
    // In processes of their own, the pages share the same memory, one after the other where they must.
    let ran = chaffinch(folder.path(), &["extract", "pages", "-j", "6", "--max-memory", "1G"]);
    assert_eq!(objects(&ran.out).len(), 7, "{}", ran.err);
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
    // So many rules that the page takes several seconds on a fast machine, too.
    let rules: String = (0..6_000).map(|at| format!("p:nth-child({at}n+1) ~ b{{top:{at}px}}")).collect();
    fs::write(folder.path().join("pages/costly.html"), format!("{}<style>{rules}</style>", costly()))
        .unwrap();
    let command = ["batch", "pages", "--out", "out", "-j", "1"];
    // The system kills each process after one second of the processor: only the costly page takes so long.
    let mut limited = Command::new("sh");
    limited.args(["-c", r#"ulimit -t 1 && exec "$0" "$@""#, env!("CARGO_BIN_EXE_chaffinch")]);
    let ended = limited.args(command).current_dir(folder.path()).output().unwrap();
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
