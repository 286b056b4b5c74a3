//! The embedded renderer: the page becomes a Blitz document, is styled by Stylo and laid out by
//! Taffy and Parley, and its boxes are read back.

mod asked;
mod breaks;
pub(crate) mod cascade;
mod document;
mod floats;
mod generated;
mod hints;
mod lengths;
mod mend;
mod reach;
mod read;
mod shared_sheets;
mod tables;
mod thread_time;
mod units;
mod unused;
mod worker;

pub use worker::LAYOUT_THREAD;

use crate::{Renderer, Request};
use chaffinch_core::{Layout, Limit, NodeId, NodeKind, Page, Problem};
use document::{Document, Sheets};
use rustc_hash::FxHashSet;

/// Lays pages out in this process. Needs nothing installed and never touches the network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded;

impl Renderer for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn layout(&self, request: &Request) -> Result<Layout, Problem> {
        check_size(request)?;
        worker::run(request)
    }
}

/// Layout cannot be stopped once it runs, so a page that is too large is refused first.
fn check_size(request: &Request) -> Result<(), Problem> {
    let (page, limits) = (&request.page, &request.limits);
    if page.len() > limits.layout_nodes {
        let what = format!("no boxes, because the page has more than {} nodes", limits.layout_nodes);
        return Err(Problem::limit(request.name.clone(), what, Limit::LayoutNodes));
    }
    let text = text_bytes(page);
    if text > limits.layout_text {
        return Err(too_much_text(request));
    }
    Ok(())
}

fn too_much_text(request: &Request) -> Problem {
    let most = request.limits.layout_text;
    let what =
        format!("no boxes, because the page has more than {most} bytes of text, with what its styles add");
    Problem::limit(request.name.clone(), what, Limit::LayoutText)
}

/// The bytes of the page's texts, without scripts and style sheets.
fn text_bytes(page: &Page) -> usize {
    page.ids()
        .filter(|id| page.node(*id).kind == NodeKind::Text)
        .filter(|id| page.node(*id).parent.is_none_or(|p| !matches!(page.name(p), "script" | "style")))
        .map(|id| page.own_text(id).len())
        .sum()
}

/// Which styles a page is laid out with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Styles {
    /// The author's: style sheets, styles and presentational attributes.
    Author,
    /// Those of the browser alone.
    None,
}

/// Lays one page out on the calling thread, which needs a deep stack.
fn lay_out(request: &Request, styles: Styles) -> Result<Layout, Problem> {
    let sheets = Sheets::of(request, styles);
    let mut document = laid_out(request, &sheets, &FxHashSet::default())?;
    // A block without room beside a float goes below it. Blitz leaves it beside the float unless told
    // otherwise.
    let squeezed = floats::squeezed(&document);
    if !squeezed.is_empty() {
        document = laid_out(request, &sheets, &squeezed)?;
    }
    document.set_transforms();
    Ok(read::layout(&request.page, &document))
}

/// The page as a document with every box in its place. The nodes in `cleared` go below floats.
fn laid_out(request: &Request, sheets: &Sheets, cleared: &FxHashSet<NodeId>) -> Result<Document, Problem> {
    let mut document = document::build(request, sheets, cleared);
    document.blitz.resolve_stylist(0.0);
    // The page's own text alone is within the limit: it was checked before the layout.
    let generated = generated::bytes(&document.blitz);
    if generated > 0 && text_bytes(&request.page) + generated > request.limits.layout_text {
        return Err(too_much_text(request));
    }
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
    Ok(document)
}
