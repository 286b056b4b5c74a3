//! Texts as the referee compares them.

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizerBorrowed;

/// A text in which compatible characters, case and white space count as the same.
pub(crate) fn folded(text: &str) -> String {
    let compatible = ComposingNormalizerBorrowed::new_nfkc().normalize(text);
    let folded = CaseMapper::new().fold_string(&compatible);
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}
