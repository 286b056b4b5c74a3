//! The tutorial in the documentation works as it is printed.

use chaffinch_domain::{DomainSettings, parse, records};
use chaffinch_survey::Survey;
use std::sync::Arc;

/// The files that the tutorial prints: indented lines of the steps from one mark to another.
fn printed(from: &str, to: &str) -> String {
    let text = include_str!("../../../docs/domains.md");
    let start = text.find(from).unwrap();
    let end = start + text[start..].find(to).unwrap();
    text[start..end]
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn prices(toml: &str) -> Vec<String> {
    let boat = |n: u32, kind: &str| {
        format!(
            "<div><a href='/{n}'>Boat {n}</a><p>{kind}, {n}1 m</p><p>Mooring fee €30{n}</p><p>€4{n},000</p></div>"
        )
    };
    let html: String = ["Sailing yacht", "Dinghy", "Catamaran", "Motor yacht"]
        .into_iter()
        .zip(1..)
        .map(|(kind, n)| boat(n, kind))
        .collect();
    let domain = parse("boat.toml", toml, None).unwrap();
    let settings = DomainSettings { domain: Some(Arc::new(domain)), ..DomainSettings::default() };
    let page = chaffinch_page::parse_str(&html);
    let found = records(&Survey::new(&page, &Default::default()), &settings, false).into_relations(&page);
    let price = found[0].columns.iter().position(|column| column.name.as_deref() == Some("price")).unwrap();
    found[0].rows.iter().map(|row| row.cells[price].as_ref().unwrap().text(" ")).collect()
}

#[test]
fn the_boats_of_the_tutorial_are_found() {
    let toml = printed("**1. What", "**4. Try");
    assert_eq!(prices(&toml).len(), 4);
    let fee = printed("annotate it,", "and disallow it");
    let line = printed("and disallow it", "**5.");
    let price = "weight = 20\n";
    assert!(toml.contains(price));
    let without_fees = toml.replacen(price, &format!("{price}{line}"), 1) + &fee;
    assert_eq!(prices(&without_fees), ["€41,000", "€42,000", "€43,000", "€44,000"]);
}
