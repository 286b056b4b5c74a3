//! Real pages, where they are at hand: every one is read, none takes long.
//!
//! The pages are looked for in `CHAFFINCH_DATA`, then in `target/data`. `CHAFFINCH_EVERY=1` reads them all
//! instead of one in twenty.

use chaffinch::{Engine, Problem, RunOptions, Settings, run};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn data() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/data");
    std::env::var_os("CHAFFINCH_DATA").map(PathBuf::from).or(Some(target)).filter(|folder| folder.is_dir())
}

#[test]
fn real_pages_are_read_without_a_problem_and_in_time() {
    let Some(data) = data() else {
        println!("skipped: there are no real pages in CHAFFINCH_DATA or target/data");
        return;
    };
    let every = std::env::var("CHAFFINCH_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let mut pages: Vec<String> = Vec::new();
    collect(&data, &mut pages);
    pages.sort();
    let chosen: Vec<String> = pages.into_iter().step_by(every).collect();
    let engine = Engine::new(Settings::default()).unwrap();
    let work = |document: chaffinch::Document| {
        let start = Instant::now();
        let report = engine.read(document);
        Ok((start.elapsed(), report))
    };
    let (mut count, mut slowest, mut problems) = (0, (Duration::ZERO, String::new()), Vec::new());
    run(&chosen, &RunOptions::default(), work, |result: Result<_, Problem>| {
        match result {
            Ok((time, report)) => {
                count += 1;
                problems.extend(report.errors.iter().map(|error| error.to_string()));
                if time > slowest.0 {
                    slowest = (time, report.input);
                }
            }
            Err(problem) => problems.push(problem.to_string()),
        }
        ControlFlow::Continue(())
    });
    println!("{count} pages, slowest {:?} ({})", slowest.0, slowest.1);
    assert_eq!(count, chosen.len());
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(slowest.0 < Duration::from_secs(5), "{slowest:?}");
}

fn collect(folder: &Path, pages: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.to_string_lossy().ends_with("_files") {
            collect(&path, pages);
        } else if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("html") || e.eq_ignore_ascii_case("htm"))
        {
            pages.push(path.display().to_string());
        }
    }
}
