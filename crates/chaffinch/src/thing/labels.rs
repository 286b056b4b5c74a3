//! Labels with values: `<dt>` and `<dd>`, rows of two cells, `Label: value`, labels above and beside values, and lists below headings.

use super::facts::{Facts, begins_with_by, is_claim, tidy, typed, with_unit};
use super::offer::is_struck;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{ColumnType, FoundCell, NodeId, Page, Place, collapse_space};
use chaffinch_values::{has_money_sign, phone};
use std::ops::Range;

/// Most words of a label.
const LABEL_WORDS: usize = 5;
/// How many words a label may have beside those that are known: "Item model number" is a model number, but "Is discontinued by manufacturer"
/// is none.
const MORE_WORDS: usize = 2;
/// Most links that are the values of a label of no known meaning.
const MOST_LINKS: usize = 4;
/// Most labels on one line.
const LINE_LABELS: usize = 8;
/// Most characters and words of a value beside a label without a colon.
const BESIDE_CHARS: usize = 80;
const BESIDE_WORDS: usize = 8;
/// Most characters and words of a line below a heading that is a wanted name, and how far above its text the heading stands.
const BELOW_CHARS: usize = 160;
const BELOW_WORDS: usize = 30;
const HEADING_LEVELS: usize = 3;
/// How many levels above a label it may meet its value, where the value is of a type that is easily told, and where it is any text.
const LEVELS: usize = 6;
const TEXT_LEVELS: usize = 3;
/// How many lines below the main heading the author of the page's subject is named without a colon.
const NEAR_LINES: usize = 30;
/// Most bytes of a number above what it counts.
const LONGEST_COUNT: usize = 12;

impl Facts<'_, '_> {
    /// Labels and their values.
    pub fn take_labels(&mut self) {
        self.take_marked_labels();
        self.take_pairs();
        let in_form = self.lines_in_form();
        for at in 0..self.lines.len() {
            self.take_line(at, in_form.contains(&at));
        }
        for at in 0..self.lines.len() {
            self.take_bare_label(at);
        }
    }

    /// Definition lists, and rows of two cells.
    fn take_marked_labels(&mut self) {
        let (survey, page) = (self.survey, self.page());
        let (longest_label, longest_value) = (self.settings.longest_label, self.settings.longest_value);
        // Counted before a text is made: layout tables stand within each other.
        let is_short = |node: NodeId, most: usize| survey.content(&survey.subtree(node)).chars <= most;
        for id in page.ids().filter(|id| page.is_element(*id) && survey.shows(&survey.subtree(*id))) {
            match page.name(id) {
                "dt" if is_short(id, longest_label) => {
                    let end = page.node(id).parent.map_or(id, |above| page.node(above).end);
                    let behind = page.siblings(page.node(id).end..end).filter(|next| page.is_element(*next));
                    let values: Vec<NodeId> = behind
                        .take_while(|next| page.is(*next, "dd"))
                        .take(self.settings.max_items)
                        .collect();
                    self.add_shown(id, &values);
                }
                "tr" => {
                    let cells: Vec<NodeId> = page.element_children(id).take(3).collect();
                    if let [head, value] = cells[..]
                        && (page.is(head, "th") || page.is(head, "td"))
                        && page.is(value, "td")
                        && is_short(head, longest_label)
                        && is_short(value, longest_value)
                    {
                        self.add_shown(head, &[value]);
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the texts of `values` under the text of `label`.
    fn add_shown(&mut self, label: NodeId, values: &[NodeId]) {
        let page = self.page();
        let is_linked = page.subtree(label).any(|inner| page.is(inner, "a"));
        let label = page.flat_text(label);
        // Cells beside each other may be pairs themselves, or links of a menu.
        let is_pair = label.trim_end_matches([':', '：', ' ']).contains([':', '：']);
        let is_known = label_meaning(&label).is_some() || self.is_wanted(&label);
        let is_name = words_of(&label) == words_of(&self.subject.name.text);
        if !self.is_label(&label) || is_pair || is_name || (is_linked && !is_known) || has_money_sign(&label)
        {
            return;
        }
        let is_field = |inner: NodeId| matches!(page.name(inner), "select" | "input" | "textarea");
        if values.iter().any(|value| page.subtree(*value).any(is_field)) {
            return;
        }
        let parts = |value: NodeId| -> Vec<_> {
            let texts = page.subtree(value).filter(|node| !page.is_element(*node));
            let shown = texts.filter(|node| self.survey.shows(&self.survey.subtree(*node)));
            shown.map(|node| (node, 0..page.own_text(node).len())).collect()
        };
        let apart = match values {
            [value] if label_meaning(&label).is_none_or(is_split) => links_apart(page, &parts(*value)),
            _ => None,
        };
        // Many links below words that mean nothing known are a menu.
        if !is_known && apart.as_ref().is_some_and(|links| links.len() > MOST_LINKS) {
            return;
        }
        let whole = || values.iter().map(|value| FoundCell::shown(page, *value, page.flat_text(*value)));
        let cells: Vec<FoundCell> = apart
            .unwrap_or_else(|| whole().collect())
            .into_iter()
            .filter(|cell| !cell.text.is_empty() && cell.text.chars().count() <= self.settings.longest_value)
            .collect();
        self.seen.extend(values.iter().flat_map(|value| page.subtree(*value)));
        if !cells.is_empty() {
            self.add_labelled(&label, cells);
        }
    }

    pub(super) fn is_label(&self, text: &str) -> bool {
        (1..=self.settings.longest_label).contains(&text.chars().count())
            && text.starts_with(|c: char| c.is_alphanumeric() || "#№(\"'“„«".contains(c))
            && text.chars().any(char::is_alphabetic)
            && text.split_whitespace().count() <= LABEL_WORDS
            && !text.ends_with(['?', '!', '？'])
            && !has_sentence_end(text)
    }

    /// Adds values with the label that the page writes beside them.
    pub(super) fn add_labelled(&mut self, label: &str, cells: Vec<FoundCell>) {
        let label = label.trim().trim_end_matches([':', '：', '.']).trim();
        let meaning = label_meaning(label).map(|meaning| of_length(meaning, &cells));
        // `Preparation: 25 min` is no step.
        let is_long = |cell: &FoundCell| typed(ColumnType::Duration, cell.clone()).is_some();
        let meaning = match meaning {
            Some(meaning) if meaning.name() == "recipeInstructions" && cells.iter().all(is_long) => {
                Meaning::of("prep time")
            }
            meaning => meaning,
        };
        // A reference is the number of what is sold, or of a job or document.
        let is_reference =
            || REFERENCES.contains(&words_of(label).as_str()) && !self.sells && !self.has("price");
        let meaning = match meaning {
            Some(meaning) if meaning.name() == "sku" && is_reference() => Meaning::of("identifier"),
            meaning => meaning,
        };
        let is_code = meaning.is_some_and(|meaning| CODES.contains(&meaning.name()));
        let code = |cell: FoundCell| if is_code { only_code(cell) } else { cell };
        let takes_time = meaning.is_some_and(|meaning| meaning.kind() == ColumnType::Duration);
        let long = |cell: FoundCell| if takes_time { with_unit(self.page(), cell) } else { cell };
        let cells: Vec<FoundCell> =
            cells.into_iter().map(tidy).map(code).map(without_stop).map(long).collect();
        match meaning {
            Some(meaning) if !matches!(meaning.name(), "url" | "image" | "name") => {
                // Yes and no answer a question, and name nothing.
                let struck = |cell: &FoundCell| {
                    let node = cell.place.as_ref().and_then(Place::node);
                    node.is_some_and(|node| is_struck(self.page(), node))
                };
                let former = meaning.name() == "price" && cells.iter().all(struck);
                let meaning = if former { Meaning::of("list price").unwrap_or(meaning) } else { meaning };
                let node = cells.first().and_then(|cell| cell.place.as_ref()?.node());
                let is_others = begins_with_by(label) && node.is_some_and(|node| self.is_far(node));
                if is_others || self.is_of_shop(meaning, label) {
                    return;
                }
                let is_maker = |cell: &FoundCell| meaning.name() != "brand" || !has_address(&cell.text);
                if !cells.iter().all(|cell| is_yes_or_no(&cell.text)) && cells.iter().all(is_maker) {
                    // "Starts at" may go on with a place instead of a date.
                    let readable = cells.iter().any(|cell| typed(meaning.kind(), cell.clone()).is_some());
                    // Labels may say the same in other words of different things: `Type` and `Genre`.
                    let is_second = meaning.kind() == ColumnType::Text
                        && !is_code
                        && self.tells(meaning)
                        && self.labelled.contains(&meaning);
                    if is_second && self.has_text(meaning, &cells) {
                        return;
                    }
                    if readable && !is_second {
                        if !self.tells(meaning) {
                            self.labelled.insert(meaning);
                        }
                        self.add_meant(meaning, cells);
                    } else {
                        self.add(label, ColumnType::Text, cells);
                    }
                }
            }
            Some(meaning) if meaning.name() == "url" => self.add_site(label, cells),
            _ => self.add(label, ColumnType::Text, cells),
        }
    }

    /// `Label: value`, several times on a line or with the value on the next one. Any words are a label where the form of the line says so.
    fn take_line(&mut self, at: usize, in_form: bool) {
        let stream = self.survey.stream();
        let mut rest = self.lines[at].clone();
        for _ in 0..LINE_LABELS {
            let Some((label, behind)) = self.split_at_colon(rest.clone()) else { return };
            let mut value = stream.trim(behind);
            let mut next = None;
            if value.is_empty() {
                match self.lines.get(at + 1) {
                    Some(line) if !stream.text()[line.clone()].trim_end().ends_with([':', '：']) => {
                        value = line.clone();
                    }
                    _ => return,
                }
            } else if let Some(from) = self.next_label_in(&value) {
                next = Some(from..value.end);
                value = stream.trim(value.start..from);
            }
            self.add_line(&label, value, at, in_form);
            match next {
                Some(next) => rest = next,
                None => return,
            }
        }
    }

    /// The label in front of the first colon of a stretch of a line, and what stands behind it.
    pub(super) fn split_at_colon(&self, line: Range<usize>) -> Option<(String, Range<usize>)> {
        let text = &self.survey.stream().text()[line.clone()];
        let colon = text.find([':', '：'])?;
        let behind = text[colon..].trim_start_matches([':', '：']);
        let label = collapse_space(&text[..colon].replace('\u{1f}', " "));
        // `at 10:30` and `http://`.
        let ends_with_number =
            label.split(' ').next_back().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let is_time =
            behind.starts_with("//") || ends_with_number && behind.starts_with(|c: char| c.is_ascii_digit());
        (self.is_label(&label) && !is_time).then(|| (label, line.end - behind.len()..line.end))
    }

    /// Where on a line the next label begins: by words that are known, or because it has a text node of its own.
    fn next_label_in(&self, value: &Range<usize>) -> Option<usize> {
        let (stream, page) = (self.survey.stream(), self.page());
        let known = next_label(&stream.text()[value.clone()]).map(|from| value.start + from);
        let is_whole = |(node, own): &(NodeId, Range<usize>)| {
            let text = page.own_text(*node)[own.clone()].trim();
            text.ends_with([':', '：']) && self.is_label(text)
        };
        let mut parts = stream.nodes(value).skip(1);
        let marked = parts.find(is_whole).and_then(|(node, _)| Some(stream.of_node(node)?.start));
        [known, marked].into_iter().flatten().filter(|from| value.contains(from)).min()
    }

    /// Adds a stretch of the page's text under its label. Any line may have a colon, so that only known and wanted words are labels there,
    /// unless the line is one of several that are written alike.
    fn add_line(&mut self, label: &str, value: Range<usize>, at: usize, in_form: bool) {
        let stream = self.survey.stream();
        let text = collapse_space(&stream.text()[value.clone()].replace('\u{1f}', " "));
        if text.is_empty() || text.chars().count() > self.settings.longest_value || is_claim(&text) {
            return;
        }
        let letter = letter_meaning(label).filter(|_| phone(&text).is_some());
        let meaning = letter.or_else(|| label_meaning(label));
        if meaning.is_none() && !in_form && !self.is_wanted(label) {
            return;
        }
        let parts: Vec<_> = stream.nodes(&value).collect();
        if meaning.is_some_and(|meaning| meaning.name() == "address") && self.take_address(at, value.start) {
            return;
        }
        if parts.first().is_some_and(|(node, _)| self.is_chosen(*node)) {
            return;
        }
        self.seen.extend(parts.iter().map(|(node, _)| *node));
        let cells = match meaning {
            Some(meaning) if !is_split(meaning) => None,
            _ => links_apart(self.page(), &parts),
        };
        let cell = || FoundCell { text, place: Some(Place::Texts(parts)), ..FoundCell::default() };
        let cells = cells.unwrap_or_else(|| vec![cell()]);
        match letter {
            Some(meaning) => self.add_meant(meaning, cells),
            None => self.add_labelled(label, cells),
        }
    }

    /// Whether a node is one of several texts among which the reader chooses.
    pub(super) fn is_chosen(&self, node: NodeId) -> bool {
        let page = self.page();
        page.ancestors(node).take(LEVELS).any(|above| matches!(page.name(above), "select" | "button"))
    }

    /// A label without a colon, in an element of its own in front of its value or above it.
    fn take_bare_label(&mut self, at: usize) {
        let stream = self.survey.stream();
        let line = self.lines[at].clone();
        let parts: Vec<(NodeId, Range<usize>)> = stream.nodes(&line).take(LINE_LABELS).collect();
        let Some((first, own)) = parts.first().cloned() else { return };
        let page = self.page();
        let label = page.own_text(first)[own].trim().to_owned();
        if !self.is_label(&label) || label.contains([':', '：']) || self.subject.is_beside(first) {
            return;
        }
        let is_above = page.ancestors(first).take(HEADING_LEVELS).any(|above| page.is_heading(above))
            && self.is_wanted_above(&label);
        let meaning = Meaning::of(&label).or(if is_above { label_meaning(&label) } else { None });
        let is_wanted = (is_above || self.is_wanted(&label)) && !self.is_below_number(at);
        if !(meaning.is_some_and(is_often_bare) || is_wanted) || self.is_head(first) {
            return;
        }
        let means = |name: &str| meaning.is_some_and(|meaning| meaning.name() == name);
        let is_of_shop = meaning.is_some_and(|meaning| self.is_of_shop(meaning, &label));
        if NEVER_BARE.iter().any(|name| means(name)) || (means("author") && self.is_far(first)) || is_of_shop
        {
            return;
        }
        if page
            .ancestors(first)
            .take(LEVELS)
            .any(|above| matches!(page.name(above), "a" | "button" | "option"))
        {
            return;
        }
        let is_text = meaning.is_none_or(|meaning| meaning.kind() == ColumnType::Text);
        let levels = if is_text && !is_wanted { TEXT_LEVELS } else { LEVELS };
        let value = match parts.get(1) {
            Some((second, _)) => {
                let own = stream.of_node(*second).unwrap_or(line.end..line.end);
                // Behind who wrote something stands when, on the same line.
                let end = if means("author") { own.end } else { line.end };
                let from = own.start.clamp(line.start, line.end);
                stream.trim(from..end.clamp(from, line.end))
            }
            None => match self.lines.get(at + 1) {
                Some(next) => next.clone(),
                None => return,
            },
        };
        let Some((node, _)) = stream.nodes(&value).next() else { return };
        // A place may be a whole address, by its own element.
        let is_address = means("address")
            || means("location") && page.ancestors(node).take(LEVELS).any(|above| page.is(above, "address"));
        let levels = if is_address { LEVELS } else { levels };
        let common = page.common_ancestor(first, node);
        if !page.ancestors(first).take(levels).any(|above| above == common) {
            return;
        }
        let text = collapse_space(&stream.text()[value.clone()].replace('\u{1f}', " "));
        let is_person = means("author") || means("director") || means("judge");
        let (chars, words) = if is_above { (BELOW_CHARS, BELOW_WORDS) } else { (BESIDE_CHARS, BESIDE_WORDS) };
        let is_value = !text.is_empty()
            && text.chars().count() <= chars
            && text.split(' ').count() <= words
            && !has_label_sign(&text)
            && Meaning::of(&text).is_none()
            && !(is_person && text.contains(|c: char| c.is_ascii_digit()))
            && !self.are_alike(first, node)
            && !self.is_chosen(node);
        if !is_value {
            return;
        }
        if is_address && (self.take_address(at, value.start) || means("address")) {
            return;
        }
        let parts: Vec<_> = stream.nodes(&value).collect();
        let items = if is_above { self.items_around(first, node) } else { None };
        let cells =
            items.or_else(|| meaning.is_none_or(is_split).then(|| links_apart(page, &parts)).flatten());
        let place = Some(Place::Texts(parts));
        let cells =
            cells.unwrap_or_else(|| vec![without_stop(FoundCell { text, place, ..FoundCell::default() })]);
        match meaning {
            Some(meaning) => self.add_meant(meaning, cells),
            None => self.add(&label, ColumnType::Text, cells),
        }
    }

    /// Whether a label on a page that sells something tells how to reach the shop.
    pub(super) fn is_of_shop(&self, meaning: Meaning, label: &str) -> bool {
        const OF_SHOPS: [&str; 6] =
            ["telephone", "faxNumber", "email", "address", "postalCode", "openingHours"];
        self.sells && OF_SHOPS.contains(&meaning.name()) && !self.is_wanted(label)
    }

    /// The items of the list that the text below a heading is the first of.
    fn items_around(&self, heading: NodeId, text: NodeId) -> Option<Vec<FoundCell>> {
        let (page, survey) = (self.page(), self.survey);
        let item = page.ancestors(text).take(LEVELS).find(|above| page.is(*above, "li"))?;
        let list = page.node(item).parent.filter(|list| !page.contains(*list, heading))?;
        let is_short =
            |item: &NodeId| (1..=BESIDE_CHARS).contains(&survey.content(&survey.subtree(*item)).chars);
        let items = page.element_children(list).filter(|item| page.is(*item, "li")).filter(is_short);
        let items = items.take(self.settings.max_items);
        let cells: Vec<FoundCell> =
            items.map(|item| FoundCell::shown(page, item, page.flat_text(item))).collect();
        (cells.len() > 1).then_some(cells)
    }

    /// Whether a node stands far below the main heading. Whoever is named there wrote something about the thing.
    pub(super) fn is_far(&self, node: NodeId) -> bool {
        let (stream, start) = (self.survey.stream(), self.subject.start());
        let line = |nodes: Range<NodeId>| {
            let from = stream.of_nodes(&nodes).start;
            self.lines.partition_point(|line| line.end <= from)
        };
        line(self.survey.subtree(node)) > line(self.survey.subtree(start)) + NEAR_LINES
    }

    /// Whether two texts are written alike by their classes, as labels beside each other are.
    fn are_alike(&self, label: NodeId, value: NodeId) -> bool {
        let page = self.page();
        let look = |text: NodeId| page.node(text).parent.map(|id| (page.name(id), page.class_text(id)));
        let own = look(label);
        own.is_some_and(|(_, class)| !class.is_empty()) && own == look(value)
    }

    /// Whether a text is in the head of a table's column: what stands behind it is another head.
    fn is_head(&self, label: NodeId) -> bool {
        let page = self.page();
        let cell = page.ancestors(label).take(LEVELS).find(|above| matches!(page.name(*above), "td" | "th"));
        let row = cell.and_then(|cell| page.node(cell).parent);
        row.is_some_and(|row| page.element_children(row).count() > 2)
    }

    /// Whether a line stands below a number that it counts: `449` above `views`.
    fn is_below_number(&self, at: usize) -> bool {
        let above = at.checked_sub(1).map(|above| self.lines[above].clone());
        above.is_some_and(|line| {
            let text = self.survey.stream().text()[line].trim();
            text.starts_with(|c: char| c.is_ascii_digit()) && text.len() <= LONGEST_COUNT
        })
    }
}

/// Whether a text has a colon that is not one between hours and minutes.
fn has_label_sign(text: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices([':', '：']).any(|(at, sign)| {
        !is_digit(text[..at].chars().next_back()) || !is_digit(text[at + sign.len()..].chars().next())
    })
}

/// Whether a sentence ends within a text: a full stop behind a word that is no abbreviation.
fn has_sentence_end(text: &str) -> bool {
    const LEAST_LETTERS: usize = 5;
    text.match_indices(". ").any(|(at, _)| {
        let word = text[..at].rsplit(' ').next().unwrap_or("");
        word.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS
    })
}

/// What a label means: all of it, or all but a few words.
pub(super) fn label_meaning(label: &str) -> Option<Meaning> {
    let words = label.split_whitespace().count();
    let all: Vec<&str> = label.split_whitespace().collect();
    let known = |from: usize, to: usize| {
        let joined = from > 0 && JOINING.contains(&all[from - 1].to_lowercase().as_str());
        // A power source is no source, and food colouring no cuisine.
        let is_whole = |meaning: &Meaning| matches!(meaning.name(), "publisher" | "recipeCuisine");
        if joined { None } else { Meaning::of(&all[from..to].join(" ")).filter(|meaning| !is_whole(meaning)) }
    };
    // `Phone/Fax` begins with a phone.
    let first = label.split('/').next().filter(|first| first.len() < label.len()).and_then(Meaning::of);
    let by = || if words == 1 && begins_with_by(label) { Meaning::of("author") } else { None };
    let whole =
        Meaning::of(label).or(first.filter(|meaning| meaning.kind() == ColumnType::Phone)).or_else(by);
    if whole.is_none() && all.first().is_some_and(|first| OTHERS.contains(&first.to_lowercase().as_str())) {
        return None;
    }
    let last = || (1..=MORE_WORDS.min(words.saturating_sub(1))).find_map(|from| known(from, words));
    let first = || (1..=MORE_WORDS.min(words.saturating_sub(1))).find_map(|less| known(0, words - less));
    whole.or_else(last).or_else(first)
}

/// Words behind which stands what an attribute depends on: what is recommended by the maker is no maker.
const JOINING: [&str; 30] = [
    "by", "of", "for", "from", "the", "your", "von", "vom", "des", "der", "für", "par", "du", "de", "pour",
    "por", "del", "para", "dal", "dalla", "dello", "di", "per", "van", "voor", "av", "för", "od", "dla",
    "от",
];

/// Words in front of what other things are, or of what the reader may do: `Similar models` is no model.
pub(super) const OTHERS: [&str; 25] = [
    "show", "read", "less", "similar", "related", "other", "compare", "more", "view", "see", "find", "all",
    "browse", "search", "select", "choose", "your", "my", "recent", "popular", "top", "next", "previous",
    "add", "change",
];

/// Whether values of a meaning are several where they are several links. An address is one value, whatever parts of it are links.
fn is_split(meaning: Meaning) -> bool {
    meaning.kind() == ColumnType::Text
        && !matches!(meaning.name(), "location" | "address" | "name" | "description")
}

/// The links of a value that is nothing but several links with signs between them, each as a value of its own.
fn links_apart(page: &Page, parts: &[(NodeId, Range<usize>)]) -> Option<Vec<FoundCell>> {
    let mut links: Vec<NodeId> = Vec::new();
    for (node, range) in parts {
        let text = page.own_text(*node)[range.clone()].trim();
        match page.ancestors(*node).take(LINK_LEVELS).find(|above| page.is(*above, "a")) {
            Some(link) if links.last() == Some(&link) || text.is_empty() => {}
            Some(link) => links.push(link),
            None if text.chars().all(|c| !c.is_alphanumeric()) || JOINS.contains(&text) => {}
            None => return None,
        }
    }
    let cells: Vec<FoundCell> =
        links.iter().map(|link| FoundCell::shown(page, *link, page.flat_text(*link))).collect();
    (cells.len() > 1).then_some(cells)
}

/// How many levels above a text its link may stand.
const LINK_LEVELS: usize = 3;
/// Words between the links of several values.
const JOINS: [&str; 6] = ["and", "und", "et", "y", "e", "or"];

/// What single letters mean in front of numbers.
fn letter_meaning(label: &str) -> Option<Meaning> {
    match label.to_lowercase().trim_end_matches('.') {
        "t" | "p" | "m" | "d" | "o" | "main" | "direct" => Meaning::of("telephone"),
        "f" => Meaning::of("fax"),
        _ => None,
    }
}

/// Where in a value the next label begins: "555 0100 Fax: 555 0101" has a second one.
pub(super) fn next_label(value: &str) -> Option<usize> {
    let colon = value.find([':', '：'])?;
    let before = value[..colon].trim_end();
    let words: Vec<usize> = before
        .char_indices()
        .filter(|(at, c)| !c.is_whitespace() && *c != '\u{1f}' && (*at == 0 || starts_word(before, *at)))
        .map(|(at, _)| at)
        .collect();
    let starts = words.iter().rev().take(2).copied().collect::<Vec<_>>();
    starts.into_iter().rev().find(|at| *at > 0 && Meaning::of(&before[*at..]).is_some())
}

fn starts_word(text: &str, at: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_whitespace() || matches!(c, '\u{1f}' | '|' | '·' | '•'))
}

/// What is told by the page as a whole, or by what stands below a heading, and not by one line.
const NEVER_BARE: [&str; 7] =
    ["name", "url", "image", "description", "recipeIngredient", "recipeInstructions", "expertise"];

/// Whether pages write a label for such values without a colon.
fn is_often_bare(meaning: Meaning) -> bool {
    match meaning.kind() {
        ColumnType::Phone | ColumnType::Email | ColumnType::Date | ColumnType::Duration => true,
        ColumnType::Text => matches!(
            meaning.name(),
            "address"
                | "location"
                | "company"
                | "brand"
                | "sku"
                | "mpn"
                | "identifier"
                | "employmentType"
                | "jobTitle"
                | "docket"
                | "judge"
                | "department"
                | "openingHours"
        ),
        _ => false,
    }
}

/// Labels of the number of whatever a page is about.
const REFERENCES: [&str; 10] =
    ["ref", "réf", "référence", "referencia", "referenz", "code", "código", "codice", "kod", "kód"];

/// Attributes whose values are codes.
const CODES: [&str; 7] = ["sku", "mpn", "gtin", "isbn", "isbn10", "identifier", "docket"];

/// What a code means by its length: books have had numbers of ten and of thirteen digits.
fn of_length(meaning: Meaning, cells: &[FoundCell]) -> Meaning {
    let digits = |cell: &FoundCell| cell.text.bytes().filter(u8::is_ascii_digit).count();
    let is_short = cells.iter().all(|cell| (9..=10).contains(&digits(cell)));
    let short = if meaning.name() == "isbn" && is_short { Meaning::of("isbn10") } else { None };
    short.unwrap_or(meaning)
}

/// A code without brackets around it and without what stands behind a bar.
fn only_code(mut cell: FoundCell) -> FoundCell {
    let code = cell.text.split(['|', '·', '•']).next().unwrap_or("");
    let code = code.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '#' | '(' | ')' | '/'));
    if code.len() != cell.text.len() && !code.is_empty() {
        cell.text = code.to_owned();
    }
    cell
}

/// The full stop behind a number or a code ends a sentence.
fn without_stop(mut cell: FoundCell) -> FoundCell {
    let is_code = !cell.text.contains(' ') && cell.text.contains(|c: char| c.is_ascii_digit());
    if is_code && cell.text.ends_with(['.', ',', ';']) {
        cell.text.pop();
    }
    cell
}

/// Whether the name of a maker goes on with where it is.
fn has_address(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    text.contains(", ") && digits >= 4
}

fn is_yes_or_no(text: &str) -> bool {
    const ANSWERS: [&str; 20] = [
        "yes", "no", "ja", "nein", "oui", "non", "si", "sí", "não", "sim", "nee", "nej", "tak", "nie", "да",
        "нет", "true", "false", "n/a", "-",
    ];
    ANSWERS.contains(&text.to_lowercase().as_str())
}
