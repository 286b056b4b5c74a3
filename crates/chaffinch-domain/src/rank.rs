//! Which of several attributes of a type is the record's own (section 3.3): early ones and short ones, in the place where the
//! other records have theirs.

use crate::attributes::FoundAttribute;
use crate::domain::Domain;
use crate::places::{Place, Places};
use crate::settings::DomainSettings;
use crate::tree::Tree;
use crate::understand::DomainRecord;
use chaffinch_core::{ColumnType, NodeId};
use chaffinch_survey::Stream;

/// What a place that no other record uses costs, in characters before the value.
const STRANGE: f32 = 1000.0;
/// What rules an attribute out where there is another.
const LAST: i64 = 1_000_000_000;

/// Small for an attribute that is likely to be the record's own: the characters before it in the record and those of the
/// text it stands in, and more where few records have it in this place.
pub(crate) fn rank(
    tree: &Tree,
    stream: &Stream,
    attribute: &FoundAttribute,
    record: &DomainRecord,
    places: Option<&Places>,
    domain: &Domain,
    settings: &DomainSettings,
) -> i64 {
    let share = places.map_or(1.0, |places| {
        places.share(attribute.attribute, Place::of(tree, &record.nodes, attribute.node))
    });
    match domain.attributes[attribute.attribute].kind {
        ColumnType::Url => link_rank(tree, stream, attribute.node, record),
        ColumnType::Image => {
            let area = if settings.visual { image_area(tree, attribute.node) } else { 0.0 };
            let place = (attribute.node.index() - record.nodes.start.index()) as i64;
            let address = attribute.address().unwrap_or_default();
            let uses = places.map_or(1, |places| places.uses(address));
            let shared = uses > 1 || is_badge(tree, attribute.node, address);
            place - (STRANGE * share * (1.0 + area.sqrt() / 100.0)) as i64 + if shared { LAST } else { 0 }
        }
        _ => {
            let begin = stream.of_nodes(&record.nodes).start.min(attribute.range.start);
            let before = stream.length(&(begin..attribute.range.start)) as i64;
            let length = stream.line_length(attribute.range.start) as i64;
            // A long text mentions many things; a price that is crossed out is one that was.
            before
                + 3 * length
                + (STRANGE * (1.0 - share)) as i64
                + if is_crossed_out(tree, attribute.node, record.nodes.start) { LAST } else { 0 }
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

/// The room an image takes. One that was not loaded and has no size of its own takes that of its alternative text: a line.
fn image_area(tree: &Tree, node: NodeId) -> f32 {
    const LINE: f32 = 24.0;
    tree.page.rect(node).filter(|rect| rect.h > LINE).map_or(0.0, |rect| rect.w * rect.h)
}

/// Whether an image is a sign of somebody and not a picture of something, by the words of its address and class and by its
/// format: what several records show, or could, says nothing of one.
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
