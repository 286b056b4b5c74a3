//! What a page is about: its main heading, and what of the page is beside it.

use chaffinch_columns::words_of;
use chaffinch_core::{Finding, FoundCell, NodeId, Page, Place, RelationKind, collapse_space};
use chaffinch_survey::Survey;
use std::ops::Range;

/// The subject of a page.
pub(super) struct Subject {
    /// The heading that names it.
    pub heading: Option<NodeId>,
    pub name: FoundCell,
    /// Menus, heads and feet of the page and related items, in document order and apart from each other.
    beside: Vec<Range<NodeId>>,
    /// The rows of lists, in document order.
    rows: Vec<Range<NodeId>>,
}

impl Subject {
    pub fn of(survey: &Survey, findings: &[Finding]) -> Option<Subject> {
        let page = survey.page;
        let heading = main_heading(survey);
        let name = match heading {
            Some(node) => FoundCell::shown(page, node, page.flat_text(node)),
            None => line_in_title(survey).or_else(|| {
                let title = page.title()?;
                Some(FoundCell { text: first_part(&title).to_owned(), ..FoundCell::default() })
            })?,
        };
        Some(Subject { heading, name, beside: beside(survey, heading), rows: rows(page, findings, heading) })
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

/// The heading that names the thing: the first one among the first headings of a level that the page's title repeats, else one that shares
/// most of its words with the title, else a line that the title repeats, or else the first `<h1>` or `<h2>`.
fn main_heading(survey: &Survey) -> Option<NodeId> {
    let page = survey.page;
    let shown = |id: &NodeId| {
        survey.shows(&survey.subtree(*id)) && page.flat_text(*id).chars().any(char::is_alphanumeric)
    };
    let of_level = |level: &'static str| page.ids().filter(move |id| page.is(*id, level)).filter(shown);
    let title = words_of(&page.title().unwrap_or_default());
    let in_title: Vec<&str> = title.split(' ').collect();
    let is_title = |id: &NodeId| {
        let words = words_of(&page.flat_text(*id));
        words.contains(' ') && title.contains(&words)
    };
    let is_like_title = |id: &NodeId| {
        let words = words_of(&page.flat_text(*id));
        let all = words.split(' ').count();
        let both = words.split(' ').filter(|word| in_title.contains(word)).count();
        both >= 2 && 3 * both >= 2 * all
    };
    let first = |is: &dyn Fn(&NodeId) -> bool| {
        ["h1", "h2"].into_iter().find_map(|level| of_level(level).take(FIRST_HEADINGS).find(|id| is(id)))
    };
    first(&is_title)
        .or_else(|| first(&is_like_title))
        .or_else(|| of_level("h1").next())
        .or_else(|| if line_in_title(survey).is_some() { None } else { of_level("h2").next() })
}

/// How many headings of a level are compared with the page's title.
const FIRST_HEADINGS: usize = 6;

/// The first line of the page that is a whole part of its title, or most of it.
fn line_in_title(survey: &Survey) -> Option<FoundCell> {
    let title = survey.page.title()?;
    let whole = words_of(&title);
    let first = words_of(first_part(&title));
    let stream = survey.stream();
    let lines = stream.lines_of(&(0..stream.text().len()));
    let name = lines.into_iter().take(FIRST_LINES).find(|line| {
        let text = &stream.text()[line.clone()];
        if text.len() > title.len() + 4 {
            return false;
        }
        let words = words_of(text);
        words.contains(' ') && (words == first || (whole.contains(&words) && 2 * words.len() > whole.len()))
    })?;
    let text = collapse_space(&stream.text()[name.clone()].replace('\u{1f}', " "));
    Some(FoundCell { text, place: Some(Place::Texts(stream.nodes(&name).collect())), ..FoundCell::default() })
}

/// How many lines of a page are compared with its title.
const FIRST_LINES: usize = 400;

/// A title without the name of the site behind it.
fn first_part(title: &str) -> &str {
    let ends = [" | ", " - ", " – ", " — ", " :: ", " « ", " » "];
    let end = ends.iter().filter_map(|sign| title.find(sign)).filter(|at| *at > 0).min();
    title[..end.unwrap_or(title.len())].trim()
}

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
