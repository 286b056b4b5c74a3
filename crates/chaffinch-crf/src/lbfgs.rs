//! L-BFGS (Nocedal 1980): quasi-Newton steps from the last few gradients, with a line search by bisection for the weak
//! Wolfe conditions.

use std::collections::VecDeque;

/// Sufficient decrease: a step must lower the value by at least this share of what the slope predicts.
const DECREASE: f64 = 1e-4;
/// Curvature: at most this share of the slope may be left after a step.
const CURVATURE: f64 = 0.9;
/// The most steps that a line search tries.
const TRIALS: usize = 40;

/// A minimisation under way.
pub(crate) struct Lbfgs {
    pub point: Vec<f64>,
    pub value: f64,
    pub gradient: Vec<f64>,
    /// The last steps, oldest first: how far the point moved, how the gradient changed, and the inverse of the product of both.
    history: VecDeque<(Vec<f64>, Vec<f64>, f64)>,
    /// How many steps are remembered.
    most: usize,
}

impl Lbfgs {
    /// Starts at `point`; `most` steps are remembered.
    pub fn new(point: Vec<f64>, most: usize, function: &mut impl FnMut(&[f64], &mut [f64]) -> f64) -> Lbfgs {
        let mut gradient = vec![0.0; point.len()];
        let value = function(&point, &mut gradient);
        Lbfgs { point, value, gradient, history: VecDeque::new(), most: most.max(1) }
    }

    /// Takes one step down; false if there is none.
    pub fn step(&mut self, function: &mut impl FnMut(&[f64], &mut [f64]) -> f64) -> bool {
        if self.search(function) {
            return true;
        }
        // The remembered curvature can mislead: try once in the direction of the gradient.
        let misled = !self.history.is_empty();
        self.history.clear();
        misled && self.search(function)
    }

    fn search(&mut self, function: &mut impl FnMut(&[f64], &mut [f64]) -> f64) -> bool {
        let direction = self.direction();
        let slope = dot(&direction, &self.gradient);
        if slope.is_nan() || slope >= 0.0 {
            return false;
        }
        let mut step = if self.history.is_empty() { 1.0 / norm(&direction).max(1.0) } else { 1.0 };
        let (mut low, mut high) = (0.0, f64::INFINITY);
        let mut point = vec![0.0; self.point.len()];
        let mut gradient = vec![0.0; self.point.len()];
        for _ in 0..TRIALS {
            for ((new, old), d) in point.iter_mut().zip(&self.point).zip(&direction) {
                *new = old + step * d;
            }
            let value = function(&point, &mut gradient);
            let enough = value <= self.value + DECREASE * step * slope;
            if !enough {
                high = step;
            } else if dot(&direction, &gradient) < CURVATURE * slope {
                low = step;
            } else {
                self.accept(point, value, gradient);
                return true;
            }
            step = if high.is_finite() { (low + high) / 2.0 } else { 2.0 * step };
        }
        false
    }

    fn accept(&mut self, point: Vec<f64>, value: f64, gradient: Vec<f64>) {
        let moved: Vec<f64> = point.iter().zip(&self.point).map(|(new, old)| new - old).collect();
        let turned: Vec<f64> = gradient.iter().zip(&self.gradient).map(|(new, old)| new - old).collect();
        let product = dot(&moved, &turned);
        if product > f64::EPSILON * dot(&turned, &turned) {
            if self.history.len() == self.most {
                self.history.pop_front();
            }
            self.history.push_back((moved, turned, 1.0 / product));
        }
        (self.point, self.value, self.gradient) = (point, value, gradient);
    }

    /// The two-loop recursion: the estimated inverse Hessian times the negative gradient.
    fn direction(&self) -> Vec<f64> {
        let mut direction: Vec<f64> = self.gradient.iter().map(|g| -g).collect();
        let mut shares = Vec::with_capacity(self.history.len());
        for (moved, turned, scale) in self.history.iter().rev() {
            let share = scale * dot(moved, &direction);
            add(&mut direction, -share, turned);
            shares.push(share);
        }
        if let Some((_, turned, scale)) = self.history.back() {
            let size = 1.0 / (scale * dot(turned, turned));
            direction.iter_mut().for_each(|d| *d *= size);
        }
        for ((moved, turned, scale), share) in self.history.iter().zip(shares.iter().rev()) {
            let rest = share - scale * dot(turned, &direction);
            add(&mut direction, rest, moved);
        }
        direction
    }
}

pub(crate) fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], scale: f64, from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += scale * from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bent_valley_is_found() {
        let mut rosenbrock = |p: &[f64], g: &mut [f64]| {
            let (x, y) = (p[0], p[1]);
            g[0] = -2.0 * (1.0 - x) - 400.0 * x * (y - x * x);
            g[1] = 200.0 * (y - x * x);
            (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
        };
        let mut search = Lbfgs::new(vec![-1.2, 1.0], 6, &mut rosenbrock);
        for _ in 0..60 {
            if !search.step(&mut rosenbrock) {
                break;
            }
        }
        assert!((search.point[0] - 1.0).abs() < 1e-6 && (search.point[1] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn there_is_no_step_from_the_bottom() {
        let mut bowl = |p: &[f64], g: &mut [f64]| {
            g[0] = 2.0 * p[0];
            p[0] * p[0]
        };
        assert!(!Lbfgs::new(vec![0.0], 6, &mut bowl).step(&mut bowl));
    }
}
