//! Tokens with positions from `html5gum`, handed to `html5ever`'s tree builder.

use crate::sink::{Place, Run, Tree, TreeState};
use chaffinch_core::Limits;
use html5ever::interface::{Attribute, QualName};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, ns};
use html5gum::{Emitter, Error, State, Tokenizer};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Builds the standard's tree of `text`, positions included. Stops where the node limit is reached.
pub fn build_tree(text: &str, limits: &Limits) -> Tree {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(TreeState::new(limits.nodes), options);
    let emitter = TreeEmitter::new(text, &builder, limits.depth);
    // The emitter keeps its tokens to itself; it yields one only to stop early.
    let _stopped = Tokenizer::new_with_emitter(text, emitter).next();
    builder.sink.into_tree()
}

/// Collects tokens and passes them on, each with its place in the text.
struct TreeEmitter<'t> {
    text: &'t str,
    builder: &'t TreeBuilder<usize, TreeState>,
    depth_limit: usize,
    /// Start tags left out for being too deep, by name: their end tags are left out too.
    left_out: FxHashMap<LocalName, usize>,

    /// How much of the text has been read.
    position: usize,
    /// Where the characters emitted next come from.
    cursor: usize,
    characters: String,
    runs: Vec<Run>,

    tag_kind: TagKind,
    tag_start: usize,
    tag_name: Vec<u8>,
    self_closing: bool,
    attributes: Vec<PendingAttribute>,
    last_start_tag: Vec<u8>,

    comment: Vec<u8>,
    doctype_name: Option<Vec<u8>>,
    doctype_public: Option<Vec<u8>>,
    doctype_system: Option<Vec<u8>>,
    force_quirks: bool,

    next_state: Option<State>,
    stopped: bool,
}

#[derive(Default)]
struct PendingAttribute {
    name: Vec<u8>,
    value: Vec<u8>,
    place: Option<Range<usize>>,
}

/// What the tokenizer yields to end its run early.
struct Stop;

impl<'t> TreeEmitter<'t> {
    fn new(text: &'t str, builder: &'t TreeBuilder<usize, TreeState>, depth_limit: usize) -> TreeEmitter<'t> {
        TreeEmitter {
            text,
            builder,
            depth_limit,
            left_out: FxHashMap::default(),
            position: 0,
            cursor: 0,
            characters: String::new(),
            runs: Vec::new(),
            tag_kind: TagKind::StartTag,
            tag_start: 0,
            tag_name: Vec::new(),
            self_closing: false,
            attributes: Vec::new(),
            last_start_tag: Vec::new(),
            comment: Vec::new(),
            doctype_name: None,
            doctype_public: None,
            doctype_system: None,
            force_quirks: false,
            next_state: None,
            stopped: false,
        }
    }

    /// The characters gathered so far become tokens. NUL is a token of its own in the standard.
    fn flush_characters(&mut self) {
        if self.characters.is_empty() {
            return;
        }
        let characters = std::mem::take(&mut self.characters);
        self.builder.sink.expect_text(&characters, &self.runs);
        for (i, part) in characters.split('\0').enumerate() {
            if i > 0 {
                self.send(Token::NullCharacterToken);
            }
            if !part.is_empty() {
                self.send(Token::CharacterTokens(StrTendril::from_slice(part)));
            }
        }
        self.runs.clear();
        self.characters = characters;
        self.characters.clear();
    }

    /// Anything but characters: what the token creates or closes stands at `place`.
    fn send_markup(&mut self, token: Token, place: Place) {
        self.flush_characters();
        self.builder.sink.begin_token(place);
        self.send(token);
        self.builder.sink.end_token();
        self.cursor = self.position;
    }

    fn send(&mut self, token: Token) {
        if self.stopped {
            return;
        }
        match self.builder.process_token(token, 0) {
            TokenSinkResult::Plaintext => self.next_state = Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => self.next_state = Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => self.next_state = Some(State::RawText),
            TokenSinkResult::RawData(_) => self.next_state = Some(State::ScriptData),
            _ => {}
        }
        self.stopped |= self.builder.sink.is_full();
    }

    /// Whether a tag is to be ignored because it, or the start tag it would close, is too deep.
    fn leave_out(&mut self, name: &LocalName) -> bool {
        match self.tag_kind {
            TagKind::StartTag => {
                if self.builder.sink.depth() < self.depth_limit || takes_no_depth(name) {
                    return false;
                }
                *self.left_out.entry(name.clone()).or_default() += 1;
                self.builder.sink.count_flattened();
                true
            }
            TagKind::EndTag => match self.left_out.get_mut(name) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            },
        }
    }

    /// Where characters just emitted stand: they follow on from the last ones, either as they are
    /// or as a character reference.
    fn locate(&self, characters: &[u8]) -> Run {
        let bytes = self.text.as_bytes();
        let text = self.characters.len();
        let literal_at = |at: usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(characters));
        if literal_at(self.cursor) {
            return Run { text, place: self.cursor..self.cursor + characters.len(), literal: true };
        }
        // A skipped bracket of a CDATA section, or a tag that turned out to be text.
        if let Some(at) = self.position.checked_sub(characters.len())
            && at > self.cursor
            && literal_at(at)
        {
            return Run { text, place: at..self.position, literal: true };
        }
        Run { text, place: self.cursor..self.position.max(self.cursor), literal: false }
    }
}

/// Void elements, and elements whose content is not markup: ignoring their tag would turn their
/// content into markup.
fn takes_no_depth(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
            | "html"
            | "head"
            | "body"
            | "script"
            | "style"
            | "textarea"
            | "title"
            | "iframe"
            | "noembed"
            | "noframes"
            | "xmp"
            | "plaintext"
    )
}

fn local_name(bytes: &[u8]) -> LocalName {
    LocalName::from(&*String::from_utf8_lossy(bytes))
}

fn tendril(bytes: &[u8]) -> StrTendril {
    StrTendril::from_slice(&String::from_utf8_lossy(bytes))
}

impl Emitter for TreeEmitter<'_> {
    type Token = Stop;

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn set_last_start_tag(&mut self, last_start_tag: Option<&[u8]>) {
        self.last_start_tag = last_start_tag.unwrap_or_default().to_vec();
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn emit_error(&mut self, _: Error) {}

    fn emit_eof(&mut self) {
        self.flush_characters();
        self.send(Token::EOFToken);
        self.builder.end();
    }

    fn pop_token(&mut self) -> Option<Stop> {
        self.stopped.then_some(Stop)
    }

    fn emit_string(&mut self, characters: &[u8]) {
        let run = self.locate(characters);
        self.cursor = run.place.end;
        let joins = self
            .runs
            .last()
            .is_some_and(|last| last.literal && run.literal && last.place.end == run.place.start);
        if joins {
            if let Some(last) = self.runs.last_mut() {
                last.place.end = run.place.end;
            }
        } else {
            self.runs.push(run);
        }
        self.characters.push_str(&String::from_utf8_lossy(characters));
    }

    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
    }

    fn init_start_tag(&mut self) {
        self.tag_kind = TagKind::StartTag;
        self.tag_name.clear();
        self.self_closing = false;
        self.attributes.clear();
    }

    fn init_end_tag(&mut self) {
        self.init_start_tag();
        self.tag_kind = TagKind::EndTag;
    }

    fn push_tag_name(&mut self, s: &[u8]) {
        self.tag_name.extend_from_slice(s);
    }

    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn init_attribute(&mut self) {
        self.attributes.push(PendingAttribute::default());
    }

    fn push_attribute_name(&mut self, s: &[u8]) {
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.name.extend_from_slice(s);
        }
    }

    fn init_attribute_value(&mut self) {
        let at = self.position;
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.place = Some(at..at);
        }
    }

    fn push_attribute_value(&mut self, s: &[u8]) {
        let end = self.position;
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.value.extend_from_slice(s);
            if let Some(place) = &mut attribute.place {
                place.end = end;
            }
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.next_state = None;
        let name = local_name(&self.tag_name);
        let start = self.tag_start.min(self.position);
        if self.tag_kind == TagKind::StartTag {
            self.last_start_tag.clone_from(&self.tag_name);
        }
        if self.leave_out(&name) {
            self.flush_characters();
            self.cursor = self.position;
            return None;
        }
        let mut attrs: Vec<Attribute> = Vec::with_capacity(self.attributes.len());
        let mut values = Vec::with_capacity(self.attributes.len());
        let mut had_duplicate_attributes = false;
        for attribute in std::mem::take(&mut self.attributes) {
            let name = QualName::new(None, ns!(), local_name(&attribute.name));
            // Few elements have more than a handful; the tokenizer leaves duplicates to us.
            if attrs.len() < 256 && attrs.iter().any(|a| a.name == name) {
                had_duplicate_attributes = true;
                continue;
            }
            values.push((name.local.clone(), attribute.place));
            attrs.push(Attribute { name, value: tendril(&attribute.value) });
        }
        let place = Place::tag(self.tag_kind, name.clone(), start..self.position, values);
        let (kind, self_closing) = (self.tag_kind, self.self_closing);
        let tag = Tag { kind, name, self_closing, attrs, had_duplicate_attributes };
        self.send_markup(Token::TagToken(tag), place);
        self.next_state.take()
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag_kind == TagKind::EndTag
            && !self.last_start_tag.is_empty()
            && self.last_start_tag == self.tag_name
    }

    fn init_comment(&mut self) {
        self.comment.clear();
    }

    fn push_comment(&mut self, s: &[u8]) {
        self.comment.extend_from_slice(s);
    }

    fn emit_current_comment(&mut self) {
        let token = Token::CommentToken(tendril(&self.comment));
        let place = Place::other(self.tag_start.min(self.position)..self.position);
        self.send_markup(token, place);
    }

    fn init_doctype(&mut self) {
        self.doctype_name = None;
        self.doctype_public = None;
        self.doctype_system = None;
        self.force_quirks = false;
    }

    fn push_doctype_name(&mut self, s: &[u8]) {
        self.doctype_name.get_or_insert_default().extend_from_slice(s);
    }

    fn set_doctype_public_identifier(&mut self, value: &[u8]) {
        self.doctype_public = Some(value.to_vec());
    }

    fn set_doctype_system_identifier(&mut self, value: &[u8]) {
        self.doctype_system = Some(value.to_vec());
    }

    fn push_doctype_public_identifier(&mut self, s: &[u8]) {
        self.doctype_public.get_or_insert_default().extend_from_slice(s);
    }

    fn push_doctype_system_identifier(&mut self, s: &[u8]) {
        self.doctype_system.get_or_insert_default().extend_from_slice(s);
    }

    fn set_force_quirks(&mut self) {
        self.force_quirks = true;
    }

    fn emit_current_doctype(&mut self) {
        let doctype = Doctype {
            name: self.doctype_name.as_deref().map(tendril),
            public_id: self.doctype_public.as_deref().map(tendril),
            system_id: self.doctype_system.as_deref().map(tendril),
            force_quirks: self.force_quirks,
        };
        let place = Place::other(self.tag_start.min(self.position)..self.position);
        self.send_markup(Token::DoctypeToken(doctype), place);
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.flush_characters();
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
