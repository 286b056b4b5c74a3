//! Made-up reports that the tests share.
#![allow(dead_code, reason = "each test file uses some of them")]

use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, PageReport, Rect, Relation, RelationKind, Row, Span, Value,
};

/// A shop with many books, a table of contents and a detail beside them.
pub fn shop() -> PageReport {
    let books = [
        ("A Light in the Attic", 51.77, "Three", "Shel Silverstein"),
        ("Tipping the Velvet", 53.74, "One", "Sarah Waters"),
        ("Soumission", 50.1, "One", "Michel Houellebecq"),
        (
            "Sapiens: A Brief History of Humankind, Illustrated Anniversary Edition",
            54.23,
            "Five",
            "Yuval N. Harari",
        ),
    ];
    let mut rows = Vec::new();
    for i in 0..24 {
        let (title, price, stars, author) = books[i % books.len()];
        let at = 1000 + 200 * i as u32;
        rows.push(row([
            Some(CellContent::One(Cell {
                link: Some(format!("../book_{i}/index.html")),
                xpath: Some(format!("/html/body/ol/li[{}]/h3/a", i + 1)),
                span: Some(Span::new(at, at + title.len() as u32)),
                rect: Some(Rect::new(20.0, 40.0 * i as f32, 180.0, 18.5)),
                ..cell(title)
            })),
            Some(money(price + i as f64, "£", "GBP")),
            (i != 2).then(|| text(stars)),
            Some(text(author)),
        ]));
    }
    let columns = vec![
        Column::text("title"),
        Column::new(Some("price".into()), ColumnType::Money),
        Column::text("rating"),
        Column::new(None, ColumnType::Text),
    ];
    let mut report = page("books/index.html", "All products | Books to Scrape");
    report.url = Some("https://books.example/catalogue/page-1.html".into());
    report.relations = vec![
        Relation { score: 0.934, ..relation(RelationKind::Records, "depta", columns, rows) },
        Relation { title: Some("Opening hours".into()), ..hours() },
        film(),
    ];
    report
}

/// A table without links or units.
pub fn hours() -> Relation {
    let rows = [("Monday", Some("9–17")), ("Sunday", None), ("Holidays", Some(""))];
    let rows = rows.map(|(day, open)| row([Some(text(day)), open.map(text)]));
    relation(RelationKind::Table, "grid", vec![Column::text("day"), Column::text("open")], rows.into())
}

/// The one thing a page is about, with several values for one attribute and a long one.
pub fn film() -> Relation {
    let plot = "A retired cat burglar named John Robie must catch an impostor who copies his style among the \
                wealthy tourists of the French Riviera, before the police decide that he has taken up his old \
                trade again; meanwhile an heiress with a taste for danger takes an interest in him.";
    let values = [
        ("name", ColumnType::Text, Some(text("To Catch a Thief"))),
        ("actor", ColumnType::Text, Some(CellContent::Many(vec![cell("Cary Grant"), cell("Grace Kelly")]))),
        ("released", ColumnType::Date, Some(dated("5 August 1955", "1955-08-05"))),
        ("sequel", ColumnType::Text, None),
        ("description", ColumnType::Text, Some(text(plot))),
    ];
    let columns = values.iter().map(|(name, kind, _)| Column::new(Some((*name).into()), *kind)).collect();
    let title = Some("Movie".into());
    let rows = vec![row(values.map(|(_, _, value)| value))];
    Relation { title, ..relation(RelationKind::Detail, "jsonld", columns, rows) }
}

/// Wide letters, letters of several characters, right-to-left text.
pub fn far_away() -> PageReport {
    let columns = vec![
        Column::text("都市"),
        Column::new(Some("人口".into()), ColumnType::Number),
        Column::text("説明"),
    ];
    let rows = vec![
        row([
            Some(text("東京")),
            Some(number("13,960,000", 13_960_000.0)),
            Some(text("日本の首都である。".repeat(8).as_str())),
        ]),
        row([Some(text("القاهرة")), Some(number("9.5M", 9_500_000.0)), Some(text("👩‍👩‍👧‍👦 family, é, ｆｕｌｌ"))]),
        row([Some(text("São Paulo")), None, None]),
    ];
    let mut report = page("cities.html", "世界の都市");
    report.relations = vec![relation(RelationKind::Table, "grid", columns, rows)];
    report
}

/// A page that tries to break out of every format.
pub fn hostile() -> PageReport {
    let script = "<script>alert('x')</script>";
    let columns = vec![Column::text("a|b,\"c\"\n<i>"), Column::text("a|b,\"c\" <i>"), Column::text("=cmd()")];
    let linked = |label: &str, link: &str| CellContent::One(Cell { link: Some(link.into()), ..cell(label) });
    let rows = vec![
        row([Some(text(script)), Some(text("\x1b[2J\x1b]0;owned\x07 red \u{9b}31m")), Some(text("=1+1"))]),
        row([
            Some(linked("click", "javascript:alert(1)")),
            Some(linked("click [here](x) | now", " java\tscript:alert(1)")),
            Some(linked("image", "data:text/html,<b>")),
        ]),
        row([
            Some(linked("a & b &amp; c", "https://a.example/?q=\"><script>&x=(1)|2")),
            Some(linked("encoded", "&#106;avascript:alert(1)")),
            Some(text("line\r\nbreak\rand \"quotes\", 'more'; `code` *bold* \\ \u{202e}txt")),
        ]),
        row([Some(text("")), None, Some(CellContent::Many(vec![cell("one; two"), cell("three")]))]),
    ];
    let mut report = page("evil\x1b[31m.html", "</title><script>alert(1)</script> ## \x1b[1m");
    let hostile = relation(RelationKind::Records, "<b>m</b>\x1b[0m", columns, rows);
    report.relations = vec![Relation { title: Some("**T** <img src=x onerror=y>".into()), ..hostile }];
    report
}

/// A page that could not be read.
pub fn unreadable() -> PageReport {
    PageReport { errors: vec!["the page is empty".to_owned().into()], ..PageReport::new("empty.html") }
}

pub fn page(input: &str, title: &str) -> PageReport {
    PageReport { title: Some(title.into()), renderer: "embedded".into(), ..PageReport::new(input) }
}

pub fn relation(kind: RelationKind, method: &str, columns: Vec<Column>, rows: Vec<Row>) -> Relation {
    Relation {
        template: Default::default(),
        kind,
        method: method.into(),
        score: 0.75,
        title: None,
        facts: Default::default(),
        xpath: "/html/body/div".into(),
        rect: Some(Rect::new(0.0, 10.0, 800.0, 600.25)),
        columns,
        rows,
    }
}

pub fn row(cells: impl IntoIterator<Item = Option<CellContent>>) -> Row {
    let cells: Vec<Option<CellContent>> = cells.into_iter().collect();
    let texts: Vec<String> = cells.iter().flatten().map(|cell| cell.text(" ")).collect();
    Row { xpaths: vec!["/html/body/div/p[1]".into()], text: texts.join(" "), cells, ..Row::default() }
}

pub fn cell(text: &str) -> Cell {
    Cell { text: text.into(), ..Cell::default() }
}

pub fn text(text: &str) -> CellContent {
    CellContent::One(cell(text))
}

pub fn number(text: &str, value: f64) -> CellContent {
    CellContent::One(Cell { value: Some(Value::Number(value)), ..cell(text) })
}

pub fn money(value: f64, sign: &str, unit: &str) -> CellContent {
    let text = format!("{sign}{value:.2}");
    CellContent::One(Cell { value: Some(Value::Number(value)), unit: Some(unit.into()), ..cell(&text) })
}

pub fn dated(text: &str, iso: &str) -> CellContent {
    CellContent::One(Cell { value: Some(Value::Text(iso.into())), ..cell(text) })
}
