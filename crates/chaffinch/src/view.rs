//! What the methods see of a page, as its nodes: the blocks of the vision tree, the boxes, the cells of grids and how they stand to their
//! neighbours, the classes of equal tag paths.

use crate::{NodeId, Page, Rect, Settings};
use chaffinch_tables::{Neighbour, seen_tables};
use chaffinch_vision::VisionTree;
use serde::Serialize;
use std::collections::HashMap;

/// Most things that one view shows.
const MOST: usize = 20_000;
/// Fewest members of a class of equal tag paths that is shown.
const FEWEST_ALIKE: usize = 3;

/// One thing that a method sees.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sight {
    /// Its topmost nodes.
    pub nodes: Vec<usize>,
    /// Where it stands, where the page has boxes.
    #[serde(rename = "box")]
    pub rect: Option<Rect>,
    /// Things of one group belong together: a depth, a table, a class.
    pub group: usize,
    /// How deep it stands in others of its view.
    pub depth: usize,
    /// What there is to say about it.
    pub label: String,
}

/// The blocks of the vision tree, each with its degree of coherence.
pub fn blocks(page: &Page, settings: &Settings) -> Vec<Sight> {
    let Some(tree) = VisionTree::new(page, &settings.vision) else { return Vec::new() };
    let mut depths = vec![0; tree.len()];
    let mut sights = Vec::new();
    for id in tree.ids().take(MOST) {
        let block = tree.block(id);
        let depth = block.parent.map_or(0, |parent| depths[parent.index()] + 1);
        depths[id.index()] = depth;
        let nodes = match block.node {
            Some(node) => vec![node.index()],
            None => tree.nodes(id).iter().map(|node| node.index()).collect(),
        };
        let label = match tree.is_leaf(id) {
            true => format!("leaf, coherence {}", block.doc),
            false => format!("coherence {}", block.doc),
        };
        sights.push(Sight { nodes, rect: Some(block.rect), group: depth, depth, label });
    }
    sights
}

/// The boxes of all elements that have one.
pub fn boxes(page: &Page) -> Vec<Sight> {
    let mut depths = vec![0; page.len()];
    let mut sights = Vec::new();
    for id in page.ids() {
        let depth = page.node(id).parent.map_or(0, |parent| depths[parent.index()] + 1);
        depths[id.index()] = depth;
        let Some(rect) = page.rect(id).filter(|rect| !rect.is_empty() && page.is_element(id)) else {
            continue;
        };
        if sights.len() == MOST {
            break;
        }
        let label = format!("{} {:.0} × {:.0}", page.name(id), rect.w, rect.h);
        sights.push(Sight { nodes: vec![id.index()], rect: Some(rect), group: depth, depth, label });
    }
    sights
}

/// The boxes of what may be tables, with the relation of each to its neighbours on the right and below.
pub fn neighbours(page: &Page, settings: &Settings) -> Vec<Sight> {
    let name = |neighbour: Option<Neighbour>| match neighbour? {
        Neighbour::Twin => Some("twin"),
        Neighbour::Smaller => Some("smaller"),
        Neighbour::Bigger => Some("bigger"),
        Neighbour::Step => Some("step"),
        Neighbour::Apart => Some("apart"),
    };
    let tables = seen_tables(page, &settings.tables);
    let cells = tables
        .iter()
        .enumerate()
        .flat_map(|(group, table)| table.cells.iter().map(move |cell| (group, cell)));
    let sight = |(group, cell): (usize, &chaffinch_tables::SeenCell)| {
        let head = cell.header.then(|| "header".to_owned());
        let right = name(cell.right).map(|name| format!("right: {name}"));
        let below = name(cell.below).map(|name| format!("below: {name}"));
        let label: Vec<String> = [head, right, below].into_iter().flatten().collect();
        Sight {
            nodes: vec![cell.node.index()],
            rect: Some(cell.rect),
            group,
            depth: 0,
            label: label.join(", "),
        }
    };
    cells.map(sight).take(MOST).collect()
}

/// Elements with equal tag paths, the largest classes first.
pub fn classes(page: &Page) -> Vec<Sight> {
    // A class is known by the class of the parent and the own name, so that no path is ever written out.
    let mut known: HashMap<(usize, &str), usize> = HashMap::new();
    let mut members: Vec<Vec<NodeId>> = vec![Vec::new()];
    let mut class_of = vec![0; page.len()];
    for id in page.ids().filter(|id| page.is_element(*id)) {
        let parent = page.node(id).parent.map_or(0, |parent| class_of[parent.index()]);
        let next = members.len();
        let class = *known.entry((parent, page.name(id))).or_insert(next);
        if class == next {
            members.push(Vec::new());
        }
        class_of[id.index()] = class;
        members[class].push(id);
    }
    let mut classes: Vec<Vec<NodeId>> =
        members.into_iter().filter(|class| class.len() >= FEWEST_ALIKE).collect();
    classes.sort_by_key(|class| std::cmp::Reverse(class.len()));
    let sight = |(group, class): (usize, &Vec<NodeId>)| {
        let label = format!("{} · {} nodes", page.tag_path(class[0]), class.len());
        Sight { nodes: class.iter().map(|node| node.index()).collect(), rect: None, group, depth: 0, label }
    };
    let mut left = MOST;
    let fits = |class: &&Vec<NodeId>| {
        left = left.saturating_sub(class.len());
        left > 0
    };
    classes.iter().take_while(fits).enumerate().map(sight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Engine};

    fn page(html: &str) -> Page {
        Engine::new(Settings::default()).unwrap().render(Document::from_html("page", html)).unwrap().page
    }

    const TABLE: &str = "<h1>Towns</h1><table border=1><tr><th>Town<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>";

    #[test]
    fn the_vision_tree_begins_with_the_whole_page() {
        let page = page(TABLE);
        let blocks = blocks(&page, &Settings::default());
        assert_eq!(blocks[0].depth, 0);
        assert!(blocks.len() > 1 && blocks.iter().all(|block| !block.nodes.is_empty()));
    }

    #[test]
    fn cells_of_a_grid_are_twins_of_their_neighbours() {
        let page = page(TABLE);
        let cells = neighbours(&page, &Settings::default());
        assert_eq!(cells.len(), 6);
        assert!(cells[2].label.contains("right: twin"), "{}", cells[2].label);
        assert!(page.name(NodeId::from_index(cells[0].nodes[0])) == "th");
    }

    #[test]
    fn the_largest_class_of_equal_paths_comes_first() {
        let classes = classes(&page("<ul><li>1<li>2<li>3<li>4</ul><p>a<p>b<p>c"));
        assert_eq!(classes[0].label, "/html/body/ul/li · 4 nodes");
        assert_eq!(classes[1].nodes.len(), 3);
    }

    #[test]
    fn boxes_have_their_names_and_sizes() {
        assert!(
            boxes(&page("<p style='width:100px'>x</p>")).iter().any(|sight| sight.label.starts_with("p 100"))
        );
    }
}
