//! The HTML standard's "forming a table" (section 4.9.12.1), with limits on its cost.

use crate::aria::{aria_span, is_aria_header};
use crate::grid::{CellPlace, Grid, GridCell, GridRow, kept_before};
use chaffinch_core::{NodeId, Page};

/// Forms the table of a `<table>` element.
///
/// As in browsers and unlike in the standard, a cell never reaches below the last row of its row group, and columns in which no
/// cell begins do not exist. What exceeds `bounds` is left out.
pub(crate) fn form_table(page: &Page, table: NodeId, bounds: Bounds) -> Grid {
    let mut forming = Forming { page, bounds, cells: Vec::new(), rows: Vec::new(), taken: Vec::new() };
    let groups = RowGroups::of(page, table);
    for group in groups.in_order() {
        forming.row_group(group);
    }
    forming.finish(table, groups.caption)
}

/// Forms the table of these rows with their cells, which need not be marked up as a table.
pub(crate) fn form_rows(page: &Page, root: NodeId, rows: Vec<(NodeId, Vec<NodeId>)>, bounds: Bounds) -> Grid {
    let mut forming = Forming { page, bounds, cells: Vec::new(), rows: Vec::new(), taken: Vec::new() };
    let end = rows.len();
    for (row, cells) in rows {
        forming.row(cells, end);
        forming.rows.push(GridRow { node: Some(row), in_head: false, slots: Vec::new() });
    }
    forming.finish(root, None)
}

/// How large a table may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Most columns; cells further right are left out.
    pub columns: usize,
    /// Most slots, rows times columns; rows further down are left out.
    pub slots: usize,
}

/// The row groups of a table: step 10 onwards of the algorithm, before any slot is filled.
struct RowGroups {
    caption: Option<NodeId>,
    body: Vec<RowGroup>,
    /// Footers come last, wherever the markup has them.
    foot: Vec<RowGroup>,
}

struct RowGroup {
    rows: Vec<NodeId>,
    in_head: bool,
}

impl RowGroups {
    fn of(page: &Page, table: NodeId) -> RowGroups {
        let mut groups = RowGroups { caption: None, body: Vec::new(), foot: Vec::new() };
        for child in page.element_children(table) {
            match page.name(child) {
                "caption" => groups.caption = groups.caption.or(Some(child)),
                // The parser puts every row into a group, but a page built in code may have a row without one.
                "tr" => groups.body.push(RowGroup { rows: vec![child], in_head: false }),
                "thead" => groups.body.push(RowGroup::of(page, child, true)),
                "tbody" => groups.body.push(RowGroup::of(page, child, false)),
                "tfoot" => groups.foot.push(RowGroup::of(page, child, false)),
                _ => {}
            }
        }
        groups
    }

    fn in_order(&self) -> impl Iterator<Item = &RowGroup> {
        self.body.iter().chain(&self.foot)
    }
}

impl RowGroup {
    fn of(page: &Page, group: NodeId, in_head: bool) -> RowGroup {
        let rows = page.element_children(group).filter(|row| page.is(*row, "tr")).collect();
        RowGroup { rows, in_head }
    }
}

/// The state of the algorithm.
struct Forming<'p> {
    page: &'p Page,
    bounds: Bounds,
    cells: Vec<GridCell>,
    /// The rows. Their slots are filled at the end, when the number of columns is known.
    rows: Vec<GridRow>,
    /// For each column the first row in which no cell from above covers it: the standard's downward-growing cells.
    taken: Vec<usize>,
}

impl Forming<'_> {
    fn row_group(&mut self, group: &RowGroup) {
        let end = self.rows.len() + group.rows.len();
        for row in &group.rows {
            let cells = self.page.element_children(*row);
            self.row(cells.filter(|c| self.page.is(*c, "td") || self.page.is(*c, "th")).collect(), end);
            self.rows.push(GridRow { node: Some(*row), in_head: group.in_head, slots: Vec::new() });
        }
    }

    /// The standard's "algorithm for processing rows"; `end` is one past the row group's last row.
    fn row(&mut self, cells: Vec<NodeId>, end: usize) {
        let row = self.rows.len();
        let mut column = 0;
        for node in cells {
            while self.taken.get(column).is_some_and(|until| *until > row) {
                column += 1;
            }
            if column >= self.bounds.columns {
                return;
            }
            let is_html = self.page.is(node, "td") || self.page.is(node, "th");
            let (columns, rows) = if is_html {
                (self.page.colspan(node), self.page.rowspan(node))
            } else {
                (aria_span(self.page, node, "aria-colspan"), aria_span(self.page, node, "aria-rowspan"))
            };
            let width = columns.min(self.bounds.columns - column);
            let height = match rows {
                0 => end - row,
                rows => rows.min(end - row),
            };
            let header = self.page.is(node, "th") || is_aria_header(self.page, node);
            self.cells.push(GridCell { place: CellPlace::Node(node), header, row, height, column, width });
            if self.taken.len() < column + width {
                self.taken.resize(column + width, 0);
            }
            for until in &mut self.taken[column..column + width] {
                *until = (row + height).max(*until);
            }
            column += width;
        }
    }

    fn finish(mut self, root: NodeId, caption: Option<NodeId>) -> Grid {
        let width = self.drop_empty_columns();
        let affordable = self.bounds.slots / width.max(1);
        self.rows.truncate(affordable);
        self.cells.truncate(self.cells.partition_point(|cell| cell.row < affordable));
        for cell in &mut self.cells {
            cell.height = cell.height.min(self.rows.len() - cell.row);
        }
        let mut grid = Grid { root, cells: self.cells, rows: self.rows, width, caption, turned: false };
        grid.fill_slots();
        grid
    }

    /// Removes the columns in which no cell begins, and returns how many are left.
    fn drop_empty_columns(&mut self) -> usize {
        let mut begins = vec![false; self.taken.len() + 1];
        for cell in &self.cells {
            begins[cell.column] = true;
        }
        let kept = kept_before(&begins);
        for cell in &mut self.cells {
            let end = kept[cell.column + cell.width];
            cell.column = kept[cell.column];
            cell.width = end - cell.column;
        }
        kept[begins.len()]
    }
}
