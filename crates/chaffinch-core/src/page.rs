use crate::layout::Layout;
use crate::source::{Source, Span};
use crate::text::beginning;
use crate::text_tables::TextMap;
use markup5ever::LocalName;
use std::sync::OnceLock;

/// A web page: its nodes in document order, where each came from in the bytes and, once rendered,
/// where each stands on the screen.
///
/// A node's number is its position in document order, and a node knows where its subtree ends. So whether a node contains another or
/// comes before it is a comparison of numbers.
#[derive(Debug, Clone)]
pub struct Page {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    runs: Vec<TextRun>,
    /// All character data: texts, comments, attribute values, doctype.
    chars: String,
    source: Source,
    quirks: Quirks,
    layout: Option<Layout>,
    /// For each node whether it hides its content ([`Page::hides`]); filled when it is first needed.
    pub(crate) hiding: OnceLock<Box<[bool]>>,
}

/// A node's number: its position in document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The document node.
    pub const DOCUMENT: NodeId = NodeId(0);

    /// The node at `index`.
    #[inline]
    pub fn from_index(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The root of everything.
    Document,
    /// `<!DOCTYPE …>`; its own text is the name.
    Doctype,
    /// An element.
    Element,
    /// Character data.
    Text,
    /// `<!-- … -->`
    Comment,
    /// The content of a `<template>`, kept apart from the rendered tree.
    Fragment,
}

/// The name space of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// Which of the standard's three layout modes the doctype asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Quirks {
    /// As the standard says.
    #[default]
    None,
    /// Almost as the standard says.
    Limited,
    /// As browsers of the 1990s did.
    Full,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its parent; the document has none.
    pub parent: Option<NodeId>,
    /// One past the last node of its subtree.
    pub end: NodeId,
    /// An element's name space.
    pub space: Space,
    /// An element's name.
    pub name: LocalName,
    /// The start tag in the source; none where the source has none and the standard adds the element. For a comment or
    /// doctype, all of it.
    pub start_tag: Option<Span>,
    /// The end tag in the source; none where the source has none.
    pub end_tag: Option<Span>,
    /// The position among siblings of the same kind and name, from 1; 0 where there are no others.
    pub(crate) nth: u32,
    /// Whether it has an `id` that no other element of the page has.
    pub(crate) unique_id: bool,
    attributes: (u32, u32),
    chars: (u32, u32),
    runs: (u32, u32),
}

/// An attribute of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its name, lower case in HTML.
    pub name: LocalName,
    /// The source range of its value, quotes excluded; none where the value was left out.
    pub span: Option<Span>,
    chars: (u32, u32),
}

/// A stretch of a text node that comes from one stretch of the source.
///
/// A text node has several where something else stands between its parts in the source: a character reference, an ignored tag, or
/// misnested markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextRun {
    /// Where the stretch begins in the node's own text, in bytes; it ends where the next one begins.
    pub text: u32,
    /// The bytes it comes from.
    pub span: Span,
    /// Whether the bytes decode to the text as they are; otherwise they are one character reference.
    pub literal: bool,
}

impl Page {
    /// The node.
    ///
    /// # Panics
    /// Panics if the page has no node of this number.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Number of nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the document itself.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// All nodes in document order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::from_index)
    }

    /// `id` and everything below it, in document order.
    #[inline]
    pub fn subtree(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (id.0..self.node(id).end.0).map(NodeId)
    }

    /// Everything below `id`, in document order.
    #[inline]
    pub fn descendants(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (id.0 + 1..self.node(id).end.0).map(NodeId)
    }

    /// The children of `id`.
    #[inline]
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { page: self, next: NodeId(id.0 + 1), end: self.node(id).end }
    }

    /// The children of `id` that are elements.
    pub fn element_children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id).filter(|c| self.is_element(*c))
    }

    /// The ancestors of `id`, nearest first.
    #[inline]
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).parent, |a| self.node(*a).parent)
    }

    /// Whether `inner` is `outer` or lies below it.
    #[inline]
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner < self.node(outer).end
    }

    /// The nearest node that is or holds both.
    #[inline]
    pub fn common_ancestor(&self, mut a: NodeId, b: NodeId) -> NodeId {
        while !self.contains(a, b) {
            a = self.node(a).parent.unwrap_or(NodeId::DOCUMENT);
        }
        a
    }

    /// 1 for `<h1>` to 6 for `<h6>`; nothing for any other node.
    pub fn heading_level(&self, id: NodeId) -> Option<u8> {
        match self.name(id).as_bytes() {
            [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
            _ => None,
        }
    }

    /// Whether `id` is one of `<h1>` to `<h6>`.
    pub fn is_heading(&self, id: NodeId) -> bool {
        self.heading_level(id).is_some()
    }

    /// Whether `id` is an element.
    #[inline]
    pub fn is_element(&self, id: NodeId) -> bool {
        self.node(id).kind == NodeKind::Element
    }

    /// An element's name; the empty string for any other node.
    #[inline]
    pub fn name(&self, id: NodeId) -> &str {
        &self.node(id).name
    }

    /// Whether `id` is the HTML element `name`.
    #[inline]
    pub fn is(&self, id: NodeId, name: &str) -> bool {
        let node = self.node(id);
        node.kind == NodeKind::Element && node.space == Space::Html && &*node.name == name
    }

    /// Which one `id` is among its siblings of the same name: 1 for the first or only one.
    #[inline]
    pub fn place_among_alike(&self, id: NodeId) -> u32 {
        self.node(id).nth.max(1)
    }

    /// The first element called `name` in `scope`, in document order.
    pub fn find(&self, scope: NodeId, name: &str) -> Option<NodeId> {
        self.descendants(scope).find(|id| self.is(*id, name))
    }

    /// The attributes of `id`, in source order.
    #[inline]
    pub fn attributes(&self, id: NodeId) -> &[Attribute] {
        let (start, end) = self.node(id).attributes;
        &self.attributes[start as usize..end as usize]
    }

    /// The value of an attribute.
    #[inline]
    pub fn value(&self, attribute: &Attribute) -> &str {
        &self.chars[attribute.chars.0 as usize..attribute.chars.1 as usize]
    }

    /// The value of `id`'s attribute `name`.
    #[inline]
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attributes(id).iter().find(|a| &*a.name == name).map(|a| self.value(a))
    }

    /// The class tokens of `id`.
    pub fn classes(&self, id: NodeId) -> impl Iterator<Item = &str> {
        self.class_text(id).split_ascii_whitespace()
    }

    /// The `class` attribute of `id`, at most its first 4,096 bytes: it may be read again for every node below, so a very long one must
    /// not cost much.
    pub fn class_text(&self, id: NodeId) -> &str {
        const LONGEST: usize = 4096;
        beginning(self.attribute(id, "class").unwrap_or_default(), LONGEST)
    }

    /// The character data of a text, comment or doctype node, as parsed.
    #[inline]
    pub fn own_text(&self, id: NodeId) -> &str {
        let (start, end) = self.node(id).chars;
        &self.chars[start as usize..end as usize]
    }

    /// The stretches of a text node and the bytes they come from.
    pub fn runs(&self, id: NodeId) -> &[TextRun] {
        let (start, end) = self.node(id).runs;
        &self.runs[start as usize..end as usize]
    }

    /// The bytes from the first to the last of `id`, children included; none where nothing of it is in the source.
    pub fn span(&self, id: NodeId) -> Option<Span> {
        let node = self.node(id);
        match node.kind {
            NodeKind::Text => self.runs(id).iter().map(|run| run.span).reduce(|a, b| a.union(b)),
            NodeKind::Element if node.start_tag.is_some() && node.end_tag.is_some() => {
                node.start_tag.zip(node.end_tag).map(|(a, b)| a.union(b))
            }
            NodeKind::Element | NodeKind::Document | NodeKind::Fragment => {
                let own = node.start_tag.into_iter().chain(node.end_tag);
                let below = self.children(id).filter_map(|child| self.span(child));
                own.chain(below).reduce(|a, b| a.union(b))
            }
            NodeKind::Doctype | NodeKind::Comment => node.start_tag,
        }
    }

    /// The bytes that a part of a text node's own text comes from.
    pub fn text_span(&self, id: NodeId, range: std::ops::Range<usize>) -> Option<Span> {
        let runs = self.runs(id);
        let whole = self.own_text(id);
        if range.is_empty() || range.end > whole.len() {
            return None;
        }
        let mut found: Option<Span> = None;
        let first = runs.partition_point(|run| run.text as usize <= range.start).saturating_sub(1);
        for (i, run) in runs.iter().enumerate().skip(first) {
            let start = run.text as usize;
            let end = runs.get(i + 1).map_or(whole.len(), |next| next.text as usize);
            if start >= range.end {
                break;
            }
            let (from, to) = (range.start.max(start), range.end.min(end));
            if from >= to {
                continue;
            }
            let part = if run.literal {
                self.literal_span(run, &whole[start..end], from - start..to - start)
            } else {
                run.span
            };
            found = Some(found.map_or(part, |s| s.union(part)));
        }
        found
    }

    /// The bytes of a part of a literal run, in which text and source differ only in encoding and line ends.
    fn literal_span(&self, run: &TextRun, text: &str, part: std::ops::Range<usize>) -> Span {
        if run.span.len() == text.len() {
            let at = run.span.start;
            return Span::new(at + part.start as u32, at + part.end as u32);
        }
        let base = self.source.map.text_at(run.span.start);
        self.source.map.span(base + part.start..base + part.end)
    }

    /// What the page was made from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Which layout mode the doctype asks for.
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// Boxes and styles, once a renderer has given them.
    #[inline]
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// Sets the page's boxes and styles.
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = Some(layout);
        self.hiding = OnceLock::new();
    }

    /// The box of a node, once rendered.
    #[inline]
    pub fn rect(&self, id: NodeId) -> Option<crate::Rect> {
        self.layout.as_ref()?.rect(id)
    }

    /// The page's `<title>`, on one line.
    pub fn title(&self) -> Option<String> {
        let title = self.ids().find(|id| self.is(*id, "title"))?;
        let text: String = self.children(title).map(|c| self.own_text(c)).collect();
        let text = crate::collapse_space(&text);
        (!text.is_empty()).then_some(text)
    }

    /// The `<body>`, or the document where there is none.
    pub fn body(&self) -> NodeId {
        self.ids()
            .take_while(|id| !self.is(*id, "frameset"))
            .find(|id| self.is(*id, "body"))
            .unwrap_or(NodeId::DOCUMENT)
    }
}

// What XPaths and CSS selectors need to know about each node, found once, so that making a path costs only its depth.
impl Page {
    fn number_siblings(&mut self) {
        let mut nths = vec![0; self.nodes.len()];
        // The key is the name's text: the hash that comes with a `LocalName` can be made to collide.
        let mut elements: TextMap<(NodeId, Space, &str), Alike> = TextMap::default();
        // For each parent its last element, and how many of that name there are. Most elements are alone or follow one of the same
        // name, so that they never reach the map.
        let mut last: Vec<Option<(u32, Alike)>> = vec![None; self.nodes.len()];
        // Nearly half of all nodes are texts, so they get a vector; comments and doctypes are rare.
        let mut texts: Vec<Alike> = vec![Alike::default(); self.nodes.len()];
        let mut others: TextMap<(NodeId, NodeKind), Alike> = TextMap::default();
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let Some(parent) = node.parent else { continue };
            let alike = match node.kind {
                NodeKind::Element => {
                    let before = last[parent.index()].take();
                    let same = |before: &Node| before.space == node.space && before.name == node.name;
                    let alike = match before {
                        None => Alike::default(),
                        Some((at, alike)) if same(&self.nodes[at as usize]) => alike,
                        Some((at, alike)) => {
                            let other = &self.nodes[at as usize];
                            elements.insert((parent, other.space, &other.name), alike);
                            elements.get(&(parent, node.space, &*node.name)).copied().unwrap_or_default()
                        }
                    };
                    &mut last[parent.index()].insert((index as u32, alike)).1
                }
                NodeKind::Text => &mut texts[parent.index()],
                kind => others.entry((parent, kind)).or_default(),
            };
            alike.count += 1;
            if alike.count == 1 {
                alike.first = index as u32;
            } else {
                nths[alike.first as usize] = 1;
                nths[index] = alike.count;
            }
        }
        for (node, nth) in self.nodes.iter_mut().zip(nths) {
            node.nth = nth;
        }
    }

    fn find_unique_ids(&mut self) {
        let mut holders: TextMap<&str, Option<NodeId>> = TextMap::default();
        for id in self.ids() {
            if let Some(value) = self.attribute(id, "id").filter(|v| !v.is_empty()) {
                holders.entry(value).and_modify(|holder| *holder = None).or_insert(Some(id));
            }
        }
        let unique: Vec<NodeId> = holders.into_values().flatten().collect();
        for id in unique {
            self.nodes[id.index()].unique_id = true;
        }
    }
}

/// How many siblings of the same kind and name there are so far, and the first of them.
#[derive(Debug, Clone, Copy, Default)]
struct Alike {
    count: u32,
    first: u32,
}

/// The children of a node; see [`Page::children`].
#[derive(Debug, Clone)]
pub struct Children<'p> {
    page: &'p Page,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let id = self.next;
        if id >= self.end {
            return None;
        }
        self.next = self.page.node(id).end;
        Some(id)
    }
}

/// Builds a [`Page`] in document order: open a node, add what is inside, close it.
#[derive(Debug)]
pub struct PageBuilder {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    runs: Vec<TextRun>,
    chars: String,
    open: Vec<NodeId>,
    quirks: Quirks,
}

impl Default for PageBuilder {
    fn default() -> PageBuilder {
        PageBuilder::with_capacity(0, 0)
    }
}

impl PageBuilder {
    /// A builder that holds the document node, with room for `nodes` nodes and `chars` bytes of text.
    pub fn with_capacity(nodes: usize, chars: usize) -> PageBuilder {
        let mut builder = PageBuilder {
            nodes: Vec::with_capacity(nodes + 1),
            attributes: Vec::new(),
            runs: Vec::new(),
            chars: String::with_capacity(chars),
            open: Vec::new(),
            quirks: Quirks::None,
        };
        builder.open(NodeKind::Document, None);
        builder
    }

    /// Sets the layout mode that the doctype asks for.
    pub fn quirks(&mut self, quirks: Quirks) {
        self.quirks = quirks;
    }

    /// Opens a node that is not an element.
    pub fn open(&mut self, kind: NodeKind, start_tag: Option<Span>) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        let chars = self.chars.len() as u32;
        let attributes = self.attributes.len() as u32;
        let runs = self.runs.len() as u32;
        self.nodes.push(Node {
            kind,
            parent: self.open.last().copied(),
            end: id,
            space: Space::Html,
            name: LocalName::default(),
            start_tag,
            end_tag: None,
            nth: 0,
            unique_id: false,
            attributes: (attributes, attributes),
            chars: (chars, chars),
            runs: (runs, runs),
        });
        self.open.push(id);
        id
    }

    /// Opens an element.
    pub fn open_element(&mut self, space: Space, name: LocalName, start_tag: Option<Span>) -> NodeId {
        let id = self.open(NodeKind::Element, start_tag);
        let node = &mut self.nodes[id.index()];
        node.space = space;
        node.name = name;
        id
    }

    /// Adds an attribute to the element just opened.
    #[inline]
    pub fn attribute(&mut self, name: LocalName, value: &str, span: Option<Span>) {
        let start = self.chars.len() as u32;
        self.chars.push_str(value);
        self.attributes.push(Attribute { name, span, chars: (start, self.chars.len() as u32) });
        if let Some(node) = self.nodes.last_mut() {
            node.attributes.1 = self.attributes.len() as u32;
        }
    }

    /// Adds character data to the node just opened.
    pub fn chars(&mut self, text: &str) {
        self.chars.push_str(text);
        if let Some(node) = self.nodes.last_mut() {
            node.chars.1 = self.chars.len() as u32;
        }
    }

    /// Adds a whole text node, which comes from `runs`.
    pub fn text(&mut self, text: &str, runs: impl IntoIterator<Item = TextRun>) -> NodeId {
        let id = self.open(NodeKind::Text, None);
        self.chars(text);
        self.runs.extend(runs);
        self.nodes[id.index()].runs.1 = self.runs.len() as u32;
        self.close(None);
        id
    }

    /// Closes the node opened last.
    pub fn close(&mut self, end_tag: Option<Span>) {
        if let Some(id) = self.open.pop() {
            let end = NodeId::from_index(self.nodes.len());
            let node = &mut self.nodes[id.index()];
            node.end = end;
            node.end_tag = end_tag;
        }
    }

    /// The finished page; whatever is still open is closed.
    pub fn finish(mut self, source: Source) -> Page {
        while !self.open.is_empty() {
            self.close(None);
        }
        let mut page = Page {
            nodes: self.nodes,
            attributes: self.attributes,
            runs: self.runs,
            chars: self.chars,
            source,
            quirks: self.quirks,
            layout: None,
            hiding: OnceLock::new(),
        };
        page.number_siblings();
        page.find_unique_ids();
        page
    }
}
