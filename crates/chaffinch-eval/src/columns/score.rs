//! How many values of a page stand in columns of their own, as the referee counts them.

use super::cells::{Label, SeenCell, plain};
use crate::referee::{HeldValues, Referee, norm};
use crate::statistics::Tally;
use chaffinch_core::{CellContent, Relation, RelationKind};
use chaffinch_gold::{GoldPage, GoldRecord};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How right the columns of a page are.
#[derive(Debug, Default)]
pub(super) struct PageScore {
    /// Each attribute in the one column that fits it best; of details, in the column of its name.
    pub fitting: BTreeMap<String, Tally>,
    /// Each attribute in the columns of its name.
    pub named: BTreeMap<String, Tally>,
    /// How many labelled records a row holds.
    pub held: usize,
    pub columns: usize,
    /// Columns without a name.
    pub unnamed: usize,
    /// Columns with the name of one before them, a number behind it aside.
    pub repeated: usize,
    /// The columns that say how sure they are.
    pub sure: Vec<SureColumn>,
}

/// A column that bears the name of an attribute and says how sure it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SureColumn {
    /// From 0 to 1.
    pub confidence: f64,
    /// Right cells among those that can be judged.
    pub right: usize,
    /// Cells that can be judged: those in rows that hold a labelled record.
    pub filled: usize,
}

/// The attributes of a page's records that columns are judged by: the whole text and numbered cells are none.
pub(super) fn judged_attributes(records: &[GoldRecord]) -> BTreeSet<&String> {
    let is_number = |name: &str| {
        name.strip_prefix('c').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let named = records.iter().flat_map(GoldRecord::attributes);
    named.filter(|name| *name != "text" && !is_number(name)).collect()
}

/// Judges the columns of as many relations as the page has lists.
pub(super) fn score_columns(gold: &GoldPage, relations: &[Relation]) -> PageScore {
    let records = gold.records();
    let mut score = PageScore::default();
    let attributes: Vec<&String> = judged_attributes(records).into_iter().collect();
    for name in &attributes {
        let wanted = records.iter().filter(|record| !record.values(name).is_empty()).count();
        for tallies in [&mut score.fitting, &mut score.named] {
            tallies.insert((*name).clone(), Tally { wanted, ..Tally::default() });
        }
    }
    let labels_of = |record: &GoldRecord| -> Vec<Vec<Label>> {
        let of = |name: &&String| record.values(name).iter().map(|value| Label::new(name, value)).collect();
        attributes.iter().map(of).collect()
    };
    let labels: Vec<Vec<Vec<Label>>> = records.iter().map(labels_of).collect();
    let referee = Referee::new(gold);
    for relation in &relations[..relations.len().min(gold.areas())] {
        score_relation(relation, &attributes, &labels, &referee, &mut score);
    }
    score
}

/// Adds the columns of a relation. `labels` has for each record and attribute the values.
fn score_relation(
    relation: &Relation,
    attributes: &[&String],
    labels: &[Vec<Vec<Label>>],
    referee: &Referee,
    score: &mut PageScore,
) {
    let names: Vec<String> =
        relation.columns.iter().map(|column| norm(column.name.as_deref().unwrap_or(""))).collect();
    score.columns += names.len();
    score.unnamed += names.iter().filter(|name| name.is_empty()).count();
    score.repeated += (0..names.len())
        .filter(|at| {
            !names[*at].is_empty() && names[..*at].iter().any(|name| name == unnumbered(&names[*at]))
        })
        .count();

    let held: Vec<HeldValues> = relation.rows.iter().map(|row| referee.held_by(row)).collect();
    let rows = referee.held(&held.iter().collect::<Vec<_>>());
    let pairs: Vec<(&Vec<Vec<Label>>, usize)> =
        labels.iter().zip(rows).filter_map(|(record, row)| Some((record, row?))).collect();
    score.held += pairs.len();
    let mut fits = Vec::new();
    for column in 0..names.len() {
        let cell = |row: usize| Some(SeenCell::new(relation.rows[row].cells.get(column)?.as_ref()?));
        let cells: Vec<Option<SeenCell>> = pairs.iter().map(|(_, row)| cell(*row)).collect();
        let filled = cells.iter().flatten().count();
        for attribute in 0..attributes.len() {
            let is_right = |((record, _), cell): &(&(&Vec<Vec<Label>>, usize), &Option<SeenCell>)| {
                cell.as_ref().is_some_and(|cell| record[attribute].iter().any(|label| label.is_in(cell)))
            };
            let right = pairs.iter().zip(&cells).filter(is_right).count();
            fits.push(Fit { attribute, column, right, filled });
        }
    }
    // Of equals the first attribute by name goes first, and has the first column.
    fits.sort_by_key(|fit| (Reverse(fit.right), fit.filled, fit.attribute, fit.column));
    let (mut placed, mut taken) = (BTreeSet::new(), BTreeSet::new());
    for Fit { attribute, column, right, filled } in fits {
        let name = attributes[attribute];
        let add = |tallies: &mut BTreeMap<String, Tally>| {
            *tallies.entry(name.clone()).or_default() += Tally { right, found: filled, wanted: 0 };
        };
        // The address of a link may stand in the same cell as its text.
        let is_link = matches!(name.as_str(), "url" | "link" | "href");
        if right > 0 && !placed.contains(&attribute) && (is_link || !taken.contains(&column)) {
            placed.insert(attribute);
            if !is_link {
                taken.insert(column);
            }
            add(&mut score.fitting);
        }
        if names[column] == norm(name) {
            add(&mut score.named);
            if let Some(confidence) = relation.columns[column].confidence {
                score.sure.push(SureColumn { confidence, right, filled });
            }
        }
    }
}

/// The columns that are given for attributes which a page does not have. None of their values is right.
pub(super) fn given(absent: &[&str], relations: &[Relation]) -> Vec<SureColumn> {
    let columns = relations.iter().take(1).flat_map(|relation| {
        relation.columns.iter().enumerate().map(move |(at, column)| (relation, at, column))
    });
    let is_absent = |name: Option<&str>| name.is_some_and(|name| absent.contains(&name));
    let sure = columns.filter(|(_, _, column)| is_absent(column.name.as_deref())).filter_map(
        |(relation, at, column)| {
            let filled =
                relation.rows.iter().filter(|row| row.cells.get(at).is_some_and(Option::is_some)).count();
            Some(SureColumn { confidence: column.confidence?, right: 0, filled })
        },
    );
    sure.filter(|column| column.filled > 0).collect()
}

/// How an attribute and a column fit.
struct Fit {
    attribute: usize,
    column: usize,
    right: usize,
    filled: usize,
}

/// A name without the number behind it.
fn unnumbered(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((before, number)) if !number.is_empty() && number.chars().all(char::is_numeric) => before,
        _ => name,
    }
}

/// Judges what is said of the one thing that a page is about: an attribute is right where one value equals a labelled one; one of `whole`
/// where nearly all values are found, and little else.
pub(super) fn score_detail(gold: &GoldPage, whole: &[String], relations: &[Relation]) -> PageScore {
    /// The share of values that two lists must have in common.
    const ALIKE: f64 = 0.8;
    let detail = relations.iter().find(|relation| relation.kind == RelationKind::Detail);
    let row = detail.and_then(|detail| detail.rows.first());
    let mut score = PageScore { held: usize::from(row.is_some()), ..PageScore::default() };
    for name in &gold.attributes {
        let values = gold.records().iter().flat_map(|record| record.values(name));
        let wanted: Vec<String> = values.map(|value| norm(value)).collect();
        let columns = detail.iter().flat_map(|detail| &detail.columns);
        let cells = columns.zip(row.iter().flat_map(|row| &row.cells));
        let own: Vec<_> = cells.filter(|(column, _)| column.name.as_ref() == Some(name)).collect();
        let contents: Vec<&CellContent> = own.iter().filter_map(|(_, cell)| cell.as_ref()).collect();
        let texts = contents.iter().flat_map(|content| content.cells()).map(|cell| norm(&cell.text));
        let found: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        let is_amount = || {
            let labels: Vec<Label> = wanted.iter().map(|value| Label::new(name, value)).collect();
            let seen: Vec<SeenCell> = contents.iter().map(|content| SeenCell::new(content)).collect();
            labels.iter().any(|label| seen.iter().any(|cell| label.is_in(cell)))
        };
        let is_right = if whole.contains(name) {
            let [mine, theirs] =
                [&found, &wanted].map(|texts| texts.iter().map(|text| plain(text)).collect::<BTreeSet<_>>());
            mine.intersection(&theirs).count() as f64 >= ALIKE * mine.union(&theirs).count() as f64
        } else {
            found.iter().any(|value| wanted.contains(value)) || (name == "price" && is_amount())
        };
        let right = usize::from(is_right && !wanted.is_empty());
        let tally =
            Tally { right, found: usize::from(!found.is_empty()), wanted: usize::from(!wanted.is_empty()) };
        score.named.insert(name.clone(), tally);
        let confidence = own.iter().find_map(|(column, cell)| cell.as_ref().and(column.confidence));
        score.sure.extend(confidence.map(|confidence| SureColumn { confidence, right, filled: tally.found }));
    }
    score.fitting = score.named.clone();
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::{Cell, Column, Row};

    fn gold(line: &str) -> GoldPage {
        chaffinch_gold::parse(line).unwrap().remove(0)
    }

    /// A relation of texts; an empty one is missing.
    fn relation(kind: &str, names: &[&str], rows: &[&[&str]]) -> Relation {
        let json = format!(
            r#"{{"kind": "{kind}", "method": "auto", "score": 1, "title": null, "xpath": "/", "box": null, "columns": [], "rows": []}}"#
        );
        let mut relation: Relation = serde_json::from_str(&json).unwrap();
        relation.columns = names.iter().map(|name| Column::text(*name)).collect();
        let row = |texts: &&[&str]| Row {
            text: texts.join(" "),
            cells: texts
                .iter()
                .map(|text| Cell { text: (*text).into(), ..Cell::default() })
                .map(|cell| (!cell.text.is_empty()).then_some(CellContent::One(cell)))
                .collect(),
            ..Row::default()
        };
        relation.rows = rows.iter().map(row).collect();
        relation
    }

    fn tally(right: usize, found: usize, wanted: usize) -> Tally {
        Tally { right, found, wanted }
    }

    fn trees() -> GoldPage {
        gold(
            r#"{"page": "a.html", "records": [{"name": "Oak", "height": "20", "c1": "Oak"}, {"name": "Ash", "height": "30"}, {"name": "Elm"}]}"#,
        )
    }

    #[test]
    fn an_attribute_is_judged_in_the_column_that_fits_it_best() {
        let found = relation(
            "records",
            &["tree", "size", "size 2", ""],
            &[&["Oak", "20", "x", ""], &["Ash", "", "30", "30"], &["Elm", "5", "", ""]],
        );
        let score = score_columns(&trees(), &[found]);
        assert_eq!(score.fitting["name"], tally(3, 3, 3));
        // Of columns with one right value each, the one with the fewest others.
        assert_eq!(score.fitting["height"], tally(1, 1, 2));
        assert_eq!(score.named["name"], tally(0, 0, 3));
        assert_eq!((score.held, score.columns, score.unnamed, score.repeated), (3, 4, 1, 1));
        assert_eq!(score.fitting.len(), 2);
    }

    #[test]
    fn a_column_belongs_to_one_attribute_unless_that_is_a_link() {
        let page = gold(
            r#"{"page": "a.html", "records": [{"name": "Oak", "label": "oak", "url": "/oak"}, {"name": "Ash", "label": "ash", "url": "/ash"}]}"#,
        );
        let mut found = relation("records", &["name"], &[&["Oak"], &["Ash"]]);
        for row in &mut found.rows {
            let link = format!("https://a.example/{}", row.text.to_lowercase());
            row.links.push(link.clone());
            let Some(CellContent::One(cell)) = &mut row.cells[0] else { unreachable!() };
            cell.link = Some(link);
        }
        let score = score_columns(&page, &[found]);
        assert_eq!(score.fitting["label"], tally(2, 2, 2));
        assert_eq!(score.fitting["name"], tally(0, 0, 2));
        assert_eq!(score.fitting["url"], tally(2, 2, 2));
        assert_eq!(score.named["name"], tally(2, 2, 2));
    }

    #[test]
    fn sure_columns_are_judged_in_the_rows_that_hold_a_record() {
        let rows: [&[&str]; 3] = [&["Oak", "20"], &["Ash", "30 Ash"], &["Birch", "7"]];
        let mut found = relation("records", &["name", "height"], &rows);
        found.columns[1].confidence = Some(0.75);
        let score = score_columns(&trees(), &[found]);
        assert_eq!(score.sure, [SureColumn { confidence: 0.75, right: 1, filled: 2 }]);
    }

    #[test]
    fn only_as_many_relations_count_as_the_page_has_lists() {
        let other = relation("records", &["a", "b"], &[&["x", "y"]]);
        let found = relation("records", &["name"], &[&["Oak 20"], &["Ash 30"], &["Elm"]]);
        assert_eq!(score_columns(&trees(), &[other, found]).held, 0);
    }

    #[test]
    fn a_detail_is_right_by_value_by_amount_and_as_a_whole() {
        let page = gold(
            r#"{"page": "a.html", "attributes": ["name", "price", "parts", "colour"], "record": {"name": ["Lamp", "The lamp"], "price": "20 kr", "parts": ["a", "b", "c", "d"]}}"#,
        );
        let list = relation("records", &["name"], &[&["Lamp"]]);
        let mut thing =
            relation("detail", &["name", "price", "parts", "colour"], &[&["LAMP", "x", "x", "red"]]);
        let cells = &mut thing.rows[0].cells;
        cells[1] = Some(CellContent::One(Cell {
            text: "20,00".into(),
            value: Some(chaffinch_core::Value::Number(20.0)),
            ..Cell::default()
        }));
        let parts = |texts: &[&str]| {
            let cell = |text: &&str| Cell { text: (*text).into(), ..Cell::default() };
            CellContent::from_cells(texts.iter().map(cell).collect())
        };
        cells[2] = parts(&["A.", "b", "c", "d", "e"]);
        thing.columns[0].confidence = Some(0.5);
        let whole = ["parts".to_owned()];
        let score = score_detail(&page, &whole, &[list.clone(), thing.clone()]);
        assert_eq!(score.named["name"], tally(1, 1, 1));
        assert_eq!(score.named["price"], tally(1, 1, 1));
        assert_eq!(score.named["parts"], tally(1, 1, 1));
        assert_eq!(score.named["colour"], tally(0, 1, 0));
        assert_eq!(score.sure, [SureColumn { confidence: 0.5, right: 1, filled: 1 }]);
        thing.rows[0].cells[2] = parts(&["a", "b", "c"]);
        assert_eq!(score_detail(&page, &whole, &[thing]).named["parts"], tally(0, 1, 1));
        assert_eq!(score_detail(&page, &whole, &[list]).named["name"], tally(0, 0, 1));
    }

    #[test]
    fn a_number_behind_a_name_is_no_other_name() {
        assert_eq!(unnumbered("size 2"), "size");
        assert_eq!(unnumbered("size2"), "size2");
        assert_eq!(unnumbered("size of 2 b"), "size of 2 b");
    }
}
