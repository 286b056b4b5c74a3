//! How well two renderers agree on the positions of texts and cells.
//!
//! Small differences add up down a page, and nothing in Chaffinch depends on absolute positions.
//! Extractors ask which neighbouring texts share a row and which share a column. That is compared here, for every text leaf with the next ten, and for the cells of tables.

use chaffinch_core::{Layout, NodeId, NodeKind, Page, Rect, is_space};

/// How many following leaves or cells each one is compared with.
const NEAR: usize = 10;

/// What was counted on one page, or on many.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Agreement {
    /// Text leaves that have a box in the reference.
    pub leaves: usize,
    /// Of these, leaves without a box in the other layout.
    pub missing: usize,
    /// Near pairs of leaves that both layouts place.
    pub pairs: usize,
    /// Pairs whose row and column relation are both the same.
    pub pairs_right: usize,
    /// Pairs in one row in the reference, in the other, in both.
    pub rows: [usize; 3],
    /// Leaves whose left edge and width agree within ten pixels.
    pub edges_right: usize,
    /// Pairs of cells of one table.
    pub cell_pairs: usize,
    /// Pairs of cells whose same-row and same-column relation are both the same.
    pub cell_pairs_right: usize,
    /// Elements styled by both, and of these how many agree in font size, weight, colour,
    /// background and display.
    pub styled: usize,
    /// See `styled`.
    pub styled_right: usize,
}

impl Agreement {
    /// Compares `other` with `reference`, both layouts of `page`.
    pub fn of(page: &Page, reference: &Layout, other: &Layout) -> Agreement {
        let mut a = Agreement::default();
        let leaves: Vec<(Rect, Option<Rect>)> = text_leaves(page, reference)
            .map(|(id, rect)| (rect, other.rect(id).filter(|r| !r.is_empty())))
            .collect();
        a.leaves = leaves.len();
        a.missing = leaves.iter().filter(|(_, theirs)| theirs.is_none()).count();
        let both: Vec<(Rect, Rect)> =
            leaves.iter().filter_map(|(ours, theirs)| Some((*ours, (*theirs)?))).collect();
        a.edges_right =
            both.iter().filter(|(r, o)| (r.x - o.x).abs() <= 10.0 && (r.w - o.w).abs() <= 10.0).count();
        for (i, (r1, o1)) in both.iter().enumerate() {
            for (r2, o2) in both[i + 1..].iter().take(NEAR) {
                let (want, got) = (RelativePosition::of(r1, r2), RelativePosition::of(o1, o2));
                a.pairs += 1;
                a.pairs_right += usize::from(want == got);
                a.rows[0] += usize::from(want.row != Order::Apart);
                a.rows[1] += usize::from(got.row != Order::Apart);
                a.rows[2] += usize::from(want.row != Order::Apart && got.row == want.row);
            }
        }
        for table in page.ids().filter(|id| page.is(*id, "table")) {
            a.compare_cells(page, table, reference, other);
        }
        for id in page.ids().filter(|id| page.is_element(*id)) {
            if let (Some(r), Some(o)) = (reference.style(id), other.style(id)) {
                a.styled += 1;
                let same = (r.font_size - o.font_size).abs() < 0.6
                    && r.font_weight == o.font_weight
                    && r.color == o.color
                    && r.background == o.background
                    && r.display == o.display;
                a.styled_right += usize::from(same);
            }
        }
        a
    }

    /// Adds what was counted on another page.
    pub fn add(&mut self, other: &Agreement) {
        self.leaves += other.leaves;
        self.missing += other.missing;
        self.pairs += other.pairs;
        self.pairs_right += other.pairs_right;
        for (sum, part) in self.rows.iter_mut().zip(other.rows) {
            *sum += part;
        }
        self.edges_right += other.edges_right;
        self.cell_pairs += other.cell_pairs;
        self.cell_pairs_right += other.cell_pairs_right;
        self.styled += other.styled;
        self.styled_right += other.styled_right;
    }

    /// Share of near pairs that are right.
    pub fn pair_share(&self) -> f64 {
        share(self.pairs_right, self.pairs)
    }

    /// Share of cell pairs that are right.
    pub fn cell_share(&self) -> f64 {
        share(self.cell_pairs_right, self.cell_pairs)
    }

    /// Share of leaves without a box.
    pub fn missing_share(&self) -> f64 {
        if self.leaves == 0 { 0.0 } else { self.missing as f64 / self.leaves as f64 }
    }

    /// F1 of the relation "in one row".
    pub fn row_f1(&self) -> f64 {
        let [want, got, both] = self.rows;
        if want + got == 0 { 1.0 } else { 2.0 * both as f64 / (want + got) as f64 }
    }

    fn compare_cells(&mut self, page: &Page, table: NodeId, reference: &Layout, other: &Layout) {
        let own_cells: Vec<(Rect, Rect)> = page
            .descendants(table)
            .filter(|id| page.is(*id, "td") || page.is(*id, "th"))
            .filter(|id| page.ancestors(*id).find(|a| page.is(*a, "table")) == Some(table))
            .filter_map(|id| {
                let visible = |r: &Rect| r.w >= 1.0 && r.h >= 1.0;
                Some((reference.rect(id).filter(visible)?, other.rect(id).filter(visible)?))
            })
            .collect();
        for (i, (r1, o1)) in own_cells.iter().enumerate() {
            for (r2, o2) in own_cells[i + 1..].iter().take(NEAR) {
                let same = |a: &Rect, b: &Rect| {
                    (a.overlap_y(b) > 0.5 * a.h.min(b.h), a.overlap_x(b) > 0.5 * a.w.min(b.w))
                };
                self.cell_pairs += 1;
                self.cell_pairs_right += usize::from(same(r1, r2) == same(o1, o2));
            }
        }
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// The visible text nodes that `layout` places.
fn text_leaves<'a>(page: &'a Page, layout: &'a Layout) -> impl Iterator<Item = (NodeId, Rect)> + 'a {
    page.ids()
        .filter(|id| page.node(*id).kind == NodeKind::Text)
        .filter(|id| page.own_text(*id).chars().any(|c| !is_space(c) && c != '\u{a0}'))
        .filter(|id| {
            let parent = page.node(*id).parent.and_then(|p| layout.style(p));
            parent.is_none_or(|style| style.visible)
        })
        .filter_map(|id| Some((id, layout.rect(id).filter(|r| !r.is_empty())?)))
}

/// The position of one box relative to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RelativePosition {
    row: Order,
    column: Order,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Apart,
    Before,
    After,
}

impl RelativePosition {
    /// In one row: over half of the lower one's height is shared, and they stand side by side. In one
    /// column: the same with the axes exchanged.
    fn of(a: &Rect, b: &Rect) -> RelativePosition {
        const TOUCH: f32 = 1.0;
        let side = |a_start: f32, a_end: f32, b_start: f32, b_end: f32| {
            if a_end <= b_start + TOUCH {
                Order::Before
            } else if b_end <= a_start + TOUCH {
                Order::After
            } else {
                Order::Apart
            }
        };
        let row = if a.overlap_y(b) > 0.5 * a.h.min(b.h) {
            side(a.x, a.right(), b.x, b.right())
        } else {
            Order::Apart
        };
        let column = if a.overlap_x(b) > 0.5 * a.w.min(b.w) {
            side(a.y, a.bottom(), b.y, b.bottom())
        } else {
            Order::Apart
        };
        RelativePosition { row, column }
    }
}
