//! What a page is about: its main heading, and what of the page is beside it.

use super::facts::begins_with_by;
use chaffinch_columns::words_of;
use chaffinch_core::{Finding, FoundCell, NodeId, NodeKind, Page, Place, RelationKind, collapse_space};
use chaffinch_structured::decode_references;
use chaffinch_survey::Survey;
use std::ops::Range;

/// The subject of a page.
pub(super) struct Subject {
    /// The heading that names it.
    pub heading: Option<NodeId>,
    pub name: FoundCell,
    /// What the heading says behind the name.
    pub behind: Option<FoundCell>,
    /// Menus, heads and feet of the page and related items, in document order and apart from each other.
    beside: Vec<Range<NodeId>>,
    /// The rows of lists, in document order.
    rows: Vec<Range<NodeId>>,
}

impl Subject {
    pub fn of(survey: &Survey, findings: &[Finding]) -> Option<Subject> {
        let page = survey.page;
        let titles = Titles::of(page);
        let heading = main_heading(survey, &titles);
        let (name, behind) = match heading {
            Some(node) => name_in(survey, node, &titles),
            None => {
                let titled = || {
                    let text = without_year(titles.first()?).to_owned();
                    Some(FoundCell { text, ..FoundCell::default() })
                };
                (line_in_title(survey, &titles).or_else(titled)?, None)
            }
        };
        let (beside, rows) = (beside(survey, heading), rows(page, findings, heading));
        Some(Subject { heading, name, behind, beside, rows })
    }

    /// Where the search for what belongs to the subject begins.
    pub fn start(&self) -> NodeId {
        let named = || self.name.place.as_ref().and_then(Place::node);
        self.heading.or_else(named).unwrap_or(NodeId::DOCUMENT)
    }

    /// Whether a node is in a menu, the head or foot of the page, or among related items.
    pub fn is_beside(&self, node: NodeId) -> bool {
        holds(&self.beside, node)
    }

    /// Whether a node is in a row of a list.
    pub fn is_listed(&self, node: NodeId) -> bool {
        holds(&self.rows, node)
    }
}

/// Whether one of the ranges, which are in order and apart, holds a node.
fn holds(ranges: &[Range<NodeId>], node: NodeId) -> bool {
    let at = ranges.partition_point(|range| range.end <= node);
    ranges.get(at).is_some_and(|range| range.start <= node)
}

/// What the page calls itself: its title, and the one for those who share it.
struct Titles {
    /// The titles as they are written.
    written: Vec<String>,
    /// Their words.
    words: Vec<String>,
    /// The words of the parts of the title, without the site's name behind the others, and of the one for those who share the page.
    parts: Vec<String>,
    shared: Vec<String>,
    /// The words of the page's description.
    description: String,
}

/// Signs between the parts of a title.
const BETWEEN: [&str; 10] = [" | ", " - ", " – ", " — ", " :: ", " « ", " » ", " : ", " > ", " -- "];

impl Titles {
    fn of(page: &Page) -> Titles {
        let meta = |wanted: &str| {
            let is = |id: &NodeId, name: &str| {
                page.attribute(*id, name).is_some_and(|own| own.eq_ignore_ascii_case(wanted))
            };
            let mut all = page.ids().filter(|id| page.is(*id, "meta"));
            let found = all.find(|id| is(id, "property") || is(id, "name"))?;
            page.attribute(found, "content").map(collapse_space)
        };
        // Some pages write references in titles twice over.
        let titles = page.title().into_iter().chain(meta("og:title"));
        let written: Vec<String> = titles.map(|title| decode_references(&title).into_owned()).collect();
        let words = written.iter().map(|title| words_of(title)).collect();
        let mut parts = written.iter().map(|title| parts_of(title).into_iter().map(words_of).collect());
        let (parts, shared) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let description = words_of(&meta("description").unwrap_or_default());
        Titles { written, words, parts, shared, description }
    }

    /// The first part of the page's title.
    fn first(&self) -> Option<&str> {
        parts_of(self.written.first()?).into_iter().next()
    }

    /// Whether a title has these words, next to each other.
    fn have(&self, words: &str) -> bool {
        self.words.iter().any(|title| has_words(title, words))
    }

    /// Whether words are a whole part of a title.
    fn is_part(&self, words: &str) -> bool {
        self.parts.iter().any(|part| part == words)
    }
}

/// The parts of a title, without the last of several, which is the site's name.
fn parts_of(title: &str) -> Vec<&str> {
    let mut parts = vec![title];
    for sign in BETWEEN {
        parts = parts.into_iter().flat_map(|part| part.split(sign)).collect();
    }
    let mut parts: Vec<&str> = parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 {
        parts.pop();
    }
    parts
}

/// A title without the year in brackets behind the name.
fn without_year(title: &str) -> &str {
    let year = title.strip_suffix(')').and_then(|title| title.rsplit_once(" ("));
    year.filter(|(_, year)| year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()))
        .map_or(title, |(name, _)| name)
}

fn has_words(text: &str, words: &str) -> bool {
    !words.is_empty() && format!(" {text} ").contains(&format!(" {words} "))
}

/// The heading that names the thing: of the first headings of a level one that is a part of the page's title or that the title repeats,
/// rather one that the description repeats, too; else one that shares most of its words with the title, else a line that the title repeats,
/// or else the first `<h1>` or `<h2>`.
fn main_heading(survey: &Survey, titles: &Titles) -> Option<NodeId> {
    let page = survey.page;
    let names = |id: &NodeId| {
        survey.shows(&survey.subtree(*id))
            && page.flat_text(*id).chars().any(char::is_alphanumeric)
            && !is_long_number(&page.flat_text(*id))
            && !is_of_site(page, *id)
    };
    let of_level = |level: &'static str| page.ids().filter(move |id| page.is(*id, level)).filter(names);
    let words = |id: &NodeId| words_of(&page.flat_text(*id));
    let title = titles.words.first().map_or("", String::as_str);
    let in_title: Vec<&str> = title.split(' ').collect();
    let is_title = |id: &NodeId| {
        let words = words(id);
        words.contains(' ') && title.contains(&words) || titles.is_part(&words)
    };
    let is_part = |id: &NodeId| titles.is_part(&words(id)) && words(id).contains(' ');
    let is_like_title = |id: &NodeId| {
        let words = words(id);
        let all = words.split(' ').count();
        let both = words.split(' ').filter(|word| in_title.contains(word)).count();
        both >= 2 && 3 * both >= 2 * all
    };
    let best = |level: &'static str, is: &dyn Fn(&NodeId) -> bool| {
        let all: Vec<NodeId> = of_level(level).take(FIRST_HEADINGS).filter(|id| is(id)).collect();
        let description = format!(" {} ", titles.description);
        let told = |id: &NodeId| Some((description.find(&format!(" {} ", words(id)))?, *id));
        let described = all.iter().filter_map(told).min();
        described.map(|(_, id)| id).or(all.first().copied())
    };
    best("h1", &is_part)
        .or_else(|| best("h1", &is_title))
        .or_else(|| best("h2", &is_title))
        .or_else(|| best("h1", &is_like_title))
        .or_else(|| best("h3", &is_part))
        .or_else(|| best("h2", &is_like_title))
        .or_else(|| if of_level("h1").next().is_none() { best("h3", &is_title) } else { None })
        .or_else(|| of_level("h1").next())
        .or_else(|| if line_in_title(survey, titles).is_some() { None } else { of_level("h2").next() })
}

/// Whether a heading is a number that no thing is called by: that of a book or an order.
fn is_long_number(text: &str) -> bool {
    const LONGEST: usize = 5;
    text.len() > LONGEST && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '#'))
}

/// How many headings of a level are compared with the page's title.
const FIRST_HEADINGS: usize = 6;

/// Whether a heading is the site's own: nothing but a link to its first page, or a form.
fn is_of_site(page: &Page, heading: NodeId) -> bool {
    let inner = || page.subtree(heading);
    let is_root = |href: &str| {
        let path = href.split(['?', '#']).next().unwrap_or(href);
        let path =
            path.split_once("://").map_or(path, |(_, rest)| rest.find('/').map_or("/", |at| &rest[at..]));
        path == "/"
    };
    let link = inner().find(|id| page.is(*id, "a"));
    let is_home = link.is_some_and(|link| {
        page.attribute(link, "href").is_some_and(is_root) && page.flat_text(link) == page.flat_text(heading)
    });
    is_home || inner().any(|id| matches!(page.name(id), "select" | "form"))
}

/// The name in a heading, and what stands behind it in an element of its own: something in brackets, who made it, or words that the
/// page's title does not have behind the name.
fn name_in(survey: &Survey, heading: NodeId, titles: &Titles) -> (FoundCell, Option<FoundCell>) {
    let page = survey.page;
    let whole = FoundCell::shown(page, heading, seen_text(page, heading));
    let mut holder = heading;
    for _ in 0..HEADING_LEVELS {
        match page.element_children(holder).take(2).collect::<Vec<_>>()[..] {
            [only] if page.flat_text(only) == whole.text => holder = only,
            _ => break,
        }
    }
    for part in page.element_children(holder).take(FIRST_PARTS) {
        let behind = page.flat_text(part);
        let Some(at) = whole.text.rfind(&behind).filter(|_| !behind.is_empty()) else { continue };
        let (name, rest) = whole.text.split_at(at);
        let (name, rest) = (name.trim(), rest.trim());
        if !name.chars().any(char::is_alphanumeric) {
            continue;
        }
        let words = words_of(name);
        let is_bracket = rest.starts_with(['(', '[']) && rest.ends_with([')', ']']);
        let leads =
            || titles.words.iter().any(|title| has_words(title.get(..words.len()).unwrap_or(""), &words));
        let is_told = titles.is_part(&words) || leads() || (words.contains(' ') && titles.have(&words));
        let is_more = is_told && !titles.have(&words_of(&whole.text));
        if is_bracket || is_more || begins_with_by(&behind) {
            let place = |nodes: Range<NodeId>| Some(Place::Shown(nodes));
            let cell = |text: &str, nodes: Range<NodeId>| FoundCell {
                text: text.to_owned(),
                place: place(nodes),
                ..FoundCell::default()
            };
            let behind = cell(&behind, part..page.node(part).end);
            return (cell(name, holder..part), Some(behind));
        }
    }
    (whole, None)
}

/// The text of a heading without what its classes say is only for those who hear it: `Details about`.
fn seen_text(page: &Page, heading: NodeId) -> String {
    let mut text = String::new();
    let mut at = heading;
    while at < page.node(heading).end {
        if at != heading && is_only_heard(page.class_text(at)) {
            at = page.node(at).end;
            continue;
        }
        if page.node(at).kind == NodeKind::Text {
            text.push_str(page.own_text(at));
        }
        at = NodeId::from_index(at.index() + 1);
    }
    let text = collapse_space(&text);
    let whole = page.flat_text(heading);
    // Words of neighbours that only their elements keep apart.
    let is_part =
        text.len() < whole.len() && whole.contains(&text) && text.chars().any(char::is_alphanumeric);
    if is_part { text } else { whole }
}

/// Whether a class hides what it stands on from those who see the page.
fn is_only_heard(class: &str) -> bool {
    const HEARD: [&str; 8] = [
        "hdn", "sr-only", "screen-reader-text", "visually-hidden", "visuallyhidden", "a11y-hidden",
        "clipped", "screenreader",
    ];
    class.split_ascii_whitespace().any(|name| {
        HEARD.iter().any(|heard| {
            name.strip_suffix(heard).is_some_and(|before| before.is_empty() || before.ends_with(['-', '_']))
        })
    })
}

/// How many levels below a heading its parts may stand, and how many are looked at.
const HEADING_LEVELS: usize = 4;
const FIRST_PARTS: usize = 6;

/// The first line of the page that is a whole part of its title, or most of it. The name of a page's subject is no link to elsewhere.
fn line_in_title(survey: &Survey, titles: &Titles) -> Option<FoundCell> {
    let title = titles.written.first()?;
    let whole = words_of(title);
    let (stream, page) = (survey.stream(), survey.page);
    let lines = stream.lines_of(&(0..stream.text().len()));
    let longest = titles.written.iter().map(String::len).max().unwrap_or(0);
    let short: Vec<(Range<usize>, String)> = lines
        .into_iter()
        .take(FIRST_LINES)
        .filter(|line| line.len() <= longest + 4)
        .map(|line| (line.clone(), words_of(&stream.text()[line])))
        .collect();
    let is_link = |line: &Range<usize>| {
        let node = stream.nodes(line).next().map(|(node, _)| node);
        node.is_some_and(|node| page.ancestors(node).take(2).any(|above| page.is(above, "a")))
    };
    let first = titles.parts.first().cloned().unwrap_or_default();
    let most = |words: &str| {
        words.contains(' ') && (words == first || (whole.contains(words) && 2 * words.len() > whole.len()))
    };
    let is_part = |(line, words): &&(Range<usize>, String)| {
        let is_part = titles.is_part(words) || titles.shared.contains(words);
        (words.contains(' ') || *words == first) && is_part && !is_link(line)
    };
    let (name, _) = short.iter().find(|(_, words)| most(words)).or_else(|| short.iter().find(is_part))?;
    let text = collapse_space(&stream.text()[name.clone()].replace('\u{1f}', " "));
    Some(FoundCell { text, place: Some(Place::Texts(stream.nodes(name).collect())), ..FoundCell::default() })
}

/// How many lines of a page are compared with its title.
const FIRST_LINES: usize = 400;

/// Menus, heads and feet of the page, and blocks of related items.
fn beside(survey: &Survey, heading: Option<NodeId>) -> Vec<Range<NodeId>> {
    let page = survey.page;
    let most = MOST_BESIDE * survey.whole().chars as f32;
    let is_small = |id: NodeId| survey.content(&survey.subtree(id)).chars as f32 <= most;
    let mut found = Vec::new();
    let body = page.body();
    let (mut at, end) = (body, page.node(body).end);
    while at < end {
        let has_heading = heading.is_some_and(|heading| page.contains(at, heading));
        if page.is_element(at) && at != body && !has_heading && is_aside(survey, at) && is_small(at) {
            found.push(at..page.node(at).end);
            at = page.node(at).end;
        } else {
            at = NodeId::from_index(at.index() + 1);
        }
    }
    found
}

/// The largest share of a page's text, 0 to 1, that can be beside its subject in one block.
const MOST_BESIDE: f32 = 0.4;

/// Words in classes and ids of what is not about a page's subject.
const ASIDE_WORDS: [&str; 18] = [
    "nav", "navbar", "navigation", "menu", "megamenu", "footer", "breadcrumb", "breadcrumbs", "related",
    "recommended", "recommendations", "recommendation", "similar", "upsell", "upsells", "crosssell",
    "cookie", "cookies",
];

fn is_aside(survey: &Survey, id: NodeId) -> bool {
    let page = survey.page;
    let role = page.attribute(id, "role").unwrap_or("");
    if matches!(page.name(id), "nav" | "footer" | "header")
        || matches!(role, "navigation" | "contentinfo" | "banner" | "search" | "menu")
    {
        return true;
    }
    // Buttons, links and texts bear such words for their looks.
    if !matches!(page.name(id), "div" | "section" | "aside" | "ul" | "ol" | "td" | "table") {
        return false;
    }
    let names = [page.class_text(id), page.attribute(id, "id").unwrap_or("")];
    let mut words = names.iter().flat_map(|name| name.split(|c: char| !c.is_ascii_alphanumeric()));
    // Related things are shown with pictures; without them it may be what is related to a person.
    let has_image = || survey.content(&survey.subtree(id)).images > 0;
    words.any(|word| {
        let aside = ASIDE_WORDS.iter().any(|aside| word.eq_ignore_ascii_case(aside));
        aside && (!word.eq_ignore_ascii_case("related") || has_image())
    })
}

/// Fewest rows of a list whose rows are other things.
const LEAST_ROWS: usize = 3;

/// The rows of lists that the heading is not part of.
fn rows(page: &Page, findings: &[Finding], heading: Option<NodeId>) -> Vec<Range<NodeId>> {
    let lists = findings
        .iter()
        .filter(|finding| finding.kind == RelationKind::Records && finding.rows.len() >= LEAST_ROWS);
    let nodes = lists.flat_map(|list| &list.rows).flat_map(|row| &row.nodes);
    let mut all: Vec<Range<NodeId>> = nodes
        .filter(|node| !heading.is_some_and(|heading| page.contains(**node, heading)))
        .map(|node| *node..page.node(*node).end)
        .collect();
    all.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    // Rows within rows go, so that the ranges are apart.
    let mut apart: Vec<Range<NodeId>> = Vec::with_capacity(all.len());
    for range in all {
        if apart.last().is_none_or(|last| last.end <= range.start) {
            apart.push(range);
        }
    }
    apart
}
