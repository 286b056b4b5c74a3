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
