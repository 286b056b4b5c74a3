//! Nested tuples give rows within rows.

use chaffinch_core::{CellContent, Relation, Row};
use chaffinch_wrapper::{LearnSettings, PageBytes, Wrapper, WrapperClass, learn, parse_gold};

/// A page of books, each with its chapters and their pages.
fn page(books: &[(&str, &[(&str, &str)])]) -> String {
    let chapter = |(title, page): &(&str, &str)| format!("<i>{title}</i> p. <u>{page}</u>\n");
    let book = |(name, chapters): &(&str, &[(&str, &str)])| {
        format!("<b>{name}</b>\n{}", chapters.iter().map(chapter).collect::<String>())
    };
    format!("<h1>Books</h1><p>\n{}<hr>", books.iter().map(book).collect::<String>())
}

type Book<'b> = (&'b str, &'b [(&'b str, &'b str)]);

const FIRST: [Book<'static>; 2] = [
    ("Finches", &[("Song", "3"), ("Nest", "40")]),
    ("Owls", &[("Night", "7"), ("Prey", "9"), ("Young", "31")]),
];
const SECOND: [Book<'static>; 2] = [("Wrens", &[("Tail", "12")]), ("Tits", &[("Seed", "5"), ("Oak", "16")])];

fn learned() -> Wrapper {
    let line = |name: &str, books: &[Book<'_>]| {
        let texts = |values: Vec<&str>| serde_json::json!(values);
        let records: Vec<_> = books
            .iter()
            .map(|(book, chapters)| {
                serde_json::json!({"book": book, "chapter": texts(chapters.iter().map(|c| c.0).collect()),
                    "page": texts(chapters.iter().map(|c| c.1).collect())})
            })
            .collect();
        serde_json::json!({"page": name, "records": records}).to_string()
    };
    let gold = parse_gold(&[line("a", &FIRST), line("b", &SECOND)].join("\n")).unwrap();
    let pages: Vec<_> = gold.into_iter().zip([page(&FIRST), page(&SECOND)].map(String::into_bytes)).collect();
    let settings = LearnSettings { class: Some(WrapperClass::NLr), ..LearnSettings::default() };
    learn(&pages, &settings).unwrap().wrapper
}

fn relation(wrapper: &Wrapper, html: &str) -> Relation {
    let page = PageBytes::from(html.as_bytes());
    wrapper.relation(wrapper.apply(&page), &page).unwrap()
}

fn names(columns: &[chaffinch_core::Column]) -> Vec<&str> {
    columns.iter().filter_map(|column| column.name.as_deref()).collect()
}

#[test]
fn what_repeats_together_is_a_column_of_rows() {
    let found = relation(&learned(), &page(&[("Larks", &[("Rise", "2"), ("Fall", "8"), ("Field", "11")])]));
    assert_eq!(names(&found.columns), ["book", "chapter"]);
    let Some(CellContent::Rows(inner)) = &found.rows[0].cells[1] else { panic!("{:?}", found.rows) };
    assert_eq!(names(&inner.columns), ["chapter", "page"]);
    let texts = |row: &Row| row.cells.iter().flatten().map(|cell| cell.text("")).collect::<Vec<_>>();
    assert_eq!(
        inner.rows.iter().map(texts).collect::<Vec<_>>(),
        [["Rise", "2"], ["Fall", "8"], ["Field", "11"]]
    );
}

#[test]
fn a_page_whose_records_have_one_inner_row_has_the_same_columns() {
    let found = relation(&learned(), &page(&[("Larks", &[("Rise", "2")]), ("Jays", &[("Acorn", "5")])]));
    assert_eq!(names(&found.columns), ["book", "chapter"]);
    assert!(matches!(&found.rows[1].cells[1], Some(CellContent::Rows(inner)) if inner.rows.len() == 1));
}

#[test]
fn flat_rows_repeat_what_a_record_has_once() {
    let found = relation(&learned(), &page(&[("Larks", &[("Rise", "2"), ("Fall", "8")])]));
    let flat = found.flat();
    assert_eq!(names(&flat.columns), ["book", "chapter", "page"]);
    let texts = |row: &Row| row.cells.iter().flatten().map(|cell| cell.text("")).collect::<Vec<_>>();
    assert_eq!(
        flat.rows.iter().map(texts).collect::<Vec<_>>(),
        [["Larks", "Rise", "2"], ["Larks", "Fall", "8"]]
    );
}
