//! Every format from the same made-up pages.

mod reports;

use chaffinch_core::PageReport;
use chaffinch_write::{Format, Hints, Selection, WriteOptions, to_bytes};
use reports::{far_away, hostile, shop, unreadable};

const HINTS: Hints = Hints {
    all_rows: "--format csv for all",
    all_values: "--format json for all",
    second_relation: "--select 2",
    all_relations: "--select all",
};

fn written(format: Format, options: WriteOptions, pages: &[PageReport]) -> String {
    let options = WriteOptions { hints: HINTS, ..options };
    String::from_utf8(to_bytes(format, options, pages).unwrap()).unwrap()
}

fn all() -> WriteOptions {
    WriteOptions { select: Selection::All, ..WriteOptions::default() }
}

/// The shop with three rows, for formats that write all of them.
fn small_shop() -> PageReport {
    let mut report = shop();
    report.relations[0].rows.truncate(3);
    report
}

#[test]
fn text_shows_the_best_relation_and_what_else_there_is() {
    insta::assert_snapshot!(written(Format::Text, WriteOptions::default(), &[shop()]));
}

#[test]
fn text_shows_all_relations_when_asked() {
    insta::assert_snapshot!(written(Format::Text, WriteOptions { rows: 2, ..all() }, &[shop()]));
}

#[test]
fn text_of_several_pages_keeps_them_apart() {
    let pages = [far_away(), unreadable(), hostile()];
    insta::assert_snapshot!(written(Format::Text, WriteOptions::default(), &pages));
}

#[test]
fn text_in_a_narrow_window_leaves_columns_out() {
    insta::assert_snapshot!(written(Format::Text, WriteOptions { width: 30, rows: 5, ..all() }, &[shop()]));
}

#[test]
fn text_fits_its_width_whatever_the_page_says() {
    use unicode_width::UnicodeWidthStr;
    for width in [20, 33, 80, 200] {
        for report in [shop(), far_away(), hostile()] {
            let text = written(Format::Text, WriteOptions { width, ..all() }, &[report]);
            for line in text.lines() {
                assert!(line.width() <= width, "{width}: {line:?}");
            }
        }
    }
}

#[test]
fn formats_for_people_let_no_control_character_of_a_page_through() {
    for format in [Format::Text, Format::Md, Format::Html] {
        let text = written(format, all(), &[hostile()]);
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{format}: {text:?}");
    }
}

#[test]
fn text_in_color_makes_names_bold_and_closes_what_it_opens() {
    let mut report = shop();
    report.relations[0].rows.truncate(1);
    let text = written(Format::Text, WriteOptions { color: true, ..all() }, &[report]);
    let count = |code: &str| text.matches(code).count();
    assert_eq!(count("\x1b[1m") + count("\x1b[2m"), count("\x1b[0m"));
    assert!(text.starts_with("\x1b[1mAll products | Books to Scrape\x1b[0m"), "{text:?}");
    assert!(text.lines().all(|line| line.matches("\x1b[0m").count() * 2 == line.matches('\x1b').count()));
}

#[test]
fn text_says_when_there_is_nothing_at_a_rank() {
    let options = WriteOptions { select: "9".parse().unwrap(), ..WriteOptions::default() };
    let text = written(Format::Text, options, &[shop()]);
    assert!(text.ends_with("\nnothing at rank 9: this page has 3 relations\n"), "{text}");
}

#[test]
fn json_is_an_object_for_one_page() {
    insta::assert_snapshot!(written(Format::Json, WriteOptions::default(), &[unreadable()]));
}

#[test]
fn json_is_an_array_for_several_pages_or_none() {
    let pages = [unreadable(), unreadable(), unreadable()];
    insta::assert_snapshot!(written(Format::Json, WriteOptions::default(), &pages));
    assert_eq!(written(Format::Json, WriteOptions::default(), &[]), "[]\n");
}

#[test]
fn jsonl_is_the_contract_a_line_a_page() {
    insta::assert_snapshot!(written(Format::Jsonl, WriteOptions::default(), &[small_shop(), unreadable()]));
}

#[test]
fn json_reads_back_as_the_reports_it_was_written_from() {
    let pages = vec![shop(), far_away(), hostile(), unreadable()];
    let rounded: Vec<PageReport> =
        pages.iter().map(|p| serde_json::from_str(&serde_json::to_string(p).unwrap()).unwrap()).collect();
    let json = written(Format::Json, WriteOptions::default(), &pages);
    assert_eq!(serde_json::from_str::<Vec<PageReport>>(&json).unwrap(), rounded);
    let jsonl = written(Format::Jsonl, all(), &pages);
    let lines: Vec<PageReport> = jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, rounded);
}

#[test]
fn json_keeps_only_the_relation_of_the_rank_asked_for() {
    let options = WriteOptions { select: "2".parse().unwrap(), ..WriteOptions::default() };
    let report: PageReport = serde_json::from_str(&written(Format::Jsonl, options, &[shop()])).unwrap();
    assert_eq!(report.title, shop().title);
    assert_eq!(report.relations.len(), 1);
    assert_eq!(report.relations[0].method, "grid");
}

#[test]
fn csv_of_one_relation_is_a_plain_table() {
    insta::assert_snapshot!(written(Format::Csv, WriteOptions::default(), &[small_shop()]));
}

#[test]
fn csv_of_different_relations_is_one_flat_table() {
    let options = WriteOptions { links: true, ..all() };
    let csv = written(Format::Csv, options, &[small_shop(), hostile()]);
    // The values are raw; the snapshot should not act on whoever reads it.
    let acts = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    let shown = csv.chars().map(|c| if acts(c) { c.escape_unicode().to_string() } else { c.into() });
    insta::assert_snapshot!(shown.collect::<String>());
}

#[test]
fn markdown_of_one_page_has_no_heading() {
    insta::assert_snapshot!(written(Format::Md, all(), &[small_shop()]));
}

#[test]
fn markdown_of_several_pages_has_a_heading_for_each() {
    let pages = [hostile(), unreadable(), far_away()];
    insta::assert_snapshot!(written(Format::Md, WriteOptions::default(), &pages));
}

#[test]
fn html_is_one_page_that_needs_nothing_else() {
    insta::assert_snapshot!(written(Format::Html, all(), &[small_shop(), unreadable()]));
}

#[test]
fn html_lets_nothing_of_a_page_become_markup() {
    let html = written(Format::Html, all(), &[hostile()]);
    let body = html.split_once("<body>").unwrap().1;
    insta::assert_snapshot!(body);
    assert!(!body.contains("<script"));
    assert!(!body.contains("href=\"javascript") && !body.contains("href=\"data"));
}
