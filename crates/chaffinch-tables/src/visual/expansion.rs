//! The paper's expansion algorithm: a hyperBox grows by twin neighbours, trying the directions clockwise, until none fits any more.

use super::edges::{Direction, Neighbour};
use super::hyper_box::HyperBox;
use super::topographic::{BoxId, TopographicGrid};
use crate::settings::VisualSettings;

/// Grows `start` as far as possible. `first` is the direction that is tried first; the others follow clockwise. `budget` is how many
/// more candidates may be looked at; each one looked at is taken off.
pub fn expand(
    grid: &TopographicGrid,
    settings: &VisualSettings,
    start: BoxId,
    first: Direction,
    budget: &mut usize,
) -> HyperBox {
    let mut expansion = Expansion { grid, settings, budget };
    let mut hyper_box = HyperBox::of(grid, start);
    let mut stuck = 0;
    let turns = Direction::CLOCKWISE.into_iter().cycle().skip_while(|direction| *direction != first);
    for direction in turns {
        if stuck == Direction::CLOCKWISE.len() {
            break;
        }
        let (next, expanded) = expansion.expand(hyper_box, direction, 0);
        hyper_box = next;
        stuck = if expanded { 0 } else { stuck + 1 };
    }
    hyper_box
}

struct Expansion<'g, 'b> {
    grid: &'g TopographicGrid,
    settings: &'g VisualSettings,
    budget: &'b mut usize,
}

impl Expansion<'_, '_> {
    /// Algorithm 1 of the paper, for any direction: tries to expand a hyperBox by another one, and says whether it could.
    fn expand(&mut self, hyper_box: HyperBox, direction: Direction, depth: usize) -> (HyperBox, bool) {
        let VisualSettings { tolerance, adjacency, max_depth, .. } = *self.settings;
        if depth > max_depth {
            return (hyper_box, false);
        }
        let candidates = self.grid.aligned_and_adjacent(&hyper_box.edges, direction, tolerance, adjacency);
        for candidate in candidates {
            let Some(left) = self.budget.checked_sub(1) else { return (hyper_box, false) };
            *self.budget = left;
            let neighbour = |of: &HyperBox| hyper_box.edges.neighbour(&of.edges, direction, tolerance);
            let mut grown = HyperBox::of(self.grid, candidate);
            while neighbour(&grown) == Neighbour::Smaller {
                let (next, expanded) = self.expand(grown, direction.along(), depth + 1);
                grown = next;
                if !expanded {
                    break;
                }
            }
            let may_unite =
                || self.settings.step_neighbours || !hyper_box.steps_with(&grown, direction, tolerance);
            if neighbour(&grown) == Neighbour::Twin && may_unite() {
                return (hyper_box.union(grown), true);
            }
        }
        (hyper_box, false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::edges::Edges;
    use super::*;

    /// Boxes of a drawing: each letter is a box that covers the rectangle of its occurrences, ten pixels a character.
    fn drawn(drawing: &[&str]) -> (TopographicGrid, Vec<char>) {
        let mut letters: Vec<char> =
            drawing.iter().flat_map(|line| line.chars()).filter(|c| *c != ' ').collect();
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
}
