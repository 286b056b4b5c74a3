//! Bars side by side, as SVG.

use std::fmt::Write;

/// Groups of bars from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// The names of the legend, in the order of each group's bars.
    pub names: Vec<&'static str>,
    /// The groups, from top to bottom.
    pub bars: Vec<Bar>,
}

/// A group: a value for each name, where there is one.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// What is measured.
    pub name: String,
    /// The values.
    pub values: Vec<Option<f64>>,
}

const LABELS: f64 = 230.0;
const FULL: f64 = 400.0;
const THICK: f64 = 12.0;
const GAP: f64 = 10.0;
const COLOURS: [&str; 4] = ["#0072b2", "#e69f00", "#56b4e9", "#009e73"];

impl Bars {
    /// Draws them.
    pub fn svg(&self) -> String {
        let height = |bar: &Bar| THICK * bar.values.iter().flatten().count().max(1) as f64 + GAP;
        let total = 30.0 + self.bars.iter().map(height).sum::<f64>();
        let width = LABELS + FULL + 60.0;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {total}\" width=\"{width}\" height=\"{total}\" \
             font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let mut x = LABELS;
        for (name, colour) in self.names.iter().zip(COLOURS) {
            let text = x + 14.0;
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"6\" width=\"10\" height=\"10\" fill=\"{colour}\"/>");
            let _ = writeln!(out, "<text x=\"{text}\" y=\"15\">{name}</text>");
            x += 90.0;
        }
        let mut y = 28.0;
        for bar in &self.bars {
            let (label, middle) = (LABELS - 8.0, y + THICK - 2.0);
            let name = bar.name.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(out, "<text x=\"{label}\" y=\"{middle}\" text-anchor=\"end\">{name}</text>");
            for (value, colour) in bar.values.iter().zip(COLOURS) {
                let Some(value) = value else { continue };
                let long = FULL * value.clamp(0.0, 1.0);
                let (thick, end, base) = (THICK - 2.0, LABELS + long + 4.0, y + THICK - 3.0);
                let _ = writeln!(
                    out,
                    "<rect x=\"{LABELS}\" y=\"{y}\" width=\"{long:.1}\" height=\"{thick}\" fill=\"{colour}\"/>\
                     <text x=\"{end:.1}\" y=\"{base}\">{value:.3}</text>"
                );
                y += THICK;
            }
            y += GAP;
        }
        out.push_str("</svg>\n");
        out
    }
}
