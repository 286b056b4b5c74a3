//! How probable a data area is, and what says so.

use chaffinch_core::{Findings, Layout, Page, Rect};
use chaffinch_domain::{DomainSettings, Rulebook, load, records};
use chaffinch_survey::Survey;
use std::sync::Arc;

fn houses() -> Page {
    let item = |n: u32| {
        format!(
            "<li><a href='/{n}'><img src={n}.jpg>{n} bedroom house</a> <b>£{}45,000</b><p>Mill Lane, Oxford</p></li>",
            n + 1
        )
    };
    let html: String = (1..7).map(item).collect();
    chaffinch_page::parse_str(&format!("<h1>Houses</h1><ul>{html}</ul>"))
}

fn settings(rules: &str) -> DomainSettings {
    let own = [("evidence+mine.rules".to_owned(), rules.to_owned())];
    DomainSettings {
        domain: Some(Arc::new(load("real-estate").unwrap())),
        rules: Rulebook::with(&own).unwrap(),
        least_probable: 0.0,
        ..DomainSettings::default()
    }
}

fn found(page: &Page, settings: &DomainSettings) -> Findings {
    records(&Survey::new(page, &Default::default()), settings, true)
}

fn score(page: &Page, rules: &str) -> f32 {
    found(page, &settings(rules)).relations[0].score
}

#[test]
fn evidence_of_the_users_own_makes_a_list_more_or_less_probable() {
    let page = houses();
    let usual = score(&page, "");
    assert!(score(&page, "evidence(A,\"mine\",2) ⇐ records(A,6).") < usual);
    assert!(score(&page, "evidence(A,\"mine\",98) ⇐ records(A,6).") > usual);
    assert_eq!(score(&page, "evidence(A,\"mine\",2) ⇐ records(A,7)."), usual);
}

#[test]
fn a_list_that_evidence_makes_improbable_is_not_told() {
    let rules = "speaks(A,\"mine\",-30000) ⇐ area(A).";
    let asked = DomainSettings { least_probable: 0.5, ..settings(rules) };
    assert!(found(&houses(), &asked).relations.is_empty());
}

#[test]
fn boxes_and_colours_are_predicates_of_rules() {
    let with_boxes = |width: f32| {
        let mut page = houses();
        let mut layout = Layout::new("made up", (1280.0, 800.0), page.len());
        for node in page.ids() {
            layout.set_rect(node, Some(Rect { x: 0.0, y: node.index() as f32, w: width, h: 20.0 }));
        }
        page.set_layout(layout);
        page
    };
    let rules = "evidence(A,\"narrow\",3) ⇐ seen(A,_,N) ∧ box(N,_,_,W,_) ∧ W < 100.";
    assert!(score(&with_boxes(90.0), rules) < score(&with_boxes(600.0), rules));
    let without = DomainSettings { visual: false, ..settings(rules) };
    let unseen = found(&with_boxes(90.0), &without).relations[0].score;
    assert!(unseen > score(&with_boxes(90.0), rules), "without boxes no rule sees them");
}

#[test]
fn the_explanation_of_an_area_says_what_speaks_for_it_and_by_which_rule() {
    let why = found(&houses(), &settings("evidence(A,\"mine\",60) ⇐ records(A,6).")).why;
    let of_area: Vec<&String> = why.iter().filter(|line| line.contains("speaks(")).collect();
    assert!(
        why.iter().any(|line| line.contains("probability(0,") && line.contains("[evidence.rules:")),
        "{why:#?}"
    );
    assert!(of_area.iter().any(|line| line.contains("what records hold")), "{why:#?}");
    assert!(why.iter().any(|line| line.contains("[evidence+mine.rules:1]")), "{why:#?}");
}
