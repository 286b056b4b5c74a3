mod attributes;
mod measure;
mod table;

use crate::words::{NOTHING, attributes, counted, kinds, summary};
use crate::{Out, ReportWriter, Selection, WriteOptions};
use chaffinch_core::{PageReport, Relation};
use measure::{cut, cut_front, one_line, width, wrap};
use std::fmt::Write as _;
use std::io::{self, Write};

/// What a person sees at a terminal: each page's name, its selected relations, and what else is there.
pub(crate) struct TextWriter<'w> {
    options: WriteOptions,
    /// Whether a page stands above the next one.
    below: bool,
    out: Out<'w>,
}

/// Narrower than this nothing can be read; lines are then longer than asked.
const NARROWEST: usize = 20;

impl<'w> TextWriter<'w> {
    pub(crate) fn new(options: WriteOptions, out: Out<'w>) -> TextWriter<'w> {
        let options = WriteOptions { width: options.width.max(NARROWEST), ..options };
        TextWriter { options, below: false, out }
    }
}

impl ReportWriter for TextWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        if std::mem::replace(&mut self.below, true) {
            self.out.write_all(b"\n\n")?;
        }
        self.out.write_all(page(report, &self.options).as_bytes())?;
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

fn page(report: &PageReport, options: &WriteOptions) -> String {
    let paint = Paint { color: options.color };
    let mut out = heading(report, options.width, paint);
    let mut shown = 0;
    for (_, relation) in options.select.of_flat(report) {
        out.push('\n');
        push_relation(&relation, options, &mut out);
        shown += 1;
    }
    let all = report.relations.len();
    let remark = match options.select {
        _ if all == 0 => NOTHING.into(),
        Selection::Nth(n) if shown == 0 => {
            format!("nothing at rank {n}: this page has {}", counted(all, "relation", "relations"))
        }
        _ if shown < all => also(report, options),
        _ => return out,
    };
    push_remark(&remark, options, &mut out);
    out
}

/// A line about the page or its table; on several lines where the window is narrow.
fn push_remark(remark: &str, options: &WriteOptions, out: &mut String) {
    let paint = Paint { color: options.color };
    for line in wrap(&one_line(remark), options.width, usize::MAX) {
        let _ = writeln!(out, "{}", paint.dim(&line));
    }
}

/// The page's title and the name of the input, on one line.
fn heading(report: &PageReport, line: usize, paint: Paint) -> String {
    let input = one_line(&report.input);
    let title = report.title.as_deref().map(one_line).filter(|title| !title.is_empty());
    let Some(title) = title else { return format!("{}\n", paint.bold(&cut_front(&input, line))) };
    // The end of a path or an address tells pages apart; it gives way before a title does.
    let room = line.saturating_sub(width(&title) + 2).max(line / 3);
    let input = cut_front(&input, room);
    let title = cut(&title, line - width(&input) - 2);
    format!("{}  {}\n", paint.bold(&title), paint.dim(&input))
}

fn push_relation(relation: &Relation, options: &WriteOptions, out: &mut String) {
    if let Some(title) = relation.title.as_deref().map(one_line).filter(|title| !title.is_empty()) {
        let _ = writeln!(out, "{}\n", cut(&title, options.width));
    }
    match attributes(relation) {
        Some(attributes) => attributes::push(&attributes, options, out),
        None => table::push(relation, options, out),
    }
    out.push('\n');
    push_remark(&summary(relation), options, out);
}

fn also(report: &PageReport, options: &WriteOptions) -> String {
    let WriteOptions { select, hints, .. } = options;
    let skipped = |rank: usize| match select {
        Selection::Nth(n) => rank != n.get(),
        Selection::Best | Selection::All => rank != 1,
    };
    let others = report.relations.iter().enumerate().filter(|(i, _)| skipped(i + 1));
    let ways = match select {
        Selection::Best if report.relations.len() == 2 => &[hints.second_relation][..],
        Selection::Best => &[hints.second_relation, hints.all_relations],
        _ => &[hints.all_relations],
    };
    format!("Also on this page: {}{}", kinds(others.map(|(_, relation)| relation)), hint(ways))
}

/// Ways to what is not shown, in parentheses.
fn hint(ways: &[&str]) -> String {
    let ways: Vec<&str> = ways.iter().copied().filter(|way| !way.is_empty()).collect();
    if ways.is_empty() { String::new() } else { format!(" ({})", ways.join(", ")) }
}

/// Bold and dim type, where the terminal has it.
#[derive(Clone, Copy)]
struct Paint {
    color: bool,
}

impl Paint {
    fn bold(self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.into() }
    }

    fn dim(self, text: &str) -> String {
        if self.color { format!("\x1b[2m{text}\x1b[0m") } else { text.into() }
    }
}
