//! Features of inner blocks, gathered from the elements inside, from the leaves up (section 5.2).

use super::{Details, FAIR, Template};
use crate::element::ElementKind;
use crate::seen::Seen;
use crate::words::{name_parts, size};
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
    pub inside: &'s Inside,
}

/// How a row of the table gives its details.
type Row = fn(&InnerBlock<'_, '_>, &mut Details<'_>);

/// The table.
#[rustfmt::skip]
pub const BLOCK_FEATURES: &[Template<Row>] = &[
    Template { name: "bias", about: "always", trust: FAIR, details: |_, out| out.put_if(true) },
    Template { name: "root", about: "the whole page", trust: FAIR, details: |b, out| out.put_if(b.id == BlockId::ROOT) },
    Template { name: "elements", about: "how many elements are inside", trust: FAIR, details: |b, out| out.put(&size(b.inside.elements as f32)) },
    Template { name: "depth", about: "how many levels of blocks are inside", trust: FAIR, details: |b, out| out.put(&b.inside.depth.min(8).to_string()) },
    Template { name: "letters", about: "how many characters an element has", trust: FAIR, details: |b, out| out.put(&size(b.inside.letters as f32 / b.inside.elements.max(1) as f32)) },
    Template { name: "links", about: "share of links", trust: FAIR, details: |b, out| out.put(&quarter(b.inside.links, b.inside.elements)) },
    Template { name: "images", about: "how many images", trust: FAIR, details: |b, out| out.put(&few(b.inside.images)) },
    Template { name: "dollars", about: "how many texts with a currency sign", trust: FAIR, details: |b, out| out.put(&few(b.inside.dollars)) },
    Template { name: "controls", about: "how many controls", trust: FAIR, details: |b, out| out.put(&few(b.inside.controls)) },
    Template { name: "labels", about: "how many texts that end in a colon", trust: FAIR, details: |b, out| out.put(&few(b.inside.labels)) },
    Template { name: "titles", about: "how many texts in the page's largest font", trust: FAIR, details: |b, out| out.put(&few(b.inside.titles)) },
    Template { name: "share", about: "share of the page's elements", trust: FAIR, details: |b, out| out.put(&quarter(b.inside.elements, b.seen.elements.len())) },
    Template { name: "x", about: "left edge in quarters of the page", trust: FAIR, details: |b, out| out.put(&quarter((b.rect().x - b.seen.extent.x).max(0.0) as usize, b.seen.extent.w as usize)) },
    Template { name: "top", about: "top edge on the screen", trust: FAIR, details: |b, out| out.put(&size((b.rect().y - b.seen.extent.y) / 50.0)) },
    Template { name: "bottom", about: "distance from the page's end", trust: FAIR, details: |b, out| out.put(&size((b.seen.extent.bottom() - b.rect().bottom()) / 50.0)) },
    Template { name: "width", about: "width in quarters of the page", trust: FAIR, details: |b, out| out.put(&quarter(b.rect().w as usize, b.seen.extent.w as usize)) },
    Template { name: "area", about: "area", trust: FAIR, details: |b, out| out.put(&size(b.rect().area() / 1000.0)) },
    Template { name: "doc", about: "degree of coherence", trust: FAIR, details: |b, out| out.put(&b.seen.tree.block(b.id).doc.to_string()) },
    Template { name: "tag", about: "the tag that is just this block", trust: FAIR, details: |b, out| b.tag(out) },
    Template { name: "class", about: "parts of its classes and id", trust: FAIR, details: |b, out| b.names(out) },
    Template { name: "first", about: "the kind of its first element", trust: FAIR, details: |b, out| b.first(out) },
];

impl InnerBlock<'_, '_> {
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
            let page = self.seen.page;
            for name in page.classes(node).chain(page.attribute(node, "id")).take(16) {
                name_parts(name).iter().take(16).for_each(|part| out.put(part));
            }
        }
    }

    fn first(&self, out: &mut Details<'_>) {
        let first = self.seen.tree.leaves(self.id).next().and_then(|leaf| self.seen.element_of(leaf));
        if let Some(at) = first {
            out.put(self.seen.elements[at].kind.name());
        }
    }
}

fn few(number: usize) -> String {
    match number {
        0..=2 => number.to_string(),
        3..=8 => "some".to_owned(),
        _ => "many".to_owned(),
    }
}

fn quarter(part: usize, whole: usize) -> String {
    match (4 * part).div_ceil(whole.max(1)) {
        0 => "0".to_owned(),
        n => n.min(4).to_string(),
    }
}
