//! Which relations of many pages make one table.

use crate::names::distinct;
use chaffinch_core::{Column, ColumnType, PageReport, Relation, RelationKind, collapse_space};
use std::collections::HashMap;
use std::path::Path;

/// The tables that the relations of a run make.
///
/// Relations with the same column names are one table. So are those of one template, pages of one site whose rows stand in the same
/// place and that have at least half of the fewer columns in common: what one of them has beyond the others becomes a column of the table.
/// Any other relation is a table of its own, so that columns of different templates are never mixed.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) tables: Vec<Table>,
    by_names: HashMap<Vec<String>, usize>,
    by_template: HashMap<String, Vec<usize>>,
}

/// A table of the output.
#[derive(Debug)]
pub(crate) struct Table {
    /// The kind of its first relation, after which a database calls it.
    #[cfg_attr(not(feature = "sqlite"), expect(dead_code))]
    pub(crate) kind: RelationKind,
    pub(crate) columns: Vec<TableColumn>,
    places: HashMap<String, usize>,
}

/// A column of a [`Table`].
#[derive(Debug)]
pub(crate) struct TableColumn {
    /// Its name, where it has one.
    pub(crate) name: Option<String>,
    /// What its values are.
    pub(crate) kind: ColumnType,
}

/// Where a relation went.
pub(crate) struct Placed {
    /// The number of its table, from 0.
    pub(crate) table: usize,
    /// For each of its columns the one of the table.
    pub(crate) columns: Vec<usize>,
}

/// More tables than this are a mistake, or somebody's mischief.
pub(crate) const MOST_TABLES: usize = 1_000;

impl Tables {
    /// The table of a relation; nothing where there would be more than [`MOST_TABLES`].
    pub(crate) fn place(&mut self, report: &PageReport, relation: &Relation) -> Option<Placed> {
        let keys = column_keys(relation);
        let names = all_names(relation);
        let template = template_key(report, relation);
        let same_names = names.as_ref().and_then(|names| self.by_names.get(names)).copied();
        let same_template = || {
            let candidates = self.by_template.get(template.as_ref()?)?;
            candidates.iter().copied().find(|table| self.tables[*table].is_like(&keys))
        };
        let table = match same_names.or_else(same_template) {
            Some(table) => table,
            None if self.tables.len() >= MOST_TABLES => return None,
            None => {
                self.tables.push(Table { kind: relation.kind, columns: Vec::new(), places: HashMap::new() });
                self.tables.len() - 1
            }
        };
        if let Some(names) = names {
            self.by_names.entry(names).or_insert(table);
        }
        if let Some(template) = template {
            let tables = self.by_template.entry(template).or_default();
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        let columns = keys
            .into_iter()
            .zip(&relation.columns)
            .map(|(key, column)| self.tables[table].column(key, column))
            .collect();
        Some(Placed { table, columns })
    }
}

impl Table {
    /// Whether a relation with these columns is one of the same template.
    fn is_like(&self, keys: &[String]) -> bool {
        let shared = keys.iter().filter(|key| self.places.contains_key(*key)).count();
        2 * shared >= keys.len().min(self.columns.len()) && shared > 0
    }

    /// The column of `key`; a new one where there is none.
    fn column(&mut self, key: String, column: &Column) -> usize {
        let place = *self.places.entry(key).or_insert(self.columns.len());
        match self.columns.get_mut(place) {
            // What is a number on one page and a word on another is text.
            Some(known) if known.kind != column.kind => known.kind = ColumnType::Text,
            Some(_) => {}
            None => self.columns.push(TableColumn { name: name_of(column), kind: column.kind }),
        }
        place
    }

    /// Names for all columns, all different: `column3` for the third where it has none.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |(at, column): (usize, &TableColumn)| {
            column.name.clone().unwrap_or_else(|| format!("column{}", at + 1))
        };
        distinct(&[], self.columns.iter().enumerate().map(name).collect())
    }
}

fn name_of(column: &Column) -> Option<String> {
    column.name.as_deref().map(collapse_space).filter(|name| !name.is_empty())
}

/// What a column is known by on all pages of its template: its name or, where it has none, where its values stand. Several of one name are
/// counted.
fn column_keys(relation: &Relation) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let key = |(at, column): (usize, &Column)| match name_of(column) {
        Some(name) => format!("name {}", name.to_lowercase()),
        None => {
            let place = relation.template.columns.get(at).and_then(Option::as_deref);
            let what = match column.kind {
                ColumnType::Url => "link",
                ColumnType::Image => "image",
                _ => "text",
            };
            place.map_or_else(|| format!("at {at}"), |place| format!("{what} {place}"))
        }
    };
    let numbered = |key: String| {
        let count = seen.entry(key.clone()).or_default();
        *count += 1;
        format!("{key} {count}")
    };
    relation.columns.iter().enumerate().map(key).map(numbered).collect()
}

/// The names of all columns in any order; nothing where a column has none.
fn all_names(relation: &Relation) -> Option<Vec<String>> {
    let names = relation.columns.iter().map(|column| name_of(column).map(|name| name.to_lowercase()));
    let mut names: Vec<String> = names.collect::<Option<_>>()?;
    names.sort_unstable();
    Some(names)
}

/// What pages of one template have in common: the site, and where the rows stand.
fn template_key(report: &PageReport, relation: &Relation) -> Option<String> {
    if relation.template.rows.is_empty() {
        return None;
    }
    let host = || Some(url::Url::parse(report.url.as_deref()?).ok()?.host_str()?.to_owned());
    let folder = || Path::new(&report.input).parent().map(|folder| folder.to_string_lossy().into_owned());
    let site = host().or_else(folder).unwrap_or_default();
    Some(format!("{site} {:?} {}", relation.kind, relation.template.rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::Template;

    /// A list in this folder whose columns have these names and stand at these places.
    fn placed(
        tables: &mut Tables,
        input: &str,
        rows: &str,
        columns: &[(Option<&str>, &str)],
    ) -> (usize, Vec<usize>) {
        let relation = Relation {
            kind: RelationKind::Records,
            method: "auto".into(),
            score: 0.9,
            title: None,
            facts: Default::default(),
            xpath: String::new(),
            rect: None,
            columns: columns
                .iter()
                .map(|(name, _)| Column::new(name.map(Into::into), ColumnType::Text))
                .collect(),
            rows: Vec::new(),
            template: Template {
                rows: rows.into(),
                columns: columns.iter().map(|(_, place)| Some((*place).to_owned())).collect(),
            },
        };
        let placed = tables.place(&PageReport::new(input), &relation).unwrap();
        (placed.table, placed.columns)
    }

    #[test]
    fn pages_of_one_template_share_columns_by_name_and_by_place() {
        let mut tables = Tables::default();
        let first = [(Some("name"), "a"), (None, "b"), (Some("size"), "i")];
        assert_eq!(placed(&mut tables, "s/1", "/ul/li", &first), (0, vec![0, 1, 2]));
        let second = [(Some("Size"), "j"), (None, "b"), (Some("brand"), "u")];
        assert_eq!(placed(&mut tables, "s/2", "/ul/li", &second), (0, vec![2, 1, 3]));
        assert_eq!(tables.tables[0].names(), ["name", "column2", "size", "brand"]);
    }

    #[test]
    fn other_templates_and_other_sites_are_other_tables() {
        let mut tables = Tables::default();
        let columns = [(Some("name"), "a"), (None, "b"), (Some("size"), "i")];
        assert_eq!(placed(&mut tables, "s/1", "/ul/li", &columns).0, 0);
        assert_eq!(placed(&mut tables, "s/1", "/ol/li", &columns).0, 1, "rows elsewhere");
        assert_eq!(placed(&mut tables, "t/1", "/ul/li", &columns).0, 2, "another site");
        let strange = [(Some("docket"), "x"), (None, "y"), (Some("judge"), "z"), (Some("size"), "i")];
        assert_eq!(placed(&mut tables, "s/2", "/ul/li", &strange).0, 3, "the same place by chance");
    }

    #[test]
    fn equal_names_make_one_table_wherever_they_come_from() {
        let mut tables = Tables::default();
        let columns = [(Some("name"), "a"), (Some("price"), "b")];
        assert_eq!(placed(&mut tables, "s/1", "/ul/li", &columns).0, 0);
        let turned = [(Some("Price"), "x"), (Some("name"), "y")];
        assert_eq!(placed(&mut tables, "t/1", "/div", &turned), (0, vec![1, 0]));
    }

    #[test]
    fn unnamed_columns_of_strangers_are_not_mixed() {
        let mut tables = Tables::default();
        assert_eq!(placed(&mut tables, "s/1", "/ul/li", &[(None, "a"), (None, "b")]).0, 0);
        assert_eq!(placed(&mut tables, "t/1", "/ul/li", &[(None, "a"), (None, "b")]).0, 1);
    }
}
