use super::measure::{cut, one_line, width};
use super::{Paint, hint, push_remark};
use crate::WriteOptions;
use crate::names::column_names;
use crate::words::{counted, is_numeric};
use chaffinch_core::{ColumnType, Relation};
use std::fmt::Write as _;

/// The first rows of `relation` in aligned columns that fit the terminal.
pub(super) fn push(relation: &Relation, options: &WriteOptions, out: &mut String) {
    let paint = Paint { color: options.color };
    let mut columns = columns(relation, options.rows);
    let all = columns.len();
    fit(&mut columns, options.width);
    push_line(&columns, |column| column.aligned(&column.name), |line| paint.bold(line), out);
    push_line(&columns, |column| "─".repeat(column.width), |line| paint.dim(line), out);
    let shown = relation.rows.len().min(options.rows);
    for row in 0..shown {
        push_line(&columns, |column| column.aligned(&column.values[row]), str::to_owned, out);
    }
    let mut more = Vec::new();
    if relation.rows.len() > shown {
        more.push(counted(relation.rows.len() - shown, "more row", "more rows"));
    }
    if all > columns.len() {
        more.push(counted(all - columns.len(), "more column", "more columns"));
    }
    if !more.is_empty() {
        let said = format!("… {}{}", more.join(", "), hint(&[options.hints.all_rows]));
        push_remark(&said, options, out);
    }
}

/// Spaces between columns.
const GAP: usize = 2;
/// Columns of text are not made narrower than this; columns are left out instead.
const NARROW: usize = 8;
/// Addresses say little to a reader, so they are cut to this before anything else is.
const ADDRESS: usize = 20;
/// Numbers are not cut, unless they are so long that they cannot be numbers.
const NUMBER: usize = 16;

struct TextColumn {
    name: String,
    kind: ColumnType,
    /// The shown rows' values, a missing one as nothing.
    values: Vec<String>,
    width: usize,
}

impl TextColumn {
    fn aligned(&self, text: &str) -> String {
        let text = cut(text, self.width);
        let pad = " ".repeat(self.width.saturating_sub(width(&text)));
        if is_numeric(self.kind) { pad + &text } else { text + &pad }
    }

    /// The width below which it is not made narrower.
    fn floor(&self) -> usize {
        self.width.min(if is_numeric(self.kind) { NUMBER } else { NARROW })
    }
}

/// The columns that are shown. Addresses say little to a reader and are kept for the other formats, unless there is nothing else.
fn columns(relation: &Relation, rows: usize) -> Vec<TextColumn> {
    let is_address = |at: usize| matches!(relation.columns[at].kind, ColumnType::Url | ColumnType::Image);
    let only_addresses = (0..relation.columns.len()).all(is_address);
    let names = column_names(&relation.columns).into_iter().enumerate();
    let names = names.filter(|(at, _)| only_addresses || !is_address(*at));
    let columns = names.map(|(i, name)| {
        let name = one_line(&name);
        let value = |row: &chaffinch_core::Row| match row.cells.get(i) {
            Some(Some(content)) => one_line(&content.text("; ")),
            _ => String::new(),
        };
        let values: Vec<String> = relation.rows.iter().take(rows).map(value).collect();
        let widest = values.iter().map(|value| width(value)).max().unwrap_or(0);
        TextColumn { width: widest.max(width(&name)), kind: relation.columns[i].kind, name, values }
    });
    columns.collect()
}

/// Makes wide columns narrower, and leaves out the last ones if that is not enough.
fn fit(columns: &mut Vec<TextColumn>, room: usize) {
    let total = |columns: &[TextColumn], width: fn(&TextColumn) -> usize| {
        columns.iter().map(|column| width(column) + GAP).sum::<usize>().saturating_sub(GAP)
    };
    if total(columns, |c| c.width) <= room {
        return;
    }
    let mut floors = 0;
    let fitting = columns.iter().take_while(|column| {
        floors += column.floor() + GAP;
        floors - GAP <= room
    });
    let fitting = fitting.count().max(1);
    columns.truncate(fitting);
    for column in columns.iter_mut() {
        column.width = column.width.min(room);
    }
    for column in columns.iter_mut().filter(|c| matches!(c.kind, ColumnType::Url | ColumnType::Image)) {
        column.width = column.width.min(ADDRESS);
    }
    // The widest column is narrowed first, so that short columns stay whole.
    let mut excess = total(columns, |c| c.width).saturating_sub(room);
    while excess > 0 {
        let above_floor = columns.iter_mut().filter(|c| c.width > c.floor());
        let Some(widest) = above_floor.max_by_key(|c| c.width) else { break };
        widest.width -= 1;
        excess -= 1;
    }
}

fn push_line(
    columns: &[TextColumn],
    field: impl Fn(&TextColumn) -> String,
    paint: impl Fn(&str) -> String,
    out: &mut String,
) {
    let fields: Vec<String> = columns.iter().map(field).collect();
    let line = fields.join(&" ".repeat(GAP));
    let _ = writeln!(out, "{}", paint(line.trim_end()));
}
