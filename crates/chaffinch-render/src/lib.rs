//! Gives a page its boxes and styles.
//!
//! `Embedded` lays pages out in this process, with bundled fonts, and touches no network.
//! `Chromium` asks an installed Chromium. Both answer with the same [`Layout`], and whatever they
//! do with a page, it is an answer or a [`Problem`], never a crash.

#[cfg(feature = "chromium")]
mod chromium;
#[cfg(feature = "embedded")]
mod draw;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg(feature = "embedded")]
mod fonts;

#[cfg(feature = "chromium")]
pub use chromium::{Chromium, ChromiumOptions, LivePage, find_chromium, runs_without_sandbox};
#[cfg(feature = "embedded")]
pub use draw::{Drawing, Mark, draw_png, draw_svg};
#[cfg(feature = "embedded")]
pub use embedded::{Embedded, LAYOUT_THREAD};

use chaffinch_core::{Layout, Limits, Page, Problem};
use std::sync::Arc;

/// The screen that pages are laid out for, in CSS pixels.
pub const VIEWPORT: (u32, u32) = (1280, 800);

/// Where the style sheets that a page links to come from. Nothing is ever fetched for them.
pub trait StyleSheets: Send + Sync {
    /// The bytes of the sheet that the page calls `href`, if they are at hand.
    fn style_sheet(&self, href: &str) -> Option<Vec<u8>>;
}

/// A page without any linked style sheet at hand.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoStyleSheets;

impl StyleSheets for NoStyleSheets {
    fn style_sheet(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
}

/// A page to be laid out.
#[derive(Clone)]
pub struct Request {
    /// The input's name, for messages.
    pub name: String,
    /// The page.
    pub page: Arc<Page>,
    /// Its linked style sheets.
    pub sheets: Arc<dyn StyleSheets>,
    /// What the layout may cost.
    pub limits: Limits,
}

impl Request {
    /// A request with no style sheets and the default limits.
    pub fn new(name: impl Into<String>, page: Arc<Page>) -> Request {
        Request { name: name.into(), page, sheets: Arc::new(NoStyleSheets), limits: Limits::default() }
    }
}

/// Lays pages out.
pub trait Renderer: Send + Sync {
    /// Its name in the output.
    fn name(&self) -> &'static str;

    /// Lays one page out.
    fn layout(&self, request: &Request) -> Result<Layout, Problem>;
}
