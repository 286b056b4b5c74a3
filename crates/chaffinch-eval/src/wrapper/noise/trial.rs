//! One run of the inductive learner: pages are drawn until a wrapper is learned.

use super::recognizer::{Simulated, words};
use chaffinch_core::Span;
use chaffinch_wrapper::{
    Column, Evidence, Executor, Labelled, LearnSettings, Pac, Recognized, StringWrapper, WrapperClass,
    is_enough, learn_from_columns,
};
use fastrand::Rng;

/// A page and what perfect recognisers find on it.
#[derive(Debug)]
pub struct Truth {
    page: (String, Vec<u8>),
    words: Vec<Span>,
    /// By tuple, then by attribute.
    tuples: Vec<Vec<Span>>,
}

impl Truth {
    /// The label of a page on which every tuple has every attribute once; none for other labels.
    pub fn read((page, bytes): &Labelled) -> Option<Truth> {
        let only = |spans: &Vec<Span>| if let [span] = spans[..] { Some(span) } else { None };
        let tuples: Vec<Vec<Span>> =
            page.tuples().iter().map(|tuple| tuple.iter().map(only).collect()).collect::<Option<_>>()?;
        let count = tuples.first()?.len();
        let flat = tuples.iter().all(|tuple| tuple.len() == count);
        flat.then(|| Truth { page: (page.page.clone(), bytes.clone()), words: words(bytes), tuples })
    }

    /// How many attributes a tuple has.
    pub fn attributes(&self) -> usize {
        self.tuples.first().map_or(0, Vec::len)
    }

    fn is_found_by(&self, wrapper: &StringWrapper) -> bool {
        let found = Executor::new(wrapper).execute(&self.page.1);
        let spans = found.tuples.iter().map(|tuple| tuple.instances.iter().map(|i| i.span));
        found.fault.is_none() && spans.map(Iterator::collect::<Vec<Span>>).eq(self.tuples.iter().cloned())
    }
}

/// The pages of a site: those that PageOracle draws from, and those that a wrapper is tested on.
#[derive(Debug)]
pub struct Split<'p> {
    drawn: Vec<&'p Truth>,
    tested: Vec<&'p Truth>,
}

impl<'p> Split<'p> {
    /// Every other page is kept apart for the test.
    pub fn new(pages: &'p [Truth]) -> Split<'p> {
        Split { drawn: pages.iter().step_by(2).collect(), tested: pages.iter().skip(1).step_by(2).collect() }
    }
}

/// A run.
#[derive(Debug)]
pub struct Trial<'p> {
    split: &'p Split<'p>,
    /// For each attribute its recogniser.
    recognizers: Vec<Simulated>,
    /// In which order the recognisers are handed to the learner, which has to find the page's order itself.
    handed: Vec<usize>,
    most_pages: usize,
    random: Rng,
}

impl<'p> Trial<'p> {
    /// A run with `imperfect` imperfect recognisers of this rate of errors; which, and of which kind, is random.
    pub fn new(
        split: &'p Split<'p>,
        imperfect: usize,
        rate: f64,
        most_pages: usize,
        mut random: Rng,
    ) -> Trial<'p> {
        let attributes = split.drawn.first().map_or(0, |page| page.attributes());
        let mut recognizers = vec![Simulated::Perfect; attributes];
        for k in random.choose_multiple(0..attributes, imperfect) {
            recognizers[k] = Simulated::imperfect(rate, &mut random);
        }
        let mut handed: Vec<usize> = (0..attributes).collect();
        random.shuffle(&mut handed);
        Trial { split, recognizers, handed, most_pages, random }
    }

    /// Condition (b): how many pages are drawn until the wrapper is right on all pages kept apart; none if `most_pages` are not enough.
    pub fn pages_until_right(mut self) -> Option<usize> {
        let names: Vec<String> = self.handed.iter().map(|k| format!("a{k}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        // The paper's class; sites that it cannot wrap say nothing about recognisers.
        let settings = LearnSettings { class: Some(WrapperClass::Hlrt), ..LearnSettings::default() };
        let (mut pages, mut columns) = (Vec::new(), Vec::new());
        let mut order = Vec::new();
        while pages.len() < self.most_pages {
            let page = self.draw(&mut order);
            pages.push(page.page.clone());
            let found = self.recognize(page);
            columns.push(self.handed.iter().map(|k| found[*k].clone()).collect::<Vec<Column>>());
            let right =
                |learned: &Recognized| self.split.tested.iter().all(|p| p.is_found_by(&learned.wrapper));
            if learn_from_columns(&pages, &names, &columns, &settings).is_ok_and(|learned| right(&learned)) {
                return Some(pages.len());
            }
        }
        None
    }

    /// Condition (a): how many pages are drawn until the PAC bound holds. It depends only on the number of values seen; μ is taken as
    /// zero, as the paper found it to be.
    pub fn pages_until_sure(mut self, pac: Pac) -> Option<usize> {
        const MOST: usize = 10_000;
        let last = self.recognizers.len().checked_sub(1)?;
        let mut evidence = Evidence { values: vec![0; last + 1], ..Evidence::default() };
        let mut order = Vec::new();
        for drawn in 1..=MOST {
            let page = self.draw(&mut order);
            let found = self.recognize(page);
            let seen = |row: &Vec<Span>, k: usize| found[k].instances.contains(&row[k]);
            for row in &page.tuples {
                for (k, count) in evidence.values.iter_mut().enumerate() {
                    *count += usize::from(seen(row, k));
                }
            }
            evidence.heads += usize::from(page.tuples.first().is_some_and(|row| seen(row, 0)));
            evidence.tails += usize::from(page.tuples.last().is_some_and(|row| seen(row, last)));
            if is_enough(&evidence, pac) {
                return Some(drawn);
            }
        }
        None
    }

    /// PageOracle: the site's pages in random order; when all have been drawn it starts again, and recognisers make other errors.
    fn draw(&mut self, order: &mut Vec<usize>) -> &'p Truth {
        if order.is_empty() {
            order.extend(0..self.split.drawn.len());
            self.random.shuffle(order);
        }
        let at = order.pop().unwrap_or_default();
        self.split.drawn[at]
    }

    fn recognize(&mut self, page: &Truth) -> Vec<Column> {
        let Trial { recognizers, random, .. } = self;
        recognizers
            .iter()
            .enumerate()
            .map(|(k, recognizer)| {
                let truth: Vec<Span> = page.tuples.iter().map(|tuple| tuple[k]).collect();
                recognizer.recognize(&truth, &page.words, random)
            })
            .collect()
    }
}
