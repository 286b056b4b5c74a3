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

#[test]
fn what_fits_is_not_mended_and_what_knows_nothing_cannot_be() {
    let page = birds("<li><b>{name}</b> <i>{place}</i></li>\n");
    let pages = [("same.html".to_owned(), page.into_bytes())];
    assert_eq!(repair(&learned(), &pages, &LearnSettings::default()).unwrap_err(), RepairError::NothingToDo);
    let other = [("other.html".to_owned(), b"<html><body><p>Gone fishing.</p></body></html>".to_vec())];
    assert_eq!(repair(&learned(), &other, &LearnSettings::default()).unwrap_err(), RepairError::NothingFound);
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
