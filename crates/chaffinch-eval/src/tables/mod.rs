//! How well tables are found and read: labelled tables as they are and made of `<div>`s, pages without a table, how far certainties can be trusted,
//! and the paper's Table 1.

mod alarms;
mod calibration;
pub mod divs;
mod gold;
mod grids;
mod keyword;
mod pandas;

pub use alarms::{Alarms, false_alarms};
pub use calibration::{Calibration, Lesson, calibration};
pub use gold::{GridScore, Texts, score, texts, wanted};
pub use grids::{Grids, labelled_grids};
pub use keyword::{KeywordRun, Keywords, keyword_runs};
pub use pandas::read_html;

use crate::pages::read_set;
use chaffinch_core::Problem;
use chaffinch_gold::GoldPage;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// What is measured, and on how many pages.
#[derive(Debug, Clone)]
pub struct Options {
    /// A Python that has pandas, to measure `read_html` beside us.
    pub python: Option<PathBuf>,
    /// Only every Nth page of each set.
    pub every: usize,
    /// Whether pages that are not perfect, and false alarms, are named.
    pub per_page: bool,
    /// Pages at a time.
    pub threads: Option<NonZeroUsize>,
}

/// All experiments on the sets below `data`: `wikitables` for grids, `testbed`, `srr` and `none` for false alarms.
pub fn tables(data: &Path, options: &Options, mut problem: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let sample = |set: &str| -> Result<Vec<GoldPage>, Problem> {
        Ok(read_set(&data.join(set))?.into_iter().step_by(options.every.max(1)).collect())
    };
    let labelled = sample("wikitables")?;
    let mut grids = labelled_grids(&labelled, options, &mut problem)?;
    let mut lessons = std::mem::take(&mut grids.lessons);
    let mut without = Vec::new();
    let mut alarms = Vec::new();
    for set in ["testbed", "srr", "none"] {
        let pages = sample(set)?;
        let mut of_set = false_alarms(set, &pages, options, &mut problem)?;
        lessons.append(&mut of_set.lessons);
        alarms.push(of_set);
        without.extend(pages);
    }
    let keywords = keyword_runs(&labelled, &without, options, &mut problem)?;
    Ok(Report { grids, alarms, calibration: calibration(lessons), keywords })
}

/// What came out.
#[derive(Debug)]
pub struct Report {
    /// Labelled grids.
    pub grids: Grids,
    /// Pages without a table, set by set.
    pub alarms: Vec<Alarms>,
    /// How far the certainty of tables can be trusted.
    pub calibration: Calibration,
    /// The paper's Table 1.
    pub keywords: Keywords,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.grids)?;
        writeln!(f, "\nPages without a data table that yield one with a score of 0.5 or more")?;
        for alarms in &self.alarms {
            write!(f, "{alarms}")?;
        }
        write!(f, "\n{}\n{}", self.calibration, self.keywords)
    }
}
