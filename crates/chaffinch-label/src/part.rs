//! Parts of what is seen of a page: a block alone, or without some features. The paper's variants work on these.

use crate::features::{Features, Name, Names};
use crate::observed::Observed;

/// The rows of the table of leaf features that look at more than the element and what stands beside it (section 5.3).
pub const GLOBAL_FEATURES: [&str; 9] =
    ["aligned", "repeated", "site", "fellows", "unit", "in-step", "longest", "named", "stands-out"];

/// The rows that tell what repeats on a page. Where all pages are about one thing they say how a site is made, which the next site is not: with
/// them F1 on sites apart fell by 0.02 to 0.05 in three of four verticals.
pub(crate) const LIST_FEATURES: [&str; 9] =
    ["fellows", "unit", "in-step", "longest", "named", "compared", "amounts", "stands-out", "cost"];

impl Observed {
    /// The page without its global features.
    pub fn without_global(&self) -> Observed {
        let mut page = self.clone();
        let names = &self.features.leaf_names;
        let of_row = |number: u32| names.get(number as usize).split('=').next().unwrap_or_default();
        for (block, found) in page.features.of_block.iter_mut().enumerate() {
            if self.leaves[block].is_some() {
                found.retain(|number| !GLOBAL_FEATURES.contains(&of_row(*number)));
            }
        }
        page
    }

    /// A block and what is inside, as if it were the page.
    pub fn part(&self, block: usize) -> Observed {
        let end = (block + 1..self.len())
            .find(|later| self.parents[*later].is_none_or(|parent| parent < block))
            .unwrap_or(self.len());
        let inside = block..end;
        let mut features = Features::default();
        let own = &self.features;
        for at in inside.clone() {
            let (from, to) = match &self.leaves[at] {
                Some(_) => (&own.leaf_names, &mut features.leaf_names),
                None => (&own.block_names, &mut features.block_names),
            };
            features.of_block.push(renumbered(&own.of_block[at], from, to));
            let pair: &[u32] = if at == block { &[] } else { &own.of_pair[at] };
            features.of_pair.push(renumbered(pair, &own.pair_names, &mut features.pair_names));
        }
        Observed {
            parents: inside.clone().map(|at| self.parents[at].and_then(|p| p.checked_sub(block))).collect(),
            rects: self.rects[inside.clone()].to_vec(),
            holders: self.holders[inside.clone()].to_vec(),
            units: self.units[inside.clone()].to_vec(),
            heading: self.heading.filter(|at| inside.contains(at)).map(|at| at - block),
            price: self.price.filter(|at| inside.contains(at)).map(|at| at - block),
            leaves: self.leaves[inside].to_vec(),
            features,
        }
    }
}

fn renumbered(found: &[u32], from: &Names, to: &mut Names) -> Vec<u32> {
    let mut numbers: Vec<u32> = found
        .iter()
        .map(|number| {
            let at = *number as usize;
            to.number(Name::new(from.get(at)), from.rows()[at], from.trust()[at])
        })
        .collect();
    numbers.sort_unstable();
    numbers
}
