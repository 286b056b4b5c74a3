//! The order in which people look for columns.

use chaffinch_core::{Column, ColumnType, Finding, RelationKind};

/// Puts the columns of lists and things in order: the name first, then what identifies them, then the rest; addresses and images last, and
/// behind them what is left over. Columns of one place stay as they are; tables have the page's own order.
pub(crate) fn put_in_order(findings: &mut [Finding]) {
    let is_ours =
        |finding: &&mut Finding| matches!(finding.kind, RelationKind::Detail | RelationKind::Records);
    for finding in findings.iter_mut().filter(is_ours) {
        let mut order: Vec<usize> = (0..finding.columns.len()).collect();
        order.sort_by_key(|at| place_of(&finding.columns[*at]));
        finding.columns = order.iter().map(|at| finding.columns[*at].clone()).collect();
        for row in &mut finding.rows {
            row.cells.resize(order.len(), Vec::new());
            row.cells = order.iter().map(|at| std::mem::take(&mut row.cells[*at])).collect();
        }
    }
}

fn place_of(column: &Column) -> u8 {
    const CODES: [&str; 6] = ["identifier", "sku", "mpn", "isbn", "productID", "model"];
    let name = column.name.as_deref().unwrap_or("");
    match column.kind {
        _ if name == "name" => 0,
        _ if name == "other" => 5,
        ColumnType::Url => 3,
        ColumnType::Image => 4,
        _ if CODES.contains(&name) || name.starts_with("gtin") => 1,
        _ => 2,
    }
}
