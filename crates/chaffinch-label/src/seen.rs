//! A rendered page as features see it: blocks, elements and what only the whole page tells of them.

use crate::aligned::{Aligned, aligned};
use crate::both::both;
use crate::element::{Element, ElementKind, elements};
use crate::neighbours::neighbours;
use crate::site::{Commonness, SiteTexts};
use crate::units::Units;
use crate::was::{Cost, costs};
use crate::whole::Whole;
use crate::words::{fold, words};
use chaffinch_core::{Page, Rect};
use chaffinch_vision::{BlockId, VisionSettings, VisionTree};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// A fixed text labels what comes so many elements after it.
const LABEL_BEFORE: usize = 6;
/// Texts with more words than this are judged by their first ones.
const MOST_WORDS: usize = 12;
/// What it counts for an element to begin as the title does, of ten for having just the words of the title.
const BEGINS_AS_TITLE: usize = 3;
/// A label is no longer than this, in bytes and in words.
const LABEL_LENGTH: usize = 60;
const LABEL_WORDS: usize = 6;

/// A page with its vision tree.
#[derive(Debug)]
pub struct Seen<'p> {
    /// The page.
    pub page: &'p Page,
    /// Its blocks.
    pub tree: VisionTree,
    /// Its leaves, in reading order.
    pub elements: Vec<Element<'p>>,
    /// For each element the one to the left of it.
    pub left: Vec<Option<usize>>,
    /// For each element the one above it.
    pub above: Vec<Option<usize>>,
    /// For each element the nearest heading before it.
    pub heading: Vec<Option<usize>>,
    /// For each element how many of the page have the same text.
    pub repeated: Vec<usize>,
    /// For each element how many others, longer ones, contain its text.
    pub within: Vec<usize>,
    /// For each element how many before it look the same.
    pub nth: Vec<usize>,
    /// The page's title, folded.
    pub title: String,
    /// The words of the title that not all pages of the site have.
    pub title_words: FxHashSet<String>,
    /// The first of them that is no number. Titles begin with the name of what the page is about.
    pub title_first: Option<String>,
    /// The element that says most of what the title says: its heading.
    pub main: Option<usize>,
    /// The font size of most characters.
    pub body_font: f32,
    /// The largest font size of any text.
    pub largest_font: f32,
    /// The extent of the page.
    pub extent: Rect,
    /// For each element how common its text is on the site.
    pub common: Vec<Commonness>,
    /// For each element which of its words belong to the site's template.
    pub template_words: Vec<Option<Vec<bool>>>,
    /// For each element what the same element of neighbouring blocks says.
    pub aligned: Vec<Aligned>,
    /// What comes again and again.
    pub units: Units,
    /// For each element whether it is what something cost, or costs.
    pub costs: Vec<Option<Cost>>,
    /// What tells whether it is a list.
    pub whole: Whole,
    /// For each element how many amounts of money stand between it and the heading before it; none before the heading.
    pub amounts: Vec<Option<usize>>,
    /// For each element the others that may label it.
    labelled_by: Vec<Vec<usize>>,
    element_of: Vec<Option<usize>>,
}

impl<'p> Seen<'p> {
    /// A page that has been laid out; none where nothing can be seen on it.
    pub fn new(page: &'p Page, site: &SiteTexts, settings: &VisionSettings) -> Option<Seen<'p>> {
        let tree = VisionTree::new(page, settings)?;
        let elements = elements(page, &tree);
        let mut element_of = vec![None; tree.len()];
        for (at, element) in elements.iter().enumerate() {
            element_of[element.block.index()] = Some(at);
        }
        let fonts = Fonts::new(&elements);
        let title = fold(&page.title().unwrap_or_default());
        let told = || words(&title).filter(|word| !site.in_most_titles(word));
        let title_first = told().find(|word| is_named(word));
        let title_words: FxHashSet<String> = told().collect();
        let main = main(&elements, &title_words, title_first.as_deref());
        let beside = || {
            let rects: Vec<Rect> = elements.iter().map(|element| element.rect).collect();
            (neighbours(&rects), within(&elements), aligned(&tree, &elements, &element_of))
        };
        let (((left, above), within, aligned), units) =
            both(tree.len(), beside, || Units::new(page, &tree, &elements, &element_of));
        let mut seen = Seen {
            amounts: amounts(&elements, main),
            whole: Whole::new(page, &elements, &units, |element| {
                likeness(element, &title_words, title_first.as_deref())
            }),
            units,
            costs: costs(page, &elements),
            main,
            heading: headings(&elements, fonts.body),
            repeated: repeated(&elements),
            within,
            common: elements.iter().map(|element| site.commonness(page, &element.texts)).collect(),
            template_words: elements
                .iter()
                .map(|element| site.template_words(page, &element.texts))
                .collect(),
            title_words,
            title_first,
            nth: nth(&elements),
            aligned,
            extent: tree.block(BlockId::ROOT).rect,
            body_font: fonts.body,
            largest_font: fonts.largest,
            title,
            left,
            above,
            labelled_by: Vec::with_capacity(elements.len()),
            elements,
            element_of,
            page,
            tree,
        };
        seen.find_labels();
        Some(seen)
    }

    /// The texts that may label an element, the likeliest first: the label that its own text begins with; otherwise those of
    /// elements to the left, nearest before, above and just before.
    pub fn labels(&self, at: usize) -> impl Iterator<Item = Label<'_>> {
        let element = &self.elements[at];
        let own = element.label().map(|_| Label { element, own: true });
        let others = if own.is_some() { &[][..] } else { &self.labelled_by[at][..] };
        own.into_iter().chain(others.iter().map(|at| Label { element: &self.elements[*at], own: false }))
    }

    fn find_labels(&mut self) {
        let is_label: Vec<bool> =
            self.elements.iter().zip(&self.common).map(|(e, c)| is_label(e, *c)).collect();
        let is_fixed = |at: usize| {
            is_label[at] && self.common[at] == Commonness::Fixed && !self.elements[at].kind.is_image()
        };
        let mut last_fixed = None;
        for at in 0..self.elements.len() {
            let fixed = is_fixed(at);
            let nearest = last_fixed.filter(|last| !fixed && at - last <= LABEL_BEFORE);
            let mut labels: Vec<usize> = Vec::new();
            for label in [self.left[at], nearest, self.above[at], at.checked_sub(1)].into_iter().flatten() {
                let said = |other: &usize| self.elements[*other].text == self.elements[label].text;
                if is_label[label] && !labels.iter().any(said) {
                    labels.push(label);
                }
            }
            self.labelled_by.push(labels);
            if fixed {
                last_fixed = Some(at);
            }
        }
    }

    /// The number of the element that a leaf shows.
    pub fn element_of(&self, block: BlockId) -> Option<usize> {
        self.element_of[block.index()]
    }
}

/// A text that may label an element.
#[derive(Debug, Clone, Copy)]
pub struct Label<'s> {
    element: &'s Element<'s>,
    /// It is only what the element's text begins with.
    own: bool,
}

impl<'s> Label<'s> {
    /// The text.
    pub fn text(self) -> &'s str {
        self.element.label().filter(|_| self.own).unwrap_or(&self.element.text)
    }

    /// If it is short, folded and without marks around it.
    pub fn bare(self) -> Option<&'s str> {
        if self.own { self.element.bare_label() } else { self.element.bare() }
    }

    /// Its words, folded.
    pub fn words(self) -> Vec<&'s str> {
        if self.own { self.element.label_words().collect() } else { self.element.words().collect() }
    }
}

/// Whether an element looks as if it labelled others: it is short, and if the site is known, common on it.
fn is_label(element: &Element<'_>, common: Commonness) -> bool {
    let common = matches!(common, Commonness::Unknown | Commonness::Often | Commonness::Fixed);
    element.label().is_none()
        && element.text.len() <= LABEL_LENGTH
        && element.text.chars().any(char::is_alphabetic)
        && element.words().len() <= LABEL_WORDS
        && (common || element.text.ends_with(':'))
}

struct Fonts {
    body: f32,
    largest: f32,
}

impl Fonts {
    fn new(elements: &[Element<'_>]) -> Fonts {
        let mut characters: FxHashMap<i32, usize> = FxHashMap::default();
        for element in elements.iter().filter(|element| !element.kind.is_image()) {
            *characters.entry(element.style.font_size as i32).or_default() += element.text.len();
        }
        let body =
            characters.iter().max_by_key(|(size, count)| (**count, **size)).map_or(16, |(size, _)| *size);
        let largest =
            characters.iter().filter(|(_, count)| **count > 0).map(|(size, _)| *size).max().unwrap_or(body);
        Fonts { body: body as f32, largest: largest as f32 }
    }
}

fn headings(elements: &[Element<'_>], body: f32) -> Vec<Option<usize>> {
    let mut last = None;
    let stands_out = |element: &Element<'_>| {
        !element.text.is_empty()
            && !element.kind.is_image()
            && (element.style.font_size > body + 0.5 || element.style.font_weight >= 600)
    };
    let heading = |(at, element): (usize, &Element<'_>)| {
        let before = last;
        if stands_out(element) {
            last = Some(at);
        }
        before
    };
    elements.iter().enumerate().map(heading).collect()
}

/// The element with most words of the title and fewest others, best if it begins as the title does; of equals the largest, then the
/// first.
fn main(
    elements: &[Element<'_>],
    title_words: &FxHashSet<String>,
    title_first: Option<&str>,
) -> Option<usize> {
    let worth = |element: &Element<'_>| {
        (likeness(element, title_words, title_first), element.style.font_size as usize)
    };
    let texts = elements.iter().enumerate().filter(|(_, element)| !element.kind.is_image());
    let best = texts
        .map(|(at, element)| (worth(element), at))
        .max_by_key(|(worth, at)| (*worth, std::cmp::Reverse(*at)));
    best.filter(|((shared, _), _)| *shared > 0).map(|(_, at)| at)
}

/// How much of the title an element says, and how little else.
fn likeness(element: &Element<'_>, title_words: &FxHashSet<String>, title_first: Option<&str>) -> usize {
    let begins = title_first.is_some() && first_name(element.words()) == title_first;
    let (own, shared) = shared(element.words(), title_words);
    // The harmonic mean of both shares, coarsely.
    let overlap = shared * 20 / (own + title_words.len()).max(1);
    overlap + if begins { BEGINS_AS_TITLE } else { 0 }
}

/// For each element after the heading how many amounts of money come before it.
fn amounts(elements: &[Element<'_>], main: Option<usize>) -> Vec<Option<usize>> {
    let mut passed = 0;
    let count = |(at, element): (usize, &Element<'_>)| {
        let before = main.filter(|main| *main <= at).map(|_| passed);
        passed += usize::from(before.is_some() && element.kind == ElementKind::DollarText);
        before
    };
    elements.iter().enumerate().map(count).collect()
}

/// The first of a text's words that is no number.
pub fn first_name<'w>(words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    words.take(MOST_WORDS).find(|word| is_named(word))
}

/// How many different words a text has, and how many of them the title has.
pub fn shared<'w>(words: impl Iterator<Item = &'w str>, title_words: &FxHashSet<String>) -> (usize, usize) {
    let mut own: [&str; MOST_WORDS] = [""; MOST_WORDS];
    let (mut count, mut shared) = (0, 0);
    for word in words.take(MOST_WORDS) {
        if !own[..count].contains(&word) {
            own[count] = word;
            count += 1;
            shared += usize::from(title_words.contains(word));
        }
    }
    (count, shared)
}

fn is_named(word: &str) -> bool {
    word.chars().any(char::is_alphabetic)
}

fn nth(elements: &[Element<'_>]) -> Vec<usize> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let count = |element: &Element<'_>| {
        let count = counts.entry(element.look()).or_default();
        *count += 1;
        *count - 1
    };
    elements.iter().map(count).collect()
}

fn repeated(elements: &[Element<'_>]) -> Vec<usize> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for element in elements {
        *counts.entry(&element.text).or_default() += 1;
    }
    elements.iter().map(|element| counts[element.text.as_str()]).collect()
}

/// For each element the number of different longer texts in which its own stands as a whole.
fn within(elements: &[Element<'_>]) -> Vec<usize> {
    let hash = |words: &[u64]| {
        let mut hasher = FxHasher::default();
        words.iter().for_each(|word| hasher.write_u64(*word));
        hasher.finish()
    };
    let texts: Vec<Vec<u64>> = elements.iter().map(word_hashes).collect();
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    let mut known: FxHashSet<u64> = FxHashSet::default();
    for text in texts.iter().filter(|text| (2..=MOST_WORDS).contains(&text.len())) {
        if !known.insert(hash(text)) {
            continue;
        }
        let shorter = (1..text.len()).flat_map(|length| text.windows(length));
        let inside: FxHashSet<u64> = shorter.map(hash).collect();
        inside.into_iter().for_each(|part| *counts.entry(part).or_default() += 1);
    }
    texts.iter().map(|text| counts.get(&hash(text)).copied().unwrap_or(0)).collect()
}

/// The words of a text, enough of them to see that it is no short one.
fn word_hashes(element: &Element<'_>) -> Vec<u64> {
    let hash = |word: &str| {
        let mut hasher = FxHasher::default();
        word.chars().flat_map(char::to_lowercase).for_each(|c| hasher.write_u32(u32::from(c)));
        hasher.finish()
    };
    let words = element.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(MOST_WORDS + 1).map(hash).collect()
}
