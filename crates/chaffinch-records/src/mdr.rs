//! MDR (Liu, Grossman & Zhai 2003): data regions by the edit distance of tag strings.

use crate::containment::Containment;
use crate::generalized::{Likeness, data_regions, stretch};
use crate::ground::{Ground, is_look};
use crate::region::Record;
use crate::settings::MdrSettings;
use chaffinch_core::{NodeId, NodeKind};
use chaffinch_trees::normalised_distance;
use std::ops::Range;

/// The data regions of a page.
pub(crate) fn mdr_regions(ground: &Ground, settings: &MdrSettings, least: usize) -> Vec<Vec<Record>> {
    let mut strings = TagStrings::new(ground, settings);
    let tree = Containment::of_markup(ground);
    data_regions(ground, &tree, settings.longest_node, least, &mut strings)
}

/// The tags of all elements in document order: the tag string of any stretch of siblings is a slice of it.
struct TagStrings<'s, 'p> {
    ground: &'s Ground<'p>,
    tags: Vec<u32>,
    /// How many elements stand before each node.
    before: Vec<u32>,
    settings: &'s MdrSettings,
    /// Tags that may still be compared.
    work: usize,
}

impl<'s, 'p> TagStrings<'s, 'p> {
    fn new(ground: &'s Ground<'p>, settings: &'s MdrSettings) -> TagStrings<'s, 'p> {
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
        TagStrings { ground, tags, before, settings, work: settings.max_work }
    }

    fn string(&self, nodes: &Range<NodeId>) -> &[u32] {
        let (from, to) = (self.before[nodes.start.index()] as usize, self.before[nodes.end.index()] as usize);
        &self.tags[from..to.min(from + self.settings.longest_string)]
    }
}

impl Likeness for TagStrings<'_, '_> {
    fn alike(&mut self, a: &[NodeId], b: &[NodeId]) -> bool {
        let (x, y) = (self.string(&stretch(self.ground, a)), self.string(&stretch(self.ground, b)));
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
