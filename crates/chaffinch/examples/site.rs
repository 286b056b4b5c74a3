//! A whole site: learn its wrappers, keep them, read every page:
//! `cargo run --release --example site -- shop/ wrappers/`

use chaffinch::{Engine, RunOptions, Settings, Site, TeachOptions};
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = arguments.as_slice() else { return Err("name the site and a folder".into()) };
    let folder = Path::new(folder);
    let inputs = [input.clone()];
    let site = if folder.is_dir() {
        Site::load(folder)?
    } else {
        let site = Site::learn(&Engine::new(Settings::default())?, &inputs, &TeachOptions::default())?;
        site.save(folder)?;
        site
    };
    let coverage = site.read(&inputs, &RunOptions::default(), |report| {
        for row in report.relations.iter().flat_map(|relation| &relation.rows) {
            println!("{}\t{}", report.input, row.text);
        }
        ControlFlow::Continue(())
    });
    eprint!("{coverage}");
    Ok(())
}
