//! Which record of a discussion answers which: an answer stands inside the element of the post that it answers.

use chaffinch_core::{Column, FoundCell, FoundRow, NodeId};
use chaffinch_survey::{Record, Survey};

/// Adds to each row that stands inside the element of another one which row that is: by the `id` of its element, or by its number. Nothing is
/// added to rows that all stand beside each other.
pub(crate) fn add_parents(
    survey: &Survey,
    records: &[Record],
    columns: &mut Vec<Column>,
    rows: &mut [FoundRow],
) {
    const NAME: &str = "parentItem";
    let elements: Vec<NodeId> = records.iter().map(|record| element(survey, record)).collect();
    let parents = parents(survey, &elements);
    if parents.iter().all(Option::is_none)
        || columns.iter().any(|column| column.name.as_deref() == Some(NAME))
    {
        return;
    }
    let cell = |parent: usize| FoundCell {
        text: match survey.page.attribute(elements[parent], "id").map(str::trim) {
            Some(id) if !id.is_empty() => format!("#{id}"),
            _ => (parent + 1).to_string(),
        },
        ..FoundCell::default()
    };
    columns.push(Column::text(NAME));
    for (row, parent) in rows.iter_mut().zip(parents) {
        row.cells.push(parent.map(cell).into_iter().collect());
    }
}

/// The element that a record is, or that it is taken from, if others are inside.
fn element(survey: &Survey, record: &Record) -> NodeId {
    let first = record.first();
    match &record.parts[..] {
        [part] if *part == survey.subtree(first) => first,
        _ => survey.page.node(first).parent.unwrap_or(first),
    }
}

/// For each of some elements in document order the nearest one of the same name and classes around it.
fn parents(survey: &Survey, elements: &[NodeId]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut parents = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        while open.last().is_some_and(|last| !survey.subtree(elements[*last]).contains(element)) {
            open.pop();
        }
        let is_kin = |outer: &&usize| {
            elements[**outer] < *element
                && survey.classes.label(elements[**outer]) == survey.classes.label(*element)
        };
        parents.push(open.iter().rev().find(is_kin).copied());
        if open.last().is_none_or(|last| elements[*last] != *element) {
            open.push(at);
        }
    }
    parents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parents_of(html: &str, name: &str) -> Vec<Option<usize>> {
        let page = chaffinch_page::parse_str(html);
        let survey = Survey::new(&page, &Default::default());
        let elements: Vec<NodeId> = page.ids().filter(|id| page.is(*id, name)).collect();
        parents(&survey, &elements)
    }

    #[test]
    fn an_answer_stands_inside_what_it_answers() {
        let thread = "<div class=p>one<div class=p>two</div><div class=p>three<div class=p>four</div></div></div>\
                      <div class=p>five</div>";
        assert_eq!(parents_of(thread, "div"), [None, Some(0), Some(0), Some(2), None]);
    }

    #[test]
    fn elements_beside_each_other_answer_nothing() {
        assert_eq!(parents_of("<p>one<p>two<p>three", "p"), [None; 3]);
        assert_eq!(parents_of("<div class=list>one<div class=item>two</div></div>", "div"), [None; 2]);
    }
}
