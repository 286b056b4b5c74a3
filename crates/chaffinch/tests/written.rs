//! Lines of JSON that are written straight from a page's bytes are those of the page's report.

use chaffinch::{Answer, RunOptions, Site};
use chaffinch_wrapper::{LearnSettings, Wrapper, learn, parse_gold};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// A wrapper that was learned from one page with these records.
fn wrapper(page: &str, records: &[Value], class: &str) -> Wrapper {
    let line = json!({"page": "example.html", "records": records}).to_string();
    let gold = parse_gold(&line).unwrap().remove(0);
    let report = learn(&[(gold, page.as_bytes().to_vec())], &LearnSettings::default()).unwrap();
    assert_eq!(report.wrapper.class_names(), class, "{report}");
    report.wrapper
}

/// Reads pages both ways, and says how many of them were written straight.
fn read_both_ways(wrapper: &Wrapper, pages: &[String]) -> usize {
    let folder = tempfile::tempdir().unwrap();
    for (number, page) in pages.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{number:02}.html")), page).unwrap();
    }
    let inputs = [folder.path().display().to_string()];
    let site = Site::from(wrapper.clone());
    let mut reports = Vec::new();
    let by_report = site.read(&inputs, &RunOptions::default(), |report| {
        reports.push(serde_json::to_string(&report).unwrap());
        ControlFlow::Continue(())
    });
    let (mut lines, mut straight) = (Vec::new(), 0);
    let by_line = site.read_found(&inputs, &RunOptions::default(), |answer| {
        lines.push(match answer {
            Answer::Report(report) => serde_json::to_string(&report).unwrap(),
            Answer::Found(page) => {
                straight += 1;
                let mut line = Vec::new();
                page.write(&site, &mut line).unwrap();
                String::from_utf8(line).unwrap()
            }
        });
        ControlFlow::Continue(())
    });
    assert_eq!(lines, reports);
    assert_eq!(format!("{by_line:?}"), format!("{by_report:?}"));
    straight
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!(
        "<html><body><h1>Feeders</h1><ul>\n{}</ul>\n<p>The end</p></body></html>",
        items.collect::<String>()
    )
}

#[test]
fn a_plain_list_is_written_as_its_report() {
    let item =
        |n: usize| format!("<li><b>Feeder {n}</b> <i>${n}.50</i> <u>2024-03-{:02}</u></li>\n", n % 28 + 1);
    let record = |n: usize| json!({"name": format!("Feeder {n}"), "price": format!("${n}.50"), "day": format!("2024-03-{:02}", n % 28 + 1)});
    let wrapper = wrapper(&list((1..9).map(item)), &(1..9).map(record).collect::<Vec<_>>(), "LR");
    let pages: Vec<String> = (1..5).map(|page| list((page..page + 300).map(item))).collect();
    assert_eq!(read_both_ways(&wrapper, &pages), 4);
}

#[test]
fn odd_texts_are_written_as_their_report() {
    let texts = [
        "Oak &amp; ash",
        "Caf\u{e9} \u{2003} wide",
        "a \"quoted\" \\ one",
        "two  spaces\n and a line",
        "Fee&eacute;",
        "<em>nested</em> text",
        "\u{416}\u{443}\u{43a}",
        "tab\tand \u{7f}",
        "&lt;b&gt;",
        "Feeder",
    ];
    let prices =
        ["$1,299.00", "€5", "£3.50", "$1.500", "5 EUR", "from $3", "$12.5", "12,50 €", "sold", "$0.99"];
    let item = |name: &str, price: &str| format!("<li><b>{name}</b> <i>{price}</i></li>\n");
    let plain = |n: usize| (format!("Feeder {n}"), format!("${n}.50"));
    let records: Vec<Value> =
        (1..12).map(plain).map(|(name, price)| json!({"name": name, "price": price})).collect();
    let example = list((1..12).map(plain).map(|(name, price)| item(&name, &price)));
    let wrapper = wrapper(&example, &records, "LR");
    let few = (1..60).map(|n| match n % 6 {
        0 => item(texts[n / 6], prices[n / 6]),
        _ => item(&plain(n).0, &plain(n).1),
    });
    let all = (0..40).map(|n| item(texts[n % 10], prices[(n * 7) % 10]));
    assert!(read_both_ways(&wrapper, &[list(few), list(all), "<p>nothing".to_owned(), example]) >= 2);
}

#[test]
fn links_and_images_are_written_as_their_report() {
    let item = |n: usize| {
        let more = match n % 4 {
            0 => format!("<a href='/more/{n}'>more</a> <img src=/i/{n}.png data-src=\"/i/{n}.png\">"),
            1 => format!("<A HREF=/item/{n}>again</A> <area href=/x><img srcset='a.png 1x, b.png 2x'>"),
            2 => "<abbr title='<a href=/no>'>x</abbr>".to_owned(),
            _ => String::new(),
        };
        format!(
            "<li><a class=t href=\"/item/{n}?a=1&amp;b=2\"><b>Feeder {n}</b></a> {more} <i>{n} left</i></li>\n"
        )
    };
    let record = |n: usize| json!({"name": format!("Feeder {n}"), "left": format!("{n} left")});
    let wrapper = wrapper(&list((1..9).map(item)), &(1..9).map(record).collect::<Vec<_>>(), "LR");
    assert_eq!(read_both_ways(&wrapper, &[list((1..150).map(item)), list((100..700).map(item))]), 2);
}

#[test]
fn missing_and_several_values_are_written_as_their_report() {
    let colours = |n: usize| ["red", "green", "blue"][..n % 4].to_vec();
    let item = |n: usize| {
        let colours: String = colours(n).iter().map(|colour| format!(" <em>{colour}</em>")).collect();
        let price = if n.is_multiple_of(3) { String::new() } else { format!(" <i>{n}</i>") };
        format!("<li><b>Feeder {n}</b>{price}{colours}</li>\n")
    };
    let record = |n: usize| {
        let price = (!n.is_multiple_of(3)).then(|| n.to_string());
        json!({"name": format!("Feeder {n}"), "price": price, "colour": colours(n)})
    };
    let wrapper = wrapper(&list((1..30).map(item)), &(1..30).map(record).collect::<Vec<_>>(), "X-LR");
    assert_eq!(read_both_ways(&wrapper, &[list((7..90).map(item))]), 1);
}
