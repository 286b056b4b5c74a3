//! The author's style sheets, in the order of the cascade, as text.

use crate::StyleSheets;
use chaffinch_core::{Limits, NodeId, Page};

/// How deep style sheets may import each other.
const IMPORT_DEPTH: usize = 4;

/// Each `<style>` and each linked sheet that is at hand, with the node it belongs to, media
/// conditions wrapped around it and imports put in.
pub fn author_sheets(page: &Page, sheets: &dyn StyleSheets, limits: &Limits) -> Vec<(NodeId, String)> {
    let mut loader = Loader { sheets, budget: limits.style_bytes };
    let mut found = Vec::new();
    for id in page.ids() {
        let css = if page.is(id, "style") {
            let is_css = page.attribute(id, "type").is_none_or(is_css_type);
            is_css.then(|| {
                let css = page.children(id).map(|child| page.own_text(child)).collect::<String>();
                loader.with_imports(css, "", IMPORT_DEPTH)
            })
        } else if page.is(id, "link") {
            linked(page, id).and_then(|href| loader.load(href, IMPORT_DEPTH))
        } else {
            continue;
        };
        if let Some(css) = css.filter(|css| !css.trim().is_empty()) {
            found.push((id, in_media(page.attribute(id, "media"), css)));
        }
    }
    found
}

/// Each linked sheet that is at hand, imports put in, without its media condition.
pub fn linked_sheets(page: &Page, sheets: &dyn StyleSheets, limits: &Limits) -> Vec<(NodeId, String)> {
    let mut loader = Loader { sheets, budget: limits.style_bytes };
    let links = page.ids().filter(|id| page.is(*id, "link"));
    links.filter_map(|id| Some((id, loader.load(linked(page, id)?, IMPORT_DEPTH)?))).collect()
}

/// The address of a linked sheet that applies by default, unlike an alternate or disabled one.
fn linked(page: &Page, id: NodeId) -> Option<&str> {
    let rel = page.attribute(id, "rel")?.to_ascii_lowercase();
    let mut rels = rel.split_ascii_whitespace();
    let is_sheet = rels.clone().any(|r| r == "stylesheet") && !rels.any(|r| r == "alternate");
    let applies = is_sheet
        && page.attribute(id, "disabled").is_none()
        && page.attribute(id, "type").is_none_or(is_css_type);
    applies.then(|| page.attribute(id, "href")).flatten()
}

fn is_css_type(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.is_empty() || kind.eq_ignore_ascii_case("text/css")
}

fn in_media(media: Option<&str>, css: String) -> String {
    match media.map(str::trim).filter(|m| !m.is_empty() && !m.eq_ignore_ascii_case("all")) {
        // A brace would end the condition early.
        Some(media) if !media.contains(['{', '}']) => format!("@media {media} {{\n{css}\n}}"),
        _ => css,
    }
}

/// Loads sheets and what they import, up to a number of bytes in all.
struct Loader<'s> {
    sheets: &'s dyn StyleSheets,
    budget: usize,
}

impl Loader<'_> {
    fn load(&mut self, href: &str, depth: usize) -> Option<String> {
        let bytes = self.sheets.style_sheet(href).filter(|bytes| bytes.len() <= self.budget)?;
        self.budget -= bytes.len();
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        // Most sheets are UTF-8, and that is seen much faster than mended.
        let css = match std::str::from_utf8(bytes) {
            Ok(css) => css.to_owned(),
            Err(_) => String::from_utf8_lossy(bytes).into_owned(),
        };
        Some(self.with_imports(css, href, depth))
    }

    /// Puts the sheets that `css` imports in front of it. Imports stand before anything else.
    fn with_imports(&mut self, css: String, own_href: &str, depth: usize) -> String {
        let mut out = String::new();
        let mut rest = css.as_str();
        loop {
            rest = skip_space_and_comments(rest);
            if let Some(after) = strip_keyword(rest, "@charset") {
                rest = after.split_once(';').map_or("", |(_, tail)| tail);
            } else if let Some(after) = strip_keyword(rest, "@import") {
                let (rule, tail) = after.split_once(';').unwrap_or((after, ""));
                rest = tail;
                if depth > 0
                    && let Some((href, media)) = import_target(rule)
                    && let Some(imported) = self.load(&beside(own_href, href), depth - 1)
                {
                    out.push_str(&in_media(Some(media), imported));
                    out.push('\n');
                }
            } else {
                break;
            }
        }
        out.push_str(rest);
        out
    }
}

/// The address of an import as seen from the page: imports are relative to the sheet they stand in.
fn beside(own_href: &str, href: &str) -> String {
    let is_relative = !href.starts_with('/') && !href.contains("://") && !href.starts_with("data:");
    let folder = own_href.split(['?', '#']).next().and_then(|path| path.rsplit_once('/'));
    match folder {
        Some((folder, _)) if is_relative => format!("{folder}/{href}"),
        _ => href.to_owned(),
    }
}

fn skip_space_and_comments(mut css: &str) -> &str {
    loop {
        let trimmed = css.trim_start();
        let after = trimmed.strip_prefix("<!--").or_else(|| trimmed.strip_prefix("-->"));
        css = match (trimmed.strip_prefix("/*"), after) {
            (Some(comment), _) => comment.split_once("*/").map_or("", |(_, tail)| tail),
            (None, Some(after)) => after,
            (None, None) => return trimmed,
        };
    }
}

fn strip_keyword<'c>(css: &'c str, keyword: &str) -> Option<&'c str> {
    let head = css.get(..keyword.len())?;
    head.eq_ignore_ascii_case(keyword).then(|| &css[keyword.len()..])
}

/// The address and the media condition of an `@import` rule.
fn import_target(rule: &str) -> Option<(&str, &str)> {
    let rule = rule.trim();
    let inner = strip_keyword(rule, "url(");
    let (address, media) = match inner {
        Some(inner) => inner.split_once(')')?,
        None => {
            let quote = rule.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            rule[1..].split_once(quote)?
        }
    };
    let address = address.trim().trim_matches(['"', '\'']);
    let media = media.trim();
    // Layers and feature tests are not supported: the sheet is taken without them.
    let media = if media.starts_with("layer") || media.starts_with("supports") { "" } else { media };
    Some((address, media))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(&'static [(&'static str, &'static str)]);

    impl StyleSheets for Folder {
        fn style_sheet(&self, href: &str) -> Option<Vec<u8>> {
            self.0.iter().find(|(name, _)| *name == href).map(|(_, css)| css.as_bytes().to_vec())
        }
    }

    fn sheets(html: &str, folder: &'static [(&'static str, &'static str)]) -> Vec<String> {
        let page = chaffinch_page::parse_str(html);
        author_sheets(&page, &Folder(folder), &Limits::default()).into_iter().map(|(_, css)| css).collect()
    }

    #[test]
    fn sheets_come_in_document_order_with_their_media() {
        let html = "<link rel=stylesheet href=a.css media=print><style media=screen>b{}</style>\
                    <link rel='alternate stylesheet' href=a.css><link rel=stylesheet href=missing.css>";
        assert_eq!(sheets(html, &[("a.css", "a{}")]), ["@media print {\na{}\n}", "@media screen {\nb{}\n}"]);
    }

    #[test]
    fn imports_are_put_in_front_and_cannot_run_in_circles() {
        let folder: &[(&str, &str)] = &[
            ("a.css", "@charset 'utf-8'; @import url(b.css) print; a{}"),
            ("b.css", "@import 'b.css'; b{}"),
        ];
        let css = sheets("<link rel=stylesheet href=a.css>", folder).remove(0);
        assert!(css.starts_with("@media print {") && css.ends_with("a{}"), "{css}");
        assert!(css.matches("b{}").count() <= IMPORT_DEPTH + 1);
    }
}
