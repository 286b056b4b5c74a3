//! The widths of table columns.
//!
//! Blitz lays tables out on a grid, which shares spare width equally and knows no percentages. CSS
//! has an algorithm of its own ("Computing the table width" and "Distributing width to columns" of
//! CSS Tables 3), and it is followed here: after a first layout the columns get their widths, and
//! tables that change are laid out again.

use super::document::computed_style;
use super::lengths;
use blitz_dom::node::SpecialElementData;
use blitz_dom::{BaseDocument, Node, NodeId as BlitzId, local_name};
use parley::InlineBoxKind;
use rustc_hash::FxHashMap;
use style::computed_values::border_collapse::T as BorderCollapse;
use style::computed_values::flex_direction::T as FlexDirection;
use style::computed_values::flex_wrap::T as FlexWrap;
use style::computed_values::table_layout::T as TableLayout;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::computed::{MaxSize, Size};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use taffy::{GridTemplateComponent, style_helpers};

/// Lets neighbouring cells share their borders where they collapse: Blitz keeps both and a gutter.
pub fn collapse_borders(blitz: &mut BaseDocument) {
    for table in tables(blitz) {
        let Some(node) = blitz.get_node_mut(table) else { continue };
        let own = node.primary_styles().map_or(0.0, |style| {
            let border = style.get_border();
            lengths::border(border.border_left_width.0, border.border_left_style)
        });
        let Some(SpecialElementData::TableRoot(context)) =
            node.element_data_mut().map(|e| &mut e.special_data)
        else {
            continue;
        };
        let Some(context) = std::sync::Arc::get_mut(context) else { continue };
        if context.border_collapse != BorderCollapse::Collapse {
            continue;
        }
        // Cells have both of their borders inside of them, so that they overlap by one.
        let shared = context.style.gap.map(|gap| gap.into_raw().value());
        context.style.gap = shared.map(|gap| style_helpers::length(-gap));
        let rest = ((own - shared.width) / 2.0).max(0.0);
        context.style.border = taffy::Rect {
            left: style_helpers::length(rest),
            right: style_helpers::length(rest),
            top: style_helpers::length(rest),
            bottom: style_helpers::length(rest),
        };
    }
}

/// Sets the columns of every table that the first layout got wrong. Returns whether there was one.
pub fn set_columns(blitz: &mut BaseDocument) -> bool {
    let tables = tables(blitz);
    let mut columns = Columns {
        blitz,
        content: FxHashMap::default(),
        grids: FxHashMap::default(),
        grown: FxHashMap::default(),
    };
    let mut changed = false;
    // Outer tables come first: what is inside of them depends on their columns.
    for table in tables {
        changed |= columns.set(table);
    }
    changed
}

/// All tables, outer ones before inner ones.
fn tables(blitz: &BaseDocument) -> Vec<BlitzId> {
    let mut tables = Vec::new();
    let mut stack = vec![blitz.root_element().id];
    while let Some(id) = stack.pop() {
        let Some(node) = blitz.get_node(id) else { continue };
        if node.flags.is_table_root() {
            tables.push(id);
        }
        let children = node.layout_children.borrow();
        stack.extend(children.iter().flat_map(|children| children.iter().rev().copied()));
    }
    tables
}

/// Pixels added to the widths of texts, so that rounding never makes a column too narrow for its text.
const SLACK: f32 = 0.02;

/// The min-content and max-content width of something, in pixels.
#[derive(Clone, Copy, Default, Debug)]
struct Range {
    min: f32,
    max: f32,
}

impl Range {
    fn widened(self, by: f32) -> Range {
        Range { min: (self.min + by).max(0.0), max: (self.max + by).max(0.0) }
    }

    fn or_wider(self, other: Range) -> Range {
        Range { min: self.min.max(other.min), max: self.max.max(other.max) }
    }
}

/// The width that a column asks for in its style.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Asked {
    Nothing,
    Pixels,
    Percent(f32),
}

#[derive(Clone, Copy, Debug)]
struct Column {
    range: Range,
    asked: Asked,
}

struct Grid {
    columns: Vec<Column>,
    /// Borders, padding and the space between the columns.
    around: f32,
}

impl Grid {
    fn sum(&self, width: impl Fn(&Column) -> f32) -> f32 {
        self.columns.iter().map(width).sum()
    }
}

struct Columns<'b> {
    blitz: &'b mut BaseDocument,
    /// The widths of border boxes, without margins.
    content: FxHashMap<BlitzId, Range>,
    grids: FxHashMap<BlitzId, std::rc::Rc<Grid>>,
    /// How many pixels wider each cell will be than in the first layout.
    grown: FxHashMap<BlitzId, f32>,
}

impl Columns<'_> {
    fn set(&mut self, table: BlitzId) -> bool {
        let Some(style) = self.style(table) else { return false };
        let is_fixed =
            style.clone_table_layout() == TableLayout::Fixed && style.clone_width() != Size::auto();
        let grid = self.grid(table);
        if is_fixed || grid.columns.is_empty() {
            return false;
        }
        let width = self.table_width(table, &style, &grid);
        let widths = distribute(&grid.columns, (width - grid.around).max(0.0));
        if !self.differs(table, &widths) {
            return false;
        }
        let Some(node) = self.blitz.get_node_mut(table) else { return false };
        let Some(SpecialElementData::TableRoot(context)) =
            node.element_data_mut().map(|e| &mut e.special_data)
        else {
            return false;
        };
        let Some(context) = std::sync::Arc::get_mut(context) else { return false };
        context.style.grid_template_columns =
            widths.iter().map(|width| GridTemplateComponent::Single(style_helpers::length(*width))).collect();
        self.forget_layout(table);
        true
    }

    /// Whether a cell is not as wide as its columns will be. Remembers by how much.
    fn differs(&mut self, table: BlitzId, widths: &[f32]) -> bool {
        let mut differs = false;
        for cell in self.cells(table) {
            let Some(node) = self.blitz.get_node(cell.id) else { continue };
            if cell.span != 1 || cell.column >= widths.len() {
                continue;
            }
            let difference = widths[cell.column] - node.unrounded_layout().size.width;
            if difference.abs() > 0.01 {
                differs |= difference.abs() > 0.5;
                self.grown.insert(cell.id, difference);
            }
        }
        differs
    }

    /// Has the table and everything around it laid out again.
    fn forget_layout(&mut self, table: BlitzId) {
        let mut at = Some(table);
        while let Some(id) = at {
            let Some(node) = self.blitz.get_node_mut(id) else { break };
            node.clear_layout_cache();
            at = node.layout_parent.get();
        }
    }

    /// The table's border box.
    fn table_width(&self, table: BlitzId, style: &ComputedValues, grid: &Grid) -> f32 {
        let available = self.available(table);
        let (min, max) = (grid.sum(|c| c.range.min) + grid.around, max_width(grid));
        let own = match style.clone_width() {
            Size::LengthPercentage(length) => match (length.0.to_length(), length.0.to_percentage()) {
                (Some(length), _) => Some(length.px() + self.outside_box_sizing(table, style)),
                (None, Some(percent)) => Some(percent.0 * available + self.outside_box_sizing(table, style)),
                _ => None,
            },
            _ => None,
        };
        let width = own.unwrap_or_else(|| max.min(available)).max(min);
        match style.clone_min_width() {
            Size::LengthPercentage(length) => width.max(length.0.to_length().map_or(0.0, |l| l.px())),
            _ => width,
        }
    }

    /// What borders and padding add to a width by `box-sizing`. Space between cells is no padding.
    fn outside_box_sizing(&self, id: BlitzId, style: &ComputedValues) -> f32 {
        use style::computed_values::box_sizing::T as BoxSizing;
        match style.clone_box_sizing() {
            BoxSizing::BorderBox => 0.0,
            BoxSizing::ContentBox => match self.blitz.get_node(id) {
                Some(node) if node.flags.is_table_root() => 0.0,
                Some(node) => edges(node),
                None => 0.0,
            },
        }
    }

    /// The width of the block that contains a box, as it will be.
    fn available(&self, id: BlitzId) -> f32 {
        let Some(parent) = self.blitz.get_node(id).and_then(|node| node.containing_block()) else {
            return 0.0;
        };
        let Some(node) = self.blitz.get_node(parent) else { return 0.0 };
        let margins = self.style(id).map_or(0.0, |style| margins(&style));
        (node.unrounded_layout().size.width - edges(node) + self.growth(parent) - margins).max(0.0)
    }

    /// How much wider a box will be, because of the cell that it is in.
    fn growth(&self, mut id: BlitzId) -> f32 {
        loop {
            if let Some(growth) = self.grown.get(&id) {
                return *growth;
            }
            let fixed = self.style(id).is_some_and(|style| style.clone_width() != Size::auto());
            match self.blitz.get_node(id).and_then(|node| node.layout_parent.get()) {
                Some(parent) if !fixed => id = parent,
                _ => return 0.0,
            }
        }
    }

    fn grid(&mut self, table: BlitzId) -> std::rc::Rc<Grid> {
        if let Some(grid) = self.grids.get(&table) {
            return grid.clone();
        }
        let grid = std::rc::Rc::new(self.measure_grid(table));
        self.grids.insert(table, grid.clone());
        grid
    }

    fn measure_grid(&mut self, table: BlitzId) -> Grid {
        let cells = self.cells(table);
        let count = cells.iter().map(|cell| cell.column + cell.span).max().unwrap_or(0);
        let mut columns = vec![Column { range: Range::default(), asked: Asked::Nothing }; count];
        let (gap, around) = self.spacing(table, count);
        for (column, id) in self.column_elements(table).into_iter().enumerate().take(count) {
            if let Some(style) = self.style(id) {
                match asked(&style) {
                    Some((Asked::Pixels, width)) => {
                        columns[column] =
                            Column { range: Range { min: 0.0, max: width }, asked: Asked::Pixels };
                    }
                    Some((percent, _)) => columns[column].asked = percent,
                    None => {}
                }
            }
        }
        let mut wide = Vec::new();
        for cell in cells {
            let (range, asked) = self.cell(cell.id);
            if cell.span == 1 {
                columns[cell.column].take(range, asked);
            } else {
                wide.push((cell, range, asked));
            }
        }
        wide.sort_by_key(|(cell, _, _)| cell.span);
        for (cell, range, asked) in wide {
            spread(&mut columns[cell.column..cell.column + cell.span], range, asked, gap);
        }
        Grid { columns, around }
    }

    /// What a cell's content and style ask of its columns.
    fn cell(&mut self, id: BlitzId) -> (Range, Asked) {
        let Some(style) = self.style(id) else { return (Range::default(), Asked::Nothing) };
        let content = self.inside(id).widened(cell_edges(&style));
        match asked(&style) {
            Some((Asked::Pixels, width)) => {
                let width = width + self.outside_box_sizing(id, &style);
                (Range { min: content.min, max: content.min.max(width) }, Asked::Pixels)
            }
            Some((percent, _)) => (content, percent),
            None => (content, Asked::Nothing),
        }
    }

    /// How wide a border box can be.
    fn content(&mut self, id: BlitzId) -> Range {
        if let Some(range) = self.content.get(&id) {
            return *range;
        }
        let range = self.measure(id);
        self.content.insert(id, range);
        range
    }

    fn measure(&mut self, id: BlitzId) -> Range {
        let Some(style) = self.style(id) else { return Range::default() };
        let Some(node) = self.blitz.get_node(id) else { return Range::default() };
        if style.clone_display().is_none() {
            return Range::default();
        }
        let around = edges(node);
        let mut range = if node.flags.is_table_root() {
            let grid = self.grid(id);
            Range { min: grid.sum(|c| c.range.min) + grid.around, max: max_width(&grid) }
        } else if is_replaced(node) {
            let width = node.unrounded_layout().size.width;
            Range { min: width, max: width }
        } else {
            self.inside(id).widened(around)
        };
        let outside = self.outside_box_sizing(id, &style);
        match asked(&style) {
            Some((Asked::Pixels, width)) => range = Range { min: width + outside, max: width + outside },
            // A percentage of a width that is not known yet asks for nothing.
            Some(_) => range.min = 0.0,
            None => {}
        }
        if let MaxSize::LengthPercentage(length) = style.clone_max_width()
            && let Some(length) = length.0.to_length()
        {
            let limit = length.px() + outside;
            range = Range { min: range.min.min(limit), max: range.max.min(limit) };
        }
        if let Size::LengthPercentage(length) = style.clone_min_width()
            && let Some(length) = length.0.to_length()
        {
            let limit = length.px() + outside;
            range = range.or_wider(Range { min: limit, max: limit });
        }
        range
    }

    /// How wide the content of a box can be.
    fn inside(&mut self, id: BlitzId) -> Range {
        let Some(node) = self.blitz.get_node(id) else { return Range::default() };
        if node.flags.is_inline_root() {
            return self.lines(id);
        }
        let children: Vec<BlitzId> = node.layout_children.borrow().iter().flatten().copied().collect();
        let flex = self.style(id).filter(|style| style.clone_display().inside() == DisplayInside::Flex);
        let row = flex.filter(|style| {
            matches!(style.clone_flex_direction(), FlexDirection::Row | FlexDirection::RowReverse)
        });
        let mut range = Range::default();
        let mut floats = 0.0;
        for child in children {
            let Some(style) = self.style(child) else { continue };
            if style.clone_position().is_absolutely_positioned() {
                continue;
            }
            let outer = self.content(child).widened(margins(&style));
            if let Some(row) = &row {
                range.max += outer.max;
                range.min = if !row.clone_flex_wrap().intersects(FlexWrap::WRAP | FlexWrap::WRAP_REVERSE) {
                    range.min + outer.min
                } else {
                    range.min.max(outer.min)
                };
                continue;
            }
            floats = if style.clone_float().is_floating() { floats + outer.max } else { 0.0 };
            range = range.or_wider(outer).or_wider(Range { min: 0.0, max: floats });
        }
        range
    }

    /// How wide lines of text can be.
    fn lines(&mut self, id: BlitzId) -> Range {
        let boxes: Vec<(BlitzId, bool)> = self
            .blitz
            .get_node(id)
            .and_then(|node| node.element_data()?.inline_layout_data.as_ref())
            .map(|inline| {
                let boxes = inline.layout.inline_boxes();
                boxes.map(|b| (BlitzId::from_u64(b.id), b.kind == InlineBoxKind::InFlow)).collect()
            })
            .unwrap_or_default();
        let mut floats = Range::default();
        let mut ranges = Vec::with_capacity(boxes.len());
        for (id, in_flow) in boxes {
            let style = self.style(id);
            let is_float = style.as_ref().is_some_and(|style| style.clone_float().is_floating());
            let outer = match style {
                Some(style) if in_flow || is_float => self.content(id).widened(margins(&style)),
                _ => Range::default(),
            };
            if is_float {
                floats = Range { min: floats.min.max(outer.min), max: floats.max + outer.max };
                ranges.push(Range::default());
            } else {
                ranges.push(outer);
            }
        }
        let inline =
            self.blitz.get_node_mut(id).and_then(|node| node.element_data_mut()?.inline_layout_data.as_mut());
        let Some(inline) = inline else { return floats };
        let layout = &mut inline.layout;
        let own = if ranges.is_empty() {
            let widths = layout.calculate_content_widths();
            Range { min: widths.min, max: widths.max }
        } else {
            let kept: Vec<f32> = layout.inline_boxes().map(|b| b.width).collect();
            let mut measured = |width: &dyn Fn(usize) -> f32| {
                for (i, inline_box) in layout.inline_boxes_mut().enumerate() {
                    inline_box.width = width(i);
                }
                layout.calculate_content_widths()
            };
            let min = measured(&|i| ranges[i].min).min;
            let max = measured(&|i| ranges[i].max).max;
            measured(&|i| kept[i]);
            Range { min, max }
        };
        // Blitz rounds up the width of a box that shrinks to its lines, so the room for it is rounded up,
        // too.
        let is_in_line = self.style(id).is_some_and(|style| {
            style.clone_display().outside() == DisplayOutside::Inline || style.clone_float().is_floating()
        });
        let round = |width: f32| if is_in_line { width.ceil() } else { width + SLACK };
        Range { min: round(own.min.max(floats.min)), max: round(own.max + floats.max) }
    }

    fn style(&self, id: BlitzId) -> Option<Arc<ComputedValues>> {
        computed_style(self.blitz, id)
    }

    /// The table's cells without the one that stands for a caption, which must not widen columns.
    fn cells(&self, table: BlitzId) -> Vec<Cell> {
        let Some(node) = self.blitz.get_node(table) else { return Vec::new() };
        let Some(SpecialElementData::TableRoot(context)) = node.element_data().map(|e| &e.special_data)
        else {
            return Vec::new();
        };
        let mut cells = Vec::with_capacity(context.cells.len());
        // For each column the first row in which it is free. Blitz knows a cell's column too, but takes the
        // last row that a cell spans for free.
        let mut free_from: Vec<usize> = Vec::new();
        let (mut row, mut column) = (0, 0);
        for cell in &context.cells {
            let Some(node) = self.blitz.get_node(cell.node_id) else { continue };
            let spans =
                |name| node.attr(name).and_then(|span| span.parse().ok()).map_or(1, |n: usize| n.max(1));
            let (span, rows) = (spans(local_name!("colspan")), spans(local_name!("rowspan")));
            if row != usize::from(cell.row) {
                (row, column) = (usize::from(cell.row), 0);
            }
            let is_taken = |column: &usize| free_from.get(*column).is_some_and(|free| *free > row);
            while let Some(taken) = (column..column + span).rfind(is_taken) {
                column = taken + 1;
            }
            if free_from.len() < column + span {
                free_from.resize(column + span, 0);
            }
            free_from[column..column + span].fill(row + rows);
            if node.element_data().is_none_or(|e| &*e.name.local != "chaffinch-caption-cell") {
                cells.push(Cell { id: cell.node_id, column, span });
            }
            column += span;
        }
        cells
    }

    fn column_elements(&self, table: BlitzId) -> Vec<BlitzId> {
        let Some(node) = self.blitz.get_node(table) else { return Vec::new() };
        match node.element_data().map(|e| &e.special_data) {
            Some(SpecialElementData::TableRoot(context)) => {
                context.columns.iter().map(|c| c.node_id).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The space between two columns, and the part of the table's width that belongs to no column.
    fn spacing(&self, table: BlitzId, columns: usize) -> (f32, f32) {
        let Some(node) = self.blitz.get_node(table) else { return (0.0, 0.0) };
        let Some(SpecialElementData::TableRoot(context)) = node.element_data().map(|e| &e.special_data)
        else {
            return (0.0, 0.0);
        };
        let gap = context.style.gap.width.into_raw().value();
        // The outer space is part of the padding that the grid is given.
        let (padding, border) = (&context.style.padding, &context.style.border);
        let sides = [padding.left, padding.right, border.left, border.right];
        let sides: f32 = sides.iter().map(|side| side.into_raw().value()).sum();
        (gap, sides + gap * columns.saturating_sub(1) as f32)
    }
}

struct Cell {
    id: BlitzId,
    column: usize,
    span: usize,
}

impl Column {
    fn take(&mut self, range: Range, asked: Asked) {
        self.range = match (self.asked, asked) {
            // A width in pixels limits the column where others ask for nothing.
            (Asked::Pixels, Asked::Nothing) => {
                Range { min: self.range.min.max(range.min), max: self.range.max }
            }
            (Asked::Nothing, Asked::Pixels) => Range { min: self.range.min.max(range.min), max: range.max },
            _ => self.range.or_wider(range),
        };
        self.range.max = self.range.max.max(self.range.min);
        self.asked = match (self.asked, asked) {
            (Asked::Percent(a), Asked::Percent(b)) => Asked::Percent(a.max(b)),
            (Asked::Percent(a), _) | (_, Asked::Percent(a)) => Asked::Percent(a),
            (Asked::Pixels, _) | (_, Asked::Pixels) => Asked::Pixels,
            _ => Asked::Nothing,
        };
    }
}

/// Widens the columns that a cell spans, if together they are narrower than the cell asks for.
fn spread(columns: &mut [Column], range: Range, asked: Asked, gap: f32) {
    let gaps = gap * (columns.len() - 1) as f32;
    if let Asked::Percent(percent) = asked {
        let own: f32 = columns.iter().map(|c| if let Asked::Percent(p) = c.asked { p } else { 0.0 }).sum();
        let free = columns.iter().filter(|c| !matches!(c.asked, Asked::Percent(_))).count();
        if percent > own && free > 0 {
            let share = (percent - own) / free as f32;
            for column in columns.iter_mut().filter(|c| !matches!(c.asked, Asked::Percent(_))) {
                column.asked = Asked::Percent(share);
            }
        }
    }
    // Columns that ask for a width keep it, unless all of them do.
    let any_free = columns.iter().any(|c| c.asked == Asked::Nothing);
    let takes = |column: &Column| !any_free || column.asked == Asked::Nothing;
    let min: f32 = columns.iter().map(|c| c.range.min).sum::<f32>() + gaps;
    let max: f32 = columns.iter().map(|c| c.range.max).sum::<f32>() + gaps;
    let weight: f32 = columns.iter().filter(|c| takes(c)).map(|c| c.range.max).sum();
    let count = columns.iter().filter(|c| takes(c)).count() as f32;
    for column in columns.iter_mut().filter(|c| takes(c)) {
        let share = if weight > 0.0 { column.range.max / weight } else { 1.0 / count };
        column.range.min += (range.min - min).max(0.0) * share;
        column.range.max = (column.range.max + (range.max - max).max(0.0) * share).max(column.range.min);
    }
}

/// The width of a table in unlimited room: wide enough that every percentage holds.
fn max_width(grid: &Grid) -> f32 {
    let mut width = grid.sum(|c| c.range.max);
    let mut left = 1.0;
    let mut rest = 0.0;
    for column in &grid.columns {
        match column.asked {
            Asked::Percent(percent) if percent > 0.0 => {
                width = width.max(column.range.max / percent.min(left).max(0.001));
                left = (left - percent).max(0.0);
            }
            _ => rest += column.range.max,
        }
    }
    if left < 1.0 && rest > 0.0 {
        width = width.max(rest / left.max(0.001));
    }
    width.min(100_000.0) + grid.around
}

/// CSS Tables 3, "Distribution algorithm": columns grow from their narrowest through the sizes that
/// they ask for to their widest; the first guess that is too wide is mixed with the one before.
fn distribute(columns: &[Column], width: f32) -> Vec<f32> {
    let mut percent_left = 1.0;
    let percents: Vec<Option<f32>> = columns
        .iter()
        .map(|column| match column.asked {
            Asked::Percent(percent) => {
                let kept = percent.min(percent_left);
                percent_left -= kept;
                Some((kept * width).max(column.range.min))
            }
            _ => None,
        })
        .collect();
    let guess = |width_of: &dyn Fn(&Column) -> f32| -> Vec<f32> {
        let own = columns.iter().zip(&percents);
        own.map(|(column, percent)| percent.unwrap_or_else(|| width_of(column))).collect()
    };
    let guesses = [
        columns.iter().map(|c| c.range.min).collect::<Vec<f32>>(),
        guess(&|c| c.range.min),
        guess(&|c| if c.asked == Asked::Pixels { c.range.max } else { c.range.min }),
        guess(&|c| c.range.max),
    ];
    let sum = |widths: &[f32]| widths.iter().sum::<f32>();
    for pair in guesses.windows(2) {
        let (low, high) = (sum(&pair[0]), sum(&pair[1]));
        if width <= low {
            return pair[0].clone();
        }
        if width < high {
            let part = (width - low) / (high - low);
            return pair[0].iter().zip(&pair[1]).map(|(a, b)| a + (b - a) * part).collect();
        }
    }
    // There is more width than all columns ask for.
    let mut widths = guesses[3].clone();
    let extra = width - sum(&widths);
    let kinds: [&dyn Fn(&Column) -> bool; 3] =
        [&|c| c.asked == Asked::Nothing, &|c| c.asked == Asked::Pixels, &|c| {
            matches!(c.asked, Asked::Percent(_))
        }];
    for kind in kinds {
        let weight = |column: &Column| match column.asked {
            Asked::Percent(percent) => percent,
            _ => column.range.max,
        };
        let total: f32 = columns.iter().filter(|c| kind(c)).map(weight).sum();
        if total > 0.0 {
            for (width, column) in widths.iter_mut().zip(columns).filter(|(_, c)| kind(c)) {
                *width += extra * weight(column) / total;
            }
            return widths;
        }
    }
    let share = extra / widths.len() as f32;
    widths.into_iter().map(|width| width + share).collect()
}

/// The width that a style asks for, in pixels or percent. `auto`, keywords and zero ask for nothing.
fn asked(style: &ComputedValues) -> Option<(Asked, f32)> {
    let Size::LengthPercentage(length) = style.clone_width() else { return None };
    if let Some(length) = length.0.to_length() {
        return (length.px() > 0.0).then_some((Asked::Pixels, length.px()));
    }
    length.0.to_percentage().filter(|p| p.0 > 0.0).map(|percent| (Asked::Percent(percent.0), 0.0))
}

fn edges(node: &Node) -> f32 {
    let layout = node.unrounded_layout();
    layout.padding.left + layout.padding.right + layout.border.left + layout.border.right
}

/// The padding and borders of a cell, from its style: where borders collapse, the grid does not have them.
fn cell_edges(style: &ComputedValues) -> f32 {
    let (padding, border) = (style.get_padding(), style.get_border());
    lengths::pixels(&padding.padding_left.0)
        + lengths::pixels(&padding.padding_right.0)
        + lengths::border(border.border_left_width.0, border.border_left_style)
        + lengths::border(border.border_right_width.0, border.border_right_style)
}

fn margins(style: &ComputedValues) -> f32 {
    let margin = style.get_margin();
    lengths::margin(&margin.margin_left) + lengths::margin(&margin.margin_right)
}

fn is_replaced(node: &Node) -> bool {
    node.element_data().is_some_and(|element| {
        matches!(&*element.name.local, "img" | "svg" | "video" | "embed" | "iframe" | "input" | "textarea")
    })
}
