//! From records to columns with names and types.

use crate::align::{aligned, is_former};
use crate::apart::take_apart;
use crate::draft::{Draft, DraftValue};
use crate::known::Known;
use crate::names::Naming;
use crate::pieces::PieceKind;
use crate::settings::ColumnSettings;
use crate::shape::Shape;
use crate::types::give_type;
use crate::{Table, heads, section};
use chaffinch_core::{Column, ColumnType, FoundCell, NodeId, Page, TextMap, TextSet};
use chaffinch_survey::{Record, Survey};
use chaffinch_values::{decimal_mark, is_address, is_email, phone, read_as};

/// Aligns the records and makes columns of the values that belong together. Every text and image of a record is in a cell of its row.
pub fn align(survey: &Survey, records: &[Record], settings: &ColumnSettings) -> Table {
    align_known(survey, records, &Known::nothing(), settings)
}

/// [`align`] with values that are known already: texts are cut around them, and columns of them have their names.
pub fn align_known(survey: &Survey, records: &[Record], known: &Known, settings: &ColumnSettings) -> Table {
    let mut drafts = aligned(survey, records, settings);
    heads::take_heads(survey.page, records, &mut drafts);
    drafts = take_apart(survey, drafts, known, settings);
    if let Some(section) = section::headings(survey, records, settings) {
        drafts.push(section);
    }
    finish(survey, drafts, records.len(), known, settings)
}

/// Gives columns their types, names and order.
fn finish(
    survey: &Survey,
    drafts: Vec<Draft>,
    rows: usize,
    known: &Known,
    settings: &ColumnSettings,
) -> Table {
    let drafts = without_repeats(drafts);
    let Folded { mut drafts, mut other, images } = fold(survey.page, drafts, rows, settings);
    let url = own_links(survey.page, &mut drafts, rows, settings);
    for links in drafts.extract_if(.., |draft| draft.kind == PieceKind::Link) {
        other.take(links);
    }
    let few = (settings.min_filled_unnamed * rows as f32) as usize;
    // Pictures that come back from record to record are icons.
    let are_icons = images.filled() < few || images.distinct() <= settings.looks.again;
    match drafts.iter_mut().find(|draft| draft.kind == PieceKind::Image) {
        Some(own) if !are_icons => own.take(images),
        _ => other.take(images),
    }
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
    let naming = Naming { survey, drafts: &drafts, kinds: &kinds, known, settings };
    let found = naming.found_names();
    // What few records have and nothing names would be one more column to read past.
    let is_rare = |at: &usize| {
        drafts[*at].kind == PieceKind::Text
            && found[*at].as_ref().is_none_or(|(_, sure)| *sure <= settings.names.looks)
            && (drafts[*at].filled() as f32) < settings.min_filled_unnamed * rows as f32
    };
    let (rare, mut order): (Vec<usize>, Vec<usize>) = (0..drafts.len()).partition(is_rare);
    for at in &rare {
        other.take(drafts[*at].clone());
    }
    let names = naming.with_plain_names(found, &rare);
    let name = (0..drafts.len()).find(|at| names[*at].0 == "name" && drafts[*at].kind == PieceKind::Text);
    if let Some(at) = name {
        let missing = names_among(&mut other, &drafts[at], &url);
        for (cells, found) in cells[at].iter_mut().zip(missing.found()) {
            cells.extend(found);
        }
    }
    for at in order.iter().copied().filter(|at| drafts[*at].kind == PieceKind::Text) {
        let missing = match kinds[at] {
            kind @ (ColumnType::Money | ColumnType::Date | ColumnType::Rating) => {
                of_type_among(&mut other, &drafts[at], kind)
            }
            ColumnType::Text if names[at].0 == "description" => {
                sentences_among(&mut other, &drafts[at], settings)
            }
            _ => continue,
        };
        if missing.filled() == 0 {
            continue;
        }
        for (cells, found) in cells[at].iter_mut().zip(missing.found()) {
            cells.extend(found);
        }
        kinds[at] = give_type(cells[at].iter_mut().flatten(), settings.type_share);
    }
    order.sort_by_key(|at| match (names[*at].0.as_str(), drafts[*at].kind) {
        ("name", _) => 0,
        (_, PieceKind::Text) => 1,
        (_, PieceKind::Link | PieceKind::Image) => 2,
    });
    let mut table = Table::new(rows);
    let mut taken = |at: usize| std::mem::take(&mut cells[at]);
    let mut images_from = order.partition_point(|at| drafts[*at].kind == PieceKind::Text);
    for (place, at) in order.iter().enumerate() {
        if place == images_from {
            add_links(&mut table, &url, &names);
            images_from = usize::MAX;
        }
        let (name, sure) = &names[*at];
        let column =
            Column { confidence: Some(f64::from(*sure)), ..Column::new(Some(name.clone()), kinds[*at]) };
        table.add_several(column, taken(*at));
    }
    if images_from != usize::MAX {
        add_links(&mut table, &url, &names);
    }
    if other.filled() > 0 {
        // A collection of what is left is nobody's first choice.
        let column = Column { confidence: Some(0.0), ..Column::new(Some("other".into()), ColumnType::Text) };
        table.add_several(column, other.found());
    }
    table
}

/// Takes the names of the records that the column of names has none for from what is left: the text that leads to the record, or else the first
/// text in words, if no other record says it.
fn names_among(other: &mut Draft, name: &Draft, url: &Option<Draft>) -> Draft {
    let mut found = Draft::new(PieceKind::Text, name.cells.len());
    let mut times: TextMap<String, usize> = TextMap::default();
    for text in other.texts() {
        *times.entry(text.to_owned()).or_default() += 1;
    }
    for row in (0..name.cells.len()).filter(|row| name.cells[*row].is_empty()) {
        let own = url.as_ref().and_then(|url| Some(url.cells[row].first()?.text.as_str()));
        let may_be_name = |value: &DraftValue| {
            times.get(&value.text) == Some(&1)
                && !is_address(&value.text)
                && value.text.chars().filter(|c| c.is_alphabetic()).count() >= FEWEST_LETTERS
        };
        let leads = |value: &&DraftValue| value.link.is_some() && value.link.as_deref() == own;
        let left = &other.cells[row];
        let all = || left.iter().filter(|value| may_be_name(value));
        let best = all().find(leads).or_else(|| all().next());
        let place = best.and_then(|best| left.iter().position(|value| std::ptr::eq(value, best)));
        found.cells[row].extend(place.map(|place| other.cells[row].remove(place)));
    }
    found
}

/// Takes the values of a type from what is left, for the records that its column has none for, where a record has one such value alone: a
/// price that stands in another place because nothing is taken off it.
fn of_type_among(other: &mut Draft, typed: &Draft, kind: ColumnType) -> Draft {
    let mark = decimal_mark(typed.texts());
    let is_one = |value: &DraftValue| {
        (kind != ColumnType::Money || Shape::of(&value.text) == Shape::Money)
            && read_as(kind, &value.text, mark).is_some()
    };
    let mut found = Draft::new(PieceKind::Text, typed.cells.len());
    for row in (0..typed.cells.len()).filter(|row| typed.cells[*row].is_empty()) {
        let left = &mut other.cells[row];
        if left.iter().filter(|value| is_one(value)).count() == 1 {
            found.cells[row].extend(left.extract_if(.., |value| is_one(value)));
        }
    }
    found
}

/// Takes the sentences from what is left, for the records that the column of descriptions has none for.
fn sentences_among(other: &mut Draft, described: &Draft, settings: &ColumnSettings) -> Draft {
    let mut found = Draft::new(PieceKind::Text, described.cells.len());
    let is_sentence =
        |value: &mut DraftValue| value.text.split_whitespace().count() as f32 >= settings.looks.prose_words;
    for row in (0..described.cells.len()).filter(|row| described.cells[*row].is_empty()) {
        found.cells[row].extend(other.cells[row].extract_if(.., is_sentence));
    }
    found
}

/// Fewest letters of a text that names a record which the column of names has none for.
const FEWEST_LETTERS: usize = 4;

fn add_links(table: &mut Table, url: &Option<Draft>, names: &[(String, f32)]) {
    if let Some(url) = url.clone()
        && !names.iter().any(|(name, _)| name == "url")
    {
        table.add_several(Column::new(Some("url".into()), ColumnType::Url), url.found());
    }
}

/// Leaves out columns whose values all stand in other columns of their rows, as on pages that hold a narrow and a wide form of each record.
fn without_repeats(drafts: Vec<Draft>) -> Vec<Draft> {
    // Labelled columns first, because they are always kept; then fuller ones, so that one that few records have repeats another, and not the
    // other way round.
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|at| (drafts[*at].label.is_none(), std::cmp::Reverse(drafts[*at].filled())));
    let mut said: TextSet<(PieceKind, usize, &str)> = TextSet::default();
    let mut keep = vec![true; drafts.len()];
    for at in order {
        let draft = &drafts[at];
        let values = || {
            let rows = draft.cells.iter().enumerate();
            rows.flat_map(|(row, cells)| cells.iter().map(move |value| (row, value)))
        };
        let is_said = |(row, value): (usize, &DraftValue)| {
            let link = value.link.as_deref();
            said.contains(&(draft.kind, row, &value.text))
                && link.is_none_or(|link| said.contains(&(PieceKind::Link, row, link)))
        };
        // Two columns that say the same everywhere, such as zeros, may still be two.
        let is_varied = || draft.filled() >= MANY_ENOUGH && draft.different() >= VARIED_ENOUGH;
        let tells = draft.distinct() > 0.5 || draft.mean_length() >= LONG_ENOUGH || is_varied();
        keep[at] = draft.label.is_some() || !tells || !values().all(is_said);
        if keep[at] {
            for (row, value) in values() {
                said.insert((draft.kind, row, &value.text));
                said.extend(value.link.as_deref().map(|link| (PieceKind::Link, row, link)));
            }
        }
    }
    drop(said);
    let mut keep = keep.into_iter();
    drafts.into_iter().filter(|_| keep.next() == Some(true)).collect()
}

/// Texts of so many characters, in the mean, are not the same in two columns by chance.
const LONG_ENOUGH: f32 = 20.0;
/// Nor are so many values of which so many differ.
const MANY_ENOUGH: usize = 8;
const VARIED_ENOUGH: usize = 3;

struct Folded {
    drafts: Vec<Draft>,
    /// Texts that are the same in nearly all records, or that few records have.
    other: Draft,
    /// Images beside the first.
    images: Draft,
}

/// Puts columns that tell nothing about a record into one, so that the others can be seen.
fn fold(page: &Page, mut drafts: Vec<Draft>, rows: usize, settings: &ColumnSettings) -> Folded {
    for draft in drafts.iter_mut().filter(|draft| draft.kind == PieceKind::Image) {
        draft.cells.iter_mut().for_each(|cells| cells.retain(|value| !is_stand_in(&value.text)));
    }
    let mut folded = Folded {
        drafts: Vec::new(),
        other: Draft::new(PieceKind::Text, rows),
        images: Draft::new(PieceKind::Image, rows),
    };
    let worth = |draft: &Draft| draft.filled() as f32 / rows.max(1) as f32;
    // The first image that is not much worse than the best one.
    let of_image =
        |draft: &Draft| if draft.kind == PieceKind::Image { worth(draft) * draft.distinct() } else { 0.0 };
    let best = drafts.iter().map(of_image).fold(0.0, f32::max);
    let main = drafts.iter().position(|draft| best > 0.0 && of_image(draft) >= settings.nearly_best * best);
    let mut filled: Vec<usize> =
        drafts.iter().filter(|draft| draft.kind == PieceKind::Text).map(Draft::filled).collect();
    filled.sort_unstable_by(|a, b| b.cmp(a));
    let least = filled.get(settings.max_columns).map_or(0, |filled| filled + 1);
    for (at, draft) in drafts.into_iter().enumerate() {
        let told = draft.label.is_some();
        let tells = |draft: &Draft| {
            let rare = worth(draft) < settings.min_filled;
            // A price, a phone number and an address of mail are told even where all are the same.
            let says =
                |text: &&str| Shape::of(text) == Shape::Money || phone(text).is_some() || is_email(text);
            let is_told = || 2 * draft.texts().filter(says).count() > draft.values().count();
            // What few things cost before is told even where most cost the same as ever.
            let rare = rare && !(is_told() && draft.values().all(|value| is_former(page, value.node)));
            let constant = rows > 2 && draft.is_constant(settings.constant) && !is_told();
            draft.filled() >= least && (told || !(rare || constant || are_buttons(page, draft, settings)))
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

/// Whether most texts of a column stand on buttons and come back from record to record: they say what can be done with a record, not what it
/// is. What differs on buttons may be the names of records that open.
fn are_buttons(page: &Page, draft: &Draft, settings: &ColumnSettings) -> bool {
    let is_button = |id: NodeId| {
        let mut words = page.class_text(id).split(|c: char| !c.is_ascii_alphanumeric());
        page.is(id, "button")
            || page.attribute(id, "role") == Some("button")
            || words.any(|word| word.eq_ignore_ascii_case("btn") || word.eq_ignore_ascii_case("button"))
    };
    let on_button = |value: &&DraftValue| {
        let near = std::iter::once(value.node).chain(page.ancestors(value.node));
        near.take(settings.name_levels).any(is_button)
    };
    let has_number = || draft.texts().any(|text| text.contains(char::is_numeric));
    draft.distinct() <= settings.looks.again
        && 2 * draft.values().filter(on_button).count() > draft.values().count()
        && !has_number()
}

/// Whether an image is so small, and written into the page, that it only stands in for one that a script would load.
fn is_stand_in(address: &str) -> bool {
    /// Bytes of the smallest picture that is worth seeing.
    const SMALLEST: usize = 1024;
    address.starts_with("data:") && address.len() < SMALLEST
}

/// The column of the records' own links: the address that most values of a record lead to, the first of equals and that of headings before
/// others. Links without a text that lead to the same place are dropped.
fn own_links(page: &Page, drafts: &mut Vec<Draft>, rows: usize, settings: &ColumnSettings) -> Option<Draft> {
    // A link to the same place in every record is none of its own.
    let mut times: TextMap<&str, usize> = TextMap::default();
    for row in 0..rows {
        let mut here: Vec<&str> = drafts
            .iter()
            .flat_map(|draft| &draft.cells[row])
            .filter_map(|value| value.link.as_deref())
            .collect();
        here.sort_unstable();
        here.dedup();
        for link in here {
            *times.entry(link).or_default() += 1;
        }
    }
    let shared = (settings.shared_link * rows as f32).max(2.0) as usize;
    let is_own = |link: &str| {
        times.get(link).is_none_or(|times| *times <= shared)
            && !link.starts_with('#')
            && !link.starts_with("javascript:")
            && !link.starts_with("mailto:")
            && !link.starts_with("tel:")
    };
    // The column whose links are the records' own in most rows, and differ from row to row.
    let weight = |draft: &Draft| {
        let linked = draft
            .cells
            .iter()
            .filter(|cells| cells.iter().any(|value| value.link.as_deref().is_some_and(is_own)))
            .count() as f32;
        let mut links: Vec<&str> =
            draft.values().filter_map(|value| value.link.as_deref()).filter(|link| is_own(link)).collect();
        let all = links.len();
        links.sort_unstable();
        links.dedup();
        let near =
            |node: NodeId| std::iter::once(node).chain(page.ancestors(node)).take(settings.name_levels);
        let is_heading = |value: &&DraftValue| near(value.node).any(|id| page.is_heading(id));
        let headings =
            draft.values().filter(is_heading).count() as f32 / draft.values().count().max(1) as f32;
        linked * links.len() as f32 / all.max(1) as f32 * (1.0 + settings.heading_link * headings)
    };
    let weights: Vec<f32> = drafts.iter().map(weight).collect();
    let most = weights.iter().copied().fold(0.0, f32::max);
    // The first that is nearly the best: a name that one record has no link for comes before the link to its comments.
    let best = weights.iter().position(|weight| *weight >= settings.nearly_best * most)?;
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
        let leads = |(cells, own): (&Vec<DraftValue>, &Vec<DraftValue>)| {
            cells.iter().all(|value| own.iter().any(|own| own.text == value.text))
        };
        draft.cells.iter().zip(&url.cells).filter(|pair| !pair.0.is_empty()).all(leads)
    };
    drafts.retain(|draft| draft.kind != PieceKind::Link || !same(draft));
    (url.filled() > 0).then_some(url)
}
