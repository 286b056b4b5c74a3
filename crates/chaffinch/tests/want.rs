//! What `--want` and `--schema` answer: small pages, each for one rule.

use chaffinch::{CellContent, ColumnType, Document, Engine, PageReport, Relation, Settings, Value, Want};

fn read(html: &str, want: Want) -> PageReport {
    let engine = Engine::new(Settings::default().with(|settings| settings.want = Some(want))).unwrap();
    engine.read(Document::from_html("page.html", html))
}

fn want(html: &str, names: &str) -> PageReport {
    read(html, Want::names(names).unwrap())
}

fn only(report: &PageReport) -> &Relation {
    assert_eq!(report.relations.len(), 1, "{:#?}", report.remarks);
    &report.relations[0]
}

fn names(relation: &Relation) -> Vec<&str> {
    relation.columns.iter().map(|column| column.name.as_deref().unwrap_or(".")).collect()
}

/// The rows as text, `.` for a missing cell, `|` between several values.
fn rows(relation: &Relation) -> Vec<String> {
    let text = |cell: &Option<CellContent>| cell.as_ref().map_or(".".into(), |cell| cell.text("|"));
    relation.rows.iter().map(|row| row.cells.iter().map(text).collect::<Vec<_>>().join(", ")).collect()
}

fn remarks(report: &PageReport) -> String {
    report.remarks.iter().map(|remark| remark.to_string()).collect::<Vec<_>>().join("\n")
}

const BIRDS: [&str; 6] = ["Robin", "Wren", "Siskin", "Dunnock", "Linnet", "Serin"];

/// A shop with a card for each bird; `more` is what a card has beside name and price.
fn shop(more: impl Fn(usize) -> String) -> String {
    let card = |(at, bird): (usize, &&str)| {
        format!(
            "<li class=product><img src='/{bird}.jpg' width=80 height=80><h3><a href='/boxes/{at}'>{bird} nest box</a></h3>\
             <p class=price>$2{at}.50</p>{}</li>",
            more(at)
        )
    };
    let cards: String = BIRDS.iter().enumerate().map(card).collect();
    format!("<title>Nest boxes</title><h1>Nest boxes</h1><ul>{cards}</ul>")
}

#[test]
fn each_wanted_name_has_one_column_in_the_order_of_the_names() {
    let report = want(&shop(|_| String::new()), "price, image, title, url");
    let relation = only(&report);
    assert_eq!(names(relation), ["price", "image", "title", "url"]);
    assert_eq!(rows(relation)[0], "$20.50, /Robin.jpg, Robin nest box, /boxes/0");
    assert_eq!(relation.rows.len(), 6);
    assert_eq!(relation.columns[0].kind, ColumnType::Money);
    assert!(relation.columns.iter().all(|column| column.confidence.is_some()));
}

#[test]
fn names_of_other_languages_meet() {
    let ministers = ["Ana Lima", "Rui Costa", "Eva Reis", "Ivo Melo"];
    let body: String =
        ministers.iter().enumerate().map(|(at, name)| format!("<tr><td>Ministro {at}<td>{name}")).collect();
    let html = format!("<table><tr><th>Cargo<th>Nome{body}</table>");
    let report = want(&html, "name, position");
    let relation = only(&report);
    assert_eq!(names(relation), ["name", "position"]);
    assert_eq!(rows(relation)[1], "Rui Costa, Ministro 1");
    assert_eq!(remarks(&report), "");
}

#[test]
fn plural_and_compound_names_meet_those_of_structured_data() {
    let html = r#"<title>Seed cake</title><h1>Seed cake</h1><script type="application/ld+json">{"@type": "Recipe", "name": "Seed cake",
        "recipeIngredient": ["2 eggs", "100 g seeds"], "cookTime": "PT40M"}</script><p>A cake for winter.</p>"#;
    let report = want(html, "ingredients, cook time");
    let relation = only(&report);
    assert_eq!(names(relation), ["ingredients", "cook time"]);
    assert_eq!(relation.rows.len(), 1);
    let ingredients = relation.rows[0].cells[0].as_ref().unwrap();
    assert_eq!(ingredients.text("|"), "2 eggs|100 g seeds");
}

#[test]
fn types_are_binding() {
    let html = shop(|at| {
        format!("<p class=weight>{}</p>", if at == 2 { "unknown".into() } else { format!("{at}2 g") })
    });
    let schema = r#"{"properties": {"name": {"type": "string"}, "weight": {"type": "number"}, "price": {"type": "money"}}}"#;
    let report = read(&html, Want::schema(schema).unwrap());
    let relation = only(&report);
    let at = |name: &str| names(relation).iter().position(|own| *own == name).unwrap();
    let (weight, price) = (at("weight"), at("price"));
    assert_eq!(relation.columns[weight].kind, ColumnType::Number);
    let value = |row: usize, column: usize| {
        relation.rows[row].cells[column].as_ref().map(|cell| cell.cells()[0].value.clone())
    };
    assert_eq!(value(1, weight), Some(Some(Value::Number(12.0))));
    assert_eq!(value(2, weight), None, "a text that is no number is no answer");
    assert_eq!(value(2, price), Some(Some(Value::Number(22.5))));
}

#[test]
fn what_the_page_does_not_have_is_null_and_told() {
    let report = want(&shop(|_| String::new()), "name, isbn, telephone");
    let relation = only(&report);
    assert_eq!(names(relation), ["name", "isbn", "telephone"]);
    assert!(
        relation.rows.iter().all(|row| row.cells[1].is_none() && row.cells[2].is_none()),
        "{:?}",
        rows(relation)
    );
    assert!(remarks(&report).contains("no column for isbn, telephone"), "{}", remarks(&report));
}

#[test]
fn a_page_without_any_wanted_value_answers_nothing_and_says_so() {
    let report = want("<h1>Hello</h1><p>Nothing to see here.</p>", "isbn, telephone");
    assert!(report.relations.is_empty(), "{:?}", report.relations);
    assert!(
        remarks(&report).contains("nothing on this page answers isbn, telephone"),
        "{}",
        remarks(&report)
    );
}

#[test]
fn rows_without_any_wanted_value_are_left_out() {
    let body: String = BIRDS
        .iter()
        .enumerate()
        .map(|(at, bird)| {
            format!(
                "<tr><td>{bird}<td>{}<td>Linz {at}",
                if at % 2 == 0 { format!("{at}.5 g") } else { String::new() }
            )
        })
        .collect();
    let html = format!("<table><tr><th>Bird<th>Weight<th>Place{body}</table>");
    let report = want(&html, "weight");
    assert_eq!(rows(only(&report)), ["0.5 g", "2.5 g", "4.5 g"]);
}

#[test]
fn who_wants_addresses_is_not_answered_by_one_thing() {
    let own = r#"<script type="application/ld+json">{"@type": "Product", "name": "Nest boxes", "url": "/boxes",
        "offers": {"price": "20.50", "priceCurrency": "USD"}}</script>"#;
    let html = format!("{own}{}", shop(|_| String::new()));
    let list = want(&html, "name, price, url");
    assert_eq!(only(&list).rows.len(), 6);
}

#[test]
fn who_wants_no_addresses_gets_the_one_thing_that_the_page_tells_of_itself() {
    let own = r#"<script type="application/ld+json">{"@type": "Product", "name": "Oak bench", "sku": "OB-1",
        "offers": {"price": "99.00", "priceCurrency": "USD"}}</script>"#;
    let html = format!("{own}{}", shop(|_| String::new()).replace("<h1>Nest boxes", "<h1>Oak bench"));
    let report = want(&html, "name, price, sku");
    let relation = only(&report);
    assert_eq!(relation.rows.len(), 1, "{:?}", rows(relation));
    assert!(rows(relation)[0].starts_with("Oak bench, 99"), "{:?}", rows(relation));
}

#[test]
fn a_column_that_nothing_names_is_given_and_called_doubtful() {
    let html = shop(|at| format!("<div><i>{} wood</i></div>", ["oak", "elm", "ash"][at % 3]));
    let report = want(&html, "name, price, company");
    assert_eq!(rows(only(&report))[1], "Wren nest box, $21.50, elm wood");
    assert!(remarks(&report).contains("the page does not name company"), "{}", remarks(&report));
}

#[test]
fn names_that_are_wanted_twice_or_not_at_all_are_refused() {
    assert!(Want::names("name, price, name").is_err());
    assert!(Want::names(" , ").is_err());
    assert!(Want::schema("[1]").is_err());
}

/// A page with a list of these items under a heading.
fn page(heading: &str, items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("<li>{item}</li>")).collect();
    format!("<title>{heading}</title><h1>{heading}</h1><ul>{items}</ul>")
}

#[test]
fn a_domain_says_which_columns_have_what_is_wanted() {
    let towns = ["Oxford", "Reading", "Bath", "Leeds", "York", "Exeter"];
    let home = |(at, town): (usize, &&str)| {
        format!(
            "<a href='/h/{at}'><h3><span>For sale:</span> house with {at} gardens</h3></a><div>T{}</div>\
             <div>Finch &amp; Sons, branch {}</div><div>{town}, Mill Street {at}</div><div>£30{at},000</div>",
            at + 1,
            ['A', 'B', 'C', 'D', 'E', 'F'][at]
        )
    };
    let homes = page("Homes for sale", towns.iter().enumerate().map(home));
    let relation = want(&homes, "price, location, bedrooms");
    assert_eq!(rows(only(&relation))[1], "£301,000, Reading, Mill Street 1, 2");
    // A price and a place are enough to know that homes are wanted.
    let relation = want(&homes, "price, location");
    assert_eq!(rows(only(&relation))[1], "£301,000, Reading, Mill Street 1");
}

#[test]
fn opinions_have_names_without_remarks_and_the_addresses_of_their_documents() {
    let parties =
        [("Jones", "Acme"), ("Brown", "Delta"), ("Green", "Omega"), ("White", "Sigma"), ("Gray", "Kappa")];
    let case = |(at, (one, other)): (usize, &(&str, &str))| {
        format!(
            "<h4><a href='/case/{at}'>Smith {one} v. {other} Company (affirmed, with costs)</a></h4><p>2{at}-10{at}7</p>\
             <p>March {}, 2024</p><p><a href='/files/{at}.pdf'>Opinion</a></p>",
            at + 3
        )
    };
    let cases = page("Opinions of the court", parties.iter().enumerate().map(case));
    let report = want(&cases, "name, docket, url");
    assert_eq!(rows(only(&report))[0], "Smith Jones v. Acme Company, 20-1007, /files/0.pdf");
}

#[test]
fn a_link_to_save_a_page_is_not_its_address() {
    let offices = ["water", "road", "school", "forest", "harbour", "postal"];
    let notice = |(at, office): (usize, &&str)| {
        format!(
            "<h3><a href='/n/{at}'>Notice of the {office} office</a></h3><a href='/n/{at}?save=1'>Download</a>"
        )
    };
    let report = want(&page("Notices", offices.iter().enumerate().map(notice)), "name, url");
    assert_eq!(rows(only(&report))[2], "Notice of the school office, /n/2");
}

#[test]
fn codes_and_ages_are_known_by_their_look() {
    let courses = [
        ("Algebra", "MA 101"),
        ("Botany", "BI 204"),
        ("Ceramics", "AR 310"),
        ("Drama", "DR 117"),
        ("Ethics", "PH 221"),
    ];
    let course = |(at, (name, code)): (usize, &(&str, &str))| {
        format!(
            "<h3>{name}</h3><p>{code}</p><p>{} days ago</p><p>Taught by the staff of {name} in the old hall.</p>",
            at + 2
        )
    };
    let report = want(&page("Courses", courses.iter().enumerate().map(course)), "name, course_code, date");
    assert_eq!(rows(only(&report))[1], "Botany, BI 204, 3 days ago");
}
