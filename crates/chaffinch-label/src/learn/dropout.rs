//! Features hidden at random while learning. Sites share little: where the next site has no captions, the look of a value must be
//! enough. A model that has often seen only a part of its evidence learns to use every part.

use crate::see::features::FeatureNames;

/// Hides templates of leaf features, others for each leaf.
#[derive(Debug, Clone)]
pub struct Dropout {
    random: fastrand::Rng,
    /// The share of templates that are hidden.
    hide: f32,
}

impl Dropout {
    /// The same seed hides the same templates.
    pub fn new(seed: u64, hide: f32) -> Dropout {
        Dropout { random: fastrand::Rng::with_seed(seed), hide }
    }

    /// Whether the model may use what it knows of the leaf's value.
    pub fn keeps_value(&mut self) -> bool {
        self.random.f32() >= self.hide
    }

    /// The features of a leaf that are not hidden. The first template, which is always true, is never hidden.
    pub fn kept(&mut self, found: &[u32], names: &FeatureNames) -> Vec<u32> {
        let mut hidden: u128 = 0;
        for template in 1..128 {
            hidden |= u128::from(self.random.f32() < self.hide) << template;
        }
        let is_kept = |number: &u32| hidden >> names.templates()[*number as usize] & 1 == 0;
        found.iter().copied().filter(is_kept).collect()
    }
}
