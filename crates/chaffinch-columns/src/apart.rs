//! Takes texts apart that hold several values each: `1 Bed · 1 Bath · Apartment`, `Smith v. Jones, No. 12-345, 3 May 2024`.
//!
//! A column is only cut where most of its texts can be cut in the same way: at a separator, or around a value that is
//! recognised by its form.

use crate::align::{Item, cluster};
use crate::anchors::{self, Anchor};
use crate::draft::{Draft, DraftValue};
use crate::known::Known;
use crate::meaning::Meaning;
use crate::pieces::{Piece, PieceKind, hash};
use crate::settings::ColumnSettings;
use crate::shape::unit_key;
use chaffinch_core::{ColumnType, TextMap, TextSet};
use chaffinch_survey::{LONGEST_VALUE, Survey};
use chaffinch_values::tells_when;
use std::ops::Range;

/// Signs that separate values on one line.
const SEPARATORS: [char; 6] = ['|', '·', '•', '∙', '⋅', '‖'];

/// Cuts the columns of text that hold several values.
pub(crate) fn take_apart(
    survey: &Survey,
    drafts: Vec<Draft>,
    known: &Known,
    settings: &ColumnSettings,
) -> Vec<Draft> {
    let mut all = Vec::with_capacity(drafts.len());
    for draft in drafts {
        if draft.kind != PieceKind::Text || draft.filled() < settings.fewest_to_cut {
            all.push(draft);
            continue;
        }
        match at_separators(survey, &draft, settings) {
            Some(parts) => {
                all.extend(parts.into_iter().flat_map(|part| around_anchors(survey, part, known, settings)))
            }
            None => all.extend(around_anchors(survey, draft, known, settings)),
        }
    }
    for draft in all.iter_mut().filter(|draft| draft.kind == PieceKind::Text && !draft.headed) {
        draft.cells.iter_mut().flatten().for_each(|value| take_separators(survey, value));
        take_prefix(survey, draft, settings);
    }
    all
}

/// Takes off the signs at the ends of a text that only separate it from its neighbours: `3 May 2024 •`, `- Sports`.
fn take_separators(survey: &Survey, value: &mut DraftValue) {
    let is_separator = |c: char| SEPARATORS.contains(&c) || "-–—/»›«‹,;".contains(c);
    // A dash that touches a word or a number belongs to it, as in `-30 %`.
    let is_loose = |signs: &str| {
        signs.contains(SEPARATORS) || signs.contains([',', ';']) || signs.len() > signs.trim().len()
    };
    let text = &survey.stream().text()[value.range.clone()];
    let is_sign = |c: char| is_separator(c) || c.is_whitespace() || c == '\u{1f}';
    let front = text.trim_start_matches(is_sign);
    let before = &text[..text.len() - front.len()];
    let middle = front.trim_end_matches(is_sign);
    let behind = &front[middle.len()..];
    let has_sign = |part: &str| part.chars().any(is_separator);
    let cut_front = has_sign(before) && is_loose(before);
    let cut_back = has_sign(behind) && is_loose(behind);
    if middle.is_empty() || !(cut_front || cut_back) {
        return;
    }
    let start = value.range.start + if cut_front { before.len() } else { 0 };
    let end = value.range.end - if cut_back { behind.len() } else { 0 };
    *value = value.part(survey, start..end);
}

/// The columns of a column whose texts have separators.
fn at_separators(survey: &Survey, draft: &Draft, settings: &ColumnSettings) -> Option<Vec<Draft>> {
    let text = |value: &DraftValue| &survey.stream().text()[value.range.clone()];
    let all = draft.values().count() as f32;
    let separated = draft.values().filter(|value| pieces_of(text(value)).count() > 1).count() as f32;
    if separated < settings.cut_share * all || are_names(survey, draft, settings) {
        return None;
    }
    let moments = draft.texts().filter(|text| tells_when(text)).count() as f32;
    if moments >= settings.cut_share * all {
        return None;
    }
    let parts = |values: &Vec<DraftValue>| -> Vec<DraftValue> {
        let parts = values.iter().flat_map(|value| {
            let base = value.range.start;
            pieces_of(text(value)).map(move |part| value.part(survey, base + part.start..base + part.end))
        });
        parts.filter(|value| !value.text.is_empty()).collect()
    };
    let cells: Vec<Vec<DraftValue>> = draft.cells.iter().map(parts).collect();
    // `1 bed · 2 baths` are columns, because their units tell them apart; other parts are several values of one cell.
    let mut units: TextMap<u64, usize> = TextMap::default();
    for unit in cells.iter().flatten().filter_map(|value| unit_key(&value.text)) {
        *units.entry(unit).or_default() += 1;
    }
    let usual = units.values().filter(|count| **count as f32 >= settings.cut_share * all).count();
    if usual < 2 {
        return Some(vec![Draft { cells, ..draft.clone() }]);
    }
    let item = |value: DraftValue| Item::loose(value, draft.label.clone(), Part::First);
    let rows = cells.into_iter().map(|values| values.into_iter().map(item).collect()).collect();
    Some(cluster(survey, rows, settings))
}

/// The parts of a text between separators.
fn pieces_of(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    let cuts = text.match_indices(SEPARATORS).map(|(at, sign)| (at, at + sign.len()));
    cuts.chain([(text.len(), text.len())]).filter_map(move |(end, next)| {
        let part = std::mem::replace(&mut start, next)..end;
        text[part.clone()].chars().any(char::is_alphanumeric).then_some(part)
    })
}

/// The columns of a column in whose texts values are recognised beside other words.
fn around_anchors(survey: &Survey, draft: Draft, known: &Known, settings: &ColumnSettings) -> Vec<Draft> {
    let stream = survey.stream();
    // What the head of a table's column says of all of it says it of a whole cell.
    let is_said = draft.headed
        && draft.label.as_deref().and_then(Meaning::of).is_some_and(|meaning| known.means(meaning));
    if is_said || draft.mean_length() > settings.longest_to_cut {
        return vec![draft];
    }
    let are_names = are_names(survey, &draft, settings);
    // Nor is a value cut by what else is known of its record where the page says what it is.
    let nothing = Known::nothing();
    let known = if draft.label.is_some() && !draft.headed { &nothing } else { known };
    let found: Vec<Vec<Vec<Anchor>>> = draft
        .cells
        .iter()
        .enumerate()
        .map(|(row, values)| {
            let text = |value: &DraftValue| &stream.text()[value.range.clone()];
            values.iter().map(|value| known.anchors(row, text(value), are_names)).collect()
        })
        .collect();
    let all = draft.values().count();
    // How many texts have the first, second … value of a form.
    let mut counts: TextMap<(u64, usize), usize> = TextMap::default();
    for (values, anchors) in draft.cells.iter().zip(&found) {
        for (value, anchors) in values.iter().zip(anchors) {
            for (at, anchor) in anchors.iter().enumerate() {
                let nth = anchors[..at].iter().filter(|before| before.form == anchor.form).count();
                if anchor.range.len() < stream.trim(value.range.clone()).len()
                    && !is_amid(anchor, value.range.len())
                {
                    *counts.entry((anchor.form, nth)).or_default() += 1;
                }
            }
        }
    }
    counts.retain(|_, count| *count as f32 >= settings.cut_share * all as f32);
    // A few words beside one amount or date are about it: `$5 a month`, `from 3 May`.
    let letters = |value: &DraftValue| value.text.chars().filter(|c| c.is_alphabetic()).count();
    let beside = draft.values().map(letters).sum::<usize>() as f32 / all.max(1) as f32;
    let only = |form: u64| counts.len() == 1 && counts.contains_key(&(form, 0));
    // `46m - 15 May 2025`: what has digits is a value of its own.
    let with_digits = |values: &[DraftValue], anchors: &[Vec<Anchor>]| {
        let rest = |(value, anchors): (&DraftValue, &Vec<Anchor>)| {
            let text = &stream.text()[value.range.clone()];
            let dates = anchors.iter().map(|anchor| &anchor.range);
            let outside = |(at, c): (usize, char)| {
                c.is_ascii_digit() && !dates.clone().any(|range| range.contains(&at))
            };
            text.char_indices().any(outside)
        };
        values.iter().zip(anchors).filter(|pair| rest(*pair)).count()
    };
    let digits: usize =
        draft.cells.iter().zip(&found).map(|(values, anchors)| with_digits(values, anchors)).sum();
    let is_alone = (digits as f32) < settings.cut_share * all as f32;
    // `Regular price $149`: words that say what the amount is are its label.
    let said_before = |kind: ColumnType| {
        let is_label = |(value, anchors): (&DraftValue, &Vec<Anchor>)| {
            let text = &stream.text()[value.range.clone()];
            let before = anchors.first().map(|anchor| text[..anchor.range.start].trim());
            before.and_then(Meaning::of).is_some_and(|meaning| meaning.kind() == kind)
        };
        let pairs = draft.cells.iter().flatten().zip(found.iter().flatten());
        pairs.filter(|pair| is_label(*pair)).count() as f32 >= settings.cut_share * all as f32
    };
    if counts.is_empty()
        || (only(anchors::MONEY) && beside < settings.beside_money && !said_before(ColumnType::Money))
        || (only(anchors::DATE)
            && beside < settings.beside_date
            && is_alone
            && !said_before(ColumnType::Date))
    {
        return vec![draft];
    }
    let kept = |anchors: &[Anchor]| -> Vec<Anchor> {
        let mut seen: TextMap<u64, usize> = TextMap::default();
        let mut kept = Vec::new();
        for anchor in anchors {
            let nth = seen.entry(anchor.form).or_default();
            if counts.contains_key(&(anchor.form, *nth)) {
                kept.push(anchor.clone());
            }
            *nth += 1;
        }
        kept
    };
    // The words that most texts have in front of a value are its label.
    let mut before: TextMap<(u64, &str), usize> = TextMap::default();
    for (values, anchors) in draft.cells.iter().zip(&found) {
        for (value, anchors) in values.iter().zip(anchors) {
            let text = &stream.text()[value.range.clone()];
            let mut from = 0;
            for anchor in kept(anchors) {
                let mut rest = &text[from..anchor.range.start];
                let most = if anchor.is_said { 0 } else { LABEL_WORDS };
                for _ in 0..most {
                    let Some(word) = last_word(rest) else { break };
                    *before.entry((anchor.form, word)).or_default() += 1;
                    rest = &rest[..rest.rfind(word).unwrap_or(0)];
                }
                from = anchor.range.end;
            }
        }
    }
    before.retain(|_, count| *count as f32 >= settings.cut_share * all as f32);
    let rows: Vec<Vec<Item>> = draft
        .cells
        .iter()
        .zip(&found)
        .map(|(values, anchors)| {
            let mut items = Vec::new();
            for (value, anchors) in values.iter().zip(anchors) {
                let text = &stream.text()[value.range.clone()];
                let base = value.range.start;
                let mut push = |range: Range<usize>, label: Option<String>, which: Part| {
                    let part = value.part(survey, base + range.start..base + range.end);
                    if part.text.chars().any(char::is_alphanumeric) {
                        items.push(Item::loose(part, label, which));
                    }
                };
                let mut from = 0;
                let mut seen: TextMap<u64, u64> = TextMap::default();
                for anchor in kept(anchors) {
                    let mut rest = from..anchor.range.start;
                    let mut label = None;
                    while let Some(word) = last_word(&text[rest.clone()])
                        .filter(|word| !anchor.is_said && before.contains_key(&(anchor.form, *word)))
                    {
                        let start = rest.start + text[rest.clone()].rfind(word).unwrap_or(0);
                        // A label of several words is taken off from its end.
                        label = Some(
                            label
                                .map_or_else(|| word.to_owned(), |behind: String| format!("{word} {behind}")),
                        );
                        rest.end = start;
                    }
                    let nth = seen.entry(anchor.form).or_default();
                    // What stands before the first recognised value is the text itself.
                    let own = if from == 0 { draft.label.clone() } else { None };
                    let between = if from == 0 { Part::First } else { Part::Before(anchor.form, *nth) };
                    push(trimmed(text, rest), own, between);
                    let label = label.filter(|label| label.len() > 2);
                    push(anchor.range.clone(), label, Part::Recognised(anchor.form, *nth));
                    *nth += 1;
                    from = anchor.range.end;
                }
                push(trimmed(text, from..text.len()), None, if from == 0 { Part::First } else { Part::Last });
            }
            items
        })
        .collect();
    cluster(survey, rows, settings)
}

/// Whether a date or an amount stands in the middle of running text, so that the sentence is about it.
fn is_amid(anchor: &Anchor, length: usize) -> bool {
    matches!(anchor.form, anchors::DATE | anchors::MONEY)
        && anchor.range.start > LONGEST_VALUE
        && length.saturating_sub(anchor.range.end) > LONGEST_VALUE
}

/// Whether most texts of a column are headings or links of their own. These name things, and a day or a code in them belongs to the name.
fn are_names(survey: &Survey, draft: &Draft, settings: &ColumnSettings) -> bool {
    let page = survey.page;
    let is_heading = |value: &DraftValue| {
        let near = std::iter::once(value.node).chain(page.ancestors(value.node));
        near.take(settings.name_levels).any(|id| page.is_heading(id))
    };
    let names = draft.values().filter(|value| value.is_linked(survey) || is_heading(value)).count();
    2 * names > draft.values().count()
}

/// Which part of a text a value is.
#[derive(Hash)]
enum Part {
    /// What stands before everything that is recognised, or the whole text.
    First,
    /// What stands between the value before and the nth one of this form.
    Before(u64, u64),
    /// The nth value of this form.
    Recognised(u64, u64),
    /// What stands behind everything that is recognised.
    Last,
}

/// Most words of a label in front of a value.
const LABEL_WORDS: usize = 3;

/// The last word of a text, without white space and closing signs behind it.
fn last_word(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || "([#:-–—,".contains(c));
    let word = text.rsplit(|c: char| c.is_whitespace() || c == ',').next()?;
    // A word that closes a bracket belongs to what stands in it.
    (word.contains(char::is_alphabetic) && !word.contains([')', ']'])).then_some(word)
}

/// A stretch without the signs at its ends that only separate it from what stands beside it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let is_sign = |c: char| c.is_whitespace() || ",;:-–—|()[]#/\u{1f}".contains(c);
    let front =
        part.trim_start_matches(|c| is_sign(c) && c != '(' && c != '[' || c == '(' && !part.contains(')'));
    let start = range.start + (part.len() - front.len());
    let back = front.trim_end_matches(|c| is_sign(c) && c != ')' && c != ']');
    // A bracket that was cut in two.
    let back = back.strip_prefix(')').unwrap_or(back);
    let back = back.trim_end_matches(['(', '[', ' ', ',']);
    let start = if front.starts_with(')') { start + 1 } else { start };
    start..(start + back.len()).max(start)
}

/// Takes off the words that all texts of a column begin with, such as `Posted by` in front of names.
fn take_prefix(survey: &Survey, draft: &mut Draft, settings: &ColumnSettings) {
    if draft.filled() < settings.fewest_to_cut {
        return;
    }
    let Some(leads) = draft.values().next().map(|value| leads_of(&value.text)) else { return };
    let values: Vec<&DraftValue> = draft.values().collect();
    let least = settings.constant * values.len() as f32;
    let begins = |value: &DraftValue, lead: &str| {
        value.text.strip_prefix(lead).is_some_and(|rest| rest.starts_with(char::is_whitespace))
    };
    let is_shared = |lead: &str| values.iter().filter(|value| begins(value, lead)).count() as f32 >= least;
    let Some((words, lead)) = leads.iter().enumerate().rev().find(|(_, lead)| is_shared(lead)) else {
        return;
    };
    let rests: TextSet<&str> =
        values.iter().filter_map(|value| value.text.strip_prefix(lead.as_str())).collect();
    // One such word may belong to what all say, as in `Price on request`; two do not.
    if words == 0 && rests.len() * 2 <= values.len() {
        return;
    }
    let label = lead.clone();
    for value in draft.cells.iter_mut().flatten().filter(|value| begins(value, &label)) {
        let text = &survey.stream().text()[value.range.clone()];
        let behind = |from: usize, word: &str| Some(from + text[from..].find(word)? + word.len());
        let Some(at) = label.split(' ').try_fold(0, behind) else { continue };
        let part = value.part(survey, value.range.start + at..value.range.end);
        if !part.text.is_empty() {
            *value = part;
        }
    }
    draft.label.get_or_insert(label);
}

/// The words at the beginning of a text that are no part of a value: the first, the first two …
fn leads_of(text: &str) -> Vec<String> {
    const MOST: usize = 3;
    let words: Vec<&str> = text.split_whitespace().take(MOST).take_while(|word| is_lead(word)).collect();
    (1..=words.len()).map(|to| words[..to].join(" ")).collect()
}

/// Words that stand in front of values and are no part of them, in lower case.
pub(crate) fn is_lead(word: &str) -> bool {
    const LEADS: [&str; 30] = [
        "by", "von", "par", "por", "da", "di", "av", "af", "door", "przez", "filed", "posted", "published",
        "updated", "listed", "added", "from", "since", "on", "at", "only", "now", "was", "save", "price",
        "rrp", "msrp", "ab", "tel", "phone",
    ];
    let word = word.trim_end_matches([':', '.']).to_lowercase();
    LEADS.contains(&word.as_str())
}

impl Item {
    /// A part of a text that was taken apart; `which` tells it from the other parts.
    fn loose(value: DraftValue, label: Option<String>, which: Part) -> Item {
        let (node, kind) = (value.node, PieceKind::Text);
        let piece = Piece { node, end: node, kind, path: 0, tags: 0, own: 0, listed: false, passage: false };
        Item::new(piece.at(hash(which)), value, label)
    }
}
