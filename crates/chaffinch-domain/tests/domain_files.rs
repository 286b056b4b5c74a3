//! Domain files and gazetteers that are wrong, large or junk, and shipped ones that are right.

use chaffinch_domain::{DOMAINS, Gazetteer, load, parse};
use std::fs;
use std::time::{Duration, Instant};

const SMALL: &str = r#"name = "cheese"

[[annotation]]
name = "price"
recogniser = "money"

[[attribute]]
name = "price"
type = "money"
mandatory = true
"#;

fn problem(text: &str) -> String {
    parse("cheese.toml", text, None).unwrap_err().to_string()
}

#[test]
fn the_shipped_domains_can_be_read() {
    for (name, text) in DOMAINS {
        // Shipped patterns are made when they are needed; here all are tried.
        parse(name, text, None).unwrap();
        let domain = load(name).unwrap();
        assert_eq!(domain.name, name);
        assert!(domain.attributes.iter().any(|attribute| attribute.mandatory), "{name}");
    }
}

#[test]
fn an_unknown_key_is_told_with_its_line() {
    let told = problem(&SMALL.replace("recogniser = \"money\"", "recogniser = \"money\"\ncolour = \"red\""));
    assert!(told.starts_with("cheese.toml:6: "), "{told}");
    assert!(told.contains("colour"), "{told}");
}

#[test]
fn names_that_nobody_knows_are_told_with_their_line() {
    let told = problem(&SMALL.replace("\"money\"\n\n", "\"gold\"\n\n"));
    assert!(told.starts_with("cheese.toml:5: no recogniser is called gold"), "{told}");
    let told = problem(&SMALL.replace("type = \"money\"", "requires = [\"cost\"]"));
    assert!(told.starts_with("cheese.toml:9: no annotation is called cost"), "{told}");
    let told = problem(&format!("{SMALL}\n[record]\nrequired = [[\"price\"], [\"weight\"]]\n"));
    assert!(told.starts_with("cheese.toml:13: no attribute is called weight"), "{told}");
    let told = problem(&format!("{SMALL}\n[record]\nparts = {{ same = \"price\", marked = \"rind\" }}\n"));
    assert!(told.starts_with("cheese.toml:13: no attribute is called rind"), "{told}");
}

#[test]
fn contradictory_constraints_are_told() {
    let told = problem(&SMALL.replace("type = \"money\"", "requires = [\"price\"]\ndisallows = [\"price\"]"));
    assert!(told.starts_with("cheese.toml:10: price both requires and disallows price"), "{told}");
    let told = problem(&format!("{SMALL}\n[record]\nforbidden = [\"price\"]\n"));
    assert!(told.starts_with("cheese.toml:13: price is both forbidden and needed"), "{told}");
    let weight =
        "[[annotation]]\nname = \"weight\"\nrecogniser = \"number\"\n[[attribute]]\nname = \"weight\"\n";
    let both = "[record]\nforbidden = [\"weight\"]\nexpected = [\"weight\"]\n";
    let told = problem(&format!("{SMALL}\n{weight}{both}"));
    assert!(told.starts_with("cheese.toml:19: weight is both forbidden and expected"), "{told}");
    let told = problem(&SMALL.replace("recogniser = \"money\"", "marked = [\"the price\"]"));
    assert!(told.starts_with("cheese.toml:5: a word that elements are called by has only letters"), "{told}");
    let told = problem(&SMALL.replace("mandatory = true", "mandatory = false"));
    assert!(told.contains("no attribute is mandatory"), "{told}");
}

#[test]
fn a_pattern_that_cannot_be_read_or_matches_nothing_is_told() {
    let told = problem(&SMALL.replace("recogniser = \"money\"", "regex = ['a(b']"));
    assert!(told.starts_with("cheese.toml:5: the pattern cannot be read"), "{told}");
    let told = problem(&SMALL.replace("recogniser = \"money\"", "regex = ['a*']"));
    assert!(told.starts_with("cheese.toml:5: the pattern also matches nothing"), "{told}");
    // Nested repetitions that take other engines forever are just a pattern here.
    let slow = SMALL.replace("recogniser = \"money\"", "regex = ['(a+)+$']");
    assert!(parse("cheese.toml", &slow, None).is_ok());
}

#[test]
fn a_domain_that_is_not_there_names_those_that_are() {
    let told = load("no-such-domain").unwrap_err().to_string();
    assert!(told.contains("real-estate") && told.contains("court"), "{told}");
}

#[test]
fn junk_as_gazetteer_is_told_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("towns.bin"), [b'O', b'x', b'\n', 0xff, 0xfe, 0x00]).unwrap();
    let text = SMALL.replace("recogniser = \"money\"", "gazetteers = [\"towns.bin\"]");
    let told = parse("cheese.toml", &text, Some(folder.path())).unwrap_err().to_string();
    assert!(told.contains("towns.bin:2: is not UTF-8"), "{told}");
    let text = SMALL.replace("recogniser = \"money\"", "gazetteers = [\"nowhere.txt\"]");
    let told = parse("cheese.toml", &text, Some(folder.path())).unwrap_err().to_string();
    assert!(told.starts_with("cheese.toml:5: ") && told.contains("cannot be read"), "{told}");
}

#[test]
fn a_gazetteer_beyond_the_folder_of_its_domain_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("secret.txt"), "word").unwrap();
    fs::write(inner.join("towns.txt"), "Ulm").unwrap();
    let secret = folder.path().join("secret.txt").display().to_string();
    for path in ["../secret.txt", secret.as_str(), "."] {
        let text = SMALL.replace("recogniser = \"money\"", &format!("gazetteers = [{path:?}]"));
        let told = parse("cheese.toml", &text, Some(&inner)).unwrap_err().to_string();
        assert!(told.contains("must lie in the folder") || told.contains("is no file"), "{told}");
    }
    let text = SMALL.replace("recogniser = \"money\"", "gazetteers = [\"towns.txt\"]");
    assert!(parse("cheese.toml", &text, Some(&inner)).is_ok());
}

#[test]
fn a_million_terms_load_quickly() {
    let terms: String = (0..1_000_000).map(|n| format!("Town {n:x} on the River {}\n", n % 977)).collect();
    let begin = Instant::now();
    let gazetteer = Gazetteer::parse("towns.txt", terms.as_bytes()).unwrap();
    let taken = begin.elapsed();
    assert_eq!(gazetteer.len(), 1_000_000);
    // Two seconds on a quiet machine; tests run side by side on slow ones.
    assert!(taken < Duration::from_secs(10), "{taken:?}");
    eprintln!("a million terms took {taken:?}");
}
