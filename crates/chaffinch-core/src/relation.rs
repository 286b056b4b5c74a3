use crate::problem::{Problem, Remark};
use crate::rect::Rect;
use crate::source::Span;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// What Chaffinch says about one page: the JSON contract.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageReport {
    /// Version of the contract.
    pub chaffinch: u32,
    /// The input as the user named it.
    pub input: String,
    /// The address of the page, where it is known.
    pub url: Option<String>,
    /// The page's title.
    pub title: Option<String>,
    /// The renderer that gave the boxes: `embedded`, `chromium` or `none`.
    pub renderer: String,
    /// What the page is; only where all methods ran on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PageKind>,
    /// What was found, best first.
    pub relations: Vec<Relation>,
    /// Why the methods chose what they chose, a line each, where that was asked for. It is for people and not part
    /// of the contract.
    #[serde(skip)]
    pub explanation: Vec<String>,
    /// What failed, a sentence each.
    pub errors: Vec<Problem>,
    /// What was left out or is not there though nothing failed, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

impl PageReport {
    /// The version of the contract that this code writes.
    pub const VERSION: u32 = 1;

    /// A report on `input` with nothing in it yet.
    pub fn new(input: impl Into<String>) -> PageReport {
        PageReport {
            chaffinch: PageReport::VERSION,
            input: input.into(),
            url: None,
            title: None,
            renderer: "none".into(),
            kind: None,
            relations: Vec::new(),
            explanation: Vec::new(),
            errors: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The report on an input that could not be read.
    pub fn failed(problem: Problem) -> PageReport {
        let mut report = PageReport::new(problem.input.clone());
        report.errors.push(problem);
        report
    }
}

/// What a page is, as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// It lists things of one kind.
    List,
    /// It is about one thing.
    Detail,
    /// It shows a table.
    Table,
    /// It has the list that its title announces, such as "10 best …".
    Topk,
    /// It is text to be read.
    Article,
    /// It is a form to fill in.
    Form,
    /// None of these.
    Other,
}

impl From<RelationKind> for PageKind {
    /// What a page is that is about a relation of this kind.
    fn from(kind: RelationKind) -> PageKind {
        match kind {
            RelationKind::Records => PageKind::List,
            RelationKind::Table => PageKind::Table,
            RelationKind::Topk => PageKind::Topk,
            RelationKind::Detail => PageKind::Detail,
        }
    }
}

/// Rows with the same columns, found on one page by one method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    /// What it is.
    pub kind: RelationKind,
    /// The method that found it.
    pub method: String,
    /// How sure the method is, 0 to 1, comparable across methods. Written to three digits.
    #[serde(serialize_with = "three_digits")]
    pub score: f32,
    /// What the page calls it: a caption, a heading, a schema.org type.
    pub title: Option<String>,
    /// What else the method knows about the relation as a whole, by name: for a top-k list how many items of what the title
    /// announces.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
    /// The node that holds it.
    pub xpath: String,
    /// Where that node stands on the screen.
    #[serde(rename = "box")]
    pub rect: Option<Rect>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; each has as many cells as there are columns.
    pub rows: Vec<Row>,
    /// Where it stands in the template of its site. Not part of the contract.
    #[serde(skip)]
    pub template: Template,
}

/// Where the rows and columns of a relation stand, as paths that other pages of the same template share.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template {
    /// The tag path of the rows.
    pub rows: String,
    /// For each column, the path within the row at which most of its values stand; for a detail, the tag path of its value.
    pub columns: Vec<Option<String>>,
}

fn three_digits<S: Serializer, T: Copy + Into<f64>>(score: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(((*score).into() * 1000.0).round() / 1000.0)
}

fn three_digits_if_any<S: Serializer, T: Copy + Into<f64>>(
    score: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match score {
        Some(score) => three_digits(score, serializer),
        None => serializer.serialize_none(),
    }
}

/// The kinds of relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RelationKind {
    /// A list of things of one kind.
    Records,
    /// A table.
    Table,
    /// The list that a title such as "10 best …" announces.
    Topk,
    /// The one thing that the page is about: a single row.
    Detail,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its name; `null` where the page gives none.
    pub name: Option<String>,
    /// What its values are.
    #[serde(rename = "type")]
    pub kind: ColumnType,
    /// How probable it is that its values are what its name says, 0 to 1, where that is known. Written to three digits.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "three_digits_if_any")]
    pub confidence: Option<f64>,
}

impl Column {
    /// A column of values of type `kind`.
    pub fn new(name: Option<String>, kind: ColumnType) -> Column {
        Column { name, kind, confidence: None }
    }

    /// A column of text called `name`.
    pub fn text(name: impl Into<String>) -> Column {
        Column::new(Some(name.into()), ColumnType::Text)
    }
}

/// The types of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// Anything.
    Text,
    /// A number, perhaps with a unit.
    Number,
    /// An amount of money; the unit is the currency.
    Money,
    /// A date or a moment.
    Date,
    /// An address on the web.
    Url,
    /// The address of an image.
    Image,
    /// Yes or no.
    Boolean,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
    /// A rating.
    Rating,
    /// How long something takes, in ISO 8601: `PT1H30M`. What is so long ago has a minus in front: `-P3D`.
    Duration,
    /// A place on the earth: latitude and longitude in degrees, such as `48.2082,16.3738`.
    Coordinates,
    /// The number of a book, thirteen digits.
    Isbn,
    /// The number of an article of trade (EAN, UPC), digits.
    Gtin,
}

/// A row: one record.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Row {
    /// The nodes it is made of.
    pub xpaths: Vec<String>,
    /// Where they stand on the screen.
    #[serde(rename = "box")]
    pub rect: Option<Rect>,
    /// Their whole text, on one line.
    pub text: String,
    /// The addresses of all links; absolute where the page's address is known, as the page writes them where not.
    pub links: Vec<String>,
    /// The addresses of all images, like those of links; also those in `srcset` and those that a script loads later.
    pub images: Vec<String>,
    /// One for each column; `None` where the value is missing.
    pub cells: Vec<Option<CellContent>>,
}

/// What stands in a cell: one value, or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CellContent {
    /// One value.
    One(Cell),
    /// Several values of one attribute.
    Many(Vec<Cell>),
    /// Rows within the row.
    Rows(InnerRows),
}

/// Rows within a cell: what belongs together and repeats within a record, as the chapters of a book.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct InnerRows {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; each has as many cells as there are columns.
    pub rows: Vec<Row>,
}

impl CellContent {
    /// The values, in order; rows have their own.
    pub fn cells(&self) -> &[Cell] {
        match self {
            CellContent::One(cell) => std::slice::from_ref(cell),
            CellContent::Many(cells) => cells,
            CellContent::Rows(_) => &[],
        }
    }

    /// [`CellContent::cells`], to change them.
    pub fn cells_mut(&mut self) -> &mut [Cell] {
        match self {
            CellContent::One(cell) => std::slice::from_mut(cell),
            CellContent::Many(cells) => cells,
            CellContent::Rows(_) => &mut [],
        }
    }

    /// The rows within; none where there are values.
    pub fn rows_mut(&mut self) -> &mut [Row] {
        match self {
            CellContent::Rows(inner) => &mut inner.rows,
            CellContent::One(_) | CellContent::Many(_) => &mut [],
        }
    }

    /// The texts of all values or rows, joined by `separator`.
    pub fn text(&self, separator: &str) -> String {
        let texts: Vec<&str> = match self {
            CellContent::Rows(inner) => inner.rows.iter().map(|row| row.text.as_str()).collect(),
            values => values.cells().iter().map(|cell| cell.text.as_str()).collect(),
        };
        texts.join(separator)
    }

    /// The content of these cells; nothing where there are none.
    pub fn from_cells(mut cells: Vec<Cell>) -> Option<CellContent> {
        match cells.len() {
            0 => None,
            1 => cells.pop().map(CellContent::One),
            _ => Some(CellContent::Many(cells)),
        }
    }
}

/// A value and where it came from.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Cell {
    /// As the page writes it, on one line.
    pub text: String,
    /// Its typed value, where the text has one.
    pub value: Option<Value>,
    /// The unit or currency of a number.
    pub unit: Option<String>,
    /// The ends of a range of numbers, where the text is one; the value is the one that it begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Bounds>,
    /// Where it links to; absolute where the page's address is known, as the page writes it where not.
    pub link: Option<String>,
    /// The node it stands in.
    pub xpath: Option<String>,
    /// Its bytes in the input as read.
    pub span: Option<Span>,
    /// Its place on the screen.
    #[serde(rename = "box")]
    pub rect: Option<Rect>,
    /// How probable it is that this is the value, 0 to 1, where the method knows. Written to three digits.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "three_digits_if_any")]
    pub confidence: Option<f32>,
}

/// The ends of a range of numbers. An open end is `None`: "from $32" has no upper one. Written as an array, `[32.0, null]`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "(Option<f64>, Option<f64>)", into = "(Option<f64>, Option<f64>)")]
pub struct Bounds {
    /// The lower end.
    pub least: Option<f64>,
    /// The upper end.
    pub most: Option<f64>,
}

impl From<(Option<f64>, Option<f64>)> for Bounds {
    fn from((least, most): (Option<f64>, Option<f64>)) -> Bounds {
        Bounds { least, most }
    }
}

impl From<Bounds> for (Option<f64>, Option<f64>) {
    fn from(bounds: Bounds) -> (Option<f64>, Option<f64>) {
        (bounds.least, bounds.most)
    }
}

/// A typed value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Anything that is best kept as text: a date or a duration in ISO 8601, an address.
    Text(String),
}
