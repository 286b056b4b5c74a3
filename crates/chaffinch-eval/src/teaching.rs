//! The slow methods teach the fast one: what the values wanted of a site that no model has seen come to when its pages are extracted one
//! by one, when they are read together, and with a wrapper that was taught by a few of them, without labels.

use crate::cpu;
use crate::referee::norm;
use crate::statistics::{Tally, mean};
use chaffinch::train::{Condition, GoldPage, TrainOptions, attributes, observe, read_gold};
use chaffinch::{
    CellContent, Document, Engine, Problem, ReadOptions, ReadPage, Relation, RelationKind, RunOptions,
    Settings, Want, read_together, run, teach,
};
use chaffinch_input::read;
use chaffinch_label::{LabelModel, LabelledPage};
use chaffinch_wrapper::{LearnSettings, PageBytes};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A model is learned from so many pages of a site, as the models that come with the program are.
const LEARNED_PAGES: usize = 12;

/// What is measured.
#[derive(Debug, Clone)]
pub struct Options {
    /// The verticals; all of the file if there are none.
    pub verticals: Vec<String>,
    /// Only the model teaches, not all of `extract`.
    pub label_alone: bool,
    /// Sites are divided into so many parts; each is read with a model of the others.
    pub parts: usize,
    /// A wrapper is taught by so many pages of its site.
    pub lessons: usize,
    /// So many other pages of a site are read at most.
    pub pages: usize,
    /// Threads.
    pub threads: usize,
    /// Print every site.
    pub per_site: bool,
}

/// What came out.
#[derive(Debug)]
pub struct Report {
    sites: Vec<Site>,
    per_site: bool,
}

/// A site that the model had not seen.
#[derive(Debug)]
struct Site {
    name: String,
    vertical: String,
    alone: Scores,
    together: Scores,
    wrapper: Scores,
    /// Why there is no wrapper, if there is none.
    failure: Option<String>,
}

/// How right a way of reading was, by attribute, and what it cost the processor, whatever else that did.
#[derive(Debug, Default)]
struct Scores {
    attributes: BTreeMap<String, Tally>,
    pages: usize,
    time: Duration,
}

/// Runs the experiment on the pages of a gold file.
///
/// # Errors
/// If the file cannot be read.
pub fn measure_teaching(
    gold: &Path,
    root: Option<&Path>,
    options: &Options,
    mut tell: impl FnMut(&Problem),
) -> Result<Report, Problem> {
    let condition = || Condition { name: "vertical".into(), words: options.verticals.clone() };
    let only: Vec<Condition> = (!options.verticals.is_empty()).then(condition).into_iter().collect();
    let pages = read_gold(gold, root, &only)?;
    let names: BTreeSet<&str> =
        pages.iter().map(|page| page.said.get("vertical").map_or("", String::as_str)).collect();
    let mut sites = Vec::new();
    for name in names {
        let is_own = |page: &&GoldPage| page.said.get("vertical").map_or("", String::as_str) == name;
        let own: Vec<GoldPage> = pages.iter().filter(is_own).cloned().collect();
        measure_vertical(name, &own, options, &mut tell, &mut sites)?;
    }
    Ok(Report { sites, per_site: options.per_site })
}

fn measure_vertical(
    vertical: &str,
    pages: &[GoldPage],
    options: &Options,
    tell: &mut impl FnMut(&Problem),
    sites: &mut Vec<Site>,
) -> Result<(), Problem> {
    let training = TrainOptions::default();
    let attributes = attributes(pages, &training);
    let engine = Engine::new(Settings::default())?;
    let labelled = observe(&engine, pages, &attributes, LEARNED_PAGES, options.threads, |seen| {
        if let Err(problem) = seen {
            tell(&problem);
        }
    });
    let mut by_site: BTreeMap<&str, Vec<&GoldPage>> = BTreeMap::new();
    for page in pages {
        by_site.entry(&page.site).or_default().push(page);
    }
    let part_of: BTreeMap<&str, usize> =
        by_site.keys().enumerate().map(|(at, site)| (*site, at % options.parts)).collect();
    for part in 0..options.parts {
        let others: Vec<&LabelledPage> =
            labelled.iter().filter(|page| part_of.get(page.site.as_str()) != Some(&part)).collect();
        let learned =
            LabelModel::learn(attributes.clone(), &others, &training.details, |_| ControlFlow::Continue(()));
        let Ok(model) = learned else { continue };
        let engine = teacher(model, &attributes, options)?;
        let own = by_site.iter().filter(|(site, _)| part_of.get(**site) == Some(&part));
        sites.extend(
            own.map(|(site, pages)| measure_site(&engine, (vertical, site), pages, &attributes, options)),
        );
    }
    Ok(())
}

/// What a user would teach with: `extract` with the attributes wanted, or a model.
fn teacher(model: LabelModel, attributes: &[String], options: &Options) -> Result<Engine, Problem> {
    let wrong = |error: String| Problem::new(chaffinch::ProblemKind::Unreadable, "attributes", error);
    let want = Want::names(&attributes.join(",")).map_err(|error| wrong(error.to_string()))?;
    let model = Some(Arc::new(model));
    Engine::new(match options.label_alone {
        true => Settings { only: Some("label"), model, ..Settings::default() },
        false => Settings { want: Some(want), model, ..Settings::default() },
    })
}

fn measure_site(
    engine: &Engine,
    (vertical, name): (&str, &str),
    pages: &[&GoldPage],
    attributes: &[String],
    options: &Options,
) -> Site {
    let (lessons, mut others) = parted(pages, options.lessons);
    others.truncate(options.pages);
    let gold: BTreeMap<String, &GoldPage> = others.iter().map(|page| (file(page), *page)).collect();
    let inputs: Vec<String> = others.iter().map(|page| file(page)).collect();
    let mut site = Site {
        name: name.to_owned(),
        vertical: vertical.to_owned(),
        alone: Scores::default(),
        together: Scores::default(),
        wrapper: Scores::default(),
        failure: None,
    };
    let threads = RunOptions { threads: NonZeroUsize::new(options.threads), ..RunOptions::default() };
    let begin = cpu::of_family(std::process::id());
    let work = |document: Document| Ok(engine.read(document));
    run(&inputs, &threads, work, |read| {
        if let Ok(report) = read
            && let Some(gold) = gold.get(&report.input)
        {
            site.alone.add(attributes, gold, &report.relations);
        }
        ControlFlow::Continue(())
    });
    site.alone.time = cpu::of_family(std::process::id()).saturating_sub(begin);
    read_together(engine, &inputs, &threads, |report| {
        if let Some(gold) = gold.get(&report.input) {
            site.together.add(attributes, gold, &report.relations);
        }
        ControlFlow::Continue(())
    });
    let taught = teach(&ReadPage::read(engine, documents(&lessons)), &LearnSettings::default());
    let wrapper = match taught {
        Ok(taught) => Some(taught.report.wrapper),
        Err(error) => {
            site.failure = Some(error.to_string());
            None
        }
    };
    let documents = documents(&others);
    let begin = cpu::of_this_process();
    let read = |document: &Document| {
        let (wrapper, page) = (wrapper.as_ref()?, PageBytes::from(&document.bytes[..]));
        wrapper.relation(&wrapper.apply(&page), &page)
    };
    let relations: Vec<Option<Relation>> = documents.iter().map(read).collect();
    site.wrapper.time = cpu::of_this_process().saturating_sub(begin);
    for (document, relation) in documents.iter().zip(relations) {
        if let Some(gold) = gold.get(&document.name) {
            site.wrapper.add(attributes, gold, relation.as_slice());
        }
    }
    site
}

/// Pages from all over to learn from, and the others.
fn parted<'p>(pages: &[&'p GoldPage], lessons: usize) -> (Vec<&'p GoldPage>, Vec<&'p GoldPage>) {
    let chosen: BTreeSet<usize> = (0..lessons).map(|at| at * pages.len() / lessons.max(1)).collect();
    let (own, others): (Vec<_>, Vec<_>) =
        pages.iter().copied().enumerate().partition(|(at, _)| chosen.contains(at));
    let pages = |numbered: Vec<(usize, &'p GoldPage)>| numbered.into_iter().map(|(_, page)| page).collect();
    (pages(own), pages(others))
}

fn file(page: &GoldPage) -> String {
    page.path.display().to_string()
}

fn documents(pages: &[&GoldPage]) -> Vec<Document> {
    let files: Vec<String> = pages.iter().map(|page| file(page)).collect();
    read(&files, &ReadOptions::default()).filter_map(Result::ok).collect()
}

impl Scores {
    /// Judges a page as the referee does: an attribute is right where one value found equals one value labelled.
    fn add(&mut self, attributes: &[String], gold: &GoldPage, relations: &[Relation]) {
        self.pages += 1;
        let detail = relations.iter().find(|relation| relation.kind == RelationKind::Detail);
        for name in attributes {
            let wanted: Vec<String> = gold
                .records
                .iter()
                .filter_map(|record| record.get(name))
                .flatten()
                .map(|v| norm(v))
                .collect();
            let found: Vec<String> = detail.map(|detail| values(detail, name)).unwrap_or_default();
            let tally = self.attributes.entry(name.clone()).or_default();
            tally.wanted += usize::from(!wanted.is_empty());
            tally.found += usize::from(!found.is_empty());
            tally.right += usize::from(found.iter().any(|value| wanted.contains(value)));
        }
    }

    /// The mean over the attributes that any page has.
    fn f1(&self) -> f64 {
        let had = self.attributes.values().filter(|tally| tally.wanted > 0);
        mean(&had.map(|tally| tally.f1()).collect::<Vec<f64>>()).unwrap_or(0.0)
    }

    fn milliseconds(&self) -> f64 {
        1e3 * self.time.as_secs_f64() / self.pages.max(1) as f64
    }
}

/// The values that the first row has in the columns of a name.
fn values(relation: &Relation, name: &str) -> Vec<String> {
    let Some(row) = relation.rows.first() else { return Vec::new() };
    let named = relation.columns.iter().zip(&row.cells).filter(|(c, _)| c.name.as_deref() == Some(name));
    let cells = named.filter_map(|(_, cell)| cell.as_ref()).flat_map(CellContent::cells);
    cells.map(|cell| norm(&cell.text)).filter(|text| !text.is_empty()).collect()
}

impl Report {
    /// How many sites were read.
    pub fn sites(&self) -> usize {
        self.sites.len()
    }

    fn write_row(f: &mut fmt::Formatter<'_>, name: &str, sites: &[&Site]) -> fmt::Result {
        let of = |figure: fn(&Site) -> f64| {
            mean(&sites.iter().map(|site| figure(site)).collect::<Vec<f64>>()).unwrap_or(0.0)
        };
        let (slow, fast) = (of(|s| s.alone.milliseconds()), of(|s| s.wrapper.milliseconds()));
        // The clock of the processor is coarse: few pages may take no time at all.
        let faster = if fast > 0.0 { format!("{:.0}", slow / fast) } else { "-".to_owned() };
        writeln!(
            f,
            "{name:<28} {:>5} {:>10.3} {:>9.3} {:>8.3} {:>+7.3} {slow:>10.1} {fast:>8.3} {faster:>7}",
            sites.len(),
            of(|s| s.alone.f1()),
            of(|s| s.together.f1()),
            of(|s| s.wrapper.f1()),
            of(|s| s.wrapper.f1() - s.alone.f1()),
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<34} F1{:>52}", "", "processor ms a page")?;
        writeln!(
            f,
            "{:<28} {:>5} {:>10} {:>9} {:>8} {:>7} {:>10} {:>8} {:>7}",
            "vertical",
            "sites",
            "one by one",
            "together",
            "wrapper",
            "gain",
            "one by one",
            "wrapper",
            "faster"
        )?;
        let mut verticals: BTreeMap<&str, Vec<&Site>> = BTreeMap::new();
        for site in &self.sites {
            verticals.entry(&site.vertical).or_default().push(site);
        }
        for (name, sites) in &verticals {
            Report::write_row(f, name, sites)?;
            for site in sites.iter().filter(|_| self.per_site) {
                Report::write_row(f, &format!("  {}", site.name), &[site])?;
                if let Some(failure) = &site.failure {
                    writeln!(f, "    {failure}")?;
                }
                for (attribute, alone) in site.alone.attributes.iter().filter(|(_, t)| t.wanted > 0) {
                    let of = |scores: &Scores| scores.attributes.get(attribute).map_or(0.0, |t| t.f1());
                    let (together, wrapper) = (of(&site.together), of(&site.wrapper));
                    writeln!(f, "    {attribute:<30} {:>10.3} {together:>9.3} {wrapper:>8.3}", alone.f1())?;
                }
            }
        }
        Report::write_row(f, "all", &self.sites.iter().collect::<Vec<_>>())
    }
}
