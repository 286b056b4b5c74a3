//! What is kept of a page for learning and labelling: no markup, only blocks, texts and features.

use super::SeenPage;
use super::element::ElementKind;
use super::features::{Features, features};
use super::repeated::Compared;
use super::site_texts::{SiteTexts, markup_place};
use chaffinch_core::{NodeId, Page, Rect};
use chaffinch_vision::{BlockId, VisionSettings};

/// A page as a model sees it. Blocks are numbered in preorder, as in the vision tree. The vectors have one entry for each block.
#[derive(Debug, Clone)]
pub struct Observed {
    pub(crate) parents: Vec<Option<BlockId>>,
    /// One past the last block inside each block.
    pub(crate) ends: Vec<BlockId>,
    pub(crate) rects: Vec<Rect>,
    /// The lowest node of the page whose visible content is just the block, where there is one.
    pub(crate) nodes: Vec<Option<NodeId>>,
    /// Whether each block is one of the page's repeated blocks: of the same markup as others, most of which have a price.
    pub(crate) repeated: Vec<bool>,
    /// The leaf that is the page's heading.
    pub(crate) heading: Option<BlockId>,
    /// The first amount of money after the heading that does not belong to a list.
    pub(crate) price: Option<BlockId>,
    pub(crate) leaves: Vec<Option<ObservedLeaf>>,
    pub(crate) features: Features,
}

/// What a leaf shows.
#[derive(Debug, Clone)]
pub struct ObservedLeaf {
    /// The first node.
    pub node: NodeId,
    /// The last node with text; the same as the first where there is only one.
    pub last: NodeId,
    /// Its text, on one line; an image's alternative text.
    pub text: String,
    /// The text as the source writes it, where that differs by character references.
    pub source_text: Option<String>,
    /// The address of an image.
    pub image: Option<String>,
    /// All addresses that the image could be loaded from.
    pub addresses: Vec<String>,
    /// Whether it is a form control.
    pub control: bool,
    /// Whether it is a link.
    pub link: bool,
    /// Its place in the markup and its caption. On many pages of a site, values of one attribute have the same.
    pub site_place: String,
    /// Its place in the markup without the caption. In all records of a list, values of one attribute have the same.
    pub record_place: String,
}

impl ObservedLeaf {
    /// A leaf with a text and nothing else.
    pub fn of_text(text: impl Into<String>) -> ObservedLeaf {
        ObservedLeaf {
            node: NodeId::DOCUMENT,
            last: NodeId::DOCUMENT,
            text: text.into(),
            source_text: None,
            image: None,
            addresses: Vec::new(),
            control: false,
            link: false,
            site_place: String::new(),
            record_place: String::new(),
        }
    }

    /// Whether there is a text or an image that could be a value.
    pub(crate) fn shows_something(&self) -> bool {
        !self.control && !self.text.is_empty() || self.image.as_ref().is_some_and(|image| !image.is_empty())
    }
}

impl Observed {
    /// Observes a page that has been laid out, given what its site's pages have in common; `None` if nothing on it can be seen.
    pub fn new(page: &Page, site: &SiteTexts, settings: &VisionSettings) -> Option<Observed> {
        let seen = SeenPage::new(page, site, settings)?;
        let blocks = || seen.tree.ids().map(|id| seen.tree.block(id));
        Some(Observed {
            parents: blocks().map(|block| block.parent).collect(),
            ends: blocks().map(|block| block.end).collect(),
            rects: blocks().map(|block| block.rect).collect(),
            nodes: blocks().map(|block| block.node).collect(),
            repeated: seen.repeated.is_repeated.clone(),
            heading: seen.whole.heading.map(|at| seen.elements[at].block),
            price: seen.whole.price.map(|at| seen.elements[at].block),
            leaves: seen.tree.ids().map(|id| seen.element_of(id).map(|at| leaf(&seen, at))).collect(),
            features: features(&seen),
        })
    }

    /// Blocks without boxes or features, from the parent of each and what the leaves show: a page for tests.
    pub fn from_blocks(parents: Vec<Option<BlockId>>, leaves: Vec<Option<ObservedLeaf>>) -> Observed {
        let count = parents.len();
        let mut ends: Vec<BlockId> = (1..=count).map(BlockId::from_index).collect();
        for block in (0..count).rev() {
            if let Some(parent) = parents[block] {
                ends[parent.index()] = ends[parent.index()].max(ends[block]);
            }
        }
        let none = vec![Vec::new(); count];
        Observed {
            parents,
            ends,
            rects: vec![Rect::default(); count],
            nodes: vec![None; count],
            repeated: vec![false; count],
            heading: None,
            price: None,
            leaves,
            features: Features { of_block: none.clone(), of_pair: none, ..Features::default() },
        }
    }

    /// How many blocks there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// All blocks in preorder.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.len()).map(BlockId::from_index)
    }

    /// A block and all blocks inside it, in preorder.
    pub fn inside(&self, block: BlockId) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (block.index()..self.ends[block.index()].index()).map(BlockId::from_index)
    }

    /// Whether `inner` is `block` or lies inside it.
    pub(crate) fn contains(&self, block: BlockId, inner: BlockId) -> bool {
        block <= inner && inner < self.ends[block.index()]
    }

    /// What a block shows if it is a leaf.
    pub fn leaf(&self, block: BlockId) -> Option<&ObservedLeaf> {
        self.leaves[block.index()].as_ref()
    }

    /// The leaves and their blocks.
    pub fn leaves(&self) -> impl Iterator<Item = (BlockId, &ObservedLeaf)> {
        self.blocks().zip(&self.leaves).filter_map(|(block, leaf)| Some((block, leaf.as_ref()?)))
    }

    /// The repeated blocks, in preorder.
    pub fn repeated_blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.blocks().filter(|block| self.repeated[block.index()])
    }

    /// The names of a block's features.
    pub fn feature_names(&self, block: BlockId) -> impl ExactSizeIterator<Item = &str> {
        let names = match self.leaf(block) {
            Some(_) => &self.features.leaf_names,
            None => &self.features.block_names,
        };
        self.features.of_block[block.index()].iter().map(|number| names.get(*number as usize))
    }

    pub(crate) fn parent(&self, block: BlockId) -> Option<BlockId> {
        self.parents[block.index()]
    }
}

fn leaf(seen: &SeenPage<'_>, at: usize) -> ObservedLeaf {
    let element = &seen.elements[at];
    let compared = seen.repeated.compared[at].map_or("", Compared::name);
    ObservedLeaf {
        node: element.node,
        last: element.texts.last().copied().unwrap_or(element.node),
        text: element.text.clone(),
        source_text: element.source_text.clone(),
        image: element.image.map(str::to_owned),
        addresses: element.image.map(|_| addresses(seen.page, element.node)).unwrap_or_default(),
        control: element.kind == ElementKind::NoteText,
        link: element.link.is_some(),
        site_place: site_place(seen, at),
        record_place: [&*seen.repeated.group(at).place, compared].concat(),
    }
}

/// The addresses of an image: its own, and those of the `<picture>` that it is the last choice of.
fn addresses(page: &Page, image: NodeId) -> Vec<String> {
    let picture = page.node(image).parent.filter(|parent| page.is(*parent, "picture"));
    page.images(picture.unwrap_or(image))
}

fn site_place(seen: &SeenPage<'_>, at: usize) -> String {
    let mut place = markup_place(seen.page, seen.elements[at].node);
    if let Some(caption) = seen.captions(at).next() {
        place.push_str(caption.text());
    }
    place
}
