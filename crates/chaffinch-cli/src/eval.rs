//! `chaffinch eval`

use crate::Outcome;
use crate::args::{
    EvalAmberArgs, EvalChoiceArgs, EvalColumnsArgs, EvalCommand, EvalDriftArgs, EvalExtractArgs,
    EvalHcrfArgs, EvalModels, EvalRecordsArgs, EvalRenderingArgs, EvalReportArgs, EvalSiteArgs, EvalSwdeArgs,
    EvalTablesArgs, EvalTeachingArgs, EvalTopkArgs, EvalWrapperCoverageArgs, EvalWrapperNoiseArgs, GoldArgs,
};
use crate::output::write_whole;
use anyhow::{Context, anyhow};
use chaffinch::{Problem, ReadOptions};
use chaffinch_eval::wrapper::noise::{NoiseOptions, noise};
use chaffinch_eval::wrapper::{CoverageOptions, coverage};
use chaffinch_eval::{
    amber, choice, columns, drift, hcrf, records, rendering, report, site, swde, tables, teaching, topk,
};
use std::io::Write;
use std::num::NonZeroUsize;

pub fn run(command: &EvalCommand) -> anyhow::Result<Outcome> {
    match command {
        EvalCommand::Report(arguments) => run_report(arguments),
        EvalCommand::Extract(arguments) => run_extract(arguments),
        EvalCommand::Columns(arguments) => run_columns(arguments),
        EvalCommand::Rendering(arguments) => run_rendering(arguments),
        EvalCommand::Choice(arguments) => run_choice(arguments),
        EvalCommand::Records(arguments) => run_records(arguments),
        EvalCommand::Topk(arguments) => run_topk(arguments),
        EvalCommand::Tables(arguments) => run_tables(arguments),
        EvalCommand::Amber(arguments) => run_amber(arguments),
        EvalCommand::Hcrf(arguments) => run_hcrf(arguments),
        EvalCommand::Swde(arguments) => run_swde(arguments),
        EvalCommand::Teaching(arguments) => run_teaching(arguments),
        EvalCommand::Site(arguments) => run_site(arguments),
        EvalCommand::Drift(arguments) => run_drift(arguments),
        EvalCommand::WrapperCoverage(arguments) => run_wrapper_coverage(arguments),
        EvalCommand::WrapperNoise(arguments) => run_wrapper_noise(arguments),
    }
}

fn run_rendering(arguments: &EvalRenderingArgs) -> anyhow::Result<Outcome> {
    let options = rendering::Options {
        read: ReadOptions::default().with(|read| read.limits = arguments.limits.limits()),
        style_sheets: !arguments.no_style_sheets,
        per_page: arguments.per_page,
    };
    let report = rendering::compare(&arguments.inputs, &options, tell)
        .map_err(|problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string()))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_report(arguments: &EvalReportArgs) -> anyhow::Result<Outcome> {
    let options = report::Options {
        python: arguments.python.clone(),
        rivals: arguments.rivals.clone(),
        every: arguments.every.into(),
        threads: threads(arguments.threads),
    };
    if !arguments.data.is_dir() {
        let message = format!("{}: there is no such folder", arguments.data.display());
        return Err(anyhow::Error::new(Outcome::WrongUse).context(message));
    }
    std::fs::create_dir_all(&arguments.out).with_context(|| arguments.out.display().to_string())?;
    let report = report::report(&arguments.data, &options, |title| eprintln!("{title}"));
    write_whole(&arguments.out.join("report.html"), &[], report.html().as_bytes())?;
    write_whole(&arguments.out.join("report.md"), &[], report.markdown().as_bytes())?;
    for (at, plot) in report.plots().enumerate() {
        write_whole(&arguments.out.join(format!("plot-{}.svg", at + 1)), &[], plot.as_bytes())?;
    }
    writeln!(std::io::stdout(), "{}", arguments.out.join("report.html").display())?;
    Ok(Outcome::Found)
}

fn run_extract(arguments: &EvalExtractArgs) -> anyhow::Result<Outcome> {
    let report = chaffinch_eval::extract::extract(&arguments.data, arguments.per_page, tell)
        .map_err(|problem| anyhow!("{problem}"))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_columns(arguments: &EvalColumnsArgs) -> anyhow::Result<Outcome> {
    let options = columns::Options::default().with(|options| {
        options.worst = arguments.worst;
        options.threads = arguments.threads;
        options.keep_pages.clone_from(&arguments.keep_pages);
    });
    if arguments.hidden {
        let report =
            columns::hidden(&arguments.data, &options, tell).map_err(|problem| anyhow!("{problem}"))?;
        std::io::stdout().write_all(report.to_string().as_bytes())?;
        return Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput });
    }
    let report = columns::columns(&arguments.data, &options, tell).map_err(|problem| anyhow!("{problem}"))?;
    if let Some(path) = &arguments.plot {
        write_whole(path, &[], &report.plot().map_err(|problem| anyhow!("{problem}"))?)?;
    }
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_choice(arguments: &EvalChoiceArgs) -> anyhow::Result<Outcome> {
    let options = choice::Options {
        sets_apart: arguments.sets_apart,
        learn: arguments.learn.is_some(),
        per_page: arguments.per_page,
        seed: arguments.seed,
    };
    let report = choice::judge(&arguments.data, &options, tell)
        .map_err(|problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string()))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    if let (Some([ranker, choice, kinds]), Some(models)) = (arguments.learn.as_deref(), &report.models) {
        write_whole(ranker, &[], models.ranker.to_text().as_bytes())?;
        write_whole(choice, &[], models.choice.to_text().as_bytes())?;
        write_whole(kinds, &[], models.kinds.to_text().as_bytes())?;
    }
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_records(arguments: &EvalRecordsArgs) -> anyhow::Result<Outcome> {
    let wrong = |problem: Problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string());
    let options = records::Options {
        methods: arguments.methods.clone(),
        limits: arguments.limits.limits(),
        apart: arguments.apart,
        learn: arguments.learn.is_some(),
        per_page: arguments.per_page,
    };
    let report = records::judge(&arguments.sets, &options).map_err(wrong)?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    if let (Some(path), Some(ranker)) = (&arguments.learn, &report.ranker) {
        write_whole(path, &[], ranker.to_text().as_bytes())?;
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

fn run_hcrf(arguments: &EvalHcrfArgs) -> anyhow::Result<Outcome> {
    let methods = match () {
        () if arguments.alone => vec![hcrf::Method::Hcrf],
        () if arguments.ablation => hcrf::Method::ABLATION.to_vec(),
        () => hcrf::Method::ALL.to_vec(),
    };
    let options = hcrf::Options {
        methods,
        parts: arguments.parts.into(),
        trust: arguments.trust,
        threads: threads(arguments.threads),
    };
    let report = hcrf::products(&arguments.set, &options, tell).map_err(|problem| anyhow!("{problem}"))?;
    let per_page = if arguments.per_page { report.per_page() } else { String::new() };
    std::io::stdout().write_all(format!("{per_page}{report}").as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

/// As many as were asked for, or one for each core.
fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

fn run_swde(arguments: &EvalSwdeArgs) -> anyhow::Result<Outcome> {
    let options = swde::Options {
        verticals: arguments.verticals.clone(),
        seeds: arguments.seeds.clone(),
        trust: arguments.trust,
        pages: arguments.pages.into(),
        threads: threads(arguments.threads),
    };
    let GoldArgs { gold, root } = &arguments.gold;
    let report =
        swde::measure_seeds(gold, root.as_deref(), &options, tell).map_err(|problem| anyhow!("{problem}"))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.verticals() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_teaching(arguments: &EvalTeachingArgs) -> anyhow::Result<Outcome> {
    let options = teaching::Options {
        verticals: arguments.verticals.clone(),
        label_alone: arguments.label,
        parts: arguments.parts.into(),
        lessons: arguments.lessons.into(),
        pages: arguments.pages.into(),
        threads: threads(arguments.threads),
        per_site: arguments.per_site,
    };
    let GoldArgs { gold, root } = &arguments.gold;
    let report = teaching::measure_teaching(gold, root.as_deref(), &options, tell)
        .map_err(|problem| anyhow!("{problem}"))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.sites() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_site(arguments: &EvalSiteArgs) -> anyhow::Result<Outcome> {
    let options = site::Options {
        verticals: arguments.verticals.clone(),
        every: arguments.every,
        models: match arguments.models {
            EvalModels::Shipped => site::Models::Shipped,
            EvalModels::Apart => site::Models::Apart,
            EvalModels::None => site::Models::Nothing,
        },
        threads: threads(arguments.threads),
        per_site: arguments.per_site,
    };
    let GoldArgs { gold, root } = &arguments.gold;
    let report =
        site::measure_sites(gold, root.as_deref(), &options).map_err(|problem| anyhow!("{problem}"))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.sites() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_drift(arguments: &EvalDriftArgs) -> anyhow::Result<Outcome> {
    let options =
        drift::Options { right: arguments.right, per_page: arguments.per_page, made: arguments.made };
    let GoldArgs { gold, root } = &arguments.gold;
    let report =
        drift::measure_drift(gold, root.as_deref(), &options).map_err(|problem| anyhow!("{problem}"))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.sites() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_amber(arguments: &EvalAmberArgs) -> anyhow::Result<Outcome> {
    let options = amber::Options {
        renderer: arguments.renderer,
        limits: arguments.limits.limits(),
        per_page: arguments.per_page,
        evidence: arguments.evidence.is_some(),
    };
    let report = amber::measure(&arguments.data, &options, tell).map_err(|problem| anyhow!("{problem}"))?;
    if let Some(path) = &arguments.evidence {
        let lines: String = report.evidence().map(|line| format!("{line}\n")).collect();
        std::fs::write(path, lines).with_context(|| path.display().to_string())?;
    }
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
        write_whole(path, &[], report.svg().as_bytes())?;
    }
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.sites.is_empty() { Outcome::BadInput } else { Outcome::Found })
}

fn tell(problem: &Problem) {
    eprintln!("chaffinch: {problem}");
}
