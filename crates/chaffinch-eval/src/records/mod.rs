//! How many records the methods find on labelled pages, and the ranker that chooses among their candidates.

mod gold;
mod learn;
mod referee;
mod report;
mod variants;

pub use gold::{GoldPage, read_gold};
pub use learn::{LearnSettings, Lesson, learn};
pub use referee::{Counts, Holdings, Referee, RowView};
pub(crate) use referee::{holds_address, texts};
pub use report::Report;
pub use variants::{Variant, bare_article, without_list};

use chaffinch::{Document, Engine, Limits, Page, Problem, Relation, RunOptions, Settings, run};
use chaffinch_records::{Features, Ground, Method, Ranker, Record, RecordsSettings, Region, pool, records};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::ops::ControlFlow;
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
}

/// One page, judged.
pub struct JudgedPage {
    /// The folder of the set.
    pub set: String,
    /// The page.
    pub gold: GoldPage,
    /// What each method came to.
    pub methods: Vec<Judged>,
    /// What the best candidate would come to.
    pub best: Counts,
    /// What a ranker that has not seen the site chooses.
    pub apart: Option<Judged>,
    /// The time it took to parse the page and lay it out.
    pub rendering: Duration,
    lesson: Option<(Lesson, Vec<Counts>)>,
    /// What the page teaches when its records are marked up in other ways, or taken away.
    variants: Vec<Lesson>,
}

/// What one method came to on one page.
#[derive(Debug, Clone, Copy)]
pub struct Judged {
    /// Records.
    pub counts: Counts,
    /// The best score given.
    pub score: f32,
    /// The time it took, rendering not counted.
    pub time: Duration,
}

/// Runs the methods over the pages of all sets.
pub fn judge(sets: &[PathBuf], options: &Options) -> Result<Report, Problem> {
    let mut inputs = Vec::new();
    let mut golds = HashMap::new();
    for set in sets {
        for gold in read_gold(set)? {
            if gold.task == "records" || gold.task == "none" {
                let path = gold.path(set).display().to_string();
                inputs.push(path.clone());
                golds.insert(path, (set_name(set), gold));
            }
        }
    }
    let engine = Engine::new(Settings { limits: options.limits.clone(), ..Settings::default() })?;
    let asked = options.clone();
    let work = |document: Document| {
        let (set, gold) = golds[&document.name].clone();
        let begin = Instant::now();
        let page = engine.render(document.clone())?.page;
        let rendering = begin.elapsed();
        let candidates = (asked.apart || asked.learn).then(|| Candidates::of(&page, &Referee::new(&gold)));
        let variants = candidates.iter().flat_map(|candidates| candidates.rewritten(&page, &gold));
        let variants = variants.filter_map(|(bytes, gold)| {
            let page = engine.render(Document { bytes, ..document.clone() }).ok()?.page;
            Some(Candidates::of(&page, &Referee::new(&gold)).lesson(&gold))
        });
        let variants = variants.collect();
        Ok(JudgedPage { variants, ..judge_page(&page, set, gold, candidates, &asked, rendering) })
    };
    let mut pages = Vec::new();
    let mut problems = Vec::new();
    run(&inputs, &RunOptions::default(), work, |result| {
        match result {
            Ok(page) => pages.push(page),
            Err(problem) => problems.push(problem),
        }
        ControlFlow::Continue(())
    });
    balance(&mut pages);
    if options.apart {
        judge_apart(&mut pages);
    }
    let ranker = options.learn.then(|| learn_from(pages.iter()));
    Ok(Report { methods: options.methods.clone(), pages, problems, ranker })
}

fn set_name(set: &Path) -> String {
    set.file_name().map_or_else(|| set.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn judge_page(
    page: &Page,
    set: String,
    gold: GoldPage,
    candidates: Option<Candidates>,
    options: &Options,
    rendering: Duration,
) -> JudgedPage {
    let referee = Referee::new(&gold);
    let methods = options
        .methods
        .iter()
        .map(|method| {
            let settings = RecordsSettings { method: *method, ..RecordsSettings::default() };
            let begin = Instant::now();
            let relations = records(page, &settings);
            let time = begin.elapsed();
            let score = relations.iter().map(|relation| relation.score).fold(0.0, f32::max);
            Judged { counts: count(&referee, &relations[..relations.len().min(gold.areas())]), score, time }
        })
        .collect();
    let best = candidates.iter().flat_map(|candidates| &candidates.counts);
    let best = best.copied().max_by(|a, b| a.f1().total_cmp(&b.f1())).unwrap_or_default();
    let lesson = candidates.map(|candidates| {
        let counts = candidates.counts.clone();
        (candidates.lesson(&gold), counts)
    });
    JudgedPage { set, gold, methods, best, apart: None, rendering, lesson, variants: Vec::new() }
}

/// How much a page counts in learning.
fn weight(gold: &GoldPage, worth: &[f64]) -> f64 {
    /// Pages without a list are few; this keeps false alarms rare.
    const NONE: f64 = 8.0;
    /// Where no candidate is any good there is nothing to learn.
    const LEAST_WORTH: f64 = 0.3;
    if gold.task == "none" {
        return NONE;
    }
    let best = worth.iter().copied().fold(0.0, f64::max);
    if best < LEAST_WORTH { 0.0 } else { 1.0 }
}

/// How much a page of a set counts, and a page that was rewritten from one of it. Chosen by hand with sites apart:
/// rewritten pages teach what small sets lack, and drown what a set of part-labelled records says.
fn shares(set: &str) -> (f64, f64) {
    match set {
        "courts" => (1.3, 0.7),
        "lists" => (1.0, 0.4),
        "srr" => (1.6, 0.0),
        _ => (1.0, 0.05),
    }
}

/// How much a bare article counts against the page it was made from.
const BARE_ARTICLE: f64 = 0.25;

/// How much a page whose list was replaced counts against one that never had any.
const REPLACED_LIST: f64 = 0.0125;

/// Lets each set count by the root of its size, so that a large one does not drown the others, and by its share. Pages
/// without a list have their own weight.
fn balance(pages: &mut [JudgedPage]) {
    let mut sizes: HashMap<String, usize> = HashMap::new();
    for page in pages.iter().filter(|page| page.gold.task == "records") {
        *sizes.entry(page.set.clone()).or_default() += 1;
    }
    let mean = sizes.values().sum::<usize>() as f64 / sizes.len().max(1) as f64;
    for page in pages.iter_mut().filter(|page| page.gold.task == "none") {
        page.variants.iter_mut().for_each(|lesson| lesson.weight *= BARE_ARTICLE);
    }
    for page in pages.iter_mut().filter(|page| page.gold.task == "records") {
        let root = (mean / sizes[&page.set] as f64).sqrt();
        let (share, rewritten) = shares(&page.set);
        page.lesson.iter_mut().for_each(|(lesson, _)| lesson.weight *= root * share);
        for lesson in &mut page.variants {
            lesson.weight *= if lesson.has_list() { root * rewritten } else { REPLACED_LIST };
        }
    }
}

pub(crate) fn count(referee: &Referee, relations: &[Relation]) -> Counts {
    let rows = relations.iter().flat_map(|relation| &relation.rows);
    let held: Vec<Holdings> = rows
        .map(|row| referee.holdings(RowView { text: &row.text, links: &row.links, images: &row.images }))
        .collect();
    referee.count(&held.iter().collect::<Vec<_>>())
}

/// All candidates of a page: their measures, and what each would come to.
struct Candidates {
    regions: Vec<Region>,
    features: Vec<Features>,
    counts: Vec<Counts>,
}

impl Candidates {
    fn of(page: &Page, referee: &Referee) -> Candidates {
        let ground = Ground::new(page);
        let regions: Vec<Region> = pool(&ground, &RecordsSettings::default());
        let mut held: FxHashMap<&Record, Holdings> = FxHashMap::default();
        for record in regions.iter().flat_map(|region| &region.records) {
            held.entry(record).or_insert_with(|| {
                let text = page.row_text(record.roots(page));
                let links: Vec<String> = record.roots(page).flat_map(|root| page.links(root)).collect();
                let images: Vec<String> = record.roots(page).flat_map(|root| page.images(root)).collect();
                referee.holdings(RowView { text: &text, links: &links, images: &images })
            });
        }
        let counts = regions.iter().map(|region| {
            let rows: Vec<&Holdings> = region.records.iter().map(|record| &held[record]).collect();
            referee.count(&rows)
        });
        let counts = counts.collect();
        let features = Features::of_pool(&ground, &regions);
        Candidates { regions, features, counts }
    }

    fn lesson(self, gold: &GoldPage) -> Lesson {
        let worth: Vec<f64> = self.counts.iter().map(Counts::f1).collect();
        let weight = weight(gold, &worth);
        Lesson { candidates: self.features, worth, weight }
    }

    /// A page without a list as a bare article. Another with its records marked up in other ways, or replaced, where a
    /// candidate is nearly right and can be rewritten; each with what is true of it. Records whose gold is their whole text
    /// are only replaced: some of these label a part, which would become another one.
    fn rewritten(&self, page: &Page, gold: &GoldPage) -> Vec<(Vec<u8>, GoldPage)> {
        const NEARLY: f64 = 0.85;
        if gold.task == "none" {
            return bare_article(page).map(|bytes| (bytes, gold.clone())).into_iter().collect();
        }
        let mut good: Vec<usize> =
            (0..self.counts.len()).filter(|at| self.counts[*at].f1() > NEARLY).collect();
        good.sort_by(|a, b| self.counts[*b].f1().total_cmp(&self.counts[*a].f1()));
        let first = |rewrite: &dyn Fn(&[Record]) -> Option<Vec<u8>>| {
            good.iter().find_map(|at| rewrite(&self.regions[*at].records))
        };
        let variants = Variant::ALL.into_iter().filter(|_| !gold.labels_whole_texts());
        let marked_up = variants.filter_map(|variant| first(&|records| variant.of(page, records)));
        let mut rewritten: Vec<(Vec<u8>, GoldPage)> = marked_up.map(|bytes| (bytes, gold.clone())).collect();
        if let Some(bytes) = first(&|records| without_list(page, records)) {
            rewritten
                .push((bytes, GoldPage { task: "none".to_owned(), records: Vec::new(), ..gold.clone() }));
        }
        rewritten
    }
}

/// Parts into which sites are put; each is judged by what the others teach.
const PARTS: u64 = 10;

fn judge_apart(pages: &mut [JudgedPage]) {
    let seen = &*pages;
    let without = |part| learn_from(seen.iter().filter(|page| part_of(&page.gold.site) != part));
    let rankers: Vec<Ranker> = std::thread::scope(|scope| {
        let learning: Vec<_> = (0..PARTS).map(|part| scope.spawn(move || without(part))).collect();
        learning.into_iter().filter_map(|ranker| ranker.join().ok()).collect()
    });
    for (part, ranker) in (0..PARTS).zip(rankers) {
        for page in pages.iter_mut().filter(|page| part_of(&page.gold.site) == part) {
            let Some((lesson, counts)) = &page.lesson else { continue };
            let begin = Instant::now();
            let best = best_of(&ranker, &lesson.candidates, counts);
            let nothing = Counts { gold: page.gold.records.len(), ..Counts::default() };
            let (counts, score) = best.unwrap_or((nothing, 0.0));
            page.apart = Some(Judged { counts, score, time: begin.elapsed() });
        }
    }
}

/// What the candidate that a ranker chooses comes to, and its score, if that is enough for an answer.
fn best_of(ranker: &Ranker, candidates: &[Features], counts: &[Counts]) -> Option<(Counts, f32)> {
    let sums = ranker.sums(candidates);
    let best = (0..sums.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b]))?;
    let score = 1.0 / (1.0 + (-sums[best]).exp());
    (score >= RecordsSettings::default().min_score).then_some((counts[best], score))
}

fn learn_from<'p>(pages: impl Iterator<Item = &'p JudgedPage>) -> Ranker {
    let lessons = pages.flat_map(|page| page.lesson.iter().map(|(lesson, _)| lesson).chain(&page.variants));
    let lessons: Vec<&Lesson> = lessons.filter(|lesson| lesson.weight > 0.0).collect();
    learn(&lessons, &LearnSettings::default())
}

/// Always the same part for a site: FNV-1a.
fn part_of(site: &str) -> u64 {
    let hash = site.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 20) % PARTS
}
