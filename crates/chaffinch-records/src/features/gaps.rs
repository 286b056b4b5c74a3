//! What stands between the records: a list leaves nothing out, or the same small thing every time.

use super::{Features, Measured, mean, mode_share, ratio, variation};
use chaffinch_core::NodeId;

/// Gaps that are looked at, spread over all.
const SAMPLE: usize = 60;

pub(super) fn measure(m: &Measured, out: &mut Features) {
    let ground = m.ground;
    let records = &m.region.records;
    let step = records.len().div_ceil(SAMPLE).max(1);
    let gaps: Vec<_> = records
        .windows(2)
        .step_by(step)
        .map(|pair| pair[0].end()..pair[1].first().max(pair[0].end()))
        .collect();
    let chars: Vec<f32> = gaps.iter().map(|gap| ground.content(gap).chars as f32).collect();
    let filled: Vec<f32> = chars.iter().copied().filter(|chars| *chars > 0.0).collect();
    let record = m.total.chars as f32 / m.count();
    out.set("gaps with text", ratio(filled.len(), gaps.len()));
    let usual = mean(&chars).unwrap_or(0.0) / record.max(1.0);
    out.set("text of a gap against a record", (1.0 + usual.min(1000.0)).ln());
    out.set("variation of the text in gaps", variation(&chars).unwrap_or(0.0).min(10.0));
    let first = |gap: &std::ops::Range<NodeId>| {
        const NEAR: usize = 200;
        let nodes = (gap.start.index()..gap.end.index()).take(NEAR).map(NodeId::from_index);
        nodes.into_iter().find(|node| ground.inked[node.index()]).map(|node| ground.tags.path(node))
    };
    out.set_if("gaps that begin alike", mode_share(gaps.iter().filter_map(first).collect()));
}
