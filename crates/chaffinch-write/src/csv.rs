use crate::names::{column_names, distinct};
use crate::{Out, ReportWriter, Selection, WriteOptions};
use chaffinch_core::{CellContent, PageReport, Relation, Row};
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

/// One table where all relations have the same columns, a block for each run of equal ones where not.
pub(crate) struct CsvWriter<'w> {
    select: Selection,
    links: bool,
    state: State,
    out: Out<'w>,
}

enum State {
    Nothing,
    /// One relation came; only a second one asks for the columns `input` and `relation`.
    Held(Box<Held>),
    Block(Block),
}

struct Held {
    input: String,
    rank: usize,
    relation: Relation,
}

/// Names of the columns that say where a row came from.
const ORIGIN: [&str; 2] = ["input", "relation"];

impl<'w> CsvWriter<'w> {
    pub(crate) fn new(options: WriteOptions, out: Out<'w>) -> CsvWriter<'w> {
        CsvWriter { select: options.select, links: options.links, state: State::Nothing, out }
    }

    fn push(&mut self, input: &str, rank: usize, relation: &Relation) -> io::Result<()> {
        let open = match std::mem::replace(&mut self.state, State::Nothing) {
            State::Nothing => {
                let relation = relation.clone();
                self.state = State::Held(Box::new(Held { input: input.into(), rank, relation }));
                return Ok(());
            }
            State::Held(first) => self.append(None, &first.input, first.rank, &first.relation)?,
            State::Block(block) => block,
        };
        self.state = State::Block(self.append(Some(open), input, rank, relation)?);
        Ok(())
    }

    /// Writes `relation` into the open block, or into a new one if it does not fit there.
    fn append(
        &mut self,
        open: Option<Block>,
        input: &str,
        rank: usize,
        relation: &Relation,
    ) -> io::Result<Block> {
        let fresh = Block::of(relation, self.links, true);
        let block = match open {
            Some(open) if open.takes(&fresh) => open,
            open => {
                if open.is_some() {
                    self.out.write_all(b"\n")?;
                }
                fresh.write_header(&mut self.out)?;
                fresh
            }
        };
        block.write_rows(input, rank, relation, &mut self.out)?;
        Ok(block)
    }
}

impl ReportWriter for CsvWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        for (rank, relation) in self.select.of(report) {
            self.push(&report.input, rank, relation)?;
        }
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if let State::Held(only) = &self.state {
            let block = Block::of(&only.relation, self.links, false);
            block.write_header(&mut self.out)?;
            block.write_rows(&only.input, only.rank, &only.relation, &mut self.out)?;
        }
        self.out.flush()
    }
}

/// Rows under one header.
struct Block {
    /// Whether the columns `input` and `relation` come first.
    origin: bool,
    fields: Vec<Field>,
}

/// A column of the file.
struct Field {
    header: String,
    /// The relation's column that it shows, by its distinct name.
    column: String,
    part: Part,
}

#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum Part {
    Text,
    Link,
}

impl Block {
    fn of(relation: &Relation, links: bool, origin: bool) -> Block {
        let mut headers = Vec::new();
        let mut fields = Vec::new();
        for (i, column) in column_names(&relation.columns).into_iter().enumerate() {
            headers.push(column.clone());
            fields.push((column.clone(), Part::Text));
            if links && relation.rows.iter().any(|row| content(row, i).is_some_and(has_link)) {
                headers.push(format!("{column}_url"));
                fields.push((column, Part::Link));
            }
        }
        let reserved: &[&str] = if origin { &ORIGIN } else { &[] };
        let headers = distinct(reserved, headers);
        let fields = headers.into_iter().zip(fields);
        Block {
            origin,
            fields: fields.map(|(header, (column, part))| Field { header, column, part }).collect(),
        }
    }

    /// Whether the rows of a relation that would make the block `other` fit under this header: the
    /// same columns in any order, and no links for which there is no column.
    fn takes(&self, other: &Block) -> bool {
        let mine: HashSet<(&str, Part)> = self.keys().collect();
        let texts = |block: &Block| block.keys().filter(|(_, part)| *part == Part::Text).count();
        texts(self) == texts(other) && other.keys().all(|key| mine.contains(&key))
    }

    fn keys(&self) -> impl Iterator<Item = (&str, Part)> {
        self.fields.iter().map(|field| (field.column.as_str(), field.part))
    }

    fn write_header(&self, out: &mut impl Write) -> io::Result<()> {
        let origin = if self.origin { &ORIGIN[..] } else { &[] };
        let headers = origin.iter().copied().chain(self.fields.iter().map(|field| field.header.as_str()));
        write_record(headers.map(Some), out)
    }

    fn write_rows(
        &self,
        input: &str,
        rank: usize,
        relation: &Relation,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let names = column_names(&relation.columns);
        let index: HashMap<&str, usize> = names.iter().enumerate().map(|(i, n)| (n.as_str(), i)).collect();
        let places: Vec<Option<usize>> =
            self.fields.iter().map(|field| index.get(field.column.as_str()).copied()).collect();
        let rank = rank.to_string();
        for row in &relation.rows {
            let values: Vec<Option<String>> = std::iter::zip(&self.fields, &places)
                .map(|(field, place)| content(row, (*place)?).and_then(|c| field.part.of(c)))
                .collect();
            let origin = if self.origin { &[Some(input), Some(rank.as_str())][..] } else { &[] };
            write_record(origin.iter().copied().chain(values.iter().map(|v| v.as_deref())), out)?;
        }
        Ok(())
    }
}

impl Part {
    fn of(self, content: &CellContent) -> Option<String> {
        match self {
            Part::Text => Some(content.text("; ")),
            Part::Link => {
                let links: Vec<&str> = content.cells().iter().filter_map(|c| c.link.as_deref()).collect();
                (!links.is_empty()).then(|| links.join("; "))
            }
        }
    }
}

fn content(row: &Row, column: usize) -> Option<&CellContent> {
    row.cells.get(column)?.as_ref()
}

fn has_link(content: &CellContent) -> bool {
    content.cells().iter().any(|cell| cell.link.is_some())
}

/// One line. Written here and not by a crate, since none can tell a missing value from an empty text.
fn write_record<'v>(values: impl Iterator<Item = Option<&'v str>>, out: &mut impl Write) -> io::Result<()> {
    let mut line = String::new();
    for (i, value) in values.enumerate() {
        if i > 0 {
            line.push(',');
        }
        match value {
            None => {}
            Some(text) if needs_quotes(text) => {
                line.push('"');
                line.push_str(&text.replace('"', "\"\""));
                line.push('"');
            }
            Some(text) => line.push_str(text),
        }
    }
    if line.is_empty() {
        // Readers skip empty lines, and here they separate blocks.
        line.push_str("\"\"");
    }
    line.push('\n');
    out.write_all(line.as_bytes())
}

/// A byte order mark is quoted because readers drop one at the start of a file.
fn needs_quotes(text: &str) -> bool {
    text.is_empty() || text.contains(['"', ',', '\n', '\r', '\u{feff}'])
}
