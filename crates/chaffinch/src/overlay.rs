//! What was found on a page, as boxes to draw over it.

use chaffinch_core::{Page, Relation};
#[cfg(feature = "label")]
use chaffinch_label::{LabelModel, Observed, SiteTexts, Workspace};
use chaffinch_render::Mark;
use chaffinch_tables::{Neighbour, SeenTable};
use chaffinch_vision::{VisionSettings, VisionTree};

/// The marks of relations: each relation outlined, its rows numbered, the cells of a column in one
/// colour.
pub fn relations(relations: &[Relation]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, relation) in relations.iter().enumerate() {
        let outline = |rect, label| Mark { rect, group: number, filled: false, label };
        let title = format!("{} · {} · {:.2}", number + 1, relation.method, relation.score);
        marks.extend(relation.rect.map(|rect| outline(rect, title)));
        for (row_number, row) in relation.rows.iter().enumerate() {
            marks.extend(row.rect.map(|rect| outline(rect, (row_number + 1).to_string())));
            for (column, content) in row.cells.iter().enumerate() {
                let rects = content.iter().flat_map(|content| content.cells()).filter_map(|cell| cell.rect);
                // The first row's cells carry the column's name; more would hide the page.
                let name = relation.columns[column].name.as_deref().filter(|_| row_number == 0);
                let label = name.unwrap_or_default();
                marks.extend(rects.map(|rect| Mark {
                    rect,
                    group: column + 1,
                    filled: true,
                    label: label.to_owned(),
                }));
            }
        }
    }
    marks
}

/// The marks of the vision tree: leaves filled, the blocks around them outlined with their degree of coherence, each
/// depth in a colour.
pub fn blocks(page: &Page, settings: &VisionSettings) -> Vec<Mark> {
    let Some(tree) = VisionTree::new(page, settings) else { return Vec::new() };
    let mut depths = vec![0; tree.len()];
    let mut marks = Vec::new();
    for id in tree.ids() {
        let block = tree.block(id);
        let depth = block.parent.map_or(0, |parent| depths[parent.index()] + 1);
        depths[id.index()] = depth;
        let leaf = tree.is_leaf(id);
        let label = if leaf { String::new() } else { block.doc.to_string() };
        marks.push(Mark { rect: block.rect, group: depth, filled: leaf, label });
    }
    marks
}

/// The marks of the labels that a model gives to blocks: attributes filled, inner blocks outlined with what they are, each
/// label in a colour. What is nothing is left out.
#[cfg(feature = "label")]
pub fn labels(page: &Page, model: &LabelModel, settings: &VisionSettings) -> Vec<Mark> {
    let Some(observed) = Observed::new(page, &SiteTexts::default(), settings) else { return Vec::new() };
    let labels = model.labels(&observed, &mut Workspace::new()).unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    let mut marks = Vec::new();
    for found in labels.into_iter().filter(|found| found.name != "Note" && found.name != "Note Block") {
        let group = names.iter().position(|name| *name == found.name).unwrap_or_else(|| {
            names.push(found.name.clone());
            names.len() - 1
        });
        let label = format!("{} {:.2}", found.name, found.probability);
        marks.push(Mark { rect: found.rect, group, filled: found.is_leaf, label });
    }
    marks
}

/// The marks of what looks like a table: each hyperBox outlined, its boxes in it, header cells filled, and on each box
/// how its neighbours to the right and below stand to it, where they are no twins.
pub fn tables(tables: &[SeenTable]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (group, table) in tables.iter().enumerate() {
        let label = format!("hyperBox {} · {} boxes", group + 1, table.cells.len());
        marks.push(Mark { rect: table.rect, group, filled: false, label });
        for cell in &table.cells {
            let kinds = [("→", cell.right), ("↓", cell.below)];
            let told = kinds.into_iter().filter_map(|(towards, kind)| Some((towards, kind_name(kind?)?)));
            let label: Vec<String> = told.map(|(towards, name)| format!("{towards}{name}")).collect();
            marks.push(Mark { rect: cell.rect, group, filled: cell.header, label: label.join(" ") });
        }
    }
    marks
}

/// The paper's word for a neighbour; nothing for twins, of which a table is full.
fn kind_name(kind: Neighbour) -> Option<&'static str> {
    match kind {
        Neighbour::Twin => None,
        Neighbour::Smaller => Some("smaller"),
        Neighbour::Bigger => Some("bigger"),
        Neighbour::Step => Some("step"),
        Neighbour::Apart => Some("apart"),
    }
}
