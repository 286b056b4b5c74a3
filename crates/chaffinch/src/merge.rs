//! One relation for each region: what several methods found in the same place becomes one, with the best of each.

mod said;

use chaffinch_core::{CellContent, Relation, RelationKind, Row};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The share of rows that must lie in another relation for the two to be about the same region.
const MOST: f32 = 0.8;
/// The share of rows that may lie otherwise than the rest.
const FEW: f32 = 0.2;
/// A list is believed over the tables that are its pieces unless it is less sure than this share of what they are.
const NEARLY_AS_SURE: f32 = 0.6;
/// A table that is this sure knows its rows better than a list does.
const SURE_TABLE: f32 = 0.7;
/// What knowing the domain is worth against the sureness of a list found by repetition.
const KNOWLEDGE: f32 = 0.1;
/// The share of rows from which on two relations are about the same region.
const HALF: f32 = 0.5;
/// The method of records found with the knowledge of a domain.
const DOMAIN: &str = "domain";
/// Rows at either end of a table that may be no records: headings, sums, links to further pages.
const END_ROWS: usize = 2;
/// Longer texts name no column.
const LONGEST_NAME: usize = 40;

/// Merges what describes the same region. The order is kept.
pub(crate) fn merge(mut relations: Vec<Relation>) -> Vec<Relation> {
    place_domain(&mut relations);
    let mut dropped = vec![false; relations.len()];
    let lists: Vec<usize> = (0..relations.len()).filter(|at| is_list(&relations[*at])).collect();
    for list in lists {
        let others: Vec<usize> = (0..relations.len()).filter(|at| !is_list(&relations[*at])).collect();
        for other in others {
            if dropped[list] || dropped[other] {
                continue;
            }
            match verdict(&relations[list], &relations[other]) {
                Verdict::Both => {}
                Verdict::KeepList => dropped[other] = true,
                Verdict::KeepOther { same } => {
                    dropped[list] = true;
                    if same {
                        let score = relations[list].score;
                        relations[other].score = relations[other].score.max(score);
                    }
                }
                Verdict::RowsOfList(rows) => {
                    dropped[list] = true;
                    let score = relations[list].score;
                    let other = &mut relations[other];
                    trim(other, rows);
                    other.score = other.score.max(score);
                }
                Verdict::OtherBehind => {
                    let score = relations[list].score;
                    let other = &mut relations[other];
                    other.score = other.score.min(score * 0.95);
                }
                Verdict::Said => {
                    let said = relations[other].clone();
                    said::complete(&mut relations[list], &said);
                    dropped[other] = true;
                }
            }
        }
    }
    let mut dropped = dropped.into_iter();
    relations.retain(|_| dropped.next() != Some(true));
    relations
}

/// Records of a domain take the place of the list in the same region, unless it is much surer. Where there is no such list they go:
/// what a domain needs, prices or dates, stands on many pages that are about something else.
fn place_domain(relations: &mut Vec<Relation>) {
    let Some(at) = relations.iter().position(|relation| relation.method == DOMAIN) else { return };
    let mut domain = relations.remove(at);
    let lists = (0..relations.len()).filter(|at| is_list(&relations[*at]));
    let overlapping = lists.filter(|at| Links::between(&relations[*at], &domain).overlap() >= HALF);
    let surest = overlapping.max_by(|a, b| relations[*a].score.total_cmp(&relations[*b].score));
    if let Some(list) = surest
        && domain.score + KNOWLEDGE >= relations[list].score
    {
        domain.score = domain.score.max(relations[list].score);
        relations[list] = domain;
    }
}

/// Takes the rows at the ends away that are no records. The last one in front of the records names the columns, if it can.
fn trim(table: &mut Relation, rows: Range<usize>) {
    table.rows.truncate(rows.end);
    let before: Vec<Row> = table.rows.drain(..rows.start).collect();
    let Some(names) = before.last().map(|row| &row.cells) else { return };
    let named: Vec<&str> =
        names.iter().flatten().flat_map(CellContent::cells).map(|cell| cell.text.as_str()).collect();
    let is_header = named.len() == table.columns.len()
        && named.iter().all(|name| (1..=LONGEST_NAME).contains(&name.chars().count()));
    if is_header && !is_headed(table) {
        for (column, name) in table.columns.iter_mut().zip(named) {
            column.name = Some(name.to_owned());
        }
    }
}

/// What becomes of a list and another relation.
enum Verdict {
    /// They have nothing to do with each other.
    Both,
    /// The other is a worse account of the list.
    KeepList,
    /// The list is a worse account of the other; `same` where their rows are the same.
    KeepOther { same: bool },
    /// The same rows: the other has the columns, the list knows which of its rows belong.
    RowsOfList(Range<usize>),
    /// The other is a piece of the list.
    OtherBehind,
    /// The other is what the page says of the list in machine-readable form.
    Said,
}

fn verdict(list: &Relation, other: &Relation) -> Verdict {
    if other.kind == RelationKind::Records {
        return if said::tells(list, other) { Verdict::Said } else { Verdict::Both };
    }
    if other.kind == RelationKind::Detail {
        return Verdict::Both;
    }
    let links = Links::between(list, other);
    let surer = list.score > other.score;
    let inside = is_below(&list.xpath, &other.xpath);
    match links.fit() {
        Fit::Same if other.kind == RelationKind::Topk || is_headed(other) => {
            Verdict::KeepOther { same: true }
        }
        Fit::Same if !links.whole_list() => worse(other),
        Fit::Same => match links.ends() {
            Some(rows) if other.score < SURE_TABLE => Verdict::RowsOfList(rows),
            _ => Verdict::KeepOther { same: true },
        },
        // Cells are no records where a table is sure of its columns.
        Fit::OtherHoldsSeveral if is_headed(other) && other.score >= SURE_TABLE => {
            Verdict::KeepOther { same: true }
        }
        Fit::OtherHoldsSeveral | Fit::ListHoldsSeveral if surer => worse(other),
        Fit::OtherIsPiece if list.score >= other.score * NEARLY_AS_SURE => Verdict::OtherBehind,
        _ if inside && !surer && other.kind == RelationKind::Table => Verdict::KeepOther { same: false },
        _ => Verdict::Both,
    }
}

/// A table that gives a worse account of a list: markup that says "table" is still shown, behind it; cards in lines are not.
fn worse(other: &Relation) -> Verdict {
    if is_headed(other) || other.method == "grid" { Verdict::OtherBehind } else { Verdict::KeepList }
}

/// Lists, found by repetition or by the knowledge of a domain, are what other findings are compared with.
pub(crate) fn is_list(relation: &Relation) -> bool {
    relation.kind == RelationKind::Records && (relation.method == "auto" || relation.method == DOMAIN)
}

/// Tables that name their columns are tables, whatever else lies in them.
fn is_headed(relation: &Relation) -> bool {
    relation.kind == RelationKind::Table && relation.columns.iter().any(|column| column.name.is_some())
}

fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// How the rows of a list lie to those of another relation.
#[derive(Debug, PartialEq, Eq)]
enum Fit {
    /// Row by row the same.
    Same,
    /// Each row of the other holds several of the list's: lines of cards.
    OtherHoldsSeveral,
    /// Each row of the list holds several of the other's: a table in each record.
    ListHoldsSeveral,
    /// The other has some of the list's rows.
    OtherIsPiece,
    /// Anything else.
    Apart,
}

/// Which rows of a list share nodes with which rows of another relation.
struct Links {
    /// For each row of the list, those of the other.
    of_list: Vec<BTreeSet<usize>>,
    /// For each row of the other, those of the list.
    of_other: Vec<BTreeSet<usize>>,
}

impl Links {
    fn between(list: &Relation, other: &Relation) -> Links {
        let mut links = Links {
            of_list: vec![BTreeSet::new(); list.rows.len()],
            of_other: vec![BTreeSet::new(); other.rows.len()],
        };
        for (row, holder) in rows_within(list, other) {
            links.add(row, holder);
        }
        for (row, holder) in rows_within(other, list) {
            links.add(holder, row);
        }
        links
    }

    fn add(&mut self, list: usize, other: usize) {
        self.of_list[list].insert(other);
        self.of_other[other].insert(list);
    }

    /// The share of rows of either that share nodes with the other, whichever is more.
    fn overlap(&self) -> f32 {
        Share::of(&self.of_list).linked.max(Share::of(&self.of_other).linked)
    }

    /// Whether all rows of the list are rows of the other.
    fn whole_list(&self) -> bool {
        self.of_list.iter().all(|others| !others.is_empty())
    }

    /// From the first to the last row of the other that is in the list, where few stand outside.
    fn ends(&self) -> Option<Range<usize>> {
        let linked = |row: &usize| !self.of_other[*row].is_empty();
        let first = (0..self.of_other.len()).find(linked)?;
        let end = (0..self.of_other.len()).rfind(linked)? + 1;
        (first <= END_ROWS && self.of_other.len() - end <= END_ROWS).then_some(first..end)
    }

    fn fit(&self) -> Fit {
        let (list, other) = (Share::of(&self.of_list), Share::of(&self.of_other));
        let most = |share: &Share| share.linked >= MOST;
        if most(&list) && most(&other) && list.several <= FEW && other.several <= FEW {
            Fit::Same
        } else if most(&other) && other.several > 0.5 {
            Fit::OtherHoldsSeveral
        } else if most(&list) && list.several > 0.5 {
            Fit::ListHoldsSeveral
        } else if most(&other) && other.several <= FEW && list.several <= FEW {
            Fit::OtherIsPiece
        } else {
            Fit::Apart
        }
    }
}

/// The share of rows that are linked at all, and of those the share with several links.
struct Share {
    linked: f32,
    several: f32,
}

impl Share {
    fn of(rows: &[BTreeSet<usize>]) -> Share {
        let linked = rows.iter().filter(|links| !links.is_empty()).count() as f32;
        let several = rows.iter().filter(|links| links.len() > 1).count() as f32;
        Share { linked: linked / rows.len().max(1) as f32, several: several / linked.max(1.0) }
    }
}

/// The rows of `inner` that stand in or are a node of a row of `outer`, with that row.
fn rows_within(inner: &Relation, outer: &Relation) -> Vec<(usize, usize)> {
    let mut holders: HashMap<&str, usize> = HashMap::new();
    for (at, row) in outer.rows.iter().enumerate() {
        for path in &row.xpaths {
            holders.entry(path).or_insert(at);
        }
    }
    let mut found = Vec::new();
    for (at, row) in inner.rows.iter().enumerate() {
        for path in &row.xpaths {
            found.extend(ancestors(path).find_map(|path| holders.get(path)).map(|holder| (at, *holder)));
        }
    }
    found
}

/// A path and those of the nodes above it, from below.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| {
        path.rsplit_once('/').map(|(above, _)| above).filter(|p| !p.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::{Column, ColumnType, Row};

    fn relation(kind: RelationKind, method: &str, score: f32, xpath: &str, rows: &[&[&str]]) -> Relation {
        let row = |paths: &&[&str]| Row {
            xpaths: paths.iter().map(|path| format!("{xpath}/{path}")).collect(),
            ..Row::default()
        };
        Relation {
            kind,
            method: method.into(),
            score,
            title: None,
            facts: Default::default(),
            xpath: xpath.into(),
            rect: None,
            columns: Vec::new(),
            rows: rows.iter().map(row).collect(),
        }
    }

    fn list(score: f32, rows: &[&[&str]]) -> Relation {
        relation(RelationKind::Records, "auto", score, "/ul", rows)
    }

    fn methods(relations: &[Relation]) -> Vec<&str> {
        relations.iter().map(|relation| relation.method.as_str()).collect()
    }

    #[test]
    fn lines_of_cards_give_way_to_the_cards() {
        let cards = list(0.9, &[&["li[1]"], &["li[2]"], &["li[3]"], &["li[4]"]]);
        let lines =
            relation(RelationKind::Table, "visual", 0.5, "/ul", &[&["li[1]", "li[2]"], &["li[3]", "li[4]"]]);
        assert_eq!(methods(&merge(vec![lines, cards])), ["auto"]);
    }

    #[test]
    fn the_cells_of_a_sure_table_are_no_records() {
        let cells: [&[&str]; 4] = [&["tr[2]/td[1]"], &["tr[2]/td[2]"], &["tr[3]/td[1]"], &["tr[3]/td[2]"]];
        let mut table = relation(RelationKind::Table, "grid", 0.8, "/ul", &[&["tr[2]"], &["tr[3]"]]);
        table.columns = vec![Column { name: Some("City".into()), kind: ColumnType::Text }];
        assert_eq!(methods(&merge(vec![table.clone(), list(0.9, &cells)])), ["grid"]);
        table.score = 0.5;
        assert_eq!(methods(&merge(vec![table, list(0.9, &cells)])), ["grid", "auto"]);
    }

    #[test]
    fn a_table_has_the_columns_and_the_list_the_rows() {
        let found = list(0.9, &[&["tr[2]"], &["tr[3]"], &["tr[4]"], &["tr[5]"]]);
        let rows: [&[&str]; 5] = [&["tr[1]"], &["tr[2]"], &["tr[3]"], &["tr[4]"], &["tr[5]"]];
        let merged = merge(vec![relation(RelationKind::Table, "grid", 0.4, "/ul", &rows), found.clone()]);
        assert_eq!((methods(&merged), merged[0].rows.len(), merged[0].score), (vec!["grid"], 4, 0.9));
        let sure = merge(vec![relation(RelationKind::Table, "grid", 0.8, "/ul", &rows), found]);
        assert_eq!((methods(&sure), sure[0].rows.len()), (vec!["grid"], 5));
    }

    #[test]
    fn pieces_of_a_list_come_behind_it() {
        let whole = list(0.8, &[&["tr[1]"], &["tr[2]"], &["tr[3]"], &["tr[4]"], &["tr[5]"], &["tr[6]"]]);
        let piece = relation(RelationKind::Table, "grid", 0.9, "/ul", &[&["tr[1]"], &["tr[2]"], &["tr[3]"]]);
        let merged = merge(vec![piece, whole]);
        assert!(merged[0].score < merged[1].score);
    }

    #[test]
    fn a_list_of_the_cells_of_a_sure_table_goes() {
        let cells = list(0.3, &[&["tr[1]/td[1]"], &["tr[1]/td[2]"], &["tr[2]/td[1]"], &["tr[2]/td[2]"]]);
        let table = relation(RelationKind::Table, "grid", 0.9, "/ul", &[&["tr[1]"], &["tr[2]"]]);
        assert_eq!(methods(&merge(vec![cells, table])), ["grid"]);
    }

    #[test]
    fn a_domain_takes_the_place_of_a_list_that_is_not_much_surer() {
        let opinions: [&[&str]; 3] = [&["li[1]"], &["li[2]"], &["li[3]"]];
        let domain = |score| relation(RelationKind::Records, "domain", score, "/ul", &opinions);
        let groups = |score| list(score, &[&["li[1]", "li[2]"], &["li[3]"]]);
        assert_eq!(methods(&merge(vec![groups(0.9), domain(0.8)])), ["domain"]);
        assert_eq!(methods(&merge(vec![groups(0.99), domain(0.8)])), ["auto"]);
        // Prices on a page without a list are no products.
        assert!(merge(vec![domain(0.9)]).is_empty());
    }

    #[test]
    fn what_stands_elsewhere_stays() {
        let menu = relation(RelationKind::Table, "grid", 0.4, "/div", &[&["a[1]"], &["a[2]"]]);
        assert_eq!(merge(vec![menu, list(0.9, &[&["li[1]"], &["li[2]"]])]).len(), 2);
    }
}
