//! Finds the column of a finding for each wanted attribute.

use super::certainty::Certainty;
use super::{Answer, Want, Wanted, words};
use chaffinch_columns::{Markup, Meaning};
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, FoundRow, Method, NodeId, Place, RelationKind, Value,
};
use chaffinch_survey::Survey;
use chaffinch_values::{decimal_mark, may_be_rating, read_as};

/// Where the values of an attribute come from.
#[derive(Clone, Copy)]
enum Source {
    Column(usize),
    /// The address that the column's cells link to.
    LinkOf(usize),
    Link,
    Image,
    /// The whole line that a column's cells are parts of.
    LineOf(usize),
}

/// The finding with only the wanted columns.
pub(super) fn answer(want: &Want, survey: &Survey, mut finding: Finding, certainty: &Certainty) -> Answer {
    let sources = Columns::of(survey, &finding, certainty).assign(want);
    let rows = finding.rows.len().max(1) as f32;
    let is_listed = finding.kind != RelationKind::Detail;
    let mut columns = Vec::new();
    let mut cells: Vec<Vec<Vec<FoundCell>>> = vec![Vec::new(); finding.rows.len()];
    let (mut missing, mut doubtful) = (Vec::new(), Vec::new());
    let (mut found, mut known, mut named) = (0.0, 0, 0);
    for (wanted, source) in want.attributes.iter().zip(&sources) {
        let from = source.map(|(source, _)| match source {
            Source::Column(at) => finding.columns[at].kind,
            Source::LineOf(_) => ColumnType::Text,
            Source::LinkOf(_) | Source::Link => ColumnType::Url,
            Source::Image => ColumnType::Image,
        });
        let kind = wanted.kind.or(from).unwrap_or(ColumnType::Text);
        let of_row = |row: &FoundRow| {
            source.map_or(Vec::new(), |(source, _)| values(survey, row, source, kind, is_listed))
        };
        let mut own: Vec<Vec<FoundCell>> = finding.rows.iter().map(of_row).collect();
        if wanted.kind.is_some() {
            convert(&mut own, kind);
        }
        let filled = own.iter().filter(|values| !values.is_empty()).count() as f32;
        match source.filter(|_| filled > 0.0) {
            Some((_, sure)) => {
                // Every page has a heading, so that a name alone says little about what the page is about.
                let heads = finding.method == Method::Page && words::means(&wanted.name, "name");
                let told = if sure > certainty.left_over && !heads { sure } else { certainty.guess };
                let is_name = words::means(&wanted.name, "name");
                known += usize::from(sure >= certainty.compound);
                named += usize::from(sure >= certainty.compound && !is_name);
                found += told * (0.5 + 0.5 * filled / rows);
                if sure < certainty.doubtful {
                    doubtful.push(wanted.name.clone());
                }
            }
            None => missing.push(wanted.name.clone()),
        }
        let confidence = source.map(|(_, sure)| f64::from(certainty.share_right(sure)));
        columns.push(Column { confidence, ..Column::new(Some(wanted.name.clone()), kind) });
        for (row, values) in cells.iter_mut().zip(own) {
            row.push(values);
        }
    }
    finding.columns = columns;
    for (row, cells) in finding.rows.iter_mut().zip(cells) {
        row.cells = cells;
    }
    // A row without any wanted value is no answer.
    finding.rows.retain(|row| row.values().next().is_some());
    let worth = found / want.attributes.len() as f32 * (0.3 + 0.7 * finding.score);
    let worth = if finding.rows.is_empty() { 0.0 } else { worth };
    Answer { worth, finding, sure: known, named, missing, doubtful }
}

/// What is known about the columns of a finding.
struct Columns<'f> {
    finding: &'f Finding,
    certainty: &'f Certainty,
    /// What the markup around each column's values means.
    meanings: Vec<Option<Meaning>>,
    /// For each column the share of rows that have a value, and the share of these values that no other row has, 0 to 1.
    filled: Vec<f32>,
    distinct: Vec<f32>,
}

/// What pages show without saying what it is. Other attributes have a label where they are shown.
const OFTEN_UNNAMED: [&str; 7] =
    ["name", "jobTitle", "location", "company", "author", "description", "address"];
/// What identifies a thing by a number or code.
const CODES: [&str; 5] = ["docket", "identifier", "sku", "mpn", "model"];
/// The share of texts, 0 to 1, that must look alike for a column to be of their kind.
const MOSTLY: f32 = 0.8;
/// The least confidence of a name that the page itself gives a column.
const SAID: f64 = 0.9;
/// Fewest characters, in the mean, of texts that are more than initials.
const FEWEST_CHARS: f32 = 3.5;
/// From how many values on a line describes a thing.
const PARTS_OF_LINE: usize = 3;
/// How many values of a column are looked at.
const SAMPLE: usize = 60;

impl<'f> Columns<'f> {
    fn of(survey: &Survey, finding: &'f Finding, certainty: &'f Certainty) -> Columns<'f> {
        // Cells of tables may be there and say nothing.
        let says = |cell: &&FoundCell| cell.text.chars().any(char::is_alphanumeric);
        let of_column =
            |at: usize| finding.rows.iter().filter_map(move |row| row.cells.get(at)?.first().filter(says));
        let node = |cell: &FoundCell| cell.place.as_ref().and_then(Place::node);
        let markup = Markup::new(survey.page);
        let meanings = (0..finding.columns.len())
            .map(|at| {
                let nodes: Vec<NodeId> = of_column(at).take(SAMPLE).filter_map(node).collect();
                markup.meaning(&nodes)
            })
            .collect();
        let rows = finding.rows.len().max(1) as f32;
        let filled: Vec<f32> =
            (0..finding.columns.len()).map(|at| of_column(at).count() as f32 / rows).collect();
        let distinct = |at: usize| {
            let mut texts: Vec<&str> = of_column(at).map(|cell| cell.text.as_str()).collect();
            let all = texts.len().max(1) as f32;
            texts.sort_unstable();
            texts.dedup();
            texts.len() as f32 / all
        };
        let distinct = (0..finding.columns.len()).map(distinct).collect();
        Columns { finding, certainty, meanings, filled, distinct }
    }

    /// For each wanted attribute its source and how sure that is. The surest pairs are taken first, and no column is taken twice.
    fn assign(&self, want: &Want) -> Vec<Option<(Source, f32)>> {
        let mut pairs = Vec::new();
        for (at, wanted) in want.attributes.iter().enumerate() {
            // Where both are wanted, a title is what a person is and not what they are called.
            let name = want.alias(wanted);
            for column in 0..self.finding.columns.len() {
                let sure = self.likeness(wanted, name, column);
                if sure >= self.certainty.least {
                    pairs.push((sure, at, column));
                }
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut sources: Vec<Option<(Source, f32)>> = vec![None; want.attributes.len()];
        let mut taken = vec![false; self.finding.columns.len()];
        for (sure, at, column) in pairs {
            // A table's cell may come whole and taken apart; for two names of a list it is one value all the same.
            let is_free = || {
                !taken[column] && (self.finding.kind == RelationKind::Detail || !self.repeats(column, &taken))
            };
            if sources[at].is_none() && is_free() {
                sources[at] = Some((Source::Column(column), sure));
                taken[column] = true;
            }
        }
        for (at, wanted) in want.attributes.iter().enumerate() {
            if sources[at].is_none() {
                sources[at] = self.of_row(wanted, &taken).map(|source| (source, self.certainty.from_row));
            }
        }
        for (at, wanted) in want.attributes.iter().enumerate() {
            let is_description =
                || Meaning::of(want.alias(wanted)).is_some_and(|meaning| meaning.name() == "description");
            if sources[at].is_none() && is_description() {
                sources[at] = self.line().map(|column| (Source::LineOf(column), self.certainty.left_over));
            }
        }
        self.leave_over(want, &mut sources, &mut taken);
        if self.finding.kind == RelationKind::Detail {
            for (at, wanted) in want.attributes.iter().enumerate() {
                if sources[at].is_none() {
                    sources[at] = self.of_thing(want, wanted, &taken);
                }
            }
        }
        sources
    }

    /// Where a thing has what no column of its own is left for: two names may ask for the same column, and a column that means something
    /// akin is better than none. A job is called by its title, and the line below a person's name says what they are.
    fn of_thing(&self, want: &Want, wanted: &Wanted, taken: &[bool]) -> Option<(Source, f32)> {
        let name = want.alias(wanted);
        let meant = Meaning::of_compound(name)?;
        let column = |means: &str| {
            self.finding.columns.iter().position(|column| {
                let own = column.name.as_deref().unwrap_or("");
                own == means || Meaning::of(own).is_some_and(|meaning| meaning.name() == means)
            })
        };
        if let Some(at) = column(meant.name()) {
            return Some((Source::Column(at), self.certainty.compound));
        }
        let akin: &[&str] = match meant.name() {
            "jobTitle" => &["name", "subtitle"],
            "price" => &["listPrice"],
            "sku" => &["identifier", "productID"],
            "identifier" => &["sku"],
            "mpn" => &["model"],
            "model" => &["name"],
            "location" => &["address"],
            "address" => &["location"],
            _ => &[],
        };
        let free = akin.iter().filter_map(|means| column(means)).find(|at| !taken[*at])?;
        Some((Source::Column(free), self.certainty.first_text))
    }

    /// A column whose cells are, in most rows, parts of a line with several values: `1985 · 30 ft · petrol` describes a boat.
    fn line(&self) -> Option<usize> {
        let node = |row: &FoundRow, at: usize| match row.cells.get(at)?.first()?.place.as_ref()? {
            Place::Texts(parts) => parts.first().map(|(node, _)| *node),
            _ => None,
        };
        let columns = || 0..self.finding.columns.len();
        let is_shared = |row: &FoundRow, at: usize| {
            let own = node(row, at);
            own.is_some() && columns().filter(|other| node(row, *other) == own).count() >= PARTS_OF_LINE
        };
        columns().find(|at| {
            2 * self.finding.rows.iter().filter(|row| is_shared(row, *at)).count() > self.finding.rows.len()
        })
    }

    /// The first text of each row in a column.
    fn texts(&self, at: usize) -> impl Iterator<Item = &'f str> {
        self.finding.rows.iter().filter_map(move |row| Some(row.cells.get(at)?.first()?.text.as_str()))
    }

    /// The mean number of characters of a column's texts.
    fn length(&self, at: usize) -> f32 {
        let (count, chars) = self
            .texts(at)
            .take(SAMPLE)
            .fold((0, 0), |(count, chars), text| (count + 1, chars + text.chars().count()));
        chars as f32 / (count as f32).max(1.0)
    }

    /// Gives the first columns of text that are left to the first texts that are wanted and have no name on the page.
    fn leave_over(&self, want: &Want, sources: &mut [Option<(Source, f32)>], taken: &mut [bool]) {
        if self.finding.kind == RelationKind::Detail || sources.iter().all(Option::is_none) {
            return;
        }
        for (at, wanted) in want.attributes.iter().enumerate() {
            let meaning = Meaning::of_compound(want.alias(wanted));
            if sources[at].is_some()
                || !meaning.is_some_and(|meaning| OFTEN_UNNAMED.contains(&meaning.name()))
            {
                continue;
            }
            let free = |column: &usize| {
                !taken[*column]
                    && self.finding.columns[*column].kind == ColumnType::Text
                    && self.filled[*column] >= 0.4
                    && self.distinct[*column] >= 0.2
                    && self.length(*column) >= FEWEST_CHARS
                    && self.finding.columns[*column].name.as_deref() != Some("other")
                    && !self.is_labelled(*column)
                    && !self.is_said(want, *column)
                    && !self.repeats(*column, taken)
            };
            if let Some(column) = (0..self.finding.columns.len()).find(free) {
                sources[at] = Some((Source::Column(column), self.certainty.left_over));
                taken[column] = true;
            }
        }
    }

    /// Whether a column has the values of one that is taken.
    fn repeats(&self, column: usize, taken: &[bool]) -> bool {
        let text = |row: &'f FoundRow, at: usize| Some(row.cells.get(at)?.first()?.text.as_str());
        let is_alike = |row: &&'f FoundRow, other: usize| {
            let own = text(row, column);
            own.is_some() && own == text(row, other)
        };
        let alike = |other: usize| self.finding.rows.iter().filter(|row| is_alike(row, other)).count();
        (0..taken.len()).any(|other| taken[other] && 2 * alike(other) > self.finding.rows.len())
    }

    /// Whether the page writes a label of no known meaning beside the values of a list's column: `Owner` is not where a home stands.
    fn is_labelled(&self, column: usize) -> bool {
        let column = &self.finding.columns[column];
        self.finding.kind == RelationKind::Records
            && column.confidence.is_some_and(|sure| sure >= SAID)
            && column.name.as_deref().is_some_and(|name| Meaning::of_compound(name).is_none())
    }

    /// Whether the page itself says that a column is something that nobody wants.
    fn is_said(&self, want: &Want, column: usize) -> bool {
        let meaning = self.finding.columns[column].name.as_deref().and_then(Meaning::of);
        let wants_name = || want.attributes.iter().any(|wanted| words::means(&wanted.name, "name"));
        meaning.is_some_and(|meaning| {
            // What a home is called is where it stands.
            (meaning.name() != "name" || wants_name())
                && !matches!(meaning.name(), "description" | "category")
                && !want.attributes.iter().any(|wanted| Meaning::of(want.alias(wanted)) == Some(meaning))
        })
    }

    /// How sure it is that a column has the values of a wanted attribute.
    fn likeness(&self, wanted: &Wanted, name: &str, at: usize) -> f32 {
        let (column, certainty) = (&self.finding.columns[at], self.certainty);
        // A name that nothing speaks for, such as `text 1`, says nothing. What a page says itself is sure.
        let own = column.name.as_deref().filter(|_| column.confidence != Some(0.0));
        let trust = certainty.unsure_name
            + (1.0 - certainty.unsure_name) * column.confidence.map_or(1.0, |sure| sure as f32);
        let named = own.map_or(0.0, |own| words::likeness(name, own, certainty) * trust);
        let asked = wanted.kind.or_else(|| words::type_of(name));
        let fits = match asked {
            Some(ColumnType::Rating) if column.kind == ColumnType::Number => {
                self.texts(at).take(SAMPLE).all(may_be_rating)
            }
            Some(asked) => serves(asked, column.kind) || may_serve(asked, column.kind),
            None => {
                let is_words = Meaning::of_compound(name).is_some_and(Meaning::is_words);
                !(is_words && column.kind != ColumnType::Text)
            }
        };
        if self.filled[at] == 0.0 || own.is_none() && column.name.as_deref() == Some("other") {
            return 0.0;
        }
        // A column that the page itself gives the same name is meant, whatever its values look like.
        if named >= certainty.last_part && column.confidence.is_none_or(|sure| sure >= SAID) {
            return named * (0.9 + 0.1 * self.filled[at]);
        }
        if !fits {
            return 0.0;
        }
        let by_type = asked.map_or(0.0, |asked| {
            let mut alike = (0..self.finding.columns.len())
                .filter(|other| serves(asked, self.finding.columns[*other].kind));
            match (alike.next(), alike.next()) {
                (Some(only), None) if only == at => certainty.only_of_type,
                (Some(first), Some(_)) if first == at => certainty.first_of_type,
                _ => 0.0,
            }
        });
        let meant = Meaning::of_compound(name);
        let by_markup = if meant.is_some() && self.meanings[at] == meant { certainty.markup } else { 0.0 };
        let is_name = meant.is_some_and(|meaning| meaning.name() == "name") && self.first_text() == Some(at);
        let is_code =
            meant.is_some_and(|meaning| CODES.contains(&meaning.name())) && self.only_codes() == Some(at);
        let by_look = match (is_name, is_code) {
            (true, _) => certainty.first_text,
            (_, true) => certainty.code,
            _ => 0.0,
        };
        let sure = named.max(by_type).max(by_markup).max(by_look);
        let seldom = if self.filled[at] < certainty.seldom { certainty.of_part } else { 1.0 };
        sure * (0.8 + 0.2 * self.filled[at]) * seldom
    }

    /// The only column that nothing names and whose texts look like codes: `A-24-22`, `103,339-7`.
    fn only_codes(&self) -> Option<usize> {
        let columns = &self.finding.columns;
        let are_codes = |at: &usize| {
            let is_named = columns[*at].name.as_deref().and_then(Meaning::of).is_some();
            let codes = self.texts(*at).take(SAMPLE).filter(|text| is_code(text)).count();
            !is_named
                && columns[*at].kind == ColumnType::Text
                && self.filled[*at] >= 0.5
                && self.distinct[*at] > 0.8
                && codes as f32 >= MOSTLY * self.texts(*at).take(SAMPLE).count() as f32
        };
        let mut all = (0..columns.len()).filter(are_codes);
        let first = all.next()?;
        // A table's cell may come whole and taken apart.
        let repeats = |other: usize| {
            let mut taken = vec![false; columns.len()];
            taken[first] = true;
            self.repeats(other, &taken)
        };
        all.all(repeats).then_some(first)
    }

    /// The first column of text with values in at least half of the rows, most of them distinct.
    fn first_text(&self) -> Option<usize> {
        let columns = &self.finding.columns;
        (0..columns.len()).find(|at| {
            columns[*at].kind == ColumnType::Text && self.filled[*at] >= 0.5 && self.distinct[*at] > 0.5
        })
    }

    /// Where an address comes from that no column has: the links of a column's cells, or the first link or image of the row.
    fn of_row(&self, wanted: &Wanted, taken: &[bool]) -> Option<Source> {
        let finding = self.finding;
        match wanted.kind.or_else(|| words::type_of(&wanted.name))? {
            ColumnType::Image => Some(Source::Image),
            // The first link of a whole page leads to anything.
            ColumnType::Url if finding.kind == RelationKind::Detail => None,
            ColumnType::Url => {
                let linked = |at: usize| {
                    let cells = finding.rows.iter().filter_map(|row| row.cells.get(at)?.first());
                    cells.filter(|cell| cell.link.is_some()).count() * 2 >= finding.rows.len().max(1)
                };
                let columns = || 0..finding.columns.len();
                let by_taken = columns().find(|at| taken[*at] && linked(*at));
                Some(
                    by_taken
                        .or_else(|| columns().find(|at| linked(*at)))
                        .map_or(Source::Link, Source::LinkOf),
                )
            }
            _ => None,
        }
    }
}

/// Whether a text is a number or code that identifies something: short, mostly digits and capitals, and with a digit.
fn is_code(text: &str) -> bool {
    const LONGEST: usize = 40;
    let is_plain = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || "-./,: #".contains(c);
    let is_word = |word: &str| word.chars().all(char::is_lowercase) && word.len() <= 3;
    text.len() <= LONGEST
        && text.bytes().filter(u8::is_ascii_digit).count() >= 2
        && text.split_whitespace().all(|word| word.chars().all(is_plain) || is_word(word))
}

/// Whether a column of type `kind` has values of the type `asked`.
fn serves(asked: ColumnType, kind: ColumnType) -> bool {
    let numbers = [ColumnType::Number, ColumnType::Money, ColumnType::Rating];
    asked == kind || (asked == ColumnType::Number && numbers.contains(&kind))
}

/// Whether a column of type `kind` may have values of the type `asked` that are not read as such: a price without its currency.
fn may_serve(asked: ColumnType, kind: ColumnType) -> bool {
    match kind {
        ColumnType::Text => !matches!(asked, ColumnType::Url | ColumnType::Image),
        ColumnType::Number => asked == ColumnType::Money,
        // `3 days ago` is a duration where the day of the page is not known.
        ColumnType::Duration => asked == ColumnType::Date,
        _ => false,
    }
}

fn values(
    survey: &Survey,
    row: &FoundRow,
    source: Source,
    kind: ColumnType,
    is_listed: bool,
) -> Vec<FoundCell> {
    let address = |text: &String| FoundCell {
        text: text.clone(),
        value: Some(Value::Text(text.clone())),
        link: Some(text.clone()),
        ..FoundCell::default()
    };
    match source {
        Source::Column(at) => {
            let cells = row.cells.get(at).into_iter().flatten();
            // Whoever wants the image of each thing in a list wants one.
            let most = if kind == ColumnType::Image && is_listed { 1 } else { usize::MAX };
            cells.take(most).cloned().collect()
        }
        Source::LineOf(at) => {
            let node = row.cells.get(at).and_then(|cells| cells.first()?.place.as_ref()?.node());
            let line = |node: NodeId| FoundCell {
                text: survey.page.flat_text(node),
                place: Some(Place::Shown(survey.subtree(node))),
                ..FoundCell::default()
            };
            node.map(line).into_iter().collect()
        }
        Source::LinkOf(at) => {
            let cells = row.cells.get(at).into_iter().flatten();
            let linked = |cell: &FoundCell| {
                Some(FoundCell { place: cell.place.clone(), ..address(cell.link.as_ref()?) })
            };
            cells.filter_map(linked).take(1).collect()
        }
        Source::Link => row.content(survey.page).links.iter().take(1).map(address).collect(),
        Source::Image => row.content(survey.page).images.iter().take(1).map(address).collect(),
    }
}

/// Reads texts as the type that the user asks for. What is not of the type is no answer.
fn convert(rows: &mut [Vec<FoundCell>], kind: ColumnType) {
    let texts: Vec<String> = rows.iter().flatten().map(|cell| cell.text.clone()).collect();
    let mark = decimal_mark(texts.iter().map(String::as_str));
    for cells in rows {
        cells.retain_mut(|cell| {
            let money =
                || read_as(ColumnType::Money, &cell.text, mark).filter(|_| kind == ColumnType::Number);
            let reading = read_as(kind, &cell.text, mark).or_else(money);
            match reading {
                Some(reading) => {
                    cell.value = Some(reading.value);
                    cell.unit = reading.unit.or(cell.unit.take());
                    cell.range = reading.range;
                    true
                }
                None => {
                    kind == ColumnType::Text
                        || (cell.value.is_some() && matches!(kind, ColumnType::Url | ColumnType::Image))
                }
            }
        });
    }
}
