/// The thresholds of the vision tree.
#[derive(Debug, Clone, PartialEq)]
pub struct VisionSettings {
    /// The permitted degree of coherence: blocks below it are divided further. From 1 (a few large blocks) to 10 (single
    /// elements).
    pub permitted_doc: u8,
    /// Whether every leaf shows a single text, image or control. The paper keeps texts of one font together (R4), and so a caption and its
    /// value in one line.
    pub single_texts: bool,
    /// R9: a node with text of its own is kept if it takes less than this share of the page.
    pub text_area: f32,
    /// R10: a cell is kept if its largest child takes less than this share of the page.
    pub child_area: f32,
    /// Boxes that overlap by no more than this are still separated, in pixels: fonts and borders are not exact.
    pub slack: f32,
    /// An empty painted box no thicker than this counts as a drawn line, in pixels, as `<hr>` does.
    pub line: f32,
    /// How much a separator gains for each level of markup, up to three, that it does not cut through. The paper does not use the markup
    /// (0). But then a list whose records are no further apart than the lines inside them is not divided into records.
    pub markup: u8,
    /// Whether siblings of one make, such as the cards of a grid, are blocks of their own. The paper divides them with everything else.
    pub cards: bool,
}

impl Default for VisionSettings {
    fn default() -> VisionSettings {
        VisionSettings { single_texts: true, markup: 6, cards: true, ..VisionSettings::paper() }
    }
}

impl VisionSettings {
    /// As published, where thresholds were published; down to single elements.
    pub fn paper() -> VisionSettings {
        VisionSettings {
            permitted_doc: 10,
            single_texts: false,
            text_area: 0.1,
            child_area: 0.1,
            slack: 1.5,
            line: 4.0,
            markup: 0,
            cards: false,
        }
    }
}
