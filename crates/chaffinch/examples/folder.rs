//! Everything in a folder, an archive or at an address, as CSV on standard output:
//! `cargo run --release --example folder -- pages/ "name, price"`

use chaffinch::write::{Format, WriteOptions, writer};
use chaffinch::{Engine, RunOptions, Settings, Want};
use std::error::Error;
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let input = arguments.next().ok_or("name a file, a folder, an archive or an address")?;
    let want = arguments.next().map(|names| Want::names(&names)).transpose()?;
    let engine = Engine::new(Settings::default().with(|settings| settings.want = want))?;
    let mut out = writer(Format::Csv, WriteOptions::default(), Box::new(std::io::stdout()))?;
    let summary = engine.read_all(&[input], &RunOptions::default(), |report| {
        report.errors.iter().for_each(|error| eprintln!("{error}"));
        match out.write(&report) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    out.finish()?;
    eprintln!("{} pages, something found on {}", summary.pages, summary.found);
    Ok(())
}
