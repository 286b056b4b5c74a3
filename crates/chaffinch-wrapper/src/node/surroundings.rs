//! What stands around a text, wherever it is read from: the tree of a page, or a glance at its bytes.

use super::texts::label_of;
use std::borrow::Cow;

/// A longer text is prose, not a label.
pub(super) const LONGEST_LABEL: usize = 60;

/// The texts of a page, in its order, and what is around them.
pub(crate) trait Surroundings {
    /// An element of the page.
    type Element: Copy;

    /// How many texts there are.
    fn count(&self) -> usize;
    /// The element that a text stands in.
    fn holder(&self, index: usize) -> Option<Self::Element>;
    /// The element around another.
    fn above(&self, element: Self::Element) -> Option<Self::Element>;
    /// Whether an element has this name.
    fn is_named(&self, element: Self::Element, name: &str) -> bool;
    /// Whether it has this `id`.
    fn has_id(&self, element: Self::Element, id: &str) -> bool;
    /// Whether it has this class.
    fn has_class(&self, element: Self::Element, class: &str) -> bool;
    /// Its place among the siblings of its name.
    fn position(&self, element: Self::Element) -> u32;
    /// A text, on one line.
    fn text(&self, index: usize) -> Cow<'_, str>;
    /// Its place among the texts of its parent.
    fn ordinal(&self, index: usize) -> u32;
    /// What the nearest branch to the left says, where it is short.
    fn heading(&self, index: usize) -> Option<Cow<'_, str>>;

    /// Whether the text before is this.
    fn is_before(&self, index: usize, said: &str) -> bool {
        index.checked_sub(1).is_some_and(|before| label_of(&self.text(before)) == said)
    }

    /// Whether the text behind is this.
    fn is_after(&self, index: usize, said: &str) -> bool {
        index + 1 < self.count() && label_of(&self.text(index + 1)) == said
    }
}
