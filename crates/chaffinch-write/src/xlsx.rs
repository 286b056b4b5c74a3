use crate::dates::Instant;
use crate::fields::{Fields, Part};
use crate::tables::{MOST_TABLES, Tables};
use crate::{Out, ReportWriter, Selection, WriteOptions};
use chaffinch_core::{Cell, CellContent, ColumnType, PageReport, Relation, Value};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::borrow::Cow;
use std::io::{self, Write};

/// A workbook with a sheet for each table. It is made in memory.
pub(crate) struct XlsxWriter<'w> {
    select: Selection,
    links: bool,
    tables: Tables,
    sheets: Vec<Sheet>,
    formats: Formats,
    out: Out<'w>,
}

struct Sheet {
    sheet: Worksheet,
    fields: Fields,
    /// Rows that are written, the header included.
    rows: u32,
}

struct Formats {
    header: Format,
    day: Format,
    moment: Format,
}

/// Columns that say where a row came from.
const ORIGIN: [&str; 3] = ["page", "relation", "score"];

// What a sheet can hold.
const MOST_ROWS: u32 = 1_048_576;
const MOST_FIELDS: usize = 16_384 - ORIGIN.len();
const MOST_CHARACTERS: usize = 32_767;

impl<'w> XlsxWriter<'w> {
    pub(crate) fn new(options: &WriteOptions, out: Out<'w>) -> XlsxWriter<'w> {
        XlsxWriter {
            select: options.select,
            links: options.links,
            tables: Tables::default(),
            sheets: Vec::new(),
            formats: Formats {
                header: Format::new().set_bold(),
                day: Format::new().set_num_format("yyyy-mm-dd"),
                moment: Format::new().set_num_format("yyyy-mm-dd hh:mm"),
            },
            out,
        }
    }

    fn push(&mut self, report: &PageReport, rank: usize, relation: &Relation) -> Result<(), XlsxError> {
        let Some(placed) = self.tables.place(report, relation) else {
            let message = format!("there are more than {MOST_TABLES} tables; write fewer pages at a time");
            return Err(XlsxError::CustomError(message));
        };
        if placed.table == self.sheets.len() {
            self.sheets.push(Sheet::new(placed.table + 1, &self.formats)?);
        }
        let Sheet { sheet, fields, rows } = &mut self.sheets[placed.table];
        let table = &self.tables.tables[placed.table];
        let known = fields.headers.len();
        fields.make_room(table, &placed, relation, self.links);
        for (at, header) in fields.headers.iter().enumerate().skip(known) {
            sheet.write_string_with_format(0, column(at), cut(header), &self.formats.header)?;
        }
        for row in &relation.rows {
            if *rows >= MOST_ROWS {
                let message =
                    "a sheet holds no more than 1,048,576 rows; write parquet, sqlite or csv".into();
                return Err(XlsxError::CustomError(message));
            }
            sheet.write_string(*rows, 0, cut(&report.input))?;
            sheet.write_number(*rows, 1, rank as f64)?;
            sheet.write_number(*rows, 2, (f64::from(relation.score) * 1000.0).round() / 1000.0)?;
            for (at, of_table) in placed.columns.iter().enumerate() {
                let Some(content) = row.cells.get(at).and_then(Option::as_ref) else { continue };
                if let Some(place) = fields.place(*of_table, Part::Value) {
                    let kind = relation.columns[at].kind;
                    write_value(sheet, (*rows, column(place)), content, kind, &self.formats)?;
                }
                for (place, text) in fields.beside(*of_table, content) {
                    sheet.write_string(*rows, column(place), cut(&text))?;
                }
            }
            *rows += 1;
        }
        Ok(())
    }
}

impl Sheet {
    fn new(number: usize, formats: &Formats) -> Result<Sheet, XlsxError> {
        let mut sheet = Worksheet::new();
        sheet.set_name(format!("table {number}"))?;
        sheet.set_freeze_panes(1, 0)?;
        for (at, name) in (0..).zip(ORIGIN) {
            sheet.write_string_with_format(0, at, name, &formats.header)?;
        }
        Ok(Sheet { sheet, fields: Fields::new(&ORIGIN, MOST_FIELDS), rows: 1 })
    }
}

/// The column of a field.
fn column(place: usize) -> u16 {
    u16::try_from(place + ORIGIN.len()).unwrap_or(u16::MAX)
}

/// Writes typed values as such, and any text as a text and never as a formula.
fn write_value(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    content: &CellContent,
    kind: ColumnType,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let CellContent::One(cell) = content else {
        let texts: Vec<&str> = content.cells().iter().map(text).collect();
        sheet.write_string(row, column, cut(&texts.join("; ")))?;
        return Ok(());
    };
    match &cell.value {
        Some(Value::Number(number)) if number.is_finite() => sheet.write_number(row, column, *number)?,
        Some(Value::Bool(yes)) => sheet.write_boolean(row, column, *yes)?,
        Some(Value::Text(written)) if kind == ColumnType::Date => match date(written) {
            Some((date, format)) => {
                let format = if format == Precision::Day { &formats.day } else { &formats.moment };
                sheet.write_datetime_with_format(row, column, &date, format)?
            }
            None => sheet.write_string(row, column, cut(written))?,
        },
        _ => sheet.write_string(row, column, cut(text(cell)))?,
    };
    Ok(())
}

#[derive(PartialEq, Eq)]
enum Precision {
    Day,
    Moment,
}

/// A day or a moment; nothing for one that has a zone, which a sheet cannot tell, or that is before its calendar.
fn date(written: &str) -> Option<(ExcelDateTime, Precision)> {
    let instant = Instant::of(written).filter(|instant| instant.zone.is_none() && instant.year >= 1900)?;
    let year = u16::try_from(instant.year).ok()?;
    let day =
        ExcelDateTime::from_ymd(year, u8::try_from(instant.month).ok()?, u8::try_from(instant.day).ok()?)
            .ok()?;
    match instant.time {
        None => Some((day, Precision::Day)),
        Some(time) => {
            let minutes = u16::try_from(time / 60_000).ok()?;
            let seconds = (time % 60_000) as f64 / 1000.0;
            Some((day.and_hms(minutes / 60, (minutes % 60) as u8, seconds).ok()?, Precision::Moment))
        }
    }
}

fn text(cell: &Cell) -> &str {
    match &cell.value {
        Some(Value::Text(text)) => text,
        _ => &cell.text,
    }
}

/// As much of a text as a cell of a sheet can hold.
fn cut(text: &str) -> &str {
    match text.char_indices().nth(MOST_CHARACTERS / 2) {
        // Counted in UTF-16; so many characters are at most twice as many units.
        Some((at, _)) if text.encode_utf16().nth(MOST_CHARACTERS).is_some() => &text[..at],
        _ => text,
    }
}

impl ReportWriter for XlsxWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        let select = self.select;
        let mut push = |(rank, relation): (usize, Cow<'_, Relation>)| self.push(report, rank, &relation);
        select.of_flat(report).try_for_each(&mut push).map_err(io::Error::other)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let mut workbook = Workbook::new();
        for mut sheet in self.sheets.drain(..) {
            let last = column(sheet.fields.headers.len().saturating_sub(1));
            sheet.sheet.autofilter(0, 0, sheet.rows.saturating_sub(1), last).map_err(io::Error::other)?;
            workbook.push_worksheet(sheet.sheet);
        }
        let bytes = workbook.save_to_buffer().map_err(io::Error::other)?;
        self.out.write_all(&bytes)?;
        self.out.flush()
    }
}
