//! The tables.

use super::{Judged, JudgedPage, PageWithout, TASKS, versions};
use crate::statistics::{Tally, mean, median_milliseconds};
use crate::table::Table;
use std::collections::BTreeMap;
use std::fmt;

/// The results on all pages.
pub struct Report {
    pub(super) pages: Vec<JudgedPage>,
    pub(super) none: Vec<PageWithout>,
    per_page: bool,
}

impl Report {
    pub(super) fn new(per_page: bool) -> Report {
        Report { pages: Vec::new(), none: Vec::new(), per_page }
    }

    /// What the rules weighed of every data area, a line of JSON each, if it was kept.
    pub fn evidence(&self) -> impl Iterator<Item = &str> {
        let with = self.pages.iter().flat_map(|page| &page.evidence);
        with.chain(self.none.iter().flat_map(|page| &page.evidence)).map(String::as_str)
    }

    /// How many pages were read.
    pub fn pages(&self) -> usize {
        self.pages.len() + self.none.len()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = versions().len() - 1;
        for task in &TASKS {
            let pages: Vec<&JudgedPage> =
                self.pages.iter().filter(|page| page.domain == task.domain).collect();
            if pages.is_empty() {
                continue;
            }
            let mut table = Table::new(1, ["site", "areas", "records", "attributes", "price", "location"]);
            let mut sites: BTreeMap<&str, Vec<&Judged>> = BTreeMap::new();
            for page in &pages {
                let key = if self.per_page { &page.gold.id } else { &page.gold.site };
                sites.entry(key).or_default().push(&page.versions[all]);
            }
            // As in the paper, the sites of its own domain are printed one by one.
            if task.domain == "real-estate" || self.per_page {
                sites.iter().for_each(|(site, judged)| table.row(row(site, judged)));
            }
            for (number, (name, _)) in versions().iter().enumerate() {
                let judged: Vec<&Judged> = pages.iter().map(|page| &page.versions[number]).collect();
                table.row(row(name, &judged));
            }
            let judged = || pages.iter().map(|page| &page.versions[all]);
            let annotating = median_milliseconds(judged().map(|judged| judged.annotating));
            let reasoning = median_milliseconds(judged().map(|judged| judged.reasoning));
            write!(f, "{}: {} pages\n{table}", task.domain, pages.len())?;
            writeln!(f, "annotating took {annotating:.1} ms, reasoning {reasoning:.1} ms (medians)\n")?;
        }
        let alarmed = self.none.iter().filter(|page| !page.alarms.is_empty());
        let alarms: Vec<String> =
            alarmed.map(|page| format!("{} ({})", page.id, page.alarms.join(", "))).collect();
        writeln!(
            f,
            "pages without records: data areas on {} of {}: {}",
            alarms.len(),
            self.none.len(),
            alarms.join("; ")
        )?;
        for (name, _) in chaffinch_domain::DOMAINS {
            let count = self.none.iter().filter(|page| page.alarms.iter().any(|alarm| alarm == name)).count();
            writeln!(f, "  {name}: {count}")?;
        }
        Ok(())
    }
}

/// Means over pages; the paper's are over sites.
fn row(name: &str, judged: &[&Judged]) -> Vec<String> {
    let average = |value: &dyn Fn(&Judged) -> Option<f64>| {
        let values: Vec<f64> = judged.iter().filter_map(|judged| value(judged)).collect();
        mean(&values).map_or_else(|| "-".to_owned(), |mean| format!("{:.1}", 100.0 * mean))
    };
    let attribute =
        |name: &'static str| move |judged: &Judged| judged.attributes.get(name).map(|tally| tally.f1());
    let together = |judged: &Judged| {
        let sum: Tally = judged.attributes.values().copied().sum();
        (sum.wanted > 0).then(|| sum.f1())
    };
    vec![
        name.to_owned(),
        average(&|judged| Some(judged.areas.f1())),
        average(&|judged| Some(judged.records.f1())),
        average(&together),
        average(&attribute("price")),
        average(&attribute("location")),
    ]
}
