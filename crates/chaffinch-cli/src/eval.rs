//! `chaffinch eval`

use crate::Outcome;
use crate::args::{
    EvalAmberArgs, EvalCommand, EvalRecordsArgs, EvalRenderingArgs, EvalTablesArgs, EvalTopkArgs,
    EvalWrapperCoverageArgs, EvalWrapperNoiseArgs,
};
use anyhow::{Context, anyhow};
use chaffinch::{Problem, ReadOptions};
use chaffinch_eval::wrapper::noise::{NoiseOptions, noise};
use chaffinch_eval::wrapper::{CoverageOptions, coverage};
use chaffinch_eval::{amber, records, rendering, tables, topk};
use std::io::Write;

pub fn run(command: &EvalCommand) -> anyhow::Result<Outcome> {
    match command {
        EvalCommand::Rendering(arguments) => run_rendering(arguments),
        EvalCommand::Records(arguments) => run_records(arguments),
        EvalCommand::Topk(arguments) => run_topk(arguments),
        EvalCommand::Tables(arguments) => run_tables(arguments),
        EvalCommand::Amber(arguments) => run_amber(arguments),
        EvalCommand::WrapperCoverage(arguments) => run_wrapper_coverage(arguments),
        EvalCommand::WrapperNoise(arguments) => run_wrapper_noise(arguments),
    }
}

fn run_rendering(arguments: &EvalRenderingArgs) -> anyhow::Result<Outcome> {
    let options = rendering::Options {
        read: ReadOptions { limits: arguments.limits.limits(), ..ReadOptions::default() },
        style_sheets: !arguments.no_style_sheets,
        per_page: arguments.per_page,
    };
    let report = rendering::compare(&arguments.inputs, &options, tell)
        .map_err(|problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string()))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_records(arguments: &EvalRecordsArgs) -> anyhow::Result<Outcome> {
    let wrong = |problem: Problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string());
    let options = records::Options {
        methods: arguments.methods.clone(),
        limits: arguments.limits.limits(),
        apart: arguments.apart,
        learn: arguments.learn.is_some(),
    };
    let report = records::judge(&arguments.sets, &options).map_err(wrong)?;
    let mut out = std::io::stdout().lock();
    report.print(arguments.per_page, &mut out)?;
    if let (Some(path), Some(ranker)) = (&arguments.learn, &report.ranker) {
        std::fs::write(path, ranker.to_text())?;
    }
    Ok(Outcome::Found)
}

fn run_topk(arguments: &EvalTopkArgs) -> anyhow::Result<Outcome> {
    let options = topk::Options {
        renderer: arguments.renderer,
        per_page: arguments.per_page,
        limits: arguments.limits.limits(),
    };
    let report = topk::measure(&arguments.data, &options, tell).map_err(|problem| anyhow!("{problem}"))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_amber(arguments: &EvalAmberArgs) -> anyhow::Result<Outcome> {
    let options = amber::Options {
        renderer: arguments.renderer,
        limits: arguments.limits.limits(),
        per_page: arguments.per_page,
    };
    let report = amber::measure(&arguments.data, &options, tell).map_err(|problem| anyhow!("{problem}"))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_wrapper_coverage(arguments: &EvalWrapperCoverageArgs) -> anyhow::Result<Outcome> {
    let options = CoverageOptions { pages: arguments.pages.map(usize::from), per_site: arguments.per_site };
    let gold = &arguments.gold;
    let report = coverage(&gold.gold, gold.root.as_deref(), &options, tell)?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.sites() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_tables(arguments: &EvalTablesArgs) -> anyhow::Result<Outcome> {
    let options = tables::Options {
        python: arguments.python.clone(),
        every: arguments.every,
        per_page: arguments.per_page,
        threads: arguments.threads,
    };
    let report = tables::tables(&arguments.data, &options, tell)?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.grids.pages > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_wrapper_noise(arguments: &EvalWrapperNoiseArgs) -> anyhow::Result<Outcome> {
    let options = NoiseOptions {
        sites: arguments.site.clone(),
        trials: arguments.trials.into(),
        seed: arguments.seed,
        ..NoiseOptions::default()
    };
    let gold = &arguments.gold;
    let report = noise(&gold.gold, gold.root.as_deref(), &options, tell)?;
    if let Some(path) = &arguments.svg {
        std::fs::write(path, report.svg()).with_context(|| path.display().to_string())?;
    }
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.sites.is_empty() { Outcome::BadInput } else { Outcome::Found })
}

fn tell(problem: &Problem) {
    eprintln!("chaffinch: {problem}");
}
