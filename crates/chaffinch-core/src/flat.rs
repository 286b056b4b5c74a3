//! Rows within rows, for whoever has only flat tables.

use crate::relation::{CellContent, Relation, Row};
use std::borrow::Cow;

impl Relation {
    /// The relation without rows in cells: each of those becomes a row, beside the values that its record has once. A record without
    /// any stays one row.
    ///
    /// ```
    /// use chaffinch_core::{Cell, CellContent, Column, InnerRows, Relation, RelationKind, Row};
    ///
    /// let value = |text: &str| Some(CellContent::One(Cell { text: text.into(), ..Cell::default() }));
    /// let row = |cells| Row { cells, ..Row::default() };
    /// let chapters = InnerRows {
    ///     columns: vec![Column::text("chapter"), Column::text("page")],
    ///     rows: vec![row(vec![value("Song"), value("3")]), row(vec![value("Nest"), value("40")])],
    /// };
    /// let nested = Relation {
    ///     kind: RelationKind::Records,
    ///     method: "wrapper".into(),
    ///     score: 1.0,
    ///     title: None,
    ///     facts: Default::default(),
    ///     xpath: String::new(),
    ///     rect: None,
    ///     columns: vec![Column::text("book"), Column::text("chapter")],
    ///     rows: vec![row(vec![value("Chaffinches"), Some(CellContent::Rows(chapters))])],
    ///     template: Default::default(),
    /// };
    /// let flat = nested.flat();
    /// let names: Vec<_> = flat.columns.iter().filter_map(|column| column.name.as_deref()).collect();
    /// assert_eq!(names, ["book", "chapter", "page"]);
    /// let texts = |row: &Row| row.cells.iter().flatten().map(|cell| cell.text("")).collect::<Vec<_>>();
    /// assert_eq!(texts(&flat.rows[0]), ["Chaffinches", "Song", "3"]);
    /// assert_eq!(texts(&flat.rows[1]), ["Chaffinches", "Nest", "40"]);
    /// ```
    pub fn flat(&self) -> Cow<'_, Relation> {
        let mut flat = Cow::Borrowed(self);
        while let Some(at) = (0..flat.columns.len()).find(|at| has_rows(&flat.rows, *at)) {
            flat = Cow::Owned(without_rows_at(flat.into_owned(), at));
        }
        flat
    }
}

fn has_rows(rows: &[Row], at: usize) -> bool {
    rows.iter().any(|row| matches!(row.cells.get(at), Some(Some(CellContent::Rows(_)))))
}

/// The relation with the columns of inner rows in the place of the column that has them.
fn without_rows_at(mut relation: Relation, at: usize) -> Relation {
    let mut columns = vec![relation.columns[at].clone()];
    let mut rows = Vec::new();
    for mut row in std::mem::take(&mut relation.rows) {
        let inner = match row.cells.get_mut(at).and_then(Option::take) {
            Some(CellContent::Rows(inner)) => inner,
            content => {
                row.cells.resize(relation.columns.len(), None);
                row.cells[at] = content;
                rows.push((row, 1));
                continue;
            }
        };
        if inner.columns.len() > columns.len() {
            columns = inner.columns;
        }
        if inner.rows.is_empty() {
            rows.push((row, 1));
            continue;
        }
        for own in inner.rows {
            let width = own.cells.len();
            let mut cells = row.cells.clone();
            cells.splice(at..=at, own.cells);
            rows.push((Row { cells, ..own }, width));
        }
    }
    relation.rows = rows
        .into_iter()
        .map(|(mut row, width)| {
            // Rows of other columns than most have fewer cells, or more.
            let end = at + width;
            row.cells.splice(end..end, std::iter::repeat_n(None, columns.len().saturating_sub(width)));
            row.cells.drain(at + columns.len()..end.max(at + columns.len()));
            row
        })
        .collect();
    relation.columns.splice(at..=at, columns);
    relation
}
