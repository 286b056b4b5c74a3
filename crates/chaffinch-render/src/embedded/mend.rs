//! Repairs the tree between style and layout, where Blitz's layout does not know a construct.
//! All of it needs computed styles, so it runs after the first styling. Nodes are inserted and renamed
//! without telling Stylo: what is already styled keeps its style, so that no selector sees the change, and
//! a second run styles only the new nodes.

use super::document::{Document, SOURCE_MARKER, attribute, computed_style};
use super::lengths;
use blitz_dom::node::NodeFlags;
use blitz_dom::{BaseDocument, LocalName, Node, NodeData, NodeId as BlitzId, QualName, local_name, ns};
use chaffinch_core::{Page, Quirks, is_space};
use style::computed_values::text_wrap_mode::T as TextWrapMode;
use style::computed_values::white_space_collapse::T as WhiteSpaceCollapse;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::computed::Size;
use style::values::specified::box_::{DisplayInside, DisplayOutside};

/// Repairs the whole document, whose styles must be computed. The new nodes have none yet.
pub fn mend(page: &Page, document: &mut Document) {
    let quirks = page.quirks() == Quirks::Full;
    let mut mender = Mender { blitz: &mut document.blitz, quirks };
    let mut stack = vec![(mender.blitz.root_element().id, 0)];
    while let Some((id, mut within)) = stack.pop() {
        mender.element(id);
        if mender.is_high_with_floats(id) {
            within += 1;
            if within > MOST_HIGH_WITH_FLOATS {
                mender.box_children(id);
            }
        }
        if let Some(node) = mender.blitz.get_node(id) {
            let children = node.children.iter().copied().filter(|child| mender.is_element(*child));
            stack.extend(children.map(|child| (child, within)));
        }
    }
}

/// The side of the icon that Chromium shows for an image that cannot be loaded.
const ICON: f32 = 16.0;

/// So many nodes the lines of one block have at most. Each may become three elements: itself and the spaces at its ends.
const MOST_IN_LINES: usize = 15_000;

/// So many blocks with a height of their own and floats in their lines may lie in one another. Blitz lays these floats out for two heights, and
/// what is within them four times, and so on.
const MOST_HIGH_WITH_FLOATS: usize = 4;

struct Mender<'b> {
    blitz: &'b mut BaseDocument,
    quirks: bool,
}

/// Which anonymous box a child needs around it, by the rules of CSS tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Table,
    Row,
    Cell,
}

impl Mender<'_> {
    fn element(&mut self, id: BlitzId) {
        let Some(node) = self.blitz.get_node(id) else { return };
        let Some(element) = node.element_data() else { return };
        let name = element.name.local.clone();
        let Some((outside, inside)) = self.display(id) else { return };
        if inside == DisplayInside::None {
            return;
        }
        match &*name {
            "img" => return self.image(id),
            // Scripts are off: what is between the tags is shown instead.
            "canvas" => self.rename(id, "chaffinch-canvas"),
            "br" | "svg" | "video" | "iframe" | "embed" | "input" | "textarea" => return,
            _ => {}
        }
        match inside {
            DisplayInside::Table => self.wrap_children(id, Missing::Row),
            DisplayInside::TableRowGroup
            | DisplayInside::TableHeaderGroup
            | DisplayInside::TableFooterGroup => {
                self.wrap_children(id, Missing::Row);
            }
            DisplayInside::TableRow => self.wrap_children(id, Missing::Cell),
            DisplayInside::Flow | DisplayInside::FlowRoot => {
                self.wrap_children(id, Missing::Table);
                if outside != DisplayOutside::Inline || inside == DisplayInside::FlowRoot {
                    self.part_long_lines(id);
                }
            }
            DisplayInside::TableCell => {
                self.wrap_children(id, Missing::Table);
                self.part_long_lines(id);
                self.box_lines_of_cell(id);
            }
            _ => {}
        }
        if outside == DisplayOutside::Inline && inside == DisplayInside::Flow {
            if &*name != "button" {
                self.inline_edges(id);
            }
        } else if matches!(inside, DisplayInside::Flow | DisplayInside::FlowRoot | DisplayInside::TableCell) {
            self.keep_boxes_together(id);
        }
    }

    /// Blitz gives inline elements no margins, borders and padding to their sides. Empty boxes of that
    /// width take their place.
    fn inline_edges(&mut self, id: BlitzId) {
        let Some(style) = self.style(id) else { return };
        let (left, right) = horizontal_edges(&style);
        let is_rtl = style.clone_direction() == style::computed_values::direction::T::Rtl;
        let collapses = style.clone_white_space_collapse() == WhiteSpaceCollapse::Collapse;
        let (start, end) = if is_rtl { (right, left) } else { (left, right) };
        let children = self.blitz.get_node(id).map(|node| node.children.to_vec()).unwrap_or_default();
        // Space at the end first, so that the first child still is the first.
        if end.abs() > 0.1 {
            let space = self.space(end);
            let outer = children.last().is_some_and(|last| collapses && self.trim(*last, str::trim_end));
            let at = children.len();
            self.insert(id, at, space);
            if outer {
                let text = self.blitz.mutate().create_text_node(" ");
                self.insert(id, at + 1, text);
            }
        }
        if start.abs() > 0.1 {
            let space = self.space(start);
            let outer = children.first().is_some_and(|first| collapses && self.trim(*first, str::trim_start));
            self.insert(id, 0, space);
            if outer {
                let text = self.blitz.mutate().create_text_node(" ");
                self.insert(id, 0, text);
            }
        }
    }

    /// Removes the white space at one end of a text that is not all white space. It belongs outside of the
    /// element's padding, where it collapses with its neighbours.
    fn trim(&mut self, id: BlitzId, trim: fn(&str) -> &str) -> bool {
        let Some(NodeData::Text(text)) = self.blitz.get_node_mut(id).map(|node| &mut node.data) else {
            return false;
        };
        if text.content.chars().all(is_space) {
            return false;
        }
        // No-break spaces and their like are no white space to CSS.
        let kept = trim(&text.content);
        if kept.len() == text.content.len()
            || !text.content.chars().filter(|c| c.is_whitespace()).all(is_space)
        {
            return false;
        }
        text.content = kept.to_owned();
        true
    }

    /// An empty box in a line. Its margin may be negative.
    fn space(&mut self, width: f32) -> BlitzId {
        let style = format!("margin-left:{width}px");
        self.create("chaffinch-space", &style)
    }

    /// Where text may not wrap, Blitz still wraps between boxes until it has met the first letter.
    fn keep_boxes_together(&mut self, id: BlitzId) {
        if self.is_kept_on_one_line(id) {
            self.lead_with_joiner(id);
        }
    }

    fn is_kept_on_one_line(&self, id: BlitzId) -> bool {
        self.style(id).is_some_and(|style| style.clone_text_wrap_mode() == TextWrapMode::Nowrap)
    }

    fn lead_with_joiner(&mut self, id: BlitzId) {
        if self.leads_with_box(id) {
            let joiner = self.blitz.mutate().create_text_node("\u{2060}");
            self.insert(id, 0, joiner);
        }
    }

    /// Whether the first thing in the element's first line is a box and not a letter.
    fn leads_with_box(&self, id: BlitzId) -> bool {
        let Some(node) = self.blitz.get_node(id) else { return false };
        for child in node.children.iter().copied() {
            let Some(child_node) = self.blitz.get_node(child) else { continue };
            match &child_node.data {
                NodeData::Text(text) if text.content.chars().all(is_space) => {}
                NodeData::Element(_) => {
                    let Some((outside, inside)) = self.display(child) else { continue };
                    if inside == DisplayInside::None || self.is_out_of_flow(child) {
                        continue;
                    }
                    if outside != DisplayOutside::Inline {
                        return false;
                    }
                    if inside != DisplayInside::Flow || is_box(child_node) {
                        return true;
                    }
                    let padded =
                        self.style(child).is_some_and(|style| horizontal_edges(&style) != (0.0, 0.0));
                    return padded || self.leads_with_box(child);
                }
                _ => return false,
            }
        }
        false
    }

    /// Parley numbers the elements in the lines of one block with 16 bits and gives up on a block with more. So the lines of such a
    /// block become several blocks, parted behind a line break where there is one.
    fn part_long_lines(&mut self, id: BlitzId) {
        let Some(node) = self.blitz.get_node(id) else { return };
        if node.children.len() <= MOST_IN_LINES {
            return;
        }
        let children = node.children.to_vec();
        let mut parts: Vec<Vec<BlitzId>> = Vec::new();
        let (mut open, mut elements) = (false, 0);
        for child in children {
            let in_lines = self.stands_in_lines(child);
            if !in_lines || !open || elements > MOST_IN_LINES {
                parts.push(Vec::new());
                elements = 0;
            }
            elements += self.elements_in(child);
            let ends_line = self.is_named(child, "br") && elements > MOST_IN_LINES / 2;
            open = in_lines && !ends_line;
            parts.last_mut().into_iter().for_each(|part| part.push(child));
        }
        if let Some(node) = self.blitz.get_node_mut(id) {
            node.children.clear();
        }
        for part in parts {
            if let [alone] = part[..] {
                self.insert(id, usize::MAX, alone);
                continue;
            }
            let block = self.create("chaffinch-block", "");
            self.insert(id, usize::MAX, block);
            part.into_iter().for_each(|child| self.insert(block, usize::MAX, child));
        }
    }

    /// Whether a block has a height of its own and floats in its lines.
    fn is_high_with_floats(&self, id: BlitzId) -> bool {
        let Some(style) = self.style(id).filter(|style| !matches!(style.clone_height(), Size::Auto)) else {
            return false;
        };
        let display = style.clone_display();
        let is_block = match display.inside() {
            DisplayInside::Flow => {
                display.outside() != DisplayOutside::Inline || style.clone_float().is_floating()
            }
            inside => inside == DisplayInside::FlowRoot,
        };
        let mut stack = if is_block { vec![id] } else { Vec::new() };
        while let Some(node) = stack.pop().and_then(|id| self.blitz.get_node(id)) {
            for child in node.children.iter().copied() {
                let Some(style) = self.style(child) else { continue };
                if style.clone_float().is_floating() {
                    return true;
                }
                let display = style.clone_display();
                if (display.outside(), display.inside()) == (DisplayOutside::Inline, DisplayInside::Flow) {
                    stack.push(child);
                }
            }
        }
        false
    }

    /// A block around all that is in another one.
    fn box_children(&mut self, id: BlitzId) {
        let children = self.blitz.get_node_mut(id).map(|node| std::mem::take(&mut node.children));
        let block = self.create("chaffinch-block", "");
        self.insert(id, 0, block);
        for child in children.into_iter().flatten() {
            self.insert(block, usize::MAX, child);
        }
    }

    /// Whether a child is a part of its parent's lines.
    fn stands_in_lines(&self, id: BlitzId) -> bool {
        let is_text = self.blitz.get_node(id).is_some_and(|node| matches!(node.data, NodeData::Text(_)));
        is_text || self.display(id).is_some_and(|(outside, _)| outside == DisplayOutside::Inline)
    }

    fn is_named(&self, id: BlitzId, name: &str) -> bool {
        let element = self.blitz.get_node(id).and_then(Node::element_data);
        element.is_some_and(|element| &*element.name.local == name)
    }

    /// How many nodes there are in a child of a block, itself included.
    fn elements_in(&self, id: BlitzId) -> usize {
        let mut stack = vec![id];
        let mut count = 0;
        while let Some(node) = stack.pop().and_then(|id| self.blitz.get_node(id)) {
            count += 1;
            stack.extend(node.children.iter().copied());
        }
        count
    }

    /// Where a cell's lines are separated by `<br>`, Blitz aligns them with each other the way the cell is
    /// aligned in its row. A block around the lines prevents that. In quirks mode, a cell with nothing but
    /// images is no higher than these.
    fn box_lines_of_cell(&mut self, id: BlitzId) {
        let Some(node) = self.blitz.get_node(id) else { return };
        let children = node.children.clone();
        let named = |name: &str| {
            let is = |child: &BlitzId| {
                let element = self.blitz.get_node(*child).and_then(Node::element_data);
                element.is_some_and(|element| &*element.name.local == name)
            };
            children.iter().filter(|child| is(child)).count()
        };
        let shown = children.iter().filter(|child| !self.is_blank(**child)).count();
        let only_images = self.quirks && shown > 0 && named("img") == shown;
        if named("br") == 0 && !only_images {
            return;
        }
        let block = self.create("chaffinch-block", if only_images { "line-height:0" } else { "" });
        if let Some(node) = self.blitz.get_node_mut(id) {
            node.children.clear();
        }
        self.insert(id, 0, block);
        for (i, child) in children.into_iter().enumerate() {
            self.insert(block, i, child);
        }
    }

    /// Inserts the anonymous boxes that CSS asks for: a table around table parts that have none, and rows
    /// and cells around anything else inside a table.
    fn wrap_children(&mut self, id: BlitzId, missing: Missing) {
        let Some(node) = self.blitz.get_node(id) else { return };
        let needs = |child: BlitzId| -> bool {
            let Some(child_node) = self.blitz.get_node(child) else { return false };
            match &child_node.data {
                NodeData::Text(text) => missing != Missing::Table && !text.content.chars().all(is_space),
                NodeData::Element(_) => {
                    let Some((_, inside)) = self.display(child) else { return false };
                    let is_part = is_table_part(inside);
                    match missing {
                        _ if inside == DisplayInside::None || self.is_out_of_flow(child) => false,
                        Missing::Table => is_part,
                        // Blitz makes one row of cells that are directly in a table.
                        Missing::Row => !is_part,
                        Missing::Cell => inside != DisplayInside::TableCell,
                    }
                }
                _ => false,
            }
        };
        if !node.children.iter().any(|child| needs(*child)) {
            return;
        }
        // Runs of children that need a box, with the space between them.
        let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
        for (i, child) in node.children.iter().enumerate() {
            if !needs(*child) {
                continue;
            }
            match runs.last_mut() {
                Some(run) if node.children[run.end..i].iter().all(|c| self.is_blank(*c)) => run.end = i + 1,
                _ => runs.push(i..i + 1),
            }
        }
        for run in runs.into_iter().rev() {
            self.wrap(id, run, missing);
        }
    }

    fn wrap(&mut self, parent: BlitzId, run: std::ops::Range<usize>, missing: Missing) {
        let Some(node) = self.blitz.get_node_mut(parent) else { return };
        let at = run.start;
        let children: Vec<BlitzId> = node.children[run.clone()].to_vec();
        node.children.drain(run);
        let inner_display = children.iter().find_map(|child| self.display(*child)).map(|(_, inside)| inside);
        let names: &[&str] = match missing {
            Missing::Cell => &["chaffinch-cell"],
            Missing::Row => &["chaffinch-row", "chaffinch-cell"],
            Missing::Table if inner_display == Some(DisplayInside::TableCell) => {
                &["chaffinch-table", "chaffinch-row"]
            }
            Missing::Table => &["chaffinch-table"],
        };
        let mut outer = parent;
        for (depth, name) in names.iter().enumerate() {
            let made = self.create(name, "");
            self.insert(outer, if depth == 0 { at } else { 0 }, made);
            outer = made;
        }
        // Space between table parts is not shown.
        let shown = children.into_iter().filter(|child| missing == Missing::Table || !self.is_blank(*child));
        for (i, child) in shown.collect::<Vec<_>>().into_iter().enumerate() {
            self.insert(outer, i, child);
        }
        // The new box inherits this, but is not styled yet.
        if self.is_kept_on_one_line(parent) {
            self.lead_with_joiner(outer);
        }
    }

    /// An image that cannot be loaded, as Chromium shows it: an icon and its text, in place of the image
    /// if the image is a box of its own, as part of the line if it is not.
    fn image(&mut self, id: BlitzId) {
        let Some(node) = self.blitz.get_node(id) else { return };
        let text = node.attr(local_name!("alt")).or(node.attr(local_name!("title"))).map(str::to_owned);
        let has_source = node.attr(LocalName::from(SOURCE_MARKER)).is_some();
        let Some(style) = self.style(id) else { return };
        let (width, height) = (size_in_pixels(&style.clone_width()), size_in_pixels(&style.clone_height()));
        let display = style.clone_display();
        let in_line = display.outside() == DisplayOutside::Inline && display.inside() == DisplayInside::Flow;
        match (width, height) {
            (Extent::Pixels(_) | Extent::Other, Extent::Pixels(_) | Extent::Other)
                if self.quirks || text.is_none() =>
            {
                return;
            }
            // In quirks mode, one size does for both.
            (Extent::Pixels(side), Extent::Auto) | (Extent::Auto, Extent::Pixels(side))
                if self.quirks && in_line =>
            {
                return self.square_image(id, side);
            }
            _ => {}
        }
        if in_line && text.is_none() && has_source {
            return self.square_image(id, ICON);
        }
        self.rename(id, "chaffinch-image");
        // In a line, icon and text stay together.
        let content = if in_line {
            let inner = self.create("chaffinch-image-box", "");
            self.insert(id, 0, inner);
            inner
        } else {
            id
        };
        if text.as_ref().map_or(!has_source, String::is_empty) {
            return;
        }
        // Blitz makes a line that shrinks to its content too narrow for a float, so the icon floats only
        // where there is no text.
        let icon = match text {
            Some(_) => "width:16px;height:16px;vertical-align:top",
            None => "float:left;width:16px;height:16px",
        };
        let icon = self.create("chaffinch-space", icon);
        self.insert(content, 0, icon);
        if let Some(text) = text {
            let text = self.blitz.mutate().create_text_node(&text);
            self.insert(content, 1, text);
        }
    }

    fn square_image(&mut self, id: BlitzId, side: f32) {
        self.rename(id, "chaffinch-image");
        let inner = self.create("chaffinch-image-box", &format!("width:{side}px;height:{side}px"));
        self.insert(id, 0, inner);
    }

    fn create(&mut self, name: &str, style: &str) -> BlitzId {
        let style = (!style.is_empty()).then(|| attribute(local_name!("style"), style));
        let name = QualName::new(None, ns!(html), LocalName::from(name));
        self.blitz.mutate().create_element(name, style.into_iter().collect())
    }

    /// Does not use Blitz's mutator, which would have everything around the node styled again.
    fn insert(&mut self, parent: BlitzId, at: usize, child: BlitzId) {
        if let Some(node) = self.blitz.get_node_mut(parent) {
            let at = at.min(node.children.len());
            node.children.insert(at, child);
        }
        if let Some(node) = self.blitz.get_node_mut(child) {
            node.parent = Some(parent);
            node.flags.insert(NodeFlags::IS_IN_DOCUMENT);
            node.mark_ancestors_dirty();
        }
    }

    /// The element keeps its style, but Blitz no longer treats it as the kind of element that it was.
    fn rename(&mut self, id: BlitzId, name: &str) {
        if let Some(element) = self.blitz.get_node_mut(id).and_then(Node::element_data_mut) {
            element.name.local = LocalName::from(name);
            element.special_data = blitz_dom::node::SpecialElementData::None;
        }
    }

    fn is_blank(&self, id: BlitzId) -> bool {
        let node = self.blitz.get_node(id);
        node.is_none_or(
            |node| matches!(&node.data, NodeData::Text(text) if text.content.chars().all(is_space)),
        )
    }

    fn is_element(&self, id: BlitzId) -> bool {
        self.blitz.get_node(id).is_some_and(|node| matches!(node.data, NodeData::Element(_)))
    }

    fn style(&self, id: BlitzId) -> Option<Arc<ComputedValues>> {
        computed_style(self.blitz, id)
    }

    fn display(&self, id: BlitzId) -> Option<(DisplayOutside, DisplayInside)> {
        let display = self.style(id)?.clone_display();
        Some((display.outside(), display.inside()))
    }

    fn is_out_of_flow(&self, id: BlitzId) -> bool {
        self.style(id).is_some_and(|style| style.clone_position().is_absolutely_positioned())
    }
}

/// What a width or height asks for.
#[derive(Clone, Copy)]
enum Extent {
    Auto,
    Pixels(f32),
    Other,
}

fn size_in_pixels(size: &Size) -> Extent {
    match size {
        Size::Auto => Extent::Auto,
        Size::LengthPercentage(length) => {
            length.0.to_length().map_or(Extent::Other, |l| Extent::Pixels(l.px()))
        }
        _ => Extent::Other,
    }
}

/// Elements that are boxes in a line whatever their display.
fn is_box(node: &Node) -> bool {
    node.element_data().is_some_and(|element| {
        matches!(
            &*element.name.local,
            "img" | "svg" | "canvas" | "video" | "embed" | "iframe" | "input" | "textarea" | "button"
        )
    })
}

fn is_table_part(inside: DisplayInside) -> bool {
    matches!(
        inside,
        DisplayInside::TableRowGroup
            | DisplayInside::TableHeaderGroup
            | DisplayInside::TableFooterGroup
            | DisplayInside::TableRow
            | DisplayInside::TableCell
            | DisplayInside::TableColumn
            | DisplayInside::TableColumnGroup
    )
}

/// Margin, border and padding to the left and to the right. Percentages are left out.
fn horizontal_edges(style: &ComputedValues) -> (f32, f32) {
    let (margins, padding, border) = (style.get_margin(), style.get_padding(), style.get_border());
    (
        lengths::margin(&margins.margin_left)
            + lengths::border(border.border_left_width.0, border.border_left_style)
            + lengths::pixels(&padding.padding_left.0),
        lengths::margin(&margins.margin_right)
            + lengths::border(border.border_right_width.0, border.border_right_style)
            + lengths::pixels(&padding.padding_right.0),
    )
}
