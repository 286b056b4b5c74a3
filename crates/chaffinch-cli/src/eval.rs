//! `chaffinch eval`

use crate::Outcome;
use crate::args::{EvalCommand, EvalRenderingArgs};
use chaffinch::ReadOptions;
use chaffinch_eval::rendering;
use std::io::Write;

pub fn run(command: &EvalCommand) -> anyhow::Result<Outcome> {
    match command {
        EvalCommand::Rendering(arguments) => run_rendering(arguments),
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
