//! Labels with typed values: rows that the program writes have 1200 where the page has `$1,200`, and `2024-03-16` where it has
//! `16 Mar 2024`.

use crate::sites::Labelled;
use chaffinch_core::{ColumnType, NodeId, NodeKind, Page, TextMap, Value, collapse_space};
use chaffinch_values::{DayOrder, Reader, decimal_mark};
use std::cell::OnceCell;

/// For each page and record the values of each attribute as the page writes them.
///
/// An attribute is labelled with typed values where one of them stands nowhere and a text that means the same does. Then all its
/// values are written as the page does, by texts of the kind that most of them can be.
pub(crate) fn as_written(
    attributes: &[String],
    pages: &[Labelled],
    trees: &[Page],
) -> Vec<Vec<Vec<Vec<String>>>> {
    let mut labels: Vec<Vec<Vec<Vec<String>>>> = pages
        .iter()
        .map(|(page, _)| {
            let record = |record: &chaffinch_gold::GoldRecord| {
                attributes.iter().map(|name| record.values(name).to_vec()).collect()
            };
            page.records().iter().map(record).collect()
        })
        .collect();
    let texts: Vec<TypedTexts<'_>> = trees.iter().map(TypedTexts::new).collect();
    for k in 0..attributes.len() {
        let is_typed = |(records, texts): (&Vec<Vec<Vec<String>>>, &TypedTexts<'_>)| {
            records.iter().flat_map(|record| &record[k]).any(|value| texts.is_only_meant(value))
        };
        if !labels.iter().zip(&texts).any(is_typed) {
            continue;
        }
        let kind = usual_kind(labels.iter().zip(&texts).flat_map(|(records, texts)| {
            records.iter().flat_map(move |record| &record[k]).map(move |value| texts.of(value))
        }));
        for (records, texts) in labels.iter_mut().zip(&texts) {
            for value in records.iter_mut().flat_map(|record| &mut record[k]) {
                let meant = texts.of(value);
                let usual = meant.iter().find(|(_, own)| Some(*own) == kind).or(meant.first());
                if let Some((text, _)) = usual {
                    *value = text.clone();
                }
            }
        }
    }
    labels
}

/// The kind of texts that most values can be.
fn usual_kind<'t>(values: impl Iterator<Item = &'t [(String, ColumnType)]>) -> Option<ColumnType> {
    let mut counts: Vec<(ColumnType, usize)> = Vec::new();
    for texts in values {
        let mut own: Vec<ColumnType> = Vec::new();
        for (_, kind) in texts {
            if !own.contains(kind) {
                own.push(*kind);
            }
        }
        for kind in own {
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(kind, _)| kind)
}

/// The short texts of a page by what they mean.
struct TypedTexts<'p> {
    page: &'p Page,
    shown: OnceCell<String>,
    by_value: OnceCell<TextMap<String, Vec<(String, ColumnType)>>>,
}

/// Characters of a text that has a typed value, and texts that are known for one value.
const LONGEST: usize = 60;
const MOST_TEXTS: usize = 16;

impl<'p> TypedTexts<'p> {
    fn new(page: &'p Page) -> TypedTexts<'p> {
        TypedTexts { page, shown: OnceCell::new(), by_value: OnceCell::new() }
    }

    /// Whether a value may be typed, stands nowhere as it is, and is what some text means.
    fn is_only_meant(&self, value: &str) -> bool {
        let may_be_typed = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | 'P'));
        let shown = || self.shown.get_or_init(|| self.page.flat_text(NodeId::DOCUMENT));
        may_be_typed && !stands_in(shown(), value) && !self.of(value).is_empty()
    }

    /// The texts that mean a value, with the kind of value that they are.
    fn of(&self, value: &str) -> &[(String, ColumnType)] {
        let by_value = self.by_value.get_or_init(|| typed_texts(self.page));
        let key = value.trim().parse::<f64>().map_or_else(|_| value.to_owned(), |number| number.to_string());
        by_value.get(&key).map_or(&[], Vec::as_slice)
    }
}

/// Whether a value stands in a text and is no part of a longer word or number.
fn stands_in(text: &str, value: &str) -> bool {
    let goes_on = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(value).any(|(at, _)| {
        !goes_on(text[..at].chars().next_back()) && !goes_on(text[at + value.len()..].chars().next())
    })
}

fn typed_texts(page: &Page) -> TextMap<String, Vec<(String, ColumnType)>> {
    let mut by_value: TextMap<String, Vec<(String, ColumnType)>> = TextMap::default();
    let mut id = NodeId::DOCUMENT;
    while id.index() < page.len() {
        if matches!(page.name(id), "script" | "style" | "template") {
            id = page.node(id).end;
            continue;
        }
        if page.node(id).kind == NodeKind::Text {
            let text = collapse_space(page.own_text(id));
            if !text.is_empty() && text.len() <= LONGEST {
                for (value, kind) in meanings(&text) {
                    let texts = by_value.entry(value).or_default();
                    if texts.len() < MOST_TEXTS && !texts.contains(&(text.clone(), kind)) {
                        texts.push((text.clone(), kind));
                    }
                }
            }
        }
        id = NodeId::from_index(id.index() + 1);
    }
    by_value
}

/// What a text may mean, as rows write it.
fn meanings(text: &str) -> Vec<(String, ColumnType)> {
    use ColumnType::{Date, Duration, Money, Number, Phone, Rating};
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let mark = decimal_mark([text]);
    let mut found: Vec<(String, ColumnType)> = Vec::new();
    for days in [DayOrder::Day, DayOrder::Month] {
        let reader = Reader { mark, days: Some(days), ..Reader::default() };
        for kind in [Money, Number, Rating, Date, Duration, Phone] {
            let written = match reader.read_as(kind, text).map(|reading| reading.value) {
                Some(Value::Number(number)) => number.to_string(),
                Some(Value::Text(text)) => text,
                Some(Value::Bool(_)) | None => continue,
            };
            if !found.contains(&(written.clone(), kind)) {
                found.push((written, kind));
            }
        }
    }
    // `from 12 seats`: the one number of a text.
    let inner = text.trim_matches(|c: char| !c.is_ascii_digit() && c != '-');
    let reader = Reader { mark, ..Reader::default() };
    if let Some(Value::Number(number)) = reader.read_as(Number, inner).map(|reading| reading.value)
        && !found.iter().any(|(written, _)| *written == number.to_string())
    {
        found.push((number.to_string(), Number));
    }
    found
}
