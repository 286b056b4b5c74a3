//! Lists learned from the values of their records.

use chaffinch_wrapper::{LearnReport, LearnSettings, PageBytes, Wrapper, WrapperClass, learn, parse_gold};

fn learned(lines: &[&str], pages: &[&str]) -> LearnReport {
    learned_as(None, lines, pages)
}

fn learned_as(class: Option<WrapperClass>, lines: &[&str], pages: &[&str]) -> LearnReport {
    let gold = parse_gold(&lines.join("\n")).unwrap();
    let pages: Vec<_> = gold.into_iter().zip(pages.iter().map(|page| page.as_bytes().to_vec())).collect();
    learn(&pages, &LearnSettings { class, ..LearnSettings::default() }).unwrap()
}

/// The rows of a page, each value behind its attribute's name.
fn rows(wrapper: &Wrapper, page: &str) -> Vec<String> {
    let wrapper = Wrapper::from_toml(&wrapper.to_toml()).unwrap();
    let applied = wrapper.apply(&PageBytes::from(page.as_bytes()));
    let value = |found: &chaffinch_wrapper::FoundValue| {
        format!("{}={}", wrapper.attributes[found.attribute].name, found.text)
    };
    applied.rows.iter().map(|row| row.iter().map(value).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn records_are_examples_without_counting_bytes() {
    let report = learned(
        &[r#"{"page": "a", "records": [{"price": "$9", "name": "Oak"}, {"price": "$7", "name": "Elm"}]}"#],
        &["<h1>Trees</h1><ul><li><b>Oak</b> <i>$9</i><li><b>Elm</b> <i>$7</i></ul>"],
    );
    let next = "<h1>Trees</h1><ul><li><b>Ash</b> <i>$5</i></ul>";
    assert_eq!(rows(&report.wrapper, next), ["name=Ash price=$5"]);
}

const CARDS: &str = "<nav><a href=/>Home</a></nav><div class='card new'><a href='/oak'><h2>Oak &amp; Elm</h2></a><p>Tall<br>Wide</p><span>$9</span></div>\
    <div class=card><a href='/ash'><h2>Ash</h2></a><p>Thin</p></div><div class='card old'><a href='/fir'><h2>Fir</h2></a><p>Green</p><em>x</em><span>$4</span></div>";

#[test]
fn places_in_the_tree_serve_where_no_delimiters_do() {
    let line = r#"{"page": "a", "records": [{"name": "Oak & Elm", "url": "/oak", "about": "Tall Wide", "price": "$9"},
        {"name": "Ash", "url": "/ash", "about": "Thin"}, {"name": "Fir", "url": "/fir", "about": "Green", "price": "$4"}]}"#;
    let report = learned_as(Some(WrapperClass::Node), &[&line.replace('\n', "")], &[CARDS]);
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    let next = "<div class=ad>x</div><div class='card'><a href='/yew'><h2>Yew</h2></a><p>Dark</p><em>x</em><em>x</em><span>$1</span></div>";
    assert_eq!(rows(&report.wrapper, next), ["url=/yew name=Yew about=Dark price=$1"]);
}

#[test]
fn records_without_elements_of_their_own_are_runs_of_siblings() {
    let line = r#"{"page": "a", "records": [{"term": "Oak", "text": "A tree"}, {"term": "Moss"}, {"term": "Fern", "text": "A plant"}]}"#;
    let page = "<dl><dt>Oak<dd>A tree<dt>Moss<dt>Fern<dd>A plant</dl>";
    let report = learned_as(Some(WrapperClass::Node), &[line], &[page]);
    assert_eq!(rows(&report.wrapper, "<dl><dt>Ash<dd>Thin<dt>Yew</dl>"), ["term=Ash text=Thin", "term=Yew"]);
}

#[test]
fn several_values_of_an_attribute_are_all_found() {
    let line = r#"{"page": "a", "records": [{"name": "Oak", "tag": ["tall", "old"]}, {"name": "Elm", "tag": "ill"}]}"#;
    let page = "<li><b>Oak</b><i>tall</i><i>old</i></li><li><b>Elm</b><i>ill</i></li>";
    for class in [None, Some(WrapperClass::Node)] {
        let report = learned_as(class, &[line], &[page]);
        let next = "<li><b>Ash</b><i>thin</i><i>wet</i><i>new</i></li><li><b>Fir</b><i>old</i></li>";
        assert_eq!(
            rows(&report.wrapper, next),
            ["name=Ash tag=thin tag=wet tag=new", "name=Fir tag=old"],
            "{class:?}"
        );
    }
}

#[test]
fn a_value_that_stands_in_many_places_is_taken_from_its_own_record() {
    let line = r#"{"page": "a", "records": [{"name": "Oak", "state": "old"}, {"name": "Elm", "state": "old"}, {"name": "Ash", "state": "new"}]}"#;
    let page = "<p>old and new</p><li>old <b>Oak</b> <i>old</i></li><li>old <b>Elm</b> <i>old</i></li><li>old <b>Ash</b> <i>new</i></li>";
    let report = learned(&[line], &[page]);
    assert_eq!(
        rows(&report.wrapper, page),
        ["name=Oak state=old", "name=Elm state=old", "name=Ash state=new"]
    );
}

#[test]
fn a_value_that_stands_nowhere_is_named_with_its_line_and_attribute() {
    let line = r#"{"page": "a", "records": [{"name": "Oak", "state": "young"}, {"name": "Elm", "state": "old"}, {"name": "Fir", "state": "old"}]}"#;
    let page = "<li><b>Oak</b> <i>old</i></li><li><b>Elm</b> <i>old</i></li><li><b>Fir</b> <i>old</i></li>";
    let report = learned(&[line], &[page]);
    assert!(
        report.to_string().contains("line 1: a: the value \"young\" of `state` stands nowhere"),
        "{report}"
    );
}

#[test]
fn rows_that_were_written_are_examples_and_one_line_corrects_a_value() {
    let page = "<li><b>Oak</b> <i>$9.50</i> <u>old</u></li><li><b>Elm</b> <i>$7</i> <u>ill</u></li>";
    let row = |row: &str| format!("{{\"_page\": \"a\", \"_relation\": 1, {row}}}");
    let lines = [
        row("\"_row\": 1, \"name\": \"Oak\", \"price\": 9.5, \"price_unit\": \"USD\", \"state\": \"$9.50\""),
        row("\"_row\": 2, \"name\": \"Elm\", \"price\": 7, \"price_unit\": \"USD\", \"state\": \"ill\""),
        row("\"_row\": 1, \"state\": \"old\""),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let report = learned(&lines, &[page]);
    let next = "<li><b>Yew</b> <i>$1</i> <u>new</u></li>";
    assert_eq!(rows(&report.wrapper, next), ["name=Yew price=$1 state=new"]);
}

#[test]
fn a_table_with_a_column_page_is_an_example() {
    let table = "page,relation,name,price\na,1,Oak,$9\na,1,\"Elm, ill\",$7\n";
    let page = "<li><b>Oak</b> <i>$9</i></li><li><b>Elm, ill</b> <i>$7</i></li>";
    let report = learned(&[table], &[page]);
    assert_eq!(rows(&report.wrapper, "<li><b>Yew</b> <i>$1</i></li>"), ["name=Yew price=$1"]);
}

#[test]
fn names_that_do_not_fit_the_tuples_are_refused() {
    let gold =
        parse_gold(r#"{"page": "a", "attributes": ["name"], "tuples": [[[3, 6], [14, 16]]]}"#).unwrap();
    let page = b"<b>Oak</b><i>$9</i>".to_vec();
    let error = learn(&[(gold[0].clone(), page)], &LearnSettings::default()).unwrap_err().to_string();
    assert!(error.contains("1 attributes are named, and the tuples have 2"), "{error}");
}

#[test]
fn a_value_that_the_record_before_has_too_is_found_in_its_own() {
    let record = |name: &str, city: &str| format!(r#"{{"name": "{name}", "city": "{city}"}}"#);
    let records = [record("Ann Lee", "Graz"), record("Bob Ray", "Graz"), record("Cy Fox", "Linz")];
    let line = format!(r#"{{"page": "a", "records": [{}]}}"#, records.join(", "));
    let item = |name: &str, city: &str| {
        format!("<li><b>{name}</b> is one of our members and lives in <i>{city}</i></li>\n")
    };
    let items = [item("Ann Lee", "Graz"), item("Bob Ray", "Graz"), item("Cy Fox", "Linz")];
    let report = learned(&[&line], &[&format!("<ul>{}</ul>", items.concat())]);
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    assert_eq!(report.wrapper.classes(), [WrapperClass::Lr]);
}

#[test]
fn records_with_only_space_between_them_are_refused_and_not_a_crash() {
    let line =
        r#"{"page": "a", "records": [{"name": "Oak", "price": "$9"}, {"name": "Elm", "price": "$7"}]}"#;
    for page in ["<pre>Oak, $9 \n Elm, $7 \n Fir, $4</pre>", "<p>Oak $9 Elm $7 Fir $4</p><p>Yew $3</p>"] {
        let gold = parse_gold(line).unwrap();
        let pages: Vec<_> = gold.into_iter().map(|gold| (gold, page.as_bytes().to_vec())).collect();
        assert!(learn(&pages, &LearnSettings::default()).is_err(), "{page}");
    }
}
