//! What stands beside what a page is about: tables with few of its words and little of its area, tables below a larger list, and
//! lists that nobody would take for one.

use chaffinch_core::{Page, Rect, Relation, RelationKind};

/// Below these shares of the page's text and area a table stands beside something else.
const TEXT: f32 = 0.05;
const AREA: f32 = 0.05;
/// What its score is worth then.
const WEIGHT: f32 = 0.5;

/// A list that is this sure may be what the page is about.
const SURE: f32 = 0.5;
/// A list that is less sure than this is noise.
const NOISE: f32 = 0.1;

/// Leaves lists out that are noise where there is something better, and puts tables behind a list that is larger and stands above them.
pub(crate) fn leave_asides(relations: &mut Vec<Relation>) {
    if relations.iter().any(|relation| relation.score >= SURE) {
        relations.retain(|relation| relation.kind != RelationKind::Records || relation.score >= NOISE);
    }
    let lists: Vec<(f32, Rect)> = relations
        .iter()
        .filter(|relation| relation.kind == RelationKind::Records && relation.score >= SURE)
        .filter_map(|list| Some((list.score, list.rect?)))
        .collect();
    for table in relations.iter_mut().filter(|relation| relation.kind == RelationKind::Table) {
        let Some(rect) = table.rect else { continue };
        let above = lists.iter().filter(|(_, list)| list.area() > rect.area() && list.bottom() <= rect.y);
        let surest = above.map(|(score, _)| *score).fold(0.0, f32::max);
        if surest > 0.0 {
            table.score = table.score.min(BEHIND * surest);
        }
    }
}

/// What is left of the score of a table behind a list.
const BEHIND: f32 = 0.95;

/// Takes away from the scores of small tables on long pages.
pub(crate) fn weigh_asides(page: &Page, relations: &mut [Relation]) {
    if !relations.iter().any(|relation| relation.kind == RelationKind::Table) {
        return;
    }
    let text = page.row_text([page.body()]).len();
    let area = page.layout().map(|layout| layout.extent().area());
    for table in relations.iter_mut().filter(|relation| relation.kind == RelationKind::Table) {
        let own: usize = table.rows.iter().map(|row| row.text.len()).sum();
        let (Some(rect), Some(area)) = (table.rect, area) else { continue };
        if (own as f32) < TEXT * text as f32 && rect.area() < AREA * area {
            table.score *= WEIGHT;
        }
    }
}
