//! Corrob: one label from the columns that imperfect recognisers give.

use super::recognizer::ErrorKind;
use chaffinch_core::Span;
use thiserror::Error;

/// Corroborates the recognised instances of a page: for every order of attributes for which a label exists, the
/// label array.
pub fn corrob(columns: &[Column]) -> Result<Vec<LabelArray>, CorrobError> {
    let Some(perfect) = columns.iter().position(|column| column.errors == ErrorKind::Perfect) else {
        return Err(CorrobError::NoPerfect);
    };
    if columns.len() > MOST_ATTRIBUTES {
        return Err(CorrobError::TooMany(columns.len()));
    }
    let mut arrays = Vec::new();
    for order in permutations(columns.len()) {
        let Some(mut array) = build_array(columns, perfect, &order) else { continue };
        if add_uncertain(columns, perfect, &mut array) {
            arrays.push(array);
        }
    }
    Ok(arrays)
}

/// The orders of more attributes are too many to try.
const MOST_ATTRIBUTES: usize = 7;

/// The instances of an attribute that a recogniser found, in page order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The errors of the recogniser.
    pub errors: ErrorKind,
    /// What it found.
    pub instances: Vec<Span>,
}

/// A label: rows are tuples, columns attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelArray {
    /// The attributes in the order in which tuples show them.
    pub order: Vec<usize>,
    /// For each tuple its cells, one for each attribute as the recognisers were given.
    pub rows: Vec<Vec<LabelCell>>,
}

/// What a label says of an attribute of a tuple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelCell {
    /// ?: its recogniser missed it.
    Hole,
    /// This is the value.
    One(Span),
    /// ⊕: exactly one of these is the value.
    OneOf(Vec<Span>),
    /// At most one of these is: the recogniser is unreliable.
    OneOfOrHole(Vec<Span>),
}

/// Why nothing can be corroborated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CorrobError {
    /// Rows are told apart by a perfect recogniser.
    #[error("none of the recognisers is declared perfect; one must be, so that the tuples can be told apart")]
    NoPerfect,
    /// Too many attributes to try all orders.
    #[error(
        "there are {0} attributes; corroboration tries every order of them and takes at most {MOST_ATTRIBUTES}"
    )]
    TooMany(usize),
}

/// BuildArray: what perfect and incomplete recognisers found is true and goes into its cell. None where that
/// cannot be under this order.
fn build_array(columns: &[Column], perfect: usize, order: &[usize]) -> Option<LabelArray> {
    let rows = columns[perfect].instances.len();
    let mut array =
        LabelArray { order: order.to_vec(), rows: vec![vec![LabelCell::Hole; columns.len()]; rows] };
    for (k, column) in columns.iter().enumerate().filter(|(_, column)| column.errors.is_sound()) {
        for instance in &column.instances {
            let row = row_of(columns, perfect, order, k, *instance)?;
            let cell = &mut array.rows[row][k];
            if *cell != LabelCell::Hole {
                return None;
            }
            *cell = LabelCell::One(*instance);
        }
    }
    let complete = |row: &Vec<LabelCell>| {
        columns.iter().zip(row).all(|(c, cell)| c.errors != ErrorKind::Perfect || *cell != LabelCell::Hole)
    };
    (array.rows.iter().all(complete) && in_order(&array)).then_some(array)
}

/// Adds what unsound and unreliable recognisers found wherever it may be true. False where an unsound one, which
/// misses nothing, has nothing to offer for a tuple.
fn add_uncertain(columns: &[Column], perfect: usize, array: &mut LabelArray) -> bool {
    let certain: Vec<Span> = array
        .rows
        .iter()
        .flatten()
        .filter_map(|cell| if let LabelCell::One(span) = cell { Some(*span) } else { None })
        .collect();
    let mut filled = array.rows.clone();
    for (k, column) in columns.iter().enumerate().filter(|(_, column)| !column.errors.is_sound()) {
        let mut possible: Vec<Vec<Span>> = vec![Vec::new(); array.rows.len()];
        for instance in &column.instances {
            let overlaps = |other: &Span| instance.start < other.end && other.start < instance.end;
            let Some(row) = row_of(columns, perfect, &array.order, k, *instance) else { continue };
            if !certain.iter().any(overlaps) && fits_row(array, row, k, *instance) {
                possible[row].push(*instance);
            }
        }
        for (row, mut spans) in possible.into_iter().enumerate() {
            spans.sort_unstable();
            spans.dedup();
            filled[row][k] = match (column.errors.is_complete(), spans.len()) {
                (true, 0) => return false,
                (true, 1) => LabelCell::One(spans[0]),
                (true, _) => LabelCell::OneOf(spans),
                (false, 0) => LabelCell::Hole,
                (false, _) => LabelCell::OneOfOrHole(spans),
            };
        }
    }
    array.rows = filled;
    true
}

/// RowOf: the tuple that an instance belongs to, found by the perfect recogniser's instances.
fn row_of(columns: &[Column], perfect: usize, order: &[usize], k: usize, instance: Span) -> Option<usize> {
    let rows = &columns[perfect].instances;
    let place = |attribute: usize| order.iter().position(|k| *k == attribute);
    if k == perfect {
        return rows.iter().position(|row| *row == instance);
    }
    if place(k) < place(perfect) {
        rows.iter().position(|row| row.start >= instance.end)
    } else {
        rows.iter().rposition(|row| row.end <= instance.start)
    }
}

/// Whether an instance stands, among the certain values of its row, where its attribute does in the order, and
/// before and behind the certain values of the rows around.
fn fits_row(array: &LabelArray, row: usize, k: usize, instance: Span) -> bool {
    let place = |attribute: usize| array.order.iter().position(|other| *other == attribute);
    array.rows.iter().enumerate().all(|(other_row, cells)| {
        cells.iter().enumerate().all(|(other, cell)| {
            let LabelCell::One(span) = cell else { return true };
            if (other_row, place(other)) < (row, place(k)) {
                span.end <= instance.start
            } else {
                instance.end <= span.start
            }
        })
    })
}

fn in_order(array: &LabelArray) -> bool {
    let mut end = 0;
    for row in &array.rows {
        for k in &array.order {
            if let LabelCell::One(span) = row[*k] {
                if span.start < end {
                    return false;
                }
                end = span.end;
            }
        }
    }
    true
}

/// All orders of the first `count` numbers, the given one first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|order| {
                let unused: Vec<usize> = (0..count).filter(|k| !order.contains(k)).collect();
                unused.into_iter().map(move |k| [order.as_slice(), &[k]].concat())
            })
            .collect();
    }
    all
}
