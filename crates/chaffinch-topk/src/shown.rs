//! What the algorithm needs to know about each shown node, found in one pass.

use crate::settings::TopkSettings;
use chaffinch_core::{NodeId, NodeKind, Page, is_space};
use chaffinch_survey::Survey;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

/// The shown part of a page with the tag paths, characters and areas of its nodes.
pub(crate) struct ShownPage<'s, 'p> {
    pub(crate) survey: &'s Survey<'p>,
    pub(crate) page: &'p Page,
    /// For each node the number of its tag path; [`NO_PATH`] where it is not shown or is blank text.
    pub(crate) tag_path: Vec<u32>,
    /// For each node the number of its tag path with the class names of every step.
    pub(crate) class_path: Vec<u32>,
    /// For each node the number of its tag path with only its own class names.
    pub(crate) own_class: Vec<u32>,
    /// For each node the shown characters before it, without white space; the last entry is for the whole page.
    chars: Vec<u32>,
    /// For each node the estimated area in square CSS pixels of everything shown before it; the last entry is for the whole page.
    area: Vec<f64>,
    /// For each node its font size in CSS pixels.
    font_size: Vec<f32>,
    /// For each node whether it lies in the page's navigation, footer or sidebar.
    pub(crate) aside: Vec<bool>,
    /// The end of the page's first `<h1>`; the document's start where it has none.
    pub(crate) heading_end: NodeId,
}

/// Stands for the path of nodes that are not shown.
pub(crate) const NO_PATH: u32 = u32::MAX;

impl<'s, 'p> ShownPage<'s, 'p> {
    pub(crate) fn new(survey: &'s Survey<'p>, settings: &TopkSettings) -> ShownPage<'s, 'p> {
        let page = survey.page;
        let nodes = page.len();
        let mut shown = ShownPage {
            survey,
            page,
            tag_path: vec![NO_PATH; nodes],
            class_path: vec![NO_PATH; nodes],
            own_class: vec![NO_PATH; nodes],
            chars: Vec::with_capacity(nodes + 1),
            area: Vec::with_capacity(nodes + 1),
            font_size: vec![16.0; nodes],
            aside: vec![false; nodes],
            heading_end: NodeId::DOCUMENT,
        };
        let article = main_article(page);
        let mut own_classes = FxHashMap::default();
        let mut chars = 0;
        let mut areas = vec![0.0; nodes];
        let mut hidden_until = page.body();
        let end = page.node(page.body()).end;
        for id in page.ids() {
            shown.chars.push(chars);
            let is_kind_shown =
                matches!(page.node(id).kind, NodeKind::Element | NodeKind::Text | NodeKind::Document);
            if id < hidden_until || id >= end {
                continue;
            }
            if page.hides(id) || !is_kind_shown {
                hidden_until = page.node(id).end;
            } else if let Some((own_chars, own_area)) = shown.visit(id) {
                chars += own_chars;
                areas[id.index()] = own_area;
                let path = survey.tags.path(id).0;
                shown.tag_path[id.index()] = path;
                shown.class_path[id.index()] = survey.whole_classes().path(id).0;
                let own = (path, survey.whole_classes().label(id));
                shown.own_class[id.index()] = number(&mut own_classes, own);
            }
        }
        shown.chars.push(chars);
        if let Some(article) = article.filter(|_| settings.likeness) {
            shown.leave_outside(article);
        }
        if settings.white_space {
            shown.add_white_space(&mut areas);
        }
        let mut area = 0.0;
        for own in areas {
            shown.area.push(area);
            area += own;
        }
        shown.area.push(area);
        shown
    }

    /// Takes what lies outside of the article that has the page's heading for aside, where the article is most of the page.
    fn leave_outside(&mut self, article: NodeId) {
        let range = self.range(article);
        if 2 * self.chars(range.clone()) > self.chars(0..self.len()) {
            for (at, aside) in self.aside.iter_mut().enumerate() {
                *aside |= !range.contains(&at);
            }
        }
    }

    /// Adds to each block of text the white space behind its last line.
    fn add_white_space(&self, areas: &mut [f64]) {
        /// The width of a column of text in CSS pixels, for pages without layout.
        const WIDTH: f64 = 800.0;
        /// The most that a block may be wide, in CSS pixels.
        const WIDEST: f64 = 2_000.0;
        let page = self.page;
        for id in
            page.ids().filter(|id| self.is_shown(*id) && page.is_element(*id) && is_line_block(page, *id))
        {
            let is_inner = |child: NodeId| page.is_element(child) && is_line_block(page, child);
            let chars = self.chars_of(id);
            if chars == 0 || page.element_children(id).any(is_inner) {
                continue;
            }
            let size = f64::from(self.font_size(id));
            let width =
                page.rect(id).map(|rect| f64::from(rect.w)).filter(|width| *width >= size).unwrap_or(WIDTH);
            let width = width.min(WIDEST);
            let lines = (f64::from(chars) * size * CHARACTER_WIDTH / width).ceil();
            let whole = lines * width * size * LINE_HEIGHT;
            areas[id.index()] += (whole - f64::from(chars) * size * size * EM_SHARE).max(0.0);
        }
    }

    /// The characters and the area of a node itself, without those below it; nothing for a blank text.
    fn visit(&mut self, id: NodeId) -> Option<(u32, f64)> {
        let page = self.page;
        let at = id.index();
        if let Some(parent) = page.node(id).parent.map(NodeId::index) {
            self.aside[at] = self.aside[parent];
            self.font_size[at] = self.font_size[parent];
        }
        if page.node(id).kind == NodeKind::Text {
            let chars = page.own_text(id).chars().filter(|c| !is_space(*c) && *c != '\u{a0}').count() as u32;
            let size = f64::from(self.font_size[at]);
            return (chars > 0).then(|| (chars, f64::from(chars) * size * size * EM_SHARE));
        }
        let style = page.layout().and_then(|layout| layout.style(id));
        match (style, tag_font_size(page.name(id))) {
            (Some(style), _) => self.font_size[at] = style.font_size,
            (None, Some(size)) => self.font_size[at] = size,
            (None, None) => {}
        }
        self.aside[at] |= is_aside(page, id);
        if self.heading_end == NodeId::DOCUMENT && page.is(id, "h1") {
            self.heading_end = page.node(id).end;
        }
        let is_picture =
            matches!(page.name(id), "img" | "svg" | "video" | "iframe" | "object" | "embed" | "canvas");
        Some((0, if is_picture { image_area(page, id) } else { 0.0 }))
    }

    /// Whether anything of `node` is shown.
    pub(crate) fn is_shown(&self, node: NodeId) -> bool {
        self.tag_path[node.index()] != NO_PATH
    }

    /// The shown characters in a range of nodes.
    pub(crate) fn chars(&self, nodes: Range<usize>) -> u32 {
        self.chars[nodes.end.max(nodes.start)] - self.chars[nodes.start]
    }

    /// The area of a range of nodes, in square CSS pixels.
    pub(crate) fn area(&self, nodes: Range<usize>) -> f64 {
        self.area[nodes.end.max(nodes.start)] - self.area[nodes.start]
    }

    /// The nodes of the subtree of `node`.
    pub(crate) fn range(&self, node: NodeId) -> Range<usize> {
        node.index()..self.page.node(node).end.index()
    }

    /// The shown characters of `node` and everything below.
    pub(crate) fn chars_of(&self, node: NodeId) -> u32 {
        self.chars(self.range(node))
    }

    /// Whether `node` holds text or an image.
    pub(crate) fn holds_something(&self, node: NodeId) -> bool {
        self.area(self.range(node)) > 0.0
    }

    /// The font size of `node`, in CSS pixels.
    pub(crate) fn font_size(&self, node: NodeId) -> f32 {
        self.font_size[node.index()]
    }

    /// Whether the style sheets make the text of `node` bold.
    pub(crate) fn is_bold(&self, node: NodeId) -> bool {
        /// Least CSS font weight of bold letters.
        const BOLD: u16 = 600;
        let page = self.page;
        let element = if page.is_element(node) { Some(node) } else { page.node(node).parent };
        let style = element.and_then(|id| page.layout()?.style(id));
        style.is_some_and(|style| style.font_weight >= BOLD)
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.tag_path.len()
    }
}

/// The number of `key`; new keys get the next number.
pub(crate) fn number<K: Hash + Eq, S: BuildHasher>(numbers: &mut HashMap<K, u32, S>, key: K) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(key).or_insert(next)
}

/// The width of a character of running text and the height of its line, in ems.
const CHARACTER_WIDTH: f64 = 0.5;
const LINE_HEIGHT: f64 = 1.2;
/// The area of a character of running text as a share of its em square.
const EM_SHARE: f64 = CHARACTER_WIDTH * LINE_HEIGHT;

/// Whether an element begins a line of its own.
fn is_line_block(page: &Page, id: NodeId) -> bool {
    page.is_heading(id)
        || matches!(
            page.name(id),
            "p" | "div"
                | "li"
                | "td"
                | "th"
                | "dt"
                | "dd"
                | "blockquote"
                | "section"
                | "article"
                | "figcaption"
                | "center"
                | "pre"
        )
}

/// The font sizes of browsers' default style sheets in CSS pixels, for pages without layout.
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

/// The innermost `<article>` or `<main>` around the first `<h1>` of a page.
fn main_article(page: &Page) -> Option<NodeId> {
    let heading = page.ids().find(|id| page.is(*id, "h1"))?;
    page.ancestors(heading).find(|around| page.is(*around, "article") || page.is(*around, "main"))
}

fn is_aside(page: &Page, id: NodeId) -> bool {
    matches!(page.name(id), "nav" | "footer" | "aside")
        || page
            .attribute(id, "role")
            .is_some_and(|role| matches!(role, "navigation" | "contentinfo" | "complementary"))
}

/// The area of an image in square CSS pixels: of its box, by its attributes, or a guess. Without its style sheets a page shows images
/// too large, so that none counts for more than a large photograph.
fn image_area(page: &Page, id: NodeId) -> f64 {
    const LARGEST: f64 = 400.0 * 400.0;
    const GUESS: f64 = 100.0 * 100.0;
    const ICON: f64 = 24.0 * 24.0;
    if page.name(id) == "svg" {
        return ICON;
    }
    let side = |name: &str| {
        page.attribute(id, name).and_then(|value| value.trim().trim_end_matches("px").parse().ok())
    };
    let drawn = page.rect(id).map(|rect| f64::from(rect.w) * f64::from(rect.h)).filter(|area| *area >= 1.0);
    let written =
        side("width").zip(side("height")).map(|(w, h): (f64, f64)| w * h).filter(|area| *area >= 0.0);
    drawn.or(written).unwrap_or(GUESS).min(LARGEST)
}
