//! What the recognisers that every domain can use and the terms of a domain find.

use chaffinch_core::Value;
use chaffinch_domain::{DomainSettings, Gazetteer, parse, understand};
use chaffinch_survey::Survey;
use std::ops::Range;

/// A stretch of text with its value and unit.
type Found = (String, Option<Value>, Option<String>);

/// What an annotation that is declared in this way finds in a text.
fn found(annotation: &str, text: &str) -> Vec<Found> {
    let attribute = "[[attribute]]\nname = \"a\"\nmandatory = true";
    let file = format!("name = \"x\"\n[[annotation]]\nname = \"a\"\n{annotation}\n{attribute}");
    let page = chaffinch_page::parse_str(&format!("<p>{text}"));
    let survey = Survey::new(&page, &Default::default());
    let domain = parse("x.toml", &file, None).unwrap();
    let understood = understand(&survey, &domain, &DomainSettings::default());
    let text = |range: Range<usize>| understood.stream.text()[range].to_owned();
    understood.annotations.iter().map(|a| (text(a.range.clone()), a.value.clone(), a.unit.clone())).collect()
}

fn first(recogniser: &str, text: &str) -> Found {
    found(&format!("recogniser = \"{recogniser}\""), text).into_iter().next().unwrap_or_default()
}

#[test]
fn the_longest_term_at_word_boundaries_is_found() {
    let find = |text: &str| -> Vec<String> {
        let terms = r#"terms = ["Oxford", "New York", "York", "Krakow", "sao paulo"]"#;
        found(terms, text).into_iter().map(|(text, ..)| text).collect()
    };
    assert_eq!(find("in NEW  YORK, Oxfordshire; Kraków"), ["NEW YORK", "Kraków"]);
    assert_eq!(find("SÃO PAULO and new yorkers of York"), ["SÃO PAULO", "York"]);
}

#[test]
fn junk_in_a_gazetteer_is_told_with_its_line() {
    let told = |bytes: &[u8]| Gazetteer::parse("towns.txt", bytes).unwrap_err().to_string();
    assert!(told(b"Oxford\n\xff\xfe\x00junk").starts_with("towns.txt:2: is not UTF-8 text"));
    assert!(told(b"Oxford\nBath\nPK\x03\x04").starts_with("towns.txt:3: holds control characters"));
    assert!(told("x".repeat(1000).as_bytes()).starts_with("towns.txt:1: has a term of more than"));
}

#[test]
fn money_is_found_in_many_notations() {
    for (text, stretch, value, unit) in [
        ("Guide price £375,000 (freehold)", "£375,000", 375_000.0, "GBP"),
        ("GBP 70,000", "GBP 70,000", 70_000.0, "GBP"),
        ("4 275 000 kr", "4 275 000 kr", 4_275_000.0, "kr"),
        ("998 000 Kč", "998 000 Kč", 998_000.0, "CZK"),
        ("1.690.000€", "1.690.000€", 1_690_000.0, "EUR"),
        ("€ 1.516 /mnd", "€ 1.516", 1_516.0, "EUR"),
        ("621,66 €", "621,66 €", 621.66, "EUR"),
        ("₹96 Lac", "₹96 Lac", 9_600_000.0, "INR"),
        ("₹1.8 - 2.19 Cr", "₹1.8 - 2.19 Cr", 18_000_000.0, "INR"),
        ("11.7万円", "11.7万円", 117_000.0, "JPY"),
        ("R$ 2.850", "R$ 2.850", 2_850.0, "BRL"),
        ("1 597 zł", "1 597 zł", 1_597.0, "PLN"),
        ("$1.5m", "$1.5m", 1_500_000.0, "USD"),
        ("US $12.99 each", "US $12.99", 12.99, "USD"),
        ("150.000đ", "150.000đ", 150_000.0, "VND"),
    ] {
        let (found, read, currency) = first("money", text);
        assert_eq!(found, stretch, "{text}");
        assert_eq!(read, Some(Value::Number(value)), "{text}");
        assert_eq!(currency.as_deref(), Some(unit), "{text}");
    }
    for text in ["375,000", "SW17 8AB", "10 krona", "in 2006"] {
        assert_eq!(first("money", text).0, "", "{text}");
    }
}

#[test]
fn areas_dates_and_contacts_are_found() {
    assert_eq!(
        first("area", "113 m² s pozemkem"),
        ("113 m²".into(), Some(Value::Number(113.0)), Some("m²".into()))
    );
    assert_eq!(first("area", "1,200 sq. ft.").2.as_deref(), Some("sq ft"));
    assert_eq!(first("area", "квартира, 54 м²").2.as_deref(), Some("m²"));
    assert_eq!(first("date", "Filed March 12, 2006.").1, Some(Value::Text("2006-03-12".into())));
    assert_eq!(first("date", "am 12. März 2006").1, Some(Value::Text("2006-03-12".into())));
    assert_eq!(first("email", "write to Jane@Example.org.").1, Some(Value::Text("jane@example.org".into())));
    assert_eq!(first("phone", "call +43 1 588 01-0 now").1, Some(Value::Text("+431588010".into())));
    assert_eq!(first("postcode", "London SW17 8AB").0, "SW17 8AB");
    assert_eq!(first("postcode", "111 29 Stockholm").0, "111 29");
    assert_eq!(first("postcode", "£100,000 50 m²").0, "");
    assert_eq!(first("money", "CDN$ 12.50").2.as_deref(), Some("CAD"));
    assert_eq!(first("postcode", "Brooklyn, NY 11225").0, "NY 11225");
}

#[test]
fn an_amount_ends_where_its_thousands_do() {
    let amount = |text: &str| {
        let (found, value, _) = first("money", text);
        (found, value)
    };
    let is = |text: &str, value: f64| (text.to_owned(), Some(Value::Number(value)));
    assert_eq!(amount("£4,795 2007"), is("£4,795", 4795.0));
    assert_eq!(amount("£4,795 200 bhp"), is("£4,795", 4795.0));
    assert_eq!(amount("£495 2007"), is("£495", 495.0));
    assert_eq!(amount("1 495 000 kr"), is("1 495 000 kr", 1_495_000.0));
}
