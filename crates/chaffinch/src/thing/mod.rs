//! Pages about one thing: everything that a page says about its subject, as one record.
//!
//! The subject's name is the page's main heading. What is said of it comes from many sources, and the surest tells first: structured data,
//! the price beside the heading, labels with values (known ones, wanted ones, and any words in lines that are written alike), lists below
//! headings, how it is rated, who wrote it, links and what their addresses say, names in the markup, and what a learned model reads. Menus, footers and related items are not part of the subject.

mod article;
mod byline;
mod contact;
mod facts;
mod forms;
mod labels;
mod linked;
mod lists;
mod markup;
mod offer;
mod ratings;
mod subject;
mod told;

pub(crate) use article::article;
use chaffinch_columns::Meaning;
use chaffinch_core::{Finding, FoundRow, Method, NodeId, Place, RelationKind};
use chaffinch_survey::Survey;
use facts::Facts;
pub(crate) use forms::singular;
pub(crate) use offer::is_button;
use std::collections::HashSet;
use subject::Subject;
pub(crate) use told::shorten_names;

/// How a page about one thing is read.
#[derive(Debug, Clone, PartialEq)]
pub struct ThingSettings {
    /// Most characters of a label.
    pub longest_label: usize,
    /// Most characters of a value beside a label.
    pub longest_value: usize,
    /// Fewest attributes of a thing, where no names are wanted; every page has a heading that could be the name of something.
    pub fewest_attributes: usize,
    /// Most attributes of a thing.
    pub max_attributes: usize,
    /// Most items of a list below a heading.
    pub max_items: usize,
    /// How many texts behind the main heading may be the price of the thing.
    pub price_texts: usize,
    /// How many lines behind the main heading may say what a person is, or who wrote the page.
    pub lines_below: usize,
    /// How sure it is that a page with a main heading is about one thing, 0 to 1.
    pub score: f32,
    /// How sure it is of the record of an article, 0 to 1; less than what makes a page one about a thing.
    pub article: f32,
    /// How sure it is of a page that describes a person, job or place, 0 to 1.
    pub described: f32,
    /// How sure it is of a page that sells a thing, 0 to 1.
    pub sure: f32,
    /// How sure it is of a page that sells a thing and has a button for it, or whose own data tells of the thing, 0 to 1.
    pub certain: f32,
    /// Most that it is sure where the page may be about something else, 0 to 1; less than `certain`.
    pub uncertain: f32,
    /// The least score of a list of things with prices that a page is rather about, 0 to 1.
    pub sure_list: f32,
    /// How probable a value must be that only a learned model reads, 0 to 1.
    pub sure_model: f32,
}

impl Default for ThingSettings {
    fn default() -> ThingSettings {
        ThingSettings {
            longest_label: 40,
            longest_value: 400,
            fewest_attributes: 2,
            max_attributes: 80,
            max_items: 200,
            price_texts: 250,
            lines_below: 4,
            score: 0.3,
            article: 0.45,
            described: 0.45,
            sure: 0.55,
            certain: 0.8,
            uncertain: 0.79,
            sure_list: 0.7,
            sure_model: 0.7,
        }
    }
}

/// The record of the thing that a page is about, with what the findings of other methods say of it; nothing where the page has neither
/// a heading nor a title. The names that the user wants are labels wherever they stand.
pub(crate) fn thing(
    survey: &Survey,
    findings: &[Finding],
    wanted: &[&str],
    settings: &ThingSettings,
) -> Option<Finding> {
    let page = survey.page;
    let subject = Subject::of(survey, findings)?;
    let mut facts = Facts::new(survey, &subject, wanted, settings);
    let told = facts.take_structured(findings);
    facts.take_name();
    facts.take_price();
    facts.sells = facts.is_sold() || told.is_some_and(told::sells);
    if told.is_none_or(|told| !told::tells_subject(told)) {
        facts.take_first_post(findings);
    }
    facts.take_recipe();
    facts.take_labels();
    facts.take_lists();
    facts.take_contact();
    facts.take_website();
    facts.take_ratings();
    facts.take_byline();
    facts.take_roles();
    facts.take_linked();
    facts.take_wanted_links();
    facts.take_maker();
    facts.take_markup();
    facts.take_line_below();
    facts.take_head();
    facts.take_low_price();
    facts.mend_price();
    facts.take_number();
    facts.take_picture();
    facts.take_model(findings);
    let score = facts.score(told, findings);
    let mut columns = facts.columns;
    if columns.len() < settings.fewest_attributes {
        return None;
    }
    for (_, cells) in &mut columns {
        // All variants of a thing may say the same.
        if cells.iter().all(|cell| cell.text == cells[0].text) {
            cells.truncate(1);
        }
    }
    let mut row = FoundRow::of(vec![page.body()]);
    row.cells = columns.iter().map(|(_, cells)| cells.clone()).collect();
    Some(Finding {
        kind: RelationKind::Detail,
        method: told.map_or(Method::Page, |told| told.method),
        score,
        title: told.map_or_else(|| page.title(), |told| told.title.clone()),
        facts: Default::default(),
        root: page.body(),
        columns: columns.into_iter().map(|(column, _)| column).collect(),
        rows: vec![row],
    })
}

/// Adds the thing to the findings, in the place of the structured data about it and of lists that are nothing but its labels and values.
pub(crate) fn put_in(survey: &Survey, findings: &mut Vec<Finding>, thing: Finding, settings: &ThingSettings) {
    let facts = Placed::of(&thing);
    findings.retain(|finding| !facts.are(survey, finding, settings));
    let replaced = |finding: &Finding| {
        thing.method != Method::Page
            && finding.kind == RelationKind::Detail
            && finding.method == thing.method
            && finding.title == thing.title
    };
    findings.retain(|finding| !replaced(finding));
    findings.push(thing);
}

/// What is shown of a thing, in the order of the page: where it stands, how long it is, in which column it is, and what that means.
struct Placed(Vec<(NodeId, usize, usize, Option<Meaning>)>);

impl Placed {
    fn of(thing: &Finding) -> Placed {
        let mut placed = Vec::new();
        for (at, (column, cells)) in thing.columns.iter().zip(&thing.rows[0].cells).enumerate() {
            let meaning = column.name.as_deref().and_then(Meaning::of);
            for cell in cells {
                if let Some(node) = cell.place.as_ref().and_then(Place::node) {
                    placed.push((node, cell.text.chars().count(), at, meaning));
                }
            }
        }
        placed.sort_by_key(|(node, ..)| *node);
        Placed(placed)
    }

    /// Whether a list's rows, or a table's only row, are labels of the thing with their values. Rows of other lists may look like this,
    /// as `Minister of Finance: Jane Doe` does, so that several labels of different known meanings are asked for, and each row tells
    /// something that no other does.
    fn are(&self, survey: &Survey, finding: &Finding, settings: &ThingSettings) -> bool {
        let is_list = finding.kind == RelationKind::Records && finding.rows.len() > 1;
        let is_turned = finding.kind == RelationKind::Table && finding.rows.len() == 1;
        if !(is_list || is_turned) {
            return false;
        }
        let within = |node: NodeId| {
            let end = survey.page.node(node).end;
            let first = self.0.partition_point(|(own, ..)| *own < node);
            self.0[first..].iter().take_while(move |(own, ..)| *own < end)
        };
        let (mut meanings, mut columns): (HashSet<Meaning>, HashSet<usize>) = Default::default();
        let (mut own, mut all) = (0, 0);
        let rows: Vec<Vec<NodeId>> = match is_list {
            true => finding.rows.iter().map(|row| row.nodes.clone()).collect(),
            false => {
                let cells = finding.rows[0].cells.iter().flatten();
                cells.filter_map(|cell| Some(vec![cell.place.as_ref()?.node()?])).collect()
            }
        };
        for row in rows {
            let told: Vec<_> = row.iter().flat_map(|node| within(*node)).collect();
            let chars: usize = row.iter().map(|node| survey.content(&survey.subtree(*node)).chars).sum();
            let known: usize = told.iter().map(|(_, chars, ..)| chars).sum();
            let new = told.iter().filter(|(_, _, at, _)| columns.insert(*at)).count();
            all += 1;
            if new > 0 && chars <= known + settings.longest_label {
                own += 1;
                meanings.extend(told.iter().filter_map(|(.., meaning)| *meaning));
            }
        }
        4 * own >= 3 * all && meanings.len() >= LEAST_MEANINGS && 4 * meanings.len() >= all
    }
}

/// Fewest meanings of the labels of a thing that look like a list.
const LEAST_MEANINGS: usize = 3;
