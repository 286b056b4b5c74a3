/// How tables are read from table markup.
///
/// ```
/// use chaffinch_tables::{GridSettings, Spanning};
/// let settings = GridSettings { spanning: Spanning::Null, ..GridSettings::default() };
/// assert_eq!(settings.min_columns, 2);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct GridSettings {
    /// What stands in the further slots of a cell that spans several.
    pub spanning: Spanning,
    /// Rows that a table must have, header rows included.
    pub min_rows: usize,
    /// Columns that a table must have.
    pub min_columns: usize,
    /// Header rows that a table may have; where more rows look like headers, only the first is one.
    pub max_header_rows: usize,
    /// The share of a table's nodes that may lie in tables inside its cells; beyond it, it is layout.
    pub nested_share: f32,
    /// The share of a column's values that must have a type for the column to have it.
    pub type_share: f32,
    /// Columns read from one table; cells further right are left out.
    pub max_columns: usize,
    /// Slots filled on one page, over all its tables; rows further down are left out.
    pub max_slots: usize,
    /// Bytes of text that spanning cells may repeat on one page; further slots stay empty.
    pub max_repeated_bytes: usize,
}

/// What stands in the further slots of a cell that spans several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spanning {
    /// The cell again, so that each row can be read alone.
    Repeat,
    /// Nothing.
    Null,
}

impl Default for GridSettings {
    fn default() -> GridSettings {
        GridSettings {
            spanning: Spanning::Repeat,
            min_rows: 2,
            min_columns: 2,
            max_header_rows: 6,
            nested_share: 0.5,
            type_share: 0.8,
            max_columns: 1_000,
            max_slots: 500_000,
            max_repeated_bytes: 16 << 20,
        }
    }
}
