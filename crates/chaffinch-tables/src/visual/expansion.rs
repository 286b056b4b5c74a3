//! The expansion algorithm: a hyperBox grows by twin neighbours, circulating clockwise, until nothing fits any more.

use super::edges::{Direction, Neighbour};
use super::hyper_box::{HyperBox, has_step_neighbours};
use super::topographic::{BoxId, TopographicGrid};
use crate::settings::VisualSettings;

/// Grows `start` as far as it goes. `first` is the direction that is tried first; the others follow clockwise.
pub fn expand(
    grid: &TopographicGrid,
    settings: &VisualSettings,
    start: BoxId,
    first: Direction,
    budget: &mut usize,
) -> HyperBox {
    let mut expansion = Expansion { grid, settings, budget };
    let mut hyper_box = HyperBox::of(grid, start);
    let turn = Direction::CLOCKWISE.iter().position(|d| *d == first).unwrap_or(0);
    let mut stuck = 0;
    for step in turn.. {
        if stuck == 4 {
            break;
        }
        let direction = Direction::CLOCKWISE[step % 4];
        let boxes = hyper_box.boxes.len();
        hyper_box = expansion.expand(hyper_box, direction, 0).0;
        stuck = if hyper_box.boxes.len() > boxes { 0 } else { stuck + 1 };
    }
    hyper_box
}

struct Expansion<'g, 'b> {
    grid: &'g TopographicGrid,
    settings: &'g VisualSettings,
    /// Looks at candidates that are left.
    budget: &'b mut usize,
}

impl Expansion<'_, '_> {
    /// Algorithm 1, in any direction: tries to expand a hyperBox by one additional hyperBox.
    fn expand(&mut self, hyper_box: HyperBox, direction: Direction, depth: usize) -> (HyperBox, bool) {
        let tolerance = self.settings.tolerance;
        let reach = self.settings.adjacency;
        if depth > self.settings.max_depth {
            return (hyper_box, false);
        }
        let candidates =
            self.grid.aligned_and_adjacent(&hyper_box.edges, direction, tolerance, reach);
        for candidate in candidates {
            let Some(left) = self.budget.checked_sub(1) else { return (hyper_box, false) };
            *self.budget = left;
            let neighbour =
                |of: &HyperBox| hyper_box.edges.neighbour(&of.edges, direction, tolerance);
            let mut grown = HyperBox::of(self.grid, candidate);
            match neighbour(&grown) {
                Neighbour::Twin => {
                    return self.united(hyper_box, &grown, direction);
                }
                Neighbour::Smaller => loop {
                    let (next, expanded) = self.expand(grown, direction.along(), depth + 1);
                    grown = next;
                    match neighbour(&grown) {
                        Neighbour::Twin => return self.united(hyper_box, &grown, direction),
                        Neighbour::Smaller if expanded => {}
                        _ => break,
                    }
                },
                Neighbour::Bigger | Neighbour::Step | Neighbour::Apart => {}
            }
        }
        (hyper_box, false)
    }

    /// The union of twins, unless one holds a box that is a step neighbour of one in the other.
    fn united(&self, hyper_box: HyperBox, twin: &HyperBox, direction: Direction) -> (HyperBox, bool) {
        // Only the projections across the direction can cross: along it the two lie behind one another.
        let spans = |boxes: &[BoxId]| -> Vec<(f32, f32)> {
            boxes.iter().map(|id| self.grid.edges(*id).across(direction)).collect()
        };
        if twin.boxes.len() > 1 && hyper_box.boxes.len() > 1 {
            let mut all = spans(&twin.boxes);
            all.extend(spans(&hyper_box.boxes));
            let as_edges = |(left, right)| super::edges::Edges { left, top: 0.0, right, bottom: 1.0 };
            let distinct: Vec<_> = all.into_iter().map(as_edges).collect();
            if has_step_neighbours(&distinct, self.settings.tolerance) {
                return (hyper_box, false);
            }
        }
        (hyper_box.union(twin), true)
    }
}
