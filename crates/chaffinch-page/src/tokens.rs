//! Tokens with positions from `html5gum`, handed to `html5ever`'s tree builder.

use crate::formatting::is_formatting;
use crate::open_elements::{Before, OpenElements, innermost};
use crate::sink::{Excess, Place, Run, Tree, TreeState};
use chaffinch_core::Limits;
use html5ever::interface::{Attribute, QualName, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, ns};
use html5gum::{Emitter, Error, State, Tokenizer};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Builds the standard's tree of `text`, positions included. Stops where the node limit is reached.
pub fn build_tree(text: &str, limits: &Limits) -> Tree {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(TreeState::new(limits.nodes, text.len() / BYTES_OF_NODE), options);
    let emitter = TreeEmitter::new(text, &builder, limits);
    // The emitter keeps its tokens to itself; it yields one only to stop early.
    let stopped = Tokenizer::new_with_emitter(text, emitter).next();
    let mut tree = builder.sink.finish();
    if let Some(Ok(Stop(excess))) = stopped {
        tree.excess = Some(excess);
    }
    tree
}

/// About how many bytes of a page there are for each node.
const BYTES_OF_NODE: usize = 100;

/// How many attributes a page may have: each takes about a quarter of a node's memory.
pub fn most_attributes(limits: &Limits) -> usize {
    limits.nodes.saturating_mul(4)
}

/// How many different names of elements and attributes a page may have, not counting those of up to
/// seven bytes. Names are kept in lists of a fixed number, and a page can choose which, so that the
/// time they take grows with their square; real pages have some hundreds.
pub fn most_names(limits: &Limits) -> usize {
    limits.nodes / 25
}

/// So many names are remembered as those met last: as many as seven bits tell apart.
const RECENT_NAMES: usize = 1 << 7;

/// Collects tokens and passes them on, each with its place in the text.
struct TreeEmitter<'t> {
    text: &'t str,
    builder: &'t TreeBuilder<usize, TreeState>,
    depth_limit: usize,
    attribute_limit: usize,
    name_limit: usize,
    /// The longer names met so far. This and the other tables are keyed by text, with a hash that no
    /// page can foresee: the one that names bring along can be made to collide.
    names: HashMap<Box<[u8]>, LocalName>,
    /// Names met not long ago, each at a place that its letters tell; another name may take the place.
    recent_names: Vec<Option<(Box<[u8]>, LocalName)>>,
    /// How many attributes were met so far.
    attribute_count: usize,
    /// Start tags left out for being too deep, by name: their end tags are left out too.
    left_out: HashMap<Box<str>, usize>,
    open: OpenElements,

    /// How much of the text has been read.
    position: usize,
    /// Where the characters emitted next come from.
    cursor: usize,
    /// Characters not yet passed on; a character's bytes may come one by one.
    characters: Vec<u8>,
    runs: Vec<Run>,
    /// The last tag was one after which the standard drops a line feed.
    after_pre: bool,

    tag_kind: TagKind,
    tag_start: usize,
    tag_name: Vec<u8>,
    self_closing: bool,
    attributes: Vec<PendingAttribute>,
    /// The names and values of these attributes.
    attribute_bytes: Vec<u8>,
    last_start_tag: Vec<u8>,

    comment: Vec<u8>,
    doctype_name: Option<Vec<u8>>,
    doctype_public: Option<Vec<u8>>,
    doctype_system: Option<Vec<u8>>,
    force_quirks: bool,

    next_state: Option<State>,
    stopped: Option<Excess>,
}

struct PendingAttribute {
    /// Where its name stands in the bytes of all.
    name: Range<usize>,
    /// Where its value ends there; it follows the name.
    value_end: usize,
    place: Option<Range<usize>>,
}

/// What the tokenizer yields to end its run early.
struct Stop(Excess);

impl<'t> TreeEmitter<'t> {
    fn new(text: &'t str, builder: &'t TreeBuilder<usize, TreeState>, limits: &Limits) -> TreeEmitter<'t> {
        TreeEmitter {
            text,
            builder,
            depth_limit: limits.depth,
            attribute_limit: most_attributes(limits),
            name_limit: most_names(limits),
            names: HashMap::new(),
            recent_names: vec![None; RECENT_NAMES],
            attribute_count: 0,
            left_out: HashMap::new(),
            open: OpenElements::default(),
            position: 0,
            cursor: 0,
            characters: Vec::new(),
            runs: Vec::new(),
            after_pre: false,
            tag_kind: TagKind::StartTag,
            tag_start: 0,
            tag_name: Vec::new(),
            self_closing: false,
            attributes: Vec::new(),
            attribute_bytes: Vec::new(),
            last_start_tag: Vec::new(),
            comment: Vec::new(),
            doctype_name: None,
            doctype_public: None,
            doctype_system: None,
            force_quirks: false,
            next_state: None,
            stopped: None,
        }
    }

    /// The characters gathered so far become tokens. NUL is a token of its own in the standard; so
    /// is, here, a line feed that may be dropped, so that we learn whether it was.
    fn flush_characters(&mut self) {
        let after_pre = std::mem::take(&mut self.after_pre);
        if self.characters.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.characters);
        // The bytes come from a string. If they were ever cut wrongly, only their places in the source
        // would be lost.
        let characters = as_text(&bytes);
        self.builder.sink.expect_text(&characters, &self.runs);
        let mut rest = &*characters;
        if after_pre && let Some(after) = rest.strip_prefix('\n') {
            self.send_characters("\n");
            rest = after;
        }
        while let Some(first) = rest.bytes().next() {
            let len = match first {
                0 => 1,
                _ => memchr::memchr(0, rest.as_bytes()).unwrap_or(rest.len()),
            };
            self.send_characters(&rest[..len]);
            rest = &rest[len..];
        }
        self.runs.clear();
        self.characters = bytes;
        self.characters.clear();
    }

    fn send_characters(&mut self, characters: &str) {
        self.builder.sink.begin_characters(characters.len());
        self.send(match characters {
            "\0" => Token::NullCharacterToken,
            _ => Token::CharacterTokens(StrTendril::from_slice(characters)),
        });
        self.builder.sink.end_characters(innermost(self.builder));
    }

    /// Anything but characters: what the token creates or closes stands at `place`.
    fn send_markup(&mut self, token: Token, place: Place) {
        self.flush_characters();
        let end_tag = match &token {
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => Some(tag.name.clone()),
            _ => {
                self.open.forget_strays();
                None
            }
        };
        let end_tag = end_tag.map(|name| (self.open.before(&name, self.builder), name));
        if matches!(end_tag, Some((Before::Stray, _))) {
            self.cursor = self.position;
            return;
        }
        self.builder.sink.begin_token(place);
        self.send(token);
        let closed = end_tag.and_then(|(before, name)| self.open.closed(&name, before, self.builder));
        self.builder.sink.end_token(closed);
        self.cursor = self.position;
    }

    fn send(&mut self, token: Token) {
        if self.stopped.is_some() {
            return;
        }
        match self.builder.process_token(token, 0) {
            TokenSinkResult::Plaintext => self.next_state = Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => self.next_state = Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => self.next_state = Some(State::RawText),
            TokenSinkResult::RawData(_) => self.next_state = Some(State::ScriptData),
            _ => {}
        }
        self.stopped = self.builder.sink.excess();
    }

    /// The name spelled by `bytes`. Most are among those met last.
    fn name(&mut self, bytes: &[u8]) -> LocalName {
        let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return self.found_name(bytes) };
        let middle = bytes[bytes.len() / 2];
        let mixed = u32::from_le_bytes([*first, middle, *last, bytes.len() as u8]).wrapping_mul(0x9e37_79b1);
        let place = (mixed >> 25) as usize;
        if let Some((spelled, name)) = &self.recent_names[place]
            && **spelled == *bytes
        {
            return name.clone();
        }
        let name = self.found_name(bytes);
        self.recent_names[place] = Some((bytes.into(), name.clone()));
        name
    }

    /// The name spelled by `bytes`. Longer ones are looked up in our own table first, which is
    /// faster than the one that all pages share.
    fn found_name(&mut self, bytes: &[u8]) -> LocalName {
        let spelled = |bytes: &[u8]| LocalName::from(&*as_text(bytes));
        // Names this short are kept in no table.
        if bytes.len() <= 7 {
            return spelled(bytes);
        }
        if let Some(name) = self.names.get(bytes) {
            return name.clone();
        }
        let name = spelled(bytes);
        self.names.insert(bytes.into(), name.clone());
        if self.names.len() > self.name_limit {
            self.stopped = Some(Excess::Names);
        }
        name
    }

    /// Whether a tag is to be ignored because it, or the start tag it would close, is too deep.
    fn leave_out(&mut self, name: &LocalName) -> bool {
        let depth = self.builder.sink.depth(innermost(self.builder));
        if depth < self.depth_limit {
            // What was left out lay inside an element that has been closed since.
            self.left_out.clear();
            return false;
        }
        match self.tag_kind {
            TagKind::StartTag if takes_no_depth(name) => false,
            TagKind::StartTag => {
                *self.left_out.entry(Box::from(&**name)).or_default() += 1;
                self.builder.sink.count_flattened();
                true
            }
            TagKind::EndTag => match self.left_out.get_mut(&**name) {
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
        let (start, end) = (self.cursor, self.cursor + characters.len());
        let literal = bytes.get(start..end) == Some(characters);
        // `&amp;` begins with what it stands for; but the tokenizer has read past that.
        let reference = bytes.get(start) == Some(&b'&') && self.position != end;
        if literal && !reference {
            return Run { text, place: start..end, literal: true };
        }
        Run { text, place: start..self.position.max(start), literal: false }
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

fn tendril(bytes: &[u8]) -> StrTendril {
    StrTendril::from_slice(&as_text(bytes))
}

/// The bytes as text. Nearly always they are valid UTF-8, and checking that is faster than replacing what
/// is not.
fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
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
        self.stopped.map(Stop)
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
        self.characters.extend_from_slice(characters);
    }

    /// The tokenizer is back among characters: what it skipped, such as the end of a CDATA section,
    /// left none.
    fn init_string(&mut self) {
        self.cursor = self.position;
    }

    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
    }

    fn init_start_tag(&mut self) {
        self.tag_kind = TagKind::StartTag;
        self.tag_name.clear();
        self.self_closing = false;
        self.attributes.clear();
        self.attribute_bytes.clear();
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
        self.attribute_count += 1;
        if self.attribute_count > self.attribute_limit {
            self.stopped = Some(Excess::Attributes);
        }
        let at = self.attribute_bytes.len();
        self.attributes.push(PendingAttribute { name: at..at, value_end: at, place: None });
    }

    fn push_attribute_name(&mut self, s: &[u8]) {
        if let Some(attribute) = self.attributes.last_mut() {
            self.attribute_bytes.extend_from_slice(s);
            attribute.name.end = self.attribute_bytes.len();
            attribute.value_end = attribute.name.end;
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
            self.attribute_bytes.extend_from_slice(s);
            attribute.value_end = self.attribute_bytes.len();
            if let Some(place) = &mut attribute.place {
                place.end = end;
            }
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.next_state = None;
        let tag_name = std::mem::take(&mut self.tag_name);
        let name = self.name(&tag_name);
        self.tag_name = tag_name;
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
        // Dropping duplicates is our job. A tag with many attributes needs a set: comparing each with all
        // others would take quadratic time.
        let attributes = std::mem::take(&mut self.attributes);
        let bytes = std::mem::take(&mut self.attribute_bytes);
        let mut names: HashSet<&[u8]> = HashSet::new();
        let many = attributes.len() > 16;
        for attribute in &attributes {
            let (spelled, value) =
                (&bytes[attribute.name.clone()], &bytes[attribute.name.end..attribute.value_end]);
            let name = QualName::new(None, ns!(), self.name(spelled));
            let duplicate =
                if many { !names.insert(spelled) } else { attrs.iter().any(|a| a.name.local == name.local) };
            if duplicate {
                had_duplicate_attributes = true;
                continue;
            }
            values.push(attribute.place.clone());
            attrs.push(Attribute { name, value: tendril(value) });
        }
        self.attributes = attributes;
        self.attribute_bytes = bytes;
        if self.tag_kind == TagKind::StartTag && is_formatting(&name) {
            // Text in front may still open elements.
            self.flush_characters();
            attrs = self.builder.sink.for_formatting(attrs, innermost(self.builder));
        }
        let place = Place::tag(self.tag_kind, name.clone(), start..self.position, values);
        let (kind, self_closing) = (self.tag_kind, self.self_closing);
        let tag = Tag { kind, name, self_closing, attrs, had_duplicate_attributes };
        let pre = matches!(&*tag.name, "pre" | "listing" | "textarea");
        self.send_markup(Token::TagToken(tag), place);
        self.after_pre = pre;
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
        let place = Place::comment(self.tag_start.min(self.position)..self.position);
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
        let place = Place::doctype(self.tag_start.min(self.position)..self.position);
        self.send_markup(Token::DoctypeToken(doctype), place);
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.flush_characters();
        // If it is, a CDATA section begins here.
        self.cursor = self.position;
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::{OffsetMap, Page, Source};
    use html5ever::ParseOpts;
    use html5ever::tendril::TendrilSink;
    use proptest::prelude::*;

    /// Everything of a page but its places and the order of attributes.
    fn outline(tree: Tree) -> Vec<String> {
        let source = Source { bytes: Vec::new(), encoding: "UTF-8", map: OffsetMap::default() };
        let page: Page = tree.into_page(source);
        page.ids()
            .map(|id| {
                let node = page.node(id);
                let mut attributes: Vec<(&str, &str)> =
                    page.attributes(id).iter().map(|a| (&*a.name, page.value(a))).collect();
                attributes.sort_unstable();
                let end = node.end.index();
                format!(
                    "{:?} {end} {:?} {} {attributes:?} {:?}",
                    node.kind,
                    node.space,
                    node.name,
                    page.own_text(id)
                )
            })
            .collect()
    }

    /// No `<pre>`: html5ever's tokenizer makes errors tokens, which make the tree builder forget that a
    /// line feed is to be dropped.
    const PIECES: &[&str] = &[
        "</body>",
        "</html>",
        "</y>",
        "</y>",
        "</y>",
        "<tr>",
        "</table>",
        "<!--c-->",
        "<form>",
        "</form>",
        "<head>",
        "</head>",
        "<frameset>",
        "</frameset>",
        "<template>",
        "</template>",
        "<i>",
        "</i>",
        "<div>",
        "</div>",
        "</div>",
        "<nobr>",
        "<font size=1 a b c d e f g h i j k l m n o p q>",
        "<font a h c d e f g b i j k l m n o p q size=1>",
        "</font>",
        "<desc>",
        "<p>",
        "</p>",
        "<b x=1 X=2 y>",
        "</b>",
        "<a href='&lt&ampx&amp;&copy=1'>",
        "<a b=&not;>",
        "<table>",
        "<td>",
        "<svg>",
        "</svg>",
        "<math>",
        "<mtext>",
        "<title>",
        "</title>",
        "<textarea>",
        "</textarea>",
        "</TextArea ",
        "<script>",
        "</script>",
        "</scrip",
        "<style>",
        "</style",
        "<xmp>",
        "</xmp/>",
        "<plaintext>",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<!--->",
        "<!-- --",
        "-",
        "!",
        "<!DOCTYPE",
        "<!doctype html>",
        "<!DOCTYPE a PUBLIC 'b' \"c\">",
        "<!DOCTYPE html SYSTEM",
        "PUBLIC",
        "<![CDATA[",
        "]",
        "]]>",
        "<?x>",
        "</>",
        "</ x>",
        "<a/",
        "<br/>",
        "<i/ =x",
        "='",
        "\"",
        ">",
        "<",
        "</",
        "&",
        "&amp",
        ";",
        "&#",
        "&#x",
        "41",
        "&#128;",
        "&notin",
        "&acE;",
        "\0",
        "\n",
        " ",
        "\t",
        "x",
        "ä",
        "日",
        "=",
        "/",
        "&nbsp;",
        "<a\0",
        "select",
        "<select>",
    ];

    #[test]
    fn a_line_feed_after_pre_is_dropped_even_behind_nothing() {
        let page = crate::parse_str("<pre></>\n\nx");
        let text = page.ids().last().unwrap();
        assert_eq!(page.own_text(text), "\nx");
        assert_eq!(page.span(text).map(|span| span.range()), Some(9..11));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn tokens_make_the_tree_that_the_tree_builders_own_tokenizer_makes(
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..25),
        ) {
            let html = pieces.concat();
            let limits = Limits::default();
            let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
            let options = ParseOpts { tree_builder, ..ParseOpts::default() };
            let theirs = html5ever::parse_document(TreeState::new(limits.nodes, 0), options).one(&*html);
            prop_assert_eq!(outline(build_tree(&html, &limits)), outline(theirs), "{:?}", html);
        }
    }
}
