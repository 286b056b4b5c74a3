//! How to reach the thing: e-mail and telephone by links and by their form, postal addresses over several lines, moments by `<time>`.

use super::facts::{Facts, is_length, tidy};
use chaffinch_columns::{Markup, Meaning, words_of};
use chaffinch_core::{ColumnType, FoundCell, NodeId, Place, Value, collapse_space};
use chaffinch_values::{is_email, phone};

/// Most lines of a postal address.
const ADDRESS_LINES: usize = 5;
/// How many levels above an address's first line the others may stand.
const ADDRESS_LEVELS: usize = 5;
/// Most characters of a line of an address.
const LONGEST_LINE: usize = 120;

impl Facts<'_, '_> {
    /// Links to mail and telephone, numbers by their form, addresses and moments; those behind the main heading first.
    pub fn take_contact(&mut self) {
        // Beside what is sold stands how to reach the shop.
        if self.sells && self.wanted.is_empty() {
            return;
        }
        let page = self.page();
        let start = self.subject.start();
        let near = |id: &NodeId| *id > start && !self.subject.is_beside(*id);
        let (own, others): (Vec<NodeId>, Vec<NodeId>) =
            page.ids().filter(|id| matches!(page.name(*id), "a" | "time")).partition(near);
        self.take_links(&own);
        self.take_phone_by_form();
        self.take_links(&others);
        self.take_address_by_markup();
    }

    fn take_links(&mut self, nodes: &[NodeId]) {
        let page = self.page();
        for id in nodes.iter().copied() {
            if page.is(id, "time") {
                self.take_time(id);
                continue;
            }
            let href = page.attribute(id, "href").unwrap_or("").trim();
            if let Some(mail) = href.strip_prefix("mailto:") {
                let text = page.flat_text(id);
                let mail = mail.split('?').next().unwrap_or(mail).trim().to_owned();
                let text = if is_email(&text) { text } else { mail };
                if is_email(&text) {
                    let link = Some(href.to_owned());
                    let cell = FoundCell { link, ..FoundCell::shown(page, id, text) };
                    self.add("email", ColumnType::Email, vec![cell]);
                }
            } else if let Some(number) = href.strip_prefix("tel:") {
                let text = page.flat_text(id);
                let text = if phone(&text).is_some() { text } else { number.trim().to_owned() };
                if !self.is_fax(id) {
                    self.add("telephone", ColumnType::Phone, vec![tidy(FoundCell::shown(page, id, text))]);
                }
            }
        }
    }

    fn take_time(&mut self, id: NodeId) {
        let page = self.page();
        let text = page.flat_text(id);
        // An element of times may say how long something takes.
        let takes =
            page.attribute(id, "datetime").is_some_and(|length| length.trim().starts_with(['P', 'p']))
                || is_length(&text);
        if text.is_empty() || takes || !self.survey.shows(&self.survey.subtree(id)) {
            return;
        }
        let value = page.attribute(id, "datetime").map(|moment| Value::Text(moment.trim().to_owned()));
        let cell = FoundCell { value, ..FoundCell::shown(page, id, text) };
        self.add("datePublished", ColumnType::Date, vec![cell]);
    }

    /// The thing's own website: a link to another host behind the heading that shows its address, or that is called a website.
    pub fn take_website(&mut self) {
        let (page, start) = (self.page(), self.subject.start());
        let found = page.ids().filter(|id| *id > start && page.is(*id, "a")).find(|id| {
            let text = page.flat_text(*id);
            let leads_out = page.attribute(*id, "href").is_some_and(leads_out);
            leads_out
                && !self.subject.is_beside(*id)
                && !self.subject.is_listed(*id)
                && (is_host(&text) || SITES.contains(&words_of(&text).as_str()))
        });
        if let Some(id) = found {
            self.add_site("website", vec![FoundCell::shown(page, id, page.flat_text(id))]);
        }
    }

    /// Adds an address under its label: the one that is shown, or else the one that the shown words lead to.
    pub fn add_site(&mut self, label: &str, cells: Vec<FoundCell>) {
        let page = self.page();
        let address = |cell: FoundCell| {
            let near = |node: NodeId| {
                let inner = page.subtree(node);
                page.ancestors(node).take(2).chain(inner).find(|id| page.is(*id, "a"))
            };
            let first = match cell.place.as_ref()? {
                Place::Shown(nodes) => Some(nodes.start),
                place => place.node(),
            };
            let link = first.and_then(near).and_then(|id| page.attribute(id, "href")).map(str::to_owned);
            let text = match &link {
                _ if is_host(&cell.text) => cell.text.clone(),
                Some(link) if leads_out(link) => link.clone(),
                _ => return None,
            };
            let value = Some(Value::Text(link.clone().unwrap_or_else(|| text.clone())));
            Some(FoundCell { text, value, link, ..cell })
        };
        self.add(label, ColumnType::Url, cells.into_iter().filter_map(address).collect());
    }

    /// Whether the number in a link is said to be a fax.
    fn is_fax(&self, id: NodeId) -> bool {
        let (stream, page) = (self.survey.stream(), self.page());
        let range = stream.of_nodes(&(id..page.node(id).end));
        let line = stream.line(range.start);
        stream.text()[line.start..range.start.max(line.start)].to_lowercase().contains("fax")
    }

    /// The first line behind the heading that is nothing but a telephone number.
    fn take_phone_by_form(&mut self) {
        if self.has("telephone") {
            return;
        }
        let (stream, start) = (self.survey.stream(), self.subject.start());
        for at in 0..self.lines.len() {
            let line = self.lines[at].clone();
            let text = stream.text()[line.clone()].trim();
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            if !(7..=15).contains(&digits) || text.len() > 25 || phone(text).is_none() {
                continue;
            }
            let parts: Vec<_> = stream.nodes(&line).collect();
            let Some((node, _)) = parts.first().cloned() else { continue };
            if node < start
                || self.subject.is_beside(node)
                || self.seen.contains(&node)
                || self.is_told_fax(at)
            {
                continue;
            }
            let cell = FoundCell {
                text: collapse_space(text),
                place: Some(Place::Texts(parts)),
                ..FoundCell::default()
            };
            self.add("telephone", ColumnType::Phone, vec![cell]);
            return;
        }
    }

    /// Whether the line above says that a number is a fax.
    fn is_told_fax(&self, at: usize) -> bool {
        let above = at.checked_sub(1).map(|above| self.lines[above].clone());
        let fax = Meaning::of("fax");
        above.is_some_and(|line| Meaning::of(self.survey.stream().text()[line].trim()) == fax)
    }

    /// The address in an `<address>` element or in one whose class says so.
    fn take_address_by_markup(&mut self) {
        if self.has("address") {
            return;
        }
        let markup = Markup::new(self.page());
        let address = Meaning::of("address");
        let (stream, start) = (self.survey.stream(), self.subject.start());
        for at in 0..self.lines.len() {
            let line = self.lines[at].clone();
            let Some((node, _)) = stream.nodes(&line).next() else { continue };
            if node < start || self.subject.is_beside(node) || self.subject.is_listed(node) {
                continue;
            }
            let has_digit = stream.text()[line.clone()].contains(|c: char| c.is_ascii_digit());
            let says = markup.meaning(&[node]) == address;
            let next_has_digit = || {
                self.lines.get(at + 1).is_some_and(|next| {
                    stream.text()[next.clone()].contains(|c: char| c.is_ascii_digit())
                        && stream
                            .nodes(next)
                            .next()
                            .is_some_and(|(node, _)| markup.meaning(&[node]) == address)
                })
            };
            if says && (has_digit || next_has_digit()) && self.take_address(at, line.start) {
                return;
            }
        }
    }

    /// Adds the postal address that begins at a place of a line, with the lines below that belong to it. Returns whether there is one.
    pub fn take_address(&mut self, at: usize, from: usize) -> bool {
        let (stream, page) = (self.survey.stream(), self.page());
        // A label may stand alone on its line.
        let first = if from >= self.lines[at].end { at + 1 } else { at };
        let Some(line) = self.lines.get(first).cloned() else { return false };
        let Some((top, _)) = stream.nodes(&(from..line.end)).next() else { return false };
        let mut texts: Vec<String> = Vec::new();
        let mut places = Vec::new();
        for below in first..self.lines.len().min(first + ADDRESS_LINES) {
            let mut range = self.lines[below].clone();
            range.start = range.start.max(from);
            let text = collapse_space(&stream.text()[range.clone()].replace('\u{1f}', " "));
            let Some((node, _)) = stream.nodes(&range).next() else { break };
            let common = page.common_ancestor(top, node);
            if self.subject.heading.is_some_and(|heading| page.contains(heading, node)) {
                break;
            }
            let near = common == top || page.ancestors(top).take(ADDRESS_LEVELS).any(|above| above == common);
            let is_label = text.contains([':', '：']) || Meaning::of(&text).is_some();
            let is_link = below > first && page.ancestors(node).take(2).any(|above| page.is(above, "a"));
            let is_other = is_label || is_link || phone(&text).is_some() || is_email(&text);
            if !near || text.chars().count() > LONGEST_LINE || is_other {
                // The label of the address itself may be the first line of its element.
                if below == first && is_label && texts.is_empty() && text.ends_with([':', '：']) {
                    continue;
                }
                break;
            }
            let ends = !texts.is_empty() && has_postal_code(&text);
            texts.push(text);
            places.extend(stream.nodes(&range));
            if ends {
                break;
            }
        }
        let text = texts.join(" ");
        if !text.contains(|c: char| c.is_ascii_digit()) || !text.chars().any(char::is_alphabetic) {
            return false;
        }
        self.seen.extend(places.iter().map(|(node, _)| *node));
        let cell = FoundCell { text, place: Some(Place::Texts(places)), ..FoundCell::default() };
        self.add("address", ColumnType::Text, vec![cell]);
        true
    }
}

/// What links to the website of a thing say.
const SITES: [&str; 12] = [
    "website", "web site", "official website", "official site", "visit website", "visit the website",
    "homepage", "home page", "visit site", "webseite", "site web", "sitio web",
];

/// Whether an address names a host, as those of other sites do.
fn leads_out(address: &str) -> bool {
    ["http://", "https://", "//", "www."].iter().any(|begin| address.starts_with(begin))
}

/// Whether a text is an address as people write it: `www.example.org`, `example.org/finches`.
fn is_host(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or(text.strip_prefix("http://")).unwrap_or(text);
    let host = rest.split('/').next().unwrap_or(rest);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let parts: Vec<&str> = host.split('.').collect();
    let is_end = |end: &str| (2..=6).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_lowercase());
    parts.len() >= 2
        && !text.contains(char::is_whitespace)
        && host.chars().all(is_plain)
        && parts.iter().all(|part| !part.is_empty())
        && parts.last().is_some_and(|end| is_end(end))
}

/// Whether a line has a number that may be a postal code: at least four digits, perhaps with letters.
fn has_postal_code(line: &str) -> bool {
    line.split(|c: char| c.is_whitespace() || c == ',').any(|word| {
        word.bytes().filter(u8::is_ascii_digit).count() >= 4
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    })
}
