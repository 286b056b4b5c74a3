//! Lists in sections: the heading of a section is a value of every record in it.

use crate::draft::{Draft, DraftValue};
use crate::pieces::PieceKind;
use crate::settings::ColumnSettings;
use chaffinch_core::{NodeId, Page, Place};
use chaffinch_survey::{Record, Survey};

/// A column with the last heading before each record that is not inside a record; nothing where all records have the same.
pub(super) fn headings(survey: &Survey, records: &[Record], settings: &ColumnSettings) -> Option<Draft> {
    let page = survey.page;
    let first = records.first()?.first();
    let root = page.ancestors(first).take(settings.section_levels).last().unwrap_or(first);
    let mut heading: Option<NodeId> = None;
    let mut above: Vec<Option<NodeId>> = Vec::with_capacity(records.len());
    let mut at = root;
    for record in records {
        while at < record.first() {
            if names_section(page, at) && survey.shows(&survey.subtree(at)) {
                heading = Some(at);
            }
            at = NodeId::from_index(at.index() + 1);
        }
        above.push(heading);
        at = at.max(record.end());
    }
    let mut distinct: Vec<NodeId> = above.iter().copied().flatten().collect();
    distinct.dedup();
    let most = settings.max_section_share * records.len() as f32;
    if distinct.len() < 2 || distinct.len() as f32 > most {
        return None;
    }
    let mut section = Draft::new(PieceKind::Text, records.len());
    (section.label, section.headed) = (Some("section".into()), true);
    for (cells, heading) in section.cells.iter_mut().zip(above) {
        let Some(node) = heading else { continue };
        let text = page.flat_text(node);
        let place = Place::shown(page, node);
        let range = survey.stream().of_nodes(&survey.subtree(node));
        cells.extend((!text.is_empty()).then_some(DraftValue { text, link: None, node, place, range }));
    }
    Some(section)
}

fn names_section(page: &Page, node: NodeId) -> bool {
    page.is_heading(node) || matches!(page.name(node), "caption" | "legend")
}
