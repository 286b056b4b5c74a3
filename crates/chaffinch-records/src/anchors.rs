//! Candidate regions from repetition: whatever comes several times with the same tag path may be the anchor of records.

use crate::settings::RecordsSettings;
use chaffinch_core::NodeId;
use chaffinch_survey::Survey;
use chaffinch_trees::TagPaths;
use rustc_hash::FxHashMap;

/// The topmost nodes of the records of one candidate, in document order, and how many groups of anchors point at them.
pub(crate) struct Roots {
    pub nodes: Vec<NodeId>,
    pub votes: usize,
}

/// All distinct sets of record roots that some group of anchors points at.
///
/// Nodes with one tag path form a group. Where the group's members lie in different children of a node, these children
/// may be records; and each member's highest ancestor that holds no other member may be one, across parents.
pub(crate) fn anchored_roots(survey: &Survey, settings: &RecordsSettings) -> Vec<Roots> {
    let mut found =
        Found { survey, settings, index: FxHashMap::default(), sets: Vec::new(), work: settings.max_work };
    for group in groups(survey, settings.min_records) {
        found.group(&group);
    }
    found.sets
}

/// The groups of visible nodes with one path, by classes and by tags; a group of tags that its classes do not divide
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

fn by_path(survey: &Survey, paths: &TagPaths) -> Vec<Vec<NodeId>> {
    let mut groups = vec![Vec::new(); paths.count()];
    for id in survey.page.ids().filter(|id| survey.shows(&survey.subtree(*id))) {
        groups[paths.path(id).0 as usize].push(id);
    }
    groups
}

struct Found<'g, 'p> {
    survey: &'g Survey<'p>,
    settings: &'g RecordsSettings,
    index: FxHashMap<Vec<NodeId>, usize>,
    sets: Vec<Roots>,
    /// Nodes that may still be looked at; hostile nesting ends here.
    work: usize,
}

impl Found<'_, '_> {
    fn group(&mut self, members: &[NodeId]) {
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
            self.children(inside, forks, run.depth);
            if forks.iter().any(|fork| *fork > run.depth) {
                self.cousins(inside, forks);
            }
        }
    }

    /// The children of the common ancestor at `depth` that hold a member.
    fn children(&mut self, members: &[NodeId], forks: &[u32], depth: u32) {
        let begins = |i: usize| i == 0 || forks[i - 1] == depth;
        let roots = (0..members.len())
            .filter(|i| begins(*i))
            .map(|i| self.survey.ancestor_at(members[i], depth + 1))
            .collect();
        self.add(roots);
    }

    /// For each member its highest ancestor that holds no other; those with the commonest path.
    fn cousins(&mut self, members: &[NodeId], forks: &[u32]) {
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

/// Members that share an ancestor at `depth` with each neighbour, as many as there are in a row, not all of them deeper.
struct Run {
    first: usize,
    last: usize,
    depth: u32,
}

/// All runs: for each fork the longest stretch around it without a shallower one, each stretch once.
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
