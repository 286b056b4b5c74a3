//! A model from labelled pages of some sites, and what it reads on a page of another:
//! `cargo run --release --example train -- gold.jsonl page.html`

use chaffinch::train::{Checkpoint, TrainOptions, read_gold, train};
use chaffinch::{Engine, RunOptions, Settings};
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [gold, page] = arguments.as_slice() else { return Err("name the labels and a page".into()) };
    let labelled = read_gold(Path::new(gold), None, &[])?;
    let engine = Engine::new(Settings::default())?;
    let go_on = |_: chaffinch::train::Event<'_>| ControlFlow::Continue(());
    let trained = train(&engine, &labelled, &TrainOptions::default(), &mut Checkpoint::nothing(), go_on)?;
    let settings = Settings::default().with(|settings| settings.model = Some(Arc::new(trained.file.model)));
    Engine::new(settings)?.read_all(std::slice::from_ref(page), &RunOptions::default(), |report| {
        for row in report.relations.iter().flat_map(|relation| &relation.rows) {
            println!("{}", row.text);
        }
        ControlFlow::Continue(())
    });
    Ok(())
}
