//! Features of inner blocks, gathered from the elements inside, from the leaves up (section 5.2).

use super::{Details, FAIR, GLOBAL, Template, WEAK, few, put_names, quarter};
use crate::element::ElementKind;
use crate::seen::Seen;
use crate::units::make;
use crate::words::{numeral, size};
use chaffinch_vision::BlockId;
use rustc_hash::FxHashMap;

/// What the elements inside a block add up to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Inside {
    elements: usize,
    images: usize,
    links: usize,
    dollars: usize,
    controls: usize,
    letters: usize,
    labels: usize,
    titles: usize,
    depth: usize,
}

impl Inside {
    /// Of all blocks of a page: children come after their parents, so one pass from the end adds everything up.
    pub fn all(seen: &Seen<'_>) -> Vec<Inside> {
        let mut all = vec![Inside::default(); seen.tree.len()];
        for id in seen.tree.ids().rev() {
            if let Some(at) = seen.element_of(id) {
                all[id.index()] = Inside::of(seen, at);
            }
            if let Some(parent) = seen.tree.block(id).parent {
                let own = all[id.index()];
                all[parent.index()].add(&own);
            }
        }
        all
    }

    fn of(seen: &Seen<'_>, at: usize) -> Inside {
        let element = &seen.elements[at];
        Inside {
            elements: 1,
            images: usize::from(element.kind.is_image()),
            links: usize::from(element.link.is_some()),
            dollars: usize::from(element.kind == ElementKind::DollarText),
            controls: usize::from(element.kind == ElementKind::NoteText),
            letters: element.text.len(),
            labels: usize::from(element.text.ends_with(':')),
            titles: usize::from(element.style.font_size + 0.5 >= seen.largest_font),
            depth: 0,
        }
    }

    fn add(&mut self, child: &Inside) {
        self.elements += child.elements;
        self.images += child.images;
        self.links += child.links;
        self.dollars += child.dollars;
        self.controls += child.controls;
        self.letters += child.letters;
        self.labels += child.labels;
        self.titles += child.titles;
        self.depth = self.depth.max(child.depth + 1);
    }
}

/// An inner block of a page.
pub struct InnerBlock<'s, 'p> {
    pub seen: &'s Seen<'p>,
    pub id: BlockId,
    pub inside: &'s [Inside],
    pub likes: Likes,
}

/// How a row of the table gives its details.
type Row = fn(&InnerBlock<'_, '_>, &mut Details<'_>);

/// The table.
#[rustfmt::skip]
pub const BLOCK_FEATURES: &[Template<Row>] = &[
    Template { name: "bias", about: "always", trust: FAIR, details: |_, out| out.put_if(true) },
    Template { name: "root", about: "the whole page", trust: FAIR, details: |b, out| out.put_if(b.id == BlockId::ROOT) },
    Template { name: "elements", about: "how many elements are inside", trust: WEAK, details: |b, out| out.put(size(b.inside().elements as f32)) },
    Template { name: "depth", about: "how many levels of blocks are inside", trust: WEAK, details: |b, out| out.put(numeral(b.inside().depth.min(8))) },
    Template { name: "letters", about: "how many characters an element has", trust: WEAK, details: |b, out| out.put(size(b.inside().letters as f32 / b.inside().elements.max(1) as f32)) },
    Template { name: "links", about: "share of links", trust: WEAK, details: |b, out| out.put(quarter(b.inside().links, b.inside().elements)) },
    Template { name: "images", about: "how many images", trust: WEAK, details: |b, out| out.put(few(b.inside().images)) },
    Template { name: "dollars", about: "how many texts with a currency sign", trust: FAIR, details: |b, out| out.put(few(b.inside().dollars)) },
    Template { name: "controls", about: "how many controls", trust: WEAK, details: |b, out| out.put(few(b.inside().controls)) },
    Template { name: "labels", about: "how many texts that end in a colon", trust: WEAK, details: |b, out| out.put(few(b.inside().labels)) },
    Template { name: "titles", about: "how many texts in the page's largest font", trust: WEAK, details: |b, out| out.put(few(b.inside().titles)) },
    // Repetition.
    Template { name: "alike", about: "how many blocks beside it have the same tag and classes", trust: GLOBAL, details: |b, out| out.put(few(b.likes.count)) },
    Template { name: "unit", about: "whether it is a unit of a list, within one or above", trust: GLOBAL, details: |b, out| b.of_part(out, |b, out| out.put(b.unit())) },
    Template { name: "unit-holds", about: "the same, with how many images and amounts it has", trust: GLOBAL, details: |b, out| b.of_part(out, |b, out| out.put_joined([b.unit(), few(b.inside().images), few(b.inside().dollars)])) },
    Template { name: "unit-of", about: "the same, with how many units the page has", trust: GLOBAL, details: |b, out| b.of_part(out, |b, out| out.put_joined([b.unit(), few(b.seen.units.count)])) },
    Template { name: "units", about: "share of the units", trust: GLOBAL, details: |b, out| b.of_part(out, |b, out| out.put(quarter(b.seen.units.inside[b.id.index()], b.seen.units.count))) },
    // The whole page.
    Template { name: "page-share", about: "share of the page's elements that stand in units", trust: GLOBAL, details: |b, out| b.of_page(out, |seen, out| out.put(share(seen))) },
    Template { name: "first-unit", about: "how soon after the heading the units begin", trust: GLOBAL, details: |b, out| b.of_page(out, |seen, out| out.put(seen.whole.first_unit)) },
    Template { name: "own-price", about: "how soon after the heading there is an amount that is not of a list", trust: GLOBAL, details: |b, out| b.of_page(out, |seen, out| seen.whole.own_price.iter().for_each(|place| out.put(place))) },
    Template { name: "sells", about: "one can buy outside of units", trust: GLOBAL, details: |b, out| b.of_page(out, |seen, out| out.put_if(seen.whole.sells)) },
    Template { name: "pager", about: "numbers lead to further pages", trust: GLOBAL, details: |b, out| b.of_page(out, |seen, out| out.put_if(seen.whole.has_pager)) },
    Template { name: "named", about: "what its designers call the page", trust: GLOBAL, details: |b, out| b.of_page(out, |seen, out| seen.whole.named.into_iter().for_each(|name| out.put(name))) },
    Template { name: "says", about: "what the page says of itself to machines", trust: GLOBAL, details: |b, out| b.of_page(out, |seen, out| seen.whole.says.iter().for_each(|said| out.put(said))) },
    Template { name: "share", about: "share of the page's elements", trust: WEAK, details: |b, out| out.put(quarter(b.inside().elements, b.seen.elements.len())) },
    Template { name: "x", about: "left edge in quarters of the page", trust: WEAK, details: |b, out| out.put(quarter((b.rect().x - b.seen.extent.x).max(0.0) as usize, b.seen.extent.w as usize)) },
    Template { name: "top", about: "top edge on the screen", trust: WEAK, details: |b, out| out.put(size((b.rect().y - b.seen.extent.y) / 50.0)) },
    Template { name: "bottom", about: "distance from the page's end", trust: WEAK, details: |b, out| out.put(size((b.seen.extent.bottom() - b.rect().bottom()) / 50.0)) },
    Template { name: "width", about: "width in quarters of the page", trust: WEAK, details: |b, out| out.put(quarter(b.rect().w as usize, b.seen.extent.w as usize)) },
    Template { name: "area", about: "area", trust: WEAK, details: |b, out| out.put(size(b.rect().area() / 1000.0)) },
    Template { name: "doc", about: "degree of coherence", trust: WEAK, details: |b, out| out.put(numeral(b.seen.tree.block(b.id).doc.into())) },
    Template { name: "tag", about: "the tag that is just this block", trust: WEAK, details: |b, out| b.tag(out) },
    Template { name: "class", about: "parts of its classes and id", trust: WEAK, details: |b, out| b.names(out) },
    Template { name: "first", about: "the kind of its first element", trust: WEAK, details: |b, out| b.first(out) },
];

/// The rows that tell of the whole page.
pub const PAGE_FEATURES: [&str; 7] =
    ["page-share", "first-unit", "own-price", "sells", "pager", "named", "says"];

/// The blocks beside one that are like it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Likes {
    /// How many there are, itself among them.
    count: usize,
}

impl Likes {
    /// Of all blocks of a page.
    pub fn all(seen: &Seen<'_>) -> Vec<Likes> {
        let mut likes = vec![Likes::default(); seen.tree.len()];
        for parent in seen.tree.ids() {
            let mut groups: FxHashMap<String, (Likes, Vec<BlockId>)> = FxHashMap::default();
            for child in seen.tree.children(parent).filter(|child| !seen.tree.is_leaf(*child)) {
                let (group, members) = groups.entry(signature(seen, child)).or_default();
                group.count += 1;
                members.push(child);
            }
            for (group, members) in groups.into_values() {
                members.into_iter().for_each(|child| likes[child.index()] = group);
            }
        }
        likes
    }
}

/// What a block is made of; the kinds of its first elements where no node is just this block.
fn signature(seen: &Seen<'_>, id: BlockId) -> String {
    const MOST: usize = 8;
    if let Some(node) = seen.tree.block(id).node {
        return make(seen.page, node);
    }
    let leaves = seen.tree.leaves(id).take(MOST).filter_map(|leaf| seen.element_of(leaf));
    leaves.map(|at| seen.elements[at].kind.name()).collect::<Vec<_>>().join(" ")
}

impl InnerBlock<'_, '_> {
    fn inside(&self) -> &Inside {
        &self.inside[self.id.index()]
    }

    /// The whole page has features of its own.
    fn of_part(&self, out: &mut Details<'_>, ask: impl Fn(&Self, &mut Details<'_>)) {
        if self.id != BlockId::ROOT {
            ask(self, out);
        }
    }

    fn of_page(&self, out: &mut Details<'_>, ask: impl Fn(&Seen<'_>, &mut Details<'_>)) {
        if self.id == BlockId::ROOT {
            ask(self.seen, out);
        }
    }

    /// What the block is to the units.
    fn unit(&self) -> &'static str {
        let units = &self.seen.units;
        let first = self.seen.tree.leaves(self.id).next().and_then(|leaf| self.seen.element_of(leaf));
        match units.inside[self.id.index()] {
            _ if units.is_unit[self.id.index()] => "unit",
            0 if first.is_some_and(|at| units.of_element[at].is_some()) => "within",
            0 => "none",
            _ => "above",
        }
    }

    fn rect(&self) -> chaffinch_core::Rect {
        self.seen.tree.block(self.id).rect
    }

    fn tag(&self, out: &mut Details<'_>) {
        if let Some(node) = self.seen.tree.block(self.id).node {
            out.put(self.seen.page.name(node));
        }
    }

    fn names(&self, out: &mut Details<'_>) {
        if let Some(node) = self.seen.tree.block(self.id).node {
            put_names(self.seen.page, node, out);
        }
    }

    fn first(&self, out: &mut Details<'_>) {
        let first = self.seen.tree.leaves(self.id).next().and_then(|leaf| self.seen.element_of(leaf));
        if let Some(at) = first {
            out.put(self.seen.elements[at].kind.name());
        }
    }
}

/// The share of the page's elements that stand in units.
fn share(seen: &Seen<'_>) -> &'static str {
    let of_element = &seen.units.of_element;
    quarter(of_element.iter().flatten().count(), of_element.len())
}
