//! What a method found, as nodes of the page. XPaths, byte ranges and boxes are made when a report is written.

use crate::page::{NodeId, NodeKind, Page};
use crate::rect::Rect;
use crate::relation::{Bounds, Cell, CellContent, Column, Relation, RelationKind, Row, Template, Value};
use crate::source::Span;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::Range;

/// Everything that one method says about a page.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// What it found, best first.
    pub relations: Vec<Finding>,
    /// Why it chose that, in lines for people; empty unless an explanation was asked for.
    pub why: Vec<String>,
    /// Why it found nothing, in a sentence.
    pub absence: Option<String>,
}

impl Findings {
    /// The relations as they are written in a report on `page`.
    pub fn into_relations(self, page: &Page) -> Vec<Relation> {
        self.relations.into_iter().map(|finding| finding.into_relation(page)).collect()
    }
}

impl From<Vec<Finding>> for Findings {
    fn from(relations: Vec<Finding>) -> Findings {
        Findings { relations, ..Findings::default() }
    }
}

/// A relation while the program works on it: rows are nodes, and cells know where on the page they stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it is.
    pub kind: RelationKind,
    /// The method that found it.
    pub method: Method,
    /// How sure the method is, 0 to 1, comparable across methods.
    pub score: f32,
    /// What the page calls it: a caption, a heading, a schema.org type.
    pub title: Option<String>,
    /// What else the method knows about the relation as a whole, by name.
    pub facts: BTreeMap<String, String>,
    /// The node that holds it.
    pub root: NodeId,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; each has as many cells as there are columns.
    pub rows: Vec<FoundRow>,
}

/// A row of a [`Finding`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FoundRow {
    /// The topmost nodes it is made of, in document order.
    pub nodes: Vec<NodeId>,
    /// The row's text, links and images, where they are not simply all of those in its nodes.
    pub content: Option<RowContent>,
    /// For each column its values; empty where the row has none.
    pub cells: Vec<Vec<FoundCell>>,
}

/// The text, links and images of a row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowContent {
    /// The whole text, on one line.
    pub text: String,
    /// The addresses of all links, each once.
    pub links: Vec<String>,
    /// The addresses of all images, each once.
    pub images: Vec<String>,
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FoundCell {
    /// As the page writes it, on one line.
    pub text: String,
    /// Its typed value, where the text has one.
    pub value: Option<Value>,
    /// The unit or currency of a number.
    pub unit: Option<String>,
    /// The ends of a range of numbers, where the text is one.
    pub range: Option<Bounds>,
    /// Where it links to, as the page writes it.
    pub link: Option<String>,
    /// Where it stands; nothing for a value that is written nowhere, such as a rank that was counted.
    pub place: Option<Place>,
    /// How probable it is that this is the value, 0 to 1, where the method knows.
    pub confidence: Option<f32>,
}

/// Where a value stands on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The text shown in sibling nodes, from the first one to the end of the last one's subtree.
    Shown(Range<NodeId>),
    /// An element itself, its tags included: a link, an image.
    Element(NodeId),
    /// Parts of text nodes: byte ranges of their own texts.
    Texts(Vec<(NodeId, Range<usize>)>),
    /// Bytes of an element that are not shown as text: the value of an attribute, a literal in a script.
    Written(NodeId, Option<Span>),
}

/// The methods by which relations are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Lists of records: the ranker's choice among the candidates of all methods.
    Auto,
    /// Lists of records by MDR.
    Mdr,
    /// Lists of records by DEPTA.
    Depta,
    /// Lists of records by repeated tag paths.
    TagPath,
    /// Lists of records by how they look.
    VisualList,
    /// Tables by their markup.
    Grid,
    /// Tables by how they look.
    VisualTable,
    /// Tables by their markup, as WebTables filters them.
    WebTables,
    /// The list that a title promises.
    Topk,
    /// Items of structured data in JSON-LD.
    JsonLd,
    /// Items of structured data in microdata.
    Microdata,
    /// Items of structured data in RDFa.
    Rdfa,
    /// Everything that a page says about the one thing it is about.
    Page,
    /// What the `<meta>` elements of a page say of its subject: OpenGraph and its kin.
    OpenGraph,
    /// Objects in the data that a page carries for its scripts.
    State,
    /// A learned model.
    Hcrf,
    /// The knowledge of a domain.
    Domain,
}

impl Method {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Mdr => "mdr",
            Method::Depta => "depta",
            Method::TagPath => "tagpath",
            Method::VisualList | Method::VisualTable => "visual",
            Method::Grid => "grid",
            Method::WebTables => "webtables",
            Method::Topk => "topk",
            Method::JsonLd => "json-ld",
            Method::Microdata => "microdata",
            Method::Rdfa => "rdfa",
            Method::Page => "page",
            Method::OpenGraph => "opengraph",
            Method::State => "state",
            Method::Hcrf => "hcrf",
            Method::Domain => "domain",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Finding {
    /// The box of the node that holds it, or around its rows where that node has none.
    pub fn rect(&self, page: &Page) -> Option<Rect> {
        page.rect(self.root).or_else(|| Rect::hull(self.rows.iter().filter_map(|row| row.rect(page))))
    }

    /// The relation as a report on `page` has it.
    pub fn into_relation(self, page: &Page) -> Relation {
        Relation {
            template: self.template(page),
            rect: self.rect(page),
            xpath: page.xpath(self.root),
            kind: self.kind,
            method: self.method.name().to_owned(),
            score: self.score,
            title: self.title,
            facts: self.facts,
            columns: self.columns,
            rows: self.rows.into_iter().map(|row| row.into_row(page)).collect(),
        }
    }

    /// Where its rows and columns stand, as paths that other pages of the same template share.
    fn template(&self, page: &Page) -> Template {
        let first = self.rows.first().and_then(|row| row.nodes.first()).copied();
        let columns = (0..self.columns.len()).map(|column| self.column_place(page, column)).collect();
        let mut rows = page.tag_path(first.unwrap_or(self.root));
        // One script may carry many lists.
        if let Some(path) = self.facts.get("path").filter(|_| self.method == Method::State) {
            rows.extend(["#", path]);
        }
        Template { rows, columns }
    }

    /// Where most values of a column stand in their rows.
    fn column_place(&self, page: &Page, column: usize) -> Option<String> {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for row in &self.rows {
            let cell = match row.cells.get(column)?.as_slice() {
                [cell] => cell,
                [first, ..] if self.kind == RelationKind::Detail => first,
                _ => continue,
            };
            // What is written in a script or an attribute is known by its name, and not by where it stands.
            let shown = cell.place.as_ref().filter(|place| !matches!(place, Place::Written(..)));
            let Some(node) = shown.and_then(Place::node) else { continue };
            let root = row.nodes.iter().find(|root| page.contains(**root, node));
            let within = root.filter(|_| self.kind != RelationKind::Detail);
            let place = within.map_or_else(|| page.tag_path(node), |root| page.path_within(*root, node));
            *places.entry(place).or_default() += 1;
        }
        places.into_iter().max_by_key(|(_, times)| *times).map(|(place, _)| place)
    }
}

impl FoundRow {
    /// A row of these nodes, without cells yet.
    pub fn of(nodes: Vec<NodeId>) -> FoundRow {
        FoundRow { nodes, ..FoundRow::default() }
    }

    /// The box around its nodes.
    pub fn rect(&self, page: &Page) -> Option<Rect> {
        Rect::hull(self.nodes.iter().filter_map(|node| page.rect(*node)))
    }

    /// Its text, links and images.
    pub fn content(&self, page: &Page) -> Cow<'_, RowContent> {
        match &self.content {
            Some(content) => Cow::Borrowed(content),
            None => Cow::Owned(RowContent::of(page, &self.nodes)),
        }
    }

    /// The values of all columns, in order.
    pub fn values(&self) -> impl Iterator<Item = &FoundCell> {
        self.cells.iter().flatten()
    }

    fn into_row(mut self, page: &Page) -> Row {
        let content = self.content.take().unwrap_or_else(|| RowContent::of(page, &self.nodes));
        let cells = |values: Vec<FoundCell>| {
            CellContent::from_cells(values.into_iter().map(|cell| cell.into_cell(page)).collect())
        };
        Row {
            xpaths: self.nodes.iter().map(|node| page.xpath(*node)).collect(),
            rect: self.rect(page),
            text: content.text,
            links: content.links,
            images: content.images,
            cells: self.cells.into_iter().map(cells).collect(),
        }
    }
}

impl RowContent {
    /// Everything in `nodes`.
    pub fn of(page: &Page, nodes: &[NodeId]) -> RowContent {
        RowContent {
            text: page.row_text(nodes.iter().copied()),
            links: distinct(nodes.iter().flat_map(|node| page.links(*node))),
            images: distinct(nodes.iter().flat_map(|node| page.images(*node))),
        }
    }
}

/// The addresses without repetitions, in the order of their first appearance.
pub fn distinct(addresses: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    addresses.into_iter().filter(|address| seen.insert(address.clone())).collect()
}

impl FoundCell {
    /// A cell for the `text` shown in `node`, with the first link in it.
    pub fn shown(page: &Page, node: NodeId, text: String) -> FoundCell {
        let link = page.first_link(node).map(str::to_owned);
        FoundCell { text, link, place: Some(Place::shown(page, node)), ..FoundCell::default() }
    }

    /// A cell for an address that an element holds.
    pub fn address(element: NodeId, address: String) -> FoundCell {
        let value = Some(Value::Text(address.clone()));
        FoundCell { text: address, value, place: Some(Place::Element(element)), ..FoundCell::default() }
    }

    fn into_cell(self, page: &Page) -> Cell {
        let place = self.place.as_ref();
        Cell {
            xpath: place.and_then(Place::node).map(|node| page.xpath(node)),
            span: place.and_then(|place| place.span(page)),
            rect: place.and_then(|place| place.rect(page)),
            text: self.text,
            value: self.value,
            unit: self.unit,
            range: self.range,
            link: self.link,
            confidence: self.confidence,
        }
    }
}

impl Place {
    /// The text shown in `node`.
    pub fn shown(page: &Page, node: NodeId) -> Place {
        Place::Shown(node..page.node(node).end)
    }

    /// The first node of the place.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Place::Shown(nodes) => Some(nodes.start),
            Place::Element(node) | Place::Written(node, _) => Some(*node),
            Place::Texts(parts) => parts.first().map(|(node, _)| *node),
        }
    }

    /// The bytes of the source.
    pub fn span(&self, page: &Page) -> Option<Span> {
        match self {
            Place::Shown(nodes) => {
                let extents = page.siblings(nodes.clone()).filter_map(|node| page.text_extent(node));
                extents.reduce(|a, b| a.union(b)).or_else(|| page.span(nodes.start))
            }
            Place::Element(node) => page.span(*node),
            Place::Texts(parts) => {
                let spans = parts.iter().filter_map(|(node, part)| page.text_span(*node, part.clone()));
                spans.reduce(|a, b| a.union(b))
            }
            Place::Written(_, span) => *span,
        }
    }

    /// The box on the screen.
    pub fn rect(&self, page: &Page) -> Option<Rect> {
        match self {
            Place::Shown(nodes) => {
                Rect::hull(page.siblings(nodes.clone()).filter_map(|node| page.rect(node)))
            }
            Place::Element(node) | Place::Written(node, _) => page.rect(*node),
            Place::Texts(parts) => Rect::hull(parts.iter().filter_map(|(node, _)| page.rect(*node))),
        }
    }
}

impl Page {
    /// The siblings in `nodes`, which begins at a sibling and ends behind the subtree of another.
    #[inline]
    pub fn siblings(&self, nodes: Range<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        let inside = move |node: NodeId| (node < nodes.end).then_some(node);
        std::iter::successors(inside(nodes.start), move |node| inside(self.node(*node).end))
    }

    /// The names of the elements from the root down to `node`; what stands in the same place of a template has the same path.
    pub fn tag_path(&self, node: NodeId) -> String {
        let mut steps: Vec<NodeId> = std::iter::once(node).chain(self.ancestors(node)).collect();
        steps.reverse();
        let mut path = String::new();
        for step in steps {
            match self.node(step).kind {
                NodeKind::Document => {}
                NodeKind::Element => path.extend(["/", self.name(step)]),
                _ => path.push_str("/#"),
            }
        }
        path
    }
}
