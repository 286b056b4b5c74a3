//! Boxes, their neighbours, and what they grow to.

use chaffinch_core::Rect;
use chaffinch_tables::{BoxId, Direction, Edges, Neighbour, TopographicGrid, VisualSettings, expand};

fn lower(left: f32, right: f32) -> Neighbour {
    let a = Edges { left: 10.0, top: 0.0, right: 20.0, bottom: 5.0 };
    a.neighbour(&Edges { left, top: 5.0, right, bottom: 9.0 }, Direction::Down, 0.5)
}

#[test]
fn figure_2_the_five_lower_neighbours() {
    assert_eq!(lower(10.0, 20.0), Neighbour::Twin);
    assert_eq!(lower(10.0, 15.0), Neighbour::Smaller);
    assert_eq!(lower(12.0, 18.0), Neighbour::Smaller);
    assert_eq!(lower(10.0, 30.0), Neighbour::Bigger);
    assert_eq!(lower(0.0, 30.0), Neighbour::Bigger);
    assert_eq!(lower(5.0, 15.0), Neighbour::Step);
    assert_eq!(lower(15.0, 25.0), Neighbour::Step);
    assert_eq!(lower(20.0, 30.0), Neighbour::Apart);
    assert_eq!(lower(0.0, 5.0), Neighbour::Apart);
}

#[test]
fn a_box_that_is_not_a_number_is_none() {
    assert!(Edges::of(Rect::new(f32::NAN, 0.0, 1.0, 1.0)).is_none());
    assert!(Edges::of(Rect::new(0.0, 0.0, -1.0, 1.0)).is_none());
    assert!(Edges::of(Rect::new(0.0, 0.0, f32::INFINITY, 1.0)).is_none());
    assert!(Edges::of(Rect::new(-5.0, -5.0, 1.0, 1.0)).is_some());
}

/// Figure 1: boxes that meet at edges, found from each of the four sides.
#[test]
fn neighbours_are_found_in_all_four_directions() {
    let at = |left: f32, top: f32| Edges { left, top, right: left + 10.0, bottom: top + 10.0 };
    let grid = TopographicGrid::new(vec![at(0.0, 0.0), at(12.0, 0.0), at(0.0, 10.0), at(40.0, 0.0)]);
    let look = |from: u32, direction| grid.aligned_and_adjacent(grid.edges(BoxId(from)), direction, 0.5, 3.0);
    assert_eq!(look(0, Direction::Right), [BoxId(1)]);
    assert_eq!(look(1, Direction::Left), [BoxId(0)]);
    assert_eq!(look(0, Direction::Down), [BoxId(2)]);
    assert_eq!(look(2, Direction::Up), [BoxId(0)]);
    // Beyond three pixels nobody is adjacent.
    assert!(look(1, Direction::Right).is_empty());
}

/// Boxes of a drawing: each letter is a box that covers the rectangle of its occurrences, ten pixels a character.
fn drawn(drawing: &[&str]) -> (TopographicGrid, Vec<char>) {
    let mut letters: Vec<char> = drawing.iter().flat_map(|line| line.chars()).filter(|c| *c != ' ').collect();
    letters.sort_unstable();
    letters.dedup();
    let edges = |letter: char| {
        let at = |(y, line): (usize, &&str)| -> Vec<Edges> {
            let found = line.chars().enumerate().filter(|(_, c)| *c == letter);
            found
                .map(|(x, _)| {
                    let (left, top) = (10.0 * x as f32, 10.0 * y as f32);
                    Edges { left, top, right: left + 10.0, bottom: top + 10.0 }
                })
                .collect()
        };
        drawing.iter().enumerate().flat_map(at).reduce(|a, b| a.union(&b)).unwrap()
    };
    (TopographicGrid::new(letters.iter().map(|letter| edges(*letter)).collect()), letters)
}

/// What `start` grows to, as letters in order.
fn grown(drawing: &[&str], start: char, settings: &VisualSettings) -> String {
    let (grid, letters) = drawn(drawing);
    let id = BoxId(letters.iter().position(|letter| *letter == start).unwrap() as u32);
    let hyper_box = expand(&grid, settings, id, Direction::Right, &mut 10_000);
    let mut found: Vec<char> = hyper_box.boxes.iter().map(|id| letters[id.0 as usize]).collect();
    found.sort_unstable();
    found.into_iter().collect()
}

#[test]
fn figure_3_a_cell_grows_to_its_whole_table_from_wherever_it_stands() {
    let table = ["AABBCC", "DDEEFF", "GGHHII"];
    for start in "AEI".chars() {
        assert_eq!(grown(&table, start, &VisualSettings::paper()), "ABCDEFGHI");
    }
}

#[test]
fn smaller_neighbours_grow_to_a_twin_first() {
    // A is a header over two rows, B one over two columns.
    let table = ["AABBBB", "AACCDD", "EEFFGG"];
    for start in "ACG".chars() {
        assert_eq!(grown(&table, start, &VisualSettings::paper()), "ABCDEFG");
    }
}

#[test]
fn the_recursion_goes_as_deep_as_the_headers_do() {
    let table = ["AABBBBBB", "AACCCCDD", "AAEEFFGG", "HHIIJJKK"];
    assert_eq!(grown(&table, 'A', &VisualSettings::paper()), "ABCDEFGHIJK");
}

#[test]
fn a_step_neighbour_stops_the_expansion() {
    // E lies under parts of both headers.
    let table = ["AAABBB", "CCEEDD"];
    assert_eq!(grown(&table, 'A', &VisualSettings::paper()), "AB");
    assert_eq!(grown(&table, 'A', &VisualSettings::default()), "ABCDE");
}

#[test]
fn boxes_that_are_not_adjacent_stay_outside() {
    assert_eq!(grown(&["AABB   X", "CCDD   Y"], 'A', &VisualSettings::paper()), "ABCD");
}

#[test]
fn a_budget_ends_the_search() {
    let (grid, _) = drawn(&["AABBCC", "DDEEFF", "GGHHII"]);
    let hyper_box = expand(&grid, &VisualSettings::paper(), BoxId(0), Direction::Right, &mut 2);
    assert!(hyper_box.boxes.len() < 9);
}
