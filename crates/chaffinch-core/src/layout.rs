use crate::page::NodeId;
use crate::rect::Rect;
use serde::Serialize;

/// Where a renderer put the nodes of a page, and how it styled them.
///
/// An element has its border box, a text node the box around its lines; a node that takes no room on the screen has none. All
/// lengths are CSS pixels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// The renderer's name: `embedded` or `chromium`.
    pub renderer: &'static str,
    /// Width and height of the viewport.
    pub viewport: (f32, f32),
    /// Whether the renderer could not use the page's own styles.
    pub is_plain: bool,
    boxes: Vec<Option<Rect>>,
    /// Per node, an index into `styles`; `u32::MAX` for none.
    style_of: Vec<u32>,
    styles: Vec<Style>,
    /// All line boxes, grouped by text node in document order.
    lines: Vec<Line>,
    /// Per node, where its lines end in `lines`; they begin where those of the node before end.
    line_end: Vec<u32>,
}

/// One line of a text node.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The text node.
    pub node: NodeId,
    /// Its box.
    pub rect: Rect,
    /// Where the line's text begins in the text node's own text, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// The computed style that extractors look at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Style {
    /// How the element takes part in layout.
    pub display: Display,
    /// How it is positioned.
    pub position: Position,
    /// Whether it floats.
    pub float: Float,
    /// False where `visibility` hides it.
    pub visible: bool,
    /// Font size in CSS pixels.
    pub font_size: f32,
    /// 400 is normal, 700 bold.
    pub font_weight: u16,
    /// Italic or oblique.
    pub italic: bool,
    /// Underlined by itself or by an ancestor's decoration.
    pub underline: bool,
    /// Text colour, red green blue alpha.
    pub color: [u8; 4],
    /// Background colour; alpha 0 where there is none.
    pub background: [u8; 4],
    /// Border widths in CSS pixels: top, right, bottom, left.
    pub border: [f32; 4],
    /// Margins in CSS pixels: top, right, bottom, left; `auto` is 0.
    pub margin: [f32; 4],
    /// Padding in CSS pixels: top, right, bottom, left.
    pub padding: [f32; 4],
}

/// The `display` values that make a difference on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Display {
    /// Not rendered.
    None,
    /// Part of a line.
    Inline,
    /// A box inside a line.
    InlineBlock,
    /// A box of its own.
    Block,
    /// A block with a marker.
    ListItem,
    /// A flex container.
    Flex,
    /// A grid container.
    Grid,
    /// A table.
    Table,
    /// Rows of a table.
    TableRowGroup,
    /// A row.
    TableRow,
    /// A cell.
    TableCell,
    /// A table's caption.
    TableCaption,
    /// A column or column group.
    TableColumn,
    /// No box, but its children have theirs.
    Contents,
}

/// The `position` values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    /// In the flow.
    Static,
    /// In the flow, moved.
    Relative,
    /// Out of the flow.
    Absolute,
    /// Out of the flow, fixed to the screen.
    Fixed,
    /// In the flow, sticking to the screen.
    Sticky,
}

/// The `float` values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Float {
    /// Does not float.
    None,
    /// Floats to the left.
    Left,
    /// Floats to the right.
    Right,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            display: Display::Inline,
            position: Position::Static,
            float: Float::None,
            visible: true,
            font_size: 16.0,
            font_weight: 400,
            italic: false,
            underline: false,
            color: [0, 0, 0, 255],
            background: [0, 0, 0, 0],
            border: [0.0; 4],
            margin: [0.0; 4],
            padding: [0.0; 4],
        }
    }
}

impl Layout {
    /// A layout for a page of `nodes` nodes, with nothing placed yet.
    pub fn new(renderer: &'static str, viewport: (f32, f32), nodes: usize) -> Layout {
        Layout {
            renderer,
            viewport,
            is_plain: false,
            boxes: vec![None; nodes],
            style_of: vec![u32::MAX; nodes],
            styles: Vec::new(),
            lines: Vec::new(),
            line_end: vec![0; nodes],
        }
    }

    /// Sets the box of `node`.
    pub fn set_rect(&mut self, node: NodeId, rect: Option<Rect>) {
        self.boxes[node.index()] = rect;
    }

    /// Sets the style of `node`. A style equal to the one set before is stored once.
    pub fn set_style(&mut self, node: NodeId, style: Style) {
        if self.styles.last() != Some(&style) {
            self.styles.push(style);
        }
        self.style_of[node.index()] = self.styles.len() as u32 - 1;
    }

    /// Sets the lines of all text nodes, and makes each text node's box the one around its lines.
    pub fn set_lines(&mut self, mut lines: Vec<Line>) {
        lines.sort_by_key(|line| (line.node, line.start));
        let mut at = 0;
        for node in 0..self.boxes.len() {
            let first = at;
            while at < lines.len() && lines[at].node.index() == node {
                at += 1;
            }
            if at > first {
                self.boxes[node] = Rect::hull(lines[first..at].iter().map(|line| line.rect));
            }
            self.line_end[node] = at as u32;
        }
        lines.truncate(at);
        self.lines = lines;
    }

    /// The box of `node`: an element's border box, or the box around a text's lines.
    #[inline]
    pub fn rect(&self, node: NodeId) -> Option<Rect> {
        self.boxes.get(node.index()).copied().flatten()
    }

    /// The style of an element.
    #[inline]
    pub fn style(&self, node: NodeId) -> Option<&Style> {
        let index = *self.style_of.get(node.index())?;
        self.styles.get(index as usize)
    }

    /// The lines of a text node, in reading order.
    #[inline]
    pub fn lines(&self, node: NodeId) -> &[Line] {
        let i = node.index();
        let start = if i == 0 { 0 } else { self.line_end[i - 1] };
        &self.lines[start as usize..self.line_end[i] as usize]
    }

    /// All lines of the page, in document order.
    pub fn all_lines(&self) -> &[Line] {
        &self.lines
    }

    /// The area from the page's origin to the last edge of any box, at least as wide as the viewport.
    pub fn extent(&self) -> Rect {
        let placed = self.boxes.iter().flatten().filter(|r| !r.is_empty()).copied();
        let hull = Rect::hull(placed).unwrap_or_default();
        Rect::new(0.0, 0.0, hull.right().max(self.viewport.0), hull.bottom().max(0.0))
    }
}
