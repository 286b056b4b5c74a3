//! Measures of the page as a whole: lists are made differently on a page of 1998 and on one of today.

use super::{Features, ratio};
use chaffinch_core::{NodeId, Page};
use chaffinch_survey::Survey;

/// Measures that all regions of a page share.
pub(super) struct PageMeasures {
    classes: f32,
    cells: f32,
    old_looks: f32,
    answers: f32,
    nodes: f32,
}

impl PageMeasures {
    pub(super) fn of(survey: &Survey) -> PageMeasures {
        let page = survey.page;
        let (mut elements, mut classes, mut cells, mut old, mut answers) = (0, 0, 0, 0, 0);
        for id in page.ids().filter(|id| page.is_element(*id)) {
            elements += 1;
            let mut has_look = matches!(page.name(id), "font" | "center");
            for attribute in page.attributes(id) {
                match &*attribute.name {
                    "class" => classes += 1,
                    // Looks said in HTML, as pages did before style sheets.
                    "bgcolor" | "cellpadding" => has_look = true,
                    _ => {}
                }
            }
            cells += usize::from(matches!(page.name(id), "td" | "tr"));
            old += usize::from(has_look);
            answers += usize::from(holds_a_query(page, id));
        }
        PageMeasures {
            classes: ratio(classes, elements),
            cells: ratio(cells, elements),
            old_looks: ratio(old, elements),
            answers: answers.min(3) as f32,
            nodes: (page.len() as f32).ln(),
        }
    }

    pub(super) fn measure(&self, out: &mut Features) {
        out.set("page: elements with a class", self.classes);
        out.set("page: rows and cells of tables", self.cells);
        out.set("page: looks said in HTML", self.old_looks);
        out.set("page: fields with a query", self.answers);
        out.set("page: nodes", self.nodes);
    }
}

/// Whether an element is a text field with words in it: a page of search results shows the query.
fn holds_a_query(page: &Page, id: NodeId) -> bool {
    let is_field = || match page.attribute(id, "type") {
        None => true,
        Some(kind) => kind.eq_ignore_ascii_case("text") || kind.eq_ignore_ascii_case("search"),
    };
    page.is(id, "input")
        && is_field()
        && page.attribute(id, "value").is_some_and(|value| value.chars().any(char::is_alphabetic))
}
