//! Counts of what a stretch of a page holds.

/// How much of what a stretch of a page holds. What is hidden does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Content {
    /// Characters of text, without white space.
    pub chars: usize,
    /// Those of them inside links.
    pub link_chars: usize,
    /// Text nodes that are not blank.
    pub texts: usize,
    /// Links.
    pub links: usize,
    /// Images.
    pub images: usize,
    /// Fields, buttons and other controls of forms.
    pub controls: usize,
    /// Short texts with an amount of money.
    pub money: usize,
    /// Short texts with a date.
    pub dates: usize,
    /// Texts that may be the name of a person.
    pub people: usize,
    /// Links to documents.
    pub documents: usize,
    /// Digits 0 to 9 in texts.
    pub digits: usize,
    /// Table rows of column names.
    pub headers: usize,
    /// Nodes that show something of their own.
    pub inks: usize,
}

impl Content {
    #[inline]
    fn combined(self, other: Content, with: impl Fn(usize, usize) -> usize) -> Content {
        Content {
            chars: with(self.chars, other.chars),
            link_chars: with(self.link_chars, other.link_chars),
            texts: with(self.texts, other.texts),
            links: with(self.links, other.links),
            images: with(self.images, other.images),
            controls: with(self.controls, other.controls),
            money: with(self.money, other.money),
            dates: with(self.dates, other.dates),
            people: with(self.people, other.people),
            documents: with(self.documents, other.documents),
            digits: with(self.digits, other.digits),
            headers: with(self.headers, other.headers),
            inks: with(self.inks, other.inks),
        }
    }
}

impl std::ops::AddAssign for Content {
    #[inline]
    fn add_assign(&mut self, other: Content) {
        *self = self.combined(other, |a, b| a + b);
    }
}

impl std::ops::Sub for Content {
    type Output = Content;

    #[inline]
    fn sub(self, other: Content) -> Content {
        self.combined(other, |a, b| a - b)
    }
}
