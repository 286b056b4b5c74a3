//! MDR (Liu, Grossman & Zhai 2003): data regions by the edit distance of tag strings.

use crate::generalized::{Likeness, data_regions};
use crate::ground::{Ground, is_look};
use crate::region::Record;
use crate::settings::MdrSettings;
use chaffinch_core::{NodeId, NodeKind};
use chaffinch_trees::normalised_distance;
use std::ops::Range;

/// The data regions of a page.
pub(crate) fn mdr_regions(ground: &Ground, settings: &MdrSettings, least: usize) -> Vec<Vec<Record>> {
    let mut strings = TagStrings::new(ground, settings);
    data_regions(ground, settings.longest_node, least, &mut strings)
}

/// The tags of all elements in document order: the tag string of any stretch of siblings is a slice of it.
struct TagStrings<'s> {
    tags: Vec<u32>,
    /// How many elements stand before each node.
    before: Vec<u32>,
    settings: &'s MdrSettings,
    /// Tags that may still be compared.
    work: usize,
}

impl<'s> TagStrings<'s> {
    fn new(ground: &Ground, settings: &'s MdrSettings) -> TagStrings<'s> {
        let mut tags = Vec::new();
        let mut before = Vec::with_capacity(ground.page.len() + 1);
        for id in ground.page.ids() {
            before.push(tags.len() as u32);
            let looks = settings.ignore_look && (is_look(ground.page.name(id)) || ground.page.is(id, "br"));
            if ground.page.node(id).kind == NodeKind::Element && !looks {
                tags.push(ground.tags.label(id).0);
            }
        }
        before.push(tags.len() as u32);
        TagStrings { tags, before, settings, work: settings.max_work }
    }

    fn string(&self, nodes: &Range<NodeId>) -> &[u32] {
        let (from, to) = (self.before[nodes.start.index()] as usize, self.before[nodes.end.index()] as usize);
        &self.tags[from..to.min(from + self.settings.longest_string)]
    }
}

impl Likeness for TagStrings<'_> {
    fn alike(&mut self, a: Range<NodeId>, b: Range<NodeId>) -> bool {
        let (x, y) = (self.string(&a), self.string(&b));
        let cost = x.len() * (1 + (x.len().max(y.len()) as f32 * self.settings.threshold) as usize);
        if x == y {
            return true;
        }
        if self.work < cost {
            return false;
        }
        let alike = normalised_distance(x, y, self.settings.threshold) <= self.settings.threshold;
        self.work -= cost;
        alike
    }
}
