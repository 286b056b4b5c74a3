//! Labels that the page writes beside values, such as "Price:".
//!
//! A label stands in an element of its own in front of the value, at the beginning of the value's text, or in the middle of a text that
//! holds several values. It is only believed where several records have it: `Batman: The Movie` is a name. Words that nearly all records
//! have, alone beside a value that differs, label it without a colon, too: `Duration` above `8 Min`.

use crate::align::Item;
use crate::apart::is_lead;
use crate::draft::DraftValue;
use crate::meaning::Meaning;
use crate::offices::part_offices;
use crate::settings::ColumnSettings;
use crate::shape::{Shape, label_of};
use chaffinch_core::{ColumnType, NodeId, Page, TextMap, TextSet};
use chaffinch_survey::Survey;
use std::ops::Range;

/// Takes the labels of all records off their values.
pub(crate) fn take_labels(survey: &Survey, records: &mut [Vec<Item>], settings: &ColumnSettings) {
    take_leads(survey.page, records, settings);
    take_captions(survey, records, settings);
    part_offices(survey, records, settings);
    let known = shared_labels(survey, records, settings);
    for items in records.iter_mut().filter(|_| !known.is_empty()) {
        let texts: TextSet<String> = items.iter().map(|item| folded(&item.value.text)).collect();
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
                Some(label) if belongs_to(survey, &label, &item) => {
                    let text = lone_label(survey.page, &label, settings);
                    taken.extend(cut(survey, Item { label: text, ..item }, &known, &texts, settings));
                }
                before => {
                    taken.extend(before);
                    taken.extend(cut(survey, item, &known, &texts, settings));
                }
            }
        }
        taken.extend(waiting);
        *items = taken;
    }
}

/// Takes words such as `by` and `posted in`, which stand alone in front of a value and only lead to it, as its label.
fn take_leads(page: &Page, records: &mut [Vec<Item>], settings: &ColumnSettings) {
    let leads = |item: &Item| item.is_text() && item.label.is_none() && are_leads(&item.value.text);
    let mut counts: TextMap<String, usize> = TextMap::default();
    for items in records.iter() {
        let here: TextSet<String> =
            items.iter().filter(|item| leads(item)).map(|item| folded(&item.value.text)).collect();
        for text in here {
            *counts.entry(text).or_default() += 1;
        }
    }
    let least = (settings.label_share * records.len() as f32).ceil().max(2.0) as usize;
    counts.retain(|_, count| *count >= least);
    for items in records.iter_mut().filter(|_| !counts.is_empty()) {
        let mut left: Vec<Item> = Vec::with_capacity(items.len());
        for mut item in items.drain(..) {
            let is_led = |before: &&Item| {
                leads(before)
                    && counts.contains_key(&folded(&before.value.text))
                    && are_near(page, before, &item)
            };
            // An amount is of one column whether `Now` stands in front of it or not.
            let may_be_led = item.is_text() && item.shape != Shape::Money && !leads(&item);
            if may_be_led && left.last().is_some_and(|before| is_led(&before)) {
                let lead = left.pop().map(|lead| lead.value.text);
                item.label = lead.map(|lead| lead.trim_end_matches([':', '：']).trim().to_owned());
            } else if item.joined {
                // What is said of the first of two is said of both.
                item.label = left.last().and_then(|before| before.label.clone());
            }
            left.push(item);
        }
        *items = left;
    }
}

/// Whether a text is nothing but a few words that lead to a value.
pub(crate) fn are_leads(text: &str) -> bool {
    let words = || text.split_whitespace();
    words().nth(LEAD_WORDS).is_none()
        && words().all(|word| is_lead(word) || is_link_word(word))
        && words().next().is_some()
}

/// Most words in front of a value that lead to it.
const LEAD_WORDS: usize = 3;

/// Words that lead to what a record belongs to, in lower case.
fn is_link_word(word: &str) -> bool {
    const LINKING: [&str; 16] = [
        "in", "to", "for", "via", "under", "submitted", "written", "shared", "asked", "answered", "en",
        "dans", "bei", "em", "på", "в",
    ];
    LINKING.contains(&word.trim_end_matches([':', '.']).to_lowercase().as_str())
}

/// Takes the words that nearly all records have alone beside a value as the label of that value.
fn take_captions(survey: &Survey, records: &mut [Vec<Item>], settings: &ColumnSettings) {
    if records.len() < FEWEST_CAPTIONS {
        return;
    }
    let constant = constant_texts(records, settings);
    if constant.is_empty() {
        return;
    }
    for items in records.iter_mut() {
        let is_constant: Vec<bool> =
            items.iter().map(|item| constant.contains(&folded(&item.value.text))).collect();
        // Labels of no known meaning come in groups that look alike: `Duration`, `Exercises`, `Difficulty`.
        let mut alike: TextMap<u64, TextSet<&str>> = TextMap::default();
        for (item, _) in
            items.iter().zip(&is_constant).filter(|(item, is)| **is && may_be_caption(survey, item))
        {
            alike.entry(item.piece.path).or_default().insert(&item.value.text);
        }
        let groups: TextSet<u64> =
            alike.into_iter().filter(|(_, texts)| texts.len() > 1).map(|(path, _)| path).collect();
        let mut is_taken = vec![false; items.len()];
        for at in 0..items.len() {
            let is_told =
                || groups.contains(&items[at].piece.path) || Meaning::of(&items[at].value.text).is_some();
            if !is_constant[at] || !may_be_caption(survey, &items[at]) || !is_told() {
                continue;
            }
            // What stands behind it before what stands in front of it.
            let beside = [at + 1, at.wrapping_sub(1)];
            let value = beside.into_iter().find(|value| {
                is_constant.get(*value) == Some(&false) && is_captioned(survey, &items[at], &items[*value])
            });
            if let Some(value) = value {
                items[value].label =
                    Some(items[at].value.text.trim_end_matches([':', '：']).trim().to_owned());
                is_taken[at] = true;
            }
        }
        let mut taken = is_taken.into_iter();
        items.retain(|_| taken.next() != Some(true));
    }
}

/// Fewest records from which on what all of them say is told from a value that happens to be the same.
const FEWEST_CAPTIONS: usize = 3;

/// Most characters of a value whose label is none of the known ones.
const CAPTIONED: usize = 60;

/// The short texts that nearly all records have.
fn constant_texts(records: &[Vec<Item>], settings: &ColumnSettings) -> TextSet<String> {
    let mut counts: TextMap<String, usize> = TextMap::default();
    for items in records {
        let short = items
            .iter()
            .filter(|item| item.is_text() && item.value.text.chars().count() <= settings.longest_label);
        let here: TextSet<String> = short.map(|item| folded(&item.value.text)).collect();
        for text in here {
            *counts.entry(text).or_default() += 1;
        }
    }
    let least = (settings.caption_share * records.len() as f32).ceil() as usize;
    counts.into_iter().filter(|(_, count)| *count >= least).map(|(text, _)| text).collect()
}

/// Whether a text can be the label of what stands beside it: words that lead nowhere.
fn may_be_caption(survey: &Survey, item: &Item) -> bool {
    let text = &item.value.text;
    item.is_text()
        && item.label.is_none()
        && !item.value.has_own_link(survey)
        && text.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || "-/'’.:：".contains(c))
        && (text.chars().filter(|c| c.is_alphabetic()).count() > 2 || Meaning::of(text).is_some())
}

/// Whether a text and a value stand alone in an element, and the text can say what the value is. Words of no known meaning are only
/// believed beside short values that are no names.
fn is_captioned(survey: &Survey, caption: &Item, value: &Item) -> bool {
    let page = survey.page;
    if !belongs_to(survey, caption, value) {
        return false;
    }
    let common = page.common_ancestor(caption.piece.node, value.piece.node);
    let is_short = || value.value.text.chars().count() <= CAPTIONED;
    are_alone(survey, common, caption, value)
        && (Meaning::of(&caption.value.text).is_some() || (is_short() && !may_be_name(survey, value)))
}

/// Whether an element holds no texts but those of two pieces.
fn are_alone(survey: &Survey, common: NodeId, one: &Item, other: &Item) -> bool {
    let texts = |from: NodeId, end: NodeId| survey.inked_in(&(from..end)).len();
    let of = |item: &Item| texts(item.piece.node, item.piece.end);
    texts(common, survey.page.node(common).end) == of(one) + of(other)
}

/// Whether a text stands in a heading or in a link of its own, as names do.
fn may_be_name(survey: &Survey, item: &Item) -> bool {
    let page = survey.page;
    let near = || std::iter::once(item.piece.node).chain(page.ancestors(item.piece.node)).take(LABEL_LEVELS);
    near().any(|id| page.is_heading(id)) || item.value.has_own_link(survey)
}

/// Whether a value can belong to the label in front of it: a text of a type that fits, and both in one element, at most a few levels up.
fn belongs_to(survey: &Survey, label: &Item, value: &Item) -> bool {
    let page = survey.page;
    let text = label.value.text.trim_end_matches([':', '：']);
    let meaning = Meaning::of(text);
    let is_words = meaning.is_some_and(|meaning| meaning.kind() == ColumnType::Text);
    // A badge or a button has the class of a label, too: `Sale` before the name, `Compare` before a discount.
    let is_badge = || {
        let common = || page.common_ancestor(label.piece.node, value.piece.node);
        let is_sure = meaning.is_some() || text.len() < label.value.text.len() || is_term(page, label);
        !is_sure && (may_be_name(survey, value) || !are_alone(survey, common(), label, value))
    };
    value.is_text()
        && value.label.is_none()
        && !(is_words && value.shape == Shape::Money)
        && are_near(page, label, value)
        && !is_badge()
}

/// Whether a text is the term of a list of descriptions; it may be the title of a picture there.
fn is_term(page: &Page, item: &Item) -> bool {
    let near = std::iter::once(item.piece.node).chain(page.ancestors(item.piece.node));
    near.take(PICTURE_LEVELS).any(|id| page.is(id, "dt"))
}

/// Whether a label and a value stand in one element, at most a few levels up from both.
fn are_near(page: &Page, label: &Item, value: &Item) -> bool {
    let common = page.common_ancestor(label.piece.node, value.piece.node);
    let within = |node: NodeId| page.ancestors(node).take(LABEL_LEVELS).any(|above| above == common);
    within(label.piece.node) && within(value.piece.node)
}

/// How many levels above a label and its value they may meet.
const LABEL_LEVELS: usize = 3;

/// How many levels a text may stand below its `<dt>`.
const PICTURE_LEVELS: usize = 5;

/// A piece that is nothing but a label: it ends with a colon, or the page's markup says so.
fn lone_label(page: &Page, item: &Item, settings: &ColumnSettings) -> Option<String> {
    if !item.is_text() {
        return None;
    }
    let text = item.value.text.trim();
    let label = text.trim_end_matches([':', '：']).trim_end();
    let marked = || {
        let near = || std::iter::once(item.piece.node).chain(page.ancestors(item.piece.node));
        is_term(page, item) || near().take(2).any(|id| says_label(page.class_text(id)))
    };
    let is_label = !label.is_empty()
        && label.chars().any(char::is_alphabetic)
        && label.chars().count() <= settings.longest_label
        && !label.contains([':', '：'])
        && !is_title(label)
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
        for item in items.iter().filter(|item| item.is_text() && !item.piece.passage) {
            here.extend(lone_label(survey.page, item, settings).map(|label| folded(&label)));
            let text = &survey.stream().text()[item.value.range.clone()];
            let believed = |(label, at): &(&str, Range<usize>)| is_believed(survey, item, label, at.start);
            here.extend(inner_labels(text, settings).filter(believed).map(|(label, _)| folded(label)));
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

/// Whether words before a colon can be a label inside a text: in headings and links, which name things, and in long sentences, which have a
/// colon now and then, only those of a known meaning are.
fn is_believed(survey: &Survey, item: &Item, label: &str, at: usize) -> bool {
    Meaning::of(label).is_some() || !may_be_name(survey, item) && !is_in_prose(survey, item, at)
}

/// Whether a place is in the middle of a line of a text that is long and has few colons.
fn is_in_prose(survey: &Survey, item: &Item, at: usize) -> bool {
    let text = &survey.stream().text()[item.value.range.clone()];
    let before = text[..at].trim_end_matches([' ', '\u{1f}']);
    let begins = before.is_empty() || before.ends_with(['\n', ';', '|', '·', '•']);
    let colons = text.matches([':', '：']).count();
    !begins && text.len() > LONGEST_LABELLED && text.len() > BETWEEN_LABELS * colons
}

/// Fewest bytes of a text that may be prose, and of the stretches between its colons in the mean.
const LONGEST_LABELLED: usize = 200;
const BETWEEN_LABELS: usize = 80;

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
        let is_label =
            label_of(whole) == Some(label.trim()) && label.chars().count() <= longest && !is_title(label);
        is_label.then(|| (label, start..at + sign.len()))
    })
}

/// Whether words before a colon begin the name of a case: `In re: Local Rules`.
fn is_title(label: &str) -> bool {
    const TITLES: [&str; 6] =
        ["in re", "re", "in the matter of", "matter of", "in the interest of", "ex parte"];
    TITLES.contains(&folded(label).as_str())
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

/// Cuts a piece at its labels. `others` are the texts of the record: what says one of them again, such as `Save this event: Name of the event`
/// for readers of the screen, has no label.
fn cut(
    survey: &Survey,
    item: Item,
    known: &TextSet<String>,
    others: &TextSet<String>,
    settings: &ColumnSettings,
) -> Vec<Item> {
    if !item.is_text() || item.piece.passage || item.value.range.is_empty() {
        return vec![item];
    }
    let base = item.value.range.start;
    let text = &survey.stream().text()[item.value.range.clone()];
    let is_label = |(label, at): &(&str, Range<usize>)| {
        let repeats = || Meaning::of(label).is_none() && others.contains(&folded(&text[at.end..]));
        known.contains(&folded(label)) && is_believed(survey, &item, label, at.start) && !repeats()
    };
    let labels: Vec<(&str, Range<usize>)> = inner_labels(text, settings).filter(is_label).collect();
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
