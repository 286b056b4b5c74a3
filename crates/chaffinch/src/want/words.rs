//! Compares names of attributes by their words and by what they mean.

use super::certainty::Certainty;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::ColumnType;

/// How sure it is that a column's name means the wanted one, 0 to 1.
pub(super) fn likeness(wanted: &str, name: &str, certainty: &Certainty) -> f32 {
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
    } else if meant.is_some() && Meaning::of(name).is_some() {
        // A company's name is no name of what it sells, whatever words the two share.
        0.0
    } else {
        certainty.shared_words * shared(&asked, &whole)
    }
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

/// The share of words, 0 to 1, that two names have in common.
fn shared(a: &str, b: &str) -> f32 {
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
