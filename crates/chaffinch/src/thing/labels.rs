//! Labels with values: `<dt>` and `<dd>`, rows of two cells, `Label: value`, labels above and beside values, and lists below headings.

use super::facts::{Facts, tidy, typed};
use super::offer::is_struck;
use chaffinch_columns::Meaning;
use chaffinch_core::{ColumnType, FoundCell, NodeId, Place, collapse_space};
use chaffinch_values::phone;
use std::ops::Range;

/// Most words of a label.
const LABEL_WORDS: usize = 5;
/// How many words a label may have beside those that are known: "Item model number" is a model number, but "Is discontinued by manufacturer"
/// is none.
const MORE_WORDS: usize = 2;
/// Most labels on one line.
const LINE_LABELS: usize = 8;
/// Most characters and words of a value beside a label without a colon.
const BESIDE_CHARS: usize = 80;
const BESIDE_WORDS: usize = 8;
/// How many levels above a label it may meet its value, where the value is of a type that is easily told, and where it is any text.
const LEVELS: usize = 6;
const TEXT_LEVELS: usize = 3;
/// How many nodes below a heading are searched for a list.
const SECTION_NODES: usize = 4000;

impl Facts<'_, '_> {
    /// Labels and their values.
    pub fn take_labels(&mut self) {
        self.take_marked_labels();
        for at in 0..self.lines.len() {
            self.take_line(at);
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
        let label = page.flat_text(label);
        if !self.is_label(&label) {
            return;
        }
        let cells: Vec<FoundCell> = values
            .iter()
            .map(|value| FoundCell::shown(page, *value, page.flat_text(*value)))
            .filter(|cell| !cell.text.is_empty() && cell.text.chars().count() <= self.settings.longest_value)
            .collect();
        self.seen.extend(values.iter().flat_map(|value| page.subtree(*value)));
        if !cells.is_empty() {
            self.add_labelled(&label, cells);
        }
    }

    fn is_label(&self, text: &str) -> bool {
        (1..=self.settings.longest_label).contains(&text.chars().count())
            && text.chars().any(char::is_alphabetic)
            && text.split_whitespace().count() <= LABEL_WORDS
    }

    /// Adds values with the label that the page writes beside them.
    fn add_labelled(&mut self, label: &str, cells: Vec<FoundCell>) {
        let label = label.trim().trim_end_matches([':', '：', '.']).trim();
        let meaning = label_meaning(label);
        let is_code = meaning.is_some_and(|meaning| CODES.contains(&meaning.name()));
        let code = |cell: FoundCell| if is_code { only_code(cell) } else { cell };
        let cells: Vec<FoundCell> = cells.into_iter().map(tidy).map(code).map(without_stop).collect();
        match meaning {
            Some(meaning) if !matches!(meaning.name(), "url" | "image" | "name") => {
                // Yes and no answer a question, and name nothing.
                let struck = |cell: &FoundCell| {
                    let node = cell.place.as_ref().and_then(Place::node);
                    node.is_some_and(|node| is_struck(self.page(), node))
                };
                let former = meaning.name() == "price" && cells.iter().all(struck);
                let meaning = if former { Meaning::of("list price").unwrap_or(meaning) } else { meaning };
                let is_maker = |cell: &FoundCell| meaning.name() != "brand" || !has_address(&cell.text);
                if !cells.iter().all(|cell| is_yes_or_no(&cell.text)) && cells.iter().all(is_maker) {
                    // "Starts at" may go on with a place instead of a date.
                    let readable = cells.iter().any(|cell| typed(meaning.kind(), cell.clone()).is_some());
                    if readable {
                        self.add_meant(meaning, cells);
                    } else {
                        self.add(label, ColumnType::Text, cells);
                    }
                }
            }
            _ => self.add(label, ColumnType::Text, cells),
        }
    }

    /// `Label: value`, several times on a line or with the value on the next one.
    fn take_line(&mut self, at: usize) {
        let stream = self.survey.stream();
        let mut rest = self.lines[at].clone();
        for _ in 0..LINE_LABELS {
            let text = &stream.text()[rest.clone()];
            let Some(colon) = text.find([':', '：']) else { return };
            let behind = text[colon..].trim_start_matches([':', '：']);
            let label = text[..colon].trim().to_owned();
            let is_time = label.ends_with(|c: char| c.is_ascii_digit()) || behind.starts_with("//");
            if !self.is_label(&label) || is_time {
                return;
            }
            let mut value = stream.trim(rest.end - behind.len()..rest.end);
            let mut next = None;
            if value.is_empty() {
                match self.lines.get(at + 1) {
                    Some(line) if !stream.text()[line.clone()].trim_end().ends_with([':', '：']) => {
                        value = line.clone();
                    }
                    _ => return,
                }
            } else if let Some(from) = next_label(&stream.text()[value.clone()]) {
                next = Some(value.start + from..value.end);
                value = stream.trim(value.start..value.start + from);
            }
            self.add_line(&label, value, at);
            match next {
                Some(next) => rest = next,
                None => return,
            }
        }
    }

    /// Adds a stretch of the page's text under a label that is known. Any line may have a colon; only known words are labels there.
    fn add_line(&mut self, label: &str, value: Range<usize>, at: usize) {
        let stream = self.survey.stream();
        let text = collapse_space(&stream.text()[value.clone()].replace('\u{1f}', " "));
        if text.is_empty() || text.chars().count() > self.settings.longest_value {
            return;
        }
        let letter = letter_meaning(label).filter(|_| phone(&text).is_some());
        let Some(meaning) = letter.or_else(|| label_meaning(label)) else { return };
        let parts: Vec<_> = stream.nodes(&value).collect();
        if meaning.name() == "address" && self.take_address(at, value.start) {
            return;
        }
        self.seen.extend(parts.iter().map(|(node, _)| *node));
        let cell = FoundCell { text, place: Some(Place::Texts(parts)), ..FoundCell::default() };
        match letter {
            Some(meaning) => self.add_meant(meaning, vec![cell]),
            None => self.add_labelled(label, vec![cell]),
        }
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
        let Some(meaning) = Meaning::of(&label).filter(|meaning| is_often_bare(*meaning)) else { return };
        if page
            .ancestors(first)
            .take(LEVELS)
            .any(|above| matches!(page.name(above), "a" | "button" | "option"))
        {
            return;
        }
        let levels = if meaning.kind() == ColumnType::Text { TEXT_LEVELS } else { LEVELS };
        let value = match parts.get(1) {
            Some((second, _)) => {
                let from = stream.of_node(*second).map_or(line.end, |range| range.start);
                stream.trim(from.clamp(line.start, line.end)..line.end)
            }
            None => match self.lines.get(at + 1) {
                Some(next) => next.clone(),
                None => return,
            },
        };
        let Some((node, _)) = stream.nodes(&value).next() else { return };
        // A place may be a whole address, by its own element.
        let is_address = meaning.name() == "address"
            || meaning.name() == "location"
                && page.ancestors(node).take(LEVELS).any(|above| page.is(above, "address"));
        let levels = if is_address { LEVELS } else { levels };
        let common = page.common_ancestor(first, node);
        if !page.ancestors(first).take(levels).any(|above| above == common) {
            return;
        }
        let text = collapse_space(&stream.text()[value.clone()].replace('\u{1f}', " "));
        let is_value = !text.is_empty()
            && text.chars().count() <= BESIDE_CHARS
            && text.split(' ').count() <= BESIDE_WORDS
            && !text.contains([':', '：'])
            && Meaning::of(&text).is_none();
        if !is_value {
            return;
        }
        if is_address && (self.take_address(at, value.start) || meaning.name() == "address") {
            return;
        }
        let place = Some(Place::Texts(stream.nodes(&value).collect()));
        self.add_meant(meaning, vec![without_stop(FoundCell { text, place, ..FoundCell::default() })]);
    }

    /// Lists below a heading that says what they are, such as the ingredients of a recipe or what a lawyer practises.
    pub fn take_lists(&mut self) {
        let (survey, page) = (self.survey, self.page());
        for heading in page.ids().filter(|id| page.is_heading(*id) && !self.subject.is_beside(*id)) {
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
            let section: Vec<NodeId> = after
                .map(NodeId::from_index)
                .take_while(|id| !ends(id))
                .take(SECTION_NODES)
                .filter(|id| matches!(page.name(*id), "li" | "a") && survey.shows(&survey.subtree(*id)))
                .collect();
            let has_inner = |id: NodeId| page.descendants(id).any(|inner| page.is(inner, "li"));
            let mut items: Vec<NodeId> =
                section.iter().copied().filter(|id| page.is(*id, "li") && !has_inner(*id)).collect();
            let of_links = items.is_empty() && meaning.name() == "expertise";
            if of_links {
                items = section;
            }
            let cells: Vec<FoundCell> = items
                .iter()
                .take(self.settings.max_items)
                .map(|item| FoundCell::shown(page, *item, page.flat_text(*item)))
                .filter(|cell| !cell.text.is_empty())
                .collect();
            if cells.len() > 1 || (of_links && cells.len() == 1) {
                self.add(meaning.name(), ColumnType::Text, cells);
            }
        }
    }
}

/// What a label means: all of it, or all but a few words.
fn label_meaning(label: &str) -> Option<Meaning> {
    let words = label.split_whitespace().count();
    let all: Vec<&str> = label.split_whitespace().collect();
    let known = |from: usize, to: usize| {
        let joined = from > 0 && JOINING.contains(&all[from - 1].to_lowercase().as_str());
        if joined { None } else { Meaning::of(&all[from..to].join(" ")) }
    };
    let whole = Meaning::of(label);
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

/// Whether pages write a label for such values without a colon.
fn is_often_bare(meaning: Meaning) -> bool {
    match meaning.kind() {
        ColumnType::Phone | ColumnType::Email | ColumnType::Date => true,
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
        ),
        _ => false,
    }
}

/// Attributes whose values are codes.
const CODES: [&str; 6] = ["sku", "mpn", "gtin", "isbn", "identifier", "docket"];

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
