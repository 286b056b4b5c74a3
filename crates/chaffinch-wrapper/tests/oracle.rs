//! Learning without labels, from recognisers that make errors.

use chaffinch_wrapper::{
    ErrorKind, Executor, LearnSettings, OracleError, Pattern, Recognizer, learn_from_recognizers,
};

/// Figure 1(b), as printed in the paper.
const COUNTRY_CODES: &str = "<HTML><TITLE>Some Country Codes</TITLE>\n<BODY><B>Some Country Codes</B><P>\n\
    <B>Congo</B> <I>242</I><BR>\n<B>Egypt</B> <I>20</I><BR>\n<B>Belize</B> <I>501</I><BR>\n\
    <B>Spain</B> <I>34</I><BR>\n<HR><B>End</B></BODY></HTML>";

const MORE_CODES: &str = "<HTML><TITLE>Some Country Codes</TITLE>\n<BODY><B>Some Country Codes</B><P>\n\
    <B>Chad</B> <I>235</I><BR>\n<B>Fiji</B> <I>679</I><BR>\n<HR><B>End</B></BODY></HTML>";

fn pages() -> Vec<(String, Vec<u8>)> {
    vec![("codes".into(), COUNTRY_CODES.into()), ("more".into(), MORE_CODES.into())]
}

fn codes() -> Recognizer {
    Recognizer::new("code", ErrorKind::Perfect, &Pattern::Regex(r"\b\d+\b".into())).unwrap()
}

fn countries(errors: ErrorKind, names: &[&str]) -> Recognizer {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    Recognizer::new("country", errors, &Pattern::Gazetteer(names)).unwrap()
}

/// The values that a wrapper learned from these recognisers finds on the first page.
fn learned(recognizers: &[Recognizer]) -> Result<Vec<Vec<String>>, OracleError> {
    let learned = learn_from_recognizers(&pages(), recognizers, &LearnSettings::default())?;
    let found = Executor::new(&learned.wrapper).execute(COUNTRY_CODES.as_bytes());
    let text = |instance: &chaffinch_wrapper::Instance| COUNTRY_CODES[instance.span.range()].to_owned();
    Ok(found.tuples.iter().map(|tuple| tuple.instances.iter().map(text).collect()).collect())
}

fn all_four() -> Vec<Vec<String>> {
    let rows = [["Congo", "242"], ["Egypt", "20"], ["Belize", "501"], ["Spain", "34"]];
    rows.iter().map(|row| row.iter().map(|text| (*text).to_owned()).collect()).collect()
}

#[test]
fn a_gazetteer_that_misses_countries_teaches_a_wrapper_that_finds_them_all() {
    let countries = countries(ErrorKind::Incomplete, &["Congo", "Spain", "Chad", "Belize"]);
    assert_eq!(learned(&[countries, codes()]), Ok(all_four()));
}

#[test]
fn words_that_are_no_countries_are_told_apart_by_the_wrapper_they_do_not_fit() {
    // Every capitalised word: the title's, the tags' and "End" too.
    let words = Pattern::Regex(r"\b[A-Z][a-z]+\b".into());
    let countries = Recognizer::new("country", ErrorKind::Unsound, &words).unwrap();
    assert_eq!(learned(&[countries, codes()]), Ok(all_four()));
}

#[test]
fn a_recogniser_of_another_kind_than_declared_is_reported() {
    let countries = countries(ErrorKind::Perfect, &["Congo", "Spain"]);
    let error = learned(&[countries, codes()]).unwrap_err();
    assert!(matches!(&error, OracleError::NoLabel(page) if page == "codes"), "{error}");
}

#[test]
fn labels_tried_in_vain_count_against_the_confidence() {
    let words = Pattern::Regex(r"\b[A-Z][a-z]+\b".into());
    let countries = Recognizer::new("country", ErrorKind::Unsound, &words).unwrap();
    let learned = learn_from_recognizers(&pages(), &[countries, codes()], &LearnSettings::default()).unwrap();
    assert_eq!(learned.evidence.values, [6, 6]);
    assert_eq!((learned.evidence.heads, learned.evidence.tails), (2, 2));
}

#[test]
fn a_recogniser_that_misses_the_first_country_of_every_page_still_leads_to_the_wrapper() {
    // Neither page shows what stands between its head and its first country.
    let countries = countries(ErrorKind::Incomplete, &["Egypt", "Belize", "Fiji"]);
    assert_eq!(learned(&[countries, codes()]), Ok(all_four()));
}

#[test]
fn what_fits_the_known_values_alone_is_given_up_for_the_next() {
    // The marks around the known values that come first also stand inside of what was missed.
    let page = |name: &str| {
        (
            name.to_owned(),
            format!("<p><b>{name}</b>:<i>1</i><br><b>A<u>b</u></b>:<i>2</i><br><b>Cd</b>:<i>3</i><br>")
                .into_bytes(),
        )
    };
    let pages = [page("Oak"), page("Elm")];
    let names =
        Recognizer::new("name", ErrorKind::Incomplete, &Pattern::Gazetteer(vec!["Cd".into(), "Elm".into()]))
            .unwrap();
    let codes = Recognizer::new("code", ErrorKind::Perfect, &Pattern::Regex(r"\d".into())).unwrap();
    let learned = learn_from_recognizers(&pages, &[names, codes], &LearnSettings::default()).unwrap();
    let found = Executor::new(&learned.wrapper).execute(&pages[0].1);
    let text = |tuple: &chaffinch_wrapper::Tuple| {
        String::from_utf8_lossy(&pages[0].1[tuple.instances[0].span.range()]).into_owned()
    };
    assert_eq!(found.tuples.iter().map(text).collect::<Vec<_>>(), ["Oak", "A<u>b</u>", "Cd"]);
}

#[test]
fn ten_attributes_are_corroborated() {
    let row = |n: usize| -> String {
        (0..10).map(|k| format!("<td>{}{n}{k}</td>", (b'a' + k as u8) as char)).collect()
    };
    let page =
        |n: usize| (format!("page {n}"), format!("<p>x</p>{}<hr>{}<hr>", row(n), row(n + 1)).into_bytes());
    let recognizers: Vec<Recognizer> = (0..10u8)
        .rev()
        .map(|k| {
            let errors = if k == 4 { ErrorKind::Perfect } else { ErrorKind::Incomplete };
            let pattern = Pattern::Regex(format!("{}\\d+", (b'a' + k) as char));
            Recognizer::new(format!("{k}"), errors, &pattern).unwrap()
        })
        .collect();
    let learned =
        learn_from_recognizers(&[page(1), page(3)], &recognizers, &LearnSettings::default()).unwrap();
    assert_eq!(learned.examples.attributes.first().map(String::as_str), Some("0"));
    assert_eq!(learned.wrapper.attributes.len(), 10);
}
