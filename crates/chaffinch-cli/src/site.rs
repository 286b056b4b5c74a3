//! `chaffinch site`

use crate::advice::advise;
use crate::args::SiteArgs;
use crate::extract::may_take_long;
use crate::output::Delivery;
use crate::progress::Progress;
use crate::{Outcome, teach, wrong_use};
use chaffinch::{Answer, Coverage, PageReport, Problem, ProblemKind, RunOptions, Site};
use std::ops::ControlFlow;

pub fn run(arguments: &SiteArgs) -> anyhow::Result<Outcome> {
    let names = arguments.input.names();
    let options = arguments.read.run_options();
    let engine = teach::engine(&arguments.from, &arguments.teach, &options.read)?;
    let teaching = arguments.teach.options(options.read.clone());
    let site = Site::learn(&engine, &names, &teaching).map_err(teach::failure)?;
    site.notes.iter().for_each(|line| eprintln!("{line}"));
    if let Some(folder) = &arguments.keep {
        site.save(folder).map_err(wrong_use)?;
    }
    let mut delivery = Delivery::new(&arguments.output, &names)?;
    let coverage = read_to(&mut delivery, &site, &names, &options, Misfits::InSummary);
    eprint!("{coverage}");
    delivery.finish()?;
    Ok(match coverage {
        Coverage { unreadable: 1.., .. } => Outcome::BadInput,
        coverage if !coverage.fits() => Outcome::NoLongerFits,
        _ => Outcome::Found,
    })
}

/// Where pages that fit no wrapper are named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Misfits {
    /// One by one, on standard error.
    Named,
    /// In the summary of the run.
    InSummary,
}

/// Reads pages with wrappers, says on standard error what is wrong with them, and hands each on.
pub fn read(
    site: &Site,
    names: &[String],
    options: &RunOptions,
    misfits: Misfits,
    mut deliver: impl FnMut(&PageReport) -> ControlFlow<()>,
) -> Coverage {
    let progress = Progress::new(may_take_long(names));
    let coverage = site.read(names, options, |mut report| {
        advise(&mut report.errors, &mut report.remarks);
        say(&progress, &report.input, &report.errors, misfits);
        deliver(&report)
    });
    progress.finish();
    coverage
}

/// [`read`] to where the answer goes.
pub fn read_to(
    delivery: &mut Delivery,
    site: &Site,
    names: &[String],
    options: &RunOptions,
    misfits: Misfits,
) -> Coverage {
    if !delivery.takes_json() {
        return read(site, names, options, misfits, |report| delivery.write(report));
    }
    let progress = Progress::new(may_take_long(names));
    let coverage = site.read_found(names, options, |answer| match answer {
        Answer::Report(mut report) => {
            advise(&mut report.errors, &mut report.remarks);
            say(&progress, &report.input, &report.errors, misfits);
            delivery.write(&report)
        }
        Answer::Found(page) => {
            say(&progress, page.input(), &page.errors, misfits);
            delivery.write_json(&mut |out| page.write(site, out))
        }
    });
    progress.finish();
    coverage
}

/// Says what is wrong with a page, and that it is done.
fn say(progress: &Progress, page: &str, errors: &[Problem], misfits: Misfits) {
    let said = |kind| kind != ProblemKind::Misfit || misfits == Misfits::Named;
    for error in errors.iter().filter(|error| said(error.kind)) {
        progress.say(&format!("{page}: {}", error.message));
    }
    progress.step(page);
}
