//! The rows of a list as JSON, written straight from the bytes of its page.
//!
//! A page may have a hundred thousand records. Making a relation of them, with a text for every cell, takes many times as long as
//! finding them; here what needs no change goes from the page to the output as it is. The bytes are those of the relation in the common
//! contract.

use crate::example::Instance;
use crate::execute::{Executor, Sequence};
use crate::fit::FitSettings;
use crate::markup::{LINK_REACH, LinkTag, address, addresses, link_tag};
use crate::page_bytes::PageBytes;
use crate::plain::{is_plain, write_escaped, write_number, write_value};
use crate::profile::{Counts, LOOKED_AT_ROWS};
use crate::text::value_text;
use crate::wrapper::{References, Rules, Wrapper};
use crate::{FoundValue, Misfit};
use chaffinch_core::{ColumnType, Relation, Span, Value};
use chaffinch_values::{DecimalMark, decimal_mark, read_as};
use memchr::memchr_iter;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;

/// Where the rows of a page stand.
#[derive(Debug, Clone)]
pub struct FoundRows {
    found: Sequence,
    /// How many rows there are.
    pub rows: usize,
    /// For each column the rows that have it.
    pub filled: Vec<usize>,
    /// Why the page does not fit the wrapper; empty where it does.
    pub misfits: Vec<Misfit>,
}

/// How an address is made absolute.
pub type Resolve<'r> = &'r dyn Fn(&mut String);

impl Wrapper {
    /// Finds the rows of a page; none where a mark is missing, and where rows need more than delimiters: trees, or rows within rows.
    pub fn find_rows(&self, page: &PageBytes<'_>) -> Option<FoundRows> {
        let Rules::Tuples(wrapper) = &self.rules else { return None };
        if page.excess().is_some() || self.has_inner_rows() {
            return None;
        }
        let encoding = page.encoding_or(&self.learned.encoding);
        let wrapper = &*wrapper.in_encoding(&self.learned.encoding, encoding);
        let found = Executor::new(wrapper).sequence(page.bytes());
        if found.fault.is_some() || found.ends.is_empty() {
            return None;
        }
        let source = Source { wrapper: self, page: page.bytes(), encoding };
        let misfits = source.misfits(&found);
        Some(FoundRows { rows: found.ends.len(), filled: source.filled(&found), misfits, found })
    }

    /// Writes the rows that were found on a page as [`Wrapper::relation`] has them, with commas between them.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_rows(
        &self,
        page: &PageBytes<'_>,
        rows: &FoundRows,
        resolve: Option<Resolve<'_>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        /// Bytes that are written at once: few enough to stay in the processor's cache.
        const AT_ONCE: usize = 128 << 10;
        let encoding = page.encoding_or(&self.learned.encoding);
        let source = Source { wrapper: self, page: page.bytes(), encoding };
        let mut writing = Rows::new(source, &rows.found, resolve);
        writing.json.reserve(AT_ONCE + (AT_ONCE >> 2));
        for tuple in rows.found.tuples() {
            writing.write(tuple);
            if writing.json.len() >= AT_ONCE {
                out.write_all(&writing.json)?;
                writing.json.clear();
            }
        }
        out.write_all(&writing.json)
    }

    /// The relation of a page without its rows.
    pub fn relation_without_rows(&self, rows: &FoundRows) -> Relation {
        self.empty_relation(rows.misfits.is_empty())
    }
}

/// A page and what is known of its values.
#[derive(Clone, Copy)]
struct Source<'p> {
    wrapper: &'p Wrapper,
    page: &'p [u8],
    encoding: &'p str,
}

impl<'p> Source<'p> {
    fn bytes(&self, span: Span) -> &'p [u8] {
        &self.page[span.range()]
    }

    fn text(&self, span: Span) -> String {
        value_text(self.bytes(span), self.encoding, References::Decoded)
    }

    /// The rows that are looked at, with their texts.
    fn first_rows(&self, found: &Sequence) -> Vec<Vec<FoundValue>> {
        let value = |instance: &Instance| FoundValue {
            attribute: instance.attribute,
            span: Some(instance.span),
            text: self.text(instance.span),
            xpath: None,
        };
        found.tuples().take(LOOKED_AT_ROWS).map(|tuple| tuple.iter().map(value).collect()).collect()
    }

    fn misfits(&self, found: &Sequence) -> Vec<Misfit> {
        let rows = self.first_rows(found);
        self.wrapper.misfits_of(self.page, &self.counts(found), &rows, &FitSettings::default())
    }

    fn counts(&self, found: &Sequence) -> Counts {
        let attributes = self.wrapper.attributes.len();
        let mut missing = vec![0; attributes];
        for tuple in found.tuples() {
            for (k, missing) in missing.iter_mut().enumerate() {
                let is_value = |instance: &Instance| instance.attribute == k && self.has_text(instance.span);
                *missing += usize::from(!tuple.get(k).is_some_and(is_value) && !tuple.iter().any(is_value));
            }
        }
        Counts { records: found.ends.len(), missing }
    }

    /// For each attribute the records that have it.
    fn filled(&self, found: &Sequence) -> Vec<usize> {
        let mut filled = vec![0; self.wrapper.attributes.len()];
        for tuple in found.tuples() {
            for (k, filled) in filled.iter_mut().enumerate() {
                let is_own = |instance: &Instance| instance.attribute == k;
                *filled += usize::from(tuple.get(k).is_some_and(is_own) || tuple.iter().any(is_own));
            }
        }
        filled
    }

    fn has_text(&self, span: Span) -> bool {
        match self.bytes(span).iter().find(|byte| **byte > b' ') {
            Some(b'<' | b'&' | 0x80..) => !self.text(span).is_empty(),
            Some(_) => true,
            None => false,
        }
    }

    /// How each attribute writes fractions on this page.
    fn marks(&self, found: &Sequence) -> Vec<DecimalMark> {
        let mark = |k: usize| {
            if self.wrapper.attributes[k].kind == ColumnType::Text {
                return DecimalMark::default();
            }
            let own = found.instances.iter().filter(|instance| instance.attribute == k);
            let marked = own.map(|instance| self.bytes(instance.span));
            // Without a point or a comma a text tells nothing.
            let mut mark = DecimalMark::default();
            for bytes in marked.filter(|bytes| memchr::memchr2(b'.', b',', bytes).is_some()) {
                let text = value_text(bytes, self.encoding, References::Decoded);
                // Beside a text that tells a comma, one that tells a point wins, and one that tells nothing does not.
                if decimal_mark(["0,5", &text]) == DecimalMark::Point {
                    return DecimalMark::Point;
                }
                if decimal_mark([text.as_str()]) == DecimalMark::Comma {
                    mark = DecimalMark::Comma;
                }
            }
            mark
        };
        (0..self.wrapper.attributes.len()).map(mark).collect()
    }
}

/// Where links are on a page, as far as it was read.
struct Links<'p> {
    page: &'p [u8],
    /// Everything before it was looked at.
    at: usize,
    /// The last tag of a link.
    last: Option<LinkTag<'p>>,
}

impl<'p> Links<'p> {
    /// Looks at everything before `to`; says whether a tag of a link or an image may begin there.
    fn read(&mut self, to: usize) -> bool {
        let from = self.at.min(to);
        let mut may_have = false;
        for open in memchr_iter(b'<', &self.page[from..to]) {
            let at = from + open;
            match self.page.get(at + 1) {
                Some(b'i' | b'I') => may_have |= matches!(self.page.get(at + 2), Some(b'm' | b'M')),
                Some(b'a' | b'A' | b'/') => {
                    may_have |= self.page[at + 1] != b'/';
                    if at < self.at {
                        continue;
                    }
                    match link_tag(self.page, at) {
                        // A tag that never ends takes all the rest.
                        Err(_) => self.at = self.page.len(),
                        Ok((end, Some(tag))) => {
                            may_have = true;
                            self.at = self.at.max(end);
                            self.last = Some(tag);
                        }
                        Ok((end, None)) => self.at = self.at.max(end),
                    }
                }
                _ => {}
            }
        }
        self.at = self.at.max(to);
        may_have
    }

    /// Where the link goes that the byte at `at` stands in, up to which all was looked at.
    fn around(&self, at: usize) -> Option<&'p [u8]> {
        let (start, link) = self.last?;
        let (_, href) = link.filter(|(end, _)| *end <= at && at - start <= LINK_REACH)?;
        Some(href)
    }
}

/// A text as it stands in JSON: on the page, or among those that were changed.
#[derive(Clone)]
enum Written {
    OnPage(Range<usize>),
    Changed(Range<usize>),
}

/// What stands in front of a value, and whether it may have links or images: on most lists it is the same in each row.
#[derive(Clone, Default)]
struct Gap {
    at: Range<usize>,
    may_have: bool,
}

/// Writes rows, in the order of the page.
struct Rows<'p, 'r> {
    source: Source<'p>,
    is_utf_8: bool,
    is_like_ascii: bool,
    marks: Vec<DecimalMark>,
    resolve: Option<Resolve<'r>>,
    links: Links<'p>,
    /// What stood in front of each value of the row before.
    gaps: Vec<Gap>,
    written: usize,
    json: Vec<u8>,
    /// For each value of the row at hand its text, and where it links to.
    texts: Vec<Written>,
    targets: Vec<Option<Written>>,
    changed: Vec<u8>,
}

impl<'p, 'r> Rows<'p, 'r> {
    fn new(source: Source<'p>, found: &Sequence, resolve: Option<Resolve<'r>>) -> Rows<'p, 'r> {
        Rows {
            is_utf_8: source.encoding == "UTF-8",
            is_like_ascii: crate::text::is_like_ascii(source.encoding),
            marks: source.marks(found),
            resolve,
            links: Links { page: source.page, at: 0, last: None },
            gaps: Vec::new(),
            written: 0,
            json: Vec::new(),
            texts: Vec::new(),
            targets: Vec::new(),
            changed: Vec::new(),
            source,
        }
    }

    fn write(&mut self, tuple: &[Instance]) {
        self.changed.clear();
        self.texts.clear();
        self.targets.clear();
        let mut may_have = false;
        for (number, instance) in tuple.iter().enumerate() {
            may_have |= self.look(number, instance.span);
        }
        if self.written > 0 {
            self.json.push(b',');
        }
        self.json.extend_from_slice(br#"{"xpaths":[],"box":null,"text":""#);
        for number in 0..tuple.len() {
            if number > 0 {
                self.json.push(b' ');
            }
            let text = self.texts[number].clone();
            self.put(&text);
        }
        self.json.push(b'"');
        self.write_addresses(tuple, may_have);
        self.write_cells(tuple);
        self.json.extend_from_slice(b"]}");
        self.written += 1;
    }

    /// Finds the text of a value and its link; says whether what stands in front of it or in it may have links or images.
    fn look(&mut self, number: usize, span: Span) -> bool {
        let range = span.start as usize..span.end as usize;
        let page = self.source.page;
        let before = self.links.at.min(range.start)..range.start;
        if self.gaps.len() <= number {
            self.gaps.push(Gap { at: 0..0, may_have: true });
        }
        let known = &self.gaps[number];
        let is_known = !known.may_have && page[known.at.clone()] == page[before.clone()];
        let mut may_have = if is_known {
            self.links.at = self.links.at.max(range.start);
            false
        } else {
            let may_have = self.links.read(range.start);
            self.gaps[number] = Gap { at: before, may_have };
            may_have
        };
        // In front of a row's first value another row may stand.
        may_have &= number > 0;
        let target = self.links.around(range.start);
        let target = target.map(|href| self.target(href));
        self.targets.push(target);
        let text = self.text(span);
        if let Written::OnPage(_) = text {
            // No tag can stand in it.
            self.links.at = self.links.at.max(range.end);
        } else {
            may_have |= self.links.read(range.end);
        }
        self.texts.push(text);
        may_have
    }

    fn text(&mut self, span: Span) -> Written {
        let bytes = self.source.bytes(span);
        if self.is_like_ascii && is_plain(bytes, self.is_utf_8) {
            return Written::OnPage(span.start as usize..span.end as usize);
        }
        let text = self.source.text(span);
        self.change(&text)
    }

    /// Where a link goes, as rows say it.
    fn target(&mut self, href: &'p [u8]) -> Written {
        if self.resolve.is_none() && self.is_like_ascii && is_plain(href, self.is_utf_8) {
            let start = href.as_ptr() as usize - self.source.page.as_ptr() as usize;
            return Written::OnPage(start..start + href.len());
        }
        let mut text = address(href, self.source.encoding);
        if let Some(resolve) = self.resolve {
            resolve(&mut text);
        }
        self.change(&text)
    }

    fn change(&mut self, text: &str) -> Written {
        let start = self.changed.len();
        write_escaped(text, &mut self.changed);
        Written::Changed(start..self.changed.len())
    }

    fn put(&mut self, written: &Written) {
        match written {
            Written::OnPage(range) => self.json.extend_from_slice(&self.source.page[range.clone()]),
            Written::Changed(range) => self.json.extend_from_slice(&self.changed[range.clone()]),
        }
    }

    fn slice(&self, written: &Written) -> &[u8] {
        match written {
            Written::OnPage(range) => &self.source.page[range.clone()],
            Written::Changed(range) => &self.changed[range.clone()],
        }
    }

    /// The links and images of a row: those of its cells first.
    fn write_addresses(&mut self, tuple: &[Instance], may_have: bool) {
        if !may_have && self.targets.iter().all(Option::is_none) {
            self.json.extend_from_slice(br#","links":[],"images":[],"cells":["#);
            return;
        }
        let mut links: Vec<Written> = Vec::new();
        for k in 0..self.source.wrapper.attributes.len() {
            let own = tuple.iter().zip(&self.targets).filter(|(instance, _)| instance.attribute == k);
            links.extend(own.filter_map(|(_, target)| target.clone()));
        }
        let mut images: Vec<Written> = Vec::new();
        if let Some((first, last)) = tuple.first().zip(tuple.last()).filter(|_| may_have) {
            let piece = &self.source.page[first.span.start as usize..last.span.end as usize];
            let found = addresses(piece, self.source.encoding);
            for (found, list) in [(found.0, &mut links), (found.1, &mut images)] {
                for mut text in found {
                    if let Some(resolve) = self.resolve {
                        resolve(&mut text);
                    }
                    list.push(self.change(&text));
                }
            }
        }
        self.json.extend_from_slice(br#","links":["#);
        self.write_each_once(&links);
        self.json.extend_from_slice(br#"],"images":["#);
        self.write_each_once(&images);
        self.json.extend_from_slice(br#"],"cells":["#);
    }

    fn write_each_once(&mut self, list: &[Written]) {
        /// Fewer are compared one by one.
        const FEW: usize = 8;
        let mut is_first: Vec<bool> = Vec::with_capacity(list.len());
        if list.len() <= FEW {
            let same = |a: &Written, b: &Written| self.slice(a) == self.slice(b);
            is_first.extend((0..list.len()).map(|at| !list[..at].iter().any(|other| same(other, &list[at]))));
        } else {
            let mut seen: BTreeSet<&[u8]> = BTreeSet::new();
            is_first.extend(list.iter().map(|written| seen.insert(self.slice(written))));
        }
        let mut comma = false;
        for written in list.iter().zip(is_first).filter(|(_, is_first)| *is_first).map(|(written, _)| written)
        {
            if std::mem::replace(&mut comma, true) {
                self.json.push(b',');
            }
            self.json.push(b'"');
            self.put(written);
            self.json.push(b'"');
        }
    }

    fn write_cells(&mut self, tuple: &[Instance]) {
        let attributes = self.source.wrapper.attributes.len();
        let is_flat =
            tuple.len() == attributes && tuple.iter().enumerate().all(|(k, own)| own.attribute == k);
        for k in 0..attributes {
            if k > 0 {
                self.json.push(b',');
            }
            if is_flat {
                self.write_cell(k, tuple[k]);
                continue;
            }
            let count = tuple.iter().filter(|instance| instance.attribute == k).count();
            match count {
                0 => self.json.extend_from_slice(b"null"),
                1 => {}
                _ => self.json.push(b'['),
            }
            let mut comma = false;
            for (number, instance) in tuple.iter().enumerate().filter(|(_, own)| own.attribute == k) {
                if std::mem::replace(&mut comma, true) {
                    self.json.push(b',');
                }
                self.write_cell(number, *instance);
            }
            if count > 1 {
                self.json.push(b']');
            }
        }
    }

    fn write_cell(&mut self, number: usize, instance: Instance) {
        self.json.extend_from_slice(br#"{"text":""#);
        let text = self.texts[number].clone();
        self.put(&text);
        let kind = self.source.wrapper.attributes[instance.attribute].kind;
        match (kind, self.targets[number].clone()) {
            (ColumnType::Text, None) => {
                self.json
                    .extend_from_slice(br#"","value":null,"unit":null,"link":null,"xpath":null,"span":["#);
            }
            (kind, target) => {
                self.json.extend_from_slice(br#"","value":"#);
                self.write_value(kind, instance, &text);
                match target {
                    None => self.json.extend_from_slice(br#","link":null,"xpath":null,"span":["#),
                    Some(target) => {
                        self.json.extend_from_slice(br#","link":""#);
                        self.put(&target);
                        self.json.extend_from_slice(br#"","xpath":null,"span":["#);
                    }
                }
            }
        }
        write_number(instance.span.start, &mut self.json);
        self.json.push(b',');
        write_number(instance.span.end, &mut self.json);
        self.json.extend_from_slice(br#"],"box":null}"#);
    }

    /// The typed value of a text, its unit, and its range if it is one.
    fn write_value(&mut self, kind: ColumnType, instance: Instance, text: &Written) {
        let mark = self.marks[instance.attribute];
        if let Written::OnPage(range) = text
            && write_value(kind, &self.source.page[range.clone()], mark, &mut self.json)
        {
            return;
        }
        let reading = match kind {
            ColumnType::Text => None,
            kind => read_as(kind, &self.source.text(instance.span), mark),
        };
        let Some(mut reading) = reading else {
            self.json.extend_from_slice(br#"null,"unit":null"#);
            return;
        };
        if let (Value::Text(text), ColumnType::Url | ColumnType::Image, Some(resolve)) =
            (&mut reading.value, kind, self.resolve)
        {
            resolve(text);
        }
        self.write_json(&reading.value);
        self.json.extend_from_slice(br#","unit":"#);
        self.write_json(&reading.unit);
        if let Some(range) = &reading.range {
            self.json.extend_from_slice(br#","range":"#);
            self.write_json(range);
        }
    }

    fn write_json<T: serde::Serialize>(&mut self, value: &T) {
        // Writing values without maps into memory cannot fail.
        let _ = serde_json::to_writer(&mut self.json, value);
    }
}
