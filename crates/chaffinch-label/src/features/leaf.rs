//! Features of elements: Table 2 of the paper, labels beside values, names in the markup, shapes of texts.

use super::{Details, FAIR, SURE, Template, WEAK, few, put_names, put_parts};
use crate::concepts::each_concept;
use crate::element::{Element, ElementKind};
use crate::seen::{Label, Seen, first_name, shared};
use crate::units::Compared;
use crate::was::Cost;
use crate::words::{fold, fold_into, numeral, shape_into, size, sort};
use chaffinch_core::{NodeId, beginning};

/// Texts with more words than this are judged by their first ones.
const MOST_WORDS: usize = 12;
/// An address is read to this byte, and no more parts of it count.
const ADDRESS: usize = 1024;
const ADDRESS_PARTS: usize = 64;
/// Amounts so near each other are compared.
const BESIDE: usize = 3;

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
    // Content. A label that the text itself begins with is not counted.
    Template { name: "kind", about: "image, control, text", trust: SURE, details: |l, out| out.put(l.kind()) },
    Template { name: "look", about: "what the text looks like: a number, money, names …", trust: SURE, details: |l, out| out.put(l.own().look()) },
    Template { name: "sort", about: "the sort of value: a date, a telephone number …", trust: SURE, details: |l, out| l.sort(out) },
    Template { name: "digits", about: "how many digits, where there are no letters", trust: FAIR, details: |l, out| l.digits(out) },
    Template { name: "is-link", about: "a link", trust: WEAK, details: |l, out| out.put_if(l.own().link.is_some()) },
    Template { name: "word", about: "its words", trust: FAIR, details: |l, out| l.own().value_words().take(MOST_WORDS).for_each(|word| out.put(word)) },
    Template { name: "first", about: "its first word", trust: FAIR, details: |l, out| l.own().value_words().take(1).for_each(|word| out.put(word)) },
    Template { name: "last", about: "its last word", trust: FAIR, details: |l, out| l.last_word(out) },
    Template { name: "shape", about: "its shape", trust: FAIR, details: |l, out| out.put_with(|shape| shape_into(l.value(), 10, shape)) },
    Template { name: "begins", about: "the shape it begins with", trust: FAIR, details: |l, out| out.put_with(|shape| shape_into(l.value(), 3, shape)) },
    Template { name: "words", about: "how many words", trust: FAIR, details: |l, out| count(l.own().value_words().len().min(64), out) },
    Template { name: "letters", about: "how many characters", trust: FAIR, details: |l, out| out.put(size(l.value().chars().take(4096).count() as f32)) },
    Template { name: "whole", about: "the whole of a short text", trust: FAIR, details: |l, out| l.own().bare_value().iter().for_each(|bare| out.put(bare)) },
    Template { name: "label", about: "it ends as a label does", trust: SURE, details: |l, out| out.put_if(l.own().text.ends_with(':')) },
    Template { name: "title", about: "how it relates to the page's title", trust: SURE, details: |l, out| l.title(out) },
    Template { name: "from-main", about: "how many elements after the page's heading", trust: FAIR, details: |l, out| l.way_from_main(out) },
    Template { name: "repeated", about: "how often the page has its text", trust: WEAK, details: |l, out| count(l.seen.repeated[l.at].min(8), out) },
    Template { name: "within", about: "how many other texts of the page contain it", trust: SURE, details: |l, out| out.put(&l.seen.within[l.at].min(3).to_string()) },
    Template { name: "aligned", about: "whether neighbouring blocks have the same in its place", trust: FAIR, details: |l, out| out.put(l.seen.aligned[l.at].name()) },
    Template { name: "fellows", about: "how many elements stand in the same kind of place, and whether they say different things", trust: SURE, details: |l, out| l.fellows(out) },
    Template { name: "unit", about: "whether it stands in a unit of a list", trust: SURE, details: |l, out| out.put(&format!("{}-{}", l.class(), l.unit())) },
    Template { name: "in-step", about: "which of the elements that every unit has: the how-manieth", trust: SURE, details: |l, out| l.in_step(out) },
    Template { name: "named", about: "how far links and images of its unit name it", trust: SURE, details: |l, out| l.named(out) },
    Template { name: "compared", about: "how an amount compares to others beside it", trust: SURE, details: |l, out| l.compared(out) },
    Template { name: "amounts", about: "how many amounts of money come before it, from the page's heading on", trust: SURE, details: |l, out| l.amounts(out) },
    Template { name: "nth", about: "how many texts before it look the same", trust: FAIR, details: |l, out| out.put_joined([l.own().look(), numeral(l.seen.nth[l.at].min(3))]) },
    Template { name: "link", about: "words of the address it links to", trust: WEAK, details: |l, out| l.address(l.own().link, out) },
    Template { name: "source", about: "words of the image's address", trust: WEAK, details: |l, out| l.address(l.own().image, out) },
    // The site.
    Template { name: "site", about: "how common its text is on the site", trust: SURE, details: |l, out| out.put(l.seen.common[l.at].name()) },
    Template { name: "template", about: "how much of its text all pages of the site have in its place", trust: FAIR, details: |l, out| l.template(out) },
    // Appearance.
    Template { name: "font", about: "font size against the page's", trust: FAIR, details: |l, out| l.font(out) },
    Template { name: "largest", about: "no text of the page is larger", trust: FAIR, details: |l, out| out.put_if(l.own().style.font_size + 0.5 >= l.seen.largest_font) },
    Template { name: "bold", about: "bold", trust: FAIR, details: |l, out| out.put_if(l.own().style.font_weight >= 600) },
    Template { name: "x", about: "left edge in eighths of the page", trust: WEAK, details: |l, out| out.put(eighth(l.own().rect.x - l.seen.extent.x, l.seen.extent.w)) },
    Template { name: "y", about: "top edge on the screen", trust: WEAK, details: |l, out| out.put(size((l.own().rect.y - l.seen.extent.y) / 50.0)) },
    Template { name: "down", about: "top edge in eighths of the page", trust: WEAK, details: |l, out| out.put(eighth(l.own().rect.y - l.seen.extent.y, l.seen.extent.h)) },
    Template { name: "width", about: "width", trust: WEAK, details: |l, out| out.put(size(l.own().rect.w)) },
    Template { name: "height", about: "height", trust: WEAK, details: |l, out| out.put(size(l.own().rect.h)) },
    Template { name: "area", about: "area", trust: WEAK, details: |l, out| out.put(size(l.own().rect.area())) },
    // Markup.
    Template { name: "tag", about: "the tag it stands in", trust: FAIR, details: |l, out| l.tag(out) },
    Template { name: "path", about: "the three tags it stands in", trust: WEAK, details: |l, out| out.put_with(|path| l.path(path)) },
    Template { name: "class", about: "parts of the classes and id of the element it stands in", trust: FAIR, details: |l, out| l.names(0..1, out) },
    Template { name: "around", about: "the same of the elements around that", trust: WEAK, details: |l, out| l.names(1..4, out) },
    Template { name: "schema", about: "schema.org and RDFa names around it", trust: FAIR, details: |l, out| l.schema(out) },
    // What stands beside it.
    Template { name: "labelled-is", about: "the texts that may label it", trust: SURE, details: |l, out| l.labels().filter_map(Label::bare).for_each(|bare| out.put(bare)) },
    Template { name: "labelled", about: "the concepts that these name: `Directed by` and `Director` share one", trust: SURE, details: |l, out| l.labels().for_each(|label| each_concept(&label.words(), &mut |concept| out.put(concept))) },
    Template { name: "labelled-look", about: "the likeliest of them, and what the text looks like", trust: FAIR, details: |l, out| l.label_and_look(out) },
    Template { name: "left", about: "the text to the left", trust: FAIR, details: |l, out| l.beside(l.seen.left[l.at], out) },
    Template { name: "above", about: "the text above", trust: FAIR, details: |l, out| l.beside(l.seen.above[l.at], out) },
    Template { name: "before", about: "the text before, in reading order", trust: FAIR, details: |l, out| l.beside(l.before(), out) },
    Template { name: "after", about: "the text after, in reading order", trust: FAIR, details: |l, out| l.beside(l.after(), out) },
    Template { name: "heading", about: "the last heading", trust: WEAK, details: |l, out| l.beside(l.seen.heading[l.at], out) },
    // The unit.
    Template { name: "stands-out", about: "in what ways it stands out in its unit", trust: SURE, details: |l, out| l.seen.units.standing[l.at].iter().for_each(|way| out.put(way)) },
    Template { name: "longest", about: "the how-manieth longest of the texts that every unit has", trust: WEAK, details: |l, out| l.longest(out) },
    Template { name: "cost", about: "whether markup says that this amount was, or is, the price", trust: SURE, details: |l, out| l.cost(out) },
];

impl<'p> Leaf<'_, 'p> {
    fn own(&self) -> &Element<'p> {
        &self.seen.elements[self.at]
    }

    /// The text without the label that it begins with.
    fn value(&self) -> &str {
        self.own().value()
    }

    fn kind(&self) -> &'static str {
        match self.own().kind {
            ElementKind::LinkText | ElementKind::DollarText => ElementKind::Text.name(),
            kind => kind.name(),
        }
    }

    /// What it is, as coarsely as lists need it.
    fn class(&self) -> &'static str {
        match self.own().kind {
            kind if kind.is_image() => "image",
            ElementKind::DollarText => "money",
            ElementKind::NoteText => "control",
            ElementKind::LinkText => "link",
            _ => "text",
        }
    }

    fn fellows(&self, out: &mut Details<'_>) {
        let group = self.seen.units.group(self.at);
        let say = match group.distinct {
            distinct if 5 * distinct > 4 * group.size => "different",
            distinct if 3 * distinct > group.size => "some",
            _ => "same",
        };
        out.put_joined([self.class(), few(group.size), say]);
    }

    fn unit(&self) -> &'static str {
        match (self.seen.units.of_element[self.at], self.seen.units.group(self.at).in_step) {
            (Some(_), true) => "every",
            (Some(_), false) => "some",
            (None, _) => "outside",
        }
    }

    fn named(&self, out: &mut Details<'_>) {
        if let Some(named) = self.seen.units.named[self.at] {
            out.put_joined(["link", numeral(named.by_link)]);
            out.put_joined(["image", numeral(named.by_image)]);
            if named.best {
                out.put("best");
            }
        }
    }

    fn compared(&self, out: &mut Details<'_>) {
        if self.own().kind != ElementKind::DollarText {
            return;
        }
        let units = &self.seen.units;
        let compared = units.compared[self.at].map_or("said", Compared::name);
        out.put(compared);
        if units.of_element[self.at].is_some() {
            let nth = numeral(units.nth_amount[self.at].min(3));
            out.put_joined(["nth", nth]);
            out.put_joined([compared, nth]);
        }
    }

    /// Of an amount what it is, and how it compares to those beside it, by whether any of them is told to be the price.
    fn cost(&self, out: &mut Details<'_>) {
        if self.own().kind != ElementKind::DollarText {
            return;
        }
        let own = match self.seen.costs[self.at] {
            Some(Cost::Was) => "was",
            Some(Cost::Now) => "now",
            None => "unsaid",
        };
        out.put(own);
        let unit = self.seen.units.of_element[self.at];
        let beside = self.at.saturating_sub(BESIDE)..(self.at + BESIDE + 1).min(self.seen.elements.len());
        let told = beside
            .filter(|beside| self.seen.units.of_element[*beside] == unit)
            .any(|beside| self.seen.costs[beside].is_some());
        if let Some(compared) = self.seen.units.compared[self.at] {
            let nth = numeral(self.seen.units.nth_amount[self.at].min(2));
            out.put_joined([compared.name(), nth, if told { "told" } else { "untold" }]);
        }
    }

    fn in_step(&self, out: &mut Details<'_>) {
        let group = self.seen.units.group(self.at);
        if group.in_step && self.seen.units.of_element[self.at].is_some() {
            let class = if self.own().kind.is_image() { "image" } else { "text" };
            out.put_joined([class, numeral(group.order.min(5))]);
        }
    }

    fn longest(&self, out: &mut Details<'_>) {
        let group = self.seen.units.group(self.at);
        let is_text = !self.own().kind.is_image();
        if is_text && group.in_step && self.seen.units.of_element[self.at].is_some() {
            out.put(numeral(group.shorter.min(3)));
        }
    }

    fn amounts(&self, out: &mut Details<'_>) {
        if self.own().kind == ElementKind::DollarText {
            let Some(before) = self.seen.amounts[self.at] else { return out.put("before") };
            let before = numeral(before.min(4));
            out.put(before);
            out.put_joined([before, few(self.seen.units.group(self.at).size)]);
        }
    }

    fn before(&self) -> Option<usize> {
        self.at.checked_sub(1)
    }

    fn after(&self) -> Option<usize> {
        Some(self.at + 1).filter(|after| *after < self.seen.elements.len())
    }

    fn labels(&self) -> impl Iterator<Item = Label<'_>> {
        self.seen.labels(self.at)
    }

    fn last_word(&self, out: &mut Details<'_>) {
        if let Some(word) = self.value().rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())
        {
            out.put_with(|folded| fold_into(word, folded));
        }
    }

    fn sort(&self, out: &mut Details<'_>) {
        if let Some(sort) = sort(self.value()) {
            out.put(sort);
        }
    }

    fn digits(&self, out: &mut Details<'_>) {
        let text = self.value();
        let digits = text.chars().take(64).filter(|c| c.is_ascii_digit()).count();
        if digits > 0 && !text.chars().any(char::is_alphabetic) {
            out.put(numeral(digits));
        }
    }

    fn label_and_look(&self, out: &mut Details<'_>) {
        if let Some(label) = self.labels().next().and_then(Label::bare) {
            out.put_with(|detail| detail.extend([label, " ", self.own().look()]));
        }
    }

    fn beside(&self, at: Option<usize>, out: &mut Details<'_>) {
        if let Some(text) = at.and_then(|at| self.seen.elements[at].bare()) {
            out.put(text);
        }
    }

    /// Only the words of the title count that not all pages of the site have. How much of the text stands in the title, and how much of
    /// the title in the text.
    fn title(&self, out: &mut Details<'_>) {
        let told = &self.seen.title_words;
        if told.is_empty() || self.own().text.is_empty() {
            return;
        }
        let (own, shared) = shared(self.own().value_words(), told);
        out.put_joined(["share", numeral((shared * 4).checked_div(own).unwrap_or(0))]);
        out.put_joined(["cover", numeral(shared * 4 / told.len())]);
        if shared > 0 && self.seen.title.starts_with(&fold(self.value())) {
            out.put("begins");
        }
        let first = self.seen.title_first.as_deref();
        if first.is_some() && first_name(self.own().value_words()) == first {
            out.put("first");
        }
    }

    /// `Oxford tickets` of a site whose pages all say `… tickets` there ends with the template's words; of a value nothing is the template's.
    fn template(&self, out: &mut Details<'_>) {
        let fixed = self.seen.template_words[self.at].as_deref().unwrap_or_default();
        if fixed.is_empty() {
            return;
        }
        let count = fixed.iter().filter(|fixed| **fixed).count();
        out.put(match count {
            0 => "none",
            count if count == fixed.len() => "all",
            count if 2 * count >= fixed.len() => "most",
            _ => "some",
        });
        if count < fixed.len() {
            if fixed.first() == Some(&true) && self.own().label().is_none() {
                out.put("begins");
            }
            if fixed.last() == Some(&true) {
                out.put("ends");
            }
        }
    }

    fn way_from_main(&self, out: &mut Details<'_>) {
        if let Some(main) = self.seen.main {
            out.put(match self.at as i64 - main as i64 {
                ..-20 => "far-before",
                -20..-4 => "before",
                -4..0 => "just-before",
                0 => "main",
                1 => "next",
                2..4 => "just-after",
                4..12 => "after",
                12..40 => "some-way-after",
                40.. => "far-after",
            });
        }
    }

    fn address(&self, address: Option<&str>, out: &mut Details<'_>) {
        let address = address.unwrap_or_default();
        let mut left = ADDRESS_PARTS;
        for part in beginning(address, ADDRESS).split(['/', '?', '&', '=', '.']).take(16) {
            put_parts(part, &mut left, out);
        }
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

    fn path(&self, path: &mut String) {
        for (at, holder) in self.holders().take(3).enumerate() {
            path.push_str(if at > 0 { "<" } else { "" });
            path.push_str(self.seen.page.name(holder));
        }
    }

    fn names(&self, which: std::ops::Range<usize>, out: &mut Details<'_>) {
        for holder in self.holders().skip(which.start).take(which.len()) {
            put_names(self.seen.page, holder, out);
        }
    }

    fn schema(&self, out: &mut Details<'_>) {
        for holder in self.holders() {
            for attribute in ["itemprop", "property", "rel", "headers"] {
                if let Some(value) = self.seen.page.attribute(holder, attribute) {
                    let names = beginning(value, ADDRESS).split_ascii_whitespace().take(4);
                    names.for_each(|name| out.put_with(|folded| fold_into(name, folded)));
                }
            }
        }
    }
}

fn count(number: usize, out: &mut Details<'_>) {
    match number {
        0..=4 => out.put(numeral(number)),
        n => out.put_with(|detail| detail.extend(["~", size(n as f32)])),
    }
}

fn eighth(at: f32, whole: f32) -> &'static str {
    numeral((at / whole.max(1.0) * 8.0).clamp(0.0, 8.0) as usize)
}
