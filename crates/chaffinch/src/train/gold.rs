//! The labelled pages that a model is learned from.

use chaffinch_core::Problem;
use chaffinch_gold::GoldPage;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Only lines that say one of these words under this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The name of the field.
    pub name: String,
    /// The values that it may have.
    pub values: Vec<String>,
}

/// Reads the pages of a gold file that have records and meet all conditions. A page whose line names no site is of the site that is
/// its folder. Pages are named from `root`, as [`chaffinch_gold::read`] says.
///
/// # Errors
/// If the file cannot be read or a line is no label.
pub fn read_gold(file: &Path, root: Option<&Path>, only: &[Condition]) -> Result<Vec<GoldPage>, Problem> {
    let mut pages = read_pages(file, root, only)?;
    pages.retain(|page| !page.records().is_empty());
    Ok(one_line_a_page(pages))
}

/// Reads the pages of a gold file that meet all conditions, whatever they are labelled with.
///
/// # Errors
/// As [`read_gold`].
pub fn read_pages(file: &Path, root: Option<&Path>, only: &[Condition]) -> Result<Vec<GoldPage>, Problem> {
    let mut pages = chaffinch_gold::read(file, root)?;
    pages.retain(|page| only.iter().all(|only| meets(page, only)));
    name_sites(&mut pages);
    Ok(pages)
}

fn meets(page: &GoldPage, only: &Condition) -> bool {
    page.notes.get(&only.name).is_some_and(|word| only.values.contains(word))
}

fn name_sites(pages: &mut [GoldPage]) {
    for page in pages.iter_mut().filter(|page| page.site.is_empty()) {
        let folder = page.path.parent().map(|folder| folder.to_string_lossy().into_owned());
        page.site = folder.unwrap_or_default();
    }
}

/// Of several lines for one file the one with most values counts.
fn one_line_a_page(pages: Vec<GoldPage>) -> Vec<GoldPage> {
    let values =
        |page: &GoldPage| page.records().iter().map(|record| record.attributes().count()).sum::<usize>();
    let mut most: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for page in &pages {
        let known = most.entry(page.path.clone()).or_default();
        *known = values(page).max(*known);
    }
    // Of lines with as many values the first counts: it takes the entry away.
    let mut chosen =
        |page: &GoldPage| most.get(&page.path) == Some(&values(page)) && most.remove(&page.path).is_some();
    pages.into_iter().filter(|page| chosen(page)).collect()
}
