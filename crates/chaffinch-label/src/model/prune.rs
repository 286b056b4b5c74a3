//! A smaller model: without the features that hardly count.

use super::{Hcrf, KnownFeatures, LabelModel, Vocabulary};
use chaffinch_crf::{Error, Family};

impl LabelModel {
    /// The model without the features of leaves and blocks whose weights for different labels differ by less than `least`. What matters
    /// is the difference: adding the same weight for all labels changes nothing.
    ///
    /// # Errors
    /// Never, for a model that has been built.
    pub fn pruned(&self, least: f64) -> Result<LabelModel, Error> {
        let leaf = self.telling(self.hcrf.of_leaf, &self.vocabulary.leaf, self.spaces.leaf_labels(), least);
        let block =
            self.telling(self.hcrf.of_inner, &self.vocabulary.block, self.spaces.inner_labels(), least);
        let named = |known: &KnownFeatures, kept: &[usize]| {
            let names = known.names();
            KnownFeatures::new(kept.iter().map(|number| names[*number].into()).collect())
        };
        let vocabulary = Vocabulary {
            leaf: named(&self.vocabulary.leaf, &leaf),
            block: named(&self.vocabulary.block, &block),
            pair: self.vocabulary.pair.clone(),
        };
        let hcrf = Hcrf::new(&self.spaces, &vocabulary, self.hcrf.trust, self.pages)?;
        let mut weights = Vec::with_capacity(hcrf.model().weights());
        for number in leaf {
            weights.extend(self.weights_of(self.hcrf.of_leaf, number, self.spaces.leaf_labels()));
        }
        for number in block {
            weights.extend(self.weights_of(self.hcrf.of_inner, number, self.spaces.inner_labels()));
        }
        // The families of leaves and blocks come first; the others stay as they are.
        let others = hcrf.model().weights() - weights.len();
        weights.extend_from_slice(&self.weights[self.weights.len() - others..]);
        Ok(LabelModel { vocabulary, hcrf, weights, ..self.clone() })
    }

    fn telling(&self, family: Family, known: &KnownFeatures, labels: usize, least: f64) -> Vec<usize> {
        let tells = |number: &usize| {
            let weights = self.weights_of(family, *number, labels);
            let (low, high) = weights
                .iter()
                .fold((f64::MAX, f64::MIN), |(low, high), weight| (low.min(*weight), high.max(*weight)));
            high - low >= least
        };
        (0..known.len()).filter(tells).collect()
    }

    fn weights_of(&self, family: Family, number: usize, labels: usize) -> &[f64] {
        let start = self.hcrf.model().weight(family, number, &[0]);
        &self.weights[start..start + labels]
    }
}
