//! What is too unsure to be told.

use chaffinch_core::{PageReport, Relation};

/// Leaves out relations whose score, and columns whose confidence, is below `least`, and says so in the explanation. Where columns are
/// `wanted`, such a column stays without values.
pub(crate) fn leave_out(report: &mut PageReport, least: f32, wanted: bool) {
    let before = report.relations.len();
    report.relations.retain(|relation| relation.score >= least);
    let left_out = before - report.relations.len();
    let page = report.input.clone();
    if left_out > 0 {
        let what = if left_out == 1 { "one relation".to_owned() } else { format!("{left_out} relations") };
        report.explanation.push(format!("{page}: {what} with a score below {least} left out"));
    }
    for relation in &mut report.relations {
        for name in leave_columns(relation, least, wanted) {
            report
                .explanation
                .push(format!("{page}: column {name:?} left out: its confidence is below {least}"));
        }
    }
}

/// Takes unsure columns, or their values, from a relation; their names.
fn leave_columns(relation: &mut Relation, least: f32, wanted: bool) -> Vec<String> {
    let unsure: Vec<bool> = relation
        .columns
        .iter()
        .map(|column| column.confidence.is_some_and(|sure| sure < f64::from(least)))
        .collect();
    let names: Vec<String> = (relation.columns.iter().zip(&unsure))
        .filter(|(_, unsure)| **unsure)
        .map(|(column, _)| column.name.clone().unwrap_or_default())
        .collect();
    if names.is_empty() {
        return names;
    }
    let keeps = |at: usize| !unsure.get(at).copied().unwrap_or(false);
    for row in &mut relation.rows {
        let cells = std::mem::take(&mut row.cells).into_iter().enumerate();
        row.cells = match wanted {
            true => cells.map(|(at, cell)| cell.filter(|_| keeps(at))).collect(),
            false => cells.filter(|(at, _)| keeps(*at)).map(|(_, cell)| cell).collect(),
        };
    }
    if !wanted {
        let mut at = 0;
        let mut next = || {
            at += 1;
            keeps(at - 1)
        };
        relation.columns.retain(|_| next());
        let columns = std::mem::take(&mut relation.template.columns).into_iter().enumerate();
        relation.template.columns = columns.filter(|(at, _)| keeps(*at)).map(|(_, place)| place).collect();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::{Cell, CellContent, Column, RelationKind, Row};

    fn report() -> PageReport {
        let cell = |text: &str| Some(CellContent::One(Cell { text: text.into(), ..Cell::default() }));
        let relation = |score: f32| Relation {
            template: Default::default(),
            kind: RelationKind::Records,
            method: "auto".into(),
            score,
            title: None,
            facts: Default::default(),
            xpath: String::new(),
            rect: None,
            columns: vec![
                Column { confidence: Some(0.3), ..Column::text("colour") },
                Column { confidence: Some(0.9), ..Column::text("price") },
                Column::text("name"),
            ],
            rows: vec![Row { cells: vec![cell("oak"), cell("$5"), cell("Box")], ..Row::default() }],
        };
        PageReport { relations: vec![relation(0.8), relation(0.4)], ..PageReport::new("a.html") }
    }

    fn texts(report: &PageReport) -> Vec<Option<String>> {
        report.relations[0].rows[0].cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text(""))).collect()
    }

    #[test]
    fn unsure_relations_and_columns_are_left_out_and_named() {
        let mut report = report();
        leave_out(&mut report, 0.5, false);
        assert_eq!(report.relations.len(), 1);
        assert_eq!(texts(&report), [Some("$5".into()), Some("Box".into())]);
        let said = report.explanation.join("\n");
        assert!(said.contains("one relation") && said.contains("\"colour\""), "{said}");
    }

    #[test]
    fn a_wanted_column_stays_without_its_unsure_values() {
        let mut report = report();
        leave_out(&mut report, 0.5, true);
        assert_eq!(texts(&report), [None, Some("$5".into()), Some("Box".into())]);
    }

    #[test]
    fn without_a_least_score_nothing_is_left_out() {
        let mut report = report();
        leave_out(&mut report, 0.0, false);
        assert_eq!((report.relations.len(), report.explanation.len()), (2, 0));
    }
}
