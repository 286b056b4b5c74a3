use crate::html::escaped;
use crate::{Out, ReportWriter, Selection};
use chaffinch_core::{Cell, PageReport, Rect, Relation};
use std::io::{self, Write};

/// One document: pages, their relations, and every cell with its place in the table and on the page.
pub(crate) struct XmlWriter<'w> {
    select: Selection,
    out: Out<'w>,
}

impl<'w> XmlWriter<'w> {
    pub(crate) fn new(select: Selection, mut out: Out<'w>) -> io::Result<XmlWriter<'w>> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<chaffinch version=\"1\">\n")?;
        Ok(XmlWriter { select, out })
    }
}

impl ReportWriter for XmlWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        write!(self.out, "<page{}", attribute("input", &report.input))?;
        write!(self.out, "{}", optional("url", report.url.as_deref()))?;
        writeln!(self.out, "{}>", optional("title", report.title.as_deref()))?;
        for (_, relation) in self.select.of_flat(report) {
            write_relation(&relation, &mut self.out)?;
        }
        for error in &report.errors {
            writeln!(self.out, "<error>{}</error>", text(&error.message))?;
        }
        for remark in &report.remarks {
            writeln!(self.out, "<remark>{}</remark>", text(&remark.message))?;
        }
        writeln!(self.out, "</page>")?;
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.write_all(b"</chaffinch>\n")?;
        self.out.flush()
    }
}

fn write_relation(relation: &Relation, out: &mut impl Write) -> io::Result<()> {
    let kind = serde_name(&relation.kind);
    write!(out, "<relation{}{}", attribute("kind", &kind), attribute("method", &relation.method))?;
    write!(out, " score=\"{:.3}\"{}", relation.score, optional("title", relation.title.as_deref()))?;
    writeln!(out, "{}{}>", attribute("xpath", &relation.xpath), place(relation.rect))?;
    for column in &relation.columns {
        let kind = serde_name(&column.kind);
        let confidence = column.confidence.map(|sure| format!("{sure:.3}"));
        let confidence = optional("confidence", confidence.as_deref());
        writeln!(
            out,
            "<column{}{}{confidence}/>",
            optional("name", column.name.as_deref()),
            attribute("type", &kind)
        )?;
    }
    for (number, row) in relation.rows.iter().enumerate() {
        writeln!(out, "<row number=\"{}\"{}>", number + 1, place(row.rect))?;
        for (column, content) in row.cells.iter().enumerate() {
            for cell in content.iter().flat_map(|content| content.cells()) {
                write_cell(cell, column + 1, out)?;
            }
        }
        writeln!(out, "</row>")?;
    }
    writeln!(out, "</relation>")
}

fn write_cell(cell: &Cell, column: usize, out: &mut impl Write) -> io::Result<()> {
    write!(out, "<cell column=\"{column}\"{}", optional("unit", cell.unit.as_deref()))?;
    write!(out, "{}", optional("link", cell.link.as_deref()))?;
    write!(out, "{}{}", optional("xpath", cell.xpath.as_deref()), place(cell.rect))?;
    if let Some(span) = cell.span {
        write!(out, " start=\"{}\" end=\"{}\"", span.start, span.end)?;
    }
    writeln!(out, ">{}</cell>", text(&cell.text))
}

/// The border edges, as the paper calls them.
fn place(rect: Option<Rect>) -> String {
    rect.map_or_else(String::new, |r| {
        format!(" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"", r.x, r.y, r.right(), r.bottom())
    })
}

fn attribute(name: &str, value: &str) -> String {
    format!(" {name}=\"{}\"", text(value))
}

fn optional(name: &str, value: Option<&str>) -> String {
    value.map_or_else(String::new, |value| attribute(name, value))
}

/// `value` as it may stand in XML, which has no way to write two of Unicode's characters at all.
fn text(value: &str) -> String {
    escaped(value).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// The name that a value has in the contract.
fn serde_name(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}
