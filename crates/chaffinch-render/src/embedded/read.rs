//! Reads boxes, text lines and styles out of a document that has been laid out.

use super::breaks::is_mark;
use super::document::Document;
use super::lengths;
use crate::VIEWPORT;
use blitz_dom::{BaseDocument, Node, NodeData, NodeId as BlitzId};
use chaffinch_core::{Display, Float, Layout, Line, NodeId, Page, Position, Rect, Space, Style, is_space};
use parley::PositionedLayoutItem;
use rustc_hash::FxHashMap;
use std::ops::Range;
use style::properties::ComputedValues;
use style::values::computed::Inset;
use style::values::generics::position::GenericInset;
use style::values::specified::box_::{DisplayInside, DisplayOutside};

/// The layout of `page`, whose counterpart `document` is.
pub fn layout(page: &Page, document: &Document) -> Layout {
    let viewport = (VIEWPORT.0 as f32, VIEWPORT.1 as f32);
    let mut layout = Layout::new("embedded", viewport, page.len());
    let mut reader = Reader {
        page,
        document,
        blitz: &document.blitz,
        origins: FxHashMap::default(),
        columns: FxHashMap::default(),
        lines: Vec::new(),
    };
    for id in page.ids().filter(|id| page.is_element(*id)) {
        let style = match reader.node_of(id) {
            Some(node) => style_of(node),
            None => style_in_drawing(page, &layout, id),
        };
        if let Some(style) = style {
            layout.set_style(id, style);
        }
    }
    reader.gather_lines();
    layout.set_lines(std::mem::take(&mut reader.lines));
    // Children before parents: the boxes of inline elements, rows and row groups are hulls.
    for id in page.ids().rev().filter(|id| page.is_element(*id)) {
        let rect = reader.element_rect(page, &layout, id);
        layout.set_rect(id, rect);
    }
    layout
}

struct Reader<'d> {
    page: &'d Page,
    document: &'d Document,
    blitz: &'d BaseDocument,
    /// Absolute positions of border boxes, remembered.
    origins: FxHashMap<BlitzId, (f32, f32)>,
    /// The left and right end of each table's columns, remembered.
    columns: FxHashMap<NodeId, Option<(f32, f32)>>,
    lines: Vec<Line>,
}

impl<'d> Reader<'d> {
    fn node_of(&self, id: NodeId) -> Option<&'d Node> {
        self.document.of_page[id.index()].and_then(|blitz| self.blitz.get_node(blitz))
    }

    /// The lines of every inline formatting context.
    fn gather_lines(&mut self) {
        let blitz = self.blitz;
        let mut stack = vec![blitz.root_node().id];
        while let Some(id) = stack.pop() {
            let Some(node) = blitz.get_node(id) else { continue };
            if node.flags.is_inline_root() {
                self.inline_root(node);
            }
            stack.extend(node.anonymous_blocks.iter().copied());
            // The children of an anonymous block are children of the element that it is in, too.
            if !node.is_anonymous() {
                stack.extend(node.children.iter().copied());
            }
        }
    }

    fn inline_root(&mut self, root: &'d Node) {
        let Some(inline) = root.element_data().and_then(|e| e.inline_layout_data.as_ref()) else { return };
        let pieces = TextPieces::of(self, root, &inline.text);
        if pieces.is_empty() {
            return;
        }
        let own = root.unrounded_layout();
        let (left, top) = self.origin(root.id);
        let x0 = left + own.padding.left + own.border.left;
        let y0 = top + own.padding.top + own.border.top + inline.block_offset;
        let scale = inline.layout.scale();
        let mut moved: FxHashMap<NodeId, (f32, f32)> = FxHashMap::default();
        let mut near: Option<(Piece, (f32, f32))> = None;
        let mut lines = std::mem::take(&mut self.lines);
        let mut advances: Vec<f32> = Vec::new();
        for line in inline.layout.lines() {
            let mut parts = LineParts { lines: &mut lines, open: None };
            // Spaces at the end of a line take no room; elsewhere they are part of their text's box.
            let mut spaces: Vec<(NodeId, Rect)> = Vec::new();
            let mut last_run = None;
            for item in line.items() {
                let PositionedLayoutItem::GlyphRun(glyphs) = item else {
                    last_run = None;
                    for (node, rect) in spaces.drain(..) {
                        parts.add_space(node, rect);
                    }
                    continue;
                };
                let run = glyphs.run();
                // A run with several styles comes as several glyph runs; its clusters come once.
                // Told by its bytes: to count its clusters, Parley walks the whole text once more for each line.
                let stretch = run.text_range();
                let key = (run.index(), stretch.start);
                if last_run == Some(key) {
                    continue;
                }
                last_run = Some(key);
                let metrics = run.font_metrics();
                // Browsers round both, so that lines of text are whole pixels high.
                let (ascent, descent) = ((metrics.ascent / scale).round(), (metrics.descent / scale).round());
                let y = y0 + glyphs.baseline() / scale - ascent;
                let h = ascent + descent;
                let mut x = glyphs.offset();
                let mut place = |range: Range<usize>, advance: f32| {
                    let from = x;
                    x += advance;
                    let is_blank = match (range.len(), inline.text.as_bytes().get(range.start)) {
                        (1, Some(byte)) => is_space(char::from(*byte)),
                        _ => inline.text.get(range.clone()).is_none_or(|t| t.chars().all(is_space)),
                    };
                    // Most clusters follow one of the same piece of text.
                    let (piece, (dx, dy)) = match near.filter(|(piece, _)| piece.holds(range.start)) {
                        Some(near) => near,
                        None => {
                            let Some(piece) = pieces.at(range.start) else { return };
                            let shift = moved.entry(piece.node);
                            (piece, *shift.or_insert_with(|| self.moved_in_line(piece.node, root)))
                        }
                    };
                    near = Some((piece, (dx, dy)));
                    let start = piece.own + (range.start - piece.start);
                    let (node, end) = (piece.node, start + range.len());
                    // Letters that overlap, by `letter-spacing`, have no width rather than less than none.
                    let rect = Rect::new(x0 + from / scale + dx, y + dy, ((x - from) / scale).max(0.0), h);
                    if is_blank {
                        spaces.push((node, rect));
                        return;
                    }
                    for (node, rect) in spaces.drain(..) {
                        parts.add_space(node, rect);
                    }
                    parts.add(node, start, end, rect);
                };
                // Where each letter has a glyph of its own, glyphs tell the same as clusters, for a tenth of the time.
                let text = inline.text.get(stretch.clone()).unwrap_or_default();
                advances.clear();
                if !run.is_rtl() && (text.is_ascii() || text.chars().all(stands_alone)) {
                    advances.extend(glyphs.glyphs().map(|glyph| glyph.advance));
                }
                if !text.is_empty() && advances.len() == text.chars().count() {
                    for ((at, letter), advance) in text.char_indices().zip(&advances) {
                        let start = stretch.start + at;
                        place(start..start + letter.len_utf8(), *advance);
                    }
                } else {
                    run.visual_clusters().for_each(|cluster| place(cluster.text_range(), cluster.advance()));
                }
            }
            parts.close();
        }
        self.lines = lines;
    }

    /// How far `position: relative` of inline elements moves a text; Blitz ignores it.
    fn moved_in_line(&self, text: NodeId, root: &Node) -> (f32, f32) {
        let mut moved = (0.0, 0.0);
        for ancestor in self.page.ancestors(text) {
            let Some(node) =
                self.node_of(ancestor).filter(|node| node.id != root.id && node.is_non_atomic_inline())
            else {
                break;
            };
            let Some(style) = node.primary_styles() else { break };
            if style.clone_position() == style::computed_values::position::T::Relative {
                let length = |inset: &Inset| match inset {
                    GenericInset::LengthPercentage(length) => length.to_length().map(|length| length.px()),
                    _ => None,
                };
                let offset =
                    |start: &Inset, end: &Inset| length(start).or(length(end).map(|l| -l)).unwrap_or(0.0);
                let place = style.get_position();
                moved.0 += offset(&place.left, &place.right);
                moved.1 += offset(&place.top, &place.bottom);
            }
        }
        moved
    }

    /// Where the border box of a node begins.
    fn origin(&mut self, id: BlitzId) -> (f32, f32) {
        if let Some(origin) = self.origins.get(&id) {
            return *origin;
        }
        // Goes up to the first box whose place is known, then down again.
        let mut chain = Vec::new();
        let mut at = Some(id);
        let mut origin = (0.0, 0.0);
        while let Some(step) = at {
            if let Some(known) = self.origins.get(&step) {
                origin = *known;
                break;
            }
            chain.push(step);
            at = self.blitz.get_node(step).and_then(Node::containing_block);
        }
        for step in chain.into_iter().rev() {
            if let Some(node) = self.blitz.get_node(step) {
                let location = node.unrounded_layout().location;
                let (dx, dy) = translation(node);
                origin = (origin.0 + location.x + dx, origin.1 + location.y + dy);
            }
            self.origins.insert(step, origin);
        }
        origin
    }

    /// Where the columns of a row's table begin and end.
    fn columns(&mut self, page: &Page, layout: &Layout, row: NodeId) -> Option<(f32, f32)> {
        let is_table = |id: &NodeId| layout.style(*id).is_some_and(|style| style.display == Display::Table);
        let table = page.ancestors(row).find(is_table)?;
        if let Some(columns) = self.columns.get(&table) {
            return *columns;
        }
        let groups = page.element_children(table);
        let rows = groups.flat_map(|group| std::iter::once(group).chain(page.element_children(group)));
        let cells = rows
            .flat_map(|row| page.element_children(row))
            .filter(|cell| layout.style(*cell).is_some_and(|style| style.display == Display::TableCell));
        let hull = Rect::hull(cells.filter_map(|cell| layout.rect(cell)));
        let columns = hull.map(|hull| (hull.x, hull.right()));
        self.columns.insert(table, columns);
        columns
    }

    /// The box of the cell that stands for a caption; see document.rs.
    fn caption_box(&mut self, row: BlitzId) -> Option<Rect> {
        let cell = *self.blitz.get_node(row)?.children.first()?;
        let size = self.blitz.get_node(cell)?.unrounded_layout().size;
        let (x, y) = self.origin(cell);
        Some(Rect::new(x, y, size.width, size.height))
    }

    /// Whether a text is that of an `<option>`.
    fn is_choice(&self, text: NodeId) -> bool {
        self.page.node(text).parent.is_some_and(|parent| self.page.is(parent, "option"))
    }

    /// The box that stands for an image in a line; see mend.rs.
    fn image_box(&mut self, id: BlitzId) -> Option<Rect> {
        let node = self.blitz.get_node(id)?;
        node.element_data().filter(|element| &*element.name.local == "chaffinch-image-box")?;
        let size = node.unrounded_layout().size;
        let (x, y) = self.origin(id);
        Some(Rect::new(x, y, size.width, size.height))
    }

    fn element_rect(&mut self, page: &Page, layout: &Layout, id: NodeId) -> Option<Rect> {
        let style = layout.style(id)?;
        let node = self.node_of(id)?;
        let hull = || {
            Rect::hull(page.children(id).filter_map(|child| {
                let placed = layout.style(child).is_none_or(|s| {
                    s.float == Float::None && !matches!(s.position, Position::Absolute | Position::Fixed)
                });
                layout.rect(child).filter(|_| placed)
            }))
        };
        match style.display {
            Display::None | Display::TableColumn => None,
            _ if page.is(id, "option") || page.is(id, "optgroup") => None,
            Display::TableRow => {
                // A cell that spans several rows does not give the height of this one, but it counts for
                // the width of every row that it spans.
                let own = page.children(id).filter(|cell| page.rowspan(*cell) == 1);
                let own = Rect::hull(own.filter_map(|cell| layout.rect(cell))).or_else(hull)?;
                let (left, right) = self.columns(page, layout, id).unwrap_or((own.x, own.right()));
                Some(Rect::new(left, own.y, right - left, own.h))
            }
            _ if page.is(id, "caption") => node.children.first().and_then(|row| self.caption_box(*row)),
            Display::TableRowGroup | Display::TableCaption | Display::Contents => hull(),
            _ if node.is_non_atomic_inline() => {
                let put_in = node.children.iter().filter_map(|child| self.image_box(*child));
                Rect::hull(hull().into_iter().chain(put_in.collect::<Vec<_>>()))
                    .map(|rect| with_edges(rect, style))
            }
            _ => {
                if node.layout_parent.get().is_none() && page.name(id) != "html" {
                    return None;
                }
                let size = node.unrounded_layout().size;
                if size.width <= 0.0 && size.height <= 0.0 {
                    return None;
                }
                let (x, y) = self.origin(node.id);
                Some(Rect::new(x, y, size.width, size.height))
            }
        }
    }
}

/// Whether a letter is of a script whose letters neither join nor carry marks: Latin, Greek, Cyrillic, those of China, Japan and Korea, and
/// their punctuation.
fn stands_alone(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{2ff}'
            | '\u{370}'..='\u{482}'
            | '\u{48a}'..='\u{52f}'
            | '\u{2010}'..='\u{2027}'
            | '\u{3001}'..='\u{3029}'
            | '\u{3041}'..='\u{3096}'
            | '\u{30a0}'..='\u{30ff}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{ff01}'..='\u{ff5e}'
    )
}

/// How far a transformation moves a box. Turning and scaling are left out: few texts are turned, and
/// what is scaled to nothing is hidden.
fn translation(node: &Node) -> (f32, f32) {
    let is_box = matches!(node.data, NodeData::Element(_) | NodeData::AnonymousBlock(_));
    if !is_box {
        return (0.0, 0.0);
    }
    match node.transform().as_deref().map(|transform| transform.as_coeffs()) {
        Some([1.0, 0.0, 0.0, 1.0, dx, dy]) => (dx as f32, dy as f32),
        _ => (0.0, 0.0),
    }
}

/// An inline element's content with its padding and borders around it.
fn with_edges(content: Rect, style: &Style) -> Rect {
    let [top, right, bottom, left] = [0, 1, 2, 3].map(|side| style.border[side] + style.padding[side]);
    Rect::new(content.x - left, content.y - top, content.w + left + right, content.h + top + bottom)
}

/// Which stretch of an inline context's text comes from which text node.
struct TextPieces {
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy)]
struct Piece {
    /// Range of the context's text.
    start: usize,
    end: usize,
    node: NodeId,
    /// Where `start` is in the node's own text.
    own: usize,
}

impl TextPieces {
    /// Follows the order in which the context was filled. White space may have been collapsed
    /// and letters may have been transformed; visible characters correspond one to one.
    fn of(reader: &Reader<'_>, root: &Node, text: &str) -> TextPieces {
        let mut tracer = Tracer { text, at: 0, pieces: Vec::new() };
        let mut stack: Vec<BlitzId> = Vec::new();
        push_content(root, &mut stack);
        while let Some(id) = stack.pop() {
            let Some(node) = reader.blitz.get_node(id) else { continue };
            match &node.data {
                NodeData::Text(data) => {
                    let page_node = reader.document.to_page.get(&id).copied();
                    // The texts of `<option>`s decide how wide their list is, but they are not shown.
                    let page_node = page_node.filter(|id| !reader.is_choice(*id));
                    // Blitz's copy of the text may have lost the spaces at its ends; see mend.rs.
                    let own_text = match page_node {
                        Some(id) => reader.page.own_text(id),
                        None => data.content.as_str(),
                    };
                    tracer.consume(own_text, page_node);
                }
                NodeData::Element(_) | NodeData::AnonymousBlock(_) if flows_into_parent(node) => {
                    push_content(node, &mut stack);
                }
                _ => {}
            }
        }
        TextPieces { pieces: tracer.pieces }
    }

    fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The piece that holds a place of the context's text.
    fn at(&self, place: usize) -> Option<Piece> {
        let after = self.pieces.partition_point(|piece| piece.start <= place);
        Some(self.pieces[after.checked_sub(1)?]).filter(|piece| piece.holds(place))
    }
}

impl Piece {
    fn holds(&self, place: usize) -> bool {
        self.start <= place && place < self.end
    }
}

/// What an element puts into the text around it, last first.
fn push_content(node: &Node, stack: &mut Vec<BlitzId>) {
    stack.extend(node.after());
    stack.extend(node.children.iter().rev().copied());
    stack.extend(node.before());
}

/// Whether an element's text is part of its parent's lines rather than a box among them.
fn flows_into_parent(node: &Node) -> bool {
    let Some(display) = node.primary_styles().map(|s| s.clone_display()) else { return false };
    match (display.outside(), display.inside()) {
        (DisplayOutside::None, DisplayInside::Contents) => true,
        (DisplayOutside::Inline, DisplayInside::Flow) => node.is_non_atomic_inline(),
        _ => false,
    }
}

struct Tracer<'t> {
    text: &'t str,
    at: usize,
    pieces: Vec<Piece>,
}

impl Tracer<'_> {
    fn consume(&mut self, own_text: &str, node: Option<NodeId>) {
        for (own, c) in own_text.char_indices() {
            let rest = &self.text[self.at..];
            let found = match is_space(c) {
                // A run of space may have become one space or none.
                true => rest.chars().next().filter(|c| is_space(*c)).map(|c| (self.at, c)),
                // Marks are ours and not part of the page; see breaks.rs.
                false => rest
                    .char_indices()
                    .find(|(_, found)| !is_space(*found) && (!is_mark(*found) || *found == c))
                    .map(|(i, c)| (self.at + i, c)),
            };
            let Some((start, found)) = found else {
                if rest.is_empty() {
                    return;
                }
                continue;
            };
            let end = start + found.len_utf8();
            self.at = end;
            let Some(node) = node else { continue };
            match self.pieces.last_mut() {
                Some(last)
                    if last.node == node
                        && last.end == start
                        && last.own + (last.end - last.start) == own
                        && found.len_utf8() == c.len_utf8() =>
                {
                    last.end = end;
                }
                _ => self.pieces.push(Piece { start, end, node, own }),
            }
        }
    }
}

/// The parts of one line, one for each text node on it.
struct LineParts<'l> {
    lines: &'l mut Vec<Line>,
    open: Option<Line>,
}

impl LineParts<'_> {
    fn add(&mut self, node: NodeId, start: usize, end: usize, rect: Rect) {
        match &mut self.open {
            Some(line) if line.node == node => {
                line.rect = line.rect.union(&rect);
                line.start = line.start.min(start as u32);
                line.end = line.end.max(end as u32);
            }
            _ => {
                self.close();
                self.open = Some(Line { node, rect, start: start as u32, end: end as u32 });
            }
        }
    }

    /// Spaces widen the box of their text, but are not among the visible characters of the line.
    fn add_space(&mut self, node: NodeId, rect: Rect) {
        match &mut self.open {
            Some(line) if line.node == node => line.rect = line.rect.union(&rect),
            _ => {
                self.close();
                self.open = Some(Line { node, rect, start: u32::MAX, end: 0 });
            }
        }
    }

    fn close(&mut self) {
        self.lines.extend(self.open.take().filter(|line| line.start < line.end));
    }
}

fn style_of(node: &Node) -> Option<Style> {
    let style = node.primary_styles()?;
    let color = style.clone_color();
    let srgb = |color: &style::color::AbsoluteColor| -> [u8; 4] {
        let c = color.to_color_space(style::color::ColorSpace::Srgb);
        let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0).round() as u8;
        [byte(c.components.0), byte(c.components.1), byte(c.components.2), byte(c.alpha)]
    };
    let display = style.clone_display();
    let border = style.get_border();
    let layout = node.unrounded_layout();
    // Blitz lays out no margins and padding for inline elements, so theirs are the computed values.
    let (margin, padding) = if node.is_non_atomic_inline() {
        (computed_margin(&style), computed_padding(&style))
    } else {
        let (m, p) = (layout.margin, layout.padding);
        ([m.top, m.right, m.bottom, m.left], [p.top, p.right, p.bottom, p.left])
    };
    use style::computed_values::visibility::T as Visibility;
    Some(Style {
        display: display_of(display),
        position: position_of(style.clone_position()),
        float: float_of(style.clone_float()),
        visible: style.clone_visibility() == Visibility::Visible,
        font_size: style.clone_font_size().used_size().px(),
        font_weight: style.clone_font_weight().value() as u16,
        italic: style.clone_font_style() != style::values::computed::FontStyle::NORMAL,
        underline: style
            .clone_text_decoration_line()
            .contains(style::values::computed::TextDecorationLine::UNDERLINE),
        color: srgb(&color),
        background: srgb(&style.clone_background_color().resolve_to_absolute(&color)),
        border: [
            lengths::border(border.border_top_width.0, border.border_top_style),
            lengths::border(border.border_right_width.0, border.border_right_style),
            lengths::border(border.border_bottom_width.0, border.border_bottom_style),
            lengths::border(border.border_left_width.0, border.border_left_style),
        ],
        margin,
        padding,
    })
}

/// The style of a part of a drawing, which the document does not have: what it inherits. See document.rs.
fn style_in_drawing(page: &Page, layout: &Layout, id: NodeId) -> Option<Style> {
    let parent = page.node(id).parent.filter(|parent| page.node(*parent).space == Space::Svg)?;
    let around = layout.style(parent).filter(|style| style.display != Display::None)?;
    Some(Style {
        display: Display::Inline,
        position: Position::Static,
        float: Float::None,
        underline: false,
        background: [0; 4],
        border: [0.0; 4],
        margin: [0.0; 4],
        padding: [0.0; 4],
        ..*around
    })
}

fn computed_margin(style: &ComputedValues) -> [f32; 4] {
    let margin = style.get_margin();
    [&margin.margin_top, &margin.margin_right, &margin.margin_bottom, &margin.margin_left]
        .map(lengths::margin)
}

fn computed_padding(style: &ComputedValues) -> [f32; 4] {
    let padding = style.get_padding();
    [&padding.padding_top, &padding.padding_right, &padding.padding_bottom, &padding.padding_left]
        .map(|side| lengths::pixels(&side.0))
}

fn display_of(display: style::values::computed::Display) -> Display {
    if display.is_list_item() {
        return Display::ListItem;
    }
    let inline = display.outside() == DisplayOutside::Inline;
    match display.inside() {
        DisplayInside::None => Display::None,
        DisplayInside::Contents => Display::Contents,
        DisplayInside::Flow if inline => Display::Inline,
        DisplayInside::Flow | DisplayInside::FlowRoot => {
            if inline {
                Display::InlineBlock
            } else if display.outside() == DisplayOutside::TableCaption {
                Display::TableCaption
            } else {
                Display::Block
            }
        }
        DisplayInside::Flex => Display::Flex,
        DisplayInside::Grid => Display::Grid,
        DisplayInside::Table => Display::Table,
        DisplayInside::TableRowGroup | DisplayInside::TableHeaderGroup | DisplayInside::TableFooterGroup => {
            Display::TableRowGroup
        }
        DisplayInside::TableRow => Display::TableRow,
        DisplayInside::TableCell => Display::TableCell,
        DisplayInside::TableColumn | DisplayInside::TableColumnGroup => Display::TableColumn,
    }
}

fn position_of(position: style::computed_values::position::T) -> Position {
    use style::computed_values::position::T;
    match position {
        T::Static => Position::Static,
        T::Relative => Position::Relative,
        T::Absolute => Position::Absolute,
        T::Fixed => Position::Fixed,
        T::Sticky => Position::Sticky,
    }
}

fn float_of(float: style::values::computed::Float) -> Float {
    use style::values::computed::Float as F;
    match float {
        F::Left | F::InlineStart => Float::Left,
        F::Right | F::InlineEnd => Float::Right,
        F::None => Float::None,
    }
}
