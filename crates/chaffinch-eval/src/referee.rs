//! How texts are compared.

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizerBorrowed;

/// A text as the referee compares it: compatible characters, case and white space count as the same.
pub(crate) fn norm(text: &str) -> String {
    let compatible = ComposingNormalizerBorrowed::new_nfkc().normalize(text);
    let folded = CaseMapper::new().fold_string(&compatible);
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}
