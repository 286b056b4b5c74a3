//! Finds the columns that the user wants, by their names.

mod certainty;
mod knowledge;
mod map;
mod schema;
mod words;

use crate::Settings;
pub use certainty::Certainty;
use chaffinch_columns::words_of;
use chaffinch_core::{ColumnType, Finding, Method, RelationKind, Remark, RemarkKind};
use chaffinch_survey::Survey;

/// An attribute that the user asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The name that its column gets.
    pub name: String,
    /// The type of its values, where the user says so.
    pub kind: Option<ColumnType>,
}

/// What the user wants of every page.
///
/// ```
/// use chaffinch::{Document, Engine, Settings, Want};
///
/// let want = Want::names("town, inhabitants").unwrap();
/// let engine = Engine::new(Settings::default().with(|settings| settings.want = Some(want))).unwrap();
/// let html = "<table><tr><th>Inhabitants<th>Town<tr><td>126,000<td>Ulm<tr><td>110,000<td>Trier</table>";
/// let towns = &engine.read(Document::from_html("towns.html", html)).relations[0];
/// assert_eq!(towns.columns[0].name.as_deref(), Some("town"));
/// assert_eq!(towns.rows[1].cells[0].as_ref().unwrap().text(""), "Trier");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    attributes: Vec<Wanted>,
}

/// Most names. More are a mistake, and finding columns for them would take long.
const MOST: usize = 500;

impl Want {
    /// From a list of names, separated by commas.
    pub fn names(list: &str) -> Result<Want, String> {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        Want::of(names.map(|name| Wanted { name: name.to_owned(), kind: None }).collect())
    }

    /// From a JSON Schema of a row or of an array of rows, or from a JSON array of names.
    pub fn schema(text: &str) -> Result<Want, String> {
        Want::of(schema::attributes(text)?)
    }

    fn of(attributes: Vec<Wanted>) -> Result<Want, String> {
        if attributes.is_empty() {
            return Err("no attribute is named".into());
        }
        if attributes.len() > MOST {
            return Err(format!("{} attributes are named; {MOST} are the most", attributes.len()));
        }
        for (at, attribute) in attributes.iter().enumerate() {
            if attributes[..at].iter().any(|other| other.name == attribute.name) {
                return Err(format!("{} is named twice", attribute.name));
            }
        }
        Ok(Want { attributes })
    }

    /// The attributes, in the order of the columns.
    pub fn attributes(&self) -> &[Wanted] {
        &self.attributes
    }

    #[cfg(feature = "label")]
    /// The share of the attributes, 0 to 1, for which one of `names` means the same.
    pub(crate) fn share_named<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> f32 {
        let answered = |wanted: &&Wanted| names.clone().any(|name| words::means(&wanted.name, name));
        self.attributes.iter().filter(answered).count() as f32 / self.attributes.len() as f32
    }

    /// The name to look for: where both a name and a title are wanted, the title is a person's position.
    fn alias<'w>(&self, wanted: &'w Wanted) -> &'w str {
        let is = |name: &str| self.attributes.iter().any(|other| words_of(&other.name) == name);
        if words_of(&wanted.name) == "title" && is("name") { "position" } else { &wanted.name }
    }

    /// Keeps only the best finding for this want, with the wanted columns alone, and says which are missing.
    pub(crate) fn apply(
        &self,
        survey: &Survey,
        findings: Vec<Finding>,
        settings: &Settings,
    ) -> (Vec<Finding>, Vec<Remark>) {
        let certainty = &settings.certainty;
        let findings = knowledge::complete(self, survey, findings, settings);
        let best = |is_one: bool| {
            let found = findings.iter().filter(|finding| (finding.kind == RelationKind::Detail) == is_one);
            found.map(|finding| finding.score).fold(0.0, f32::max)
        };
        let (one, listed) = (best(true), best(false));
        // What a model reads is part of the thing that the page is about, if there is one.
        let has_thing = findings
            .iter()
            .any(|finding| finding.kind == RelationKind::Detail && finding.method != Method::Hcrf);
        let threads: Vec<bool> = findings
            .iter()
            .map(|list| findings.iter().any(|thing| begins_with(survey, list, thing)))
            .collect();
        let mut first = 1.0;
        let read = |finding: &Finding| finding.kind == RelationKind::Detail && finding.method == Method::Hcrf;
        let answers = findings.into_iter().zip(threads).filter(|(finding, _)| !(has_thing && read(finding)));
        let answers = answers.map(|(finding, is_thread)| {
            let mut weight = self.weight(finding.kind == RelationKind::Detail, one, listed, settings);
            // A small table may be a part of the thing that the page is about, unless the page is about the table.
            let is_small = finding.kind == RelationKind::Table && finding.rows.len() < certainty.few_rows;
            let is_one = is_small && finding.rows.len() == 1 && has_thing;
            if is_one || is_small && finding.score < settings.choice.sure {
                weight *= certainty.beside;
            }
            let mut answer = map::answer(self, survey, finding, certainty);
            answer.worth *= weight * std::mem::replace(&mut first, certainty.later);
            (answer, is_thread)
        });
        let mut answers: Vec<(Answer, bool)> = answers.collect();
        // A list that has nothing but names is beside a thing of which the page tells what is wanted; so is one that lacks more of it than the
        // thing does, unless addresses are wanted, which lists have.
        let is_thing = |answer: &Answer| answer.finding.kind == RelationKind::Detail;
        let things = || answers.iter().map(|(answer, _)| answer).filter(|answer| is_thing(answer));
        let told = things().map(|answer| answer.named).max().unwrap_or(0);
        let tells_all = things().any(|answer| answer.sure == self.attributes.len());
        let wants_links = self.wants_links();
        for (answer, is_thread) in answers.iter_mut().filter(|(answer, _)| !is_thing(answer)) {
            let lacks = told >= TOLD && answer.named == 0 || told >= answer.named + TOLD && !wants_links;
            // Who asks for what a thread is called, who began it and when, does not ask for its posts.
            let lacks_title = *is_thread && tells_all && answer.sure < self.attributes.len();
            if lacks || lacks_title {
                answer.worth *= certainty.beside;
            }
        }
        // Of equals the first is kept, because findings come best first.
        let answers = answers.into_iter().map(|(answer, _)| answer);
        let best = answers.reduce(|best, next| if next.worth > best.worth { next } else { best });
        let missing = |message: String| Remark::new(RemarkKind::Missing, message);
        let Some(best) = best.filter(|best| best.worth > 0.0) else {
            return (Vec::new(), vec![missing(format!("nothing on this page answers {}", self.list()))]);
        };
        let mut remarks = Vec::new();
        if !best.missing.is_empty() {
            remarks.push(missing(format!("no column for {}", best.missing.join(", "))));
        }
        if !best.doubtful.is_empty() {
            let message =
                format!("the page does not name {}: the column may be another", best.doubtful.join(", "));
            remarks.push(Remark::new(RemarkKind::Doubtful, message));
        }
        (vec![best.finding], remarks)
    }

    /// What an answer is worth that is one thing, or a list. A list is not answered by one thing, nor one thing by a list beside it: who
    /// wants addresses wants a list, and otherwise it depends on what the page is rather about.
    fn weight(&self, is_one: bool, one: f32, listed: f32, settings: &Settings) -> f32 {
        let certainty = &settings.certainty;
        let wants_links = self.wants_links();
        // A page that shows neither, as an article does, is about itself rather than about a list beside it.
        let is_neither = one > 0.0 && one.max(listed) < settings.choice.least;
        let (one, listed) = if is_neither { (1.0, 0.0) } else { (one, listed) };
        let (own, other) = if is_one { (one, listed) } else { (listed, one) };
        match is_one {
            true if wants_links => certainty.beside,
            false if wants_links => 1.0,
            _ if own >= other => 1.0,
            _ => certainty.beside + (1.0 - certainty.beside) * own / other,
        }
    }

    /// Whether addresses of pages are wanted. A website is an attribute of one thing as well.
    fn wants_links(&self) -> bool {
        let kind = |wanted: &Wanted| wanted.kind.or_else(|| words::type_of(&wanted.name));
        let is_site = |wanted: &Wanted| SITES.contains(&words_of(&wanted.name).as_str());
        self.attributes.iter().any(|wanted| kind(wanted) == Some(ColumnType::Url) && !is_site(wanted))
    }

    fn list(&self) -> String {
        let names: Vec<&str> = self.attributes.iter().map(|wanted| wanted.name.as_str()).collect();
        names.join(", ")
    }
}

/// Whether a list is a thread that the thing tells the beginning of: who wrote its first row, and when.
fn begins_with(survey: &Survey, list: &Finding, thing: &Finding) -> bool {
    let first = list.rows.first().filter(|_| list.kind == RelationKind::Records);
    let Some(first) = first.filter(|_| thing.kind == RelationKind::Detail) else { return false };
    let is_told = |name: &str| {
        let at = thing.columns.iter().position(|column| column.name.as_deref() == Some(name));
        let cell = at.and_then(|at| thing.rows.first()?.cells.get(at)?.first());
        cell.and_then(|cell| cell.place.as_ref()?.node())
            .is_some_and(|node| first.nodes.iter().any(|row| survey.page.contains(*row, node)))
    };
    is_told("author") && is_told("datePublished")
}

/// How many attributes more than a list a page must tell of a thing, so that the list is beside it.
const TOLD: usize = 2;

/// Names of the address of what a thing shows of itself, in words.
const SITES: [&str; 5] = ["website", "web site", "homepage", "home page", "web address"];

/// A finding with the wanted columns.
struct Answer {
    finding: Finding,
    /// How well it answers, 0 to 1.
    worth: f32,
    /// How many attributes it surely has, and how many of them are not the name.
    sure: usize,
    named: usize,
    /// The attributes that it has no values for.
    missing: Vec<String>,
    /// The attributes whose column is a guess.
    doubtful: Vec<String>,
}
