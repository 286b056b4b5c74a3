//! A table that is filled column by column.

use crate::types::give_type;
use chaffinch_core::{Column, ColumnType, FoundCell};

/// Columns, and for each row its cells.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// For each row and each column its values, which may be none or several.
    pub rows: Vec<Vec<Vec<FoundCell>>>,
}

impl Table {
    /// A table of `rows` rows, without columns yet.
    pub fn new(rows: usize) -> Table {
        Table { columns: Vec::new(), rows: vec![Vec::new(); rows] }
    }

    /// Adds a column of known type; `cells` has one item for each row.
    pub fn add(&mut self, column: Column, cells: impl IntoIterator<Item = Option<FoundCell>>) {
        self.add_several(column, cells.into_iter().map(|cell| cell.into_iter().collect()));
    }

    /// Adds a column of known type in which a row may have several values.
    pub fn add_several(&mut self, column: Column, cells: impl IntoIterator<Item = Vec<FoundCell>>) {
        self.columns.push(column);
        for (row, cells) in self.rows.iter_mut().zip(cells) {
            row.push(cells);
        }
    }

    /// Adds a column whose type is that of at least `share` of its values, and text where no type has so many.
    pub fn add_typed(&mut self, name: Option<String>, mut cells: Vec<Option<FoundCell>>, share: f32) {
        let kind = give_type(cells.iter_mut().flatten(), share);
        self.add(Column::new(name, kind), cells);
    }

    /// Adds a column of known name and type.
    pub fn add_named(&mut self, name: &str, kind: ColumnType, cells: Vec<Option<FoundCell>>) {
        self.add(Column::new(Some(name.to_owned()), kind), cells);
    }

    /// Leaves out the columns in which no row has a value.
    pub fn drop_empty_columns(&mut self) {
        let filled: Vec<bool> =
            (0..self.columns.len()).map(|at| self.rows.iter().any(|row| !row[at].is_empty())).collect();
        let keep = |at: &mut usize| {
            *at += 1;
            filled[*at - 1]
        };
        let mut at = 0;
        self.columns.retain(|_| keep(&mut at));
        for row in &mut self.rows {
            let mut at = 0;
            row.retain(|_| keep(&mut at));
        }
    }
}
