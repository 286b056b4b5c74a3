//! Pages rewritten so that their tables are made of `<div>`s and look the same: Figure 4 of the paper argues that a table can be marked up
//! in many ways.
//!
//! A page is laid out, and each table is written again as `<div>`s at the places where the renderer put its cells.

use crate::markup::Markup;
use chaffinch_core::{Layout, NodeId, NodeKind, Page, Rect, Space};
use chaffinch_tables::{GridSettings, Slot, slots};
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

/// How the `<div>`s that replace a table are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divs {
    /// `display: table` with rows and cells. CSS has no column or row spans, so a row with wide cells becomes a table of its own, and
    /// rows beside a tall cell become a table inside a cell.
    Table,
    /// `display: flex` for each row, with cells of fixed widths; spans as for `Table`.
    Flex,
    /// `display: grid`, cells placed by lines.
    Grid,
    /// `position: absolute`, cells placed by pixels.
    Absolute,
}

impl Divs {
    /// All four.
    pub const ALL: [Divs; 4] = [Divs::Table, Divs::Flex, Divs::Grid, Divs::Absolute];

    /// Its CSS.
    pub fn name(self) -> &'static str {
        match self {
            Divs::Table => "display: table",
            Divs::Flex => "display: flex",
            Divs::Grid => "display: grid",
            Divs::Absolute => "position: absolute",
        }
    }
}

/// The markup of a page that has been laid out, with every table turned into `<div>`s.
pub fn as_divs(page: &Page, layout: &Layout, divs: Divs) -> String {
    let mut writer = Writer { page, layout, divs, markup: Markup::new(page) };
    for child in page.children(NodeId::DOCUMENT) {
        writer.node(child);
    }
    writer.markup.out
}

struct Writer<'p> {
    page: &'p Page,
    layout: &'p Layout,
    divs: Divs,
    markup: Markup<'p>,
}

/// A table as it was laid out.
struct Seen {
    cells: Vec<SeenCell>,
    /// Where columns and rows begin, and where the last ends.
    columns: Vec<f32>,
    rows: Vec<f32>,
}

struct SeenCell {
    slot: Slot,
    rect: Rect,
}

/// The CSS of tables, rows and cells that are written one below the other.
struct Styles {
    table: &'static str,
    row: &'static str,
    cell: &'static str,
}

impl Writer<'_> {
    fn node(&mut self, id: NodeId) {
        let node = self.page.node(id);
        match node.kind {
            NodeKind::Text => self.markup.text(id, self.page.own_text(id)),
            NodeKind::Element if self.page.is(id, "table") && node.space == Space::Html => self.table(id),
            NodeKind::Element => self.element(id),
            _ => {}
        }
    }

    fn element(&mut self, id: NodeId) {
        if self.markup.begin(id) {
            self.content(id);
            self.markup.end(id);
        }
    }

    fn content(&mut self, id: NodeId) {
        for child in self.page.children(id) {
            self.node(child);
        }
    }

    fn table(&mut self, id: NodeId) {
        if let Some(caption) = self.page.element_children(id).find(|child| self.page.is(*child, "caption")) {
            self.markup.out.push_str("<div>");
            self.content(caption);
            self.markup.out.push_str("</div>");
        }
        let Some(seen) = self.seen(id) else { return };
        match self.divs {
            Divs::Absolute => self.absolute(&seen),
            Divs::Grid => self.grid(&seen),
            Divs::Table | Divs::Flex => {
                self.markup.out.push_str("<div>");
                self.stacked(&seen, 0..seen.rows.len() - 1, 0..seen.columns.len() - 1);
                self.markup.out.push_str("</div>");
            }
        }
    }

    /// Where the cells of a table are on the screen; none where no cell is visible.
    fn seen(&self, table: NodeId) -> Option<Seen> {
        let placed = slots(self.page, table, &GridSettings::default()).into_iter();
        let cells: Vec<SeenCell> = placed
            .filter_map(|slot| {
                let rect = self.layout.rect(slot.node).filter(|rect| !rect.is_empty())?;
                Some(SeenCell { slot, rect })
            })
            .collect();
        let hull = Rect::hull(cells.iter().map(|cell| cell.rect))?;
        let columns = begins(cells.iter().map(|cell| (cell.slot.column, cell.rect.x)), hull.right());
        let rows = begins(cells.iter().map(|cell| (cell.slot.row, cell.rect.y)), hull.bottom());
        let renumbered = |numbers: &[usize], at: usize| numbers.partition_point(|number| *number < at);
        let (column_numbers, row_numbers) = (&columns.0, &rows.0);
        let cells = cells.into_iter().map(|SeenCell { slot, rect }| {
            let column = renumbered(column_numbers, slot.column);
            let row = renumbered(row_numbers, slot.row);
            let width = renumbered(column_numbers, slot.column + slot.width).max(column + 1) - column;
            let height = renumbered(row_numbers, slot.row + slot.height).max(row + 1) - row;
            SeenCell { slot: Slot { node: slot.node, row, height, column, width }, rect }
        });
        Some(Seen { cells: cells.collect(), columns: columns.1, rows: rows.1 })
    }

    fn absolute(&mut self, seen: &Seen) {
        let (left, top) = (seen.columns[0], seen.rows[0]);
        let (width, height) =
            (seen.columns.last().unwrap_or(&left) - left, seen.rows.last().unwrap_or(&top) - top);
        let _ =
            write!(self.markup.out, r#"<div style="position:relative;width:{width}px;height:{height}px">"#);
        for cell in &seen.cells {
            let place = format!(
                "position:absolute;left:{}px;top:{}px;width:{}px;height:{}px",
                cell.rect.x - left,
                cell.rect.y - top,
                cell.rect.w,
                cell.rect.h
            );
            self.cell(cell, &place);
        }
        self.markup.out.push_str("</div>");
    }

    fn grid(&mut self, seen: &Seen) {
        let widths: Vec<String> = distances(&seen.columns).iter().map(|width| format!("{width}px")).collect();
        let heights: Vec<String> =
            distances(&seen.rows).iter().map(|height| format!("minmax({height}px,auto)")).collect();
        let _ = write!(
            self.markup.out,
            r#"<div style="display:grid;grid-template-columns:{};grid-template-rows:{}">"#,
            widths.join(" "),
            heights.join(" ")
        );
        for cell in &seen.cells {
            let Slot { row, height, column, width, .. } = cell.slot;
            let place = format!("grid-column:{}/span {width};grid-row:{}/span {height}", column + 1, row + 1);
            self.cell(cell, &place);
        }
        self.markup.out.push_str("</div>");
    }

    /// Writes the cells within some rows and columns as tables below one another; neighbouring rows without spans share a table.
    fn stacked(&mut self, seen: &Seen, rows: Range<usize>, columns: Range<usize>) {
        let inside = |cell: &&SeenCell| rows.contains(&cell.slot.row) && columns.contains(&cell.slot.column);
        let mut by_row: HashMap<usize, Vec<&SeenCell>> = HashMap::new();
        for cell in seen.cells.iter().filter(inside) {
            by_row.entry(cell.slot.row).or_default().push(cell);
        }
        let all: Vec<&SeenCell> = seen.cells.iter().filter(inside).collect();
        let parts = uncrossed(rows.clone(), all.iter().map(|cell| (cell.slot.row, cell.slot.height)));
        let is_plain = |part: &Range<usize>| {
            part.len() == 1
                && by_row.get(&part.start).is_some_and(|cells| cells.iter().all(|cell| cell.slot.width == 1))
        };
        let whole = format!("width:{}px", seen.columns[columns.end] - seen.columns[columns.start]);
        let mut open = false;
        for part in &parts {
            let plain = is_plain(part);
            if !(plain && open) {
                if open {
                    self.markup.out.push_str("</div>");
                }
                let _ = write!(self.markup.out, r#"<div style="{}{whole}">"#, self.styles().table);
            }
            open = true;
            let _ = write!(self.markup.out, r#"<div style="{}">"#, self.styles().row);
            if part.len() == 1 {
                for cell in by_row.get(&part.start).into_iter().flatten() {
                    self.cell(cell, &self.place(seen, cell));
                }
            } else {
                self.beside(seen, part.clone(), columns.clone());
            }
            self.markup.out.push_str("</div>");
            if !plain {
                self.markup.out.push_str("</div>");
                open = false;
            }
        }
        if open {
            self.markup.out.push_str("</div>");
        }
    }

    /// Writes rows that a tall cell spans: the tall cells, and tables of the cells between them.
    fn beside(&mut self, seen: &Seen, rows: Range<usize>, columns: Range<usize>) {
        let inside = |cell: &&SeenCell| rows.contains(&cell.slot.row) && columns.contains(&cell.slot.column);
        let cells: Vec<&SeenCell> = seen.cells.iter().filter(inside).collect();
        let parts = uncrossed(columns.clone(), cells.iter().map(|cell| (cell.slot.column, cell.slot.width)));
        let tall = |part: &Range<usize>| {
            cells.iter().find(|cell| {
                cell.slot.column == part.start
                    && cell.slot.height == rows.len()
                    && cell.slot.width == part.len()
            })
        };
        let mut between: Option<Range<usize>> = None;
        for part in parts.iter().cloned().chain(std::iter::once(columns.end..columns.end)) {
            let single = tall(&part);
            if single.is_none() && !part.is_empty() {
                between = Some(between.map_or(part.clone(), |open| open.start..part.end));
                continue;
            }
            if let Some(part) = between.take() {
                let width = seen.columns[part.end] - seen.columns[part.start];
                let cell = self.styles().cell;
                let _ = write!(self.markup.out, r#"<div style="{cell}padding:0;width:{width}px">"#);
                if part == columns {
                    // No straight line divides the cells, so they are placed by pixels.
                    let inner: Vec<SeenCell> =
                        cells.iter().map(|cell| SeenCell { slot: cell.slot, rect: cell.rect }).collect();
                    self.absolute(&Seen {
                        cells: inner,
                        columns: seen.columns[columns.start..=columns.end].to_vec(),
                        rows: seen.rows[rows.start..=rows.end].to_vec(),
                    });
                } else {
                    self.stacked(seen, rows.clone(), part);
                }
                self.markup.out.push_str("</div>");
            }
            if let Some(cell) = single {
                self.cell(cell, &self.place(seen, cell));
            }
        }
    }

    fn styles(&self) -> Styles {
        match self.divs {
            Divs::Flex => Styles { table: "", row: "display:flex", cell: "flex:none;" },
            _ => Styles {
                table: "display:table;border-spacing:0;",
                row: "display:table-row",
                cell: "display:table-cell;",
            },
        }
    }

    /// A cell reaches to where the next one begins, because there are no gaps between these `<div>`s.
    fn place(&self, seen: &Seen, cell: &SeenCell) -> String {
        let Slot { row, height, column, width, .. } = cell.slot;
        let width = seen.columns[column + width] - seen.columns[column];
        let height = seen.rows[row + height] - seen.rows[row];
        format!("{}width:{width}px;height:{height}px", self.styles().cell)
    }

    fn cell(&mut self, cell: &SeenCell, place: &str) {
        let style = self.layout.style(cell.slot.node).copied().unwrap_or_default();
        let padding: Vec<String> =
            style.padding.iter().zip(style.border).map(|(p, b)| format!("{}px", p + b)).collect();
        let [r, g, b, a] = style.background;
        let background = if a > 0 { format!(";background:rgb({r},{g},{b})") } else { String::new() };
        let _ = write!(
            self.markup.out,
            r#"<div style="{place};box-sizing:border-box;padding:{};font-size:{}px;font-weight:{}{background}">"#,
            padding.join(" "),
            style.font_size,
            style.font_weight
        );
        self.content(cell.slot.node);
        self.markup.out.push_str("</div>");
    }
}

/// The row or column numbers that occur, in order, and the least position of each, followed by `end`.
fn begins(places: impl Iterator<Item = (usize, f32)>, end: f32) -> (Vec<usize>, Vec<f32>) {
    let mut first: std::collections::BTreeMap<usize, f32> = std::collections::BTreeMap::new();
    for (number, at) in places {
        first.entry(number).and_modify(|least| *least = least.min(at)).or_insert(at);
    }
    let numbers = first.keys().copied().collect();
    (numbers, first.into_values().chain([end]).collect())
}

fn distances(begins: &[f32]) -> Vec<f32> {
    begins.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).collect()
}

/// Divides a range at every place that no span of `(begin, length)` crosses.
fn uncrossed(range: Range<usize>, spans: impl Iterator<Item = (usize, usize)>) -> Vec<Range<usize>> {
    let mut crossed = vec![false; range.len() + 1];
    for (begin, length) in spans {
        for cut in begin + 1..(begin + length).min(range.end) {
            crossed[cut - range.start] = true;
        }
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    for at in range.clone() {
        match parts.last_mut() {
            Some(part) if crossed[at - range.start] => part.end = at + 1,
            _ => parts.push(at..at + 1),
        }
    }
    parts
}
