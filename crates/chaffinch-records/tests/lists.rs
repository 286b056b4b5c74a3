//! Lists in the shapes that pages give them.

use chaffinch_core::{ColumnType, Page, Relation};
use chaffinch_records::{Method, RecordsSettings};
use chaffinch_survey::Survey;

/// What is found, as a report has it.
fn records(page: &Page, settings: &RecordsSettings) -> Vec<Relation> {
    let survey = Survey::new(page, &Default::default());
    chaffinch_records::records(&survey, settings, false).into_relations(page)
}

fn explain(page: &Page) -> Vec<String> {
    let survey = Survey::new(page, &Default::default());
    chaffinch_records::records(&survey, &RecordsSettings::default(), true).why
}

fn page(html: &str) -> Page {
    chaffinch_page::parse_str(html)
}

fn best(html: &str) -> Relation {
    records(&page(html), &RecordsSettings::default()).into_iter().next().expect("a list")
}

fn texts(relation: &Relation) -> Vec<&str> {
    relation.rows.iter().map(|row| row.text.as_str()).collect()
}

/// Sentences that differ, as the texts of real records do.
fn sentence(n: usize) -> String {
    let subjects =
        ["The harbour", "A museum", "Our bakery", "The old bridge", "Some orchard", "That library"];
    let ends = [
        "opens at nine in the morning",
        "was built in 1884",
        "sells bread and rolls",
        "has a garden behind it",
    ];
    format!("{} number {n} {} and is worth a visit.", subjects[n % subjects.len()], ends[n % ends.len()])
}

fn around(list: &str) -> String {
    let menu: String =
        ["Home", "About", "Contact", "Imprint"].map(|t| format!("<li><a href='/{t}'>{t}</a></li>")).concat();
    format!(
        "<body><ul class=nav>{menu}</ul><h1>Places</h1>{list}<div class=footer><a href=/x>Terms</a></div>"
    )
}

#[test]
fn items_of_a_list_are_records() {
    let items: String =
        (1..=9).map(|n| format!("<li><a href='/p/{n}'>Place {n}</a><p>{}</p>", sentence(n))).collect();
    let found = best(&around(&format!("<ul class=places>{items}</ul>")));
    assert_eq!(found.rows.len(), 9);
    assert!(found.rows[3].text.starts_with("Place 4 Some orchard"));
    assert_eq!(found.rows[3].links, ["/p/4"]);
    assert_eq!(found.title.as_deref(), Some("Places"));
}

#[test]
fn records_of_several_siblings_stay_together() {
    let items: String = (1..=9)
        .map(|n| {
            format!(
                "<dt><a href='/p/{n}'>Place {n}</a></dt><dd>{}</dd><dd>Open daily, {n} Main Street</dd>",
                sentence(n)
            )
        })
        .collect();
    let found = best(&around(&format!("<dl>{items}</dl>")));
    assert_eq!(found.rows.len(), 9);
    assert_eq!(found.rows[0].xpaths.len(), 3);
    assert!(found.rows[8].text.contains("Place 9") && found.rows[8].text.ends_with("9 Main Street"));
}

#[test]
fn lines_between_breaks_are_records() {
    let items: String = (1..=10)
        .map(|n| format!("<a href='/p/{n}'><b>Place {n}</b></a><br>{}<br><br>", sentence(n)))
        .collect();
    let found = best(&around(&format!("<div>{items}</div>")));
    assert_eq!(found.rows.len(), 10);
    assert!(found.rows.iter().enumerate().all(|(n, row)| row.text.starts_with(&format!("Place {}", n + 1))));
}

#[test]
fn rows_of_a_table_have_the_names_of_its_header() {
    let rows: String = (1..=8)
        .map(|n| {
            format!(
                "<tr><td><a href='/p/{n}'>Place {n}</a><td>{n}/03/2020<td>${n}.50<td>{}</tr>",
                sentence(n)
            )
        })
        .collect();
    let table = format!("<table><tr><th>Place<th>Opened<th>Entry<th>Remark</tr>{rows}</table>");
    let found = best(&around(&table));
    assert_eq!(found.rows.len(), 8);
    let names: Vec<&str> = found.columns.iter().filter_map(|column| column.name.as_deref()).collect();
    assert!(names.contains(&"Entry") && names.contains(&"Remark"), "{names:?}");
    let entry = found.columns.iter().find(|column| column.name.as_deref() == Some("Entry"));
    assert_eq!(entry.map(|column| column.kind), Some(ColumnType::Money));
}

#[test]
fn labels_become_names_and_constants_stand_apart() {
    let items: String = (1..=9)
        .map(|n| {
            let price = if n % 3 == 0 { String::new() } else { format!("<span>Price: ${n}.99</span>") };
            format!(
                "<div class=item><h3>Place {n}</h3><p>{}</p>{price}<em>Add to cart</em></div>",
                sentence(n)
            )
        })
        .collect();
    let found = best(&around(&format!("<div>{items}</div>")));
    let price =
        found.columns.iter().position(|column| column.name.as_deref() == Some("price")).expect("a price");
    assert_eq!(found.columns[price].kind, ColumnType::Money);
    assert_eq!(found.rows[0].cells[price].as_ref().map(|cell| cell.text(" ")), Some("$1.99".into()));
    assert_eq!(found.rows[2].cells[price], None);
    let other =
        found.columns.iter().position(|column| column.name.as_deref() == Some("other")).expect("the rest");
    assert_eq!(found.rows[4].cells[other].as_ref().map(|cell| cell.text(" ")), Some("Add to cart".into()));
}

#[test]
fn every_cell_points_at_its_bytes() {
    let html = around(
        &(1..=6)
            .map(|n| format!("<p class=r><b>Place {n}</b> <i>{}</i></p>", sentence(n)))
            .collect::<String>(),
    );
    let found = best(&html);
    for cell in
        found.rows.iter().flat_map(|row| row.cells.iter().flatten()).flat_map(|content| content.cells())
    {
        let span = cell.span.expect("bytes");
        let bytes = &html[span.start as usize..span.end as usize];
        assert!(bytes.contains(cell.text.split(' ').next().expect("a word")), "{bytes:?} {:?}", cell.text);
    }
}

#[test]
fn the_heading_above_records_belongs_to_each() {
    let section = |name: &str, from: usize| {
        let items: String = (from..from + 5)
            .map(|n| format!("<li class=place><a href='/{n}'>Place {n}</a> {}", sentence(n)))
            .collect();
        format!("<h2>{name}</h2><ul>{items}</ul>")
    };
    let found = best(&around(&format!("<div>{}{}</div>", section("North", 1), section("South", 6))));
    assert_eq!(found.rows.len(), 10);
    let column =
        found.columns.iter().position(|column| column.name.as_deref() == Some("section")).expect("sections");
    assert_eq!(found.rows[7].cells[column].as_ref().map(|cell| cell.text(" ")), Some("South".into()));
}

#[test]
fn an_article_is_no_list() {
    let paragraphs: String = (1..=6)
        .map(|n| format!("<p>{}</p>", (0..12).map(|m| sentence(n * 7 + m)).collect::<Vec<_>>().join(" ")))
        .collect();
    let found =
        records(&page(&around(&format!("<article>{paragraphs}</article>"))), &RecordsSettings::default());
    assert!(found.iter().all(|relation| relation.score < 0.5), "{:?}", found.first().map(texts));
}

#[test]
fn each_published_method_finds_a_plain_list() {
    let items: String = (1..=9)
        .map(|n| format!("<li><a href='/p/{n}'>Place {n}</a><p>{}</p><b>{n} km</b>", sentence(n)))
        .collect();
    let page = page(&around(&format!("<ul class=places>{items}</ul>")));
    for method in [Method::Mdr, Method::Depta, Method::TagPath] {
        let found = records(&page, &RecordsSettings { method, ..RecordsSettings::default() });
        assert_eq!(found[0].rows.len(), 9, "{method}");
        assert_eq!(found[0].method, method.name());
    }
    let visual = RecordsSettings { method: Method::Visual, ..RecordsSettings::default() };
    assert!(records(&page, &visual).is_empty(), "a page without boxes has no visual lists");
}

#[test]
fn rows_that_vary_are_records_of_their_own_for_the_published_methods() {
    let rows: String = (0..30)
        .map(|n| {
            let more =
                if n % 7 == 3 { "<ul><li>a</li><li>b</li><li>c</li><li>d</li><li>e</li></ul>" } else { "" };
            format!("<tr><td><a href={n}>{}</a></td><td>{n}</td><td>{more}</td></tr>", sentence(n))
        })
        .collect();
    let page = page(&format!("<table>{rows}</table>"));
    for method in [Method::Mdr, Method::Depta] {
        let found = records(&page, &RecordsSettings { method, ..RecordsSettings::default() });
        let most = found[0].rows.iter().map(|row| row.links.len()).max();
        assert_eq!(most, Some(1), "{method} puts several rows into a record");
    }
}

#[test]
fn bold_words_in_a_sentence_do_not_divide_it() {
    let items: String = (0..8)
        .map(|n| {
            let text = format!("{}, and some <b>bold</b> words in the <em>middle</em> of it", sentence(n));
            format!("<li><a href=/{n}>Thing {n}</a><br>{text}<br><b>{n}.50 EUR</b></li>")
        })
        .collect();
    let found = best(&around(&format!("<ul>{items}</ul>")));
    let cells: Vec<&str> =
        found.rows[2].cells.iter().flatten().flat_map(|c| c.cells()).map(|c| &*c.text).collect();
    assert!(cells.iter().any(|text| text.contains("some bold words in the middle of it")), "{cells:?}");
    assert!(!cells.contains(&"bold"));
    assert!(cells.iter().any(|text| text.starts_with("2.50")), "{cells:?}");
}

#[test]
fn an_explanation_names_the_measures_that_decided() {
    let items: String =
        (1..=9).map(|n| format!("<li><a href='/p/{n}'>Place {n}</a><p>{}</p>", sentence(n))).collect();
    let lines = explain(&page(&around(&format!("<ul>{items}</ul>"))));
    assert!(lines[0].starts_with("records 1: 9 records in /html/body/ul"));
    assert!(lines.iter().any(|line| line.contains(" = ")));
    assert_eq!(explain(&page("<body>")).len(), 1);
}

#[test]
fn a_list_may_end_in_a_stressed_word_that_ends_the_page() {
    let items: String = (1..6)
        .map(|n| format!("<div><a href=/{n}>A thing called number {n}</a> and what it is, which is <b>good {n}</b></div>"))
        .collect();
    assert_eq!(best(&format!("<h1>Things</h1>{items}")).rows.len(), 5);
}
