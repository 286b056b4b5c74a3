//! Small pages where one rule matters.

use chaffinch_core::{CellContent, Page, Relation};
use chaffinch_domain::{DomainSettings, Terms, export, load, understand};
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

fn paper(domain: &str) -> DomainSettings {
    DomainSettings { domain: settings(domain).domain, ..DomainSettings::paper() }
}

fn column(relation: &Relation, name: &str) -> Vec<String> {
    let at = relation.columns.iter().position(|column| column.name.as_deref() == Some(name)).unwrap();
    let text = |cell: &Option<CellContent>| cell.as_ref().map_or("-".to_owned(), |cell| cell.text(" "));
    relation.rows.iter().map(|row| text(&row.cells[at])).collect()
}

/// A list in the manner of the paper's figure 3: featured properties, results, and averages that are none.
fn zoopla() -> String {
    let card = |town: &str, price: u32| {
        format!(
            "<li><div><a href='/{town}'><img src='{town}.jpg'></a></div><div><p>£{price},000</p>\
             <h2><a href='/{town}'>2 bed flat</a></h2><span>High Street, {town}</span></div></li>"
        )
    };
    let featured: String =
        [("Oxford", 250), ("Banbury", 310)].map(|(town, price)| card(town, price)).concat();
    let towns = [("Abingdon", 200), ("Witney", 210), ("Bicester", 220), ("Didcot", 230), ("Thame", 240)];
    let results: String = towns.map(|(town, price)| card(town, price)).concat();
    format!(
        "<table><tr><td>Average price<td>£200,000<tr><td>Average paid<td>£190,000</table>\
         <section><h3>Featured</h3><ul>{featured}</ul></section><main><ul class=results>{results}</ul></main>"
    )
}

#[test]
fn the_published_rules_find_records_and_leave_averages_out() {
    let html = zoopla();
    let page = chaffinch_page::parse_str(&html);
    let found = records(&page, &paper("real-estate"));
    assert_eq!(found[0].rows.len(), 5);
    assert_eq!(column(&found[0], "price")[0], "£200,000");
    let all: Vec<&str> = found.iter().flat_map(|area| &area.rows).map(|row| row.text.as_str()).collect();
    assert!(!all.iter().any(|text| text.contains("Average")), "{all:?}");
}

#[test]
fn shifted_segments_begin_where_records_do() {
    // Figure 6: links in front of the leading nodes belong to the records.
    let record = |town: &str| {
        format!(
            "<a href='/{town}'><img src='{town}.jpg'></a><div>£1{},000 {town}</div><p>A house with garden</p>",
            town.len()
        )
    };
    let records_html: String = ["Oxford", "Banbury", "Witney", "Thame"].map(record).concat();
    let page = chaffinch_page::parse_str(&format!("<div>{records_html}</div>"));
    let found = records(&page, &paper("real-estate"));
    assert_eq!(found[0].rows.len(), 4);
    assert_eq!(found[0].rows[1].links, ["/Banbury"]);
    assert!(found[0].rows[1].text.contains("Banbury") && !found[0].rows[1].text.contains("Witney"));
}

#[test]
fn cells_have_values_and_places() {
    let html = zoopla();
    let page = chaffinch_page::parse_str(&html);
    let found = records(&page, &settings("real-estate"));
    let results = found.iter().find(|area| area.rows.len() >= 5).unwrap();
    assert!(column(results, "location").contains(&"High Street, Witney".to_owned()));
    let price = results.columns.iter().position(|column| column.name.as_deref() == Some("price")).unwrap();
    let cell = &results.rows[0].cells[price].as_ref().unwrap().cells()[0];
    assert_eq!(cell.unit.as_deref(), Some("GBP"));
    let span = cell.span.unwrap();
    assert_eq!(&html[span.start as usize..span.end as usize], cell.text);
}

#[test]
fn an_attribute_that_no_annotator_knows_is_found_by_its_position() {
    let card = |place: &str, n: u32| {
        format!("<li><a href='/{n}'><h2>3 bed house</h2></a><b>£{n}99,000</b><i>{place}</i></li>")
    };
    let html: String = [("Oxford", 1), ("Banbury", 2), ("Witney", 3), ("Nether Wallopdale", 4), ("Thame", 5)]
        .map(|(p, n)| card(p, n))
        .concat();
    let page = chaffinch_page::parse_str(&format!("<ul>{html}</ul>"));
    let with = records(&page, &settings("real-estate"));
    assert_eq!(column(&with[0], "location")[3], "Nether Wallopdale");
    let without = DomainSettings { positions: false, ..settings("real-estate") };
    assert_eq!(column(&records(&page, &without)[0], "location")[3], "-");
}

#[test]
fn a_term_seen_on_two_sites_is_proposed() {
    let card = |place: &str, n: u32| {
        format!("<li><a href='/{n}'><h2>3 bed house</h2></a><b>£{n}99,000</b><i>{place}</i></li>")
    };
    let html: String = [("Oxford", 1), ("Banbury", 2), ("Witney", 3), ("Nether Wallopdale", 4), ("Thame", 5)]
        .map(|(p, n)| card(p, n))
        .concat();
    let page = chaffinch_page::parse_str(&format!("<ul>{html}</ul>"));
    let settings = settings("real-estate");
    let domain = settings.domain.clone().unwrap();
    let mut terms = Terms::default();
    let survey = Survey::new(&page, &Default::default());
    let understanding = understand(&survey, &domain, &settings);
    terms.see(&understanding, "one.example", &domain);
    assert!(terms.proposals(2).is_empty());
    terms.see(&understanding, "two.example", &domain);
    let proposals = terms.proposals(2);
    assert_eq!(proposals.len(), 1);
    assert_eq!(
        (proposals[0].attribute.as_str(), proposals[0].term.as_str()),
        ("location", "Nether Wallopdale")
    );
}

#[test]
fn an_explanation_goes_from_values_to_annotations() {
    let page = chaffinch_page::parse_str(&zoopla());
    let told = explain(&page, &settings("real-estate")).join("\n");
    assert!(told.contains("recordAttribute(price\"£200,000\""), "{told}");
    assert!(told.contains("[alignment.rules:") && told.contains("[attributes.rules:"), "{told}");
    assert!(told.contains("candidate("), "{told}");
}

#[test]
fn a_near_miss_names_the_constraint_that_failed() {
    let item = |text: &str, n: u32| format!("<li><a href='/{n}'>{text}</a></li>");
    let html: String = [
        item("2 bed flat £200,000 Oxford", 1),
        item("3 bed flat £220,000 Witney", 2),
        item("£50 administration fees apply", 3),
        item("2 bed flat £230,000 Thame", 4),
    ]
    .concat();
    let page = chaffinch_page::parse_str(&format!("<ul>{html}</ul>"));
    let told = explain(&page, &paper("real-estate")).join("\n");
    assert!(told.contains("near miss") && told.contains("no location or postcode"), "{told}");
}

#[test]
fn facts_are_written_in_the_papers_relations() {
    let page = chaffinch_page::parse_str(&zoopla());
    let mut out = Vec::new();
    let settings = settings("real-estate");
    let domain = settings.domain.as_ref().unwrap();
    let survey = Survey::new(&page, &Default::default());
    export(&understand(&survey, domain, &settings), "zoopla.html", 0, domain, &mut out).unwrap();
    let facts = String::from_utf8(out).unwrap();
    for relation in [
        "page(", "html_node(", "content(", "annotation(", "annotationFeature(", "referredNode(",
        "attribute(", "attributeConstraint(", "requiredAnnotation(", "disallowedAnnotation(", "dataArea(",
        "record(", "recordAttribute(",
    ] {
        assert!(facts.lines().any(|line| line.starts_with(relation)), "{relation}");
    }
    assert!(facts.contains(",value,250000)."), "features are normalised");
}

#[test]
fn a_page_about_prices_has_no_data_area() {
    let html = "<article><p>The average house in Oxford costs £450,000, up from £430,000 last year.</p>\
                <p>In Reading it is £350,000.</p><p>Nobody knows why.</p></article>";
    assert!(records(&chaffinch_page::parse_str(html), &settings("real-estate")).is_empty());
}

#[test]
fn hostile_pages_end() {
    let deep = "<div>£1 Oxford".repeat(2_000);
    let wide = "<p>£1,000 Oxford <a href=x>2 bed</a></p>".repeat(5_000);
    for html in [deep.as_str(), wide.as_str(), "", "<table><tr><td>£1"] {
        let page = chaffinch_page::parse_str(html);
        let _ = records(&page, &settings("real-estate"));
        let _ = records(&page, &paper("real-estate"));
    }
}

fn house(n: u32, price: &str) -> String {
    let town = ["Oxford", "Banbury", "Witney", "Thame", "Reading", "Bath"][n as usize % 6];
    format!(
        "<li class=result><h3><a href='/{n}'>{} bedroom house in {town}</a></h3><p class=price>{price}</p>\
         <p>{town}, OX1 1AB</p></li>",
        n % 4 + 1
    )
}

fn houses(numbers: std::ops::Range<u32>) -> String {
    numbers.map(|n| house(n, &format!("£{}1,000", n + 20))).collect()
}

#[test]
fn featured_results_and_the_others_are_two_data_areas() {
    let html = format!(
        "<h2>Featured</h2><ul class=top>{}</ul><h2>Results</h2><ul class=all>{}</ul>",
        houses(20..23),
        houses(0..9)
    );
    let page = chaffinch_page::parse_str(&html);
    let found = records(&page, &settings("real-estate"));
    assert_eq!(found.iter().map(|area| area.rows.len()).collect::<Vec<_>>(), [9, 3]);
    let told = explain(&page, &settings("real-estate")).join("\n");
    assert!(told.contains("boundary(3)") && told.contains("[areas.rules:"), "{told}");
    assert_eq!(told.matches("chosen(").count(), 2, "{told}");
}

#[test]
fn rows_of_a_grid_are_one_data_area() {
    let rows: String =
        (0..3).map(|row| format!("<ul class=row>{}</ul>", houses(3 * row..3 * row + 3))).collect();
    let found = records(&chaffinch_page::parse_str(&rows), &settings("real-estate"));
    assert_eq!(found.iter().map(|area| area.rows.len()).collect::<Vec<_>>(), [9]);
}

#[test]
fn two_results_are_results() {
    let page = chaffinch_page::parse_str(&format!("<h1>2 houses</h1><ul>{}</ul>", houses(0..2)));
    assert_eq!(records(&page, &settings("real-estate"))[0].rows.len(), 2);
}

#[test]
fn a_position_alone_makes_no_price() {
    let html: String = houses(0..4) + &house(4, "New arrival 2024") + &houses(5..9);
    let found = records(&chaffinch_page::parse_str(&format!("<ul>{html}</ul>")), &settings("real-estate"));
    let prices = column(&found[0], "price");
    assert_eq!((prices.len(), prices[4].as_str()), (9, "-"), "{prices:?}");
}

#[test]
fn a_sign_belongs_to_the_number_that_it_touches() {
    let item = |n: u32| {
        format!(
            "<li><a href='/{n}'><img src={n}.jpg>Tea</a><br><span>Pack of 2</span><span>£3.5{n}</span></li>"
        )
    };
    let html: String = (0..6).map(item).collect();
    let found = records(&chaffinch_page::parse_str(&format!("<ul>{html}</ul>")), &settings("product"));
    assert_eq!(column(&found[0], "price")[..2], ["£3.50", "£3.51"]);
}

#[test]
fn a_sign_that_begins_an_element_belongs_to_the_number_in_it() {
    let item = |n: u32| {
        format!("<li><a href='/{n}'><img src={n}.jpg>Tea</a> <i>12:3{n}</i> <b>€ 1.35{n} per box</b></li>")
    };
    let html: String = (0..6).map(item).collect();
    let found = records(&chaffinch_page::parse_str(&format!("<ul>{html}</ul>")), &settings("product"));
    assert_eq!(column(&found[0], "price")[..2], ["€ 1.350", "€ 1.351"]);
}

#[test]
fn numbers_of_neighbouring_elements_are_two_numbers() {
    let item = |n: u32| {
        format!(
            "<li><a href='/{n}'><img src={n}.jpg>Ford Focus</a><br><span>201{n}</span><span>45,00{n} miles</span>\
             <span>Petrol</span> <b>£5,{n}00</b></li>"
        )
    };
    let html: String = (0..6).map(item).collect();
    let found = records(&chaffinch_page::parse_str(&format!("<ul>{html}</ul>")), &settings("used-car"));
    assert_eq!(column(&found[0], "mileage")[..2], ["45,000", "45,001"]);
    assert_eq!(column(&found[0], "year")[..2], ["2010", "2011"]);
}

#[test]
fn a_list_with_little_of_what_a_record_holds_is_told_only_if_asked() {
    let item = |n: u32| format!("<li><p>Oxford</p><p>£{n}0</p></li>");
    let html: String = (1..4).map(item).collect();
    let text =
        "Three times a day a bus leaves for the town, and it stops at the market, the station and the mill. "
            .repeat(3);
    let page = chaffinch_page::parse_str(&format!("<p>{text}</p><ul>{html}</ul>"));
    assert!(records(&page, &settings("real-estate")).is_empty());
    let all = DomainSettings { least_probable: 0.0, ..settings("real-estate") };
    assert!(records(&page, &all)[0].score < 0.5);
}

#[test]
fn facts_of_several_pages_have_ids_of_their_own() {
    let page = chaffinch_page::parse_str(&zoopla());
    let settings = settings("real-estate");
    let domain = settings.domain.as_ref().unwrap();
    let survey = Survey::new(&page, &Default::default());
    let facts = |number: usize| {
        let mut out = Vec::new();
        export(&understand(&survey, domain, &settings), "zoopla.html", number, domain, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let (first, second) = (facts(0), facts(1));
    let ids = |facts: &str| -> Vec<String> {
        let nodes = facts.lines().filter_map(|line| line.strip_prefix("html_node("));
        nodes.filter_map(|line| Some(line.split_once(',')?.0.to_owned())).collect()
    };
    assert!(ids(&second).iter().all(|id| id.starts_with("p1_") && !ids(&first).contains(id)));
    assert!(first.contains("clob(clob,\"") && first.contains("html_attribute("), "the page model is whole");
}
