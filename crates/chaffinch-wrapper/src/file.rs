//! The wrapper file: TOML that a person can read, edit and keep under version control.

use crate::class::{Body, Delimiters, Occurs, Order, StringWrapper, WrapperClass};
use crate::node::{NodePath, NodeRecords, NodeRule};
use crate::profile::{KnownPage, Profile, Seen};
use crate::selector::Selectors;
use crate::shape::Shape;
use crate::units::{Unit, UnitField, UnitRecords, Way};
use crate::wrapper::{Attribute, AttributeRule, Learning, References, Rules, WithoutTree, Wrapper};
use chaffinch_core::ColumnType;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use thiserror::Error;
use toml::Value;

/// A wrapper file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FileError {
    /// It is no TOML, or has fields that a wrapper file has not.
    #[error("{0}")]
    Syntax(String),
    /// A field says what cannot be.
    #[error("{place}: {message}")]
    Field {
        /// The field, such as `attribute "price", left`.
        place: String,
        /// What is wrong with it.
        message: String,
    },
}

impl Wrapper {
    /// The wrapper as the text of its file.
    pub fn to_toml(&self) -> String {
        let record = WrapperRecord::from(self);
        let table = toml::Table::try_from(record).expect("records hold nothing that TOML cannot say");
        let mut out = String::new();
        write_table(&mut out, "", &table);
        out
    }

    /// Reads a wrapper file. Errors name the line or the field.
    pub fn from_toml(text: &str) -> Result<Wrapper, FileError> {
        let record: WrapperRecord = toml::from_str(text)
            .map_err(|error| FileError::Syntax(error.to_string().trim_end().to_owned()))?;
        record.wrapper()
    }
}

/// Writes a table: its values first, then the tables below it. Strings stay on one line, whatever they hold, so that
/// a delimiter is read as what it is.
fn write_table(out: &mut String, path: &str, table: &toml::Table) {
    let below = |value: &Value| match value {
        Value::Table(table) => !table.contains_key("hex"),
        Value::Array(array) => array.first().is_some_and(Value::is_table),
        _ => false,
    };
    for (key, value) in table.iter().filter(|(_, value)| !below(value)) {
        let _ = write!(out, "{key} = ");
        write_value(out, value);
        out.push('\n');
    }
    for (key, value) in table.iter().filter(|(_, value)| below(value)) {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match value {
            Value::Table(table) => {
                let _ = writeln!(out, "\n[{path}]");
                write_table(out, &path, table);
            }
            Value::Array(tables) => {
                for table in tables.iter().filter_map(Value::as_table) {
                    let _ = writeln!(out, "\n[[{path}]]");
                    write_table(out, &path, table);
                }
            }
            _ => {}
        }
    }
}

fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::String(text) => write_string(out, text),
        Value::Array(values) => {
            out.push('[');
            for (at, value) in values.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_value(out, value);
            }
            out.push(']');
        }
        Value::Table(table) => {
            out.push_str("{ ");
            for (at, (key, value)) in table.iter().enumerate() {
                let _ = write!(out, "{}{key} = ", if at > 0 { ", " } else { "" });
                write_value(out, value);
            }
            out.push_str(" }");
        }
        other => {
            let _ = write!(out, "{other}");
        }
    }
}

fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

fn wrong(place: impl Into<String>, message: impl Into<String>) -> FileError {
    FileError::Field { place: place.into(), message: message.into() }
}

/// The version of the file format.
const VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrapperRecord {
    #[serde(rename = "chaffinch-wrapper")]
    version: u32,
    kind: KindRecord,
    /// Of a wrapper of records; the attributes of a detail page have classes of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    keep_references: bool,
    /// What can be seen at a glance of a detail page; nothing, unless it says so.
    #[serde(default, skip_serializing_if = "needs_tree")]
    at_a_glance: WithoutTree,
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    marks: Marks,
    /// Of a wrapper of records that have elements of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<Unit>,
    learned: Learning,
    #[serde(default)]
    profile: Profile,
    attribute: Vec<AttributeRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    known: Vec<KnownPage>,
}

fn needs_tree(without_tree: &WithoutTree) -> bool {
    *without_tree == WithoutTree::Nothing
}

/// What a page gives.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindRecord {
    Records,
    Detail,
}

/// The marks of a wrapper that are no attribute's.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    head: Option<Bytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tail: Option<Bytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<Bytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    close: Option<Bytes>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttributeRecord {
    name: String,
    #[serde(rename = "type", default = "text_type", skip_serializing_if = "is_text")]
    kind: ColumnType,
    /// Only on detail pages, whose attributes have classes of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<Bytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    right: Option<Bytes>,
    #[serde(default, skip_serializing_if = "is_once")]
    occurs: Occurs,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    many: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    decoded: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    threshold: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    css: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    xpath: Option<String>,
    /// What `css` and `xpath` were when they were written: they say what is read, and change nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selectors: Option<String>,
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    marks: Marks,
    shape: Shape,
    #[serde(default)]
    seen: Seen,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    path: Vec<NodePath>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    way: Vec<Way>,
}

/// A short number of two selectors, to see whether they were edited (FNV-1a).
fn fingerprint(css: &str, xpath: &str) -> String {
    let bytes = css.bytes().chain([0]).chain(xpath.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn text_type() -> ColumnType {
    ColumnType::Text
}

fn is_text(kind: &ColumnType) -> bool {
    *kind == ColumnType::Text
}

fn is_once(occurs: &Occurs) -> bool {
    *occurs == Occurs::Once
}

/// Bytes: a string where they are text, else hexadecimal digits.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Bytes {
    Text(String),
    Hex { hex: String },
}

impl Bytes {
    fn of(bytes: &[u8]) -> Bytes {
        match std::str::from_utf8(bytes) {
            Ok(text) => Bytes::Text(text.to_owned()),
            Err(_) => Bytes::Hex { hex: bytes.iter().map(|byte| format!("{byte:02x}")).collect() },
        }
    }

    fn bytes(self, place: impl Fn() -> String) -> Result<Vec<u8>, FileError> {
        let bytes = match self {
            Bytes::Text(text) => text.into_bytes(),
            Bytes::Hex { hex } => {
                let digits: Option<Vec<u32>> = hex.chars().map(|c| c.to_digit(16)).collect();
                let digits = digits
                    .filter(|digits| digits.len().is_multiple_of(2))
                    .ok_or_else(|| wrong(place(), "`hex` must be pairs of hexadecimal digits"))?;
                digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
            }
        };
        if bytes.is_empty() {
            return Err(wrong(place(), "a mark must not be empty"));
        }
        Ok(bytes)
    }
}

impl From<&Wrapper> for WrapperRecord {
    fn from(wrapper: &Wrapper) -> WrapperRecord {
        let mut record = WrapperRecord {
            version: VERSION,
            kind: KindRecord::Records,
            class: None,
            keep_references: false,
            at_a_glance: WithoutTree::Nothing,
            marks: Marks::default(),
            record: None,
            learned: wrapper.learned.clone(),
            profile: wrapper.profile.clone(),
            known: wrapper.known.clone(),
            attribute: wrapper.attributes.iter().map(AttributeRecord::from).collect(),
        };
        match &wrapper.rules {
            Rules::Tuples(strings) => {
                record.class = Some(strings.class().name().into());
                record.marks = Marks::of(strings);
                for (k, attribute) in record.attribute.iter_mut().enumerate() {
                    attribute.set_delimiters(strings, k);
                }
            }
            Rules::Nodes(nodes) => {
                record.class = Some(WrapperClass::Node.name().into());
                for (k, attribute) in record.attribute.iter_mut().enumerate() {
                    attribute.set_rule(&nodes.rules[k]);
                    attribute.occurs = nodes.occurs().get(k).copied().unwrap_or_default();
                }
            }
            Rules::Units(units) => {
                record.class = Some(WrapperClass::Node.name().into());
                record.record = Some(units.unit.clone());
                for (attribute, field) in record.attribute.iter_mut().zip(&units.fields) {
                    attribute.many = field.many;
                    attribute.way = field.ways.clone();
                }
            }
            Rules::Detail { rules, references, without_tree } => {
                record.kind = KindRecord::Detail;
                record.at_a_glance = *without_tree;
                record.keep_references = *references == References::Kept;
                for (attribute, rule) in record.attribute.iter_mut().zip(rules) {
                    attribute.set_attribute_rule(rule);
                }
            }
        }
        record
    }
}

impl From<&Attribute> for AttributeRecord {
    fn from(attribute: &Attribute) -> AttributeRecord {
        AttributeRecord {
            name: attribute.name.clone(),
            kind: attribute.kind,
            class: None,
            left: None,
            right: None,
            occurs: Occurs::Once,
            many: false,
            decoded: false,
            threshold: None,
            css: attribute.selectors.as_ref().map(|selectors| selectors.css.clone()),
            xpath: attribute.selectors.as_ref().map(|selectors| selectors.xpath.clone()),
            selectors: attribute.selectors.as_ref().map(|s| fingerprint(&s.css, &s.xpath)),
            marks: Marks::default(),
            shape: attribute.shape.clone(),
            seen: attribute.seen.clone(),
            path: Vec::new(),
            way: Vec::new(),
        }
    }
}

impl AttributeRecord {
    fn set_delimiters(&mut self, strings: &StringWrapper, k: usize) {
        self.left = Some(Bytes::of(&strings.attributes[k].left));
        self.right = Some(Bytes::of(&strings.attributes[k].right));
        if let Order::Loose(occurs) = &strings.order {
            self.occurs = occurs[k];
        }
    }

    fn set_rule(&mut self, rule: &NodeRule) {
        self.many = rule.many;
        self.threshold = Some(rule.threshold);
        self.decoded = rule.decoded;
        self.path = rule.paths.clone();
    }

    fn set_attribute_rule(&mut self, rule: &AttributeRule) {
        self.class = Some(rule.class().name().into());
        match rule {
            AttributeRule::Node(rule) => self.set_rule(rule),
            AttributeRule::Delimiters(strings) => {
                self.marks = Marks::of(strings);
                self.set_delimiters(strings, 0);
            }
        }
    }

    /// Selectors describe the rule for other programs. Edited ones would be read by nobody, so they are refused.
    fn check_selectors(&self) -> Result<(), FileError> {
        let own = match (&self.css, &self.xpath) {
            (None, None) => None,
            (css, xpath) => {
                let text = |selector: &Option<String>| selector.clone().unwrap_or_default();
                Some(fingerprint(&text(css), &text(xpath)))
            }
        };
        if own == self.selectors {
            return Ok(());
        }
        let message = "`css` and `xpath` only describe what the wrapper reads; edit `left` and `right`, or `path` or `way`, and delete \
                       `css`, `xpath` and `selectors`";
        Err(wrong(self.place("css and xpath"), message))
    }

    fn place(&self, field: &str) -> String {
        format!("attribute {:?}, {field}", self.name)
    }

    fn attribute(self) -> Attribute {
        let selectors = self.css.zip(self.xpath).map(|(css, xpath)| Selectors { css, xpath });
        Attribute { name: self.name, kind: self.kind, shape: self.shape, seen: self.seen, selectors }
    }

    fn delimiters(&mut self) -> Result<Delimiters, FileError> {
        let (left, right) = (self.left.take(), self.right.take());
        Ok(Delimiters {
            left: required(left, || self.place("left"))?,
            right: required(right, || self.place("right"))?,
        })
    }

    fn rule(&self) -> Result<NodeRule, FileError> {
        let paths = self.path.clone();
        if paths.is_empty() {
            return Err(wrong(self.place("path"), "an attribute of class `node` needs at least one `path`"));
        }
        let threshold = self.threshold.unwrap_or(0.5);
        Ok(NodeRule { paths, many: self.many, threshold, decoded: self.decoded })
    }

    fn attribute_rule(&mut self) -> Result<AttributeRule, FileError> {
        let class = self
            .class
            .take()
            .ok_or_else(|| wrong(self.place("class"), "every attribute of a detail page needs a `class`"))?;
        let class = class_called(&class, || self.place("class"))?;
        if class == WrapperClass::Node {
            return Ok(AttributeRule::Node(self.rule()?));
        }
        let place = self.place("marks");
        let (body, order) = std::mem::take(&mut self.marks).order(class, &place, || vec![self.occurs])?;
        Ok(AttributeRule::Delimiters(StringWrapper { body, order, attributes: vec![self.delimiters()?] }))
    }
}

fn class_called(name: &str, place: impl Fn() -> String) -> Result<WrapperClass, FileError> {
    name.parse().map_err(|message: String| wrong(place(), message))
}

impl Marks {
    fn of(strings: &StringWrapper) -> Marks {
        let mut marks = Marks::default();
        if let Some(Body { head, tail }) = &strings.body {
            (marks.head, marks.tail) = (Some(Bytes::of(head)), Some(Bytes::of(tail)));
        }
        if let Order::Marked { open, close } = &strings.order {
            (marks.open, marks.close) = (Some(Bytes::of(open)), Some(Bytes::of(close)));
        }
        marks
    }

    fn is_empty(&self) -> bool {
        [&self.head, &self.tail, &self.open, &self.close].into_iter().all(Option::is_none)
    }

    fn order(
        self,
        class: WrapperClass,
        place: &str,
        occurs: impl Fn() -> Vec<Occurs>,
    ) -> Result<(Option<Body>, Order), FileError> {
        let at = |field: &str| format!("{place}, {field}");
        let unused = |mark: &Option<Bytes>, field: &str| match mark {
            Some(_) => Err(wrong(at(field), format!("a wrapper of class {class} has no `{field}`"))),
            None => Ok(()),
        };
        let body = if class.has_body() {
            let head = required(self.head, || at("head"))?;
            Some(Body { head, tail: required(self.tail, || at("tail"))? })
        } else {
            unused(&self.head, "head")?;
            unused(&self.tail, "tail")?;
            None
        };
        let order = if matches!(class, WrapperClass::Oclr | WrapperClass::Hoclrt) {
            let open = required(self.open, || at("open"))?;
            Order::Marked { open, close: required(self.close, || at("close"))? }
        } else {
            unused(&self.open, "open")?;
            unused(&self.close, "close")?;
            match class {
                WrapperClass::NLr | WrapperClass::NHlrt => Order::Nested,
                WrapperClass::XLr | WrapperClass::XHlrt => Order::Loose(occurs()),
                _ => Order::Flat,
            }
        };
        Ok((body, order))
    }
}

fn required(mark: Option<Bytes>, place: impl Fn() -> String) -> Result<Vec<u8>, FileError> {
    match mark {
        Some(mark) => mark.bytes(place),
        None => Err(wrong(place(), "the mark is missing")),
    }
}

impl WrapperRecord {
    fn wrapper(mut self) -> Result<Wrapper, FileError> {
        if self.version != VERSION {
            let known = format!("this program reads version {VERSION}");
            return Err(wrong(
                "chaffinch-wrapper",
                format!("version {} is not known; {known}", self.version),
            ));
        }
        if encoding_rs::Encoding::for_label(self.learned.encoding.as_bytes()).is_none() {
            let message = format!(
                "no encoding is called {:?}; the names are those of the Encoding Standard",
                self.learned.encoding
            );
            return Err(wrong("learned, encoding", message));
        }
        self.attribute.iter().try_for_each(AttributeRecord::check_selectors)?;
        if self.attribute.is_empty() {
            return Err(wrong("attribute", "a wrapper needs at least one attribute"));
        }
        let records = &mut self.attribute;
        let rules = if self.kind == KindRecord::Detail {
            let rules = records.iter_mut().map(AttributeRecord::attribute_rule).collect::<Result<_, _>>()?;
            let references = if self.keep_references { References::Kept } else { References::Decoded };
            Rules::Detail { rules, references, without_tree: self.at_a_glance }
        } else {
            let place = || "class".to_owned();
            let class = self.class.ok_or_else(|| wrong(place(), "a wrapper of records needs a class"))?;
            let class = class_called(&class, place)?;
            let occurs = || records.iter().map(|record| record.occurs).collect();
            if let Some(unit) = self.record.take() {
                if class != WrapperClass::Node {
                    return Err(wrong("record", format!("a wrapper of class {class} has no `record`")));
                }
                let field =
                    |record: &AttributeRecord| UnitField { ways: record.way.clone(), many: record.many };
                Rules::Units(UnitRecords { unit, fields: records.iter().map(field).collect() })
            } else if class == WrapperClass::Node {
                let rules = records.iter().map(AttributeRecord::rule).collect::<Result<_, _>>()?;
                Rules::Nodes(NodeRecords { rules, order: Order::Loose(occurs()) })
            } else {
                let (body, order) = self.marks.order(class, "marks", occurs)?;
                let delimiters = records.iter_mut().map(AttributeRecord::delimiters);
                Rules::Tuples(StringWrapper {
                    body,
                    order,
                    attributes: delimiters.collect::<Result<_, _>>()?,
                })
            }
        };
        let attributes = self.attribute.into_iter().map(AttributeRecord::attribute).collect();
        Ok(Wrapper { learned: self.learned, attributes, rules, profile: self.profile, known: self.known })
    }
}
