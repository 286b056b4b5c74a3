//! Many small pages in three text files, each with what must be found on it.

use chaffinch::{CellContent, Document, Engine, Extraction, Relation, Settings};

/// A page of a file and what must be found on it.
struct Case<'t> {
    sentence: &'t str,
    /// Options of the command line: `--method`, `--keyword`.
    options: Vec<(String, String)>,
    html: String,
    wanted: String,
}

/// The cases of a file: see its first lines.
fn cases(file: &str) -> Vec<Case<'_>> {
    let case = |text| {
        let (head, rest) = str::split_once(text, "\n").expect("a sentence and a page");
        let (html, wanted) = rest.split_once("\n---\n").expect("a page and what is on it");
        let (sentence, options) = match head.strip_suffix(']').and_then(|head| head.split_once(" [")) {
            Some((sentence, options)) => (sentence, options),
            None => (head, ""),
        };
        let html = format!("<!DOCTYPE html><meta charset=utf-8>{html}");
        Case { sentence, options: pairs(options), html, wanted: wanted.trim().to_owned() }
    };
    let mut parts = file.split("\n=== ");
    parts.next().expect("an introduction");
    parts.map(case).collect()
}

/// `--a b --c "d e"` as names and values.
fn pairs(options: &str) -> Vec<(String, String)> {
    let named = options.split("--").filter(|option| !option.trim().is_empty());
    let pair = |option: &str| {
        let (name, value) = option.trim().split_once(' ').expect("an option with a value");
        (name.to_owned(), value.trim_matches('"').to_owned())
    };
    named.map(pair).collect()
}

fn found(case: &Case, only: Extraction) -> Vec<Relation> {
    let mut settings = Settings::default();
    settings.only = Some(only);
    for (name, value) in &case.options {
        match name.as_str() {
            "method" => settings.tables.method = value.parse().expect("a method"),
            "keyword" => settings.tables.keyword = Some(value.clone()),
            other => panic!("no option is called {other}"),
        }
    }
    let engine = Engine::new(settings).expect("settings that fit");
    engine.read(Document::from_html("case.html", case.html.clone())).relations
}

fn cells(row: &[Option<CellContent>], shown: &[usize]) -> String {
    let text = |at: &usize| row[*at].as_ref().map_or(".".to_owned(), |cell| cell.text("; "));
    shown.iter().map(text).collect::<Vec<_>>().join(" | ")
}

/// A relation as the files write it. Names that the page does not give are left out of tables.
fn written(relation: &Relation, only: Extraction) -> String {
    let mut lines = Vec::new();
    let columns = &relation.columns;
    let shown: Vec<usize> = if only == Extraction::Topk {
        lines.extend(relation.facts.get("length").map(|length| format!("length: {length}")));
        let is_shown = |at: &usize| {
            let told = !matches!(columns[*at].name.as_deref(), Some("title" | "image" | "link"));
            told && relation.rows.iter().any(|row| row.cells[*at].is_some())
        };
        (0..columns.len()).filter(is_shown).collect()
    } else {
        lines.extend(relation.title.as_ref().map(|title| format!("title: {title}")));
        (0..columns.len()).collect()
    };
    let is_given = |at: &usize| columns[*at].name.is_some() && columns[*at].confidence.is_none();
    let name = |at: &usize| columns[*at].name.clone().unwrap_or_else(|| ".".into());
    let names: Vec<String> = shown.iter().map(name).collect();
    let is_headless = only == Extraction::Tables && !shown.iter().any(is_given);
    lines.push(if is_headless { "no names".into() } else { names.join(" | ") });
    lines.extend(relation.rows.iter().map(|row| cells(&row.cells, &shown)));
    lines.join("\n")
}

fn assert_all_are_right(file: &str, only: Extraction) {
    let mut wrong = String::new();
    for case in cases(file) {
        let relations: Vec<String> =
            found(&case, only).iter().map(|relation| written(relation, only)).collect();
        let found = if relations.is_empty() { "none".to_owned() } else { relations.join("\n\n") };
        if found != case.wanted {
            wrong += &format!("{}\nwanted:\n{}\nfound:\n{found}\n\n", case.sentence, case.wanted);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn tables_are_found_and_read_and_what_is_none_is_not() {
    assert_all_are_right(include_str!("cases/tables.txt"), Extraction::Tables);
}

#[test]
fn top_k_lists_are_found_and_their_items_named() {
    assert_all_are_right(include_str!("cases/topk.txt"), Extraction::Topk);
}

/// What stands around the lists of a page: a menu before, a list of other articles and a footer behind.
const BEFORE: &str = "<nav><ul><li><a href=/h>Home</a><li><a href=/t>Travel</a><li><a href=/f>Food</a><li><a href=/m>Music</a>\
    <li><a href=/s>Science</a><li><a href=/a>About</a></ul></nav>";
const INTRODUCTION: &str = "<p>We asked readers, looked at the numbers and argued for a week. Here is what we agreed on, in no hurry and with \
    all due respect to what was left out.</p>";
const BEHIND: &str = "<aside><h3>Most read</h3><ul><li><a href=/0>How to boil an egg</a><li><a href=/1>Five days in Riga</a>\
    <li><a href=/2>The new tram</a><li><a href=/3>What wolves eat</a><li><a href=/4>Old maps</a><li><a href=/5>Better sleep</a>\
    <li><a href=/6>A quiet street</a><li><a href=/7>Soup for winter</a><li><a href=/8>Bees in town</a><li><a href=/9>The last ferry</a></ul></aside>\
    <footer><div><a href=/i>Imprint</a> <a href=/p>Privacy</a> <a href=/c>Contact</a></div><p>© 2026 The Paper</p></footer>";

/// The names of the items as the file writes them.
fn item_names(relation: &Relation) -> String {
    let name = relation.columns.iter().position(|column| column.name.as_deref() == Some("name"));
    let length = relation.facts.get("length");
    let mut lines: Vec<String> = length.map(|length| format!("length: {length}")).into_iter().collect();
    lines.extend(relation.rows.iter().map(|row| cells(&row.cells, &[name.expect("a column of names")])));
    lines.join("\n")
}

#[test]
fn lists_within_whole_pages_are_found_in_many_shapes_and_languages() {
    let mut wrong = String::new();
    for mut case in cases(include_str!("cases/topk-names.txt")) {
        let page = case.html.strip_prefix("<!DOCTYPE html><meta charset=utf-8>").expect("a page");
        let (title, body) = page.split_once('\n').expect("a title and a page");
        case.html = format!(
            "<!DOCTYPE html><meta charset=utf-8><title>{title}</title>{BEFORE}<h1>{title}</h1>{INTRODUCTION}{body}{BEHIND}"
        );
        let found = found(&case, Extraction::Topk).first().map_or("none".to_owned(), item_names);
        if found != case.wanted {
            wrong += &format!("{}\nwanted:\n{}\nfound:\n{found}\n\n", case.sentence, case.wanted);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
