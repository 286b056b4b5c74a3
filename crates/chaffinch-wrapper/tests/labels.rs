//! What labels say, and where the values that they name are learned.

use chaffinch_wrapper::{DetailExample, LearnSettings, PageBytes, Sites, Wrapper, learn, learn_detail};
use std::fs;

fn example(number: usize, html: &str, name: &str) -> DetailExample {
    DetailExample {
        name: format!("{number}.html"),
        bytes: html.as_bytes().to_vec(),
        values: vec![vec![name.to_owned()]],
    }
}

fn learned(examples: &[DetailExample]) -> Wrapper {
    learn_detail(&["name".to_owned()], examples, &LearnSettings::default()).unwrap().wrapper
}

fn read(wrapper: &Wrapper, html: &str) -> Vec<String> {
    let rows = wrapper.apply(&PageBytes::from(html.as_bytes())).rows;
    rows.into_iter().flatten().map(|found| found.text).collect()
}

#[test]
fn a_value_that_is_a_link_on_some_pages_only_is_found_on_all() {
    let page = |name: &str| {
        format!(
            "<ul><li><a class=l href=/>Back to all</a></ul><table><tr><td><b>Contact:</b><br>{name}<br><i>Ulm</i></table>"
        )
    };
    let wrapper =
        learned(&[example(1, &page("Oak Ltd"), "Oak Ltd"), example(2, &page("Elm Inc"), "Elm Inc")]);
    assert_eq!(read(&wrapper, &page("<a class=l href=/larch>Larch</a>")), ["Larch"]);
    assert_eq!(read(&wrapper, &page("Birch")), ["Birch"]);
}

#[test]
fn of_several_places_with_the_value_the_heading_is_learned_from_one_page() {
    let page = |name: &str, other: &str| {
        format!(
            "<h1><span>{name}</span></h1><p>All of it.<div><h4>{other}</h4><p>By us</div><div><i>{other}</i></div>"
        )
    };
    let wrapper = learned(&[example(1, &page("One day", "One day"), "One day")]);
    assert_eq!(read(&wrapper, &page("Two days", "Chapter 1")), ["Two days"]);
}

#[test]
fn attributes_are_written_as_their_own_labels_write_them() {
    let page = |name: &str, date: &str| format!("<h1>&nbsp;{name}</h1><p><b>Posted:&nbsp; {date}</b>");
    let example = |name: &str, date: &str| DetailExample {
        name: format!("{name}.html"),
        bytes: page(name, date).into_bytes(),
        values: vec![vec![name.to_owned()], vec![format!("Posted:&nbsp; {date}")]],
    };
    let names = ["name".to_owned(), "date".to_owned()];
    let examples = [example("Oak", "May 3"), example("Elm", "June 4")];
    let wrapper = learn_detail(&names, &examples, &LearnSettings::default()).unwrap().wrapper;
    let again = Wrapper::from_toml(&wrapper.to_toml()).unwrap();
    assert_eq!(read(&again, &page("Larch", "July 5")), ["Larch", "Posted:&nbsp; July 5"]);
}

#[test]
fn labels_may_point_at_nodes_with_xpaths_and_selectors() {
    let folder = tempfile::tempdir().unwrap();
    let page = |name: &str, price: &str| format!("<h1>{name}</h1><p><b class=p>{price}</b>");
    for (number, html) in [(1, page("Feeder", "$9")), (2, page("Bath", "$12"))] {
        fs::write(folder.path().join(format!("{number}.html")), html).unwrap();
    }
    let pointers = |number: usize| {
        format!(
            r#"{{"page": "{number}.html", "record": {{"name": {{"xpath": "/html/body/h1/text()"}}, "price": {{"css": "b.p"}}}}}}"#
        )
    };
    let lines = format!("{}\n{}\n", pointers(1), pointers(2));
    let table = "page,name,price\n1.html,xpath:/html/body/h1,css:b.p\n2.html,xpath://h1,css:p > b\n";
    for (file, text) in [("labels.jsonl", lines.as_str()), ("labels.csv", table)] {
        fs::write(folder.path().join(file), text).unwrap();
        let sites = Sites::read(&folder.path().join(file), Some(folder.path())).unwrap();
        let pages = sites.sites[0].read_pages(1 << 20).unwrap();
        let wrapper = learn(&pages, &LearnSettings::default()).unwrap().wrapper;
        assert_eq!(read(&wrapper, &page("Box", "$7")), ["Box", "$7"], "{file}");
    }
    fs::write(folder.path().join("labels.jsonl"), pointers(1).replace("b.p", "b.q")).unwrap();
    let sites = Sites::read(&folder.path().join("labels.jsonl"), Some(folder.path())).unwrap();
    let problem = sites.sites[0].read_pages(1 << 20).unwrap_err().to_string();
    assert!(problem.contains("line 1") && problem.contains("price") && problem.contains("b.q"), "{problem}");
}

/// What a wrapper learned from lines and pages gives on another page: the texts of its rows.
fn learned_from(lines: &str, pages: &[&str], other: &str) -> Vec<Vec<String>> {
    let gold = chaffinch_wrapper::parse_gold(lines).unwrap();
    let pages: Vec<_> = gold.into_iter().zip(pages.iter().map(|page| page.as_bytes().to_vec())).collect();
    let wrapper = learn(&pages, &LearnSettings::default()).unwrap().wrapper;
    let rows = wrapper.apply(&PageBytes::from(other.as_bytes())).rows;
    rows.into_iter().map(|row| row.into_iter().map(|found| found.text).collect()).collect()
}

#[test]
fn rows_with_typed_values_are_examples_of_what_the_page_writes() {
    let row = |name: &str, price: &str, date: &str| {
        format!("<li><b>{name}</b> <i>{price}</i> <u>{date}</u></li>\n")
    };
    let page = |rows: &[String]| format!("<h1>Shop</h1><ul>{}</ul>", rows.concat());
    let rows = r#"
{"_page": "a.html", "_row": 1, "name": "Feeder", "price": 1241.1, "date": "2024-03-16", "price_unit": "USD"}
{"_page": "a.html", "_row": 2, "name": "Bath", "price": 12, "date": "2024-04-02", "price_unit": "USD"}
{"_page": "a.html", "_row": 3, "name": "House", "price": 7.5, "date": "2023-12-24", "price_unit": "USD", "price_range": [7.5, null]}
"#;
    let example = page(&[
        row("Feeder", "$1,241.10", "16 Mar 2024"),
        row("Bath", "$12.00", "2 Apr 2024"),
        row("House", "$7.50", "24 Dec 2023"),
    ]);
    let other = page(&[row("Table", "$3.20", "1 May 2024"), row("Pole", "$99.00", "7 May 2024")]);
    assert_eq!(
        learned_from(rows, &[&example], &other),
        [["Table", "$3.20", "1 May 2024"], ["Pole", "$99.00", "7 May 2024"]]
    );
}

#[test]
fn rows_of_pages_about_one_thing_are_examples_of_such_pages() {
    let page = |name: &str, price: &str| {
        format!("<h1>{name}</h1><p>Price: <b>{price}</b><p>Also: <b>$1.00</b> <b>$2.00</b>")
    };
    let rows = "page,name,price\na.html,Feeder,$9.99\nb.html,Bath,$12.50\nc.html,House,$3.00\n";
    let pages = [page("Feeder", "$9.99"), page("Bath", "$12.50"), page("House", "$3.00")];
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    assert_eq!(learned_from(rows, &pages, &page("Pole", "$7.20")), [["Pole", "$7.20"]]);
}

#[test]
fn of_several_relations_of_a_page_the_rows_of_the_first_are_examples() {
    let rows = r#"
{"_page": "a.html", "_relation": 1, "_row": 1, "name": "Oak"}
{"_page": "a.html", "_relation": 1, "_row": 2, "name": "Elm"}
{"_page": "a.html", "_relation": 2, "_row": 1, "name": "Home"}
"#;
    let gold = chaffinch_wrapper::parse_gold(rows).unwrap();
    assert_eq!(gold[0].records().len(), 2);
    assert_eq!(gold[0].records()[0].text("name"), "Oak");
}
