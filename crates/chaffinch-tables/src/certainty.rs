//! How probable it is that a finding is a table of data, and not layout, a menu, a form or the like.
//!
//! The score that [`crate::tables`] gives measures how table-like the cells are; the choice among all findings of a page learns from it what it
//! is worth. Where tables alone are asked for, there is no such choice, and this is the score.

use crate::settings::CertaintySettings;
use crate::webtables::{has_controls, is_calendar};
use chaffinch_core::{ColumnType, Finding, Findings, FoundCell, Method, NodeId, Page};

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
            evidence.words()
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

/// What speaks for and against a table, each from 0 to 1.
struct Evidence {
    markup: f32,
    named: f32,
    typed: f32,
    size: f32,
    few_rows: f32,
    empty: f32,
    prose: f32,
    links: f32,
    cards: f32,
    form: f32,
    calendar: f32,
    code: f32,
}

impl Evidence {
    fn of(page: &Page, finding: &Finding, settings: &CertaintySettings) -> Evidence {
        let cells: Vec<&FoundCell> = finding.rows.iter().flat_map(|row| row.values()).collect();
        let count = cells.len().max(1) as f32;
        let share =
            |test: &dyn Fn(&FoundCell) -> bool| cells.iter().filter(|cell| test(cell)).count() as f32 / count;
        let columns = finding.columns.len().max(1);
        let named = finding.columns.iter().filter(|column| column.name.is_some()).count();
        let is_typed =
            |kind: ColumnType| !matches!(kind, ColumnType::Text | ColumnType::Url | ColumnType::Image);
        // A table that was turned is one record with many names.
        let is_record = finding.rows.len() == 1 && named == columns;
        let rows = if is_record { columns } else { finding.rows.len() };
        let in_markup = page.is(finding.root, "table") && finding.method != Method::VisualTable;
        let needed = if in_markup { settings.rows } else { settings.seen_rows };
        let is_named = 2 * named >= columns;
        let when = |condition: bool| if condition { 1.0 } else { 0.0 };
        let links = share(&|cell| cell.link.is_some());
        Evidence {
            markup: when(in_markup),
            named: when(is_named),
            typed: when(finding.columns.iter().any(|column| is_typed(column.kind))),
            size: (rows * columns) as f32 / ((rows * columns) as f32 + settings.half_cells),
            few_rows: (needed.saturating_sub(rows)) as f32 / needed.max(1) as f32,
            empty: 1.0 - cells.len() as f32 / (finding.rows.len() * columns).max(1) as f32,
            prose: share(&|cell| cell.text.split_whitespace().nth(settings.value_words).is_some()),
            links: if is_named { 0.0 } else { (2.0 * links - 1.0).max(0.0) },
            cards: share(&|cell| node_of(cell).is_some_and(|node| is_card(page, node))),
            form: when(has_controls(page, finding.root)),
            calendar: when(is_calendar(finding)),
            code: when(is_code(page, finding)),
        }
    }

    fn certainty(&self, weights: &CertaintySettings) -> f32 {
        let against = weights.few_rows * self.few_rows
            + weights.empty * self.empty
            + weights.prose * self.prose * if self.markup * self.named > 0.0 { 0.5 } else { 1.0 }
            + weights.links * self.links
            + weights.cards * self.cards
            + weights.form * self.form
            + weights.calendar * self.calendar
            + weights.code * self.code;
        let for_it = weights.seen
            + weights.markup * self.markup
            + weights.named * self.named
            + weights.typed * self.typed
            + weights.size * self.size;
        (for_it - against).clamp(0.0, 1.0)
    }

    fn words(&self) -> String {
        let all = [
            ("marked up", self.markup),
            ("named", self.named),
            ("typed", self.typed),
            ("size", self.size),
            ("few rows", self.few_rows),
            ("empty", self.empty),
            ("prose", self.prose),
            ("links", self.links),
            ("cards", self.cards),
            ("form", self.form),
            ("calendar", self.calendar),
            ("code", self.code),
        ];
        let told = all.iter().filter(|(_, value)| *value > 0.0);
        told.map(|(name, value)| format!("{name} {value:.2}")).collect::<Vec<_>>().join(", ")
    }
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

/// Whether it is a program: boxes in preformatted text, or a column of line numbers beside lines of code.
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
    let counts = |(at, row): (usize, &chaffinch_core::FoundRow)| {
        let first = row.cells.first().and_then(|cells| cells.first()).map(|cell| cell.text.as_str());
        first.is_none_or(|text| text.parse() == Ok(at + 1))
    };
    let last = |row: &chaffinch_core::FoundRow| {
        row.cells.last().and_then(|cells| cells.first()).is_some_and(holds_code)
    };
    let coded = finding.rows.iter().filter(|row| last(row)).count();
    finding.columns.len() == 2
        && 2 * coded > finding.rows.len()
        && finding.rows.iter().enumerate().all(counts)
}
