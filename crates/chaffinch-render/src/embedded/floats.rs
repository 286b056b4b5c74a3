//! Blocks beside floats.

use super::document::Document;
use blitz_dom::{Node, NodeId as BlitzId};
use chaffinch_core::NodeId;
use rustc_hash::FxHashSet;
use style::values::computed::{Overflow, Size};
use style::values::specified::box_::{DisplayInside, DisplayOutside};

/// Blocks with a flow of their own that stand beside a float and have no room there for anything but
/// their padding.
pub fn squeezed(document: &Document) -> FxHashSet<NodeId> {
    let blitz = &document.blitz;
    let mut found = FxHashSet::default();
    let mut stack: Vec<BlitzId> = vec![blitz.root_element().id];
    while let Some(id) = stack.pop() {
        let Some(node) = blitz.get_node(id) else { continue };
        let room = content_width(node);
        let children = node.layout_children.borrow();
        for child in children.iter().flatten().copied() {
            stack.push(child);
            let Some(block) = blitz.get_node(child).filter(|child| room > 1.0 && content_width(child) < 1.0)
            else {
                continue;
            };
            if stands_beside_floats(block) {
                found.extend(document.to_page.get(&child));
            }
        }
    }
    found
}

fn content_width(node: &Node) -> f32 {
    let layout = node.unrounded_layout();
    let edges = layout.padding.left + layout.padding.right + layout.border.left + layout.border.right;
    layout.size.width - edges
}

/// Whether a block shrinks where floats take its room, and has something to show.
fn stands_beside_floats(node: &Node) -> bool {
    let Some(style) = node.primary_styles() else { return false };
    let display = style.clone_display();
    let is_block = display.outside() == DisplayOutside::Block
        && matches!(display.inside(), DisplayInside::Flow | DisplayInside::FlowRoot);
    let has_own_flow =
        style.clone_overflow_x() != Overflow::Visible || display.inside() == DisplayInside::FlowRoot;
    is_block
        && has_own_flow
        && style.clone_width() == Size::auto()
        && !style.clone_float().is_floating()
        && !style.clone_position().is_absolutely_positioned()
        && node.unrounded_layout().size.height > 0.0
}
