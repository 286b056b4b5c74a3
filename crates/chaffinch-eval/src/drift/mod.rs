//! Sites that change: a wrapper is learned from the first version of a page by its labels and reads all later ones. It should read
//! them rightly or say that they no longer fit, and where they do not, repair it without labels.
//!
//! Few sites are known over a year. So the later versions may also be made from labelled lists, a change at a time.

mod made;

pub use made::Change;

use crate::referee::norm;
use crate::statistics::{Tally, mean, share};
use crate::table::Table;
use chaffinch_core::{CellContent, Limits, Problem, Relation};
use chaffinch_gold::{GoldPage, GoldRecord, Labels};
use chaffinch_page::{Origin, parse};
use chaffinch_wrapper::{FoundValue, LearnSettings, PageBytes, Wrapper, learn, repair};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// What is measured.
#[derive(Debug, Clone)]
pub struct Options {
    /// The F1 of values from which on a page is read rightly.
    pub right: f64,
    /// Print every version.
    pub per_page: bool,
    /// Make the later versions: each labelled list in other markup, with some records gone and some new.
    pub made: bool,
}

/// The results.
#[derive(Debug)]
pub struct Report {
    sites: Vec<Site>,
    options: Options,
}

#[derive(Debug)]
struct Site {
    name: String,
    /// The class of the wrapper, or why there is none.
    learned: Result<String, String>,
    versions: Vec<Version>,
}

/// A later version of a site's page.
#[derive(Debug)]
struct Version {
    page: String,
    /// How it was made, if it was.
    change: Option<Change>,
    f1: f64,
    /// What the wrapper says against the page.
    misfits: Vec<String>,
    /// How right the wrapper is that was repaired at each change up to this version.
    repaired: f64,
    /// What the last repair said, if there was one for this version.
    repair: String,
}

/// Runs the experiment on a gold file whose lines are versions of pages.
///
/// # Errors
/// If the file or a page cannot be read.
pub fn measure_drift(gold: &Path, root: Option<&Path>, options: &Options) -> Result<Report, Problem> {
    let mut sites: BTreeMap<String, Vec<GoldPage>> = BTreeMap::new();
    for page in chaffinch_gold::read(gold, root)? {
        sites.entry(page.site.clone()).or_default().push(page);
    }
    let mut measured = Vec::new();
    for (name, pages) in sites {
        match options.made {
            false => measured.push(measure_site(name, &pages)?),
            true => {
                for page in &pages {
                    measured.extend(measure_made(page, options)?);
                }
            }
        }
    }
    Ok(Report { sites: measured, options: options.clone() })
}

/// A site whose later versions are made from one page; none if its list is not read rightly in the first place, or cannot be rewritten.
fn measure_made(gold: &GoldPage, options: &Options) -> Result<Option<Site>, Problem> {
    let source = bytes(gold)?;
    let settings = LearnSettings::default();
    if !matches!(gold.labels, Labels::Records(_) | Labels::TopK(_)) {
        return Ok(None);
    }
    let Ok(report) = learn(&[(gold.clone(), source.clone())], &settings) else { return Ok(None) };
    let read = PageBytes::from(&source[..]);
    let origin = Origin { name: &gold.id, ..Origin::default() };
    let Ok(parsed) = parse(source.clone(), origin, &Limits::default()) else { return Ok(None) };
    let is_right = read_f1(gold, &report.wrapper, &read) >= options.right;
    let made = is_right
        .then(|| made::versions(gold, &parsed.page, &report.wrapper, &report.wrapper.apply(&read)))
        .flatten();
    let Some(made) = made else { return Ok(None) };
    let Ok(report) = learn(std::slice::from_ref(&made.first), &settings) else { return Ok(None) };
    let wrapper = report.wrapper;
    if read_f1(&made.first.0, &wrapper, &PageBytes::from(&made.first.1[..])) < options.right {
        return Ok(None);
    }
    let mut site = Site { name: gold.id.clone(), learned: Ok(wrapper.class_names()), versions: Vec::new() };
    for (change, page, bytes) in made.later {
        let mut version = Version::read(&page, &wrapper, &PageBytes::from(&bytes[..]));
        version.change = Some(change);
        version.repair(&page, &bytes, &mut wrapper.clone());
        site.versions.push(version);
    }
    Ok(Some(site))
}

fn measure_site(name: String, pages: &[GoldPage]) -> Result<Site, Problem> {
    let mut site = Site { name, learned: Err("there is no page".to_owned()), versions: Vec::new() };
    let Some((first, later)) = pages.split_first() else { return Ok(site) };
    let wrapper = match learn(&[(first.clone(), bytes(first)?)], &LearnSettings::default()) {
        Ok(report) => report.wrapper,
        Err(error) => {
            site.learned = Err(error.to_string());
            site.versions = later.iter().map(Version::unread).collect();
            return Ok(site);
        }
    };
    site.learned = Ok(wrapper.class_names());
    // As in a nightly job: whenever a version does not fit, the wrapper is repaired, and the repaired one goes on.
    let mut mended = wrapper.clone();
    for page in later {
        let bytes = bytes(page)?;
        let mut version = Version::read(page, &wrapper, &PageBytes::from(&bytes[..]));
        version.repair(page, &bytes, &mut mended);
        site.versions.push(version);
    }
    Ok(site)
}

fn bytes(page: &GoldPage) -> Result<Vec<u8>, Problem> {
    std::fs::read(&page.path).map_err(|error| {
        let message = format!("cannot be read: {error}");
        Problem::new(chaffinch_core::ProblemKind::Unreadable, page.input(), message)
    })
}

impl Version {
    fn read(page: &GoldPage, wrapper: &Wrapper, bytes: &PageBytes<'_>) -> Version {
        Version {
            page: page.id.clone(),
            change: None,
            f1: read_f1(page, wrapper, bytes),
            misfits: wrapper.check(bytes).iter().map(ToString::to_string).collect(),
            repaired: 0.0,
            repair: String::new(),
        }
    }

    /// A version that no wrapper reads: nobody is misled.
    fn unread(page: &GoldPage) -> Version {
        Version {
            page: page.id.clone(),
            change: None,
            f1: 0.0,
            misfits: vec!["no wrapper".to_owned()],
            repaired: 0.0,
            repair: String::new(),
        }
    }

    /// Repairs a wrapper if the version does not fit it, and reads with what comes of that.
    fn repair(&mut self, page: &GoldPage, bytes: &[u8], wrapper: &mut Wrapper) {
        if !wrapper.check(&PageBytes::from(bytes)).is_empty() {
            let pages = [(page.page.clone(), bytes.to_vec())];
            match repair(wrapper, &pages, &LearnSettings::default()) {
                Ok(repaired) => {
                    self.repair = repaired.changes.join("; ");
                    *wrapper = repaired.wrapper;
                }
                Err(error) => self.repair = error.to_string(),
            }
        }
        self.repaired = read_f1(page, wrapper, &PageBytes::from(bytes));
    }

    fn is_flagged(&self) -> bool {
        !self.misfits.is_empty()
    }
}

fn read_f1(page: &GoldPage, wrapper: &Wrapper, bytes: &PageBytes<'_>) -> f64 {
    wrapper.relation(wrapper.apply(bytes), bytes).map_or(0.0, |relation| values_f1(page, &relation))
}

/// How right the cells of rows are, each record being held by the row that shares most of it. A cell is right where one of its values
/// is one of the labelled ones. Labels leave out what their author did not need: of an attribute that a record does not name nothing
/// is known.
fn values_f1(gold: &GoldPage, relation: &Relation) -> f64 {
    let rows: Vec<BTreeMap<&str, Vec<String>>> =
        relation.rows.iter().map(|row| named_values(relation, &row.cells)).collect();
    let mut free: Vec<bool> = vec![true; rows.len()];
    let mut tally = Tally { found: rows.iter().map(BTreeMap::len).sum(), ..Tally::default() };
    for record in gold.records() {
        let wanted: BTreeMap<&str, Vec<String>> = record
            .attributes()
            .map(|name| (name.as_str(), record.values(name).iter().map(|value| norm(value)).collect()))
            .collect();
        tally.wanted += wanted.len();
        let shared = |row: &BTreeMap<&str, Vec<String>>| {
            let is_right = |(name, values): &(&&str, &Vec<String>)| {
                row.get(**name).is_some_and(|found| found.iter().any(|value| values.contains(value)))
            };
            wanted.iter().filter(is_right).count()
        };
        let best = (0..rows.len()).filter(|at| free[*at]).max_by_key(|at| (shared(&rows[*at]), Reverse(*at)));
        if let Some(best) = best.filter(|best| shared(&rows[*best]) > 0) {
            free[best] = false;
            tally.right += shared(&rows[best]);
            tally.found -= rows[best].keys().filter(|name| !wanted.contains_key(*name)).count();
        }
    }
    tally.f1()
}

/// How many attributes of a label a row has with one of the labelled values.
fn values_shared(wrapper: &Wrapper, row: &[FoundValue], label: &GoldRecord) -> usize {
    let is_right = |name: &&String| {
        let wanted: Vec<String> = label.values(name).iter().map(|value| norm(value)).collect();
        let mut own = row.iter().filter(|found| wrapper.attributes[found.attribute].name == **name);
        own.any(|found| wanted.contains(&norm(&found.text)))
    };
    label.attributes().filter(is_right).count()
}

fn named_values<'r>(relation: &'r Relation, cells: &[Option<CellContent>]) -> BTreeMap<&'r str, Vec<String>> {
    let mut values: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (column, cell) in relation.columns.iter().zip(cells) {
        let Some(name) = &column.name else { continue };
        for cell in cell.iter().flat_map(CellContent::cells) {
            values.entry(name).or_default().push(norm(&cell.text));
        }
    }
    // Labels of several lines are written as one text or as several.
    for several in values.values_mut().filter(|values| values.len() > 1) {
        several.push(several.join(" "));
    }
    values
}

impl Report {
    /// How many sites there are.
    pub fn sites(&self) -> usize {
        self.sites.len()
    }

    fn row(&self, name: &str, versions: &[&Version]) -> Vec<String> {
        let count =
            |chosen: &dyn Fn(&Version) -> bool| versions.iter().filter(|version| chosen(version)).count();
        let is_right = |version: &Version| version.f1 >= self.options.right;
        let right = count(&is_right);
        let honest = count(&|version| is_right(version) || version.is_flagged());
        // That an attribute is gone is to be said however right the others are.
        let is_false = |version: &Version| is_right(version) && version.change != Some(Change::Dropped);
        let false_flags = count(&|version| is_false(version) && version.is_flagged());
        let flagged: Vec<f64> =
            versions.iter().filter(|version| version.is_flagged()).map(|version| version.repaired).collect();
        let f1: Vec<f64> = versions.iter().map(|version| version.f1).collect();
        vec![
            name.to_owned(),
            versions.len().to_string(),
            format!("{:.3}", mean(&f1).unwrap_or(0.0)),
            right.to_string(),
            count(&Version::is_flagged).to_string(),
            format!("{:.3}", share(honest, versions.len())),
            format!("{:.3}", share(false_flags, versions.len())),
            mean(&flagged).map_or("-".to_owned(), |f1| format!("{f1:.3}")),
        ]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "A wrapper learned from the first version by its labels, on all later versions")?;
        let what = if self.options.made { "change" } else { "site" };
        let names =
            [what, "versions", "F1", "right", "flagged", "right or flagged", "false flags", "F1 repaired"];
        let mut table = Table::new(1, names);
        let versions = || self.sites.iter().flat_map(|site| &site.versions);
        for change in Change::EACH.into_iter().filter(|_| self.options.made) {
            let own = versions().filter(|version| version.change == Some(change));
            table.row(self.row(&change.to_string(), &own.collect::<Vec<_>>()));
        }
        for site in self.sites.iter().filter(|_| !self.options.made) {
            table.row(self.row(&site.name, &site.versions.iter().collect::<Vec<_>>()));
        }
        table.row(self.row("all", &versions().collect::<Vec<_>>()));
        write!(f, "{table}")?;
        for site in self.sites.iter().filter(|_| self.options.per_page) {
            match &site.learned {
                Ok(class) => writeln!(f, "{}: {class}", site.name)?,
                Err(error) => writeln!(f, "{}: no wrapper: {error}", site.name)?,
            }
            for version in &site.versions {
                let Version { page, f1, misfits, repaired, repair, change: _ } = version;
                writeln!(f, "  {page} {f1:.3} {}", misfits.join("; "))?;
                if version.is_flagged() {
                    writeln!(f, "    repaired {repaired:.3} {repair}")?;
                }
            }
        }
        Ok(())
    }
}
