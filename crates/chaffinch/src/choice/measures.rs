//! Measures of a finding: what it is, how much of the page it fills, where it stands, and what else was found.
//!
//! The numbers in this file are part of the measures: whoever changes one must learn the model anew.

use super::signs::Signs;
use super::{KINDS, Measured};
use crate::settings::ChoiceSettings;
use crate::thing::is_button;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{
    ColumnType, Finding, FoundRow, Method, NodeId, NodeKind, Page, Place, Rect, RelationKind,
};
use chaffinch_records::Features;
use chaffinch_survey::{Content, Survey};
use std::collections::HashSet;
use std::ops::Range;

pub(super) fn of_page(survey: &Survey, findings: &[Finding], settings: &ChoiceSettings) -> Measured {
    let whole = PageMeasures::of(survey, findings, settings);
    let measured = findings.iter().map(|finding| {
        let mut out = Features::default();
        source(finding, &mut out);
        extent(survey, finding, &whole, &mut out);
        named(survey, finding, &whole, &mut out);
        cells(survey, finding, &mut out);
        subject(finding, &whole, &mut out);
        whole.measure(finding, &mut out);
        out
    });
    let of_kind = |kind: &RelationKind| {
        let mut out = Features::default();
        out.set("is a list", f32::from(u8::from(*kind == RelationKind::Records)));
        whole.measure_page(&mut out);
        out
    };
    Measured { findings: measured.collect(), kinds: KINDS.iter().map(of_kind).collect() }
}

/// The ways in which findings are found, as far as their own scores can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    List,
    DomainList,
    MarkedUpTable,
    VisualTable,
    Topk,
    ToldList,
    StateList,
    ToldThing,
    PageThing,
}

impl Source {
    /// All of them, with the names of their scores and of the best score on a page.
    const ALL: [(Source, &'static str, &'static str); 9] = [
        (Source::List, "score of a list", "page: best list"),
        (Source::DomainList, "score of a domain's list", "page: best domain's list"),
        (Source::MarkedUpTable, "score of a marked-up table", "page: best marked-up table"),
        (Source::VisualTable, "score of a visual table", "page: best visual table"),
        (Source::Topk, "score of a top-k list", "page: best top-k list"),
        (Source::ToldList, "score of a list in structured data", "page: best list in structured data"),
        (Source::StateList, "score of a list in state", "page: best list in state"),
        (Source::ToldThing, "score of a thing in structured data", "page: best thing in structured data"),
        (Source::PageThing, "score of a page's thing", "page: thing"),
    ];

    fn of(finding: &Finding) -> Source {
        match (finding.kind, finding.method) {
            (RelationKind::Topk, _) => Source::Topk,
            (RelationKind::Table, Method::Grid) => Source::MarkedUpTable,
            (RelationKind::Table, _) => Source::VisualTable,
            (RelationKind::Detail, Method::Page) => Source::PageThing,
            (RelationKind::Detail, _) => Source::ToldThing,
            (_, Method::Domain) => Source::DomainList,
            (_, Method::State) => Source::StateList,
            (_, Method::JsonLd | Method::Microdata | Method::Rdfa | Method::OpenGraph) => Source::ToldList,
            _ => Source::List,
        }
    }
}

/// The score that its own method gives a finding, each kind of source by itself.
fn source(finding: &Finding, out: &mut Features) {
    let own = Source::of(finding);
    for (source, name, _) in Source::ALL {
        out.set_if(name, (source == own).then_some(finding.score));
    }
    out.set("score", finding.score);
}

/// How much of the page a finding fills, and where it stands.
fn extent(survey: &Survey, finding: &Finding, whole: &PageMeasures, out: &mut Features) {
    let rows = finding.rows.len().max(1) as f32;
    let held: Vec<Content> = finding.rows.iter().map(|row| shown(survey, row)).collect();
    let mut all = Content::default();
    held.iter().for_each(|content| all += *content);
    let plain = |content: &Content| content.chars.saturating_sub(content.link_chars);
    let share = |test: &dyn Fn(&Content) -> bool| held.iter().filter(|row| test(row)).count() as f32 / rows;
    let page = &whole.content;
    out.set("rows", rows.ln());
    out.set("share of the page's text", ratio(all.chars, page.chars));
    out.set("share of the page's text outside links", ratio(plain(&all), plain(page)));
    out.set("share of the page's images", ratio(all.images, page.images));
    out.set("share of link text", ratio(all.link_chars, all.chars));
    out.set("characters a row", (1.0 + all.chars as f32 / rows).ln());
    out.set("texts a row", (1.0 + all.texts as f32 / rows).ln());
    out.set("controls a row", (all.controls as f32 / rows).min(5.0));
    out.set("rows with a link", share(&|row| row.links > 0));
    out.set("rows with an image", share(&|row| row.images > 0));
    out.set("rows with money", share(&|row| row.money > 0));
    out.set("rows with a date", share(&|row| row.dates > 0));
    out.set("rows with a person's name", share(&|row| row.people > 0));
    out.set("rows with a document", share(&|row| row.documents > 0));
    out.set("share of the page's documents", ratio(all.documents, page.documents));
    out.set("share of the page's money", ratio(all.money, page.money));
    out.set("share of the page's dates", ratio(all.dates, page.dates));
    out.set("rows with hardly any text", share(&|row| row.chars < 12));
    let stretch = stretch(survey, finding);
    let before = survey.content(&(NodeId::DOCUMENT..stretch.start));
    out.set("share of the text before", ratio(before.chars, page.chars));
    let between = survey.content(&stretch);
    out.set("share of the text from the first to the last", ratio(all.chars, between.chars));
    let part = Part::around(survey.page, finding.root);
    out.set("in a part for navigation", f32::from(u8::from(part == Some(Part::Beside))));
    out.set("in a part for content", f32::from(u8::from(part == Some(Part::Content))));
    let rect = finding.rows.iter().flat_map(|row| &row.nodes).filter_map(|node| survey.ink[node.index()]);
    let rect = Rect::hull(rect).zip(survey.extent);
    let of_rect = |measure: fn(Rect, Rect) -> f32| rect.map(|(own, page)| measure(own, page));
    out.set_if("share of the page's area", of_rect(|own, page| own.area() / page.area().max(1.0)));
    out.set_if("share of the page's width", of_rect(|own, page| own.w / page.w.max(1.0)));
    out.set_if("top", of_rect(|own, page| (own.y - page.y) / page.h.max(1.0)));
    out.set_if("top in pixels", of_rect(|own, page| (1.0 + (own.y - page.y).max(0.0)).ln()));
    let middle = |rect: Rect| rect.x + rect.w / 2.0;
    out.set_if(
        "off the middle",
        rect.map(|(own, page)| (middle(own) - middle(page)).abs() / page.w.max(1.0)),
    );
}

/// What the names in the rows of a finding say, and what of the page's things stand in them.
fn named(survey: &Survey, finding: &Finding, whole: &PageMeasures, out: &mut Features) {
    let rows: Vec<Vec<Range<NodeId>>> =
        finding.rows.iter().map(|row| row.nodes.iter().map(|node| survey.subtree(*node)).collect()).collect();
    whole.signs.measure_rows(survey.page, &rows, out);
    let inside = |node: &NodeId| rows.iter().flatten().any(|part| part.contains(node));
    let buys = whole.buttons.iter().filter(|node| inside(node)).count();
    out.set("share of the ways to buy", ratio(buys, whole.buttons.len()));
    let first = stretch(survey, finding).start;
    let before = whole.buttons.iter().filter(|node| **node < first).count();
    out.set("ways to buy before", before as f32);
    let from_heading = whole.heading_node.map(|heading| {
        let between = survey.content(&(heading.min(first)..heading.max(first))).chars;
        let share = ratio(between, whole.content.chars);
        if heading < first { share } else { -share }
    });
    out.set_if("text since the main heading", from_heading);
}

/// What the nodes of a row show. Data that no node shows is nothing.
fn shown(survey: &Survey, row: &FoundRow) -> Content {
    let mut all = Content::default();
    row.nodes.iter().for_each(|node| all += survey.content(&survey.subtree(*node)));
    all
}

/// From the first node of a finding to its last.
fn stretch(survey: &Survey, finding: &Finding) -> Range<NodeId> {
    let nodes = || finding.rows.iter().flat_map(|row| &row.nodes);
    let first = nodes().min().copied().unwrap_or(finding.root);
    let end = nodes().map(|node| survey.page.node(*node).end).max().unwrap_or(first);
    first..end.max(first)
}

/// What a part of a page is for, where its markup says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Content,
    Beside,
}

impl Part {
    /// The nearest part that a node stands in.
    fn around(page: &Page, node: NodeId) -> Option<Part> {
        std::iter::once(node).chain(page.ancestors(node)).find_map(|node| {
            let role = page.attribute(node, "role").unwrap_or_default();
            match (page.name(node), role) {
                ("nav" | "footer" | "aside" | "menu", _) => Some(Part::Beside),
                (_, "navigation" | "contentinfo" | "complementary" | "search") => Some(Part::Beside),
                ("main" | "article", _) | (_, "main" | "feed") => Some(Part::Content),
                _ => None,
            }
        })
    }
}

/// How many rows of a finding are looked at for what its cells are.
const SAMPLE: usize = 100;

/// What the columns of a finding are and how well they are filled.
fn cells(survey: &Survey, finding: &Finding, out: &mut Features) {
    let columns = finding.columns.len().max(1) as f32;
    let named = finding.columns.iter().filter(|column| column.name.is_some());
    let known =
        finding.columns.iter().filter(|column| column.name.as_deref().and_then(Meaning::of).is_some());
    out.set("columns", columns.ln());
    out.set("columns with a name", named.count() as f32 / columns);
    out.set("columns with a known meaning", known.count() as f32 / columns);
    let of_kind =
        |kind: ColumnType| finding.columns.iter().filter(|column| column.kind == kind).count() as f32;
    out.set("columns of money", of_kind(ColumnType::Money));
    out.set("columns of dates", of_kind(ColumnType::Date));
    out.set("columns of text", of_kind(ColumnType::Text));
    let rows = &finding.rows[..finding.rows.len().min(SAMPLE)];
    let all = (rows.len() * finding.columns.len()).max(1) as f32;
    let filled = rows.iter().flat_map(|row| &row.cells).filter(|cells| !cells.is_empty()).count() as f32;
    out.set("cells with a value", filled / all);
    let values = || rows.iter().flat_map(FoundRow::values);
    let lengths: Vec<f32> = values().map(|cell| cell.text.chars().count() as f32).collect();
    let mean = lengths.iter().sum::<f32>() / lengths.len().max(1) as f32;
    out.set("characters a value", (1.0 + mean).ln());
    let on_screen = |place: &Place| match place {
        Place::Written(..) => false,
        Place::Element(node) => survey.shows(&survey.subtree(*node)),
        Place::Shown(_) | Place::Texts(_) => true,
    };
    let seen = values().filter(|cell| cell.place.as_ref().is_some_and(on_screen)).count();
    out.set("values on the screen", ratio(seen, lengths.len()));
    let texts: HashSet<&str> = values().map(|cell| cell.text.as_str()).collect();
    out.set("different values", ratio(texts.len(), lengths.len()));
}

/// What a schema.org type stands for: the site and its pages (1), a text (2), a list (3), or a thing that may have a page of its own (4).
fn role_of(kind: &str) -> f32 {
    let kind = kind.rsplit(['/', ':', '#']).next().unwrap_or(kind);
    match kind {
        "WebSite"
        | "WebPage"
        | "Organization"
        | "BreadcrumbList"
        | "SiteNavigationElement"
        | "ImageObject"
        | "SearchAction"
        | "Corporation"
        | "OnlineStore"
        | "NewsMediaOrganization"
        | "WPHeader"
        | "WPFooter"
        | "ListItem"
        | "EducationalOrganization"
        | "CollectionPage"
        | "ItemPage" => 1.0,
        "Article"
        | "NewsArticle"
        | "BlogPosting"
        | "TechArticle"
        | "Report"
        | "ScholarlyArticle"
        | "LiveBlogPosting"
        | "HowTo"
        | "FAQPage"
        | "QAPage"
        | "DiscussionForumPosting"
        | "Question"
        | "article" => 2.0,
        "ItemList" | "Blog" | "OfferCatalog" => 3.0,
        _ if kind.ends_with("Page") || kind.ends_with("Organization") => 1.0,
        _ if kind.ends_with("Article") || kind.ends_with("Posting") && kind != "JobPosting" => 2.0,
        "website" | "" => 1.0,
        _ => 4.0,
    }
}

/// What a finding says that it is about, and whether the page's title and heading say the same.
fn subject(finding: &Finding, whole: &PageMeasures, out: &mut Features) {
    let title = finding.title.as_deref().unwrap_or("");
    let told = matches!(
        finding.method,
        Method::JsonLd | Method::Microdata | Method::Rdfa | Method::OpenGraph | Method::State
    );
    let role = title.split([',', ' ']).filter(|kind| !kind.is_empty()).map(role_of).fold(0.0, f32::max);
    out.set_if("role of its type", told.then_some(role));
    out.set_if("title that the page's title repeats", (!told).then(|| share_of_words(title, &whole.title)));
    out.set("has a title", f32::from(u8::from(!title.is_empty())));
    let column = |names: &[&str]| {
        finding.columns.iter().position(|column| {
            column
                .name
                .as_deref()
                .is_some_and(|name| names.contains(&name.rsplit('.').next().unwrap_or(name)))
        })
    };
    let one = finding.kind == RelationKind::Detail;
    let name = column(&["name", "headline", "title"]);
    let text = name.and_then(|at| Some(finding.rows.first()?.cells.get(at)?.first()?.text.as_str()));
    let named = |of: &HashSet<String>| text.filter(|_| one).map(|text| share_of_words(text, of));
    out.set_if("name that the page's title repeats", named(&whole.title));
    out.set_if("name that the main heading repeats", named(&whole.heading));
    let has = |names: &[&str]| one.then(|| f32::from(u8::from(column(names).is_some())));
    out.set_if("has a price", has(&["price", "lowPrice", "offers"]));
    out.set_if("has a code of a product", has(&["sku", "gtin", "gtin13", "gtin12", "mpn", "brand", "isbn"]));
    out.set_if("has an availability", has(&["availability"]));
    out.set_if("has an author", has(&["author", "datePublished"]));
    out.set_if("has ingredients", has(&["recipeIngredient", "recipeInstructions", "cookTime", "totalTime"]));
    out.set_if("has a way to reach", has(&["telephone", "email", "address", "faxNumber", "postalCode"]));
    out.set_if("has a job", has(&["jobTitle", "employmentType", "hiringOrganization", "salary"]));
}

/// The share of the words of `text` that `other` has.
fn share_of_words(text: &str, other: &HashSet<String>) -> f32 {
    let words = words_of(text);
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).take(40).collect();
    ratio(words.iter().filter(|word| other.contains(**word)).count(), words.len())
}

/// What all findings of a page share.
struct PageMeasures {
    content: Content,
    title: HashSet<String>,
    heading: HashSet<String>,
    heading_node: Option<NodeId>,
    signs: Signs,
    /// Elements that put something into a cart.
    buttons: Vec<NodeId>,
    /// The largest share of the page's text, and the most rows, of a list.
    list_text: f32,
    list_rows: f32,
    /// Words of prose.
    prose: f32,
    nodes: f32,
    articles: f32,
    headings: f32,
    fields: f32,
    /// The best score of each source.
    best: [f32; Source::ALL.len()],
    /// What OpenGraph and structured data say that the page is: see [`role_of`].
    role: f32,
    is_article: f32,
    told: Told,
}

/// What the types of all structured data say that the page is: 1 or 0 each.
#[derive(Debug, Default)]
struct Told {
    discussion: f32,
    product: f32,
    list: f32,
}

impl Told {
    fn of(survey: &Survey) -> Told {
        let mut told = Told::default();
        let titles = survey.structured().iter().filter_map(|finding| finding.title.as_deref());
        for kind in titles.flat_map(|title| title.split([',', ' '])) {
            match kind.rsplit(['/', ':', '#']).next().unwrap_or(kind) {
                "DiscussionForumPosting" | "QAPage" | "Question" | "Answer" | "Comment" => {
                    told.discussion = 1.0
                }
                "Product" | "ProductGroup" | "product" => told.product = 1.0,
                "ItemList" | "CollectionPage" | "SearchResultsPage" | "OfferCatalog" | "Blog" => {
                    told.list = 1.0
                }
                _ => {}
            }
        }
        told
    }
}

impl PageMeasures {
    fn of(survey: &Survey, findings: &[Finding], settings: &ChoiceSettings) -> PageMeasures {
        let page = survey.page;
        let mut best = [0.0_f32; Source::ALL.len()];
        let (mut role, mut is_article) = (0.0_f32, 0.0_f32);
        for finding in findings {
            let source = Source::of(finding);
            best[source as usize] = best[source as usize].max(finding.score);
            if matches!(source, Source::ToldList | Source::ToldThing) {
                let kinds = finding.title.as_deref().unwrap_or("").split([',', ' ']);
                for kind in kinds.filter(|kind| !kind.is_empty()) {
                    role = role.max(role_of(kind));
                    is_article = is_article.max(f32::from(u8::from(role_of(kind) == 2.0)));
                }
            }
        }
        let (mut articles, mut headings, mut fields) = (0, 0, 0);
        let mut buttons = Vec::new();
        let mut heading_node = None;
        for id in page.ids().filter(|id| page.is_element(*id)) {
            match page.name(id) {
                "article" => articles += 1,
                "h1" if heading_node.is_none() && survey.shows(&survey.subtree(id)) => {
                    heading_node = Some(id)
                }
                "h2" | "h3" | "h4" => headings += 1,
                "input" | "select" | "textarea" => fields += 1,
                _ => {}
            }
            if buttons.len() < MOST_BUTTONS && is_button(page, id) {
                buttons.push(id);
            }
        }
        let words = |text: &str| {
            words_of(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let content = survey.whole();
        let heading = heading_node.map(|id| page.flat_text(id)).unwrap_or_default();
        let lists = || findings.iter().filter(|finding| finding.kind == RelationKind::Records);
        let text = |finding: &Finding| finding.rows.iter().map(|row| shown(survey, row).chars).sum::<usize>();
        PageMeasures {
            list_text: lists().map(|list| ratio(text(list), content.chars)).fold(0.0, f32::max),
            list_rows: lists().map(|list| list.rows.len() as f32).fold(0.0, f32::max),
            content,
            title: words(&page.title().unwrap_or_default()),
            heading: words(&heading),
            heading_node,
            signs: Signs::of(page),
            buttons,
            prose: words_of_prose(page, settings.sentence_words) as f32,
            nodes: page.len() as f32,
            articles: articles as f32,
            headings: headings as f32,
            fields: fields as f32,
            best,
            role,
            is_article,
            told: Told::of(survey),
        }
    }

    fn measure(&self, finding: &Finding, out: &mut Features) {
        let own = Source::of(finding) as usize;
        let others = (0..self.best.len()).filter(|at| *at != own).map(|at| self.best[at]).fold(0.0, f32::max);
        out.set("score against the best of its kind", finding.score - self.best[own]);
        out.set("score against the best of other kinds", finding.score - others);
        self.measure_page(out);
    }

    /// What all findings share.
    fn measure_page(&self, out: &mut Features) {
        for (source, _, name) in Source::ALL {
            out.set(name, self.best[source as usize]);
        }
        out.set("page: prose", (1.0 + self.prose).ln());
        out.set("page: text", (1.0 + self.content.chars as f32).ln());
        out.set("page: share of link text", ratio(self.content.link_chars, self.content.chars));
        out.set("page: images", (1.0 + self.content.images as f32).ln());
        out.set("page: money", (1.0 + self.content.money as f32).ln());
        out.set("page: dates", (1.0 + self.content.dates as f32).ln());
        out.set("page: nodes", self.nodes.ln());
        out.set("page: article elements", (1.0 + self.articles).ln());
        out.set("page: headings", (1.0 + self.headings).ln());
        out.set("page: fields", (1.0 + self.fields).ln());
        out.set("page: role of its types", self.role);
        out.set("page: is an article by its own word", self.is_article);
        out.set("page: is a discussion by its own word", self.told.discussion);
        out.set("page: is a product by its own word", self.told.product);
        out.set("page: is a list by its own word", self.told.list);
        out.set("page: ways to buy", (1.0 + self.buttons.len() as f32).ln());
        out.set("page: text of a list", self.list_text);
        out.set("page: rows of a list", (1.0 + self.list_rows).ln());
        self.signs.measure_page(out);
    }
}

/// Most buttons that put something into a cart that are counted.
const MOST_BUTTONS: usize = 20;

/// How many words of the page are in texts of at least `sentence` words outside of links.
pub(crate) fn words_of_prose(page: &Page, sentence: usize) -> usize {
    let mut words = 0;
    let mut at = page.body();
    let end = page.node(at).end;
    while at < end {
        let skipped = page.is_element(at) && (page.hides(at) || page.is(at, "a"));
        // A shorter text cannot have so many words.
        if page.node(at).kind == NodeKind::Text && page.own_text(at).len() + 1 >= 2 * sentence {
            let own = page.own_text(at).split_whitespace().count();
            words += if own >= sentence { own } else { 0 };
        }
        at = if skipped { page.node(at).end } else { NodeId::from_index(at.index() + 1) };
    }
    words
}

fn ratio(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Settings};

    /// The measure called `name` of each finding on a page of this HTML, with the kind of the finding.
    fn measured(html: &str, name: &str) -> Vec<(RelationKind, Option<f32>)> {
        let page = chaffinch_page::parse_str(html);
        let (found, measured) = Engine::new(Settings::default()).unwrap().candidates(&page);
        let value = |features: &Features| {
            features.iter().find(|(measure, _)| measure.to_string() == name).and_then(|(_, value)| value)
        };
        found
            .iter()
            .zip(&measured.findings)
            .map(|(relation, features)| (relation.kind, value(features)))
            .collect()
    }

    const TOWNS: &str = "<table><tr><th>Town<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>";

    #[test]
    fn the_nearest_part_says_what_a_finding_stands_in() {
        let beside = measured(&format!("<main><aside>{TOWNS}</aside></main>"), "in a part for navigation");
        assert!(beside.contains(&(RelationKind::Table, Some(1.0))), "{beside:?}");
        let inside = measured(&format!("<aside><main>{TOWNS}</main></aside>"), "in a part for content");
        assert!(inside.contains(&(RelationKind::Table, Some(1.0))), "{inside:?}");
    }

    #[test]
    fn each_kind_of_source_has_a_score_of_its_own() {
        let tables = measured(TOWNS, "score of a marked-up table");
        assert!(tables.iter().any(|(kind, score)| *kind == RelationKind::Table && score.is_some()));
        let lists = measured(TOWNS, "score of a list");
        assert!(lists.iter().all(|(kind, score)| *kind != RelationKind::Table || score.is_none()));
    }

    #[test]
    fn a_thing_is_compared_with_the_title_and_the_heading() {
        let thing = r#"<title>Oak nest box - The Finch Shop</title><h1>Oak nest box</h1><script type="application/ld+json">
            {"@type": "Product", "name": "Oak nest box", "sku": "N-32", "offers": {"price": "24.90"}}</script>"#;
        let named = measured(thing, "name that the main heading repeats");
        assert!(named.contains(&(RelationKind::Detail, Some(1.0))), "{named:?}");
        assert!(measured(thing, "role of its type").contains(&(RelationKind::Detail, Some(4.0))));
    }

    #[test]
    fn only_sentences_outside_of_links_are_prose() {
        let page = chaffinch_page::parse_str(
            "<p>one two three four<p>five six<p><a href=x>seven eight nine ten</a><script>a b c d e</script>",
        );
        assert_eq!(words_of_prose(&page, 3), 4);
    }
}
