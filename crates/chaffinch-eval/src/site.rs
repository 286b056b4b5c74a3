//! Whole sites, learned without labels as `chaffinch site` does: how right the attributes are that the labels know, by the names that the
//! program gives, whatever they are called, and with `--want`.

use crate::attributes::{AttributeTallies, WrongValues, as_read};
use crate::referee::norm;
use crate::statistics::mean;
use crate::swde::by_vertical;
use crate::table::Table;
use chaffinch::train::{TrainOptions, attributes, observe};
use chaffinch::{Engine, RunOptions, Settings, TeachOptions, Want};
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{PageReport, Problem, ProblemKind, RelationKind};
use chaffinch_gold::GoldPage;
use chaffinch_label::{LabelModel, LabelledPage, shipped};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// What is measured.
#[derive(Debug, Clone)]
pub struct Options {
    /// The verticals; all of the file if there are none.
    pub verticals: Vec<String>,
    /// Only every Nth site.
    pub every: usize,
    /// The models that may read the pages that teach.
    pub models: Models,
    /// Threads.
    pub threads: usize,
    /// Print every site.
    pub per_site: bool,
}

/// Which models may read the pages that teach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Models {
    /// Those that come with the program. They have learned from pages of the sites that are measured here.
    Shipped,
    /// The same, but for the vertical of a site one that was learned from other sites.
    Apart,
    /// None.
    Nothing,
}

/// How many parts the sites of a vertical are divided into; each part is read with a model of the others.
const PARTS: usize = 4;
/// How many pages of a site a model is learned from; the models that come with the program are learned in the same way.
const LEARNED_PAGES: usize = 12;

/// The models for each part of a vertical's sites: what teaching may use, nothing in particular if it is what the program has.
type PartModels = Vec<Option<Vec<Arc<LabelModel>>>>;

/// The results.
#[derive(Debug)]
pub struct Report {
    sites: Vec<Site>,
    per_site: bool,
}

#[derive(Debug)]
struct Site {
    name: String,
    vertical: String,
    /// By the names that the program gives.
    named: AttributeTallies,
    /// By the column that fits best, whatever it is called.
    fitting: AttributeTallies,
    /// Asked for by name.
    wanted: AttributeTallies,
    /// Which column fits each attribute best.
    columns: BTreeMap<String, String>,
    /// The first values that are not as labelled where they were asked for, by attribute.
    wrong: BTreeMap<String, String>,
    failure: Option<String>,
}

/// Columns of a page about one thing: their values by name.
type Columns = BTreeMap<String, Vec<String>>;

/// Runs the experiment on the pages of a gold file.
///
/// # Errors
/// If the file cannot be read, or no engine can be made.
pub fn measure_sites(gold: &Path, root: Option<&Path>, options: &Options) -> Result<Report, Problem> {
    let mut sites = Vec::new();
    let mut number = 0;
    for (vertical, pages) in by_vertical(gold, root, &options.verticals)? {
        let models = models(&vertical, &pages, options)?;
        let mut by_site: BTreeMap<String, Vec<GoldPage>> = BTreeMap::new();
        for page in pages {
            by_site.entry(page.site.clone()).or_default().push(page);
        }
        for (at, (name, pages)) in by_site.into_iter().enumerate() {
            number += 1;
            if (number - 1) % options.every.max(1) == 0 {
                let teaching = TeachOptions::default().with(|teaching| {
                    teaching.models.clone_from(&models[at % models.len()]);
                });
                sites.push(measure_site(name, &vertical, &pages, &teaching, options)?);
            }
        }
    }
    Ok(Report { sites, per_site: options.per_site })
}

/// The models for each part of a vertical's sites.
fn models(vertical: &str, pages: &[GoldPage], options: &Options) -> Result<PartModels, Problem> {
    match options.models {
        Models::Shipped => return Ok(vec![None]),
        Models::Nothing => return Ok(vec![Some(Vec::new())]),
        Models::Apart => {}
    }
    let training = TrainOptions::default();
    let attributes = attributes(pages, &training);
    let engine = Engine::new(Settings::default())?;
    let labelled = observe(&engine, pages, &attributes, LEARNED_PAGES, options.threads, |_| {});
    let sites: BTreeSet<&str> = pages.iter().map(|page| page.site.as_str()).collect();
    let part_of: BTreeMap<&str, usize> =
        sites.into_iter().enumerate().map(|(at, site)| (site, at % PARTS)).collect();
    let others = shipped().iter().filter(|model| model.name != vertical);
    let others: Vec<Arc<LabelModel>> =
        others.filter_map(|model| Some(Arc::new(model.open().ok()?.model))).collect();
    let part = |part: usize| {
        let seen: Vec<&LabelledPage> =
            labelled.iter().filter(|page| part_of.get(page.site.as_str()) != Some(&part)).collect();
        let learned =
            LabelModel::learn(attributes.clone(), &seen, &training.details, |_| ControlFlow::Continue(()));
        let own = learned.ok().map(Arc::new);
        Some(own.into_iter().chain(others.iter().cloned()).collect())
    };
    Ok((0..PARTS).map(part).collect())
}

fn measure_site(
    name: String,
    vertical: &str,
    pages: &[GoldPage],
    teaching: &TeachOptions,
    options: &Options,
) -> Result<Site, Problem> {
    let mut site = Site {
        name,
        vertical: vertical.to_owned(),
        named: AttributeTallies::default(),
        fitting: AttributeTallies::default(),
        wanted: AttributeTallies::default(),
        columns: BTreeMap::new(),
        wrong: BTreeMap::new(),
        failure: None,
    };
    let attributes: BTreeSet<&String> = pages.iter().flat_map(|page| &page.attributes).collect();
    let found = read_site(None, pages, teaching, options).unwrap_or_else(|failure| {
        site.failure = Some(failure);
        BTreeMap::new()
    });
    let names: BTreeSet<&String> = found.values().flat_map(BTreeMap::keys).collect();
    for attribute in &attributes {
        let tally = |column: Option<&String>| {
            let mut tallies = AttributeTallies::default();
            for page in pages {
                let values =
                    found.get(&page.input()).zip(column).and_then(|(columns, name)| columns.get(name));
                add(&mut tallies, attribute, page, values);
            }
            tallies
        };
        let best = names.iter().copied().max_by(|a, b| {
            tally(Some(a)).f1_of(attribute).total_cmp(&tally(Some(b)).f1_of(attribute)).then(b.cmp(a))
        });
        let named = names.iter().copied().find(|name| words_of(name) == words_of(attribute));
        let meant = names
            .iter()
            .copied()
            .find(|name| Meaning::of(name).is_some_and(|m| Meaning::of(attribute) == Some(m)));
        // What cars and cameras are called is their model, where the page has no other.
        let called = || names.iter().copied().find(|name| attribute.as_str() == "model" && *name == "name");
        site.named.0.extend(tally(named.or(meant).or_else(called)).0);
        site.fitting.0.extend(tally(best).0);
        site.columns.insert((*attribute).clone(), best.cloned().unwrap_or_default());
    }
    let list = attributes.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(",");
    let want = Want::names(&list).map_err(|error| Problem::new(ProblemKind::Damaged, "attributes", error))?;
    let asked = read_site(Some(want), pages, teaching, options).unwrap_or_default();
    for page in pages {
        for attribute in &attributes {
            let values = asked.get(&page.input()).and_then(|columns| columns.get(*attribute));
            if let Some(WrongValues { page, found, wanted }) = add(&mut site.wanted, attribute, page, values)
            {
                let said = || format!("{page}: {found:?} instead of {wanted:?}");
                site.wrong.entry((*attribute).clone()).or_insert_with(said);
            }
        }
    }
    Ok(site)
}

/// What `site` reads on every page; the reason where nothing can be learned.
fn read_site(
    want: Option<Want>,
    pages: &[GoldPage],
    teaching: &TeachOptions,
    options: &Options,
) -> Result<BTreeMap<String, Columns>, String> {
    let engine =
        Engine::new(Settings::default().with(|settings| settings.want = want)).map_err(|e| e.to_string())?;
    let inputs: Vec<String> = pages.iter().map(GoldPage::input).collect();
    let site = chaffinch::Site::learn(&engine, &inputs, teaching).map_err(|error| error.to_string())?;
    let threads = RunOptions::default().with(|changed| changed.threads = NonZeroUsize::new(options.threads));
    let mut found = BTreeMap::new();
    site.read(&inputs, &threads, |report| {
        found.insert(report.input.clone(), columns(&report));
        ControlFlow::Continue(())
    });
    Ok(found)
}

/// The columns of a page's one row.
fn columns(report: &PageReport) -> Columns {
    let mut columns = Columns::new();
    let detail = report.relations.iter().find(|relation| relation.kind == RelationKind::Detail);
    for (relation, row) in detail.iter().filter_map(|relation| Some((relation, relation.rows.first()?))) {
        for (column, cell) in relation.columns.iter().zip(&row.cells) {
            let (Some(name), Some(cell)) = (&column.name, cell) else { continue };
            columns
                .entry(name.clone())
                .or_default()
                .extend(cell.cells().iter().map(|cell| cell.text.clone()));
        }
    }
    columns
}

/// Counts an attribute of a page. Labels are whole texts, so that `Publisher: Oak` is found where `Oak` is.
fn add(
    tallies: &mut AttributeTallies,
    attribute: &str,
    page: &GoldPage,
    values: Option<&Vec<String>>,
) -> Option<WrongValues> {
    let wanted: Vec<&String> = page.records().iter().flat_map(|record| record.values(attribute)).collect();
    let with_label = |value: &String| {
        let own = norm(value);
        let holds = |wanted: &&&String| {
            let wanted = norm(&as_read(wanted));
            if own == wanted {
                return true;
            }
            !own.is_empty() && wanted.strip_suffix(&own).is_some_and(|label| label.trim_end().ends_with(':'))
        };
        wanted.iter().find(holds).map_or_else(|| value.clone(), |wanted| (*wanted).clone())
    };
    let values: Vec<String> = values.into_iter().flatten().map(with_label).collect();
    tallies.add(attribute, page, values.iter())
}

impl Report {
    /// How many sites were read.
    pub fn sites(&self) -> usize {
        self.sites.len()
    }

    fn row(name: &str, sites: &[&Site]) -> Vec<String> {
        let of = |tallies: fn(&Site) -> &AttributeTallies| {
            let f1: Vec<f64> = sites.iter().map(|site| tallies(site).f1()).collect();
            format!("{:.3}", mean(&f1).unwrap_or(0.0))
        };
        vec![
            name.to_owned(),
            sites.len().to_string(),
            of(|s| &s.named),
            of(|s| &s.fitting),
            of(|s| &s.wanted),
        ]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "F1 of labelled attributes on sites learned without labels")?;
        let mut table = Table::new(1, ["vertical", "sites", "named", "whatever the name", "--want"]);
        for sites in self.sites.chunk_by(|a, b| a.vertical == b.vertical) {
            table.row(Report::row(&sites[0].vertical, &sites.iter().collect::<Vec<_>>()));
            for site in sites.iter().filter(|_| self.per_site) {
                table.row(Report::row(&format!("  {}", site.name), &[site]));
                for (attribute, _) in site.wanted.labelled() {
                    let ways = [&site.named, &site.fitting, &site.wanted];
                    let f1 = ways.map(|tallies| format!("{:.3}", tallies.f1_of(attribute)));
                    let best = site.columns.get(attribute).cloned().unwrap_or_default();
                    table.row([format!("    {attribute} ({best})"), String::new()].into_iter().chain(f1));
                }
            }
        }
        table.row(Report::row("all", &self.sites.iter().collect::<Vec<_>>()));
        write!(f, "{table}")?;
        for site in self.sites.iter().filter(|_| self.per_site) {
            if let Some(failure) = &site.failure {
                writeln!(f, "{}: {failure}", site.name)?;
            }
            for (attribute, wrong) in &site.wrong {
                writeln!(f, "{attribute}: {wrong}")?;
            }
        }
        Ok(())
    }
}
