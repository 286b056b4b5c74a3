//! `chaffinch topk`

use crate::Outcome;
use crate::args::TopkArgs;
use crate::extract::read_pages;

pub fn run(arguments: &TopkArgs) -> anyhow::Result<Outcome> {
    read_pages(&arguments.input, &arguments.output, &arguments.page, arguments.settings())
}
