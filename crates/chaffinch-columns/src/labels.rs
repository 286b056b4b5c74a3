//! Labels that the page writes beside values, such as "Price:".
//!
//! A label stands in an element of its own in front of the value, at the beginning of the value's text, or in the middle of a text that
//! holds several values. It is only believed where several records have it: `Batman: The Movie` is a name.

use crate::align::Item;
use crate::draft::DraftValue;
use crate::settings::ColumnSettings;
use crate::shape::label_of;
use chaffinch_core::{NodeId, Page, TextMap, TextSet};
use chaffinch_survey::Survey;
use std::ops::Range;

/// Takes the labels of all records off their values.
pub(crate) fn take_labels(survey: &Survey, records: &mut [Vec<Item>], settings: &ColumnSettings) {
    let known = shared_labels(survey, records, settings);
    for items in records.iter_mut() {
        let mut taken: Vec<Item> = Vec::with_capacity(items.len());
        // The label that stands alone in front of the next piece.
        let mut waiting: Option<Item> = None;
        for item in items.drain(..) {
            if let Some(label) = lone_label(survey.page, &item, settings)
                && known.contains(&folded(&label))
            {
                // Two labels in a row: the first has no value and stays what the page shows.
                taken.extend(waiting.replace(item));
                continue;
            }
            match waiting.take() {
                Some(label)
                    if item.is_text() && item.label.is_none() && are_near(survey.page, &label, &item) =>
                {
                    let text = lone_label(survey.page, &label, settings);
                    taken.extend(cut(survey, Item { label: text, ..item }, &known, settings));
                }
                before => {
                    taken.extend(before);
                    taken.extend(cut(survey, item, &known, settings));
                }
            }
        }
        taken.extend(waiting);
        *items = taken;
    }
}

/// Whether a value can belong to the label in front of it: they stand in one element, at most a few levels up from both.
fn are_near(page: &Page, label: &Item, value: &Item) -> bool {
    let common = page.common_ancestor(label.piece.node, value.piece.node);
    let within = |node: NodeId| page.ancestors(node).take(LABEL_LEVELS).any(|above| above == common);
    within(label.piece.node) && within(value.piece.node)
}

/// How many levels above a label and its value they may meet.
const LABEL_LEVELS: usize = 3;

/// A piece that is nothing but a label: it ends with a colon, or the page's markup says so.
fn lone_label(page: &Page, item: &Item, settings: &ColumnSettings) -> Option<String> {
    if !item.is_text() {
        return None;
    }
    let text = item.value.text.trim();
    let label = text.trim_end_matches([':', '：']).trim_end();
    let marked = || {
        let near = std::iter::once(item.piece.node).chain(page.ancestors(item.piece.node)).take(2);
        near.into_iter().any(|id| page.is(id, "dt") || says_label(page.class_text(id)))
    };
    let is_label = !label.is_empty()
        && label.chars().any(char::is_alphabetic)
        && label.chars().count() <= settings.longest_label
        && !label.contains([':', '：'])
        && (label.len() < text.len() || marked());
    is_label.then(|| label.to_owned())
}

/// Whether a class says that an element is a label.
fn says_label(class: &str) -> bool {
    class.split_ascii_whitespace().any(|class| {
        let class = class.to_ascii_lowercase();
        class == "label" || class == "dt" || class.ends_with("-label") || class.ends_with("_label")
    })
}

/// The labels that enough records have.
fn shared_labels(survey: &Survey, records: &[Vec<Item>], settings: &ColumnSettings) -> TextSet<String> {
    let mut counts: TextMap<String, usize> = TextMap::default();
    for items in records {
        let mut here: TextSet<String> = TextSet::default();
        for item in items.iter().filter(|item| item.is_text()) {
            here.extend(lone_label(survey.page, item, settings).map(|label| folded(&label)));
            let text = &survey.stream().text()[item.value.range.clone()];
            here.extend(inner_labels(text, settings).map(|(label, _)| folded(label)));
        }
        for label in here {
            *counts.entry(label).or_default() += 1;
        }
    }
    let least = (settings.label_share * records.len() as f32).ceil().max(2.0) as usize;
    counts.into_iter().filter(|(_, count)| *count >= least).map(|(label, _)| label).collect()
}

fn folded(label: &str) -> String {
    label.trim().to_lowercase()
}

/// Everything in a text that could be a label, each with the range from its first byte to the end of its colon.
fn inner_labels<'t>(
    text: &'t str,
    settings: &ColumnSettings,
) -> impl Iterator<Item = (&'t str, Range<usize>)> {
    let longest = settings.longest_label;
    let mut from = 0;
    text.match_indices([':', '：']).take(MOST_COLONS).filter_map(move |(at, sign)| {
        let begin = std::mem::replace(&mut from, at + sign.len());
        let label = trailing_label(&text[begin..at])?;
        let start = at - label.len();
        let whole = &text[start..];
        let is_label = label_of(whole) == Some(label.trim()) && label.chars().count() <= longest;
        is_label.then(|| (label, start..at + sign.len()))
    })
}

/// Most colons of a text that are looked at.
const MOST_COLONS: usize = 24;

/// Most words of a label that is a whole text, and of one inside a text.
const WHOLE_WORDS: usize = 4;
const INNER_WORDS: usize = 3;

/// What can be a label at the end of a text, which ends where a colon stands: the whole text, or its last few words, of which the first
/// begins with a capital letter.
fn trailing_label(text: &str) -> Option<&str> {
    let trimmed = text.trim_start();
    if trimmed.is_empty() {
        return None;
    }
    let short = trimmed.split_whitespace().nth(WHOLE_WORDS).is_none();
    if short && trimmed.len() == text.len() && !trimmed.contains(['.', ';', '|', '\n']) {
        return Some(trimmed);
    }
    let line = trimmed
        .rfind(['\n', '|', '•', '·', ';'])
        .map_or(trimmed, |at| trimmed[at..].trim_start_matches(['\n', '|', '•', '·', ';', ' ', '\u{1f}']));
    let mut start = None;
    for (words, (at, _)) in
        line.rmatch_indices(' ').map(|(at, s)| (at + s.len(), s)).chain([(0, "")]).enumerate()
    {
        if words == INNER_WORDS {
            break;
        }
        let word = &line[at..];
        if word.starts_with(char::is_uppercase) {
            start = Some(at);
        } else if words > 0 && !word.starts_with(char::is_lowercase) {
            break;
        }
    }
    start.map(|at| &line[at..]).filter(|label| !label.trim().is_empty())
}

/// Cuts a piece at its labels.
fn cut(survey: &Survey, item: Item, known: &TextSet<String>, settings: &ColumnSettings) -> Vec<Item> {
    if !item.is_text() || item.value.range.is_empty() {
        return vec![item];
    }
    let base = item.value.range.start;
    let text = &survey.stream().text()[item.value.range.clone()];
    let labels: Vec<(&str, Range<usize>)> =
        inner_labels(text, settings).filter(|(label, _)| known.contains(&folded(label))).collect();
    let Some((_, first)) = labels.first() else { return vec![item] };
    let part = |label: Option<String>, range: Range<usize>| {
        let value: DraftValue = item.value.part(survey, base + range.start..base + range.end);
        (!value.text.is_empty()).then(|| item.with(value, label))
    };
    let before = part(item.label.clone(), 0..first.start);
    let ends = labels.iter().skip(1).map(|(_, next)| next.start).chain([text.len()]);
    let values =
        labels.iter().zip(ends).map(|((label, at), end)| part(Some(label.trim().to_owned()), at.end..end));
    let parts: Vec<Item> = std::iter::once(before).chain(values).flatten().collect();
    if parts.is_empty() { vec![item] } else { parts }
}
