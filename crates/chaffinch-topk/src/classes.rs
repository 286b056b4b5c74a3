//! Groups the nodes of a page into classes of alike nodes.

use crate::shown::{NO_PATH, ShownPage, number};
use chaffinch_core::{NodeId, NodeKind};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// What makes nodes alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Likeness {
    /// The same tag path: the paper's equivalence.
    TagPath,
    /// The same tag path and class names of their own.
    OwnClass,
    /// The same tag path with the same class names at every step.
    ClassPath,
    /// The same tag and class names, anywhere on the page.
    NameAndClass,
    /// The same tag path, and letters of the same size and weight.
    Look,
    /// The same tag path below the same parent.
    Siblings,
    /// The same tag path, and emphasised text that is alone on its line.
    Line,
    /// The same tag path, and emphasised text that begins a paragraph.
    Lead,
    /// Headings of the same level in the same section.
    Outline,
    /// Two classes of half the size that alternate.
    Interleaved,
    /// Texts that count up or down.
    Numbered,
}

impl Likeness {
    /// The paper's equivalence and those beyond it.
    pub(crate) const BY_PATH: [Likeness; 9] = [
        Likeness::TagPath,
        Likeness::OwnClass,
        Likeness::ClassPath,
        Likeness::NameAndClass,
        Likeness::Look,
        Likeness::Siblings,
        Likeness::Line,
        Likeness::Lead,
        Likeness::Outline,
    ];

    /// In words, for explanations.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Likeness::TagPath => "tag path",
            Likeness::OwnClass => "tag path and own class",
            Likeness::ClassPath => "tag and class path",
            Likeness::NameAndClass => "name and class",
            Likeness::Look => "tag path and letters",
            Likeness::Siblings => "siblings",
            Likeness::Line => "lines of their own",
            Likeness::Lead => "beginnings of paragraphs",
            Likeness::Outline => "the outline of headings",
            Likeness::Interleaved => "interleaving",
            Likeness::Numbered => "numbering",
        }
    }
}

/// The classes of nodes that are alike and whose size lies in `sizes`, in document order of their first nodes.
pub(crate) fn classes(
    shown: &ShownPage<'_, '_>,
    likeness: Likeness,
    sizes: &RangeInclusive<usize>,
) -> Vec<Vec<NodeId>> {
    let keys = keys(shown, likeness);
    let most = keys.iter().filter(|key| **key != NO_PATH).max().map_or(0, |key| *key as usize + 1);
    let mut counts = vec![0usize; most];
    for key in keys.iter().filter(|key| **key != NO_PATH) {
        counts[*key as usize] += 1;
    }
    let mut place: Vec<usize> = vec![usize::MAX; most];
    let mut classes: Vec<Vec<NodeId>> = Vec::new();
    for (index, key) in keys.iter().enumerate() {
        if *key == NO_PATH || !sizes.contains(&counts[*key as usize]) {
            continue;
        }
        let place = &mut place[*key as usize];
        if *place == usize::MAX {
            *place = classes.len();
            classes.push(Vec::with_capacity(counts[*key as usize]));
        }
        classes[*place].push(NodeId::from_index(index));
    }
    classes
}

/// For each node the number of its class, or [`NO_PATH`] where it belongs to none.
fn keys(shown: &ShownPage<'_, '_>, likeness: Likeness) -> Vec<u32> {
    let known = match likeness {
        Likeness::OwnClass => &shown.own_class,
        Likeness::ClassPath => &shown.class_path,
        _ => &shown.tag_path,
    };
    let page = shown.page;
    let nodes = (0..shown.len()).map(NodeId::from_index);
    let held = nodes.clone().map(|id| known[id.index()] != NO_PATH && shown.holds_something(id));
    match likeness {
        Likeness::TagPath
        | Likeness::OwnClass
        | Likeness::ClassPath
        | Likeness::Interleaved
        | Likeness::Numbered => {
            known.iter().zip(held).map(|(key, held)| if held { *key } else { NO_PATH }).collect()
        }
        Likeness::Siblings => {
            let mut numbers: FxHashMap<(NodeId, u32), u32> = FxHashMap::default();
            nodes
                .zip(held)
                .map(|(id, held)| match page.node(id).parent.filter(|_| held) {
                    Some(parent) => number(&mut numbers, (parent, known[id.index()])),
                    None => NO_PATH,
                })
                .collect()
        }
        Likeness::NameAndClass => {
            let mut numbers: HashMap<(&str, &str), u32> = HashMap::new();
            nodes
                .zip(held)
                .map(|(id, held)| {
                    let class = page.attribute(id, "class").unwrap_or_default();
                    let tells = page.is_element(id) && (!class.is_empty() || page.is_heading(id));
                    if held && tells { number(&mut numbers, (page.name(id), class)) } else { NO_PATH }
                })
                .collect()
        }
        Likeness::Look => {
            let mut numbers: FxHashMap<(u32, u32, bool), u32> = FxHashMap::default();
            nodes
                .zip(held)
                .map(|(id, held)| {
                    let is_own = held && page.is_element(id);
                    // In halves of a CSS pixel.
                    let size = (2.0 * shown.font_size(id)).round() as u32;
                    let key = (known[id.index()], size, shown.is_bold(id));
                    if is_own { number(&mut numbers, key) } else { NO_PATH }
                })
                .collect()
        }
        Likeness::Outline => outline(shown),
        Likeness::Line => nodes
            .zip(held)
            .map(|(id, held)| if held && is_line(shown, id) { known[id.index()] } else { NO_PATH })
            .collect(),
        Likeness::Lead => nodes
            .zip(held)
            .map(|(id, held)| if held && is_lead(shown, id) { known[id.index()] } else { NO_PATH })
            .collect(),
    }
}

/// For each heading the number of its section, by the levels of headings alone, regardless of containers.
fn outline(shown: &ShownPage<'_, '_>) -> Vec<u32> {
    let page = shown.page;
    let mut keys = vec![NO_PATH; shown.len()];
    let mut sections: FxHashMap<(u8, Option<NodeId>), u32> = FxHashMap::default();
    // For each level its open heading; a heading of a higher level closes those below.
    let mut open: [Option<NodeId>; 7] = [None; 7];
    for id in (0..shown.len()).map(NodeId::from_index).filter(|id| shown.is_shown(*id)) {
        let Some(level) = page.heading_level(id).filter(|_| shown.chars_of(id) > 0) else { continue };
        let above = open[..usize::from(level)].iter().rev().find_map(|heading| *heading);
        keys[id.index()] = number(&mut sections, (level, above));
        open[usize::from(level)] = Some(id);
        open[usize::from(level) + 1..].fill(None);
    }
    keys
}

/// Whether a node is an emphasised element that is the whole text of its block: it looks like a heading.
pub(crate) fn is_line(shown: &ShownPage<'_, '_>, id: NodeId) -> bool {
    let page = shown.page;
    if page.node(id).kind != NodeKind::Element || !is_emphasis(page.name(id)) {
        return false;
    }
    let Some(parent) = page.node(id).parent else { return false };
    is_text_block(page.name(parent)) && shown.chars_of(id) > 0 && shown.chars_of(id) == shown.chars_of(parent)
}

/// Whether a node is an emphasised element with which its block of text begins, and the block goes on behind it.
pub(crate) fn is_lead(shown: &ShownPage<'_, '_>, id: NodeId) -> bool {
    /// Most characters before it: those of a number.
    const BEFORE: u32 = 4;
    /// Most characters of a name, without white space.
    const LONGEST: u32 = 120;
    let page = shown.page;
    if page.node(id).kind != NodeKind::Element || !is_emphasis(page.name(id)) {
        return false;
    }
    let Some(parent) = page.node(id).parent.filter(|parent| is_text_block(page.name(*parent))) else {
        return false;
    };
    let own = shown.chars_of(id);
    let before = shown.chars(parent.index()..id.index());
    before <= BEFORE && (1..=LONGEST).contains(&own) && shown.chars_of(parent) > before + own
}

/// Whether an element emphasises text within a line.
pub(crate) fn is_emphasis(name: &str) -> bool {
    matches!(name, "b" | "strong" | "em" | "i" | "u" | "font" | "big" | "mark")
}

/// Whether an element is a block of text.
fn is_text_block(name: &str) -> bool {
    matches!(name, "p" | "div" | "li" | "td" | "dt" | "center" | "blockquote" | "section" | "figcaption")
}
