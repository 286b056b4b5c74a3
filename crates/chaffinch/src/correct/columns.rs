//! Changes to the columns of a relation.

use chaffinch_core::{Cell, CellContent, Column, ColumnType, Relation, Row};
use chaffinch_values::{Reader, day_order, decimal_mark};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Most columns that splitting one gives.
const MOST_PARTS: usize = 20;
/// The share of a new column's values that must be of one type for it to be of that type.
const TYPE_SHARE: f32 = 0.8;

/// A change to the columns; columns are numbered from 0, as they are before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Gives a column another name.
    Rename {
        /// The column.
        column: usize,
        /// Its name.
        name: String,
    },
    /// Leaves a column out.
    Drop {
        /// The column.
        column: usize,
    },
    /// Puts a column elsewhere.
    Move {
        /// The column.
        column: usize,
        /// Its number afterwards.
        to: usize,
    },
    /// Reads the texts of a column as another type; those that cannot be read so have no value.
    Retype {
        /// The column.
        column: usize,
        /// The type.
        #[serde(rename = "type")]
        kind: ColumnType,
    },
    /// Makes a column of each part of the texts.
    Split {
        /// The column.
        column: usize,
        /// What stands between the parts.
        at: String,
    },
    /// Makes one column of several, in the place of the first.
    Join {
        /// The columns.
        columns: Vec<usize>,
        /// What to put between their texts.
        with: String,
    },
}

/// Why columns cannot be changed so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    /// There is no such column.
    #[error("there is no column {column}; the columns are 0 to {last}")]
    NoColumn {
        /// The number that was given.
        column: usize,
        /// The last number that there is.
        last: usize,
    },
    /// Nothing is between the parts.
    #[error("say what stands between the parts of the column")]
    NoSeparator,
    /// Too few columns to join.
    #[error("join needs two columns or more")]
    TooFew,
}

/// A column with its cells, one for each row.
struct Strip {
    column: Column,
    place: Option<String>,
    cells: Vec<Option<CellContent>>,
}

/// Changes the columns of a relation, one edit after the other. A relation is left as it was where one of them cannot be done.
///
/// # Errors
/// If an edit names a column that there is not, or does not say what it needs.
pub fn edit(relation: &mut Relation, edits: &[Edit]) -> Result<(), EditError> {
    let mut strips = strips(relation);
    for edit in edits {
        apply(&mut strips, edit)?;
    }
    put_back(relation, strips);
    Ok(())
}

fn strips(relation: &Relation) -> Vec<Strip> {
    let cells = |at: usize| relation.rows.iter().map(|row| row.cells.get(at).cloned().flatten()).collect();
    let strip = |(at, column): (usize, &Column)| Strip {
        column: column.clone(),
        place: relation.template.columns.get(at).cloned().flatten(),
        cells: cells(at),
    };
    relation.columns.iter().enumerate().map(strip).collect()
}

fn put_back(relation: &mut Relation, strips: Vec<Strip>) {
    relation.rows.iter_mut().for_each(|row: &mut Row| row.cells.clear());
    relation.columns.clear();
    relation.template.columns.clear();
    for Strip { column, place, cells } in strips {
        relation.columns.push(column);
        relation.template.columns.push(place);
        for (row, cell) in relation.rows.iter_mut().zip(cells) {
            row.cells.push(cell);
        }
    }
}

fn apply(strips: &mut Vec<Strip>, edit: &Edit) -> Result<(), EditError> {
    let last = strips.len().saturating_sub(1);
    let known = |column: usize, count: usize| match column < count {
        true => Ok(column),
        false => Err(EditError::NoColumn { column, last }),
    };
    let count = strips.len();
    match edit {
        Edit::Rename { column, name } => {
            let name = name.trim();
            strips[known(*column, count)?].column.name = (!name.is_empty()).then(|| name.to_owned());
        }
        Edit::Drop { column } => {
            strips.remove(known(*column, count)?);
        }
        Edit::Move { column, to } => {
            let strip = strips.remove(known(*column, count)?);
            strips.insert((*to).min(strips.len()), strip);
        }
        Edit::Retype { column, kind } => retype(&mut strips[known(*column, count)?], *kind),
        Edit::Split { column, at } => {
            let column = known(*column, count)?;
            if at.is_empty() {
                return Err(EditError::NoSeparator);
            }
            let parts = split(&strips[column], at);
            strips.splice(column..=column, parts);
        }
        Edit::Join { columns, with } => {
            let mut columns = columns.clone();
            columns.sort_unstable();
            columns.dedup();
            if columns.len() < 2 {
                return Err(EditError::TooFew);
            }
            for column in &columns {
                known(*column, count)?;
            }
            let joined = join(strips, &columns, with);
            for column in columns.iter().rev() {
                strips.remove(*column);
            }
            strips.insert(columns[0], joined);
        }
    }
    Ok(())
}

fn texts(cells: &[Option<CellContent>]) -> impl Iterator<Item = &str> + Clone {
    cells.iter().flatten().flat_map(|content| content.cells()).map(|cell| cell.text.as_str())
}

fn reader(cells: &[Option<CellContent>]) -> Reader {
    Reader { mark: decimal_mark(texts(cells)), days: day_order(texts(cells)), ..Reader::default() }
}

fn retype(strip: &mut Strip, kind: ColumnType) {
    let reader = reader(&strip.cells);
    strip.column.kind = kind;
    for content in strip.cells.iter_mut().flatten() {
        for cell in content.cells_mut() {
            let reading = reader.read_as(kind, &cell.text);
            (cell.value, cell.unit, cell.range) =
                reading.map_or((None, None, None), |found| (Some(found.value), found.unit, found.range));
        }
    }
}

fn typed(mut strip: Strip) -> Strip {
    let kind = reader(&strip.cells).column_type(texts(&strip.cells), TYPE_SHARE);
    retype(&mut strip, kind);
    strip
}

fn split(strip: &Strip, at: &str) -> Vec<Strip> {
    let whole: Vec<Option<String>> = strip.cells.iter().map(|cell| Some(cell.as_ref()?.text(" "))).collect();
    let most = whole.iter().flatten().map(|text| text.split(at).count()).max().unwrap_or(1).min(MOST_PARTS);
    let name = strip.column.name.clone().unwrap_or_else(|| "part".to_owned());
    let part = |number: usize| {
        let cell = |(cell, text): (&Option<CellContent>, &Option<String>)| {
            let text = text.as_ref()?.splitn(most, at).nth(number)?.trim();
            let first = cell.as_ref()?.cells().first()?;
            (!text.is_empty()).then(|| {
                // The bytes and the box are those of the whole.
                CellContent::One(Cell {
                    text: text.to_owned(),
                    value: None,
                    unit: None,
                    range: None,
                    ..first.clone()
                })
            })
        };
        let cells = strip.cells.iter().zip(&whole).map(cell).collect();
        let column = Column::new(Some(format!("{name} {}", number + 1)), ColumnType::Text);
        typed(Strip { column, place: strip.place.clone(), cells })
    };
    (0..most).map(part).collect()
}

fn join(strips: &[Strip], columns: &[usize], with: &str) -> Strip {
    let rows = strips.first().map_or(0, |strip| strip.cells.len());
    let cell = |row: usize| {
        let contents: Vec<&CellContent> =
            columns.iter().filter_map(|column| strips[*column].cells[row].as_ref()).collect();
        let first = contents.first()?.cells().first()?;
        let text: Vec<String> = contents.iter().map(|content| content.text(with)).collect();
        let spans = contents.iter().flat_map(|content| content.cells()).filter_map(|cell| cell.span);
        let rects = contents.iter().flat_map(|content| content.cells()).filter_map(|cell| cell.rect);
        Some(CellContent::One(Cell {
            text: text.join(with),
            link: contents.iter().flat_map(|content| content.cells()).find_map(|cell| cell.link.clone()),
            xpath: first.xpath.clone(),
            span: spans.reduce(|a, b| a.union(b)),
            rect: chaffinch_core::Rect::hull(rects),
            ..Cell::default()
        }))
    };
    let column = Column::new(strips[columns[0]].column.name.clone(), ColumnType::Text);
    let place = strips[columns[0]].place.clone();
    typed(Strip { column, place, cells: (0..rows).map(cell).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Engine, Settings, Value};

    fn relation() -> Relation {
        let html = "<table><tr><th>Who<th>When<th>Price<tr><td>Ann - Ulm<td>2024<td>4,50 €<tr><td>Bob - Trier<td>2025<td>5,00 €</table>";
        let engine = Engine::new(Settings::default()).unwrap();
        engine.read(Document::from_html("a.html", html)).relations.remove(0)
    }

    fn column(relation: &Relation, at: usize) -> (Option<&str>, Vec<String>) {
        let cells =
            relation.rows.iter().map(|row| row.cells[at].as_ref().map_or(String::new(), |c| c.text("; ")));
        (relation.columns[at].name.as_deref(), cells.collect())
    }

    #[test]
    fn columns_are_renamed_moved_and_dropped() {
        let mut relation = relation();
        let edits = [
            Edit::Rename { column: 0, name: "person".into() },
            Edit::Move { column: 0, to: 2 },
            Edit::Drop { column: 0 },
        ];
        edit(&mut relation, &edits).unwrap();
        assert_eq!(column(&relation, 0).0, Some("Price"));
        assert_eq!(
            column(&relation, 1),
            (Some("person"), vec!["Ann - Ulm".to_owned(), "Bob - Trier".to_owned()])
        );
    }

    #[test]
    fn what_is_split_can_be_joined() {
        let mut relation = relation();
        edit(&mut relation, &[Edit::Split { column: 0, at: " - ".into() }]).unwrap();
        assert_eq!(column(&relation, 1), (Some("Who 2"), vec!["Ulm".to_owned(), "Trier".to_owned()]));
        edit(&mut relation, &[Edit::Join { columns: vec![1, 0], with: ", ".into() }]).unwrap();
        assert_eq!(column(&relation, 0).1, ["Ann, Ulm", "Bob, Trier"]);
        assert_eq!(relation.columns.len(), 3);
    }

    #[test]
    fn a_column_is_read_as_the_type_that_it_is_given() {
        let mut relation = relation();
        edit(&mut relation, &[Edit::Retype { column: 2, kind: ColumnType::Text }]).unwrap();
        assert_eq!(relation.rows[0].cells[2].as_ref().unwrap().cells()[0].value, None);
        edit(&mut relation, &[Edit::Retype { column: 2, kind: ColumnType::Money }]).unwrap();
        assert_eq!(relation.rows[0].cells[2].as_ref().unwrap().cells()[0].value, Some(Value::Number(4.5)));
    }

    #[test]
    fn an_edit_that_cannot_be_done_leaves_everything_as_it_was() {
        let mut changed = relation();
        let edits = [Edit::Drop { column: 0 }, Edit::Drop { column: 7 }];
        assert_eq!(edit(&mut changed, &edits), Err(EditError::NoColumn { column: 7, last: 1 }));
        assert_eq!(changed, relation());
    }
}
