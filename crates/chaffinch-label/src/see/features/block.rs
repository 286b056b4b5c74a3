//! Features of inner blocks, gathered from the elements inside, from the leaves up (section 5.2).

use super::{
    FAIR, FeatureTemplate, FeatureWriter, GLOBAL, SAME_SIZE, STEP_DOWN, WEAK, few, numeral, put_names,
    quarter, size,
};
use crate::see::SeenPage;
use crate::see::element::ElementKind;
use crate::see::repeated::signature;
use chaffinch_core::TextMap;
use chaffinch_vision::BlockId;

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
    /// For all blocks of a page. Children come after their parents, so one pass from the end adds everything up.
    pub fn all(seen: &SeenPage<'_>) -> Vec<Inside> {
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

    fn of(seen: &SeenPage<'_>, at: usize) -> Inside {
        let element = &seen.elements[at];
        Inside {
            elements: 1,
            images: usize::from(element.kind.is_image()),
            links: usize::from(element.link.is_some()),
            dollars: usize::from(element.kind == ElementKind::DollarText),
            controls: usize::from(element.kind == ElementKind::NoteText),
            letters: element.text.len(),
            labels: usize::from(element.text.ends_with(':')),
            titles: usize::from(element.style.font_size + SAME_SIZE >= seen.largest_font),
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
    pub seen: &'s SeenPage<'p>,
    pub id: BlockId,
    pub inside: &'s [Inside],
    /// How many of the parent's children have the same signature, itself among them.
    pub alike: usize,
}

/// How a template writes its features.
type Write = fn(&InnerBlock<'_, '_>, &mut FeatureWriter<'_>);

/// The table.
#[rustfmt::skip]
pub const BLOCK_FEATURES: &[FeatureTemplate<Write>] = &[
    FeatureTemplate { name: "bias", about: "always", trust: FAIR, write: |_, out| out.put_if(true) },
    FeatureTemplate { name: "root", about: "the whole page", trust: FAIR, write: |b, out| out.put_if(b.id == BlockId::ROOT) },
    FeatureTemplate { name: "elements", about: "how many elements are inside", trust: WEAK, write: |b, out| out.put(size(b.inside().elements as f32)) },
    FeatureTemplate { name: "depth", about: "how many levels of blocks are inside", trust: WEAK, write: |b, out| out.put(numeral(b.inside().depth.min(8))) },
    FeatureTemplate { name: "letters", about: "how many characters an element has", trust: WEAK, write: |b, out| out.put(size(b.inside().letters as f32 / b.inside().elements.max(1) as f32)) },
    FeatureTemplate { name: "links", about: "share of links", trust: WEAK, write: |b, out| out.put(quarter(b.inside().links, b.inside().elements)) },
    FeatureTemplate { name: "images", about: "how many images", trust: WEAK, write: |b, out| out.put(few(b.inside().images)) },
    FeatureTemplate { name: "dollars", about: "how many texts with a currency sign", trust: FAIR, write: |b, out| out.put(few(b.inside().dollars)) },
    FeatureTemplate { name: "controls", about: "how many controls", trust: WEAK, write: |b, out| out.put(few(b.inside().controls)) },
    FeatureTemplate { name: "labels", about: "how many texts that end in a colon", trust: WEAK, write: |b, out| out.put(few(b.inside().labels)) },
    FeatureTemplate { name: "titles", about: "how many texts in the page's largest font", trust: WEAK, write: |b, out| out.put(few(b.inside().titles)) },
    // Repetition.
    FeatureTemplate { name: "alike", about: "how many blocks beside it have the same tag and classes", trust: GLOBAL, write: |b, out| out.put(few(b.alike)) },
    FeatureTemplate { name: "unit", about: "whether it is a repeated block, within one or around some", trust: GLOBAL, write: |b, out| b.of_part(out, |b, out| out.put(b.repetition())) },
    FeatureTemplate { name: "unit-holds", about: "the same, with how many images and amounts it has", trust: GLOBAL, write: |b, out| b.of_part(out, |b, out| out.put_joined([b.repetition(), few(b.inside().images), few(b.inside().dollars)])) },
    FeatureTemplate { name: "unit-of", about: "the same, with how many repeated blocks the page has", trust: GLOBAL, write: |b, out| b.of_part(out, |b, out| out.put_joined([b.repetition(), few(b.seen.repeated.count)])) },
    FeatureTemplate { name: "units", about: "share of the repeated blocks", trust: GLOBAL, write: |b, out| b.of_part(out, |b, out| out.put(quarter(b.seen.repeated.inside[b.id.index()], b.seen.repeated.count))) },
    // The whole page.
    FeatureTemplate { name: "page-share", about: "share of the page's elements that stand in repeated blocks", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| out.put(share(seen))) },
    FeatureTemplate { name: "page-units", about: "how many repeated blocks the page has, in powers of two", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| out.put(numeral((seen.repeated.count + 1).ilog2() as usize))) },
    FeatureTemplate { name: "first-unit", about: "how soon after the heading the repeated blocks begin", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| out.put(seen.whole.first_repeated)) },
    FeatureTemplate { name: "own-price", about: "how soon after the heading there is an amount that does not belong to a list", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| seen.whole.own_price.iter().for_each(|place| out.put(place))) },
    FeatureTemplate { name: "sells", about: "one can buy outside of repeated blocks", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| out.put_if(seen.whole.sells)) },
    FeatureTemplate { name: "pager", about: "numbers lead to further pages", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| out.put_if(seen.whole.has_pager)) },
    FeatureTemplate { name: "named", about: "what its designers call the page", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| seen.whole.named.into_iter().for_each(|name| out.put(name))) },
    FeatureTemplate { name: "says", about: "what the page says of itself to machines", trust: GLOBAL, write: |b, out| b.of_page(out, |seen, out| seen.whole.says.iter().for_each(|said| out.put(said))) },
    FeatureTemplate { name: "share", about: "share of the page's elements", trust: WEAK, write: |b, out| out.put(quarter(b.inside().elements, b.seen.elements.len())) },
    FeatureTemplate { name: "x", about: "left edge in quarters of the page", trust: WEAK, write: |b, out| out.put(quarter((b.rect().x - b.seen.extent.x).max(0.0) as usize, b.seen.extent.w as usize)) },
    FeatureTemplate { name: "top", about: "top edge, in steps of 50 pixels", trust: WEAK, write: |b, out| out.put(size((b.rect().y - b.seen.extent.y) / STEP_DOWN)) },
    FeatureTemplate { name: "bottom", about: "distance from the page's end, in steps of 50 pixels", trust: WEAK, write: |b, out| out.put(size((b.seen.extent.bottom() - b.rect().bottom()) / STEP_DOWN)) },
    FeatureTemplate { name: "width", about: "width in quarters of the page", trust: WEAK, write: |b, out| out.put(quarter(b.rect().w as usize, b.seen.extent.w as usize)) },
    FeatureTemplate { name: "area", about: "area, in steps of 1000 square pixels", trust: WEAK, write: |b, out| out.put(size(b.rect().area() / 1000.0)) },
    FeatureTemplate { name: "doc", about: "degree of coherence", trust: WEAK, write: |b, out| out.put(numeral(b.seen.tree.block(b.id).doc.into())) },
    FeatureTemplate { name: "tag", about: "the tag that is just this block", trust: WEAK, write: |b, out| b.tag(out) },
    FeatureTemplate { name: "class", about: "parts of its classes and id", trust: WEAK, write: |b, out| b.names(out) },
    FeatureTemplate { name: "first", about: "the kind of its first element", trust: WEAK, write: |b, out| b.first(out) },
];

/// The templates that tell of the whole page.
pub const PAGE_FEATURES: [&str; 8] =
    ["page-share", "page-units", "first-unit", "own-price", "sells", "pager", "named", "says"];

/// For each block of a page how many of its parent's children have the same signature, itself among them.
pub fn siblings_alike(seen: &SeenPage<'_>) -> Vec<usize> {
    let mut alike = vec![0; seen.tree.len()];
    for parent in seen.tree.ids() {
        let mut groups: TextMap<String, Vec<BlockId>> = TextMap::default();
        for child in seen.tree.children(parent).filter(|child| !seen.tree.is_leaf(*child)) {
            groups.entry(block_signature(seen, child)).or_default().push(child);
        }
        for members in groups.into_values() {
            members.iter().for_each(|child| alike[child.index()] = members.len());
        }
    }
    alike
}

/// The signature of the block's node; where no node is just this block, the kinds of its first 8 elements.
fn block_signature(seen: &SeenPage<'_>, id: BlockId) -> String {
    const MOST: usize = 8;
    if let Some(node) = seen.tree.block(id).node {
        return signature(seen.page, node);
    }
    let leaves = seen.tree.leaves(id).take(MOST).filter_map(|leaf| seen.element_of(leaf));
    leaves.map(|at| seen.elements[at].kind.name()).collect::<Vec<_>>().join(" ")
}

impl InnerBlock<'_, '_> {
    fn inside(&self) -> &Inside {
        &self.inside[self.id.index()]
    }

    /// Only blocks other than the whole page have this feature.
    fn of_part(&self, out: &mut FeatureWriter<'_>, ask: impl Fn(&Self, &mut FeatureWriter<'_>)) {
        if self.id != BlockId::ROOT {
            ask(self, out);
        }
    }

    /// Only the whole page has this feature.
    fn of_page(&self, out: &mut FeatureWriter<'_>, ask: impl Fn(&SeenPage<'_>, &mut FeatureWriter<'_>)) {
        if self.id == BlockId::ROOT {
            ask(self.seen, out);
        }
    }

    /// What the block is to the repeated blocks.
    fn repetition(&self) -> &'static str {
        let repeated = &self.seen.repeated;
        let first = self.seen.tree.leaves(self.id).next().and_then(|leaf| self.seen.element_of(leaf));
        match repeated.inside[self.id.index()] {
            _ if repeated.is_repeated[self.id.index()] => "unit",
            0 if first.is_some_and(|at| repeated.of_element[at].is_some()) => "within",
            0 => "none",
            _ => "above",
        }
    }

    fn rect(&self) -> chaffinch_core::Rect {
        self.seen.tree.block(self.id).rect
    }

    fn tag(&self, out: &mut FeatureWriter<'_>) {
        if let Some(node) = self.seen.tree.block(self.id).node {
            out.put(self.seen.page.name(node));
        }
    }

    fn names(&self, out: &mut FeatureWriter<'_>) {
        if let Some(node) = self.seen.tree.block(self.id).node {
            put_names(self.seen.page, node, out);
        }
    }

    fn first(&self, out: &mut FeatureWriter<'_>) {
        let first = self.seen.tree.leaves(self.id).next().and_then(|leaf| self.seen.element_of(leaf));
        if let Some(at) = first {
            out.put(self.seen.elements[at].kind.name());
        }
    }
}

/// The share of the page's elements that stand in repeated blocks.
fn share(seen: &SeenPage<'_>) -> &'static str {
    let of_element = &seen.repeated.of_element;
    quarter(of_element.iter().flatten().count(), of_element.len())
}
