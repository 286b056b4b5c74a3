//! Pages as no sane person writes them: real constructs, styles and structured data in the wrong places, sizes and numbers.

use crate::Choices;
use std::fmt::Write;

/// The most bytes of a page that is made. What a page repeats is cut there.
const MOST_BYTES: usize = 200_000;

/// A page made by these choices.
pub fn page(choices: &mut Choices<'_>) -> String {
    let mut html = String::new();
    html.push_str(choices.one(&[
        "<!doctype html>",
        "",
        "<!doctype html public \"-//W3C//DTD HTML 4.01//EN\">",
        "\u{feff}<html>",
    ]));
    head(choices, &mut html);
    // At least a list or table, so that methods have something to do.
    repeated(choices, &mut html);
    while !choices.is_used_up() && html.len() < MOST_BYTES {
        match choices.below(8) {
            0 | 1 => repeated(choices, &mut html),
            2 => table(choices, &mut html),
            3 => nested(choices, &mut html),
            4 => data(choices, &mut html),
            5 => lines(choices, &mut html),
            6 => raw(choices, &mut html),
            _ => element(choices, &mut html, 0),
        }
    }
    if choices.once_in(4) {
        let mut cut = choices.below(65_536) * html.len() / 65_536;
        while !html.is_char_boundary(cut) {
            cut -= 1;
        }
        html.truncate(cut);
    }
    html
}

const TAGS: [&str; 44] = [
    "div", "span", "p", "a", "b", "i", "table", "tr", "td", "th", "tbody", "thead", "caption", "col", "ul",
    "ol", "li", "dl", "dt", "dd", "h1", "h2", "pre", "br", "img", "input", "select", "option", "button",
    "form", "svg", "math", "template", "details", "summary", "iframe", "textarea", "center", "font", "nobr",
    "section", "article", "x-own", "fieldset",
];

const TEXTS: [&str; 24] = [
    "",
    " ",
    "word",
    "Name of thing",
    "12,50 EUR",
    "$3.99",
    "1.5 km",
    "2024-05-01",
    "5 May 2024",
    "4.5 / 5",
    "(12)",
    "Tel. +49 30 123456",
    "a:b",
    "Price: 5",
    "&nbsp;",
    "&#0;",
    "&#x10ffff;",
    "日本語 1,000円",
    "\u{202e}abc",
    "العربية ١٢٣",
    "\u{1b}[31m",
    "\u{301}\u{301}",
    "=1+1",
    "99999999999999999999999999999999999999",
];

const STYLES: [&str; 36] = [
    "display:flex",
    "display:inline-flex",
    "display:inline-table",
    "display:table-cell",
    "display:table-row",
    "display:grid",
    "display:contents",
    "display:none",
    "display:inline-block",
    "display:list-item",
    "float:left",
    "float:right;width:50%",
    "position:absolute;left:-9999px",
    "position:fixed;top:0",
    "position:relative;left:5em",
    "width:0",
    "width:99999999px",
    "height:1e30px",
    "font-size:0",
    "font-size:1000px",
    "margin:-50px",
    "padding:10%",
    "white-space:nowrap",
    "white-space:pre",
    "direction:rtl",
    "writing-mode:vertical-rl",
    "visibility:hidden",
    "transform:rotate(45deg) scale(0)",
    "overflow:hidden;max-width:1px",
    "columns:3",
    "letter-spacing:-5px",
    "line-height:0",
    "größe:1",
    "border:5px solid;border-collapse:collapse",
    "grid-template-columns:repeat(1000,1px)",
    "content:'x';z-index:2147483647",
];

const SELECTORS: [&str; 12] = [
    "*", "p::before", "li::after", "td", "div div", ":nth-child(2n+1)", ".c1", "#i", ":not(:has(*))",
    "tr:first-child>td", "@media print{a", "a:hover,",
];

const NUMBERS: [&str; 12] =
    ["1", "2", "0", "-1", "1000", "65535", "4294967295", "99999999999999999999", "1e9", "x", "", "3.5"];

fn head(choices: &mut Choices<'_>, html: &mut String) {
    let _ = write!(
        html,
        "<title>{}</title>",
        choices.one(&["", "The 10 best things", "Shop", "\u{1b}[2J", "5 ways"])
    );
    if choices.once_in(3) {
        let _ = write!(
            html,
            "<base href='{}'>",
            choices.one(&["//:0", "https://a.example/x/", "mailto:x", "data:,", "../"])
        );
    }
    for _ in 0..choices.below(4) {
        let content = choices.one(TEXTS.as_slice());
        let _ = write!(
            html,
            "<style>{}{{{};{};content:'{content}'}}",
            choices.one(&SELECTORS),
            choices.one(&STYLES),
            choices.one(&STYLES)
        );
        html.push_str(choices.one(&["</style>", "", "@import url(x);</style>", "/*</style>", "}}}</style>"]));
    }
}

/// The same thing several times, with differences.
fn repeated(choices: &mut Choices<'_>, html: &mut String) {
    let mut item = String::new();
    let (outer, inner) =
        (choices.one(&TAGS), choices.one(&["li", "div", "tr", "p", "a", "dt", "article", "span", "option"]));
    let _ = write!(item, "<{inner}{}>", attributes(choices));
    for _ in 0..1 + choices.below(5) {
        element(choices, &mut item, 1);
    }
    item.push_str(choices.one(&["", "</li>", "</div>", "</a>", "<b>", "<br>", "</tr>"]));
    let times = 1 << choices.below(8);
    let _ = write!(html, "<{outer}{}>", attributes(choices));
    for at in 0..times {
        if html.len() > MOST_BYTES {
            break;
        }
        html.push_str(&item.replace("word", &format!("word {at}")));
        if choices.once_in(8) {
            element(choices, html, 2);
        }
    }
    if !choices.once_in(4) {
        let _ = write!(html, "</{outer}>");
    }
}

fn table(choices: &mut Choices<'_>, html: &mut String) {
    let (rows, columns) = (choices.below(30), choices.below(12));
    let _ = write!(html, "<table{}>", attributes(choices));
    html.push_str(choices.one(&[
        "",
        "<caption>about",
        "<col span=4294967295>",
        "<colgroup span=9999999>",
        "<thead>",
        "<tr><th>Name<th>Price",
    ]));
    for _ in 0..rows {
        html.push_str(choices.one(&[
            "<tr>",
            "<tr>",
            "<tr>",
            "<tbody><tr>",
            "</table>",
            "<tr style='display:none'>",
        ]));
        for _ in 0..columns {
            html.push_str(choices.one(&["<td>", "<td>", "<th>", "</tr>"]));
            if choices.once_in(6) {
                let (name, number) =
                    (choices.one(&["colspan", "rowspan", "width", "height"]), choices.one(&NUMBERS));
                let _ = write!(html, "<td {name}={number}>");
            }
            html.push_str(choices.one(&TEXTS));
        }
    }
    html.push_str(choices.one(&["</table>", "", "<table>"]));
}

/// One element in another, many times.
fn nested(choices: &mut Choices<'_>, html: &mut String) {
    let (tag, attributes, text) = (choices.one(&TAGS), attributes(choices), choices.one(&TEXTS));
    let times = [1, 5, 20, 60, 200, 600][choices.below(6)];
    for _ in 0..times {
        let _ = write!(html, "<{tag}{attributes}>{text}");
    }
    if choices.once_in(2) {
        html.push_str(&format!("</{tag}>").repeat(times));
    }
}

fn lines(choices: &mut Choices<'_>, html: &mut String) {
    let times = [3, 30, 300, 2_000][choices.below(4)];
    let (text, end) =
        (choices.one(&TEXTS), choices.one(&["<br>", "\n", "<hr>", "<p>", " | ", "<wbr>", "&#10;"]));
    html.push_str(choices.one(&["<pre>", "<div>", "<td>", "<li>", ""]));
    for _ in 0..times {
        html.push_str(text);
        html.push_str(end);
    }
}

/// Data for machines, right and wrong.
fn data(choices: &mut Choices<'_>, html: &mut String) {
    const JSON: [&str; 12] = [
        "{\"@type\":\"Product\",\"name\":\"x\",\"offers\":{\"price\":\"5\",\"priceCurrency\":\"EUR\"}}",
        "[",
        "{",
        "]",
        "}",
        "\"a\":",
        "1e999",
        "null,",
        "{\"@graph\":[{\"@id\":\"#a\",\"a\":{\"@id\":\"#a\"}}]}",
        "\"\\ud800\",",
        "{\"items\":[{\"name\":\"a\",\"price\":1},{\"name\":\"b\",\"price\":2},{\"name\":\"c\",\"price\":3}]}",
        "\u{0}",
    ];
    html.push_str(choices.one(&[
        "<script type=application/ld+json>",
        "<script id=__NEXT_DATA__ type=application/json>",
        "<script>window.__STATE__=",
        "<div itemscope itemtype=https://schema.org/Product>",
        "<div vocab=https://schema.org/ typeof=Product><b property=name>x</b>",
    ]));
    let times = [1, 1, 3, 200][choices.below(4)];
    for _ in 0..1 + choices.below(6) {
        html.push_str(&choices.one(&JSON).repeat(times));
    }
    html.push_str(choices.one(&["</script>", "", "<b itemprop=name>y</b></div>"]));
}

/// Bytes as they are.
fn raw(choices: &mut Choices<'_>, html: &mut String) {
    let length = choices.below(64);
    html.push_str(&String::from_utf8_lossy(choices.take(length)));
}

fn element(choices: &mut Choices<'_>, html: &mut String, depth: usize) {
    let tag = choices.one(&TAGS);
    let _ = write!(html, "<{tag}{}>{}", attributes(choices), choices.one(&TEXTS));
    if depth < 4 {
        for _ in 0..choices.below(3) {
            element(choices, html, depth + 1);
        }
    }
    if !choices.once_in(4) {
        let _ = write!(html, "</{tag}>");
    }
}

fn attributes(choices: &mut Choices<'_>) -> String {
    let mut all = String::new();
    for _ in 0..choices.below(3) {
        let _ = match choices.below(8) {
            0 | 1 => write!(
                all,
                " class='{}'",
                choices.one(&["c1", "c2", "c1 c2", "price", "\u{1b}[31m", "größe", ""])
            ),
            2 | 3 => write!(all, " style=\"{};{}\"", choices.one(&STYLES), choices.one(&STYLES)),
            4 => write!(
                all,
                " href='{}'",
                choices.one(&["/x/1", "", "javascript:x", "//:0", "http://[", "?a=1&b=2", "#"])
            ),
            5 => write!(
                all,
                " {}={}",
                choices.one(&[
                    "width", "height", "colspan", "rowspan", "size", "border", "cellpadding", "start"
                ]),
                choices.one(&NUMBERS)
            ),
            6 => write!(
                all,
                " {}='{}'",
                choices.one(&[
                    "id", "title", "alt", "dir", "align", "hidden", "datetime", "content", "itemprop"
                ]),
                choices.one(&TEXTS)
            ),
            _ => write!(all, " src='{}'", choices.one(&["/i.png", "data:image/png;base64,AA", "", "//:0"])),
        };
    }
    all
}
