//! The embedded renderer: the page becomes a Blitz document, is styled by Stylo and laid out by
//! Taffy and Parley, and its boxes are read back.

mod breaks;
pub(crate) mod cascade;
mod document;
mod floats;
mod hints;
mod mend;
mod read;
mod tables;
mod units;
mod worker;

use crate::{Renderer, Request};
use chaffinch_core::{Layout, NodeId, Problem};
use document::Document;
use rustc_hash::FxHashSet;

/// Lays pages out in this process. Needs nothing installed and never touches the network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded;

impl Renderer for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn layout(&self, request: &Request) -> Result<Layout, Problem> {
        worker::run(request)
    }
}

/// Lays one page out on the calling thread, which needs a deep stack.
fn lay_out(request: &Request) -> Layout {
    let mut document = laid_out(request, &FxHashSet::default());
    // What has no room beside a float goes below it. Blitz leaves it there, so it is told to.
    let squeezed = floats::squeezed(&document);
    if !squeezed.is_empty() {
        document = laid_out(request, &squeezed);
    }
    document.set_transforms();
    read::layout(&request.page, &document)
}

/// The page as a document with every box in its place. The nodes in `cleared` go below floats.
fn laid_out(request: &Request, cleared: &FxHashSet<NodeId>) -> Document {
    let mut document = document::build(request, cleared);
    document.blitz.resolve_stylist(0.0);
    mend::mend(&request.page, &mut document);
    document.blitz.resolve_stylist(0.0);
    // What `resolve` does, without what only painting needs.
    document.blitz.resolve_layout_children();
    document.blitz.resolve_deferred_tasks();
    tables::collapse_borders(&mut document.blitz);
    document.blitz.resolve_layout();
    if tables::set_columns(&mut document.blitz) {
        document.blitz.resolve_layout();
    }
    document
}
