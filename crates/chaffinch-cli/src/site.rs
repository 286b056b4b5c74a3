//! `chaffinch site`

use crate::args::SiteArgs;
use crate::output::Delivery;
use crate::progress::Progress;
use crate::teach::{School, checks};
use crate::{Outcome, extract, output};
use anyhow::anyhow;
use chaffinch::wrapper::{LearnSettings, Pac, Wrapper};
use chaffinch::{
    Document, Engine, Lesson, PageReport, RendererChoice, Settings, TeachError, teach, templates,
};
use std::collections::BTreeMap;
use std::path::Path;

/// Fewer pages of a template teach nothing.
const FEWEST: usize = 2;
/// Pages that fit no wrapper are named up to here, and counted beyond.
const NAMED: usize = 20;

pub fn run(arguments: &SiteArgs) -> anyhow::Result<Outcome> {
    let names = arguments.input.names();
    let options = arguments.read.run_options();
    let school = School::open(&arguments.from, &arguments.teach, &names, &options.read)?;
    let wrappers = learn(school)?;
    if let Some(folder) = &arguments.keep {
        keep(&wrappers, folder, &names)?;
    }
    let mut delivery = Delivery::new(&arguments.output, &names)?;
    let settings = Settings { renderer: RendererChoice::None, ..Settings::default() };
    let engine = extract::start_engine(settings)?;
    let progress = Progress::new(extract::may_take_long(&names));
    let work = move |_: &Engine, document: Document| Ok(read(&wrappers, document));
    let mut coverage = Coverage::default();
    chaffinch::run(engine, &names, &options, work, |result| {
        let report = match result {
            Ok((report, fits)) => {
                coverage.count(&report, fits);
                report
            }
            Err(problem) => {
                progress.say(&problem.to_string());
                coverage.unreadable += 1;
                extract::report_of(&problem)
            }
        };
        progress.step(&report.input);
        delivery.write(&report)
    });
    progress.finish();
    eprint!("{}", coverage.said());
    delivery.finish()?;
    Ok(match coverage {
        Coverage { unreadable: 1.., .. } => Outcome::BadInput,
        Coverage { fitting: 0, .. } => Outcome::NoLongerFits,
        _ => Outcome::Found,
    })
}

/// A wrapper for each template that the sample shows often enough.
fn learn(school: School) -> anyhow::Result<Vec<Wrapper>> {
    let School { lessons, others } = school;
    let pages = lessons.len();
    let mut wrappers = Vec::new();
    let mut failure = TeachError::Nothing(pages);
    for group in templates(lessons).into_iter().filter(|group| group.len() >= FEWEST.min(pages)) {
        match teach(&group, &LearnSettings::default()) {
            Ok(taught) => {
                let wrapper = taught.report.wrapper.clone();
                let learned = &wrapper.learned.pages;
                eprintln!(
                    "a template of {} pages, {}: {}",
                    learned.len(),
                    wrapper.class_names(),
                    taught.report.statement(Pac::default())
                );
                taught.dropped.iter().for_each(|line| eprintln!("  {line}"));
                // Other templates' pages are no test of this one.
                let own: Vec<Lesson> = others
                    .iter()
                    .filter(|lesson| lesson.relations.first().is_some_and(|best| best.kind == wrapper.kind()))
                    .cloned()
                    .collect();
                checks(&wrapper, &own).iter().for_each(|line| eprintln!("  {line}"));
                wrappers.push(wrapper);
            }
            Err(error) => failure = error,
        }
    }
    if wrappers.is_empty() { Err(anyhow!(failure)) } else { Ok(wrappers) }
}

/// What the wrapper that fits best reads on a page, and whether it fits.
fn read(wrappers: &[Wrapper], document: Document) -> (PageReport, bool) {
    let mut best: Option<(&Wrapper, chaffinch::wrapper::Applied)> = None;
    for wrapper in wrappers {
        let applied = wrapper.apply(&document.bytes);
        let fits = applied.misfits.is_empty();
        if best.as_ref().is_none_or(|(_, other)| applied.misfits.len() < other.misfits.len()) {
            best = Some((wrapper, applied));
        }
        if fits {
            break;
        }
    }
    let mut report = PageReport::new(document.name);
    report.url = document.url;
    let Some((wrapper, applied)) = best else { return (report, false) };
    report.relations.extend(wrapper.relation(&applied, &document.bytes));
    report.errors.extend(applied.misfits.iter().map(|misfit| format!("fits no wrapper: {misfit}")));
    (report, applied.misfits.is_empty())
}

fn keep(wrappers: &[Wrapper], folder: &Path, inputs: &[String]) -> anyhow::Result<()> {
    let failed = |error: std::io::Error| {
        anyhow::Error::new(Outcome::WrongUse)
            .context(format!("{}: cannot be written: {error}", folder.display()))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (at, wrapper) in wrappers.iter().enumerate() {
        let path = folder.join(format!("template-{}.toml", at + 1));
        output::write_whole(&path, inputs, wrapper.to_toml().as_bytes())?;
    }
    Ok(())
}

/// How much of a site was read.
#[derive(Default)]
struct Coverage {
    fitting: usize,
    drifted: Vec<String>,
    more_drifted: usize,
    unreadable: usize,
    rows: usize,
    /// For each attribute the rows that have it.
    filled: BTreeMap<String, usize>,
}

impl Coverage {
    fn count(&mut self, report: &PageReport, fits: bool) {
        if fits {
            self.fitting += 1;
        } else if self.drifted.len() < NAMED {
            self.drifted.push(format!("{}: {}", report.input, report.errors.join("; ")));
        } else {
            self.more_drifted += 1;
        }
        for relation in &report.relations {
            self.rows += relation.rows.len();
            for (at, column) in relation.columns.iter().enumerate() {
                let filled =
                    relation.rows.iter().filter(|row| row.cells.get(at).is_some_and(Option::is_some));
                *self.filled.entry(column.name.clone().unwrap_or_default()).or_default() += filled.count();
            }
        }
    }

    fn said(&self) -> String {
        let drifted = self.drifted.len() + self.more_drifted;
        let mut said =
            format!("{} of {} pages fit, {} rows", self.fitting, self.fitting + drifted, self.rows);
        let shares = self.filled.iter().map(|(name, filled)| {
            format!("{name} {:.0} %", 100.0 * *filled as f64 / self.rows.max(1) as f64)
        });
        let shares: Vec<String> = shares.collect();
        said += &format!(": {}\n", shares.join(", "));
        for page in &self.drifted {
            said += &format!("{page}\n");
        }
        if self.more_drifted > 0 {
            said += &format!("and {} more pages that fit no wrapper\n", self.more_drifted);
        }
        said
    }
}
