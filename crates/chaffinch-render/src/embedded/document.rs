//! A Blitz document made from a page: every node of the page that can be seen has its counterpart.

use super::asked::Asked;
use super::shared_sheets::SharedSheet;
use super::{Styles, breaks, cascade, hints, reach, units, unused};
use crate::{Request, VIEWPORT, fonts};
use blitz_dom::{
    Attribute, BaseDocument, DocumentConfig, DocumentMutator, LocalName, NodeId as BlitzId, QualName,
    StyleThreading, UserAgentStylesheet, local_name, ns,
};
use blitz_traits::shell::{ColorScheme, Viewport};
use chaffinch_core::{NodeId, NodeKind, Page, Quirks, Space};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::OnceLock;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::stylesheets::{DocumentStyleSheet, Origin, UrlExtraData};
use style::values::generics::transform::Translate;

/// A document and which of its nodes stands for which node of the page.
pub struct Document {
    pub blitz: BaseDocument,
    /// Indexed by the page's nodes.
    pub of_page: Vec<Option<BlitzId>>,
    pub to_page: FxHashMap<BlitzId, NodeId>,
}

impl Document {
    /// Computes transforms, which depend on the sizes of boxes.
    pub fn set_transforms(&mut self) {
        let transformed: Vec<BlitzId> = (self.to_page.keys().copied())
            .filter(|id| {
                computed_style(&self.blitz, *id).is_some_and(|style| {
                    let styles = style.get_box();
                    !styles.transform.0.is_empty() || styles.translate != Translate::None
                })
            })
            .collect();
        for id in transformed {
            if let Some(node) = self.blitz.get_node_mut(id) {
                node.set_transform(1.0);
            }
        }
    }
}

/// The author's style sheets and what they ask of elements.
pub struct Sheets {
    styles: Styles,
    asked: Asked,
    names: unused::Names,
    /// Whether marks of list items may stand in their lines.
    marks_inside: bool,
    /// In the order of the cascade, each with the node that carries it.
    shared: Vec<(NodeId, std::sync::Arc<SharedSheet>)>,
    /// The same, made for the first document of the page.
    parsed: OnceCell<Vec<(NodeId, DocumentStyleSheet)>>,
}

impl Sheets {
    /// Those of a request's page, without what nothing on it can match.
    pub fn of(request: &Request, styles: Styles) -> Sheets {
        let page = &*request.page;
        let quirky = page.quirks() == Quirks::Full;
        let css = match styles {
            Styles::Author => cascade::author_sheets(page, &*request.sheets, &request.limits),
            Styles::None => Vec::new(),
        };
        let names = if css.is_empty() { unused::Names::default() } else { unused::Names::of(page) };
        let shared: Vec<_> =
            css.into_iter().map(|(node, css)| (node, SharedSheet::of(css, quirky))).collect();
        let used: Vec<Cow<'_, str>> = shared.iter().flat_map(|(_, sheet)| sheet.used(&names)).collect();
        let asked = Asked::by(&used, quirky);
        let marks_inside = styles == Styles::Author && asks_for_marks_inside(page, &used);
        drop(used);
        Sheets { styles, asked, names, marks_inside, shared, parsed: OnceCell::new() }
    }

    /// The sheets for `blitz`, with which comes what the style engine is to understand.
    fn parsed(&self, blitz: &BaseDocument) -> &[(NodeId, DocumentStyleSheet)] {
        let url = UrlExtraData(Arc::new(blitz.base_url().clone()));
        let parsed =
            |(node, sheet): &(NodeId, std::sync::Arc<SharedSheet>)| (*node, sheet.parsed(&self.names, &url));
        self.parsed.get_or_init(|| self.shared.iter().map(parsed).collect())
    }
}

/// Builds the document, its style sheets included. The nodes in `cleared` are told to go below floats.
pub fn build(request: &Request, sheets: &Sheets, cleared: &FxHashSet<NodeId>) -> Document {
    let page = &*request.page;
    let mut blitz = BaseDocument::new(DocumentConfig {
        viewport: Some(Viewport::new(VIEWPORT.0, VIEWPORT.1, 1.0, ColorScheme::Light)),
        base_url: Some("http://page.invalid/".into()),
        font_ctx: Some(fonts::font_context()),
        style_threading: StyleThreading::Sequential,
        ua_stylesheets: user_agent_sheets(page.quirks(), sheets.marks_inside),
        incremental: Some(true),
        ..DocumentConfig::default()
    });
    let root = blitz.root_node().id;
    let mut filler = Filler {
        page,
        styles: sheets.styles,
        asked: &sheets.asked,
        cleared,
        hints: hints::Hints::default(),
        of_page: vec![None; page.len()],
        to_page: FxHashMap::with_capacity_and_hasher(page.len(), Default::default()),
        rows_to_come: FxHashMap::default(),
        columns: TakenColumns::default(),
    };
    let mut mutator = blitz.mutate();
    // Built from the leaves up and attached once, so that Blitz looks at each node once.
    let children: Vec<BlitzId> =
        page.children(NodeId::DOCUMENT).filter_map(|child| filler.node(&mut mutator, child)).collect();
    mutator.append_children(root, &children);
    drop(mutator);
    let Filler { hints, of_page, to_page, .. } = filler;
    if let Some((first, sheet)) = first_element(page, &of_page).zip(hints.style_sheet()) {
        let sheet = blitz.make_stylesheet(sheet, Origin::Author);
        blitz.add_stylesheet_for_node(sheet, first);
    }
    for (node, sheet) in sheets.parsed(&blitz) {
        if let Some(id) = of_page[node.index()] {
            blitz.add_stylesheet_for_node(sheet.clone(), id);
        }
    }
    Document { blitz, of_page, to_page }
}

/// A style sheet or list of declarations, with the units and within the bounds that layout needs.
pub fn in_units(quirky: bool, css: &str) -> Cow<'_, str> {
    let css = if quirky { units::with_units(css) } else { Cow::Borrowed(css) };
    match reach::within_reach(&css) {
        Cow::Owned(css) => Cow::Owned(css),
        Cow::Borrowed(_) => css,
    }
}

/// Whether a piece of a style sheet or a style may say that marks of list items stand in their lines.
fn asks_for_marks_inside(page: &Page, pieces: &[Cow<'_, str>]) -> bool {
    let may_ask = |css: &str| css.contains("inside") || css.contains("INSIDE");
    pieces.iter().any(|css| may_ask(css))
        || page.ids().filter_map(|id| page.attribute(id, "style")).any(may_ask)
}

fn user_agent_sheets(quirks: Quirks, marks_inside: bool) -> Vec<UserAgentStylesheet> {
    static OURS: OnceLock<UserAgentStylesheet> = OnceLock::new();
    static QUIRKS: OnceLock<UserAgentStylesheet> = OnceLock::new();
    static NO_MARKS: OnceLock<UserAgentStylesheet> = OnceLock::new();
    let ours = OURS.get_or_init(|| UserAgentStylesheet::parse(include_str!("user-agent.css")));
    let mut sheets = vec![UserAgentStylesheet::default_sheet(), ours.clone()];
    if quirks == Quirks::Full {
        let sheet = QUIRKS.get_or_init(|| UserAgentStylesheet::parse(include_str!("quirks.css")));
        sheets.push(sheet.clone());
    }
    if !marks_inside {
        // Marks beside the lines move nothing, but Blitz lays each out.
        let no_marks = || UserAgentStylesheet::parse("li { list-style-type: none !important; }");
        sheets.push(NO_MARKS.get_or_init(no_marks).clone());
    }
    sheets
}

/// Style sheets are ordered by the node that carries them; the root element comes first.
fn first_element(page: &Page, of_page: &[Option<BlitzId>]) -> Option<BlitzId> {
    page.element_children(NodeId::DOCUMENT).find_map(|id| of_page[id.index()])
}

struct Filler<'p> {
    page: &'p Page,
    styles: Styles,
    asked: &'p Asked,
    cleared: &'p FxHashSet<NodeId>,
    hints: hints::Hints,
    of_page: Vec<Option<BlitzId>>,
    to_page: FxHashMap<BlitzId, NodeId>,
    /// How many rows of a row group are still to come.
    rows_to_come: FxHashMap<NodeId, usize>,
    columns: TakenColumns,
}

/// The most columns of a table, which is what Taffy's grids can have. Each column of a cell that spans several counts.
const MOST_COLUMNS: usize = 10_000;

/// The most cells of a row that are laid out: Blitz numbers them with 16 bits.
const MOST_CELLS: usize = 60_000;

/// How many columns the rows of tables may have taken so far.
#[derive(Default)]
struct TakenColumns {
    /// For each row, those of its own cells.
    in_row: FxHashMap<NodeId, usize>,
    /// For each row group, those of cells that reach down into later rows.
    reaching: FxHashMap<NodeId, usize>,
}

impl TakenColumns {
    /// Whether a cell has no place in the grid, because its row is full. Such a cell has no box.
    fn is_beyond(&self, page: &Page, id: NodeId) -> bool {
        let full = |row: NodeId| self.in_row.get(&row).is_some_and(|taken| *taken >= MOST_CELLS);
        page.node(id).parent.is_some_and(full)
    }

    /// The columns and rows that a cell may span of those that it asks for.
    fn take(&mut self, page: &Page, cell: NodeId) -> (usize, usize) {
        let row = page.node(cell).parent.unwrap_or(NodeId::DOCUMENT);
        let group = page.node(row).parent.unwrap_or(NodeId::DOCUMENT);
        let in_row = self.in_row.entry(row).or_default();
        let reaching = self.reaching.entry(group).or_default();
        let columns = page.colspan(cell).min(MOST_COLUMNS.saturating_sub(*in_row + *reaching)).max(1);
        *in_row += columns;
        let rows = if *in_row + *reaching < MOST_COLUMNS { page.rowspan(cell) } else { 1 };
        if rows != 1 {
            *reaching += columns;
        }
        (columns, rows)
    }
}

impl Filler<'_> {
    fn node(&mut self, mutator: &mut DocumentMutator<'_>, id: NodeId) -> Option<BlitzId> {
        let node = self.page.node(id);
        let made = match node.kind {
            NodeKind::Text => mutator.create_text_node(&breaks::with_marks(self.page.own_text(id))),
            NodeKind::Element if self.columns.is_beyond(self.page, id) => return None,
            NodeKind::Element => self.element(mutator, id),
            // Comments, doctypes and template contents are never laid out.
            _ => return None,
        };
        self.of_page[id.index()] = Some(made);
        self.to_page.insert(made, id);
        Some(made)
    }

    fn element(&mut self, mutator: &mut DocumentMutator<'_>, id: NodeId) -> BlitzId {
        let node = self.page.node(id);
        if self.page.is(id, "tr") {
            self.begin_row(node.parent);
        }
        let namespace = match node.space {
            Space::Html => ns!(html),
            Space::Svg => ns!(svg),
            Space::MathMl => ns!(mathml),
        };
        let name = QualName::new(None, namespace, node.name.clone());
        let attributes = self.attributes(id);
        let made = mutator.create_element(name, attributes);
        if is_opaque(&node.name) || is_sized_drawing(self.page, id) {
            return made;
        }
        let mut children: Vec<BlitzId> = Vec::new();
        let closed = self.page.is(id, "details") && self.page.attribute(id, "open").is_none();
        for child in self.page.children(id).filter(|child| !closed || self.page.is(*child, "summary")) {
            children.extend(self.node(mutator, child));
        }
        if self.page.is(id, "caption") {
            children = vec![self.caption_row(mutator, id, children)];
        }
        mutator.append_children(made, &children);
        made
    }

    /// The attributes that matter to style. Presentational ones become a class whose rules say the same in
    /// CSS. Addresses are left out, so that nothing is loaded.
    fn attributes(&mut self, id: NodeId) -> Vec<Attribute> {
        let page = self.page;
        let mut class: Option<String> =
            page.attribute(id, "class").and_then(|own| self.asked.classes_of(own));
        let is_styled = self.styles == Styles::Author;
        if let Some(hint) = self.hints.class_for(page, id).filter(|_| is_styled) {
            let class = class.get_or_insert_default();
            class.push(' ');
            class.push_str(&hint);
        }
        let is_cell = page.is(id, "td") || page.is(id, "th");
        let cell = is_cell.then(|| self.columns.take(page, id));
        let mut attributes = Vec::with_capacity(page.attributes(id).len() + 1);
        for attribute in page.attributes(id).iter().filter(|attribute| self.asked.needs(&attribute.name)) {
            let spans = self.spans(id, &attribute.name, cell);
            let value = match &*attribute.name {
                "class" => continue,
                "style" | "width" | "height" if !is_styled => continue,
                "colspan" | "rowspan" | "span" => match &spans {
                    Some(spans) => spans.as_str(),
                    None => continue,
                },
                "src" if page.is(id, "img") => {
                    attributes.push(self::attribute(LocalName::from(SOURCE_MARKER), ""));
                    continue;
                }
                "src" | "srcset" | "href" | "data" | "poster" | "background" | "srcdoc"
                    if loads(page.name(id)) =>
                {
                    continue;
                }
                "style" => &in_units(page.quirks() == Quirks::Full, page.value(attribute)),
                "width" | "height" => &reach::size_within_reach(page.value(attribute)),
                _ => page.value(attribute),
            };
            attributes.push(self::attribute(attribute.name.clone(), value));
        }
        if page.is(id, "input") && page.attribute(id, "value").is_none() {
            let label = match page.attribute(id, "type").map(str::to_ascii_lowercase).as_deref() {
                Some("submit") => Some("Submit"),
                Some("reset") => Some("Reset"),
                _ => None,
            };
            attributes.extend(label.map(|label| attribute(local_name!("value"), label)));
        }
        if self.cleared.contains(&id) {
            let quirky = page.quirks() == Quirks::Full;
            let own = in_units(quirky, page.attribute(id, "style").unwrap_or_default());
            attributes.retain(|attribute| attribute.name.local != local_name!("style"));
            // A block whose overflow is not visible stays beside the float, whatever `clear` says.
            let style = format!("{own};overflow:visible!important;clear:both!important");
            attributes.push(attribute(local_name!("style"), &style));
        }
        attributes.extend(class.map(|class| attribute(local_name!("class"), &class)));
        attributes
    }

    /// Counts a row group's rows down, so that a cell knows how many rows it can span.
    fn begin_row(&mut self, group: Option<NodeId>) {
        let Some(group) = group else { return };
        let page = self.page;
        let rows = || page.element_children(group).filter(|row| page.is(*row, "tr")).count();
        let to_come = self.rows_to_come.entry(group).or_insert_with(rows);
        *to_come = to_come.saturating_sub(1);
    }

    /// What an attribute says about the rows or columns that an element spans, clamped as the HTML standard does
    /// it. Blitz takes any number, on any element. No cell leaves its row group, and no row the grid.
    fn spans(&self, id: NodeId, attribute: &str, cell: Option<(usize, usize)>) -> Option<String> {
        let page = self.page;
        let spans = match (attribute, cell) {
            ("colspan", Some((columns, _))) => columns,
            ("rowspan", Some((_, rows))) => {
                let group = page.node(id).parent.and_then(|row| page.node(row).parent);
                let left = 1 + group.and_then(|group| self.rows_to_come.get(&group)).unwrap_or(&0);
                match rows {
                    0 => left,
                    rows => rows.min(left),
                }
            }
            ("span", None) if page.is(id, "col") => page.col_span(id),
            _ => return None,
        };
        Some(spans.to_string())
    }

    /// Blitz drops captions. So a caption becomes a row in front of the others, with one cell that spans
    /// all columns.
    fn caption_row(&self, mutator: &mut DocumentMutator<'_>, id: NodeId, children: Vec<BlitzId>) -> BlitzId {
        let columns = self.page.node(id).parent.map_or(1, |table| self.columns(table));
        let plain = |name: &str| QualName::new(None, ns!(html), LocalName::from(name));
        let span = attribute(local_name!("colspan"), &columns.to_string());
        let cell = mutator.create_element(plain("chaffinch-caption-cell"), vec![span]);
        mutator.append_children(cell, &children);
        let row = mutator.create_element(plain("chaffinch-caption-row"), Vec::new());
        mutator.append_children(row, &[cell]);
        row
    }

    /// The number of columns of a table, without cells that reach down from rows above.
    fn columns(&self, table: NodeId) -> usize {
        let page = self.page;
        let rows = page.element_children(table).flat_map(|child| {
            let own = page.is(child, "tr").then_some(child);
            own.into_iter().chain(page.element_children(child).filter(|row| page.is(*row, "tr")))
        });
        let width =
            |row: NodeId| -> usize { page.element_children(row).map(|cell| page.colspan(cell)).sum() };
        rows.map(width).max().unwrap_or(1).clamp(1, 1000)
    }
}

/// Marks an image that has an address; the address itself is left out.
pub const SOURCE_MARKER: &str = "data-chaffinch-src";

pub fn attribute(name: LocalName, value: &str) -> Attribute {
    Attribute { name: QualName::new(None, ns!(), name), value: value.to_owned() }
}

pub fn computed_style(blitz: &BaseDocument, id: BlitzId) -> Option<Arc<ComputedValues>> {
    blitz.get_node(id)?.primary_styles().map(|style| (*style).clone())
}

/// Elements whose content is not laid out as HTML, or which Blitz would load something for.
fn is_opaque(name: &str) -> bool {
    matches!(
        name,
        "script" | "style" | "template" | "iframe" | "video" | "audio" | "noembed" | "noframes" | "textarea"
    )
}

/// Whether an element is a drawing whose size does not depend on what is drawn. Blitz would read all of it, and nobody looks at it.
fn is_sized_drawing(page: &Page, id: NodeId) -> bool {
    if page.node(id).space != Space::Svg || page.name(id) != "svg" {
        return false;
    }
    let is_size = |name: &str| {
        let size = page.attribute(id, name).unwrap_or_default().trim();
        size.starts_with(|c: char| c.is_ascii_digit()) && !size.ends_with('%')
    };
    let has_extent = |view: &str| {
        let numbers = view.split([' ', ',']).filter(|number| !number.is_empty());
        let numbers: Option<Vec<f32>> = numbers.map(|number| number.parse().ok()).collect();
        matches!(numbers.as_deref(), Some([_, _, width, height]) if *width > 0.0 && *height > 0.0)
    };
    page.attribute(id, "viewBox").is_some_and(has_extent) || is_size("width") && is_size("height")
}

fn loads(name: &str) -> bool {
    const LOADING: [&str; 17] = [
        "img", "link", "iframe", "object", "embed", "video", "audio", "source", "input", "image", "use",
        "script", "body", "table", "td", "th", "tr",
    ];
    LOADING.contains(&name)
}
