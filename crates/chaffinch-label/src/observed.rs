//! What is kept of a page for learning and labelling: no markup, only blocks, texts and features.

use crate::element::ElementKind;
use crate::features::{Features, features};
use crate::seen::Seen;
use crate::site::SiteTexts;
use crate::units::Compared;
use chaffinch_core::{NodeId, Page, Rect};
use chaffinch_vision::{BlockId, VisionSettings};

/// A page as a model sees it. Blocks are numbered in preorder, as in the vision tree.
#[derive(Debug, Clone)]
pub struct Observed {
    /// The parent of each block.
    pub parents: Vec<Option<usize>>,
    /// Where each block is.
    pub rects: Vec<Rect>,
    /// The lowest node of the page whose visible content is just the block, where there is one.
    pub holders: Vec<Option<NodeId>>,
    /// Whether each block is a unit: one of many of the same make, each with a price.
    pub units: Vec<bool>,
    /// The leaf that is the page's heading.
    pub heading: Option<usize>,
    /// The first amount of money after it that is not of a list.
    pub price: Option<usize>,
    /// What each block shows if it is a leaf.
    pub leaves: Vec<Option<ObservedLeaf>>,
    /// What was observed.
    pub features: Features,
}

/// What a leaf shows.
#[derive(Debug, Clone)]
pub struct ObservedLeaf {
    /// The first node.
    pub node: NodeId,
    /// The last node with text; the same where there is one only.
    pub last: NodeId,
    /// Its text, on one line; an image's alternative text.
    pub text: String,
    /// The same as the source writes it, where that differs by character references.
    pub source_text: Option<String>,
    /// The address of an image.
    pub image: Option<String>,
    /// All addresses that the image could be loaded from.
    pub addresses: Vec<String>,
    /// Whether it is a form control.
    pub control: bool,
    /// Whether it is a link.
    pub link: bool,
    /// Its place in the markup. Values of one attribute have the same place on many pages of a site.
    pub place: String,
    /// The same without what labels it. Records of one page have their values in the same spots.
    pub spot: String,
}

impl ObservedLeaf {
    /// A leaf that shows nothing.
    pub(crate) fn blank() -> ObservedLeaf {
        ObservedLeaf {
            node: NodeId::DOCUMENT,
            last: NodeId::DOCUMENT,
            text: String::new(),
            source_text: None,
            image: None,
            addresses: Vec::new(),
            control: false,
            link: false,
            place: String::new(),
            spot: String::new(),
        }
    }

    /// Whether there is a text or an image that could be a value.
    pub fn shows_something(&self) -> bool {
        !self.control && !self.text.is_empty() || self.image.as_ref().is_some_and(|image| !image.is_empty())
    }
}

impl Observed {
    /// Observes a page that has been laid out, among what is known of its site; none where nothing can be seen on it.
    pub fn new(page: &Page, site: &SiteTexts, settings: &VisionSettings) -> Option<Observed> {
        let seen = Seen::new(page, site, settings)?;
        let block = |id| seen.tree.block(id);
        Some(Observed {
            parents: seen.tree.ids().map(|id| block(id).parent.map(BlockId::index)).collect(),
            rects: seen.tree.ids().map(|id| block(id).rect).collect(),
            holders: seen.tree.ids().map(|id| block(id).node).collect(),
            units: seen.units.is_unit.clone(),
            heading: seen.whole.heading.map(|at| seen.elements[at].block.index()),
            price: seen.whole.price.map(|at| seen.elements[at].block.index()),
            leaves: seen.tree.ids().map(|id| seen.element_of(id).map(|at| leaf(&seen, at))).collect(),
            features: features(&seen),
        })
    }

    /// How many blocks there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// One past the last block inside each block.
    pub fn ends(&self) -> Vec<usize> {
        let mut ends: Vec<usize> = (1..=self.len()).collect();
        for block in (0..self.len()).rev() {
            if let Some(parent) = self.parents[block] {
                ends[parent] = ends[parent].max(ends[block]);
            }
        }
        ends
    }

    /// The kind of place that a leaf stands in.
    pub(crate) fn place(&self, block: usize) -> Option<&str> {
        self.leaves[block].as_ref().map(|leaf| leaf.place.as_str())
    }

    /// The leaves and their blocks.
    pub fn leaves(&self) -> impl DoubleEndedIterator<Item = (usize, &ObservedLeaf)> {
        self.leaves.iter().enumerate().filter_map(|(block, leaf)| Some((block, leaf.as_ref()?)))
    }
}

fn leaf(seen: &Seen<'_>, at: usize) -> ObservedLeaf {
    let element = &seen.elements[at];
    ObservedLeaf {
        node: element.node,
        last: element.texts.last().copied().unwrap_or(element.node),
        text: element.text.clone(),
        source_text: element.source_text.clone(),
        image: element.image.map(str::to_owned),
        addresses: element.image.map(|_| addresses(seen.page, element.node)).unwrap_or_default(),
        control: element.kind == ElementKind::NoteText,
        link: element.link.is_some(),
        place: place(seen, at),
        spot: [&*seen.units.group(at).spot, seen.units.compared[at].map_or("", Compared::name)].concat(),
    }
}

/// The addresses of an image: its own, and those of the picture that it is the last choice of.
fn addresses(page: &Page, image: NodeId) -> Vec<String> {
    let picture = page.node(image).parent.filter(|parent| page.is(*parent, "picture"));
    page.images(picture.unwrap_or(image))
}

/// The place in the markup, and the text that labels the element if there is one.
fn place(seen: &Seen<'_>, at: usize) -> String {
    let mut place = crate::site::place(seen.page, seen.elements[at].node);
    if let Some(label) = seen.labels(at).next() {
        place.push_str(label.text());
    }
    place
}
