//! Candidate regions from names: elements with the same tag and classes, wherever they stand. Answers to answers stand inside the posts that
//! they answer, and some lists go on a level deeper where a tag was not closed: no two such records need to have the same tag path.

use crate::settings::RecordsSettings;
use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};
use smallvec::SmallVec;
use std::ops::Range;

/// The regions of elements that share tag and classes but not their paths. An element inside another one of its kind is a record of its own and
/// no part of the outer one.
pub(crate) fn kin_regions(survey: &Survey, settings: &RecordsSettings) -> Vec<Vec<Record>> {
    let mut work = settings.max_work;
    let mut regions = Vec::new();
    for members in by_names(survey, settings.min_records) {
        let nodes: usize = members.iter().map(|id| survey.page.node(*id).end.index() - id.index()).sum();
        let Some(left) = work.checked_sub(nodes) else { break };
        work = left;
        let own =
            |(at, member): (usize, &NodeId)| Record { parts: own_parts(survey, *member, &members[at + 1..]) };
        regions.push(members.iter().enumerate().map(own).filter(|record| !record.parts.is_empty()).collect());
    }
    regions
}

/// The groups of visible elements with the same tag and classes, where not all have the same path.
fn by_names(survey: &Survey, least: usize) -> Vec<Vec<NodeId>> {
    let page = survey.page;
    let mut groups: Vec<Vec<NodeId>> = Vec::new();
    for id in page.ids().filter(|id| page.is_element(*id) && !page.class_text(*id).trim().is_empty()) {
        if survey.shows(&survey.subtree(id)) {
            let label = survey.classes.label(id).0 as usize;
            if groups.len() <= label {
                groups.resize(label + 1, Vec::new());
            }
            groups[label].push(id);
        }
    }
    let differ = |group: &Vec<NodeId>| {
        let path = |id: &NodeId| survey.classes.path(*id);
        group.len() >= least && group.iter().any(|id| path(id) != path(&group[0]))
    };
    groups.retain(differ);
    groups
}

/// What `root` shows outside of those of `later` that are inside it, as stretches of siblings. `later` is in document order.
fn own_parts(survey: &Survey, root: NodeId, later: &[NodeId]) -> SmallVec<[Range<NodeId>; 1]> {
    let page = survey.page;
    let within = |range: &Range<NodeId>, of: &[NodeId]| of.partition_point(|id| *id < range.end);
    let inner = &later[..within(&survey.subtree(root), later)];
    let mut parts: SmallVec<[Range<NodeId>; 1]> = SmallVec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let range = survey.subtree(node);
        let from = inner.partition_point(|id| *id < range.start);
        if inner.get(from) == Some(&node) {
            continue;
        }
        if within(&range, &inner[from..]) > 0 {
            let from = open.len();
            open.extend(page.children(node));
            open[from..].reverse();
        } else if survey.shows(&range) {
            let follows = |last: &Range<NodeId>| {
                last.end == range.start && page.node(last.start).parent == page.node(range.start).parent
            };
            match parts.last_mut().filter(|last| follows(last)) {
                Some(last) => last.end = range.end,
                None => parts.push(range),
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(html: &str) -> Vec<Vec<String>> {
        let page = chaffinch_page::parse_str(html);
        let survey = Survey::new(&page, &Default::default());
        let regions = kin_regions(&survey, &RecordsSettings::default());
        let text = |record: &Record| page.row_text(record.roots(&page));
        regions.iter().map(|region| region.iter().map(text).collect()).collect()
    }

    #[test]
    fn an_answer_is_no_part_of_the_post_that_it_answers() {
        let found = texts(
            "<div class=post><b>Ann</b> one <div class=answers><div class=post><b>Bo</b> two \
             <div class=answers><div class=post><b>Cy</b> three</div></div></div></div><i>end</i></div>",
        );
        assert!(found.contains(&vec!["Ann one end".into(), "Bo two".into(), "Cy three".into()]), "{found:?}");
    }

    #[test]
    fn a_list_may_go_on_a_level_deeper() {
        let found = texts(
            "<div class=r>one</div><div class=r>two</div><div><div class=r>three</div></div><div class=r>four</div>",
        );
        assert_eq!(found, [["one", "two", "three", "four"]]);
    }

    #[test]
    fn elements_of_one_path_are_left_to_the_anchors() {
        assert!(texts("<p class=r>one<p class=r>two<p class=r>three").is_empty());
    }
}
