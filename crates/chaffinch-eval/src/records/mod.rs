//! How many records the methods find on labelled pages, and the ranker that chooses among their candidates.

mod learn;
mod report;
mod variants;

pub use learn::{Answer, LearnSettings, TrainingPage, learn};
pub use report::Report;
pub use variants::{Variant, bare_article, without_list};

use crate::outlines::{is_outlined, outlined};
use crate::pages::{look_at, read_set};
use crate::referee::{HeldValues, Referee, RowView};
use crate::statistics::Tally;
use chaffinch::{Engine, Settings};
use chaffinch_core::{Limits, Page, Problem};
use chaffinch_gold::{GoldPage, Labels};
use chaffinch_input::Document;
use chaffinch_records::{Features, Method, Ranker, RecordsSettings, Region, pool, records};
use chaffinch_survey::{Record, Survey};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is judged.
#[derive(Debug, Clone)]
pub struct Options {
    /// The methods.
    pub methods: Vec<Method>,
    /// What a page may cost.
    pub limits: Limits,
    /// Whether `auto` is also judged by rankers that were learned without the site.
    pub apart: bool,
    /// Whether a ranker is learned from all pages.
    pub learn: bool,
    /// Whether every page is printed.
    pub per_page: bool,
}

/// One page, judged.
pub struct JudgedPage {
    /// The folder of the set.
    pub set: String,
    /// The page.
    pub gold: GoldPage,
    /// The result of each method.
    pub methods: Vec<Judged>,
    /// The result of the best candidate, if it had been chosen.
    pub best: Tally,
    /// The result of a ranker that has not seen the site.
    pub apart: Option<Judged>,
    /// The time it took to parse the page and lay it out.
    pub rendering: Duration,
    /// Its candidates to learn from, and the result of each; only where rankers are learned.
    training: Option<(TrainingPage, Vec<Tally>)>,
    /// The page with its records marked up in other ways, or taken away, to learn from.
    variants: Vec<TrainingPage>,
}

/// The result of one method on one page.
#[derive(Debug, Clone, Copy)]
pub struct Judged {
    /// Records.
    pub counts: Tally,
    /// The best score given.
    pub score: f32,
    /// The time it took, rendering not counted.
    pub time: Duration,
}

/// Runs the methods over the pages of all sets.
pub fn judge(sets: &[PathBuf], options: &Options) -> Result<Report, Problem> {
    let (mut pages, problems) = look_at_sets(sets, options)?;
    if options.apart {
        judge_apart(&mut pages);
    }
    let ranker = options.learn.then(|| learn_from(pages.iter(), LearnSettings::default().seed));
    let (methods, per_page) = (options.methods.clone(), options.per_page);
    Ok(Report { methods, pages, problems, ranker, per_page })
}

/// The pages of all sets to learn rankers from, with what could not be read.
pub(crate) fn lessons(sets: &[PathBuf]) -> Result<(Vec<JudgedPage>, Vec<Problem>), Problem> {
    let limits = Limits::default();
    look_at_sets(sets, &Options { methods: Vec::new(), limits, apart: false, learn: true, per_page: false })
}

fn look_at_sets(sets: &[PathBuf], options: &Options) -> Result<(Vec<JudgedPage>, Vec<Problem>), Problem> {
    let mut asked = Vec::new();
    for set in sets {
        let pages = read_set(set)?.into_iter();
        let is_asked = |page: &GoldPage| {
            matches!(page.labels, Labels::Records(_) | Labels::Nothing) || is_outlined(page)
        };
        let pages = pages.filter(is_asked);
        asked.extend(pages.map(|page| (page, set_name(set))));
    }
    let engine = Engine::new(Settings::default().with(|settings| settings.limits = options.limits.clone()))?;
    let own = options.clone();
    let look = move |engine: &Engine, document: Document, gold: &GoldPage, set: &String| {
        let begin = Instant::now();
        let page = engine.render(document.clone())?.page;
        let rendering = begin.elapsed();
        let marked = outlined(gold, &page);
        let gold = marked.as_ref().unwrap_or(gold);
        let candidates = (own.apart || own.learn).then(|| Candidates::of(&page, &Referee::new(gold)));
        let rewritten = candidates.iter().filter(|_| is_rewritten(set, gold));
        let variants = rewritten.flat_map(|candidates| candidates.rewritten(&page, gold, marked.is_some()));
        let variants = variants.filter_map(|(bytes, gold)| {
            let page = engine.render(Document { bytes, ..document.clone() }).ok()?.page;
            Some(Candidates::of(&page, &Referee::new(&gold)).into_training(&gold))
        });
        let variants = variants.collect();
        Ok(JudgedPage { variants, ..judge_page(&page, set, gold, candidates, &own.methods, rendering) })
    };
    let mut problems = Vec::new();
    let mut pages = look_at(engine, asked, None, look, |problem| problems.push(problem.clone()));
    balance(&mut pages);
    Ok((pages, problems))
}

fn set_name(set: &Path) -> String {
    set.file_name().map_or_else(|| set.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn judge_page(
    page: &Page,
    set: &str,
    gold: &GoldPage,
    candidates: Option<Candidates>,
    methods: &[Method],
    rendering: Duration,
) -> JudgedPage {
    let referee = Referee::new(gold);
    let judged = methods.iter().map(|method| {
        let settings = RecordsSettings { method: *method, ..RecordsSettings::default() };
        let begin = Instant::now();
        let survey = Survey::new(page, &Default::default());
        let relations = records(&survey, &settings, false).into_relations(page);
        let time = begin.elapsed();
        let score = relations.iter().map(|relation| relation.score).fold(0.0, f32::max);
        let counts = referee.count_relations(&relations[..relations.len().min(gold.areas())]);
        Judged { counts, score, time }
    });
    let methods = judged.collect();
    let best = candidates.iter().flat_map(|candidates| &candidates.counts);
    let best = best.copied().max_by(|a, b| a.f1().total_cmp(&b.f1())).unwrap_or_default();
    let training = candidates.map(|candidates| {
        let counts = candidates.counts.clone();
        (candidates.into_training(gold), counts)
    });
    let (set, gold) = (set.to_owned(), gold.clone());
    JudgedPage { set, gold, methods, best, apart: None, rendering, training, variants: Vec::new() }
}

/// How much a page counts in learning.
fn weight(gold: &GoldPage, f1: &[f64]) -> f64 {
    /// Pages without a list are few; this keeps false alarms rare.
    const NONE: f64 = 8.0;
    /// Where no candidate is any good there is nothing to learn.
    const LEAST_F1: f64 = 0.3;
    if gold.labels == Labels::Nothing {
        return NONE;
    }
    let best = f1.iter().copied().fold(0.0, f64::max);
    if best < LEAST_F1 { 0.0 } else { 1.0 }
}

/// How much a page of a set counts in learning, and how much a rewritten one. Chosen by hand, judged on sites apart: rewritten pages
/// add layouts that small sets lack, but drown a set whose labels cover only parts of its records.
fn shares(set: &str) -> (f64, f64) {
    match set {
        "courts" => (1.3, 0.7),
        "lists" => (1.0, 0.4),
        "srr" => (1.6, 0.0),
        "testbed" => (1.0, 0.05 * f64::from(FEW)),
        // Many versions of few pages.
        "drift" => (0.3, 0.05),
        _ => (1.0, 0.2),
    }
}

/// Of a large set, which has many layouts of its own, one in so many pages is rewritten.
const FEW: u32 = 4;

/// Whether a page of a set is rewritten.
fn is_rewritten(set: &str, gold: &GoldPage) -> bool {
    match set {
        "testbed" => part_of(&gold.id, FEW.into()) == 0,
        "srr" => false,
        _ => true,
    }
}

/// The weight of a bare article, as a share of that of the page it was made from.
const BARE_ARTICLE: f64 = 0.25;

/// The weight of a page whose list was replaced, as a share of that of a page that never had one.
const REPLACED_LIST: f64 = 0.0125;

/// Lets each set count by the root of its size, so that a large one does not drown the others, and by its share. Pages
/// without a list have their own weight.
fn balance(pages: &mut [JudgedPage]) {
    let mut sizes: HashMap<String, usize> = HashMap::new();
    for page in pages.iter().filter(|page| page.gold.labels != Labels::Nothing) {
        *sizes.entry(page.set.clone()).or_default() += 1;
    }
    let mean = sizes.values().sum::<usize>() as f64 / sizes.len().max(1) as f64;
    for page in pages {
        if page.gold.labels == Labels::Nothing {
            page.variants.iter_mut().for_each(|variant| variant.weight *= BARE_ARTICLE);
            continue;
        }
        let root = (mean / sizes[&page.set] as f64).sqrt();
        let (share, rewritten) = shares(&page.set);
        page.training.iter_mut().for_each(|(training, _)| training.weight *= root * share);
        for variant in &mut page.variants {
            variant.weight *= if variant.has_list() { root * rewritten } else { REPLACED_LIST };
        }
    }
}

/// All candidates of a page: their measures, and the result of each.
struct Candidates {
    regions: Vec<Region>,
    features: Vec<Features>,
    counts: Vec<Tally>,
}

impl Candidates {
    fn of(page: &Page, referee: &Referee) -> Candidates {
        let survey = Survey::new(page, &Default::default());
        let regions: Vec<Region> = pool(&survey, &RecordsSettings::default());
        let mut held: FxHashMap<&Record, HeldValues> = FxHashMap::default();
        for record in regions.iter().flat_map(|region| &region.records) {
            held.entry(record).or_insert_with(|| {
                let text = page.row_text(record.roots(page));
                let links: Vec<String> = record.roots(page).flat_map(|root| page.links(root)).collect();
                let images: Vec<String> = record.roots(page).flat_map(|root| page.images(root)).collect();
                referee.held_by(RowView { text: &text, links: &links, images: &images })
            });
        }
        let counts = regions.iter().map(|region| {
            let rows: Vec<&HeldValues> = region.records.iter().map(|record| &held[record]).collect();
            referee.count(&rows)
        });
        let counts = counts.collect();
        let features = Features::of_pool(&survey, &regions);
        Candidates { regions, features, counts }
    }

    fn into_training(self, gold: &GoldPage) -> TrainingPage {
        let f1: Vec<f64> = self.counts.iter().map(|counts| counts.f1()).collect();
        let weight = weight(gold, &f1);
        TrainingPage { candidates: self.features, answer: Answer::Graded(f1), weight }
    }

    /// Other pages made of this one, each with its labels. A page without a list becomes a bare article. On one with a list the records
    /// of the best candidate that can be rewritten are marked up in other ways, or replaced by an article, if the candidate is nearly
    /// right. Records labelled by their whole text are only replaced, unless they were marked as whole nodes: some of those labels cover a
    /// part of the record alone.
    fn rewritten(&self, page: &Page, gold: &GoldPage, is_marked: bool) -> Vec<(Vec<u8>, GoldPage)> {
        const NEARLY: f64 = 0.85;
        if gold.labels == Labels::Nothing {
            return bare_article(page).map(|bytes| (bytes, gold.clone())).into_iter().collect();
        }
        let mut good: Vec<usize> =
            (0..self.counts.len()).filter(|at| self.counts[*at].f1() > NEARLY).collect();
        good.sort_by(|a, b| self.counts[*b].f1().total_cmp(&self.counts[*a].f1()));
        let first = |rewrite: &dyn Fn(&[Record]) -> Option<Vec<u8>>| {
            good.iter().find_map(|at| rewrite(&self.regions[*at].records))
        };
        let has_whole_texts = gold.records().iter().all(|record| !record.values("text").is_empty());
        let variants = Variant::ALL.into_iter().filter(|_| is_marked || !has_whole_texts);
        let marked_up = variants.filter_map(|variant| first(&|records| variant.of(page, records)));
        let mut rewritten: Vec<(Vec<u8>, GoldPage)> = marked_up.map(|bytes| (bytes, gold.clone())).collect();
        if let Some(bytes) = first(&|records| without_list(page, records)) {
            rewritten.push((bytes, GoldPage { labels: Labels::Nothing, ..gold.clone() }));
        }
        rewritten
    }
}

/// Sites are divided into so many parts; each part is judged by a ranker that was learned from the others.
const PARTS: u64 = 10;

/// For each part of the sites the ranker that was learned from the others.
pub(crate) fn rankers_apart(pages: &[JudgedPage], parts: u64, seed: u64) -> Vec<Ranker> {
    let without =
        |part| learn_from(pages.iter().filter(|page| part_of(&page.gold.site, parts) != part), seed);
    (0..parts).into_par_iter().map(without).collect()
}

fn judge_apart(pages: &mut [JudgedPage]) {
    let rankers = rankers_apart(pages, PARTS, LearnSettings::default().seed);
    for page in pages {
        let Some((training, counts)) = &page.training else { continue };
        let ranker = &rankers[part_of(&page.gold.site, PARTS) as usize];
        let begin = Instant::now();
        let best = best_of(ranker, &training.candidates, counts);
        let nothing = Tally { wanted: page.gold.records().len(), ..Tally::default() };
        let (counts, score) = best.unwrap_or((nothing, 0.0));
        page.apart = Some(Judged { counts, score, time: begin.elapsed() });
    }
}

/// The result of the candidate that a ranker chooses, and its score, if that is high enough for an answer.
fn best_of(ranker: &Ranker, candidates: &[Features], counts: &[Tally]) -> Option<(Tally, f32)> {
    let scores = ranker.scores(candidates);
    let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]))?;
    let score = scores[best];
    (score >= RecordsSettings::default().min_score).then_some((counts[best], score))
}

/// The ranker that is learned from pages.
pub(crate) fn learn_from<'p>(pages: impl Iterator<Item = &'p JudgedPage>, seed: u64) -> Ranker {
    let all = pages.flat_map(|page| page.training.iter().map(|(training, _)| training).chain(&page.variants));
    let counted: Vec<&TrainingPage> = all.filter(|page| page.weight > 0.0).collect();
    learn(&counted, &LearnSettings { seed, ..LearnSettings::default() })
}

/// Always the same part for a site: FNV-1a.
pub(crate) fn part_of(site: &str, parts: u64) -> u64 {
    let hash = site.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 20) % parts
}
