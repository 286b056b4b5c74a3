//! Features of elements: Table 2 of the paper, captions beside values, names in the markup, shapes of texts.

use super::{
    BOLD, FAIR, FeatureTemplate, FeatureWriter, SAME_SIZE, STEP_DOWN, SURE, WEAK, few, numeral, put_names,
    put_parts, size,
};
use crate::see::SeenPage;
use crate::see::concepts::each_concept;
use crate::see::element::{Element, ElementKind};
use crate::see::former_price::PriceTime;
use crate::see::looks::{shape_into, value_type};
use crate::see::repeated::Compared;
use crate::see::seen_page::{Caption, MOST_WORDS, first_name, shared};
use crate::see::words::{fold, fold_into};
use chaffinch_core::{NodeId, beginning};

/// The first bytes of an address, or of an attribute with schema names, that are read.
const ADDRESS: usize = 1024;
/// The first parts of an address that count.
const ADDRESS_PARTS: usize = 64;
/// How an amount compares to those beside it means something else where the markup says which of the amounts at most this many
/// elements away is the price.
const BESIDE: usize = 3;

/// The templates that tell what repeats on a page. Where all training pages are about one thing they tell how a site is made, and the
/// next site is made differently: with them F1 on sites held out fell by 0.02 to 0.05 in three of four verticals.
pub const LIST_FEATURES: [&str; 9] =
    ["fellows", "unit", "in-step", "longest", "named", "compared", "amounts", "stands-out", "cost"];

/// An element of a page.
pub struct Leaf<'s, 'p> {
    pub seen: &'s SeenPage<'p>,
    pub at: usize,
}

/// How a template writes its features.
type Write = fn(&Leaf<'_, '_>, &mut FeatureWriter<'_>);

/// The table.
#[rustfmt::skip]
pub const LEAF_FEATURES: &[FeatureTemplate<Write>] = &[
    FeatureTemplate { name: "bias", about: "always", trust: FAIR, write: |_, out| out.put_if(true) },
    // Content. A caption that the text itself begins with is not counted.
    FeatureTemplate { name: "kind", about: "image, control, text", trust: SURE, write: |l, out| out.put(l.kind()) },
    FeatureTemplate { name: "look", about: "what the text looks like: a number, money, names …", trust: SURE, write: |l, out| out.put(l.own().look()) },
    FeatureTemplate { name: "sort", about: "the type of value: a date, a telephone number …", trust: SURE, write: |l, out| l.value_type(out) },
    FeatureTemplate { name: "digits", about: "how many digits, where there are no letters", trust: FAIR, write: |l, out| l.digits(out) },
    FeatureTemplate { name: "is-link", about: "a link", trust: WEAK, write: |l, out| out.put_if(l.own().link.is_some()) },
    FeatureTemplate { name: "word", about: "its words", trust: FAIR, write: |l, out| l.own().value_words().take(MOST_WORDS).for_each(|word| out.put(word)) },
    FeatureTemplate { name: "first", about: "its first word", trust: FAIR, write: |l, out| l.own().value_words().take(1).for_each(|word| out.put(word)) },
    FeatureTemplate { name: "last", about: "its last word", trust: FAIR, write: |l, out| l.last_word(out) },
    FeatureTemplate { name: "shape", about: "its shape", trust: FAIR, write: |l, out| out.put_with(|shape| shape_into(l.value(), 10, shape)) },
    FeatureTemplate { name: "begins", about: "the shape it begins with", trust: FAIR, write: |l, out| out.put_with(|shape| shape_into(l.value(), 3, shape)) },
    FeatureTemplate { name: "words", about: "how many words", trust: FAIR, write: |l, out| count(l.own().value_words().len().min(64), out) },
    FeatureTemplate { name: "letters", about: "how many characters", trust: FAIR, write: |l, out| out.put(size(l.value().chars().take(4096).count() as f32)) },
    FeatureTemplate { name: "whole", about: "the whole of a short text", trust: FAIR, write: |l, out| l.own().bare_value().iter().for_each(|bare| out.put(bare)) },
    FeatureTemplate { name: "label", about: "it ends in a colon, as captions do", trust: SURE, write: |l, out| out.put_if(l.own().text.ends_with(':')) },
    FeatureTemplate { name: "title", about: "how it relates to the page's title", trust: SURE, write: |l, out| l.title(out) },
    FeatureTemplate { name: "from-main", about: "how many elements after the page's heading", trust: FAIR, write: |l, out| l.way_from_main(out) },
    FeatureTemplate { name: "repeated", about: "how often the page has its text", trust: WEAK, write: |l, out| count(l.seen.same_text[l.at].min(8), out) },
    FeatureTemplate { name: "within", about: "how many other texts of the page contain it", trust: SURE, write: |l, out| out.put(&l.seen.within[l.at].min(3).to_string()) },
    FeatureTemplate { name: "aligned", about: "whether neighbouring blocks have the same in its place", trust: FAIR, write: |l, out| out.put(l.seen.aligned[l.at].name()) },
    FeatureTemplate { name: "fellows", about: "how many elements stand in the same place of the markup, and whether they say different things", trust: SURE, write: |l, out| l.group(out) },
    FeatureTemplate { name: "unit", about: "whether it stands in a repeated block", trust: SURE, write: |l, out| out.put(&format!("{}-{}", l.class(), l.presence())) },
    FeatureTemplate { name: "in-step", about: "its place among the elements that every repeated block has", trust: SURE, write: |l, out| l.in_step(out) },
    FeatureTemplate { name: "named", about: "how many of its words the links and images of its repeated block have", trust: SURE, write: |l, out| l.mentioned(out) },
    FeatureTemplate { name: "compared", about: "how an amount compares to others beside it", trust: SURE, write: |l, out| l.compared(out) },
    FeatureTemplate { name: "amounts", about: "how many amounts of money come before it, from the page's heading on", trust: SURE, write: |l, out| l.amounts(out) },
    FeatureTemplate { name: "nth", about: "how many texts before it look the same", trust: FAIR, write: |l, out| out.put_joined([l.own().look(), numeral(l.seen.nth[l.at].min(3))]) },
    FeatureTemplate { name: "link", about: "words of the address it links to", trust: WEAK, write: |l, out| l.address(l.own().link, out) },
    FeatureTemplate { name: "source", about: "words of the image's address", trust: WEAK, write: |l, out| l.address(l.own().image, out) },
    // The site.
    FeatureTemplate { name: "site", about: "how common its text is on the site", trust: SURE, write: |l, out| out.put(l.seen.common[l.at].name()) },
    FeatureTemplate { name: "template", about: "how much of its text all pages of the site have in its place", trust: FAIR, write: |l, out| l.template(out) },
    // Appearance.
    FeatureTemplate { name: "font", about: "font size against the page's", trust: FAIR, write: |l, out| l.font(out) },
    FeatureTemplate { name: "largest", about: "no text of the page is larger", trust: FAIR, write: |l, out| out.put_if(l.own().style.font_size + SAME_SIZE >= l.seen.largest_font) },
    FeatureTemplate { name: "bold", about: "bold", trust: FAIR, write: |l, out| out.put_if(l.own().style.font_weight >= BOLD) },
    FeatureTemplate { name: "x", about: "left edge in eighths of the page", trust: WEAK, write: |l, out| out.put(eighth(l.own().rect.x - l.seen.extent.x, l.seen.extent.w)) },
    FeatureTemplate { name: "y", about: "top edge, in steps of 50 pixels", trust: WEAK, write: |l, out| out.put(size((l.own().rect.y - l.seen.extent.y) / STEP_DOWN)) },
    FeatureTemplate { name: "down", about: "top edge in eighths of the page", trust: WEAK, write: |l, out| out.put(eighth(l.own().rect.y - l.seen.extent.y, l.seen.extent.h)) },
    FeatureTemplate { name: "width", about: "width in pixels", trust: WEAK, write: |l, out| out.put(size(l.own().rect.w)) },
    FeatureTemplate { name: "height", about: "height in pixels", trust: WEAK, write: |l, out| out.put(size(l.own().rect.h)) },
    FeatureTemplate { name: "area", about: "area in square pixels", trust: WEAK, write: |l, out| out.put(size(l.own().rect.area())) },
    // Markup.
    FeatureTemplate { name: "tag", about: "the tag it stands in", trust: FAIR, write: |l, out| l.tag(out) },
    FeatureTemplate { name: "path", about: "the three tags it stands in", trust: WEAK, write: |l, out| out.put_with(|path| l.path(path)) },
    FeatureTemplate { name: "class", about: "parts of the classes and id of the element it stands in", trust: FAIR, write: |l, out| l.names(0..1, out) },
    FeatureTemplate { name: "around", about: "the same of the elements around that", trust: WEAK, write: |l, out| l.names(1..4, out) },
    FeatureTemplate { name: "schema", about: "schema.org and RDFa names around it", trust: FAIR, write: |l, out| l.schema(out) },
    // What stands beside it.
    FeatureTemplate { name: "labelled-is", about: "the texts that may be its caption", trust: SURE, write: |l, out| l.captions().filter_map(Caption::bare).for_each(|bare| out.put(bare)) },
    FeatureTemplate { name: "labelled", about: "the concepts that these name: `Directed by` and `Director` share one", trust: SURE, write: |l, out| l.captions().for_each(|caption| each_concept(&caption.words(), &mut |concept| out.put(concept))) },
    FeatureTemplate { name: "labelled-look", about: "the likeliest of them, and what the text looks like", trust: FAIR, write: |l, out| l.caption_and_look(out) },
    FeatureTemplate { name: "left", about: "the text to the left", trust: FAIR, write: |l, out| l.beside(l.seen.left[l.at], out) },
    FeatureTemplate { name: "above", about: "the text above", trust: FAIR, write: |l, out| l.beside(l.seen.above[l.at], out) },
    FeatureTemplate { name: "before", about: "the text before, in reading order", trust: FAIR, write: |l, out| l.beside(l.before(), out) },
    FeatureTemplate { name: "after", about: "the text after, in reading order", trust: FAIR, write: |l, out| l.beside(l.after(), out) },
    FeatureTemplate { name: "heading", about: "the last heading", trust: WEAK, write: |l, out| l.beside(l.seen.heading[l.at], out) },
    // The repeated block.
    FeatureTemplate { name: "stands-out", about: "in what ways it is prominent in its repeated block", trust: SURE, write: |l, out| l.seen.repeated.prominence[l.at].iter().for_each(|way| out.put(way)) },
    FeatureTemplate { name: "longest", about: "its rank by length among the texts that every repeated block has", trust: WEAK, write: |l, out| l.longest(out) },
    FeatureTemplate { name: "cost", about: "whether the markup says that this amount is the former price or the present one", trust: SURE, write: |l, out| l.cost(out) },
];

impl<'p> Leaf<'_, 'p> {
    fn own(&self) -> &Element<'p> {
        &self.seen.elements[self.at]
    }

    /// The text without the caption that it begins with.
    fn value(&self) -> &str {
        self.own().value()
    }

    fn kind(&self) -> &'static str {
        match self.own().kind {
            ElementKind::LinkText | ElementKind::DollarText => ElementKind::Text.name(),
            kind => kind.name(),
        }
    }

    /// What it is, as coarsely as is enough for lists.
    fn class(&self) -> &'static str {
        match self.own().kind {
            kind if kind.is_image() => "image",
            ElementKind::DollarText => "money",
            ElementKind::NoteText => "control",
            ElementKind::LinkText => "link",
            _ => "text",
        }
    }

    fn group(&self, out: &mut FeatureWriter<'_>) {
        let group = self.seen.repeated.group(self.at);
        let say = match group.distinct {
            distinct if 5 * distinct > 4 * group.size => "different",
            distinct if 3 * distinct > group.size => "some",
            _ => "same",
        };
        out.put_joined([self.class(), few(group.size), say]);
    }

    fn presence(&self) -> &'static str {
        match (self.seen.repeated.of_element[self.at], self.seen.repeated.group(self.at).once_per_block) {
            (Some(_), true) => "every",
            (Some(_), false) => "some",
            (None, _) => "outside",
        }
    }

    fn mentioned(&self, out: &mut FeatureWriter<'_>) {
        if let Some(mentioned) = self.seen.repeated.mentioned[self.at] {
            out.put_joined(["link", numeral(mentioned.by_link)]);
            out.put_joined(["image", numeral(mentioned.by_image)]);
            if mentioned.best {
                out.put("best");
            }
        }
    }

    fn compared(&self, out: &mut FeatureWriter<'_>) {
        if self.own().kind != ElementKind::DollarText {
            return;
        }
        let repeated = &self.seen.repeated;
        let compared = repeated.compared[self.at].map_or("said", Compared::name);
        out.put(compared);
        if repeated.of_element[self.at].is_some() {
            let nth = numeral(repeated.nth_amount[self.at].min(3));
            out.put_joined(["nth", nth]);
            out.put_joined([compared, nth]);
        }
    }

    /// For an amount: whether it is the former or the present price, and how it compares to those beside it, depending on whether the
    /// markup says so of any of them.
    fn cost(&self, out: &mut FeatureWriter<'_>) {
        if self.own().kind != ElementKind::DollarText {
            return;
        }
        let own = match self.seen.price_times[self.at] {
            Some(PriceTime::Former) => "was",
            Some(PriceTime::Present) => "now",
            None => "unsaid",
        };
        out.put(own);
        let block = self.seen.repeated.of_element[self.at];
        let beside = self.at.saturating_sub(BESIDE)..(self.at + BESIDE + 1).min(self.seen.elements.len());
        let told = beside
            .filter(|beside| self.seen.repeated.of_element[*beside] == block)
            .any(|beside| self.seen.price_times[beside].is_some());
        if let Some(compared) = self.seen.repeated.compared[self.at] {
            let nth = numeral(self.seen.repeated.nth_amount[self.at].min(2));
            out.put_joined([compared.name(), nth, if told { "told" } else { "untold" }]);
        }
    }

    fn in_step(&self, out: &mut FeatureWriter<'_>) {
        let group = self.seen.repeated.group(self.at);
        if group.once_per_block && self.seen.repeated.of_element[self.at].is_some() {
            let class = if self.own().kind.is_image() { "image" } else { "text" };
            out.put_joined([class, numeral(group.order.min(5))]);
        }
    }

    fn longest(&self, out: &mut FeatureWriter<'_>) {
        let group = self.seen.repeated.group(self.at);
        let is_text = !self.own().kind.is_image();
        if is_text && group.once_per_block && self.seen.repeated.of_element[self.at].is_some() {
            out.put(numeral(group.longer.min(3)));
        }
    }

    fn amounts(&self, out: &mut FeatureWriter<'_>) {
        if self.own().kind == ElementKind::DollarText {
            let Some(before) = self.seen.amounts[self.at] else { return out.put("before") };
            let before = numeral(before.min(4));
            out.put(before);
            out.put_joined([before, few(self.seen.repeated.group(self.at).size)]);
        }
    }

    fn before(&self) -> Option<usize> {
        self.at.checked_sub(1)
    }

    fn after(&self) -> Option<usize> {
        Some(self.at + 1).filter(|after| *after < self.seen.elements.len())
    }

    fn captions(&self) -> impl Iterator<Item = Caption<'_>> {
        self.seen.captions(self.at)
    }

    fn last_word(&self, out: &mut FeatureWriter<'_>) {
        if let Some(word) = self.value().rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())
        {
            out.put_with(|folded| fold_into(word, folded));
        }
    }

    fn value_type(&self, out: &mut FeatureWriter<'_>) {
        if let Some(value_type) = value_type(self.value()) {
            out.put(value_type);
        }
    }

    fn digits(&self, out: &mut FeatureWriter<'_>) {
        let text = self.value();
        let digits = text.chars().take(64).filter(|c| c.is_ascii_digit()).count();
        if digits > 0 && !text.chars().any(char::is_alphabetic) {
            out.put(numeral(digits));
        }
    }

    fn caption_and_look(&self, out: &mut FeatureWriter<'_>) {
        if let Some(caption) = self.captions().next().and_then(Caption::bare) {
            out.put_with(|argument| argument.extend([caption, " ", self.own().look()]));
        }
    }

    fn beside(&self, at: Option<usize>, out: &mut FeatureWriter<'_>) {
        if let Some(text) = at.and_then(|at| self.seen.elements[at].bare()) {
            out.put(text);
        }
    }

    /// How much of the text stands in the title, and how much of the title in the text. Words that most titles of the site have do not
    /// count.
    fn title(&self, out: &mut FeatureWriter<'_>) {
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

    /// Where all pages of a site say `… tickets`, `Oxford tickets` ends with a word of the site's template. A value has no such words.
    fn template(&self, out: &mut FeatureWriter<'_>) {
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
            if fixed.first() == Some(&true) && self.own().caption().is_none() {
                out.put("begins");
            }
            if fixed.last() == Some(&true) {
                out.put("ends");
            }
        }
    }

    fn way_from_main(&self, out: &mut FeatureWriter<'_>) {
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

    fn address(&self, address: Option<&str>, out: &mut FeatureWriter<'_>) {
        let address = address.unwrap_or_default();
        let mut left = ADDRESS_PARTS;
        for part in beginning(address, ADDRESS).split(['/', '?', '&', '=', '.']).take(16) {
            put_parts(part, &mut left, out);
        }
    }

    fn font(&self, out: &mut FeatureWriter<'_>) {
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

    fn tag(&self, out: &mut FeatureWriter<'_>) {
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

    fn names(&self, which: std::ops::Range<usize>, out: &mut FeatureWriter<'_>) {
        for holder in self.holders().skip(which.start).take(which.len()) {
            put_names(self.seen.page, holder, out);
        }
    }

    fn schema(&self, out: &mut FeatureWriter<'_>) {
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

fn count(number: usize, out: &mut FeatureWriter<'_>) {
    match number {
        0..=4 => out.put(numeral(number)),
        n => out.put_with(|argument| argument.extend(["~", size(n as f32)])),
    }
}

fn eighth(at: f32, whole: f32) -> &'static str {
    numeral((at / whole.max(1.0) * 8.0).clamp(0.0, 8.0) as usize)
}
