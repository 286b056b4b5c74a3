//! Marks of footnotes in superscript behind figures: `3,004<sup>2</sup>` is 3,004.

use crate::grid::CellPlace;
use chaffinch_core::{NodeId, NodeKind, Page, collapse_space};

/// The text of a cell without its marks of footnotes; nothing where it has none.
pub(crate) fn without_footnotes(page: &Page, place: &CellPlace) -> Option<String> {
    let CellPlace::Node(cell) = place else { return None };
    if !page.descendants(*cell).any(|id| page.is(id, "sup")) {
        return None;
    }
    let (mut text, mut has_mark) = (String::new(), false);
    let mut at = *cell;
    while at < page.node(*cell).end {
        let node = page.node(at);
        let is_mark = page.is(at, "sup") && is_footnote(page, at, &text);
        has_mark |= is_mark;
        if is_mark || (node.kind == NodeKind::Element && page.hides(at)) {
            at = node.end;
            continue;
        }
        match node.kind {
            NodeKind::Text => text.push_str(page.own_text(at)),
            NodeKind::Element
                if !matches!(page.name(at), "a" | "b" | "i" | "em" | "strong" | "span" | "sup" | "sub") =>
            {
                text.push(' ');
            }
            _ => {}
        }
        at = NodeId::from_index(at.index() + 1);
    }
    has_mark.then(|| collapse_space(&text))
}

/// Whether a superscript behind a text is the mark of a footnote: a sign, a letter or a number behind a figure, and no exponent.
fn is_footnote(page: &Page, sup: NodeId, before: &str) -> bool {
    /// Most characters of a mark, without its brackets.
    const LONGEST: usize = 3;
    let text = page.flat_text(sup);
    let mark = text.trim_matches(['[', ']', '(', ')', ' ', ',']);
    let is_short = (1..=LONGEST).contains(&mark.chars().count());
    let figure: &str = before.trim_end();
    let digits = figure.len() - figure.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let base = &figure[figure.len() - digits..];
    let is_exponent = mark.len() == text.len()
        && matches!(base, "10" | "2")
        && mark.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '−' | '+'));
    let letters = mark.chars().filter(|c| c.is_alphabetic()).count();
    is_short
        && letters <= 1
        && figure.ends_with(|c: char| c.is_numeric() || matches!(c, '%' | ')'))
        && !is_exponent
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(cell: &str) -> Option<String> {
        let page = chaffinch_page::parse_str(&format!("<table><tr><td>{cell}</table>"));
        let td = page.ids().find(|id| page.is(*id, "td"))?;
        without_footnotes(&page, &CellPlace::Node(td))
    }

    #[test]
    fn marks_behind_figures_are_left_out_and_exponents_stay() {
        assert_eq!(bare("3,004<sup>2</sup>").as_deref(), Some("3,004"));
        assert_eq!(bare("88 <sup><a href='#n'>[a]</a></sup>").as_deref(), Some("88"));
        assert_eq!(bare("4.2%<sup>*</sup>").as_deref(), Some("4.2%"));
        for kept in
            ["12 km<sup>2</sup>", "3×10<sup>24</sup>", "10<sup>-3</sup>", "1,204", "21<sup>st</sup> in a row"]
        {
            assert_eq!(bare(kept), None, "{kept}");
        }
    }
}
