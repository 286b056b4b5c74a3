//! Candidate regions from repetition: nodes that share a tag path may each belong to another record. Such nodes are anchors.

use crate::settings::RecordsSettings;
use chaffinch_core::NodeId;
use chaffinch_survey::Survey;
use chaffinch_trees::TagPaths;
use rustc_hash::FxHashMap;

/// The topmost nodes of the records of one candidate, in document order, and how many groups of anchors lead to them.
pub(crate) struct Roots {
    pub nodes: Vec<NodeId>,
    pub votes: usize,
}

/// All distinct sets of record roots that some group of anchors leads to.
///
/// Nodes with the same tag path form a group. There are two ways from a group to records. Where its members lie in different
/// children of a node, these children may be records. And the highest ancestor of each member that holds no other member may be a
/// record, also where these ancestors have different parents.
pub(crate) fn anchored_roots(survey: &Survey, settings: &RecordsSettings) -> Vec<Roots> {
    let mut roots =
        RootSets { survey, settings, index: FxHashMap::default(), sets: Vec::new(), work: settings.max_work };
    for group in groups(survey, settings.min_records) {
        roots.add_group(&group);
    }
    roots.sets
}

/// The groups of visible nodes with the same path, by tags and classes and by tags alone. Where both ways give the same group, it
/// comes once.
fn groups(survey: &Survey, least: usize) -> Vec<Vec<NodeId>> {
    let by_classes = by_path(survey, &survey.classes);
    let by_tags = by_path(survey, &survey.tags);
    let divided = |group: &Vec<NodeId>| {
        let path = survey.classes.path(group[0]);
        by_classes[path.0 as usize].len() < group.len()
    };
    let undivided: Vec<Vec<NodeId>> =
        by_tags.into_iter().filter(|group| group.len() >= least && divided(group)).collect();
    by_classes.into_iter().filter(|group| group.len() >= least).chain(undivided).collect()
}

/// For each tag path of a page its visible nodes.
pub(crate) fn by_path(survey: &Survey, paths: &TagPaths) -> Vec<Vec<NodeId>> {
    let mut groups = vec![Vec::new(); paths.count()];
    for id in survey.page.ids().filter(|id| survey.shows(&survey.subtree(*id))) {
        groups[paths.path(id).0 as usize].push(id);
    }
    groups
}

/// The sets of record roots found so far.
struct RootSets<'g, 'p> {
    survey: &'g Survey<'p>,
    settings: &'g RecordsSettings,
    sets: Vec<Roots>,
    /// Where in `sets` each set of roots is.
    index: FxHashMap<Vec<NodeId>, usize>,
    /// How many more nodes may be looked at: a bound on the cost of hostile nesting.
    work: usize,
}

impl RootSets<'_, '_> {
    fn add_group(&mut self, members: &[NodeId]) {
        let survey = self.survey;
        let forks: Vec<u32> = members
            .windows(2)
            .map(|pair| survey.depth[survey.page.common_ancestor(pair[0], pair[1]).index()])
            .collect();
        for run in runs(&forks) {
            let length = run.last - run.first + 1;
            if self.work < length {
                return;
            }
            self.work -= length;
            let inside = &members[run.first..=run.last];
            let forks = &forks[run.first..run.last];
            self.add_children(inside, forks, run.depth);
            if forks.iter().any(|fork| *fork > run.depth) {
                self.add_cousins(inside, forks);
            }
        }
    }

    /// Adds the children of the members' common ancestor at `depth` that hold a member.
    fn add_children(&mut self, members: &[NodeId], forks: &[u32], depth: u32) {
        let begins = |i: usize| i == 0 || forks[i - 1] == depth;
        let roots = (0..members.len())
            .filter(|i| begins(*i))
            .map(|i| self.survey.ancestor_at(members[i], depth + 1))
            .collect();
        self.add(roots);
    }

    /// Adds the highest ancestor of each member that holds no other member; of these, the ones with the commonest path.
    fn add_cousins(&mut self, members: &[NodeId], forks: &[u32]) {
        let roots: Vec<NodeId> = members
            .iter()
            .enumerate()
            .map(|(i, member)| {
                let before = if i == 0 { 0 } else { forks[i - 1] };
                let after = forks.get(i).copied().unwrap_or(0);
                self.survey.ancestor_at(*member, before.max(after) + 1)
            })
            .collect();
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        for root in &roots {
            *counts.entry(self.survey.tags.path(*root).0).or_default() += 1;
        }
        let Some(commonest) = counts.iter().max_by_key(|(path, count)| (**count, u32::MAX - **path)) else {
            return;
        };
        let commonest = *commonest.0;
        self.add(roots.into_iter().filter(|root| self.survey.tags.path(*root).0 == commonest).collect());
    }

    fn add(&mut self, nodes: Vec<NodeId>) {
        if nodes.len() < self.settings.min_records {
            return;
        }
        if let Some(at) = self.index.get(&nodes) {
            self.sets[*at].votes += 1;
        } else {
            self.index.insert(nodes.clone(), self.sets.len());
            self.sets.push(Roots { nodes, votes: 1 });
        }
    }
}

/// Members `first` to `last` of a group, whose common ancestor is at `depth`; the members before and after are not below it.
struct Run {
    first: usize,
    last: usize,
    depth: u32,
}

/// All runs of a group. A fork is the depth at which two neighbouring members part; a run is the longest stretch around a fork
/// without a shallower one.
fn runs(forks: &[u32]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut open: Vec<(usize, u32)> = Vec::new();
    for at in 0..=forks.len() {
        let fork = forks.get(at).copied();
        let mut first = at;
        while let Some((begin, depth)) = open.last().copied() {
            if fork.is_some_and(|fork| fork > depth) {
                break;
            }
            open.pop();
            first = begin;
            if fork != Some(depth) {
                runs.push(Run { first: begin, last: at, depth });
            }
        }
        if let Some(fork) = fork {
            open.push((first, fork));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_stretches_without_a_shallower_fork() {
        let found: Vec<(usize, usize, u32)> =
            runs(&[3, 3, 1, 5, 5]).into_iter().map(|run| (run.first, run.last, run.depth)).collect();
        assert_eq!(found, [(0, 2, 3), (3, 5, 5), (0, 5, 1)]);
    }
}
