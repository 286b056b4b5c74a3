//! Wrappers learned from what `extract` finds, without labels, on sites that no model has seen: how right the values are when pages are
//! extracted one by one, when they are read together, and when a wrapper reads them that a few of the pages taught.

use crate::attributes::AttributeTallies;
use crate::cpu;
use crate::statistics::{mean, milliseconds};
use crate::swde::by_vertical;
use crate::table::Table;
use chaffinch::train::{TrainOptions, attributes, observe};
use chaffinch::{Engine, ReadPage, RunOptions, Settings, Want, read_together, run, teach};
use chaffinch_core::{CellContent, Problem, ProblemKind, Relation, RelationKind};
use chaffinch_gold::GoldPage;
use chaffinch_input::{Document, ReadOptions, read};
use chaffinch_label::{LabelModel, LabelledPage};
use chaffinch_wrapper::{LearnSettings, PageBytes};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How many pages of a site a model is learned from; the models that come with the program are learned in the same way.
const LEARNED_PAGES: usize = 12;

/// What is measured.
#[derive(Debug, Clone)]
pub struct Options {
    /// The verticals; all of the file if there are none.
    pub verticals: Vec<String>,
    /// Whether only the model reads the pages that teach a wrapper, and not all of `extract`.
    pub label_alone: bool,
    /// How many parts sites are divided into; each part is read with a model of the others.
    pub parts: usize,
    /// How many pages of a site teach its wrapper.
    pub lessons: usize,
    /// How many other pages of a site are read at most.
    pub pages: usize,
    /// Threads.
    pub threads: usize,
    /// Print every site.
    pub per_site: bool,
}

/// The results.
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

/// How right a way of reading was, by attribute, and its processor time.
#[derive(Debug, Default)]
struct Scores {
    attributes: AttributeTallies,
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
    let mut sites = Vec::new();
    for (name, own) in by_vertical(gold, root, &options.verticals)? {
        measure_vertical(&name, &own, options, &mut tell, &mut sites)?;
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

/// The engine that reads the pages that teach: `extract --want` with the attributes, or the model alone.
fn teacher(model: LabelModel, attributes: &[String], options: &Options) -> Result<Engine, Problem> {
    let wrong = |error: String| Problem::new(ProblemKind::Unreadable, "attributes", error);
    let want = Want::names(&attributes.join(",")).map_err(|error| wrong(error.to_string()))?;
    let model = Some(Arc::new(model));
    Engine::new(Settings::default().with(|settings| {
        settings.model = model;
        match options.label_alone {
            true => settings.only = Some(chaffinch::Extraction::Label),
            false => settings.want = Some(want),
        }
    }))
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
    let gold: BTreeMap<String, &GoldPage> = others.iter().map(|page| (page.input(), *page)).collect();
    let inputs: Vec<String> = others.iter().map(|page| page.input()).collect();
    let mut site = Site {
        name: name.to_owned(),
        vertical: vertical.to_owned(),
        alone: Scores::default(),
        together: Scores::default(),
        wrapper: Scores::default(),
        failure: None,
    };
    let threads = RunOptions::default().with(|changed| changed.threads = NonZeroUsize::new(options.threads));
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
        wrapper.relation(wrapper.apply(&page), &page)
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

/// Pages to learn from, evenly chosen, and the others.
fn parted<'p>(pages: &[&'p GoldPage], lessons: usize) -> (Vec<&'p GoldPage>, Vec<&'p GoldPage>) {
    let chosen: BTreeSet<usize> = (0..lessons).map(|at| at * pages.len() / lessons.max(1)).collect();
    let (own, others): (Vec<_>, Vec<_>) =
        pages.iter().copied().enumerate().partition(|(at, _)| chosen.contains(at));
    let pages = |numbered: Vec<(usize, &'p GoldPage)>| numbered.into_iter().map(|(_, page)| page).collect();
    (pages(own), pages(others))
}

fn documents(pages: &[&GoldPage]) -> Vec<Document> {
    let files: Vec<String> = pages.iter().map(|page| page.input()).collect();
    read(&files, &ReadOptions::default()).filter_map(Result::ok).collect()
}

impl Scores {
    /// Judges a page.
    fn add(&mut self, attributes: &[String], gold: &GoldPage, relations: &[Relation]) {
        self.pages += 1;
        let detail = relations.iter().find(|relation| relation.kind == RelationKind::Detail);
        for name in attributes {
            self.attributes.add(name, gold, detail.into_iter().flat_map(|detail| values(detail, name)));
        }
    }

    fn milliseconds(&self) -> f64 {
        milliseconds(self.time) / self.pages.max(1) as f64
    }
}

/// The values of the first row in the columns of this name.
fn values<'r>(relation: &'r Relation, name: &str) -> Vec<&'r str> {
    let Some(row) = relation.rows.first() else { return Vec::new() };
    let named = relation.columns.iter().zip(&row.cells).filter(|(c, _)| c.name.as_deref() == Some(name));
    let cells = named.filter_map(|(_, cell)| cell.as_ref()).flat_map(CellContent::cells);
    cells.map(|cell| cell.text.as_str()).collect()
}

impl Report {
    /// How many sites were read.
    pub fn sites(&self) -> usize {
        self.sites.len()
    }

    /// Means over sites.
    fn row(name: &str, sites: &[&Site]) -> Vec<String> {
        let of = |figure: fn(&Site) -> f64| {
            mean(&sites.iter().map(|site| figure(site)).collect::<Vec<f64>>()).unwrap_or(0.0)
        };
        let (slow, fast) = (of(|s| s.alone.milliseconds()), of(|s| s.wrapper.milliseconds()));
        let f1: [fn(&Site) -> f64; 3] =
            [|s| s.alone.attributes.f1(), |s| s.together.attributes.f1(), |s| s.wrapper.attributes.f1()];
        let gain = of(|s| s.wrapper.attributes.f1() - s.alone.attributes.f1());
        let mut row = vec![name.to_owned(), sites.len().to_string()];
        row.extend(f1.map(|f1| format!("{:.3}", of(f1))));
        // The clock of processor time is coarse: a few pages may seem to take none.
        let faster = if fast > 0.0 { format!("{:.0}", slow / fast) } else { "-".to_owned() };
        row.extend([format!("{gain:+.3}"), format!("{slow:.1} ms"), format!("{fast:.3} ms"), faster]);
        row
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "F1 of attributes, and processor time a page: one by one, together, and with the wrapper"
        )?;
        let names = [
            "vertical", "sites", "one by one", "together", "wrapper", "gain", "one by one", "wrapper",
            "faster",
        ];
        let mut table = Table::new(1, names);
        for sites in self.sites.chunk_by(|a, b| a.vertical == b.vertical) {
            table.row(Report::row(&sites[0].vertical, &sites.iter().collect::<Vec<_>>()));
            for site in sites.iter().filter(|_| self.per_site) {
                table.row(Report::row(&format!("  {}", site.name), &[site]));
                for (attribute, _) in site.alone.attributes.labelled() {
                    let ways = [&site.alone, &site.together, &site.wrapper];
                    let f1 = ways.map(|scores| format!("{:.3}", scores.attributes.f1_of(attribute)));
                    table.row([format!("    {attribute}"), String::new()].into_iter().chain(f1));
                }
            }
        }
        table.row(Report::row("all", &self.sites.iter().collect::<Vec<_>>()));
        write!(f, "{table}")?;
        for site in self.sites.iter().filter(|_| self.per_site) {
            if let Some(failure) = &site.failure {
                writeln!(f, "{}: no wrapper: {failure}", site.name)?;
            }
        }
        Ok(())
    }
}
