//! `chaffinch render`, and what the program prints about itself.

mod program;

use program::{TABLE, chaffinch, chaffinch_with_input, objects};
use std::fs;
use tempfile::tempdir;

#[test]
fn the_tree_shows_boxes_and_bytes() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(folder.path(), &["render"], TABLE.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let line = ran.out.lines().find(|line| line.contains("\"Ulm\"")).unwrap();
    let at = TABLE.find("Ulm").unwrap();
    assert!(line.contains(&format!("bytes {at}–{}", at + 3)) && line.contains('×'), "{line}");
}

#[test]
fn the_model_has_every_node_with_its_style_and_lines() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(folder.path(), &["render", "--format", "json"], TABLE.as_bytes());
    let model = &objects(&ran.out)[0];
    assert_eq!(model["encoding"], "UTF-8");
    assert_eq!(model["renderer"], "embedded");
    let nodes = model["nodes"].as_array().unwrap();
    let heading = nodes.iter().find(|n| n["name"] == "th").unwrap();
    assert_eq!(heading["style"]["font_weight"], 700);
    assert_eq!(heading["style"]["display"], "table-cell");
    let text = nodes.iter().find(|n| n["text"] == "Trier").unwrap();
    assert_eq!(text["lines"].as_array().unwrap().len(), 1);
}

#[test]
fn without_a_renderer_there_are_no_boxes() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(
        folder.path(),
        &["render", "--format", "json", "--renderer", "none"],
        TABLE.as_bytes(),
    );
    let model = &objects(&ran.out)[0];
    assert_eq!(model["renderer"], "none");
    assert!(model["nodes"].as_array().unwrap().iter().all(|node| node["box"].is_null()));
    let ran = chaffinch_with_input(
        folder.path(),
        &["render", "--png", "a.png", "--renderer", "none"],
        TABLE.as_bytes(),
    );
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("no boxes to draw"), "{}", ran.err);
}

#[test]
fn the_page_is_drawn_as_png_and_svg() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(
        folder.path(),
        &["render", "--png", "a.png", "--svg", "a.svg"],
        TABLE.as_bytes(),
    );
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(fs::read(folder.path().join("a.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(fs::read_to_string(folder.path().join("a.svg")).unwrap().contains(">Trier</text>"));
}

#[test]
fn blocks_are_drawn_instead_of_boxes() {
    let folder = tempdir().unwrap();
    let ran =
        chaffinch_with_input(folder.path(), &["render", "--blocks", "--svg", "a.svg"], TABLE.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    // Leaves are filled, and the root says its degree of coherence.
    assert!(svg.contains("fill-opacity=\"0.18\"") && svg.contains(">1</text>"), "{svg}");

    let both = &["render", "--blocks", "--relations", "--svg", "a.svg"];
    assert_eq!(chaffinch_with_input(folder.path(), both, TABLE.as_bytes()).code, 2);
}

#[test]
fn a_style_sheet_beside_the_page_is_used_and_one_outside_is_not() {
    let folder = tempdir().unwrap();
    fs::create_dir_all(folder.path().join("site/page_files")).unwrap();
    fs::write(folder.path().join("site/page_files/a.css"), "p { font-size: 40px }").unwrap();
    fs::write(folder.path().join("secret.css"), "p { font-weight: 700 }").unwrap();
    let html = "<link rel=stylesheet href=page_files/a.css><link rel=stylesheet href=../secret.css><p>x";
    fs::write(folder.path().join("site/page.html"), html).unwrap();
    let ran = chaffinch(folder.path(), &["render", "site/page.html", "--format", "json"]);
    let model = &objects(&ran.out)[0];
    let p = model["nodes"].as_array().unwrap().iter().find(|n| n["name"] == "p").unwrap().clone();
    assert_eq!(p["style"]["font_size"], 40.0);
    assert_eq!(p["style"]["font_weight"], 400);
}

#[test]
fn chromium_sees_the_same_page() {
    if chaffinch_render::find_chromium().is_none() {
        println!("skipped: no Chromium is installed");
        return;
    }
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(
        folder.path(),
        &["render", "--format", "json", "--renderer", "chromium"],
        format!("{TABLE}<script>document.body.remove()</script><img src=http://towns.example/a.png>")
            .as_bytes(),
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let model = &objects(&ran.out)[0];
    assert_eq!(model["renderer"], "chromium");
    let text = model["nodes"].as_array().unwrap().iter().find(|n| n["text"] == "Trier").unwrap().clone();
    assert!(text["box"][2].as_f64().unwrap() > 20.0, "{text}");
}

#[test]
fn a_missing_chromium_is_said_with_the_command_that_installs_it() {
    let folder = tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_chaffinch"))
        .args(["render", "--renderer", "chromium", "a.html"])
        .current_dir(folder.path())
        .env("PATH", folder.path())
        .env_remove("CHAFFINCH_CHROMIUM")
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("apt-get install chromium"), "{err}");
}

#[test]
fn the_program_tells_about_itself() {
    let folder = tempdir().unwrap();
    for (arguments, says) in [
        (&["--help"][..], "Examples:"),
        (&["extract", "--help"], "--max-bytes"),
        (&["--version"], "chaffinch 0."),
        (&["schema"], "\"$schema\""),
        (&["completions", "bash"], "_chaffinch"),
        (&["completions", "fish"], "complete -c chaffinch"),
        (&["man"], ".TH chaffinch"),
    ] {
        let ran = chaffinch(folder.path(), arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
        assert!(ran.out.contains(says), "{arguments:?}: {}", ran.out);
    }
}

#[test]
fn the_examples_of_the_help_fit_a_narrow_terminal() {
    let folder = tempdir().unwrap();
    for command in [&["--help"][..], &["extract", "--help"], &["render", "--help"]] {
        let ran = chaffinch(folder.path(), command);
        let examples = ran.out.split("Examples:").nth(1).unwrap();
        let widest = examples.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 80, "{command:?}: {widest}");
    }
}
