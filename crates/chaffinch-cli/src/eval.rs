//! `chaffinch eval`

use crate::Outcome;
use crate::args::{EvalCommand, EvalRecordsArgs, EvalRenderingArgs};
use chaffinch::ReadOptions;
use chaffinch_eval::{records, rendering};
use std::io::Write;

pub fn run(command: &EvalCommand) -> anyhow::Result<Outcome> {
    match command {
        EvalCommand::Rendering(arguments) => run_rendering(arguments),
        EvalCommand::Records(arguments) => run_records(arguments),
    }
}

fn run_rendering(arguments: &EvalRenderingArgs) -> anyhow::Result<Outcome> {
    let options = rendering::Options {
        read: ReadOptions { limits: arguments.limits.limits(), ..ReadOptions::default() },
        style_sheets: !arguments.no_style_sheets,
        per_page: arguments.per_page,
    };
    let report = rendering::compare(&arguments.inputs, &options, |problem| eprintln!("chaffinch: {problem}"))
        .map_err(|problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string()))?;
    std::io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(if report.pages() > 0 { Outcome::Found } else { Outcome::BadInput })
}

fn run_records(arguments: &EvalRecordsArgs) -> anyhow::Result<Outcome> {
    let wrong = |problem: chaffinch::Problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string());
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
