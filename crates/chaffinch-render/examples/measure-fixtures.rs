//! Asks the installed Chromium where it puts everything on the pages in `tests/fixtures`, and writes
//! its answers beside them:
//!
//! ```text
//! cargo run -p chaffinch-render --example measure-fixtures [name...]
//! ```

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use chaffinch_render::{Chromium, ChromiumOptions, Renderer};
use fixture::{Fixture, Measured};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let chromium = Chromium::start(ChromiumOptions::default()).map_err(|problem| problem.to_string())?;
    for name in fixture::names()? {
        if !wanted.is_empty() && !wanted.contains(&name) {
            continue;
        }
        let fixture = Fixture::read(&name)?;
        let layout = chromium.layout(&fixture.request()).map_err(|problem| problem.to_string())?;
        Measured::of(&fixture.page, &layout).write(&name)?;
        println!("{name}");
    }
    Ok(())
}
