//! The pieces of a record that may be values: its texts, links and images, in the order of the page.

use crate::highlights::Highlights;
use crate::passages::{Passages, images};
use crate::unseen::Unseen;
use chaffinch_core::{NodeId, Page};
use chaffinch_survey::{LONGEST_VALUE, Record, Survey, is_look};
use chaffinch_values::{currency, has_money_sign};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A possible value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    pub node: NodeId,
    /// One past its last node: a sentence with words in bold is several siblings.
    pub end: NodeId,
    pub kind: PieceKind,
    /// Where it stands in the record, by tags and classes.
    pub path: u64,
    /// Where it stands in the record, by tags alone.
    pub tags: u64,
    /// The tag and class of its own element and of the one around it.
    pub own: u64,
    /// Whether it is an item of a list or a paragraph.
    pub listed: bool,
    /// Whether it is a passage, which is one value whatever it says.
    pub passage: bool,
}

impl Piece {
    /// The same piece at a place that is known by a number alone.
    pub fn at(self, place: u64) -> Piece {
        Piece { path: place, tags: place, own: place, ..self }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PieceKind {
    /// The text of a node.
    Text,
    /// The address of a link that shows no text of its own.
    Link,
    /// The address of an image.
    Image,
}

/// An element on the way from the record down to a piece.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    end: NodeId,
    path: u64,
    tags: u64,
    label: u32,
}

/// The pieces of a record. A sentence with words in bold, in italics or linked is one piece, and so are an amount that is
/// written in several elements and a passage of several paragraphs.
pub(crate) fn pieces(
    survey: &Survey,
    record: &Record,
    passages: &Passages,
    highlights: &Highlights,
) -> Vec<Piece> {
    let page = survey.page;
    let mut found: Vec<Piece> = Vec::new();
    let mut open: Vec<Step> = Vec::new();
    let several = record.roots(page).take(2).count() > 1;
    let mut unseen = Unseen::new(survey, record);
    for part in &record.parts {
        open.clear();
        let mut at = part.start;
        while at < part.end {
            while open.pop_if(|step| step.end <= at).is_some() {}
            if !survey.shows(&survey.subtree(at)) {
                if is_bare_link(page, at) {
                    let step = step(survey, open.last(), at, several);
                    found.push(step.piece(page, PieceKind::Link, step.end, &open));
                }
                at = page.node(at).end;
                continue;
            }
            if unseen.repeats(at) {
                at = page.node(at).end;
                continue;
            }
            let step = step(survey, open.last(), at, several);
            if at > part.start && passages.has(survey, at) {
                found.push(Piece { passage: true, ..step.piece(page, PieceKind::Text, step.end, &open) });
                let pictures = images(survey, at);
                found.extend(pictures.map(|id| {
                    let picture = self::step(survey, Some(&step), id, several);
                    picture.piece(page, PieceKind::Image, picture.end, &open)
                }));
                at = step.end;
                continue;
            }
            if page.is(at, "img") {
                found.push(step.piece(page, PieceKind::Image, step.end, &open));
            } else if is_text(survey, at, highlights) {
                let end = text_end(survey, at, part.end, highlights);
                found.push(step.piece(page, PieceKind::Text, end, &open));
                at = end;
                continue;
            } else if page.is(at, "a")
                && survey.content(&survey.subtree(at)).texts == 0
                && is_bare_link(page, at)
            {
                found.push(step.piece(page, PieceKind::Link, step.end, &open));
            }
            open.push(step);
            at = NodeId::from_index(at.index() + 1);
        }
    }
    found
}

/// Whether an element is a link that leads anywhere.
fn is_bare_link(page: &Page, node: NodeId) -> bool {
    page.is(node, "a") && page.attribute(node, "href").is_some_and(|href| !href.trim().is_empty())
}

fn step(survey: &Survey, above: Option<&Step>, node: NodeId, several: bool) -> Step {
    let page = survey.page;
    let label = survey.classes.label(node).0;
    let tag = survey.tags.label(node).0;
    let (path, tags) = match above {
        // The classes of a record's own element say in what state the record is: sold, new, the first one.
        None if !several => (hash((0, tag)), hash((0, tag))),
        None => (hash((0, label)), hash((0, tag))),
        Some(above) => {
            // The cells of a row have the same tags and classes; their places tell them apart.
            let place =
                if page.is(node, "td") || page.is(node, "th") { page.place_among_alike(node) } else { 0 };
            (hash((above.path, label, place)), hash((above.tags, tag, place)))
        }
    };
    Step { node, end: page.node(node).end, path, tags, label }
}

impl Step {
    fn piece(&self, page: &Page, kind: PieceKind, end: NodeId, open: &[Step]) -> Piece {
        let above = open.last().map_or(0, |above| above.label);
        let near = open.last().map(|above| above.node).into_iter().chain([self.node]);
        let listed = near.into_iter().any(|id| page.is(id, "li") || page.is(id, "p"));
        Piece {
            node: self.node,
            end,
            kind,
            path: self.path,
            tags: self.tags,
            own: hash((above, self.label)),
            listed,
            passage: false,
        }
    }
}

/// A number that stands for a value.
pub(crate) fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Whether a reader sees a node as one text: a text node, or an element with text of its own in which all other elements
/// only change how the text looks, or a paragraph with links in it.
fn is_text(survey: &Survey, node: NodeId, highlights: &Highlights) -> bool {
    let page = survey.page;
    if !page.is_element(node) {
        return survey.inked[node.index()];
    }
    let content = survey.content(&survey.subtree(node));
    if content.images > 0 || content.controls > 0 {
        return false;
    }
    let has_own = page.children(node).any(|kid| {
        if page.is_element(kid) { highlights.has(survey, kid) } else { survey.inked[kid.index()] }
    });
    let prose = content.chars > 2 * LONGEST_VALUE
        && 3 * content.link_chars < content.chars
        && begins_with_text(survey, node);
    let lines = is_one_in_lines(survey, node) || is_broken(survey, node);
    let heading = page.is_heading(node) && content.chars <= LONGEST_HEADING;
    let joins = |id: NodeId| {
        let name = page.name(id);
        !page.is_element(id)
            || is_look(name)
            || highlights.has(survey, id)
            || (prose && matches!(name, "a" | "span" | "q" | "cite"))
            || (heading && name == "span" && is_word(survey, id))
            || (lines && name == "br")
    };
    (has_own && page.descendants(node).all(joins) && !has_label(survey, node)) || is_amount(survey, node)
}

/// Most characters of a heading that is one text.
const LONGEST_HEADING: usize = 200;

/// Whether an element shows one text of letters, which is no value of its own beside the text of a heading.
fn is_word(survey: &Survey, node: NodeId) -> bool {
    let texts = survey.inked_in(&survey.subtree(node));
    let text = |id: &NodeId| survey.page.own_text(*id).trim();
    texts.len() == 1
        && texts
            .iter()
            .all(|id| !text(id).contains(char::is_numeric) && text(id).contains(char::is_alphabetic))
}

/// Most words of a line of a name that is written in two lines.
const NAME_WORDS: usize = 3;

/// Whether all line breaks of an element stand in the middle of a sentence, as in the texts below results of a search.
fn is_broken(survey: &Survey, node: NodeId) -> bool {
    let page = survey.page;
    let texts = survey.inked_in(&survey.subtree(node));
    let amid = |end: NodeId| {
        let next = texts.partition_point(|text| *text < end);
        let (Some(before), Some(behind)) = (texts[..next].last(), texts.get(next)) else { return true };
        let word = page.own_text(*behind).split_whitespace().next().unwrap_or("");
        let goes_on = word.starts_with(['.', '…'])
            || word.starts_with(char::is_lowercase) && !word.contains(['/', '@', '.']);
        page.own_text(*before).trim_end().ends_with(|c: char| c.is_alphanumeric() || ",.…".contains(c))
            && goes_on
    };
    let mut breaks = page.element_children(node).filter(|kid| page.is(*kid, "br")).peekable();
    breaks.peek().is_some() && breaks.all(amid)
}

/// Whether the lines of an element are one value: an address, or a name in two lines that is one link or heading, or in bold.
fn is_one_in_lines(survey: &Survey, node: NodeId) -> bool {
    let page = survey.page;
    if page.is(node, "address") {
        return true;
    }
    let is_bold = std::iter::once(node)
        .chain(page.ancestors(node).take(1))
        .any(|id| matches!(page.name(id), "b" | "strong"));
    if !page.is(node, "a") && !page.is_heading(node) && !is_bold {
        return false;
    }
    let lines = survey.inked_in(&survey.subtree(node));
    let is_name = |text: &NodeId| {
        let text = page.own_text(*text);
        // `Wing 7` is a name, `7 pieces` and `$7` are not.
        let may_have_number = is_bold && text.trim_start().starts_with(char::is_alphabetic);
        text.split_whitespace().nth(NAME_WORDS).is_none()
            && (may_have_number || !text.contains(char::is_numeric))
    };
    lines.len() == 2 && lines.iter().all(is_name)
}

/// Whether the first thing that an element shows is text of its own.
fn begins_with_text(survey: &Survey, node: NodeId) -> bool {
    let first = survey.inked_in(&survey.subtree(node)).first();
    first.is_some_and(|first| survey.page.node(*first).parent == Some(node))
}

/// Whether the first text in an element ends with a colon, so that what follows is another value.
fn has_label(survey: &Survey, node: NodeId) -> bool {
    let mut texts = survey.inked_in(&survey.subtree(node)).iter();
    let first =
        texts.next().is_some_and(|text| survey.page.own_text(*text).trim_end().ends_with([':', '：']));
    first && texts.next().is_some()
}

/// Whether a text can be part of an amount: digits, a decimal mark, a currency.
fn is_money_part(text: &str) -> bool {
    // `€/month` is a currency.
    let sign = text.split('/').next().unwrap_or(text);
    text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\u{a0}'))
        || currency(sign.trim_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ' '))).is_some()
}

/// Whether an element is one amount of money in several elements: `$`, `62`, `99`.
pub(crate) fn is_amount(survey: &Survey, node: NodeId) -> bool {
    let texts = survey.inked_in(&survey.subtree(node));
    (2..=6).contains(&texts.len())
        && is_one_amount(texts.iter().map(|text| survey.page.own_text(*text).trim()))
}

/// Whether texts are the parts of one amount of money.
fn is_one_amount<'t>(parts: impl Iterator<Item = &'t str> + Clone) -> bool {
    let joined: String = parts.clone().collect();
    // Two amounts have two signs.
    joined.len() <= 24
        && parts.clone().all(is_money_part)
        && joined.matches(|c| has_money_sign(char::encode_utf8(c, &mut [0; 4]))).count() == 1
        && joined.chars().any(|c| c.is_ascii_digit())
}

/// A range of amounts as one text, where a text is one: `$ 62 – $ 99` is `$62 – $99`.
pub(crate) fn range_text(text: &str) -> Option<String> {
    let (least, most) = text.split_once(['–', '—']).or_else(|| text.split_once(" - "))?;
    let is_amount = |end: &str| end.len() <= 24 && is_one_amount(end.split_whitespace());
    let compact = |end: &str| -> String { end.split_whitespace().collect() };
    (is_amount(least) && is_amount(most)).then(|| format!("{} – {}", compact(least), compact(most)))
}

fn is_number(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',')
}

/// Whether a text is what stands behind a rating: `of 5`, `/ 10`.
fn is_scale(text: &str) -> bool {
    let text = text.trim();
    let rest = ["out of", "of", "/", "von", "sur"].iter().find_map(|word| text.strip_prefix(word));
    rest.is_some_and(|rest| is_number(rest.trim()))
}

/// Where the text that begins at `node` ends. In running prose, bold, italic or linked words and what follows them belong to it; in
/// a short text a change of look separates two values.
fn text_end(survey: &Survey, node: NodeId, limit: NodeId, highlights: &Highlights) -> NodeId {
    let page = survey.page;
    let beside = |at: NodeId| at < limit && page.node(at).parent == page.node(node).parent;
    let is_marked = |at: NodeId| {
        beside(at)
            && (is_look(page.name(at)) || matches!(page.name(at), "a" | "span"))
            && is_text(survey, at, highlights)
    };
    let continues = |at: NodeId| {
        // `at` may be one past the last node of the page, so `beside` comes first.
        let is_text = beside(at) && !page.is_element(at);
        let first = || page.own_text(at).trim_start().chars().next();
        is_text && first().is_some_and(|c| c.is_alphabetic() && !c.is_uppercase() || ".,;!?)".contains(c))
    };
    let alone = page.node(node).end;
    // Words, highlighted or not, until something else comes.
    let mut highlighted = highlights.has(survey, node);
    let mut together = alone;
    while beside(together) && (highlights.has(survey, together) || !page.is_element(together)) {
        highlighted |= page.is_element(together);
        together = page.node(together).end;
    }
    if highlighted && together > alone {
        return together;
    }
    // The scale of a rating belongs to it: `<b>4.8</b> of 5`.
    if beside(alone)
        && !page.is_element(alone)
        && is_scale(page.own_text(alone))
        && is_number(&page.flat_text(node))
    {
        return page.node(alone).end;
    }
    // Two amounts with a dash between them are a range.
    if beside(alone) && !page.is_element(alone) && matches!(page.own_text(alone).trim(), "-" | "–" | "—")
    {
        let last = page.node(alone).end;
        let end = if beside(last) { page.node(last).end } else { last };
        if range_text(&page.text_of(page.siblings(node..end))).is_some() {
            return end;
        }
    }
    let mut end = alone;
    if is_marked(node) && continues(end) {
        end = page.node(end).end;
    }
    let is_open =
        |text: &str| text.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ',' || c == '(');
    let last = |end: NodeId| NodeId::from_index(end.index() - 1);
    while !page.is_element(last(end)) && is_open(page.own_text(last(end))) && is_marked(end) {
        let after = page.node(end).end;
        if !continues(after) {
            break;
        }
        end = page.node(after).end;
    }
    if survey.content(&(node..end)).chars > LONGEST_VALUE {
        return end;
    }
    // A line that ends with a word such as `and` goes on in the next one.
    let mut end = alone;
    while !page.is_element(last(end))
        && ends_open(page.own_text(last(end)))
        && beside(end)
        && page.is(end, "br")
    {
        let next = page.node(end).end;
        if !beside(next) || page.is_element(next) || !survey.inked[next.index()] {
            break;
        }
        end = page.node(next).end;
    }
    end
}

/// Whether a text ends with a word that cannot be its last: `Minister of Health and`.
fn ends_open(text: &str) -> bool {
    const JOINING: [&str; 22] = [
        "and", "of", "for", "the", "with", "in", "to", "&", "und", "der", "für", "von", "et", "de", "des",
        "du", "pour", "y", "del", "para", "e", "da",
    ];
    let last = text.trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
    // One word alone is a text of its own.
    text.trim().contains(' ') && JOINING.contains(&last.to_lowercase().as_str())
}
