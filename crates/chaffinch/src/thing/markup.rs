//! What `itemprop`, classes and ids say of single texts.

use super::facts::{Facts, tidy, typed};
use super::labels::OTHERS;
use chaffinch_columns::{Markup, Meaning, words_of};
use chaffinch_core::{ColumnType, FoundCell, NodeId, Page};
use std::collections::HashMap;

/// Most characters of an element that is one value.
const LONGEST_HOLDER: usize = 160;
/// Most texts that are looked at for what their markup says.
const MOST_TEXTS: usize = 3000;

impl Facts<'_, '_> {
    /// What markup says of single texts, those behind the main heading first.
    pub fn take_markup(&mut self) {
        let (survey, page) = (self.survey, self.page());
        let all = survey.inked_in(&(NodeId::DOCUMENT..NodeId::from_index(page.len())));
        let split = all.partition_point(|node| *node < self.subject.start());
        let near = all[split..].iter().chain(all[..split].iter().rev()).take(MOST_TEXTS);
        let markup = Markup::new(page);
        let mut held: HashMap<Meaning, NodeId> = HashMap::new();
        for text in near.filter(|text| !page.is_element(**text)) {
            if self.seen.contains(text) || self.subject.is_beside(*text) {
                continue;
            }
            let told = property_meaning(page, *text).or_else(|| markup.meaning(&[*text]));
            let Some(meaning) = told else { continue };
            // The element that bears the name, which may be more than one text.
            let mut holder = page.node(*text).parent.unwrap_or(*text);
            while let Some(above) = page.node(holder).parent
                && markup.meaning(&[above]) == Some(meaning)
                && survey.content(&survey.subtree(above)).chars <= LONGEST_HOLDER
                && page.flat_text(above).chars().count() <= LONGEST_HOLDER
            {
                holder = above;
            }
            if matches!(
                meaning.name(),
                "name" | "description" | "category" | "url" | "image" | "address" | "quantity" | "rank"
            ) || (self.sells && (meaning.kind() == ColumnType::Date || self.is_said_far(meaning, *text)))
                || self.is_of_shop(meaning, meaning.name())
                || held.insert(meaning, holder).is_some()
            {
                continue;
            }
            let of_holder = tidy(without_label(FoundCell::shown(page, holder, page.flat_text(holder))));
            let of_text = || tidy(FoundCell::shown(page, *text, page.flat_text(*text)));
            let long = of_holder.text.chars().count() > self.settings.longest_value;
            // A number in an element with others stands for itself.
            let cell = match typed(meaning.kind(), of_holder) {
                Some(cell) => Some(cell),
                None => typed(meaning.kind(), of_text()),
            };
            match cell.filter(|cell| !long && says_something(meaning, cell)) {
                Some(cell) => self.add_meant(meaning, vec![cell]),
                None => {
                    held.remove(&meaning);
                }
            }
        }
    }
}

impl Facts<'_, '_> {
    /// Whether a text far below the name of what is sold is called its author, or a state: it is a reader's, who reviews it.
    fn is_said_far(&self, meaning: Meaning, text: NodeId) -> bool {
        matches!(meaning.name(), "author" | "status" | "location" | "jobTitle") && self.is_far(text)
    }
}

/// How many pictures are looked at.
const MOST_PICTURES: usize = 300;

impl Facts<'_, '_> {
    /// The picture that the page shows under the name of the thing, beside those that its data tells of.
    pub fn take_picture(&mut self) {
        let page = self.page();
        let name = words_of(&self.subject.name.text);
        if !name.contains(' ') {
            return;
        }
        let mut pictures = page.ids().filter(|id| page.is(*id, "img")).take(MOST_PICTURES);
        let own = pictures.find(|id| {
            !self.subject.is_beside(*id)
                && !self.subject.is_listed(*id)
                && page.attribute(*id, "alt").is_some_and(|alt| words_of(alt).starts_with(&name))
        });
        let address = own.and_then(|id| Some((id, page.images(id).into_iter().next()?)));
        let Some((id, address)) = address.filter(|(_, address)| !address.starts_with("data:")) else {
            return;
        };
        self.add_picture(FoundCell::address(id, address));
    }
}

/// What `itemprop` says of a text, on its element or the one around it.
fn property_meaning(page: &Page, text: NodeId) -> Option<Meaning> {
    let mut near = page.ancestors(text).take(2);
    near.find_map(|id| Meaning::of(page.attribute(id, "itemprop")?))
}

/// A cell without the label in front of its value.
fn without_label(mut cell: FoundCell) -> FoundCell {
    if let Some((label, value)) = cell.text.split_once([':', '：'])
        && !value.trim().is_empty()
        && (label.ends_with(|c: char| c.is_alphabetic() || c == ' ') || Meaning::of(label).is_some())
        && !value.starts_with("//")
    {
        cell.text = value.trim().to_owned();
    }
    cell
}

/// Whether a text can be a value, and not the label of one: codes and hours have digits, and nothing is called by its own kind.
fn says_something(meaning: Meaning, cell: &FoundCell) -> bool {
    let is_code = matches!(meaning.name(), "sku" | "mpn" | "gtin" | "isbn" | "openingHours");
    let has_digit = cell.text.contains(|c: char| c.is_ascii_digit());
    let is_short = meaning.name() == "openingHours" || cell.text.split(' ').count() <= 4;
    let first_word = cell.text.split(' ').next().filter(|_| meaning.kind() == ColumnType::Text);
    (!is_code || (has_digit && is_short))
        && !first_word.is_some_and(|word| OTHERS.contains(&word.to_lowercase().as_str()))
        && (meaning.kind() != ColumnType::Text || Meaning::of(&cell.text).is_none())
        && cell.text.chars().any(char::is_alphanumeric)
}
