//! Findings beside the subject of a page: small tables, tables below a larger list, and lists with a very low score.

use crate::settings::ChoiceSettings;
use chaffinch_core::{Finding, Page, Rect, RelationKind};

/// Drops lists with a very low score where there is something better, and lowers the scores of tables below a larger list.
pub(crate) fn leave_asides(page: &Page, findings: &mut Vec<Finding>, settings: &ChoiceSettings) {
    let is_list = |finding: &Finding| finding.kind == RelationKind::Records;
    if findings.iter().any(|finding| finding.score >= settings.sure) {
        findings.retain(|finding| !is_list(finding) || finding.score >= settings.noise);
    }
    let lists: Vec<(f32, Rect)> = findings
        .iter()
        .filter(|finding| is_list(finding) && finding.score >= settings.sure)
        .filter_map(|list| Some((list.score, list.rect(page)?)))
        .collect();
    for table in findings.iter_mut().filter(|finding| finding.kind == RelationKind::Table) {
        let Some(rect) = table.rect(page) else { continue };
        let above = lists.iter().filter(|(_, list)| list.area() > rect.area() && list.bottom() <= rect.y);
        let surest = above.map(|(score, _)| *score).fold(0.0, f32::max);
        if surest > 0.0 {
            table.score = table.score.min(settings.behind * surest);
        }
    }
}

/// Lowers the scores of tables with little of the page's area and text.
pub(crate) fn weigh_asides(page: &Page, findings: &mut [Finding], settings: &ChoiceSettings) {
    let Some(area) = page.layout().map(|layout| layout.extent().area()) else { return };
    let is_small = |table: &&mut Finding| {
        let rect = table.rect(page).filter(|_| table.kind == RelationKind::Table);
        rect.is_some_and(|rect| rect.area() < settings.aside_area * area)
    };
    let mut small = findings.iter_mut().filter(is_small).peekable();
    if small.peek().is_none() {
        return;
    }
    let text = page.row_text([page.body()]).len() as f32;
    for table in small {
        let own: usize = table.rows.iter().map(|row| row.content(page).text.len()).sum();
        if (own as f32) < settings.aside_text * text {
            table.score *= settings.aside_weight;
        }
    }
}
