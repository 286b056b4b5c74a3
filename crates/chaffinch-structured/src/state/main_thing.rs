//! The thing that a page is about, where its state has it.

use super::flat::flat;
use super::mend::{fits, mend};
use super::reader::{ValueId, ValueKind};
use super::shown::ShownValues;
use super::sources::Source;
use super::things::path;
use super::{fitting_name, is_technical};
use crate::item::{Item, Items, Property};
use crate::same_value::fold;
use crate::settings::StateSettings;
use crate::short_name::{camel_case, is_name_word, is_short_name};
use chaffinch_core::{NodeKind, Page, TextSet};
use std::cell::OnceCell;

/// The object with most to say whose name is the page's own heading or title, and whose place in the state says what it is.
pub(super) fn main_thing<'s>(
    page: &Page,
    sources: &[Source<'_>],
    shown: impl Fn() -> &'s ShownValues,
    settings: &StateSettings,
) -> Items {
    let headings = OnceCell::new();
    let headings = || headings.get_or_init(|| self::headings(page, settings));
    let mut best: Option<Item> = None;
    let mut looked_at = 0;
    for source in sources {
        for id in 0..source.values.values.len() {
            let value = source.values.values[id];
            let is_text = matches!(value.kind, ValueKind::Text | ValueKind::Escaped);
            if !is_text || !is_name_word(source.key(id)) || looked_at >= settings.max_objects {
                continue;
            }
            let named = source
                .scalar(id)
                .is_some_and(|text| headings().contains(&fold(&text, settings.longest_name)));
            let owner = value.parent as ValueId;
            let Some(kind) = Some(owner).filter(|_| named).and_then(|owner| kind_of(source, owner)) else {
                continue;
            };
            looked_at += 1;
            let item = item(page, source, owner, kind, shown(), settings);
            if best.as_ref().is_none_or(|best| item.properties.len() > best.properties.len()) {
                best = Some(item);
            }
        }
    }
    let mut items = Items::default();
    if let Some(item) = best.filter(|item| item.properties.len() >= settings.least_properties) {
        let root = items.add(item);
        items.roots.push(root);
    }
    items
}

/// The first headings of the page and the elements in them, its title, and the parts of the title, folded.
fn headings(page: &Page, settings: &StateSettings) -> TextSet<String> {
    const MOST: usize = 3;
    const MOST_PARTS: usize = 4;
    let first = |level: &'static str| page.ids().filter(move |id| page.is(*id, level)).take(MOST);
    let mut headings: Vec<String> = Vec::new();
    for heading in first("h1").chain(first("h2")) {
        headings.push(page.flat_text(heading));
        headings.extend(page.element_children(heading).take(MOST_PARTS).map(|part| page.flat_text(part)));
    }
    headings.extend(page.title());
    if let Some(title) = page.title() {
        headings.extend(title.split(" - ").map(str::to_owned));
        headings.extend(title.split(['|', '–', '—', '·', '•']).map(str::to_owned));
    }
    let metas = page.ids().filter(|id| page.node(*id).kind == NodeKind::Element && page.is(*id, "meta"));
    let said = metas.filter(|id| page.attribute(*id, "property") == Some("og:title"));
    headings.extend(said.filter_map(|id| page.attribute(id, "content")).map(str::to_owned));
    headings
        .iter()
        .map(|heading| fold(heading, settings.longest_name))
        .filter(|heading| !heading.is_empty())
        .collect()
}

/// The schema.org type of an object, by the names that lead to it or by what it says of itself.
fn kind_of(source: &Source<'_>, object: ValueId) -> Option<&'static str> {
    if source.values.values[object].kind != ValueKind::Object {
        return None;
    }
    let path = path(source, object);
    let steps: Vec<Vec<String>> = path.iter().map(|step| words(step)).collect();
    // A list of products is no product, and neither is what a page recommends.
    let beside = |word: &String| BESIDE.contains(&word.as_str());
    if steps.iter().flatten().any(beside) {
        return None;
    }
    let said = source
        .values
        .children(object)
        .find(|child| matches!(source.key(*child), "__typename" | "@type" | "type"));
    let said = said.and_then(|child| source.scalar(child)).map(|text| words(&text));
    let key = source.key(object).split(':').next().map(words);
    let near = steps.iter().rev().take(2).cloned().chain(said).chain(key);
    near.into_iter().find_map(|words| {
        words.iter().find_map(|word| KINDS.iter().find(|(known, _)| known == word).map(|(_, kind)| *kind))
    })
}

/// The words of a name, in lower case.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in name.chars().take(80) {
        if (!c.is_alphanumeric() || c.is_uppercase()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// Words of things, and their schema.org types.
const KINDS: [(&str, &str); 21] = [
    ("product", "Product"),
    ("recipe", "Recipe"),
    ("article", "Article"),
    ("post", "Article"),
    ("story", "Article"),
    ("event", "Event"),
    ("job", "JobPosting"),
    ("vacancy", "JobPosting"),
    ("movie", "Movie"),
    ("film", "Movie"),
    ("book", "Book"),
    ("hotel", "Hotel"),
    ("restaurant", "Restaurant"),
    ("course", "Course"),
    ("person", "Person"),
    ("profile", "Person"),
    ("video", "VideoObject"),
    ("listing", "RealEstateListing"),
    ("property", "RealEstateListing"),
    ("vehicle", "Vehicle"),
    ("venue", "Place"),
];

/// Words of what is not the subject of a page.
const BESIDE: [&str; 14] = [
    "category", "categories", "collection", "collections", "list", "related", "similar", "recommended",
    "recommendations", "menu", "navigation", "breadcrumb", "breadcrumbs", "seo",
];

fn item(
    page: &Page,
    source: &Source<'_>,
    object: ValueId,
    kind: &str,
    shown: &ShownValues,
    settings: &StateSettings,
) -> Item {
    let mut taken: TextSet<String> = TextSet::default();
    let mut last: Option<(Vec<String>, String)> = None;
    let mut properties = Vec::new();
    for (path, mut literal) in flat(page, source, object, settings) {
        if is_technical(&path) {
            continue;
        }
        // The values of an array follow one another.
        let name = match &last {
            Some((known, name)) if *known == path => name.clone(),
            _ => {
                let name = fitting_name(&path, &literal.text, shown);
                let name = if taken.contains(&name) { camel_case(&path.join(" ")) } else { name };
                let tells = is_short_name(&name) && fits(&name, &literal.text) || is_words(&literal.text);
                if !tells || !may_name(&name) || !taken.insert(name.clone()) {
                    continue;
                }
                last = Some((path, name.clone()));
                name
            }
        };
        mend(&name, &mut literal, shown);
        properties.push((name, Property::Literal(literal)));
    }
    Item { types: vec![kind.to_owned()], node: source.node, properties }
}

/// Whether a name is a word, and not a number or a chain of words.
fn may_name(name: &str) -> bool {
    /// In bytes.
    const LONGEST_NAME: usize = 30;
    name.len() <= LONGEST_NAME && name.chars().next().is_some_and(char::is_alphabetic)
}

/// Whether a text is written for people.
fn is_words(text: &str) -> bool {
    text.contains(' ') && !text.contains("://") && text.chars().any(char::is_alphabetic)
}
