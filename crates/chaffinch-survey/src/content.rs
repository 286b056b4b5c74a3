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
    /// Digits 0 to 9 in texts.
    pub digits: usize,
    /// Table rows of column names.
    pub headers: usize,
    /// Nodes that show something of their own.
    pub inks: usize,
}

impl std::ops::AddAssign for Content {
    #[inline]
    fn add_assign(&mut self, other: Content) {
        self.chars += other.chars;
        self.link_chars += other.link_chars;
        self.texts += other.texts;
        self.links += other.links;
        self.images += other.images;
        self.controls += other.controls;
        self.money += other.money;
        self.dates += other.dates;
        self.digits += other.digits;
        self.headers += other.headers;
        self.inks += other.inks;
    }
}

impl std::ops::Sub for Content {
    type Output = Content;

    #[inline]
    fn sub(self, other: Content) -> Content {
        Content {
            chars: self.chars - other.chars,
            link_chars: self.link_chars - other.link_chars,
            texts: self.texts - other.texts,
            links: self.links - other.links,
            images: self.images - other.images,
            controls: self.controls - other.controls,
            money: self.money - other.money,
            dates: self.dates - other.dates,
            digits: self.digits - other.digits,
            headers: self.headers - other.headers,
            inks: self.inks - other.inks,
        }
    }
}
