//! What the expansion costs.

use chaffinch_tables::{BoxId, Direction, Edges, TopographicGrid, VisualSettings, expand};

/// Candidates looked at to grow one box to its table, on a page of `side`⁴ boxes in tables of `side`².
fn looked_at(side: usize) -> usize {
    let cell = |table: usize, row: usize, column: usize| {
        let (left, top) = (column as f32 * 40.0, (table * (side + 1) + row) as f32 * 20.0);
        Edges { left, top, right: left + 40.0, bottom: top + 20.0 }
    };
    let rows = (0..side * side).flat_map(|table| (0..side).map(move |row| (table, row)));
    let boxes: Vec<Edges> = rows.flat_map(|(t, r)| (0..side).map(move |c| cell(t, r, c))).collect();
    let grid = TopographicGrid::new(boxes);
    let budget = 1_000_000;
    let mut left = budget;
    let hyper_box = expand(&grid, &VisualSettings::paper(), BoxId(0), Direction::Right, &mut left);
    assert_eq!(hyper_box.boxes.len(), side * side);
    budget - left
}

#[test]
fn a_keyword_costs_the_square_root_of_the_page() {
    let (small, large) = (looked_at(6), looked_at(18));
    // Eighty-one times the boxes, nine times the work.
    assert!(large <= 10 * small, "{small} {large}");
}
