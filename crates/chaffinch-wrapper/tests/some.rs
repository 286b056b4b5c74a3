//! Wrappers learned while somebody marks: from some records of a page.

use chaffinch_core::Span;
use chaffinch_wrapper::{GoldPage, Labelled, Labels, LearnSettings, PageBytes, learn_from_some};

/// A page of a shop.
fn shop(items: &[(&str, &str)]) -> String {
    let item = |(name, price): &(&str, &str)| {
        format!("<li><h3><a href=\"/p/{name}.html\">{name}</a></h3><p>Good.</p><b>{price}</b></li>\n")
    };
    let items: String = items.iter().map(item).collect();
    format!("<title>Shop</title><h1>Shop</h1><ul class=\"items\">\n{items}</ul><p>Open <b>daily</b></p>")
}

/// The page with these records marked; an empty value is none.
fn marked(page: &str, records: &[&[&str]]) -> Labelled {
    let span = |value: &&str| {
        if value.is_empty() {
            return Vec::new();
        }
        let at = page.find(&format!(">{value}<")).unwrap() + 1;
        vec![Span::new(at as u32, (at + value.len()) as u32)]
    };
    let tuples = records.iter().map(|record| record.iter().map(span).collect()).collect();
    let gold = GoldPage {
        page: "shop".into(),
        attributes: vec!["name".into(), "price".into()],
        labels: Labels::Tuples(tuples),
        ..GoldPage::default()
    };
    (gold, page.as_bytes().to_vec())
}

const FIVE: [(&str, &str); 5] =
    [("Bowl", "€1.90"), ("Feeder", "€2.90"), ("Nest", "€13.90"), ("Seed", "€4.90"), ("Tube", "€5")];

fn read(records: &[&[&str]], complete: bool) -> (Vec<Vec<String>>, usize) {
    let learned =
        learn_from_some(&[marked(&shop(&FIVE), records)], &[complete], &LearnSettings::default()).unwrap();
    let other = shop(&[
        ("Jug", "€7"),
        ("Lamp", "€8.50"),
        ("Ring", "€9"),
        ("Tray", "€10"),
        ("Vase", "€11"),
        ("Wok", "€12"),
    ]);
    let rows = |page: &str| {
        let applied = learned.wrapper.apply(&PageBytes::from(page.as_bytes()));
        let row =
            |row: &Vec<chaffinch_wrapper::FoundValue>| row.iter().map(|value| value.text.clone()).collect();
        (applied.rows.iter().map(row).collect::<Vec<Vec<String>>>(), applied.misfits.len())
    };
    let (own, _) = rows(&shop(&FIVE));
    let (others, misfits) = rows(&other);
    assert_eq!(misfits, 0, "{}", learned.wrapper.show());
    (own, others.len())
}

#[test]
fn one_marked_record_is_enough_to_find_the_others() {
    let (own, others) = read(&[&["Feeder", "€2.90"]], false);
    assert_eq!(own.len(), 5);
    assert_eq!(own[4], ["Tube", "€5"]);
    assert_eq!(others, 6);
}

#[test]
fn a_record_of_which_a_value_is_not_marked_yet_is_filled_by_the_others() {
    let (own, others) = read(&[&["Bowl", "€1.90"], &["Feeder", ""]], false);
    assert_eq!((own.len(), others), (5, 6));
    assert_eq!(own[1], ["Feeder", "€2.90"]);
}

#[test]
fn a_page_that_is_said_to_be_complete_is_taken_at_its_word() {
    let page = shop(&FIVE);
    let two = [&["Bowl", "€1.90"][..], &["Feeder", "€2.90"][..]];
    let learned = learn_from_some(&[marked(&page, &two)], &[true], &LearnSettings::default()).unwrap();
    let own = learned.wrapper.apply(&PageBytes::from(page.as_bytes()));
    assert_eq!(own.rows.len(), 2, "{}", learned.wrapper.show());
}

#[test]
fn cells_of_a_row_are_no_records() {
    let row = |n: usize| format!("<tr><td>Bird {n}</td><td>{n} cm</td></tr>");
    let page = format!("<table>{}</table>", (1..7).map(row).collect::<String>());
    let at = page.find("Bird 2").unwrap() as u32;
    let gold = GoldPage {
        page: "birds".into(),
        attributes: vec!["name".into()],
        labels: Labels::Tuples(vec![vec![vec![Span::new(at, at + 6)]]]),
        ..GoldPage::default()
    };
    let pages = [(gold, page.clone().into_bytes())];
    let learned = learn_from_some(&pages, &[false], &LearnSettings::default()).unwrap();
    let own = learned.wrapper.apply(&PageBytes::from(page.as_bytes()));
    let names: Vec<&str> = own.rows.iter().map(|row| row[0].text.as_str()).collect();
    assert_eq!(names, ["Bird 1", "Bird 2", "Bird 3", "Bird 4", "Bird 5", "Bird 6"]);
}
