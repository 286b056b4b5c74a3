use chaffinch_core::{Column, collapse_space};
use std::collections::{HashMap, HashSet};

/// A name for every column, all different: the page's own where it has one, `column3` where it has
/// none, with a number where two are the same (`price`, `price2`).
pub fn column_names(columns: &[Column]) -> Vec<String> {
    let wanted = columns.iter().enumerate().map(|(i, column)| {
        let name = column.name.as_deref().map(collapse_space).filter(|n| !n.is_empty());
        name.unwrap_or_else(|| format!("column{}", i + 1))
    });
    distinct(&[], wanted.collect())
}

/// `wanted` with numbers added until no two are alike and none is `reserved`.
///
/// Names that differ only in case count as alike: Spark and DuckDB cannot tell such columns apart.
pub(crate) fn distinct(reserved: &[&str], wanted: Vec<String>) -> Vec<String> {
    let mut used: HashSet<String> = reserved.iter().map(|name| name.to_lowercase()).collect();
    // A name with a number must not be the name that a later column already has.
    let given: HashSet<String> = wanted.iter().map(|name| name.to_lowercase()).collect();
    // Where counting goes on for each name, so that many equal names cost linear time.
    let mut next: HashMap<String, usize> = HashMap::new();
    let mut names = Vec::with_capacity(wanted.len());
    for mut name in wanted {
        let folded = name.to_lowercase();
        if used.contains(&folded) {
            let number = next.entry(folded.clone()).or_insert(2);
            while used.contains(&format!("{folded}{number}")) || given.contains(&format!("{folded}{number}"))
            {
                *number += 1;
            }
            name = format!("{name}{number}");
        }
        used.insert(name.to_lowercase());
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::ColumnType;

    #[test]
    fn unnamed_columns_are_called_by_their_place() {
        let unnamed = Column::new(None, ColumnType::Text);
        let blank = Column::text(" \n");
        assert_eq!(column_names(&[unnamed, Column::text("price"), blank]), ["column1", "price", "column3"]);
    }

    #[test]
    fn equal_names_get_numbers_that_no_other_column_has() {
        let columns = ["price", "Price", "price2", "price"].map(Column::text);
        assert_eq!(column_names(&columns), ["price", "Price3", "price2", "price4"]);
    }

    #[test]
    fn reserved_names_are_left_alone() {
        assert_eq!(distinct(&["input"], vec!["Input".into(), "bird".into()]), ["Input2", "bird"]);
    }

    #[test]
    fn many_equal_names_are_numbered_in_linear_time() {
        let names = column_names(&vec![Column::text("a"); 50_000]);
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 50_000);
    }
}
