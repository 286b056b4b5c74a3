//! What a model sees of a page.
//!
//! [`SeenPage`] is a rendered page with everything that features ask for: its elements, what stands beside them, which blocks
//! repeat. [`features`] turns it into the names and numbers that a model learns from, and [`Observed`] is what is kept.
//!
//! The thresholds in this room are constants and not settings: they decide what a feature means, so a model reads a page rightly
//! only with those it was learned with. Whoever changes one trains the shipped models again and raises `MODEL_VERSION`.

mod alignment;
mod concepts;
mod element;
pub mod features;
mod former_price;
mod looks;
mod neighbours;
mod observed;
mod prominence;
mod repeated;
mod seen_page;
mod site_texts;
mod whole_page;
mod words;

pub(crate) use concepts::{concepts, type_of};
pub(crate) use element::{after_caption, trimmed_range, value_of};
pub(crate) use looks::is_money;
pub use observed::{Observed, ObservedLeaf};
pub use site_texts::SiteTexts;
pub(crate) use words::{Words, comparable, has_letters};

use seen_page::SeenPage;

/// A font is as large as another if it is smaller by no more than this, in pixels.
const SAME_SIZE: f32 = 0.5;
/// A font is bold from this weight on.
const BOLD: u16 = 600;

/// Pages with at least this many blocks are looked at by two threads at a time.
const LARGE: usize = 500;

/// Does two things for a page of this many blocks, at the same time if the page is large.
fn join<A: Send, B: Send>(
    blocks: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if blocks < LARGE { (first(), second()) } else { rayon::join(first, second) }
}
