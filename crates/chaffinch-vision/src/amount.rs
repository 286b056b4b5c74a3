//! Amounts of money are often written in parts: the sign, the whole and the cents each in an element of its own. A reader sees one
//! amount, and so they become one piece.

use crate::extract::Piece;
use crate::facts::{Facts, Kind};
use chaffinch_core::{NodeId, NodeKind, Page, Rect};
use chaffinch_values::{DecimalMark, money};
use std::collections::BTreeMap;

/// The most parts of an amount, and the most nodes from its first to its last.
const MOST_PARTS: usize = 4;
const MOST_NODES: usize = 32;

/// Joins the parts of amounts in a pool that is in document order. `joined` gets the other nodes that a joined piece covers, by its first.
pub(crate) fn join_amounts(
    page: &Page,
    facts: &Facts,
    pool: Vec<Piece>,
    joined: &mut BTreeMap<NodeId, Vec<NodeId>>,
) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(pool.len());
    let mut at = 0;
    while at < pool.len() {
        let most = MOST_PARTS.min(pool.len() - at);
        let length = (2..=most).rev().find(|length| is_one(page, facts, &pool[at..at + length])).unwrap_or(1);
        let parts = &pool[at..at + length];
        let mut piece = parts[0];
        if length > 1 {
            piece.rect = Rect::hull(parts.iter().map(|part| part.rect)).unwrap_or(piece.rect);
            piece.doc = 10;
            joined.insert(piece.node, parts[1..].iter().map(|part| part.node).collect());
        }
        pieces.push(piece);
        at += length;
    }
    pieces
}

/// Whether pieces that follow one another are the parts of one amount.
fn is_one(page: &Page, facts: &Facts, parts: &[Piece]) -> bool {
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    let end = page.node(last.node).end.index();
    let on_line = |part: &Piece| part.rect.overlap_y(&first.rect) > 0.0;
    if end - first.node.index() > MOST_NODES
        || !parts.iter().all(|part| facts.of(part.node).kind == Kind::Text && on_line(part))
    {
        return false;
    }
    let text = |nodes: std::ops::Range<usize>| -> String {
        let nodes = nodes.map(NodeId::from_index);
        nodes.filter(|node| page.node(*node).kind == NodeKind::Text).map(|node| page.own_text(node)).collect()
    };
    let whole = text(first.node.index()..end);
    // A part that is an amount by itself can only be followed by its cents.
    let complete = |part: &Piece| is_amount(&text(part.node.index()..page.node(part.node).end.index()));
    let cents_follow = || {
        let rest = text(page.node(first.node).end.index()..end);
        let cents = rest.trim_start_matches(['.', ',']);
        cents.len() == 2 && cents.bytes().all(|byte| byte.is_ascii_digit())
    };
    is_amount(&whole) && !parts[1..].iter().any(complete) && (!complete(&first) || cents_follow())
}

/// Whether a text is an amount of money and nothing else.
fn is_amount(text: &str) -> bool {
    [DecimalMark::Point, DecimalMark::Comma].iter().any(|mark| money(text, *mark).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_told_from_other_numbers() {
        for amount in ["$1,839.00", "135 000 kr", "17,04 €", "R$ 99", "USD 5", "¥300", "1 597 zł"] {
            assert!(is_amount(amount), "{amount}");
        }
        for other in ["12", "$20.00 $15.00", "$", "1 2 3 $", "4.5/5", "", "kr", "$5 off"] {
            assert!(!is_amount(other), "{other}");
        }
    }
}
