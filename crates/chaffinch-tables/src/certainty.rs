//! How probable it is that a finding is a table of data, and not layout, a menu, a form or the like.
//!
//! The score that [`crate::tables`] gives measures how table-like the cells are; the choice among all findings of a page learns from it what it
//! is worth. Where tables alone are asked for, there is no such choice, and this is the score: a logistic model of what speaks for and against a
//! table, learned from labelled pages (`docs/methods.md` says from which).

use crate::aria::{is_aria_header, is_aria_table};
use crate::settings::CertaintySettings;
use crate::title::title_beside;
use crate::webtables::{has_controls, is_calendar};
use chaffinch_core::{
    ColumnType, Finding, Findings, FoundCell, FoundRow, Method, NodeId, NodeKind, Page, Place,
};
use std::collections::HashSet;

/// Gives each table its certainty as score, leaves out those below [`CertaintySettings::least`], and says of each how it came about.
pub fn certain(page: &Page, found: Findings, settings: &CertaintySettings) -> Findings {
    let Findings { relations, mut why, mut absence } = found;
    let mut kept: Vec<Finding> = Vec::new();
    for mut finding in relations {
        let evidence = Evidence::of(page, &finding, settings);
        finding.score = evidence.certainty(settings);
        why.push(format!(
            "{} at {}: {} rows, {} columns, certainty {:.2} ({})",
            finding.method,
            page.xpath(finding.root),
            finding.rows.len(),
            finding.columns.len(),
            finding.score,
            evidence.words(settings)
        ));
        if finding.score >= settings.least {
            kept.push(finding);
        }
    }
    if kept.is_empty() && absence.is_none() {
        absence =
            Some("what looks like a table on this page is none; a lower least score shows it".to_owned());
    }
    kept.sort_by(|a, b| b.score.total_cmp(&a.score));
    Findings { relations: kept, why, absence }
}

/// What speaks for and against a table, each with its name, its value and its weight.
pub fn evidence(
    page: &Page,
    finding: &Finding,
    settings: &CertaintySettings,
) -> [(&'static str, f32, f32); 18] {
    Evidence::of(page, finding, settings).weighed(settings)
}

/// The certainty of a table, 0 to 1.
pub(crate) fn certainty(page: &Page, finding: &Finding, settings: &CertaintySettings) -> f32 {
    Evidence::of(page, finding, settings).certainty(settings)
}

/// What speaks for and against a table: from 0 to 1, but for the size.
struct Evidence {
    markup: f32,
    titled: f32,
    named: f32,
    by_look: f32,
    typed: f32,
    size: f32,
    even: f32,
    few_rows: f32,
    single: f32,
    pairs: f32,
    hollow: f32,
    prose: f32,
    links: f32,
    menu: f32,
    cards: f32,
    form: f32,
    calendar: f32,
    code: f32,
}

impl Evidence {
    fn of(page: &Page, finding: &Finding, settings: &CertaintySettings) -> Evidence {
        let columns = finding.columns.len().max(1);
        let slots = (finding.rows.len() * columns).max(1) as f32;
        let cells = own_cells(finding);
        let texts: Vec<&FoundCell> = cells.iter().copied().filter(|cell| !cell.text.is_empty()).collect();
        let of_texts = |count: usize| count as f32 / texts.len().max(1) as f32;
        let share =
            |test: &dyn Fn(&FoundCell) -> bool| of_texts(texts.iter().filter(|cell| test(cell)).count());
        let named = finding.columns.iter().filter(|column| column.name.is_some()).count();
        let is_typed =
            |kind: ColumnType| !matches!(kind, ColumnType::Text | ColumnType::Url | ColumnType::Image);
        // A table that was turned is one record with many names.
        let is_record = finding.rows.len() == 1 && named == columns;
        let (rows, of_size) = if is_record { (columns, columns as f32) } else { (finding.rows.len(), slots) };
        let names: HashSet<&str> =
            finding.columns.iter().filter_map(|column| column.name.as_deref()).collect();
        // A single row below a line that spans some of its columns has a heading, and no names; the corner of a table may have none.
        let is_named = 2 * named > columns && (finding.rows.len() > 1 || names.len() + 1 >= columns);
        let when = |condition: bool| if condition { 1.0 } else { 0.0 };
        let in_markup = (page.is(finding.root, "table") || is_aria_table(page, finding.root))
            && finding.method != Method::VisualTable;
        let marks_name = |id: NodeId| matches!(page.name(id), "th" | "thead") || is_aria_header(page, id);
        let marks_names = || page.descendants(finding.root).any(marks_name);
        let hollow = 1.0 - texts.len().saturating_sub(bullets(finding)) as f32 / slots;
        let prose = share(&|cell| cell.text.split_whitespace().nth(settings.value_words).is_some());
        let links = share(&|cell| cell.link.is_some());
        let is_typed_somewhere = finding.columns.iter().any(|column| is_typed(column.kind));
        let are_links = texts.iter().all(|cell| cell.link.is_some());
        let by_look = is_named && in_markup && !marks_names();
        // Columns of links below headings are a menu, as pages have it at their foot, unless the markup says that they are a table. Keys are buttons.
        let is_menu = (are_links && (!in_markup || by_look) && !is_typed_somewhere && !has_figures(finding))
            || (!texts.is_empty()
                && texts.iter().all(|cell| node_of(cell).is_some_and(|node| is_button(page, node))));
        let is_large = finding.rows.len() >= settings.even_rows && columns >= settings.even_columns;
        Evidence {
            markup: when(in_markup),
            titled: when(has_own_title(page, finding)),
            named: when(is_named),
            by_look: when(by_look),
            typed: when(is_typed_somewhere),
            size: (1.0 + of_size).ln(),
            few_rows: when(rows < settings.rows),
            single: when(
                (!is_named && finding.rows.iter().filter(|row| has_several_cells(row)).count() < 2)
                    || (!in_markup && is_headings_with_lines(page, finding)),
            ),
            pairs: when(columns == 2 && !is_named),
            even: when(is_large && hollow < 0.2 && links < 0.5 && prose < 0.05),
            hollow,
            prose,
            links: if is_named { 0.0 } else { links },
            menu: when(is_menu),
            cards: share(&|cell| node_of(cell).is_some_and(|node| is_card(page, node))),
            form: when(has_controls(page, finding.root)),
            calendar: when(is_calendar(finding)),
            code: when(is_code(page, finding)),
        }
    }

    fn certainty(&self, weights: &CertaintySettings) -> f32 {
        let sum: f32 =
            weights.base + self.weighed(weights).iter().map(|(_, value, weight)| value * weight).sum::<f32>();
        1.0 / (1.0 + (-sum).exp())
    }

    /// Everything with its name and its weight.
    fn weighed(&self, weights: &CertaintySettings) -> [(&'static str, f32, f32); 18] {
        [
            ("marked up", self.markup, weights.markup),
            ("titled", self.titled, weights.titled),
            ("named", self.named, weights.named),
            ("named by look", self.by_look, weights.by_look),
            ("typed", self.typed, weights.typed),
            ("size", self.size, weights.size),
            ("even", self.even, weights.even),
            ("few rows", self.few_rows, weights.few_rows),
            ("single row without names", self.single, weights.single),
            ("pairs without names", self.pairs, weights.pairs),
            ("hollow", self.hollow, weights.hollow),
            ("prose", self.prose, weights.prose),
            ("links", self.links, weights.links),
            ("menu", self.menu, weights.menu),
            ("cards", self.cards, weights.cards),
            ("form", self.form, weights.form),
            ("calendar", self.calendar, weights.calendar),
            ("code", self.code, weights.code),
        ]
    }

    fn words(&self, weights: &CertaintySettings) -> String {
        let told = self.weighed(weights).into_iter().filter(|(_, value, _)| *value > 0.0);
        told.map(|(name, value, weight)| format!("{name} {:+.1}", value * weight))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The cells of a table, each once: those that span several slots stand in all of them.
fn own_cells(finding: &Finding) -> Vec<&FoundCell> {
    let mut seen: HashSet<NodeId> = HashSet::new();
    // Several cells of preformatted text stand in one node; none of them spans.
    let spanning = |cell: &FoundCell| node_of(cell).filter(|_| !matches!(cell.place, Some(Place::Texts(_))));
    let is_new = |cell: &&FoundCell| spanning(cell).is_none_or(|node| seen.insert(node));
    finding.rows.iter().flat_map(|row| row.values()).filter(is_new).collect()
}

/// Whether a table names itself, in a caption or in a line across it.
fn has_own_title(page: &Page, finding: &Finding) -> bool {
    let has_caption = page.element_children(finding.root).any(|child| page.is(child, "caption"));
    has_caption
        || (finding.title.is_some()
            && finding.title != title_beside(page, finding.root, None)
            && !holds_heading(page, finding))
}

/// Whether the title is a heading beside the cells.
fn holds_heading(page: &Page, finding: &Finding) -> bool {
    let mut headings = page.element_children(finding.root).filter(|child| page.is_heading(*child));
    headings.any(|heading| finding.title.as_ref() == Some(&page.flat_text(heading)))
}

/// Whether a row is more than one cell across the whole table.
fn has_several_cells(row: &FoundRow) -> bool {
    let mut cells = row.values();
    let first = cells.next();
    cells.any(|cell| Some(cell) != first)
}

/// Whether it is headings side by side with a line below each, as news have their dates: one row of two columns, or of dates, whose cells follow one
/// another. In a record that was turned, the name of a value stands before it.
fn is_headings_with_lines(page: &Page, finding: &Finding) -> bool {
    let [row] = finding.rows.as_slice() else { return false };
    let are_dates = finding.columns.iter().all(|column| column.kind == ColumnType::Date);
    let nodes: Vec<NodeId> = row.values().filter_map(node_of).collect();
    let is_text_between = |pair: &[NodeId]| {
        let between = page.node(pair[0]).end.index()..pair[1].index();
        let is_text =
            |id: NodeId| page.node(id).kind == NodeKind::Text && !page.own_text(id).trim().is_empty();
        between.map(NodeId::from_index).any(is_text)
    };
    (finding.columns.len() < 3 || are_dates) && nodes.len() > 1 && !nodes.windows(2).any(is_text_between)
}

/// Whether all texts of a column have a digit: seasons, scores and the like have no type, and no menu has them.
fn has_figures(finding: &Finding) -> bool {
    let is_figure = |text: &str| text.chars().any(char::is_numeric);
    let are_figures =
        |column: usize| texts(finding, column).count() > 2 && texts(finding, column).all(is_figure);
    (0..finding.columns.len()).any(are_figures)
}

/// How many cells stand in columns that hold nothing but one sign, again and again: the bullets of a list.
fn bullets(finding: &Finding) -> usize {
    let is_sign = |text: &str| text.chars().count() < 3 && !text.chars().any(char::is_alphanumeric);
    let are_bullets = |column: &usize| {
        let first = texts(finding, *column).next().filter(|first| is_sign(first));
        first.is_some_and(|first| texts(finding, *column).all(|text| text == first))
    };
    let columns = (0..finding.columns.len()).filter(are_bullets);
    columns.map(|column| texts(finding, column).count()).sum()
}

/// The texts of a column that are not empty.
fn texts(finding: &Finding, column: usize) -> impl Iterator<Item = &str> {
    let cells = finding.rows.iter().filter_map(move |row| row.cells.get(column)).flatten();
    cells.map(|cell| cell.text.as_str()).filter(|text| !text.is_empty())
}

fn node_of(cell: &FoundCell) -> Option<NodeId> {
    cell.place.as_ref()?.node()
}

/// Whether a cell is a thing of its own: it holds a heading, or a picture with several texts.
fn is_card(page: &Page, cell: NodeId) -> bool {
    /// Nodes of a cell that are looked at.
    const NODES: usize = 60;
    let (mut pictures, mut blocks) = (0, 0);
    for id in page.descendants(cell).take(NODES) {
        match page.name(id) {
            "img" | "picture" | "video" => pictures += 1,
            "p" | "div" | "button" => blocks += 1,
            _ if page.is_heading(id) => return true,
            _ => {}
        }
    }
    pictures > 0 && blocks > 1
}

/// Whether a cell is a button, or holds one and nothing else.
fn is_button(page: &Page, cell: NodeId) -> bool {
    /// Elements around the button that are looked through.
    const FRAME: usize = 4;
    let is_pressed = |id: NodeId| {
        page.is(id, "button") || page.attribute(id, "role").is_some_and(|role| role.trim() == "button")
    };
    let button = page.subtree(cell).take(FRAME).find(|id| is_pressed(*id));
    button.is_some_and(|button| button == cell || page.flat_text(button) == page.flat_text(cell))
}

/// Whether it is a program: boxes in preformatted text, or lines of code beside their numbers.
fn is_code(page: &Page, finding: &Finding) -> bool {
    let is_preformatted = |id: NodeId| matches!(page.name(id), "pre" | "code");
    if page.ancestors(finding.root).any(is_preformatted) {
        return true;
    }
    let holds_code = |cell: &FoundCell| {
        node_of(cell).is_some_and(|node| {
            page.subtree(node).take(8).any(|id| matches!(page.name(id), "code" | "pre" | "samp"))
        })
    };
    let is_number = |cell: &FoundCell| cell.text.is_empty() || cell.text.parse::<u32>().is_ok();
    let is_line = |row: &FoundRow| {
        let Some((last, before)) = row.cells.split_last() else { return false };
        last.first().is_some_and(holds_code) && before.iter().flatten().all(is_number)
    };
    2 * finding.rows.iter().filter(|row| is_line(row)).count() > finding.rows.len()
}
