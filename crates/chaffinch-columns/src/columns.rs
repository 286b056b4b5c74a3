//! From records to columns with names and types.

use crate::align::aligned;
use crate::apart::take_apart;
use crate::draft::{Draft, DraftValue};
use crate::names::Naming;
use crate::pieces::PieceKind;
use crate::properties::Properties;
use crate::settings::ColumnSettings;
use crate::types::give_type;
use crate::{Table, heads, section};
use chaffinch_core::{Column, ColumnType, FoundCell};
use chaffinch_survey::{Record, Survey};
use rustc_hash::FxHashMap;

/// Aligns the records and makes columns of the values that belong together. Every text and image of a record is in a cell of its row.
pub fn align(survey: &Survey, records: &[Record], properties: &Properties, settings: &ColumnSettings) -> Table {
    let mut drafts = aligned(survey, records, settings);
    heads::take_heads(survey.page, records, &mut drafts);
    drafts = take_apart(survey, drafts, settings);
    if let Some(section) = section::headings(survey, records, settings) {
        drafts.push(section);
    }
    finish(survey, drafts, properties, settings)
}

/// Gives columns their types, names and order.
pub(crate) fn finish(survey: &Survey, drafts: Vec<Draft>, properties: &Properties, settings: &ColumnSettings) -> Table {
    let rows = drafts.first().map_or(0, |draft| draft.cells.len());
    let Folded { mut drafts, other, images } = fold(drafts, rows, settings);
    let url = own_links(&mut drafts, rows, settings);
    let mut cells: Vec<Vec<Vec<FoundCell>>> = Vec::with_capacity(drafts.len());
    let mut kinds: Vec<ColumnType> = Vec::with_capacity(drafts.len());
    for draft in &drafts {
        let mut found = draft.clone().found();
        kinds.push(match draft.kind {
            PieceKind::Image => ColumnType::Image,
            PieceKind::Link => ColumnType::Url,
            PieceKind::Text => give_type(found.iter_mut().flatten(), settings.type_share),
        });
        cells.push(found);
    }
    let naming = Naming { survey, drafts: &drafts, kinds: &kinds, properties, settings };
    let names = naming.names();
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|at| match (names[*at].0.as_str(), drafts[*at].kind) {
        ("name", _) => 0,
        (_, PieceKind::Text) => 1,
        (_, PieceKind::Link) => 2,
        (_, PieceKind::Image) => 3,
    });
    let mut table = Table::new(rows);
    let mut taken = |at: usize| std::mem::take(&mut cells[at]);
    let mut images_from = order.partition_point(|at| drafts[*at].kind == PieceKind::Text);
    for (place, at) in order.iter().enumerate() {
        if place == images_from {
            add_links(&mut table, &url, &names);
            images_from = usize::MAX;
        }
        let column = Column { name: Some(names[*at].0.clone()), kind: kinds[*at] };
        table.add_several(column, taken(*at));
    }
    if images_from != usize::MAX {
        add_links(&mut table, &url, &names);
    }
    for (name, draft, kind) in [("images", images, ColumnType::Image), ("other", other, ColumnType::Text)] {
        if draft.filled() > 0 {
            table.add_several(Column { name: Some(name.into()), kind }, draft.found());
        }
    }
    table
}

fn add_links(table: &mut Table, url: &Option<Draft>, names: &[(String, f32)]) {
    if let Some(url) = url.clone()
        && !names.iter().any(|(name, _)| name == "url")
    {
        table.add_several(Column { name: Some("url".into()), kind: ColumnType::Url }, url.found());
    }
}

struct Folded {
    drafts: Vec<Draft>,
    /// Texts that are the same in nearly all records, or that few records have.
    other: Draft,
    /// Images beside the first.
    images: Draft,
}

/// Puts columns that tell nothing about a record into one, so that the others can be seen.
fn fold(drafts: Vec<Draft>, rows: usize, settings: &ColumnSettings) -> Folded {
    let mut folded = Folded { drafts: Vec::new(), other: Draft::new(PieceKind::Text, rows), images: Draft::new(PieceKind::Image, rows) };
    let worth = |draft: &Draft| draft.filled() as f32 / rows.max(1) as f32;
    let main = drafts
        .iter()
        .enumerate()
        .filter(|(_, draft)| draft.kind == PieceKind::Image)
        .max_by(|a, b| (worth(a.1) * a.1.distinct()).total_cmp(&(worth(b.1) * b.1.distinct())).then(b.0.cmp(&a.0)))
        .map(|(at, _)| at);
    let mut filled: Vec<usize> = drafts.iter().filter(|draft| draft.kind == PieceKind::Text).map(Draft::filled).collect();
    filled.sort_unstable_by(|a, b| b.cmp(a));
    let least = filled.get(settings.max_columns).map_or(0, |filled| filled + 1);
    for (at, draft) in drafts.into_iter().enumerate() {
        let told = draft.label.is_some();
        let tells = |draft: &Draft| {
            let rare = worth(draft) < settings.min_filled;
            let constant = rows > 2 && draft.is_constant(settings.constant);
            draft.filled() >= least && (told || !(rare || constant))
        };
        let into = match draft.kind {
            PieceKind::Image if Some(at) != main => &mut folded.images,
            PieceKind::Text if !tells(&draft) => &mut folded.other,
            _ => {
                folded.drafts.push(draft);
                continue;
            }
        };
        for (all, cells) in into.cells.iter_mut().zip(draft.cells) {
            all.extend(cells);
        }
    }
    folded
}

/// The column of the records' own links: the address that most values of a record lead to, the first of equals. Links without a text
/// that lead to the same place are dropped.
fn own_links(drafts: &mut Vec<Draft>, rows: usize, settings: &ColumnSettings) -> Option<Draft> {
    // A link to the same place in every record is none of its own.
    let mut times: FxHashMap<&str, usize> = FxHashMap::default();
    for row in 0..rows {
        let mut here: Vec<&str> = drafts.iter().flat_map(|draft| &draft.cells[row]).filter_map(|value| value.link.as_deref()).collect();
        here.sort_unstable();
        here.dedup();
        for link in here {
            *times.entry(link).or_default() += 1;
        }
    }
    let shared = (settings.shared_link * rows as f32).max(2.0) as usize;
    let is_own = |link: &str| times.get(link).is_none_or(|times| *times <= shared) && !link.starts_with('#') && !link.starts_with("javascript:") && !link.starts_with("mailto:") && !link.starts_with("tel:");
    // The column whose links are the records' own in most rows; links around headings and images count more than others.
    let weight = |draft: &Draft| {
        let linked = draft.cells.iter().filter(|cells| cells.iter().any(|value| value.link.as_deref().is_some_and(is_own))).count() as f32;
        let mut links: Vec<&str> = draft.values().filter_map(|value| value.link.as_deref()).filter(|link| is_own(link)).collect();
        let all = links.len();
        links.sort_unstable();
        links.dedup();
        linked * links.len() as f32 / all.max(1) as f32
    };
    let best = drafts.iter().enumerate().max_by(|a, b| weight(a.1).total_cmp(&weight(b.1)).then(b.0.cmp(&a.0)))?.0;
    let mut url = Draft::new(PieceKind::Link, rows);
    for row in 0..rows {
        let of = |draft: &Draft| {
            draft.cells[row].iter().find_map(|value: &DraftValue| {
                let link = value.link.clone().filter(|link| is_own(link))?;
                Some(DraftValue::address(value.node, link.clone(), Some(link)))
            })
        };
        let value = of(&drafts[best]).or_else(|| drafts.iter().find_map(of));
        url.cells[row].extend(value);
    }
    let same = |draft: &Draft| {
        let leads = |(cells, own): (&Vec<DraftValue>, &Vec<DraftValue>)| cells.iter().all(|value| own.iter().any(|own| own.text == value.text));
        draft.cells.iter().zip(&url.cells).filter(|pair| !pair.0.is_empty()).all(leads)
    };
    drafts.retain(|draft| draft.kind != PieceKind::Link || !same(draft));
    (url.filled() > 0).then_some(url)
}
