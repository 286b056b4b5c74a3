//! Small pages with something on them that only looks like a record.

use chaffinch_core::{Page, Relation};
use chaffinch_domain::{DomainSettings, load};
use chaffinch_survey::Survey;
use std::sync::Arc;

/// What is found, as a report has it.
fn records(page: &Page, settings: &DomainSettings) -> Vec<Relation> {
    let survey = Survey::new(page, &Default::default());
    chaffinch_domain::records(&survey, settings, false).into_relations(page)
}

fn explain(page: &Page, settings: &DomainSettings) -> Vec<String> {
    chaffinch_domain::records(&Survey::new(page, &Default::default()), settings, true).why
}

fn settings(domain: &str) -> DomainSettings {
    DomainSettings { domain: Some(Arc::new(load(domain).unwrap())), ..DomainSettings::default() }
}

fn found(html: &str, domain: &str) -> Vec<Relation> {
    records(&chaffinch_page::parse_str(html), &settings(domain))
}

fn texts(relation: &Relation) -> Vec<&str> {
    relation.rows.iter().map(|row| row.text.as_str()).collect()
}

const CASES: [(&str, &str); 6] = [
    ("24-CF-101", "Adams v. Baker"),
    ("24-CF-102", "Clark v. Davis"),
    ("24-CV-103", "Evans v. Frank"),
    ("24-CV-104", "Ghosh v. Hills"),
    ("24-AA-105", "Irwin v. Jones"),
    ("24-AA-106", "Kelly v. Lopez"),
];

/// A table of cases; those whose numbers are in `without` were decided without an opinion.
fn docket_table(without: &[usize]) -> String {
    let row = |at: usize| {
        let (docket, name) = CASES[at];
        let name = if without.contains(&at) {
            name.to_owned()
        } else {
            format!("<a href='/opinions/{docket}.pdf'>{name}</a>")
        };
        format!("<tr><td>{docket}</td><td>{name}</td><td>June {}, 2026</td></tr>", at + 1)
    };
    format!("<table>{}</table>", (0..CASES.len()).map(row).collect::<String>())
}

#[test]
fn a_case_without_an_opinion_is_none_where_others_have_theirs() {
    let html = docket_table(&[1, 4]);
    let areas = found(&html, "court");
    assert_eq!(areas[0].rows.len(), 4, "{:?}", texts(&areas[0]));
    assert!(areas[0].rows.iter().all(|row| row.links.len() == 1));
    let told = explain(&chaffinch_page::parse_str(&html), &settings("court")).join("\n");
    assert!(told.contains("near miss") && told.contains("no url in \"24-CF-102"), "{told}");
}

#[test]
fn cases_without_links_are_records_where_none_has_one() {
    assert_eq!(found(&docket_table(&[0, 1, 2, 3, 4, 5]), "court")[0].rows.len(), 6);
}

#[test]
fn a_dissent_is_a_part_of_its_case() {
    let item =
        |docket: &str, name: &str, n: u32| format!("<li><a href='/{n}.pdf'>{docket} - {name}</a></li>");
    let html = [
        item("AC45001", "Adams v. Baker", 1),
        item("AC45001 Concurrence", "Adams v. Baker", 2),
        item("AC45001 Dissent", "Adams v. Baker", 3),
        item("AC45002", "Clark v. Davis", 4),
        item("AC45003", "Evans v. Frank", 5),
        item("AC45004", "Ghosh v. Hills", 6),
    ];
    let areas = found(&format!("<ul>{}</ul>", html.concat()), "court");
    assert_eq!(areas[0].rows.len(), 4, "{:?}", texts(&areas[0]));
    assert_eq!(areas[0].rows[0].links, ["/1.pdf", "/2.pdf", "/3.pdf"]);
}

#[test]
fn lines_that_read_the_same_and_lead_to_one_case_are_one_record() {
    let row = |docket: &str, case: u32, document: u32| {
        format!(
            "<tr><td>02/14/2024</td><td><a href='/document/{document}'>Opinion</a></td>\
             <td><a href='/case/{case}'>{docket}</a></td></tr>"
        )
    };
    let html = [
        row("PD-0984-19", 1, 1),
        row("PD-0984-19", 1, 2),
        row("PD-0037-22", 2, 3),
        row("PD-0114-23", 3, 4),
        row("WR-95,476-01", 4, 5),
    ];
    let areas = found(&format!("<table>{}</table>", html.concat()), "court");
    assert_eq!(areas[0].rows.len(), 4, "{:?}", texts(&areas[0]));
    assert_eq!(areas[0].rows[0].links.len(), 3);
}

#[test]
fn flat_records_are_found_that_lack_what_the_others_were_found_by() {
    let record = |docket: &str, name: &str, n: u32| {
        format!(
            "<br>EN BANC<br><b><a href='/{n}.pdf'>{docket}</a></b><br><ul><b>{name}</b>; Order entered 11/12/25.</ul><hr>"
        )
    };
    // The first record begins in a paragraph, so that names are the one thing that most have in the same place.
    let html = [
        "<p>".to_owned() + &record("2023-CT-00173-SCT", "Adams v. Baker", 1),
        record("2023-CT-00884-SCT", "Clark v. Davis", 2),
        record("89-R-99021-SCT", "Rules for Court Reporters", 3),
        record("2024-CT-00231-SCT", "Evans v. Frank", 4),
        record("2024-CT-00232-SCT", "Ghosh v. Hills", 5),
    ];
    let areas = found(&html.concat(), "court");
    assert_eq!(areas[0].rows.len(), 5, "{:?}", texts(&areas[0]));
    assert!(areas[0].rows[2].text.contains("Court Reporters"));
}

#[test]
fn a_notice_that_comes_again_and_again_is_no_record() {
    let case = |at: usize| {
        let (docket, name) = CASES[at % 6];
        format!("<li class=o><i>{docket}</i> <a href='/{docket}-{at}.pdf'>{name} {at}</a></li>")
    };
    let notice = |at: usize| {
        format!(
            "<li class=o><i>Notice</i> <a href='/list-{at}.pdf'>Memo opinions that are not posted</a></li>"
        )
    };
    let week = |at: usize| format!("{}{}{}", case(at * 2), case(at * 2 + 1), notice(at));
    let areas = found(&format!("<ul>{}</ul>", (0..4).map(week).collect::<String>()), "court");
    assert_eq!(areas[0].rows.len(), 8, "{:?}", texts(&areas[0]));
}

#[test]
fn things_that_are_compared_are_no_cases() {
    let names = ["Asana vs Trello", "Slack vs Teams", "Notion vs Evernote", "Jira vs Linear"];
    let html = names.map(|name| format!("<li><a href='/compare/{}'>{name}</a></li>", name.len())).concat();
    assert!(found(&format!("<ul>{html}</ul>"), "court").is_empty());
}

fn home(town: &str, price: u32) -> String {
    format!(
        "<div class=card><a href='/{town}'><img src='{town}.jpg'></a><b>£{price},000</b> <i>High Street, {town}</i></div>"
    )
}

#[test]
fn a_row_of_other_offers_between_two_records_is_none() {
    let towns = ["Oxford", "Banbury", "Witney", "Thame", "Didcot", "Bicester"];
    let homes: Vec<String> = towns.iter().zip(200..).map(|(town, price)| home(town, price)).collect();
    let others = ["Reading", "Swindon", "Newbury", "Slough"]
        .map(|town| format!("<p><img src='{town}.jpg'></p><p>£410,000</p><p>Station Road, {town}</p>"))
        .concat();
    let html = format!(
        "<main>{}<div class=card><h3>New homes</h3>{others}</div>{}</main>",
        homes[..3].concat(),
        homes[3..].concat()
    );
    let areas = found(&html, "real-estate");
    assert_eq!(areas[0].rows.len(), 6, "{:?}", texts(&areas[0]));
}

#[test]
fn an_article_that_mentions_offers_is_no_list_of_them() {
    let links = [("Denim shorts", 18), ("Cut-off shorts", 90), ("Linen shorts", 45), ("Cargo shorts", 60)]
        .map(|(name, price)| format!("<li><a href='https://shop.example/{price}'>{name} £{price}</a></li>"))
        .concat();
    let story =
        "<p>She was seen on the beach on Friday, and her shorts were talked about all weekend long.</p>";
    let page = |kind: &str| {
        format!(
            "<html><head><meta property='og:type' content='{kind}'></head><body>{}<ul>{links}</ul>{}</body></html>",
            story.repeat(20),
            story.repeat(20)
        )
    };
    // Four lines in so much prose are no list anywhere; a page that calls itself an article has none even where doubtful lists are asked for.
    assert!(found(&page("website"), "product").is_empty());
    let doubtful = DomainSettings { least_probable: 0.0, ..settings("product") };
    let all = |kind: &str| records(&chaffinch_page::parse_str(&page(kind)), &doubtful);
    assert!(all("article").is_empty());
    assert_eq!(all("website")[0].rows.len(), 4);
}

#[test]
fn sections_of_prose_are_no_records() {
    let prose =
        "Prices have gone up in every town of the county, as they did in the year before. ".repeat(30);
    let section = |town: &str, price: u32| {
        format!(
            "<section><h2>{town}</h2><p><a href='/{town}'>Homes</a></p><p>£{price},000</p><p>{prose}</p></section>"
        )
    };
    let html =
        [("Oxford", 450), ("Reading", 350), ("Witney", 300), ("Thame", 420)].map(|(t, p)| section(t, p));
    assert!(found(&format!("<main>{}</main>", html.concat()), "real-estate").is_empty());
}
