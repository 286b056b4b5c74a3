//! Joins rows below one another to a table.

use super::edges::Edges;
use super::tile::{Tile, holds_line};
use super::tiling::Tiling;
use crate::settings::VisualSettings;
use chaffinch_core::NodeId;

/// The tiles of one band, with what is needed to see whether they continue the table above.
pub(super) struct Piece {
    /// The element that holds these tiles and nothing else, where there is one.
    pub root: Option<NodeId>,
    pub tiles: Vec<Tile>,
    pub caption: Option<NodeId>,
    /// Whether it is a whole element that is styled as a table.
    pub whole: bool,
    /// Whether its first row looks like a header, or reads like one.
    pub has_header: bool,
    /// Whether its first row looks like a header.
    pub header_is_seen: bool,
    /// Whether all of it looks like a header.
    pub is_header: bool,
    /// The box around the cells.
    pub edges: Edges,
    /// The box around the cells and the space that their row keeps around them: its padding and borders.
    pub outer: Edges,
    /// How many rows there are.
    pub rows: usize,
    /// The left edges of the columns.
    pub columns: Vec<f32>,
    /// The margin above, in CSS pixels.
    pub above: f32,
    /// The margin below, in CSS pixels.
    pub below: f32,
    /// Whether the element around may set space between its children: a flex or grid container.
    pub spaced: bool,
}

/// Pieces below one another that are one table so far.
#[derive(Default)]
pub(super) struct Run {
    /// The element that holds all of it.
    root: Option<NodeId>,
    tiles: Vec<Tile>,
    caption: Option<NodeId>,
    /// The boxes around the cells alone, and around their rows.
    edges: Option<(Edges, Edges)>,
    rows: usize,
    /// Whether it is several rows that an element of their own holds, and nothing else so far.
    boxed: bool,
    columns: Vec<f32>,
    below: f32,
    /// Whether it began with a whole table.
    whole: bool,
    /// Whether all of it so far looks like a header.
    is_header: bool,
}

impl Run {
    /// A run that nothing can continue.
    pub fn closed() -> Run {
        Run::default()
    }

    pub fn new(piece: Piece) -> Run {
        Run {
            root: piece.root,
            tiles: piece.tiles,
            caption: piece.caption,
            edges: Some((piece.edges, piece.outer)),
            rows: piece.rows,
            boxed: piece.rows > 1 && piece.root.is_some(),
            columns: piece.columns,
            below: piece.below,
            whole: piece.whole,
            is_header: piece.is_header,
        }
    }

    pub fn is_table(&self) -> bool {
        self.columns.len() > 1
    }

    pub fn tiling(self, root: NodeId) -> Option<Tiling> {
        let (edges, outer) = self.edges?;
        Some(Tiling {
            root: self.root.unwrap_or(root),
            tiles: self.tiles,
            edges,
            outer,
            caption: self.caption,
            whole: self.whole,
        })
    }

    /// Whether `piece` continues the table: it is right below, and all its columns are also columns of the run, or the other way
    /// round.
    pub fn goes_on(&self, piece: &Piece, settings: &VisualSettings) -> bool {
        let Some((edges, outer)) = &self.edges else { return false };
        let gap = piece.outer.top - outer.bottom;
        let margins = self.below.max(piece.above);
        if gap > settings.adjacency + margins && !piece.spaced {
            return false;
        }
        let near = |a: f32, b: f32| (a - b).abs() <= settings.adjacency;
        if piece.has_header
            && !piece.is_header
            && !self.is_header
            && (self.rows > 1 || self.columns.len() == 1 || piece.header_is_seen)
        {
            // A piece with its own header is another table, unless the run is only a header so far.
            return false;
        }
        let piece_is_boxed = piece.rows > 1 && piece.root.is_some();
        if (self.boxed || piece_is_boxed)
            && !self.is_header
            && self.columns.len() > 1
            && (self.columns.len() != piece.columns.len()
                || !self.columns.iter().all(|x| holds_line(&piece.columns, *x, settings.adjacency)))
        {
            // Boxes that hold several rows each go on below one another only with the same columns.
            return false;
        }
        if self.whole || piece.whole {
            // Two elements styled as tables are one table only if they have the same columns and no space between them.
            let same_width = near(edges.left, piece.edges.left) && near(edges.right, piece.edges.right);
            let (few, many) = self.fewer_and_more_columns(piece);
            return self.whole
                && piece.whole
                && gap <= settings.adjacency
                && (same_width || few.len() == many.len())
                && few.iter().all(|x| holds_line(many, *x, settings.adjacency));
        }
        if piece.columns.len() == 1 || self.columns.len() == 1 {
            // A line beside a box that holds several rows is text before or after the table.
            if self.boxed || piece_is_boxed {
                return false;
            }
            // A line across the whole table, such as a title or a heading between rows, must be right at the table.
            let is_as_wide = |a: &Edges, b: &Edges| near(a.left, b.left) && near(a.right, b.right);
            let same_width = [edges, outer]
                .iter()
                .any(|own| is_as_wide(own, &piece.edges) || is_as_wide(own, &piece.outer));
            return same_width && gap <= settings.adjacency;
        }
        let (few, many) = self.fewer_and_more_columns(piece);
        few.iter().all(|x| holds_line(many, *x, settings.adjacency)) || self.is_semi_aligned(piece, near)
    }

    fn fewer_and_more_columns<'r>(&'r self, piece: &'r Piece) -> (&'r [f32], &'r [f32]) {
        if self.columns.len() < piece.columns.len() {
            (&self.columns, &piece.columns)
        } else {
            (&piece.columns, &self.columns)
        }
    }

    /// Whether `piece` is a row with as many cells as there are columns, of which only the first is aligned. Rows that are inline lists are
    /// such, because each item is as wide as its text.
    fn is_semi_aligned(&self, piece: &Piece, near: impl Fn(f32, f32) -> bool) -> bool {
        piece.tiles.len() == self.columns.len()
            && piece.columns.len() == self.columns.len()
            && self.tiles.len().is_multiple_of(self.columns.len())
            && near(self.columns[0], piece.columns[0])
    }

    /// Moves the cells of a row that is not quite aligned to the columns of the run.
    fn align(&self, piece: &mut Piece) {
        piece.tiles.sort_by(|a, b| a.edges.left.total_cmp(&b.edges.left));
        for (i, tile) in piece.tiles.iter_mut().enumerate() {
            tile.edges.left = self.columns[i];
            let next = self.columns.get(i + 1).copied().unwrap_or(f32::INFINITY);
            tile.edges.right = tile.edges.right.min(next).max(self.columns[i] + 1.0);
        }
        piece.columns.clone_from(&self.columns);
    }

    /// Moves the columns of a table of several rows to those of the run: two tables with the same columns are seldom laid out to the same pixel.
    fn align_columns(&self, piece: &mut Piece, slack: f32) {
        let last = self.columns.len() - 1;
        for Tile { edges, .. } in &mut piece.tiles {
            let first = piece.columns.partition_point(|x| *x <= edges.left + slack).saturating_sub(1);
            let behind = piece.columns.partition_point(|x| *x < edges.right - slack);
            edges.left = self.columns[first];
            edges.right = match self.columns.get(behind) {
                Some(next) => *next,
                None => edges.right.max(self.columns[last] + slack + 1.0),
            };
        }
        piece.columns.clone_from(&self.columns);
    }

    /// Adds a piece that goes on the run; columns within `slack` CSS pixels of one another are the same.
    pub fn add(&mut self, mut piece: Piece, root: NodeId, slack: f32) {
        self.root = Some(root);
        self.boxed = false;
        self.is_header &= piece.is_header;
        if piece.columns.len() == self.columns.len() {
            if piece.tiles.len() == self.columns.len() {
                self.align(&mut piece);
            } else if self.whole && piece.whole {
                self.align_columns(&mut piece, slack);
            }
        }
        // A line across the whole table gets exactly the table's width.
        if let Some((edges, _)) = self.edges {
            if piece.columns.len() == 1 {
                widen(&mut piece.tiles, &edges);
            } else if self.columns.len() == 1 {
                widen(&mut self.tiles, &piece.edges);
            }
        }
        self.edges = Some(self.edges.map_or((piece.edges, piece.outer), |(edges, outer)| {
            (edges.union(&piece.edges), outer.union(&piece.outer))
        }));
        self.rows += piece.rows;
        self.tiles.extend(piece.tiles);
        self.caption = self.caption.or(piece.caption);
        self.below = piece.below;
        if piece.columns.len() > self.columns.len() {
            self.columns = piece.columns;
        }
    }
}

fn widen(tiles: &mut [Tile], to: &Edges) {
    for tile in tiles {
        (tile.edges.left, tile.edges.right) = (to.left, to.right);
    }
}
