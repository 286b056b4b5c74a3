//! What is known about the thing so far, and how sure it is that the page is about it.

use super::ThingSettings;
use super::lists::is_scale;
use super::offer::{button, is_priced_list};
use super::subject::Subject;
use super::told::tells_subject;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, Method, NodeId, Page, Place, RelationKind, Value,
};
use chaffinch_survey::Survey;
use chaffinch_values::{DecimalMark, decimal_mark, duration, has_money_sign, read_as};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What is known about the thing. Sources add to it one after another, the surest first.
pub(super) struct Facts<'s, 'p> {
    pub survey: &'s Survey<'p>,
    pub subject: &'s Subject,
    pub settings: &'s ThingSettings,
    /// The words of the names that the user wants.
    pub wanted: Vec<String>,
    /// The lines of the page's text.
    pub lines: Vec<Range<usize>>,
    /// What labels have told of the thing.
    pub labelled: HashSet<Meaning>,
    /// Nodes whose texts are values already.
    pub seen: HashSet<NodeId>,
    pub columns: Vec<(Column, Vec<FoundCell>)>,
    /// The column of each name, in lower case.
    names: HashMap<String, usize>,
    /// Whether the price stands near the main heading.
    pub priced: bool,
    /// Whether the page's own data is about something to buy, or the page shows a price and a button for it.
    pub sells: bool,
    /// Whether the price is known by its look alone.
    pub seen_price: bool,
    /// The button that puts the thing into a cart.
    pub button: Option<NodeId>,
}

impl<'s, 'p> Facts<'s, 'p> {
    pub fn new(
        survey: &'s Survey<'p>,
        subject: &'s Subject,
        wanted: &[&str],
        settings: &'s ThingSettings,
    ) -> Facts<'s, 'p> {
        let stream = survey.stream();
        Facts {
            survey,
            subject,
            settings,
            wanted: wanted.iter().map(|name| words_of(name)).filter(|words| !words.is_empty()).collect(),
            lines: stream.lines_of(&(0..stream.text().len())),
            labelled: HashSet::new(),
            seen: HashSet::new(),
            columns: Vec::new(),
            names: HashMap::new(),
            priced: false,
            sells: false,
            seen_price: false,
            button: button(survey, subject),
        }
    }

    pub fn page(&self) -> &'p Page {
        self.survey.page
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(&words_of(name))
    }

    /// The cells of the column of this name.
    pub fn cells_of(&mut self, name: &str) -> Option<&mut Vec<FoundCell>> {
        self.names.get(&words_of(name)).map(|at| &mut self.columns[*at].1)
    }

    /// Adds an attribute, unless a stronger source has told it. A dash stands for a value that is not there.
    pub fn add(&mut self, name: &str, kind: ColumnType, mut cells: Vec<FoundCell>) {
        cells.retain(|cell| cell.text.chars().any(char::is_alphanumeric));
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

    /// Adds a value that means something known, if it can be read as such.
    pub fn add_meant(&mut self, meaning: Meaning, cells: Vec<FoundCell>) {
        if self.tells(meaning) {
            return;
        }
        let page = self.page();
        let cells: Vec<FoundCell> = cells
            .into_iter()
            .map(|cell| match meaning.kind() {
                ColumnType::Duration => with_unit(page, cell),
                _ if meaning.name() == "recipeYield" => without_scales(cell),
                _ => cell,
            })
            .filter_map(|cell| typed(meaning.kind(), without_lead(meaning, tidy(cell))))
            .collect();
        // Beside how many reviews there are stands how good they are.
        let is_count = |cell: &FoundCell| match cell.value {
            Some(Value::Number(number)) => number.fract() == 0.0,
            _ => true,
        };
        let is_sentence = |cell: &FoundCell| {
            let words = cell.text.split(' ').count();
            words > MOST_NAMES || words > 1 && cell.text.starts_with(|c: char| c.is_ascii_digit())
        };
        if matches!(meaning.name(), "author" | "director" | "judge") && cells.iter().any(is_sentence) {
            return;
        }
        let has_no_digit = |cell: &FoundCell| !cell.text.contains(|c: char| c.is_ascii_digit());
        if matches!(meaning.name(), "gtin" | "isbn" | "isbn10") && cells.iter().any(has_no_digit) {
            return;
        }
        // What is called by words has no amounts in its name.
        let is_called = meaning.is_words() && meaning.name() != "description";
        if is_called && cells.iter().any(|cell| has_money_sign(&cell.text)) {
            return;
        }
        // A block of labels with their values is no value itself, nor is the line that claims the rights of a page.
        let is_block =
            |cell: &FoundCell| is_called && cell.text.matches(": ").count() > 1 || is_claim(&cell.text);
        if cells.iter().any(is_block) {
            return;
        }
        let counts = meaning.name().ends_with("Count");
        if counts && !cells.iter().all(is_count) {
            return;
        }
        let cells = if counts { cells.into_iter().map(number_alone).collect() } else { cells };
        self.add(meaning.name(), meaning.kind(), cells);
    }

    /// Whether the thing has a price and can be put into a cart.
    pub fn is_sold(&self) -> bool {
        self.button.is_some() && self.has("price")
    }

    /// Whether there is a column with this meaning, whatever its name.
    pub fn tells(&self, meaning: Meaning) -> bool {
        let mut names = self.columns.iter().filter_map(|(column, _)| column.name.as_deref());
        names.any(|name| Meaning::of(name) == Some(meaning))
    }

    /// Whether a column with this meaning has the first of these texts already.
    pub fn has_text(&self, meaning: Meaning, cells: &[FoundCell]) -> bool {
        let means = |column: &Column| column.name.as_deref().and_then(Meaning::of) == Some(meaning);
        let mut known = self.columns.iter().filter(|(column, _)| means(column)).flat_map(|(_, cells)| cells);
        cells.first().is_none_or(|cell| known.any(|known| words_of(&known.text) == words_of(&cell.text)))
    }

    /// Adds a picture to those that are known.
    pub fn add_picture(&mut self, picture: FoundCell) {
        match self.names.get("image").map(|at| &mut self.columns[*at].1) {
            Some(known) if known.iter().any(|other| other.text == picture.text) => {}
            Some(known) => known.push(picture),
            None => self.add("image", ColumnType::Image, vec![picture]),
        }
    }

    /// The lowest price of several offers is the thing's price where there is no other.
    pub fn take_low_price(&mut self) {
        let low = self.names.get("low price").map(|at| self.columns[*at].1.clone());
        self.add("price", ColumnType::Money, low.unwrap_or_default());
    }

    /// The heading is the name, also where structured data writes the site's name behind it.
    pub fn take_name(&mut self) {
        let name = without_announcement(self.subject.name.clone());
        let told = self.names.get("name").map(|at| &mut self.columns[*at].1);
        match told {
            Some(cells) if self.subject.heading.is_some() => {
                let shown = name.text.to_lowercase();
                let is_longer = |cell: &FoundCell| {
                    let told = cell.text.to_lowercase();
                    if shown.contains(' ')
                        && told.strip_suffix(&shown).is_some_and(|before| before.ends_with(' '))
                    {
                        return true;
                    }
                    told.strip_prefix(&shown).is_some_and(|rest| {
                        rest.starts_with(' ') && rest.trim_start().starts_with(['-', '–', '—', '|', '·', '»'])
                    })
                };
                if cells.iter().all(is_longer) || cells.iter().all(|cell| cell.text.starts_with("http")) {
                    *cells = vec![name];
                }
            }
            Some(_) => {}
            None => self.add("name", ColumnType::Text, vec![name]),
        }
        self.take_behind_name();
    }

    /// What the heading says behind the name: who wrote it, a year, or what else it is.
    fn take_behind_name(&mut self) {
        let Some(behind) = self.subject.behind.clone() else { return };
        let inner = behind.text.trim_matches(|c: char| "()[] ".contains(c)).to_owned();
        let is_year = inner.len() == 4 && inner.bytes().all(|b| b.is_ascii_digit());
        if is_year {
            self.add("year", ColumnType::Number, vec![FoundCell { text: inner, ..behind }]);
        } else if let Some(author) = Meaning::of("author")
            && begins_with_by(&behind.text)
        {
            self.add_meant(author, vec![behind]);
        } else {
            self.add("subtitle", ColumnType::Text, vec![FoundCell { text: inner, ..behind }]);
        }
    }

    /// How sure it is that the page is about one thing, of which its own data tells as `told` says. A sure list of things with prices
    /// speaks against a page that only looks as if it sold one.
    pub fn score(&self, told: Option<&Finding>, findings: &[Finding]) -> f32 {
        let settings = self.settings;
        let has = |name: &str| self.has(name);
        let codes = ["sku", "gtin", "gtin13", "mpn", "brand", "model", "availability"];
        let known = codes.iter().filter(|name| has(name)).count();
        let in_cart = self.button.is_some();
        let sold = (has("price") && (known > 0 || in_cart)) || known >= LEAST_CODES;
        let rival = is_priced_list(self.survey, findings, settings);
        let is_list =
            |finding: &Finding| finding.kind != RelationKind::Detail && finding.score >= settings.sure_list;
        let certain = match told {
            // The results of a search are sometimes described as one product with a range of prices.
            Some(told) if is_certain(told) => !is_range(told) || !findings.iter().any(is_list),
            _ => sold && self.priced && in_cart && !rival,
        };
        let least = match told {
            _ if certain => settings.certain,
            _ if sold && !rival && (self.priced || told.is_some() || known >= LEAST_CODES) => settings.sure,
            Some(_) => 0.0,
            None if self.is_described() => settings.described,
            None => settings.score,
        };
        let score = told.map_or(0.0, |told| told.score).max(least);
        if certain { score } else { score.min(settings.uncertain) }
    }

    /// Whether the page describes its subject, as pages about persons, jobs and places do: several attributes stand behind the heading,
    /// outside of lists.
    fn is_described(&self) -> bool {
        const OF_SUBJECTS: [&str; 14] = [
            "telephone", "faxNumber", "email", "address", "location", "expertise", "jobTitle", "identifier",
            "employmentType", "datePublished", "department", "company", "salary", "endDate",
        ];
        let start = self.subject.start();
        let is_own = |cell: &FoundCell| {
            let node = cell.place.as_ref().and_then(Place::node);
            node.is_some_and(|node| {
                node > start && !self.subject.is_beside(node) && !self.subject.is_listed(node)
            })
        };
        let is_told = |name: &str| OF_SUBJECTS.contains(&name) || (name != "name" && self.is_wanted(name));
        let own = self.columns.iter().filter(|(column, cells)| {
            column.name.as_deref().is_some_and(is_told) && cells.first().is_some_and(is_own)
        });
        own.count() >= LEAST_DESCRIBED
    }
}

/// Fewest codes and names of makers that a page has which sells a thing without a price.
const LEAST_CODES: usize = 3;
/// Fewest attributes of a subject that a page describes.
const LEAST_DESCRIBED: usize = 3;

/// Whether an item has only a range of prices, as the results of a search have, whatever single offers in it cost.
fn is_range(told: &Finding) -> bool {
    let has = |path: &str| told.columns.iter().any(|column| column.name.as_deref() == Some(path));
    has("offers.lowPrice") && !has("offers.price")
}

/// Whether an item of structured data is only on pages about it. OpenGraph calls whole shops products.
fn is_certain(told: &Finding) -> bool {
    const KINDS: [&str; 11] = [
        "product", "productgroup", "productmodel", "recipe", "jobposting", "vehicle", "car", "movie", "book",
        "tvseries", "course",
    ];
    let kind = told.title.as_deref().unwrap_or("").to_lowercase();
    told.method != Method::OpenGraph
        && told.method != Method::State
        && tells_subject(told)
        && kind.split([',', ' ']).any(|kind| KINDS.contains(&kind))
}

/// A cell without the pictures of icon fonts, separators and empty brackets around its text.
pub(super) fn tidy(mut cell: FoundCell) -> FoundCell {
    let is_picture = |c: char| {
        matches!(u32::from(c), 0xe000..=0xf8ff | 0x1f000..=0x1faff | 0xfe0f | 0x200b | 0x27a1)
            || c.is_whitespace()
    };
    let text = cell.text.trim_matches(is_picture);
    let text = text.trim_start_matches(['|', '·', '•', ':', ' ']).trim_end_matches(['|', '·', '•', ' ']);
    if text.len() != cell.text.len() {
        cell.text = text.trim().to_owned();
    }
    cell
}

/// Most words of the name of a person.
const MOST_NAMES: usize = 7;

/// What stands in front of the name of a person who made something.
const BY: [&str; 8] = ["by", "von", "par", "por", "door", "av", "af", "di"];

/// Whether a text goes on with the name of a person who made something.
pub(super) fn begins_with_by(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    BY.contains(&first.to_lowercase().as_str())
}

/// A person without `by`, `Directed by` or `By (author)` in front of the name, and a date without `on`.
fn without_lead(meaning: Meaning, mut cell: FoundCell) -> FoundCell {
    let is = |word: &str, known: &[&str]| known.contains(&word.to_lowercase().as_str());
    let words: Vec<&str> = cell.text.split(' ').collect();
    let lead = match meaning.name() {
        "brand" => usize::from(is(words[0], &["by"])),
        "author" | "director" => words.iter().take(2).position(|word| is(word, &BY)).map_or(0, |at| at + 1),
        _ if meaning.kind() == ColumnType::Date => usize::from(is(words[0], &["on", "am", "le"])),
        _ => 0,
    };
    let role = words.get(lead).is_some_and(|word| lead > 0 && word.starts_with('(') && word.ends_with(')'));
    let rest = words[lead + usize::from(role)..].join(" ");
    if lead > 0 && !rest.is_empty() {
        cell.text = rest;
    }
    // Behind who wrote something stands when.
    if matches!(meaning.name(), "author" | "director")
        && let Some((name, _)) = cell.text.split_once(['|', '·', '•'])
        && name.chars().any(char::is_alphabetic)
    {
        cell.text = name.trim().to_owned();
    }
    cell
}

/// The name of a job without the words that only say that it is one, and without its number: `Job Description - Baker (23000-X)` is a baker.
fn without_announcement(mut name: FoundCell) -> FoundCell {
    const ANNOUNCEMENTS: [&str; 10] = [
        "job description", "job details", "job opening", "job posting", "job title", "position description",
        "position details", "position title", "vacancy", "stellenangebot",
    ];
    let begins = |announcement: &&str| {
        name.text.get(..announcement.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(announcement))
    };
    let Some(announcement) = ANNOUNCEMENTS.iter().find(|announcement| begins(announcement)) else {
        return name;
    };
    let rest = name.text[announcement.len()..].trim_start();
    let Some(mut rest) = rest.strip_prefix([':', '-', '–', '—', '|']).map(str::trim) else { return name };
    if let Some((own, code)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
        let is_code = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || c == '-';
        if code.chars().all(is_code) && code.contains(|c: char| c.is_ascii_digit()) {
            rest = own;
        }
    }
    if !rest.is_empty() {
        name.text = rest.to_owned();
    }
    name
}

/// A count without the word that says what is counted: `3` for `3 replies`, `1 234` for `1 234 replies`.
fn number_alone(mut cell: FoundCell) -> FoundCell {
    let has_digit = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let is_group = |word: &&str| word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit());
    let mut words = cell.text.split_whitespace().skip_while(|word| !has_digit(word));
    if let Some(first) = words.next() {
        let groups = words.take_while(is_group);
        let number = std::iter::once(first).chain(groups).collect::<Vec<_>>().join(" ");
        cell.text = number.trim_matches(|c: char| "()[],".contains(c)).to_owned();
        cell.unit = None;
    }
    cell
}

/// A cell with its value of type `kind`. Where more words stand behind the value, as in `$5 plus shipping`, the value alone is the cell.
pub(super) fn typed(kind: ColumnType, mut cell: FoundCell) -> Option<FoundCell> {
    if cell.text.is_empty() {
        return None;
    }
    if kind == ColumnType::Duration {
        cell.text = one_duration(&cell.text);
    }
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
    // A number of which a label says that it is a telephone's.
    if kind == ColumnType::Phone && may_be_phone(&cell.text) {
        return Some(cell);
    }
    // A date may be written in a form that is not known.
    let may_be_date = words.len() <= MOST_WORDS && has_number(&cell.text) && !is_length(&cell.text);
    (kind == ColumnType::Date && may_be_date).then_some(cell)
}

/// How many minutes something takes, with the unit that stands beside the number.
pub(super) fn with_unit(page: &Page, cell: FoundCell) -> FoundCell {
    /// Most characters of an element that is one duration, and how many levels above the number it may stand.
    const LONGEST: usize = 60;
    const LEVELS: usize = 3;
    let is_number = cell.text.chars().all(|c| c.is_numeric() || c.is_whitespace());
    let Some(node) = cell.place.as_ref().and_then(Place::node).filter(|_| is_number) else { return cell };
    let around = page.ancestors(node).take(LEVELS).map(|above| (above, page.flat_text(above)));
    let mut near = around.take_while(|(_, text)| text.chars().count() <= LONGEST);
    let whole = near
        .find(|(_, text)| read_as(ColumnType::Duration, &one_duration(text), DecimalMark::Point).is_some());
    match whole {
        Some((above, text)) => FoundCell::shown(page, above, one_duration(&text)),
        None => cell,
    }
}

/// How many a recipe serves, without the buttons that multiply it: `4 servings 1x`.
fn without_scales(mut cell: FoundCell) -> FoundCell {
    let words = cell.text.split(' ').filter(|word| !is_scale(word));
    cell.text = words.collect::<Vec<_>>().join(" ");
    cell
}

/// Whether a text begins with how long something takes: `40 min of work`.
pub(super) fn is_length(text: &str) -> bool {
    let words = one_duration(text);
    let mut two = words.splitn(3, ' ');
    let first = [two.next(), two.next()].into_iter().flatten().collect::<Vec<_>>().join(" ");
    !chaffinch_values::is_relative(text) && duration(&first, DecimalMark::Point).is_some()
}

/// A duration without the words in front of it and without units that are said twice, as pages do for those who hear them: `Prep 15 minutes
/// mins` is `15 minutes`.
fn one_duration(text: &str) -> String {
    let is_unit = |word: &str| {
        word.starts_with(char::is_alphabetic) && duration(&format!("2 {word}"), DecimalMark::Point).is_some()
    };
    // `Prep15 min`.
    let text = match text.find(|c: char| c.is_numeric()) {
        Some(at) if text[..at].chars().all(|c| c.is_alphabetic() || " :-".contains(c)) => &text[at..],
        _ => text,
    };
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        if !(is_unit(word) && words.last().is_some_and(|last| is_unit(last))) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Whether a text has enough digits for a telephone number, and nothing else than stands between them.
fn may_be_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (6..=15).contains(&digits) && text.chars().all(|c| c.is_ascii_digit() || " +-–()/.".contains(c))
}

/// Whether a text has a number that is no part of a code: `3.` and `3rd`, but not `a3b`.
fn has_number(text: &str) -> bool {
    let begins = |word: &str| word.starts_with(|c: char| c.is_numeric());
    let letters = |word: &str| word.chars().filter(|c| c.is_ascii_alphabetic()).count();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word) && letters(word) <= 2)
}

/// Whether a text claims the rights of a page: `© 2026 Example`.
pub(super) fn is_claim(text: &str) -> bool {
    text.starts_with(['©', 'Ⓒ']) || text.starts_with("Copyright ")
}

/// Most words of a value that stands in front of others.
const MOST_WORDS: usize = 6;
