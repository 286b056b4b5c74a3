//! Offices and who holds them.

use crate::align::Item;
use crate::draft::DraftValue;
use crate::pieces::hash;
use crate::settings::ColumnSettings;
use chaffinch_core::{TextMap, TextSet};
use chaffinch_survey::Survey;
use std::ops::Range;

/// Parts the texts at places where nearly all of them are an office and who holds it: `Minister of Health: Jane Doe`, `Jane Doe, Minister
/// of Health`.
pub(crate) fn part_offices(survey: &Survey, records: &mut [Vec<Item>], settings: &ColumnSettings) {
    let mut counts: TextMap<u64, Place> = TextMap::default();
    for item in records.iter().flatten().filter(|item| item.is_text()) {
        let place = counts.entry(item.piece.path).or_default();
        place.texts += 1;
        if let Some(held) = held_office(&item.value.text) {
            place.held += 1;
            place.offices.insert(&item.value.text[held.office]);
        }
    }
    // `Director` before each of many names is their label.
    let is_told = |place: &Place| {
        place.offices.len() >= FEWEST_OFFICES
            && 2 * place.offices.len() > place.held
            && place.held as f32 >= settings.same_number * place.texts as f32
    };
    let places: TextSet<u64> =
        counts.iter().filter(|(_, place)| is_told(place)).map(|(path, _)| *path).collect();
    drop(counts);
    for items in records.iter_mut().filter(|_| !places.is_empty()) {
        let parted = |item: Item| -> Vec<Item> {
            let is_held = item.is_text() && places.contains(&item.piece.path);
            let text = &survey.stream().text()[item.value.range.clone()];
            let Some(held) = held_office(text).filter(|_| is_held) else { return vec![item] };
            let part = |range: Range<usize>, label: Option<&str>, which: u8| {
                let base = item.value.range.start;
                let value: DraftValue = item.value.part(survey, base + range.start..base + range.end);
                let place = hash((item.piece.path, which));
                Item { order: item.order, ..Item::new(item.piece.at(place), value, label.map(str::to_owned)) }
            };
            let office = part(held.office.clone(), Some("position"), 0);
            let holder = part(held.holder.clone(), None, 1);
            if held.office.start < held.holder.start { vec![office, holder] } else { vec![holder, office] }
        };
        *items = std::mem::take(items).into_iter().flat_map(parted).collect();
    }
}

/// The texts of all records at one place.
#[derive(Default)]
struct Place<'t> {
    texts: usize,
    /// How many are an office and its holder.
    held: usize,
    offices: TextSet<&'t str>,
}

/// Fewest different offices by which they are told from a label.
const FEWEST_OFFICES: usize = 3;

/// Where in a text an office stands, and who holds it.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    office: Range<usize>,
    holder: Range<usize>,
}

/// Most bytes of a text that is an office and its holder.
const LONGEST: usize = 240;

fn held_office(text: &str) -> Option<Held> {
    let has_sign = |text: &str| text.bytes().any(|b| matches!(b, b':' | b',' | b'-') || !b.is_ascii());
    if text.len() > LONGEST || !has_sign(text) {
        return None;
    }
    // Behind a colon stands what is announced; at other signs a word for an office must say so.
    [(":", false), ("：", false), (" – ", true), (" — ", true), (" - ", true), (", ", true)].iter().find_map(
        |(sign, must_say)| {
            let is_office =
                |part: &str| !must_say && part.chars().any(char::is_alphabetic) || says_office(part);
            let parted = |at: usize| (0..at, at + sign.len()..text.len());
            let (office, holder) = parted(text.rfind(sign)?);
            if is_office(&text[office.clone()]) && is_person(&text[holder.clone()]) {
                return Some(Held { office, holder });
            }
            let (holder, office) = parted(text.find(sign)?);
            (says_office(&text[office.clone()]) && is_person(&text[holder.clone()]))
                .then_some(Held { office, holder })
        },
    )
}

/// Whether a text can be a person's name, perhaps with titles and all in capitals.
fn is_person(text: &str) -> bool {
    const PARTICLES: [&str; 16] = [
        "de", "da", "do", "dos", "del", "di", "van", "von", "der", "den", "bin", "al", "el", "la", "le", "y",
    ];
    let is_name = |word: &str| {
        let is_plain = word.chars().all(|c| c.is_alphabetic() || ".-'’".contains(c));
        is_plain && (word.starts_with(char::is_uppercase) || PARTICLES.contains(&word))
    };
    let words = || text.split_whitespace();
    (2..=6).contains(&words().take(7).count()) && words().all(is_name) && !says_office(text)
}

/// Whether a text says what office a person holds.
pub(crate) fn says_office(text: &str) -> bool {
    let words = || text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_short = words().nth(OFFICE_WORDS).is_none();
    is_short
        && words().any(|word| {
            let word = word.to_lowercase();
            OFFICES.iter().any(|office| word.starts_with(office))
        })
}

/// Most words of an office; longer texts are about people who hold one.
const OFFICE_WORDS: usize = 20;

/// How words for offices of state and of organisations begin, in many languages, in lower case.
const OFFICES: [&str; 42] = [
    "minist", "miniszt", "menteri", "waziri", "bakan", "presid", "präsid", "präzid", "prezid", "prime",
    "premier", "chancell", "kanzler", "secretar", "secrétair", "sekret", "deputy", "commissioner",
    "governor", "gouverneur", "gobernador", "mayor", "bürgermeister", "maire", "alcalde", "ambassador",
    "botschafter", "chairman", "chairperson", "chairwoman", "министр", "председател", "президент",
    "секретар", "υπουργ", "πρόεδρ", "նախարար", "وزير", "رئيس", "وزیر", "大臣", "장관",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_office_and_its_holder_are_told_apart_in_either_order() {
        let parts = |text: &str| {
            held_office(text)
                .map(|held| (text[held.office].trim().to_owned(), text[held.holder].trim().to_owned()))
        };
        let pair = |office: &str, holder: &str| Some((office.to_owned(), holder.to_owned()));
        assert_eq!(parts("Minister of Health: Jane Doe"), pair("Minister of Health", "Jane Doe"));
        assert_eq!(parts("HEALTH AND SPORT: JANE DOE"), pair("HEALTH AND SPORT", "JANE DOE"));
        assert_eq!(
            parts("Dr. Jane Doe, Minister of Health, Sport"),
            pair("Minister of Health, Sport", "Dr. Jane Doe")
        );
        assert_eq!(parts("Deputy Mayor – Ana de la Cruz"), pair("Deputy Mayor", "Ana de la Cruz"));
        for text in
            ["Batman: The 3rd Movie", "Jane Doe, John Roe", "Tea - Green Leaves", "Minister of Health"]
        {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
