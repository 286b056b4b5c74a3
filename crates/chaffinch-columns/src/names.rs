//! The names of columns, from the strongest evidence that each has.

use crate::apart::is_lead;
use crate::draft::{Draft, DraftValue};
use crate::evidence::{Evidence, Markup, commonest};
use crate::known::Known;
use crate::labels::are_leads;
use crate::meaning::{Meaning, words_of};
use crate::pieces::PieceKind;
use crate::settings::{ColumnSettings, LookSettings};
use chaffinch_core::{Column, ColumnType, FoundRow, NodeId, TextSet, Value};
use chaffinch_survey::Survey;
use chaffinch_values::{currency, decimal_mark, has_money_sign, is_person_name, may_be_rating, read_as};

/// A name that a column could have.
struct Candidate {
    name: String,
    column: usize,
    /// How sure the evidence is, 0 to 1.
    sure: f32,
}

/// Names the columns of a table without heads.
pub fn name_columns(survey: &Survey, columns: &mut [Column], rows: &[FoundRow], settings: &ColumnSettings) {
    let draft = |at: usize| {
        let kind = match columns[at].kind {
            ColumnType::Image => PieceKind::Image,
            _ => PieceKind::Text,
        };
        let cells = |row: &FoundRow| -> Vec<DraftValue> {
            row.cells.get(at).into_iter().flatten().filter_map(DraftValue::found).collect()
        };
        Draft { cells: rows.iter().map(cells).collect(), ..Draft::new(kind, 0) }
    };
    let drafts: Vec<Draft> = (0..columns.len()).map(draft).collect();
    let kinds: Vec<ColumnType> = columns.iter().map(|column| column.kind).collect();
    let naming = Naming { survey, drafts: &drafts, kinds: &kinds, known: &Known::nothing(), settings };
    for (column, (name, sure)) in columns.iter_mut().zip(naming.names()) {
        (column.name, column.confidence) = (Some(name), Some(f64::from(sure)));
    }
}

/// Columns that are about to get their names.
pub(crate) struct Naming<'a> {
    pub survey: &'a Survey<'a>,
    pub drafts: &'a [Draft],
    pub kinds: &'a [ColumnType],
    pub known: &'a Known,
    pub settings: &'a ColumnSettings,
}

impl Naming<'_> {
    /// A name for each column, with how sure it is; no two are the same.
    pub fn names(&self) -> Vec<(String, f32)> {
        self.with_plain_names(self.found_names(), &[])
    }

    /// The names that anything speaks for, with how sure they are.
    pub fn found_names(&self) -> Vec<Option<(String, f32)>> {
        let markup = Markup::new(self.survey.page);
        let evidence: Vec<Evidence> = self
            .drafts
            .iter()
            .map(|draft| Evidence::of(self.survey, &markup, draft, self.settings))
            .collect();
        let leads = self.name_columns(&evidence);
        let role = leads.first().map(|column| (*column, self.settings.names.role));
        let mut candidates: Vec<Candidate> = Vec::new();
        for (column, evidence) in evidence.iter().enumerate() {
            let is_name = role.is_some_and(|(named, _)| named == column);
            self.suggest(column, evidence, is_name, &mut |name, sure| {
                candidates.push(Candidate { name, column, sure });
            });
        }
        for (column, name) in self.prices(&evidence) {
            candidates.push(Candidate { name: name.into(), column, sure: self.settings.names.markup + 0.02 });
        }
        if let Some((column, sure)) = role {
            candidates.push(Candidate { name: "name".into(), column, sure });
        }
        for (column, name) in self.look_like(role.map(|(column, _)| column)) {
            candidates.push(Candidate { name: name.into(), column, sure: self.settings.names.looks });
        }
        // Of two columns that are equally sure, the fuller one.
        let filled = |candidate: &Candidate| self.drafts[candidate.column].filled();
        candidates.sort_by(|a, b| {
            b.sure.total_cmp(&a.sure).then(filled(b).cmp(&filled(a))).then(a.column.cmp(&b.column))
        });
        let mut taken: TextSet<String> = TextSet::default();
        let mut names: Vec<Option<(String, f32)>> = vec![None; self.drafts.len()];
        for Candidate { name, column, sure } in candidates {
            if names[column].is_none() && taken.insert(name.to_lowercase()) {
                names[column] = Some((name, sure));
            }
        }
        self.name_next(&leads, &mut names);
        names
    }

    /// Calls the next best column the name, where the page says that the best one is something else, such as the brand.
    fn name_next(&self, leads: &[usize], names: &mut [Option<(String, f32)>]) {
        let &[best, next, ..] = leads else { return };
        let is_other =
            |(name, _): &(String, f32)| Meaning::of(name).is_some_and(|meaning| meaning.name() != "name");
        let is_named = names.iter().flatten().any(|(name, _)| name == "name");
        let role = self.settings.names.role;
        if !is_named
            && names[best].as_ref().is_some_and(is_other)
            && names[next].as_ref().is_none_or(|(_, sure)| *sure < role)
        {
            names[next] = Some(("name".to_owned(), role));
        }
    }

    /// Numbers the columns that have no name, but for those that are left out.
    pub fn with_plain_names(
        &self,
        names: Vec<Option<(String, f32)>>,
        left_out: &[usize],
    ) -> Vec<(String, f32)> {
        let mut taken: TextSet<String> =
            names.iter().flatten().map(|(name, _)| name.to_lowercase()).collect();
        let mut counts = rustc_hash::FxHashMap::<&str, usize>::default();
        let mut plain = |column: usize| {
            let word = self.plain_name(column);
            if left_out.contains(&column) {
                return (word.to_owned(), 0.0);
            }
            loop {
                let count = counts.entry(word).or_default();
                *count += 1;
                let name = format!("{word} {count}");
                if taken.insert(name.clone()) {
                    return (name, 0.0);
                }
            }
        };
        names.into_iter().enumerate().map(|(at, name)| name.unwrap_or_else(|| plain(at))).collect()
    }

    fn suggest(&self, column: usize, evidence: &Evidence, is_name: bool, push: &mut dyn FnMut(String, f32)) {
        let (draft, kind) = (&self.drafts[column], self.kinds[column]);
        let weights = &self.settings.names;
        let fits = |meaning: &Meaning| fits(*meaning, draft, kind);
        if let Some(text) = &draft.label {
            // `Published online on` says when something was published.
            let of_date = || {
                let is_date =
                    |meaning: &Meaning| meaning.kind() == ColumnType::Date && kind == ColumnType::Date;
                let leads_on = text.split_whitespace().next_back().is_some_and(is_lead);
                Meaning::of_compound(text).filter(|meaning| leads_on && is_date(meaning))
            };
            let known = Meaning::of(text).or_else(of_date).filter(|meaning| !draft.headed && fits(meaning));
            // `on` in front of a date is no name for it.
            if known.is_some() || draft.headed || !are_leads(text) {
                push(known.map_or_else(|| text.clone(), |meaning| meaning.name().to_owned()), weights.label);
            }
        }
        if let Some((name, share)) =
            self.known.name_of(draft).filter(|(_, share)| *share >= weights.least_known)
        {
            push(name, weights.known * share.min(1.0));
        }
        if draft.kind == PieceKind::Text
            && draft.mean_length() <= self.settings.longest_name
            && let Some((name, sure)) =
                self.known.whole_of(draft).filter(|(_, sure)| *sure >= weights.least_known)
        {
            push(name, weights.known * sure);
        }
        if draft.kind == PieceKind::Image {
            push("image".into(), weights.role * (0.5 + 0.5 * draft.distinct()));
        }
        if draft.kind != PieceKind::Text {
            return;
        }
        // What is shown where the page's data has an address is the text of a link.
        let is_text = |name: &&String| {
            let meant = Meaning::of(name).map(Meaning::kind);
            kind == ColumnType::Url || !matches!(meant, Some(ColumnType::Url | ColumnType::Image))
        };
        for name in self.told_name(draft).iter().chain(&evidence.property).filter(is_text) {
            // A short text that stands out is the name, though the page's data gives it as the description, too.
            let is_lead =
                is_name && name == "description" && draft.mean_length() < self.settings.longest_lead;
            push(name.clone(), if is_lead { weights.kind } else { weights.property });
        }
        if evidence.office {
            // `Minister` in all records says less than `Minister of Health`.
            push("jobTitle".into(), weights.markup * (0.9 + 0.1 * draft.distinct()));
        }
        if are_unit_prices(draft) {
            push("unitPrice".into(), weights.markup + 0.01);
        } else if kind == ColumnType::Money {
            let is_former = evidence.former > 0.5;
            push(if is_former { "listPrice" } else { "price" }.into(), weights.markup);
        }
        if are_discounts(draft) {
            push("discount".into(), weights.markup);
        }
        if are_ranks(draft) {
            push("rank".into(), weights.kind);
        }
        if let Some(meaning) = unit_meaning(draft)
            .filter(fits)
            .filter(|meaning| !are_unit_prices(draft) && meaning.kind() != ColumnType::Date)
        {
            push(meaning.name().to_owned(), weights.markup + 0.01);
        }
        // Classes name the place of a text rather than the text itself: a paragraph is no brand.
        let is_too_long = |meaning: &Meaning| {
            meaning.is_words()
                && !matches!(meaning.name(), "name" | "description" | "address")
                && draft.mean_length() > self.settings.longest_lead
        };
        if let Some(meaning) = evidence.meaning.filter(fits).filter(|meaning| !is_too_long(meaning)) {
            push(meaning.name().to_owned(), weights.markup);
        }
        if let Some(name) = type_name(kind) {
            // `3 days ago` is a duration where the day of the page is not known.
            let name = if kind == ColumnType::Duration && are_ages(draft) { "datePublished" } else { name };
            push(name.into(), weights.kind);
        } else if kind == ColumnType::Text && tell_when(draft) {
            push("datePublished".into(), weights.kind);
        }
        if draft.mean_length() > self.settings.longest_name {
            push("description".into(), weights.kind);
        }
    }

    /// The column of current prices and those of former ones, among the amounts that nothing tells apart: of two prices for one thing the
    /// lower is the current one.
    fn prices(&self, evidence: &[Evidence]) -> Vec<(usize, &'static str)> {
        let is_amount = |at: &usize| {
            let draft = &self.drafts[*at];
            let told = draft.label.as_deref().and_then(Meaning::of);
            self.kinds[*at] == ColumnType::Money
                && (!says_what(draft) || told.is_some_and(|meaning| meaning.name() == "price"))
                && !are_unit_prices(draft)
        };
        let is_price = |at: &usize| {
            says_what(&self.drafts[*at])
                || evidence[*at].former <= 0.5
                    && evidence[*at].meaning.is_none_or(|meaning| meaning.name() == "price")
        };
        let amounts_at = || (0..self.drafts.len()).filter(is_amount).take(MOST_PRICES);
        let mut columns: Vec<usize> = amounts_at().filter(is_price).collect();
        let is_said = || {
            (0..self.drafts.len()).filter(|at| !is_amount(at)).any(|at| {
                let draft = &self.drafts[at];
                let told = draft.label.as_deref().and_then(Meaning::of).or(evidence[at].meaning);
                told.is_some_and(|meaning| meaning.name() == "price" && fits(meaning, draft, self.kinds[at]))
            })
        };
        if columns.is_empty() && !is_said() {
            // A former price beside no other is the price, whatever the markup says.
            columns = amounts_at().collect();
        }
        let amounts: Vec<Vec<Option<f64>>> =
            columns.iter().map(|column| amounts(&self.drafts[*column])).collect();
        let filled = |at: &usize| self.drafts[columns[*at]].filled();
        let Some(mut main) = (0..columns.len()).max_by(|a, b| filled(a).cmp(&filled(b)).then(b.cmp(a)))
        else {
            return Vec::new();
        };
        let mut named = Vec::new();
        for other in 0..columns.len() {
            let pairs =
                || amounts[main].iter().zip(&amounts[other]).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
            let all = pairs().count();
            let cheaper = |a: f64, b: f64| b < a && b >= MOST_SAVED * a;
            let mostly = |is: &dyn Fn(f64, f64) -> bool| {
                let times = pairs().filter(|(a, b)| is(*a, *b)).count();
                all > 1 && times as f32 >= self.settings.same_number * all as f32
            };
            if filled(&other) == filled(&main) && mostly(&|a, b| cheaper(a, b)) {
                named.push((columns[main], "listPrice"));
                main = other;
            } else if mostly(&|a, b| cheaper(b, a)) {
                named.push((columns[other], "listPrice"));
            }
        }
        named.push((columns[main], "price"));
        named
    }

    /// What columns of words can be whose page says nothing of them: the longest sentences describe, names of people beside headlines are
    /// those of authors, and a few words that come back are a category.
    fn look_like(&self, name: Option<usize>) -> Vec<(usize, &'static str)> {
        let is_text = |at: &usize| {
            self.drafts[*at].kind == PieceKind::Text
                && self.kinds[*at] == ColumnType::Text
                && Some(*at) != name
                && !says_what(&self.drafts[*at])
        };
        let texts: Vec<(usize, Looks)> = (0..self.drafts.len())
            .filter(is_text)
            .map(|at| (at, Looks::of(&self.drafts[at], self.settings)))
            .collect();
        let looks = &self.settings.looks;
        let headlines =
            name.map_or(0.0, |at| Looks::of(&self.drafts[at], self.settings).words) >= looks.headline_words;
        let are_articles = headlines && !self.kinds.contains(&ColumnType::Money);
        let longest = texts.iter().max_by(|a, b| a.1.words.total_cmp(&b.1.words).then(b.0.cmp(&a.0)));
        let prose = longest.filter(|(_, own)| own.is_prose(looks)).map(|(at, _)| (*at, "description"));
        let people = texts.iter().find(|(_, own)| are_articles && own.people >= looks.people);
        let groups = texts.iter().find(|(_, own)| own.are_groups(looks));
        let is_brand = |at: &usize| {
            name.is_some_and(|name| are_parts_of_names(&self.drafts[*at], &self.drafts[name], looks))
        };
        let brands = texts.iter().find(|(at, _)| self.kinds.contains(&ColumnType::Money) && is_brand(at));
        prose
            .into_iter()
            .chain(people.map(|(at, _)| (*at, "author")))
            .chain(brands.map(|(at, _)| (*at, "brand")))
            .chain(groups.map(|(at, _)| (*at, "category")))
            .collect()
    }

    /// What the page's own data calls most values of a column.
    fn told_name(&self, draft: &Draft) -> Option<String> {
        let names = self.survey.names();
        if names.is_empty() {
            return None;
        }
        let told = |node: NodeId| {
            let inside =
                || self.survey.inked_in(&self.survey.subtree(node)).iter().find_map(|text| names.best(*text));
            names.best(node).or_else(inside).map(str::to_owned)
        };
        let all: Vec<Option<String>> =
            draft.values().take(self.settings.sample).map(|value| told(value.node)).collect();
        let most = commonest(all.iter().flatten().cloned())?;
        let times = all.iter().flatten().filter(|name| **name == most).count();
        (times > 1 && times * 2 >= all.len()).then_some(most)
    }

    /// The columns that may name the records, the likeliest first: the text that stands out, that differs from record to record, and that
    /// leads to the thing.
    fn name_columns(&self, evidence: &[Evidence]) -> Vec<usize> {
        let weights = &self.settings.names;
        let rows = self.drafts.first().map_or(0, |draft| draft.cells.len()).max(1) as f32;
        let sizes = || evidence.iter().zip(self.drafts).filter(|(_, draft)| draft.kind == PieceKind::Text);
        let largest = sizes().map(|(evidence, _)| evidence.font_size).fold(0.0, f32::max);
        let smallest = sizes().map(|(evidence, _)| evidence.font_size).fold(largest, f32::min);
        let texts = self.drafts.iter().filter(|draft| draft.kind == PieceKind::Text).count().max(1) as f32;
        let mut before = 0.0;
        let mut all: Vec<(usize, f32)> = Vec::new();
        for (column, (draft, evidence)) in self.drafts.iter().zip(evidence).enumerate() {
            if draft.kind != PieceKind::Text {
                continue;
            }
            before += 1.0;
            let letters = draft.texts().filter(|text| text.chars().any(char::is_alphabetic)).count() as f32;
            let filled = draft.filled() as f32 / rows;
            let length = draft.mean_length();
            if !matches!(self.kinds[column], ColumnType::Text)
                || letters < 0.5 * draft.values().count() as f32
                || filled < weights.least_filled
                || rows > 2.0 && draft.is_constant(self.settings.constant)
                || are_asides(draft)
            {
                continue;
            }
            let is_said = evidence.meaning.is_some_and(|meaning| meaning.name() == "name");
            // What most records share says of what kind they are, such as `New Member`; what stands in headings or links may come back.
            let is_set_off =
                evidence.heading >= 0.5 || 2 * own_links(self.survey, draft) >= draft.values().count();
            let again = if is_set_off { 0.5 * self.settings.looks.again } else { self.settings.looks.again };
            let comes_back = rows > 2.0 && draft.distinct() <= again;
            let is_passage = length > self.settings.longest_name && !is_set_off;
            if (comes_back || is_passage) && !is_said {
                continue;
            }
            let other = evidence.meaning.is_some_and(|meaning| meaning.name() != "name")
                || (says_what(draft) && !self.is_name(draft));
            let leads = &self.settings.leads;
            let stands_out =
                if largest > smallest { (evidence.font_size - smallest) / (largest - smallest) } else { 0.0 };
            let odd_length = length > self.settings.longest_name || length < SHORTEST_NAME;
            let sure = leads.heading * evidence.heading
                + leads.said * f32::from(is_said)
                + leads.other * f32::from(other)
                + leads.office * f32::from(evidence.office)
                + leads.linked * evidence.linked
                + leads.size * stands_out
                + leads.bold * evidence.bold
                + leads.filled * filled
                + leads.distinct * draft.distinct()
                + leads.behind * (before - 1.0) / texts
                + leads.length * f32::from(odd_length);
            all.push((column, sure));
        }
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all.into_iter().map(|(column, _)| column).collect()
    }

    fn is_name(&self, draft: &Draft) -> bool {
        draft.label.as_deref().and_then(Meaning::of_compound).is_some_and(|meaning| meaning.name() == "name")
    }

    /// What a column is called that nothing speaks for.
    fn plain_name(&self, column: usize) -> &'static str {
        match (self.drafts[column].kind, self.kinds[column]) {
            (PieceKind::Link, _) => "link",
            (PieceKind::Image, _) => "image",
            (_, ColumnType::Number) => "number",
            (_, ColumnType::Money) => "amount",
            (_, ColumnType::Date) => "date",
            _ => "text",
        }
    }
}

/// What the texts of a column look like.
struct Looks {
    /// Words in the mean.
    words: f32,
    /// The share of texts that no other record has, 0 to 1.
    distinct: f32,
    /// The share that looks like the name of a person, 0 to 1.
    people: f32,
    /// The share with digits, 0 to 1.
    digits: f32,
    /// The share with a link, 0 to 1.
    linked: f32,
    /// Values of a record in the mean.
    several: f32,
}

impl Looks {
    fn of(draft: &Draft, settings: &ColumnSettings) -> Looks {
        let values: Vec<&DraftValue> = draft.values().take(settings.sample).collect();
        let mean = |of: &dyn Fn(&DraftValue) -> f32| {
            values.iter().map(|value| of(value)).sum::<f32>() / values.len().max(1) as f32
        };
        Looks {
            words: mean(&|value| value.text.split_whitespace().count() as f32),
            distinct: draft.distinct(),
            people: mean(&|value| f32::from(is_person_name(&value.text))),
            digits: mean(&|value| f32::from(value.text.contains(char::is_numeric))),
            linked: mean(&|value| f32::from(value.link.is_some())),
            several: draft.values().count() as f32 / draft.filled().max(1) as f32,
        }
    }

    /// Whether they are sentences that differ from record to record.
    fn is_prose(&self, settings: &LookSettings) -> bool {
        self.words >= settings.prose_words && self.distinct > settings.again
    }

    /// Whether they are words that sort records: linked, and the same again and again, or several in a record.
    fn are_groups(&self, settings: &LookSettings) -> bool {
        let sorts = self.distinct <= settings.again && self.linked >= settings.linked
            || self.several >= settings.several && self.linked >= settings.linked_several;
        sorts && self.words <= settings.group_words && self.digits <= settings.digits
    }
}

/// Fewest characters, in the mean, of names.
const SHORTEST_NAME: f32 = 3.0;

/// Most columns of amounts that are compared.
const MOST_PRICES: usize = 6;
/// The least share of a former price, 0 to 1, that is still to be paid.
const MOST_SAVED: f64 = 0.3;

/// The amount in each record.
fn amounts(draft: &Draft) -> Vec<Option<f64>> {
    let mark = decimal_mark(draft.texts());
    let amount = |cells: &Vec<DraftValue>| {
        let reading = read_as(ColumnType::Money, &cells.first()?.text, mark)?;
        match reading.value {
            Value::Number(amount) => Some(amount),
            _ => None,
        }
    };
    draft.cells.iter().map(amount).collect()
}

/// Whether most texts say how long ago something was.
fn are_ages(draft: &Draft) -> bool {
    let is_age = |text: &&str| chaffinch_values::is_relative(text);
    2 * draft.texts().filter(is_age).count() > draft.values().count()
}

/// Whether most texts say by how much prices are lowered: `-30 %`.
fn are_discounts(draft: &Draft) -> bool {
    let is_discount = |text: &&str| {
        let amount = text.strip_prefix(['-', '−', '–']).and_then(|rest| rest.trim_end().strip_suffix('%'));
        amount
            .is_some_and(|amount| amount.trim().bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b','))
    };
    2 * draft.texts().filter(is_discount).count() > draft.values().count()
}

/// Whether most texts are prices of a unit: `₹4,200 /sqft`, `$3.20 per kg`, `60 200 kr/m²`, `17,778 per sqft`.
fn are_unit_prices(draft: &Draft) -> bool {
    let is_price = |text: &&str| {
        let Some((amount, unit)) = text.rsplit_once('/').or_else(|| text.rsplit_once(" per ")) else {
            return false;
        };
        let sign = amount.trim_matches(|c: char| c.is_numeric() || c.is_whitespace() || ".,'".contains(c));
        let is_amount = sign.is_empty() || has_money_sign(amount) || currency(sign).is_some();
        is_amount && amount.contains(char::is_numeric) && is_measure(unit.trim())
    };
    2 * draft.texts().filter(is_price).count() > draft.values().count()
}

/// Whether a word is a unit by which goods, homes and land are priced.
fn is_measure(unit: &str) -> bool {
    const UNITS: [&str; 25] = [
        "sqft", "sq ft", "sq.ft.", "sq. ft.", "sqm", "sq m", "sq.m.", "m2", "m²", "ft²", "kg", "g", "100g",
        "100 g", "lb", "oz", "l", "ml", "100ml", "100 ml", "m", "unit", "piece", "each", "stück",
    ];
    UNITS.contains(&unit.to_lowercase().as_str())
}

/// Most bytes of a number with the words for what it counts.
const LONGEST_COUNT: usize = 32;

/// Whether the numbers of a column count its records: 1, 2, 3.
fn are_ranks(draft: &Draft) -> bool {
    /// Fewest records that are counted.
    const FEWEST: usize = 4;
    let numbers: Vec<Option<u64>> = draft
        .cells
        .iter()
        .map(|cells| match &cells[..] {
            [value] => value.text.trim_end_matches('.').parse().ok(),
            _ => None,
        })
        .collect();
    let steps =
        numbers.windows(2).filter(|pair| pair[0].is_some_and(|n| pair[1] == n.checked_add(1))).count();
    numbers.len() >= FEWEST && 10 * steps >= 9 * (numbers.len() - 1)
}

/// Whether nearly all texts of a column are said again in the names of their records, as those of makers are: `Acme` beside `Acme kettle`.
fn are_parts_of_names(draft: &Draft, names: &Draft, looks: &LookSettings) -> bool {
    let (mut parts, mut all) = (0, 0);
    for (cells, names) in draft.cells.iter().zip(&names.cells) {
        let ([value], [name]) = (&cells[..], &names[..]) else { continue };
        let (value, name) = (words_of(&value.text), words_of(&name.text));
        let is_part = || name.match_indices(&value).any(|(at, _)| is_whole(&name, at..at + value.len()));
        all += 1;
        parts += usize::from(!value.is_empty() && value.len() < name.len() && is_part());
    }
    all >= FEWEST_PARTS && parts as f32 >= looks.in_names * all as f32
}

/// Fewest records whose names are compared with another text.
const FEWEST_PARTS: usize = 3;

/// Whether a stretch of words begins and ends where words do.
fn is_whole(words: &str, at: std::ops::Range<usize>) -> bool {
    (at.start == 0 || words[..at.start].ends_with(' '))
        && (at.end == words.len() || words[at.end..].starts_with(' '))
}

/// Whether a column has a label that says what it is; `in` or `to` alone does not.
fn says_what(draft: &Draft) -> bool {
    draft.label.as_deref().is_some_and(|label| !are_leads(label) || Meaning::of(label).is_some())
}

/// How many texts have links that are not those of whole records.
fn own_links(survey: &Survey, draft: &Draft) -> usize {
    draft.values().filter(|value| value.is_linked(survey)).count()
}

/// Whether most texts stand in brackets.
fn are_asides(draft: &Draft) -> bool {
    let is_aside = |text: &&str| text.starts_with('(') && text.ends_with(')');
    2 * draft.texts().filter(is_aside).count() > draft.values().count()
}

/// Whether most texts say when something is, though not all of them are whole dates: `Today at 7:00 PM`, `5 March 10:27`, `3 days ago`.
fn tell_when(draft: &Draft) -> bool {
    let times = draft.texts().filter(|text| chaffinch_values::tells_when(text)).count();
    times > 0 && 5 * times >= 4 * draft.values().count()
}

/// What the word beside the numbers of a column means: bedrooms for `3 beds`, reviews for `(12 new reviews)`.
fn unit_meaning(draft: &Draft) -> Option<Meaning> {
    let last_words = |unit: &str| {
        let words: Vec<&str> = unit.split_whitespace().collect();
        (0..words.len()).find_map(|from| Meaning::of(&words[from..].join(" ")))
    };
    let unit = |text: &str| {
        if text.len() > LONGEST_COUNT {
            return None;
        }
        let text = text.trim_matches(['(', ')']);
        let unit: String = text.chars().filter(|c| !c.is_ascii_digit() && !".,+/-".contains(*c)).collect();
        let counts = text.starts_with(|c: char| c.is_ascii_digit());
        let meant = if counts { last_words(&unit) } else { Meaning::of(unit.trim()) };
        let may_be = |meaning: &Meaning| meaning.kind() == ColumnType::Money || !has_money_sign(text);
        meant.filter(may_be).filter(|_| unit.len() < text.len())
    };
    let all = draft.values().count();
    let meant: Vec<Meaning> = draft.texts().filter_map(unit).collect();
    let most = commonest(meant.iter().copied())?;
    (meant.iter().filter(|meaning| **meaning == most).count() * 2 > all).then_some(most)
}

/// Whether values of a column can have a meaning.
fn fits(meaning: Meaning, draft: &Draft, kind: ColumnType) -> bool {
    let numeric = [ColumnType::Number, ColumnType::Rating];
    match (meaning.kind(), kind) {
        (ColumnType::Url | ColumnType::Image, _) => draft.kind != PieceKind::Text,
        // A price may be written in words, a date in a form that is not known.
        (ColumnType::Money, ColumnType::Money | ColumnType::Number) => true,
        (ColumnType::Money, _) => {
            draft.texts().filter(|text| text.contains(char::is_numeric)).count() * 2 > draft.values().count()
        }
        (ColumnType::Date, kind) => {
            draft.mean_length() < 60.0
                && (matches!(kind, ColumnType::Text | ColumnType::Date)
                    || kind == ColumnType::Duration && are_ages(draft))
        }
        (ColumnType::Rating, ColumnType::Number) => draft.texts().all(may_be_rating),
        (ColumnType::Number, ColumnType::Text) => {
            let with_digits =
                draft.texts().filter(|text| text.contains(char::is_numeric) && !has_clock(text)).count();
            draft.mean_length() < 40.0 && 2 * with_digits > draft.values().count()
        }
        (ColumnType::Rating, ColumnType::Text) => draft.mean_length() < 40.0,
        (ColumnType::Number | ColumnType::Rating, kind) => numeric.contains(&kind),
        (ColumnType::Text, ColumnType::Money | ColumnType::Date | ColumnType::Rating) => false,
        (ColumnType::Text, ColumnType::Duration) => !meaning.is_words(),
        (ColumnType::Text, ColumnType::Number) => !meaning.is_words() || may_be_numbers(meaning),
        (ColumnType::Phone | ColumnType::Email, kind) => kind == meaning.kind(),
        (ColumnType::Duration, kind) => matches!(kind, ColumnType::Duration | ColumnType::Text),
        _ => true,
    }
}

/// Whether a meaning whose values are words has numbers as well: that of a house in a street, of a district.
fn may_be_numbers(meaning: Meaning) -> bool {
    matches!(
        meaning.name(),
        "location" | "address" | "judge" | "director" | "publisher" | "party" | "country"
    )
}

/// Whether a text holds a time of day.
fn has_clock(text: &str) -> bool {
    text.as_bytes().windows(3).any(|w| w[0].is_ascii_digit() && w[1] == b':' && w[2].is_ascii_digit())
}

fn type_name(kind: ColumnType) -> Option<&'static str> {
    Some(match kind {
        ColumnType::Money => "price",
        ColumnType::Date => "datePublished",
        ColumnType::Email => "email",
        ColumnType::Phone => "telephone",
        ColumnType::Rating => "rating",
        ColumnType::Duration => "duration",
        ColumnType::Coordinates => "geo",
        ColumnType::Isbn => "isbn",
        ColumnType::Gtin => "gtin",
        _ => return None,
    })
}
