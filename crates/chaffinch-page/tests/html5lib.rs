//! html5lib's tree construction tests as the judge of the parser.
//!
//! They are fetched by `scripts/fetch-html5lib-tests.sh`; without them the test says so and passes.

use chaffinch_core::{NodeId, NodeKind, Page, Space};
use chaffinch_page::parse_str;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Cases that turn out differently, by file and number within it, and why.
const DEVIATIONS: &[(&str, &[usize], &str)] = &[
    ("menuitem-element", &[14], SELECT),
    ("tests1", &[30, 102], SELECT),
    ("tests10", &[4, 5, 17, 18], SELECT),
    ("tests18", &[14, 15], SELECT),
    ("tests7", &[31], SELECT),
    ("tests9", &[5, 6, 18, 19], SELECT),
];

const SELECT: &str = "the tests are of 2020; since 2025 the standard keeps any element inside <select>, where it was dropped before";

/// One case of a file.
struct Case {
    file: String,
    /// Counted from 1.
    number: usize,
    sections: BTreeMap<String, String>,
}

#[test]
fn pages_become_the_trees_that_html5lib_expects() {
    let folder = std::env::var_os("CHAFFINCH_HTML5LIB_TESTS").map_or_else(default_folder, PathBuf::from);
    if !folder.is_dir() {
        eprintln!(
            "SKIPPED: no html5lib tests at {}; scripts/fetch-html5lib-tests.sh fetches them",
            folder.display()
        );
        return;
    }
    let (mut passed, mut fragments, mut scripted) = (0, 0, 0);
    let mut deviating: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut complaints: Vec<String> = Vec::new();
    for case in cases(&folder) {
        if case.sections.contains_key("document-fragment") {
            fragments += 1;
            continue;
        }
        if case.sections.contains_key("script-on") {
            scripted += 1;
            continue;
        }
        let data = &case.sections["data"];
        let expected = case.sections["document"].trim_end_matches('\n');
        let found = dump(&parse_str(data));
        let place = format!("{}:{}", case.file, case.number);
        match (found.trim_end_matches('\n') == expected, deviation(&case)) {
            (true, None) => passed += 1,
            (true, Some(_)) => complaints.push(format!("{place} is listed as deviating but passes")),
            (false, Some(reason)) => deviating.entry(reason).or_default().push(place),
            (false, None) => complaints
                .push(format!("{place} fails\n{data}\n--- expected\n{expected}\n--- found\n{found}")),
        }
    }
    eprintln!("{passed} cases pass; skipped: {fragments} fragments, {scripted} with scripting");
    for (reason, places) in &deviating {
        eprintln!("{} deviate, {}: {reason}", places.len(), places.join(", "));
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n\n"));
    assert!(passed > 1000, "only {passed} cases were found");
    let listed: usize = DEVIATIONS.iter().map(|(_, numbers, _)| numbers.len()).sum();
    let met: usize = deviating.values().map(Vec::len).sum();
    assert_eq!(met, listed, "a listed case is not there");
}

fn default_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/html5lib-tests")
}

fn deviation(case: &Case) -> Option<&'static str> {
    DEVIATIONS
        .iter()
        .find(|(file, numbers, _)| *file == case.file && numbers.contains(&case.number))
        .map(|(_, _, reason)| *reason)
}

fn cases(folder: &Path) -> Vec<Case> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "dat"));
    files.sort();
    files.iter().flat_map(|path| cases_of(path)).collect()
}

fn cases_of(path: &Path) -> Vec<Case> {
    let file = path.file_stem().unwrap().to_string_lossy().into_owned();
    let text = String::from_utf8(std::fs::read(path).unwrap()).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    let mut heading = String::new();
    for line in text.split_inclusive('\n') {
        let known = line.strip_prefix('#').map(str::trim_end).filter(|name| is_heading(name));
        if let Some(name) = known {
            if name == "data" {
                cases.push(Case { file: file.clone(), number: cases.len() + 1, sections: BTreeMap::new() });
            }
            heading = name.to_owned();
            cases.last_mut().unwrap().sections.insert(heading.clone(), String::new());
        } else if let Some(case) = cases.last_mut() {
            case.sections.get_mut(&heading).unwrap().push_str(line);
        }
    }
    for case in &mut cases {
        // The line break in front of the next heading is not part of the page.
        if let Some(data) = case.sections.get_mut("data")
            && data.ends_with('\n')
        {
            data.pop();
        }
    }
    cases
}

fn is_heading(name: &str) -> bool {
    matches!(
        name,
        "data" | "errors" | "new-errors" | "document-fragment" | "script-off" | "script-on" | "document"
    )
}

/// The page in the format of the tests.
fn dump(page: &Page) -> String {
    let mut out = String::new();
    for child in page.children(NodeId::DOCUMENT) {
        dump_node(page, child, 0, &mut out);
    }
    out
}

fn dump_node(page: &Page, id: NodeId, indent: usize, out: &mut String) {
    let node = page.node(id);
    let text = page.own_text(id);
    let line = match node.kind {
        NodeKind::Doctype => {
            let ids = [page.attribute(id, "public"), page.attribute(id, "system")];
            match ids {
                [None, None] => format!("<!DOCTYPE {text}>"),
                _ => {
                    let [public, system] = ids.map(Option::unwrap_or_default);
                    format!("<!DOCTYPE {text} \"{public}\" \"{system}\">")
                }
            }
        }
        NodeKind::Element => match node.space {
            Space::Html => format!("<{}>", node.name),
            Space::Svg => format!("<svg {}>", node.name),
            Space::MathMl => format!("<math {}>", node.name),
        },
        NodeKind::Text => format!("\"{text}\""),
        NodeKind::Comment => format!("<!-- {text} -->"),
        NodeKind::Fragment => "content".to_owned(),
        NodeKind::Document => unreachable!("a document inside a page"),
    };
    let spaces = " ".repeat(indent);
    out.push_str(&format!("| {spaces}{line}\n"));
    if node.kind == NodeKind::Element {
        let mut attributes: Vec<String> = page
            .attributes(id)
            .iter()
            .map(|a| format!("{}=\"{}\"", shown_name(&a.name, node.space), page.value(a)))
            .collect();
        attributes.sort();
        for attribute in attributes {
            out.push_str(&format!("|   {spaces}{attribute}\n"));
        }
    }
    for child in page.children(id) {
        dump_node(page, child, indent + 2, out);
    }
}

/// The tests write a name space with a space behind it; a page keeps the prefix as it was written.
fn shown_name(name: &str, space: Space) -> String {
    let foreign = ["xlink:", "xml:", "xmlns:"].iter().any(|prefix| name.starts_with(prefix));
    if space != Space::Html && foreign { name.replacen(':', " ", 1) } else { name.to_owned() }
}
