//! A rendered page as features see it: blocks, elements and what only the whole page tells of them.

use crate::aligned::{Aligned, aligned};
use crate::element::{Element, ElementKind, elements};
use crate::neighbours::neighbours;
use crate::site::{Commonness, SiteTexts};
use crate::units::Units;
use crate::whole::Whole;
use crate::words::{fold, look, words};
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
    /// What tells whether it is a list.
    pub whole: Whole,
    /// For each element how many amounts of money stand between it and the heading before it; none before the heading.
    pub amounts: Vec<Option<usize>>,
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
        let rects: Vec<Rect> = elements.iter().map(|element| element.rect).collect();
        let (left, above) = neighbours(&rects);
        let fonts = Fonts::new(&elements);
        let title = fold(&page.title().unwrap_or_default());
        let told = || words(&title).filter(|word| !site.in_most_titles(word));
        let title_first = told().find(|word| is_named(word));
        let title_words: FxHashSet<String> = told().collect();
        let main = main(&elements, &title_words, title_first.as_deref());
        let units = Units::new(page, &tree, &elements, &element_of);
        let seen = Seen {
            amounts: amounts(&elements, main),
            whole: Whole::new(page, &elements, &units, |element| {
                likeness(element, &title_words, title_first.as_deref())
            }),
            units,
            main,
            heading: headings(&elements, fonts.body),
            repeated: repeated(&elements),
            within: within(&elements),
            common: elements.iter().map(|element| site.commonness(page, &element.texts)).collect(),
            template_words: elements
                .iter()
                .map(|element| site.template_words(page, &element.texts))
                .collect(),
            title_words,
            title_first,
            nth: nth(&elements),
            aligned: aligned(&tree, &elements, &element_of),
            extent: tree.block(BlockId::ROOT).rect,
            body_font: fonts.body,
            largest_font: fonts.largest,
            title,
            left,
            above,
            elements,
            element_of,
            page,
            tree,
        };
        Some(seen)
    }

    /// The texts that may label an element, the likeliest first: the label that its own text begins with; otherwise those to the left,
    /// nearest before, above and just before.
    pub fn labels(&self, at: usize) -> Vec<&str> {
        if let Some(own) = self.elements[at].parts().0 {
            return vec![own];
        }
        let nearest = (at.saturating_sub(LABEL_BEFORE)..at).rev().find(|before| self.is_fixed(*before));
        let nearest = nearest.filter(|_| !self.is_fixed(at));
        let mut labels: Vec<&str> = Vec::new();
        for label in [self.left[at], nearest, self.above[at], at.checked_sub(1)].into_iter().flatten() {
            let text = self.elements[label].text.as_str();
            if self.is_label(label) && !labels.contains(&text) {
                labels.push(text);
            }
        }
        labels
    }

    fn is_fixed(&self, at: usize) -> bool {
        self.common[at] == Commonness::Fixed && !self.elements[at].kind.is_image() && self.is_label(at)
    }

    /// Whether an element looks as if it labelled others: it is short, and if the site is known, common on it.
    fn is_label(&self, at: usize) -> bool {
        let element = &self.elements[at];
        let common = matches!(self.common[at], Commonness::Unknown | Commonness::Often | Commonness::Fixed);
        element.parts().0.is_none()
            && element.text.len() <= LABEL_LENGTH
            && element.text.chars().any(char::is_alphabetic)
            && words(&element.text).take(LABEL_WORDS + 1).count() <= LABEL_WORDS
            && (common || element.text.ends_with(':'))
    }

    /// The number of the element that a leaf shows.
    pub fn element_of(&self, block: BlockId) -> Option<usize> {
        self.element_of[block.index()]
    }
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
    let begins = title_first.is_some() && first_name(&element.text).as_deref() == title_first;
    let own: FxHashSet<String> = words(&element.text).take(MOST_WORDS).collect();
    let shared = own.iter().filter(|word| title_words.contains(*word)).count();
    // The harmonic mean of both shares, coarsely.
    let overlap = shared * 20 / (own.len() + title_words.len()).max(1);
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

/// The first word of a text that is no number.
pub fn first_name(text: &str) -> Option<String> {
    words(text).take(MOST_WORDS).find(|word| is_named(word))
}

fn is_named(word: &str) -> bool {
    word.chars().any(char::is_alphabetic)
}

fn nth(elements: &[Element<'_>]) -> Vec<usize> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let count = |element: &Element<'_>| {
        let count = counts.entry(look(element.parts().1)).or_default();
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
