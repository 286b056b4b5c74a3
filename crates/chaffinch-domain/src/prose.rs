//! Articles that mention what a domain knows are no lists of records.

use crate::alternatives::Segmentation;
use crate::domain::Domain;
use crate::settings::DomainSettings;
use chaffinch_core::{NodeId, Page};
use chaffinch_survey::Stream;
use std::ops::Range;

/// Tells lists of records from running text.
pub(crate) struct Prose<'a> {
    stream: &'a Stream,
    domain: &'a Domain,
    /// Fewest characters that the records of a list must have together.
    least: f32,
}

impl<'a> Prose<'a> {
    pub fn new(page: &Page, stream: &'a Stream, domain: &'a Domain, settings: &DomainSettings) -> Prose<'a> {
        let all = stream.length(&(0..stream.text().len())) as f32;
        let least = if is_article(page) { all * settings.min_share_of_article } else { 0.0 };
        Prose { stream, domain, least }
    }

    /// Whether a segmentation cuts running text into pieces: its median record is longer than records of the domain are, or the
    /// page calls itself an article and the records are only a small part of it.
    pub fn is_cut_by(&self, segmentation: &Segmentation) -> bool {
        let length = |record: &Range<NodeId>| self.stream.length(&self.stream.of_nodes(record));
        let mut lengths: Vec<usize> = segmentation.records.iter().map(length).collect();
        lengths.sort_unstable();
        let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        median > self.domain.longest || (lengths.iter().sum::<usize>() as f32) < self.least
    }
}

/// Whether the page's Open Graph data says that it is an article.
fn is_article(page: &Page) -> bool {
    let body = page.body();
    let mut head = page.ids().take_while(|node| *node < body);
    let has = |node: NodeId, name: &str, value: &str| {
        page.attribute(node, name).is_some_and(|found| found.trim().eq_ignore_ascii_case(value))
    };
    head.any(|node| {
        page.is(node, "meta") && has(node, "property", "og:type") && has(node, "content", "article")
    })
}
