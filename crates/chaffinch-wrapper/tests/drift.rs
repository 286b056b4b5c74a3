//! Sites that change: what a wrapper says against their pages, and how it is mended.

use chaffinch_wrapper::{LearnSettings, Misfit, PageBytes, RepairError, Wrapper, learn, parse_gold, repair};

const BIRDS: [&str; 8] =
    ["Robin", "Wren", "Dunnock", "Siskin", "Goldcrest", "Nuthatch", "Linnet", "Brambling"];
const PLACES: [&str; 8] =
    ["hedge", "wall", "bush", "alder wood", "old spruces", "oak trees", "heath", "beeches"];

/// A list of birds and where they live, in this markup: a record has `{name}` and `{place}`.
fn birds(record: &str) -> String {
    let records: String = BIRDS
        .iter()
        .zip(PLACES)
        .map(|(name, place)| record.replace("{name}", name).replace("{place}", place))
        .collect();
    format!("<html><body><h1>Birds</h1><ul>{records}</ul><p>Seen this year.</p></body></html>")
}

fn learned() -> Wrapper {
    let records: Vec<String> =
        BIRDS.iter().zip(PLACES).map(|(n, p)| format!(r#"{{"name": "{n}", "place": "{p}"}}"#)).collect();
    let line = format!(r#"{{"page": "birds.html", "records": [{}]}}"#, records.join(", "));
    let page = parse_gold(&line).unwrap().remove(0);
    let html = birds("<li><b>{name}</b> <i>{place}</i></li>\n");
    learn(&[(page, html.into_bytes())], &LearnSettings::default()).unwrap().wrapper
}

fn misfits(html: &str) -> Vec<Misfit> {
    learned().check(&PageBytes::from(html.as_bytes()))
}

#[test]
fn the_example_itself_and_a_page_with_other_birds_fit() {
    assert_eq!(misfits(&birds("<li><b>{name}</b> <i>{place}</i></li>\n")), []);
    let other = birds("<li><b>{name}</b> <i>{place}</i></li>\n")
        .replace("Robin", "Chiffchaff")
        .replace("wall", "reeds");
    assert_eq!(misfits(&other), []);
}

#[test]
fn a_page_in_other_tags_does_not_fit() {
    assert!(!misfits(&birds("<li><strong>{name}</strong> <em>{place}</em></li>\n")).is_empty());
}

#[test]
fn a_column_that_is_empty_does_not_fit() {
    let misfits = misfits(&birds("<li><b>{name}</b> <i></i></li>\n"));
    assert!(matches!(&misfits[..], [Misfit::NoValue(name)] if name == "place"), "{misfits:?}");
}

#[test]
fn a_column_that_says_the_same_everywhere_does_not_fit() {
    let misfits = misfits(&birds("<li><b>{name}</b> <i>Read more</i></li>\n"));
    assert!(
        matches!(&misfits[..], [Misfit::Values { attribute, .. }] if attribute == "place"),
        "{misfits:?}"
    );
}

#[test]
fn records_that_are_skipped_are_noticed() {
    let html = birds(
        "<li><b>{name}</b> <i>{place}</i></li>\n<li><u>Marsh harrier</u> <s>wide reeds by the lake</s></li>\n",
    );
    assert!(
        misfits(&html).iter().any(|misfit| matches!(misfit, Misfit::Unread { .. })),
        "{:?}",
        misfits(&html)
    );
}

#[test]
fn a_wrapper_is_mended_from_the_values_it_knows_and_reads_new_ones_too() {
    let changed = birds("<li class=bird><h3>{name}</h3><p class=home>{place}</p></li>\n")
        .replace("Robin", "Chiffchaff")
        .replace("old spruces", "larches");
    let pages = [("new.html".to_owned(), changed.clone().into_bytes())];
    let repaired = repair(&learned(), &pages, &LearnSettings::default()).unwrap();
    let applied = repaired.wrapper.apply(&PageBytes::from(changed.as_bytes()));
    assert_eq!(applied.misfits, []);
    let texts: Vec<&str> = applied.rows[0].iter().map(|found| found.text.as_str()).collect();
    assert_eq!((applied.rows.len(), texts), (8, vec!["Chiffchaff", "hedge"]));
    let history = &repaired.wrapper.learned.history;
    assert!(history.len() == 2 && history[1].starts_with("repaired on new.html"), "{history:?}");
    assert_eq!(Wrapper::from_toml(&repaired.wrapper.to_toml()).unwrap(), repaired.wrapper);
}

/// What a wrapper reads that was mended on a page: the texts of each record.
fn read_after_repair(changed: &str) -> (Wrapper, Vec<Vec<String>>) {
    let pages = [("new.html".to_owned(), changed.as_bytes().to_vec())];
    let wrapper = repair(&learned(), &pages, &LearnSettings::default()).unwrap().wrapper;
    let applied = wrapper.apply(&PageBytes::from(changed.as_bytes()));
    let texts =
        |row: &Vec<chaffinch_wrapper::FoundValue>| row.iter().map(|found| found.text.clone()).collect();
    let rows = applied.rows.iter().map(texts).collect();
    (wrapper, rows)
}

#[test]
fn records_that_are_new_at_the_end_are_read_by_the_mended_wrapper() {
    let more =
        "<li><strong>Jay</strong> <em>acorns</em></li>\n<li><strong>Dipper</strong> <em>brook</em></li>\n";
    let changed = birds("<li><strong>{name}</strong> <em>{place}</em></li>\n")
        .replace("</ul>", &format!("{more}</ul>"));
    let (_, rows) = read_after_repair(&changed);
    assert_eq!((rows.len(), rows[9].clone()), (10, vec!["Dipper".to_owned(), "brook".to_owned()]));
}

#[test]
fn an_attribute_that_is_gone_is_left_out_though_some_of_its_values_stand_elsewhere() {
    let changed =
        birds("<li><strong>{name}</strong></li>\n").replace("Seen this year.", "By the hedge and the wall.");
    let (wrapper, rows) = read_after_repair(&changed);
    let names: Vec<&str> = wrapper.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
    assert_eq!((names, rows.len()), (vec!["name"], 8));
}

#[test]
fn an_attribute_that_is_gone_from_the_records_is_left_out_though_a_menu_has_all_its_values() {
    let page = |record: &str, before: &str| {
        let ringed = |n: usize, name: &str, place: &str| {
            let ring = format!("R-{}", 371 * (n + 3));
            record.replace("{name}", name).replace("{place}", place).replace("{ring}", &ring)
        };
        let birds = BIRDS.iter().zip(PLACES).enumerate();
        let records: String = birds.map(|(n, (name, place))| ringed(n, name, place)).collect();
        format!("<html><body>{before}<h1>Birds</h1><ul>{records}</ul></body></html>")
    };
    let labels = page(r#"{"name": "{name}", "place": "{place}", "ring": "{ring}"},"#, "");
    let labels = labels.split("<ul>").nth(1).unwrap().split(",</ul>").next().unwrap();
    let label = parse_gold(&format!(r#"{{"page": "birds.html", "records": [{labels}]}}"#)).unwrap().remove(0);
    let old = page("<li><b>{name}</b> <u>{ring}</u> <i>{place}</i></li>\n", "");
    let wrapper = learn(&[(label, old.into_bytes())], &LearnSettings::default()).unwrap().wrapper;
    let menu: String = PLACES.iter().map(|place| format!("<li>{place}</li>")).collect();
    let between = "Where birds were seen by the members of the club. ".repeat(12);
    let changed = page(
        "<li><b>{name}</b> <u>{ring}</u></li>\n",
        &format!("<ul class=menu>{menu}</ul><p>{between}</p>"),
    );
    let pages = [("new.html".to_owned(), changed.clone().into_bytes())];
    let mended = repair(&wrapper, &pages, &LearnSettings::default()).unwrap().wrapper;
    let names: Vec<&str> = mended.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
    assert_eq!(names, ["name", "ring"]);
    let rows = mended.apply(&PageBytes::from(changed.as_bytes())).rows;
    let texts: Vec<&str> = rows.iter().flatten().map(|found| found.text.as_str()).collect();
    assert_eq!((rows.len(), &texts[14..]), (8, &["Brambling", "R-3710"][..]));
}

#[test]
fn a_long_list_that_has_lost_its_first_third_is_mended_from_its_end() {
    let records = |from: usize, record: &str| -> String {
        (from..240)
            .map(|n| {
                record.replace("{name}", &format!("Bird {n}")).replace("{ring}", &format!("R-{}", n * n))
            })
            .collect()
    };
    let page = |records: String| format!("<html><body><h1>Rings</h1><ul>{records}</ul><p>End</body></html>");
    let label = |n: usize| format!(r#"{{"name": "Bird {n}", "ring": "R-{}"}}"#, n * n);
    let labels: Vec<String> = (0..240).map(label).collect();
    let line = format!(r#"{{"page": "rings.html", "records": [{}]}}"#, labels.join(", "));
    let html = page(records(0, "<li><b>{name}</b> <i>{ring}</i></li>\n"));
    let labelled = [(parse_gold(&line).unwrap().remove(0), html.into_bytes())];
    let wrapper = learn(&labelled, &LearnSettings::default()).unwrap().wrapper;
    let changed = page(records(80, "<li><h3>{name}</h3><p class=ring>{ring}</p></li>\n")).into_bytes();
    let pages = [("new.html".to_owned(), changed.clone())];
    let mended = repair(&wrapper, &pages, &LearnSettings::default()).unwrap().wrapper;
    assert_eq!(mended.apply(&PageBytes::from(&changed[..])).rows.len(), 160);
}

#[test]
fn what_fits_is_not_mended_and_what_knows_nothing_cannot_be() {
    let page = birds("<li><b>{name}</b> <i>{place}</i></li>\n");
    let pages = [("same.html".to_owned(), page.into_bytes())];
    assert_eq!(repair(&learned(), &pages, &LearnSettings::default()).unwrap_err(), RepairError::NothingToDo);
    let other = [("other.html".to_owned(), b"<html><body><p>Gone fishing.</p></body></html>".to_vec())];
    assert_eq!(repair(&learned(), &other, &LearnSettings::default()).unwrap_err(), RepairError::NothingFound);
}

#[test]
fn a_much_longer_list_of_the_same_kind_fits() {
    let record = "<li><b>{name}</b> <i>{place}</i></li>\n";
    let again = |html: String, times: u8| {
        let (start, end) = (html.find("<li>").unwrap(), html.find("</ul>").unwrap());
        let other = |n: u8| {
            let word = [b'a' + n / 26, b'a' + n % 26].map(char::from).iter().collect::<String>();
            html[start..end].replace("</b>", &format!(" {word}</b>")).replace("</i>", &format!(" {word}</i>"))
        };
        format!("{}{}{}", &html[..start], (0..times).map(other).collect::<String>(), &html[end..])
    };
    assert_eq!(misfits(&again(birds(record), 10)), []);
    assert!(matches!(misfits(&again(birds(record), 100))[..], [Misfit::Count { found: 800, .. }]));
}

#[test]
fn a_value_that_reaches_from_the_head_of_the_page_into_a_record_does_not_fit() {
    let line = r#"{"page": "a.html", "records": [{"name": "Robin", "place": "hedge"}, {"name": "Wren", "place": "wall"}]}"#;
    let html = |head: &str| {
        format!(
            "<html>{head}<body><ul><li><a href=\"/1\">Robin</a> <i>hedge</i></li><li><a href=\"/2\">Wren</a> <i>wall</i></li></ul>"
        )
    };
    let page = parse_gold(line).unwrap().remove(0);
    let wrapper = learn(&[(page, html("").into_bytes())], &LearnSettings::default()).unwrap().wrapper;
    assert_eq!(wrapper.check(&PageBytes::from(html("").as_bytes())), []);
    // The mark in front of the names stands in the new head as well.
    let misfits = wrapper.check(&PageBytes::from(html("<meta charset=\"utf-8\">").as_bytes()));
    assert!(misfits.iter().any(|misfit| misfit.to_string().contains("reaches over a <body>")), "{misfits:?}");
}
