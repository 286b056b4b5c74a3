//! The sites of a gold file and their pages.

use crate::selected::pointed_at;
use chaffinch_core::{Limit, Limits, Problem, ProblemKind};
use chaffinch_gold::{GoldPage, Labels};
use chaffinch_page::{Origin, parse};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};

/// A labelled page in memory.
pub type Labelled = (GoldPage, Vec<u8>);

/// The sites of a gold file, by name.
#[derive(Debug)]
pub struct Sites {
    /// The sites; pages are not read yet.
    pub sites: Vec<Site>,
}

/// A site: pages made by one program.
#[derive(Debug)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Its labelled pages, in the order of the gold file.
    pub pages: Vec<GoldPage>,
    /// The gold file.
    file: String,
}

impl Sites {
    /// Reads a gold file. Its pages are looked for under `root`, by default the folder above the gold file's own.
    pub fn read(gold: &Path, root: Option<&Path>) -> Result<Sites, Problem> {
        let damaged =
            |message: String| Problem::new(ProblemKind::Damaged, gold.display().to_string(), message);
        let pages = chaffinch_gold::read(gold, root)?;
        if pages.is_empty() {
            return Err(damaged("there is no labelled page in it".into()));
        }
        let mut sites: BTreeMap<String, Vec<GoldPage>> = BTreeMap::new();
        for page in pages {
            if matches!(page.labels, Labels::Table(_) | Labels::Kinds(_)) {
                let wanted =
                    "a wrapper is learned from `tuples` (byte ranges), `records` or a `record` (values)";
                return Err(damaged(format!("line {}: {wanted}, and the line has none of these", page.line)));
            }
            if !is_inside(&page, root) {
                let message = "the page is outside of the root folder; name the folder that holds the pages with --root";
                return Err(damaged(format!("line {}: {}: {message}", page.line, page.page)));
            }
            sites.entry(page.site.clone()).or_default().push(page);
        }
        let site = |(name, pages)| Site { name, pages, file: gold.display().to_string() };
        Ok(Sites { sites: sites.into_iter().map(site).collect() })
    }
}

impl Site {
    /// Reads its pages, and the values that labels point at. A page of more than `most` bytes is a problem.
    pub fn read_pages(&self, most: usize) -> Result<Vec<Labelled>, Problem> {
        let read = |page: &GoldPage| {
            let of_line = |problem: Problem| {
                let message = format!("line {}: {}: {}", page.line, problem.input, problem.message);
                Problem { input: self.file.clone(), message, ..problem }
            };
            let bytes = bytes(page, most).map_err(of_line)?;
            Ok((with_values(page, &bytes).map_err(of_line)?, bytes))
        };
        self.pages.iter().map(read).collect()
    }

    /// Whether its labels are byte ranges of tuples.
    pub fn has_tuples(&self) -> bool {
        self.pages.iter().any(|page| matches!(page.labels, Labels::Tuples(_)))
    }

    /// Whether its labels are the values of records.
    pub fn has_records(&self) -> bool {
        self.pages.iter().any(|page| matches!(page.labels, Labels::Records(_) | Labels::TopK(_)))
    }

    /// What it is about.
    pub fn vertical(&self) -> &str {
        self.pages.iter().map(|page| page.note("vertical")).find(|name| !name.is_empty()).unwrap_or_default()
    }
}

/// A labelled page with the values that its labels point at by an XPath or a selector.
fn with_values(page: &GoldPage, bytes: &[u8]) -> Result<GoldPage, Problem> {
    let mut page = page.clone();
    let records = match &mut page.labels {
        Labels::Records(records) | Labels::TopK(records) => records.as_mut_slice(),
        Labels::Detail(record) => std::slice::from_mut(record),
        Labels::Nothing | Labels::Tuples(_) | Labels::Table(_) | Labels::Kinds(_) => return Ok(page),
    };
    let is_pointer = |value: &String| value.starts_with("xpath:") || value.starts_with("css:");
    if !records.iter().any(|record| record.values.values().flatten().any(is_pointer)) {
        return Ok(page);
    }
    let origin = Origin { name: &page.page, ..Origin::default() };
    let tree = parse(bytes.to_vec(), origin, &Limits::default())?.page;
    for (name, values) in records.iter_mut().flat_map(|record| &mut record.values) {
        let mut read = Vec::new();
        for value in values.drain(..) {
            match pointed_at(&tree, &value) {
                Some(Ok(found)) => read.extend(found),
                Some(Err(wrong)) => {
                    let message = format!("`{name}`: {wrong}");
                    return Err(Problem::new(ProblemKind::Damaged, &page.page, message));
                }
                None => read.push(value),
            }
        }
        *values = read;
    }
    Ok(page)
}

/// Labels may come from anywhere; they name no file outside of the pages' folder.
fn is_inside(page: &GoldPage, root: Option<&Path>) -> bool {
    let named = Path::new(&page.page);
    let below = match (named.is_absolute(), root) {
        (false, _) => named,
        (true, Some(root)) => named.strip_prefix(root).unwrap_or(named),
        (true, None) => named,
    };
    below.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

fn bytes(page: &GoldPage, most: usize) -> Result<Vec<u8>, Problem> {
    let problem = |kind, message: String| Problem::new(kind, page.input(), message);
    let unreadable = |error: std::io::Error| problem(ProblemKind::Unreadable, error.to_string());
    let mut bytes = Vec::new();
    let file = File::open(&page.path).map_err(unreadable)?;
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > most {
        let message =
            format!("the page has more than the {most} bytes that are learned from; use a smaller one");
        return Err(problem(ProblemKind::Limit(Limit::PageBytes), message));
    }
    Ok(bytes)
}
