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

#[test]
fn a_number_that_begins_like_the_end_of_the_one_before_it_is_found() {
    let records = r#"[{"day": "2018-07-28", "stock": "88"}, {"day": "2019-07-28", "stock": "31"}]"#;
    let line = format!(r#"{{"page": "a", "records": {records}}}"#);
    let page = "<table><tr><td>2018-07-28</td><td>88</td></tr>\n<tr><td>2019-07-28</td><td>31</td></tr></table><p>$88.10";
    let report = learned(&[&line], &[page]);
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    assert_eq!(rows(&report.wrapper, page), ["day=2018-07-28 stock=88", "day=2019-07-28 stock=31"]);
}

#[test]
fn values_of_which_some_have_elements_of_their_own_are_read_between_the_same_marks() {
    let line = r#"{"page": "a", "records": [
        {"kind": "Trees", "url": ["/oak", "/elm"], "name": ["Oak", "Elm"]}, {"kind": "Birds", "url": ["/jay"], "name": ["Jay"]}]}"#;
    let page = "<p><b>Trees here</b>\n<a href=\"/oak\"><b>Oak</b></a>\n<a href=\"/elm\">Elm</a>\n<p><b>Birds here</b>\n<a href=\"/jay\">Jay</a>\n";
    let report = learned_as(Some(WrapperClass::NLr), &[&line.replace('\n', "")], &[page]);
    let read = rows(&report.wrapper, page);
    assert_eq!(read, ["kind=Trees url=/oak name=Oak url=/elm name=Elm", "kind=Birds url=/jay name=Jay"]);
}

#[test]
fn a_value_of_a_long_list_is_found_in_its_turn_and_not_where_it_is_nearer_to_the_others() {
    let trees: Vec<String> = (0..80).map(|n| format!("tree {n} of the old garden by the river")).collect();
    let birds = ["red", "jay", "dun"].map(str::to_owned);
    let list = |names: &[String]| names.iter().map(|name| format!("<li>{name}</li>\n")).collect::<String>();
    let page = format!(
        "<p><b>Trees here</b>\n{}<p><b>Birds here</b>\n{}",
        list(&[&["red".to_owned()], &trees[..]].concat()),
        list(&birds)
    );
    let label = |kind: &str, names: &[String]| serde_json::json!({ "kind": kind, "name": names });
    let records = [label("Trees", &[&["red".to_owned()], &trees[..]].concat()), label("Birds", &birds)];
    let line = serde_json::json!({ "page": "a", "records": records }).to_string();
    let report = learned_as(Some(WrapperClass::NLr), &[&line], &[&page]);
    let read = rows(&report.wrapper, &page);
    assert_eq!(read.len(), 2);
    assert!(read[0].starts_with("kind=Trees name=red name=tree 0"), "{}", read[0]);
    assert_eq!(read[1], "kind=Birds name=red name=jay name=dun");
}

#[test]
fn who_asks_for_a_class_gets_no_other() {
    let line = r#"{"page": "a", "records": [{"name": "Oak"}, {"name": "Ash"}]}"#;
    let gold = parse_gold(line).unwrap();
    let page = "<li><b>Oak</b></li><li><i>Elm</i></li><li><b>Ash</b></li><li><b>Fir</b></li>";
    let pages: Vec<_> = gold.into_iter().map(|gold| (gold, page.as_bytes().to_vec())).collect();
    let settings = LearnSettings { class: Some(WrapperClass::Lr), ..LearnSettings::default() };
    assert!(learn(&pages, &settings).is_err());
    let any = learn(&pages, &LearnSettings::default()).unwrap();
    assert!(!any.wrapper.classes().contains(&WrapperClass::Lr));
}

#[test]
fn marks_end_with_whole_characters_and_so_serve_in_other_encodings() {
    let line = r#"{"page": "a", "records": [{"name": "Nut"}, {"name": "Tee"}]}"#;
    let page = |names: [&str; 2]| {
        let items: String = names.iter().map(|name| format!("<p>St\u{fc}ck: {name} \u{fc}.</p>\n")).collect();
        format!("<html><head><meta charset={{}}></head><body>{items}</body></html>")
    };
    let report = learned(&[line], &[&page(["Nut", "Tee"]).replace("{}", "utf-8")]);
    let other = page(["Kaffee", "Salz"]).replace("{}", "windows-1252");
    let bytes: Vec<u8> = other.chars().map(|c| c as u8).collect();
    let read = report.wrapper.apply(&PageBytes::from(&bytes[..]));
    let texts: Vec<&str> = read.rows.iter().flatten().map(|found| found.text.as_str()).collect();
    assert_eq!((texts, read.misfits), (vec!["Kaffee", "Salz"], vec![]));
}

#[test]
fn a_mark_in_a_text_is_a_whole_word() {
    let gold = |name: &str| format!(r#"{{"page": "{name}", "record": {{"title": "{name}"}}}}"#);
    let page = |name: &str| format!("<title>{name} Movie Guide</title><h1>Film</h1>");
    let names = ["The Order", "Heat", "Alien", "Gentleman Jim", "Brazil"];
    let lines: Vec<String> = names.iter().map(|name| gold(name)).collect();
    let pages: Vec<String> = names.iter().map(|name| page(name)).collect();
    let report = learned(
        &lines.iter().map(String::as_str).collect::<Vec<_>>(),
        &pages.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert_eq!(rows(&report.wrapper, &page("The Wicker Man")), ["title=The Wicker Man"]);
}

#[test]
fn a_text_that_begins_with_its_label_is_found_by_it_from_one_page() {
    let line = r#"{"page": "a", "record": {"engine": "Engine: 2.4 l, four valves"}}"#;
    let page = |lines: &[&str]| -> String {
        let items: String = lines.iter().map(|line| format!("<li>{line}</li>")).collect();
        format!("<h1>Car</h1><ul>{items}</ul>")
    };
    let first = page(&["Fuel: petrol, 40 l", "Engine: 2.4 l, four valves", "Doors: 4, large"]);
    let report = learned(&[line], &[&first]);
    let next =
        page(&["Fuel: diesel, 60 l", "Seats: 5, leather", "Doors: 2, small", "Engine: 3.0 l, two valves"]);
    assert_eq!(rows(&report.wrapper, &next), ["engine=Engine: 3.0 l, two valves"]);
    let second = page(&["Fuel: petrol, 50 l", "Engine: 1.8 l, six valves", "Doors: 4, large"]);
    let more = r#"{"page": "b", "record": {"engine": "Engine: 1.8 l, six valves"}}"#;
    let both = learned(&[line, more], &[&first, &second]);
    let without = page(&["Fuel: diesel, 60 l", "Seats: 5, leather", "Doors: 2, small"]);
    assert_eq!(rows(&both.wrapper, &without).concat(), "");
}

#[test]
fn a_page_that_declares_no_encoding_is_read_in_the_one_that_its_bytes_are_in() {
    let line = r#"{"page": "a", "records": [{"name": "Nut"}, {"name": "Tee"}]}"#;
    let page = |names: [&str; 2]| format!("<li><b>{}</b></li><li><b>{}</b></li>", names[0], names[1]);
    let report = learned(&[line], &[&page(["Nut", "Tee"])]);
    let other = page(["Vengar\u{f3}n", "K\u{e4}se aus der Schweiz"]);
    let bytes: Vec<u8> = other.chars().map(|c| c as u8).collect();
    for bytes in [&bytes[..], other.as_bytes()] {
        let read = report.wrapper.apply(&PageBytes::from(bytes));
        let texts: Vec<&str> = read.rows.iter().flatten().map(|found| found.text.as_str()).collect();
        assert_eq!(texts, ["Vengar\u{f3}n", "K\u{e4}se aus der Schweiz"]);
    }
}

#[test]
fn values_of_which_some_have_space_around_them_are_read_between_the_same_marks() {
    let line = r#"{"page": "a", "records": [{"name": "Oak", "age": "9"}, {"name": "Elm", "age": "12"}, {"name": "Ash", "age": "7"}]}"#;
    let page = "<h1>Trees</h1><b>Oak</b><i>9</i>\n<b> Elm</b><i>12 </i>\n<b>Ash </b><i>7</i>\n";
    let report = learned(&[line], &[page]);
    assert_eq!(report.wrapper.class_names(), "LR");
    assert_eq!(rows(&report.wrapper, page), ["name=Oak age=9", "name=Elm age=12", "name=Ash age=7"]);
}
