//! Which of several attributes of a kind is the record's own (section 3.3): early and short ones, at the path where the other
//! records have theirs.

use crate::attributes::FoundAttribute;
use crate::domain::Domain;
use crate::settings::DomainSettings;
use crate::tree::Tree;
use crate::understand::DomainRecord;
use crate::usual_paths::{PathInRecord, UsualPaths};
use chaffinch_core::{ColumnType, NodeId};
use chaffinch_survey::Stream;

/// More than any other cost: such an attribute is taken only if there is no other.
const RULED_OUT: i64 = 1_000_000_000;

/// Small for an attribute that is likely to be the record's own: the number of characters before it in the record, and of the
/// line it stands on, and more if few records have it at this path.
pub(crate) fn rank(
    tree: &Tree,
    stream: &Stream,
    attribute: &FoundAttribute,
    record: &DomainRecord,
    paths: Option<&UsualPaths>,
    domain: &Domain,
    settings: &DomainSettings,
) -> i64 {
    let path = || PathInRecord::of(tree, &record.nodes, attribute.node);
    let share = paths.map_or(1.0, |paths| paths.share(attribute.kind, path()));
    let unusual_path = settings.thresholds.unusual_path;
    match domain[attribute.kind].column_type {
        ColumnType::Url => link_rank(tree, stream, attribute.node, record),
        ColumnType::Image => {
            let area = if settings.visual { image_area(tree, attribute.node) } else { 0.0 };
            let before = (attribute.node.index() - record.nodes.start.index()) as i64;
            let address = attribute.address().unwrap_or_default();
            let uses = paths.map_or(1, |paths| paths.uses(address));
            let shared = uses > 1 || is_badge(tree, attribute.node, address);
            before - (unusual_path * share * (1.0 + area.sqrt() / 100.0)) as i64
                + if shared { RULED_OUT } else { 0 }
        }
        _ => {
            let begin = stream.of_nodes(&record.nodes).start.min(attribute.range.start);
            let before = stream.length(&(begin..attribute.range.start)) as i64;
            let length = stream.line_length(attribute.range.start) as i64;
            // A long line mentions many things, and a price that is crossed out is the former one.
            before
                + 3 * length
                + (unusual_path * (1.0 - share)) as i64
                + if is_crossed_out(tree, attribute.node, record.nodes.start) { RULED_OUT } else { 0 }
        }
    }
}

/// The link around the title comes first, then the others in document order, and last those that lead to no page.
fn link_rank(tree: &Tree, stream: &Stream, node: NodeId, record: &DomainRecord) -> i64 {
    let title = record.title.as_ref().and_then(|title| stream.nodes(title).next());
    let is_around_title = title.is_some_and(|(title, _)| tree.page.contains(node, title));
    let href = tree.page.attribute(node, "href").unwrap_or_default().trim();
    let leads_nowhere = href.starts_with('#')
        || href.starts_with("javascript:")
        || href.starts_with("mailto:")
        || href.starts_with("tel:");
    let before = (node.index() - record.nodes.start.index()) as i64;
    before + if is_around_title { -1_000_000 } else { 0 } + if leads_nowhere { 1_000_000 } else { 0 }
}

/// The area of an image in square CSS pixels. One that was not loaded shows its alternative text, one line high: that counts as none.
fn image_area(tree: &Tree, node: NodeId) -> f32 {
    // The height of a line in CSS pixels.
    const LINE: f32 = 24.0;
    tree.page.rect(node).filter(|rect| rect.h > LINE).map_or(0.0, |rect| rect.w * rect.h)
}

/// Whether an image is a logo, icon or placeholder and not a picture of what the record is about, by the words of its address
/// and class and by its format.
fn is_badge(tree: &Tree, node: NodeId, address: &str) -> bool {
    const WORDS: [&str; 10] =
        ["logo", "logos", "icon", "icons", "avatar", "badge", "sprite", "placeholder", "blank", "spacer"];
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let class = tree.page.attribute(node, "class").unwrap_or_default();
    let mut words =
        [path, class].into_iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
    let drawn = [".gif", ".svg"].iter().any(|end| path.to_ascii_lowercase().ends_with(end));
    drawn || words.any(|word| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

fn is_crossed_out(tree: &Tree, node: NodeId, outermost: NodeId) -> bool {
    let inside = tree.page.ancestors(node).take_while(|ancestor| *ancestor >= outermost);
    inside.into_iter().any(|ancestor| matches!(tree.page.name(ancestor), "del" | "s" | "strike"))
}
