//! `chaffinch tables`

use crate::Outcome;
use crate::args::TablesArgs;
use crate::extract::read_pages;

pub fn run(arguments: &TablesArgs) -> anyhow::Result<Outcome> {
    let TablesArgs { input, finding, output, page } = arguments;
    let mut settings = page.settings();
    settings.only = Some(chaffinch::Extraction::Tables);
    finding.apply(&mut settings.tables);
    read_pages(input, output, page, settings)
}
