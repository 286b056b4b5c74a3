//! What the formats for people say of a relation, in the same words everywhere.

use crate::names::column_names;
use chaffinch_core::{CellContent, ColumnType, Relation, RelationKind};

/// What is said where a page has no relations.
pub(crate) const NOTHING: &str = "nothing found on this page";

/// `12 rows · method grid · score 0.93`
pub(crate) fn summary(relation: &Relation) -> String {
    let rows = counted(relation.rows.len(), "row", "rows");
    format!("{rows} · method {} · score {:.2}", relation.method, relation.score)
}

/// `2 tables, 1 detail`
pub(crate) fn kinds<'r>(relations: impl Iterator<Item = &'r Relation>) -> String {
    let mut counts: Vec<(RelationKind, usize)> = Vec::new();
    for relation in relations {
        match counts.iter_mut().find(|(kind, _)| *kind == relation.kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((relation.kind, 1)),
        }
    }
    let said = counts.into_iter().map(|(kind, count)| match kind {
        RelationKind::Records => counted(count, "list of records", "lists of records"),
        RelationKind::Table => counted(count, "table", "tables"),
        RelationKind::Topk => counted(count, "top list", "top lists"),
        RelationKind::Detail => counted(count, "detail", "details"),
    });
    said.collect::<Vec<_>>().join(", ")
}

/// `1 row`, `12 rows`
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The attributes of the one thing a page is about, which read better one below the other than as a
/// table of a single row; `None` for every other relation.
pub(crate) fn attributes(relation: &Relation) -> Option<Vec<(String, &CellContent)>> {
    let [row] = relation.rows.as_slice() else { return None };
    if relation.kind != RelationKind::Detail {
        return None;
    }
    let names = column_names(&relation.columns).into_iter();
    Some(names.zip(&row.cells).filter_map(|(name, cell)| Some((name, cell.as_ref()?))).collect())
}

/// Whether values of this type are compared by their digits and so stand right aligned.
pub(crate) fn is_numeric(kind: ColumnType) -> bool {
    matches!(kind, ColumnType::Number | ColumnType::Money | ColumnType::Rating)
}
