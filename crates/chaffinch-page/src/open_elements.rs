//! Which elements the tree builder has open. It keeps them to itself, but what it asks and which
//! nodes it holds on to give them away.

use crate::sink::TreeState;
use html5ever::LocalName;
use html5ever::interface::Tracer;
use html5ever::tokenizer::TokenSink;
use html5ever::tree_builder::TreeBuilder;
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// The innermost open element; the document where none is open.
pub fn innermost(builder: &TreeBuilder<usize, TreeState>) -> usize {
    builder.sink.forget_asked();
    // To answer, the builder asks for the name of its innermost element: that is the answer we want.
    builder.adjusted_current_node_present_but_not_in_html_namespace();
    builder.sink.last_asked()
}

/// The open elements as last looked at.
#[derive(Default)]
pub struct OpenElements {
    /// The document and the open elements, outermost first.
    seen: Vec<usize>,
    /// How many changes the tree had seen, and which element was innermost.
    as_of: Option<(usize, usize)>,
}

/// What an end tag may close.
pub enum MayClose {
    /// The innermost element, which has its name.
    Innermost(usize),
    /// Elements of its name further out, innermost first.
    Further(Vec<usize>),
}

impl OpenElements {
    /// What an end tag called `name` may close.
    pub fn called(&mut self, name: &LocalName, builder: &TreeBuilder<usize, TreeState>) -> MayClose {
        let innermost = innermost(builder);
        if builder.sink.is_called(innermost, name) {
            return MayClose::Innermost(innermost);
        }
        self.look(innermost, builder);
        let called = self.seen.iter().rev().copied().filter(|id| builder.sink.is_called(*id, name));
        MayClose::Further(called.collect())
    }

    /// What an end tag did close, once it has been processed.
    pub fn closed(&mut self, candidates: MayClose, builder: &TreeBuilder<usize, TreeState>) -> Option<usize> {
        let innermost = innermost(builder);
        match candidates {
            MayClose::Innermost(id) => (id != innermost).then_some(id),
            MayClose::Further(ids) => {
                if ids.is_empty() || !self.look(innermost, builder) {
                    return None;
                }
                let open: FxHashSet<usize> = self.seen.iter().copied().collect();
                ids.into_iter().find(|id| !open.contains(id))
            }
        }
    }

    /// Looks again, unless nothing can have changed: stray end tags in a row cost one look. Whether
    /// it was necessary.
    fn look(&mut self, innermost: usize, builder: &TreeBuilder<usize, TreeState>) -> bool {
        let as_of = Some((builder.sink.changes(), innermost));
        if self.as_of == as_of {
            return false;
        }
        self.as_of = as_of;
        let held = Held { handles: RefCell::new(std::mem::take(&mut self.seen)) };
        held.handles.borrow_mut().clear();
        builder.trace_handles(&held);
        self.seen = held.handles.into_inner();
        // The builder names the document, then the open elements in order, then others it needs.
        let open = self.seen.iter().position(|id| *id == innermost).map_or(0, |last| last + 1);
        self.seen.truncate(open);
        true
    }
}

/// The nodes that the tree builder holds on to.
struct Held {
    handles: RefCell<Vec<usize>>,
}

impl Tracer for Held {
    type Handle = usize;

    fn trace_handle(&self, node: &usize) {
        self.handles.borrow_mut().push(*node);
    }
}
