//! The leaves of the vision tree, read once: what each shows and what it looks like (Table 2 of the paper).

use super::looks::{has_money_sign, is_money, look};
use super::words::{Words, has_letters};
use chaffinch_core::{NodeId, NodeKind, Page, Rect, Style, collapse_space};
use chaffinch_vision::{BlockId, VisionTree};
use std::ops::Range;

/// Classes and ids are taken from this many elements around a leaf.
const NAMED_ANCESTORS: usize = 4;
/// A link is looked for in this many elements around a leaf.
const LINK_ANCESTORS: usize = 8;

/// Two nodes of a leaf follow one another if at most this many nodes lie between them.
const NEAR: usize = 16;

/// A caption that a text begins with has at most this many bytes and words.
const OWN_CAPTION: usize = 32;
const OWN_CAPTION_WORDS: usize = 4;

/// The first words of a value that features see.
const MOST_WORDS: usize = 64;
/// A short text has at most this many words and bytes.
const SHORT_WORDS: usize = 6;
const SHORT: usize = 60;

/// An element in the paper's sense: what a leaf of the vision tree shows.
#[derive(Debug, Clone)]
pub struct Element<'p> {
    /// The leaf.
    pub block: BlockId,
    /// The first node that it shows.
    pub node: NodeId,
    /// What it is.
    pub kind: ElementKind,
    /// Its text on one line; for an image the alternative text.
    pub text: String,
    /// The text taken apart.
    parts: TextParts,
    /// The text as the source writes it, where it has character references.
    pub source_text: Option<String>,
    /// Where it is.
    pub rect: Rect,
    /// How it is styled.
    pub style: Style,
    /// Where it links to.
    pub link: Option<&'p str>,
    /// Where its image comes from.
    pub image: Option<&'p str>,
    /// The texts that it shows.
    pub texts: Vec<NodeId>,
    /// The nearest elements that it stands in, innermost first.
    pub around: Vec<NodeId>,
}

/// A text as features read it: a caption, if it begins with one, and a value.
#[derive(Debug, Clone)]
struct TextParts {
    words: Words,
    /// Where the caption ends that the text begins with.
    caption: Option<usize>,
    /// Where the value is, in bytes, and the number of its first word.
    value: Range<usize>,
    first: usize,
    /// What the value looks like.
    look: &'static str,
}

impl TextParts {
    fn new(text: &str) -> TextParts {
        let (caption, rest) =
            own_caption(text).map_or((None, text), |(caption, rest)| (Some(caption.len()), rest));
        let skipped = text.len() - rest.len();
        let within = trimmed_range(rest);
        let value = skipped + within.start..skipped + within.end;
        let words = Words::new(text, MOST_WORDS + OWN_CAPTION);
        TextParts {
            first: words.before(value.start),
            words,
            caption,
            look: look(&text[value.clone()]),
            value,
        }
    }
}

impl Element<'_> {
    /// The elements that its first text stands in, innermost first. Some of them may lie inside the leaf.
    pub fn holders<'a>(&self, page: &'a Page) -> impl Iterator<Item = NodeId> + 'a {
        let text = self.texts.first().copied();
        text.map(|text| page.ancestors(text)).into_iter().flatten().take(NAMED_ANCESTORS)
    }

    /// The caption that the text itself begins with: `Phone` of `Phone: 555-0100`.
    pub fn caption(&self) -> Option<&str> {
        self.parts.caption.map(|end| &self.text[..end])
    }

    /// What follows the caption: `555-0100`. Without a caption, the whole text.
    pub fn value(&self) -> &str {
        &self.text[self.parts.value.clone()]
    }

    /// What the value looks like.
    pub fn look(&self) -> &'static str {
        self.parts.look
    }

    /// The first words of the text, folded.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        self.parts.words.iter()
    }

    /// The words of the caption that it begins with.
    pub fn caption_words(&self) -> impl ExactSizeIterator<Item = &str> {
        self.parts.words.range(0..self.parts.first)
    }

    /// The first words of the value, folded.
    pub fn value_words(&self) -> impl ExactSizeIterator<Item = &str> {
        self.parts.words.range(self.parts.first..self.parts.words.len())
    }

    /// A short text, folded, without the marks around it; `None` for a longer one.
    pub fn bare(&self) -> Option<&str> {
        self.bare_part(0..self.parts.words.len(), self.text.len())
    }

    /// The same for its value.
    pub fn bare_value(&self) -> Option<&str> {
        self.bare_part(self.parts.first..self.parts.words.len(), self.parts.value.len())
    }

    /// The same for the caption that it begins with.
    pub fn bare_caption(&self) -> Option<&str> {
        self.bare_part(0..self.parts.first, self.parts.caption?)
    }

    fn bare_part(&self, words: Range<usize>, length: usize) -> Option<&str> {
        let short = (1..=SHORT_WORDS).contains(&words.len()) && length <= SHORT;
        short.then(|| self.parts.words.phrase(words))
    }
}

/// What follows the caption that a text begins with, if it begins with one.
pub fn after_caption(text: &str) -> Option<&str> {
    own_caption(text).map(|(_, value)| trimmed(value))
}

/// A text without the caption that it may begin with.
pub fn value_of(text: &str) -> &str {
    trimmed(own_caption(text).map_or(text, |(_, value)| value))
}

/// A value without the marks that separate it from its neighbours: `: 2010`, `$61,200 |`.
fn trimmed(value: &str) -> &str {
    &value[trimmed_range(value)]
}

/// Where the value is between such marks, in bytes.
pub fn trimmed_range(value: &str) -> Range<usize> {
    let rest = value.trim_start_matches(separates);
    let start = value.len() - rest.len();
    start..start + rest.trim_end_matches(|c: char| separates(c) && c != '-').len()
}

fn separates(c: char) -> bool {
    c.is_whitespace() || matches!(c, ':' | '|' | '·' | '•' | '»' | '›' | '–' | '-' | ',')
}

/// The caption that a text begins with, and the rest.
fn own_caption(text: &str) -> Option<(&str, &str)> {
    let (caption, value) = text.split_once(':')?;
    let value = value.trim_start();
    let is_caption = caption.len() <= OWN_CAPTION
        && has_letters(caption)
        && !caption.chars().any(|c| c.is_numeric())
        && caption.split_whitespace().count() <= OWN_CAPTION_WORDS;
    (is_caption && !value.is_empty() && !value.starts_with("//")).then_some((caption, value))
}

/// The kinds of elements of section 5.2 of the paper. An element is of the first kind that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementKind {
    /// An image whose address has three digits in a row: it comes from a catalogue.
    CodedImage,
    /// A JPEG: probably a photograph.
    JpegImage,
    /// Another image.
    Image,
    /// A form control.
    NoteText,
    /// Text with a currency sign.
    DollarText,
    /// The text of a link.
    LinkText,
    /// Text.
    Text,
    /// Anything else.
    Null,
}

impl ElementKind {
    /// Its name in features.
    pub fn name(self) -> &'static str {
        match self {
            ElementKind::CodedImage => "coded-image",
            ElementKind::JpegImage => "jpeg-image",
            ElementKind::Image => "image",
            ElementKind::NoteText => "note-text",
            ElementKind::DollarText => "dollar-text",
            ElementKind::LinkText => "link-text",
            ElementKind::Text => "text",
            ElementKind::Null => "null",
        }
    }

    /// Whether it is some image.
    pub fn is_image(self) -> bool {
        matches!(self, ElementKind::CodedImage | ElementKind::JpegImage | ElementKind::Image)
    }
}

/// The elements of a page, in the reading order of its leaves.
pub fn elements<'p>(page: &'p Page, tree: &VisionTree) -> Vec<Element<'p>> {
    tree.leaves(BlockId::ROOT).filter_map(|block| element(page, tree, block)).collect()
}

fn element<'p>(page: &'p Page, tree: &VisionTree, block: BlockId) -> Option<Element<'p>> {
    let node = *tree.nodes(block).first()?;
    let own = page.is_element(node).then_some(node);
    let around: Vec<NodeId> = own.into_iter().chain(page.ancestors(node)).take(NAMED_ANCESTORS).collect();
    let image = own.filter(|own| page.is(*own, "img")).map(|own| image_address(page, own));
    let texts: Vec<NodeId> = shown(page, tree.nodes(block));
    let (text, source_text) = match image {
        Some(_) => (collapse_space(page.attribute(node, "alt").unwrap_or_default()), None),
        None => joined(page, &texts),
    };
    let link = own
        .into_iter()
        .chain(page.ancestors(node))
        .take(LINK_ANCESTORS)
        .find_map(|above| page.attribute(above, "href").filter(|_| page.is(above, "a")));
    let style = around.first().and_then(|holder| page.layout()?.style(*holder)).copied().unwrap_or_default();
    let kind = kind(page, own, image, link, &text);
    Some(Element {
        block,
        node,
        kind,
        parts: TextParts::new(&text),
        text,
        source_text,
        rect: tree.block(block).rect,
        style,
        link,
        image,
        texts,
        around,
    })
}

fn kind(
    page: &Page,
    own: Option<NodeId>,
    image: Option<&str>,
    link: Option<&str>,
    text: &str,
) -> ElementKind {
    if let Some(address) = image {
        let file = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let digits = file.as_bytes().windows(3).any(|three| three.iter().all(u8::is_ascii_digit));
        return match () {
            () if digits => ElementKind::CodedImage,
            () if file.ends_with(".jpg") || file.ends_with(".jpeg") => ElementKind::JpegImage,
            () => ElementKind::Image,
        };
    }
    match own.map(|own| page.name(own)) {
        Some(name) if is_control(name) => ElementKind::NoteText,
        _ if text.is_empty() => ElementKind::Null,
        _ if has_money_sign(text) || is_money(text) => ElementKind::DollarText,
        _ if link.is_some() => ElementKind::LinkText,
        _ => ElementKind::Text,
    }
}

/// The texts in some nodes, and the white space between nodes that follow one another, as in `<b>135</b> <i>kr</i>`.
fn shown(page: &Page, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut texts: Vec<NodeId> = Vec::new();
    let mut end: Option<NodeId> = None;
    for node in nodes.iter().copied() {
        let between = end.filter(|end| *end < node && node.index() - end.index() <= NEAR);
        let between = between.into_iter().flat_map(|end| (end.index()..node.index()).map(NodeId::from_index));
        let blank = |between: &NodeId| page.own_text(*between).chars().all(char::is_whitespace);
        texts.extend(between.filter(blank).chain(page.subtree(node)).filter(|node| is_read(page, *node)));
        end = Some(page.node(node).end);
    }
    // Hidden texts do not count, unless all are hidden: some pages show nothing until their scripts have run.
    if texts.iter().any(|text| is_visible(page, *text)) {
        texts.retain(|text| is_visible(page, *text));
    }
    texts
}

/// Whether a node is a text for readers and not a style sheet or script.
fn is_read(page: &Page, node: NodeId) -> bool {
    let code = |parent: NodeId| matches!(page.name(parent), "style" | "script" | "template");
    page.node(node).kind == NodeKind::Text && !page.node(node).parent.is_some_and(code)
}

fn is_visible(page: &Page, text: NodeId) -> bool {
    let style = page.node(text).parent.zip(page.layout()).and_then(|(parent, layout)| layout.style(parent));
    style.is_none_or(|style| style.visible)
}

fn is_control(name: &str) -> bool {
    matches!(name, "input" | "select" | "option" | "textarea" | "button")
}

fn image_address(page: &Page, image: NodeId) -> &str {
    ["data-src", "src"].iter().find_map(|name| page.attribute(image, name)).unwrap_or_default()
}

/// The text of `nodes`, and the same as the source writes it if that differs by character references.
fn joined(page: &Page, nodes: &[NodeId]) -> (String, Option<String>) {
    let (mut text, mut source) = (String::new(), String::new());
    let mut differs = false;
    for node in nodes.iter().copied() {
        let own = page.own_text(node);
        let runs = page.runs(node);
        for (at, run) in runs.iter().enumerate() {
            let end = runs.get(at + 1).map_or(own.len(), |next| next.text as usize);
            if run.literal {
                source.push_str(&own[run.text as usize..end]);
            } else {
                differs = true;
                source.push_str(&String::from_utf8_lossy(page.source().slice(run.span)));
            }
        }
        text.push_str(own);
    }
    (collapse_space(&text), differs.then(|| collapse_space(&source)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_can_begin_with_its_caption() {
        assert_eq!(own_caption("Phone:\u{a0}555-0100"), Some(("Phone", "555-0100")));
        assert_eq!(own_caption("Date posted: 05/20/2011"), Some(("Date posted", "05/20/2011")));
        for text in ["Phone:", "10:30", "http://a.example", "She had one thought in mind: go", "no mark"] {
            assert_eq!(own_caption(text), None, "{text}");
        }
    }
}
