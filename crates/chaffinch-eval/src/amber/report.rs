//! The tables.

use super::{AttributeCounts, Judged, JudgedPage, TASKS, versions};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What came of all pages.
pub struct Report {
    pub(super) pages: Vec<JudgedPage>,
    pub(super) none: Vec<(String, Vec<String>)>,
    per_page: bool,
}

impl Report {
    pub(super) fn new(per_page: bool) -> Report {
        Report { pages: Vec::new(), none: Vec::new(), per_page }
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
            let pages: Vec<&JudgedPage> = self.pages.iter().filter(|page| page.task == task.name).collect();
            if pages.is_empty() {
                continue;
            }
            writeln!(f, "{}: {} pages", task.name, pages.len())?;
            writeln!(
                f,
                "{:<28} {:>7} {:>7} {:>10} {:>7} {:>8}",
                "site", "areas", "records", "attributes", "price", "location"
            )?;
            let mut sites: BTreeMap<&str, Vec<&Judged>> = BTreeMap::new();
            for page in &pages {
                let key = if self.per_page { &page.gold.id } else { &page.gold.site };
                sites.entry(key).or_default().push(&page.versions[all]);
            }
            if task.name == "real-estate" || self.per_page {
                for (site, judged) in &sites {
                    line(f, site, judged)?;
                }
            }
            for (number, (name, _)) in versions().iter().enumerate() {
                let judged: Vec<&Judged> = pages.iter().map(|page| &page.versions[number]).collect();
                line(f, name, &judged)?;
            }
            let median = |time: &dyn Fn(&Judged) -> Duration| {
                let mut times: Vec<Duration> = pages.iter().map(|page| time(&page.versions[all])).collect();
                times.sort_unstable();
                times[times.len() / 2].as_secs_f64() * 1000.0
            };
            let (annotating, reasoning) =
                (median(&|judged| judged.annotating), median(&|judged| judged.reasoning));
            writeln!(f, "annotating took {annotating:.1} ms, reasoning {reasoning:.1} ms (medians)\n")?;
        }
        let alarms: Vec<String> = self
            .none
            .iter()
            .filter(|(_, alarms)| !alarms.is_empty())
            .map(|(id, alarms)| format!("{id} ({})", alarms.join(", ")))
            .collect();
        writeln!(f, "none: data areas on {} of {} pages {}", alarms.len(), self.none.len(), alarms.join("; "))
    }
}

/// Means over pages, as the paper's are over sites.
fn line(f: &mut fmt::Formatter<'_>, name: &str, judged: &[&Judged]) -> fmt::Result {
    let mean = |value: &dyn Fn(&Judged) -> Option<f64>| {
        let values: Vec<f64> = judged.iter().filter_map(|judged| value(judged)).collect();
        if values.is_empty() {
            return "-".to_owned();
        }
        format!("{:.1}", 100.0 * values.iter().sum::<f64>() / values.len() as f64)
    };
    let attribute =
        |name: &'static str| move |judged: &Judged| judged.attributes.get(name).map(AttributeCounts::f1);
    let together = |judged: &Judged| {
        let mut sum = AttributeCounts::default();
        judged.attributes.values().for_each(|counts| sum.add(counts));
        (sum.gold > 0).then(|| sum.f1())
    };
    writeln!(
        f,
        "{name:<28} {:>7} {:>7} {:>10} {:>7} {:>8}",
        mean(&|judged| Some(judged.areas.f1())),
        mean(&|judged| Some(judged.records.f1())),
        mean(&together),
        mean(&attribute("price")),
        mean(&attribute("location")),
    )
}
