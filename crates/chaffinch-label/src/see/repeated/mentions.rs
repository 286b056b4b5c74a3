//! The texts of a repeated block that its links and images mention: addresses are often made from names, and images described by
//! them.

use super::Element;

/// Words with fewer characters than this are not looked for.
const SHORTEST: usize = 3;
/// The first words of a text that are looked for.
const MOST_WORDS: usize = 16;
/// About this many bytes of a block's addresses, and of its descriptions, are searched.
const MOST_LETTERS: usize = 2000;

/// How many words of a text the links and images of its repeated block have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mentioned {
    /// Quarters of its words that stand in the addresses of the block's links.
    pub by_link: usize,
    /// Quarters of its words that stand in the descriptions of the block's images.
    pub by_image: usize,
    /// No other text of the block has more words mentioned.
    pub best: bool,
}

/// Looks for the words of the texts of each repeated block in the block's addresses and descriptions.
pub fn mentioned(
    elements: &[Element<'_>],
    block_of: &[Option<usize>],
    blocks: usize,
) -> Vec<Option<Mentioned>> {
    let mut links = vec![String::new(); blocks];
    let mut images = vec![String::new(); blocks];
    for (element, block) in elements.iter().zip(block_of) {
        let Some(block) = *block else { continue };
        let description = element.kind.is_image().then_some(element.text.as_str());
        for (text, into) in [(element.link, &mut links[block]), (description, &mut images[block])] {
            if let Some(text) = text.filter(|_| into.len() < MOST_LETTERS) {
                into.extend(text.chars().take(MOST_LETTERS).flat_map(char::to_lowercase));
                into.push(' ');
            }
        }
    }
    let mut most = vec![0; blocks];
    let mut count = |at: usize, element: &Element<'_>| {
        let block = block_of[at].filter(|_| !element.kind.is_image())?;
        let words: Vec<String> = element
            .text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() >= SHORTEST)
            .take(MOST_WORDS)
            .map(str::to_lowercase)
            .collect();
        let inside = |text: &str| words.iter().filter(|word| text.contains(word.as_str())).count();
        let (by_link, by_image) = (inside(&links[block]), inside(&images[block]));
        most[block] = by_link.max(by_image).max(most[block]);
        Some((block, by_link, by_image, words.len()))
    };
    let counts: Vec<_> = elements.iter().enumerate().map(|(at, element)| count(at, element)).collect();
    let mentioned = |(block, by_link, by_image, words): (usize, usize, usize, usize)| {
        let quarters = |count: usize| (4 * count).checked_div(words).unwrap_or(0);
        let best = most[block] > 0 && by_link.max(by_image) == most[block];
        Mentioned { by_link: quarters(by_link), by_image: quarters(by_image), best }
    };
    counts.into_iter().map(|count| count.map(mentioned)).collect()
}
