use crate::address::Addresses;
use crate::names::column_names;
use crate::visible::visible;
use crate::words::{NOTHING, attributes, is_numeric};
use crate::{Out, ReportWriter, Selection};
use chaffinch_core::{Cell, CellContent, PageReport, Relation, collapse_space};
use std::fmt::Write as _;
use std::io::{self, Write};

/// A table for each relation, under a heading for each page when there are several.
pub(crate) struct MarkdownWriter<'w> {
    select: Selection,
    written: Written,
    out: Out<'w>,
}

enum Written {
    Nothing,
    /// One page came; it gets a heading only if a second one follows.
    Held {
        heading: String,
        body: String,
    },
    Several,
}

impl<'w> MarkdownWriter<'w> {
    pub(crate) fn new(select: Selection, out: Out<'w>) -> MarkdownWriter<'w> {
        MarkdownWriter { select, written: Written::Nothing, out }
    }
}

impl ReportWriter for MarkdownWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        let (heading, body) = (heading(report), body(self.select, report));
        match std::mem::replace(&mut self.written, Written::Several) {
            Written::Nothing => {
                self.written = Written::Held { heading, body };
                return Ok(());
            }
            Written::Held { heading: first, body: text } => write!(self.out, "{first}\n{text}")?,
            Written::Several => {}
        }
        write!(self.out, "\n{heading}\n{body}")?;
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if let Written::Held { body, .. } = &self.written {
            self.out.write_all(body.as_bytes())?;
        }
        self.out.flush()
    }
}

fn heading(report: &PageReport) -> String {
    // A heading may end in a run of `#` that is not shown.
    let title = line(report.title.as_deref().unwrap_or(&report.input)).replace('#', "\\#");
    format!("# {title}\n")
}

fn body(select: Selection, report: &PageReport) -> String {
    let addresses = Addresses::of(report);
    let mut parts = Vec::new();
    for (_, relation) in select.of_flat(report) {
        let mut part = String::new();
        if let Some(title) = &relation.title {
            part = format!("**{}**\n\n", line(title));
        }
        table(&relation, &addresses, &mut part);
        parts.push(part);
    }
    if parts.is_empty() { format!("{NOTHING}\n") } else { parts.join("\n") }
}

fn table(relation: &Relation, addresses: &Addresses, out: &mut String) {
    if let Some(attributes) = attributes(relation) {
        out.push_str("| attribute | value |\n| --- | --- |\n");
        for (name, content) in attributes {
            push_row([line(&name), value(content, addresses)].into_iter(), out);
        }
        return;
    }
    push_row(column_names(&relation.columns).iter().map(|name| line(name)), out);
    let rule = relation.columns.iter().map(|c| if is_numeric(c.kind) { "---:" } else { "---" });
    push_row(rule.map(String::from), out);
    for row in &relation.rows {
        let cells = (0..relation.columns.len()).map(|i| match row.cells.get(i) {
            Some(Some(content)) => value(content, addresses),
            _ => String::new(),
        });
        push_row(cells, out);
    }
}

fn push_row(cells: impl Iterator<Item = String>, out: &mut String) {
    out.push('|');
    for cell in cells {
        let gap = if cell.is_empty() { "" } else { " " };
        let _ = write!(out, "{gap}{cell} |");
    }
    out.push('\n');
}

fn value(content: &CellContent, addresses: &Addresses) -> String {
    let values: Vec<String> = content.cells().iter().map(|cell| linked(cell, addresses)).collect();
    values.join("; ")
}

fn linked(cell: &Cell, addresses: &Addresses) -> String {
    let text = escaped(&cell.text);
    match cell.link.as_deref().and_then(|link| addresses.target(link)) {
        Some(target) if text.is_empty() => format!("[{}]({})", escaped(&target), destination(&target)),
        Some(target) => format!("[{text}]({})", destination(&target)),
        None => text,
    }
}

fn line(text: &str) -> String {
    escaped(&collapse_space(text))
}

/// `text` so that Markdown shows it as it is, in a cell of a table too.
fn escaped(text: &str) -> String {
    let text = visible(text);
    let text = text.trim();
    let mut out = String::with_capacity(text.len());
    for (i, c) in text.char_indices() {
        match c {
            '\n' => out.push_str("<br>"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' => out.extend(['\\', c]),
            '&' if is_entity(&text[i + 1..]) => out.push_str("\\&"),
            _ => out.push(c),
        }
    }
    out
}

/// Whether a `&` in front of `rest` would be read as a character reference.
fn is_entity(rest: &str) -> bool {
    let name = rest.trim_start_matches('#').trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    name.len() < rest.len() && name.starts_with(';')
}

/// An address between the parentheses of a link. Markdown resolves character references and
/// backslashes there, and reads code spans and cells before links, so none of these may stay.
fn destination(target: &str) -> String {
    let mut out = String::with_capacity(target.len());
    for c in target.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '(' | ')' | '<' | '>' | '\\' | '|' | '"' | '`' | ' ' => {
                let _ = write!(out, "%{:02X}", u32::from(c));
            }
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}
