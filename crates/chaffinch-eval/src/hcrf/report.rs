//! Table 3.

use super::{ATTRIBUTES, Method, Product};
use crate::statistics::mean;
use crate::table::Table;
use chaffinch_label::{Counts, PageCounts};
use std::collections::BTreeMap;
use std::fmt;

/// A measure and its name.
type Measure = (&'static str, fn(&Counts) -> f64);

/// The results of all methods.
#[derive(Debug)]
pub struct Report {
    methods: Vec<Method>,
    lists: BTreeMap<Method, Sum>,
    details: BTreeMap<Method, Sum>,
    /// Each page, by name and method.
    pages: BTreeMap<(String, Method), PageCounts>,
}

#[derive(Debug, Default)]
struct Sum {
    pages: usize,
    counts: PageCounts,
}

impl Report {
    pub(super) fn new(methods: Vec<Method>) -> Report {
        Report { methods, lists: BTreeMap::new(), details: BTreeMap::new(), pages: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, method: Method, product: &Product, counts: PageCounts) {
        let sums = if product.is_list() { &mut self.lists } else { &mut self.details };
        let sum = sums.entry(method).or_default();
        sum.pages += 1;
        sum.counts.add(&counts);
        self.pages.insert((product.name.clone(), method), counts);
    }

    /// How many pages were read.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Every page and method, a line each.
    pub fn per_page(&self) -> String {
        let line = |((name, method), counts): (&(String, Method), &PageCounts)| {
            let show = |c: &Counts| format!("{}/{}/{}", c.right, c.found, c.wanted);
            let values: Vec<String> = counts.attributes.iter().map(show).collect();
            format!(
                "{name:<28} {:<9} records {:<12} values {}\n",
                method.name(),
                show(&counts.records),
                values.join(" ")
            )
        };
        self.pages.iter().map(line).collect()
    }

    fn table(
        &self,
        f: &mut fmt::Formatter<'_>,
        title: &str,
        sums: &BTreeMap<Method, Sum>,
        lists: bool,
    ) -> fmt::Result {
        let columns: Vec<(&Method, &Sum)> =
            self.methods.iter().filter_map(|method| Some((method, sums.get(method)?))).collect();
        let Some((_, first)) = columns.first() else { return Ok(()) };
        let records = first.counts.records.wanted;
        let methods = columns.iter().map(|(method, _)| method.name());
        let mut table = Table::new(1, [""].into_iter().chain(methods));
        let mut row = |name: String, value: &dyn Fn(&PageCounts) -> f64| {
            let values = columns.iter().map(|(_, sum)| format!("{:.3}", value(&sum.counts)));
            table.row([name].into_iter().chain(values));
        };
        let measures: [Measure; 3] =
            [("precision", Counts::precision), ("recall", Counts::recall), ("F1", Counts::f1)];
        for (measure, of) in measures.iter().filter(|_| lists) {
            row(format!("records {measure}"), &|counts| of(&counts.records));
        }
        for (measure, of) in measures {
            for (at, attribute) in ATTRIBUTES.iter().enumerate() {
                row(format!("{attribute} {measure}"), &|counts| of(&counts.attributes[at]));
            }
        }
        row("AVG_F1".into(), &|counts| {
            mean(&counts.attributes.iter().map(Counts::f1).collect::<Vec<_>>()).unwrap_or(0.0)
        });
        row("BLK_IA".into(), &|counts| counts.whole.recall());
        write!(f, "{title}: {} pages, {records} records\n{table}", first.pages)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table(f, "Lists", &self.lists, true)?;
        writeln!(f)?;
        self.table(f, "Details", &self.details, false)
    }
}
