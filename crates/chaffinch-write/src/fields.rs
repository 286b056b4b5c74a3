//! The fields of tables whose values are typed: beside a column's values their units, ranges and links, where there are any.

use crate::rows::{link_of, range_of, unit_of};
use crate::tables::{Placed, Table};
use chaffinch_core::{Bounds, CellContent, Relation};
use std::collections::{HashMap, HashSet};

/// The fields of one table, in the order in which they came.
pub(crate) struct Fields {
    pub(crate) headers: Vec<String>,
    used: HashSet<String>,
    places: HashMap<(usize, Part), usize>,
    most: usize,
}

/// What of a cell a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Value,
    Unit,
    Range,
    Link,
}

const PARTS: [Part; 4] = [Part::Value, Part::Unit, Part::Range, Part::Link];

impl Fields {
    /// Fields beside the `reserved` ones, at most `most`.
    pub(crate) fn new(reserved: &[&str], most: usize) -> Fields {
        Fields {
            headers: Vec::new(),
            used: reserved.iter().map(|name| name.to_lowercase()).collect(),
            places: HashMap::new(),
            most,
        }
    }

    /// Makes room for the columns of a relation. Units, ranges and links get a field behind their column's where the relation has any.
    pub(crate) fn make_room(&mut self, table: &Table, placed: &Placed, relation: &Relation, links: bool) {
        let names = table.names();
        for (at, column) in placed.columns.iter().enumerate() {
            let contents = || relation.rows.iter().filter_map(move |row| row.cells.get(at)?.as_ref());
            for part in PARTS {
                let asked = match part {
                    Part::Value => true,
                    Part::Unit => contents().any(|content| unit_of(content).is_some()),
                    Part::Range => contents().any(|content| range_of(content).is_some()),
                    Part::Link => links && contents().any(|content| link_of(content).is_some()),
                };
                if asked && !self.places.contains_key(&(*column, part)) && self.headers.len() < self.most {
                    self.add(*column, part, &names[*column]);
                }
            }
        }
    }

    fn add(&mut self, column: usize, part: Part, name: &str) {
        let wanted = match part {
            Part::Value => name.to_owned(),
            Part::Unit => format!("{name}_unit"),
            Part::Range => format!("{name}_range"),
            Part::Link => format!("{name}_url"),
        };
        let mut header = wanted.clone();
        let mut number = 2;
        while !self.used.insert(header.to_lowercase()) {
            header = format!("{wanted}{number}");
            number += 1;
        }
        self.places.insert((column, part), self.headers.len());
        self.headers.push(header);
    }

    /// The place of a field, where there is one.
    pub(crate) fn place(&self, column: usize, part: Part) -> Option<usize> {
        self.places.get(&(column, part)).copied()
    }

    /// The fields of a cell beside its value.
    pub(crate) fn beside<'c>(
        &self,
        column: usize,
        content: &'c CellContent,
    ) -> impl Iterator<Item = (usize, String)> + use<'c> {
        let parts = [
            (Part::Unit, unit_of(content).map(str::to_owned)),
            (Part::Range, range_of(content).map(written)),
            (Part::Link, link_of(content).map(str::to_owned)),
        ];
        let placed = parts.map(|(part, text)| self.place(column, part).zip(text));
        placed.into_iter().flatten()
    }
}

/// A range as JSON has it: `[149.0,159.0]`.
fn written(range: Bounds) -> String {
    serde_json::to_string(&range).unwrap_or_default()
}
