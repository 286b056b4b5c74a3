//! Features of two neighbouring blocks: distances with thresholds (section 5.2) and the strip between them.

use super::distance::Codes;
use super::{FAIR, FeatureTemplate, FeatureWriter, SAME_SIZE, size};
use crate::see::SeenPage;
use chaffinch_vision::BlockId;

/// The thresholds of distances, as shares. The paper names 0.2; which of these tell something is learned.
const THRESHOLDS: [(f32, &str); 4] = [(0.0, "0"), (0.1, "0.1"), (0.2, "0.2"), (0.4, "0.4")];

/// Two neighbouring children of one block.
pub struct Pair<'s, 'p> {
    pub seen: &'s SeenPage<'p>,
    pub before: BlockId,
    pub after: BlockId,
    pub codes: &'s [Codes],
}

/// How a template writes its features.
type Write = fn(&Pair<'_, '_>, &mut FeatureWriter<'_>);

/// The table.
#[rustfmt::skip]
pub const PAIR_FEATURES: &[FeatureTemplate<Write>] = &[
    FeatureTemplate { name: "bias", about: "always", trust: FAIR, write: |_, out| out.put_if(true) },
    FeatureTemplate { name: "tree", about: "tree distance up to a threshold", trust: FAIR, write: |p, out| p.within(Codes::tree_distance, out) },
    FeatureTemplate { name: "shape", about: "shape distance up to a threshold", trust: FAIR, write: |p, out| p.within(Codes::shape_distance, out) },
    FeatureTemplate { name: "type", about: "type distance up to a threshold", trust: FAIR, write: |p, out| p.within(Codes::type_distance, out) },
    FeatureTemplate { name: "separator", about: "weight of the separator between them", trust: FAIR, write: |p, out| out.put(size(f32::from(p.seen.tree.block(p.after).separator))) },
    FeatureTemplate { name: "beside", about: "they stand beside one another", trust: FAIR, write: |p, out| out.put_if(p.beside()) },
    FeatureTemplate { name: "label", about: "the first ends in a colon, as captions do", trust: FAIR, write: |p, out| out.put_if(p.is_caption()) },
    FeatureTemplate { name: "font", about: "whether the second's font is as large", trust: FAIR, write: |p, out| p.font(out) },
];

impl Pair<'_, '_> {
    fn within(&self, distance: fn(&Codes, &Codes) -> f32, out: &mut FeatureWriter<'_>) {
        if self.seen.tree.is_leaf(self.before) || self.seen.tree.is_leaf(self.after) {
            return;
        }
        let apart = distance(&self.codes[self.before.index()], &self.codes[self.after.index()]);
        for (_, name) in THRESHOLDS.iter().filter(|(threshold, _)| apart <= *threshold) {
            out.put(name);
        }
    }

    fn beside(&self) -> bool {
        let (before, after) = (self.seen.tree.block(self.before).rect, self.seen.tree.block(self.after).rect);
        before.overlap_y(&after) > before.h.min(after.h) / 2.0
    }

    fn is_caption(&self) -> bool {
        self.seen.element_of(self.before).is_some_and(|at| self.seen.elements[at].text.ends_with(':'))
    }

    fn font(&self, out: &mut FeatureWriter<'_>) {
        let size = |block| self.seen.element_of(block).map(|at| self.seen.elements[at].style.font_size);
        if let (Some(before), Some(after)) = (size(self.before), size(self.after)) {
            out.put(match after - before {
                d if d > SAME_SIZE => "larger",
                d if d < -SAME_SIZE => "smaller",
                _ => "same",
            });
        }
    }
}
