//! Which of several attributes of a type is the record's own (section 3.3): early ones and short ones.

use crate::attributes::FoundAttribute;
use crate::domain::Domain;
use crate::settings::DomainSettings;
use crate::stream::Stream;
use crate::tree::Tree;
use crate::understand::DomainRecord;
use chaffinch_core::{ColumnType, NodeId};

/// Small for an attribute that is likely to be the record's own: the characters before it in the record and those of the
/// text it stands in.
pub(crate) fn rank(
    tree: &Tree,
    stream: &Stream,
    attribute: &FoundAttribute,
    record: &DomainRecord,
    domain: &Domain,
    settings: &DomainSettings,
) -> i64 {
    match domain.attributes[attribute.attribute].kind {
        ColumnType::Url => link_rank(tree, stream, attribute.node, record),
        ColumnType::Image if settings.visual => image_rank(tree, attribute.node, record),
        ColumnType::Image => (attribute.node.index() - record.nodes.start.index()) as i64,
        _ => {
            let begin = stream.of_nodes(&record.nodes).start;
            let before = attribute.range.start.saturating_sub(begin) as i64;
            let line = stream.line(attribute.range.start);
            let length = line.len().max(attribute.range.len()) as i64;
            // A long text mentions many things; a price that is crossed out is one that was.
            before
                + 3 * length
                + if is_crossed_out(tree, attribute.node, record.nodes.start) { 100_000 } else { 0 }
        }
    }
}

/// The title's link, then the first.
fn link_rank(tree: &Tree, stream: &Stream, node: NodeId, record: &DomainRecord) -> i64 {
    let title = record.title.as_ref().and_then(|title| stream.nodes(title).next());
    let is_titles = title.is_some_and(|(title, _)| tree.page.contains(node, title));
    let href = tree.page.attribute(node, "href").unwrap_or_default().trim();
    let leads_nowhere = href.starts_with('#')
        || href.starts_with("javascript:")
        || href.starts_with("mailto:")
        || href.starts_with("tel:");
    let place = (node.index() - record.nodes.start.index()) as i64;
    place + if is_titles { -1_000_000 } else { 0 } + if leads_nowhere { 1_000_000 } else { 0 }
}

/// The largest image, then the first.
fn image_rank(tree: &Tree, node: NodeId, record: &DomainRecord) -> i64 {
    let area = tree.page.rect(node).map_or(0.0, |rect| rect.w * rect.h);
    let place = (node.index() - record.nodes.start.index()) as i64;
    place - area as i64
}

fn is_crossed_out(tree: &Tree, node: NodeId, outermost: NodeId) -> bool {
    let inside = tree.page.ancestors(node).take_while(|ancestor| *ancestor >= outermost);
    inside.into_iter().any(|ancestor| matches!(tree.page.name(ancestor), "del" | "s" | "strike"))
}
