//! What the program can print about itself.

use crate::Outcome;
use crate::args::{Cli, EXAMPLES};
use clap::CommandFactory;
use std::io::{self, Write};

pub fn schema() -> anyhow::Result<Outcome> {
    io::stdout().write_all(chaffinch_write::JSON_SCHEMA.as_bytes())?;
    Ok(Outcome::Found)
}

pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<Outcome> {
    // The generator cannot cope with a closed pipe; a buffer can.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "chaffinch", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Outcome::Found)
}

pub fn man_page() -> anyhow::Result<Outcome> {
    let mut page = Vec::new();
    let program = clap_mangen::Man::new(Cli::command());
    program.render_title(&mut page)?;
    program.render_name_section(&mut page)?;
    program.render_synopsis_section(&mut page)?;
    program.render_description_section(&mut page)?;
    for command in Cli::command().get_subcommands() {
        let man =
            clap_mangen::Man::new(command.clone().bin_name(format!("chaffinch {}", command.get_name())));
        writeln!(page, ".SH {}", command.get_name().to_uppercase())?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    // As they stand: filled lines would make the examples unreadable.
    writeln!(page, ".SH EXAMPLES\n.nf\n{}\n.fi", EXAMPLES.replace('\\', "\\e").replace('-', "\\-"))?;
    program.render_version_section(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(Outcome::Found)
}
