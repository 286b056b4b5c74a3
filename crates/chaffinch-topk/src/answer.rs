//! What is said of a page.

use crate::candidate::Candidate;
use crate::columns::relation;
use crate::find::candidates;
use crate::settings::TopkSettings;
use crate::survey::Survey;
use crate::title::{Clarity, Promise, promises};
use chaffinch_core::{Page, Relation};

/// The list that the title of a page promises, or why there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The list.
    Found(Box<Relation>),
    /// The reason, as a sentence.
    None(String),
}

/// Finds the list that the title of a page promises.
///
/// ```
/// # use chaffinch_topk::{Answer, TopkSettings, top_k};
/// let html = "<title>3 Best Oaks</title><h2>1. Holm</h2><p>Green.<h2>2. Cork</h2><p>Soft.<h2>3. Red</h2><p>Tall.";
/// let page = chaffinch_page::parse_str(html);
/// let Answer::Found(list) = top_k(&page, &TopkSettings::default()) else { panic!() };
/// assert_eq!(list.rows.len(), 3);
/// ```
pub fn top_k(page: &Page, settings: &TopkSettings) -> Answer {
    let promises = match settings.k {
        Some(k) => vec![Promise::given(page, k)],
        None => promises(page),
    };
    let Some(first) = promises.first() else {
        return Answer::None("no top-k list here: no title of the page says how many items it has".into());
    };
    if let Some(reason) = out_of_bounds(first.k, settings).filter(|_| promises.len() == 1) {
        return Answer::None(reason);
    }
    let survey = Survey::new(page);
    let mut best: Option<(f32, &Promise, Candidate)> = None;
    for promise in promises.iter().filter(|promise| out_of_bounds(promise.k, settings).is_none()) {
        for list in candidates(&survey, promise.k, settings).into_iter().take(1) {
            let clear = match promise.clarity {
                Clarity::Faint => 0.3,
                Clarity::Likely => 0.05,
                Clarity::Clear | Clarity::Given => 0.0,
            };
            let rank = list.rank - clear;
            if best.as_ref().is_none_or(|(known, _, _)| rank > *known) {
                best = Some((rank, promise, list));
            }
        }
    }
    match best {
        Some((rank, promise, list)) if rank >= settings.min_rank || !settings.likeness => {
            Answer::Found(Box::new(relation(&survey, promise, &list, rank, settings)))
        }
        _ => Answer::None(format!("no top-k list here: nothing on the page comes {} times", first.k)),
    }
}

fn out_of_bounds(k: usize, settings: &TopkSettings) -> Option<String> {
    if k < 2 {
        Some(format!("no top-k list here: {k} is too few for a list"))
    } else if k > settings.max_k {
        Some(format!("no top-k list here: {k} is more than the {} that are looked for", settings.max_k))
    } else {
        None
    }
}
