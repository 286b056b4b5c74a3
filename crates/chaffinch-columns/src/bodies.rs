//! Bodies: what somebody wrote into a record, such as a post or a comment, is one value, whatever stands in it. A template writes the fields of
//! all records alike; what people write has other elements each time, and hardly any classes.

use crate::pieces::hash;
use chaffinch_core::{NodeId, Page, TextMap, TextSet};
use chaffinch_survey::{Content, Record, Survey};
use std::ops::Range;

/// The places of a list's bodies: the tags and classes of the elements and of those around them.
#[derive(Default)]
pub(crate) struct Bodies {
    places: TextSet<u64>,
}

/// What the elements at a place have in common.
#[derive(Default)]
struct Place {
    elements: usize,
    whole: Content,
    /// Characters that no element with a class stands around.
    written: usize,
    /// How many begin with a link, a heading or bold words, as the fields of a record do.
    led: usize,
    /// How many hold amounts or dates.
    typed: usize,
    /// What the elements inside are, as a number for each form.
    forms: TextSet<u64>,
    /// The last record that has one, and in how many records there are several.
    last: Option<usize>,
    several: usize,
}

/// Fewest bodies of a list.
const FEWEST: usize = 3;
/// Fewest characters, in the mean, of a body and of one of its texts.
const FEWEST_CHARS: usize = 100;
const FEWEST_TEXT_CHARS: usize = 30;

impl Bodies {
    /// Looks for elements that differ from record to record in what stands in them.
    pub fn of(survey: &Survey, records: &[Record]) -> Bodies {
        let page = survey.page;
        let mut places: TextMap<u64, Place> = TextMap::default();
        // The page may call all posts but the first one texts.
        let mut called: TextSet<u64> = TextSet::default();
        for (row, record) in records.iter().enumerate() {
            for part in &record.parts {
                let written = Written::of(survey, part);
                // The element of a record itself has other things in it than one text.
                for at in (part.start.index() + 1..part.end.index()).map(NodeId::from_index) {
                    let content = survey.content(&survey.subtree(at));
                    if is_called_text(page, at) && content.texts > 1 {
                        called.insert(place(survey, at));
                    }
                    if may_be_body(page, at) && content.chars > 0 && content.controls == 0 {
                        let place = places.entry(place(survey, at)).or_default();
                        place.add(survey, row, at, content, &written);
                    }
                }
            }
        }
        let places = places.into_iter().filter(|(_, place)| place.holds_bodies());
        Bodies { places: places.map(|(place, _)| place).chain(called).collect() }
    }

    /// Whether an element is a body.
    pub fn has(&self, survey: &Survey, node: NodeId) -> bool {
        !self.places.is_empty()
            && survey.page.is_element(node)
            && self.places.contains(&place(survey, node))
            && survey.content(&survey.subtree(node)).controls == 0
    }
}

/// Whether an element may hold what somebody wrote: a block with a class.
fn may_be_body(page: &Page, node: NodeId) -> bool {
    matches!(page.name(node), "div" | "section" | "article" | "td" | "dd" | "blockquote")
        && !page.class_text(node).is_empty()
}

/// Whether the page's markup says that all of an element is one running text.
fn is_called_text(page: &Page, node: NodeId) -> bool {
    const TEXTS: [&str; 5] = ["text", "articleBody", "reviewBody", "commentText", "description"];
    page.attribute(node, "itemprop").is_some_and(|name| TEXTS.contains(&name.trim()))
}

/// A number for the tags and classes of an element and of the one around it.
fn place(survey: &Survey, node: NodeId) -> u64 {
    let label = |id: NodeId| survey.classes.label(id).0;
    hash((survey.page.node(node).parent.map(label), label(node)))
}

/// What is known of each node of a part of a record.
struct Written {
    start: usize,
    /// How many characters no element with a class stands around.
    chars: Vec<usize>,
    /// Which elements are inside.
    forms: Vec<u64>,
}

impl Written {
    fn of(survey: &Survey, part: &Range<NodeId>) -> Written {
        let page = survey.page;
        let start = part.start.index();
        let count = part.end.index() - start;
        let mut written = Written { start, chars: vec![0; count], forms: vec![0; count] };
        for at in (0..count).rev() {
            let node = NodeId::from_index(start + at);
            let name = page.name(node);
            let passes = if page.is_element(node) {
                if matches!(name, "blockquote" | "pre") {
                    // Sites dress quotations and code up.
                    written.chars[at] = survey.content(&survey.subtree(node)).chars;
                }
                matches!(name, "a" | "pre" | "blockquote") || page.class_text(node).is_empty()
            } else {
                written.chars[at] = survey.content(&survey.subtree(node)).chars;
                true
            };
            let above = page.node(node).parent.and_then(|above| above.index().checked_sub(start));
            if let Some(above) = above.filter(|above| *above < at) {
                written.chars[above] += if passes { written.chars[at] } else { 0 };
                let own = (survey.tags.label(node).0, written.forms[at]);
                written.forms[above] = hash((written.forms[above], own));
            }
        }
        written
    }
}

impl Place {
    fn add(&mut self, survey: &Survey, row: usize, node: NodeId, content: Content, written: &Written) {
        let at = node.index() - written.start;
        self.several += usize::from(self.last == Some(row));
        self.last = Some(row);
        self.elements += 1;
        self.whole.chars += content.chars;
        self.whole.link_chars += content.link_chars;
        self.whole.texts += content.texts;
        self.written += written.chars[at];
        self.led += usize::from(begins_apart(survey, node));
        self.typed += usize::from(content.money + content.dates > 0);
        self.forms.insert(written.forms[at]);
    }

    fn holds_bodies(&self) -> bool {
        self.elements >= FEWEST
            && self.several == 0
            && 5 * self.forms.len() >= 2 * self.elements.max(2 * FEWEST)
            && 10 * self.written >= 7 * self.whole.chars
            && 3 * self.whole.link_chars < self.whole.chars
            && self.whole.chars >= FEWEST_CHARS * self.elements
            && self.whole.chars >= FEWEST_TEXT_CHARS * self.whole.texts
            && 10 * self.led <= 3 * self.elements
            && 10 * self.typed <= 3 * self.elements
    }
}

/// Whether the first text of an element is a heading, in bold, or a link that stands alone.
fn begins_apart(survey: &Survey, node: NodeId) -> bool {
    let page = survey.page;
    let texts = |id: NodeId| survey.inked_in(&survey.subtree(id)).len();
    let is_apart = |id: NodeId| match page.name(id) {
        "b" | "strong" => true,
        "a" => page.node(id).parent.is_some_and(|above| texts(above) == texts(id)),
        _ => page.is_heading(id),
    };
    let first = survey.inked_in(&survey.subtree(node)).iter().find(|id| !page.is_element(**id));
    first.is_some_and(|first| page.ancestors(*first).take_while(|above| *above > node).any(is_apart))
}
