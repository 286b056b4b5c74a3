//! How well the whole answer is chosen: the list, the table or the thing that a page is about, or nothing.
//!
//! Lists are ranked first and everything is chosen among afterwards. The models are learned here, one after the other: those of the
//! choice and of kinds see scores of lists by rankers that have not seen the page's site, as they will on pages of strangers.

mod report;

pub use report::Report;

use crate::outlines::outlined;
use crate::pages::{look_at, read_set};
use crate::records::{
    Answer, JudgedPage, LearnSettings, TrainingPage, learn, learn_from, lessons, part_of, rankers_apart,
};
use crate::referee::{Fault, Referee, RowView, norm};
use chaffinch::{ChoiceSettings, Engine, Measured, Settings};
use chaffinch_core::{PageKind, Problem, Relation, RelationKind};
use chaffinch_gold::{GoldPage, Labels};
use chaffinch_input::Document;
use chaffinch_records::Ranker;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sets with lists of records or without any, from which rankers are learned; of `wild` the pages whose records were marked.
const LISTS: [&str; 9] = ["testbed", "srr", "courts", "lists", "none", "bananas", "people", "drift", "wild"];
/// All sets, and of how many pages one is taken: of sites with many pages, and of kinds with many sites.
const SETS: [(&str, usize); 12] = [
    ("testbed", 1),
    ("srr", 1),
    ("courts", 1),
    ("lists", 1),
    ("bananas", 1),
    ("people", 1),
    ("drift", 1),
    ("none", 1),
    ("wild", 1),
    ("products", 1),
    ("recipes", 2),
    ("swde", 24),
];
/// The sets that are left out altogether in turn.
const LEFT_OUT: [&str; 6] = ["testbed", "srr", "courts", "lists", "bananas", "people"];

/// Sites are divided into so many parts; each part is judged by models that were learned from the others.
const PARTS: u64 = 5;

/// What is done.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether each set is also left out of learning altogether.
    pub sets_apart: bool,
    /// Whether the models are learned from all pages.
    pub learn: bool,
    /// Whether every page is printed.
    pub per_page: bool,
    /// Where the random numbers of learning begin.
    pub seed: u64,
}

/// The models.
pub struct Models {
    /// Ranks the lists of a page.
    pub ranker: Ranker,
    /// Chooses among everything that was found.
    pub choice: Ranker,
    /// Says what kind of page it is where no finding is sure.
    pub kinds: Ranker,
}

/// A page with all that was found on it.
struct ChoicePage {
    set: String,
    gold: GoldPage,
    /// Whether its list was marked by hand.
    is_marked: bool,
    training: TrainingPage,
    /// The same for the model of kinds, where the kind is known.
    kinds: Option<TrainingPage>,
    measured: Measured,
    /// For each finding what it is, and how good it is.
    findings: Vec<Judged>,
}

/// A list is lost if what comes first is worth less.
const LOST: f64 = 0.5;

#[derive(Debug, Clone, Copy)]
struct Judged {
    kind: RelationKind,
    /// 0 to 1.
    worth: f64,
    /// Whether it comes from structured data.
    is_told: bool,
    /// What is wrong with its rows, where they are not the records.
    fault: Option<Fault>,
}

/// What a model chose on a page.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    /// The finding that comes first; none where nothing was found.
    first: Option<Judged>,
    score: f32,
    /// The best score of a list or table.
    alarm: f32,
    /// The kind that the page as a whole looks like.
    likely: Option<RelationKind>,
}

/// Judges the choice on all sets below `data`.
///
/// # Errors
/// If a gold file cannot be read.
pub fn judge(data: &Path, options: &Options, mut tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let there = |set: &str| data.join(set).join("gold.jsonl").exists();
    let lists: Vec<PathBuf> = LISTS.into_iter().filter(|set| there(set)).map(|set| data.join(set)).collect();
    let (lists, problems) = lessons(&lists)?;
    problems.iter().for_each(&mut tell);
    let mut asked = Vec::new();
    for (set, every) in SETS.into_iter().filter(|(set, _)| there(set)) {
        let pages = read_set(&data.join(set))?.into_iter().step_by(every);
        asked.extend(pages.filter(|page| is_judged(&page.labels)).map(|page| (page, set.to_owned())));
    }
    let rankers = rankers_apart(&lists, PARTS, options.seed);
    let mut pages = Vec::new();
    for (part, ranker) in (0..PARTS).zip(rankers) {
        let own = asked.iter().filter(|(page, _)| part_of(&page.site, PARTS) == part);
        pages.extend(look(own.cloned().collect(), ranker, &mut tell)?);
    }
    balance(&mut pages);
    let models: Vec<(Ranker, Ranker)> = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let others = || pages.iter().filter(|page| part_of(&page.gold.site, PARTS) != part);
            (choice_of(others(), options.seed), kinds_of(others(), options.seed))
        })
        .collect();
    let apart: Vec<Chosen> = pages
        .iter()
        .map(|page| {
            let (choice, kinds) = &models[part_of(&page.gold.site, PARTS) as usize];
            chosen(choice, Some(kinds), page)
        })
        .collect();
    let mut left_out = Vec::new();
    if options.sets_apart {
        for set in LEFT_OUT.into_iter().filter(|set| there(set)) {
            left_out.extend(judge_without(set, &lists, &pages, &asked, options.seed, &mut tell)?);
        }
    }
    let models = options.learn.then(|| Models {
        ranker: learn_from(lists.iter(), options.seed),
        choice: choice_of(pages.iter(), options.seed),
        kinds: kinds_of(pages.iter(), options.seed),
    });
    Ok(Report { pages, apart, left_out, models, per_page: options.per_page })
}

/// What is chosen on the pages of a set by models that have seen none of it, and no page of its sites in another set.
fn judge_without(
    set: &str,
    lists: &[JudgedPage],
    pages: &[ChoicePage],
    asked: &[(GoldPage, String)],
    seed: u64,
    tell: impl FnMut(&Problem),
) -> Result<Vec<(ChoicePage, Chosen)>, Problem> {
    let sites: HashSet<&str> =
        asked.iter().filter(|(_, of)| of == set).map(|(page, _)| page.site.as_str()).collect();
    let is_other = |of: &str, gold: &GoldPage| of != set && !sites.contains(gold.site.as_str());
    let ranker = learn_from(lists.iter().filter(|page| is_other(&page.set, &page.gold)), seed);
    let model = choice_of(pages.iter().filter(|page| is_other(&page.set, &page.gold)), seed);
    let own = asked.iter().filter(|(_, of)| of == set).cloned().collect();
    let pages = look(own, ranker, tell)?;
    Ok(pages
        .into_iter()
        .map(|page| {
            let chosen = chosen(&model, None, &page);
            (page, chosen)
        })
        .collect())
}

fn is_judged(labels: &Labels) -> bool {
    matches!(
        labels,
        Labels::Records(_) | Labels::TopK(_) | Labels::Detail(_) | Labels::Nothing | Labels::Kinds(_)
    )
}

/// Finds everything on pages, with lists ranked by `ranker`.
fn look(
    pages: Vec<(GoldPage, String)>,
    ranker: Ranker,
    tell: impl FnMut(&Problem),
) -> Result<Vec<ChoicePage>, Problem> {
    let ranker = Arc::new(ranker);
    let engine = Engine::new(Settings::default().with(|settings| settings.records.ranker = Some(ranker)))?;
    let look = |engine: &Engine, document: Document, gold: &GoldPage, set: &String| {
        let page = engine.render(document)?.page;
        let (relations, measured) = engine.candidates(&page);
        let marked = outlined(gold, &page);
        let judged_by = marked.as_ref().unwrap_or(gold);
        let referee = Referee::new(judged_by);
        let findings: Vec<Judged> =
            relations.iter().map(|relation| judged(judged_by, &referee, relation)).collect();
        let mut answer = answer(judged_by, &findings);
        if let Answer::OneOf(allowed) = &mut answer {
            keep_discussion(&relations, allowed);
        }
        let training = TrainingPage { candidates: measured.findings.clone(), answer, weight: 1.0 };
        let kinds = kind_lesson(gold, &measured);
        Ok(ChoicePage {
            set: set.clone(),
            gold: gold.clone(),
            is_marked: marked.is_some(),
            training,
            kinds,
            measured,
            findings,
        })
    };
    Ok(look_at(engine, pages, None, look, tell))
}

fn judged(gold: &GoldPage, referee: &Referee, relation: &Relation) -> Judged {
    const TOLD: [&str; 5] = ["json-ld", "microdata", "rdfa", "opengraph", "state"];
    let rows: Vec<RowView> = relation.rows.iter().map(RowView::from).collect();
    let is_list = matches!(gold.labels, Labels::Records(_) | Labels::TopK(_));
    let worth = worth(gold, referee, relation);
    Judged {
        kind: relation.kind,
        worth,
        is_told: TOLD.contains(&relation.method.as_str()),
        fault: (is_list && worth < LOST).then(|| referee.fault(&rows)),
    }
}

/// How good a finding is as the answer of a page, 0 to 1.
fn worth(gold: &GoldPage, referee: &Referee, relation: &Relation) -> f64 {
    match (&gold.labels, relation.kind) {
        (Labels::Records(_) | Labels::TopK(_), kind) if kind != RelationKind::Detail => {
            referee.count_relations(std::slice::from_ref(relation)).f1()
        }
        (Labels::Detail(_), RelationKind::Detail) => share_of_values(gold, relation),
        _ => 0.0,
    }
}

/// The share of a thing's attributes of which a value stands in a cell of its own.
fn share_of_values(gold: &GoldPage, relation: &Relation) -> f64 {
    let cells = relation.rows.iter().take(1).flat_map(|row| row.cells.iter().flatten());
    let texts: std::collections::HashSet<String> =
        cells.flat_map(|cell| cell.cells()).map(|cell| norm(&cell.text)).collect();
    let record = &gold.records()[0];
    let attributes: Vec<&String> = record.attributes().collect();
    let told =
        attributes.iter().filter(|name| record.values(name).iter().any(|value| texts.contains(&norm(value))));
    told.count() as f64 / attributes.len().max(1) as f64
}

/// What is known of the right finding of a page.
fn answer(gold: &GoldPage, findings: &[Judged]) -> Answer {
    let Labels::Kinds(kinds) = &gold.labels else {
        return Answer::Graded(findings.iter().map(|finding| finding.worth).collect());
    };
    let allowed = findings.iter().map(|finding| kinds.contains(&finding.kind.into()));
    let mut allowed: Vec<bool> = allowed.collect();
    // A page of a kind that findings do not have is about none of them, and so is one on which the right kind was not found.
    let nothing = has_no_finding(kinds) || !allowed.contains(&true);
    allowed.push(nothing);
    Answer::OneOf(allowed)
}

/// Where a page's own data tells its posts, only lists of about as many records can be right: not the threads beside it.
fn keep_discussion(relations: &[Relation], allowed: &mut [bool]) {
    const TYPES: [&str; 3] = ["DiscussionForumPosting", "Question", "SocialMediaPosting"];
    const TOLD: [&str; 3] = ["json-ld", "microdata", "rdfa"];
    let posts = relations.iter().find(|relation| {
        relation.kind == RelationKind::Records
            && TOLD.contains(&relation.method.as_str())
            && relation.title.as_deref().is_some_and(|title| TYPES.contains(&title))
    });
    let Some(posts) = posts.map(|posts| posts.rows.len()) else { return };
    for (allowed, relation) in allowed.iter_mut().zip(relations) {
        let rows = relation.rows.len();
        *allowed &= 2 * rows >= posts && rows <= 2 * posts;
    }
}

/// What the model of kinds learns from a page of which the kind is known: whether it is a list, one thing, or neither.
fn kind_lesson(gold: &GoldPage, measured: &Measured) -> Option<TrainingPage> {
    let Labels::Kinds(kinds) = &gold.labels else { return None };
    let mut allowed: Vec<bool> = [PageKind::List, PageKind::Detail].map(|kind| kinds.contains(&kind)).into();
    allowed.push(!allowed.contains(&true));
    Some(TrainingPage { candidates: measured.kinds.clone(), answer: Answer::OneOf(allowed), weight: 1.0 })
}

/// Whether a page of one of these kinds need not be about anything that is found.
fn has_no_finding(kinds: &[PageKind]) -> bool {
    kinds.iter().any(|kind| matches!(kind, PageKind::Article | PageKind::Form | PageKind::Other))
}

/// Lets each set count by the root of its size, so that a large one does not drown the others. Pages with a list but no right finding
/// are left out.
fn balance(pages: &mut [ChoicePage]) {
    /// Pages without any list are few; this keeps false alarms rare.
    const NONE: f64 = 4.0;
    /// Every page has a heading and so something that may be its thing; lists are rarer, and missing one costs more rows.
    const THING: f64 = 0.5;
    const LIST: f64 = 1.5;
    let mut sizes: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        *sizes.entry(page.set.clone()).or_default() += 1;
    }
    let mean = pages.len() as f64 / sizes.len().max(1) as f64;
    for page in pages {
        let root = (mean / sizes[&page.set] as f64).sqrt();
        let best = page.findings.iter().map(|finding| finding.worth).fold(0.0, f64::max);
        page.training.weight = match &page.gold.labels {
            Labels::Nothing => NONE,
            Labels::Kinds(_) if !page.is_marked => root,
            _ if best < 0.3 => 0.0,
            Labels::Detail(_) => THING * root,
            _ => LIST * root,
        };
    }
}

fn choice_of<'p>(pages: impl Iterator<Item = &'p ChoicePage>, seed: u64) -> Ranker {
    let counted = pages.map(|page| &page.training);
    let counted: Vec<&TrainingPage> =
        counted.filter(|page| page.weight > 0.0 && !page.candidates.is_empty()).collect();
    learn(&counted, &settings(seed))
}

fn kinds_of<'p>(pages: impl Iterator<Item = &'p ChoicePage>, seed: u64) -> Ranker {
    let counted: Vec<&TrainingPage> = pages.filter_map(|page| page.kinds.as_ref()).collect();
    learn(&counted, &settings(seed))
}

/// How the models of the choice and of kinds are learned. Chosen on sites apart.
fn settings(seed: u64) -> LearnSettings {
    LearnSettings {
        seed,
        forests: 1,
        rounds: 300,
        rate: 0.05,
        tolerance: 0.2,
        measures: 0.6,
        candidates: 0.7,
        ..LearnSettings::default()
    }
}

/// What a model of the choice, and one of kinds, choose on a page.
fn chosen(model: &Ranker, kinds: Option<&Ranker>, page: &ChoicePage) -> Chosen {
    let scores = model.scores(&page.training.candidates);
    let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a)));
    let listed = (0..scores.len()).filter(|at| page.findings[*at].kind != RelationKind::Detail);
    Chosen {
        first: best.map(|at| page.findings[at]),
        score: best.map_or(0.0, |at| scores[at]),
        alarm: listed.map(|at| scores[at]).fold(0.0, f32::max),
        likely: kinds.and_then(|kinds| page.measured.likely_kind(kinds, ChoiceSettings::default().likely)),
    }
}
