//! Data that a page carries for its scripts: lists of things, and the thing that the page is about.
//!
//! No script is run. [`sources`] finds literals in scripts and attributes, [`reader`] reads them, [`things`] puts objects side by side,
//! [`flat`] makes rows of them. Most of a page's state is no content: settings, translations, menus, tracking. A list counts only if its
//! objects have names and say more than a menu does, and if the page shows them or shows hardly anything at all.

mod flat;
mod main_thing;
mod mend;
mod reader;
mod shown;
mod sources;
mod things;

use crate::item::{Item, Items, Literal, Property};
use crate::same_value::fold;
use crate::settings::StateSettings;
use crate::short_name::{camel_case, is_name_word, is_short_name};
use chaffinch_core::{Page, TextMap, TextSet};
use chaffinch_values::is_address;
use flat::{flat, name_of_path};
use mend::{fits, mend};
use shown::ShownValues;
use sources::{Source, sources};
use std::cell::OnceCell;
use things::{Group, ObjectId, groups};

/// The content that a page carries as state.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Lists of things, best first.
    pub lists: Vec<StateList>,
    /// The thing that the page is about.
    pub main: Items,
    /// Whether a limit was reached, so that things may be missing.
    pub cut: bool,
}

/// A list of things.
#[derive(Debug)]
pub(crate) struct StateList {
    /// Its things, each a root; properties have short names.
    pub items: Items,
    /// The names that lead to the list.
    pub path: String,
    /// The share of its things that the page shows, 0 to 1.
    pub shown: f32,
    /// How sure it is, 0 to 1.
    pub score: f32,
}

/// Reads the state of `page`.
pub(crate) fn state(page: &Page, settings: &StateSettings) -> State {
    let (sources, cut) = sources(page, settings);
    if sources.is_empty() {
        return State { cut, ..State::default() };
    }
    let shown = OnceCell::new();
    let main =
        main_thing::main_thing(page, &sources, || shown.get_or_init(|| ShownValues::of(page)), settings);
    let reading = Lists { page, sources: &sources, settings, shown: &shown };
    let candidates: Vec<Group> =
        groups(&sources).into_iter().filter(|group| reading.may_be_things(group)).collect();
    let mut lists: Vec<(StateList, TextSet<String>)> =
        candidates.iter().take(settings.max_lists).filter_map(|group| reading.list(group)).collect();
    // Of several lists of a page that shows nothing, only one can be what it is about.
    let alone = lists.iter().map(|(list, _)| list).filter(|list| list.shown < settings.least_shown);
    let largest = alone.map(|list| list.items.roots.len()).max();
    for (list, _) in &mut lists {
        let is_largest =
            Some(list.items.roots.len()) == largest && list.items.roots.len() >= settings.least_alone;
        if list.shown < settings.least_shown && !(is_largest && is_rich(&list.items)) {
            list.score = 0.0;
        }
    }
    // A stable sort keeps the order of the page.
    lists.sort_by(|a, b| b.0.weight().total_cmp(&a.0.weight()));
    State { lists: without_repeats(lists), main, cut }
}

impl StateList {
    /// By which the lists of a page are compared: how sure, then how many.
    fn weight(&self) -> f32 {
        let many = self.items.roots.len() as f32;
        self.score * many / (many + 2.0)
    }
}

/// The lists without those that name the same things as a better one.
fn without_repeats(lists: Vec<(StateList, TextSet<String>)>) -> Vec<StateList> {
    let mut seen: TextSet<String> = TextSet::default();
    let mut kept = Vec::new();
    for (list, names) in lists {
        let known = names.iter().filter(|name| seen.contains(*name)).count();
        if 2 * known < names.len() {
            seen.extend(names);
            kept.push(list);
        }
    }
    kept
}

struct Lists<'a, 'p> {
    page: &'p Page,
    sources: &'a [Source<'p>],
    settings: &'a StateSettings,
    /// What the page shows, once it is asked for.
    shown: &'a OnceCell<ShownValues>,
}

/// The values of an object by the names that lead to them.
type Row = Vec<(Vec<String>, Literal)>;

impl Lists<'_, '_> {
    fn row(&self, object: ObjectId) -> Row {
        let row = flat(self.page, &self.sources[object.source], object.value, self.settings);
        row.into_iter().filter(|(path, _)| !is_technical(path)).collect()
    }

    /// Whether the first objects have a name and something else that things have, in a place that is not known for other lists.
    fn may_be_things(&self, group: &Group) -> bool {
        const SAMPLE: usize = 3;
        let first = group.objects[0];
        let source = &self.sources[first.source];
        let values = first.value..source.values.values[first.value].after as usize;
        // Most groups end here, without a value being read.
        if !values.take(self.settings.max_members).any(|id| is_name_word(source.key(id))) {
            return false;
        }
        if things::path(source, first.value).iter().any(|step| is_beside(step)) {
            return false;
        }
        let sample = group.objects.iter().take(SAMPLE);
        let things = sample.filter(|object| {
            let row = self.row(**object);
            let names: Vec<(String, &Literal)> =
                row.iter().map(|(path, value)| (name_of_path(path), value)).collect();
            names.iter().any(|(name, value)| name == "name" && is_a_name(&value.text))
                && names.iter().any(|(name, value)| is_evidence(name, &value.text, self.settings))
        });
        things.count() * 2 > group.objects.len().min(SAMPLE)
    }

    fn list(&self, group: &Group) -> Option<(StateList, TextSet<String>)> {
        let rows: Vec<(ObjectId, Row)> = group
            .objects
            .iter()
            .take(self.settings.max_objects)
            .map(|object| (*object, self.row(*object)))
            .collect();
        let shown = self.shown.get_or_init(|| ShownValues::of(self.page));
        let columns = columns(rows.iter().map(|(_, row)| row), shown);
        let mut list = Items::default();
        let mut names: TextSet<String> = TextSet::default();
        let (mut on_screen, mut with_evidence) = (0usize, 0usize);
        for (object, row) in rows {
            let mut properties: Vec<(String, Property)> = Vec::new();
            let (mut name, mut is_shown, mut evidence) = (None, false, false);
            for (path, mut literal) in row {
                let Some(column) = columns.get(&path) else { continue };
                mend(column, &mut literal, shown);
                if column == "name" && name.is_none() && is_a_name(&literal.text) {
                    is_shown |= shown.shows_text(&literal.text);
                    name = Some(fold(&literal.text, self.settings.longest_name));
                }
                is_shown |= column == "url" && shown.shows_address(&literal.text);
                evidence |= is_evidence(column, &literal.text, self.settings);
                properties.push((column.clone(), Property::Literal(literal)));
            }
            // An object without a name is no thing, and one that was there before is no other.
            let Some(name) = name.filter(|name| !name.is_empty()) else { continue };
            if !names.insert(name) {
                continue;
            }
            on_screen += usize::from(is_shown);
            with_evidence += usize::from(evidence);
            let node = self.sources[object.source].node;
            let item = list.add(Item { types: Vec::new(), node, properties });
            list.roots.push(item);
        }
        let all = list.roots.len();
        let enough = |part: usize, of: usize| part as f32 >= self.settings.most * of as f32;
        if all < 2
            || !enough(all, group.objects.len().min(self.settings.max_objects))
            || !enough(with_evidence, all)
        {
            return None;
        }
        let share = on_screen as f32 / all as f32;
        keep_columns(&mut list, shown, share, self.settings);
        let score = score(share, shown.characters, self.settings);
        let steps = things::path(&self.sources[group.objects[0].source], group.objects[0].value);
        let title = steps.last().cloned().unwrap_or_else(|| "items".to_owned());
        list.items.iter_mut().for_each(|item| item.types = vec![title.clone()]);
        Some((StateList { items: list, path: steps.join("."), shown: share, score }, names))
    }
}

/// Whether most things have an address and something to see: a picture, a price, a date.
fn is_rich(list: &Items) -> bool {
    let has =
        |item: &Item, wanted: &dyn Fn(&str) -> bool| item.properties.iter().any(|(name, _)| wanted(name));
    let telling = |name: &str| {
        matches!(name, "image" | "price" | "startDate" | "datePublished" | "datePosted" | "rating" | "author")
    };
    let rich =
        list.items.iter().filter(|item| has(item, &|name| name == "url") && has(item, &telling)).count();
    2 * rich > list.items.len()
}

/// Whether a step of a path says that what it leads to is beside the content.
fn is_beside(step: &str) -> bool {
    const BESIDE: [&str; 27] = [
        "menu", "menus", "nav", "navigation", "footer", "header", "legal", "cookie", "cookies", "consent",
        "ads", "ad", "newsletter", "newsletters", "variant", "variants", "options", "languages", "locales",
        "countries", "currencies", "breadcrumb", "breadcrumbs", "klaro", "experiments", "features",
        "tracking",
    ];
    main_thing::words(step).iter().any(|word| BESIDE.contains(&word.as_str()))
}

/// How sure a list is of which the page shows a share, and `characters` of text in all.
fn score(shown: f32, characters: usize, settings: &StateSettings) -> f32 {
    if characters < settings.little_text {
        settings.alone_score
    } else if shown >= settings.least_shown {
        settings.shown_score * shown
    } else {
        0.0
    }
}

/// The name of the column of each path. Short paths are named first; where two have the same name, the longer one gets a longer name.
fn columns<'r>(rows: impl Iterator<Item = &'r Row>, shown: &ShownValues) -> TextMap<Vec<String>, String> {
    let mut paths: Vec<&Vec<String>> = Vec::new();
    let mut first: TextMap<&Vec<String>, &str> = TextMap::default();
    for (path, value) in rows.flatten() {
        first.entry(path).or_insert_with(|| {
            paths.push(path);
            &value.text
        });
    }
    // The word itself is surer than another word for it: `name` before `title`, `url` before `slug`.
    paths.sort_by_key(|path| (path.len(), path.last() != Some(&name_of_path(path))));
    let mut taken: TextSet<String> = TextSet::default();
    let mut names = TextMap::default();
    for path in paths {
        let name = fitting_name(path, first[path], shown);
        let longer = || camel_case(&path[path.len().saturating_sub(2)..].join(" "));
        let name = if taken.contains(&name) { longer() } else { name };
        if !name.is_empty() && fits(&name, first[path]) && taken.insert(name.clone()) {
            names.insert(path.clone(), name);
        }
    }
    names
}

/// The name of a path with this value; the last word of the path where the short name does not fit the value.
fn fitting_name(path: &[String], value: &str, shown: &ShownValues) -> String {
    let name = name_of_path(path);
    let last = path.last().map_or("", String::as_str);
    // A part of an address is one only if the page links to it, where it links to things at all.
    let only_a_part =
        last == "slug" && !value.contains('/') && shown.has_links() && !shown.shows_address(value);
    if only_a_part || !fits(&name, value) { camel_case(last) } else { name }
}

/// Leaves out columns that say nothing to people: those that are neither known by name nor shown, or, where the page shows nothing,
/// neither known by name nor written in words.
fn keep_columns(list: &mut Items, shown: &ShownValues, share: f32, settings: &StateSettings) {
    let mut counts: TextMap<&str, (usize, usize)> = TextMap::default();
    for (name, value) in list.items.iter().flat_map(|item| &item.properties) {
        let Property::Literal(literal) = value else { continue };
        let text = literal.text.as_str();
        let tells = match share >= settings.least_shown {
            true => {
                text.chars().count() > 2
                    && (shown.shows_text(text) || is_address(text) && shown.shows_address(text))
            }
            false => text.contains(' ') && !text.contains("://"),
        };
        let (all, telling) = counts.entry(name).or_default();
        *all += 1;
        *telling += usize::from(tells);
    }
    let kept: TextSet<String> = counts
        .into_iter()
        .filter(|(name, (all, telling))| is_short_name(name) || 2 * telling >= *all)
        .map(|(name, _)| name.to_owned())
        .collect();
    for item in &mut list.items {
        item.properties.retain(|(name, _)| kept.contains(name));
    }
}

/// Whether a text can be what people call a thing.
fn is_a_name(text: &str) -> bool {
    /// In bytes; longer texts are not names.
    const LONGEST: usize = 300;
    text.len() <= LONGEST
        && text.chars().any(char::is_alphabetic)
        && !text.contains("://")
        && !text.contains("{{")
}

/// Whether a property is one that things have and entries of menus, settings and translations have not.
fn is_evidence(name: &str, text: &str, settings: &StateSettings) -> bool {
    match name {
        "image" | "price" | "listPrice" | "rating" | "reviewCount" | "author" | "streetAddress"
        | "address" | "latitude" | "telephone" | "brand" | "isbn" | "gtin" => true,
        "description" => text.chars().count() >= settings.long_text,
        // When an entry was made says nothing: content systems say it of everything.
        "dateCreated" | "dateModified" => false,
        name => name.starts_with("date") && name.len() > 4 || name.ends_with("Date"),
    }
}

/// Whether a path leads to what programs need and people do not.
fn is_technical(path: &[String]) -> bool {
    const TECHNICAL: [&str; 18] = [
        "seo", "meta", "metadata", "_meta", "__typename", "tracking", "analytics", "gtm", "permissions",
        "settings", "config", "breadcrumb", "breadcrumbs", "className", "_links", "__ref", "@context",
        "schema",
    ];
    path.iter().any(|step| TECHNICAL.contains(&step.as_str()))
}
