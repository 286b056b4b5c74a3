use crate::names::distinct;
use crate::spool::{Spool, Spooled};
use crate::tables::{MOST_TABLES, Tables};
use crate::{MoreFiles, Out, ReportWriter, Selection, WriteOptions};
use chaffinch_core::{Cell, CellContent, ColumnType, PageReport, Relation, Row, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};

/// Tables of text, one to a file, or all in one flat table where there is only one file.
///
/// A page may bring a column that no page before it had, so rows wait until the end.
pub(crate) struct CsvWriter<'w> {
    separator: Separator,
    select: Selection,
    links: bool,
    scores: bool,
    guard: Guard,
    tables: Tables,
    /// For each table, which of its columns have links.
    linked: Vec<Vec<bool>>,
    spool: Spool,
    /// For each relation its table and its place in the spool.
    relations: Vec<(usize, u64)>,
    out: Out<'w>,
    more: Option<MoreFiles<'w>>,
}

/// What stands between values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    Comma,
    Tab,
}

impl Separator {
    fn sign(self) -> char {
        match self {
            Separator::Comma => ',',
            Separator::Tab => '\t',
        }
    }
}

/// What values are kept from doing where they are opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guard {
    Nothing,
    /// Being taken for a formula by a spreadsheet, which would run it.
    Formulas,
}

impl Guard {
    /// A value that begins as formulas do has an apostrophe in front of it, as people write it in a spreadsheet. Numbers stay numbers.
    fn guarded(self, text: &str) -> Cow<'_, str> {
        let begins = text.trim_start_matches([' ', '\u{a0}', '\u{feff}']).starts_with(FORMULA_SIGNS);
        let is_number = || text.parse::<f64>().is_ok_and(f64::is_finite);
        if self == Guard::Formulas && begins && !is_number() {
            return Cow::Owned(format!("'{text}"));
        }
        Cow::Borrowed(text)
    }
}

/// What formulas begin with in Excel, LibreOffice and Google's sheets, full-width forms included.
const FORMULA_SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

// Names of the columns that say where a row came from.
const PAGE: &str = "page";
const TABLE: &str = "table";
const RELATION: &str = "relation";
const SCORE: &str = "score";

impl<'w> CsvWriter<'w> {
    pub(crate) fn new(
        separator: Separator,
        options: &WriteOptions,
        out: Out<'w>,
        more: Option<MoreFiles<'w>>,
    ) -> CsvWriter<'w> {
        CsvWriter {
            separator,
            select: options.select,
            links: options.links,
            scores: options.scores,
            guard: if options.safe { Guard::Formulas } else { Guard::Nothing },
            tables: Tables::default(),
            linked: Vec::new(),
            spool: Spool::new(),
            relations: Vec::new(),
            out,
            more: more.filter(|_| !options.flat),
        }
    }

    fn push(&mut self, report: &PageReport, rank: usize, relation: &Relation) -> io::Result<()> {
        let Some(placed) = self.tables.place(report, relation) else {
            let message = format!(
                "there are more than {MOST_TABLES} tables; write fewer pages at a time, or jsonl or rows"
            );
            return Err(io::Error::other(message));
        };
        self.linked.resize_with(self.tables.tables.len(), Vec::new);
        let linked = &mut self.linked[placed.table];
        linked.resize(self.tables.tables[placed.table].columns.len(), false);
        let mut row_fields = |row: &Row| {
            let mut fields = Vec::new();
            for (at, column) in placed.columns.iter().enumerate() {
                let Some(content) = content(row, at) else { continue };
                fields.push((field(*column, Part::Text), shown(content, relation.columns[at].kind)));
                if let Some(links) = links_of(content).filter(|_| self.links) {
                    linked[*column] = true;
                    fields.push((field(*column, Part::Link), links));
                }
            }
            fields
        };
        let rows = relation.rows.iter().map(&mut row_fields).collect();
        let spooled =
            Spooled { table: placed.table, page: report.input.clone(), rank, score: relation.score, rows };
        let start = self.spool.push(&spooled)?;
        self.relations.push((placed.table, start));
        Ok(())
    }

    /// The header of a table, each name with the number of its column, and the places of its fields under it.
    fn header(&self, table: usize) -> (Vec<(String, usize)>, Vec<usize>) {
        let mut headers = Vec::new();
        let mut places = Vec::new();
        for (column, name) in self.tables.tables[table].names().into_iter().enumerate() {
            // Where a column has no links, nothing stands at the place of its links.
            places.extend([headers.len(), headers.len() + 1]);
            let linked = self.linked[table].get(column).copied().unwrap_or(false);
            let link = linked.then(|| (format!("{name}_url"), column));
            headers.push((name, column));
            headers.extend(link);
        }
        (headers, places)
    }

    /// All relations in one table: columns of the same name are one, those without a name stay apart.
    fn write_flat(mut self) -> io::Result<()> {
        let tables = self.tables.tables.len();
        let mut headers: Vec<String> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        for table in 0..tables {
            let (own, own_places) = self.header(table);
            let mut flat = Vec::new();
            for (name, column) in own {
                let unnamed = self.tables.tables[table].columns[column].name.is_none();
                let name = if table > 0 && unnamed { format!("table{}_{name}", table + 1) } else { name };
                flat.push(*known.entry(name.to_lowercase()).or_insert_with(|| {
                    headers.push(name);
                    headers.len() - 1
                }));
            }
            places.push(own_places.iter().map(|place| flat.get(*place).copied().unwrap_or(0)).collect());
        }
        let origin = match (self.relations.len() > 1, tables > 1) {
            (false, _) if self.scores => vec![SCORE],
            (false, _) => vec![],
            (true, false) => vec![PAGE, RELATION, SCORE],
            (true, true) => vec![PAGE, TABLE, RELATION, SCORE],
        };
        let starts: Vec<u64> = self.relations.iter().map(|(_, start)| *start).collect();
        let sheet =
            Sheet { separator: self.separator, guard: self.guard, origin: &origin, headers, places: &places };
        sheet.write(&mut self.spool, &starts, &mut self.out)?;
        self.out.flush()
    }

    /// Each table in a file of its own.
    fn write_files(mut self, more: &mut MoreFiles<'w>) -> io::Result<()> {
        for table in 0..self.tables.tables.len() {
            let (headers, own_places) = self.header(table);
            let headers = headers.into_iter().map(|(name, _)| name).collect();
            let starts: Vec<u64> =
                self.relations.iter().filter(|(of, _)| *of == table).map(|(_, start)| *start).collect();
            let origin = [PAGE, RELATION, SCORE];
            let mut places = vec![Vec::new(); table + 1];
            places[table] = own_places;
            let sheet = Sheet {
                separator: self.separator,
                guard: self.guard,
                origin: &origin,
                headers,
                places: &places,
            };
            if table == 0 {
                sheet.write(&mut self.spool, &starts, &mut self.out)?;
                self.out.flush()?;
            } else {
                let mut out = io::BufWriter::new(more(table + 1)?);
                sheet.write(&mut self.spool, &starts, &mut out)?;
                out.flush()?;
            }
        }
        Ok(())
    }
}

impl ReportWriter for CsvWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        self.select.of_flat(report).try_for_each(|(rank, relation)| self.push(report, rank, &relation))
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        match self.more.take() {
            _ if self.relations.is_empty() => self.out.flush(),
            Some(mut more) if self.tables.tables.len() > 1 => self.write_files(&mut more),
            _ => self.write_flat(),
        }
    }
}

/// One file: its header, and where the fields of each table stand under it.
struct Sheet<'s> {
    separator: Separator,
    guard: Guard,
    origin: &'s [&'s str],
    headers: Vec<String>,
    places: &'s [Vec<usize>],
}

impl Sheet<'_> {
    fn write(&self, spool: &mut Spool, starts: &[u64], out: &mut impl Write) -> io::Result<()> {
        let form = (self.separator.sign(), self.guard);
        let headers = distinct(self.origin, self.headers.clone());
        let all = self.origin.iter().copied().chain(headers.iter().map(String::as_str));
        write_record(all.map(Some), form, out)?;
        for relation in spool.read(starts)? {
            let relation = relation?;
            let origin: Vec<String> = self.origin.iter().map(|name| relation.origin(name)).collect();
            for row in &relation.rows {
                let mut values: Vec<Option<&str>> = vec![None; self.headers.len()];
                for (field, text) in row {
                    let place = self.places.get(relation.table).and_then(|places| places.get(*field));
                    if let Some(value) = place.and_then(|place| values.get_mut(*place)) {
                        *value = Some(text);
                    }
                }
                let origin = origin.iter().map(|value| Some(value.as_str()));
                write_record(origin.chain(values.iter().copied()), form, out)?;
            }
        }
        Ok(())
    }
}

impl Spooled {
    fn origin(&self, name: &str) -> String {
        match name {
            PAGE => self.page.clone(),
            TABLE => (self.table + 1).to_string(),
            RELATION => self.rank.to_string(),
            _ => format!("{:.3}", self.score),
        }
    }
}

/// What of a cell a field shows.
#[derive(Clone, Copy)]
enum Part {
    Text,
    Link,
}

/// The number of a column's field: its texts and its links.
fn field(column: usize, part: Part) -> usize {
    2 * column + part as usize
}

/// The texts as the page writes them; addresses as others can follow them.
fn shown(content: &CellContent, kind: ColumnType) -> String {
    let of = |cell: &Cell| match &cell.value {
        Some(Value::Text(address)) if matches!(kind, ColumnType::Url | ColumnType::Image) => address.clone(),
        _ => cell.text.clone(),
    };
    content.cells().iter().map(of).collect::<Vec<_>>().join("; ")
}

fn links_of(content: &CellContent) -> Option<String> {
    let links: Vec<&str> = content.cells().iter().filter_map(|c| c.link.as_deref()).collect();
    (!links.is_empty()).then(|| links.join("; "))
}

fn content(row: &Row, column: usize) -> Option<&CellContent> {
    row.cells.get(column)?.as_ref()
}

/// One line. Written here and not by a crate, since none can tell a missing value from an empty text.
fn write_record<'v>(
    values: impl Iterator<Item = Option<&'v str>>,
    (separator, guard): (char, Guard),
    out: &mut impl Write,
) -> io::Result<()> {
    let mut line = String::new();
    for (i, value) in values.enumerate() {
        if i > 0 {
            line.push(separator);
        }
        let Some(text) = value.map(|text| guard.guarded(text)) else { continue };
        if needs_quotes(&text, separator) {
            line.push('"');
            line.push_str(&text.replace('"', "\"\""));
            line.push('"');
        } else {
            line.push_str(&text);
        }
    }
    if line.is_empty() {
        // Readers skip empty lines.
        line.push_str("\"\"");
    }
    line.push('\n');
    out.write_all(line.as_bytes())
}

/// A byte order mark is quoted because readers drop one at the start of a file.
fn needs_quotes(text: &str, separator: char) -> bool {
    text.is_empty() || text.contains(['"', '\n', '\r', '\u{feff}', separator])
}
