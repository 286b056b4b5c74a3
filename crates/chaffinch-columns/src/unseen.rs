//! Texts for readers who listen to a page: `Original price was: $53.95` beside a price that is crossed out.
//!
//! They stand in elements that a class hides from the eye. Where they only say again what the record shows, they are no values of it.

use chaffinch_core::{NodeId, Page};
use chaffinch_survey::{Record, Survey};

/// What is in the names of classes, without signs and in lower case, by which many sites and frameworks hide a text from the eye alone.
const HIDDEN: [&str; 7] = [
    "sronly", "visuallyhidden", "hiddenvisually", "screenreader", "hiddenaccessible", "a11yhidden",
    "assistivetext",
];
/// Most words beside the numbers of a text that says again what the record shows.
const MOST_WORDS: usize = 5;

/// The texts of a record that are only heard and that say what others show.
pub(crate) struct Unseen<'s> {
    survey: &'s Survey<'s>,
    record: &'s Record,
    /// All that is shown, without white space, once it is asked for.
    shown: Option<String>,
}

impl<'s> Unseen<'s> {
    pub fn new(survey: &'s Survey<'s>, record: &'s Record) -> Unseen<'s> {
        Unseen { survey, record, shown: None }
    }

    /// Whether an element is hidden from the eye, and all its numbers, or all but its first words, are shown elsewhere in the record.
    pub fn repeats(&mut self, node: NodeId) -> bool {
        let page = self.survey.page;
        if !is_unseen(page, node) {
            return false;
        }
        let text = page.flat_text(node);
        let (numbers, words): (Vec<&str>, Vec<&str>) =
            text.split_whitespace().partition(|word| word.contains(char::is_numeric));
        let shown = self.shown.get_or_insert_with(|| shown(self.survey, self.record));
        let has_numbers =
            || numbers.iter().all(|number| shown.contains(number.trim_end_matches(['.', ',', ';'])));
        // `Save this event: Name of the event`.
        let behind = text.split_once([':', '：']).map_or("", |(_, behind)| behind);
        let name: String = behind.chars().filter(|c| !c.is_whitespace()).collect();
        (!numbers.is_empty() && words.len() <= MOST_WORDS && has_numbers())
            || (!name.is_empty() && shown.contains(&name))
    }
}

fn is_unseen(page: &Page, node: NodeId) -> bool {
    let hides = |class: &str| {
        let letters = class.bytes().filter(u8::is_ascii_alphanumeric);
        let letters: Vec<u8> = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        let begins = |at: usize| HIDDEN.iter().any(|known| letters[at..].starts_with(known.as_bytes()));
        (0..letters.len()).any(begins)
    };
    page.classes(node).any(hides)
}

/// What a record shows, without white space.
fn shown(survey: &Survey, record: &Record) -> String {
    let page = survey.page;
    let mut shown = String::new();
    for part in &record.parts {
        let mut at = part.start;
        while at < part.end {
            if is_unseen(page, at) {
                at = page.node(at).end;
                continue;
            }
            if survey.inked[at.index()] && !page.is_element(at) {
                shown.extend(page.own_text(at).chars().filter(|c| !c.is_whitespace()));
            }
            at = NodeId::from_index(at.index() + 1);
        }
    }
    shown
}
