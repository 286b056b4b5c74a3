//! The thirteen rules of block extraction, and which apply to what.

use crate::facts::{Facts, Font, Kind};
use crate::settings::VisionSettings;
use chaffinch_core::{Display, NodeId, Page};

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
    /// It is the root of the block's only sub-tree.
    pub root: bool,
    /// Whether the visible sibling before it was divided; none if there is no such sibling.
    pub sibling_divided: Option<bool>,
}

/// A rule: its number, what it says, and its verdict where it applies.
pub(crate) struct Rule {
    pub number: u8,
    #[cfg_attr(not(test), allow(dead_code))]
    pub says: &'static str,
    pub verdict: fn(&Visit) -> Option<Verdict>,
}

const R1: Rule = Rule {
    number: 1,
    says: "nothing inside can be seen, and it is no text: drop",
    verdict: |v| v.when(v.valid_children() == 0 && !v.is_whole(), Verdict::Drop),
};
const R2: Rule = Rule {
    number: 2,
    says: "one visible child, which is no text: divide",
    verdict: |v| v.when(v.valid_children() == 1 && v.children().any(|c| !v.is_text(c)), Verdict::Divide),
};
const R3: Rule = Rule {
    number: 3,
    says: "the root of the block's only sub-tree: divide",
    verdict: |v| v.when(v.root && v.valid_children() > 0, Verdict::Divide),
};
const R4: Rule = Rule {
    number: 4,
    says: "all children are texts or virtual texts: keep, DoC 10 if their fonts agree, else 9",
    verdict: |v| {
        let doc = if v.facts.of(v.node).font == Font::Mixed { 9 } else { 10 };
        v.when(
            v.children().all(|c| v.is_text(c)) && !v.has(Kind::Break) && !v.has(Kind::Line),
            Verdict::Keep(doc),
        )
    },
};
const R5: Rule = Rule {
    number: 5,
    says: "a child breaks the line: divide",
    verdict: |v| v.when(v.has(Kind::Break) || v.children().any(|c| !v.facts.of(c).inline), Verdict::Divide),
};
const R6: Rule = Rule {
    number: 6,
    says: "a child is a drawn line: divide",
    verdict: |v| v.when(v.has(Kind::Line), Verdict::Divide),
};
const R7: Rule = Rule {
    number: 7,
    says: "the children's areas add up to more than its own: divide",
    verdict: |v| {
        let children: f32 = v.children().map(|c| v.facts.of(c).area).sum();
        v.when(children > v.facts.of(v.node).area, Verdict::Divide)
    },
};
const R8: Rule = Rule {
    number: 8,
    says: "a child has another background: divide, that child is kept whole this round, DoC 6 to 8",
    verdict: |v| v.when(v.children().any(|c| v.stands_out(c)), Verdict::DivideByBackground),
};
const R9: Rule = Rule {
    number: 9,
    says: "a child is a text or virtual text, and it is small: keep, DoC 5 to 8",
    verdict: |v| {
        let small = v.share_of_page(v.node) < v.settings.text_area;
        v.when(
            small && v.children().any(|c| v.is_text(c)),
            Verdict::Keep(v.doc_by_tag_and_size(v.node).max(5)),
        )
    },
};
const R10: Rule = Rule {
    number: 10,
    says: "even its largest child is small: keep",
    verdict: |v| {
        let largest = v.children().map(|c| v.share_of_page(c)).fold(0.0, f32::max);
        v.when(largest < v.settings.child_area, Verdict::Keep(v.doc_by_tag_and_size(v.node)))
    },
};
const R11: Rule = Rule {
    number: 11,
    says: "the sibling before it was not divided: keep",
    verdict: |v| v.when(v.sibling_divided == Some(false), Verdict::Keep(v.doc_by_tag_and_size(v.node))),
};
const R12: Rule = Rule { number: 12, says: "divide", verdict: |_| Some(Verdict::Divide) };
const R13: Rule =
    Rule { number: 13, says: "keep", verdict: |v| Some(Verdict::Keep(v.doc_by_tag_and_size(v.node))) };

/// Which rules apply, in this order, by the node's tag. Where the paper's list ends without a verdict, the node is
/// divided: R11 says when it is not.
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

    /// How coherent a node is by its tag and its size: 8 for what usually holds one thing, less for what usually holds many,
    /// and less again if it is large.
    pub fn doc_by_tag_and_size(&self, node: NodeId) -> u8 {
        let by_tag = match self.page.name(node) {
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "a" | "dt" | "dd" | "label" | "figcaption"
            | "span" => 8,
            "li" | "td" | "th" | "figure" | "tr" | "dl" | "form" | "blockquote" => 7,
            _ => 6,
        };
        let share = self.share_of_page(node);
        let large = u8::from(share > 0.1) + u8::from(share > 0.4);
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

    #[test]
    fn there_are_thirteen_rules_and_each_is_used() {
        let mut all: Vec<(u8, &str)> = [INLINE, TABLE_OR_ROW, CELL, PARAGRAPH, OTHER]
            .iter()
            .flat_map(|rules| rules.iter().map(|rule| (rule.number, rule.says)))
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.iter().map(|(number, _)| *number).collect::<Vec<_>>(), (1..=13).collect::<Vec<u8>>());
    }

    #[test]
    fn rules_are_tried_in_order() {
        for rules in [INLINE, TABLE_OR_ROW, CELL, PARAGRAPH, OTHER] {
            assert!(rules.is_sorted_by_key(|rule| rule.number));
        }
    }
}
