//! A chosen region as a finding.

use crate::choose::Chosen;
use crate::replies::add_parents;
use crate::settings::RecordsSettings;
use chaffinch_columns::align;
use chaffinch_core::{Finding, FoundRow, NodeId, Page, RelationKind};
use chaffinch_survey::{Record, Survey};

pub(crate) fn finding(survey: &Survey, chosen: &Chosen, settings: &RecordsSettings) -> Finding {
    let page = survey.page;
    let records = &chosen.region.records;
    let root = chosen.region.root(survey);
    let table = align(survey, records, &settings.columns);
    let mut columns = table.columns;
    let row = |(record, cells)| FoundRow { cells, ..FoundRow::of(Record::roots(record, page).collect()) };
    let mut rows: Vec<FoundRow> = records.iter().zip(table.rows).map(row).collect();
    add_parents(survey, records, &mut columns, &mut rows);
    Finding {
        kind: RelationKind::Records,
        method: settings.method.of_findings(),
        score: chosen.score,
        title: title(page, root, records[0].first(), settings),
        facts: Default::default(),
        root,
        columns,
        rows,
    }
}

/// The title of a region: the last heading shortly before its first record.
fn title(page: &Page, root: NodeId, first: NodeId, settings: &RecordsSettings) -> Option<String> {
    let scope = std::iter::once(root).chain(page.ancestors(root)).take(settings.title_levels).last()?;
    let before = (scope.index()..first.index()).rev().map(NodeId::from_index);
    before
        .take(settings.title_distance)
        .filter(|id| matches!(page.name(*id), "h1" | "h2" | "h3" | "h4" | "caption" | "legend"))
        .map(|id| page.flat_text(id))
        .find(|text| !text.is_empty())
}
