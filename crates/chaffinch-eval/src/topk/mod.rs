//! The top-k paper's three tables: accuracy, time by stage, and a comparison with MDR; and the labelled pages with their lists in other markup.

mod report;
mod rewrite;
mod score;

pub use report::Report;
pub(crate) use score::is_strict;

use crate::pages::read_set;
use chaffinch::RendererChoice;
use chaffinch_core::{Limits, Page, Problem, ProblemKind, Relation};
use chaffinch_gold::{GoldPage, Labels};
use chaffinch_page::Origin;
use chaffinch_records::{MdrSettings, Method, RecordsSettings, records};
use chaffinch_render::{Embedded, Renderer, Request};
use chaffinch_survey::Survey;
use chaffinch_topk::{TopkSettings, promises, top_k};
use report::Version;
use rewrite::{Shape, rewritten};
use score::{ItemScore, ListScore};
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

/// Measures on the sets in `data`: `lists` for Tables I and II and Figure 3, the TBDW pages of `srr` for Table III, `none` and the pages of
/// `wild` for answers that no title promises.
pub fn measure(data: &Path, options: &Options, mut problem: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let mut report = Report::new(versions(), options.per_page);
    let is_topk = |gold: &GoldPage| matches!(gold.labels, Labels::TopK(_));
    let is_tbdw = |gold: &GoldPage| gold.id.starts_with("srr/yamada-");
    let lists = read_set(&data.join("lists"))?.into_iter().filter(is_topk);
    let results = read_set(&data.join("srr"))?.into_iter().filter(is_tbdw);
    for gold in lists.chain(results) {
        match read_page(&gold, options) {
            Ok(read) if is_topk(&gold) => {
                measure_list(&gold, &read, &mut report);
                measure_rewritten(&gold, &read, options, &mut report);
            }
            Ok(read) => measure_records(&gold, &read, &mut report),
            Err(reason) => problem(&reason),
        }
    }
    for set in ["none", "wild"] {
        // Not every collection of sets has these.
        for gold in read_set(&data.join(set)).unwrap_or_default() {
            match read_page(&gold, options) {
                Ok(read) => report.add_unpromised(
                    &gold.id,
                    !promises(&read.page).is_empty(),
                    &list_of(&read.page, &TopkSettings::default()),
                ),
                Err(reason) => problem(&reason),
            }
        }
    }
    Ok(report)
}

/// The basic algorithm, the published optimisations and all of ours; then each optimisation added alone to the basic algorithm, and
/// taken away alone from all.
fn versions() -> Vec<Version> {
    let (basic, all) = (TopkSettings::basic(), TopkSettings::default());
    let mut versions = vec![
        Version::new("Basic".into(), basic.clone()),
        Version::new("Optimized, as published".into(), TopkSettings::paper()),
        Version::new("Optimized".into(), all.clone()),
    ];
    for (named, base, on) in [("Basic with", basic, true), ("All but", all, false)] {
        for (name, switch) in OPTIMISATIONS {
            let mut settings = base.clone();
            *switch(&mut settings) = on;
            versions.push(Version::new(format!("{named} {name}"), settings));
        }
    }
    versions
}

/// An optimisation's name, and where the settings say whether it is on.
type Optimisation = (&'static str, fn(&mut TopkSettings) -> &mut bool);

const OPTIMISATIONS: [Optimisation; 6] = [
    ("visual area", |settings| &mut settings.visual_area),
    ("interleaving", |settings| &mut settings.interleaving),
    ("boundaries", |settings| &mut settings.boundaries),
    ("item titles", |settings| &mut settings.item_titles),
    ("numbering", |settings| &mut settings.numbering),
    ("likeness", |settings| &mut settings.likeness),
];

/// A page, and how long each stage of reading it took.
struct ReadPage {
    page: Arc<Page>,
    /// The size of the file in bytes.
    size: usize,
    io: Duration,
    parsing: Duration,
    layout: Duration,
}

fn read_page(gold: &GoldPage, options: &Options) -> Result<ReadPage, Problem> {
    let name = gold.input();
    let (bytes, io) = timed(|| std::fs::read(&gold.path));
    let unreadable = |error| Problem::new(ProblemKind::Unreadable, &name, format!("cannot be read: {error}"));
    let bytes = bytes.map_err(unreadable)?;
    let size = bytes.len();
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
    Ok(ReadPage { page, size, io, parsing, layout })
}

/// Writes a page whose list is found whole again in every shape, and looks for the list there.
fn measure_rewritten(gold: &GoldPage, read: &ReadPage, options: &Options, report: &mut Report) {
    let found = top_k(&Survey::new(&read.page, &Default::default()), &TopkSettings::default(), false);
    let whole = is_strict(gold, found.clone().into_relations(&read.page).first());
    let Some(list) = found.relations.first().filter(|_| whole) else { return };
    for shape in Shape::ALL {
        let (html, names) = rewritten(&read.page, list, shape);
        let name = gold.input();
        let origin = Origin { name: &name, ..Origin::default() };
        // The mark at the beginning says how the text is encoded, whatever the page said.
        let bytes = format!("\u{feff}{html}").into_bytes();
        let Ok(parsed) = chaffinch_page::parse(bytes, origin, &options.limits) else { continue };
        let mut page = parsed.page;
        if options.renderer != RendererChoice::None {
            let request = Request { limits: options.limits.clone(), ..Request::new(name, Arc::new(page)) };
            let layout = Embedded.layout(&request);
            page = Arc::unwrap_or_clone(request.page);
            if let Ok(layout) = layout {
                page.set_layout(layout);
            }
        }
        let answer = list_of(&page, &TopkSettings::default());
        report.add_rewritten(shape.name(), &gold.id, ListScore::of_names(&names, answer.first()));
    }
}

fn measure_list(gold: &GoldPage, read: &ReadPage, report: &mut Report) {
    for version in &mut report.versions {
        let (answer, time) = fastest(|| list_of(&read.page, &version.settings));
        version.algorithm.push(time);
        version.lists.push(ListScore::new(gold, &answer));
    }
    report.add_stages(&gold.id, read.size, read.io, read.parsing, read.layout);
}

fn measure_records(gold: &GoldPage, read: &ReadPage, report: &mut Report) {
    let k = Some(gold.records().len());
    for version in &mut report.versions {
        let settings = TopkSettings { k, ..version.settings.clone() };
        let (answer, time) = fastest(|| list_of(&read.page, &settings));
        version.items.push(ItemScore::new(gold, answer.first(), time + read.parsing + read.io));
    }
    let survey = || Survey::new(&read.page, &Default::default());
    let (lists, time) = fastest(|| records(&survey(), &mdr(), false).into_relations(&read.page));
    report.mdr.push(ItemScore::new(gold, lists.first(), time + read.parsing + read.io));
}

/// MDR with its published thresholds. Its best region counts as its answer, however low its score.
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

/// The result of the work, and the shortest time of three runs, so that other programs on the machine count little.
fn fastest<T>(work: impl Fn() -> T) -> (T, Duration) {
    let (done, first) = timed(&work);
    let least = (0..2).map(|_| timed(&work).1).fold(first, Duration::min);
    (done, least)
}

/// The list of a page, as a report has it.
fn list_of(page: &Page, settings: &TopkSettings) -> Vec<Relation> {
    top_k(&Survey::new(page, &Default::default()), settings, false).into_relations(page)
}
