//! The settings.

use chaffinch_core::settings;

/// How tables are found and read.
///
/// ```
/// use chaffinch_tables::{TableMethod, TableSettings, VisualSettings};
/// let settings = TableSettings { method: TableMethod::Visual, visual: VisualSettings::paper(), ..TableSettings::default() };
/// assert_eq!(settings.visual.adjacency, 3.0);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TableSettings {
    /// The method.
    pub method: TableMethod,
    /// Only tables with this word are found. The visual method then starts at the boxes that the word stands in.
    pub keyword: Option<String>,
    /// How a table is read once its cells are known.
    pub grid: GridSettings,
    /// How tables are found by their boxes.
    pub visual: VisualSettings,
    /// How tables are found in preformatted text.
    pub ascii: AsciiSettings,
    /// What the WebTables filter scores tables by.
    pub web_tables: WebTablesWeights,
    /// What tells tables of data from layout where tables alone are asked for.
    pub certainty: CertaintySettings,
}

/// Where tables are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TableMethod {
    /// By table markup, and by boxes for what else looks like a table.
    #[default]
    Auto,
    /// By table markup, as the HTML standard forms tables.
    Grid,
    /// By table markup, filtered and scored as in the WebTables system.
    WebTables,
    /// By boxes on the screen, whatever the markup.
    Visual,
}

impl TableMethod {
    /// All methods, in the order of help texts.
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

settings! {
    /// How tables are found by their boxes.
    #[derive(Debug, Clone, PartialEq)]
    pub struct VisualSettings {
        /// The largest distance in CSS pixels between adjacent boxes, not counting their margins.
        pub adjacency: f32 = 3.0,
        /// Edges that differ by at most this many CSS pixels are aligned.
        pub tolerance: f32 = 0.75,
        /// Most words of a cell: a table with a longer one is text in columns.
        pub max_words: Option<usize> = Some(20),
        /// Whether a table may have cells that are step neighbours (see `Neighbour::Step`).
        pub step_neighbours: bool = true,
        /// Whether the expansion starts both to the right and downwards and keeps the best table, or only to the right.
        pub several_expansions: bool = true,
        /// The largest share, 0 to 1, of a table's nodes that may lie in tables inside its cells; with more, it only arranges the page.
        pub nested_share: f32 = 0.5,
        /// How many levels deep the expansion grows smaller neighbours first.
        pub max_depth: usize = 12,
        /// Most candidate boxes that the expansion looks at on one page.
        pub max_candidates: usize = 2_000_000,
    }
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

settings! {
    /// How a table is read once its cells are known.
    ///
    /// ```
    /// use chaffinch_tables::{GridSettings, Spanning};
    /// let settings = GridSettings { spanning: Spanning::Null, ..GridSettings::default() };
    /// assert_eq!(settings.min_columns, 2);
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    pub struct GridSettings {
        /// What stands in the other slots of a cell that spans several.
        pub spanning: Spanning = Spanning::Repeat,
        /// What becomes of headings between rows.
        pub sub_headings: SubHeadings = SubHeadings::Row,
        /// Whether a table whose records are columns is turned, so that they become rows.
        pub orientation: Orientation = Orientation::Read,
        /// Fewest rows of a table, header rows included.
        pub min_rows: usize = 2,
        /// Fewest columns of a table.
        pub min_columns: usize = 2,
        /// Most header rows of a table; where more rows look like headers, only the first is one.
        pub max_header_rows: usize = 6,
        /// The largest share, 0 to 1, of a table's nodes that may lie in tables inside its cells; with more, it only arranges the page.
        pub nested_share: f32 = 0.5,
        /// The share of values, 0 to 1, that must be of a type for the column to be of it.
        pub type_share: f32 = 0.8,
        /// Most words, on average, of the names in the first column of a table whose records are columns.
        pub label_words: usize = 5,
        /// Most words, on average, of the values of a single record that is a column; with more, they explain the names.
        pub value_words: usize = 8,
        /// What the score of a table is made of.
        pub score: ScoreSettings = ScoreSettings::default(),
        /// Most columns read from one table; cells further right are left out.
        pub max_columns: usize = 1_000,
        /// Most slots (rows times columns) read on one page, in all its tables together; rows further down are left out.
        pub max_slots: usize = 500_000,
        /// Most bytes of text that spanning cells may repeat on one page; further slots stay empty.
        pub max_repeated_bytes: usize = 16 << 20,
    }
}

settings! {
    /// What the score of a table, 0 to 1, is made of. The first four weights sum to 1; the sum is multiplied by the share of filled cells.
    #[derive(Debug, Clone, PartialEq)]
    pub struct ScoreSettings {
        /// The weight of being a grid at all.
        pub grid: f32 = 0.3,
        /// The weight of the share of columns with a name.
        pub named: f32 = 0.3,
        /// The weight of the number of rows.
        pub size: f32 = 0.2,
        /// The weight of the share of columns whose type is not text.
        pub typed: f32 = 0.2,
        /// The number of rows at which a table gets half the weight of size.
        pub half_size: f32 = 4.0,
        /// One column with a type in so many gives the whole weight of types.
        pub typed_in: f32 = 3.0,
        /// Most words of a value; the share of cells with more takes the same share off the score. The number is that of the paper.
        pub value_words: usize = 20,
        /// The factor for a table with fields to fill in, which is a form.
        pub form: f32 = 0.5,
    }
}

settings! {
    /// What the certainty of a table, 0 to 1, is made of. Each weight times what was seen of it is added, and the sum is the logarithm of the odds
    /// that it is a table of data. The weights were learned from labelled pages, but for `titled`, `even`, `single`, `menu`, `calendar` and `code`, of which there were too few.
    #[derive(Debug, Clone, PartialEq)]
    pub struct CertaintySettings {
        /// Tables with less certainty are left out.
        pub least: f32 = 0.5,
        /// What every table begins with.
        pub base: f32 = -5.0,
        /// For a `<table>`.
        pub markup: f32 = 3.7,
        /// For a caption or a title row.
        pub titled: f32 = 2.0,
        /// For names of at least half the columns.
        pub named: f32 = 5.8,
        /// Against names in a `<table>` that only bold letters, colours or words tell from values: menus have such headings.
        pub by_look: f32 = -2.8,
        /// For a column of numbers, dates and the like.
        pub typed: f32 = 3.4,
        /// Times the logarithm of the number of cells.
        pub size: f32 = 0.86,
        /// For at least `even_rows` rows of `even_columns` columns with short texts in nearly all cells, few of them links.
        pub even: f32 = 2.0,
        /// Fewest rows of such a table.
        pub even_rows: usize = 8,
        /// Fewest columns of such a table.
        pub even_columns: usize = 4,
        /// Against tables with fewer than `rows` rows.
        pub few_rows: f32 = -0.8,
        /// Against a single row of several cells without names, which is a line of the page, and against headings with a line below each.
        pub single: f32 = -5.0,
        /// Rows of data that most tables have at least.
        pub rows: usize = 3,
        /// Against two columns without names.
        pub pairs: f32 = -0.4,
        /// Against cells without text, or that repeat the cell beside them.
        pub hollow: f32 = -6.2,
        /// Against cells of more than `value_words` words.
        pub prose: f32 = -3.1,
        /// Most words of a value. The number is that of the paper.
        pub value_words: usize = 20,
        /// Against cells that are links, where no column has a name.
        pub links: f32 = -1.6,
        /// Against cells of which all are links and none is a value, or all are buttons.
        pub menu: f32 = -8.0,
        /// Against cells with headings, or with pictures and several texts.
        pub cards: f32 = -0.2,
        /// Against fields to fill in.
        pub form: f32 = -2.6,
        /// Against the days of a month.
        pub calendar: f32 = -16.0,
        /// Against lines of a program.
        pub code: f32 = -12.0,
    }
}

settings! {
    /// How tables are found in preformatted text.
    #[derive(Debug, Clone, PartialEq)]
    pub struct AsciiSettings {
        /// How many spaces separate columns where no bar does.
        pub gutter: usize = 2,
        /// Fewest lines of a table, without those that only draw a rule.
        pub min_lines: usize = 3,
        /// The share of cells, 0 to 1, that must have text. Prose with a gap in it has fewer.
        pub min_filled: f32 = 2.0 / 3.0,
    }
}

settings! {
    /// What the WebTables filter scores tables by. The weights sum to 1; the sum is multiplied by the share of filled cells.
    #[derive(Debug, Clone, PartialEq)]
    pub struct WebTablesWeights {
        /// The share of cells, 0 to 1, that must have text.
        pub min_filled: f32 = 0.5,
        /// The weight of the share of columns with a name.
        pub named: f32 = 0.3,
        /// The weight of the number of rows.
        pub rows: f32 = 0.2,
        /// The number of rows at which a table gets half of that weight.
        pub half_rows: f32 = 4.0,
        /// The weight of the share of columns whose type is not text.
        pub typed: f32 = 0.2,
        /// The weight of short texts.
        pub short: f32 = 0.2,
        /// The mean length of texts, in characters, at which a table gets half of that weight.
        pub half_short: f32 = 40.0,
        /// The weight of texts of even length.
        pub even: f32 = 0.1,
        /// The standard deviation of lengths, in units of their mean, at which a table gets half of that weight.
        pub half_even: f32 = 2.0,
    }
}

/// What stands in the other slots of a cell that spans several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spanning {
    /// The cell again, so that each row is complete.
    Repeat,
    /// Nothing.
    Null,
}

/// What becomes of a heading between rows, across the whole table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubHeadings {
    /// It stays a row.
    Row,
    /// It becomes a value of each row below it, in a new first column.
    Column,
}

/// Which way a table is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// As it is written.
    AsWritten,
    /// With records as rows: where the names stand in the first column and not in the first row, columns become rows.
    Read,
}
