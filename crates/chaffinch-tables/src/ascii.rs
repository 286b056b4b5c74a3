//! ASCII tables: what stands in `<pre>` with spaces, bars and rules between the columns.

use crate::grid::{CellPlace, Grid, GridCell, GridRow};
use chaffinch_core::{NodeId, NodeKind, Page};

/// Spaces that set columns apart where no bar does.
const GUTTER: usize = 2;
/// Lines that a table has at least, rules not counted.
const FEWEST_LINES: usize = 3;
/// A longer line is no line of a table.
const LONGEST_LINE: usize = 2_000;
const TAB: usize = 8;

/// The tables in the `<pre>` elements of a page, in document order.
pub(crate) fn ascii_grids(page: &Page) -> Vec<Grid> {
    page.ids().filter(|id| page.is(*id, "pre")).flat_map(|pre| tables_in(page, pre)).collect()
}

fn tables_in(page: &Page, pre: NodeId) -> Vec<Grid> {
    let lines = lines(page, pre);
    // Between two tables there is an empty line.
    lines.split(Line::is_blank).filter_map(|block| table(pre, block)).collect()
}

/// A character and where it comes from.
#[derive(Debug, Clone, Copy)]
struct Character {
    value: char,
    node: NodeId,
    start: usize,
}

#[derive(Debug, Default)]
struct Line {
    /// What stands in each column of the screen; nothing for a space.
    columns: Vec<Option<Character>>,
}

impl Line {
    fn is_blank(&self) -> bool {
        self.columns.iter().all(Option::is_none)
    }

    /// Whether it only separates: `---+---`, `====`.
    fn is_rule(&self) -> bool {
        let drawn = self.columns.iter().flatten();
        drawn.clone().count() > 2
            && drawn.clone().all(|c| matches!(c.value, '-' | '=' | '+' | '|' | '_' | '─' | '┼'))
    }

    fn is_bar(&self, column: usize) -> bool {
        self.columns.get(column).copied().flatten().is_some_and(|c| matches!(c.value, '|' | '│'))
    }

    fn is_free(&self, column: usize) -> bool {
        self.is_bar(column) || self.columns.get(column).copied().flatten().is_none()
    }
}

fn lines(page: &Page, pre: NodeId) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    let texts = page.subtree(pre).filter(|id| page.node(*id).kind == NodeKind::Text);
    for node in texts {
        for (start, value) in page.own_text(node).char_indices() {
            let Some(line) = lines.last_mut() else { continue };
            let width = line.columns.len();
            match value {
                '\n' => lines.push(Line::default()),
                _ if width > LONGEST_LINE => {}
                '\t' => line.columns.resize(width - width % TAB + TAB, None),
                _ if value.is_whitespace() => line.columns.push(None),
                _ => line.columns.push(Some(Character { value, node, start })),
            }
        }
    }
    lines
}

/// The table that lines without an empty one between them make up, if they do.
fn table(pre: NodeId, block: &[Line]) -> Option<Grid> {
    let written: Vec<&Line> = block.iter().filter(|line| !line.is_rule()).collect();
    let width = written.iter().map(|line| line.columns.len()).max()?;
    if written.len() < FEWEST_LINES || width > LONGEST_LINE {
        return None;
    }
    let columns = columns(&written, width);
    if columns.len() < 2 {
        return None;
    }
    // A rule below the first line says that it names the columns.
    let has_header = block.iter().position(Line::is_rule) == Some(1)
        || (block.first().is_some_and(Line::is_rule) && block.get(2).is_some_and(Line::is_rule));
    let mut cells = Vec::new();
    for (row, line) in written.iter().enumerate() {
        for (column, (begin, end)) in columns.iter().enumerate() {
            let parts = parts(line, *begin, *end);
            if !parts.is_empty() {
                let (place, header) = (CellPlace::Text(parts), has_header && row == 0);
                cells.push(GridCell { place, header, row, height: 1, column, width: 1 });
            }
        }
    }
    // In a table most places are taken; in a text that happens to have a gap, they are not.
    if 3 * cells.len() < 2 * columns.len() * written.len() {
        return None;
    }
    let rows = written.iter().map(|_| GridRow { node: None, in_head: false, slots: Vec::new() }).collect();
    let mut grid = Grid { root: pre, cells, rows, width: columns.len(), caption: None };
    grid.fill_slots();
    Some(grid)
}

/// Where columns begin and end: between bars, or between gaps that go through all lines.
fn columns(lines: &[&Line], width: usize) -> Vec<(usize, usize)> {
    let mut columns: Vec<(usize, usize)> = Vec::new();
    // How wide the gap before this place is, and whether a bar stands in it.
    let (mut gap, mut bar) = (GUTTER, false);
    for at in 0..width {
        if lines.iter().all(|line| line.is_free(at)) {
            gap += 1;
            bar |= lines.iter().any(|line| line.is_bar(at));
            continue;
        }
        match columns.last_mut() {
            Some(column) if gap < GUTTER && !bar => column.1 = at + 1,
            _ => columns.push((at, at + 1)),
        }
        (gap, bar) = (0, false);
    }
    columns
}

/// The text of a line between two places, by text node.
fn parts(line: &Line, begin: usize, end: usize) -> Vec<(NodeId, std::ops::Range<usize>)> {
    let mut parts: Vec<(NodeId, std::ops::Range<usize>)> = Vec::new();
    let within = line.columns.get(begin..end.min(line.columns.len())).unwrap_or_default();
    for character in within.iter().flatten() {
        let behind = character.start + character.value.len_utf8();
        match parts.last_mut() {
            Some((node, range)) if *node == character.node => range.end = behind,
            _ => parts.push((character.node, character.start..behind)),
        }
    }
    parts
}
