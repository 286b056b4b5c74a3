//! The survey itself, made in a few passes over the nodes.

use crate::content::Content;
use crate::shown::Shown;
use crate::stream::Stream;
use chaffinch_core::{Finding, NodeId, NodeKind, Page, Rect};
use chaffinch_structured::{PageNames, StructuredItems, StructuredSettings};
use chaffinch_trees::{Naming, TagPaths};
use chaffinch_values::{DecimalMark, date, has_money_sign, is_document_address, is_person_name, money};
use std::cell::OnceCell;
use std::ops::Range;

/// A page and what the methods need to know about it. How much any stretch of the page holds is the difference of two sums. What only
/// some methods need is found when it is first asked for.
pub struct Survey<'p> {
    /// The page.
    pub page: &'p Page,
    /// Tag paths by tags alone.
    pub tags: TagPaths,
    /// Tag paths by tags and classes.
    pub classes: TagPaths,
    /// How many ancestors each node has.
    pub depth: Vec<u32>,
    /// Whether a node is inked: it shows something of its own, which is text that is not blank, an image or a control of a form.
    pub inked: Vec<bool>,
    /// For each node the smallest box around all that is inked in its subtree; margins, padding and empty lines do not count.
    pub ink: Vec<Option<Rect>>,
    /// The smallest box around everything that is inked.
    pub extent: Option<Rect>,
    /// The nodes that are inked, in document order.
    inked_nodes: Vec<NodeId>,
    /// How much stands before each node, and last how much the whole page holds.
    sums: Vec<Content>,
    whole_classes: OnceCell<TagPaths>,
    stream: OnceCell<Stream>,
    structured_settings: StructuredSettings,
    structured_items: OnceCell<StructuredItems>,
    structured: OnceCell<Vec<Finding>>,
    state: OnceCell<Vec<Finding>>,
    names: OnceCell<PageNames>,
}

impl<'p> Survey<'p> {
    /// Surveys `page`; `structured` says how its structured data is read.
    pub fn new(page: &'p Page, structured: &StructuredSettings) -> Survey<'p> {
        let len = page.len();
        let mut survey = Survey {
            page,
            tags: TagPaths::of(page, Naming::Tags),
            classes: TagPaths::of(page, Naming::TagsAndClasses),
            depth: Vec::with_capacity(len),
            inked: Vec::with_capacity(len),
            ink: vec![None; len],
            extent: None,
            inked_nodes: Vec::new(),
            sums: Vec::with_capacity(len + 1),
            whole_classes: OnceCell::new(),
            stream: OnceCell::new(),
            structured_settings: structured.clone(),
            structured_items: OnceCell::new(),
            structured: OnceCell::new(),
            state: OnceCell::new(),
            names: OnceCell::new(),
        };
        survey.measure_nodes();
        survey.measure_boxes();
        survey
    }

    /// How much a stretch of nodes holds.
    #[inline]
    pub fn content(&self, nodes: &Range<NodeId>) -> Content {
        self.sums[nodes.end.index()] - self.sums[nodes.start.index()]
    }

    /// The inked nodes of a stretch.
    #[inline]
    pub fn inked_in(&self, nodes: &Range<NodeId>) -> &[NodeId] {
        &self.inked_nodes[self.sums[nodes.start.index()].inks..self.sums[nodes.end.index()].inks]
    }

    /// How much the whole page holds.
    #[inline]
    pub fn whole(&self) -> Content {
        self.content(&(NodeId::DOCUMENT..NodeId::from_index(self.page.len())))
    }

    /// Whether anything is shown in a stretch of nodes.
    #[inline]
    pub fn shows(&self, nodes: &Range<NodeId>) -> bool {
        self.content(nodes).inks > 0
    }

    /// `node` and everything below it.
    #[inline]
    pub fn subtree(&self, node: NodeId) -> Range<NodeId> {
        node..self.page.node(node).end
    }

    /// Tag paths by tags and whole class attributes, without the digits in them.
    pub fn whole_classes(&self) -> &TagPaths {
        self.whole_classes.get_or_init(|| TagPaths::of(self.page, Naming::TagsAndWholeClasses))
    }

    /// The text on the screen, in one piece.
    pub fn stream(&self) -> &Stream {
        self.stream.get_or_init(|| Stream::new(self.page, Shown::OnScreen))
    }

    /// The page's structured data, best first.
    pub fn structured(&self) -> &[Finding] {
        let items = || self.structured_items();
        self.structured.get_or_init(|| items().findings(self.page, &self.structured_settings))
    }

    /// The lists of things in the data that the page carries for its scripts, best first. A score of zero says that the page shows other
    /// things than these.
    pub fn state(&self) -> &[Finding] {
        let items = || self.structured_items();
        self.state.get_or_init(|| items().state_lists(self.page, &self.structured_settings))
    }

    /// Whether the page carries more data for its scripts than may be read.
    pub fn state_is_cut(&self) -> bool {
        self.structured_items().state_is_cut()
    }

    /// What the page itself, in its structured data, calls the texts, links and images that it shows.
    pub fn names(&self) -> &PageNames {
        let naming = &self.structured_settings.naming;
        self.names.get_or_init(|| self.structured_items().names(self.page, naming))
    }

    fn structured_items(&self) -> &StructuredItems {
        let read = || StructuredItems::read(self.page, &self.structured_settings);
        self.structured_items.get_or_init(read)
    }

    /// The ancestor of `node`, or itself, that stands at `depth`.
    #[inline]
    pub fn ancestor_at(&self, mut node: NodeId, depth: u32) -> NodeId {
        while self.depth[node.index()] > depth {
            match self.page.node(node).parent {
                Some(parent) => node = parent,
                None => break,
            }
        }
        node
    }

    fn measure_nodes(&mut self) {
        let page = self.page;
        let mut hidden_until = NodeId::DOCUMENT;
        let mut link_until = NodeId::DOCUMENT;
        let mut sum = Content::default();
        let reads_without_scripts = reads_without_scripts(page);
        let is_passed_over =
            |id: NodeId| page.is(id, "option") || page.is(id, "noscript") && !reads_without_scripts;
        for id in page.ids() {
            let node = page.node(id);
            let depth = node.parent.map_or(0, |parent| self.depth[parent.index()] + 1);
            self.depth.push(depth);
            if id >= hidden_until && page.is_element(id) && (page.hides(id) || is_passed_over(id)) {
                hidden_until = node.end;
            }
            let hidden = id < hidden_until;
            let href = Some(id).filter(|id| page.is(*id, "a")).and_then(|id| page.attribute(id, "href"));
            let is_link = href.is_some();
            if is_link {
                link_until = link_until.max(node.end);
            }
            let text = if node.kind == NodeKind::Text && !hidden { page.own_text(id) } else { "" };
            let chars = letters_in(text);
            let image = !hidden && page.is(id, "img");
            let control = !hidden && is_control(page, id);
            // Without a digit there is neither an amount nor a date; other scripts have digits beyond ASCII.
            let has_digits = || text.bytes().any(|byte| byte.is_ascii_digit() || !byte.is_ascii());
            let short = chars > 0 && text.len() <= LONGEST_VALUE && has_digits();
            let trimmed = text.trim();
            let inked = chars > 0 || image || control;
            self.sums.push(sum);
            sum += Content {
                chars,
                link_chars: if id < link_until { chars } else { 0 },
                texts: usize::from(chars > 0),
                links: usize::from(is_link && !hidden),
                images: usize::from(image),
                controls: usize::from(control),
                money: usize::from(short && holds_money(trimmed)),
                dates: usize::from(short && holds_date(trimmed)),
                people: usize::from(chars > 0 && text.len() <= LONGEST_VALUE && is_person_name(trimmed)),
                documents: usize::from(!hidden && href.is_some_and(is_document_address)),
                digits: text.bytes().filter(u8::is_ascii_digit).count(),
                headers: usize::from(!hidden && names_columns(page, id)),
                inks: usize::from(inked),
            };
            if inked {
                self.inked_nodes.push(id);
            }
            self.inked.push(inked);
        }
        self.sums.push(sum);
    }

    fn measure_boxes(&mut self) {
        if self.page.layout().is_none() {
            return;
        }
        for id in self.page.ids().rev() {
            let own = self.page.rect(id).filter(|rect| self.inked[id.index()] && !rect.is_empty());
            let ink = self.ink[id.index()].into_iter().chain(own).reduce(|a, b| a.union(&b));
            self.ink[id.index()] = ink;
            if let (Some(parent), Some(ink)) = (self.page.node(id).parent, ink) {
                let above = &mut self.ink[parent.index()];
                *above = Some(above.map_or(ink, |rect| rect.union(&ink)));
            }
        }
        self.extent = self.ink[0];
    }
}

/// Whether a tag only changes how text looks, and says nothing about what the text is.
pub fn is_look(name: &str) -> bool {
    const LOOKS: [&str; 17] = [
        "b", "i", "em", "strong", "u", "font", "small", "big", "mark", "sup", "sub", "wbr", "abbr", "code",
        "tt", "s", "nobr",
    ];
    LOOKS.contains(&name)
}

/// Most bytes of a text that can be a value. A longer text is prose, even where it mentions a price or a date.
pub const LONGEST_VALUE: usize = 60;

/// Whether a node is a table row of column names: all its cells are `<th>`, or it stands in `<thead>`.
pub fn names_columns(page: &Page, row: NodeId) -> bool {
    let mut cells = page.element_children(row).peekable();
    let in_head = || page.node(row).parent.is_some_and(|above| page.is(above, "thead"));
    page.is(row, "tr") && cells.peek().is_some() && (cells.all(|cell| page.is(cell, "th")) || in_head())
}

/// Whether `<noscript>` holds more text than the rest of the page. Mostly it replaces a script and is passed over, but some sites put all
/// they have to say there for readers without scripts, which we are.
fn reads_without_scripts(page: &Page) -> bool {
    if !page.ids().any(|id| page.is(id, "noscript")) {
        return false;
    }
    let (mut inside, mut outside) = (0, 0);
    let (mut hidden_until, mut noscript_until) = (NodeId::DOCUMENT, NodeId::DOCUMENT);
    for id in page.ids() {
        let node = page.node(id);
        if page.is(id, "noscript") {
            noscript_until = noscript_until.max(node.end);
        }
        if id >= hidden_until && page.is_element(id) && page.hides(id) {
            hidden_until = node.end;
        }
        if node.kind == NodeKind::Text && id >= hidden_until {
            let chars = page.own_text(id).split_whitespace().map(str::len).sum::<usize>();
            *(if id < noscript_until { &mut inside } else { &mut outside }) += chars;
        }
    }
    inside > outside
}

/// How many characters of a text are no white space.
fn letters_in(text: &str) -> usize {
    if text.is_ascii() {
        return text.bytes().filter(|byte| !matches!(byte, b'\t'..=b'\r' | b' ')).count();
    }
    text.chars().filter(|c| !c.is_whitespace()).count()
}

fn is_control(page: &Page, id: NodeId) -> bool {
    ["input", "select", "textarea", "button"].iter().any(|name| page.is(id, name))
        && !page.attribute(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
}

fn holds_money(text: &str) -> bool {
    has_money_sign(text) && text.bytes().any(|b| b.is_ascii_digit())
        || money(text, DecimalMark::Point).is_some()
}

fn holds_date(text: &str) -> bool {
    date(text).is_some() || looks_like_date(text)
}

/// Whether a text has three numbers with separators, such as `12/03/2006`. Which number is the month does not matter here.
fn looks_like_date(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        let parts: Vec<&str> = word.split(['/', '.', '-']).collect();
        parts.len() == 3
            && parts.iter().all(|p| matches!(p.len(), 1..=4) && p.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(html: &str) -> usize {
        let page = chaffinch_page::parse_str(html);
        Survey::new(&page, &StructuredSettings::default()).whole().texts
    }

    #[test]
    fn what_replaces_a_script_is_passed_over() {
        assert_eq!(texts("<p>Robins sing in winter, too.</p><noscript><p>Allow scripts.</noscript>"), 1);
    }

    #[test]
    fn a_page_that_stands_in_noscript_is_read() {
        assert_eq!(texts("<p>Forum</p><noscript><p>Who feeds robins?<p>I do, every morning.</noscript>"), 3);
    }
}
