//! The tree that html5ever makes by itself, with its own tokenizer and no limits: the judge of ours.

use chaffinch_core::{NodeId, NodeKind, Page, Space};
use html5ever::interface::{Attribute, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, ns};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

/// A line for each node: how deep it stands, and everything about it but its place in the source and the order of its attributes.
pub type Outline = Vec<String>;

/// The outline of a page of ours.
pub fn outline_of_page(page: &Page) -> Outline {
    let mut depths: Vec<usize> = Vec::new();
    let mut lines = Vec::new();
    for id in page.ids() {
        let node = page.node(id);
        let depth = node.parent.map_or(0, |parent| depths[parent.index()] + 1);
        depths.push(depth);
        if id == NodeId::DOCUMENT {
            continue;
        }
        let attributes = page.attributes(id).iter().map(|a| (a.name.to_string(), page.value(a).to_owned()));
        let what = match node.kind {
            NodeKind::Element => format!("<{:?} {}>", node.space, node.name),
            kind => format!("{kind:?} {:?}", page.own_text(id)),
        };
        lines.push(line(depth, &what, attributes.collect()));
    }
    without_first_line_feeds(lines)
}

/// The outline of the tree that html5ever makes of a text.
pub fn outline_of_reference(html: &str) -> Outline {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let nodes = html5ever::parse_document(Reference::default(), options).one(html);
    let mut lines = Vec::new();
    let mut stack: Vec<(usize, usize)> = nodes[DOCUMENT].children.iter().rev().map(|id| (*id, 1)).collect();
    while let Some((id, depth)) = stack.pop() {
        let node = &nodes[id];
        let what = match node.kind {
            NodeKind::Element => format!("<{:?} {}>", space(&node.name), &*node.name.local),
            kind => format!("{kind:?} {:?}", node.text),
        };
        lines.push(line(depth, &what, node.attributes.clone()));
        match node.contents {
            Some(contents) => stack.push((contents, depth + 1)),
            None => stack.extend(node.children.iter().rev().map(|id| (*id, depth + 1))),
        }
    }
    without_first_line_feeds(lines)
}

fn line(depth: usize, what: &str, mut attributes: Vec<(String, String)>) -> String {
    attributes.sort();
    format!("{depth} {what} {attributes:?}")
}

/// html5ever's tokenizer makes errors tokens, which make its tree builder forget that the line feed after `<pre>` is to be dropped. So it counts
/// in neither outline.
fn without_first_line_feeds(lines: Outline) -> Outline {
    const FEED: &str = "Text \"\\n";
    let mut is_first = false;
    let mut kept: Outline = Vec::with_capacity(lines.len());
    for line in lines {
        let drops = std::mem::replace(
            &mut is_first,
            ["<Html pre>", "<Html listing>", "<Html textarea>"].iter().any(|tag| line.contains(tag)),
        );
        let Some((depth, rest)) = line.split_once(FEED).filter(|_| drops) else {
            kept.push(line);
            continue;
        };
        if !rest.starts_with('"') {
            kept.push(format!("{depth}Text \"{rest}"));
        }
    }
    kept
}

fn space(name: &QualName) -> Space {
    if name.ns == ns!(svg) {
        Space::Svg
    } else if name.ns == ns!(mathml) {
        Space::MathMl
    } else {
        Space::Html
    }
}

const DOCUMENT: usize = 0;

struct Node {
    kind: NodeKind,
    name: QualName,
    text: String,
    attributes: Vec<(String, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
    /// What a template holds.
    contents: Option<usize>,
    is_integration_point: bool,
}

impl Node {
    fn new(kind: NodeKind) -> Node {
        Node {
            kind,
            name: QualName::new(None, ns!(), "".into()),
            text: String::new(),
            attributes: Vec::new(),
            parent: None,
            children: Vec::new(),
            contents: None,
            is_integration_point: false,
        }
    }
}

/// Keeps what the tree builder makes.
struct Reference {
    nodes: RefCell<Vec<Node>>,
}

impl Default for Reference {
    fn default() -> Reference {
        Reference { nodes: RefCell::new(vec![Node::new(NodeKind::Document)]) }
    }
}

impl Reference {
    fn add(&self, node: Node) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        nodes.len() - 1
    }

    /// Puts something among the children of `parent`, in front of the one at `at`.
    fn insert(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(id) => {
                let nodes = &mut *self.nodes.borrow_mut();
                nodes[id].parent = Some(parent);
                nodes[parent].children.insert(at, id);
            }
            NodeOrText::AppendText(text) => {
                let before = at.checked_sub(1).map(|at| self.nodes.borrow()[parent].children[at]);
                match before.filter(|id| self.nodes.borrow()[*id].kind == NodeKind::Text) {
                    Some(id) => self.nodes.borrow_mut()[id].text.push_str(&text),
                    None => {
                        let id = self.add(Node { text: text.to_string(), ..Node::new(NodeKind::Text) });
                        self.insert(parent, at, NodeOrText::AppendNode(id));
                    }
                }
            }
        }
    }

    /// The parent of a node and its place there.
    fn place(&self, id: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[id].parent?;
        Some((parent, nodes[parent].children.iter().rposition(|child| *child == id)?))
    }

    fn detach(&self, child: &NodeOrText<usize>) {
        if let NodeOrText::AppendNode(id) = child {
            self.remove_from_parent(id);
        }
    }
}

impl TreeSink for Reference {
    type Handle = usize;
    type Output = Vec<Node>;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Ref<'a, QualName> {
        Ref::map(self.nodes.borrow(), |nodes| &nodes[*target].name)
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> usize {
        let contents = flags.template.then(|| self.add(Node::new(NodeKind::Fragment)));
        self.add(Node {
            name,
            attributes: attributes.into_iter().map(spelled).collect(),
            contents,
            is_integration_point: flags.mathml_annotation_xml_integration_point,
            ..Node::new(NodeKind::Element)
        })
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.add(Node { text: text.to_string(), ..Node::new(NodeKind::Comment) })
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> usize {
        self.create_comment(data)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.detach(&child);
        let end = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, end, child);
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        self.detach(&child);
        if let Some((parent, at)) = self.place(*sibling) {
            self.insert(parent, at, child);
        }
    }

    fn append_based_on_parent_node(&self, element: &usize, previous: &usize, child: NodeOrText<usize>) {
        match self.place(*element) {
            Some(_) => self.append_before_sibling(element, child),
            None => self.append(previous, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let ids = [("public", public), ("system", system)].into_iter().filter(|(_, value)| !value.is_empty());
        let id = self.add(Node {
            text: name.to_string(),
            attributes: ids.map(|(name, value)| (name.to_owned(), value.to_string())).collect(),
            ..Node::new(NodeKind::Doctype)
        });
        self.append(&DOCUMENT, NodeOrText::AppendNode(id));
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        self.nodes.borrow()[*target].contents.unwrap_or(*target)
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &usize, attributes: Vec<Attribute>) {
        let node = &mut self.nodes.borrow_mut()[*target];
        for attribute in attributes.into_iter().map(spelled) {
            if node.attributes.iter().all(|(name, _)| *name != attribute.0) {
                node.attributes.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, at)) = self.place(*target) {
            let nodes = &mut *self.nodes.borrow_mut();
            nodes[parent].children.remove(at);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let nodes = &mut *self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[*node].children);
        for child in &children {
            nodes[*child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(children);
    }

    fn allow_declarative_shadow_roots(&self, _: &usize) -> bool {
        false
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        self.nodes.borrow()[*handle].is_integration_point
    }
}

/// Foreign attributes keep their prefix: `xlink:href`.
fn spelled(attribute: Attribute) -> (String, String) {
    let name = match &attribute.name.prefix {
        Some(prefix) if !prefix.is_empty() => format!("{prefix}:{}", attribute.name.local),
        _ => attribute.name.local.to_string(),
    };
    (name, attribute.value.to_string())
}
