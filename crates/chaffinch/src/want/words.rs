//! Compares names of attributes by their words and by what they mean.

use super::certainty::Certainty;
use crate::thing::singular;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::ColumnType;

/// How sure it is that a column's name means the wanted one, 0 to 1. A name may be several: `Short title / District`, `Case name (PDF)`.
pub(super) fn likeness(wanted: &str, name: &str, certainty: &Certainty) -> f32 {
    let whole = likeness_of_one(wanted, name, certainty);
    let mut parts = name.split(['/', '(', '|', ';']).map(|part| part.trim_end_matches([')', ' ']));
    match parts.next() {
        Some(first) if first.len() < name.len() => {
            let best = parts.map(|part| likeness_of_one(wanted, part, certainty) * certainty.of_part);
            let first = likeness_of_one(wanted, first, certainty).min(certainty.last_part);
            let first = first * certainty.first_of_several;
            best.fold(whole.max(first), f32::max)
        }
        _ => whole,
    }
}

fn likeness_of_one(wanted: &str, name: &str, certainty: &Certainty) -> f32 {
    let (asked, whole) = (words_of(wanted), words_of(name));
    if asked.is_empty() || whole.is_empty() {
        return 0.0;
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    let same = |a: Option<Meaning>, b: Option<Meaning>| a.is_some() && a == b;
    let meant = Meaning::of(wanted);
    if asked == whole {
        certainty.equal
    } else if asked == words_of(last) {
        certainty.last_part
    } else if same(meant, Meaning::of(name)) {
        certainty.synonym
    } else if same(meant, Meaning::of(last)) {
        // `publisher.name` is a name, but rather that of another thing.
        certainty.synonym * certainty.of_part
    } else if same(Meaning::of_compound(wanted), Meaning::of_compound(last)) {
        certainty.compound
    } else if meant.zip(Meaning::of(name)).is_some_and(|(meant, other)| are_kin(meant, other)) {
        certainty.kin
    } else if meant.is_some() && Meaning::of(name).is_some() {
        // A company's name is no name of what it sells, whatever words the two share.
        0.0
    } else {
        certainty.shared_words * shared(&asked, &whole)
    }
}

/// Whether pages use one of two meanings for the other: who wrote an opinion is its judge.
fn are_kin(a: Meaning, b: Meaning) -> bool {
    const KIN: [&[&str]; 9] = [
        &["author", "judge"],
        &["datePublished", "startDate", "dateModified"],
        &["location", "address", "country"],
        &["company", "brand", "publisher"],
        &["price", "salary"],
        &["identifier", "docket", "citation", "sku", "mpn"],
        &["status", "availability"],
        &["isbn", "isbn10", "gtin"],
        &["contentRating", "rating"],
    ];
    KIN.iter().any(|kin| kin.contains(&a.name()) && kin.contains(&b.name()))
}

/// The type of an attribute's values, where its name tells.
pub(super) fn type_of(name: &str) -> Option<ColumnType> {
    Meaning::of_compound(name).map(Meaning::kind).filter(|kind| *kind != ColumnType::Text)
}

/// Whether two names mean the same.
pub(super) fn means(name: &str, other: &str) -> bool {
    let certainty = Certainty::default();
    likeness(name, other, &certainty) >= certainty.synonym
}

/// The share of words, 0 to 1, that two names have in common, in whichever number they stand.
fn shared(a: &str, b: &str) -> f32 {
    let (a, b) = (singular(a), singular(b));
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    let both = a.iter().filter(|word| b.contains(word)).count();
    both as f32 / (a.len() + b.len() - both) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_however_they_are_written() {
        let sure = Certainty::default();
        let likeness = |a, b| super::likeness(a, b, &sure);
        assert_eq!(likeness("publication_date", "Publication Date:"), sure.equal);
        assert_eq!(likeness("datePublished", "date_published"), sure.equal);
        assert_eq!(likeness("price", "offers.price"), sure.last_part);
        assert_eq!(likeness("title", "name"), sure.synonym);
        assert_eq!(likeness("ingredients", "recipeIngredient"), sure.synonym);
        assert_eq!(likeness("cook time", "cookTime"), sure.equal);
        assert_eq!(likeness("position", "Cargo"), sure.synonym);
        assert_eq!(likeness("isbn_13", "ISBN-13"), sure.equal);
        assert_eq!(likeness("price", "author"), 0.0);
    }

    #[test]
    fn names_tell_types() {
        assert_eq!(type_of("fuel_economy"), None);
        assert_eq!(type_of("sale_price"), Some(ColumnType::Money));
        assert_eq!(type_of("thumbnail"), Some(ColumnType::Image));
    }
}
