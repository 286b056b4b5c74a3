//! Lists in the tree: every record is an element, or a run of siblings, and its values have places inside of it.

mod learn;

pub(crate) use learn::{LearnedUnits, UnitPage, learn_units};

use crate::node::Step;
use chaffinch_core::{NodeId, NodeKind, Page, Span, collapse_space};
use serde::{Deserialize, Serialize};

/// How to find the records of a page, and the values in each.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitRecords {
    /// Which elements begin a record.
    pub unit: Unit,
    /// Where the values of each attribute stand.
    pub fields: Vec<UnitField>,
}

/// Which elements begin a record, and where it ends.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The element and those around it, the nearest first.
    #[serde(with = "crate::node::as_texts")]
    pub steps: Vec<Step>,
    /// Whether a record goes on with the element's siblings, up to the next that begins one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_next: bool,
    /// The attribute without which an element is no record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Where the values of an attribute stand in a record: the first way that leads to any is taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnitField {
    /// The ways.
    pub ways: Vec<Way>,
    /// Whether all that a way leads to are values, or only the first.
    pub many: bool,
}

/// A way from a record to a value.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The elements from the record's own down to the value's.
    #[serde(with = "crate::node::as_texts")]
    pub steps: Vec<Step>,
    /// The text in front of the value's element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// The attribute of the element that the value is; none where it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// Which of the element's own texts it is; none for all its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_text: Option<u32>,
    /// What stands in front of the value within the text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What stands behind it within the text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
}

/// A value in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnitValue {
    pub text: String,
    pub span: Option<Span>,
    pub xpath: String,
}

impl UnitRecords {
    /// The records of a page: for each attribute its values.
    pub(crate) fn find(&self, page: &Page, attributes: &[&str]) -> Vec<Vec<Vec<UnitValue>>> {
        let key = self.unit.key.as_deref().and_then(|key| attributes.iter().position(|name| *name == key));
        let is_record = |values: &Vec<Vec<UnitValue>>| match key {
            Some(key) => !values[key].is_empty(),
            None => values.iter().any(|values| !values.is_empty()),
        };
        let runs = self.unit.runs(page).into_iter();
        runs.map(|run| self.values(page, &run)).filter(is_record).collect()
    }

    fn values(&self, page: &Page, run: &[NodeId]) -> Vec<Vec<UnitValue>> {
        self.fields.iter().map(|field| field.values(page, run)).collect()
    }
}

impl Unit {
    /// The elements of each record.
    fn runs(&self, page: &Page) -> Vec<Vec<NodeId>> {
        let starts = elements_at(page, &self.steps);
        if !self.until_next {
            return starts.into_iter().map(|start| vec![start]).collect();
        }
        starts.iter().map(|start| run_from(page, *start, &starts)).collect()
    }
}

/// The elements that stand as the steps say, the nearest step first, in page order.
fn elements_at(page: &Page, steps: &[Step]) -> Vec<NodeId> {
    let leads = |element: &NodeId| {
        let mut above = std::iter::once(*element).chain(page.ancestors(*element));
        steps.iter().all(|step| above.next().is_some_and(|e| page.is_element(e) && is_at(page, step, e)))
    };
    page.ids().filter(|id| page.is_element(*id)).filter(leads).collect()
}

/// An element and its following siblings up to the next of `starts`, which are in page order.
fn run_from(page: &Page, start: NodeId, starts: &[NodeId]) -> Vec<NodeId> {
    let stop = starts[starts.partition_point(|other| *other <= start)..].first().copied();
    let Some(parent) = page.node(start).parent else { return vec![start] };
    let mut run = Vec::new();
    let (mut at, end) = (start, page.node(parent).end);
    while at < end && stop.is_none_or(|stop| at < stop) {
        run.push(at);
        at = page.node(at).end;
    }
    run
}

impl UnitField {
    fn values(&self, page: &Page, run: &[NodeId]) -> Vec<UnitValue> {
        for way in &self.ways {
            let mut found: Vec<UnitValue> =
                way.elements(page, run).into_iter().filter_map(|element| way.value(page, element)).collect();
            if !found.is_empty() {
                found.truncate(if self.many { usize::MAX } else { 1 });
                return found;
            }
        }
        Vec::new()
    }
}

impl Way {
    /// The elements of a record that it leads to, in page order.
    fn elements(&self, page: &Page, run: &[NodeId]) -> Vec<NodeId> {
        let Some((first, rest)) = self.steps.split_first() else { return Vec::new() };
        let placed = |(at, node): &(usize, &NodeId)| {
            let place = run[..=*at].iter().filter(|other| page.name(**other) == page.name(**node)).count();
            first.position.is_none_or(|position| position as usize == place)
        };
        let unplaced = Step { position: None, ..first.clone() };
        let mut found: Vec<NodeId> = run
            .iter()
            .enumerate()
            .filter(|(_, node)| page.is_element(**node) && is_at(page, &unplaced, **node))
            .filter(placed)
            .map(|(_, node)| *node)
            .collect();
        for step in rest {
            let below = found.iter().flat_map(|element| page.element_children(*element));
            found = below.filter(|element| is_at(page, step, *element)).collect();
        }
        match &self.beside {
            Some(beside) => {
                let is_beside =
                    |element: &NodeId| text_before(page, run, *element).as_deref() == Some(beside);
                found.into_iter().filter(is_beside).collect()
            }
            None => found,
        }
    }

    fn value(&self, page: &Page, element: NodeId) -> Option<UnitValue> {
        if let Some(name) = &self.attribute {
            let attribute = page.attributes(element).iter().find(|own| *own.name == **name)?;
            let text = collapse_space(page.value(attribute));
            let xpath = format!("{}/@{name}", page.xpath(element));
            return Some(UnitValue { text, span: attribute.span, xpath })
                .filter(|value| !value.text.is_empty());
        }
        let texts = match self.own_text {
            Some(nth) => vec![own_texts(page, element).nth(nth as usize - 1)?],
            None => filled_texts(page, element).collect(),
        };
        let (first, last) = (*texts.first()?, *texts.last()?);
        let whole = joined_text(page, &texts);
        let text = self.part(&whole)?;
        let span = if text.len() == whole.len() {
            span_of(page, first, last)
        } else {
            part_span(page, &texts, text)
        };
        let xpath = page.xpath(if self.own_text.is_some() { first } else { element });
        Some(UnitValue { text: text.to_owned(), span, xpath })
    }

    /// The value's part of a text; none where the marks around it are missing.
    fn part<'t>(&self, text: &'t str) -> Option<&'t str> {
        let from = if self.before.is_empty() { 0 } else { text.find(&self.before)? + self.before.len() };
        let rest = &text[from..];
        let to = if self.after.is_empty() { rest.len() } else { rest.find(&self.after)? };
        Some(rest[..to].trim()).filter(|part| !part.is_empty())
    }
}

/// Whether an element is as a step says.
fn is_at(page: &Page, step: &Step, element: NodeId) -> bool {
    step.tag.as_deref().is_none_or(|tag| page.name(element) == tag)
        && step.id.as_deref().is_none_or(|id| page.attribute(element, "id") == Some(id))
        && step.classes.iter().all(|class| page.classes(element).any(|own| own == class))
        && step.position.is_none_or(|position| position == position_of(page, element))
}

/// An element's place among the siblings of its name, from 1.
fn position_of(page: &Page, element: NodeId) -> u32 {
    page.place_among_alike(element).max(1)
}

/// The texts below an element that are not blank.
pub(crate) fn filled_texts(page: &Page, element: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    page.subtree(element).filter(|node| is_filled(page, *node))
}

/// An element's own texts that are not blank.
fn own_texts(page: &Page, element: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    page.children(element).filter(|node| is_filled(page, *node))
}

fn is_filled(page: &Page, node: NodeId) -> bool {
    let hidden = |parent: NodeId| matches!(page.name(parent), "script" | "style" | "template");
    page.node(node).kind == NodeKind::Text
        && !page.node(node).parent.is_some_and(hidden)
        && !page.own_text(node).trim().is_empty()
}

/// The last text of a record in front of an element, without the marks that set off a label.
fn text_before(page: &Page, run: &[NodeId], element: NodeId) -> Option<String> {
    let first = run.first()?.index();
    let texts = (first..element.index()).rev().map(NodeId::from_index);
    let last = texts.take(BEFORE).find(|node| is_filled(page, *node))?;
    Some(crate::node::label_of(&collapse_space(page.own_text(last))).to_owned())
}

/// Nodes among which the text in front of an element is looked for.
const BEFORE: usize = 40;

/// Texts on one line, apart where the page shows them apart.
fn joined_text(page: &Page, texts: &[NodeId]) -> String {
    let mut joined = String::new();
    let mut last: Option<NodeId> = None;
    for text in texts {
        if last.is_some_and(|last| !is_one_word(page, last, *text)) {
            joined.push(' ');
        }
        joined.push_str(page.own_text(*text));
        last = Some(*text);
    }
    collapse_space(&joined)
}

/// Whether only inline elements stand between two texts, so that the page shows no space between them.
fn is_one_word(page: &Page, one: NodeId, other: NodeId) -> bool {
    const INLINE: &[&str] = &[
        "a", "abbr", "b", "bdi", "cite", "code", "em", "font", "i", "mark", "small", "span", "strong", "sub",
        "sup", "u",
    ];
    let between =
        (one.index() + 1..other.index()).map(NodeId::from_index).filter(|node| page.is_element(*node));
    let is_inline = |node: NodeId| INLINE.contains(&page.name(node));
    let around = |text: NodeId, beside: NodeId| {
        page.ancestors(text).take_while(move |above| !page.contains(*above, beside))
    };
    between.chain(around(one, other)).all(is_inline)
}

fn span_of(page: &Page, first: NodeId, last: NodeId) -> Option<Span> {
    let trimmed = |node: NodeId| {
        let own = page.own_text(node);
        page.text_span(node, own.len() - own.trim_start().len()..own.trim_end().len())
    };
    Some(Span { start: trimmed(first)?.start, end: trimmed(last)?.end.max(trimmed(first)?.start) })
}

/// The bytes of a part of one text; none where it is spread over several.
fn part_span(page: &Page, texts: &[NodeId], part: &str) -> Option<Span> {
    texts.iter().find_map(|node| {
        let start = page.own_text(*node).find(part)?;
        page.text_span(*node, start..start + part.len())
    })
}
