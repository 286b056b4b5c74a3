//! Where records begin and end, given one root node for each. On a flat page a record is more than its root: the siblings up to
//! the next root belong to it too.

use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};
use chaffinch_trees::Label;
use std::ops::Range;

/// The different ways to draw the boundaries of records around their `roots`, each with its records.
pub(crate) fn ways(survey: &Survey, roots: &[NodeId]) -> Vec<Vec<Record>> {
    let mut ways: Vec<Vec<Record>> =
        vec![roots.iter().map(|root| Record::new(survey.subtree(*root))).collect()];
    let rows = rows(survey, roots);
    if rows.iter().any(|row| row.has_more(survey)) {
        for rule in Rule::ALL {
            let records = drawn(survey, &rows, rule);
            if !ways.contains(&records) {
                ways.push(records);
            }
        }
    }
    ways
}

/// The records that begin at their roots and end where the next one begins; nothing where there are no roots.
pub(crate) fn drawn_at(survey: &Survey, roots: &[NodeId]) -> Option<Vec<Record>> {
    let rows = rows(survey, roots);
    (!rows.is_empty()).then(|| drawn(survey, &rows, Rule::AtRoot))
}

/// Neighbouring roots with the same parent, and all children of that parent.
struct Row {
    /// The parent's children, without blank text and comments.
    kids: Vec<NodeId>,
    /// Their tags.
    labels: Vec<Label>,
    /// The positions of the roots among them.
    roots: Vec<usize>,
}

fn rows(survey: &Survey, roots: &[NodeId]) -> Vec<Row> {
    let page = survey.page;
    let mut rows: Vec<Row> = Vec::new();
    let mut above = None;
    for root in roots {
        let parent = page.node(*root).parent;
        if parent != above || rows.is_empty() {
            above = parent;
            let kids: Vec<NodeId> = parent.map_or(Vec::new(), |parent| {
                page.children(parent)
                    .filter(|kid| page.is_element(*kid) || survey.inked[kid.index()])
                    .collect()
            });
            let labels = kids.iter().map(|kid| survey.tags.label(*kid)).collect();
            rows.push(Row { kids, labels, roots: Vec::new() });
        }
        if let Some(row) = rows.last_mut()
            && let Ok(at) = row.kids.binary_search(root)
        {
            row.roots.push(at);
        }
    }
    rows.retain(|row| !row.roots.is_empty());
    rows
}

impl Row {
    /// Whether anything is shown between the roots or after the last one.
    fn has_more(&self, survey: &Survey) -> bool {
        let ends = self.roots.iter().skip(1).copied().chain([self.kids.len()]);
        self.roots
            .iter()
            .zip(ends)
            .any(|(root, end)| self.kids[root + 1..end].iter().any(|kid| survey.shows(&survey.subtree(*kid))))
    }

    /// The positions between the root before and root `number`.
    fn gap(&self, number: usize) -> Range<usize> {
        let begin = if number == 0 { 0 } else { self.roots[number - 1] + 1 };
        begin..self.roots[number]
    }
}

/// Where a record begins, in the gap between the root before and its own root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// At the root.
    AtRoot,
    /// Some siblings earlier: at most so many, and as many as all gaps have the same at their end.
    Alike(usize),
    /// After the last `<hr>`, empty line or other empty element of the gap.
    Separator,
    /// At the widest vertical space of the gap.
    Space,
}

impl Rule {
    const ALL: [Rule; 6] =
        [Rule::AtRoot, Rule::Alike(1), Rule::Alike(2), Rule::Alike(3), Rule::Separator, Rule::Space];
}

/// The records that begin by `rule` and end where the next one begins.
fn drawn(survey: &Survey, rows: &[Row], rule: Rule) -> Vec<Record> {
    let alike = match rule {
        Rule::Alike(most) => alike(rows, most),
        _ => 0,
    };
    let mut starts: Vec<Vec<usize>> = Vec::with_capacity(rows.len());
    let roots = rows.iter().map(|row| row.roots.len()).sum();
    let mut before: Vec<&[Label]> = Vec::with_capacity(roots);
    for row in rows {
        let mut begin = Vec::with_capacity(row.roots.len());
        begin.push(row.roots[0]);
        for number in 1..row.roots.len() {
            let gap = row.gap(number);
            let at = match rule {
                Rule::AtRoot => gap.end,
                Rule::Alike(_) => gap.end - alike,
                Rule::Separator => behind_separator(survey, &row.kids, gap.clone()),
                Rule::Space => widest_space(survey, &row.kids, gap.clone()),
            };
            before.push(&row.labels[at..gap.end]);
            begin.push(at);
        }
        starts.push(begin);
    }
    // The first record of a row has no root before it: it begins with the siblings that the others usually have before their roots.
    if let Some(usual) = commonest(before) {
        for (row, begin) in rows.iter().zip(&mut starts) {
            let in_front = &row.labels[..row.roots[0]];
            begin[0] = row.roots[0] - if in_front.ends_with(usual) { usual.len() } else { 0 };
        }
    }
    let usual_tails = tails(rows, &starts);
    let mut records = Vec::with_capacity(roots);
    for (row, begin) in rows.iter().zip(&starts) {
        for (number, start) in begin.iter().enumerate() {
            let end = match begin.get(number + 1) {
                Some(next) => *next,
                None => last_end(row, *start, &usual_tails),
            };
            records.push(Record::new(shown_stretch(survey, &row.kids[*start..end])));
        }
    }
    records
}

/// From the first sibling to the end of the last one that shows something.
fn shown_stretch(survey: &Survey, kids: &[NodeId]) -> Range<NodeId> {
    let shown = kids.iter().rposition(|kid| survey.shows(&survey.subtree(*kid))).unwrap_or(0);
    kids[0]..survey.page.node(kids[shown]).end
}

/// How many siblings, at most `most`, are the same before all roots.
fn alike(rows: &[Row], most: usize) -> usize {
    let mut shared: Option<&[Label]> = None;
    for row in rows {
        for number in 1..row.roots.len() {
            let labels = &row.labels[row.gap(number)];
            let labels = &labels[labels.len().saturating_sub(most)..];
            shared = Some(shared.map_or(labels, |shared| {
                let both = shared.iter().rev().zip(labels.iter().rev());
                &shared[shared.len() - both.take_while(|(a, b)| a == b).count()..]
            }));
        }
    }
    shared.map_or(0, <[Label]>::len)
}

/// The position after the last separator of a gap: preferably one stronger than a single `<br>`.
fn behind_separator(survey: &Survey, kids: &[NodeId], gap: Range<usize>) -> usize {
    let page = survey.page;
    let empty = |at: usize| page.is_element(kids[at]) && !survey.shows(&survey.subtree(kids[at]));
    let strong = |at: usize| {
        let kid = kids[at];
        empty(at) && (!page.is(kid, "br") || (at > gap.start && page.is(kids[at - 1], "br")))
    };
    let found = gap.clone().rev().find(|at| strong(*at)).or_else(|| gap.clone().rev().find(|at| empty(*at)));
    found.map_or(gap.end, |at| at + 1)
}

/// The position after the widest vertical space of a gap. A later space must be at least half a CSS pixel wider to count, so that rounding
/// of boxes does not decide.
fn widest_space(survey: &Survey, kids: &[NodeId], gap: Range<usize>) -> usize {
    let mut best = (gap.end, 0.0);
    let mut above: Option<f32> =
        kids[..gap.start].last().and_then(|kid| survey.ink[kid.index()]).map(|r| r.bottom());
    for at in gap.start..=gap.end {
        let Some(ink) = kids.get(at).and_then(|kid| survey.ink[kid.index()]) else { continue };
        if let Some(bottom) = above {
            let space = ink.y - bottom;
            if space > best.1 + 0.5 {
                best = (at, space);
            }
        }
        above = Some(above.map_or(ink.bottom(), |bottom| bottom.max(ink.bottom())));
    }
    best.0
}

/// The item that comes most often; of equals the smallest.
fn commonest<T: Ord + Copy>(mut items: Vec<T>) -> Option<T> {
    items.sort_unstable();
    let most = items.chunk_by(|a, b| a == b).rev().max_by_key(|same| same.len())?;
    Some(most[0])
}

/// The siblings of records that are followed by another, as a sample of how records go on.
fn tails<'r>(rows: &'r [Row], starts: &[Vec<usize>]) -> Vec<&'r [Label]> {
    const SAMPLE: usize = 40;
    let tails = rows
        .iter()
        .zip(starts)
        .flat_map(|(row, begin)| begin.windows(2).map(|pair| &row.labels[pair[0]..pair[1]]));
    tails.take(SAMPLE).collect()
}

/// The end of the last record of a row: it is as long as the longest other record that begins with the same siblings.
fn last_end(row: &Row, start: usize, tails: &[&[Label]]) -> usize {
    let labels = &row.labels[start..];
    if tails.is_empty() {
        // No row has a second root, so each whole row is a record.
        return row.kids.len();
    }
    let whole = tails.iter().filter(|tail| labels.starts_with(tail)).map(|tail| tail.len()).max();
    let shared = || {
        tails
            .iter()
            .map(|tail| labels.iter().zip(*tail).take_while(|(a, b)| a == b).count())
            .max()
            .unwrap_or(1)
    };
    let length = whole.unwrap_or_else(shared).max(1);
    let root = row.roots[row.roots.len() - 1];
    (start + length).max(root + 1).min(row.kids.len())
}
