//! Pages about one thing: everything that a page says about its subject, as one record.
//!
//! The subject's name is the page's main heading. Structured data about it comes first, then labels with values (`<dt>`, two-column
//! tables, `Label: value`), lists below headings such as "Ingredients", and what markup and links say: `mailto:`, `tel:`, `<time>`, classes.

use chaffinch_columns::{Markup, Meaning, words_of};
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, FoundRow, Method, NodeId, Page, Place, RelationKind, Value,
    collapse_space,
};
use chaffinch_survey::Survey;
use chaffinch_values::{decimal_mark, is_email, phone, read_as};
use std::collections::{HashMap, HashSet};

/// How a page about one thing is read.
#[derive(Debug, Clone, PartialEq)]
pub struct ThingSettings {
    /// Most characters of a label.
    pub longest_label: usize,
    /// Most characters of a value beside a label.
    pub longest_value: usize,
    /// Most attributes of a thing.
    pub max_attributes: usize,
    /// Most items of a list below a heading.
    pub max_items: usize,
    /// How sure it is that a page with a main heading is about one thing, 0 to 1.
    pub score: f32,
    /// How sure it is of a page that sells a thing.
    pub sure: f32,
    /// How probable a value must be that only a learned model reads.
    pub sure_model: f32,
}

impl Default for ThingSettings {
    fn default() -> ThingSettings {
        ThingSettings {
            longest_label: 40,
            longest_value: 400,
            max_attributes: 80,
            max_items: 200,
            score: 0.3,
            sure: 0.55,
            sure_model: 0.7,
        }
    }
}

/// The record of the thing that a page is about, with what the findings of other methods say of it; nothing where the page has neither
/// a heading nor a title. Its score is that of the structured data about the thing, or that of a page with nothing but a heading.
pub(crate) fn thing(survey: &Survey, findings: &[Finding], settings: &ThingSettings) -> Option<Finding> {
    let page = survey.page;
    let heading = main_heading(survey);
    let name = match heading {
        Some(node) => FoundCell::shown(page, node, page.flat_text(node)),
        None => FoundCell { text: page.title()?, ..FoundCell::default() },
    };
    let mut facts = Facts { settings, seen: HashSet::new(), columns: Vec::new(), names: HashMap::new() };
    let told = facts.take_structured(page, findings, &name.text);
    facts.add("name", ColumnType::Text, vec![name]);
    facts.take_labels(survey);
    facts.take_lists(survey);
    facts.take_links(survey);
    facts.take_markup(survey, heading);
    facts.take_model(findings);
    let sure = facts.sure(told.map(|told| told.score));
    let Facts { columns, .. } = facts;
    if columns.len() < 2 {
        return None;
    }
    let mut row = FoundRow::of(vec![page.body()]);
    row.cells = columns.iter().map(|(_, cells)| cells.clone()).collect();
    Some(Finding {
        kind: RelationKind::Detail,
        method: told.map_or(Method::Page, |told| told.method),
        score: sure,
        title: told.map_or_else(|| page.title(), |told| told.title.clone()),
        facts: Default::default(),
        root: page.body(),
        columns: columns.into_iter().map(|(column, _)| column).collect(),
        rows: vec![row],
    })
}

/// The heading that names the thing: the first one among the first headings that the page's title repeats, or else the first `<h1>` or `<h2>`.
fn main_heading(survey: &Survey) -> Option<NodeId> {
    let page = survey.page;
    let shown = |id: &NodeId| {
        survey.shows(&survey.subtree(*id)) && page.flat_text(*id).chars().any(char::is_alphanumeric)
    };
    let of_level = |level: &'static str| page.ids().filter(move |id| page.is(*id, level)).filter(shown);
    let title = words_of(&page.title().unwrap_or_default());
    let is_title = |id: &NodeId| {
        let words = words_of(&page.flat_text(*id));
        words.contains(' ') && title.contains(&words)
    };
    let named =
        ["h1", "h2"].into_iter().find_map(|level| of_level(level).take(FIRST_HEADINGS).find(is_title));
    named.or_else(|| ["h1", "h2"].into_iter().find_map(|level| of_level(level).next()))
}

/// How many headings of a level are compared with the page's title.
const FIRST_HEADINGS: usize = 6;

/// What is known about the thing so far.
struct Facts<'s> {
    settings: &'s ThingSettings,
    /// Nodes whose texts are values already.
    seen: HashSet<NodeId>,
    columns: Vec<(Column, Vec<FoundCell>)>,
    /// The column of each name, in lower case.
    names: HashMap<String, usize>,
}

impl Facts<'_> {
    /// Adds an attribute, unless a stronger source has told it.
    fn add(&mut self, name: &str, kind: ColumnType, cells: Vec<FoundCell>) {
        let key = words_of(name);
        if key.is_empty()
            || cells.is_empty()
            || self.names.contains_key(&key)
            || self.columns.len() >= self.settings.max_attributes
        {
            return;
        }
        self.names.insert(key, self.columns.len());
        self.columns.push((Column::new(Some(name.to_owned()), kind), cells));
    }

    /// Adds a value with the label that the page writes beside it.
    fn add_labelled(&mut self, label: &str, cell: FoundCell) {
        let label = label.trim().trim_end_matches([':', '：']).trim();
        let mut cell = cell;
        // The full stop behind a number or a code ends a sentence.
        if !cell.text.contains(' ') && cell.text.ends_with(['.', ',', ';']) {
            cell.text.pop();
        }
        match Meaning::of(label).or_else(|| Meaning::of_compound(label)) {
            Some(meaning) if !matches!(meaning.name(), "url" | "image" | "name") => {
                if let Some(cell) = typed(meaning.kind(), cell) {
                    self.add(meaning.name(), meaning.kind(), vec![cell]);
                }
            }
            _ => self.add(label, ColumnType::Text, vec![cell]),
        }
    }

    /// Everything that structured data says of the thing: all of an item with its name, and of others what they alone tell.
    /// Returns the item that is about the thing.
    fn take_structured<'f>(
        &mut self,
        page: &Page,
        structured: &'f [Finding],
        name: &str,
    ) -> Option<&'f Finding> {
        let title = page.title().unwrap_or_default();
        let about = |finding: &&Finding| {
            let named = finding.columns.iter().zip(&finding.rows[0].cells).filter(|(column, _)| {
                column.name.as_deref().is_some_and(|own| matches!(own, "name" | "headline" | "title"))
            });
            let mut texts = named.flat_map(|(_, cells)| cells).map(|cell| words_of(&cell.text));
            texts.any(|text| {
                !text.is_empty()
                    && (text == words_of(name)
                        || words_of(&title).starts_with(&text)
                        || words_of(name).contains(&text))
            })
        };
        let is_told = |finding: &&Finding| {
            finding.kind == RelationKind::Detail && finding.rows.len() == 1 && finding.method != Method::Hcrf
        };
        let details = || structured.iter().filter(is_told);
        let mut items: Vec<&Finding> =
            details().filter(|finding| is_thing(finding) && about(finding)).collect();
        let told = items.first().copied();
        items.extend(details().filter(|finding| is_thing(finding) && !about(finding)));
        items.extend(details().filter(|finding| !is_thing(finding) && about(finding)));
        for item in items {
            for (column, cells) in item.columns.iter().zip(&item.rows[0].cells) {
                let Some(name) = column.name.as_deref().filter(|_| !cells.is_empty()) else { continue };
                // OpenGraph writes the site's name behind that of the thing, which the heading does not.
                if name == "name" && item.method == Method::OpenGraph {
                    continue;
                }
                self.add(name, column.kind, cells.clone());
                // `offers.price` is the price of the thing; `author.name` its author.
                let mut parts = name.rsplit('.');
                let (last, above) = (parts.next().unwrap_or(name), parts.next());
                match (above, last) {
                    (Some(above), "name" | "@value" | "value") => self.add(above, column.kind, cells.clone()),
                    (Some("offers" | "priceSpecification" | "aggregateRating"), _) => {
                        self.add(last, column.kind, cells.clone())
                    }
                    _ => {}
                }
            }
        }
        told
    }

    /// What a learned model reads, where nothing else tells it.
    fn take_model(&mut self, findings: &[Finding]) {
        let read = findings
            .iter()
            .filter(|finding| finding.method == Method::Hcrf && finding.kind == RelationKind::Detail);
        for finding in read.filter(|finding| finding.rows.len() == 1) {
            for (column, cells) in finding.columns.iter().zip(&finding.rows[0].cells) {
                let known = column.name.as_deref().and_then(Meaning::of);
                let name = known.map_or(column.name.as_deref(), |meaning| Some(meaning.name()));
                let sure =
                    |cell: &FoundCell| cell.confidence.is_none_or(|sure| sure >= self.settings.sure_model);
                let cells: Vec<FoundCell> = cells.iter().filter(|cell| sure(cell)).cloned().collect();
                self.add(name.unwrap_or(""), column.kind, cells);
            }
        }
    }

    /// How sure it is that the page is about one thing.
    fn sure(&self, told: Option<f32>) -> f32 {
        let has = |name: &str| self.names.contains_key(name);
        let sold =
            has("price") && (has("sku") || has("brand") || has("availability") || has("gtin") || has("mpn"));
        let sure = if sold { self.settings.sure } else { self.settings.score };
        told.map_or(sure, |told| if sold { told.max(sure) } else { told })
    }

    /// Labels with values: `<dt>` and `<dd>`, rows of two cells, `Label: value` on one line or on two.
    fn take_labels(&mut self, survey: &Survey) {
        let page = survey.page;
        let (longest_label, longest_value) = (self.settings.longest_label, self.settings.longest_value);
        let text_of = |node: NodeId| page.flat_text(node);
        // Counted before a text is made: layout tables stand within each other.
        let is_short = |node: NodeId, most: usize| survey.content(&survey.subtree(node)).chars <= most;
        let is_label = |text: &str| {
            (1..=longest_label).contains(&text.chars().count())
                && text.chars().any(char::is_alphabetic)
                && text.split_whitespace().count() <= 5
        };
        for id in page.ids().filter(|id| page.is_element(*id) && survey.shows(&survey.subtree(*id))) {
            match page.name(id) {
                "dt" if is_short(id, longest_label) => {
                    let label = text_of(id);
                    let end = page.node(id).parent.map_or(id, |above| page.node(above).end);
                    let next = page.siblings(page.node(id).end..end).find(|next| page.is_element(*next));
                    if let Some(dd) = next.filter(|dd| page.is(*dd, "dd") && is_label(&label)) {
                        self.add_shown(page, &label, dd);
                    }
                }
                "tr" => {
                    let cells: Vec<NodeId> = page.element_children(id).take(3).collect();
                    if let [head, value] = cells[..]
                        && (page.is(head, "th") || page.is(head, "td"))
                        && page.is(value, "td")
                        && is_short(head, longest_label)
                        && is_short(value, longest_value)
                    {
                        let label = text_of(head);
                        if is_label(&label) && text_of(value).chars().count() <= longest_value {
                            self.add_shown(page, &label, value);
                        }
                    }
                }
                _ => {}
            }
        }
        let stream = survey.stream();
        let lines = stream.lines_of(&(0..stream.text().len()));
        for (at, line) in lines.iter().enumerate() {
            let text = &stream.text()[line.clone()];
            let Some(colon) = text.find([':', '：']) else { continue };
            let behind = text[colon..].trim_start_matches([':', '：']);
            let label = text[..colon].trim();
            if !is_label(label) || behind.starts_with("//") || label.ends_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let value = if behind.trim().is_empty() {
                lines
                    .get(at + 1)
                    .cloned()
                    .filter(|next| !stream.text()[next.clone()].trim_end().ends_with(':'))
            } else {
                Some(stream.trim(line.end - behind.len()..line.end))
            };
            let Some(value) = value else { continue };
            let text = collapse_space(&stream.text()[value.clone()].replace('\u{1f}', " "));
            if text.is_empty() || text.chars().count() > longest_value {
                continue;
            }
            // Any line may have a colon; only known words are labels there.
            if Meaning::of_compound(label).is_none() {
                continue;
            }
            let parts: Vec<_> = stream.nodes(&value).collect();
            self.seen.extend(parts.iter().map(|(node, _)| *node));
            self.add_labelled(
                label,
                FoundCell { text, place: Some(Place::Texts(parts)), ..FoundCell::default() },
            );
        }
    }

    fn add_shown(&mut self, page: &Page, label: &str, value: NodeId) {
        let text = page.flat_text(value);
        if !text.is_empty() {
            self.seen.extend(page.subtree(value));
            self.add_labelled(label, FoundCell::shown(page, value, text));
        }
    }

    /// Lists below a heading that says what they are, such as the ingredients of a recipe.
    fn take_lists(&mut self, survey: &Survey) {
        let page = survey.page;
        for heading in page.ids().filter(|id| page.is_heading(*id)) {
            let text = page.flat_text(heading);
            let Some(meaning) = Meaning::of(&text)
                .filter(|meaning| meaning.kind() == ColumnType::Text && meaning.name() != "name")
            else {
                continue;
            };
            // Up to the next heading of the same or a higher level.
            let level = page.heading_level(heading).unwrap_or(6);
            let ends = |id: &NodeId| page.heading_level(*id).is_some_and(|next| next <= level);
            let after = page.node(heading).end.index()..page.len();
            let section = after.map(NodeId::from_index).take_while(|id| !ends(id)).take(4000);
            let items: Vec<NodeId> = section
                .filter(|id| {
                    page.is(*id, "li")
                        && survey.shows(&survey.subtree(*id))
                        && !page.descendants(*id).any(|inner| page.is(inner, "li"))
                })
                .take(self.settings.max_items)
                .collect();
            let cells: Vec<FoundCell> = items
                .iter()
                .map(|li| FoundCell::shown(page, *li, page.flat_text(*li)))
                .filter(|cell| !cell.text.is_empty())
                .collect();
            if cells.len() > 1 {
                self.add(meaning.name(), ColumnType::Text, cells);
            }
        }
    }

    /// E-mail addresses and telephone numbers by their links, moments by `<time>`.
    fn take_links(&mut self, survey: &Survey) {
        let page = survey.page;
        for id in page.ids() {
            if page.is(id, "a") {
                let href = page.attribute(id, "href").unwrap_or("").trim();
                let text = page.flat_text(id);
                if let Some(mail) = href.strip_prefix("mailto:") {
                    let mail = mail.split('?').next().unwrap_or(mail).trim().to_owned();
                    let text = if is_email(&text) { text } else { mail };
                    if is_email(&text) {
                        self.add(
                            "email",
                            ColumnType::Email,
                            vec![FoundCell {
                                link: Some(href.to_owned()),
                                ..FoundCell::shown(page, id, text)
                            }],
                        );
                    }
                } else if let Some(number) = href.strip_prefix("tel:") {
                    let text = if phone(&text).is_some() { text } else { number.to_owned() };
                    self.add("telephone", ColumnType::Phone, vec![FoundCell::shown(page, id, text)]);
                }
            } else if page.is(id, "time") && survey.shows(&survey.subtree(id)) {
                let text = page.flat_text(id);
                let value =
                    page.attribute(id, "datetime").map(|moment| Value::Text(moment.trim().to_owned()));
                if !text.is_empty() {
                    self.add(
                        "datePublished",
                        ColumnType::Date,
                        vec![FoundCell { value, ..FoundCell::shown(page, id, text) }],
                    );
                }
            }
        }
    }

    /// What `itemprop` and classes say of single texts, the nearest to the main heading first.
    fn take_markup(&mut self, survey: &Survey, heading: Option<NodeId>) {
        let page = survey.page;
        let from = heading.unwrap_or(NodeId::DOCUMENT);
        let all = survey.inked_in(&(NodeId::DOCUMENT..NodeId::from_index(page.len())));
        let split = all.partition_point(|node| *node < from);
        let near = all[split..].iter().chain(all[..split].iter().rev()).take(MOST_TEXTS);
        let markup = Markup::new(page);
        let mut held: HashMap<Meaning, NodeId> = HashMap::new();
        for text in near.filter(|text| !page.is_element(**text)) {
            if self.seen.contains(text) {
                continue;
            }
            let Some(meaning) = markup.meaning(&[*text]) else { continue };
            // The element that bears the name: an address stands on several lines.
            let mut holder = page.node(*text).parent.unwrap_or(*text);
            while let Some(above) = page.node(holder).parent
                && markup.meaning(&[above]) == Some(meaning)
                && survey.content(&survey.subtree(above)).chars <= LONGEST_HOLDER
                && page.flat_text(above).chars().count() <= LONGEST_HOLDER
            {
                holder = above;
            }
            if matches!(meaning.name(), "name" | "description" | "category" | "url" | "image")
                || held.insert(meaning, holder).is_some()
            {
                continue;
            }
            let cell = FoundCell::shown(page, holder, page.flat_text(holder));
            let long = cell.text.chars().count() > self.settings.longest_value;
            match typed(meaning.kind(), cell).filter(|_| !long) {
                Some(cell) => self.add(meaning.name(), meaning.kind(), vec![cell]),
                None => {
                    held.remove(&meaning);
                }
            }
        }
    }
}

/// A cell with its value of type `kind`. Where more words stand behind the value, as in `$5 plus shipping`, the value alone is the cell.
fn typed(kind: ColumnType, cell: FoundCell) -> Option<FoundCell> {
    if matches!(kind, ColumnType::Text | ColumnType::Url | ColumnType::Image) {
        return Some(cell);
    }
    let mark = decimal_mark([cell.text.as_str()]);
    let words: Vec<&str> = cell.text.split(' ').collect();
    let ends = std::iter::once(words.len()).chain((1..=words.len().min(MOST_WORDS)).rev());
    for end in ends {
        let part = words[..end].join(" ");
        if let Some(reading) = read_as(kind, &part, mark) {
            return Some(FoundCell { text: part, value: Some(reading.value), unit: reading.unit, ..cell });
        }
    }
    // A date may be written in a form that is not known.
    (kind == ColumnType::Date).then_some(cell)
}

/// Most words of a value that stands in front of others.
const MOST_WORDS: usize = 5;

/// Most characters of an element that is one value.
const LONGEST_HOLDER: usize = 160;

/// Most texts that are looked at for what their markup says.
const MOST_TEXTS: usize = 3000;

/// Whether an item of structured data is a thing of its own, and not the site, its owner or the way to the page.
fn is_thing(finding: &Finding) -> bool {
    const OTHERS: [&str; 12] = [
        "WebSite", "WebPage", "Organization", "BreadcrumbList", "SiteNavigationElement", "ImageObject",
        "SearchAction", "Corporation", "OnlineStore", "NewsMediaOrganization", "ItemList", "CollectionPage",
    ];
    finding.title.as_deref().is_none_or(|kind| !OTHERS.contains(&kind))
}
