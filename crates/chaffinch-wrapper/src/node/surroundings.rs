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

/// A page as if no text stood in a link: sites link a name on one page and write it without a link on the next.
pub(crate) struct Unlinked<'s, S>(pub &'s S);

impl<S: Surroundings> Surroundings for Unlinked<'_, S> {
    type Element = S::Element;

    fn count(&self) -> usize {
        self.0.count()
    }

    fn holder(&self, index: usize) -> Option<S::Element> {
        let holder = self.0.holder(index)?;
        if self.0.is_named(holder, "a") { self.0.above(holder) } else { Some(holder) }
    }

    fn above(&self, element: S::Element) -> Option<S::Element> {
        self.0.above(element)
    }

    fn is_named(&self, element: S::Element, name: &str) -> bool {
        self.0.is_named(element, name)
    }

    fn has_id(&self, element: S::Element, id: &str) -> bool {
        self.0.has_id(element, id)
    }

    fn has_class(&self, element: S::Element, class: &str) -> bool {
        self.0.has_class(element, class)
    }

    fn position(&self, element: S::Element) -> u32 {
        self.0.position(element)
    }

    fn text(&self, index: usize) -> Cow<'_, str> {
        self.0.text(index)
    }

    fn ordinal(&self, index: usize) -> u32 {
        self.0.ordinal(index)
    }

    fn heading(&self, index: usize) -> Option<Cow<'_, str>> {
        self.0.heading(index)
    }
}
