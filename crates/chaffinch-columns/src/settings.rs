/// How records become columns.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSettings {
    /// Pairs of nodes that the alignment of two records may compare; larger records are aligned by their roots alone.
    pub max_pairs: usize,
    /// How often records with nodes that found no place are tried again.
    pub rounds: usize,
    /// Columns, at most; the emptiest are left out first.
    pub max_columns: usize,
    /// A column that fewer than this share of records fill is left out.
    pub min_filled: f32,
    /// A text that at least this share of a column's values share is no value but a label or a button.
    pub constant: f32,
    /// The share of values that must be of a type for the column to be of it.
    pub type_share: f32,
}

impl Default for ColumnSettings {
    fn default() -> ColumnSettings {
        ColumnSettings {
            max_pairs: 120_000,
            rounds: 3,
            max_columns: 40,
            min_filled: 0.1,
            constant: 0.9,
            type_share: 0.8,
        }
    }
}
