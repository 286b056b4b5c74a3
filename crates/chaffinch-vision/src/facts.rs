//! What the rules ask of a node, found for all nodes in two passes.

use crate::cards::cards;
use crate::separator::Axis;
use crate::settings::VisionSettings;
use chaffinch_core::{Display, Layout, NodeId, NodeKind, Page, Position, Rect, Space, Style};

/// What is known of every node of a page.
pub(crate) struct Facts {
    nodes: Vec<Fact>,
    /// For each node whether it is a card, where cards are looked for.
    cards: Vec<bool>,
    /// Drawn lines, `<hr>` and what looks like it: sorted from top to bottom, and from left to right.
    lines: [Vec<Rect>; 2],
    /// The area of the page, in square pixels.
    pub area: f32,
    /// Most of the page is hidden until a script shows it, so `visibility` is ignored.
    shows_hidden: bool,
}

/// What is known of a node.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    /// What can be seen of it; empty where it cannot be seen.
    pub seen: Rect,
    /// The area of its box as laid out, in square pixels.
    pub area: f32,
    pub kind: Kind,
    /// Whether it can be part of a line: an inline element or a text.
    pub inline: bool,
    /// The font of its text, if it is the same throughout.
    pub font: Font,
    /// The colour behind it, its own or an ancestor's.
    pub background: [u8; 4],
    /// Its children that can be seen.
    pub valid_children: u32,
    /// The texts and atoms inside it, or itself if it is one.
    pub things: u32,
    /// How many nodes it lies in.
    pub depth: u32,
    /// Whether it, or a node around it, is positioned: absolute positions inside are relative to that node.
    positioned: bool,
}

/// What a reader sees of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing can be seen of it.
    Invalid,
    /// A text, or an inline element with nothing but texts: a virtual text.
    Text,
    /// An image, a control or the like: shown whole.
    Atom,
    /// A `<br>`.
    Break,
    /// A drawn line.
    Line,
    /// Any other.
    Container,
}

/// The font of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Font {
    /// No text.
    None,
    /// Size and weight.
    One(f32, u16),
    /// More than one.
    Mixed,
}

impl Font {
    pub fn and(self, other: Font) -> Font {
        match (self, other) {
            (Font::None, font) | (font, Font::None) => font,
            (a, b) if a == b => a,
            _ => Font::Mixed,
        }
    }
}

/// The background of a page without one: white.
const PAPER: [u8; 4] = [255; 4];

/// In an element that says that it is an image, this many nodes are searched for an `<img>`.
const INSIDE_IMAGE: usize = 64;

impl Facts {
    pub fn new(page: &Page, layout: &Layout, settings: &VisionSettings) -> Facts {
        let mut facts = Facts {
            nodes: Vec::with_capacity(page.len()),
            cards: Vec::new(),
            lines: Default::default(),
            area: layout.extent().area(),
            shows_hidden: is_mostly_hidden(page, layout),
        };
        for id in page.ids() {
            let fact = facts.alone(page, layout, id);
            facts.nodes.push(fact);
        }
        // Children come after their parent, so going backwards every node is complete before it is added to its parent.
        for id in page.ids().rev() {
            facts.complete(page, layout, settings, id);
            if let Some(parent) = page.node(id).parent {
                facts.add_to_parent(parent, id);
            }
        }
        let [down, across] = &mut facts.lines;
        across.clone_from(down);
        down.sort_by(|a, b| a.y.total_cmp(&b.y));
        across.sort_by(|a, b| a.x.total_cmp(&b.x));
        if settings.cards {
            facts.cards = cards(page, &facts);
        }
        facts
    }

    /// The drawn lines that begin between two coordinates of an axis.
    pub fn lines(&self, axis: Axis, from: f32, to: f32) -> &[Rect] {
        let lines = &self.lines[axis as usize];
        let start = lines.partition_point(|line| axis.span(line).0 < from);
        let count = lines[start..].partition_point(|line| axis.span(line).0 <= to);
        &lines[start..start + count]
    }

    pub fn of(&self, id: NodeId) -> &Fact {
        &self.nodes[id.index()]
    }

    /// Whether anything can be seen of a node.
    pub fn is_valid(&self, id: NodeId) -> bool {
        matches!(self.of(id).kind, Kind::Text | Kind::Atom | Kind::Container)
    }

    /// Whether a node is one of several siblings of one make.
    pub fn is_card(&self, id: NodeId) -> bool {
        self.cards.get(id.index()).copied().unwrap_or(false)
    }

    fn is_shown(&self, style: &Style) -> bool {
        style.visible || self.shows_hidden
    }

    /// What is known of a node by itself.
    fn alone(&self, page: &Page, layout: &Layout, id: NodeId) -> Fact {
        let node = page.node(id);
        let parent = node.parent.map(|parent| self.of(parent));
        let mut fact = Fact {
            seen: Rect::default(),
            area: 0.0,
            kind: Kind::Invalid,
            inline: false,
            font: Font::None,
            background: parent.map_or(PAPER, |parent| parent.background),
            valid_children: 0,
            things: 0,
            depth: parent.map_or(0, |parent| parent.depth + 1),
            positioned: parent.is_some_and(|parent| parent.positioned),
        };
        let rect = match image_rect(page, layout, id, fact.positioned) {
            Some(rect) => Some(rect),
            None => layout.rect(id).filter(|rect| !rect.is_empty()),
        };
        // What lies beyond the left or upper edge was put there to be invisible.
        let rect = rect.filter(|rect| rect.right() > 0.0 && rect.bottom() > 0.0);
        fact.area = rect.map_or(0.0, |rect| rect.area());
        match node.kind {
            NodeKind::Text => {
                let style = node.parent.and_then(|parent| layout.style(parent)).copied().unwrap_or_default();
                let blank = page.own_text(id).chars().all(char::is_whitespace);
                if let Some(rect) = rect.filter(|_| self.is_shown(&style) && !blank) {
                    fact.kind = Kind::Text;
                    fact.seen = rect;
                    fact.font = Font::One(style.font_size, style.font_weight);
                }
                fact.inline = true;
            }
            NodeKind::Element => {
                let style = layout.style(id).copied().unwrap_or_default();
                fact.inline = matches!(style.display, Display::Inline | Display::Contents);
                fact.positioned |= style.position != Position::Static;
                if style.background[3] > 0 {
                    fact.background = style.background;
                }
                let atom = is_atom(page, id);
                if page.is(id, "br") {
                    fact.kind = Kind::Break;
                } else if let Some(rect) = rect.filter(|_| self.is_shown(&style)) {
                    let bordered = style.border.iter().any(|width| *width > 0.0);
                    let painted = parent.is_none_or(|parent| parent.background != fact.background);
                    if page.is(id, "hr") {
                        fact.kind = Kind::Line;
                        fact.seen = rect;
                    } else if atom {
                        fact.kind = Kind::Atom;
                        fact.seen = rect;
                        fact.font = Font::One(style.font_size, style.font_weight);
                    } else if bordered || painted {
                        fact.seen = rect;
                    }
                }
            }
            NodeKind::Document | NodeKind::Doctype | NodeKind::Comment | NodeKind::Fragment => {}
        }
        fact
    }

    /// Decides what an element is, once its children are known.
    fn complete(&mut self, page: &Page, layout: &Layout, settings: &VisionSettings, id: NodeId) {
        let fact = &mut self.nodes[id.index()];
        if fact.kind == Kind::Line {
            self.lines[0].push(fact.seen);
            return;
        }
        if fact.kind != Kind::Invalid || page.node(id).kind == NodeKind::Text {
            fact.things = u32::from(matches!(fact.kind, Kind::Text | Kind::Atom));
            return;
        }
        if fact.valid_children == 0 {
            // Painted, but with nothing inside: a line if it is thin, otherwise decoration.
            let thin = !fact.seen.is_empty() && fact.seen.w.min(fact.seen.h) <= settings.line;
            if thin && page.is_element(id) && layout.rect(id).is_some() {
                fact.kind = Kind::Line;
                self.lines[0].push(fact.seen);
            }
            return;
        }
        let all_text =
            page.children(id).all(|child| matches!(self.of(child).kind, Kind::Text | Kind::Invalid));
        let fact = &mut self.nodes[id.index()];
        fact.kind = if fact.inline && all_text { Kind::Text } else { Kind::Container };
    }

    fn add_to_parent(&mut self, parent: NodeId, child: NodeId) {
        if !self.is_valid(child) {
            return;
        }
        let Fact { seen, font, things, .. } = *self.of(child);
        let parent = &mut self.nodes[parent.index()];
        if parent.kind == Kind::Atom {
            return;
        }
        parent.valid_children += 1;
        parent.things += things;
        parent.font = parent.font.and(font);
        parent.seen = if parent.seen.is_empty() { seen } else { parent.seen.union(&seen) };
    }
}

/// Whether `visibility` hides most of the text that is laid out: some pages are hidden until their scripts have run.
fn is_mostly_hidden(page: &Page, layout: &Layout) -> bool {
    let (mut visible, mut hidden) = (0, 0);
    let texts = page.ids().filter(|id| page.node(*id).kind == NodeKind::Text && layout.rect(*id).is_some());
    for id in texts {
        let style = page.node(id).parent.and_then(|parent| layout.style(parent));
        let letters = page.own_text(id).chars().filter(|c| !c.is_whitespace()).count();
        *(if style.is_none_or(|style| style.visible) { &mut visible } else { &mut hidden }) += letters;
    }
    hidden > visible
}

/// Where an image would be seen if everything had been loaded. An image that was not loaded and has no alternative text takes no space, but
/// has a position. An image that is meant to fill a box, whose style sheet was not loaded, would lie over the whole page: it is taken to be
/// where its parent is.
fn image_rect(page: &Page, layout: &Layout, id: NodeId, positioned: bool) -> Option<Rect> {
    if !page.is(id, "img") {
        return None;
    }
    let style = layout.style(id).filter(|style| style.display != Display::None)?;
    let place = if style.position == Position::Absolute && !positioned {
        page.ancestors(id)
            .find_map(|above| layout.rect(above))
            .map(|rect| Rect::new(rect.x, rect.y, 0.0, 0.0))?
    } else {
        layout.rect(id)?
    };
    Some(Rect::new(place.x, place.y, place.w.max(1.0), place.h.max(1.0)))
}

/// Elements that are shown as one thing, whatever is inside: images, controls and the like, and elements with `role=img`.
fn is_atom(page: &Page, id: NodeId) -> bool {
    match page.node(id).space {
        Space::Html => {
            let replaced = matches!(
                page.name(id),
                "img"
                    | "video"
                    | "audio"
                    | "iframe"
                    | "canvas"
                    | "object"
                    | "embed"
                    | "input"
                    | "select"
                    | "textarea"
                    | "button"
                    | "meter"
                    | "progress"
            );
            let is_image = page.attribute(id, "role") == Some("img");
            // An `<img>` inside tells better what is shown.
            replaced || is_image && !page.subtree(id).take(INSIDE_IMAGE).any(|inner| page.is(inner, "img"))
        }
        Space::Svg => page.name(id) == "svg",
        Space::MathMl => page.name(id) == "math",
    }
}
