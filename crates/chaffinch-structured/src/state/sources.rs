//! Where a page carries state: in scripts, and in attributes.

use super::reader::{ReadEnd, ValueId, ValueKind, Values, unescape};
use crate::settings::StateSettings;
use chaffinch_core::{NodeId, NodeKind, Page, Span};
use memchr::{memchr2, memmem};
use std::borrow::Cow;

/// All literals of the page that may hold data, and whether a limit was reached.
pub(super) fn sources<'p>(page: &'p Page, settings: &StateSettings) -> (Vec<Source<'p>>, bool) {
    let mut reading =
        Reading { page, settings, values_left: settings.max_values, cut: false, sources: Vec::new() };
    let mut flight = Flight::default();
    for id in page.ids().filter(|id| page.is_element(*id)) {
        if page.is(id, "script") {
            reading.script(id, &mut flight);
        } else {
            reading.attributes(id);
        }
    }
    if let Some((node, text)) = flight.first.zip(Some(flight.text).filter(|text| !text.is_empty())) {
        reading.flight(node, text);
    }
    (reading.sources, reading.cut)
}

/// A text with literals in it.
pub(super) struct Source<'p> {
    /// The element that carries it.
    pub node: NodeId,
    pub text: Cow<'p, str>,
    place: SourcePlace,
    pub values: Values,
    /// The outermost objects and arrays.
    pub roots: Vec<ValueId>,
    /// The attribute that holds it.
    pub attribute: Option<&'p str>,
}

/// Where the text of a source stands on the page.
enum SourcePlace {
    /// It is the own text of this node.
    Node(NodeId),
    /// It was decoded from these bytes.
    Decoded(Option<Span>),
}

impl Source<'_> {
    /// The bytes of the page that a value comes from.
    pub fn span(&self, page: &Page, id: ValueId) -> Option<Span> {
        match self.place {
            SourcePlace::Node(text) => page.text_span(text, self.values.range(id)),
            SourcePlace::Decoded(span) => span,
        }
    }
}

/// The pieces of what React sends for a page; a line may be cut between two scripts.
#[derive(Default)]
struct Flight {
    first: Option<NodeId>,
    text: String,
}

struct Reading<'p, 's> {
    page: &'p Page,
    settings: &'s StateSettings,
    values_left: usize,
    cut: bool,
    sources: Vec<Source<'p>>,
}

impl<'p> Reading<'p, '_> {
    fn script(&mut self, id: NodeId, flight: &mut Flight) {
        let page = self.page;
        let Some(kind) = script_kind(page, id) else { return };
        let is_text = |child: &NodeId| page.node(*child).kind == NodeKind::Text;
        let Some(text_node) = page.children(id).find(is_text) else { return };
        let text = page.own_text(text_node);
        let source = Source {
            node: id,
            text: Cow::Borrowed(text),
            place: SourcePlace::Node(text_node),
            values: Values::default(),
            roots: Vec::new(),
            attribute: None,
        };
        match kind {
            ScriptKind::Json => self.data(source),
            ScriptKind::Code => {
                if memmem::find(text.as_bytes(), b"__next_f").is_some() {
                    flight.first.get_or_insert(id);
                    self.flight_piece(text, flight);
                } else {
                    self.code(source);
                    self.parsed_strings(id, text_node, text);
                }
            }
        }
    }

    /// Reads a text that is one literal, or several.
    fn data(&mut self, mut source: Source<'p>) {
        let mut at = 0;
        while let Some(found) = memchr2(b'{', b'[', source.text.as_bytes().get(at..).unwrap_or_default()) {
            let Some(next) = self.literal(&mut source, at + found) else { break };
            at = next;
        }
        self.keep(source);
    }

    /// Reads the literals in code that are assigned or given to a function.
    fn code(&mut self, mut source: Source<'p>) {
        let mut at = 0;
        while let Some(found) = memchr2(b'{', b'[', source.text.as_bytes().get(at..).unwrap_or_default()) {
            let start = at + found;
            if !may_begin(source.text.as_bytes(), start) {
                at = start + 1;
                continue;
            }
            let Some(next) = self.literal(&mut source, start) else { break };
            at = next;
        }
        self.keep(source);
    }

    /// Reads the literal at `start` and keeps it if it is large enough; returns where reading goes on, if it does.
    fn literal(&mut self, source: &mut Source<'p>, start: usize) -> Option<usize> {
        let first = source.values.values.len();
        let read = source.values.read(&source.text, start, &mut self.values_left);
        let added = source.values.values.len() - first;
        // An attribute holds an object on purpose.
        let least = if source.attribute.is_some() { 2 } else { self.settings.least_values };
        if added < least {
            source.values.values.truncate(first);
            // What is not kept costs nothing.
            self.values_left += added;
        } else {
            source.roots.push(first);
        }
        self.cut |= read.end == ReadEnd::Limit;
        let goes_on = !matches!(read.end, ReadEnd::Limit | ReadEnd::Unterminated);
        goes_on.then_some(read.at.max(start + 1))
    }

    fn keep(&mut self, source: Source<'p>) {
        if !source.roots.is_empty() {
            self.sources.push(source);
        }
    }

    /// Reads the strings that a script gives to `JSON.parse`.
    fn parsed_strings(&mut self, id: NodeId, text_node: NodeId, text: &'p str) {
        const CALL: &[u8] = b"JSON.parse(";
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(found) = memmem::find(&bytes[at..], CALL) {
            at += found + CALL.len();
            let percent = bytes[at..].starts_with(b"decodeURIComponent(");
            let start = at + if percent { "decodeURIComponent(".len() } else { 0 };
            let Some(range) = string_at(bytes, start) else { continue };
            at = range.end;
            let Some(raw) = text.get(range.clone()).filter(|raw| raw.len() >= self.settings.least_bytes)
            else {
                continue;
            };
            let decoded = unescape(raw);
            let decoded = if percent { percent_decoded(&decoded) } else { decoded };
            let place = SourcePlace::Decoded(self.page.text_span(text_node, range));
            self.decoded(id, decoded, place, None);
        }
    }

    fn decoded(&mut self, node: NodeId, text: String, place: SourcePlace, attribute: Option<&'p str>) {
        if text.trim_start().starts_with(['{', '[']) {
            let (values, roots) = (Values::default(), Vec::new());
            self.data(Source { node, text: Cow::Owned(text), place, values, roots, attribute });
        }
    }

    fn attributes(&mut self, id: NodeId) {
        let page = self.page;
        for attribute in page.attributes(id) {
            let value = page.value(attribute);
            let may_hold = value.len() >= self.settings.least_bytes
                && value.trim_start().starts_with(['{', '['])
                && is_for_data(&attribute.name);
            if may_hold {
                let source = Source {
                    node: id,
                    text: Cow::Borrowed(value),
                    place: SourcePlace::Decoded(attribute.span),
                    values: Values::default(),
                    roots: Vec::new(),
                    attribute: Some(&attribute.name),
                };
                self.data(source);
            }
        }
    }

    /// Adds the strings of `self.__next_f.push([1, "…"])` to what React sends.
    fn flight_piece(&mut self, text: &str, flight: &mut Flight) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(found) = memmem::find(&bytes[at..], b".push([1,") {
            at += found + ".push([1,".len();
            let Some(range) = string_at(bytes, at) else { continue };
            at = range.end;
            flight.text.push_str(&unescape(text.get(range).unwrap_or_default()));
        }
    }

    /// Reads the lines of what React sends: a number, a colon, and often JSON.
    fn flight(&mut self, node: NodeId, text: String) {
        let place = SourcePlace::Decoded(self.page.span(node));
        let (values, roots) = (Values::default(), Vec::new());
        let mut source = Source { node, text: Cow::Owned(text), place, values, roots, attribute: None };
        let mut at = 0;
        loop {
            let rest = source.text.as_bytes().get(at..).unwrap_or_default();
            let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            let is_json =
                rest.get(digits) == Some(&b':') && matches!(rest.get(digits + 1), Some(b'{' | b'['));
            let from = if is_json {
                match self.literal(&mut source, at + digits + 1) {
                    Some(next) => next,
                    None => break,
                }
            } else {
                at
            };
            let rest = source.text.as_bytes().get(from..).unwrap_or_default();
            match memchr::memchr(b'\n', rest) {
                Some(end) => at = from + end + 1,
                None => break,
            }
        }
        self.keep(source);
    }
}

enum ScriptKind {
    Json,
    Code,
}

/// What a script holds; nothing for JSON-LD and templates.
fn script_kind(page: &Page, id: NodeId) -> Option<ScriptKind> {
    let kind = page.attribute(id, "type").unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "" | "module" | "text/javascript" | "application/javascript" | "text/ecmascript" => {
            Some(ScriptKind::Code)
        }
        "text/x-magento-init" => Some(ScriptKind::Json),
        "importmap" | "speculationrules" => None,
        _ if kind.contains("ld+json") => None,
        _ if kind.contains("json") => Some(ScriptKind::Json),
        _ => None,
    }
}

/// Whether an attribute of this name may hold data for a script.
fn is_for_data(name: &str) -> bool {
    name.starts_with("data-") || name.starts_with(':') || matches!(name, "props" | "x-data" | "v-bind")
}

/// Whether a bracket stands where a value does: behind `=`, `(`, `,` or `return`.
fn may_begin(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].trim_ascii_end();
    matches!(before.last(), None | Some(b'=' | b'(' | b',')) || before.ends_with(b"return")
}

/// What is between the quotes of the string at `at`.
fn string_at(bytes: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let quote = *bytes.get(at).filter(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
    let mut end = at + 1;
    loop {
        end += memchr2(quote, b'\\', bytes.get(end..)?)?;
        if bytes[end] == quote {
            return Some(at + 1..end);
        }
        end += 2;
    }
}

fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = text.get(at + 1..at + 3).filter(|_| *byte == b'%');
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

impl Source<'_> {
    /// Whether a value is an object.
    pub fn is_object(&self, id: ValueId) -> bool {
        self.values.values[id].kind == ValueKind::Object
    }

    pub fn key(&self, id: ValueId) -> &str {
        self.values.key(&self.text, id)
    }

    pub fn scalar(&self, id: ValueId) -> Option<Cow<'_, str>> {
        self.values.scalar(&self.text, id)
    }
}
