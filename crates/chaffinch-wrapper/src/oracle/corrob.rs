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
    let mut arrays = Vec::new();
    for order in orders(columns, perfect)? {
        arrays.extend(label(columns, perfect, &order));
    }
    Ok(arrays)
}

/// The label under one order of attributes, if there is one.
fn label(columns: &[Column], perfect: usize, order: &[usize]) -> Option<LabelArray> {
    let mut array = build_array(columns, perfect, order)?;
    add_uncertain(columns, perfect, &mut array).then_some(array)
}

/// Orders of attributes that may be tried.
const MOST_ORDERS: usize = 5_040;

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
    /// Too many orders to try all.
    #[error(
        "more than {MOST_ORDERS} orders of the {0} attributes agree with what the recognisers found; make more of them sound"
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

/// The orders in which any two attributes, looked at alone, may come as they do; the given one first.
///
/// What recognisers found leaves most pairs only one order, so that many attributes have few orders all the same.
fn orders(columns: &[Column], perfect: usize) -> Result<Vec<Vec<usize>>, CorrobError> {
    let count = columns.len();
    let may_precede: Vec<Vec<bool>> = (0..count)
        .map(|a| (0..count).map(|b| a != b && pair_fits(columns, perfect, a, b)).collect())
        .collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    // Depth first, the given order first; a partial order is left as soon as a pair of it cannot be.
    while let Some(order) = open.pop() {
        if order.len() == count {
            found.push(order);
            if found.len() > MOST_ORDERS {
                return Err(CorrobError::TooMany(count));
            }
            continue;
        }
        let unused = (0..count).rev().filter(|k| !order.contains(k));
        let fits = |k: &usize| {
            let rest = (0..count).filter(|other| other != k && !order.contains(other));
            rest.into_iter().all(|other| may_precede[*k][other])
        };
        open.extend(unused.filter(fits).map(|k| [order.as_slice(), &[k]].concat()));
    }
    Ok(found)
}

/// Whether one attribute may come before another, as far as these two and the perfect recogniser say.
fn pair_fits(columns: &[Column], perfect: usize, first: usize, second: usize) -> bool {
    let alone = |ks: &[usize]| {
        let some: Vec<Column> = ks.iter().map(|k| columns[*k].clone()).collect();
        let at = ks.iter().position(|k| *k == perfect).unwrap_or(0);
        label(&some, at, &(0..ks.len()).collect::<Vec<_>>()).is_some()
    };
    if first == perfect || second == perfect {
        return alone(&[first, second]);
    }
    [[perfect, first, second], [first, perfect, second], [first, second, perfect]].iter().any(|ks| alone(ks))
}
