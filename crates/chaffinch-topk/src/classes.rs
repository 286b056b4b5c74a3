//! Equivalence classes: nodes that are alike.

use crate::survey::{NO_PATH, Survey};
use chaffinch_core::{NodeId, NodeKind};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
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
    /// The same name and class names, wherever they stand.
    NameAndClass,
    /// The same tag path below the same parent.
    Siblings,
    /// The same tag path, alone on their line.
    Line,
    /// Headings of one level below the same heading of a higher one.
    Outline,
    /// Two classes of half the size that alternate.
    Interleaved,
    /// Texts that count up or down.
    Numbered,
}

impl Likeness {
    /// The paper's equivalence and those beyond it.
    pub(crate) const BY_PATH: [Likeness; 7] = [
        Likeness::TagPath,
        Likeness::OwnClass,
        Likeness::ClassPath,
        Likeness::NameAndClass,
        Likeness::Siblings,
        Likeness::Line,
        Likeness::Outline,
    ];

    /// As `--explain` says it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Likeness::TagPath => "tag path",
            Likeness::OwnClass => "tag path and own class",
            Likeness::ClassPath => "tag and class path",
            Likeness::NameAndClass => "name and class",
            Likeness::Siblings => "siblings",
            Likeness::Line => "lines of their own",
            Likeness::Outline => "the outline of headings",
            Likeness::Interleaved => "interleaving",
            Likeness::Numbered => "numbering",
        }
    }
}

/// The classes of nodes that are alike and whose size lies in `sizes`, in document order of their first nodes.
pub(crate) fn classes(
    survey: &Survey<'_>,
    likeness: Likeness,
    sizes: &RangeInclusive<usize>,
) -> Vec<Vec<NodeId>> {
    let keys = keys(survey, likeness);
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
fn keys(survey: &Survey<'_>, likeness: Likeness) -> Vec<u32> {
    let known = match likeness {
        Likeness::OwnClass => &survey.own_class,
        Likeness::ClassPath => &survey.class_path,
        _ => &survey.tag_path,
    };
    let page = survey.page;
    let nodes = (0..survey.len()).map(NodeId::from_index);
    let held = nodes.clone().map(|id| known[id.index()] != NO_PATH && survey.holds_something(id));
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
                    let tells = page.is_element(id) && (!class.is_empty() || is_heading(page.name(id)));
                    if held && tells { number(&mut numbers, (page.name(id), class)) } else { NO_PATH }
                })
                .collect()
        }
        Likeness::Outline => outline(survey),
        Likeness::Line => nodes
            .zip(held)
            .map(|(id, held)| if held && is_line(survey, id) { known[id.index()] } else { NO_PATH })
            .collect(),
    }
}

/// For each heading the number of the section that it is a direct part of, whatever containers the page puts around it.
fn outline(survey: &Survey<'_>) -> Vec<u32> {
    let page = survey.page;
    let mut keys = vec![NO_PATH; survey.len()];
    let mut sections: FxHashMap<(u8, Option<NodeId>), u32> = FxHashMap::default();
    // The last heading of each level that nothing of a higher level has ended.
    let mut open: [Option<NodeId>; 7] = [None; 7];
    for id in (0..survey.len()).map(NodeId::from_index).filter(|id| survey.is_shown(*id)) {
        let Some(level) = heading_level(page.name(id)).filter(|_| survey.chars_of(id) > 0) else { continue };
        let above = open[..usize::from(level)].iter().rev().find_map(|heading| *heading);
        keys[id.index()] = number(&mut sections, (level, above));
        open[usize::from(level)] = Some(id);
        open[usize::from(level) + 1..].fill(None);
    }
    keys
}

fn number<K: Hash + Eq, S: BuildHasher>(numbers: &mut HashMap<K, u32, S>, key: K) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(key).or_insert(next)
}

/// An inline element that is all there is in its block: a heading in all but name.
pub(crate) fn is_line(survey: &Survey<'_>, id: NodeId) -> bool {
    let page = survey.page;
    if page.node(id).kind != NodeKind::Element || !is_emphasis(page.name(id)) {
        return false;
    }
    let Some(parent) = page.node(id).parent else { return false };
    is_text_block(page.name(parent))
        && survey.chars_of(id) > 0
        && survey.chars_of(id) == survey.chars_of(parent)
}

/// `h1` to `h6`.
pub(crate) fn is_heading(name: &str) -> bool {
    heading_level(name).is_some()
}

/// 1 for `h1`, 6 for `h6`.
pub(crate) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}

/// Elements that make text stand out within a line.
pub(crate) fn is_emphasis(name: &str) -> bool {
    matches!(name, "b" | "strong" | "em" | "i" | "u" | "font" | "big" | "mark")
}

/// Blocks that hold lines.
fn is_text_block(name: &str) -> bool {
    matches!(name, "p" | "div" | "li" | "td" | "dt" | "center" | "blockquote" | "section")
}
