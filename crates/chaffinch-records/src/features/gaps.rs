//! Measures of what stands between the records. In a list that is nothing, or the same small thing every time.

use super::{Features, Measured, mean, mode_share, ratio, variation};
use chaffinch_core::NodeId;
use chaffinch_survey::Record;

/// Most gaps that are looked at, spread over the whole list.
const SAMPLE: usize = 60;

pub(super) fn measure(m: &Measured, out: &mut Features) {
    let survey = m.survey;
    let records = &m.region.records;
    let step = records.len().div_ceil(SAMPLE).max(1);
    let gaps: Vec<_> = records
        .windows(2)
        .step_by(step)
        .map(|pair| pair[0].end()..pair[1].first().max(pair[0].end()))
        .collect();
    let chars: Vec<f32> = gaps.iter().map(|gap| survey.content(gap).chars as f32).collect();
    let filled: Vec<f32> = chars.iter().copied().filter(|chars| *chars > 0.0).collect();
    let record = m.total.chars as f32 / m.count();
    out.set("gaps with text", ratio(filled.len(), gaps.len()));
    let usual = mean(&chars).unwrap_or(0.0) / record.max(1.0);
    out.set("text of a gap against a record", (1.0 + usual.min(1000.0)).ln());
    out.set("variation of the text in gaps", variation(&chars).unwrap_or(0.0).min(10.0));
    // A record with column names inside is a whole table; one below column names is a row of a table.
    let between = gaps.iter().filter(|gap| survey.content(gap).headers > 0).count();
    out.set("gaps with column names", ratio(between, gaps.len()));
    out.set("records with column names inside", m.share(|content| content.headers > 0));
    out.set("records below column names", below_column_names(m));
    out.set(
        "records after an empty line",
        ratio(
            records.iter().step_by(step).filter(|record| after_empty_line(m, record.first())).count(),
            records.len().div_ceil(step),
        ),
    );
    let first = |gap: &std::ops::Range<NodeId>| {
        /// Nodes from the beginning of a gap.
        const NEAR: usize = 200;
        let node = survey.inked_in(gap).first().filter(|node| node.index() < gap.start.index() + NEAR)?;
        Some(survey.tags.path(*node))
    };
    out.set_if("gaps that begin alike", mode_share(gaps.iter().filter_map(first).collect()));
}

/// The share of records whose table begins with column names.
fn below_column_names(m: &Measured) -> f32 {
    let survey = m.survey;
    let step = m.region.records.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<NodeId> = m.region.records.iter().step_by(step).map(Record::first).collect();
    let below = sample.iter().filter(|first| {
        let table = survey.page.ancestors(**first).take(3).find(|above| survey.page.is(*above, "table"));
        survey.page.is(**first, "tr")
            && table.is_some_and(|table| survey.content(&(table..**first)).headers > 0)
    });
    ratio(below.count(), sample.len())
}

/// Whether there is an empty line or an `<hr>` between a node and the text before it.
fn after_empty_line(m: &Measured, first: NodeId) -> bool {
    /// Nodes before it that are looked at.
    const NEAR: usize = 6;
    let survey = m.survey;
    let before = (0..first.index()).rev().take(NEAR).map(NodeId::from_index);
    let mut breaks = 0;
    for node in before.take_while(|node| !survey.inked[node.index()]) {
        breaks += match survey.page.name(node) {
            "br" => 1,
            "hr" => 2,
            _ => 0,
        };
    }
    breaks > 1
}
