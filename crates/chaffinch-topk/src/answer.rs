//! Chooses the answer for a page.

use crate::candidate::Candidate;
use crate::classes::Likeness;
use crate::columns::finding;
use crate::explain::lines;
use crate::find::candidates;
use crate::rank::is_ordered;
use crate::settings::TopkSettings;
use crate::shown::ShownPage;
use crate::title::{Clarity, Promise, promises};
use chaffinch_core::{Finding, Findings};
use chaffinch_survey::Survey;

/// Finds the list that the title of a page promises, or says why there is none. With `explain` it also lists the promises of the
/// titles, the candidates with their ranks, and what each optimisation changes.
///
/// ```
/// # use chaffinch_topk::{TopkSettings, top_k};
/// # use chaffinch_survey::Survey;
/// let html = "<title>3 Best Oaks</title><h2>1. Holm</h2><p>Green.<h2>2. Cork</h2><p>Soft.<h2>3. Red</h2><p>Tall.";
/// let page = chaffinch_page::parse_str(html);
/// let survey = Survey::new(&page, &Default::default());
/// let found = top_k(&survey, &TopkSettings::default(), false);
/// assert_eq!(found.relations[0].rows.len(), 3);
/// ```
pub fn top_k(survey: &Survey, settings: &TopkSettings, explain: bool) -> Findings {
    let search = Search::new(survey, settings);
    let why = if explain { lines(&search) } else { Vec::new() };
    match search.answer() {
        Ok(list) => Findings { relations: vec![list], why, absence: None },
        Err(reason) => Findings { why, absence: Some(reason), ..Findings::default() },
    }
}

/// The promises of a page and the lists that may fulfil them.
pub(crate) struct Search<'s, 'p> {
    pub(crate) shown: Option<ShownPage<'s, 'p>>,
    pub(crate) settings: TopkSettings,
    pub(crate) promises: Vec<Promise>,
    /// For each promise of a possible size, its number in `promises` and its candidates, best first.
    pub(crate) lists: Vec<(usize, Vec<Candidate>)>,
}

impl<'s, 'p> Search<'s, 'p> {
    pub(crate) fn new(survey: &'s Survey<'p>, settings: &TopkSettings) -> Search<'s, 'p> {
        let page = survey.page;
        let promises = match settings.k {
            Some(k) => vec![Promise::given(page, k)],
            None => promises(page),
        };
        let mut search = Search { shown: None, settings: settings.clone(), promises, lists: Vec::new() };
        let within: Vec<usize> = (0..search.promises.len())
            .filter(|at| out_of_bounds(search.promises[*at].k, settings).is_none())
            .collect();
        if !within.is_empty() {
            let shown = ShownPage::new(survey, settings);
            let lists =
                within.into_iter().map(|at| (at, candidates(&shown, search.promises[at].k, settings)));
            search.lists = lists.collect();
            search.shown = Some(shown);
        }
        search
    }

    /// The promise with the best list, that list and its rank.
    fn best(&self) -> Option<(&Promise, &Candidate, f32)> {
        let firsts = self.lists.iter().filter_map(|(at, lists)| {
            let (promise, list) = (&self.promises[*at], lists.first()?);
            Some((promise, list, list.rank - self.doubt(promise, list)))
        });
        // The clearest promise comes first and wins where two lists have the same rank.
        firsts.reduce(|best, next| if next.2 > best.2 { next } else { best })
    }

    /// The best list, if its rank is high enough for an answer.
    fn good(&self) -> Option<(&Promise, &Candidate, f32)> {
        let is_good = |promise: &Promise, list: &Candidate, rank: f32| {
            rank >= self.least_rank(promise) - self.ease(promise, list) || !self.settings.likeness
        };
        self.best().filter(|(promise, list, rank)| is_good(promise, list, *rank))
    }

    /// What is subtracted from the rank of a list because the title is unclear.
    fn doubt(&self, promise: &Promise, list: &Candidate) -> f32 {
        let counts = list.likeness == Likeness::Numbered && list.nodes.len() == promise.k;
        match promise.clarity {
            Clarity::Faint if counts => self.settings.faint_doubt - self.settings.counted,
            Clarity::Faint => self.settings.faint_doubt,
            Clarity::Likely => self.settings.likely_doubt,
            Clarity::Clear | Clarity::Given => 0.0,
        }
    }

    /// The list that is the answer.
    pub(crate) fn chosen(&self) -> Option<&Candidate> {
        self.good().map(|(_, list, _)| list)
    }

    /// The least rank of a list for this promise. Every page has a few alike things by chance, so that a list with a small k needs a
    /// higher rank. Where the user gives k, there is a list.
    fn least_rank(&self, promise: &Promise) -> f32 {
        let magnitude = (promise.k as f32 / 10.0).log10();
        match promise.clarity {
            Clarity::Given => 0.0,
            _ => self.settings.min_rank - self.settings.min_rank * magnitude.clamp(-1.0, 0.5),
        }
    }

    /// By how much the rank of a list may be lower because the page itself counts its items.
    fn ease(&self, promise: &Promise, list: &Candidate) -> f32 {
        let counts = self.settings.numbering && list.nodes.len() == promise.k;
        let is_ordered = self.shown.as_ref().is_some_and(|shown| is_ordered(shown, list));
        if counts && is_ordered { self.settings.ordered_rank } else { 0.0 }
    }

    fn answer(&self) -> Result<Finding, String> {
        let none = |reason: String| Err(format!("no top-k list here: {reason}"));
        let Some(first) = self.promises.first() else {
            return none("no title of the page says how many items it has".into());
        };
        match (self.good(), &self.shown) {
            (Some((promise, list, rank)), Some(shown)) => {
                Ok(finding(shown, promise, list, rank, &self.settings))
            }
            _ => none(out_of_bounds(first.k, &self.settings).unwrap_or_else(|| {
                format!("nothing on the page that could be what its title counts comes {} times", first.k)
            })),
        }
    }
}

fn out_of_bounds(k: usize, settings: &TopkSettings) -> Option<String> {
    if k < 2 {
        Some(format!("{k} is too few for a list"))
    } else if k > settings.max_k {
        Some(format!("{k} is more than the {} items that are looked for", settings.max_k))
    } else {
        None
    }
}
