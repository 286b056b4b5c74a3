//! Nothing of a record is lost: the words of a row's cells and of the labels that became names are the words of the row.

use chaffinch_columns::{ColumnSettings, align};
use chaffinch_structured::StructuredSettings;
use chaffinch_survey::{Record, Survey};
use std::collections::HashMap;

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    /// Words that stand nowhere else, so that each can be asked for.
    fn words(&mut self, count: u64) -> String {
        let word = |dice: &mut Dice| {
            let letter = |dice: &mut Dice| char::from(b'a' + dice.below(26) as u8);
            let capital = letter(dice).to_ascii_uppercase();
            std::iter::once(capital).chain((0..7).map(|_| letter(dice))).collect::<String>()
        };
        (0..count).map(|_| word(self)).collect::<Vec<_>>().join(" ")
    }
}

/// A part of a record. The seed `of` is that of the list, so that records are of one kind; the rest differs from record to record.
fn part(dice: &mut Dice, of: u64, depth: u32) -> String {
    let more = |dice: &mut Dice| if depth < 3 { part(dice, of / 20, depth + 1) } else { dice.words(1) };
    match of % 20 {
        0 => format!("<h3><a href='/{}'>{}</a></h3>", dice.below(1 << 30), dice.words(3)),
        1 => format!("<p class=price>${}.{}</p>", 10 + dice.below(80), 10 + dice.below(80)),
        2 => format!("<p><sup>$</sup><b>{}</b><sup>{}</sup></p>", 10 + dice.below(80), 10 + dice.below(80)),
        3 => format!("<p>{} <b>{}</b> {}</p>", dice.words(2), dice.words(1), dice.words(2)),
        4 => (0..dice.below(4)).map(|_| format!("<a class=tag href=#>{}</a> ", dice.words(1))).collect(),
        5 => format!("<p>Material: {}</p>", dice.words(1)),
        6 => format!("<dl><dt>Wingspan<dd>{} cm</dl>", 100 + dice.below(800)),
        7 => format!("<p>{} · {} | {}</p>", dice.words(1), dice.words(2), dice.words(1)),
        8 => format!(
            "<p>{}, 2024-0{}-1{}, {}</p>",
            dice.words(3),
            1 + dice.below(9),
            dice.below(9),
            dice.words(3)
        ),
        9 if dice.below(3) == 0 => format!("<span class=badge>{}</span>", dice.words(1)),
        10 => "<button>Add to cart</button>".to_owned(),
        11 => format!(
            "<ul>{}</ul>",
            (0..dice.below(5)).map(|_| format!("<li>{}", dice.words(2))).collect::<String>()
        ),
        12 => format!("<div class=inner>{}{}</div>", more(dice), more(dice)),
        13 => format!("<div><span>{}</span>{}</div>", dice.words(1), more(dice)),
        14 => format!("<p>{}</p>", dice.words(30)),
        15 => format!("<p>{}<br>{} <a href='/x'>{}</a>.</p>", dice.words(2), dice.words(12), dice.words(2)),
        16 => format!(
            "<p>by <a href='/{}'>{}</a> and <a href='/{}'>{}</a> on {} May 2024</p>",
            dice.below(9),
            dice.words(2),
            dice.below(9),
            dice.words(2),
            10 + dice.below(20)
        ),
        17 => format!("<div class=post>{}</div>", written(dice)),
        18 => format!(
            "<del>${}</del> <a href='/{}'>{} | {}</a>",
            50 + dice.below(40),
            dice.below(9),
            dice.words(2),
            dice.words(1)
        ),
        _ => format!("{} ", dice.words(2)),
    }
}

/// What somebody writes: paragraphs, lists, quotations and code in any order.
fn written(dice: &mut Dice) -> String {
    let block = |dice: &mut Dice| match dice.below(4) {
        0 => format!("<ul><li>{}<li>{}</ul>", dice.words(4), dice.words(9)),
        1 => format!("<blockquote class=quote><b>{}</b> {}</blockquote>", dice.words(1), dice.words(12)),
        2 => format!("<pre>{}</pre>", dice.words(6)),
        _ => format!("<p>{} <a href='/x'>{}</a> {}</p>", dice.words(14), dice.words(1), dice.words(8)),
    };
    let first = format!("<p>{}</p>", dice.words(15));
    (0..dice.below(5)).fold(first, |all, _| all + &block(dice))
}

fn words(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    counts
}

#[test]
fn the_words_of_the_cells_are_the_words_of_the_row() {
    for seed in 1..=1000 {
        let mut dice = Dice(seed);
        let template: Vec<u64> = (0..1 + dice.below(6)).map(|_| dice.below(1 << 30)).collect();
        let records: String = (0..2 + dice.below(9))
            .map(|_| {
                let parts: String = template.iter().map(|of| part(&mut dice, *of, 0)).collect();
                // One record in ten is of another kind.
                let odd = if dice.below(10) == 0 { dice.below(1 << 30) } else { 19 };
                format!("<article>{parts}{}</article>", part(&mut dice, odd, 0))
            })
            .collect();
        let page = chaffinch_page::parse_str(&records);
        let survey = Survey::new(&page, &StructuredSettings::default());
        let roots: Vec<_> = page.ids().filter(|id| page.is(*id, "article")).collect();
        let list: Vec<Record> = roots.iter().map(|root| Record::new(survey.subtree(*root))).collect();
        let table = align(&survey, &list, &ColumnSettings::default());
        for (root, row) in roots.iter().zip(&table.rows) {
            let texts = row.iter().zip(&table.columns).filter(|(_, column)| !is_address(column.kind));
            let cells: Vec<&str> =
                texts.flat_map(|(cells, _)| cells).map(|cell| cell.text.as_str()).collect();
            let in_cells = words(&cells.join(" "));
            let labels = row.iter().zip(&table.columns).filter(|(cells, _)| !cells.is_empty());
            let in_names =
                words(&labels.filter_map(|(_, column)| column.name.as_deref()).collect::<Vec<_>>().join(" "));
            let in_row =
                words(&page.subtree(*root).map(|node| page.own_text(node)).collect::<Vec<_>>().join(" "));
            // What a row says twice may stand in one cell, as where a page has a narrow and a wide form.
            // What only leads to a value, or joins two, is no value.
            let leads = |word: &str| matches!(word, "by" | "and" | "on");
            let is_kept = |word: &&String| in_cells.contains_key(*word) || in_names.contains_key(*word);
            let lost = in_row.keys().find(|word| !leads(word) && !is_kept(word));
            let more = in_cells.iter().find(|(word, count)| in_row.get(*word).is_none_or(|own| own < count));
            let text = page.flat_text(*root);
            assert_eq!(lost, None, "seed {seed}: a word of the row is in no cell\n{text}\n{cells:#?}");
            assert_eq!(more, None, "seed {seed}: a cell says what the row does not\n{text}\n{cells:#?}");
        }
    }
}

fn is_address(kind: chaffinch_core::ColumnType) -> bool {
    matches!(kind, chaffinch_core::ColumnType::Url | chaffinch_core::ColumnType::Image)
}
