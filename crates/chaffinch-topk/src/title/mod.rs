//! Reads from titles how many items of what a page has.

mod languages;
mod numeral;
mod phrase;
mod words;

use chaffinch_core::{NodeId, Page, collapse_space};
pub(crate) use numeral::roman;
use phrase::Phrase;

/// A list that a title promises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promise {
    /// How many items.
    pub k: usize,
    /// The title without the site's name; empty where `k` was given by the user alone.
    pub title: String,
    /// What the items are: "scientists".
    pub concept: Option<String>,
    /// The words that rank them: "most influential".
    pub ranking: Option<String>,
    /// The time that the title speaks of: "2025", "of all time".
    pub time: Option<String>,
    /// How clearly the title says it.
    pub clarity: Clarity,
}

/// How clearly a number in a title counts items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clarity {
    /// A round number at the end, as in "Hot 100": a list, or the name of something.
    Faint,
    /// A number before a plural, somewhere in a sentence.
    Likely,
    /// A number where titles put it: first, or after "top" and the like, before a plural.
    Clear,
    /// The user gave the number.
    Given,
}

impl Promise {
    /// The promise of the number that the user gave, with the concept, ranking and time of the page's own title.
    pub fn given(page: &Page, k: usize) -> Promise {
        let read = promises(page);
        let own = read.iter().find(|promise| promise.k == k).or(read.first()).cloned();
        let title = titles(page).into_iter().next().unwrap_or_default();
        let blank = Promise { k, title, concept: None, ranking: None, time: None, clarity: Clarity::Given };
        Promise { k, clarity: Clarity::Given, ..own.unwrap_or(blank) }
    }
}

/// The promises of a page's titles (`<title>`, `og:title`, `<h1>`), each number once, the clearest first.
pub fn promises(page: &Page) -> Vec<Promise> {
    let mut found: Vec<Promise> = Vec::new();
    for title in titles(page) {
        for promise in read_title(&title) {
            match found.iter_mut().find(|known| known.k == promise.k) {
                Some(known) if known.clarity < promise.clarity => *known = promise,
                Some(_) => {}
                None => found.push(promise),
            }
        }
    }
    found.sort_by_key(|promise| std::cmp::Reverse(promise.clarity));
    found
}

/// The promises that one title makes, the clearest first.
///
/// ```
/// let promises = chaffinch_topk::read_title("20 Most Influential Scientists Alive Today | SuperScholar");
/// assert_eq!(promises[0].k, 20);
/// assert_eq!(promises[0].concept.as_deref(), Some("Scientists"));
/// assert_eq!(promises[0].ranking.as_deref(), Some("Most Influential"));
/// ```
pub fn read_title(title: &str) -> Vec<Promise> {
    /// Most characters of a title that are read: a limit against hostile input.
    const LONGEST: usize = 500;
    let title: String = collapse_space(title).chars().take(LONGEST).collect();
    let mut found: Vec<Promise> = Vec::new();
    let parts = parts(&title);
    for (at, part) in parts.iter().enumerate() {
        let phrase = Phrase::new(part);
        for (k, clarity) in languages::unspaced_counts(part) {
            found.push(Promise {
                k,
                title: (*part).to_owned(),
                concept: None,
                ranking: None,
                time: phrase.time(),
                clarity,
            });
        }
        for count in phrase.counts() {
            let clarity = count.clarity;
            // The concept may stand in the part before: "Best Films - Top 25".
            let before = || at.checked_sub(1).and_then(|i| Phrase::new(parts[i]).concept());
            found.push(Promise {
                k: count.k,
                title: (*part).to_owned(),
                concept: phrase.concept_after(&count).or_else(before),
                ranking: phrase.ranking(&count),
                time: phrase.time().or_else(|| parts.iter().find_map(|part| Phrase::new(part).time())),
                clarity,
            });
        }
    }
    found.sort_by_key(|promise| std::cmp::Reverse(promise.clarity));
    found
}

/// The titles of a page: `<title>`, `og:title` and `<h1>`.
fn titles(page: &Page) -> Vec<String> {
    /// A page with more `<h1>` uses them for its sections.
    const HEADINGS: usize = 3;
    let mut titles: Vec<String> = page.title().into_iter().collect();
    let head_line = page.ids().find(|id| {
        page.is(*id, "meta")
            && page.attribute(*id, "property").is_some_and(|p| p.eq_ignore_ascii_case("og:title"))
    });
    titles.extend(head_line.and_then(|id| page.attribute(id, "content")).map(str::to_owned));
    let headings: Vec<NodeId> = page.ids().filter(|id| page.is(*id, "h1")).take(HEADINGS + 1).collect();
    if headings.len() <= HEADINGS {
        titles.extend(headings.iter().map(|id| page.flat_text(*id)));
    }
    titles.retain(|title| !title.is_empty());
    titles
}

/// The parts of a title between the marks that separate the site's name from the rest.
fn parts(title: &str) -> Vec<&str> {
    const MARKS: [&str; 9] = [" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " // "];
    let mut parts = vec![title];
    for mark in MARKS {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}
