//! The published rules on twenty result pages of agents and car dealers in the style of 2011, written for this test: featured areas, false leading
//! nodes, separators, records of several nodes, prices in several elements. Each page begins with a comment that says what its records are.

use chaffinch_core::Relation;
use chaffinch_domain::{DomainSettings, load, records};
use chaffinch_survey::Survey;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A page, and what stands in its comment: the domain, and for each record its area and texts that no other record has.
struct ResultPage {
    name: String,
    domain: String,
    records: Vec<(String, Vec<String>)>,
    html: String,
}

fn pages() -> Vec<ResultPage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents-of-2011");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> ResultPage {
    let html = std::fs::read_to_string(path).unwrap();
    let comment = html.strip_prefix("<!--").unwrap().split("-->").next().unwrap().trim();
    let mut lines = comment.lines();
    let domain = lines.next().unwrap().trim().to_owned();
    let record = |line: &str| {
        let mut parts = line.split('|').map(|part| part.trim().to_owned());
        (parts.next().unwrap(), parts.collect())
    };
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    ResultPage { name, domain, records: lines.map(record).collect(), html }
}

fn read_with(page: &ResultPage, settings: DomainSettings) -> Vec<Relation> {
    let domain = Some(Arc::new(load(&page.domain).unwrap()));
    let parsed = chaffinch_page::parse_str(&page.html);
    let survey = Survey::new(&parsed, &Default::default());
    records(&survey, &DomainSettings { domain, ..settings }, false).into_relations(&parsed)
}

/// How many records are a row that holds their texts and those of no other, and how many rows there are.
fn judge(page: &ResultPage, relations: &[Relation]) -> (usize, usize) {
    let bare = |text: &str| text.replace(' ', "");
    let rows: Vec<String> = relations.iter().flat_map(|area| &area.rows).map(|row| bare(&row.text)).collect();
    let is_right = |(_, own): &&(String, Vec<String>)| {
        let holds = |row: &String| own.iter().all(|text| row.contains(&bare(text)));
        let others = page.records.iter().filter(|(_, other)| other[0] != own[0]);
        let is_alone = |row: &String| !others.clone().any(|(_, other)| row.contains(&bare(&other[0])));
        rows.iter().any(|row| holds(row) && is_alone(row))
    };
    (page.records.iter().filter(is_right).count(), rows.len())
}

#[test]
fn the_published_rules_find_the_records_of_twenty_result_pages_and_nothing_else() {
    let (mut right, mut all, mut missed) = (0, 0, Vec::new());
    for page in pages() {
        let (found, rows) = judge(&page, &read_with(&page, DomainSettings::paper()));
        (right, all) = (right + found, all + page.records.len());
        if found < page.records.len() || rows > found {
            missed.push(format!("{}: {found} of {}, {rows} rows", page.name, page.records.len()));
        }
    }
    assert_eq!((right, missed), (all, Vec::<String>::new()));
}

#[test]
fn the_default_finds_the_same_records_and_keeps_featured_ones_apart() {
    for page in pages() {
        let relations = read_with(&page, DomainSettings::default());
        assert_eq!(judge(&page, &relations), (page.records.len(), page.records.len()), "{}", page.name);
        if page.name.contains("featured") || page.name.contains("of-the-week") {
            assert_eq!(relations.len(), 2, "{}", page.name);
        }
    }
}
