//! The tree under construction: what `html5ever` asks for, with the places of tags and texts.

use crate::formatting::SetAside;
use chaffinch_core::{NodeKind, OffsetMap, Page, PageBuilder, Quirks, Source, Space, Span, TextRun};
use html5ever::interface::{Attribute, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::TagKind;
use html5ever::{LocalName, QualName, ns};
use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Where a token stands in the text.
pub struct Place {
    range: Range<usize>,
    tag: Option<(TagKind, LocalName)>,
    /// The places of the attributes' values, an entry for each attribute.
    values: Vec<Option<Range<usize>>>,
    /// Makes the tree builder place the character data that it holds back.
    releases_text: bool,
}

impl Place {
    /// The place of a tag.
    pub fn tag(
        kind: TagKind,
        name: LocalName,
        range: Range<usize>,
        values: Vec<Option<Range<usize>>>,
    ) -> Place {
        Place { range, tag: Some((kind, name)), values, releases_text: true }
    }

    /// The place of a comment.
    pub fn comment(range: Range<usize>) -> Place {
        Place { range, tag: None, values: Vec::new(), releases_text: true }
    }

    /// The place of a doctype; the tree builder ignores one inside a table before it looks at what
    /// it holds back.
    pub fn doctype(range: Range<usize>) -> Place {
        Place { range, tag: None, values: Vec::new(), releases_text: false }
    }
}

/// A stretch of character data: where it begins in its text, and where that comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub text: usize,
    pub place: Range<usize>,
    /// The place holds the characters themselves, not a character reference.
    pub literal: bool,
}

/// What a page may have too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// Nodes.
    Nodes,
    /// Unclosed formatting tags, which are compared and copied over and over.
    Formatting,
    /// Attributes.
    Attributes,
    /// Different names of elements and attributes.
    Names,
}

/// The finished tree, still linked.
pub struct Tree {
    nodes: Vec<Draft>,
    quirks: Quirks,
    /// What there was too much of, so that the tree is not finished.
    pub excess: Option<Excess>,
    /// Tags that were ignored because they were nested too deep.
    pub flattened: usize,
}

/// The tree while `html5ever` builds it. Handles are indices.
pub struct TreeState {
    nodes: RefCell<Vec<Draft>>,
    node_limit: usize,
    quirks: Cell<Quirks>,
    flattened: Cell<usize>,
    /// The markup token being processed.
    token: RefCell<Option<Place>>,
    /// The last element of its name that the tag being processed has made. Those before it are
    /// clones of formatting elements. Even some end tags make one: `</p>` and `</br>`.
    made: Cell<Option<usize>>,
    /// The memory of the attributes of cloned elements, counted in nodes. A page's own attributes are
    /// bounded by its bytes, but an unclosed formatting element is cloned into every block that follows.
    copied: Cell<usize>,
    set_aside: RefCell<SetAside>,
    /// How many open elements were there at each formatting tag, summed up: the tree builder may
    /// have compared it with all of them.
    compared: Cell<usize>,
    /// The node whose name the tree builder asked for last.
    asked: Cell<usize>,
    /// How many elements were made and taken off the builder's stack.
    changes: Cell<usize>,
    /// The attribute names of elements whose start tag came again: `<html>` and `<body>` may.
    repeated: RefCell<HashMap<usize, HashSet<Box<str>>>>,
    expected: RefCell<Expected>,
}

struct Draft {
    kind: NodeKind,
    /// The element's name; for anything else, a name nobody asks for.
    name: QualName,
    attributes: Vec<(LocalName, StrTendril, Option<Range<usize>>)>,
    text: StrTendril,
    runs: Vec<Run>,
    start: Option<Range<usize>>,
    end: Option<Range<usize>>,
    depth: usize,
    annotation_xml_integration_point: bool,
    contents: Option<usize>,
    parent: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    previous: Option<usize>,
    next: Option<usize>,
}

/// Character data handed to the tree builder and not yet seen again. It drops some, splits some and
/// holds some back inside tables, but it never reorders.
#[derive(Default)]
struct Expected {
    text: String,
    runs: Vec<Run>,
    /// How much of the text has found its place.
    at: usize,
    /// How much of the text the tree builder has been given.
    sent: usize,
}

const DOCUMENT: usize = 0;

/// How many comparisons of formatting tags a node may cost on average. Pages that people wrote need
/// fewer than one.
const MOST_COMPARED: usize = 20;

impl TreeState {
    /// An empty tree of at most `node_limit` nodes, with room for `nodes`.
    pub fn new(node_limit: usize, nodes: usize) -> TreeState {
        let mut drafts = Vec::with_capacity(nodes.min(node_limit) + 1);
        drafts.push(Draft::new(NodeKind::Document));
        TreeState {
            nodes: RefCell::new(drafts),
            node_limit,
            quirks: Cell::new(Quirks::None),
            flattened: Cell::new(0),
            token: RefCell::new(None),
            made: Cell::new(None),
            copied: Cell::new(0),
            set_aside: RefCell::default(),
            compared: Cell::new(0),
            asked: Cell::new(DOCUMENT),
            changes: Cell::new(0),
            repeated: RefCell::default(),
            expected: RefCell::default(),
        }
    }

    /// Character tokens with this text and these runs come next.
    pub fn expect_text(&self, text: &str, runs: &[Run]) {
        let mut expected = self.expected.borrow_mut();
        let base = expected.text.len();
        expected.runs.extend(runs.iter().map(|run| Run { text: base + run.text, ..run.clone() }));
        expected.text.push_str(text);
    }

    /// A character token with the next `len` bytes of the expected text comes next.
    pub fn begin_characters(&self, len: usize) {
        self.expected.borrow_mut().sent += len;
    }

    /// The character token has been processed: unless the tree builder holds it back, what has found
    /// no place was dropped.
    pub fn end_characters(&self, innermost: usize) {
        if !self.holds_text_in(innermost) {
            let mut expected = self.expected.borrow_mut();
            expected.at = expected.sent;
        }
    }

    /// Whether the tree builder holds character data back while `innermost` is the innermost
    /// element: directly inside the parts of a table.
    pub fn holds_text_in(&self, innermost: usize) -> bool {
        let name = &self.nodes.borrow()[innermost].name;
        name.ns == ns!(html) && matches!(&*name.local, "table" | "tbody" | "tfoot" | "thead" | "tr")
    }

    /// A markup token comes next.
    pub fn begin_token(&self, place: Place) {
        self.made.set(None);
        *self.token.borrow_mut() = Some(place);
    }

    /// The markup token has been processed: all character data before it has found its place. A
    /// start tag belongs to the element it made, an end tag to the element `closed`, or to the one
    /// it made.
    pub fn end_token(&self, closed: Option<usize>) {
        let Some(place) = self.token.borrow_mut().take() else { return };
        if place.releases_text {
            self.expected.borrow_mut().clear();
        }
        let made = self.made.get();
        match &place.tag {
            Some((TagKind::StartTag, _)) => {
                let Some(node) = made else { return };
                let node = &mut self.nodes.borrow_mut()[node];
                node.start = Some(place.range);
                // The tree builder renames attributes but keeps their order and number.
                for ((_, _, at), value) in node.attributes.iter_mut().zip(place.values) {
                    *at = value;
                }
            }
            Some((TagKind::EndTag, name)) => {
                if let Some(node) = closed.or(made).or_else(|| self.open_root_part(name)) {
                    self.nodes.borrow_mut()[node].end = Some(place.range);
                }
            }
            None => {}
        }
    }

    /// How deep a node is.
    pub fn depth(&self, id: usize) -> usize {
        self.nodes.borrow()[id].depth
    }

    /// Whether `id` is an element that a tag called `name` opens or closes.
    pub fn is_called(&self, id: usize, name: &LocalName) -> bool {
        let node = &self.nodes.borrow()[id];
        node.kind == NodeKind::Element
            && (node.name.local == *name
                || (node.name.ns != ns!(html) && node.name.local.eq_ignore_ascii_case(name)))
    }

    /// How often the open elements may have changed.
    pub fn changes(&self) -> usize {
        self.changes.get()
    }

    /// Forgets which node's name the tree builder asked for last.
    pub fn forget_asked(&self) {
        self.asked.set(DOCUMENT);
    }

    /// The node whose name the tree builder asked for last; the document where it asked for none.
    pub fn last_asked(&self) -> usize {
        self.asked.get()
    }

    /// A tag was ignored because it was too deep.
    pub fn count_flattened(&self) {
        self.flattened.set(self.flattened.get() + 1);
    }

    /// The attributes of a formatting tag inside `innermost` as the tree builder is to see them.
    pub fn for_formatting(&self, attributes: Vec<Attribute>, innermost: usize) -> Vec<Attribute> {
        self.compared.set(self.compared.get() + self.depth(innermost));
        self.set_aside.borrow_mut().stand_in(attributes)
    }

    /// What there is too much of.
    pub fn excess(&self) -> Option<Excess> {
        let nodes = self.nodes.borrow().len();
        if nodes > self.node_limit {
            Some(Excess::Nodes)
        } else if nodes + self.copied.get() > self.node_limit
            || self.compared.get() / MOST_COMPARED > self.node_limit
        {
            Some(Excess::Formatting)
        } else {
            None
        }
    }

    /// `</body>` and `</html>` close nothing at once, because more may follow.
    fn open_root_part(&self, name: &str) -> Option<usize> {
        if !matches!(name, "html" | "body") {
            return None;
        }
        let nodes = self.nodes.borrow();
        let children = |parent: usize| std::iter::successors(nodes[parent].first, |child| nodes[*child].next);
        let named =
            |id: &usize, name: &str| nodes[*id].kind == NodeKind::Element && &*nodes[*id].name.local == name;
        let html = children(DOCUMENT).find(|id| named(id, "html"))?;
        let node = if name == "html" { html } else { children(html).find(|id| named(id, "body"))? };
        nodes[node].end.is_none().then_some(node)
    }

    fn add(&self, draft: Draft) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(draft);
        nodes.len() - 1
    }

    fn detach(&self, id: usize) {
        let mut nodes = self.nodes.borrow_mut();
        let (parent, previous, next) = (nodes[id].parent, nodes[id].previous, nodes[id].next);
        match (previous, parent) {
            (Some(previous), _) => nodes[previous].next = next,
            (None, Some(parent)) => nodes[parent].first = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => nodes[next].previous = previous,
            (None, Some(parent)) => nodes[parent].last = previous,
            (None, None) => {}
        }
        let node = &mut nodes[id];
        (node.parent, node.previous, node.next) = (None, None, None);
    }

    /// Puts `id` under `parent`, in front of `before` or at the end.
    fn attach(&self, id: usize, parent: usize, before: Option<usize>) {
        self.detach(id);
        let mut nodes = self.nodes.borrow_mut();
        let previous = match before {
            Some(before) => nodes[before].previous,
            None => nodes[parent].last,
        };
        let depth = nodes[parent].depth + 1;
        let node = &mut nodes[id];
        (node.parent, node.previous, node.next) = (Some(parent), previous, before);
        node.depth = depth;
        let contents = node.contents;
        match previous {
            Some(previous) => nodes[previous].next = Some(id),
            None => nodes[parent].first = Some(id),
        }
        match before {
            Some(before) => nodes[before].previous = Some(id),
            None => nodes[parent].last = Some(id),
        }
        if let Some(contents) = contents {
            nodes[contents].depth = depth;
        }
    }

    /// Text goes into the text node in front of the place, if there is one.
    fn insert_text(&self, text: StrTendril, parent: usize, before: Option<usize>) {
        let neighbour = {
            let nodes = self.nodes.borrow();
            match before {
                Some(before) => nodes[before].previous,
                None => nodes[parent].last,
            }
            .filter(|id| nodes[*id].kind == NodeKind::Text)
        };
        let id = neighbour.unwrap_or_else(|| {
            let id = self.add(Draft::new(NodeKind::Text));
            self.attach(id, parent, before);
            id
        });
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[id];
        let base = node.text.len();
        self.expected.borrow_mut().take(&text, |run| {
            let run = Run { text: base + run.text, ..run };
            match node.runs.last_mut() {
                Some(last) if last.literal && run.literal && last.place.end == run.place.start => {
                    last.place.end = run.place.end;
                }
                _ => {
                    // Most texts have one run.
                    if node.runs.is_empty() {
                        node.runs.reserve_exact(1);
                    }
                    node.runs.push(run);
                }
            }
        });
        if base == 0 {
            node.text = text;
        } else {
            node.text.push_tendril(&text);
        }
    }
}

impl Draft {
    fn new(kind: NodeKind) -> Draft {
        Draft {
            kind,
            name: QualName::new(None, ns!(), LocalName::default()),
            attributes: Vec::new(),
            text: StrTendril::new(),
            runs: Vec::new(),
            start: None,
            end: None,
            depth: 0,
            annotation_xml_integration_point: false,
            contents: None,
            parent: None,
            first: None,
            last: None,
            previous: None,
            next: None,
        }
    }
}

impl Expected {
    /// Everything that was expected has found its place. The memory stays for what comes next.
    fn clear(&mut self) {
        self.text.clear();
        self.runs.clear();
        (self.at, self.sent) = (0, 0);
    }

    /// Gives `place` the runs of `text`, which is the next part of what was expected, perhaps after characters
    /// that the tree builder dropped.
    fn take(&mut self, text: &str, mut place: impl FnMut(Run)) {
        let rest = self.text.get(self.at..self.sent).unwrap_or_default();
        let mut dropped = 0;
        // In foreign content a NUL comes back as a replacement character.
        let replaced = text == "\u{fffd}" && rest.starts_with('\0');
        while !replaced && !rest[dropped..].starts_with(text) {
            let Some(c) = rest[dropped..].chars().next() else { return };
            dropped += c.len_utf8();
        }
        let from = self.at + dropped;
        let to = from + if replaced { 1 } else { text.len() };
        self.at = to;
        let first = self.runs.partition_point(|run| run.text <= from).saturating_sub(1);
        for (i, run) in self.runs.iter().enumerate().skip(first) {
            if run.text >= to {
                break;
            }
            let end = self.runs.get(i + 1).map_or(self.text.len(), |next| next.text);
            let (start, end) = (run.text.max(from), end.min(to));
            if start >= end {
                continue;
            }
            let stands = if run.literal {
                // `place` and `text` run in step within a literal run.
                let skipped = start - run.text;
                run.place.start + skipped..run.place.start + skipped + (end - start)
            } else {
                run.place.clone()
            };
            place(Run { text: start - from, place: stands, literal: run.literal && !replaced });
        }
    }
}

impl TreeSink for TreeState {
    type Handle = usize;
    type Output = Tree;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Tree {
        let excess = self.excess();
        let (quirks, flattened) = (self.quirks.get(), self.flattened.get());
        Tree { nodes: self.nodes.into_inner(), quirks, excess, flattened }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Ref<'a, QualName> {
        self.asked.set(*target);
        Ref::map(self.nodes.borrow(), |nodes| &nodes[*target].name)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        self.changes.set(self.changes.get() + 1);
        let mut draft = Draft::new(NodeKind::Element);
        let attrs = self.set_aside.borrow().restore(attrs);
        draft.attributes = attrs.into_iter().map(|a| (prefixed(&a.name), a.value, None)).collect();
        let made_by_token = match self.token.borrow().as_ref().and_then(|place| place.tag.as_ref()) {
            Some((TagKind::StartTag, tag)) => opens(tag, &name),
            Some((TagKind::EndTag, tag)) => *tag == name.local,
            None => false,
        };
        draft.name = name;
        draft.annotation_xml_integration_point = flags.mathml_annotation_xml_integration_point;
        let id = self.add(draft);
        let clone = if made_by_token { self.made.replace(Some(id)) } else { Some(id) };
        if let Some(clone) = clone {
            let weight: usize =
                self.nodes.borrow()[clone].attributes.iter().map(|(_, value, _)| 1 + value.len() / 64).sum();
            self.copied.set(self.copied.get() + weight);
        }
        if flags.template {
            let contents = self.add(Draft::new(NodeKind::Fragment));
            self.nodes.borrow_mut()[id].contents = Some(contents);
        }
        id
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        let mut draft = Draft::new(NodeKind::Comment);
        draft.text = text;
        draft.start = self.token.borrow().as_ref().map(|place| place.range.clone());
        self.add(draft)
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> usize {
        self.create_comment(data)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(id) => self.attach(id, *parent, None),
            NodeOrText::AppendText(text) => self.insert_text(text, *parent, None),
        }
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        let Some(parent) = self.nodes.borrow()[*sibling].parent else { return };
        match child {
            NodeOrText::AppendNode(id) => self.attach(id, parent, Some(*sibling)),
            NodeOrText::AppendText(text) => self.insert_text(text, parent, Some(*sibling)),
        }
    }

    fn append_based_on_parent_node(&self, element: &usize, previous: &usize, child: NodeOrText<usize>) {
        if self.nodes.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let mut draft = Draft::new(NodeKind::Doctype);
        draft.text = name;
        draft.start = self.token.borrow().as_ref().map(|place| place.range.clone());
        draft.attributes = [("public", public), ("system", system)]
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (LocalName::from(name), value, None))
            .collect();
        let id = self.add(draft);
        self.attach(id, DOCUMENT, None);
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        self.nodes.borrow()[*target].contents.unwrap_or(*target)
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(match mode {
            QuirksMode::Quirks => Quirks::Full,
            QuirksMode::LimitedQuirks => Quirks::Limited,
            QuirksMode::NoQuirks => Quirks::None,
        });
    }

    fn add_attrs_if_missing(&self, target: &usize, attrs: Vec<Attribute>) {
        let mut token = self.token.borrow_mut();
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[*target];
        if node.start.is_none() {
            node.start = token.as_ref().map(|place| place.range.clone());
        }
        let mut values = token.as_mut().map(|place| std::mem::take(&mut place.values)).into_iter().flatten();
        let mut repeated = self.repeated.borrow_mut();
        let present = repeated
            .entry(*target)
            .or_insert_with(|| node.attributes.iter().map(|(name, _, _)| Box::from(&**name)).collect());
        for attr in attrs {
            let place = values.next().flatten();
            if present.insert(Box::from(&*attr.name.local)) {
                node.attributes.push((attr.name.local, attr.value, place));
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut child = self.nodes.borrow()[*node].first;
        while let Some(id) = child {
            child = self.nodes.borrow()[id].next;
            self.attach(id, *new_parent, None);
        }
    }

    fn pop(&self, _: &usize) {
        self.changes.set(self.changes.get() + 1);
    }

    /// Shadow roots are templates to us: their content stands in the page as it was written.
    fn allow_declarative_shadow_roots(&self, _: &usize) -> bool {
        false
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        self.nodes.borrow()[*handle].annotation_xml_integration_point
    }
}

/// Whether a start tag called `tag` stands for an element called `name`.
fn opens(tag: &str, name: &QualName) -> bool {
    tag.eq_ignore_ascii_case(&name.local) || (tag == "image" && &*name.local == "img")
}

/// Foreign attributes keep their prefix: `xlink:href`.
fn prefixed(name: &QualName) -> LocalName {
    match &name.prefix {
        Some(prefix) if !prefix.is_empty() => LocalName::from(format!("{prefix}:{}", name.local)),
        _ => name.local.clone(),
    }
}

impl Tree {
    /// The page in document order.
    pub fn into_page(self, source: Source) -> Page {
        let chars = self.nodes.iter().map(|n| n.text.len()).sum();
        let mut builder = PageBuilder::with_capacity(self.nodes.len(), chars);
        builder.quirks(self.quirks);
        // The walk keeps its own stack: the tree may be deeper than ours is allowed to be.
        let mut at = self.nodes[DOCUMENT].first;
        while let Some(id) = at {
            self.open(id, &mut builder, &source.map);
            let inner = self.nodes[id].contents.or(self.nodes[id].first);
            if inner.is_some() {
                at = inner;
                continue;
            }
            at = self.close_up_to_next(id, &mut builder, &source.map);
        }
        builder.finish(source)
    }

    fn open(&self, id: usize, builder: &mut PageBuilder, map: &OffsetMap) {
        let node = &self.nodes[id];
        let start = node.start.clone().map(|range| map.span(range));
        match node.kind {
            NodeKind::Element => {
                let space = if node.name.ns == ns!(svg) {
                    Space::Svg
                } else if node.name.ns == ns!(mathml) {
                    Space::MathMl
                } else {
                    Space::Html
                };
                builder.open_element(space, node.name.local.clone(), start);
            }
            NodeKind::Text => {
                let runs = node.runs.iter().map(|run| TextRun {
                    text: run.text as u32,
                    span: map.span(run.place.clone()),
                    literal: run.literal,
                });
                builder.text(&node.text, runs);
                return;
            }
            kind => {
                builder.open(kind, start);
                builder.chars(&node.text);
            }
        }
        for (name, value, place) in &node.attributes {
            let span: Option<Span> = place.clone().map(|range| map.span(range));
            builder.attribute(name.clone(), value, span);
        }
    }

    /// Leaves out the addresses of links and of the base that are longer than `most` bytes. Returns how many there were.
    pub fn leave_out_addresses(&mut self, most: usize) -> usize {
        let mut left_out = 0;
        for node in self.nodes.iter_mut().filter(|node| node.kind == NodeKind::Element) {
            node.attributes.retain(|(name, value, _)| {
                let is_long = value.len() > most && &**name == "href";
                left_out += usize::from(is_long);
                !is_long
            });
        }
        left_out
    }

    /// Closes `id` and every ancestor that ends with it; the node that comes next.
    fn close_up_to_next(&self, id: usize, builder: &mut PageBuilder, map: &OffsetMap) -> Option<usize> {
        let mut id = id;
        loop {
            let node = &self.nodes[id];
            if node.kind != NodeKind::Text {
                builder.close(node.end.clone().map(|range| map.span(range)));
            }
            if node.next.is_some() {
                return node.next;
            }
            id = match (node.parent, node.kind) {
                (None, NodeKind::Fragment) => self.template_of(id)?,
                (Some(DOCUMENT) | None, _) => return None,
                (Some(parent), _) => parent,
            };
        }
    }

    /// A template's contents are created right after it.
    fn template_of(&self, contents: usize) -> Option<usize> {
        contents.checked_sub(1).filter(|id| self.nodes[*id].contents == Some(contents))
    }
}
