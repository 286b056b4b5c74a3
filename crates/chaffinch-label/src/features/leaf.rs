//! Features of elements: Table 2 of the paper, labels beside values, names in the markup, shapes of texts.

use super::{Details, FAIR, SURE, Template, WEAK};
use crate::element::Element;
use crate::seen::Seen;
use crate::words::{fold, name_parts, shape, size, words};
use chaffinch_core::NodeId;

/// Texts with more words than this are judged by their first ones.
const MOST_WORDS: usize = 12;
/// A text with more words than this labels nothing.
const LABEL_WORDS: usize = 6;

/// An element of a page.
pub struct Leaf<'s, 'p> {
    pub seen: &'s Seen<'p>,
    pub at: usize,
}

/// How a row of the table gives its details.
type Row = fn(&Leaf<'_, '_>, &mut Details<'_>);

/// The table.
#[rustfmt::skip]
pub const LEAF_FEATURES: &[Template<Row>] = &[
    Template { name: "bias", about: "always", trust: FAIR, details: |_, out| out.put_if(true) },
    // Content.
    Template { name: "kind", about: "image, link text, dollar text …", trust: SURE, details: |l, out| out.put(l.own().kind.name()) },
    Template { name: "word", about: "its words", trust: FAIR, details: |l, out| l.each_word(&l.own().text, out) },
    Template { name: "first", about: "its first word", trust: FAIR, details: |l, out| l.first_word(&l.own().text, out) },
    Template { name: "last", about: "its last word", trust: FAIR, details: |l, out| l.last_word(&l.own().text, out) },
    Template { name: "shape", about: "its shape", trust: FAIR, details: |l, out| out.put(&shape(&l.own().text, 10)) },
    Template { name: "begins", about: "the shape it begins with", trust: FAIR, details: |l, out| out.put(&shape(&l.own().text, 3)) },
    Template { name: "words", about: "how many words", trust: FAIR, details: |l, out| out.put(&count(words(&l.own().text).take(64).count())) },
    Template { name: "letters", about: "how many characters", trust: FAIR, details: |l, out| out.put(&size(l.own().text.chars().take(4096).count() as f32)) },
    Template { name: "whole", about: "the whole of a short text", trust: FAIR, details: |l, out| l.whole(Some(l.at), out) },
    Template { name: "label", about: "it ends as a label does", trust: FAIR, details: |l, out| out.put_if(l.own().text.ends_with(':')) },
    Template { name: "title", about: "how it relates to the page's title", trust: SURE, details: |l, out| l.title(out) },
    Template { name: "repeated", about: "how often the page has its text", trust: FAIR, details: |l, out| out.put(&count(l.seen.repeated[l.at].min(8))) },
    Template { name: "link", about: "words of the address it links to", trust: WEAK, details: |l, out| l.address(l.own().link, out) },
    Template { name: "source", about: "words of the image's address", trust: WEAK, details: |l, out| l.address(l.own().image, out) },
    // The site.
    Template { name: "site", about: "how common its text is on the site", trust: SURE, details: |l, out| out.put(l.seen.common[l.at].name()) },
    Template { name: "fixed-is", about: "the nearest text before that all pages of the site have", trust: FAIR, details: |l, out| l.whole(l.seen.label(l.at), out) },
    Template { name: "fixed", about: "its words", trust: FAIR, details: |l, out| l.label_words(l.seen.label(l.at), out) },
    Template { name: "fixed-shape", about: "the same text and the shape", trust: FAIR, details: |l, out| l.joined(l.seen.label(l.at), out) },
    // Appearance.
    Template { name: "font", about: "font size against the page's", trust: FAIR, details: |l, out| l.font(out) },
    Template { name: "largest", about: "no text of the page is larger", trust: SURE, details: |l, out| out.put_if(l.own().style.font_size + 0.5 >= l.seen.largest_font) },
    Template { name: "bold", about: "bold", trust: FAIR, details: |l, out| out.put_if(l.own().style.font_weight >= 600) },
    Template { name: "x", about: "left edge in eighths of the page", trust: WEAK, details: |l, out| out.put(&eighth(l.own().rect.x - l.seen.extent.x, l.seen.extent.w)) },
    Template { name: "y", about: "top edge on the screen", trust: WEAK, details: |l, out| out.put(&size((l.own().rect.y - l.seen.extent.y) / 50.0)) },
    Template { name: "down", about: "top edge in eighths of the page", trust: WEAK, details: |l, out| out.put(&eighth(l.own().rect.y - l.seen.extent.y, l.seen.extent.h)) },
    Template { name: "width", about: "width", trust: WEAK, details: |l, out| out.put(&size(l.own().rect.w)) },
    Template { name: "height", about: "height", trust: WEAK, details: |l, out| out.put(&size(l.own().rect.h)) },
    Template { name: "area", about: "area", trust: WEAK, details: |l, out| out.put(&size(l.own().rect.area())) },
    // Markup.
    Template { name: "tag", about: "the tag it stands in", trust: FAIR, details: |l, out| l.tag(out) },
    Template { name: "path", about: "the three tags it stands in", trust: WEAK, details: |l, out| out.put(&l.path()) },
    Template { name: "class", about: "parts of the classes and id of the element it stands in", trust: FAIR, details: |l, out| l.names(0..1, out) },
    Template { name: "around", about: "the same of the elements around that", trust: WEAK, details: |l, out| l.names(1..4, out) },
    Template { name: "schema", about: "schema.org and RDFa names around it", trust: FAIR, details: |l, out| l.schema(out) },
    // What stands beside it.
    Template { name: "labelled-is", about: "any text that may label it: left, above, before, fixed", trust: SURE, details: |l, out| l.each_label(|at| l.whole(at, out)) },
    Template { name: "labelled", about: "beginnings of their words", trust: SURE, details: |l, out| l.each_label(|at| l.stems(at, out)) },
    Template { name: "left-is", about: "the text to the left", trust: FAIR, details: |l, out| l.whole(l.seen.left[l.at], out) },
    Template { name: "left", about: "its words", trust: FAIR, details: |l, out| l.label_words(l.seen.left[l.at], out) },
    Template { name: "above-is", about: "the text above", trust: FAIR, details: |l, out| l.whole(l.seen.above[l.at], out) },
    Template { name: "above", about: "its words", trust: FAIR, details: |l, out| l.label_words(l.seen.above[l.at], out) },
    Template { name: "before-is", about: "the text before, in reading order", trust: FAIR, details: |l, out| l.whole(l.before(), out) },
    Template { name: "before", about: "its words", trust: FAIR, details: |l, out| l.label_words(l.before(), out) },
    Template { name: "after-is", about: "the text after, in reading order", trust: FAIR, details: |l, out| l.whole(l.after(), out) },
    Template { name: "colon-is", about: "the last label with a colon, a few texts before", trust: FAIR, details: |l, out| l.whole(l.colon(), out) },
    Template { name: "heading", about: "words of the last heading", trust: WEAK, details: |l, out| l.label_words(l.seen.heading[l.at], out) },
    Template { name: "heading-is", about: "the last heading", trust: WEAK, details: |l, out| l.whole(l.seen.heading[l.at], out) },
    Template { name: "left-shape", about: "what stands to the left, and its shape", trust: FAIR, details: |l, out| l.joined(l.seen.left[l.at], out) },
];

impl<'p> Leaf<'_, 'p> {
    fn own(&self) -> &Element<'p> {
        &self.seen.elements[self.at]
    }

    fn text_of(&self, at: Option<usize>) -> Option<&str> {
        at.map(|at| self.seen.elements[at].text.as_str()).filter(|text| !text.is_empty())
    }

    fn before(&self) -> Option<usize> {
        self.at.checked_sub(1)
    }

    fn after(&self) -> Option<usize> {
        Some(self.at + 1).filter(|after| *after < self.seen.elements.len())
    }

    fn colon(&self) -> Option<usize> {
        (self.at.saturating_sub(6)..self.at).rev().find(|at| self.seen.elements[*at].text.ends_with(':'))
    }

    fn each_label(&self, mut each: impl FnMut(Option<usize>)) {
        for at in [self.seen.left[self.at], self.seen.above[self.at], self.before(), self.seen.label(self.at)] {
            each(at);
        }
    }

    /// The beginnings of the words of a label: `Directed by` and `Director` share one.
    fn stems(&self, at: Option<usize>, out: &mut Details<'_>) {
        if let Some(text) =
            self.text_of(at).filter(|text| words(text).take(LABEL_WORDS + 1).count() <= LABEL_WORDS)
        {
            words(text).for_each(|word| out.put(word.get(..5).unwrap_or(&word)));
        }
    }

    fn each_word(&self, text: &str, out: &mut Details<'_>) {
        words(text).take(MOST_WORDS).for_each(|word| out.put(&word));
    }

    fn first_word(&self, text: &str, out: &mut Details<'_>) {
        words(text).take(1).for_each(|word| out.put(&word));
    }

    fn last_word(&self, text: &str, out: &mut Details<'_>) {
        if let Some(word) = text.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()) {
            out.put(&fold(word));
        }
    }

    /// The folded text of an element, if it is short enough for a label.
    fn whole(&self, at: Option<usize>, out: &mut Details<'_>) {
        if let Some(label) = self.text_of(at).and_then(label) {
            out.put(&label);
        }
    }

    fn label_words(&self, at: Option<usize>, out: &mut Details<'_>) {
        if let Some(text) =
            self.text_of(at).filter(|text| words(text).take(LABEL_WORDS + 1).count() <= LABEL_WORDS)
        {
            words(text).for_each(|word| out.put(&word));
        }
    }

    fn joined(&self, at: Option<usize>, out: &mut Details<'_>) {
        if let Some(label) = self.text_of(at).and_then(label) {
            out.put(&format!("{label} {}", shape(&self.own().text, 6)));
        }
    }

    fn title(&self, out: &mut Details<'_>) {
        let text = fold(&self.own().text);
        let title = &self.seen.title;
        if text.chars().count() < 3 || title.is_empty() {
            return;
        }
        match () {
            () if text == *title => out.put("is"),
            () if title.starts_with(&text) => out.put("begins"),
            () if title.ends_with(&text) => out.put("ends"),
            () if title.contains(&text) => out.put("holds"),
            () => {}
        }
        let (mut all, mut shared) = (0, 0);
        for word in words(&text).take(MOST_WORDS) {
            all += 1;
            shared += usize::from(self.seen.title_words.contains(&word));
        }
        out.put(&format!("share-{}", (shared * 4).checked_div(all).unwrap_or(0)));
    }

    fn address(&self, address: Option<&str>, out: &mut Details<'_>) {
        let path = address.unwrap_or_default();
        path.split(['/', '?', '&', '=', '.']).take(16).flat_map(name_parts).for_each(|part| out.put(&part));
    }

    fn font(&self, out: &mut Details<'_>) {
        let ratio = self.own().style.font_size / self.seen.body_font.max(1.0);
        out.put(match ratio {
            r if r < 0.8 => "tiny",
            r if r < 0.95 => "small",
            r if r < 1.05 => "body",
            r if r < 1.3 => "large",
            r if r < 1.7 => "larger",
            _ => "huge",
        });
    }

    fn holders(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.own().around.iter().copied().filter(|node| self.seen.page.is_element(*node))
    }

    fn tag(&self, out: &mut Details<'_>) {
        if let Some(holder) = self.holders().next() {
            out.put(self.seen.page.name(holder));
        }
    }

    fn path(&self) -> String {
        self.holders().take(3).map(|holder| self.seen.page.name(holder)).collect::<Vec<_>>().join("<")
    }

    fn names(&self, which: std::ops::Range<usize>, out: &mut Details<'_>) {
        for holder in self.holders().skip(which.start).take(which.len()) {
            let page = self.seen.page;
            for name in page.classes(holder).chain(page.attribute(holder, "id")).take(16) {
                name_parts(name).iter().take(16).for_each(|part| out.put(part));
            }
        }
    }

    fn schema(&self, out: &mut Details<'_>) {
        for holder in self.holders() {
            for attribute in ["itemprop", "property", "rel", "headers"] {
                if let Some(value) = self.seen.page.attribute(holder, attribute) {
                    value.split_ascii_whitespace().take(4).for_each(|name| out.put(&fold(name)));
                }
            }
        }
    }
}

/// A short text as a label: folded, without marks around it.
fn label(text: &str) -> Option<String> {
    let few = words(text).take(LABEL_WORDS + 1).count() <= LABEL_WORDS;
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£'));
    (few && text.len() <= 60 && !bare.is_empty()).then(|| fold(bare))
}

fn count(number: usize) -> String {
    match number {
        0..=4 => number.to_string(),
        n => format!("~{}", size(n as f32)),
    }
}

fn eighth(at: f32, whole: f32) -> String {
    ((at / whole.max(1.0) * 8.0) as i32).clamp(0, 8).to_string()
}
