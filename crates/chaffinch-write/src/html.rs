use crate::address::Addresses;
use crate::names::column_names;
use crate::visible::visible;
use crate::words::{NOTHING, attributes, is_numeric, summary};
use crate::{Out, ReportWriter, Selection};
use chaffinch_core::{Cell, CellContent, PageReport, Relation};
use std::io::{self, Write};

/// One document with a section for each page and a table for each relation.
pub(crate) struct HtmlWriter<'w> {
    select: Selection,
    out: Out<'w>,
}

impl<'w> HtmlWriter<'w> {
    pub(crate) fn new(select: Selection, mut out: Out<'w>) -> io::Result<HtmlWriter<'w>> {
        out.write_all(HEAD.as_bytes())?;
        Ok(HtmlWriter { select, out })
    }
}

impl ReportWriter for HtmlWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        let addresses = Addresses::of(report);
        writeln!(self.out, "<section>")?;
        write_heading(report, &addresses, &mut self.out)?;
        let mut found = false;
        for (_, relation) in self.select.of_flat(report) {
            write_table(&relation, &addresses, &mut self.out)?;
            found = true;
        }
        if !found {
            writeln!(self.out, "<p>{NOTHING}</p>")?;
        }
        writeln!(self.out, "</section>")?;
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.write_all(b"</body>\n</html>\n")?;
        self.out.flush()
    }
}

/// The policy forbids everything but our own style, should a value ever get past the escaping.
const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Chaffinch</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --faint: light-dark(#666, #aaa); }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
section { overflow-x: auto; margin-bottom: 3rem; }
h1 { font-size: 1.3rem; margin: 0; }
h1 + p, caption small { color: var(--faint); margin: 0; font-size: .85rem; font-weight: normal; }
table { border-collapse: collapse; margin-top: 1rem; min-width: min(24rem, 100%); }
caption { text-align: left; font-weight: 600; padding-bottom: .4rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
td { white-space: pre-line; overflow-wrap: anywhere; min-width: 3rem; }
.n { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
</style>
</head>
<body>
"#;

/// One relation of a report as a `<table>`, to be put into somebody else's document.
pub fn relation_to_html(report: &PageReport, relation: &Relation) -> String {
    let mut table = Vec::new();
    // Memory takes whatever is written to it.
    let _ = write_table(relation, &Addresses::of(report), &mut table);
    String::from_utf8_lossy(&table).into_owned()
}

fn write_heading(report: &PageReport, addresses: &Addresses, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<h1>{}</h1>", escaped(report.title.as_deref().unwrap_or(&report.input)))?;
    match (&report.url, &report.title) {
        (Some(url), _) => match addresses.target(url) {
            Some(target) => writeln!(out, "<p>{}</p>", anchor(&target, url, "")),
            None => writeln!(out, "<p>{}</p>", escaped(url)),
        },
        (None, Some(_)) => writeln!(out, "<p>{}</p>", escaped(&report.input)),
        (None, None) => Ok(()),
    }
}

fn write_table(relation: &Relation, addresses: &Addresses, out: &mut impl Write) -> io::Result<()> {
    write!(out, "<table>\n<caption{}>", tooltip(&[Some(relation.xpath.clone())]))?;
    if let Some(title) = &relation.title {
        write!(out, "{} ", escaped(title))?;
    }
    writeln!(out, "<small>{}</small></caption>", escaped(&summary(relation)))?;
    match attributes(relation) {
        Some(attributes) => {
            for (name, content) in attributes {
                write!(out, "<tr><th scope=\"row\">{}</th>", escaped(&name))?;
                write_cell(Some(content), "", addresses, out)?;
                writeln!(out, "</tr>")?;
            }
        }
        None => write_rows(relation, addresses, out)?,
    }
    writeln!(out, "</table>")
}

fn write_rows(relation: &Relation, addresses: &Addresses, out: &mut impl Write) -> io::Result<()> {
    let class = |i: usize| if is_numeric(relation.columns[i].kind) { " class=\"n\"" } else { "" };
    write!(out, "<thead><tr>")?;
    for (i, name) in column_names(&relation.columns).iter().enumerate() {
        write!(out, "<th scope=\"col\"{}>{}</th>", class(i), escaped(name))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in &relation.rows {
        write!(out, "<tr>")?;
        for i in 0..relation.columns.len() {
            write_cell(row.cells.get(i).and_then(Option::as_ref), class(i), addresses, out)?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>")
}

fn write_cell(
    content: Option<&CellContent>,
    class: &str,
    addresses: &Addresses,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(out, "<td{class}>")?;
    for (i, cell) in content.map(CellContent::cells).unwrap_or_default().iter().enumerate() {
        let gap = if i > 0 { "; " } else { "" };
        write!(out, "{gap}{}", value(cell, addresses))?;
    }
    write!(out, "</td>")
}

fn value(cell: &Cell, addresses: &Addresses) -> String {
    let bytes = cell.span.map(|span| format!("bytes {} to {}", span.start, span.end));
    let provenance = tooltip(&[cell.xpath.clone(), bytes]);
    match cell.link.as_deref().and_then(|link| addresses.target(link)) {
        Some(target) if cell.text.is_empty() => anchor(&target, &target, &provenance),
        Some(target) => anchor(&target, &cell.text, &provenance),
        None if provenance.is_empty() => escaped(&cell.text),
        None => format!("<span{provenance}>{}</span>", escaped(&cell.text)),
    }
}

fn anchor(target: &str, text: &str, attributes: &str) -> String {
    format!("<a href=\"{}\" rel=\"noreferrer nofollow\"{attributes}>{}</a>", escaped(target), escaped(text))
}

fn tooltip(parts: &[Option<String>]) -> String {
    let said: Vec<&str> = parts.iter().flatten().map(String::as_str).filter(|p| !p.is_empty()).collect();
    if said.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(&said.join(" · "))) }
}

/// `text` as it may stand in an element or between double quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
