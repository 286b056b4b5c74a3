use crate::fields::{Fields, Part};
use crate::rows::{ORIGIN, objects};
use crate::tables::{MOST_TABLES, Tables};
use crate::{Out, ReportWriter, Selection, WriteOptions};
use chaffinch_core::{Cell, CellContent, ColumnType, PageReport, Relation, RelationKind, Row, Value};
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params_from_iter};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::io::{self, Write};
use tempfile::NamedTempFile;

/// A database with a table for each table, and one of the pages. It grows in a file of the system's own, because SQLite writes where it
/// likes, and is copied to its place at the end.
pub(crate) struct SqliteWriter<'w> {
    select: Selection,
    links: bool,
    tables: Tables,
    made: Vec<Made>,
    /// How many tables of each kind there are.
    kinds: HashMap<RelationKind, usize>,
    connection: Connection,
    file: NamedTempFile,
    out: Out<'w>,
}

/// A table of the database.
struct Made {
    name: String,
    fields: Fields,
    /// How many fields the table in the database has.
    known: usize,
}

/// SQLite allows 2,000 columns; what comes later goes to `_extra`.
const MOST_FIELDS: usize = 1_900;
const EXTRA: &str = "_extra";

impl<'w> SqliteWriter<'w> {
    pub(crate) fn new(options: &WriteOptions, out: Out<'w>) -> io::Result<SqliteWriter<'w>> {
        let file = NamedTempFile::new()?;
        let connection = Connection::open(file.path()).map_err(io::Error::other)?;
        // Nobody else reads it, and one that is left behind is of no use.
        connection
            .execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
                 CREATE TABLE pages (page TEXT, url TEXT, title TEXT, kind TEXT, errors TEXT);",
            )
            .map_err(io::Error::other)?;
        Ok(SqliteWriter {
            select: options.select,
            links: options.links,
            tables: Tables::default(),
            made: Vec::new(),
            kinds: HashMap::new(),
            connection,
            file,
            out,
        })
    }

    fn write_page(&self, report: &PageReport) -> rusqlite::Result<()> {
        let kind = report.kind.and_then(|kind| Some(serde_json::to_value(kind).ok()?.as_str()?.to_owned()));
        let errors: Vec<&str> = report.errors.iter().map(|error| error.message.as_str()).collect();
        let errors = (!errors.is_empty()).then(|| errors.join("\n"));
        let mut insert = self.connection.prepare("INSERT INTO pages VALUES (?, ?, ?, ?, ?)")?;
        insert.execute((&report.input, &report.url, &report.title, kind, errors))?;
        Ok(())
    }

    fn write_relation(&mut self, report: &PageReport, rank: usize, relation: &Relation) -> io::Result<()> {
        let Some(placed) = self.tables.place(report, relation) else {
            return Err(io::Error::other(format!(
                "there are more than {MOST_TABLES} tables; write fewer pages at a time"
            )));
        };
        let table = &self.tables.tables[placed.table];
        if placed.table == self.made.len() {
            let count = self.kinds.entry(table.kind).or_default();
            *count += 1;
            let name = match *count {
                1 => plural(table.kind).to_owned(),
                count => format!("{}_{count}", plural(table.kind)),
            };
            let reserved: Vec<&str> = ORIGIN.into_iter().chain([EXTRA]).collect();
            self.made.push(Made { name, fields: Fields::new(&reserved, MOST_FIELDS), known: 0 });
        }
        let made = &mut self.made[placed.table];
        made.fields.make_room(table, &placed, relation, self.links);
        let kinds: HashMap<usize, ColumnType> = placed
            .columns
            .iter()
            .filter_map(|column| {
                Some((made.fields.place(*column, Part::Value)?, table.columns[*column].kind))
            })
            .collect();
        let made_before = made.known;
        made.make(&self.connection, &kinds, made_before).map_err(io::Error::other)?;
        let sql = format!(
            "INSERT INTO {} VALUES ({})",
            quoted(&made.name),
            vec!["?"; ORIGIN.len() + 1 + made.fields.headers.len()].join(", ")
        );
        let mut insert = self.connection.prepare(&sql).map_err(io::Error::other)?;
        for (number, row) in relation.rows.iter().enumerate() {
            let values = made.values(report, rank, relation, number, row, &placed.columns);
            insert.execute(params_from_iter(values)).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

impl Made {
    /// Makes the table, or adds the fields that it does not have yet.
    fn make(
        &mut self,
        connection: &Connection,
        kinds: &HashMap<usize, ColumnType>,
        known: usize,
    ) -> rusqlite::Result<()> {
        if known == 0 {
            connection.execute_batch(&format!(
                "CREATE TABLE {} (_page TEXT, _url TEXT, _relation INTEGER, _row INTEGER, _score REAL, _extra TEXT)",
                quoted(&self.name)
            ))?;
        }
        for (at, header) in self.fields.headers.iter().enumerate().skip(known) {
            let kind = match kinds.get(&at) {
                Some(ColumnType::Number | ColumnType::Money | ColumnType::Rating) => "REAL",
                Some(ColumnType::Boolean) => "INTEGER",
                _ => "TEXT",
            };
            connection.execute_batch(&format!(
                "ALTER TABLE {} ADD COLUMN {} {kind}",
                quoted(&self.name),
                quoted(header)
            ))?;
        }
        self.known = self.fields.headers.len();
        Ok(())
    }

    fn values(
        &self,
        report: &PageReport,
        rank: usize,
        relation: &Relation,
        number: usize,
        row: &Row,
        columns: &[usize],
    ) -> Vec<Sql> {
        let text = |text: Option<&String>| text.map_or(Sql::Null, |text| Sql::Text(text.clone()));
        let score = (f64::from(relation.score) * 1000.0).round() / 1000.0;
        let mut values = vec![
            Sql::Text(report.input.clone()),
            text(report.url.as_ref()),
            Sql::Integer(rank as i64),
            Sql::Integer(number as i64 + 1),
            Sql::Real(score),
            Sql::Null,
        ];
        let first = values.len();
        values.resize(first + self.fields.headers.len(), Sql::Null);
        let mut extra = Map::new();
        for (at, column) in columns.iter().enumerate() {
            let Some(content) = row.cells.get(at).and_then(Option::as_ref) else { continue };
            match self.fields.place(*column, Part::Value) {
                Some(place) => values[first + place] = value(content),
                None => {
                    let name =
                        relation.columns[at].name.clone().unwrap_or_else(|| format!("column{}", column + 1));
                    extra.insert(name, Json::from(content.text("; ")));
                }
            }
            for (place, text) in self.fields.beside(*column, content) {
                values[first + place] = Sql::Text(text);
            }
        }
        if !extra.is_empty() {
            values[first - 1] = Sql::Text(Json::from(extra).to_string());
        }
        values
    }
}

impl ReportWriter for SqliteWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        self.write_page(report).map_err(io::Error::other)?;
        let selected: Vec<(usize, &Relation)> = self.select.of(report).collect();
        selected.into_iter().try_for_each(|(rank, relation)| self.write_relation(report, rank, relation))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let SqliteWriter { connection, mut file, mut out, .. } = *self;
        connection.execute_batch("COMMIT").map_err(io::Error::other)?;
        connection.close().map_err(|(_, error)| io::Error::other(error))?;
        io::copy(file.as_file_mut(), &mut out)?;
        out.flush()
    }
}

/// What a table of relations of a kind is called.
fn plural(kind: RelationKind) -> &'static str {
    match kind {
        RelationKind::Records => "records",
        RelationKind::Table => "tables",
        RelationKind::Topk => "toplists",
        RelationKind::Detail => "details",
    }
}

/// A typed value; several, and rows, are a JSON array.
fn value(content: &CellContent) -> Sql {
    match content {
        CellContent::One(cell) => match &cell.value {
            Some(Value::Bool(yes)) => Sql::Integer(i64::from(*yes)),
            Some(Value::Number(number)) => Sql::Real(*number),
            Some(Value::Text(text)) => Sql::Text(text.clone()),
            None => Sql::Text(cell.text.clone()),
        },
        CellContent::Many(cells) => {
            Sql::Text(Json::from(cells.iter().map(json).collect::<Vec<_>>()).to_string())
        }
        CellContent::Rows(inner) => Sql::Text(objects(inner).to_string()),
    }
}

fn json(cell: &Cell) -> Json {
    match &cell.value {
        Some(Value::Bool(yes)) => Json::from(*yes),
        Some(Value::Number(number)) => Json::from(*number),
        Some(Value::Text(text)) => Json::from(text.as_str()),
        None => Json::from(cell.text.as_str()),
    }
}

fn quoted(name: &str) -> String {
    // A name ends at a zero byte.
    format!("\"{}\"", name.replace('"', "\"\"").replace('\0', ""))
}
