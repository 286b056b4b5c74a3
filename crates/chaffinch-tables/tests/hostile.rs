//! Pages and layouts that mean harm, or come from a renderer that went astray: bounded work, and an answer.

use chaffinch_core::{Display, Layout, NodeId, Page, Rect, Style};
use chaffinch_page::parse_str;
use chaffinch_tables::{GridSettings, TableMethod, TableSettings, tables};
use std::time::{Duration, Instant};

/// Long enough for a busy machine, short enough to tell a quadratic pass.
const PATIENCE: Duration = Duration::from_secs(20);

fn all_methods(page: &Page) -> usize {
    let begin = Instant::now();
    let slots: usize = TableMethod::ALL
        .into_iter()
        .flat_map(|method| {
            let keyword = [None, Some("needle".to_owned())];
            keyword.map(|keyword| TableSettings { method, keyword, ..TableSettings::default() })
        })
        .map(|settings| {
            let found = tables(page, &settings).into_relations(page);
            let slots = found.iter().map(|table| table.rows.len() * table.columns.len()).sum::<usize>();
            assert!(slots <= GridSettings::default().max_slots);
            slots
        })
        .sum();
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    slots
}

/// Places every element that is styled here, by the order in which `places` names them.
fn placed(html: &str, place: impl Fn(&Page, NodeId) -> Option<(Rect, Display)>) -> Page {
    let mut page = parse_str(html);
    let mut layout = Layout::new("embedded", (1280.0, 800.0), page.len());
    for id in page.ids().filter(|id| page.is_element(*id)) {
        if let Some((rect, display)) = place(&page, id) {
            layout.set_rect(id, Some(rect));
            layout.set_style(id, Style { display, ..Style::default() });
        }
    }
    page.set_layout(layout);
    page
}

/// Cells of ten by ten pixels at the places that their attributes name, in columns and rows.
fn at_attributes(page: &Page, id: NodeId) -> Option<(Rect, Display)> {
    let number = |name| page.attribute(id, name).and_then(|value| value.parse::<f32>().ok());
    let display = if page.is(id, "div") { Display::Block } else { Display::Inline };
    let rect = match (number("x"), number("y")) {
        (Some(x), Some(y)) => Rect::new(10.0 * x, 10.0 * y, 10.0 * number("w").unwrap_or(1.0), 10.0),
        _ => Rect::new(0.0, 0.0, 1e6, 1e6),
    };
    Some((rect, display))
}

#[test]
fn a_table_of_a_hundred_thousand_rows_is_read_within_bounds() {
    let rows: String = (0..100_000).map(|y| format!("<div x=0 y={y}></div><div x=1 y={y}></div>")).collect();
    let page = placed(&format!("<div>{rows}<div x=2 y=0>needle</div></div>"), at_attributes);
    all_methods(&page);
    let markup = format!("<table>{}</table>", "<tr><td>a<td>b".repeat(100_000));
    assert!(all_methods(&parse_str(&markup)) > 0);
}

#[test]
fn spans_of_any_size_cost_what_the_page_is_worth() {
    let cell = "<td rowspan=65535 colspan=1000>needle";
    all_methods(&parse_str(&format!("<table>{}</table>", format!("<tr>{}", cell.repeat(50)).repeat(200))));
}

#[test]
fn boxes_that_are_no_boxes_are_passed_over() {
    let wrong = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1e30, 0.0, 1e30, -5.0];
    let html = format!("<div>{}</div>", "<div>needle</div>".repeat(wrong.len().pow(2)));
    let page = placed(&html, |_, id| {
        let pick = |by: usize| wrong[id.index() / by % wrong.len()];
        Some((Rect::new(pick(1), pick(7), pick(3), pick(5)), Display::Block))
    });
    all_methods(&page);
}

#[test]
fn a_page_without_size_has_no_tables() {
    let html = "<div><div>needle</div><div>b</div><div>c</div><div>d</div></div>";
    let page = placed(html, |_, _| Some((Rect::default(), Display::Block)));
    assert_eq!(all_methods(&page), 0);
}

#[test]
fn boxes_on_top_of_one_another_are_no_table() {
    let html = format!("<div>{}</div>", "<div x=0 y=0>needle</div>".repeat(20_000));
    assert_eq!(all_methods(&placed(&html, at_attributes)), 0);
}

#[test]
fn every_box_on_a_line_of_its_own_is_no_table() {
    let steps: String = (0..20_000).map(|i| format!("<div x={i} y={i} w=3>needle</div>")).collect();
    all_methods(&placed(&format!("<div>{steps}</div>"), at_attributes));
}

#[test]
fn tables_nested_two_hundred_deep_are_read_in_time() {
    let open = "<table><tr><td>a<td>b<tr><td>needle<td>".repeat(200);
    let page = parse_str(&format!("{open}{}", "</table>".repeat(200)));
    all_methods(&page);
    let deep = placed(&"<div><div>needle</div><div>b</div><div>c</div><div>".repeat(100), |page, id| {
        let depth = page.ancestors(id).count() as f32;
        Some((Rect::new(depth, depth, 1000.0 - 2.0 * depth, 1000.0 - 2.0 * depth), Display::Block))
    });
    all_methods(&deep);
}

#[test]
fn long_lines_of_text_are_no_table() {
    let page = parse_str(&format!("<pre>{}</pre>", "a  b  ".repeat(200_000)));
    assert_eq!(all_methods(&page), 0);
    let page = parse_str(&format!("<pre>{}</pre>", "needle | b | c\n".repeat(50_000)));
    all_methods(&page);
}
