//! What the rules ask about a page's tree, found once in a few passes.

use crate::facts::InRules;
use chaffinch_core::{NodeId, NodeKind, Page};
use chaffinch_rules::{Hosts, Value};
use chaffinch_survey::{Shown, Survey};
use chaffinch_trees::{Label, PathId};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A page's tree as the rules see it.
pub struct Tree<'s, 'p> {
    /// The page.
    pub page: &'p Page,
    /// What was found out about the page once, for all methods.
    pub survey: &'s Survey<'p>,
    /// Whether each node holds text or an image that is shown.
    pub shows: Vec<bool>,
    /// The number of each node among its siblings that show something.
    pub position: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl<'s, 'p> Tree<'s, 'p> {
    /// The tree of a page.
    pub fn new(survey: &'s Survey<'p>, shown: Shown) -> Tree<'s, 'p> {
        let size = survey.page.len();
        let mut tree = Tree {
            page: survey.page,
            survey,
            shows: vec![false; size],
            position: vec![0; size],
            next: vec![NONE; size],
            previous: vec![NONE; size],
        };
        tree.mark_shown(shown);
        tree.link_siblings();
        tree
    }

    /// Steps from the document to a node.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.survey.depth[node.index()]
    }

    /// The tag path of a node: equal where all tags from the document down are.
    pub fn path(&self, node: NodeId) -> PathId {
        self.survey.tags.path(node)
    }

    /// The tag of a node, as a number.
    pub fn tag(&self, node: NodeId) -> Label {
        self.survey.tags.label(node)
    }

    fn mark_shown(&mut self, shown: Shown) {
        let page = self.page;
        let mut at = 0;
        while at < page.len() {
            let id = NodeId::from_index(at);
            let node = page.node(id);
            if node.kind == NodeKind::Element
                && (shown.hides(page, id) || (shown == Shown::OnScreen && is_hidden_by_class(page, id)))
            {
                at = node.end.index();
                continue;
            }
            let shows = match node.kind {
                NodeKind::Text => !page.own_text(id).trim().is_empty(),
                NodeKind::Element => {
                    matches!(page.name(id), "img" | "svg" | "video" | "canvas" | "iframe" | "object")
                }
                _ => false,
            };
            if shows {
                self.shows[at] = true;
                for ancestor in page.ancestors(id) {
                    if std::mem::replace(&mut self.shows[ancestor.index()], true) {
                        break;
                    }
                }
            }
            at += 1;
        }
    }

    fn link_siblings(&mut self) {
        let mut last: Vec<u32> = vec![NONE; self.page.len()];
        for id in self.page.ids().skip(1) {
            let Some(parent) = self.page.node(id).parent else { continue };
            let (at, parent) = (id.index(), parent.index());
            if !self.shows[at] {
                continue;
            }
            let before = std::mem::replace(&mut last[parent], at as u32);
            if before != NONE {
                self.previous[at] = before;
                self.next[before as usize] = at as u32;
                self.position[at] = self.position[before as usize] + 1;
            }
        }
    }

    /// The next sibling that shows something.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        Some(self.next[node.index()]).filter(|at| *at != NONE).map(|at| NodeId::from_index(at as usize))
    }

    /// The previous sibling that shows something.
    pub fn previous(&self, node: NodeId) -> Option<NodeId> {
        Some(self.previous[node.index()]).filter(|at| *at != NONE).map(|at| NodeId::from_index(at as usize))
    }

    /// The siblings in a stretch of nodes that show something.
    pub fn shown_siblings(&self, nodes: &Range<NodeId>) -> impl Iterator<Item = NodeId> {
        self.page.siblings(nodes.clone()).filter(|node| self.shows[node.index()])
    }

    /// The tags of `length` siblings that show something, from `first` on, as one number; nothing if there are fewer.
    fn tags(&self, first: NodeId, length: i64) -> Option<i64> {
        let mut hash = rustc_hash::FxHasher::default();
        let mut at = Some(first);
        for _ in 0..length {
            let node = at?;
            self.tag(node).hash(&mut hash);
            at = self.next(node);
        }
        Some((hash.finish() >> 24) as i64)
    }

    /// The predicates that rules may ask.
    pub const PREDICATES: [&'static str; 17] = [
        "nodeDepth", "tag", "position", "parent", "child", "ancestorOrSelf", "lca", "nextSibling",
        "preceding", "tags", "separator", "box", "colour", "background", "font", "logOdds", "probable",
    ];

    /// These predicates, answered by this tree.
    pub fn hosts(&self) -> Hosts<'_> {
        let page = self.page;
        let count = |number: u32| Some(Value::Number(i64::from(number)));
        let mut hosts = Hosts::default();
        // name(N,V): V is the value of a function of the node N.
        self.add(&mut hosts, "nodeDepth", move |node| count(self.depth(node)));
        self.add(&mut hosts, "tag", move |node| count(self.tag(node).0));
        self.add(&mut hosts, "position", move |node| count(self.position[node.index()]));
        self.add(&mut hosts, "parent", move |node| page.node(node).parent.map(InRules::value));
        self.add(&mut hosts, "nextSibling", move |node| self.next(node).map(InRules::value));
        self.add(&mut hosts, "separator", move |node| count(0).filter(|_| !self.shows[node.index()]));
        // child(P,N): N is a child of P.
        hosts.add("child", &[1], move |arguments, found| {
            if let Some(child) = self.node(arguments[1])
                && let Some(parent) = page.node(child).parent
            {
                found(&[parent.value(), child.value()]);
            }
        });
        // ancestorOrSelf(A,N): A is N or an ancestor of N.
        hosts.add("ancestorOrSelf", &[1], move |arguments, found| {
            let Some(node) = self.node(arguments[1]) else { return };
            match self.node(arguments[0]) {
                Some(outer) if page.contains(outer, node) => found(&[outer.value(), node.value()]),
                Some(_) => {}
                None => {
                    for ancestor in std::iter::once(node).chain(page.ancestors(node)) {
                        found(&[ancestor.value(), node.value()]);
                    }
                }
            }
        });
        // lca(A,X,Y): A is the deepest node that holds both X and Y.
        hosts.add("lca", &[1, 2], move |arguments, found| {
            if let (Some(a), Some(b)) = (self.node(arguments[1]), self.node(arguments[2])) {
                found(&[page.common_ancestor(a, b).value(), a.value(), b.value()]);
            }
        });
        // preceding(N,S,X): X is the S-th sibling before N, counting those that show something.
        hosts.add("preceding", &[0, 1], move |arguments, found| {
            if let (Some(node), Some(Value::Number(steps))) = (self.node(arguments[0]), arguments[1])
                && let Some(before) = (0..steps).try_fold(node, |at, _| self.previous(at))
            {
                found(&[node.value(), Value::Number(steps), before.value()]);
            }
        });
        // tags(N,L,T): T stands for the tags of L siblings that show something, from N on.
        hosts.add("tags", &[0, 1], move |arguments, found| {
            if let (Some(node), Some(Value::Number(length))) = (self.node(arguments[0]), arguments[1])
                && let Some(tags) = self.tags(node, length)
            {
                found(&[node.value(), Value::Number(length), Value::Number(tags)]);
            }
        });
        self.add_looks(&mut hosts);
        add_odds(&mut hosts);
        hosts
    }

    /// What the screen shows of a node. Nothing holds of it on a page that was not laid out.
    fn add_looks<'t>(&'t self, hosts: &mut Hosts<'t>) {
        let page = self.page;
        let pixels = |length: f32| Value::Number(length.round() as i64);
        // box(N,X,Y,W,H): the box of N, in whole pixels.
        hosts.add("box", &[0], move |arguments, found| {
            if let Some(node) = self.node(arguments[0])
                && let Some(rect) = page.rect(node)
            {
                found(&[node.value(), pixels(rect.x), pixels(rect.y), pixels(rect.w), pixels(rect.h)]);
            }
        });
        // The style of a text is that of the element around it.
        let style = move |node: NodeId| {
            let element = if page.is_element(node) { Some(node) } else { page.node(node).parent };
            page.layout()?.style(element?)
        };
        let number = |color: [u8; 4]| Value::Number(i64::from(u32::from_be_bytes(color)));
        // colour(N,C), background(N,C): red, green, blue and opacity of N as one number.
        self.add(hosts, "colour", move |node| style(node).map(|style| number(style.color)));
        self.add(hosts, "background", move |node| style(node).map(|style| number(style.background)));
        // font(N,S,W): the size of its letters in pixels, and their weight.
        hosts.add("font", &[0], move |arguments, found| {
            if let Some(node) = self.node(arguments[0])
                && let Some(style) = style(node)
            {
                found(&[node.value(), pixels(style.font_size), Value::Number(i64::from(style.font_weight))]);
            }
        });
    }

    fn add<'t>(
        &'t self,
        hosts: &mut Hosts<'t>,
        name: &'static str,
        function: impl Fn(NodeId) -> Option<Value> + 't,
    ) {
        hosts.add(name, &[0], move |arguments, found| {
            if let Some(node) = self.node(arguments[0])
                && let Some(answer) = function(node)
            {
                found(&[node.value(), answer]);
            }
        });
    }

    fn node(&self, value: Option<Value>) -> Option<NodeId> {
        NodeId::of(value?).filter(|node| node.index() < self.page.len())
    }
}

/// Probabilities and their log odds, so that evidence can be summed up.
fn add_odds(hosts: &mut Hosts) {
    // logOdds(P,L): of P hundredths, L thousandths.
    hosts.add("logOdds", &[0], |arguments, found| {
        if let Some(Value::Number(hundredths)) = arguments[0] {
            let share = (hundredths as f64 / 100.0).clamp(0.001, 0.999);
            let odds = ((share / (1.0 - share)).ln() * 1000.0).round() as i64;
            found(&[Value::Number(hundredths), Value::Number(odds)]);
        }
    });
    // probable(L,P): of L thousandths of log odds, P thousandths.
    hosts.add("probable", &[0], |arguments, found| {
        if let Some(Value::Number(odds)) = arguments[0] {
            let share = 1.0 / (1.0 + (-(odds as f64) / 1000.0).exp());
            found(&[Value::Number(odds), Value::Number((share * 1000.0).round() as i64)]);
        }
    });
}

/// Whether an element's classes hide it on every screen. This is for the many pages that come without their style sheets.
fn is_hidden_by_class(page: &Page, node: NodeId) -> bool {
    let away = |class: &str| matches!(class, "d-none" | "display-none");
    let comes_back = |class: &str| class.contains(':') || (class.starts_with("d-") && class != "d-none");
    page.classes(node).any(away) && !page.classes(node).any(comes_back)
}
