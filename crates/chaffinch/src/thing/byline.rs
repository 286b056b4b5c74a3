//! Who wrote what a page is about, by the words that its markup has for the line that says so.

use super::facts::{Facts, tidy};
use super::labels::OTHERS;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{FoundCell, NodeId, Page};

/// Most characters and words of who wrote something.
const LONGEST_NAME: usize = 60;
const MOST_WORDS: usize = 6;
/// Most nodes of an element that is a name.
const NAME_NODES: usize = 12;
/// How many levels above a name those who comment are named.
const COMMENT_LEVELS: usize = 8;
/// What texts beside names call upon readers to do.
const CALLS: [&str; 12] = [
    "log in", "login", "sign in", "sign up", "register", "newest", "oldest", "follow", "profile", "author",
    "admin", "administrator",
];

impl Facts<'_, '_> {
    /// The link or element that the markup calls the author's. Beside what is sold such names are those of its critics.
    pub fn take_byline(&mut self) {
        let Some(author) = Meaning::of("author").filter(|author| !self.tells(*author)) else { return };
        if self.is_sold() {
            return;
        }
        let page = self.page();
        let mut best: Option<(u8, FoundCell)> = None;
        for id in page.ids().filter(|id| page.is_element(*id)) {
            let Some(rank) =
                rank(page, id).filter(|rank| best.as_ref().is_none_or(|(known, _)| rank < known))
            else {
                continue;
            };
            let is_small = page.node(id).end.index() - id.index() <= NAME_NODES;
            if !is_small || self.is_far(id) || self.subject.is_beside(id) || is_in_comments(page, id) {
                continue;
            }
            let cell = tidy(FoundCell::shown(page, id, page.flat_text(id)));
            if is_writer(&cell.text) && self.survey.shows(&self.survey.subtree(id)) {
                best = Some((rank, cell));
            }
        }
        if let Some((_, cell)) = best {
            self.add_meant(author, vec![cell]);
        }
    }
}

/// How surely the markup says that an element names who wrote the page, the surest first.
fn rank(page: &Page, id: NodeId) -> Option<u8> {
    let says =
        |value: &str, word: &str| value.split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case(word));
    if page.attribute(id, "rel").is_some_and(|rel| says(rel, "author")) {
        return Some(0);
    }
    let class = page.class_text(id);
    // Cheaper than the words of all classes.
    if !["author", "Author", "byline", "Byline"].iter().any(|word| class.contains(word)) {
        return None;
    }
    let words = words_of(class);
    let has = |word: &str| words.split(' ').any(|own| own == word);
    match (has("author") || has("byline"), has("name")) {
        (true, true) => Some(1),
        (true, false) => Some(2),
        _ => None,
    }
}

fn is_in_comments(page: &Page, id: NodeId) -> bool {
    let near = std::iter::once(id).chain(page.ancestors(id)).take(COMMENT_LEVELS);
    near.map(|above| page.class_text(above)).any(|class| {
        let class = class.to_ascii_lowercase();
        class.contains("comment") || class.contains("review") || class.contains("related")
    })
}

/// Whether a text can name who wrote something: a few words, none of them a number, a label or a call.
pub(super) fn is_writer(text: &str) -> bool {
    let words = words_of(text);
    let first = words.split(' ').next().unwrap_or("");
    (2..=LONGEST_NAME).contains(&text.chars().count())
        && text.split_whitespace().count() <= MOST_WORDS
        && text.chars().filter(|c| c.is_alphabetic()).count() > 1
        && !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '/' | '?' | '!' | ':'))
        && !OTHERS.contains(&first)
        && !CALLS.contains(&words.as_str())
        && Meaning::of(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_labels_and_addresses_write_nothing() {
        for name in ["Jane Doe", "By Jane van der Doe", "The Kitchen Team"] {
            assert!(is_writer(name), "{name}");
        }
        for other in ["Log in", "Read more", "Author", "example.org/jane", "Published 3 May", "x"] {
            assert!(!is_writer(other), "{other}");
        }
    }
}
