//! Groups: the elements of a page that stand in the same place of the markup.

use super::{Element, MOST_TENTHS, signature};
use chaffinch_core::{NodeId, Page, TextMap, TextSet};
use rustc_hash::FxHashMap;

/// A place is the signatures of this many elements around a text, and the tags of others up to this many in all.
const SIGNATURES: usize = 2;
const LEVELS: usize = 4;

/// Elements in the same place of the markup.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// The place.
    pub place: String,
    /// How many elements there are.
    pub size: usize,
    /// How many different things they say.
    pub distinct: usize,
    /// Whether at least 7 in 10 repeated blocks have just one of these elements.
    pub once_per_block: bool,
    /// Of all such groups of texts, or of images, how many come before this one in a block.
    pub order: usize,
    /// Of all such groups of texts, or of images, how many have longer texts.
    pub longer: usize,
}

/// The number of each element's group, and the groups.
pub fn groups(
    page: &Page,
    elements: &[Element<'_>],
    block_of: &[Option<usize>],
    blocks: usize,
) -> (Vec<usize>, Vec<Group>) {
    let mut numbers: TextMap<(String, bool), usize> = TextMap::default();
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by_key(|at| elements[*at].node);
    let mut group_of = vec![0; elements.len()];
    for at in order {
        let key = (place(page, elements[at].node), elements[at].kind.is_image());
        let number = *numbers.entry(key).or_insert(members.len());
        if number == members.len() {
            members.push(Vec::new());
        }
        members[number].push(at);
        group_of[at] = number;
    }
    let mut groups: Vec<Group> =
        members.iter().map(|members| group(elements, members, block_of, blocks)).collect();
    numbers.into_iter().for_each(|((place, _), number)| groups[number].place = place);
    for images in [false, true] {
        let of_kind = |number: &usize| {
            groups[*number].once_per_block && elements[members[*number][0]].kind.is_image() == images
        };
        let mut ranked: Vec<usize> = (0..groups.len()).filter(of_kind).collect();
        // Groups are numbered in the order of their first members.
        ranked.iter().enumerate().for_each(|(order, number)| groups[*number].order = order);
        let length = |number: &usize| {
            let all: usize = members[*number].iter().map(|at| elements[*at].text.len()).sum();
            all / members[*number].len().max(1)
        };
        ranked.sort_by_key(|number| (std::cmp::Reverse(length(number)), *number));
        ranked.iter().enumerate().for_each(|(longer, number)| groups[*number].longer = longer);
    }
    (group_of, groups)
}

fn group(elements: &[Element<'_>], members: &[usize], block_of: &[Option<usize>], blocks: usize) -> Group {
    let texts: TextSet<&str> =
        members.iter().map(|at| elements[*at].image.unwrap_or(&elements[*at].text)).collect();
    let mut in_block: FxHashMap<usize, usize> = FxHashMap::default();
    members.iter().filter_map(|at| block_of[*at]).for_each(|block| *in_block.entry(block).or_default() += 1);
    let once = in_block.values().filter(|count| **count == 1).count();
    let once_per_block = blocks > 0 && 10 * once >= MOST_TENTHS * blocks;
    Group { size: members.len(), distinct: texts.len(), once_per_block, ..Group::default() }
}

/// The place of an element in the markup.
fn place(page: &Page, element: NodeId) -> String {
    let own = page.is_element(element).then_some(element);
    let mut place = String::new();
    for (level, holder) in own.into_iter().chain(page.ancestors(element)).take(LEVELS).enumerate() {
        place.push_str(&if level < SIGNATURES {
            signature(page, holder)
        } else {
            page.name(holder).to_owned()
        });
        place.push('<');
    }
    place
}
