//! Passages: a post or a description of several paragraphs is one value, however many paragraphs it has.

use crate::bodies::Bodies;
use crate::pieces::hash;
use chaffinch_core::{NodeId, Page, TextMap, TextSet};
use chaffinch_survey::{Content, Record, Survey, is_look};

/// The places of a list's passages: the tags and classes of the elements and of those around them.
#[derive(Default)]
pub(crate) struct Passages {
    places: TextSet<u64>,
    bodies: Bodies,
}

/// What the elements at a place have in common.
#[derive(Default)]
struct Place {
    elements: usize,
    chars: usize,
    link_chars: usize,
    paragraphs: usize,
    fewest: usize,
    most: usize,
    /// The last record that has one, and in how many records there are several.
    last: Option<usize>,
    several: usize,
}

/// Fewest characters, in the mean, of a passage and of one of its paragraphs. Shorter ones are the fields of a record.
const FEWEST_CHARS: usize = 120;
const FEWEST_PARAGRAPH_CHARS: usize = 40;

impl Passages {
    /// Looks for elements with nothing but paragraphs in them, of which some records have more than others.
    pub fn of(survey: &Survey, records: &[Record]) -> Passages {
        let page = survey.page;
        let mut places: TextMap<u64, Place> = TextMap::default();
        for (row, record) in records.iter().enumerate() {
            for part in &record.parts {
                let mut at = part.start;
                while at < part.end {
                    let content = survey.content(&survey.subtree(at));
                    let paragraphs = if content.chars > 0 { paragraphs(survey, at) } else { 0 };
                    // A record has other things in it than one passage.
                    if paragraphs == 0 || at == part.start {
                        at = NodeId::from_index(at.index() + 1);
                        continue;
                    }
                    places.entry(place(survey, at)).or_default().add(row, &content, paragraphs);
                    at = page.node(at).end;
                }
            }
        }
        let places = places.into_iter().filter(|(_, place)| place.holds_passages());
        Passages { places: places.map(|(place, _)| place).collect(), bodies: Bodies::of(survey, records) }
    }

    /// Whether an element is a passage.
    pub fn has(&self, survey: &Survey, node: NodeId) -> bool {
        self.bodies.has(survey, node)
            || !self.places.is_empty()
                && self.places.contains(&place(survey, node))
                && paragraphs(survey, node) > 0
    }
}

impl Place {
    fn add(&mut self, row: usize, content: &Content, paragraphs: usize) {
        self.several += usize::from(self.last == Some(row));
        self.fewest = if self.elements == 0 { paragraphs } else { self.fewest.min(paragraphs) };
        self.most = self.most.max(paragraphs);
        self.elements += 1;
        self.chars += content.chars;
        self.link_chars += content.link_chars;
        self.paragraphs += paragraphs;
        self.last = Some(row);
    }

    fn holds_passages(&self) -> bool {
        self.elements > 1
            && self.fewest < self.most
            && self.several == 0
            && 3 * self.link_chars < self.chars
            && self.chars >= FEWEST_CHARS * self.elements
            && self.chars >= FEWEST_PARAGRAPH_CHARS * self.paragraphs
    }
}

/// A number for the tags and classes of an element and of the one around it.
fn place(survey: &Survey, node: NodeId) -> u64 {
    let label = |id: NodeId| survey.classes.label(id).0;
    hash((survey.page.node(node).parent.map(label), label(node)))
}

/// How many paragraphs, lists and lines an element holds; none where it holds anything else.
fn paragraphs(survey: &Survey, node: NodeId) -> usize {
    let page = survey.page;
    if !matches!(page.name(node), "div" | "section" | "td" | "dd" | "li" | "blockquote") {
        return 0;
    }
    let mut count = 0;
    let mut in_line = false;
    let mut class: Option<&str> = None;
    for kid in page.children(node).filter(|kid| survey.shows(&survey.subtree(*kid)) || page.is(*kid, "br")) {
        let name = page.name(kid);
        match name {
            _ if !page.is_element(kid) => {
                count += usize::from(!in_line && survey.inked[kid.index()]);
                in_line |= survey.inked[kid.index()];
            }
            "br" => in_line = false,
            "p" | "ul" | "ol" | "blockquote" | "pre" => {
                // Paragraphs of several classes are several fields.
                if name == "p"
                    && class.replace(page.class_text(kid)).is_some_and(|other| other != page.class_text(kid))
                {
                    return 0;
                }
                count += 1;
                in_line = false;
            }
            "img" | "hr" => in_line = false,
            "a" | "span" | "q" | "cite" => {
                count += usize::from(!in_line);
                in_line = true;
            }
            _ if is_look(name) => {
                count += usize::from(!in_line);
                in_line = true;
            }
            _ => return 0,
        }
    }
    if survey.content(&survey.subtree(node)).controls > 0 { 0 } else { count }
}

/// The images in a passage that are shown.
pub(crate) fn images<'p>(survey: &'p Survey, node: NodeId) -> impl Iterator<Item = NodeId> + 'p {
    let page: &Page = survey.page;
    page.descendants(node).filter(|id| page.is(*id, "img") && survey.shows(&survey.subtree(*id)))
}
