//! Columns judged without labels: pages whose own structured data says what they show are read without that data, and what is found is
//! held against it. Nobody has looked at these pages to label them, so that hundreds of sites can be asked.

mod lesson;
mod report;
mod shown;
mod told;

use super::Options;
use crate::pages::{look_at, read_set};
use crate::statistics::Tally;
use chaffinch::{Engine, Settings, Want};
use chaffinch_core::{CellContent, Problem, ProblemKind, Relation, RelationKind};
use lesson::{Described, Lesson, WHOLE};
pub use report::HiddenReport;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
use told::{Sort, Told};

/// The sets whose pages come with the data that they had on the web.
const SETS: [&str; 8] = ["wild", "lists", "testbed", "products", "recipes", "bananas", "courts", "people"];

/// A page, judged.
#[derive(Debug)]
struct JudgedPage {
    id: String,
    /// The type of its things.
    kind: String,
    is_list: bool,
    records: usize,
    plain: PageScore,
    want: PageScore,
}

/// How right the columns of a page are.
#[derive(Debug, Default)]
struct PageScore {
    /// How many records have a row.
    held: usize,
    columns: usize,
    /// Each attribute in the column that fits it best.
    fitting: BTreeMap<String, Tally>,
    /// Each attribute in the column of its name.
    named: BTreeMap<String, Tally>,
    /// For each attribute one value that is told and not found, and what is found in its place.
    missed: BTreeMap<String, (String, String)>,
}

/// Judges the columns of the pages of the sets below `data` that carry structured data, read without it.
///
/// # Errors
/// If a gold file cannot be read, or a page without its data cannot be written.
pub fn hidden(data: &Path, options: &Options, tell: impl FnMut(&Problem)) -> Result<HiddenReport, Problem> {
    let mut tasks = Vec::new();
    for set in SETS.into_iter().filter(|set| data.join(set).join("gold.jsonl").exists()) {
        let mut seen = BTreeSet::new();
        let pages = read_set(&data.join(set))?.into_iter().filter(|page| seen.insert(page.page.clone()));
        tasks.extend(pages.map(|page| (page, ())));
    }
    let engines: Mutex<BTreeMap<BTreeSet<String>, Arc<Engine>>> = Mutex::default();
    let keep = options.keep_pages.clone();
    let look = move |plain: &Engine,
                     document: chaffinch_input::Document,
                     gold: &chaffinch_gold::GoldPage,
                     (): &()| {
        let settings = plain.settings();
        let Some(lesson) = Lesson::of(&document, &settings.limits, &settings.structured) else {
            return Ok(None);
        };
        let id = gold.page.clone();
        if let Some(folder) = &keep {
            let file = folder.join(id.replace('/', "_"));
            let failed = |error| {
                Problem::new(
                    ProblemKind::Unreadable,
                    file.display().to_string(),
                    format!("cannot be written: {error}"),
                )
            };
            std::fs::write(&file, &lesson.document.bytes).map_err(failed)?;
        }
        let engine = match engines.lock().ok().and_then(|engines| engines.get(&lesson.attributes).cloned()) {
            Some(engine) => engine,
            None => {
                let engine = Arc::new(asking(&lesson.attributes)?);
                if let Ok(mut engines) = engines.lock() {
                    engines.insert(lesson.attributes.clone(), Arc::clone(&engine));
                }
                engine
            }
        };
        let score = |engine: &Engine| score(&lesson, &engine.read(lesson.document.clone()).relations);
        Ok(Some(JudgedPage {
            plain: score(plain),
            want: score(&engine),
            id,
            records: lesson.records.len(),
            is_list: lesson.is_list,
            kind: lesson.kind,
        }))
    };
    let mut pages: Vec<JudgedPage> =
        look_at(Engine::new(Settings::default())?, tasks, options.threads, look, tell)
            .into_iter()
            .flatten()
            .collect();
    pages.sort_by(|a, b| (a.is_list, &a.kind, &a.id).cmp(&(b.is_list, &b.kind, &b.id)));
    Ok(HiddenReport { pages, worst: options.worst })
}

/// An engine that is asked for these attributes.
fn asking(attributes: &BTreeSet<String>) -> Result<Engine, Problem> {
    let list = attributes.iter().map(String::as_str).collect::<Vec<_>>().join(",");
    let want = Want::names(&list).map_err(|error| Problem::new(ProblemKind::Damaged, list, error))?;
    Engine::new(Settings::default().with(|settings| settings.want = Some(want)))
}

/// Judges the relation that holds the most of what is told: the choice among relations is measured elsewhere.
fn score(lesson: &Lesson, relations: &[Relation]) -> PageScore {
    let is_asked = |relation: &&Relation| (relation.kind == RelationKind::Detail) != lesson.is_list;
    let mut best: Option<(usize, &Relation, Vec<Option<usize>>)> = None;
    for relation in relations.iter().filter(is_asked) {
        let rows = match lesson.is_list {
            true => rows_of(&lesson.records, relation),
            false => vec![Some(0)],
        };
        let held = rows.iter().flatten().count();
        if best.as_ref().is_none_or(|(most, ..)| held > *most) {
            best = Some((held, relation, rows));
        }
    }
    let mut score = PageScore::default();
    let nothing = Vec::new();
    let (columns, pairs): (_, Vec<(&Described, usize)>) = match &best {
        Some((held, relation, rows)) => {
            score.held = *held;
            score.columns = relation.columns.len();
            let pairs = lesson.records.iter().zip(rows).filter_map(|(record, row)| Some((record, (*row)?)));
            (&relation.columns, pairs.collect())
        }
        None => (&nothing, Vec::new()),
    };
    let cell = |row: usize, column: usize| -> Option<&CellContent> {
        best.as_ref()?.1.rows.get(row)?.cells.get(column)?.as_ref()
    };
    for attribute in &lesson.attributes {
        let wanted = lesson.records.iter().filter(|record| record.values.contains_key(attribute)).count();
        let tally = |column: usize| {
            let own = pairs
                .iter()
                .filter_map(|(record, row)| Some((record.values.get(attribute)?, cell(*row, column)?)));
            let (mut right, mut found) = (0, 0);
            for (told, content) in own {
                found += 1;
                right += usize::from(is_in(attribute, told, content));
            }
            Tally { right, found, wanted }
        };
        let none = Tally { wanted, ..Tally::default() };
        let all = (0..columns.len()).map(|column| (tally(column), column));
        let fitting =
            all.max_by_key(|(tally, column)| (tally.right, std::cmp::Reverse((tally.found, *column))));
        let fitting = fitting.map(|(tally, _)| tally).filter(|tally| tally.right > 0).unwrap_or(none);
        let own = columns.iter().position(|column| column.name.as_deref() == Some(attribute));
        let named = own.map_or(none, tally);
        if named.right < wanted {
            let text = |(record, row): &(&Described, usize)| {
                let told = record.values.get(attribute)?;
                let content = own.and_then(|column| cell(*row, column));
                (!content.is_some_and(|content| is_in(attribute, told, content))).then(|| {
                    (format!("{:?}", told[0]), content.map_or(String::new(), |content| content.text(" ¦ ")))
                })
            };
            let missed = pairs.iter().find_map(text).unwrap_or_default();
            score.missed.insert(attribute.clone(), missed);
        }
        score.fitting.insert(attribute.clone(), fitting);
        score.named.insert(attribute.clone(), named);
    }
    score
}

/// For each record the first row with its name that no other record has.
fn rows_of(records: &[Described], relation: &Relation) -> Vec<Option<usize>> {
    let mut rows: BTreeMap<Told, Vec<usize>> = BTreeMap::new();
    for (at, row) in relation.rows.iter().enumerate() {
        let cells = row.cells.iter().flatten().flat_map(CellContent::cells);
        let texts = cells.map(|cell| cell.text.as_str()).chain([row.text.as_str()]);
        for told in texts.filter_map(|text| Sort::Text.read(text)) {
            let known = rows.entry(told).or_default();
            if known.last() != Some(&at) {
                known.push(at);
            }
        }
    }
    let mut taken = BTreeSet::new();
    let row_of = |record: &Described| {
        let own = record.values.get("name")?.iter().find_map(|name| rows.get(name))?;
        own.iter().copied().find(|row| taken.insert(*row))
    };
    records.iter().map(row_of).collect()
}

/// Whether a cell says what is told.
fn is_in(attribute: &str, told: &[Told], content: &CellContent) -> bool {
    /// The share of values that two lists must have in common.
    const ALIKE: f64 = 0.8;
    let sort = Sort::of(attribute);
    if WHOLE.contains(&attribute) {
        let told: BTreeSet<&Told> = told.iter().collect();
        let said: Vec<Told> = content.cells().iter().filter_map(|cell| sort.read(&cell.text)).collect();
        let said: BTreeSet<&Told> = said.iter().collect();
        return told.intersection(&said).count() as f64 >= ALIKE * told.union(&said).count() as f64;
    }
    let mut said: Vec<Told> = content.cells().iter().flat_map(|cell| sort.of_cell(cell)).collect();
    said.extend(sort.read(&content.text(" ")));
    said.iter().any(|said| match (said, sort) {
        (Told::Address(path), _) => {
            told.iter().any(|told| matches!(told, Told::Address(own) if path.ends_with(own.as_str())))
        }
        _ => told.contains(said),
    })
}
