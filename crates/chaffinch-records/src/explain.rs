//! Why a region was chosen.

use crate::choose::Chosen;
use crate::ranker::Ranker;
use chaffinch_survey::Survey;

/// How many measures are listed for each region.
const LISTED: usize = 8;

/// For each region a line that says what it is, then a line for each of the measures that counted most.
pub(crate) fn explain(survey: &Survey, chosen: &[Chosen]) -> Vec<String> {
    if chosen.is_empty() {
        return vec!["records: no region is likely to be a list".to_owned()];
    }
    let mut lines = Vec::new();
    for (number, chosen) in chosen.iter().enumerate() {
        let records = chosen.region.records.len();
        let methods: Vec<&str> = chosen.region.found_by.iter().map(|method| method.name()).collect();
        lines.push(format!(
            "records {}: {records} records in {}, score {:.2}; found by {}",
            number + 1,
            survey.page.xpath(chosen.region.root(survey)),
            chosen.score,
            methods.join(", "),
        ));
        for (measure, amount, value) in Ranker::shipped().reasons(&chosen.features).into_iter().take(LISTED) {
            let value = value.map_or("missing".to_owned(), |value| format!("{value:.2}"));
            lines.push(format!("  {amount:+.2}  {measure} = {value}"));
        }
    }
    lines
}
