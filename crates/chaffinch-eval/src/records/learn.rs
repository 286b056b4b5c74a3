//! Learning the ranker: boosted trees that put a page's best candidate first.

use chaffinch_core::settings;
use chaffinch_records::{Features, Measure, Ranker, Tree};

/// A page to learn from: its candidates, and how good each is.
pub struct TrainingPage {
    /// The measures of each candidate.
    pub candidates: Vec<Features>,
    /// What is known of the right one.
    pub answer: Answer,
    /// How much the page counts.
    pub weight: f64,
}

/// What is known of the right candidate of a page.
#[derive(Debug, Clone)]
pub enum Answer {
    /// The F1 that each would reach; all 0 on a page without a right one.
    Graded(Vec<f64>),
    /// Which may be right, and last whether none may be. Nobody knows which of them is.
    OneOf(Vec<bool>),
}

impl TrainingPage {
    /// Whether any candidate is known to be right.
    pub fn has_list(&self) -> bool {
        matches!(&self.answer, Answer::Graded(f1) if f1.iter().any(|f1| *f1 > 0.0))
    }
}

settings! {
    /// How the ranker is learned.
    #[derive(Debug, Clone)]
    pub struct LearnSettings {
        /// Rankers that are learned with other random numbers and whose mean is taken. Few pages teach, and a mean depends less on chance.
        pub forests: usize = 3,
        /// Where the random numbers begin. Another seed gives another ranker from the same pages, and shows how much is chance.
        pub seed: u64 = 1,
        /// Trees of each.
        pub rounds: usize = 250,
        /// Questions from a tree's root to a leaf.
        pub depth: usize = 4,
        /// The learning rate: how much of each tree's correction is taken.
        pub rate: f64 = 0.1,
        /// How much worse than the best a candidate may be and still count as good.
        pub tolerance: f64 = 0.08,
        /// How many thresholds of a measure are tried.
        pub bins: usize = 48,
        /// Regularisation: keeps the leaves that few candidates reach near 0.
        pub ridge: f64 = 3.0,
        /// The share of measures that each tree may use, drawn at random. Trees that see different measures overfit less together.
        pub measures: f64 = 0.3,
        /// The share of candidates that each tree learns from.
        pub candidates: f64 = 0.5,
    }
}

/// Learns a ranker from pages.
///
/// Each page is a choice among its candidates and "no list", which has the sum 0. The loss is the cross entropy between
/// the softmax of the sums and a distribution that is concentrated on the candidates of the best F1; each tree is a
/// Newton step.
pub fn learn(pages: &[&TrainingPage], settings: &LearnSettings) -> Ranker {
    let table = Table::new(pages, settings);
    let forest = |seed| grow_forest(&table, settings, fastrand::Rng::with_seed(seed));
    Ranker::new((settings.seed..settings.seed + settings.forests as u64).flat_map(forest).collect())
}

/// The trees of one ranker, whose leaves are its share of the mean.
fn grow_forest(table: &Table, settings: &LearnSettings, mut random: fastrand::Rng) -> Vec<Tree> {
    let mut sums = vec![0.0; table.rows()];
    let mut trees = Vec::with_capacity(settings.rounds);
    for _ in 0..settings.rounds {
        let slopes = table.slopes(&sums);
        let (rows, measures) = table.sample(&mut random, settings);
        let tree =
            Growing { table, measures: &measures, slopes: &slopes, settings }.grow(rows, settings.depth);
        for (row, sum) in sums.iter_mut().enumerate() {
            *sum += tree.leaf(table, row);
        }
        trees.push(tree.named(table, 1.0 / settings.forests as f64));
    }
    trees
}

/// All candidates of all pages, with the bin of each measure: a column for each measure.
struct Table {
    names: Vec<Measure>,
    /// For each measure the values that begin a bin. Bin 0 is for missing ones.
    edges: Vec<Vec<f32>>,
    columns: Vec<Vec<u8>>,
    /// What share of the page's choice each candidate should get.
    wanted: Vec<f64>,
    /// The pages.
    pages: Vec<Choice>,
}

/// The choice on one page.
struct Choice {
    /// Its candidates.
    rows: std::ops::Range<usize>,
    weight: f64,
    /// Which candidates, and last whether none, may be right, where nobody knows which is.
    one_of: Option<Vec<bool>>,
}

/// First and second derivatives of the loss, negated, for each candidate.
struct Slopes {
    first: Vec<f64>,
    second: Vec<f64>,
}

/// A tree over bins.
enum Grown {
    Leaf(f64),
    Fork { measure: usize, bin: u8, then: Box<Grown>, otherwise: Box<Grown> },
}

impl Table {
    fn new(training: &[&TrainingPage], settings: &LearnSettings) -> Table {
        let first = training.iter().find_map(|page| page.candidates.first());
        let names: Vec<Measure> = first.map_or(Vec::new(), |f| f.iter().map(|(name, _)| name).collect());
        let rows: Vec<Vec<Option<f32>>> = training
            .iter()
            .flat_map(|page| &page.candidates)
            .map(|features| features.iter().map(|(_, value)| value).collect())
            .collect();
        let edges: Vec<Vec<f32>> = (0..names.len())
            .map(|measure| quantiles(rows.iter().filter_map(|row| row[measure]).collect(), settings.bins))
            .collect();
        let bin = |measure: usize, value: Option<f32>| {
            value.map_or(0, |value| 1 + edges[measure].partition_point(|edge| *edge <= value) as u8)
        };
        let columns = (0..names.len())
            .map(|measure| rows.iter().map(|row| bin(measure, row[measure])).collect())
            .collect();
        let mut wanted = Vec::with_capacity(rows.len());
        let mut pages = Vec::new();
        for page in training {
            let start = wanted.len();
            let one_of = match &page.answer {
                Answer::Graded(f1) => {
                    wanted.extend(shares(f1, settings.tolerance));
                    None
                }
                Answer::OneOf(allowed) => {
                    wanted.resize(start + page.candidates.len(), 0.0);
                    Some(allowed.clone())
                }
            };
            pages.push(Choice { rows: start..wanted.len(), weight: page.weight, one_of });
        }
        Table { names, edges, columns, wanted, pages }
    }

    fn rows(&self) -> usize {
        self.wanted.len()
    }

    fn slopes(&self, sums: &[f64]) -> Slopes {
        let mut slopes = Slopes { first: vec![0.0; sums.len()], second: vec![0.0; sums.len()] };
        for Choice { rows, weight, one_of } in &self.pages {
            let most = sums[rows.clone()].iter().copied().fold(0.0, f64::max);
            let parts: Vec<f64> = sums[rows.clone()].iter().map(|sum| (sum - most).exp()).collect();
            let nothing = (-most).exp();
            let total: f64 = nothing + parts.iter().sum::<f64>();
            // Of the candidates that may be right, those that are already thought likely get the choice.
            let allowed = one_of.as_ref().map(|one_of| {
                let parts = parts.iter().chain([&nothing]).zip(one_of);
                parts.filter(|(_, allowed)| **allowed).map(|(part, _)| part).sum::<f64>()
            });
            for (at, row) in rows.clone().enumerate() {
                let share = parts[at] / total;
                let wanted = match (one_of, allowed) {
                    (Some(one_of), Some(allowed)) if one_of[at] => parts[at] / allowed,
                    _ => self.wanted[row],
                };
                slopes.first[row] = weight * (wanted - share);
                slopes.second[row] = weight * (share * (1.0 - share)).max(1e-6);
            }
        }
        slopes
    }

    /// Some of the rows and some of the measures.
    fn sample(&self, random: &mut fastrand::Rng, settings: &LearnSettings) -> (Vec<u32>, Vec<usize>) {
        let rows = (0..self.rows() as u32).filter(|_| random.f64() < settings.candidates).collect();
        (rows, (0..self.names.len()).filter(|_| random.f64() < settings.measures).collect())
    }
}

/// One tree's view of the table.
struct Growing<'t> {
    table: &'t Table,
    measures: &'t [usize],
    slopes: &'t Slopes,
    settings: &'t LearnSettings,
}

impl Growing<'_> {
    fn grow(&self, rows: Vec<u32>, depth: usize) -> Grown {
        let sum = |of: &[f64]| rows.iter().map(|row| of[*row as usize]).sum::<f64>();
        let (first, second) = (sum(&self.slopes.first), sum(&self.slopes.second));
        let split = if depth > 0 { self.best_split(&rows, first, second) } else { None };
        let Some((measure, bin)) = split else {
            return Grown::Leaf(self.settings.rate * first / (second + self.settings.ridge));
        };
        let (below, above) =
            rows.into_iter().partition(|row| self.table.columns[measure][*row as usize] <= bin);
        let (then, otherwise) =
            (Box::new(self.grow(below, depth - 1)), Box::new(self.grow(above, depth - 1)));
        Grown::Fork { measure, bin, then, otherwise }
    }

    /// The measure and the bin that divide the rows best.
    fn best_split(&self, rows: &[u32], first: f64, second: f64) -> Option<(usize, u8)> {
        const LEAST: f64 = 2e-3;
        let gain_of = |first: f64, second: f64| first * first / (second + self.settings.ridge);
        let mut best: Option<(usize, u8)> = None;
        let mut most = gain_of(first, second) + 1e-6;
        for measure in self.measures {
            let column = &self.table.columns[*measure];
            let mut bins = [(0.0, 0.0); 256];
            for row in rows {
                let bin = &mut bins[column[*row as usize] as usize];
                bin.0 += self.slopes.first[*row as usize];
                bin.1 += self.slopes.second[*row as usize];
            }
            let (mut low, mut low_second) = (0.0, 0.0);
            // Above the last edge the other side would be empty.
            for (bin, (of_first, of_second)) in
                bins.iter().enumerate().take(self.table.edges[*measure].len() + 1)
            {
                low += of_first;
                low_second += of_second;
                let (high, high_second) = (first - low, second - low_second);
                let gain = gain_of(low, low_second) + gain_of(high, high_second);
                if gain > most && low_second > LEAST && high_second > LEAST {
                    most = gain;
                    best = Some((*measure, bin as u8));
                }
            }
        }
        best
    }
}

impl Grown {
    fn leaf(&self, table: &Table, row: usize) -> f64 {
        match self {
            Grown::Leaf(amount) => *amount,
            Grown::Fork { measure, bin, then, otherwise } => {
                let below = table.columns[*measure][row] <= *bin;
                if below { then.leaf(table, row) } else { otherwise.leaf(table, row) }
            }
        }
    }

    /// The tree with the names of its measures, and its leaves times `share`.
    fn named(&self, table: &Table, share: f64) -> Tree {
        match self {
            Grown::Leaf(amount) => Tree::Leaf(rounded((amount * share) as f32, 1e5)),
            Grown::Fork { measure, bin, then, otherwise } => Tree::Fork {
                measure: table.names[*measure].to_string(),
                // Bin 0 is for missing ones alone.
                below: bin.checked_sub(1).map_or(f32::MIN, |bin| {
                    table.edges[*measure].get(bin as usize).copied().unwrap_or(f32::MAX)
                }),
                then: Box::new(then.named(table, share)),
                otherwise: Box::new(otherwise.named(table, share)),
            },
        }
    }
}

fn rounded(value: f32, steps: f32) -> f32 {
    (value * steps).round() / steps
}

/// Values that divide `values` into parts of the same size.
fn quantiles(mut values: Vec<f32>, parts: usize) -> Vec<f32> {
    values.sort_by(f32::total_cmp);
    let mut edges: Vec<f32> = Vec::new();
    for part in 1..parts.min(values.len()) {
        edges.push(rounded(values[part * values.len() / parts], 1e4));
    }
    edges.dedup();
    edges
}

/// How a page's choice should be shared among candidates of such F1; nothing to any where none is right.
fn shares(f1: &[f64], tolerance: f64) -> Vec<f64> {
    let best = f1.iter().copied().fold(0.0, f64::max);
    if best == 0.0 {
        return vec![0.0; f1.len()];
    }
    let good: Vec<f64> = f1.iter().map(|f1| ((f1 - best) / tolerance).exp()).collect();
    let total: f64 = good.iter().sum();
    good.into_iter().map(|good| good / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_records::{RecordsSettings, Region, pool};
    use chaffinch_survey::Survey;

    /// A menu and a list of sentences; the list is what counts.
    fn page(seed: usize) -> TrainingPage {
        let words = ["harbour", "museum", "bakery", "bridge", "orchard"];
        let items: String = (0..6 + seed % 3)
            .map(|n| {
                format!(
                    "<li class=r><a href={n}>The {} {n}</a><p>Open since 19{n}{seed}.",
                    words[(n + seed) % 5]
                )
            })
            .collect();
        let menu: String = words.iter().map(|word| format!("<li><a href={word}>{word}</a>")).collect();
        let list = chaffinch_page::parse_str(&format!("<ul class=m>{menu}</ul><ul class=l>{items}</ul>"));
        let survey = Survey::new(&list, &Default::default());
        let regions = pool(&survey, &RecordsSettings::default());
        let is_list = |region: &Region| {
            list.is(region.records[0].first(), "li")
                && list.attribute(region.records[0].first(), "class") == Some("r")
        };
        let f1 = regions.iter().map(|region| if is_list(region) { 1.0 } else { 0.0 }).collect();
        let answer = Answer::Graded(f1);
        TrainingPage { candidates: Features::of_pool(&survey, &regions), answer, weight: 1.0 }
    }

    /// Whether the ranker's choice is the list.
    fn is_right(ranker: &Ranker, page: &TrainingPage) -> bool {
        let sums = ranker.sums(&page.candidates);
        let best = (0..sums.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b])).unwrap();
        matches!(&page.answer, Answer::Graded(f1) if f1[best] == 1.0)
    }

    #[test]
    fn pages_that_only_say_that_there_is_a_list_make_one_likelier() {
        let known: Vec<TrainingPage> = (0..4).map(page).collect();
        let hinted = |allowed: bool| {
            let mut hinted = page(5);
            let mut one_of = vec![allowed; hinted.candidates.len()];
            one_of.push(!allowed);
            hinted.answer = Answer::OneOf(one_of);
            hinted
        };
        let settings = LearnSettings { rounds: 30, ..LearnSettings::default() };
        let best = |hint: TrainingPage| {
            let pages: Vec<&TrainingPage> = known.iter().chain([&hint]).collect();
            let sums = learn(&pages, &settings).sums(&page(5).candidates);
            sums.into_iter().fold(f32::MIN, f32::max)
        };
        assert!(best(hinted(true)) > best(hinted(false)));
    }

    #[test]
    fn what_was_learned_holds_on_another_page() {
        let pages: Vec<TrainingPage> = (0..6).map(page).collect();
        let settings = LearnSettings { rounds: 30, ..LearnSettings::default() };
        let ranker = learn(&pages.iter().collect::<Vec<_>>(), &settings);
        assert!(is_right(&ranker, &page(7)));
        assert_eq!(ranker, learn(&pages.iter().collect::<Vec<_>>(), &settings), "learning is repeatable");
    }
}
