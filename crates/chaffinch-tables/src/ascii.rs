//! Tables in `<pre>` elements, with spaces, bars or drawn lines between their columns.

use crate::grid::{CellPlace, Grid, GridCell, GridRow};
use crate::settings::AsciiSettings;
use chaffinch_core::{NodeId, NodeKind, Page};

/// Most characters of a line: a limit against hostile input.
const LONGEST_LINE: usize = 2_000;
/// Characters from one tab stop to the next, as browsers have them.
const TAB: usize = 8;

/// The tables in the `<pre>` elements of a page, in document order.
pub(crate) fn ascii_grids(page: &Page, settings: &AsciiSettings) -> Vec<Grid> {
    page.ids().filter(|id| page.is(*id, "pre")).flat_map(|pre| tables_in(page, pre, settings)).collect()
}

fn tables_in(page: &Page, pre: NodeId, settings: &AsciiSettings) -> Vec<Grid> {
    let lines = lines(page, pre);
    // Between two tables there is an empty line.
    lines.split(Line::is_blank).filter_map(|block| table(pre, block, settings)).collect()
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
    /// The character at each position of the line; nothing for a space.
    columns: Vec<Option<Character>>,
}

impl Line {
    fn is_blank(&self) -> bool {
        self.columns.iter().all(Option::is_none)
    }

    /// Whether it only draws a line: `---+---`, `====`.
    fn is_rule(&self) -> bool {
        let drawn = self.columns.iter().flatten();
        drawn.clone().count() > 2
            && drawn.clone().all(|c| {
                matches!(c.value, '-' | '=' | '+' | '|' | '_' | ':' | '*' | '~' | '\u{2500}'..='\u{257f}')
            })
    }

    fn is_bar(&self, column: usize) -> bool {
        self.columns
            .get(column)
            .copied()
            .flatten()
            .is_some_and(|c| matches!(c.value, '|' | '│' | '┃' | '║' | '╎' | '┆' | '┊'))
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

/// The table that neighbouring lines are; nothing where they are not one.
fn table(pre: NodeId, block: &[Line], settings: &AsciiSettings) -> Option<Grid> {
    let written: Vec<&Line> = block.iter().filter(|line| !line.is_rule()).collect();
    let width = written.iter().map(|line| line.columns.len()).max()?;
    if written.len() < settings.min_lines || width > LONGEST_LINE {
        return None;
    }
    let columns = columns(&written, width, settings.gutter);
    if columns.len() < 2 {
        return None;
    }
    // A drawn line below the first line of text makes that the header.
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
    let slots = columns.len() * written.len();
    if (cells.len() as f32 / slots as f32) < settings.min_filled {
        return None;
    }
    let rows = written.iter().map(|_| GridRow { node: None, in_head: false, slots: Vec::new() }).collect();
    let mut grid = Grid { root: pre, cells, rows, width: columns.len(), caption: None, turned: false };
    grid.fill_slots();
    Some(grid)
}

/// The begin and end of each column. Columns are separated by bars, or by gaps of at least `gutter` characters in all lines.
fn columns(lines: &[&Line], width: usize, gutter: usize) -> Vec<(usize, usize)> {
    let mut columns: Vec<(usize, usize)> = Vec::new();
    // How wide the gap before this position is, and whether it has a bar.
    let (mut gap, mut bar) = (gutter, false);
    for at in 0..width {
        if lines.iter().all(|line| line.is_free(at)) {
            gap += 1;
            bar |= lines.iter().any(|line| line.is_bar(at));
            continue;
        }
        match columns.last_mut() {
            Some(column) if gap < gutter && !bar => column.1 = at + 1,
            _ => columns.push((at, at + 1)),
        }
        (gap, bar) = (0, false);
    }
    columns
}

/// The text of a line between two positions, as parts of text nodes.
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
