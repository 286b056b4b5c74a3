//! Pages made of labelled ones: edits of a page's source.

use chaffinch_core::{NodeId, Page, Span};

/// A range of the source, and the bytes that replace it.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub at: Span,
    pub with: Vec<u8>,
}

impl Edit {
    /// Puts bytes in front of the byte at `at`.
    pub fn insert(at: u32, with: impl Into<Vec<u8>>) -> Edit {
        Edit { at: Span::new(at, at), with: with.into() }
    }

    /// Takes a range away.
    pub fn remove(at: Span) -> Edit {
        Edit { at, with: Vec::new() }
    }
}

/// The bytes of a page with edits; those within a range that another one replaces are left out.
pub(crate) fn edited(page: &Page, mut edits: Vec<Edit>) -> Vec<u8> {
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let source = page.source();
    let mut bytes = Vec::with_capacity(source.bytes.len());
    let mut done = 0;
    for Edit { at, with } in edits {
        if at.start < done {
            continue;
        }
        bytes.extend_from_slice(source.slice(Span::new(done, at.start)));
        bytes.extend_from_slice(&with);
        done = at.end;
    }
    bytes.extend_from_slice(source.slice(Span::new(done, source.bytes.len() as u32)));
    bytes
}

/// Both tags of an element, if both are in the source.
pub(crate) fn tags(page: &Page, node: NodeId) -> Option<(Span, Span)> {
    page.node(node).start_tag.zip(page.node(node).end_tag)
}
