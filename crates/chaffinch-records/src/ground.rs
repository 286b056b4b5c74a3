//! What all methods need to know of a page, measured once.

use chaffinch_core::{NodeId, NodeKind, Page, Rect};
use chaffinch_trees::{Naming, TagPaths};
use chaffinch_values::{DecimalMark, date, money};
use std::ops::Range;

/// A page and its measures. All of them are found in a few passes over the nodes; sums over any stretch of the page
/// are two look-ups.
pub struct Ground<'p> {
    /// The page.
    pub page: &'p Page,
    /// Tag paths by tags alone.
    pub tags: TagPaths,
    /// Tag paths by tags and classes.
    pub classes: TagPaths,
    /// How deep each node stands.
    pub depth: Vec<u32>,
    /// Whether a node shows something of its own: a text that is not blank, an image, a control.
    pub inked: Vec<bool>,
    /// The box of all that is inked in a node's subtree; empty lines, margins and padding do not count.
    pub ink: Vec<Option<Rect>>,
    /// The box of everything inked.
    pub extent: Option<Rect>,
    /// The nodes that are inked, in document order.
    inked_nodes: Vec<NodeId>,
    /// What stands in front of each node, and at last on the whole page.
    sums: Vec<Content>,
}

/// What a stretch of a page holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Content {
    /// Characters of visible text, white space not counted.
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
    /// Texts that are amounts of money.
    pub money: usize,
    /// Texts that are dates.
    pub dates: usize,
    /// Digits.
    pub digits: usize,
    /// Rows of column names.
    pub headers: usize,
    /// Nodes that show something of their own.
    pub inks: usize,
}

impl std::ops::AddAssign for Content {
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

impl<'p> Ground<'p> {
    /// Measures `page`.
    pub fn new(page: &'p Page) -> Ground<'p> {
        let len = page.len();
        let mut ground = Ground {
            page,
            tags: TagPaths::of(page, Naming::Tags),
            classes: TagPaths::of(page, Naming::TagsAndClasses),
            depth: Vec::with_capacity(len),
            inked: Vec::with_capacity(len),
            ink: vec![None; len],
            extent: None,
            inked_nodes: Vec::new(),
            sums: Vec::with_capacity(len + 1),
        };
        ground.measure_nodes();
        ground.measure_boxes();
        ground
    }

    /// What stands in a stretch of nodes.
    #[inline]
    pub fn content(&self, nodes: &Range<NodeId>) -> Content {
        self.sums[nodes.end.index()] - self.sums[nodes.start.index()]
    }

    /// The nodes of a stretch that are inked.
    #[inline]
    pub fn inked_in(&self, nodes: &Range<NodeId>) -> &[NodeId] {
        &self.inked_nodes[self.sums[nodes.start.index()].inks..self.sums[nodes.end.index()].inks]
    }

    /// What stands on the whole page.
    pub fn whole(&self) -> Content {
        self.content(&(NodeId::DOCUMENT..NodeId::from_index(self.page.len())))
    }

    /// Whether anything is shown in a stretch of nodes.
    pub fn shows(&self, nodes: &Range<NodeId>) -> bool {
        self.content(nodes).inks > 0
    }

    /// `node` and everything below it.
    pub fn subtree(&self, node: NodeId) -> Range<NodeId> {
        node..self.page.node(node).end
    }

    /// The nearest node that holds both.
    pub fn common_ancestor(&self, mut a: NodeId, b: NodeId) -> NodeId {
        while !self.page.contains(a, b) {
            a = self.page.node(a).parent.unwrap_or(NodeId::DOCUMENT);
        }
        a
    }

    /// The ancestor of `node`, or itself, that stands at `depth`.
    pub fn ancestor_at(&self, mut node: NodeId, depth: u32) -> NodeId {
        while self.depth[node.index()] > depth {
            match self.page.node(node).parent {
                Some(parent) => node = parent,
                None => break,
            }
        }
        node
    }

    fn measure_nodes(&mut self) {
        let page = self.page;
        let mut hidden_until = NodeId::DOCUMENT;
        let mut link_until = NodeId::DOCUMENT;
        let mut sum = Content::default();
        for id in page.ids() {
            let node = page.node(id);
            let depth = node.parent.map_or(0, |parent| self.depth[parent.index()] + 1);
            self.depth.push(depth);
            if id >= hidden_until && page.is_element(id) && (page.hides(id) || is_passed_over(page, id)) {
                hidden_until = node.end;
            }
            let hidden = id < hidden_until;
            let is_link = page.is(id, "a") && page.attribute(id, "href").is_some();
            if is_link {
                link_until = link_until.max(node.end);
            }
            let text = if node.kind == NodeKind::Text && !hidden { page.own_text(id) } else { "" };
            let chars = text.chars().filter(|c| !c.is_whitespace()).count();
            let image = !hidden && page.is(id, "img");
            let control = !hidden && is_control(page, id);
            let short = chars > 0 && text.len() <= LONGEST_VALUE;
            let trimmed = text.trim();
            let inked = chars > 0 || image || control;
            self.sums.push(sum);
            sum += Content {
                chars,
                link_chars: if id < link_until { chars } else { 0 },
                texts: usize::from(chars > 0),
                links: usize::from(is_link && !hidden),
                images: usize::from(image),
                controls: usize::from(control),
                money: usize::from(short && holds_money(trimmed)),
                dates: usize::from(short && holds_date(trimmed)),
                digits: text.bytes().filter(u8::is_ascii_digit).count(),
                headers: usize::from(!hidden && names_columns(page, id)),
                inks: usize::from(inked),
            };
            if inked {
                self.inked_nodes.push(id);
            }
            self.inked.push(inked);
        }
        self.sums.push(sum);
    }

    /// From the leaves up: a node's ink is that of its own and of its children.
    fn measure_boxes(&mut self) {
        if self.page.layout().is_none() {
            return;
        }
        for id in self.page.ids().rev() {
            let own = self.page.rect(id).filter(|rect| self.inked[id.index()] && !rect.is_empty());
            let ink = self.ink[id.index()].into_iter().chain(own).reduce(|a, b| a.union(&b));
            self.ink[id.index()] = ink;
            if let (Some(parent), Some(ink)) = (self.page.node(id).parent, ink) {
                let above = &mut self.ink[parent.index()];
                *above = Some(above.map_or(ink, |rect| rect.union(&ink)));
            }
        }
        self.extent = self.ink[0];
    }
}

/// Whether a tag only changes how text looks: it comes wherever words are stressed and says nothing of what they are.
pub(crate) fn is_look(name: &str) -> bool {
    const LOOKS: [&str; 17] = [
        "b", "i", "em", "strong", "u", "font", "small", "big", "mark", "sup", "sub", "wbr", "abbr", "code",
        "tt", "s", "nobr",
    ];
    LOOKS.contains(&name)
}

/// A longer text is prose, whatever it mentions.
pub(crate) const LONGEST_VALUE: usize = 60;

/// Whether a node is a row of nothing but column names.
pub(crate) fn names_columns(page: &Page, row: NodeId) -> bool {
    let mut cells = page.element_children(row).peekable();
    let in_head = || page.node(row).parent.is_some_and(|above| page.is(above, "thead"));
    page.is(row, "tr") && cells.peek().is_some() && (cells.all(|cell| page.is(cell, "th")) || in_head())
}

/// Whether an element's text stands for something else on the page.
fn is_passed_over(page: &Page, id: NodeId) -> bool {
    page.is(id, "noscript") || page.is(id, "option")
}

fn is_control(page: &Page, id: NodeId) -> bool {
    ["input", "select", "textarea", "button"].iter().any(|name| page.is(id, name))
        && !page.attribute(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
}

fn holds_money(text: &str) -> bool {
    let marked = text.contains(['$', '€', '£', '¥', '₹']);
    marked && text.bytes().any(|b| b.is_ascii_digit()) || money(text, DecimalMark::Point).is_some()
}

fn holds_date(text: &str) -> bool {
    date(text).is_some() || looks_like_date(text)
}

/// Digits with two separators between them, such as `12/03/2006`: which date it is does not matter here.
fn looks_like_date(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        let parts: Vec<&str> = word.split(['/', '.', '-']).collect();
        parts.len() == 3
            && parts.iter().all(|p| matches!(p.len(), 1..=4) && p.bytes().all(|b| b.is_ascii_digit()))
    })
}
