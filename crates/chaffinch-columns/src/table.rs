//! Rows and columns in the making.

use crate::types::give_type;
use chaffinch_core::{Column, ColumnType, FoundCell};

/// Columns, and for each row its cells.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// For each row its values of each column.
    pub rows: Vec<Vec<Vec<FoundCell>>>,
}

impl Table {
    /// A table of `rows` rows without columns.
    pub fn new(rows: usize) -> Table {
        Table { columns: Vec::new(), rows: vec![Vec::new(); rows] }
    }

    /// A column of known type: a cell for each row, or none.
    pub fn add(&mut self, column: Column, cells: impl IntoIterator<Item = Option<FoundCell>>) {
        self.add_several(column, cells.into_iter().map(|cell| cell.into_iter().collect()));
    }

    /// A column of known type whose cells may have several values.
    pub fn add_several(&mut self, column: Column, cells: impl IntoIterator<Item = Vec<FoundCell>>) {
        self.columns.push(column);
        for (row, cells) in self.rows.iter_mut().zip(cells) {
            row.push(cells);
        }
    }

    /// A column whose type is that of at least `share` of its values.
    pub fn add_typed(&mut self, name: Option<String>, mut cells: Vec<Option<FoundCell>>, share: f32) {
        let kind = give_type(cells.iter_mut().flatten(), share);
        self.add(Column { name, kind }, cells);
    }

    /// A column of addresses or of text called `name`.
    pub fn add_named(&mut self, name: &str, kind: ColumnType, cells: Vec<Option<FoundCell>>) {
        self.add(Column { name: Some(name.to_owned()), kind }, cells);
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
