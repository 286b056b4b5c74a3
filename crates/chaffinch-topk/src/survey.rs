//! What the algorithm asks of every node, found in one pass.

use chaffinch_core::{NodeId, NodeKind, Page, is_space};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

/// A page with the tag paths, characters and areas of its nodes.
pub(crate) struct Survey<'p> {
    pub(crate) page: &'p Page,
    /// For each node: the number of its tag path, or [`NO_PATH`] where it is not shown or holds nothing.
    pub(crate) tag_path: Vec<u32>,
    /// For each node: the number of its tag path with the class names of every step.
    pub(crate) class_path: Vec<u32>,
    /// For each node: the number of its tag path with its own class names.
    pub(crate) own_class: Vec<u32>,
    /// For each node: its distance from the root.
    pub(crate) depth: Vec<u32>,
    /// Shown characters before each node, white space left out; one more entry than there are nodes.
    chars: Vec<u32>,
    /// Estimated visual area of everything shown before each node.
    area: Vec<f64>,
    /// Font size at each node in CSS pixels.
    font_size: Vec<f32>,
    /// Whether a node lies in the page's navigation, footer or the like.
    pub(crate) aside: Vec<bool>,
    /// Where the page's main heading ends; the document's start where it has none.
    pub(crate) heading_end: NodeId,
}

/// The path of nodes that are not shown.
pub(crate) const NO_PATH: u32 = u32::MAX;

impl<'p> Survey<'p> {
    pub(crate) fn new(page: &'p Page) -> Survey<'p> {
        let mut surveyor = Surveyor::new(page);
        let mut at = page.body();
        let body = at;
        let end = page.node(body).end;
        surveyor.skip(NodeId::DOCUMENT.index()..body.index());
        while at < end {
            if page.hides(at)
                || !matches!(page.node(at).kind, NodeKind::Element | NodeKind::Text | NodeKind::Document)
            {
                let next = page.node(at).end;
                surveyor.skip(at.index()..next.index());
                at = next;
            } else {
                surveyor.visit(at);
                at = NodeId::from_index(at.index() + 1);
            }
        }
        surveyor.skip(end.index()..page.len());
        surveyor.survey
    }

    /// Whether anything of `node` is shown.
    pub(crate) fn is_shown(&self, node: NodeId) -> bool {
        self.tag_path[node.index()] != NO_PATH
    }

    /// Shown characters in a stretch of nodes.
    pub(crate) fn chars(&self, nodes: Range<usize>) -> u32 {
        self.chars[nodes.end.max(nodes.start)] - self.chars[nodes.start]
    }

    /// Visual area of a stretch of nodes.
    pub(crate) fn area(&self, nodes: Range<usize>) -> f64 {
        self.area[nodes.end.max(nodes.start)] - self.area[nodes.start]
    }

    /// The nodes of the subtree of `node`.
    pub(crate) fn range(&self, node: NodeId) -> Range<usize> {
        node.index()..self.page.node(node).end.index()
    }

    /// Shown characters of `node` and everything below.
    pub(crate) fn chars_of(&self, node: NodeId) -> u32 {
        self.chars(self.range(node))
    }

    /// Whether `node` holds text or something that takes room, such as an image.
    pub(crate) fn holds_something(&self, node: NodeId) -> bool {
        self.area(self.range(node)) > 0.0
    }

    /// Font size at `node`.
    pub(crate) fn font_size(&self, node: NodeId) -> f32 {
        self.font_size[node.index()]
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.tag_path.len()
    }
}

struct Surveyor<'p> {
    survey: Survey<'p>,
    /// The names of tags and classes, by number. The page's author chooses them, so their hashes are not to be known.
    names: HashMap<Cow<'p, str>, u32>,
    /// A path is its parent's path and one more step.
    tag_paths: FxHashMap<(u32, u32), u32>,
    class_paths: FxHashMap<(u32, u32, u32), u32>,
    own_classes: FxHashMap<(u32, u32), u32>,
    chars: u32,
    area: f64,
}

impl<'p> Surveyor<'p> {
    fn new(page: &'p Page) -> Surveyor<'p> {
        let nodes = page.len();
        let survey = Survey {
            page,
            tag_path: vec![NO_PATH; nodes],
            class_path: vec![NO_PATH; nodes],
            own_class: vec![NO_PATH; nodes],
            depth: vec![0; nodes],
            chars: Vec::with_capacity(nodes + 1),
            area: Vec::with_capacity(nodes + 1),
            font_size: vec![16.0; nodes],
            aside: vec![false; nodes],
            heading_end: NodeId::DOCUMENT,
        };
        let mut surveyor = Surveyor {
            survey,
            names: HashMap::new(),
            tag_paths: FxHashMap::default(),
            class_paths: FxHashMap::default(),
            own_classes: FxHashMap::default(),
            chars: 0,
            area: 0.0,
        };
        surveyor.survey.chars.push(0);
        surveyor.survey.area.push(0.0);
        surveyor
    }

    fn skip(&mut self, nodes: Range<usize>) {
        for _ in nodes {
            self.close();
        }
    }

    fn close(&mut self) {
        self.survey.chars.push(self.chars);
        self.survey.area.push(self.area);
    }

    fn visit(&mut self, id: NodeId) {
        let page = self.survey.page;
        let node = page.node(id);
        let at = id.index();
        let parent = node.parent.map(NodeId::index).filter(|parent| self.survey.tag_path[*parent] != NO_PATH);
        let [tag_above, class_above] = match parent {
            Some(parent) => [self.survey.tag_path[parent], self.survey.class_path[parent]],
            None => [0, 0],
        };
        if let Some(parent) = parent {
            self.survey.depth[at] = self.survey.depth[parent] + 1;
            self.survey.aside[at] = self.survey.aside[parent];
            self.survey.font_size[at] = self.survey.font_size[parent];
        }
        let is_text = node.kind == NodeKind::Text;
        if is_text {
            let chars = page.own_text(id).chars().filter(|c| !is_space(*c) && *c != '\u{a0}').count() as u32;
            if chars == 0 {
                return self.close();
            }
            let size = f64::from(self.survey.font_size[at]);
            self.chars += chars;
            self.area += f64::from(chars) * size * size * EM_SHARE;
        }
        let (step, class) = if is_text { (TEXT, NO_CLASS) } else { self.step(id) };
        let tag_path = number(&mut self.tag_paths, (tag_above, step));
        self.survey.tag_path[at] = tag_path;
        self.survey.own_class[at] = number(&mut self.own_classes, (tag_path, class));
        self.survey.class_path[at] = number(&mut self.class_paths, (class_above, step, class));
        if !is_text {
            self.visit_element(id);
        }
        self.close();
    }

    /// The numbers of an element's name and of its class names.
    fn step(&mut self, id: NodeId) -> (u32, u32) {
        let page = self.survey.page;
        let name = number(&mut self.names, Cow::Borrowed(page.name(id)));
        let class = page.attribute(id, "class").filter(|class| !class.is_empty());
        (name, class.map_or(NO_CLASS, |class| number(&mut self.names, without_digits(class))))
    }

    fn visit_element(&mut self, id: NodeId) {
        let page = self.survey.page;
        let at = id.index();
        let style = page.layout().and_then(|layout| layout.style(id));
        match (style, tag_font_size(page.name(id))) {
            (Some(style), _) => self.survey.font_size[at] = style.font_size,
            (None, Some(size)) => self.survey.font_size[at] = size,
            (None, None) => {}
        }
        self.survey.aside[at] |= is_aside(page, id);
        if self.survey.heading_end == NodeId::DOCUMENT && page.is(id, "h1") {
            self.survey.heading_end = page.node(id).end;
        }
        if matches!(page.name(id), "img" | "svg" | "video" | "iframe" | "object" | "embed" | "canvas") {
            self.area += image_area(page, id);
        }
    }
}

/// The step to a text, and the class of an element without one; names are numbered from 1.
const TEXT: u32 = 0;
const NO_CLASS: u32 = 0;

/// The number of `key`, given out in the order of first sight. 0 is the path above the root.
fn number<K: Hash + Eq, S: BuildHasher>(numbers: &mut HashMap<K, u32, S>, key: K) -> u32 {
    let next = numbers.len() as u32 + 1;
    *numbers.entry(key).or_insert(next)
}

/// Class names that count (`item-3`, `post-1024`) are one name.
fn without_digits(class: &str) -> Cow<'_, str> {
    if class.bytes().any(|b| b.is_ascii_digit()) {
        Cow::Owned(class.chars().filter(|c| !c.is_ascii_digit()).collect())
    } else {
        Cow::Borrowed(class)
    }
}

/// The share of its em square that a character of running text takes: half as wide, a line 1.2 times as high.
const EM_SHARE: f64 = 0.6;

/// The browsers' own sizes, for pages without boxes.
fn tag_font_size(name: &str) -> Option<f32> {
    Some(match name {
        "h1" => 32.0,
        "h2" => 24.0,
        "h3" => 18.7,
        "h4" => 16.0,
        "h5" => 13.3,
        "h6" => 10.7,
        "small" => 13.3,
        "big" => 19.2,
        _ => return None,
    })
}

fn is_aside(page: &Page, id: NodeId) -> bool {
    matches!(page.name(id), "nav" | "footer" | "aside")
        || page
            .attribute(id, "role")
            .is_some_and(|role| matches!(role, "navigation" | "contentinfo" | "complementary"))
}

/// What an image covers: its box, what its attributes say, or a guess. Pages without their style sheets show images
/// larger than they were meant, so none counts for more than a large photograph.
fn image_area(page: &Page, id: NodeId) -> f64 {
    const LARGEST: f64 = 400.0 * 400.0;
    const GUESS: f64 = 100.0 * 100.0;
    const ICON: f64 = 24.0 * 24.0;
    if page.name(id) == "svg" {
        return ICON;
    }
    let told = |name: &str| {
        page.attribute(id, name).and_then(|value| value.trim().trim_end_matches("px").parse().ok())
    };
    let drawn = page.rect(id).map(|rect| f64::from(rect.w) * f64::from(rect.h)).filter(|area| *area >= 1.0);
    let named = told("width").zip(told("height")).map(|(w, h): (f64, f64)| w * h).filter(|area| *area >= 0.0);
    drawn.or(named).unwrap_or(GUESS).min(LARGEST)
}
