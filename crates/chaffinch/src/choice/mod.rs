//! The choice among everything that was found on a page, "nothing" included.
//!
//! Lists, tables, top-k lists, structured data and the thing that the page is about are scored by methods that know nothing of each
//! other. A model that was learned from labelled pages of all kinds looks at each finding, at its place on the page and at its rivals,
//! and gives it the score of the report: how probable it is that the finding, and not nothing, is what the page is about.
//!
//! A second model says what kind of page it is where no finding is sure: the rows of a list may come with scripts only.

mod measures;
mod signs;

pub(crate) use measures::words_of_prose;

use crate::settings::ChoiceSettings;
use chaffinch_core::{Finding, Method, Page, RelationKind};
use chaffinch_records::{Features, Ranker};
use chaffinch_structured::is_boilerplate;
use chaffinch_survey::Survey;
use std::sync::LazyLock;

/// The model that comes with the program: trees, one on each line. `chaffinch eval choice --learn` writes it.
const SHIPPED: &str = include_str!("../../choice.jsonl");

/// The model of kinds, in the same form.
const SHIPPED_KINDS: &str = include_str!("../../kinds.jsonl");

// The files are part of the program, and a test proves that they can be read.
static MODEL: LazyLock<Ranker> =
    LazyLock::new(|| Ranker::parse(SHIPPED).unwrap_or_else(|_| Ranker::new(Vec::new())));

static KIND_MODEL: LazyLock<Ranker> =
    LazyLock::new(|| Ranker::parse(SHIPPED_KINDS).unwrap_or_else(|_| Ranker::new(Vec::new())));

/// The kinds of pages that can be told without a finding.
pub(crate) const KINDS: [RelationKind; 2] = [RelationKind::Records, RelationKind::Detail];

/// What the models see of a page.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Of each finding.
    pub findings: Vec<Features>,
    /// Of the page as a whole, once as a list and once as one thing.
    pub kinds: Vec<Features>,
}

impl Measured {
    /// The kind that the page is likely to have whatever was found on it, by a model of kinds, if its score is at least `least`.
    pub fn likely_kind(&self, model: &Ranker, least: f32) -> Option<RelationKind> {
        let scores = KINDS.into_iter().zip(model.scores(&self.kinds));
        let best = scores.max_by(|a, b| a.1.total_cmp(&b.1))?;
        (best.1 >= least).then_some(best.0)
    }
}

/// Gives each finding its score among all of the page, and leaves out those that are hardly ever an answer. What a model of attributes
/// read is only there where it was asked for: it keeps its own score, and comes behind anything else that is sure. Returns the kind that the page is likely to have whatever was found.
pub(crate) fn choose(
    survey: &Survey,
    findings: &mut Vec<Finding>,
    settings: &ChoiceSettings,
    wanted: bool,
) -> Option<RelationKind> {
    let (mut read, mut found): (Vec<Finding>, Vec<Finding>) =
        std::mem::take(findings).into_iter().partition(|finding| finding.method == Method::Hcrf);
    let measured = measure(survey, &found, settings);
    let model = settings.model.as_deref().unwrap_or(&MODEL);
    let own: Vec<f32> = found.iter().map(|finding| finding.score).collect();
    for (finding, score) in found.iter_mut().zip(model.scores(&measured.findings)) {
        finding.score = score.min(settings.trust * finding.score);
    }
    let best = found.iter().map(|finding| finding.score).fold(0.0, f32::max);
    let is_sure = best >= settings.sure;
    if is_sure {
        read.iter_mut().for_each(|finding| finding.score = finding.score.min(settings.behind * best));
    }
    // Who wants something of the page gets it from whatever has it.
    if !wanted {
        let least = if is_sure { settings.noise } else { settings.least };
        // What is said of the page itself is told where it is sure, says more than a name, and nothing else is much surer.
        let sure_thing = settings.sure.max(settings.beside * best);
        let is_guess = |finding: &Finding| {
            finding.method == Method::Page && (finding.score < sure_thing || has_only_a_name(finding))
        };
        // What surely is a table stays: a page may have many that are worth reading and be about none of them.
        let is_table = |finding: &Finding, own: f32| {
            finding.kind == RelationKind::Table
                && (own >= settings.real_table
                    || finding.method == Method::Grid && has_heads(survey.page, finding))
        };
        let mut own = own.into_iter();
        found.retain(|finding| {
            is_table(finding, own.next().unwrap_or(0.0))
                || finding.score >= least && !is_guess(finding) && !is_of_the_site(finding)
        });
    }
    let is_large = survey.page.len() >= settings.likely_nodes;
    let likely = measured.likely_kind(&KIND_MODEL, settings.likely).filter(|_| is_large);
    if !is_sure
        && !wanted
        && let Some(kind) = likely
    {
        put_first(&mut found, kind, settings);
    }
    findings.extend(found);
    findings.extend(read);
    likely
}

/// Whether the markup of a table says which of its cells are heads. Beside a list that holds it, its score says little of it.
fn has_heads(page: &Page, table: &Finding) -> bool {
    page.subtree(table.root).take(HEAD_NODES).any(|id| page.is(id, "th"))
}

/// How many nodes of a table are searched for its heads.
const HEAD_NODES: usize = 200;

/// Whether a finding tells of a thing only what it is called and where it is.
fn has_only_a_name(finding: &Finding) -> bool {
    const NAMES: [&str; 4] = ["name", "subtitle", "url", "image"];
    finding.columns.iter().all(|column| column.name.as_deref().is_some_and(|name| NAMES.contains(&name)))
}

/// Where no finding is sure, one of the kind that the page is likely to have comes before one thing, or before a list.
fn put_first(found: &mut [Finding], likely: RelationKind, settings: &ChoiceSettings) {
    let is_detail = |finding: &Finding| finding.kind == RelationKind::Detail;
    let fits = |finding: &Finding| is_detail(finding) == (likely == RelationKind::Detail);
    let best = found.iter().filter(|finding| fits(finding)).map(|finding| finding.score).fold(0.0, f32::max);
    if best > 0.0 {
        for finding in found.iter_mut().filter(|finding| !fits(finding)) {
            finding.score = finding.score.min(settings.behind * best);
        }
    }
}

/// Whether a finding is structured data about the site or the way to the page, which no page is about.
fn is_of_the_site(finding: &Finding) -> bool {
    matches!(finding.method, Method::JsonLd | Method::Microdata | Method::Rdfa)
        && finding.title.as_deref().is_some_and(is_boilerplate)
}

/// What the models see of a page.
pub(crate) fn measure(survey: &Survey, findings: &[Finding], settings: &ChoiceSettings) -> Measured {
    measures::of_page(survey, findings, settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Engine, Settings};

    #[test]
    fn the_shipped_models_can_be_read() {
        for model in [SHIPPED, SHIPPED_KINDS] {
            assert!(Ranker::parse(model).unwrap().to_text().lines().count() > 10);
        }
    }

    #[test]
    fn whatever_a_page_is_about_its_tables_are_told_but_not_its_links_in_rows() {
        let prose = "<p>The chaffinch is a small bird that most people know by its song.\
                     <p>In March the males come first and choose a place from which they can be heard; a week later the \
                     females follow, and the nests are built by them alone within six or seven days, of moss and wool.";
        let data = "<table><tr><th>Valley<th>Nests<th>Height<tr><td>Ziller<td>126<td>1,200 m\
                    <tr><td>Stubai<td>110<td>1,400 m<tr><td>Pitz<td>93<td>1,700 m</table>";
        let links = "<table><tr><td><a href=/a>Previous</a><td><a href=/b>Next</a>\
                     <tr><td><a href=/c>Up</a><td><a href=/d>Home</a></table>";
        // No finding is sure enough by itself.
        let settings =
            Settings::default().with(|settings| (settings.choice.least, settings.choice.noise) = (2.0, 2.0));
        let engine = Engine::new(settings).unwrap();
        let told = |html: String| -> Vec<usize> {
            let report = engine.read(Document::from_html("finches.html", html));
            report.relations.iter().map(|relation| relation.rows.len()).collect()
        };
        assert_eq!(told(format!("<h1>On finches</h1>{prose}{data}{prose}{links}")), [3]);
        assert_eq!(told(format!("<h1>On finches</h1>{prose}{links}")), [0; 0]);
    }
}
