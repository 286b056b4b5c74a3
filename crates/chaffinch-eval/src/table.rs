//! Tables as they are printed, in letters of one width.

use std::fmt;

/// A table whose columns are as wide as what stands in them: the first ones to the left, figures to the right.
#[derive(Debug)]
pub(crate) struct Table {
    indent: &'static str,
    left: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table under the names of its columns, of which the first `left` hold names and not figures.
    pub fn new(left: usize, names: impl IntoIterator<Item = impl Into<String>>) -> Table {
        let mut table = Table { indent: "", left, rows: Vec::new() };
        table.row(names);
        table
    }

    /// The same with this before each line.
    pub fn indented(self, indent: &'static str) -> Table {
        Table { indent, ..self }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let widths: Vec<usize> = (0..columns)
            .map(|column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0))
            .collect();
        for row in &self.rows {
            let mut line = self.indent.to_owned();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                line += &match column < self.left {
                    true => format!("{gap}{cell:<width$}"),
                    false => format!("{gap}{cell:>width$}"),
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn names_stand_to_the_left_and_figures_to_the_right() {
        let mut table = Table::new(1, ["set", "F1"]).indented("  ");
        table.row(["lists", "0.92"]);
        table.row(["none"]);
        assert_eq!(table.to_string(), "  set      F1\n  lists  0.92\n  none\n");
    }
}
