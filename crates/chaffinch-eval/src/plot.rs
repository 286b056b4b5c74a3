//! Line plots as SVG.

use std::fmt::Write;

/// A plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Its title.
    pub title: String,
    /// The name of the horizontal axis.
    pub x_label: String,
    /// The name of the vertical axis.
    pub y_label: String,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// A curve of a plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Draws plots in rows. Their letters are those of the font that comes with the renderer, which has no other to draw with.
pub fn svg(rows: &[Vec<Plot>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns as f64 * WIDTH, rows.len() as f64 * HEIGHT);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Arimo, sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (row, plots) in rows.iter().enumerate() {
        for (column, plot) in plots.iter().enumerate() {
            let (x, y) = (column as f64 * WIDTH, row as f64 * HEIGHT);
            let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
            plot.draw(&mut out);
            out.push_str("</g>\n");
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The size of one plot.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 320.0;

/// The size of one plot in whole pixels.
pub(crate) const SIZE: (u32, u32) = (WIDTH as u32, HEIGHT as u32);

/// Room around the axes: for the y axis' numbers and name, the title, the legend, the x axis' numbers and name.
const LEFT: f64 = 64.0;
const TOP: f64 = 36.0;
const RIGHT: f64 = 136.0;
const BOTTOM: f64 = 52.0;

/// Colours that differ for the colour-blind too, after Okabe and Ito.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

impl Plot {
    fn draw(&self, out: &mut String) {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let x = Axis::new(points().map(|p| p.0), LEFT, WIDTH - RIGHT);
        let y = Axis::new(points().map(|p| p.1), HEIGHT - BOTTOM, TOP);
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        label(
            out,
            middle,
            20.0,
            "middle",
            &format!("<tspan font-weight=\"bold\">{}</tspan>", escaped(&self.title)),
        );
        for tick in &x.ticks {
            let at = x.place(*tick);
            line(out, at, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 5.0, "black");
            label(out, at, HEIGHT - BOTTOM + 18.0, "middle", &number(*tick));
        }
        for tick in &y.ticks {
            let at = y.place(*tick);
            line(out, LEFT, at, WIDTH - RIGHT, at, "#dddddd");
            line(out, LEFT - 5.0, at, LEFT, at, "black");
            label(out, LEFT - 9.0, at + 4.0, "end", &number(*tick));
        }
        line(out, LEFT, TOP, LEFT, HEIGHT - BOTTOM, "black");
        line(out, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "black");
        label(out, middle, HEIGHT - 12.0, "middle", &escaped(&self.x_label));
        let (side, half) = (18.0, (TOP + HEIGHT - BOTTOM) / 2.0);
        let _ = writeln!(out, "<g transform=\"rotate(-90 {side} {half})\">");
        label(out, side, half, "middle", &escaped(&self.y_label));
        out.push_str("</g>\n");
        for (at, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            let places: Vec<(f64, f64)> =
                curve.points.iter().map(|(a, b)| (x.place(*a), y.place(*b))).collect();
            draw_curve(out, &places, colour);
            let (left, top) = (WIDTH - RIGHT + 22.0, TOP + 10.0 + 18.0 * at as f64);
            draw_curve(out, &[(left, top), (left + 22.0, top)], colour);
            label(out, left + 30.0, top + 4.0, "start", &escaped(&curve.name));
        }
    }
}

/// Turns values into positions.
struct Axis {
    end: f64,
    ticks: Vec<f64>,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis from zero to beyond the largest value, drawn between two positions.
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Axis {
        let largest = values.filter(|value| value.is_finite()).fold(0.0, f64::max);
        let ticks = ticks(largest);
        Axis { end: ticks.last().copied().unwrap_or(1.0), ticks, from, to }
    }

    fn place(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * value / self.end
    }
}

/// Round numbers from zero to the first that is not below `largest`: 1, 2 or 5 times a power of ten apart.
fn ticks(largest: f64) -> Vec<f64> {
    const WANTED: f64 = 5.0;
    let largest = if largest > 0.0 { largest } else { 1.0 };
    let power = 10f64.powf((largest / WANTED).log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| step * WANTED >= largest * 0.999);
    let step = step.unwrap_or(10.0 * power);
    let count = (largest / step - 1e-9).ceil() as usize;
    (0..=count).map(|n| n as f64 * step).collect()
}

fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn draw_curve(out: &mut String, places: &[(f64, f64)], colour: &str) {
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
        path.join(" ")
    );
    for (x, y) in places {
        let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }
}

fn line(out: &mut String, x1: f64, y1: f64, x2: f64, y2: f64, colour: &str) {
    let _ = writeln!(
        out,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
    );
}

/// A text; `markup` is escaped already.
fn label(out: &mut String, x: f64, y: f64, anchor: &str, markup: &str) {
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{markup}</text>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> Plot {
        let curve = |name: &str, points: &[(f64, f64)]| Curve { name: name.into(), points: points.to_vec() };
        Plot {
            title: "a < b".into(),
            x_label: "rate".into(),
            y_label: "pages".into(),
            curves: vec![
                curve("one", &[(0.0, 2.0), (40.0, 4.9)]),
                curve("two", &[(0.0, 2.0), (20.0, 5.0), (40.0, 9.7)]),
            ],
        }
    }

    #[test]
    fn ticks_are_round_and_reach_the_largest_value() {
        assert_eq!(ticks(40.0), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(ticks(9.7), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(105.0), [0.0, 50.0, 100.0, 150.0]);
        assert_eq!(ticks(0.0).last(), Some(&1.0));
    }

    #[test]
    fn the_axes_hold_every_point() {
        let axis = Axis::new([3.0, 9.7].into_iter(), 100.0, 0.0);
        assert_eq!((axis.place(0.0), axis.place(10.0)), (100.0, 0.0));
        assert!(axis.place(9.7) >= 0.0);
    }

    #[test]
    fn a_plot_is_svg_with_a_line_for_each_curve_and_each_name_in_the_legend() {
        let svg = svg(&[vec![plot(), plot()], vec![plot()]]);
        let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
        assert_eq!((tree.size().width(), tree.size().height()), (1120.0, 640.0));
        // A line for each curve and one in the legend.
        assert_eq!(svg.matches("<polyline").count(), 3 * 2 * 2);
        assert_eq!(svg.matches(">two</text>").count(), 3);
        assert!(svg.contains("a &lt; b"));
    }

    #[test]
    fn letters_are_drawn_too() {
        let draw = |title: &str| {
            let svg = svg(&[vec![Plot { title: title.into(), ..plot() }]]);
            chaffinch_render::draw_png("plot", &chaffinch_render::Drawing { svg, size: SIZE, cut: false })
        };
        assert_ne!(draw("oak").unwrap(), draw("ash").unwrap());
    }
}
