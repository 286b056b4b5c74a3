//! The top-k paper's three tables: accuracy, time by stage, and a comparison with MDR.

mod gold;
mod report;
mod score;

pub(crate) use gold::{GoldPage, read as read_gold};
pub use report::Report;
pub(crate) use score::is_strict;

use chaffinch::{Limits, Page, Problem, ProblemKind, RendererChoice, TopkSettings};
use chaffinch_page::Origin;
use chaffinch_records::{MdrSettings, Method, RecordsSettings, records};
use chaffinch_render::{Embedded, Renderer, Request};
use chaffinch_topk::top_k;
use report::Version;
use score::{ItemScore, ListScore, found_list};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the pages are read and printed.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether pages are laid out: Chromium is not measured here.
    pub renderer: RendererChoice,
    /// Whether pages that are not right are printed.
    pub per_page: bool,
    /// What a page may cost.
    pub limits: Limits,
}

/// Measures on the sets in `data`: `lists` for Tables I and II, the TBDW pages of `srr` for Table III.
pub fn measure(data: &Path, options: &Options, mut problem: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let mut report = Report::new(versions(), options.per_page);
    for gold in gold::read(&data.join("lists"))?.into_iter().filter(|gold| gold.task == "topk") {
        match read_page(data, &gold, options) {
            Ok(read) => measure_list(&gold, &read, &mut report),
            Err(reason) => problem(&reason),
        }
    }
    for gold in gold::read(&data.join("srr"))?.into_iter().filter(|gold| gold.id.starts_with("srr/yamada-")) {
        match read_page(data, &gold, options) {
            Ok(read) => measure_records(&gold, &read, &mut report),
            Err(reason) => problem(&reason),
        }
    }
    Ok(report)
}

/// The published algorithm without and with its optimisations and all there is; then what each optimisation does alone,
/// and what is missing without it.
fn versions() -> Vec<Version> {
    let (basic, all) = (TopkSettings::basic(), TopkSettings::default());
    let version = |name, settings| Version::new(name, settings);
    vec![
        version("Basic", basic.clone()),
        version("Optimized, as published", TopkSettings::paper()),
        version("Optimized", all.clone()),
        version("Basic with visual area", TopkSettings { visual_area: true, ..basic.clone() }),
        version("Basic with interleaving", TopkSettings { interleaving: true, ..basic.clone() }),
        version("Basic with boundaries", TopkSettings { boundaries: true, ..basic.clone() }),
        version("Basic with item titles", TopkSettings { item_titles: true, ..basic.clone() }),
        version("Basic with numbering", TopkSettings { numbering: true, ..basic.clone() }),
        version("Basic with likeness", TopkSettings { likeness: true, ..basic }),
        version("All but visual area", TopkSettings { visual_area: false, ..all.clone() }),
        version("All but interleaving", TopkSettings { interleaving: false, ..all.clone() }),
        version("All but boundaries", TopkSettings { boundaries: false, ..all.clone() }),
        version("All but item titles", TopkSettings { item_titles: false, ..all.clone() }),
        version("All but numbering", TopkSettings { numbering: false, ..all.clone() }),
        version("All but likeness", TopkSettings { likeness: false, ..all }),
    ]
}

/// A page and what it took to get it.
struct ReadPage {
    page: Arc<Page>,
    io: Duration,
    parsing: Duration,
    layout: Duration,
}

fn read_page(data: &Path, gold: &GoldPage, options: &Options) -> Result<ReadPage, Problem> {
    let path = data.join(&gold.page);
    let name = path.display().to_string();
    let (bytes, io) = timed(|| std::fs::read(&path));
    let unreadable = |error| Problem::new(ProblemKind::Unreadable, &name, format!("cannot be read: {error}"));
    let bytes = bytes.map_err(unreadable)?;
    let origin = Origin { name: &name, ..Origin::default() };
    let (parsed, parsing) = fastest(|| chaffinch_page::parse(bytes.clone(), origin, &options.limits));
    let mut page = Arc::new(parsed?.page);
    let mut layout = Duration::ZERO;
    if options.renderer != RendererChoice::None {
        let request = Request { limits: options.limits.clone(), ..Request::new(name, page) };
        let (laid_out, time) = timed(|| Embedded.layout(&request));
        let mut owned = Arc::unwrap_or_clone(request.page);
        // A page that cannot be laid out is measured without boxes, as the program would read it.
        if let Ok(laid_out) = laid_out {
            owned.set_layout(laid_out);
        }
        (page, layout) = (Arc::new(owned), time);
    }
    Ok(ReadPage { page, io, parsing, layout })
}

fn measure_list(gold: &GoldPage, read: &ReadPage, report: &mut Report) {
    for version in &mut report.versions {
        let (answer, time) = fastest(|| top_k(&read.page, &version.settings));
        version.algorithm.push(time);
        version.lists.push(ListScore::new(gold, &answer));
    }
    report.add_stages(&gold.id, read.io, read.parsing, read.layout);
}

fn measure_records(gold: &GoldPage, read: &ReadPage, report: &mut Report) {
    let k = Some(gold.records.len());
    for version in &mut report.versions {
        let settings = TopkSettings { k, ..version.settings.clone() };
        let (answer, time) = fastest(|| top_k(&read.page, &settings));
        version.items.push(ItemScore::new(gold, found_list(&answer), time + read.parsing + read.io));
    }
    let (lists, time) = fastest(|| records(&read.page, &mdr()));
    report.mdr.push(ItemScore::new(gold, lists.first(), time + read.parsing + read.io));
}

/// MDR with its published thresholds; its best region is its answer, however unsure it is.
fn mdr() -> RecordsSettings {
    RecordsSettings {
        method: Method::Mdr,
        mdr: MdrSettings::paper(),
        min_score: 0.0,
        min_other_score: 0.0,
        ..RecordsSettings::default()
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

/// What comes of the work, and the shortest of three times: what else the machine does is not measured.
fn fastest<T>(work: impl Fn() -> T) -> (T, Duration) {
    let (done, first) = timed(&work);
    let least = (0..2).map(|_| timed(&work).1).fold(first, Duration::min);
    (done, least)
}
