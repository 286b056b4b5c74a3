//! Which elements the tree builder has open. It keeps them to itself, but what it asks and which
//! nodes it holds on to give them away.

use crate::formatting::is_formatting;
use crate::sink::TreeState;
use chaffinch_core::TextSet;
use html5ever::LocalName;
use html5ever::interface::Tracer;
use html5ever::tokenizer::TokenSink;
use html5ever::tree_builder::TreeBuilder;
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
    /// The names of end tags that have closed nothing since.
    strays: TextSet<LocalName>,
}

/// How many names of stray end tags are remembered.
const MOST_STRAYS: usize = 64;

/// What there is to know before an end tag is processed.
pub enum Before {
    /// The innermost element has its name: no other can be meant.
    Innermost(usize),
    /// Some element further out may have its name.
    Further,
    /// The same end tag came before and nothing has changed since: it will do nothing again.
    Stray,
}

impl OpenElements {
    /// Before anything but characters and end tags: even where it opens nothing, it may change what
    /// the tree builder makes of an end tag.
    pub fn forget_strays(&mut self) {
        self.strays.clear();
    }

    /// Before an end tag called `name` is processed.
    pub fn before(&mut self, name: &LocalName, builder: &TreeBuilder<usize, TreeState>) -> Before {
        if ends_page(name) {
            // The page is over; after that, even a stray end tag does something: go on with it.
            self.forget_strays();
        }
        let innermost = innermost(builder);
        if builder.sink.is_called(innermost, name) {
            return Before::Innermost(innermost);
        }
        let as_of = (builder.sink.changes(), innermost);
        if self.as_of != Some(as_of) {
            self.look(as_of, builder);
        } else if self.strays.contains(name) {
            return Before::Stray;
        }
        Before::Further
    }

    /// After it: the element that it closed.
    pub fn closed(
        &mut self,
        name: &LocalName,
        before: Before,
        builder: &TreeBuilder<usize, TreeState>,
    ) -> Option<usize> {
        let innermost = innermost(builder);
        if let Before::Innermost(id) = before {
            return (id != innermost).then_some(id);
        }
        let as_of = (builder.sink.changes(), innermost);
        if self.as_of == Some(as_of) {
            // These change what we do not see: the list of formatting elements, whether the page is
            // over, and what becomes of text held back in a table.
            let does_something =
                is_formatting(name) || ends_page(name) || builder.sink.holds_text_in(innermost);
            if !does_something && self.strays.len() < MOST_STRAYS {
                self.strays.insert(name.clone());
            }
            return None;
        }
        let were_open = std::mem::take(&mut self.seen);
        self.look(as_of, builder);
        let same = were_open.iter().zip(&self.seen).take_while(|(was, is)| was == is).count();
        let (were_open, open) = (&were_open[same..], &self.seen[same..]);
        were_open.iter().rev().copied().find(|id| builder.sink.is_called(*id, name) && !open.contains(id))
    }

    fn look(&mut self, as_of: (usize, usize), builder: &TreeBuilder<usize, TreeState>) {
        self.as_of = Some(as_of);
        self.strays.clear();
        let held = Held { handles: RefCell::default() };
        builder.trace_handles(&held);
        self.seen = held.handles.into_inner();
        // The builder names the document, then the open elements in order, then others it needs.
        let open = self.seen.iter().position(|id| *id == as_of.1).map_or(0, |last| last + 1);
        self.seen.truncate(open);
    }
}

fn ends_page(name: &str) -> bool {
    matches!(name, "body" | "html")
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
