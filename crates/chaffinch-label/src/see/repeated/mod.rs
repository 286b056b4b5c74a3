//! Repeated blocks: blocks with the same markup, most of which hold a price, are probably the records of a list. They give global
//! features in the sense of section 5.3, taken from the whole page instead of two neighbours. Whether they are records is for the
//! model to decide.

mod amounts;
mod groups;
mod mentions;

pub use amounts::Compared;
pub use mentions::Mentioned;

use super::element::{Element, ElementKind};
use super::prominence::prominence;
use super::words::LONGEST_NAME;
use amounts::{compared, nth_amounts};
use chaffinch_core::{NodeId, Page, beginning};
use chaffinch_vision::{BlockId, VisionTree};
use groups::{Group, groups};
use mentions::mentioned;
use std::collections::BTreeMap;

/// Fewer blocks than this do not repeat.
const FEWEST: usize = 2;
/// Candidates with at least this share of the most prices are considered, in tenths; of these the outermost are chosen.
const NEARLY_TENTHS: usize = 6;
/// Most of the blocks: this share of them, in tenths.
const MOST_TENTHS: usize = 7;
/// Blocks around the repeated ones take their place if at least this share of them has just one inside, in hundredths, and if they
/// are at most this many hundredths as many.
const WIDER_HUNDREDTHS: usize = 95;
const WIDER_COUNT_HUNDREDTHS: usize = 110;
/// A signature has at most this many classes.
const MOST_CLASSES: usize = 6;
/// At most this many nodes are considered whose visible content is the same block.
const MOST_NODES: usize = 8;
/// Classes that tell neighbours with the same markup apart.
const STATES: [&str; 8] = ["odd", "even", "first", "last", "active", "selected", "current", "alt"];

/// The repeated blocks of a page.
#[derive(Debug, Default)]
pub struct RepeatedBlocks {
    /// How many there are.
    pub count: usize,
    /// For each block of the page whether it is one of them.
    pub is_repeated: Vec<bool>,
    /// For each block of the page how many of them it holds, itself counted.
    pub inside: Vec<usize>,
    /// For each element the number of the repeated block that it stands in.
    pub of_element: Vec<Option<usize>>,
    /// For each element the number of its group.
    group_of: Vec<usize>,
    groups: Vec<Group>,
    /// For each amount of money how it compares to those beside it.
    pub compared: Vec<Option<Compared>>,
    /// For each element in a repeated block how many amounts of money come before it there.
    pub nth_amount: Vec<usize>,
    /// For each text in a repeated block in what ways it is prominent there.
    pub prominence: Vec<Vec<&'static str>>,
    /// For each text in a repeated block how many of its words the block's links and images have.
    pub mentioned: Vec<Option<Mentioned>>,
}

impl RepeatedBlocks {
    /// Finds the repeated blocks of a page and compares the elements in them.
    pub fn new(
        page: &Page,
        tree: &VisionTree,
        elements: &[Element<'_>],
        element_of: &[Option<usize>],
    ) -> RepeatedBlocks {
        let blocks = find(page, tree, elements, element_of);
        let mut is_repeated = vec![false; tree.len()];
        let mut inside = vec![0; tree.len()];
        let mut of_block: Vec<Option<usize>> = vec![None; tree.len()];
        for (number, block) in blocks.iter().enumerate() {
            is_repeated[block.index()] = true;
            inside[block.index()] = 1;
            of_block[block.index()..tree.block(*block).end.index()].fill(Some(number));
        }
        add_up(tree, &mut inside);
        let of_element: Vec<Option<usize>> =
            elements.iter().map(|element| of_block[element.block.index()]).collect();
        let (group_of, groups) = groups(page, elements, &of_element, blocks.len());
        RepeatedBlocks {
            count: blocks.len(),
            is_repeated,
            inside,
            group_of,
            groups,
            compared: compared(elements, &of_element),
            nth_amount: nth_amounts(elements, &of_element),
            prominence: prominence(page, elements, &of_element, blocks.len()),
            mentioned: mentioned(elements, &of_element, blocks.len()),
            of_element,
        }
    }

    /// The group of an element.
    pub fn group(&self, at: usize) -> &Group {
        &self.groups[self.group_of[at]]
    }
}

/// The blocks with the signature that most prices stand in; of signatures with nearly as many prices, the outermost blocks.
fn find(
    page: &Page,
    tree: &VisionTree,
    elements: &[Element<'_>],
    element_of: &[Option<usize>],
) -> Vec<BlockId> {
    let prices = count_inside(tree, element_of, |at| elements[at].kind == ElementKind::DollarText);
    let images = count_inside(tree, element_of, |at| elements[at].kind.is_image());
    let mut shown: Vec<NodeId> = elements.iter().map(|element| element.node).collect();
    shown.sort_unstable();
    let priced = |blocks: &[BlockId]| blocks.iter().filter(|id| prices[id.index()] > 0).count();
    let with_classes = |classes: usize| {
        let mut alike = by_signature(page, tree, &shown, classes);
        alike.retain(|blocks| blocks.len() >= FEWEST && 2 * priced(blocks) >= blocks.len());
        alike
    };
    let exact = with_classes(MOST_CLASSES);
    let most = exact.iter().map(|blocks| priced(blocks)).max().unwrap_or(0);
    let nearly: Vec<Vec<BlockId>> =
        exact.into_iter().filter(|blocks| 10 * priced(blocks) >= NEARLY_TENTHS * most).collect();
    let Some(first) = nearly.iter().max_by_key(|blocks| priced(blocks)) else { return Vec::new() };
    let around = |blocks: &&Vec<BlockId>| 10 * around_one(tree, blocks, first) >= MOST_TENTHS * first.len();
    let size = |blocks: &&Vec<BlockId>| {
        blocks.iter().map(|id| tree.block(*id).end.index() - id.index()).sum::<usize>()
    };
    let found = nearly.iter().filter(around).max_by_key(size).cloned().unwrap_or_default();
    if 2 * found.iter().filter(|id| images[id.index()] > 0).count() >= found.len() {
        return found;
    }
    // What has a price and no image may be a part of what is sold. Some sites give every item classes of its own, after one that all
    // items have.
    let loose = with_classes(1);
    let just_around = |blocks: &&Vec<BlockId>| {
        100 * around_one(tree, blocks, &found) >= WIDER_HUNDREDTHS * found.len()
            && 100 * blocks.len() <= WIDER_COUNT_HUNDREDTHS * found.len()
    };
    let wider = loose.iter().filter(just_around).max_by_key(size);
    wider.filter(|blocks| size(blocks) > size(&&found)).cloned().unwrap_or(found)
}

/// For each block how many elements of some kind are inside.
fn count_inside(tree: &VisionTree, element_of: &[Option<usize>], is: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut counts = element_of.iter().map(|at| usize::from(at.is_some_and(&is))).collect::<Vec<_>>();
    add_up(tree, &mut counts);
    counts
}

/// Adds the counts of all blocks inside a block to its own.
fn add_up(tree: &VisionTree, counts: &mut [usize]) {
    for id in tree.ids().rev() {
        if let Some(parent) = tree.block(id).parent {
            counts[parent.index()] += counts[id.index()];
        }
    }
}

/// The inner blocks of each signature, in preorder. Signatures have at most this many classes.
fn by_signature(page: &Page, tree: &VisionTree, shown: &[NodeId], classes: usize) -> Vec<Vec<BlockId>> {
    let mut alike: BTreeMap<String, Vec<BlockId>> = BTreeMap::new();
    for id in tree.ids().skip(1).filter(|id| !tree.is_leaf(*id)) {
        for node in nodes_of(page, tree, id, shown) {
            let of = |node: NodeId| signature_with(page, node, classes);
            let above = page.node(node).parent.map(of).unwrap_or_default();
            alike.entry(format!("{}<{above}", of(node))).or_default().push(id);
        }
    }
    // A block within another of the same signature is a part of that.
    for blocks in alike.values_mut() {
        let mut end = BlockId::ROOT;
        blocks.retain(|id| {
            let outer = *id >= end;
            end = if outer { tree.block(*id).end } else { end };
            outer
        });
    }
    alike.into_values().collect()
}

/// How many of `blocks` have just one of `inner` inside. Both are in preorder.
fn around_one(tree: &VisionTree, blocks: &[BlockId], inner: &[BlockId]) -> usize {
    let holds_one = |id: &&BlockId| {
        let start = inner.partition_point(|inner| inner < *id);
        inner.partition_point(|inner| *inner < tree.block(**id).end) - start == 1
    };
    blocks.iter().filter(holds_one).count()
}

/// The nodes whose visible content is just this block, from the lowest up.
fn nodes_of(page: &Page, tree: &VisionTree, id: BlockId, shown: &[NodeId]) -> Vec<NodeId> {
    let Some(lowest) = tree.block(id).node else { return Vec::new() };
    // What is shown just before and after the block.
    let before = shown.partition_point(|node| *node < lowest).checked_sub(1).map(|at| shown[at]);
    let after = shown.get(shown.partition_point(|node| *node < page.node(lowest).end)).copied();
    let others = |node: NodeId| before.into_iter().chain(after).any(|other| page.contains(node, other));
    let above = page.ancestors(lowest).take(MOST_NODES).take_while(|node| !others(*node));
    std::iter::once(lowest).chain(above).collect()
}

/// What a node looks like in the markup: its tag and classes, without digits and states.
pub fn signature(page: &Page, node: NodeId) -> String {
    signature_with(page, node, MOST_CLASSES)
}

fn signature_with(page: &Page, node: NodeId, classes: usize) -> String {
    let mut signature = beginning(page.name(node), LONGEST_NAME).to_owned();
    let is_state = |class: &str| STATES.iter().any(|state| state.eq_ignore_ascii_case(class));
    for class in page.classes(node).filter(|class| !is_state(class)).take(classes) {
        signature.push('.');
        signature.extend(beginning(class, LONGEST_NAME).chars().filter(|c| !c.is_ascii_digit()));
    }
    signature
}
