/// How records become columns.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSettings {
    /// Most pairs of nodes that are compared to align two records; of records with more, only the roots are aligned.
    pub max_pairs: usize,
    /// How many times records are aligned again, because some of their nodes found no place the time before.
    pub rounds: usize,
    /// Most columns of a list; the emptiest are left out first.
    pub max_columns: usize,
    /// The share of records, 0 to 1, that must have a value in a column for it to be kept.
    pub min_filled: f32,
    /// Where at least this share of a column's values, 0 to 1, are the same text, it is a label or a button and not a value.
    pub constant: f32,
    /// The share of values, 0 to 1, that must be of a type for the column to be of it.
    pub type_share: f32,
    /// Most characters of a label in front of a value.
    pub longest_label: usize,
    /// How many levels, a value's own node included, are searched for a class, an `itemprop` or a heading that names it.
    pub name_levels: usize,
    /// How many levels above the first record its list may begin: headings further up are not sections of the list.
    pub section_levels: usize,
    /// Most section headings as a share of the records, 0 to 1: with more, each heading is part of its record.
    pub max_section_share: f32,
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
            longest_label: 30,
            name_levels: 3,
            section_levels: 4,
            max_section_share: 2.0 / 3.0,
        }
    }
}
