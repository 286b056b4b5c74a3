//! A site's wrapper from learning to its file and back, and pages that no longer fit it.

use chaffinch_core::{Limit, Limits, Problem, ProblemKind, RelationKind, Span};
use chaffinch_page::Origin;
use chaffinch_wrapper::{
    Body, Delimiters, Example, Examples, FileError, Labelled, LearnError, LearnReport, LearnSettings, Misfit,
    Order, Pac, PageBytes, Rules, StringWrapper, Tuple, Wrapper, WrapperClass, learn, learn_tuples,
    parse_gold,
};
use proptest::prelude::*;

const HEAD: &str = "<HTML><TITLE>Some Country Codes</TITLE>\n<BODY><B>Some Country Codes</B><P>\n";
// Figure 1(b) but for a line break in the tail: without it "\n<B>" would tell the tuples apart, and LR do.
const TAIL: &str = "<HR>\n<B>End</B></BODY></HTML>";

fn country_page(rows: &[(&str, &str)]) -> String {
    let rows: String = rows.iter().map(|(name, code)| format!("<B>{name}</B> <I>{code}</I><BR>\n")).collect();
    format!("{HEAD}{rows}{TAIL}")
}

fn country_example(name: &str, rows: &[(&str, &str)]) -> Example {
    let page = country_page(rows);
    let mut at = HEAD.len();
    let mut tuples = Vec::new();
    for (country, code) in rows {
        let first = at + 3..at + 3 + country.len();
        let second = first.end + 8..first.end + 8 + code.len();
        at = second.end + 9;
        tuples.push(Tuple::flat([first, second]));
    }
    Example { name: name.into(), bytes: page.into(), tuples }
}

fn country_examples() -> Examples {
    Examples {
        attributes: vec!["country".into(), "code".into()],
        pages: vec![
            country_example(
                "a.html",
                &[("Congo", "242"), ("Egypt", "20"), ("Belize", "501"), ("Spain", "34")],
            ),
            country_example("b.html", &[("Chad", "235"), ("Fiji", "679")]),
        ],
    }
}

fn countries() -> LearnReport {
    learn_tuples(&[country_examples()], &LearnSettings::default()).unwrap()
}

fn product(name: &str, price: &str, colours: &[&str]) -> String {
    let colours: String = colours.iter().map(|colour| format!("<li>{colour}</li>")).collect();
    format!(
        "<html><body><div class=menu><a>Home</a><a>Shop</a></div><h1>{name}</h1><table><tr><td>Price:</td>\
         <td class=price>{price}</td></tr></table><h2>Colours</h2><ul>{colours}</ul><p>About us</p></body></html>"
    )
}

fn product_line(page: &str, name: &str, price: &str, colours: &[&str]) -> Labelled {
    let line = serde_json::json!({
        "page": page,
        "attributes": ["name", "price", "colour"],
        "record": {"name": [name], "price": [price], "colour": colours},
    });
    let gold = parse_gold(&line.to_string()).unwrap().remove(0);
    let source = |text: &str| text.replace('&', "&amp;");
    (gold, product(&source(name), price, colours).into_bytes())
}

fn products() -> LearnReport {
    let lines = [
        product_line("1.html", "Red lamp", "$9.99", &["red", "green"]),
        product_line("2.html", "Fish & chips", "$12.50", &["blue"]),
        product_line("3.html", "Old chair", "$120.00", &["oak", "black", "white"]),
    ];
    learn(&lines, &LearnSettings::default()).unwrap()
}

#[test]
fn figure_1_is_learned_as_hlrt_and_not_as_lr() {
    let report = countries();
    assert_eq!(report.wrapper.class_names(), "HLRT");
    assert_eq!(report.failures[0].class.name(), "LR");
    assert_eq!(report.failures[0].attribute.as_deref(), Some("country"));
}

#[test]
fn the_report_says_how_many_more_examples_the_bound_asks_for() {
    let statement = countries().statement(Pac::default());
    assert!(statement.contains("more examples are needed"), "{statement}");
}

#[test]
fn a_page_of_the_site_gives_records_with_byte_ranges() {
    let page = country_page(&[("C&ocirc;te d'Ivoire", "225")]);
    let wrapper = countries().wrapper;
    let applied = wrapper.apply(&PageBytes::from(page.as_bytes()));
    assert_eq!(applied.misfits, []);
    let relation = wrapper.relation(applied.clone(), &PageBytes::from(page.as_bytes())).unwrap();
    assert_eq!(relation.kind, RelationKind::Records);
    let cell = &relation.rows[0].cells[0].as_ref().unwrap().cells()[0];
    assert_eq!(cell.text, "Côte d'Ivoire");
    let start = HEAD.len() as u32 + 3;
    assert_eq!(cell.span, Some(Span::new(start, start + 19)));
}

#[test]
fn a_page_is_read_in_the_encoding_that_its_server_declares() {
    let page = [HEAD.as_bytes(), b"<B>Cura\xe7ao</B> <I>599</I><BR>\n", TAIL.as_bytes()].concat();
    let served = Origin { content_type: Some("text/html; charset=iso-8859-1"), ..Origin::default() };
    let applied = countries().wrapper.apply(&PageBytes::new(&page, served, Limits::default()));
    assert_eq!(applied.rows[0][0].text, "Curaçao");
}

#[test]
fn a_page_beyond_the_limits_is_not_read() {
    let (page, limits) =
        (country_page(&[("Congo", "242")]), Limits::default().with(|limits| limits.page_bytes = 50));
    let misfits = countries().wrapper.check(&PageBytes::new(page.as_bytes(), Origin::default(), limits));
    let too_large = |problem: &Problem| problem.kind == ProblemKind::Limit(Limit::PageBytes);
    assert!(matches!(&misfits[..], [Misfit::Unreadable(problem)] if too_large(problem)), "{misfits:?}");
}

#[test]
fn a_page_without_tuples_no_longer_fits() {
    let misfits = countries().wrapper.check(&PageBytes::from(country_page(&[]).as_bytes()));
    assert_eq!(misfits, [Misfit::NoTuples]);
}

#[test]
fn a_page_without_the_head_mark_no_longer_fits() {
    let misfits = countries().wrapper.check(&PageBytes::from(&b"<h1>Moved</h1>"[..]));
    assert!(matches!(&misfits[..], [Misfit::Mark(message)] if message.contains("head mark")), "{misfits:?}");
}

#[test]
fn values_of_another_shape_no_longer_fit() {
    let misfits = countries()
        .wrapper
        .check(&PageBytes::from(country_page(&[("Congo", "n/a"), ("Spain", "n/a")]).as_bytes()));
    assert!(matches!(&misfits[..], [Misfit::Shape { attribute, .. }] if attribute == "code"), "{misfits:?}");
}

#[test]
fn detail_pages_give_one_row_with_several_values_where_an_attribute_has_them() {
    let wrapper = products().wrapper;
    let page = product("New table", "$7.00", &["pink", "grey"]);
    let applied = wrapper.apply(&PageBytes::from(page.as_bytes()));
    assert_eq!(applied.misfits, []);
    let relation = wrapper.relation(applied.clone(), &PageBytes::from(page.as_bytes())).unwrap();
    assert_eq!(relation.kind, RelationKind::Detail);
    let texts: Vec<String> =
        relation.rows[0].cells.iter().map(|c| c.as_ref().map_or(".".into(), |c| c.text("|"))).collect();
    assert_eq!(texts, ["New table", "$7.00", "pink|grey"]);
}

#[test]
fn a_detail_page_of_another_make_no_longer_fits() {
    let misfits = products()
        .wrapper
        .check(&PageBytes::from(&b"<html><body><form><input></form>Please sign in</body></html>"[..]));
    assert!(!misfits.is_empty());
}

#[test]
fn a_value_inside_of_a_text_is_found_by_delimiters() {
    let line = |page: &str, weight: &str| {
        let gold =
            format!(r#"{{"page": "{page}", "attributes": ["weight"], "record": {{"weight": "{weight}"}}}}"#);
        let html = format!("<html><body><p>Height: 6 ft, Weight: {weight} lbs</p></body></html>");
        (parse_gold(&gold).unwrap().remove(0), html.into_bytes())
    };
    let wrapper = learn(&[line("1", "205"), line("2", "188")], &LearnSettings::default()).unwrap().wrapper;
    let applied = wrapper
        .apply(&PageBytes::from(&b"<html><body><p>Height: 7 ft, Weight: 250 lbs</p></body></html>"[..]));
    assert_eq!(applied.rows[0][0].text, "250");
}

/// Only class names tell a name from a note, and no delimiter can end in one: a number of its own follows.
fn people_page(people: &[(&str, &str)]) -> (String, Vec<Tuple>) {
    let (mut html, mut tuples) = (String::from("<html><body><h1>People</h1>"), Vec::new());
    for (number, (name, town)) in people.iter().enumerate() {
        let mut put = |class: &str, text: &str| {
            html.push_str(&format!("<p class=\"{class}\" id=\"{class}{}\">", 7 * number + text.len()));
            html.push_str(text);
            html.push_str("</p>\n");
            html.len() - "</p>\n".len() - text.len()..html.len() - "</p>\n".len()
        };
        let name = put("name", name);
        put("note", "a note on this one");
        tuples.push(Tuple::flat([name, put("town", town)]));
    }
    (html + "</body></html>", tuples)
}

fn people() -> LearnReport {
    let page = |name: &str, people: &[(&str, &str)]| {
        let (html, tuples) = people_page(people);
        Example { name: name.into(), bytes: html.into(), tuples }
    };
    let examples = Examples {
        attributes: vec!["name".into(), "town".into()],
        pages: vec![
            page("a", &[("Ann", "Ulm"), ("Bo", "Trier"), ("Cleo", "Bonn")]),
            page("b", &[("Dan", "Hof"), ("Eve", "Celle")]),
        ],
    };
    learn_tuples(&[examples], &LearnSettings::default()).unwrap()
}

#[test]
fn records_that_no_delimiters_tell_apart_are_found_in_the_tree() {
    let report = people();
    assert_eq!(report.wrapper.classes(), [WrapperClass::Node]);
    assert!(report.failures.iter().any(|failure| failure.class == WrapperClass::Lr));
    let (html, tuples) = people_page(&[("Flo", "Peine"), ("Gus", "Kiel"), ("Hal", "Jena"), ("Ira", "Unna")]);
    let applied = report.wrapper.apply(&PageBytes::from(html.as_bytes()));
    assert_eq!(applied.misfits, []);
    let spans: Vec<Vec<Span>> =
        applied.rows.iter().map(|row| row.iter().filter_map(|found| found.span).collect()).collect();
    let wanted: Vec<Vec<Span>> =
        tuples.iter().map(|tuple| tuple.instances.iter().map(|i| i.span).collect()).collect();
    assert_eq!(spans, wanted);
    assert_eq!(
        report.wrapper.relation(applied.clone(), &PageBytes::from(html.as_bytes())).unwrap().kind,
        RelationKind::Records
    );
}

#[test]
fn selectors_are_given_where_they_pick_exactly_the_values() {
    let shown = products().wrapper.show();
    assert!(shown.contains("css     h1\n  xpath   //h1\n"), "{shown}");
}

#[test]
fn selectors_hold_in_trees_with_and_without_the_table_bodies_that_the_source_lacks() {
    let page = "<table class=trees><tr><td>Oak</table><table><tr><td>x</table>";
    let start = page.find("Oak").unwrap();
    let gold =
        format!("{{\"page\": \"a\", \"attributes\": [\"tree\"], \"tuples\": [[[{start}, {}]]]}}", start + 3);
    let pages = [(parse_gold(&gold).unwrap().remove(0), page.as_bytes().to_vec())];
    let shown = learn(&pages, &LearnSettings::default()).unwrap().wrapper.show();
    assert!(shown.contains("css     table.trees > tbody > tr > td, table.trees > tr > td\n"), "{shown}");
}

#[test]
fn an_element_that_says_more_than_the_value_has_no_selector() {
    let page = "<li><b>Oak</b> tall</li><li><b>Elm</b> ill</li>";
    let spans = ["tall", "ill"].map(|word| page.find(word).unwrap());
    let gold = format!(
        "{{\"page\": \"a\", \"attributes\": [\"state\"], \"tuples\": [[[{}, {}]], [[{}, {}]]]}}",
        spans[0],
        spans[0] + 4,
        spans[1],
        spans[1] + 3
    );
    let pages = [(parse_gold(&gold).unwrap().remove(0), page.as_bytes().to_vec())];
    let shown = learn(&pages, &LearnSettings::default()).unwrap().wrapper.show();
    assert!(!shown.contains("xpath"), "{shown}");
}

#[test]
fn pages_in_another_encoding_than_the_examples_are_read_with_the_same_marks() {
    let page = "<meta charset=utf-8><p>café: <b>Oak</b>, prix: 9 €</p><p>thé: <b>Elm</b>, prix: 7 €</p>";
    let spans: Vec<usize> = ["Oak", "Elm"].iter().map(|word| page.find(word).unwrap()).collect();
    let line = format!(
        "{{\"page\": \"a\", \"attributes\": [\"tree\"], \"tuples\": [[[{}, {}]], [[{}, {}]]]}}",
        spans[0],
        spans[0] + 3,
        spans[1],
        spans[1] + 3
    );
    let pages = [(parse_gold(&line).unwrap().remove(0), page.as_bytes().to_vec())];
    let mut wrapper = learn(&pages, &LearnSettings::default()).unwrap().wrapper;
    let Rules::Tuples(strings) = &mut wrapper.rules else { panic!("no delimiters") };
    strings.body = Some(Body { head: "é".into(), tail: "€</p>".into() });
    let read = |bytes: &[u8]| {
        wrapper
            .apply(&PageBytes::from(bytes))
            .rows
            .concat()
            .iter()
            .map(|f| f.text.clone())
            .collect::<Vec<_>>()
    };
    let french = "<meta charset=windows-1252><p>caf\u{e9}: <b>Ch\u{ea}ne</b>, prix: 9 \u{80}</p>";
    let latin: Vec<u8> = french.chars().map(|c| c as u8).collect();
    assert_eq!(read(&latin), ["Chêne"]);
    let wide = "\u{feff}<p>café: <b>Chêne</b>, prix: 9 €</p>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect::<Vec<u8>>();
    assert_eq!(read(&wide), ["Chêne"]);
}

#[test]
fn overlapping_labels_are_named() {
    let mut examples = country_examples();
    examples.pages[1].tuples[0] = Tuple::flat([80..90, 85..92]);
    let error = learn_tuples(&[examples], &LearnSettings::default()).unwrap_err();
    assert!(matches!(error, LearnError::Label(_)));
    assert!(
        error.to_string().starts_with("b.html: the value of `code` at bytes 85–92 begins before"),
        "{error}"
    );
}

#[test]
fn contradicting_examples_are_named_with_the_attribute() {
    let page = |name: &str, text: &str| Example {
        name: name.into(),
        bytes: text.into(),
        tuples: vec![Tuple::flat(std::iter::once(1..2))],
    };
    let examples = Examples { attributes: vec!["x".into()], pages: vec![page("a", "(1)"), page("b", "[1]")] };
    let message = learn_tuples(&[examples], &LearnSettings::default()).unwrap_err().to_string();
    assert!(message.contains("LR fails at `x`"), "{message}");
    assert!(message.contains("a byte 2 against b byte 2"), "{message}");
}

#[test]
fn a_wrapper_survives_its_file() {
    for wrapper in [countries().wrapper, products().wrapper, people().wrapper] {
        let text = wrapper.to_toml();
        assert_eq!(Wrapper::from_toml(&text).as_ref(), Ok(&wrapper), "{text}");
    }
}

#[test]
fn the_file_is_fit_to_read() {
    insta::assert_snapshot!(countries().wrapper.to_toml());
}

#[test]
fn a_file_edited_wrongly_is_answered_with_the_line_or_the_field() {
    let text = countries().wrapper.to_toml();
    let error = |edited: &str| Wrapper::from_toml(edited).unwrap_err();
    let syntax = error(&text.replace("tuples = 6", "tuples = six")).to_string();
    assert!(syntax.contains("line"), "{syntax}");
    let missing = error(&text.replacen("left = \"<B>\"\n", "", 1));
    assert_eq!(missing.to_string(), "attribute \"country\", left: the mark is missing");
    let unknown = error(&text.replace("class = \"HLRT\"", "class = \"HLTR\""));
    assert!(matches!(unknown, FileError::Field { place, .. } if place == "class"));
    let selector = error(&text.replacen("css = \"", "css = \"div ", 1)).to_string();
    assert!(
        selector.starts_with("attribute \"country\", css and xpath: `css` and `xpath` only describe"),
        "{selector}"
    );
    let encoding = error(&text.replace("encoding = \"UTF-8\"", "encoding = \"UTF-9\"")).to_string();
    assert!(encoding.starts_with("learned, encoding: no encoding is called \"UTF-9\""), "{encoding}");
    let needless = error(&text.replace("class = \"HLRT\"", "class = \"LR\""));
    assert_eq!(needless.to_string(), "marks, head: a wrapper of class LR has no `head`");
}

proptest! {
    #[test]
    fn any_bytes_survive_the_file(
        marks in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..12), 8),
        texts in prop::collection::vec("\\PC{0,8}|[\r\n\t\"'\\\\]{1,4}", 2),
    ) {
        let wrapper = StringWrapper {
            body: Some(Body { head: marks[0].clone(), tail: marks[1].clone() }),
            order: Order::Marked { open: marks[2].clone(), close: marks[3].clone() },
            attributes: vec![
                Delimiters { left: marks[4].clone(), right: marks[5].clone() },
                Delimiters { left: marks[6].clone(), right: texts[0].clone().into_bytes() },
            ],
        };
        prop_assume!(!texts[0].is_empty());
        let mut examples = country_examples();
        examples.attributes[1] = texts[1].clone();
        examples.pages[0].name = texts[0].clone();
        let wrapper = Wrapper::of_tuples(&examples, Rules::Tuples(wrapper));
        prop_assert_eq!(Wrapper::from_toml(&wrapper.to_toml()), Ok(wrapper));
    }
}
