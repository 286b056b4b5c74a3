//! A rendered page as features see it: its blocks, its elements, and what only the whole page tells of an element.

use super::alignment::{Aligned, aligned};
use super::element::{Element, ElementKind, elements};
use super::former_price::{PriceTime, price_times};
use super::neighbours::neighbours;
use super::repeated::RepeatedBlocks;
use super::site_texts::{Commonness, SiteTexts};
use super::whole_page::WholePage;
use super::words::{fold, has_letters, words};
use super::{BOLD, SAME_SIZE, join};
use chaffinch_core::{Page, Rect, TextMap, TextSet};
use chaffinch_vision::{BlockId, VisionSettings, VisionTree};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A text that all pages of a site have may be the caption of this many elements after it.
const CAPTION_REACH: usize = 6;
/// Texts are judged by their first words, at most this many.
pub const MOST_WORDS: usize = 12;
/// How much an element is more like the title for beginning as the title does. Having just the words of the title counts 10.
const BEGINS_AS_TITLE: usize = 3;
/// A caption has at most this many bytes and words.
const CAPTION_LENGTH: usize = 60;
const CAPTION_WORDS: usize = 6;
/// The font size of a page without text, in pixels.
const USUAL_FONT: i32 = 16;

/// A page with its vision tree.
#[derive(Debug)]
pub struct SeenPage<'p> {
    /// The page.
    pub page: &'p Page,
    /// Its blocks.
    pub tree: VisionTree,
    /// Its leaves, in reading order.
    pub elements: Vec<Element<'p>>,
    /// For each element the nearest one to the left of it.
    pub left: Vec<Option<usize>>,
    /// For each element the nearest one above it.
    pub above: Vec<Option<usize>>,
    /// For each element the nearest heading before it.
    pub heading: Vec<Option<usize>>,
    /// For each element how many of the page have the same text.
    pub same_text: Vec<usize>,
    /// For each element how many longer texts of the page contain its own.
    pub within: Vec<usize>,
    /// For each element how many elements before it look the same.
    pub nth: Vec<usize>,
    /// The page's title, folded.
    pub title: String,
    /// The words of the title, without those that most titles of the site have.
    pub title_words: TextSet<String>,
    /// The first of these words that is no number. Titles begin with the name of what the page is about.
    pub title_first: Option<String>,
    /// The element that is most like the title: the page's heading.
    pub main: Option<usize>,
    /// The font size of most characters, in pixels.
    pub body_font: f32,
    /// The largest font size of any text, in pixels.
    pub largest_font: f32,
    /// The extent of the page.
    pub extent: Rect,
    /// For each element how common its text is on the site.
    pub common: Vec<Commonness>,
    /// For each element which of its words belong to the site's template and not to the page.
    pub template_words: Vec<Option<Vec<bool>>>,
    /// For each element what the corresponding elements of neighbouring blocks say.
    pub aligned: Vec<Aligned>,
    /// The blocks that repeat, such as the items of a list.
    pub repeated: RepeatedBlocks,
    /// For each amount of money whether the markup says that it is the former price or the present one.
    pub price_times: Vec<Option<PriceTime>>,
    /// What tells whether the page is a list.
    pub whole: WholePage,
    /// For each element how many amounts of money stand between it and the page's heading; `None` before the heading.
    pub amounts: Vec<Option<usize>>,
    /// For each element the others that may be its caption.
    captioned_by: Vec<Vec<usize>>,
    /// For each block the element that it shows, if it is a leaf.
    element_of: Vec<Option<usize>>,
}

impl<'p> SeenPage<'p> {
    /// Looks at a page that has been laid out; `None` if nothing on it can be seen.
    pub fn new(page: &'p Page, site: &SiteTexts, settings: &VisionSettings) -> Option<SeenPage<'p>> {
        let tree = VisionTree::new(page, settings)?;
        let elements = elements(page, &tree);
        let mut element_of = vec![None; tree.len()];
        for (at, element) in elements.iter().enumerate() {
            element_of[element.block.index()] = Some(at);
        }
        let fonts = Fonts::new(&elements);
        let title = fold(&page.title().unwrap_or_default());
        let own_words = || words(&title).filter(|word| !site.in_most_titles(word));
        let title_first = own_words().find(|word| has_letters(word));
        let title_words: TextSet<String> = own_words().collect();
        let main = main(&elements, &title_words, title_first.as_deref());
        let beside = || {
            let rects: Vec<Rect> = elements.iter().map(|element| element.rect).collect();
            (neighbours(&rects), within(&elements), aligned(&tree, &elements, &element_of))
        };
        let (((left, above), within, aligned), repeated) =
            join(tree.len(), beside, || RepeatedBlocks::new(page, &tree, &elements, &element_of));
        let mut seen = SeenPage {
            amounts: amounts(&elements, main),
            whole: WholePage::new(page, &elements, &repeated, |element| {
                likeness(element, &title_words, title_first.as_deref())
            }),
            repeated,
            price_times: price_times(page, &elements),
            main,
            heading: headings(&elements, fonts.body),
            same_text: same_text(&elements),
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
            captioned_by: Vec::with_capacity(elements.len()),
            elements,
            element_of,
            page,
            tree,
        };
        seen.find_captions();
        Some(seen)
    }

    /// The texts that may be the caption of an element, the likeliest first: the one that its own text begins with; otherwise the
    /// element to the left, the nearest before it that all pages of the site have, the one above, and the one just before.
    pub fn captions(&self, at: usize) -> impl Iterator<Item = Caption<'_>> {
        let element = &self.elements[at];
        let own = element.caption().map(|_| Caption { element, own: true });
        let others = if own.is_some() { &[][..] } else { &self.captioned_by[at][..] };
        own.into_iter().chain(others.iter().map(|at| Caption { element: &self.elements[*at], own: false }))
    }

    fn find_captions(&mut self) {
        let is_caption: Vec<bool> =
            self.elements.iter().zip(&self.common).map(|(e, c)| is_caption(e, *c)).collect();
        let is_fixed = |at: usize| {
            is_caption[at] && self.common[at] == Commonness::Fixed && !self.elements[at].kind.is_image()
        };
        let mut last_fixed = None;
        for at in 0..self.elements.len() {
            let fixed = is_fixed(at);
            let nearest = last_fixed.filter(|last| !fixed && at - last <= CAPTION_REACH);
            let mut captions: Vec<usize> = Vec::new();
            for caption in [self.left[at], nearest, self.above[at], at.checked_sub(1)].into_iter().flatten() {
                let same = |other: &usize| self.elements[*other].text == self.elements[caption].text;
                if is_caption[caption] && !captions.iter().any(same) {
                    captions.push(caption);
                }
            }
            self.captioned_by.push(captions);
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

/// A text that may say what another one is: `Phone` beside `555-0100`.
#[derive(Debug, Clone, Copy)]
pub struct Caption<'s> {
    element: &'s Element<'s>,
    /// The caption is only the beginning of the element's text.
    own: bool,
}

impl<'s> Caption<'s> {
    /// The text.
    pub fn text(self) -> &'s str {
        self.element.caption().filter(|_| self.own).unwrap_or(&self.element.text)
    }

    /// The text, folded and without the marks around it, if it is short.
    pub fn bare(self) -> Option<&'s str> {
        if self.own { self.element.bare_caption() } else { self.element.bare() }
    }

    /// Its words, folded.
    pub fn words(self) -> Vec<&'s str> {
        if self.own { self.element.caption_words().collect() } else { self.element.words().collect() }
    }
}

/// Whether an element looks like a caption: it is short, and common on the site if the site is known.
fn is_caption(element: &Element<'_>, common: Commonness) -> bool {
    let common = matches!(common, Commonness::Unknown | Commonness::Often | Commonness::Fixed);
    element.caption().is_none()
        && element.text.len() <= CAPTION_LENGTH
        && has_letters(&element.text)
        && element.words().len() <= CAPTION_WORDS
        && (common || element.text.ends_with(':'))
}

/// The font sizes of a page, in pixels.
struct Fonts {
    /// That of most characters.
    body: f32,
    largest: f32,
}

impl Fonts {
    fn new(elements: &[Element<'_>]) -> Fonts {
        let mut characters: TextMap<i32, usize> = TextMap::default();
        for element in elements.iter().filter(|element| !element.kind.is_image()) {
            *characters.entry(element.style.font_size as i32).or_default() += element.text.len();
        }
        let body = characters
            .iter()
            .max_by_key(|(size, count)| (**count, **size))
            .map_or(USUAL_FONT, |(size, _)| *size);
        let largest =
            characters.iter().filter(|(_, count)| **count > 0).map(|(size, _)| *size).max().unwrap_or(body);
        Fonts { body: body as f32, largest: largest as f32 }
    }
}

/// For each element the last one before it that stands out by its font.
fn headings(elements: &[Element<'_>], body: f32) -> Vec<Option<usize>> {
    let mut last = None;
    let stands_out = |element: &Element<'_>| {
        !element.text.is_empty()
            && !element.kind.is_image()
            && (element.style.font_size > body + SAME_SIZE || element.style.font_weight >= BOLD)
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

/// The element that is most like the title; of several the one in the largest font, then the first.
fn main(elements: &[Element<'_>], title_words: &TextSet<String>, title_first: Option<&str>) -> Option<usize> {
    let worth = |element: &Element<'_>| {
        (likeness(element, title_words, title_first), element.style.font_size as usize)
    };
    let texts = elements.iter().enumerate().filter(|(_, element)| !element.kind.is_image());
    let best = texts
        .map(|(at, element)| (worth(element), at))
        .max_by_key(|(worth, at)| (*worth, std::cmp::Reverse(*at)));
    best.filter(|((shared, _), _)| *shared > 0).map(|(_, at)| at)
}

/// How like the title an element is: how many of its words are the title's, how few are others, and whether it begins as the title does.
fn likeness(element: &Element<'_>, title_words: &TextSet<String>, title_first: Option<&str>) -> usize {
    let begins = title_first.is_some() && first_name(element.words()) == title_first;
    let (own, shared) = shared(element.words(), title_words);
    // The harmonic mean of both shares, in tenths.
    let overlap = shared * 20 / (own + title_words.len()).max(1);
    overlap + if begins { BEGINS_AS_TITLE } else { 0 }
}

/// For each element after the heading how many amounts of money come between the two.
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
    words.take(MOST_WORDS).find(|word| has_letters(word))
}

/// How many different words a text has, and how many of them the title has.
pub fn shared<'w>(words: impl Iterator<Item = &'w str>, title_words: &TextSet<String>) -> (usize, usize) {
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

/// For each element how many elements before it look the same.
fn nth(elements: &[Element<'_>]) -> Vec<usize> {
    let mut counts: TextMap<&str, usize> = TextMap::default();
    let count = |element: &Element<'_>| {
        let count = counts.entry(element.look()).or_default();
        *count += 1;
        *count - 1
    };
    elements.iter().map(count).collect()
}

fn same_text(elements: &[Element<'_>]) -> Vec<usize> {
    let mut counts: TextMap<&str, usize> = TextMap::default();
    for element in elements {
        *counts.entry(&element.text).or_default() += 1;
    }
    elements.iter().map(|element| counts[element.text.as_str()]).collect()
}

/// For each element the number of different longer texts whose words include its own in a row.
fn within(elements: &[Element<'_>]) -> Vec<usize> {
    let hash = |words: &[u64]| {
        let mut hasher = FxHasher::default();
        words.iter().for_each(|word| hasher.write_u64(*word));
        hasher.finish()
    };
    let texts: Vec<Vec<u64>> = elements.iter().map(word_hashes).collect();
    let mut counts: TextMap<u64, usize> = TextMap::default();
    let mut known: TextSet<u64> = TextSet::default();
    for text in texts.iter().filter(|text| (2..=MOST_WORDS).contains(&text.len())) {
        if !known.insert(hash(text)) {
            continue;
        }
        let shorter = (1..text.len()).flat_map(|length| text.windows(length));
        let inside: TextSet<u64> = shorter.map(hash).collect();
        inside.into_iter().for_each(|part| *counts.entry(part).or_default() += 1);
    }
    texts.iter().map(|text| counts.get(&hash(text)).copied().unwrap_or(0)).collect()
}

/// The first words of a text, hashed: enough of them to see that it is not a short text.
fn word_hashes(element: &Element<'_>) -> Vec<u64> {
    let hash = |word: &str| {
        let mut hasher = FxHasher::default();
        word.chars().flat_map(char::to_lowercase).for_each(|c| hasher.write_u32(u32::from(c)));
        hasher.finish()
    };
    let words = element.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(MOST_WORDS + 1).map(hash).collect()
}
