//! Tag-path clustering (Miao et al. 2009): paths that alternate in document order belong to the same kind of record.

use crate::anchors::by_path;
use crate::boundaries::drawn_at;
use crate::settings::TagPathSettings;
use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};
use chaffinch_trees::leader_clusters;

/// The regions of a page: for each cluster of paths, a record begins at each node of the path that comes first.
pub(crate) fn tag_path_regions(
    survey: &Survey,
    settings: &TagPathSettings,
    least: usize,
) -> Vec<Vec<Record>> {
    // A signal is the nodes of one path, in document order.
    let mut signals = by_path(survey, &survey.classes);
    signals.retain(|signal| signal.len() >= least);
    // A stable sort keeps equally common paths in document order.
    signals.sort_by_key(|signal| std::cmp::Reverse(signal.len()));
    signals.truncate(settings.max_paths);
    let clusters = leader_clusters(&signals, settings.max_paths, |a, b| {
        let fewer = a.len().min(b.len()) as f32;
        fewer >= settings.same_count * a.len().max(b.len()) as f32
            && turns(a, b) as f32 >= settings.by_turns * (2.0 * fewer - 1.0)
    });
    clusters
        .iter()
        .filter_map(|cluster| cluster.iter().map(|at| &signals[*at]).min_by_key(|signal| signal[0]))
        .filter_map(|roots| drawn_at(survey, roots))
        .collect()
}

/// How often one signal follows the other in document order.
fn turns(a: &[NodeId], b: &[NodeId]) -> usize {
    let (mut i, mut j, mut turns) = (0, 0, 0);
    let mut last: Option<bool> = None;
    while i < a.len() || j < b.len() {
        let first = j >= b.len() || (i < a.len() && a[i] <= b[j]);
        if first {
            i += 1;
        } else {
            j += 1;
        }
        turns += usize::from(last.is_some_and(|last| last != first));
        last = Some(first);
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_that_come_by_turns_change_at_every_step() {
        let ids = |numbers: &[usize]| numbers.iter().map(|n| NodeId::from_index(*n)).collect::<Vec<_>>();
        assert_eq!(turns(&ids(&[1, 5, 9]), &ids(&[2, 6, 10])), 5);
        assert_eq!(turns(&ids(&[1, 2, 3]), &ids(&[4, 5, 6])), 1);
    }
}
