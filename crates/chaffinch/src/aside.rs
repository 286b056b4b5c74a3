//! Tables beside what a page is about: few of its words, little of its area.

use chaffinch_core::{Page, Relation, RelationKind};

/// Below these shares of the page's text and area a table stands beside something else.
const TEXT: f32 = 0.05;
const AREA: f32 = 0.05;
/// What its score is worth then.
const WEIGHT: f32 = 0.5;

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
