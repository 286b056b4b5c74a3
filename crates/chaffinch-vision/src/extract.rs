//! Step 1, block extraction: the pool of pieces that a block is made of.

use crate::facts::Facts;
use crate::rules::{Verdict, Visit, decide};
use crate::settings::VisionSettings;
use chaffinch_core::{NodeId, Page, Rect};

/// A node of the page that is kept whole this round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub node: NodeId,
    pub rect: Rect,
    pub doc: u8,
}

/// Walks down from `root` and returns what is kept, in document order.
pub(crate) fn extract(page: &Page, facts: &Facts, settings: &VisionSettings, root: NodeId) -> Vec<Piece> {
    let mut pool = Vec::new();
    let piece = |node, doc| Piece { node, rect: facts.of(node).seen, doc };
    let visit = |node, root, sibling_divided| Visit { page, facts, settings, node, root, sibling_divided };
    // Nodes being divided, innermost last. This is not recursive, because pages may nest deeper than a thread's stack allows.
    let mut open: Vec<Open> = Vec::new();
    let mut next = Some((root, None));
    loop {
        if let Some((node, sibling_divided)) = next.take() {
            let visit = visit(node, node == root, sibling_divided);
            let verdict = match decide(&visit) {
                // A card is divided in a round of its own.
                (Verdict::Divide | Verdict::DivideByBackground, _) if node != root && facts.is_card(node) => {
                    Verdict::Keep(visit.doc_by_tag_and_size(node))
                }
                (verdict, _) => verdict,
            };
            match verdict {
                Verdict::Drop => {}
                Verdict::Keep(doc) => pool.push(piece(node, doc)),
                Verdict::Divide | Verdict::DivideByBackground => open.push(Open {
                    node,
                    next: NodeId::from_index(node.index() + 1),
                    by_background: verdict == Verdict::DivideByBackground,
                    sibling_divided: None,
                }),
            }
            if let (false, Some(parent)) = (verdict == Verdict::Drop, open_parent(&mut open, node, page)) {
                parent.sibling_divided = Some(!matches!(verdict, Verdict::Keep(_)));
            }
        }
        let Some(parent) = open.last_mut() else { return pool };
        if parent.next >= page.node(parent.node).end {
            open.pop();
            continue;
        }
        let child = parent.next;
        parent.next = page.node(child).end;
        let above = visit(parent.node, false, None);
        if parent.by_background && facts.is_valid(child) && above.stands_out(child) {
            pool.push(piece(child, above.doc_by_background(child)));
            parent.sibling_divided = Some(false);
        } else {
            next = Some((child, parent.sibling_divided));
        }
    }
}

/// A node whose children are being visited.
struct Open {
    node: NodeId,
    /// The child to visit next.
    next: NodeId,
    by_background: bool,
    /// Whether the child visited last was divided.
    sibling_divided: Option<bool>,
}

/// The open node that `node` is a child of.
fn open_parent<'o>(open: &'o mut [Open], node: NodeId, page: &Page) -> Option<&'o mut Open> {
    let parent = page.node(node).parent?;
    open.iter_mut().rev().take(2).find(|open| open.node == parent)
}
