use crate::{Out, ReportWriter, Selection};
use chaffinch_core::PageReport;
use std::borrow::Cow;
use std::io::{self, Write};

/// One compact object a line.
pub(crate) struct JsonlWriter<'w> {
    select: Selection,
    /// The line at hand. A report is made of many short pieces, and a vector takes them faster than any other writer.
    line: Vec<u8>,
    out: Out<'w>,
}

/// A line that was longer than this does not keep its memory.
const KEPT_BYTES: usize = 1 << 20;

impl<'w> JsonlWriter<'w> {
    pub(crate) fn new(select: Selection, out: Out<'w>) -> JsonlWriter<'w> {
        JsonlWriter { select, line: Vec::new(), out }
    }
}

impl ReportWriter for JsonlWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        self.line.clear();
        self.line.shrink_to(KEPT_BYTES);
        serde_json::to_writer(&mut self.line, selected(self.select, report).as_ref())?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        self.out.flush()
    }

    fn takes_json(&self) -> bool {
        !matches!(self.select, Selection::Nth(_))
    }

    fn write_json(&mut self, report: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        report(&mut self.out)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// An indented object for one page, an array of them for several or none.
pub(crate) struct JsonWriter<'w> {
    select: Selection,
    written: Written,
    out: Out<'w>,
}

/// What is known of the document's shape.
enum Written {
    Nothing,
    /// One report came; its text waits, since only a second one makes the document an array.
    Held(String),
    Array,
}

impl<'w> JsonWriter<'w> {
    pub(crate) fn new(select: Selection, out: Out<'w>) -> JsonWriter<'w> {
        JsonWriter { select, written: Written::Nothing, out }
    }
}

impl ReportWriter for JsonWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        let object = serde_json::to_string_pretty(selected(self.select, report).as_ref())?;
        match std::mem::replace(&mut self.written, Written::Array) {
            Written::Nothing => {
                self.written = Written::Held(object);
                return Ok(());
            }
            Written::Held(first) => {
                write!(self.out, "[\n  {},\n  {}", indented(&first), indented(&object))?;
            }
            Written::Array => write!(self.out, ",\n  {}", indented(&object))?,
        }
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        match &self.written {
            Written::Nothing => writeln!(self.out, "[]")?,
            Written::Held(object) => writeln!(self.out, "{object}")?,
            Written::Array => writeln!(self.out, "\n]")?,
        }
        self.out.flush()
    }
}

/// One level deeper. No string of a JSON text has a raw line break in it.
fn indented(object: &str) -> String {
    object.replace('\n', "\n  ")
}

/// The report with the selected relations; the default selection keeps all.
fn selected(select: Selection, report: &PageReport) -> Cow<'_, PageReport> {
    match select {
        Selection::Best | Selection::All => Cow::Borrowed(report),
        Selection::Nth(_) => Cow::Owned(PageReport {
            chaffinch: report.chaffinch,
            input: report.input.clone(),
            url: report.url.clone(),
            title: report.title.clone(),
            renderer: report.renderer.clone(),
            kind: report.kind,
            relations: select.of(report).map(|(_, relation)| relation.clone()).collect(),
            explanation: report.explanation.clone(),
            errors: report.errors.clone(),
            remarks: report.remarks.clone(),
        }),
    }
}
