//! MDR (Liu, Grossman & Zhai 2003): data regions by the edit distance of tag strings.

use crate::containment::Containment;
use crate::generalized::{Likeness, data_regions, stretch};
use crate::settings::MdrSettings;
use chaffinch_core::{NodeId, NodeKind};
use chaffinch_survey::{Record, Survey, is_look};
use chaffinch_trees::{least_distance, normalised_distance};
use std::ops::Range;

/// The data regions of a page.
pub(crate) fn mdr_regions(survey: &Survey, settings: &MdrSettings, least: usize) -> Vec<Vec<Record>> {
    let mut strings = TagStrings::new(survey, settings);
    let tree = Containment::of_markup(survey);
    data_regions(survey, &tree, settings.longest_node, least, settings.siblings_alike, &mut strings)
}

/// The tags of all elements in document order: the tag string of any stretch of siblings is a slice of it.
struct TagStrings<'s, 'p> {
    survey: &'s Survey<'p>,
    tags: Vec<u32>,
    /// How many elements stand before each node.
    before: Vec<u32>,
    settings: &'s MdrSettings,
    /// How many more steps of edit distances may be made on this page.
    work: usize,
}

impl<'s, 'p> TagStrings<'s, 'p> {
    fn new(survey: &'s Survey<'p>, settings: &'s MdrSettings) -> TagStrings<'s, 'p> {
        let mut tags = Vec::new();
        let mut before = Vec::with_capacity(survey.page.len() + 1);
        for id in survey.page.ids() {
            before.push(tags.len() as u32);
            let looks = settings.ignore_look && (is_look(survey.page.name(id)) || survey.page.is(id, "br"));
            if survey.page.node(id).kind == NodeKind::Element && !looks {
                tags.push(survey.tags.label(id).0);
            }
        }
        before.push(tags.len() as u32);
        TagStrings { survey, tags, before, settings, work: settings.max_work }
    }

    fn string(&self, nodes: &Range<NodeId>) -> &[u32] {
        let (from, to) = (self.before[nodes.start.index()] as usize, self.before[nodes.end.index()] as usize);
        &self.tags[from..to.min(from + self.settings.longest_string)]
    }
}

impl Likeness for TagStrings<'_, '_> {
    fn alike(&mut self, a: &[NodeId], b: &[NodeId]) -> bool {
        let (x, y) = (self.string(&stretch(self.survey, a)), self.string(&stretch(self.survey, b)));
        let cost = x.len() * (1 + (x.len().max(y.len()) as f32 * self.settings.threshold) as usize);
        if x == y {
            return true;
        }
        if self.work < cost {
            return false;
        }
        let threshold = self.settings.threshold;
        let most = threshold * x.len().max(y.len()) as f32;
        // Most strings that differ have other tags, not the same in another order.
        let alike = least_distance(x, y) as f32 <= most && normalised_distance(x, y, threshold) <= threshold;
        self.work -= cost;
        alike
    }
}
