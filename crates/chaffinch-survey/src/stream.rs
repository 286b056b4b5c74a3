//! The text of a page in one piece, which AMBER calls a clob.
//!
//! The texts of inline elements are on one line, so that an annotation may span several nodes; blocks, cells and line breaks end the
//! line. A run of white space is one space, so that patterns need not care how the source is wrapped. All positions are bytes.

use crate::shown::Shown;
use chaffinch_core::{Display, NodeId, NodeKind, Page};
use std::ops::Range;

/// What ends a line. `^` and `$` match here, `.` stops, and no pattern with `\s` can cross the control character in the middle.
const LINE_END: &str = "\n\u{1f}\n";

/// A page's visible text.
#[derive(Debug, Clone)]
pub struct Stream {
    text: String,
    segments: Vec<Segment>,
    lines: Vec<Line>,
    anchors: Vec<Anchor>,
}

/// A position in the stream and the same position in the text node's own text. From here to the next anchor both advance byte by byte.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    place: usize,
    own: usize,
}

#[derive(Debug, Clone, Copy)]
struct Line {
    start: usize,
    end: usize,
    /// How many characters are shown on all lines before this one.
    seen: usize,
    /// Whether the line is all ASCII.
    ascii: bool,
}

impl Line {
    fn beginning(start: usize) -> Line {
        Line { start, end: usize::MAX, seen: 0, ascii: false }
    }
}

/// The text of one text node.
#[derive(Debug, Clone)]
struct Segment {
    start: usize,
    end: usize,
    node: NodeId,
    /// Which of the stream's anchors belong to it.
    anchors: Range<usize>,
}

/// Whether a text begins with a sign of money and a number: what stands before is another value.
fn begins_amount(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| matches!(c, '£' | '€' | '$' | '¥' | '₹'))
        && characters.find(|c| !c.is_whitespace()).is_some_and(|c| c.is_ascii_digit())
}

/// Whether digits of two neighbouring texts are two numbers, such as the year and the mileage of `<i>2010</i><i>45,000 miles</i>`. Where
/// each has an element of its own, the second goes on with the first only if it is just cents or thousands.
fn are_two_numbers(page: &Page, before: NodeId, after: NodeId) -> bool {
    let (one, other) = (page.node(before).parent, page.node(after).parent);
    let nested =
        |outer: Option<NodeId>, inner: NodeId| outer.is_some_and(|outer| page.contains(outer, inner));
    let apart = !nested(one, after) && !nested(other, before);
    let word = page.own_text(after).split_whitespace().next().unwrap_or_default();
    let goes_on = (2..=3).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    apart && !goes_on || has_gap(page, before, after)
}

/// Whether the screen shows the texts of two nodes apart: on different lines, or with room for a space between them.
fn has_gap(page: &Page, before: NodeId, after: NodeId) -> bool {
    /// In pixels: less is the room that letters have anyway.
    const ROOM: f32 = 3.0;
    let Some(layout) = page.layout() else { return false };
    match (layout.lines(before).last(), layout.lines(after).first()) {
        (Some(one), Some(other)) => {
            other.rect.x - one.rect.right() >= ROOM || other.rect.y >= one.rect.bottom()
        }
        _ => false,
    }
}

/// A text of at least this many bytes goes on a line of its own behind a short, marked text such as a name in bold.
const LONG_TEXT: usize = 160;
/// Most bytes of such a short text.
const LONGEST_HEAD: usize = 120;

impl Stream {
    /// The stream of what `shown` says is read.
    pub fn new(page: &Page, shown: Shown) -> Stream {
        let mut stream = Stream {
            text: String::new(),
            segments: Vec::new(),
            lines: vec![Line::beginning(0)],
            anchors: Vec::new(),
        };
        let end = page.len();
        // The ends of the open blocks, innermost last.
        let mut open: Vec<usize> = Vec::new();
        // The end of the open `<pre>`, in which the line ends of the source count.
        let mut preformatted = 0;
        let mut at = 0;
        while at < end {
            while open.last().is_some_and(|end| *end <= at) {
                open.pop();
                stream.end_line();
            }
            let node = NodeId::from_index(at);
            match page.node(node).kind {
                NodeKind::Text => stream.push(page, node, at < preformatted),
                NodeKind::Element if shown.hides(page, node) => {
                    at = page.node(node).end.index();
                    continue;
                }
                NodeKind::Element if page.is(node, "br") => stream.end_line(),
                NodeKind::Element if breaks(page, node) => {
                    stream.end_line();
                    open.push(page.node(node).end.index());
                    if page.is(node, "pre") {
                        preformatted = page.node(node).end.index();
                    }
                }
                NodeKind::Element | NodeKind::Document => {}
                _ => {
                    at = page.node(node).end.index().max(at + 1);
                    continue;
                }
            }
            at += 1;
        }
        let all = stream.text.len();
        let mut seen = 0;
        for line in &mut stream.lines {
            line.end = line.end.min(all);
            line.seen = seen;
            line.ascii = stream.text.as_bytes()[line.start..line.end].is_ascii();
            seen += seen_in(&stream.text[line.start..line.end]);
        }
        stream
    }

    fn push(&mut self, page: &Page, node: NodeId, preformatted: bool) {
        let own = page.own_text(node);
        let head = self.lines.last().map_or("", |line| self.text[line.start..].trim());
        if !head.is_empty()
            && head.len() <= LONGEST_HEAD
            && own.trim().len() >= LONG_TEXT
            && self.segments.last().is_some_and(|last| is_set_off(page, last.node, node))
        {
            self.end_line();
        }
        // `<b>Tea</b>4.50` and `<i>Price</i>Tea` are two values each, so a space goes between them. A tag within a word or a
        // number does not part it.
        let (before, after) = (self.text.chars().next_back(), own.chars().next());
        if let (Some(before), Some(after)) = (before, after)
            && before.is_alphanumeric()
            && after.is_alphanumeric()
            && (before.is_numeric() != after.is_numeric() || (before.is_lowercase() && after.is_uppercase()))
        {
            self.text.push(' ');
        } else if before.is_some_and(char::is_alphanumeric) && begins_amount(own)
            || before.is_some_and(char::is_numeric)
                && after.is_some_and(char::is_numeric)
                && self.segments.last().is_some_and(|last| are_two_numbers(page, last.node, node))
        {
            // `<span>Pack of 2</span><span>£3.50</span>`, and two numbers that the screen shows apart.
            self.text.push(' ');
        }
        let start = self.text.len();
        let anchors = self.anchors.len();
        self.anchors.push(Anchor { place: start, own: 0 });
        let mut at = 0;
        while let Some(c) = own[at..].chars().next() {
            // Most of a text is words with a space between them, which are copied as they are. White space and controls beyond ASCII begin
            // with one of four bytes.
            let rest = &own.as_bytes()[at..];
            let is_plain = |at: &usize| match rest[*at] {
                b' ' => *at > 0 && rest[*at - 1] != b' ',
                0xc2 | 0xe1 | 0xe2 | 0xe3 => false,
                byte => byte.is_ascii_graphic() || !byte.is_ascii(),
            };
            let plain = (0..rest.len()).take_while(is_plain).count();
            if plain > 0 {
                self.text.push_str(&own[at..at + plain]);
                at += plain;
                continue;
            }
            at += c.len_utf8();
            let is_space = c.is_whitespace() || c.is_control();
            if preformatted && c == '\n' {
                let end = self.text.len();
                self.text.push(c);
                self.begin_line(end);
            } else if !is_space {
                self.text.push(c);
            } else if preformatted || !self.text.ends_with([' ', '\n']) {
                self.text.push(' ');
            }
            let (place, own) = (self.text.len(), at);
            if self.anchors.last().is_some_and(|last| place - last.place != own - last.own) {
                // A run of spaces has one anchor, behind its last space.
                self.anchors.pop_if(|last| last.place == place);
                self.anchors.push(Anchor { place, own });
            }
        }
        self.segments.push(Segment {
            start,
            end: self.text.len(),
            node,
            anchors: anchors..self.anchors.len(),
        });
    }

    fn end_line(&mut self) {
        if self.lines.last().is_some_and(|line| !self.text[line.start..].trim().is_empty()) {
            let end = self.text.len();
            self.text.push_str(LINE_END);
            self.begin_line(end);
        }
    }

    /// Ends the last line at `end` and begins another here.
    fn begin_line(&mut self, end: usize) {
        if let Some(last) = self.lines.last_mut() {
            last.end = end;
        }
        self.lines.push(Line::beginning(self.text.len()));
    }

    /// The whole text; between lines stand characters that no page shows.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line around a position, without white space at its ends.
    pub fn line(&self, place: usize) -> Range<usize> {
        let line = self.lines[self.line_at(place)];
        self.trim(line.start..line.end)
    }

    /// How many characters are shown on the line around a position; a run of white space is one character.
    pub fn line_length(&self, place: usize) -> usize {
        let number = self.line_at(place);
        let line = self.lines[number];
        match self.lines.get(number + 1) {
            Some(next) => next.seen - line.seen,
            None => seen_in(&self.text[line.start..line.end]),
        }
    }

    /// The lines of at most `longest` characters. Neighbouring ASCII lines are joined to one stretch; a line with other letters is
    /// a stretch of its own, because patterns are much faster on ASCII.
    pub fn stretches(&self, longest: Option<usize>) -> Vec<Range<usize>> {
        let mut stretches: Vec<Range<usize>> = Vec::new();
        let mut open = false;
        for (number, line) in self.lines.iter().enumerate() {
            let seen = self.lines.get(number + 1).map_or(0, |next| next.seen - line.seen);
            if longest.is_some_and(|longest| seen > longest) {
                open = false;
                continue;
            }
            match stretches.last_mut().filter(|_| open && line.ascii) {
                Some(last) => last.end = line.end,
                None => stretches.push(line.start..line.end),
            }
            open = line.ascii;
        }
        stretches
    }

    /// How many characters are shown in a stretch.
    pub fn length(&self, range: &Range<usize>) -> usize {
        let (first, last) = (self.line_at(range.start), self.line_at(range.end));
        if first == last {
            return seen_in(&self.text[range.clone()]);
        }
        let (first, last) = (self.lines[first], self.lines[last]);
        let before = seen_in(&self.text[first.start..range.start]);
        let within = seen_in(&self.text[last.start..range.end]);
        (last.seen + within).saturating_sub(first.seen + before)
    }

    fn line_at(&self, place: usize) -> usize {
        self.lines.partition_point(|line| line.start <= place).saturating_sub(1)
    }

    /// A stretch without white space at its ends.
    pub fn trim(&self, range: Range<usize>) -> Range<usize> {
        let text = &self.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        start..(start + text.trim().len())
    }

    /// The text nodes in a stretch, each with the part of its own text that is in the stretch.
    pub fn nodes(&self, range: &Range<usize>) -> impl Iterator<Item = (NodeId, Range<usize>)> {
        let first = self.segments.partition_point(|segment| segment.end <= range.start);
        let range = range.clone();
        self.segments[first..]
            .iter()
            .take_while({
                let end = range.end;
                move |segment| segment.start < end
            })
            .filter(|segment| segment.start < segment.end)
            .map(move |segment| {
                let (start, end) = (range.start.max(segment.start), range.end.min(segment.end));
                (segment.node, self.own(segment, start..end))
            })
    }

    /// Where a stretch of a segment stands in the node's own text.
    fn own(&self, segment: &Segment, range: Range<usize>) -> Range<usize> {
        let anchors = &self.anchors[segment.anchors.clone()];
        let own = |place: usize, before: usize| {
            let anchor = anchors[before.saturating_sub(1)];
            anchor.own + (place - anchor.place)
        };
        let start = own(range.start, anchors.partition_point(|anchor| anchor.place <= range.start));
        // A run of spaces at the end is part of it; one behind the end is not.
        let with_run = self.text[..range.end].ends_with(' ');
        let before_end =
            |anchor: &Anchor| anchor.place < range.end || (with_run && anchor.place == range.end);
        start..own(range.end, anchors.partition_point(before_end)).max(start)
    }

    /// Whether what a text node shows begins at a position.
    pub fn begins_node(&self, place: usize) -> bool {
        self.segments.binary_search_by_key(&place, |segment| segment.start).is_ok()
    }

    /// The stretch of a text node.
    pub fn of_node(&self, node: NodeId) -> Option<Range<usize>> {
        let at = self.segments.binary_search_by_key(&node, |segment| segment.node).ok()?;
        Some(self.segments[at].start..self.segments[at].end)
    }

    /// The stretch of everything between two nodes.
    pub fn of_nodes(&self, nodes: &Range<NodeId>) -> Range<usize> {
        let first = self.segments.partition_point(|segment| segment.node < nodes.start);
        let last = self.segments.partition_point(|segment| segment.node < nodes.end);
        if first >= last {
            return 0..0;
        }
        self.segments[first].start..self.segments[last - 1].end
    }

    /// The text nodes among `nodes`, each with its stretch of the stream.
    pub fn segments_of(&self, nodes: &Range<NodeId>) -> impl Iterator<Item = (NodeId, Range<usize>)> {
        let first = self.segments.partition_point(|segment| segment.node < nodes.start);
        let end = nodes.end;
        let inside = self.segments[first..].iter().take_while(move |segment| segment.node < end);
        inside.map(|segment| (segment.node, segment.start..segment.end))
    }

    /// The lines of a stretch, each trimmed, none empty.
    pub fn lines_of(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let first = self.line_at(range.start);
        let mut lines = Vec::new();
        for line in self.lines.iter().skip(first).take_while(|line| line.start < range.end) {
            let (from, to) = (line.start.max(range.start), line.end.min(range.end));
            if from < to {
                let line = self.trim(from..to);
                if !line.is_empty() {
                    lines.push(line);
                }
            }
        }
        lines
    }
}

/// The characters of a text, a run of white space as one. Behind the first 4,000 bytes every byte counts as a character, so that asking
/// for many positions of one very long line stays cheap.
fn seen_in(text: &str) -> usize {
    const LONG: usize = 4000;
    let mut seen = 0;
    let mut space = true;
    if text.len() <= LONG && text.is_ascii() {
        for byte in text.bytes() {
            let is_space = matches!(byte, b'\t'..=b'\r' | b' ');
            seen += usize::from(!(is_space && space));
            space = is_space;
        }
        return seen - usize::from(space && seen > 0);
    }
    for (at, c) in text.char_indices() {
        if at > LONG {
            return seen + text.len() - at;
        }
        let is_space = c.is_whitespace();
        seen += usize::from(!(is_space && space));
        space = is_space;
    }
    seen - usize::from(space && seen > 0)
}

/// Whether an element's text stands on lines of its own.
fn breaks(page: &Page, node: NodeId) -> bool {
    let name = page.name(node);
    let is_inline = || INLINE.contains(&name);
    match page.layout().and_then(|layout| layout.style(node)).map(|style| style.display) {
        // Browsers show unknown elements inline, but in a feed each is a field.
        Some(Display::Inline) if FIELDS.contains(&name) => true,
        Some(Display::Inline) | None if name == "a" && is_card(page, node) => true,
        Some(Display::Inline | Display::Contents | Display::None) => false,
        Some(_) => !(is_inline() && is_sign(page, node)),
        None => !is_inline(),
    }
}

/// Whether a link holds three elements or more: a card, which the site's style sheet, missing here, makes a block.
fn is_card(page: &Page, node: NodeId) -> bool {
    page.element_children(node).take(3).count() == 3
}

/// The elements of RSS and Atom feeds that HTML does not know.
const FIELDS: [&str; 11] = [
    "item", "entry", "description", "guid", "pubdate", "id", "updated", "published", "author", "category",
    "content",
];

/// Whether a text is bold, italic or a link and the next one is plain.
fn is_set_off(page: &Page, text: NodeId, next: NodeId) -> bool {
    let (own, other) = (page.node(text).parent, page.node(next).parent);
    own != other
        && own.is_some_and(|own| MARKS.contains(&page.name(own)))
        && !other.is_some_and(|other| INLINE.contains(&page.name(other)))
}

const MARKS: [&str; 6] = ["a", "b", "em", "i", "strong", "u"];

/// Whether an element holds one to three signs and nothing else, such as the `₹` of `<span>₹</span>96 Lac`. It belongs to the text
/// beside it, even where it is styled as a box.
fn is_sign(page: &Page, node: NodeId) -> bool {
    let mut signs = 0;
    for text in page.subtree(node).take(4).filter(|id| page.node(*id).kind == NodeKind::Text) {
        for c in page.own_text(text).chars().filter(|c| !c.is_whitespace()) {
            if c.is_alphanumeric() {
                return false;
            }
            signs += 1;
        }
    }
    (1..=3).contains(&signs)
}

const INLINE: [&str; 41] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "button", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "input", "ins", "kbd", "label", "mark", "meter", "nobr", "output", "picture", "q",
    "s", "samp", "small", "source", "span", "strike", "strong", "sub", "sup", "svg", "time", "tt", "u",
    "var",
];
