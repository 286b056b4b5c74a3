//! The report of all experiments, written out.

use chaffinch_eval::report::{Bar, Bars, Report, Section};

#[test]
fn both_forms_have_every_table_and_plot() {
    let section = |title, plots: &[&str]| Section {
        title,
        command: "chaffinch eval x",
        beside: "others: 1 < 2",
        table: "a  b\n1  2\n".into(),
        plots: plots.iter().map(|plot| (*plot).to_owned()).collect(),
    };
    let report = Report {
        machine: vec!["2 processors".into()],
        sections: vec![section("One", &["<svg>1</svg>"]), section("Two", &["<svg>2</svg>"])],
    };
    let (html, markdown) = (report.html(), report.markdown());
    assert!(
        html.contains("<svg>1</svg>") && html.contains("others: 1 &lt; 2") && html.contains("href=\"#s1\"")
    );
    assert!(
        markdown.contains("## Two\n") && markdown.contains("(plot-2.svg)") && markdown.contains("1  2\n```")
    );
    assert_eq!(report.plots().count(), 2);
}

#[test]
fn missing_values_have_no_bar() {
    let bar = |values: &[Option<f64>]| Bar { name: "a<b".into(), values: values.to_vec() };
    let bars = Bars {
        names: vec!["we", "they"],
        bars: vec![bar(&[Some(0.5), Some(1.0)]), bar(&[Some(0.25), None])],
    };
    let svg = bars.svg();
    assert_eq!(svg.matches("fill=\"#e69f00\"").count(), 2, "one in the legend, one bar");
    assert!(svg.contains("a&lt;b") && svg.contains("width=\"200.0\""));
    resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
}
