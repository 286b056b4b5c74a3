//! The thirteen rules of block extraction, and which apply to what.

use crate::facts::{Facts, Font, Kind};
use crate::settings::VisionSettings;
use chaffinch_core::{Display, NodeId, Page};

/// Nodes that cover more than this share of the page are less coherent, and those above the second even less.
const LARGE: f32 = 0.1;
const VERY_LARGE: f32 = 0.4;

/// What becomes of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Left out, with everything inside.
    Drop,
    /// Its children are looked at one by one.
    Divide,
    /// As `Divide`, but children with another background are kept whole this round.
    DivideByBackground,
    /// It is a piece of the pool, with this degree of coherence.
    Keep(u8),
}

/// A node in the walk.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub page: &'a Page,
    pub facts: &'a Facts,
    pub settings: &'a VisionSettings,
    pub node: NodeId,
    /// Whether it is the root of the block's only sub-tree.
    pub root: bool,
    /// Whether the visible sibling before it was divided; `None` if there is no such sibling.
    pub sibling_divided: Option<bool>,
}

/// A rule: its number, and its verdict where it applies.
pub(crate) struct Rule {
    pub number: u8,
    pub verdict: fn(&Visit) -> Option<Verdict>,
}

/// Nothing inside can be seen, and it is not a text: drop.
const R1: Rule =
    Rule { number: 1, verdict: |v| v.when(v.valid_children() == 0 && !v.is_whole(), Verdict::Drop) };
/// One visible child, which is not a text: divide.
const R2: Rule = Rule {
    number: 2,
    verdict: |v| v.when(v.valid_children() == 1 && v.children().any(|c| !v.is_text(c)), Verdict::Divide),
};
/// The root of the block's only sub-tree: divide.
const R3: Rule = Rule { number: 3, verdict: |v| v.when(v.root && v.valid_children() > 0, Verdict::Divide) };
/// All children are texts or virtual texts: keep, DoC 10 if their fonts agree, else 9.
const R4: Rule = Rule {
    number: 4,
    verdict: |v| {
        let doc = if v.facts.of(v.node).font == Font::Mixed { 9 } else { 10 };
        v.when(
            v.children().all(|c| v.is_text(c)) && !v.has(Kind::Break) && !v.has(Kind::Line),
            Verdict::Keep(doc),
        )
    },
};
/// A child breaks the line: divide.
const R5: Rule = Rule {
    number: 5,
    verdict: |v| v.when(v.has(Kind::Break) || v.children().any(|c| !v.facts.of(c).inline), Verdict::Divide),
};
/// A child is a drawn line: divide.
const R6: Rule = Rule { number: 6, verdict: |v| v.when(v.has(Kind::Line), Verdict::Divide) };
/// The children's areas add up to more than its own: divide.
const R7: Rule = Rule {
    number: 7,
    verdict: |v| {
        let children: f32 = v.children().map(|c| v.facts.of(c).area).sum();
        v.when(children > v.facts.of(v.node).area, Verdict::Divide)
    },
};
/// A child has another background: divide, that child is kept whole this round, DoC 6 to 8.
const R8: Rule = Rule {
    number: 8,
    verdict: |v| v.when(v.children().any(|c| v.stands_out(c)), Verdict::DivideByBackground),
};
/// A child is a text or virtual text, and it is small: keep, DoC 5 to 8.
const R9: Rule = Rule {
    number: 9,
    verdict: |v| {
        let small = v.share_of_page(v.node) < v.settings.text_area;
        v.when(
            small && v.children().any(|c| v.is_text(c)),
            Verdict::Keep(v.doc_by_tag_and_size(v.node).max(5)),
        )
    },
};
/// Even its largest child is small: keep.
const R10: Rule = Rule {
    number: 10,
    verdict: |v| {
        let largest = v.children().map(|c| v.share_of_page(c)).fold(0.0, f32::max);
        v.when(largest < v.settings.child_area, Verdict::Keep(v.doc_by_tag_and_size(v.node)))
    },
};
/// The sibling before it was not divided: keep.
const R11: Rule = Rule {
    number: 11,
    verdict: |v| v.when(v.sibling_divided == Some(false), Verdict::Keep(v.doc_by_tag_and_size(v.node))),
};
/// Divide.
const R12: Rule = Rule { number: 12, verdict: |_| Some(Verdict::Divide) };
/// Keep.
const R13: Rule = Rule { number: 13, verdict: |v| Some(Verdict::Keep(v.doc_by_tag_and_size(v.node))) };

/// Which rules apply to which nodes, in this order. Where the paper's list ends without a verdict, the node is divided (R12).
const INLINE: &[Rule] = &[R1, R2, R3, R4, R5, R6, R8, R9, R11, R12];
const TABLE_OR_ROW: &[Rule] = &[R1, R2, R3, R7, R9, R12];
const CELL: &[Rule] = &[R1, R2, R3, R4, R8, R9, R10, R13];
const PARAGRAPH: &[Rule] = &[R1, R2, R3, R4, R5, R6, R8, R9, R11, R12];
const OTHER: &[Rule] = &[R1, R2, R3, R4, R6, R8, R9, R11, R12];

/// What becomes of a node, and by which rule.
pub(crate) fn decide(visit: &Visit) -> (Verdict, u8) {
    // A text or an image has nothing to divide.
    if visit.is_whole() {
        return (Verdict::Keep(10), R4.number);
    }
    let verdicts = visit.rules().iter().filter_map(|rule| Some(((rule.verdict)(visit)?, rule.number)));
    verdicts.into_iter().next().unwrap_or((Verdict::Divide, R12.number))
}

impl<'a> Visit<'a> {
    fn rules(&self) -> &'static [Rule] {
        let display =
            self.page.layout().and_then(|layout| layout.style(self.node)).map(|style| style.display);
        match (self.page.name(self.node), display) {
            ("table" | "tbody" | "thead" | "tfoot" | "tr", _) => TABLE_OR_ROW,
            (_, Some(Display::Table | Display::TableRowGroup | Display::TableRow)) => TABLE_OR_ROW,
            ("td" | "th", _) | (_, Some(Display::TableCell)) => CELL,
            ("p", _) => PARAGRAPH,
            _ if self.facts.of(self.node).inline => INLINE,
            _ => OTHER,
        }
    }

    fn when(&self, applies: bool, verdict: Verdict) -> Option<Verdict> {
        applies.then_some(verdict)
    }

    /// The children that can be seen.
    pub fn children(self) -> impl Iterator<Item = NodeId> + 'a {
        self.page.children(self.node).filter(move |child| self.facts.is_valid(*child))
    }

    fn valid_children(&self) -> u32 {
        self.facts.of(self.node).valid_children
    }

    /// A text node or an atom: there is nothing below it.
    fn is_whole(&self) -> bool {
        self.facts.is_valid(self.node) && self.valid_children() == 0
    }

    fn is_text(&self, node: NodeId) -> bool {
        self.facts.of(node).kind == Kind::Text
    }

    fn has(&self, kind: Kind) -> bool {
        self.page.children(self.node).any(|child| self.facts.of(child).kind == kind)
    }

    /// Whether a child's background differs from the node's.
    pub fn stands_out(&self, child: NodeId) -> bool {
        self.facts.of(child).background != self.facts.of(self.node).background
    }

    fn share_of_page(&self, node: NodeId) -> f32 {
        self.facts.of(node).seen.area() / self.facts.area.max(1.0)
    }

    /// How coherent a node is by its tag and its size: 8 if the tag usually holds one thing, less if it usually holds many, 1 less if it
    /// covers more than a tenth of the page, and 1 less again above four tenths.
    pub fn doc_by_tag_and_size(&self, node: NodeId) -> u8 {
        let by_tag = match self.page.name(node) {
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "a" | "dt" | "dd" | "label" | "figcaption"
            | "span" => 8,
            "li" | "td" | "th" | "figure" | "tr" | "dl" | "form" | "blockquote" => 7,
            _ => 6,
        };
        let share = self.share_of_page(node);
        let large = u8::from(share > LARGE) + u8::from(share > VERY_LARGE);
        by_tag - large
    }

    /// R8's degree of coherence for a child kept by its background.
    pub fn doc_by_background(&self, child: NodeId) -> u8 {
        self.doc_by_tag_and_size(child).max(6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::{by_id, page};

    #[test]
    fn there_are_thirteen_rules_and_each_is_used() {
        let lists = [INLINE, TABLE_OR_ROW, CELL, PARAGRAPH, OTHER];
        let mut all: Vec<u8> = lists.iter().flat_map(|rules| rules.iter().map(|rule| rule.number)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, (1..=13).collect::<Vec<u8>>());
    }

    #[test]
    fn rules_are_tried_in_order() {
        for rules in [INLINE, TABLE_OR_ROW, CELL, PARAGRAPH, OTHER] {
            assert!(rules.is_sorted_by_key(|rule| rule.number));
        }
    }

    /// What becomes of the element with the id `x` in a body of 1000 by 1000 pixels.
    fn decide_x(inside: &str, root: bool, sibling_divided: Option<bool>) -> (Verdict, u8) {
        let page = page(&format!("<body box='0 0 1000 1000'>{inside}"));
        let settings = VisionSettings::default();
        let facts = Facts::new(&page, page.layout().unwrap(), &settings);
        let node = by_id(&page, "x");
        decide(&Visit { page: &page, facts: &facts, settings: &settings, node, root, sibling_divided })
    }

    fn decide_free(inside: &str) -> (Verdict, u8) {
        decide_x(inside, false, None)
    }

    const TEXT: &str = "<p box='0 0 900 900'>a</p>";

    #[test]
    fn r1_drops_what_cannot_be_seen() {
        assert_eq!(decide_free("<div id=x box='0 0 100 100'><p></p></div>"), (Verdict::Drop, 1));
    }

    #[test]
    fn r2_divides_for_an_only_child() {
        assert_eq!(decide_free(&format!("<div id=x>{TEXT}</div>")), (Verdict::Divide, 2));
    }

    #[test]
    fn r3_divides_the_root_of_a_block() {
        assert_eq!(decide_x("<div id=x box='0 0 9 9'>a</div>", true, None), (Verdict::Divide, 3));
    }

    #[test]
    fn r4_keeps_texts() {
        let plain = "<div id=x box='0 0 90 9'>a <b box='20 0 9 9'>b</b></div>";
        assert_eq!(decide_free(plain), (Verdict::Keep(10), 4));
        let bold = "<div id=x box='0 0 90 9'>a <b box='20 0 9 9' font='16 700'>b</b></div>";
        assert_eq!(decide_free(bold), (Verdict::Keep(9), 4));
    }

    #[test]
    fn r5_divides_at_a_line_break() {
        assert_eq!(decide_free("<p id=x box='0 0 90 40'>a<br>b</p>"), (Verdict::Divide, 5));
        let block_inside = "<span id=x>a<div box='0 0 90 40'>b</div><i box='0 40 9 9'>c</i></span>";
        assert_eq!(decide_free(block_inside), (Verdict::Divide, 5));
    }

    #[test]
    fn r6_divides_at_a_drawn_line() {
        let ruled = "<div id=x box='0 0 90 90'><p box='0 0 90 9'>a</p><hr box='0 20 90 2'><p box='0 30 90 9'>b</p></div>";
        assert_eq!(decide_free(ruled), (Verdict::Divide, 6));
    }

    #[test]
    fn r7_divides_where_children_need_more_room() {
        let row =
            "<table><tr id=x box='0 0 100 10'><td box='0 0 60 20'>a</td><td box='60 0 60 20'>b</td></table>";
        assert_eq!(decide_free(row), (Verdict::Divide, 7));
    }

    #[test]
    fn r8_divides_by_background() {
        let card =
            "<div id=x box='0 0 90 90'><p box='0 0 90 9'>a</p><p bg='9 9 9' box='0 30 90 9'>b</p></div>";
        assert_eq!(decide_free(card), (Verdict::DivideByBackground, 8));
    }

    #[test]
    fn r9_keeps_a_small_node_with_text() {
        let small = "<div id=x box='0 0 90 90'><a box='0 0 90 9'>a</a><p box='0 30 90 9'>b</p></div>";
        assert_eq!(decide_free(small), (Verdict::Keep(6), 9));
        let large =
            "<div id=x box='0 0 900 900'><a box='0 0 900 400'>a</a><p box='0 500 900 400'>b</p></div>";
        assert_eq!(decide_free(large).1, 12);
    }

    #[test]
    fn r10_keeps_a_cell_of_small_things() {
        let row = |cell| format!("<table><tr box='0 0 1000 200'>{cell}</table>");
        let small = row("<td id=x box='0 0 900 100'><p box='0 0 90 9'>a</p><p box='0 30 90 9'>b</p>");
        assert_eq!(decide_free(&small), (Verdict::Keep(7), 10));
    }

    #[test]
    fn r11_keeps_what_follows_something_kept() {
        let two = "<div id=x box='0 0 90 90'><p box='0 0 90 9'>a</p><p box='0 30 90 9'>b</p></div>";
        assert_eq!(decide_x(two, false, Some(false)), (Verdict::Keep(6), 11));
        assert_eq!(decide_x(two, false, Some(true)), (Verdict::Divide, 12));
    }

    #[test]
    fn r12_divides_tables() {
        let table = "<table id=x box='0 0 900 900'><tr box='0 0 900 90'><td box='0 0 90 9'>a<tr box='0 90 900 90'><td box='0 90 90 9'>b</table>";
        let rows = table.replace("<table id=x", "<table").replacen(
            "<tr box",
            "<tbody id=x box='0 0 900 900'><tr box",
            1,
        );
        assert_eq!(decide_free(&rows), (Verdict::Divide, 12));
    }

    #[test]
    fn r13_keeps_cells() {
        let cell = "<table><tr box='0 0 1000 900'><td id=x box='0 0 900 900'><p box='0 0 800 400'>a</p><p box='0 500 800 400'>b</p></table>";
        assert_eq!(decide_free(cell), (Verdict::Keep(5), 13));
    }
}
