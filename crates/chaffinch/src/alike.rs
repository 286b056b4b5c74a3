//! Columns alike on all pages of a template: the same order, the same names.

use crate::together::site;
use chaffinch_core::{Column, ColumnType, PageReport, Relation, RelationKind};
use std::collections::{HashMap, HashSet};

/// Templates that are remembered; further ones are taken as they come.
const MOST_TEMPLATES: usize = 10_000;
/// Columns that are remembered of a template.
const MOST_COLUMNS: usize = 200;

/// What the columns of a site's templates were on the pages seen so far.
///
/// Columns are told by where their values stand in a row. A page that lacks one that earlier pages had gets it, empty; what
/// it has beyond them comes behind. A name that an earlier page gave stays.
#[derive(Debug, Default)]
pub(crate) struct Alike {
    templates: HashMap<String, Vec<Known>>,
}

#[derive(Debug, Clone)]
struct Known {
    place: String,
    column: Column,
}

impl Alike {
    /// Gives the relations of a report the columns of earlier pages of the same templates. Reports come in the order of the
    /// pages.
    pub fn align(&mut self, report: &mut PageReport) {
        let site = site(report.url.as_deref(), &report.input);
        let mut here = HashSet::new();
        // Tables say themselves what their columns are, and a page may have many in one place.
        let repeated =
            |relation: &&mut Relation| relation.kind != RelationKind::Table && !relation.rows.is_empty();
        for relation in report.relations.iter_mut().filter(repeated) {
            let key = format!("{site} {:?} {} {}", relation.kind, relation.method, relation.template.rows);
            let is_new = !self.templates.contains_key(&key);
            if !here.insert(key.clone()) || is_new && self.templates.len() >= MOST_TEMPLATES {
                continue;
            }
            let known = self.templates.entry(key).or_default();
            align(known, relation);
        }
    }
}

fn align(known: &mut Vec<Known>, relation: &mut Relation) {
    let places = places(relation);
    for (place, column) in places.iter().zip(&relation.columns) {
        if let Some(known) = known.iter_mut().find(|known| known.place == *place) {
            if known.column.name.is_none() {
                known.column.name.clone_from(&column.name);
            }
        } else if known.len() < MOST_COLUMNS {
            known.push(Known { place: place.clone(), column: column.clone() });
        }
    }
    if relation.columns.len() > known.len() {
        return;
    }
    let sources: Vec<Option<usize>> =
        known.iter().map(|known| places.iter().position(|place| *place == known.place)).collect();
    relation.columns = known
        .iter()
        .zip(&sources)
        .map(|(known, source)| match source {
            // The values are of the type that they have on this page.
            Some(at) => Column::new(known.column.name.clone(), relation.columns[*at].kind),
            None => known.column.clone(),
        })
        .collect();
    for row in &mut relation.rows {
        let mut cells = std::mem::take(&mut row.cells);
        row.cells = sources.iter().map(|source| cells.get_mut((*source)?)?.take()).collect();
    }
}

/// What tells the columns of a relation apart on all pages of its template.
fn places(relation: &Relation) -> Vec<String> {
    // The attributes of a thing, and those that a domain knows, have names and may stand anywhere.
    let by_name = relation.kind == RelationKind::Detail || relation.method == "domain";
    let mut seen: HashMap<String, usize> = HashMap::new();
    let place = |at: usize| {
        let column = &relation.columns[at];
        let of_values = || relation.template.columns.get(at).cloned().flatten();
        let name = || column.name.clone();
        let place = if by_name { name().or_else(of_values) } else { of_values().or_else(name) };
        // A link and its text stand in the same element.
        let what = match column.kind {
            ColumnType::Url => "url",
            ColumnType::Image => "image",
            _ => "text",
        };
        format!("{what} {}", place.unwrap_or_default())
    };
    let mut numbered = |place: String| {
        let number = seen.entry(place.clone()).or_default();
        *number += 1;
        format!("{place} {number}")
    };
    (0..relation.columns.len()).map(place).map(&mut numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::{Cell, CellContent, Row, Template};

    /// A list whose rows have these values at these places.
    fn report(input: &str, columns: &[(&str, Option<&str>)]) -> PageReport {
        let cell = |row: usize, place: &str| {
            Some(CellContent::One(Cell { text: format!("{place} {row}"), ..Cell::default() }))
        };
        let row = |at: usize| Row {
            xpaths: vec![format!("/ul/li[{at}]")],
            cells: columns.iter().map(|(place, _)| cell(at, place)).collect(),
            ..Row::default()
        };
        let column = |name: &Option<&str>| Column::new(name.map(Into::into), ColumnType::Text);
        let relation = Relation {
            kind: RelationKind::Records,
            method: "auto".into(),
            score: 0.9,
            title: None,
            facts: Default::default(),
            xpath: "/ul".into(),
            rect: None,
            template: Template {
                rows: "/ul/li".into(),
                columns: columns.iter().map(|(place, _)| Some((*place).to_owned())).collect(),
            },
            columns: columns.iter().map(|(_, name)| column(name)).collect(),
            rows: (1..4).map(row).collect(),
        };
        PageReport { relations: vec![relation], ..PageReport::new(input) }
    }

    fn aligned(alike: &mut Alike, mut report: PageReport) -> (Vec<Option<String>>, Vec<Option<String>>) {
        alike.align(&mut report);
        let relation = &report.relations[0];
        let texts = relation.rows[1].cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text("")));
        (relation.columns.iter().map(|column| column.name.clone()).collect(), texts.collect())
    }

    #[test]
    fn later_pages_have_the_columns_of_earlier_ones() {
        let mut alike = Alike::default();
        let named = |names: &[Option<&str>]| names.iter().map(|n| n.map(str::to_owned)).collect::<Vec<_>>();
        aligned(&mut alike, report("s/1.html", &[("a", Some("name")), ("b", None), ("i", Some("size"))]));
        // Another order, one missing, one new, and a name for the one that had none.
        let second = report("s/2.html", &[("i", None), ("b", Some("price")), ("u", Some("brand"))]);
        let (names, texts) = aligned(&mut alike, second);
        assert_eq!(names, named(&[Some("name"), Some("price"), Some("size"), Some("brand")]));
        assert_eq!(texts, named(&[None, Some("b 2"), Some("i 2"), Some("u 2")]));
        // What a domain has named is the same wherever it stands.
        let domain = |mut report: PageReport| {
            report.relations[0].method = "domain".into();
            report
        };
        aligned(&mut alike, domain(report("s/3.html", &[("a", Some("name")), ("b", Some("price"))])));
        let (names, texts) =
            aligned(&mut alike, domain(report("s/4.html", &[("i", Some("price")), ("u", Some("name"))])));
        assert_eq!(names, named(&[Some("name"), Some("price")]));
        assert_eq!(texts, named(&[Some("u 2"), Some("i 2")]));
        // Another site is another matter.
        let (names, _) = aligned(&mut alike, report("t/1.html", &[("b", None)]));
        assert_eq!(names, named(&[None]));
    }
}
