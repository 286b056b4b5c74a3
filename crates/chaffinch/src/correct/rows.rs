//! The rows that a person means by pointing at a node, and larger and smaller ones.

use chaffinch_core::{NodeId, Page};

/// Fewest alike siblings that make a list.
const FEWEST: usize = 2;

/// The rows of the list that `node` stands in: of the elements around it, the innermost that has siblings of its own kind, with all of
/// these. A single row where nothing repeats.
pub fn rows_around(page: &Page, node: NodeId) -> Vec<Vec<NodeId>> {
    let around = std::iter::once(node).chain(page.ancestors(node)).filter(|at| page.is_element(*at));
    let mut first = None;
    for at in around {
        first.get_or_insert(at);
        let Some(parent) = page.node(at).parent else { break };
        let alike: Vec<NodeId> =
            page.element_children(parent).filter(|other| is_alike(page, at, *other)).collect();
        if alike.len() >= FEWEST && !is_part_of_text(page, at) {
            return alike.into_iter().map(|row| vec![row]).collect();
        }
    }
    first.map(|only| vec![vec![only]]).unwrap_or_default()
}

/// Rows that take the elements around them, too. Where two rows are in the same element, the rows are those of the list that this element is
/// in; rows that cannot grow stay as they are.
pub fn widen(page: &Page, rows: &[Vec<NodeId>]) -> Vec<Vec<NodeId>> {
    let parent =
        |row: &Vec<NodeId>| page.node(*row.first()?).parent.filter(|parent| page.is_element(*parent));
    let parents: Option<Vec<NodeId>> = rows.iter().map(parent).collect();
    let Some(parents) = parents.filter(|parents| !parents.is_empty()) else { return rows.to_vec() };
    if parents.windows(2).all(|pair| pair[0] < pair[1] && !page.contains(pair[0], pair[1])) {
        return parents.into_iter().map(|parent| vec![parent]).collect();
    }
    match rows_around(page, parents[0]) {
        wider if wider.len() >= FEWEST => wider,
        _ => rows.to_vec(),
    }
}

/// Rows that take less: what repeats within them, all of it; where nothing does, the one element in each that holds everything. Rows that
/// cannot shrink stay as they are.
pub fn narrow(page: &Page, rows: &[Vec<NodeId>]) -> Vec<Vec<NodeId>> {
    let children = |row: &Vec<NodeId>| -> Vec<NodeId> {
        row.iter()
            .flat_map(|node| page.element_children(*node))
            .filter(|child| has_content(page, *child))
            .collect()
    };
    let within: Vec<Vec<NodeId>> = rows.iter().map(children).collect();
    if within.iter().any(Vec::is_empty) {
        return rows.to_vec();
    }
    let repeats = |inner: &Vec<NodeId>| {
        inner.len() >= FEWEST && inner.iter().all(|child| page.name(*child) == page.name(inner[0]))
    };
    if within.iter().all(repeats) {
        return within.into_iter().flatten().map(|row| vec![row]).collect();
    }
    // The child with most nodes is the one that the others only introduce.
    let largest = |inner: &Vec<NodeId>| {
        inner.iter().copied().max_by_key(|child| page.node(*child).end.index() - child.index())
    };
    within.iter().map(|inner| largest(inner).into_iter().collect()).collect()
}

/// Whether two siblings look like items of one list.
fn is_alike(page: &Page, a: NodeId, b: NodeId) -> bool {
    a == b
        || (page.name(a) == page.name(b) && has_content(page, b) && {
            let (mut one, mut other) = (page.classes(a).peekable(), page.classes(b));
            one.peek().is_none() || one.any(|class| other.any(|same| same == class))
        })
}

/// Elements that mark parts of a text stand beside others of their kind without being a list.
fn is_part_of_text(page: &Page, node: NodeId) -> bool {
    matches!(
        page.name(node),
        "a" | "abbr"
            | "b"
            | "br"
            | "cite"
            | "code"
            | "em"
            | "font"
            | "i"
            | "img"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "td"
            | "th"
    )
}

fn has_content(page: &Page, node: NodeId) -> bool {
    page.subtree(node).any(|at| page.is(at, "img") || !page.own_text(at).trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &Page, rows: &[Vec<NodeId>]) -> Vec<String> {
        rows.iter().map(|row| page.row_text(row.iter().copied())).collect()
    }

    fn first(page: &Page, name: &str) -> NodeId {
        page.ids().find(|node| page.is(*node, name)).unwrap()
    }

    const SHOP: &str = "<h1>Shop</h1><div class=a><p><b>Tea</b><i>4</i></p></div><div class=a><p><b>Cake</b><i>5</i></p></div>";

    #[test]
    fn pointing_at_a_value_means_the_list_that_it_is_in() {
        let page = chaffinch_page::parse_str(SHOP);
        assert_eq!(texts(&page, &rows_around(&page, first(&page, "b"))), ["Tea 4", "Cake 5"]);
    }

    #[test]
    fn rows_shrink_to_what_holds_everything_and_grow_back() {
        let page = chaffinch_page::parse_str(SHOP);
        let rows = rows_around(&page, first(&page, "b"));
        let narrow = narrow(&page, &rows);
        assert!(narrow.iter().all(|row| page.is(row[0], "p")));
        assert_eq!(widen(&page, &narrow), rows);
    }

    #[test]
    fn rows_in_one_element_grow_to_the_list_that_it_is_in() {
        let page = chaffinch_page::parse_str(
            "<section><h2>A</h2><ul><li>1<li>2</ul></section><section><h2>B</h2><ul><li>3<li>4</ul></section>",
        );
        let rows = rows_around(&page, first(&page, "li"));
        assert_eq!(texts(&page, &rows), ["1", "2"]);
        assert_eq!(texts(&page, &widen(&page, &rows)), ["A 1 2", "B 3 4"]);
    }

    #[test]
    fn a_thing_that_is_alone_is_one_row_and_stays_it() {
        let page = chaffinch_page::parse_str("<p>alone</p>");
        let rows = rows_around(&page, first(&page, "p"));
        assert_eq!(rows.len(), 1);
        assert_eq!(narrow(&page, &rows), rows);
    }
}
