//! Grids and trees: their cells, edges and triangles.

use chaffinch_crf::{Error, Grid, Tree};

#[test]
fn a_wide_grid_is_numbered_by_column() {
    let grid = Grid::new([(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)]);
    assert_eq!(grid.cells(), [(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)]);
    assert_eq!(grid.across().collect::<Vec<_>>(), [[0, 2], [2, 3], [1, 4]]);
    assert_eq!(grid.down().collect::<Vec<_>>(), [[0, 1], [3, 4]]);
}

#[test]
fn a_tree_knows_its_triangles() {
    let tree = Tree::new(&[None, Some(0), Some(1), Some(1), Some(0), Some(0)]).unwrap();
    assert_eq!(tree.edges().collect::<Vec<_>>(), [[0, 1], [1, 2], [1, 3], [0, 4], [0, 5]]);
    assert_eq!(tree.triangles().collect::<Vec<_>>(), [[1, 2, 3], [0, 1, 4], [0, 4, 5]]);
}

#[test]
fn a_child_before_its_parent_is_refused() {
    assert_eq!(Tree::new(&[Some(1), None]), Err(Error::Parent(0)));
}
