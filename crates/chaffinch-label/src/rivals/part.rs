//! A part of what is seen of a page: one block of it, or all without the global features.

use crate::see::Observed;
use crate::see::features::{FeatureName, FeatureNames, Features, template_of};
use chaffinch_vision::BlockId;

/// The templates of leaf features that look at more than the element and what stands beside it (section 5.3).
const GLOBAL_FEATURES: [&str; 9] =
    ["aligned", "repeated", "site", "fellows", "unit", "in-step", "longest", "named", "stands-out"];

impl Observed {
    /// The page without its global features.
    pub fn without_global(&self) -> Observed {
        let mut page = self.clone();
        let names = &self.features.leaf_names;
        for (block, found) in page.features.of_block.iter_mut().enumerate() {
            if self.leaves[block].is_some() {
                found.retain(|number| !GLOBAL_FEATURES.contains(&template_of(names.get(*number as usize))));
            }
        }
        page
    }

    /// A block and what is inside, as if it were a page.
    pub(super) fn part(&self, block: BlockId) -> Observed {
        let inside = block.index()..self.ends[block.index()].index();
        // The number of a block within the part.
        let within = |id: BlockId| Some(BlockId::from_index(id.index().checked_sub(block.index())?));
        let mut features = Features::default();
        let own = &self.features;
        for at in inside.clone() {
            let (from, to) = match &self.leaves[at] {
                Some(_) => (&own.leaf_names, &mut features.leaf_names),
                None => (&own.block_names, &mut features.block_names),
            };
            features.of_block.push(renumbered(&own.of_block[at], from, to));
            let pair: &[u32] = if at == block.index() { &[] } else { &own.of_pair[at] };
            features.of_pair.push(renumbered(pair, &own.pair_names, &mut features.pair_names));
        }
        Observed {
            parents: self.parents[inside.clone()].iter().map(|parent| parent.and_then(within)).collect(),
            ends: self.ends[inside.clone()].iter().copied().filter_map(within).collect(),
            rects: self.rects[inside.clone()].to_vec(),
            nodes: self.nodes[inside.clone()].to_vec(),
            repeated: self.repeated[inside.clone()].to_vec(),
            heading: self.heading.filter(|heading| self.contains(block, *heading)).and_then(within),
            price: self.price.filter(|price| self.contains(block, *price)).and_then(within),
            leaves: self.leaves[inside].to_vec(),
            features,
        }
    }
}

/// Features under the numbers that they have in another table of names.
fn renumbered(found: &[u32], from: &FeatureNames, to: &mut FeatureNames) -> Vec<u32> {
    let mut numbers: Vec<u32> = found
        .iter()
        .map(|number| {
            let at = *number as usize;
            to.number(FeatureName::new(from.get(at)), from.templates()[at], from.trust()[at])
        })
        .collect();
    numbers.sort_unstable();
    numbers
}
