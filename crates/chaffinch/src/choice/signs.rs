//! What a page says of itself in its markup: the words of its class names, of its address and of its title.
//!
//! Authors everywhere name the parts of a page with the same few English words, whatever language the page is in.

use chaffinch_core::{NodeId, NodeKind, Page, TextMap};
use chaffinch_records::Features;
use std::ops::Range;

/// What the name of an element says that it is.
struct Sign {
    words: &'static [&'static str],
    /// The names of its measures: how many there are on the page, how many rows have one, and what share of all stand in rows.
    on_page: &'static str,
    in_rows: &'static str,
    share: &'static str,
}

macro_rules! sign {
    ($what:literal, $($word:literal),*) => {
        Sign {
            words: &[$($word),*],
            on_page: concat!("page: names of ", $what),
            in_rows: concat!("rows with names of ", $what),
            share: concat!("share of names of ", $what),
        }
    };
}

const SIGNS: [Sign; 14] = [
    sign!("posts", "post", "posts", "message", "reply", "replies", "comment", "comments", "answer"),
    sign!("people", "author", "user", "username", "avatar", "member", "poster", "profile"),
    sign!("prices", "price", "prices", "pricing"),
    sign!("products", "product", "products"),
    sign!("cards", "card", "cards", "item", "items", "tile", "grid", "result", "results"),
    sign!("pages", "pagination", "pager", "paginator", "pagenav"),
    sign!("filters", "filter", "filters", "facet", "facets", "sort", "sorting", "refine", "sortby"),
    sign!("carts", "cart", "basket", "quantity", "qty", "addtocart", "buy"),
    sign!("reviews", "review", "reviews", "rating", "ratings", "stars"),
    sign!("pictures", "thumb", "thumbnail", "gallery", "swatch", "variant", "carousel", "slider"),
    sign!("votes", "like", "likes", "vote", "votes", "upvote", "reaction", "reactions", "score"),
    sign!("promises", "hero", "cta", "testimonial", "testimonials", "feature", "features", "services"),
    sign!("contents", "toc", "sidebar", "docs", "breadcrumb", "breadcrumbs"),
    sign!(
        "other things", "related", "recommended", "recommendations", "similar", "upsell", "trending",
        "popular", "recent", "menu", "nav", "navigation", "footer", "widget", "sponsored", "social", "share"
    ),
];
/// The last of the signs: what stands beside the subject of a page.
const BESIDE: usize = SIGNS.len() - 1;

/// What words in the address of a page and in the names of its body say that the page is.
const SUBJECTS: [(&str, &[&str]); 6] = [
    (
        "page: called a list",
        &[
            "category", "categories", "archive", "archives", "collection", "collections", "search",
            "catalog", "catalogue", "listing", "listings", "list", "tag", "tax", "shop", "store", "results",
            "index", "browse", "department",
        ],
    ),
    ("page: called a thing", &["product", "products", "item", "dp", "pdp", "detail", "details", "sku"]),
    (
        "page: called an article",
        &["single", "post", "article", "articles", "story", "blog", "blogs", "news", "entry"],
    ),
    (
        "page: called a thread",
        &[
            "thread", "threads", "topic", "topics", "forum", "forums", "viewtopic", "showthread",
            "viewthread", "discussion", "discussions", "question", "questions", "community", "board",
            "answers",
        ],
    ),
    (
        "page: called a manual",
        &[
            "docs", "doc", "documentation", "reference", "api", "guide", "guides", "manual", "wiki", "help",
            "tutorial",
        ],
    ),
    ("page: called a home page", &["home", "front", "frontpage", "homepage", "landing"]),
];

/// The signs of a page.
pub(super) struct Signs {
    /// Elements whose names are signs, in document order: a bit for each sign.
    named: Vec<(NodeId, u16)>,
    /// How many elements have each sign.
    counts: [usize; SIGNS.len()],
    /// Numbers in short texts, in document order.
    numbers: Vec<(NodeId, usize)>,
    subjects: [bool; SUBJECTS.len()],
    address: Option<Address>,
    title_words: usize,
    has_question: bool,
    has_next: bool,
}

/// The address that a page gives as its own.
struct Address {
    parts: usize,
    last_letters: usize,
    last_words: usize,
    last_digits: usize,
    has_query: bool,
}

/// Most elements of a page whose names are looked at, and most numbers that are kept.
const MOST_NAMES: usize = 200_000;
const MOST_NUMBERS: usize = 5_000;
/// Most bytes of a text that may tell how many rows there are.
const LONGEST_COUNT: usize = 60;

impl Signs {
    pub(super) fn of(page: &Page) -> Signs {
        let mut known: TextMap<&str, u16> = TextMap::default();
        let mut signs = Signs {
            named: Vec::new(),
            counts: [0; SIGNS.len()],
            numbers: Vec::new(),
            subjects: [false; SUBJECTS.len()],
            address: None,
            title_words: 0,
            has_question: false,
            has_next: false,
        };
        let mut address = None;
        for id in page.ids().take(MOST_NAMES) {
            if page.node(id).kind == NodeKind::Text {
                signs.note_numbers(id, page.own_text(id));
                continue;
            }
            match page.name(id) {
                "html" | "body" => {
                    ["class", "id"]
                        .iter()
                        .filter_map(|name| page.attribute(id, name))
                        .for_each(|name| signs.call(name));
                }
                "link" | "meta" | "a" => {
                    signs.has_next |=
                        page.attribute(id, "rel").is_some_and(|rel| matches!(rel, "next" | "prev"));
                    address = address.or_else(|| own_address(page, id));
                }
                _ => {}
            }
            let mut mask = 0;
            for name in ["class", "id"].iter().filter_map(|name| page.attribute(id, name)) {
                mask |= *known.entry(name).or_insert_with(|| mask_of(name));
            }
            if mask != 0 {
                (0..SIGNS.len())
                    .filter(|sign| mask & (1 << sign) != 0)
                    .for_each(|sign| signs.counts[sign] += 1);
                signs.named.push((id, mask));
            }
        }
        let title = page.title().unwrap_or_default();
        signs.title_words = title.split_whitespace().count();
        signs.has_question = title.contains(['?', '？', '؟']);
        signs.address = address.map(|address| signs.read_address(address));
        signs
    }

    fn note_numbers(&mut self, id: NodeId, text: &str) {
        if text.len() > LONGEST_COUNT || self.numbers.len() >= MOST_NUMBERS {
            return;
        }
        let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| matches!(digits.len(), 1..=4));
        self.numbers.extend(digits.filter_map(|digits| Some((id, digits.parse().ok()?))));
    }

    /// Notes what the words of a name say that the page is.
    fn call(&mut self, name: &str) {
        each_word(name, |word| {
            for (at, (_, words)) in SUBJECTS.iter().enumerate() {
                self.subjects[at] |= words.contains(&word);
            }
        });
    }

    fn read_address(&mut self, address: &str) -> Address {
        let path = address
            .split_once("//")
            .map_or(address, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
        let path = path.split('#').next().unwrap_or("");
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let last = parts.last().copied().unwrap_or("");
        let last_words = last.split(['-', '_', '+']).count();
        for part in &parts {
            // A long part is a title, not a place.
            if part.split(['-', '_', '+']).count() <= 3 {
                self.call(part);
            }
        }
        Address {
            parts: parts.len(),
            last_letters: last.len(),
            last_words,
            last_digits: last.bytes().filter(u8::is_ascii_digit).count(),
            has_query: !query.is_empty(),
        }
    }

    /// Measures that all findings share.
    pub(super) fn measure_page(&self, out: &mut Features) {
        let log = |count: usize| (1.0 + count as f32).ln();
        for (sign, count) in SIGNS.iter().zip(self.counts) {
            out.set(sign.on_page, log(count));
        }
        for ((name, _), is_called) in SUBJECTS.iter().zip(self.subjects) {
            out.set(name, f32::from(u8::from(is_called)));
        }
        let address = self.address.as_ref();
        out.set_if("address: parts", address.map(|address| address.parts as f32));
        out.set_if("address: letters of the last part", address.map(|address| log(address.last_letters)));
        out.set_if("address: words of the last part", address.map(|address| address.last_words as f32));
        out.set_if("address: digits of the last part", address.map(|address| address.last_digits as f32));
        out.set_if("address: query", address.map(|address| f32::from(u8::from(address.has_query))));
        out.set("page: words of the title", log(self.title_words));
        out.set("page: asks a question", f32::from(u8::from(self.has_question)));
        out.set("page: goes on", f32::from(u8::from(self.has_next)));
    }

    /// Measures of the rows of a finding, each given as stretches of nodes.
    pub(super) fn measure_rows(&self, page: &Page, rows: &[Vec<Range<NodeId>>], out: &mut Features) {
        let (mut with, mut inside) = ([0; SIGNS.len()], [0; SIGNS.len()]);
        for row in rows {
            let mut all = 0;
            for (_, mask) in row.iter().flat_map(|part| self.within(part)) {
                all |= mask;
                (0..SIGNS.len()).filter(|sign| mask & (1 << sign) != 0).for_each(|sign| inside[sign] += 1);
            }
            (0..SIGNS.len()).filter(|sign| all & (1 << sign) != 0).for_each(|sign| with[sign] += 1);
        }
        let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
        for (at, sign) in SIGNS.iter().enumerate().take(BESIDE) {
            out.set(sign.in_rows, share(with[at], rows.len()));
            out.set(sign.share, share(inside[at], self.counts[at]));
        }
        let first = rows.first().and_then(|row| row.first()).map(|part| part.start);
        out.set_if("stands among other things", first.map(|first| self.beside(page, first)));
        out.set("its rows are counted", f32::from(u8::from(self.counts_rows(rows))));
    }

    /// Whether a text outside the rows has their number.
    fn counts_rows(&self, rows: &[Vec<Range<NodeId>>]) -> bool {
        let mut parts: Vec<&Range<NodeId>> = rows.iter().flatten().collect();
        parts.sort_by_key(|part| part.start);
        let is_inside = |node: NodeId| {
            let before = parts.partition_point(|part| part.start <= node);
            before.checked_sub(1).is_some_and(|at| node < parts[at].end)
        };
        rows.len() > 2 && self.numbers.iter().any(|(node, number)| *number == rows.len() && !is_inside(*node))
    }

    fn within(&self, part: &Range<NodeId>) -> &[(NodeId, u16)] {
        let from = self.named.partition_point(|(node, _)| *node < part.start);
        let to = from + self.named[from..].partition_point(|(node, _)| *node < part.end);
        &self.named[from..to]
    }

    /// How many of the nearest elements around a row have a name of something beside the subject.
    fn beside(&self, page: &Page, first: NodeId) -> f32 {
        const LEVELS: usize = 6;
        let around = std::iter::once(first).chain(page.ancestors(first)).take(LEVELS);
        let mask = |node: NodeId| {
            let at = self.named.binary_search_by_key(&node, |(node, _)| *node).ok()?;
            Some(self.named[at].1)
        };
        around.filter_map(mask).filter(|mask| mask & (1 << BESIDE) != 0).count() as f32
    }
}

/// A bit for each sign in a name.
fn mask_of(name: &str) -> u16 {
    let mut mask = 0;
    each_word(name, |word| {
        for (at, sign) in SIGNS.iter().enumerate() {
            mask |= u16::from(sign.words.contains(&word)) << at;
        }
    });
    mask
}

/// Most bytes of a name that are read.
const LONGEST_NAME: usize = 300;

/// Calls `see` with each word of a name in small letters: names are made of words with hyphens, or with capitals inside.
fn each_word(name: &str, mut see: impl FnMut(&str)) {
    let mut word = String::new();
    let mut before_small = false;
    for byte in name.bytes().take(LONGEST_NAME) {
        let is_new = byte.is_ascii_uppercase() && before_small;
        if (!byte.is_ascii_alphabetic() || is_new) && !word.is_empty() {
            see(&word);
            word.clear();
        }
        if byte.is_ascii_alphabetic() {
            word.push(byte.to_ascii_lowercase() as char);
        }
        before_small = byte.is_ascii_lowercase();
    }
    if !word.is_empty() {
        see(&word);
    }
}

/// The address that a `<link>` or `<meta>` says is the page's own.
fn own_address(page: &Page, id: NodeId) -> Option<&str> {
    let is =
        |name: &str, value: &str| page.attribute(id, name).is_some_and(|own| own.eq_ignore_ascii_case(value));
    match page.name(id) {
        "link" if is("rel", "canonical") => page.attribute(id, "href"),
        "meta" if is("property", "og:url") => page.attribute(id, "content"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The measure called `name` of the `<li>` elements of a page, taken as rows.
    fn measured(html: &str, name: &str) -> Option<f32> {
        let page = chaffinch_page::parse_str(html);
        let rows: Vec<Vec<Range<NodeId>>> =
            page.ids().filter(|id| page.is(*id, "li")).map(|id| vec![id..page.node(id).end]).collect();
        let mut out = Features::default();
        let signs = Signs::of(&page);
        signs.measure_page(&mut out);
        signs.measure_rows(&page, &rows, &mut out);
        out.iter().find(|(measure, _)| measure.to_string() == name).and_then(|(_, value)| value)
    }

    #[test]
    fn names_are_read_word_by_word() {
        let mut words = Vec::new();
        each_word("postBody js-avatar_2 PRICE", |word| words.push(word.to_owned()));
        assert_eq!(words, ["post", "body", "js", "avatar", "price"]);
    }

    #[test]
    fn rows_are_told_by_the_names_inside() {
        let posts = "<ul><li class=post><b class=user-name>Mia</b><li class=post>Tom<li>Login</ul><i class=avatar></i>";
        assert_eq!(measured(posts, "rows with names of posts"), Some(2.0 / 3.0));
        assert_eq!(measured(posts, "share of names of people"), Some(0.5));
    }

    #[test]
    fn what_stands_beside_the_subject_is_told_by_the_names_around() {
        let beside = "<div class=related-items><ul class=menu><li>Oak box<li>Elm box</ul></div>";
        assert_eq!(measured(beside, "stands among other things"), Some(2.0));
    }

    #[test]
    fn a_page_may_count_its_rows() {
        assert_eq!(measured("<p>3 boxes<ul><li>Oak<li>Elm<li>Ash</ul>", "its rows are counted"), Some(1.0));
        assert_eq!(measured("<ul><li>Oak 3<li>Elm<li>Ash</ul>", "its rows are counted"), Some(0.0));
    }

    #[test]
    fn the_address_and_the_body_say_what_the_page_is() {
        let address = |path: &str| format!("<link rel=canonical href=https://birds.example/{path}>");
        assert_eq!(measured(&address("forum/t/81"), "page: called a thread"), Some(1.0));
        assert_eq!(measured(&address("forum/t/81"), "address: digits of the last part"), Some(2.0));
        assert_eq!(measured(&address("why-the-forum-of-rome-fell"), "page: called a thread"), Some(0.0));
        assert_eq!(measured("<body class='catalog-category-view'>", "page: called a list"), Some(1.0));
        assert_eq!(measured("<p>Hello", "address: parts"), None);
    }
}
