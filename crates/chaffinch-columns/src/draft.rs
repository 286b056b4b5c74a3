//! Columns before they have their names and types.

use crate::pieces::{Piece, PieceKind, is_amount, range_text};
use chaffinch_core::{FoundCell, NodeId, Page, Place, Value, collapse_space};
use chaffinch_survey::Survey;
use std::ops::Range;

/// A column while it is made.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub kind: PieceKind,
    /// For each record its values.
    pub cells: Vec<Vec<DraftValue>>,
    /// What the page calls it: a label in front of the values, the head of a table's column.
    pub label: Option<String>,
    /// Whether the label is the head of a table's column, which stays as the page writes it.
    pub headed: bool,
}

/// A value while its column is made.
#[derive(Debug, Clone)]
pub(crate) struct DraftValue {
    pub text: String,
    /// The address that it links to, or of the image.
    pub link: Option<String>,
    /// Its first node.
    pub node: NodeId,
    pub place: Place,
    /// Where it stands in the text of the page, if it is text.
    pub range: Range<usize>,
}

impl Draft {
    pub fn new(kind: PieceKind, rows: usize) -> Draft {
        Draft { kind, cells: vec![Vec::new(); rows], label: None, headed: false }
    }

    /// Adds the values of another column behind its own.
    pub fn take(&mut self, other: Draft) {
        for (all, cells) in self.cells.iter_mut().zip(other.cells) {
            all.extend(cells);
        }
    }

    /// How many records have a value.
    pub fn filled(&self) -> usize {
        self.cells.iter().filter(|cells| !cells.is_empty()).count()
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &DraftValue> {
        self.cells.iter().flatten()
    }

    /// The texts of all values.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.values().map(|value| value.text.as_str())
    }

    /// Whether at least `share` of two or more cells are the same.
    pub fn is_constant(&self, share: f32) -> bool {
        let texts = |cells: &Vec<DraftValue>| cells.iter().map(|value| value.text.clone()).collect();
        let mut all: Vec<Vec<String>> =
            self.cells.iter().filter(|cells| !cells.is_empty()).map(texts).collect();
        all.sort_unstable();
        let most = all.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0);
        all.len() > 1 && most as f32 >= share * all.len() as f32
    }

    /// How many different texts it has.
    pub fn different(&self) -> usize {
        let mut texts: Vec<&str> = self.texts().collect();
        texts.sort_unstable();
        texts.dedup();
        texts.len()
    }

    /// The share of its values that no other has, 0 to 1.
    pub fn distinct(&self) -> f32 {
        self.different() as f32 / self.values().count().max(1) as f32
    }

    /// The mean number of characters of its values.
    pub fn mean_length(&self) -> f32 {
        let (count, chars) =
            self.texts().fold((0, 0), |(count, chars), text| (count + 1, chars + text.chars().count()));
        chars as f32 / (count as f32).max(1.0)
    }

    /// The cells in their final form.
    pub fn found(self) -> Vec<Vec<FoundCell>> {
        let kind = self.kind;
        let cell = |value: DraftValue| FoundCell {
            value: (kind != PieceKind::Text).then(|| Value::Text(value.text.clone())),
            text: value.text,
            link: value.link,
            place: Some(value.place),
            ..FoundCell::default()
        };
        self.cells.into_iter().map(|cells| cells.into_iter().map(cell).collect()).collect()
    }
}

/// How many levels, the text itself included, are searched for the link that a text is in. Alignment has already
/// found the record, so a link further up is not this value's own.
const LINK_LEVELS: usize = 6;

impl DraftValue {
    /// The value of a piece; nothing where it is empty.
    pub fn of(survey: &Survey, piece: &Piece) -> Option<DraftValue> {
        let page = survey.page;
        match piece.kind {
            PieceKind::Text => {
                let nodes = piece.node..piece.end;
                let is_alone = piece.end == page.node(piece.node).end;
                let text = if is_alone && page.is_element(piece.node) && is_amount(survey, piece.node) {
                    amount_text(survey, piece.node)
                } else {
                    let text = collapse_space(&page.text_of(page.siblings(nodes.clone())));
                    range_text(&text).unwrap_or(text)
                };
                if text.is_empty() {
                    return None;
                }
                let range = survey.stream().of_nodes(&nodes);
                let link = link_of(page, piece.node, piece.end);
                Some(DraftValue { text, link, node: piece.node, place: Place::Shown(nodes), range })
            }
            PieceKind::Link => {
                let href = page.attribute(piece.node, "href")?.trim().to_owned();
                Some(DraftValue::address(piece.node, href.clone(), Some(href)))
            }
            PieceKind::Image => {
                let link = link_of(page, piece.node, piece.end);
                Some(DraftValue::address(piece.node, picture(page, piece.node)?, link))
            }
        }
    }

    /// The value of a cell that another method found; nothing where it stands nowhere on the page.
    pub fn found(cell: &FoundCell) -> Option<DraftValue> {
        let place = cell.place.clone()?;
        let node = place.node()?;
        Some(DraftValue { text: cell.text.clone(), link: cell.link.clone(), node, place, range: 0..0 })
    }

    /// Whether it is all that the link around it shows; a link around a whole record is not its own.
    pub fn has_own_link(&self, survey: &Survey) -> bool {
        self.link_around(survey).is_some_and(|link| self.fills(survey, link))
    }

    /// Whether it has a link of its own, or one that is a part of it.
    pub fn is_linked(&self, survey: &Survey) -> bool {
        self.link.is_some() && self.link_around(survey).is_none_or(|link| self.fills(survey, link))
    }

    fn link_around(&self, survey: &Survey) -> Option<NodeId> {
        let page = survey.page;
        let mut around = std::iter::once(self.node).chain(page.ancestors(self.node)).take(LINK_LEVELS);
        around.find(|id| page.is(*id, "a")).filter(|_| self.link.is_some())
    }

    /// Whether an element around it shows nothing else.
    fn fills(&self, survey: &Survey, around: NodeId) -> bool {
        let own = match &self.place {
            Place::Shown(nodes) => survey.inked_in(nodes).len(),
            Place::Texts(parts) => parts.len(),
            _ => 1,
        };
        survey.inked_in(&survey.subtree(around)).len() <= own
    }

    pub fn address(node: NodeId, text: String, link: Option<String>) -> DraftValue {
        DraftValue { text, link, node, place: Place::Element(node), range: 0..0 }
    }

    /// A part of the value: the text at `range` of the page's text.
    pub fn part(&self, survey: &Survey, range: Range<usize>) -> DraftValue {
        let stream = survey.stream();
        let range = stream.trim(range);
        let parts: Vec<(NodeId, Range<usize>)> = stream.nodes(&range).collect();
        let node = parts.first().map_or(self.node, |(node, _)| *node);
        DraftValue {
            text: shown_text(&stream.text()[range.clone()]),
            link: link_of(survey.page, node, survey.page.node(node).end).or_else(|| self.link.clone()),
            node,
            place: Place::Texts(parts),
            range,
        }
    }
}

/// A stretch of the page's text on one line.
pub(crate) fn shown_text(text: &str) -> String {
    collapse_space(&text.replace('\u{1f}', " "))
}

/// An amount whose sign, digits and cents stand in elements of their own.
fn amount_text(survey: &Survey, node: NodeId) -> String {
    let mut joined = String::new();
    let texts = survey.inked_in(&survey.subtree(node));
    for text in texts {
        let part = survey.page.own_text(*text).trim();
        // Raised cents have no decimal mark before them.
        let cents = part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
        if cents && joined.ends_with(|c: char| c.is_ascii_digit()) && !joined.contains('.') {
            joined.push('.');
        }
        joined.push_str(part);
    }
    joined
}

/// The link around or in a value.
fn link_of(page: &Page, node: NodeId, end: NodeId) -> Option<String> {
    let href = |id: NodeId| page.attribute(id, "href").filter(|_| page.is(id, "a")).map(str::trim);
    let above = || std::iter::once(node).chain(page.ancestors(node)).take(LINK_LEVELS).find_map(href);
    let inside = || (node.index()..end.index()).map(NodeId::from_index).find_map(href);
    above().or_else(inside).filter(|href| !href.is_empty()).map(str::to_owned)
}

/// The address of an image: of the picture that a script loads later, if there is one, because `src` is only a placeholder then.
fn picture(page: &Page, node: NodeId) -> Option<String> {
    let around = page.node(node).parent.filter(|above| page.is(*above, "picture"));
    // The image's own addresses before those of the other forms that a `<picture>` offers.
    let mut all = page.images(node);
    all.extend(around.map(|picture| page.images(picture)).into_iter().flatten());
    let own = page.attribute(node, "src").map(str::trim).filter(|src| !src.is_empty());
    let is_real = |address: &&String| !address.starts_with("data:") && Some(address.as_str()) != own;
    let lazy = page
        .attributes(node)
        .iter()
        .any(|attribute| attribute.name.starts_with("data-") && page.value(attribute).contains(['/', '.']));
    let placeholder = own.is_none_or(|src| src.starts_with("data:") || (lazy && is_placeholder(src)));
    let later = || all.iter().find(is_real).cloned().or_else(|| without_scripts(page, node));
    if placeholder { later().or_else(|| own.map(str::to_owned)) } else { own.map(str::to_owned) }
}

/// The picture that a page shows in this place to those without scripts, in the `<noscript>` beside the image.
fn without_scripts(page: &Page, image: NodeId) -> Option<String> {
    let parent = page.node(image).parent?;
    let beside = page.element_children(parent).take(MOST_BESIDE).filter(|id| page.is(*id, "noscript"));
    let pictures: Vec<String> = beside.flat_map(|noscript| page.images(noscript)).collect();
    pictures.into_iter().find(|address| !address.starts_with("data:"))
}

/// How many elements beside an image are searched for its `<noscript>`.
const MOST_BESIDE: usize = 8;

/// Whether an address looks like that of a picture that stands in for another.
fn is_placeholder(address: &str) -> bool {
    let name = address.rsplit('/').next().unwrap_or(address).to_ascii_lowercase();
    [
        "blank", "placeholder", "spacer", "loading", "lazy", "pixel", "transparent", "1x1", "dummy", "grey",
        "empty",
    ]
    .iter()
    .any(|word| name.contains(word))
}
