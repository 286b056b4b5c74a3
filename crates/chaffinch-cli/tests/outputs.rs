//! Files that the program writes, from the outside: nothing that was there before is lost.

mod program;

use program::{TABLE, chaffinch, objects};
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// A folder with a page and the output of a former run.
fn folder_with_page() -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    fs::write(folder.path().join("pages/a.html"), TABLE).unwrap();
    fs::write(folder.path().join("rows.csv"), "former\n").unwrap();
    folder
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = folder_with_page();
    let page = folder.path().join("pages/a.html");
    fs::write(folder.path().join("gold.jsonl"), "{}\n").unwrap();
    for (arguments, output) in [
        (&["extract", "pages/a.html", "-o"][..], "pages/a.html"),
        (&["extract", "pages", "-o"], "./pages/a.html"),
        (&["extract", "pages", "-o"], "pages/new.html"),
        (&["tables", "pages/*.html", "-o"], "pages/a.html"),
        (&["domain", "--domain", "court", "pages", "--facts"], "pages/a.html"),
        (&["domain", "--domain", "court", "pages", "--learn"], "pages/a.html"),
        (&["render", "pages/a.html", "--png"], "pages/a.html"),
        (&["render", "pages/a.html", "-o"], "pages/a.html"),
        (&["site", "pages", "-o"], "pages/a.html"),
        (&["wrapper", "learn", "--from", "extract", "pages/a.html", "--out"], "pages/a.html"),
        (&["wrapper", "apply", "gold.jsonl", "pages", "-o"], "gold.jsonl"),
        (&["train", "gold.jsonl", "--out"], "gold.jsonl"),
    ] {
        let ran = chaffinch(folder.path(), &[arguments, &[output]].concat());
        assert_eq!(ran.code, 2, "{arguments:?} {output}: {}", ran.err);
        assert!(ran.err.contains(&format!("{output}: is one of the inputs")), "{arguments:?}: {}", ran.err);
        assert_eq!(fs::read_to_string(&page).unwrap(), TABLE, "{arguments:?}");
        assert_eq!(names_in(&folder.path().join("pages")), ["a.html"], "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("gold.jsonl")).unwrap(), "{}\n");
}

#[test]
fn an_output_may_lie_beside_the_pages_of_a_folder() {
    let folder = folder_with_page();
    for _ in 0..2 {
        let ran = chaffinch(folder.path(), &["extract", ".", "-o", "pages/rows.csv"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert_eq!(names_in(&folder.path().join("pages")), ["a.html", "rows.csv"]);
    }
}

#[test]
fn a_mistyped_input_leaves_the_former_output_alone() {
    let folder = folder_with_page();
    for command in [&["extract", "mistyped.html", "-o"][..], &["render", "mistyped.html", "-o"]] {
        let ran = chaffinch(folder.path(), &[command, &["rows.csv"]].concat());
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains("rows.csv: not written"), "{}", ran.err);
        assert_eq!(fs::read_to_string(folder.path().join("rows.csv")).unwrap(), "former\n");
        assert_eq!(names_in(folder.path()), ["pages", "rows.csv"]);
    }
    for option in ["--facts", "--learn"] {
        let arguments = ["domain", "--domain", "court", "mistyped.html", option, "rows.csv"];
        assert_eq!(chaffinch(folder.path(), &arguments).code, 3);
        assert_eq!(fs::read_to_string(folder.path().join("rows.csv")).unwrap(), "former\n", "{option}");
    }
}

#[test]
fn one_page_that_can_be_read_is_worth_an_output() {
    let folder = folder_with_page();
    let ran = chaffinch(folder.path(), &["extract", "mistyped.html", "pages/a.html", "-o", "rows.csv"]);
    assert_eq!(ran.code, 3);
    assert!(fs::read_to_string(folder.path().join("rows.csv")).unwrap().contains("Ulm"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_the_file_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder_with_page();
    let file = folder.path().join("rows.csv");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("rows.csv", folder.path().join("link.csv")).unwrap();
    assert_eq!(chaffinch(folder.path(), &["extract", "pages", "-o", "link.csv"]).code, 0);
    assert!(fs::symlink_metadata(folder.path().join("link.csv")).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().contains("Ulm"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_to_directly() {
    let folder = folder_with_page();
    let ran = chaffinch(folder.path(), &["extract", "pages", "-o", "/dev/stdout"]);
    assert_eq!((ran.code, objects(&ran.out).len()), (0, 1), "{}", ran.err);
    assert_eq!(chaffinch(folder.path(), &["extract", "pages", "-o", "/dev/null"]).code, 0);
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    assert_eq!(chaffinch(folder.path(), &["extract", "pages", "-o", "pipe"]).code, 0);
    assert_eq!(objects(&reader.join().unwrap()).len(), 1);
}

#[test]
fn a_standard_error_that_nobody_reads_does_not_end_the_run() {
    use std::process::{Command, Stdio};
    let folder = folder_with_page();
    fs::write(folder.path().join("pages/b.html"), TABLE).unwrap();
    for arguments in [
        &["extract", "mistyped.html", "pages"][..],
        &["render", "mistyped.html", "pages"],
        &["site", "pages"],
    ] {
        let (reader, stderr) = std::io::pipe().unwrap();
        drop(reader);
        let mut program = Command::new(env!("CARGO_BIN_EXE_chaffinch"));
        program.args(arguments).current_dir(folder.path()).stdout(Stdio::piped()).stderr(stderr);
        let ended = program.spawn().unwrap().wait_with_output().unwrap();
        assert!(ended.status.code().is_some_and(|code| code < 5), "{arguments:?}: {:?}", ended.status);
        assert!(String::from_utf8_lossy(&ended.stdout).contains("Ulm"), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_wrong_use_whoever_writes() {
    use std::process::{Command, Stdio};
    let folder = folder_with_page();
    for arguments in
        [&["extract", "pages"][..], &["render", "pages"], &["tables", "pages", "--format", "csv"]]
    {
        let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").unwrap());
        let mut program = Command::new(env!("CARGO_BIN_EXE_chaffinch"));
        let ended = program.args(arguments).current_dir(folder.path()).stdout(full()).output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}: {ended:?}");
        // Nobody can be told where standard error is full, too, and the answer is the same.
        let mut program = Command::new(env!("CARGO_BIN_EXE_chaffinch"));
        program.args(arguments).current_dir(folder.path()).stdout(full()).stderr(full());
        assert_eq!(program.status().unwrap().code(), Some(2), "{arguments:?}");
    }
    let ran = chaffinch(folder.path(), &["extract", "pages", "-o", "/dev/full", "--format", "csv"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn control_characters_reach_no_terminal() {
    let folder = folder_with_page();
    let rows = "<li class='\x1b[31mc'><b>Name \x1b]0;x\x07 one</b> <i>5 EUR</i>".repeat(6);
    fs::write(
        folder.path().join("pages/a.html"),
        format!("<title>\x1b[2J</title><ul class='\x1b[1m'>{rows}</ul>"),
    )
    .unwrap();
    for arguments in [
        &["extract", "pages", "no\x1b[31m.html", "[\x1b[31m", "--explain", "--format", "text"][..],
        &["records", "pages", "--explain", "--format", "text"],
        &["tables", "pages", "--explain", "--format", "text"],
        &["topk", "pages", "--explain", "--format", "text"],
        &["domain", "--domain", "product", "pages", "--explain", "--format", "text"],
        &["render", "pages", "\x1b[31m.html", "--format", "json"],
    ] {
        let ran = chaffinch(folder.path(), arguments);
        let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!ran.err.contains(acts), "{arguments:?}: {:?}", ran.err);
        assert!(!ran.out.contains(acts), "{arguments:?}: {:?}", ran.out);
    }
}

#[test]
fn formulas_are_guarded_where_asked_and_values_stay_as_they_are_where_not() {
    let folder = folder_with_page();
    let table = "<table><tr><th>Name<th>Value<tr><td>=HYPERLINK(1)<td>-5<tr><td>@SUM(1)<td>+6<tr><td>plain<td>-x</table>";
    fs::write(folder.path().join("pages/a.html"), table).unwrap();
    let csv = |more: &[&str]| {
        let arguments = [&["tables", "pages/a.html", "--format", "csv"], more].concat();
        chaffinch(folder.path(), &arguments).out
    };
    assert_eq!(csv(&[]), "Name,Value\n=HYPERLINK(1),-5\n@SUM(1),+6\nplain,-x\n");
    assert_eq!(csv(&["--csv-safe"]), "Name,Value\n'=HYPERLINK(1),-5\n'@SUM(1),+6\nplain,'-x\n");
}

#[test]
fn what_is_appended_comes_behind_whole_lines_and_only_where_lines_are_records() {
    let folder = folder_with_page();
    let file = folder.path().join("all.jsonl");
    fs::write(&file, "{\"old\":1}").unwrap();
    for _ in 0..2 {
        assert_eq!(chaffinch(folder.path(), &["extract", "pages", "-o", "all.jsonl", "--append"]).code, 0);
    }
    let lines = objects(&fs::read_to_string(&file).unwrap());
    assert_eq!((lines.len(), &lines[0]["old"]), (3, &serde_json::json!(1)));
    let before = fs::read_to_string(&file).unwrap();
    assert_eq!(chaffinch(folder.path(), &["extract", "mistyped", "-o", "all.jsonl", "--append"]).code, 3);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(chaffinch(folder.path(), &["extract", "pages", "-o", "all.csv", "--append"]).code, 2);
    assert_eq!(names_in(folder.path()), ["all.jsonl", "pages", "rows.csv"]);
}

#[test]
fn a_report_holds_the_page_and_what_was_found_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.html"), TABLE).unwrap();
    let ran = chaffinch(folder.path(), &["extract", "a.html", "--format", "report", "-o", "report.html"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let report = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(
        report.starts_with("<!doctype html>") && report.contains("Trier") && !report.contains("src=\"http")
    );
    std::fs::write(folder.path().join("b.html"), TABLE).unwrap();
    let two = chaffinch(folder.path(), &["extract", "a.html", "b.html", "--format", "report"]);
    assert_eq!(two.code, 2);
    assert!(two.err.contains("one page"), "{}", two.err);
}

#[test]
#[cfg(unix)]
fn a_run_that_is_told_to_end_closes_its_output() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    let folder = tempdir().unwrap();
    let rows: String = (0..100).map(|row| format!("<tr><td>Name {row}<td>{row}.50 EUR")).collect();
    for page in 0..40 {
        let html = format!("<title>{page}</title><table><tr><th>Name<th>Price{rows}</table>");
        fs::write(folder.path().join(format!("{page}.html")), html).unwrap();
    }
    let mut run = Command::new(env!("CARGO_BIN_EXE_chaffinch"))
        .args(["extract", ".", "--format", "json"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It has begun to write, and waits for us to read what a pipe does not hold.
    let mut out = vec![0];
    run.stdout.as_mut().unwrap().read_exact(&mut out).unwrap();
    assert!(Command::new("kill").args(["-TERM", &run.id().to_string()]).status().unwrap().success());
    run.stdout.as_mut().unwrap().read_to_end(&mut out).unwrap();
    let mut said = String::new();
    run.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(143), "{said}");
    assert!(said.contains("ended by signal 15"), "{said}");
    let pages: Vec<serde_json::Value> = serde_json::from_slice(&out).unwrap();
    assert!(pages.len() < 40, "{}", pages.len());
}
