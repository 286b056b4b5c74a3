//! Wrappers of pages about one thing, from what an extractor took for its attributes.

use super::{ReadPage, Taught, TeachError};
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{CellContent, Limits, NodeId, Page, Relation, collapse_space};
use chaffinch_input::Document;
use chaffinch_page::{Origin, parse, parse_str};
use chaffinch_wrapper::{
    DetailExample, Field, FieldSettings, LearnReport, LearnSettings, TrialPages, Wrapper, compare_pages,
    join_details, learn_detail_on,
};
use std::collections::{BTreeMap, BTreeSet};

/// Places of an attribute from which a rule is learned on trial.
const MOST_PLACES: usize = 4;
/// The share of pages with findings of an attribute on which its rule must give one of them; a rule that gives less is no rule of the site.
const LEAST_AGREEMENT: f32 = 0.4;
/// Findings less sure than this share of the surest of the same attribute and source are guesses, and no evidence.
const LEAST_SURE: f32 = 0.1;

/// What speaks for a value, and how much it counts where it is sure.
mod weight {
    /// A model reads it: it was learned from pages about such things, and has seen the pages of the site together.
    pub const MODEL: f32 = 1.0;
    /// It is told of the thing that the page is about.
    pub const THING: f32 = 0.4;
    /// It stands behind a label that most pages have.
    pub const LABEL: f32 = 0.4;
    /// It is what the titles of the pages name, and the attribute is a name.
    pub const SUBJECT: f32 = 1.0;
    /// The same, and the attribute is a name in other words.
    pub const CALLED: f32 = 0.3;
    /// A rule that gives the same on every page is likely to read the template.
    pub const SAME: f32 = 0.4;
    /// A rule that gives some of the values that were found, or more than these.
    pub const PART: f32 = 0.5;
}

/// What was taken for the values of an attribute on one page.
struct Claim {
    /// The number of the page.
    page: usize,
    values: Vec<String>,
    /// The path to the first value, and its tag path.
    place: String,
    tag_path: String,
    sure: f32,
    /// The number of its column.
    at: usize,
}

pub(super) fn teach(
    pages: &[ReadPage],
    settings: &LearnSettings,
    columns: &Columns,
) -> Result<Taught, TeachError> {
    let mut dropped = Vec::new();
    let mut learned: Vec<Learned> = Vec::new();
    let (mut rare, mut same) = (0, 0);
    let parsed = Parsed::new(pages);
    let trees: Vec<&Page> = parsed.trees.iter().collect();
    let lesson = Lesson { pages, trial: TrialPages::new(&trees), trees, settings };
    for (attribute, Offer { claims, by_model }) in offers(pages, &parsed, columns) {
        let claimed: BTreeSet<usize> = claims.iter().map(|claim| claim.page).collect();
        if *columns == Columns::All && (claimed.len() as f32) < LEAST_PAGES * pages.len() as f32 {
            rare += 1;
            continue;
        }
        if *columns == Columns::All && is_template(&claims) {
            same += 1;
            continue;
        }
        match lesson.teach(&attribute, &claims) {
            Some((report, believed)) => {
                if believed < claimed.len() {
                    dropped.push(format!(
                        "{attribute}: what was found on {} of {} pages contradicts the rest",
                        claimed.len() - believed,
                        claimed.len()
                    ));
                }
                let share = believed as f32 / pages.len() as f32;
                if *columns == Columns::All && share < LEAST_PAGES {
                    rare += 1;
                    continue;
                }
                let first = claims.iter().map(|claim| claim.at).min().unwrap_or(usize::MAX);
                learned.push(Learned { name: attribute, report, share, first, by_model });
            }
            None => {
                dropped.push(format!("{attribute}: no rule gives what was found on {} pages", claimed.len()))
            }
        }
    }
    if rare > 0 {
        dropped.push(format!("{rare} names were found on few pages only"));
    }
    if same > 0 {
        dropped.push(format!("{same} names had the same value on all pages, and so belong to the template"));
    }
    match columns {
        Columns::All => {
            without_repeats(pages, &mut learned, &mut dropped);
            learned.sort_by_key(|learned| (rank(&learned.name), learned.first));
        }
        Columns::Wanted(names) => {
            let place = |learned: &Learned| names.iter().position(|name| *name == learned.name);
            learned.sort_by_key(place);
        }
    }
    let examples: Vec<&[u8]> = pages.iter().map(|page| page.document.bytes.as_slice()).collect();
    let names: Vec<String> = pages.iter().map(|page| page.name().to_owned()).collect();
    let reports = learned.into_iter().map(Learned::named).collect();
    let mut report = join_details(reports).ok_or(TeachError::NoAgreement(pages.len()))?;
    // What each page lacks is known only now.
    report.wrapper.learned.pages = names;
    report.wrapper.learned.tuples = pages.len();
    report.wrapper.observe(&examples);
    Ok(Taught { report, notes: dropped })
}

/// Which columns are learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Columns {
    /// Those of these names.
    Wanted(Vec<String>),
    /// All that the pages have.
    All,
}

impl Columns {
    /// The attribute that a name says.
    fn attribute(&self, name: &str, known: &BTreeMap<String, Offer>) -> Option<String> {
        match self {
            Columns::Wanted(names) => meant(name, names.iter()).cloned(),
            Columns::All => {
                let by_model = known.iter().filter(|(_, offer)| offer.by_model).map(|(name, _)| name);
                Some(meant(name, by_model).or_else(|| meant(name, known.keys())).cloned())
                    .map(|known| known.unwrap_or_else(|| name.to_owned()))
            }
        }
    }

    /// The wanted attribute that a label may stand for where none means just that: who wants a price takes the list price, where there is
    /// no other, and the product's name is its model.
    fn akin(&self, label: &str) -> Option<String> {
        let Columns::Wanted(_) = self else { return None };
        match Meaning::of(label)?.name() {
            "listPrice" => self.attribute("price", &BTreeMap::new()),
            "name" => self.attribute("model", &BTreeMap::new()),
            _ => None,
        }
    }

    /// The attribute that says what a page is about, and how sure that is. Cars and cameras are called by their model.
    fn subject(&self, known: &BTreeMap<String, Offer>) -> Option<(String, f32)> {
        match self.attribute("name", known) {
            Some(name) => Some((name, weight::SUBJECT)),
            None => Some((self.attribute("model", known)?, weight::CALLED)),
        }
    }
}

/// The one of some names that means what `name` says: the same name, or one with the same meaning.
fn meant<'n>(name: &str, names: impl Iterator<Item = &'n String> + Clone) -> Option<&'n String> {
    let mut same = names.clone().filter(|other| words_of(other) == words_of(name));
    let mut alike = names.clone().filter(|other| means_the_same(other, name));
    same.next().or_else(|| alike.next())
}

/// What was found of an attribute.
#[derive(Default)]
struct Offer {
    claims: Vec<Claim>,
    /// Whether a model that knows such pages names it.
    by_model: bool,
}

/// What was found, by attribute: what a model reads, what is told of the thing that each page is about, and what comparing the pages
/// shows.
fn offers(pages: &[ReadPage], parsed: &Parsed, columns: &Columns) -> BTreeMap<String, Offer> {
    let mut offers: BTreeMap<String, Offer> = BTreeMap::new();
    for (name, claims) in found_claims(pages, |page| page.labelled.as_ref(), weight::MODEL) {
        let Some(name) = columns.attribute(&name, &BTreeMap::new()) else { continue };
        let offer = offers.entry(name).or_default();
        offer.by_model = true;
        offer.claims.extend(claims);
    }
    for told in [ReadPage::asked, ReadPage::told_unasked] {
        for (name, claims) in found_claims(pages, told, weight::THING) {
            let Some(name) = columns.attribute(&name, &offers) else { continue };
            offers.entry(name).or_default().claims.extend(claims);
        }
    }
    for field in compare_pages(&parsed.trees.iter().collect::<Vec<_>>(), &FieldSettings::default()) {
        let named = match (name_of(&field), &field.label) {
            (Some(name), Some(_)) => {
                let same = columns.attribute(&name, &offers).map(|name| (name, weight::LABEL));
                same.or_else(|| Some((columns.akin(&name)?, weight::CALLED)))
            }
            (_, None) => columns.subject(&offers),
            _ => None,
        };
        let Some((name, sure)) = named else { continue };
        let claims = field.values.into_iter().enumerate().filter_map(|(page, value)| {
            let (value, place) = value?;
            Some(Claim { page, values: vec![value], place, tag_path: String::new(), sure, at: usize::MAX })
        });
        offers.entry(name).or_default().claims.extend(claims);
    }
    for (name, offer) in &mut offers {
        drop_template_words(name, &mut offer.claims);
    }
    offers
}

/// The trees of the pages.
struct Parsed {
    trees: Vec<Page>,
}

impl Parsed {
    /// A page that cannot be parsed has an empty tree.
    fn new(pages: &[ReadPage]) -> Parsed {
        let tree = |page: &ReadPage| {
            let Document { name, bytes, url, content_type, .. } = &page.document;
            let origin = Origin { name, content_type: content_type.as_deref(), url: url.as_deref() };
            parse(bytes.clone(), origin, &Limits::default())
                .map_or_else(|_| parse_str(""), |parsed| parsed.page)
        };
        Parsed { trees: pages.iter().map(tree).collect() }
    }
}

/// The values of the one row of each page's relation, by column.
fn found_claims<'p>(
    pages: &'p [ReadPage],
    relation: impl Fn(&'p ReadPage) -> Option<&'p Relation>,
    weight: f32,
) -> BTreeMap<String, Vec<Claim>> {
    let mut claims: BTreeMap<String, Vec<Claim>> = BTreeMap::new();
    for (page, read) in pages.iter().enumerate() {
        let Some((found, row)) = relation(read).and_then(|found| Some((found, found.rows.first()?))) else {
            continue;
        };
        for (at, (column, cell)) in found.columns.iter().zip(&row.cells).enumerate() {
            let (Some(name), Some(content)) = (&column.name, cell) else { continue };
            let cells = content.cells();
            let place = cells.first().and_then(|cell| cell.xpath.clone()).unwrap_or_default();
            let values: Vec<String> =
                cells.iter().map(|cell| as_read(&cell.text)).filter(|text| !text.is_empty()).collect();
            let sure = cells.iter().filter_map(|cell| cell.confidence).reduce(f32::max);
            let sure = weight * sure.unwrap_or(found.score);
            let tag_path = found.template.columns.get(at).cloned().flatten().unwrap_or_default();
            if !values.is_empty() {
                let claim = Claim { page, values, place, tag_path, sure, at };
                claims.entry(name.clone()).or_default().push(claim);
            }
        }
    }
    for claims in claims.values_mut() {
        let surest = claims.iter().map(|claim| claim.sure).fold(0.0, f32::max);
        claims.retain(|claim| claim.sure >= LEAST_SURE * surest);
    }
    claims
}

/// A text as people read it: models may write character references as the source does.
pub(super) fn as_read(text: &str) -> String {
    match text.contains('&') {
        true => collapse_space(&parse_str(text).text(NodeId::DOCUMENT)),
        false => text.to_owned(),
    }
}

/// A column that fewer of the pages have is no column of the site.
const LEAST_PAGES: f32 = 0.4;
/// The share of pages on which two columns say the same, from which on they are one.
const SAME_VALUES: f32 = 0.7;

/// A column, and how it is found.
struct Learned {
    name: String,
    report: LearnReport,
    /// The share of pages that it was learned from.
    share: f32,
    /// Where on the page it stands first.
    first: usize,
    by_model: bool,
}

impl Learned {
    /// Its report under the name that a person would give it.
    fn named(mut self) -> LearnReport {
        if let [attribute] = self.report.wrapper.attributes.as_mut_slice() {
            attribute.name = self.name;
        }
        self.report
    }
}

/// What the pages are about comes first.
fn rank(name: &str) -> u8 {
    u8::from(name != "name" && name != "title")
}

/// The name of a field: its label, if it is one. A label without a mark must have a known meaning; `by` is said of an author.
fn name_of(field: &Field) -> Option<String> {
    let label = field.label.as_ref()?;
    let meaning = Meaning::of(label);
    let is_small = label.chars().all(|c| c.is_lowercase());
    match meaning {
        Some(meaning) if is_small => Some(meaning.name().to_owned()),
        Some(_) => Some(label.clone()),
        None => field.marked.then(|| label.clone()),
    }
}

/// Whether two names mean the same column.
fn means_the_same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || Meaning::of(a).is_some_and(|meaning| Meaning::of(b) == Some(meaning))
}

/// Of columns that say the same on most pages the one is kept that more pages agree with; of equal ones the first.
fn without_repeats(pages: &[ReadPage], learned: &mut Vec<Learned>, dropped: &mut Vec<String>) {
    learned.sort_by(|a, b| {
        let by_share = b.share.total_cmp(&a.share).then(rank(&a.name).cmp(&rank(&b.name)));
        b.by_model.cmp(&a.by_model).then(by_share)
    });
    let values: Vec<Vec<Vec<String>>> = learned
        .iter()
        .map(|learned| pages.iter().map(|page| read_values(page, &learned.report.wrapper)).collect())
        .collect();
    let same = |a: usize, b: usize| {
        let both = || values[a].iter().zip(&values[b]).filter(|(x, y)| !x.is_empty() && !y.is_empty());
        let alike = both().filter(|(x, y)| x == y).count();
        both().count() * 2 > pages.len() && alike as f32 >= SAME_VALUES * both().count() as f32
    };
    let is_repeat = |at: usize| (0..at).find(|before| same(*before, at));
    let repeats: Vec<Option<usize>> = (0..learned.len()).map(is_repeat).collect();
    let names: Vec<String> = learned.iter().map(|learned| learned.name.clone()).collect();
    for (at, repeat) in repeats.iter().enumerate() {
        if let Some(first) = repeat {
            dropped.push(format!("{}: the same as {}", names[at], names[*first]));
        }
    }
    let mut at = 0;
    learned.retain(|_| {
        at += 1;
        repeats[at - 1].is_none()
    });
}

/// What a wrapper of one column reads on a page.
fn read_values(page: &ReadPage, wrapper: &Wrapper) -> Vec<String> {
    let cell = page
        .by_wrapper(wrapper)
        .and_then(|relation| relation.rows.into_iter().next()?.cells.into_iter().next()?);
    cell.iter().flat_map(CellContent::cells).map(|cell| cell.text.clone()).collect()
}

/// Fewest pages that tell what is the template's.
const LEAST_SAME: usize = 4;

/// Whether what was found is the same on all pages: what differs from page to page is data.
fn is_template(claims: &[Claim]) -> bool {
    claims.len() >= LEAST_SAME && claims.windows(2).all(|two| two[0].values == two[1].values)
}

/// The share of values that end alike, from which on the end is the template's: `Robin > Overview`, `Wren > Overview`.
const SAME_END: f32 = 0.6;
/// Fewest values that tell what is the template's.
const LEAST_ENDS: usize = 3;

/// Takes from the values what most of them have behind their last mark, and from names the words that nearly all end with: it is the same
/// on all pages, and so it is no data.
fn drop_template_words(name: &str, claims: &mut [Claim]) {
    let values: Vec<&str> =
        claims.iter().filter_map(|claim| claim.values.first()).map(String::as_str).collect();
    let is_name = || rank(name) == 0 || Meaning::of(name).is_some_and(|meaning| meaning.name() == "name");
    let by_page: Vec<(usize, &str)> =
        claims.iter().filter_map(|claim| Some((claim.page, claim.values.first()?.as_str()))).collect();
    let words = || is_name().then(|| same_words(&by_page)).flatten();
    let Some(end) = template_end(&values).or_else(words).map(str::to_owned) else { return };
    for claim in claims {
        if let [value] = claim.values.as_mut_slice()
            && value.ends_with(&end)
        {
            value.truncate(value.len() - end.len());
        }
    }
}

/// The end that most of the values have in common, from their last mark on, where they differ in front of it.
fn template_end<'v>(values: &[&'v str]) -> Option<&'v str> {
    let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for value in values {
        if let Some(at) = last_mark(value) {
            before.entry(&value[at..]).or_default().insert(&value[..at]);
        }
    }
    let (end, different) = before.into_iter().max_by_key(|(_, different)| different.len())?;
    let least = (SAME_END * values.len() as f32).ceil() as usize;
    (different.len() >= least.max(LEAST_ENDS)).then_some(end)
}

/// The share of pages on which what may be the name ends with the same words, from which on these are the template's: `Robin Facts and
/// Pictures`.
const SAME_WORDS: f32 = 0.8;
/// Fewest words that are no part of a name.
const LEAST_WORDS: usize = 2;

/// The words that what may be the name ends with on so many pages, the most of them; each value has the number of its page.
fn same_words<'v>(values: &[(usize, &'v str)]) -> Option<&'v str> {
    // In bytes; a longer text is no name.
    const LONGEST: usize = 300;
    let mut before: BTreeMap<&str, (BTreeSet<&str>, BTreeSet<usize>)> = BTreeMap::new();
    for (page, value) in values.iter().copied().filter(|(_, value)| value.len() <= LONGEST) {
        let starts = value.match_indices(' ').map(|(at, _)| at).filter(|at| *at > 0);
        for at in starts.filter(|at| value[*at..].split_whitespace().count() >= LEAST_WORDS) {
            let (different, pages) = before.entry(&value[at..]).or_default();
            different.insert(&value[..at]);
            pages.insert(page);
        }
    }
    let pages: BTreeSet<usize> = values.iter().map(|(page, _)| *page).collect();
    let least = (SAME_WORDS * pages.len() as f32).ceil() as usize;
    let same = before
        .into_iter()
        .filter(|(_, (different, pages))| different.len() >= LEAST_SAME && pages.len() >= least);
    same.map(|(end, _)| end).max_by_key(|end| end.len())
}

/// Where the last mark stands that parts of a title are divided by, with the space before it; there is text on both sides.
fn last_mark(value: &str) -> Option<usize> {
    let marks = [" | ", " - ", " – ", " — ", " > ", " » ", " : ", " · ", " • "];
    marks.iter().filter_map(|mark| value.rfind(mark)).max().filter(|at| *at > 0)
}

/// What rules are learned from.
struct Lesson<'p> {
    pages: &'p [ReadPage],
    trees: Vec<&'p Page>,
    trial: TrialPages<'p>,
    settings: &'p LearnSettings,
}

impl Lesson<'_> {
    /// The rule that gives most of what was found, learned from the findings that it gives; and on how many pages it does.
    fn teach(&self, attribute: &str, claims: &[Claim]) -> Option<(LearnReport, usize)> {
        let mut best: Option<Given> = None;
        for group in groups(claims) {
            let Some(given) = self.try_rule(claims, &group) else { continue };
            // Once more from all that the rule gives, wherever it stands.
            let more = self.try_rule(claims, &given.whole).filter(|more| more.weight >= given.weight);
            let given = more.unwrap_or(given);
            if best.as_ref().is_none_or(|most| given.weight > most.weight) {
                best = Some(given);
            }
        }
        let claimed: BTreeSet<usize> = claims.iter().map(|claim| claim.page).collect();
        let enough = |given: &Given| given.pages as f32 >= LEAST_AGREEMENT * claimed.len() as f32;
        if let Some(given) = best.filter(enough) {
            let report = self.learn(attribute, claims, &given.whole)?;
            return Some((report, given.pages));
        }
        // The values may be parts of texts, between delimiters.
        let group = groups(claims).into_iter().next()?;
        let report = self.learn(attribute, claims, &group)?;
        let given = Given::of(claims, |page| read_values(&self.pages[page], &report.wrapper));
        enough(&given).then_some((report, given.pages))
    }

    /// What a rule gives that is learned from some claims.
    fn try_rule(&self, claims: &[Claim], group: &[usize]) -> Option<Given> {
        let rule = self.trial.learn(&by_page(claims, group))?;
        Some(Given::of(claims, |page| self.trial.read(page, &rule)))
    }

    fn learn(&self, attribute: &str, claims: &[Claim], group: &[usize]) -> Option<LearnReport> {
        let claims = by_page(claims, group);
        let example = |(page, values): &(usize, &[String])| DetailExample {
            name: self.pages[*page].name().to_owned(),
            bytes: self.pages[*page].document.bytes.clone(),
            values: vec![values.to_vec()],
        };
        let examples: Vec<DetailExample> = claims.iter().map(example).collect();
        let trees: Vec<&Page> = claims.iter().map(|(page, _)| self.trees[*page]).collect();
        if examples.is_empty() {
            return None;
        }
        learn_detail_on(&[attribute.to_owned()], &examples, &trees, self.settings).ok()
    }
}

/// The values that some claims name, of each page the surest.
fn by_page<'c>(claims: &'c [Claim], group: &[usize]) -> Vec<(usize, &'c [String])> {
    let mut surest: BTreeMap<usize, &Claim> = BTreeMap::new();
    for claim in group.iter().map(|at| &claims[*at]) {
        let known = surest.entry(claim.page).or_insert(claim);
        if claim.sure > known.sure {
            *known = claim;
        }
    }
    surest.into_iter().map(|(page, claim)| (page, claim.values.as_slice())).collect()
}

/// What a rule gives of the claims of an attribute.
struct Given {
    /// The claims that it gives whole.
    whole: Vec<usize>,
    /// How much these and those that it gives in part weigh.
    weight: f32,
    /// The pages on which it gives any.
    pages: usize,
}

impl Given {
    fn of(claims: &[Claim], read: impl Fn(usize) -> Vec<String>) -> Given {
        let mut known: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let (mut whole, mut weight) = (Vec::new(), 0.0);
        let mut pages: BTreeSet<usize> = BTreeSet::new();
        for (at, claim) in claims.iter().enumerate() {
            let values = known.entry(claim.page).or_insert_with(|| read(claim.page));
            if *values == claim.values {
                whole.push(at);
                weight += claim.sure;
            } else if values.iter().any(|value| claim.values.contains(value)) {
                weight += weight::PART * claim.sure;
            } else {
                continue;
            }
            pages.insert(claim.page);
        }
        let mut values = known.values().filter(|values| !values.is_empty());
        let first = values.next();
        if known.len() >= LEAST_SAME && values.all(|values| Some(values) == first) {
            weight *= weight::SAME;
        }
        Given { whole, weight, pages: pages.len() }
    }
}

fn weight(claims: &[Claim], group: &[usize]) -> f32 {
    group.iter().map(|at| claims[*at].sure).sum()
}

/// The claims by where they stand, the weightiest groups first: exact places, places in the template, all.
fn groups(claims: &[Claim]) -> Vec<Vec<usize>> {
    let mut by_place: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        by_place.entry(claim.place.clone()).or_default().push(at);
        by_place.entry(claim.tag_path.clone()).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = by_place.into_values().collect();
    groups.push((0..claims.len()).collect());
    groups.sort_by(|a, b| weight(claims, b).total_cmp(&weight(claims, a)));
    groups.dedup();
    groups.truncate(MOST_PLACES);
    groups
}

#[cfg(test)]
mod tests {
    use super::{Claim, Columns, Given, as_read, by_page, same_words, template_end};
    use std::collections::BTreeMap;

    fn claim(page: usize, value: &str, sure: f32) -> Claim {
        let place = String::new();
        Claim { page, values: vec![value.to_owned()], place: place.clone(), tag_path: place, sure, at: 0 }
    }

    #[test]
    fn wanted_names_take_what_means_the_same_or_stands_for_it() {
        let nothing = BTreeMap::new();
        let wanted = |names: &[&str]| Columns::Wanted(names.iter().map(|name| (*name).to_owned()).collect());
        let car = wanted(&["model", "price"]);
        assert_eq!(car.attribute("Our Price", &nothing).as_deref(), Some("price"));
        assert_eq!(car.attribute("author", &nothing), None);
        assert_eq!(car.akin("MSRP").as_deref(), Some("price"));
        assert_eq!(car.subject(&nothing).unwrap().0, "model");
        assert_eq!(wanted(&["title", "model"]).subject(&nothing).unwrap().0, "title");
    }

    #[test]
    fn a_rule_that_reads_the_template_weighs_less() {
        let claims: Vec<Claim> = (0..4).map(|page| claim(page, "Home", 1.0)).collect();
        let same = Given::of(&claims, |_| vec!["Home".to_owned()]);
        assert_eq!((same.pages, same.whole.len()), (4, 4));
        assert!(same.weight < 4.0);
        let claims: Vec<Claim> = (0..4).map(|page| claim(page, &page.to_string(), 1.0)).collect();
        let different = Given::of(&claims, |page| vec![page.to_string()]);
        assert!((different.weight - 4.0).abs() < 1e-6);
    }

    #[test]
    fn rules_are_learned_from_the_surest_claim_of_each_page() {
        let claims = [claim(0, "a", 0.2), claim(0, "b", 0.9), claim(1, "c", 0.5)];
        let chosen = by_page(&claims, &[0, 1, 2]);
        assert_eq!(chosen, [(0, &claims[1].values[..]), (1, &claims[2].values[..])]);
    }

    #[test]
    fn values_are_as_people_read_them() {
        assert_eq!(as_read("Sarah&#39;s Key"), "Sarah's Key");
    }

    #[test]
    fn what_most_titles_end_with_is_the_templates() {
        let titles = ["Robin > Overview", "Blue tit > Overview", "Wren > Overview", "Reed - Wren"];
        assert_eq!(template_end(&titles), Some(" > Overview"));
        assert_eq!(template_end(&["Robin - male", "Robin - female", "Wren - male", "Tit - young"]), None);
        assert_eq!(template_end(&["Robin | Birds", "Robin | Birds", "Robin | Birds"]), None);
    }

    #[test]
    fn words_that_most_names_end_with_are_the_templates() {
        let numbered =
            |names: &[&'static str]| -> Vec<(usize, &str)> { names.iter().copied().enumerate().collect() };
        let names = ["Robin Facts and Pictures", "Great tit Facts and Pictures", "Wren Facts and Pictures"];
        let more = [&names[..], &["Reed Bunting Facts and Pictures", "Jay"]].concat();
        assert_eq!(same_words(&numbered(&more)), Some(" Facts and Pictures"));
        assert_eq!(same_words(&numbered(&names)), None, "three names tell nothing");
        let tits = ["Great Tit", "Blue Tit", "Coal Tit", "Marsh Tit", "Willow Tit"];
        assert_eq!(same_words(&numbered(&tits)), None);
    }
}
