//! Why a list was chosen, for people.

use crate::answer::Search;
use crate::candidate::{Candidate, Correction};
use crate::settings::TopkSettings;
use crate::shown::ShownPage;
use chaffinch_core::NodeId;

/// How many candidates are listed for each promise.
const LISTED: usize = 6;

pub(crate) fn lines(search: &Search<'_, '_>) -> Vec<String> {
    let mut lines = Vec::new();
    if search.promises.is_empty() {
        lines.push("no title promises a list".to_owned());
    }
    for promise in &search.promises {
        let part = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!(", {name} \"{value}\"")).unwrap_or_default()
        };
        lines.push(format!(
            "\"{}\" promises {} items ({:?}{}{}{})",
            promise.title,
            promise.k,
            promise.clarity,
            part("concept", &promise.concept),
            part("ranking", &promise.ranking),
            part("time", &promise.time),
        ));
    }
    let Some(shown) = &search.shown else { return lines };
    for (at, lists) in &search.lists {
        let k = search.promises[*at].k;
        lines.push(format!("{} candidate lists of {k}:", lists.len()));
        lines.extend(lists.iter().take(LISTED).map(|list| candidate(shown, list)));
    }
    lines.extend(changes(search));
    lines
}

/// What each optimisation changes: the answer without it.
fn changes(search: &Search<'_, '_>) -> Vec<String> {
    let Some(shown) = &search.shown else { return Vec::new() };
    let on = &search.settings;
    let without = [
        ("visual area", on.visual_area, TopkSettings { visual_area: false, ..on.clone() }),
        ("interleaving", on.interleaving, TopkSettings { interleaving: false, ..on.clone() }),
        ("boundaries", on.boundaries, TopkSettings { boundaries: false, ..on.clone() }),
        ("item titles", on.item_titles, TopkSettings { item_titles: false, ..on.clone() }),
        ("numbering", on.numbering, TopkSettings { numbering: false, ..on.clone() }),
        ("likeness", on.likeness, TopkSettings { likeness: false, ..on.clone() }),
    ];
    let chosen = search.chosen();
    let switched = without.into_iter().filter(|(_, on, _)| *on);
    let compared = switched.map(|(name, _, settings)| {
        let other = Search::new(shown.survey, &settings);
        let change = match (&chosen, other.chosen()) {
            (Some(list), Some(other)) if list.extents == other.extents && list.names == other.names => {
                "the same list".into()
            }
            (Some(list), Some(other)) if list.extents == other.extents => {
                format!("the same items under other names, \"{}\" first", start_of(other.names.first()))
            }
            (_, Some(other)) => {
                format!("{} items, \"{}\" first", other.nodes.len(), start_of(other.names.first()))
            }
            (_, None) => "no list".into(),
        };
        format!("  without {name}: {change}")
    });
    std::iter::once("what each optimisation changes:".to_owned()).chain(compared).collect()
}

fn start_of(name: Option<&String>) -> String {
    name.map(|name| name.chars().take(40).collect()).unwrap_or_default()
}

fn candidate(shown: &ShownPage<'_, '_>, list: &Candidate) -> String {
    let correction = match list.correction {
        Correction::None => String::new(),
        Correction::Dropped(extra) => format!(", {extra} look-alikes dropped"),
        Correction::Cut(extra) => format!(", {extra} further items left out"),
        Correction::Added => ", an item of another style added".to_owned(),
    };
    format!(
        "  rank {:.3}  importance {:.3}  {} items by {}{correction}: \"{}\" to \"{}\"  {}",
        list.rank,
        list.importance,
        list.nodes.len(),
        list.likeness.words(),
        start_of(list.names.first()),
        start_of(list.names.last()),
        shown.page.xpath(list.nodes.first().copied().unwrap_or(NodeId::DOCUMENT)),
    )
}
