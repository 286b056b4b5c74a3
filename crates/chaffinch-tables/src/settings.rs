//! What can be set.

/// How tables are found and read.
///
/// ```
/// use chaffinch_tables::{TableMethod, TableSettings, VisualSettings};
/// let settings = TableSettings { method: TableMethod::Visual, visual: VisualSettings::paper(), ..TableSettings::default() };
/// assert_eq!(settings.visual.adjacency, 3.0);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TableSettings {
    /// Where tables are looked for.
    pub method: TableMethod,
    /// Only tables that hold this word. The visual method then expands from the boxes it stands in.
    pub keyword: Option<String>,
    /// How a table is read once its cells are known.
    pub grid: GridSettings,
    /// How tables are found by their boxes.
    pub visual: VisualSettings,
}

/// Where tables are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TableMethod {
    /// Table markup where there is some, boxes for what else looks like a table.
    #[default]
    Auto,
    /// Table markup, formed as the HTML standard says.
    Grid,
    /// Table markup, filtered and scored as in the WebTables system.
    WebTables,
    /// Boxes on the screen, whatever the markup.
    Visual,
}

impl TableMethod {
    /// All methods, in the order in which help texts name them.
    pub const ALL: [TableMethod; 4] =
        [TableMethod::Auto, TableMethod::Grid, TableMethod::WebTables, TableMethod::Visual];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            TableMethod::Auto => "auto",
            TableMethod::Grid => "grid",
            TableMethod::WebTables => "webtables",
            TableMethod::Visual => "visual",
        }
    }
}

impl std::str::FromStr for TableMethod {
    type Err = String;

    fn from_str(name: &str) -> Result<TableMethod, String> {
        let known = TableMethod::ALL.into_iter().find(|method| method.name() == name);
        known.ok_or_else(|| format!("no method is called {name}; there are auto, grid, webtables and visual"))
    }
}

/// How tables are found by their boxes.
#[derive(Debug, Clone, PartialEq)]
pub struct VisualSettings {
    /// The greatest distance in pixels between adjacent boxes, beyond their margins.
    pub adjacency: f32,
    /// Edges that differ by no more pixels than this are aligned.
    pub tolerance: f32,
    /// Words beyond which a text in one cell is prose, not a value.
    pub max_words: Option<usize>,
    /// Whether cells that are step neighbours may stand in one table.
    pub step_neighbours: bool,
    /// Whether the expansion tries several ways and keeps the best table, or takes the first.
    pub several_expansions: bool,
    /// The share of a table's nodes that may lie in tables inside its cells; beyond it, it is layout.
    pub nested_share: f32,
    /// How deep the expansion recurses into smaller neighbours.
    pub max_depth: usize,
    /// Candidates that the expansion looks at on one page.
    pub max_candidates: usize,
}

impl VisualSettings {
    /// The published values, without the heuristic on words.
    pub fn paper() -> VisualSettings {
        VisualSettings {
            max_words: None,
            several_expansions: false,
            step_neighbours: false,
            ..VisualSettings::default()
        }
    }
}

impl Default for VisualSettings {
    fn default() -> VisualSettings {
        VisualSettings {
            adjacency: 3.0,
            tolerance: 0.75,
            max_words: Some(20),
            step_neighbours: true,
            several_expansions: true,
            nested_share: 0.5,
            max_depth: 12,
            max_candidates: 2_000_000,
        }
    }
}

/// How a table is read once its cells are known.
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
    /// What becomes of headings between rows.
    pub sub_headings: SubHeadings,
    /// Whether a table whose records are columns is turned, so that they are rows.
    pub orientation: Orientation,
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

/// What becomes of a heading that stands between rows, over the whole width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubHeadings {
    /// It stays a row.
    Row,
    /// It becomes a value of the rows below it, in a first column of its own.
    Column,
}

/// Which way a table is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// As it is written.
    AsWritten,
    /// So that records are rows: where names stand in the first column and not above, columns become rows.
    Read,
}

impl Default for GridSettings {
    fn default() -> GridSettings {
        GridSettings {
            spanning: Spanning::Repeat,
            sub_headings: SubHeadings::Row,
            orientation: Orientation::Read,
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
