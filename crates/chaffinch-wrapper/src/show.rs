//! A wrapper for a reader.

use crate::class::{Delimiters, Order, StringWrapper};
use crate::node::NodeRule;
use crate::units::Way;
use crate::wrapper::{Attribute, AttributeRule, Rules, Wrapper};
use std::fmt::Write;

impl Wrapper {
    /// The wrapper readable: its delimiters quoted and, for every attribute, the selectors that pick the same nodes
    /// where such exist.
    pub fn show(&self) -> String {
        let mut out = String::new();
        let pages = self.learned.pages.len();
        let _ = writeln!(
            out,
            "{} wrapper, learned from {pages} pages with {} tuples",
            self.class_names(),
            self.learned.tuples
        );
        match &self.rules {
            Rules::Tuples(wrapper) => {
                show_marks(&mut out, wrapper, "");
                for (attribute, delimiters) in self.attributes.iter().zip(&wrapper.attributes) {
                    let _ = writeln!(out, "{}", attribute.name);
                    show_delimiters(&mut out, delimiters);
                    show_attribute(&mut out, attribute);
                }
            }
            Rules::Nodes(records) => {
                for (attribute, rule) in self.attributes.iter().zip(&records.rules) {
                    let _ = writeln!(out, "{}", attribute.name);
                    show_rule(&mut out, rule);
                    show_attribute(&mut out, attribute);
                }
            }
            Rules::Units(records) => {
                let steps: Vec<String> = records.unit.steps.iter().rev().map(ToString::to_string).collect();
                let until = if records.unit.until_next { ", and its siblings up to the next" } else { "" };
                let _ = writeln!(out, "record  {}{until}", steps.join(" "));
                for (attribute, field) in self.attributes.iter().zip(&records.fields) {
                    let _ = writeln!(out, "{}", attribute.name);
                    field.ways.iter().for_each(|way| show_way(&mut out, way));
                    show_attribute(&mut out, attribute);
                }
            }
            Rules::Detail { rules, .. } => {
                for (attribute, rule) in self.attributes.iter().zip(rules) {
                    let _ = writeln!(out, "{}", attribute.name);
                    show_attribute_rule(&mut out, rule);
                    show_attribute(&mut out, attribute);
                }
            }
        }
        out
    }
}

fn show_attribute_rule(out: &mut String, rule: &AttributeRule) {
    match rule {
        AttributeRule::Node(rule) => show_rule(out, rule),
        AttributeRule::Delimiters(wrapper) => {
            let _ = writeln!(out, "  class   {}", wrapper.class());
            show_marks(out, wrapper, "  ");
            wrapper.attributes.iter().for_each(|delimiters| show_delimiters(out, delimiters));
        }
    }
}

fn show_rule(out: &mut String, rule: &NodeRule) {
    for path in &rule.paths {
        let steps: Vec<String> = path.steps.iter().rev().map(ToString::to_string).collect();
        let _ = writeln!(out, "  in      {}", steps.join(" "));
        for (name, text) in [("beside", &path.heading), ("after", &path.before), ("before", &path.after)] {
            if let Some(text) = text {
                let _ = writeln!(out, "  {name:7} {text:?}");
            }
        }
    }
}

fn show_way(out: &mut String, way: &Way) {
    let steps: Vec<String> = way.steps.iter().map(ToString::to_string).collect();
    let _ = writeln!(out, "  in      {}", steps.join(" "));
    if let Some(nth) = way.own_text {
        let _ = writeln!(out, "  text    {nth}");
    }
    let marks = [("after", way.beside.as_deref()), ("value", way.attribute.as_deref())];
    let parts = [("left", Some(way.before.as_str())), ("right", Some(way.after.as_str()))];
    for (name, text) in
        marks.into_iter().chain(parts.map(|(name, text)| (name, text.filter(|text| !text.is_empty()))))
    {
        if let Some(text) = text {
            let _ = writeln!(out, "  {name:7} {text:?}");
        }
    }
}

fn show_marks(out: &mut String, wrapper: &StringWrapper, indent: &str) {
    let mut mark = |name: &str, bytes: &[u8]| {
        let _ = writeln!(out, "{indent}{name:7} {}", quoted(bytes));
    };
    if let Some(body) = &wrapper.body {
        mark("head", &body.head);
        mark("tail", &body.tail);
    }
    if let Order::Marked { open, close } = &wrapper.order {
        mark("open", open);
        mark("close", close);
    }
}

fn show_delimiters(out: &mut String, delimiters: &Delimiters) {
    let _ = writeln!(out, "  left    {}", quoted(&delimiters.left));
    let _ = writeln!(out, "  right   {}", quoted(&delimiters.right));
}

fn show_attribute(out: &mut String, attribute: &Attribute) {
    if let Some(selectors) = &attribute.selectors {
        let _ = writeln!(out, "  css     {}", selectors.css);
        let _ = writeln!(out, "  xpath   {}", selectors.xpath);
    }
    if !attribute.shape.samples.is_empty() {
        let samples: Vec<String> = attribute.shape.samples.iter().map(|s| format!("{s:?}")).collect();
        let _ = writeln!(out, "  looks   {}", samples.join(" "));
    }
}

fn quoted(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("\"{}\"", bytes.escape_ascii()),
    }
}
