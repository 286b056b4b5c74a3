//! `chaffinch tables`

use crate::Outcome;
use crate::args::{OutputArgs, TablesArgs};
use crate::extract::read_pages;
use chaffinch_write::Selection;

pub fn run(arguments: &TablesArgs) -> anyhow::Result<Outcome> {
    let TablesArgs { input, finding, output, page } = arguments;
    let mut settings = page.settings();
    settings.only = Some(chaffinch::Extraction::Tables);
    finding.apply(&mut settings.tables);
    let select = output.select.or(Some(Selection::All));
    read_pages(input, &OutputArgs { select, ..output.clone() }, page, settings)
}
