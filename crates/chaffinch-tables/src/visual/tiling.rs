//! Finds all tables of a page, without a keyword: elements with boxes inside that form rows and columns.
//!
//! From the innermost elements outwards, each element is either *content*, to be read as a whole, or a *tiling*: cells
//! side by side and below one another. Tilings below one another with the same columns are joined, and a tiling
//! that cannot grow any more is a table. So each cell belongs to one table, and a table inside a cell is a table of its own.

use super::bands::{Band, Kid, bands, lines_apart, overlap};
use super::edges::Edges;
use super::look::{self, Weight};
use super::run::{Piece, Run};
use super::tile::{Tile, holds_line, lines};
use crate::settings::VisualSettings;
use chaffinch_core::{Display, Float, Layout, NodeId, NodeKind, Page, Position, Rect, Style};
use std::collections::HashMap;

/// A set of cells that may be a table.
#[derive(Debug)]
pub struct Tiling {
    /// The element that holds all of them.
    pub root: NodeId,
    /// The cells.
    pub tiles: Vec<Tile>,
    /// The box around them; for a table without caption that of the table, with the space around its cells.
    pub edges: Edges,
    /// The box around them and the space that their rows keep around them.
    pub outer: Edges,
    /// The element that is styled as the table's caption.
    pub caption: Option<NodeId>,
    /// Whether they are all the cells of an element that is styled as a table.
    pub whole: bool,
}

/// All tilings of the page that cannot grow any more, in no particular order.
pub fn tilings(page: &Page, layout: &Layout, settings: &VisualSettings) -> Vec<Tiling> {
    let shapes = page.ids().map(|_| Shape::Content).collect();
    let (within, hulls, found) = (HashMap::new(), HashMap::new(), Vec::new());
    let mut finder = Finder { page, layout, settings, shapes, within, hulls, found };
    // In reverse order, because children come after their parents.
    for id in page.ids().rev().filter(|id| page.is_element(*id)) {
        finder.visit(id);
    }
    let roots: Vec<NodeId> = page.element_children(NodeId::DOCUMENT).collect();
    finder.settle(&roots);
    finder.settle_fillings();
    finder.found
}

/// What an element is for the one around it.
enum Shape {
    /// Something to be read as a whole.
    Content,
    /// Cells to which others may be added above or below.
    Tiling(Tiling),
}

struct Finder<'p> {
    page: &'p Page,
    layout: &'p Layout,
    settings: &'p VisualSettings,
    /// The shapes of the elements visited so far, until the one around them takes them.
    shapes: Vec<Shape>,
    /// Tilings that fill a cell from edge to edge, by the cell. They may be a part of the table around the cell.
    within: HashMap<NodeId, Tiling>,
    /// The boxes around the children of elements that have no area themselves, because all their children float or are positioned.
    hulls: HashMap<NodeId, Edges>,
    found: Vec<Tiling>,
}

impl<'p> Finder<'p> {
    fn visit(&mut self, id: NodeId) {
        let Some(style) = self.layout.style(id) else { return };
        if style.display == Display::None {
            return;
        }
        let kids = self.kids(id);
        if self.layout.rect(id).is_some_and(|rect| rect.is_empty())
            && let Some(hull) = kids.iter().map(|kid| kid.edges).reduce(|a, b| a.union(&b))
        {
            self.hulls.insert(id, hull);
        }
        let shape = match style.display {
            _ if self.has_inline_content(id) && !self.holds_pictures_between_rows(id, &kids) => None,
            Display::Contents => None,
            Display::TableRow => self.row(id, &kids),
            Display::Table | Display::TableRowGroup => self.stack(id, &kids),
            _ => self.arranged(id, &kids),
        };
        match shape {
            Some(tiling) => self.shapes[id.index()] = Shape::Tiling(tiling),
            None => {
                let kids: Vec<NodeId> = kids.iter().map(|kid| kid.node).collect();
                self.settle(&kids);
            }
        }
    }

    /// Finishes the tilings of elements, because nothing around them continues them.
    fn settle(&mut self, nodes: &[NodeId]) {
        for node in nodes {
            if let Some(tiling) = self.take(*node) {
                self.finish(tiling);
            }
        }
    }

    /// Finishes the tilings that fill a cell of what turned out to be no table.
    fn settle_fillings(&mut self) {
        let mut cells: Vec<NodeId> = self.within.keys().copied().collect();
        // Outer cells come first, because their tilings may take those of inner cells.
        cells.sort_unstable();
        for cell in cells {
            if let Some(tiling) = self.within.remove(&cell) {
                self.finish(tiling);
            }
        }
    }

    /// Adds a table that cannot grow any more. A tiling that fills one of its cells is part of it if its columns are also those of
    /// other rows, and otherwise a table of its own.
    fn finish(&mut self, mut tiling: Tiling) {
        let slack = self.settings.adjacency;
        let mut columns: Vec<f32> = tiling.tiles.iter().map(|tile| tile.edges.left).collect();
        columns.extend(self.columns_of_several_fillings(&tiling.tiles));
        let columns = lines(columns.into_iter(), self.settings.tolerance);
        let rows = lines(tiling.tiles.iter().map(|tile| tile.edges.top), self.settings.tolerance);
        let mut left: Vec<Tile> = std::mem::take(&mut tiling.tiles);
        left.reverse();
        while let Some(tile) = left.pop() {
            match self.within.remove(&tile.node) {
                None => tiling.tiles.push(tile),
                Some(inner) => {
                    let fits = rows.len() > 1
                        && inner.tiles.iter().all(|inner| holds_line(&columns, inner.edges.left, slack));
                    if fits {
                        let snapped = inner.tiles.into_iter().map(|inner| inner.snapped(&tile.edges, slack));
                        left.extend(snapped.rev());
                    } else {
                        tiling.tiles.push(tile);
                        self.found.push(inner);
                    }
                }
            }
        }
        self.found.push(tiling);
    }

    /// The positions at which columns begin in at least two of the tilings that fill cells of `tiles`.
    fn columns_of_several_fillings(&self, tiles: &[Tile]) -> Vec<f32> {
        let inner = tiles.iter().filter_map(|tile| self.within.get(&tile.node));
        let mut begins: Vec<f32> = inner
            .flat_map(|inner| lines(inner.tiles.iter().map(|tile| tile.edges.left), self.settings.tolerance))
            .collect();
        begins.sort_by(f32::total_cmp);
        let twice = |pair: &&[f32]| pair[1] - pair[0] <= self.settings.adjacency;
        begins.windows(2).filter(twice).map(|pair| pair[0]).collect()
    }

    fn take(&mut self, node: NodeId) -> Option<Tiling> {
        match std::mem::replace(&mut self.shapes[node.index()], Shape::Content) {
            Shape::Content => None,
            Shape::Tiling(tiling) => Some(tiling),
        }
    }

    /// Whether the cells of the first of `rows` all look like headers.
    fn has_header(&self, tiles: &[Tile], rows: &[f32]) -> bool {
        let Some(top) = rows.first() else { return false };
        let mut first_row =
            tiles.iter().filter(|tile| (tile.edges.top - top).abs() <= self.settings.tolerance);
        first_row.all(|tile| self.looks_like_header(tile))
    }

    /// The upper edges of the rows of `tiles` without the lines across all columns that stand above the others: they are titles.
    fn rows_below_titles(&self, tiles: &[Tile], rows: &[f32]) -> Vec<f32> {
        let mut counts = vec![0_usize; rows.len()];
        for tile in tiles {
            let row = rows.partition_point(|top| *top <= tile.edges.top + self.settings.tolerance);
            counts[row.saturating_sub(1)] += 1;
        }
        let titles = counts.iter().take_while(|count| **count == 1).count();
        // Where all rows are single cells, none of them is a title.
        rows[if titles == rows.len() { 0 } else { titles }..].to_vec()
    }

    /// Whether the texts of the first of `rows` name what stands below: none has a digit, and in some column all texts of the next
    /// rows have one.
    fn reads_like_header(&self, tiles: &[Tile], rows: &[f32]) -> bool {
        /// Rows below the first that are looked at.
        const ROWS: usize = 4;
        let Some(last) = rows.get(1..).and_then(|below| below.iter().take(ROWS).next_back()) else {
            return false;
        };
        let mut columns: HashMap<i32, (Option<String>, Vec<String>)> = HashMap::new();
        let top = rows[0] + self.settings.tolerance;
        let is_near = |tile: &&Tile| {
            let slack = self.settings.tolerance;
            (rows[0] - slack..=last + slack).contains(&tile.edges.top)
        };
        for tile in tiles.iter().filter(is_near) {
            let text = self.page.flat_text(tile.node);
            let (name, below) = columns.entry(tile.edges.left.round() as i32).or_default();
            if tile.edges.top <= top { *name = Some(text) } else { below.push(text) }
        }
        let has_digit = |text: &String| text.chars().any(char::is_numeric);
        let names = || columns.values().filter_map(|(name, _)| name.as_ref());
        let names_numbers = |(name, below): &(Option<String>, Vec<String>)| {
            name.as_ref().is_some_and(|name| !name.is_empty())
                && !below.is_empty()
                && below.iter().all(has_digit)
        };
        !names().any(has_digit) && columns.values().any(names_numbers)
    }

    fn looks_like_header(&self, tile: &Tile) -> bool {
        look::weight(self.page, self.layout, tile.node) != Weight::Normal
    }

    /// The children with a box. An element with `display: contents` has none, and its children count instead.
    fn kids(&self, id: NodeId) -> Vec<Kid<'p>> {
        let mut kids = Vec::new();
        let mut children: Vec<NodeId> = self.page.element_children(id).collect();
        children.reverse();
        while let Some(node) = children.pop() {
            let Some(style) = self.layout.style(node).filter(|style| style.display != Display::None) else {
                continue;
            };
            if style.display == Display::Contents {
                let inner: Vec<NodeId> = self.page.element_children(node).collect();
                children.extend(inner.into_iter().rev());
            } else if let Some(edges) = self.edges(node, style) {
                kids.push(Kid { node, edges, style });
            }
        }
        kids
    }

    /// The box of an element, or around its children where it has no area itself.
    fn edges(&self, node: NodeId, style: &Style) -> Option<Edges> {
        let own = self.layout.rect(node).and_then(|rect| Edges::of_element(rect, style));
        own.or_else(|| self.hulls.get(&node).copied()).or_else(|| self.flat_edges(node, style))
    }

    /// The box of an empty cell that has a width but no height, because nothing gives it one.
    fn flat_edges(&self, node: NodeId, style: &Style) -> Option<Edges> {
        /// In CSS pixels: narrower ones are spacers, and the height that such a box gets.
        const LEAST: (f32, f32) = (16.0, 1.0);
        let is_placed = style.float != Float::None
            || style.position == Position::Absolute
            || style.display == Display::InlineBlock;
        let rect = self.layout.rect(node).filter(|rect| is_placed && rect.h <= 0.0 && rect.w >= LEAST.0)?;
        let is_leaf = self.page.node(node).end.index() == node.index() + 1;
        is_leaf.then(|| Edges::of(Rect::new(rect.x, rect.y, rect.w, LEAST.1))).flatten()
    }

    /// Whether `id` has text directly in it or in inline elements. Inline list items are cells, not text.
    fn has_inline_content(&self, id: NodeId) -> bool {
        self.page.children(id).any(|child| match self.page.node(child).kind {
            NodeKind::Text => {
                self.layout.rect(child).is_some() && !self.page.own_text(child).trim().is_empty()
            }
            NodeKind::Element => {
                self.layout.style(child).is_some_and(|style| style.display == Display::Inline)
                    && !matches!(self.page.name(child), "li" | "dt" | "dd")
                    && self.layout.rect(child).is_some_and(|rect| !rect.is_empty())
            }
            _ => false,
        })
    }

    /// Whether the inline content of an element is nothing but pictures, and rows of cells stand beside them: a picture that no box of its own
    /// holds is a line, as in an infobox.
    fn holds_pictures_between_rows(&self, id: NodeId, kids: &[Kid]) -> bool {
        let is_picture = |node: NodeId| matches!(self.page.name(node), "img" | "picture" | "svg" | "video");
        let has_text = self.page.children(id).any(|child| {
            self.page.node(child).kind == NodeKind::Text && !self.page.own_text(child).trim().is_empty()
        });
        let is_row = |kid: &Kid| matches!(self.shapes[kid.node.index()], Shape::Tiling(_));
        let is_inline = |kid: &&Kid| kid.style.display == Display::Inline;
        !has_text && kids.iter().any(is_row) && kids.iter().filter(is_inline).all(|kid| is_picture(kid.node))
    }

    /// The tiling of a table row: its cells.
    fn row(&mut self, id: NodeId, kids: &[Kid]) -> Option<Tiling> {
        self.keep_fillings(kids, fills);
        let tiles: Vec<Tile> = kids.iter().map(|kid| Tile { node: kid.node, edges: kid.edges }).collect();
        let edges = hull(&tiles)?;
        Some(Tiling { root: id, tiles, edges, outer: edges, caption: None, whole: false })
    }

    /// Keeps the tilings that fill cells of a row until it is known whether they are a part of the table around them, and
    /// finishes the others.
    fn keep_fillings(&mut self, cells: &[Kid], fills: fn(&Tiling, &Edges, f32) -> bool) {
        for cell in cells {
            match self.take(cell.node) {
                Some(inner) if fills(&inner, &cell.edges, self.settings.adjacency) => {
                    self.within.insert(cell.node, inner);
                }
                Some(inner) => self.finish(inner),
                None => {}
            }
        }
    }

    /// The tiling of a table or row group: all cells of its rows.
    fn stack(&mut self, id: NodeId, kids: &[Kid]) -> Option<Tiling> {
        let (mut tiles, mut caption) = (Vec::new(), None);
        for kid in kids {
            match self.take(kid.node) {
                Some(part) => {
                    tiles.extend(part.tiles);
                    caption = caption.or(part.caption);
                }
                None if kid.style.display == Display::TableCaption => caption = Some(kid.node),
                None if kid.style.display == Display::TableCell => {
                    tiles.push(Tile { node: kid.node, edges: kid.edges });
                }
                None => {}
            }
        }
        let cells = hull(&tiles)?;
        let whole = self.layout.style(id).is_some_and(|style| style.display == Display::Table);
        let edges =
            self.layout.rect(id).and_then(Edges::of).filter(|_| whole && caption.is_none()).unwrap_or(cells);
        Some(Tiling { root: id, tiles, edges, outer: edges, caption, whole })
    }

    /// The tiling of any other element: children side by side are a row.
    fn arranged(&mut self, id: NodeId, kids: &[Kid<'p>]) -> Option<Tiling> {
        if let [only] = kids {
            // An element with a single child is what the child is.
            return self.take(only.node);
        }
        if let Some(tiling) = self.columns(id, kids).or_else(|| self.frozen(id, kids)) {
            return Some(tiling);
        }
        let mut runs: Vec<Run> = Vec::new();
        for band in bands(kids, self.settings.adjacency) {
            let piece = self.piece(id, &band);
            match (runs.last_mut(), piece) {
                (_, None) => runs.push(Run::closed()),
                (Some(run), Some(piece)) if run.goes_on(&piece, self.settings) => {
                    run.add(piece, id, self.settings.adjacency)
                }
                (_, Some(piece)) => runs.push(Run::new(piece)),
            }
        }
        let mut tables: Vec<Tiling> = Vec::new();
        let only = runs.len() == 1;
        for run in runs.into_iter().filter(Run::is_table) {
            tables.extend(run.tiling(id));
        }
        if only {
            return tables.pop();
        }
        for table in tables {
            self.finish(table);
        }
        None
    }

    /// The tiling of an element whose children are the columns of a table, side by side: each holds as many lines as the others, and the
    /// lines of all columns begin at the same heights.
    fn columns(&mut self, id: NodeId, kids: &[Kid<'p>]) -> Option<Tiling> {
        /// Fewest lines of a column: cards with a heading and a text have two.
        const LINES: usize = 3;
        let near = |a: f32, b: f32| (a - b).abs() <= self.settings.adjacency;
        if !lines_apart(kids, self.settings.adjacency) {
            return None;
        }
        let first = self.lines_of(kids.first()?.node).filter(|lines| lines.len() >= LINES)?;
        let mut tiles: Vec<Tile> = Vec::new();
        for kid in kids {
            let own = self.lines_of(kid.node).filter(|own| own.len() == first.len())?;
            for (line, at) in own.iter().zip(&first) {
                if !near(line.edges.top, at.edges.top) {
                    return None;
                }
                // A column is as wide as its box, and the lines of a row are level.
                let edges =
                    Edges { top: at.edges.top, left: kid.edges.left, right: kid.edges.right, ..line.edges };
                tiles.push(Tile { node: line.node, edges });
            }
        }
        let nodes: Vec<NodeId> = kids.iter().map(|kid| kid.node).collect();
        self.settle(&nodes);
        let edges = hull(&tiles)?;
        Some(Tiling { root: id, tiles, edges, outer: edges, caption: None, whole: false })
    }

    /// The tiling of an element whose children are parts of one table, side by side, with the same rows: a first column that stays where it is
    /// while the others are scrolled.
    fn frozen(&mut self, id: NodeId, kids: &[Kid<'p>]) -> Option<Tiling> {
        /// Fewest rows: a heading beside the heading of a table is no part of it.
        const ROWS: usize = 3;
        let VisualSettings { tolerance, adjacency, .. } = *self.settings;
        if kids.len() < 2 || !lines_apart(kids, adjacency) {
            return None;
        }
        let parts: Vec<Vec<Tile>> = kids.iter().map(|kid| self.part(kid)).collect::<Option<_>>()?;
        let begins = |part: &[Tile], edge: fn(&Tile) -> f32| lines(part.iter().map(edge), tolerance);
        let rows = begins(&parts[0], |tile| tile.edges.top);
        let is_level = |part: &Vec<Tile>| {
            let own = begins(part, |tile| tile.edges.top);
            own.len() == rows.len() && own.iter().zip(&rows).all(|(a, b)| (a - b).abs() <= adjacency)
        };
        // Lists side by side have one column each, and tables side by side several.
        let single = parts.iter().filter(|part| begins(part, |tile| tile.edges.left).len() == 1).count();
        if rows.len() < ROWS || single != 1 || !parts.iter().all(is_level) {
            return None;
        }
        // What they are made of is part of this table now.
        for kid in kids {
            self.take(kid.node);
        }
        let mut tiles: Vec<Tile> = parts.into_iter().flatten().collect();
        for Tile { edges, .. } in &mut tiles {
            let row = rows.partition_point(|top| *top <= edges.top + adjacency).saturating_sub(1);
            edges.top = rows[row];
        }
        let edges = hull(&tiles)?;
        Some(Tiling { root: id, tiles, edges, outer: edges, caption: None, whole: false })
    }

    /// The cells of a child that may be a part of a table: those of its tiling, or the lines of a column.
    fn part(&self, kid: &Kid<'p>) -> Option<Vec<Tile>> {
        if let Shape::Tiling(tiling) = &self.shapes[kid.node.index()] {
            return Some(tiling.tiles.clone());
        }
        let line = |line: Kid| {
            let edges = Edges { left: kid.edges.left, right: kid.edges.right, ..line.edges };
            Tile { node: line.node, edges }
        };
        Some(self.lines_of(kid.node)?.into_iter().map(line).collect())
    }

    /// The lines that a column consists of, from top to bottom: children below one another that hold nothing but text.
    fn lines_of(&self, column: NodeId) -> Option<Vec<Kid<'p>>> {
        /// Elements with a single child that are looked through.
        const WRAPPERS: usize = 4;
        let mut node = column;
        for _ in 0..WRAPPERS {
            if self.has_inline_content(node) {
                return None;
            }
            let kids = self.kids(node);
            if let [only] = kids.as_slice() {
                node = only.node;
                continue;
            }
            let stacked = kids
                .windows(2)
                .all(|pair| pair[1].edges.top >= pair[0].edges.bottom - self.settings.adjacency);
            let filled = kids.iter().filter(|kid| self.has_inline_content(kid.node)).count();
            // A cell may be empty.
            let is_line = |kid: &Kid| {
                self.has_inline_content(kid.node) || self.page.element_children(kid.node).next().is_none()
            };
            return (stacked && 2 * filled > kids.len() && kids.iter().all(is_line)).then_some(kids);
        }
        None
    }

    /// What a band adds to a table: cells side by side, the tiling of a single child, or a heading. Nothing where children overlap.
    fn piece(&mut self, id: NodeId, band: &Band<'p>) -> Option<Piece> {
        let margin = |kid: &Kid, side: usize| kid.style.margin[side].max(0.0);
        let above = band.kids.iter().map(|kid| margin(kid, 0)).fold(0.0, f32::max);
        let below = band.kids.iter().map(|kid| margin(kid, 2)).fold(0.0, f32::max);
        // What is placed has the space around it in its places.
        let is_placed = band.kids.iter().all(|kid| kid.style.position == Position::Absolute);
        let spaced = is_placed
            || self.layout.style(id).is_some_and(|s| matches!(s.display, Display::Flex | Display::Grid));
        let piece = |tiles: Vec<Tile>, edges| {
            let columns = lines(tiles.iter().map(|tile| tile.edges.left), self.settings.tolerance);
            Piece {
                root: None,
                tiles,
                caption: None,
                whole: false,
                has_header: false,
                header_is_seen: false,
                is_header: false,
                edges,
                outer: edges,
                rows: 1,
                columns,
                above,
                below,
                spaced,
            }
        };
        if let [only] = band.kids.as_slice() {
            return Some(match self.take(only.node) {
                Some(inner) => {
                    let rows = lines(inner.tiles.iter().map(|tile| tile.edges.top), self.settings.tolerance);
                    let below = self.rows_below_titles(&inner.tiles, &rows);
                    let header_is_seen = self.has_header(&inner.tiles, &below);
                    let is_header =
                        header_is_seen && inner.tiles.iter().all(|tile| self.looks_like_header(tile));
                    Piece {
                        root: Some(inner.root),
                        caption: inner.caption,
                        whole: inner.whole,
                        has_header: header_is_seen || self.reads_like_header(&inner.tiles, &below),
                        header_is_seen,
                        is_header,
                        // The padding of a row is space between rows; that of a box around a whole table is not.
                        outer: if rows.len() == 1 && !inner.whole { only.edges } else { inner.outer },
                        rows: rows.len(),
                        ..piece(inner.tiles, inner.edges)
                    }
                }
                None => piece(vec![Tile { node: only.node, edges: only.edges }], only.edges),
            });
        }
        if let Some(inner) = self.columns(id, &band.kids) {
            let rows = lines(inner.tiles.iter().map(|tile| tile.edges.top), self.settings.tolerance);
            let header_is_seen = self.has_header(&inner.tiles, &rows);
            return Some(Piece {
                has_header: header_is_seen || self.reads_like_header(&inner.tiles, &rows),
                header_is_seen,
                rows: rows.len(),
                ..piece(inner.tiles, inner.edges)
            });
        }
        if overlap(&band.kids, self.settings.adjacency) {
            let nodes: Vec<NodeId> = band.kids.iter().map(|kid| kid.node).collect();
            self.settle(&nodes);
            return None;
        }
        let in_one_line = lines_apart(&band.kids, self.settings.adjacency);
        let tiles = band.kids.iter().map(|kid| {
            let mut edges = kid.edges;
            if in_one_line {
                (edges.top, edges.bottom) = (band.edges.top, band.edges.bottom);
            }
            Tile { node: kid.node, edges }
        });
        let tiles: Vec<Tile> = tiles.collect();
        // Rows beside a cell that is as tall as all of them together. Boxes of which each holds rows are cards.
        let is_cell = |kid: &Kid| matches!(self.shapes[kid.node.index()], Shape::Content);
        if in_one_line && band.kids.iter().any(is_cell) {
            self.keep_fillings(&band.kids, fills_from_the_left);
        } else {
            let nodes: Vec<NodeId> = band.kids.iter().map(|kid| kid.node).collect();
            self.settle(&nodes);
        }
        Some(piece(tiles, band.edges))
    }
}

/// Whether a tiling fills a cell, with less than `adjacency` CSS pixels of space on each side.
fn fills(inner: &Tiling, cell: &Edges, adjacency: f32) -> bool {
    let reaches = |hull: Edges| (cell.right - hull.right).abs() < adjacency;
    fills_from_the_left(inner, cell, adjacency) && hull(&inner.tiles).is_some_and(reaches)
}

/// Whether a tiling fills a cell but for its right side: a box may take all the space that is left in a row, whatever its content needs.
fn fills_from_the_left(inner: &Tiling, cell: &Edges, adjacency: f32) -> bool {
    hull(&inner.tiles).is_some_and(|hull| {
        let gaps = [hull.left - cell.left, hull.top - cell.top, cell.bottom - hull.bottom];
        gaps.iter().all(|gap| gap.abs() < adjacency)
    })
}

fn hull(tiles: &[Tile]) -> Option<Edges> {
    tiles.iter().map(|tile| tile.edges).reduce(|a, b| a.union(&b))
}
