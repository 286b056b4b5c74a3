//! Why a list was chosen, for people.

use crate::answer::Search;
use crate::candidate::{Candidate, Mended};
use crate::survey::Survey;
use chaffinch_core::NodeId;

/// Candidates shown for each promise.
const SHOWN: usize = 6;

pub(crate) fn lines(search: &Search<'_>) -> Vec<String> {
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
    let Some(survey) = &search.survey else { return lines };
    for (at, lists) in &search.lists {
        let k = search.promises[*at].k;
        lines.push(format!("{} candidate lists of {k}:", lists.len()));
        lines.extend(lists.iter().take(SHOWN).map(|list| candidate(survey, list)));
    }
    lines
}

fn candidate(survey: &Survey<'_>, list: &Candidate) -> String {
    let mended = match list.mended {
        Mended::No => String::new(),
        Mended::Dropped(extra) => format!(", {extra} look-alikes dropped"),
        Mended::Added => ", an item of another style added".to_owned(),
    };
    let end = |names: Option<&String>| {
        names.map(|name| name.chars().take(40).collect::<String>()).unwrap_or_default()
    };
    format!(
        "  rank {:.3}  importance {:.3}  {} items by {}{mended}: \"{}\" to \"{}\"  {}",
        list.rank,
        list.importance,
        list.nodes.len(),
        list.likeness.words(),
        end(list.names.first()),
        end(list.names.last()),
        survey.page.xpath(list.nodes.first().copied().unwrap_or(NodeId::DOCUMENT)),
    )
}
