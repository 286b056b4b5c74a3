//! Columns of lists of posts, comments and other things that people write: invented pages.

use chaffinch_columns::{ColumnSettings, Table, align};
use chaffinch_structured::StructuredSettings;
use chaffinch_survey::{Record, Survey};

/// The columns of the `<article>`s of a page.
fn columns_of(html: &str) -> Table {
    let page = chaffinch_page::parse_str(html);
    let survey = Survey::new(&page, &StructuredSettings::default());
    let roots = page.ids().filter(|id| page.is(*id, "article"));
    let records: Vec<Record> = roots.map(|root| Record::new(survey.subtree(root))).collect();
    align(&survey, &records, &ColumnSettings::default())
}

/// The texts of a column, with `|` between several values of a cell.
fn texts(table: &Table, name: &str) -> Vec<String> {
    let at = table.columns.iter().position(|column| column.name.as_deref() == Some(name));
    let at = at.unwrap_or_else(|| panic!("no column {name}: {:?}", names(table)));
    let text = |row: &Vec<Vec<chaffinch_core::FoundCell>>| {
        row[at].iter().map(|cell| cell.text.clone()).collect::<Vec<_>>().join("|")
    };
    table.rows.iter().map(text).collect()
}

fn names(table: &Table) -> Vec<&str> {
    table.columns.iter().filter_map(|column| column.name.as_deref()).collect()
}

const SENTENCE: &str = "A long winter keeps the finches at the feeder until the first warm days of the year.";

/// What the people of a forum wrote, each with other elements.
fn written() -> [String; 4] {
    [
        format!("<p>{SENTENCE}</p><p>Has anybody seen one yet?</p>"),
        format!(
            "<blockquote class=quote><div class=title>Ada said:</div>Seen one?</blockquote>{SENTENCE} <a href=/map>Here</a> too."
        ),
        format!(
            "<p>{SENTENCE}</p><ul><li>Two at noon, near the old mill<li>One at dusk, by the pond</ul><pre>lat 48.1</pre>"
        ),
        format!("<p>{SENTENCE}<br>{SENTENCE}</p>"),
    ]
}

fn post(at: usize, body: &str) -> String {
    let (day, person) = (10 + at, ["Ada", "Ben", "Cyd", "Dan"][at]);
    format!(
        "<article><div class=who><a href=/u{at}>{person}</a></div><time>{day} May 2024</time>{body}<span>#{at}</span></article>"
    )
}

#[test]
fn a_post_is_one_value_whatever_stands_in_it() {
    let posts: String = written()
        .iter()
        .enumerate()
        .map(|(at, text)| post(at, &format!("<div class=post>{text}</div>")))
        .collect();
    let bodies = texts(&columns_of(&posts), "description");
    assert_eq!(bodies[0], format!("{SENTENCE} Has anybody seen one yet?"));
    assert_eq!(bodies[1], format!("Ada said: Seen one? {SENTENCE} Here too."));
    assert!(bodies[2].ends_with("by the pond lat 48.1"), "{bodies:?}");
    assert!(bodies.iter().all(|body| !body.contains('|')), "{bodies:?}");
}

#[test]
fn what_the_page_calls_a_text_is_one_in_every_post() {
    // The first post has no `itemprop`, because the page itself is about it.
    let body = |at: usize, text: &str| {
        let called = if at == 0 { "" } else { " itemprop=text" };
        post(at, &format!("<section class=body{called}><h4>Finches</h4><p>{text}</p><p>Bye.</p></section>"))
    };
    let posts: String = (0..4).map(|at| body(at, &format!("{SENTENCE} {at}"))).collect();
    let expected: Vec<String> = (0..4).map(|at| format!("Finches {SENTENCE} {at} Bye.")).collect();
    assert_eq!(texts(&columns_of(&posts), "text"), expected);
}

#[test]
fn the_fields_of_cards_are_no_post() {
    let card = |at: usize, more: &str| {
        format!(
            "<article><div class=card><h3><a href=/{at}>Feeder {at}</a></h3><p class=about>{SENTENCE} Size {at}.</p>{more}<p class=price>$1{at}.50</p></div></article>"
        )
    };
    let more =
        ["", "<p class=note>Only two left</p>", "<span class=flag>New</span>", "<p class=note>Back soon</p>"];
    let cards: String = more.iter().enumerate().map(|(at, more)| card(at, more)).collect();
    let table = columns_of(&cards);
    assert_eq!(texts(&table, "name"), ["Feeder 0", "Feeder 1", "Feeder 2", "Feeder 3"]);
    assert_eq!(texts(&table, "price"), ["$10.50", "$11.50", "$12.50", "$13.50"]);
    assert_eq!(texts(&table, "description")[3], format!("{SENTENCE} Size 3."));
}

#[test]
fn ranks_of_members_are_no_names() {
    let ranks = ["New member", "Member", "New member", "Member", "Member", "New member", "Member", "Member"];
    let post = |(at, rank): (usize, &&str)| {
        let text = format!("{SENTENCE} {at} {SENTENCE}");
        format!("<article><h5>{rank}</h5><p>{text}</p><i>#{at}</i></article>")
    };
    let table = columns_of(&ranks.iter().enumerate().map(post).collect::<String>());
    assert!(!names(&table).contains(&"name"), "{:?}", names(&table));
}

#[test]
fn words_that_only_lead_to_a_value_are_its_label() {
    let article = |at: usize, more: &str| {
        format!(
            "<article><h3><a href=/{at}>Finches of spring {at}</a></h3><p>by <a href=/a>Ada Marsh</a>{more} \
             in <a href=/t{at}>Topic {at}</a></p></article>"
        )
    };
    let more = ["", " and <a href=/b>Ben Field</a>", "", ""];
    let table = columns_of(&more.iter().enumerate().map(|(at, more)| article(at, more)).collect::<String>());
    assert_eq!(texts(&table, "author"), ["Ada Marsh", "Ada Marsh|Ben Field", "Ada Marsh", "Ada Marsh"]);
    assert!(!names(&table).contains(&"other"), "{:?}", names(&table));
}
