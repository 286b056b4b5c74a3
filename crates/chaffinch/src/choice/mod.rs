//! The choice among everything that was found on a page, "nothing" included.
//!
//! Lists, tables, top-k lists, structured data and the thing that the page is about are scored by methods that know nothing of each
//! other. A model that was learned from labelled pages of all kinds looks at each finding, at its place on the page and at its rivals,
//! and gives it the score of the report: how probable it is that the finding, and not nothing, is what the page is about.

mod measures;

pub(crate) use measures::words_of_prose;

use crate::settings::ChoiceSettings;
use chaffinch_core::{Finding, Method, RelationKind};
use chaffinch_records::{Features, Ranker};
use chaffinch_survey::Survey;
use std::sync::LazyLock;

/// The model that comes with the program: trees, one on each line. `chaffinch eval choice --learn` writes it.
const SHIPPED: &str = include_str!("../../choice.jsonl");

// The file is part of the program, and a test proves that it can be read.
static MODEL: LazyLock<Ranker> =
    LazyLock::new(|| Ranker::parse(SHIPPED).unwrap_or_else(|_| Ranker::new(Vec::new())));

/// Gives each finding its score among all of the page, and leaves out those that are hardly ever an answer. What a model of attributes
/// read is only there where it was asked for: it keeps its own score, and comes behind anything else that is sure.
pub(crate) fn choose(survey: &Survey, findings: &mut Vec<Finding>, settings: &ChoiceSettings, wanted: bool) {
    let (mut read, mut found): (Vec<Finding>, Vec<Finding>) =
        std::mem::take(findings).into_iter().partition(|finding| finding.method == Method::Hcrf);
    let measured = measure(survey, &found, settings);
    let model = settings.model.as_deref().unwrap_or(&MODEL);
    for (finding, score) in found.iter_mut().zip(model.scores(&measured)) {
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
        let is_guess = |finding: &Finding| finding.method == Method::Page && finding.score < settings.sure;
        // Tables stay: a page may have many that are worth reading and be about none of them.
        let is_table = |finding: &Finding| finding.kind == RelationKind::Table;
        found.retain(|finding| is_table(finding) || finding.score >= least && !is_guess(finding));
    }
    findings.extend(found);
    findings.extend(read);
}

/// What the model sees of each finding.
pub(crate) fn measure(survey: &Survey, findings: &[Finding], settings: &ChoiceSettings) -> Vec<Features> {
    measures::of_findings(survey, findings, settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_can_be_read() {
        assert!(Ranker::parse(SHIPPED).unwrap().to_text().lines().count() > 10);
    }
}
