//! A page to send around: the page, its boxes and its tables in one file that works without a server.

use super::{Remote, frame_document, frame_policy, harmless, is_quirky};
use crate::{Page, PageReport};
use chaffinch_core::NodeId;
use chaffinch_input::Resources;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The script of the file outside the frame.
const SCRIPT: &str = include_str!("report.js");
/// Its style.
const STYLE: &str = include_str!("report.css");
/// There is no server that could make a new one each time, and nothing that it would keep out: the frame has no origin, and no script of the
/// page is handed over.
const NONCE: &str = "chaffinch";

/// One HTML file with a page and the report on it: the page on one side, the relations on the other, each row and cell lighting up in its
/// place. It has no address outside itself.
pub fn report_page(page: &Page, resources: &Resources, report: &PageReport) -> String {
    let nodes = harmless(page, resources, report.url.as_deref(), Remote::Blocked);
    let frame = frame_document(&nodes, is_quirky(page), NONCE);
    let policy = frame_policy(NONCE, Remote::Blocked);
    // The policy of a document without a server stands in the document.
    let frame = frame.replacen(
        "<head>",
        &format!("<head><meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"),
        1,
    );
    // Whoever gets the file need not know in which folder its page lay.
    let input = match report.input.contains("://") {
        true => report.input.as_str(),
        false => report.input.rsplit(['/', '\\']).next().unwrap_or_default(),
    };
    let mut told = json!(report);
    told["input"] = json!(input);
    let data = in_script(&json!({ "report": told, "places": places(page, report) }));
    let title = escaped(report.title.as_deref().unwrap_or(input));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-{NONCE}'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1><p id=\"about\"></p></header>\n<main>\n\
         <iframe id=\"page\" title=\"The page\" sandbox=\"allow-scripts\" srcdoc=\"{}\"></iframe>\n\
         <section id=\"found\" aria-label=\"What was found\"></section>\n</main>\n\
         <script nonce=\"{NONCE}\">const DATA = {data};\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(&frame)
    )
}

/// For each relation of a report the numbers of the nodes of its rows and cells.
///
/// ```
/// use chaffinch::{Document, Engine, Settings, show};
/// let engine = Engine::new(Settings::default()).unwrap();
/// let html = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>";
/// let page = engine.render(Document::from_html("cities.html", html)).unwrap().page;
/// let report = engine.read(Document::from_html("cities.html", html));
/// let places = show::places(&page, &report);
/// assert_eq!(places[0]["rows"].as_array().unwrap().len(), 2);
/// ```
pub fn places(page: &Page, report: &PageReport) -> Vec<Value> {
    let mut wanted: HashMap<&str, Option<usize>> = HashMap::new();
    for relation in &report.relations {
        wanted.insert(&relation.xpath, None);
        for row in &relation.rows {
            wanted.extend(row.xpaths.iter().map(|path| (path.as_str(), None)));
            let cells = row.cells.iter().flatten().flat_map(|content| content.cells());
            wanted.extend(cells.filter_map(|cell| Some((cell.xpath.as_deref()?, None))));
        }
    }
    // Making a path costs its depth; there is no other way back from paths to nodes that is linear in long lists.
    for node in page.ids().skip(1) {
        if let Some(place) = wanted.get_mut(page.xpath(node).as_str()) {
            *place = Some(node.index());
        }
    }
    if let Some(place) = wanted.get_mut("/") {
        *place = Some(NodeId::DOCUMENT.index());
    }
    let number = |path: &str| wanted.get(path).copied().flatten();
    let relation = |relation: &crate::Relation| {
        let row =
            |row: &crate::Row| -> Vec<usize> { row.xpaths.iter().filter_map(|path| number(path)).collect() };
        let cells = |row: &crate::Row| -> Vec<Vec<usize>> {
            let places = |content: &Option<crate::CellContent>| {
                let cells = content.iter().flat_map(|content| content.cells());
                cells.filter_map(|cell| number(cell.xpath.as_deref()?)).collect()
            };
            row.cells.iter().map(places).collect()
        };
        json!({
            "root": number(&relation.xpath),
            "rows": relation.rows.iter().map(row).collect::<Vec<_>>(),
            "cells": relation.rows.iter().map(cells).collect::<Vec<_>>(),
        })
    };
    report.relations.iter().map(relation).collect()
}

/// JSON that may stand in a script.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Engine, Settings};

    #[test]
    fn a_report_is_one_file_that_no_page_can_break_out_of() {
        let html = "<title></title></iframe><script>alert(1)</script></title><h1>&lt;script>alert(2)</script></h1>\
            <ul><li>Tea &quot;><script>alert(3)</script><li>Cake<li>Soup</ul>";
        let engine = Engine::new(Settings::default()).unwrap();
        let page = engine.render(Document::from_html("\"><script>alert(4)</script>", html)).unwrap().page;
        let report = engine.read(Document::from_html("\"><script>alert(4)</script>", html));
        let file = report_page(&page, &Resources::none(), &report);
        assert_eq!(file.matches("<script").count(), 1, "the script of the file, and nothing else");
        assert_eq!(file.matches("</iframe>").count(), 1);
        assert!(!file.contains("src=\"http") && !file.contains("href=\"http"));
    }

    #[test]
    fn a_report_does_not_say_in_which_folder_its_page_lay() {
        let engine = Engine::new(Settings::default()).unwrap();
        let document =
            || Document::from_html("/home/somebody/secret/list.html", "<ul><li>Tea<li>Cake<li>Soup</ul>");
        let page = engine.render(document()).unwrap().page;
        let file = report_page(&page, &Resources::none(), &engine.read(document()));
        assert!(file.contains("list.html") && !file.contains("secret"));
    }
}
