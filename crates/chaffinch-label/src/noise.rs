//! Features hidden at random while learning. Sites share little: where a label is missing on the next site, the look of the value must
//! do. A model that has seen its evidence in part learns to use every part of it.

use crate::features::Names;

/// Hides rows of the table of leaf features, for each leaf others.
#[derive(Debug, Clone)]
pub struct Noise {
    random: fastrand::Rng,
    /// The share of rows that are hidden.
    hide: f32,
}

impl Noise {
    /// The same seed hides the same.
    pub fn new(seed: u64, hide: f32) -> Noise {
        Noise { random: fastrand::Rng::with_seed(seed), hide }
    }

    /// Whether something else of a leaf is left.
    pub fn keeps(&mut self) -> bool {
        self.random.f32() >= self.hide
    }

    /// What is left of the features of a leaf. The first row, which is always true, stays.
    pub fn kept(&mut self, found: &[u32], names: &Names) -> Vec<u32> {
        let mut hidden: u128 = 0;
        for row in 1..128 {
            hidden |= u128::from(self.random.f32() < self.hide) << row;
        }
        found.iter().copied().filter(|number| hidden >> names.rows()[*number as usize] & 1 == 0).collect()
    }
}
