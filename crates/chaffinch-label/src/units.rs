//! What comes again and again: blocks of the same make that each hold a price are probably the records of a list. They are the units; elements
//! that every unit has in the same kind of place are fellows. These are global features in the sense of section 5.3, taken from the
//! whole page instead of two neighbours. Whether units are records is for the model to say.

use crate::element::{Element, ElementKind};
use crate::standing::standing;
use crate::words::{LONGEST_NAME, amount};
use chaffinch_core::{NodeId, Page, beginning};
use chaffinch_vision::{BlockId, VisionTree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// There are at least so many units.
const FEWEST: usize = 2;
/// Of nearly as many units the outermost are meant: so many tenths are nearly as many.
const NEARLY: usize = 6;
/// So many tenths of the units have a fellow that every unit has.
const MOSTLY: usize = 7;
/// Classes say no more of a block than these.
const MOST_CLASSES: usize = 6;
/// Classes that tell neighbours apart which are of the same make.
const STATES: [&str; 8] = ["odd", "even", "first", "last", "active", "selected", "current", "alt"];

/// The units of a page.
#[derive(Debug, Default)]
pub struct Units {
    /// How many units there are.
    pub count: usize,
    /// For each block whether it is a unit, and how many it holds, itself counted.
    pub is_unit: Vec<bool>,
    pub inside: Vec<usize>,
    /// For each element the unit that it stands in.
    pub of_element: Vec<Option<usize>>,
    /// For each element where it stands in the markup, as far as elements of the same make have it in common.
    group_of: Vec<usize>,
    groups: Vec<Group>,
    /// For each amount of money how it compares to the others of its unit.
    pub compared: Vec<Option<Compared>>,
    /// For each amount of money in a unit how many come before it there.
    pub nth_amount: Vec<usize>,
    /// For each text in a unit in what ways it stands out there.
    pub standing: Vec<Vec<&'static str>>,
    /// For each text in a unit how far the unit's links and images name it.
    pub named: Vec<Option<Named>>,
}

/// How far the links and images of a unit name one of its texts: addresses are often made from names, and images described by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// Quarters of its words that stand in the address of the unit's links.
    pub by_link: usize,
    /// And in what describes its images.
    pub by_image: usize,
    /// No other text of the unit has as many words named.
    pub best: bool,
}

/// Elements in the same kind of place.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// The place.
    pub spot: String,
    /// How many there are.
    pub size: usize,
    /// How many different things they say.
    pub distinct: usize,
    /// Whether nearly every unit has just one.
    pub in_step: bool,
    /// Of such groups of texts, or images, how many come before this one in a unit.
    pub order: usize,
    /// And how many say more.
    pub shorter: usize,
}

/// An amount of money among those that stand with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// There is no other.
    Only,
    /// It is the least.
    Least,
    /// It is the greatest.
    Greatest,
    /// It is between others, or they are equal.
    Between,
}

impl Compared {
    /// Its name in features.
    pub fn name(self) -> &'static str {
        match self {
            Compared::Only => "only",
            Compared::Least => "least",
            Compared::Greatest => "greatest",
            Compared::Between => "between",
        }
    }
}

impl Units {
    /// Finds the units of a page and the fellows in them.
    pub fn new(
        page: &Page,
        tree: &VisionTree,
        elements: &[Element<'_>],
        element_of: &[Option<usize>],
    ) -> Units {
        let units = find(page, tree, elements, element_of);
        let mut is_unit = vec![false; tree.len()];
        let mut inside = vec![0; tree.len()];
        let mut of_block: Vec<Option<usize>> = vec![None; tree.len()];
        for (number, unit) in units.iter().enumerate() {
            is_unit[unit.index()] = true;
            inside[unit.index()] = 1;
            of_block[unit.index()..tree.block(*unit).end.index()].fill(Some(number));
        }
        for id in tree.ids().rev() {
            if let Some(parent) = tree.block(id).parent {
                inside[parent.index()] += inside[id.index()];
            }
        }
        let of_element: Vec<Option<usize>> =
            elements.iter().map(|element| of_block[element.block.index()]).collect();
        let (group_of, groups) = groups(page, elements, &of_element, units.len());
        let compared = compared(elements, &of_element);
        let nth_amount = nth_amounts(elements, &of_element);
        let named = named(elements, &of_element, units.len());
        let standing = standing(page, elements, &of_element, units.len());
        Units {
            count: units.len(),
            is_unit,
            inside,
            of_element,
            group_of,
            groups,
            compared,
            nth_amount,
            standing,
            named,
        }
    }

    /// The group of an element.
    pub fn group(&self, at: usize) -> &Group {
        &self.groups[self.group_of[at]]
    }
}

/// The blocks of the make that most prices stand in; of nearly as many the outermost.
fn find(
    page: &Page,
    tree: &VisionTree,
    elements: &[Element<'_>],
    element_of: &[Option<usize>],
) -> Vec<BlockId> {
    let prices = inside(tree, |at| elements[at].kind == ElementKind::DollarText, element_of);
    let images = inside(tree, |at| elements[at].kind.is_image(), element_of);
    let mut shown: Vec<NodeId> = elements.iter().map(|element| element.node).collect();
    shown.sort_unstable();
    let priced = |blocks: &[BlockId]| blocks.iter().filter(|id| prices[id.index()] > 0).count();
    let of_classes = |classes: usize| {
        let mut makes = makes(page, tree, &shown, classes);
        makes.retain(|blocks| blocks.len() >= FEWEST && 2 * priced(blocks) >= blocks.len());
        makes
    };
    let exact = of_classes(MOST_CLASSES);
    let most = exact.iter().map(|blocks| priced(blocks)).max().unwrap_or(0);
    let nearly: Vec<Vec<BlockId>> =
        exact.into_iter().filter(|blocks| 10 * priced(blocks) >= NEARLY * most).collect();
    let Some(first) = nearly.iter().max_by_key(|blocks| priced(blocks)) else { return Vec::new() };
    let around = |blocks: &&Vec<BlockId>| 10 * around_one(tree, blocks, first) >= MOSTLY * first.len();
    let size = |blocks: &&Vec<BlockId>| {
        blocks.iter().map(|id| tree.block(*id).end.index() - id.index()).sum::<usize>()
    };
    let units = nearly.iter().filter(around).max_by_key(size).cloned().unwrap_or_default();
    if 2 * units.iter().filter(|id| images[id.index()] > 0).count() >= units.len() {
        return units;
    }
    // What has a price and no image may be a part of what is sold. Some sites give every item classes of its own, after one that all have.
    let loose = of_classes(1);
    let just_around = |blocks: &&Vec<BlockId>| {
        20 * around_one(tree, blocks, &units) >= 19 * units.len() && 10 * blocks.len() <= 11 * units.len()
    };
    let wider = loose.iter().filter(just_around).max_by_key(size);
    wider.filter(|blocks| size(blocks) > size(&&units)).cloned().unwrap_or(units)
}

/// For each block how many elements of some kind are inside.
fn inside(tree: &VisionTree, is: impl Fn(usize) -> bool, element_of: &[Option<usize>]) -> Vec<usize> {
    let mut counts = vec![0; tree.len()];
    for id in tree.ids().rev() {
        counts[id.index()] += usize::from(element_of[id.index()].is_some_and(&is));
        if let Some(parent) = tree.block(id).parent {
            counts[parent.index()] += counts[id.index()];
        }
    }
    counts
}

/// The inner blocks of one make each, told apart by so many classes, in preorder.
fn makes(page: &Page, tree: &VisionTree, shown: &[NodeId], classes: usize) -> Vec<Vec<BlockId>> {
    let mut makes: BTreeMap<String, Vec<BlockId>> = BTreeMap::new();
    for id in tree.ids().skip(1).filter(|id| !tree.is_leaf(*id)) {
        for node in holders(page, tree, id, shown) {
            let of = |node: NodeId| make_of(page, node, classes);
            let above = page.node(node).parent.map(of).unwrap_or_default();
            makes.entry(format!("{}<{above}", of(node))).or_default().push(id);
        }
    }
    // A block within one of the same make is a part of it.
    for blocks in makes.values_mut() {
        let mut end = BlockId::ROOT;
        blocks.retain(|id| {
            let outer = *id >= end;
            end = if outer { tree.block(*id).end } else { end };
            outer
        });
    }
    makes.into_values().collect()
}

/// How many of `blocks` are around just one of `inner`; both in preorder.
fn around_one(tree: &VisionTree, blocks: &[BlockId], inner: &[BlockId]) -> usize {
    let held = |id: &&BlockId| {
        let start = inner.partition_point(|inner| inner < *id);
        inner.partition_point(|inner| *inner < tree.block(**id).end) - start == 1
    };
    blocks.iter().filter(held).count()
}

/// The nodes whose visible content is just this block, from the lowest up.
fn holders(page: &Page, tree: &VisionTree, id: BlockId, shown: &[NodeId]) -> Vec<NodeId> {
    const MOST: usize = 8;
    let Some(lowest) = tree.block(id).node else { return Vec::new() };
    // What is shown just before and after the block.
    let before = shown.partition_point(|node| *node < lowest).checked_sub(1).map(|at| shown[at]);
    let after = shown.get(shown.partition_point(|node| *node < page.node(lowest).end)).copied();
    let others = |node: NodeId| before.into_iter().chain(after).any(|other| page.contains(node, other));
    let above = page.ancestors(lowest).take(MOST).take_while(|node| !others(*node));
    std::iter::once(lowest).chain(above).collect()
}

/// What a node is made of: its tag and classes, without numbers and states.
pub fn make(page: &Page, node: NodeId) -> String {
    make_of(page, node, MOST_CLASSES)
}

fn make_of(page: &Page, node: NodeId, classes: usize) -> String {
    let mut make = beginning(page.name(node), LONGEST_NAME).to_owned();
    for class in page
        .classes(node)
        .filter(|class| !STATES.iter().any(|state| state.eq_ignore_ascii_case(class)))
        .take(classes)
    {
        make.push('.');
        make.extend(beginning(class, LONGEST_NAME).chars().filter(|c| !c.is_ascii_digit()));
    }
    make
}

/// Where an element stands in the markup: the makes of the two elements around it, and the tags of two more.
fn spot(page: &Page, element: NodeId) -> String {
    let own = page.is_element(element).then_some(element);
    let mut spot = String::new();
    for (level, holder) in own.into_iter().chain(page.ancestors(element)).take(4).enumerate() {
        spot.push_str(&if level < 2 { make(page, holder) } else { page.name(holder).to_owned() });
        spot.push('<');
    }
    spot
}

/// The elements of a page in the same kind of place, and how they keep step with the units.
fn groups(
    page: &Page,
    elements: &[Element<'_>],
    unit_of: &[Option<usize>],
    units: usize,
) -> (Vec<usize>, Vec<Group>) {
    let mut numbers: FxHashMap<(String, bool), usize> = FxHashMap::default();
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by_key(|at| elements[*at].node);
    let mut group_of = vec![0; elements.len()];
    for at in order {
        let key = (spot(page, elements[at].node), elements[at].kind.is_image());
        let number = *numbers.entry(key).or_insert(members.len());
        if number == members.len() {
            members.push(Vec::new());
        }
        members[number].push(at);
        group_of[at] = number;
    }
    let group = |members: &Vec<usize>| {
        let said: FxHashSet<&str> =
            members.iter().map(|at| elements[*at].image.unwrap_or(&elements[*at].text)).collect();
        let mut held: FxHashMap<usize, usize> = FxHashMap::default();
        members.iter().filter_map(|at| unit_of[*at]).for_each(|unit| *held.entry(unit).or_default() += 1);
        let once = held.values().filter(|count| **count == 1).count();
        let in_step = units > 0 && 10 * once >= MOSTLY * units;
        Group { size: members.len(), distinct: said.len(), in_step, ..Group::default() }
    };
    let mut groups: Vec<Group> = members.iter().map(group).collect();
    numbers.into_iter().for_each(|((spot, _), number)| groups[number].spot = spot);
    for images in [false, true] {
        let of_kind = |number: &usize| {
            groups[*number].in_step && elements[members[*number][0]].kind.is_image() == images
        };
        let mut ranked: Vec<usize> = (0..groups.len()).filter(of_kind).collect();
        // Groups are numbered as their first members come.
        ranked.iter().enumerate().for_each(|(order, number)| groups[*number].order = order);
        let length = |number: &usize| {
            let all: usize = members[*number].iter().map(|at| elements[*at].text.len()).sum();
            all / members[*number].len().max(1)
        };
        ranked.sort_by_key(|number| (std::cmp::Reverse(length(number)), *number));
        ranked.iter().enumerate().for_each(|(shorter, number)| groups[*number].shorter = shorter);
    }
    (group_of, groups)
}

/// Compares amounts that nearly follow one another in a unit, or outside of all: the old price and the new. What says more than an
/// amount, such as `+ $5 delivery`, is not compared.
fn compared(elements: &[Element<'_>], unit_of: &[Option<usize>]) -> Vec<Option<Compared>> {
    const NEAR: usize = 2;
    const FEW_LETTERS: usize = 3;
    let bare = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() <= FEW_LETTERS;
    let amounts = elements.iter().enumerate().filter(|(_, element)| bare(&element.text));
    let amounts: Vec<(usize, f64)> =
        amounts.filter_map(|(at, element)| Some((at, amount(&element.text)?))).collect();
    let together = |a: &(usize, f64), b: &(usize, f64)| unit_of[a.0] == unit_of[b.0] && b.0 - a.0 <= NEAR;
    let mut compared = vec![None; elements.len()];
    for group in amounts.chunk_by(together) {
        let least = group.iter().map(|(_, amount)| *amount).fold(f64::INFINITY, f64::min);
        let greatest = group.iter().map(|(_, amount)| *amount).fold(f64::NEG_INFINITY, f64::max);
        for (at, amount) in group {
            compared[*at] = Some(match () {
                () if group.len() == 1 => Compared::Only,
                () if least == greatest => Compared::Between,
                () if *amount == least => Compared::Least,
                () if *amount == greatest => Compared::Greatest,
                () => Compared::Between,
            });
        }
    }
    compared
}

/// For each element in a unit how many amounts of money come before it there.
fn nth_amounts(elements: &[Element<'_>], unit_of: &[Option<usize>]) -> Vec<usize> {
    let mut passed: FxHashMap<usize, usize> = FxHashMap::default();
    let count = |(at, element): (usize, &Element<'_>)| {
        let before = unit_of[at].map(|unit| passed.entry(unit).or_default());
        before.map_or(0, |before| {
            *before += usize::from(element.kind == ElementKind::DollarText);
            before.saturating_sub(1)
        })
    };
    elements.iter().enumerate().map(count).collect()
}

/// Looks for the words of the texts of each unit in its addresses and descriptions.
fn named(elements: &[Element<'_>], unit_of: &[Option<usize>], units: usize) -> Vec<Option<Named>> {
    const SHORTEST: usize = 3;
    const MOST_WORDS: usize = 16;
    const MOST_LETTERS: usize = 2000;
    let mut links = vec![String::new(); units];
    let mut images = vec![String::new(); units];
    for (element, unit) in elements.iter().zip(unit_of) {
        let Some(unit) = *unit else { continue };
        for (text, into) in [(element.link, &mut links[unit]), (image_text(element), &mut images[unit])] {
            if let Some(text) = text.filter(|_| into.len() < MOST_LETTERS) {
                into.extend(text.chars().take(MOST_LETTERS).flat_map(char::to_lowercase));
                into.push(' ');
            }
        }
    }
    let mut most = vec![0; units];
    let mut count = |at: usize, element: &Element<'_>| {
        let unit = unit_of[at].filter(|_| !element.kind.is_image())?;
        let words: Vec<String> = element
            .text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() >= SHORTEST)
            .take(MOST_WORDS)
            .map(str::to_lowercase)
            .collect();
        let inside = |text: &str| words.iter().filter(|word| text.contains(word.as_str())).count();
        let (by_link, by_image) = (inside(&links[unit]), inside(&images[unit]));
        most[unit] = by_link.max(by_image).max(most[unit]);
        Some((unit, by_link, by_image, words.len()))
    };
    let counts: Vec<_> = elements.iter().enumerate().map(|(at, element)| count(at, element)).collect();
    let named = |(unit, by_link, by_image, words): (usize, usize, usize, usize)| {
        let quarters = |count: usize| (4 * count).checked_div(words).unwrap_or(0);
        let best = most[unit] > 0 && by_link.max(by_image) == most[unit];
        Named { by_link: quarters(by_link), by_image: quarters(by_image), best }
    };
    counts.into_iter().map(|count| count.map(named)).collect()
}

fn image_text<'e>(element: &'e Element<'_>) -> Option<&'e str> {
    element.kind.is_image().then_some(element.text.as_str())
}
