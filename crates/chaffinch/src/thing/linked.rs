//! Links whose address says what they lead to, as `/offices/graz` leads to a place, and the line below the heading.

use super::byline::is_writer;
use super::facts::{Facts, begins_with_by, tidy};
use super::forms::singular;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{ColumnType, FoundCell, NodeId, Page, Place, collapse_space};
use std::collections::HashSet;

/// Most characters of the text of such a link.
const LONGEST_TEXT: usize = 80;
/// How many parts of an address in front of the last one are read.
const PARTS: usize = 3;
/// Most characters and words of a line that says what a person is.
const LONGEST_BELOW: usize = 60;
const WORDS_BELOW: usize = 8;
/// Fewest letters of such a line.
const LETTERS_BELOW: usize = 2;
/// How many lines around the name its maker may stand, and most words of the maker's name.
const LINES_BESIDE: usize = 3;
const MOST_MAKER_WORDS: usize = 3;
/// Words in addresses of the pages that a shop has for each maker.
const SHOPS: [&str; 8] = ["store", "stores", "shop", "shops", "boutique", "brand", "brands", "tienda"];
/// How many levels above a text its button stands.
const BUTTON_LEVELS: usize = 4;

impl Facts<'_, '_> {
    /// What links lead to, by the parts of their addresses.
    pub fn take_linked(&mut self) {
        let (page, start) = (self.page(), self.subject.start());
        let own: Vec<(Meaning, NodeId)> = page
            .ids()
            .filter(|id| {
                *id > start
                    && page.is(*id, "a")
                    && !self.subject.is_beside(*id)
                    && self.survey.shows(&self.survey.subtree(*id))
            })
            .filter_map(|id| Some((address_meaning(page.attribute(id, "href")?)?, id)))
            .collect();
        // Beside what is sold stand those who sell or review it.
        let names = ["location", "expertise", "brand", "author", "company"];
        let sells = self.sells;
        for name in names.into_iter().filter(|name| !sells || matches!(*name, "brand" | "expertise")) {
            let mut texts: HashSet<String> = HashSet::new();
            let links = own.iter().filter(|(meaning, _)| meaning.name() == name).map(|(_, id)| *id);
            let mut cells: Vec<FoundCell> = links
                .map(|id| (id, FoundCell::shown(page, id, page.flat_text(id))))
                .filter(|(id, cell)| {
                    let is_named = matches!(name, "author" | "company");
                    !is_named || is_writer(&cell.text) && leads_to(page, *id, &cell.text)
                })
                .map(|(_, cell)| cell)
                .filter(|cell| is_name(&cell.text) && texts.insert(cell.text.to_lowercase()))
                .collect();
            // A thing has one maker and one author, and stands where the first link leads; what a person practises is many things.
            cells.truncate(if name == "expertise" { self.settings.max_items } else { 1 });
            if let Some(meaning) = Meaning::of(name) {
                self.add_meant(meaning, cells);
            }
        }
    }

    /// What links lead to whose address has a wanted name: `/teams/ulm-finches` leads to a team.
    pub fn take_wanted_links(&mut self) {
        let (page, start) = (self.page(), self.subject.start());
        let open: Vec<String> =
            self.wanted.iter().filter(|name| !self.is_told(name)).map(|name| singular(name)).collect();
        if open.is_empty() {
            return;
        }
        let mut found: Vec<(String, FoundCell)> = Vec::new();
        for id in page.ids().filter(|id| *id > start && page.is(*id, "a")) {
            let text = page.flat_text(id);
            let is_others = self.subject.is_beside(id) || self.subject.is_listed(id) && self.is_far(id);
            if !is_name(&text) || is_others {
                continue;
            }
            let path = path_of(page.attribute(id, "href").unwrap_or(""));
            let parts = path.split('/').filter(|part| !part.is_empty()).rev().skip(1).take(PARTS);
            let mut named = parts.map(|part| singular(&words_of(part)));
            let is_open = |part: &String| open.contains(part) && found.iter().all(|(name, _)| name != part);
            if let Some(name) = named.find(is_open) {
                found.push((name, FoundCell::shown(page, id, text)));
            }
        }
        for (name, cell) in found {
            let wanted = self.wanted.iter().find(|wanted| singular(wanted) == name).cloned();
            match wanted.as_deref().and_then(Meaning::of) {
                Some(meaning) => self.add_meant(meaning, vec![cell]),
                None => self.add(&wanted.unwrap_or(name), ColumnType::Text, vec![cell]),
            }
        }
    }

    /// Who makes the thing, where no label says so: the words with which its name begins also stand alone beside the name, or in the link
    /// to the maker's shop.
    pub fn take_maker(&mut self) {
        let Some(brand) = Meaning::of("brand").filter(|brand| !self.tells(*brand)) else { return };
        if !self.has("price") && !self.is_wanted("brand") {
            return;
        }
        let (stream, page) = (self.survey.stream(), self.page());
        let name: Vec<&str> = self.subject.name.text.split_whitespace().collect();
        let Some(heading) = self.subject.name.place.as_ref().and_then(Place::node) else { return };
        let own = stream.of_nodes(&self.survey.subtree(heading));
        let at = self.lines.partition_point(|line| line.end <= own.start);
        let near = at.saturating_sub(LINES_BESIDE)..self.lines.len().min(at + LINES_BESIDE + 1);
        for line in near.filter(|line| *line != at).map(|line| self.lines[line].clone()) {
            let text = collapse_space(&stream.text()[line.clone()].replace('\u{1f}', " "));
            let parts: Vec<_> = stream.nodes(&line).collect();
            let Some((node, _)) = parts.first().cloned() else { continue };
            if text.chars().count() > LONGEST_BELOW || self.subject.is_beside(node) || self.is_chosen(node) {
                continue;
            }
            let above = || page.ancestors(node).take(BUTTON_LEVELS);
            // Ways to a page name kinds of things, and the last of them may be the first word of a name.
            if above().any(|id| matches!(page.name(id), "li" | "ol" | "ul")) {
                continue;
            }
            let link = above().find(|id| page.is(*id, "a")).and_then(|id| page.attribute(id, "href"));
            let is_shop = || {
                let words = words_of(path_of(link.unwrap_or("")));
                words.split(' ').any(|word| SHOPS.contains(&word))
            };
            let said = words_of(&text);
            let begin = (1..=MOST_MAKER_WORDS.min(name.len().saturating_sub(1))).rev().find(|count| {
                let words = words_of(&name[..*count].join(" "));
                words.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS_BELOW
                    && (said == words || format!(" {said} ").contains(&format!(" {words} ")) && is_shop())
            });
            if let Some(count) = begin {
                let text = name[..count].join(" ");
                let cell = FoundCell { text, place: Some(Place::Texts(parts)), ..FoundCell::default() };
                return self.add_meant(brand, vec![cell]);
            }
        }
    }

    /// The line below the name, which says what a person is or what the page is for. Below the name of what is sold stand ways to buy it.
    pub fn take_line_below(&mut self) {
        if self.has("price") {
            return;
        }
        let stream = self.survey.stream();
        let Some(place) = self.subject.name.place.as_ref() else { return };
        let Some(heading) = place.node() else { return };
        let end = match place {
            Place::Shown(nodes) => stream.of_nodes(nodes).end,
            _ => stream.of_nodes(&(heading..NodeId::from_index(heading.index() + 1))).end,
        };
        let from = self.lines.partition_point(|line| line.start < end);
        for line in self.lines[from..].iter().take(self.settings.lines_below) {
            let text = collapse_space(&stream.text()[line.clone()].replace('\u{1f}', " "));
            let text = text.split(['|', '·', '•']).next().unwrap_or("").trim();
            let parts: Vec<_> = stream.nodes(line).collect();
            if parts.first().is_some_and(|(node, _)| self.is_line_below(text, *node)) {
                let cell = FoundCell {
                    text: text.to_owned(),
                    place: Some(Place::Texts(parts)),
                    ..FoundCell::default()
                };
                self.add("subtitle", ColumnType::Text, vec![tidy(cell)]);
                return;
            }
        }
    }

    /// Whether a text can say what the subject is: a few words, and nothing to click or to wait for.
    fn is_line_below(&self, text: &str, node: NodeId) -> bool {
        let page = self.page();
        let is_button = |id: NodeId| page.is(id, "button") || page.attribute(id, "role") == Some("button");
        let is_label = |id: NodeId| matches!(page.name(id), "dt" | "th" | "label");
        text.chars().count() <= LONGEST_BELOW
            && text.split(' ').count() <= WORDS_BELOW
            && text.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS_BELOW
            && !text.contains(|c: char| c.is_ascii_digit() || matches!(c, ':' | '@' | '?' | '!'))
            && !text.ends_with("...")
            && !begins_with_by(text)
            && !text.ends_with('…')
            && words_of(text) != words_of(&self.subject.name.text)
            && !self.subject.is_beside(node)
            && !self.seen.contains(&node)
            && !page.ancestors(node).take(BUTTON_LEVELS).any(|id| is_button(id) || is_label(id))
    }
}

/// Whether a link leads to the one that its text names, or to a number: not whatever stands on a profile leads to whose it is.
fn leads_to(page: &Page, link: NodeId, text: &str) -> bool {
    let path = page.attribute(link, "href").unwrap_or("");
    let path = path.split(['?', '#']).next().unwrap_or(path).trim_end_matches('/');
    let own = words_of(path.rsplit('/').next().unwrap_or(path));
    let (own, text): (String, String) = (own.replace(' ', ""), words_of(text));
    let is_named = text.split(' ').any(|word| word.chars().count() > 2 && own.contains(word));
    is_named || !own.contains(char::is_alphabetic)
}

/// The path of an address, without the host.
fn path_of(href: &str) -> &str {
    let path = href.split(['?', '#']).next().unwrap_or(href);
    path.split_once("://").map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path))
}

/// What a link leads to: the meaning of the nearest part of its path that has one, in front of the last part.
fn address_meaning(href: &str) -> Option<Meaning> {
    let mut parts = path_of(href).split('/').filter(|part| !part.is_empty()).rev();
    parts.next()?;
    parts.take(PARTS).find_map(|part| {
        let words = words_of(part);
        match words.as_str() {
            "offices" | "office" | "locations" | "location" => Meaning::of("location"),
            "brand" | "brands" | "manufacturer" | "manufacturers" | "vendor" | "vendors" | "marke"
            | "marken" | "marque" | "marques" | "marca" | "marcas" | "merk" | "merken" | "hersteller" => {
                Meaning::of("brand")
            }
            "company" | "companies" | "employer" | "employers" | "firma" | "entreprise" | "empresa" => {
                Meaning::of("company")
            }
            "author" | "authors" | "user" | "users" | "profile" | "profiles" | "member" | "members" | "u"
            | "autor" | "auteur" => Meaning::of("author"),
            _ => Meaning::of(&words).filter(|meaning| meaning.name() == "expertise"),
        }
    })
}

/// Whether the text of a link is a name and not a call such as "See all".
fn is_name(text: &str) -> bool {
    let chars = text.chars().count();
    (2..=LONGEST_TEXT).contains(&chars)
        && text.chars().any(char::is_alphabetic)
        && text.split(' ').count() <= WORDS_BELOW
        && Meaning::of(text).is_none()
}
