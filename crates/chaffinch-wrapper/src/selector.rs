//! CSS selectors and XPaths that pick the same nodes as a wrapper, where such exist.

use crate::example::Examples;
use crate::node::{NodePath, PathStep, Texts};
use chaffinch_core::{Limits, NodeId, Page, Span};
use chaffinch_page::{Origin, parse};
use std::fmt::Write;

/// A CSS selector and an XPath for the same elements: those that hold an attribute's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selectors {
    /// For browsers and scrapers.
    pub css: String,
    /// For XML tools.
    pub xpath: String,
}

/// For each attribute, selectors of exactly the elements whose text its values are, on all example pages.
pub(crate) fn selectors_of_tuples(examples: &Examples) -> Vec<Option<Selectors>> {
    let parsed: Option<Vec<Page>> = examples
        .pages
        .iter()
        .map(|page| parse(page.bytes.clone(), Origin::default(), &Limits::default()).ok().map(|p| p.page))
        .collect();
    let Some(pages) = parsed else { return vec![None; examples.attributes.len()] };
    let texts: Vec<Texts<'_>> = pages.iter().map(Texts::new).collect();
    let starts: Vec<_> = texts.iter().map(Texts::by_start).collect();
    (0..examples.attributes.len())
        .map(|k| {
            let mut picked: Vec<Vec<usize>> = Vec::new();
            for (number, page) in examples.pages.iter().enumerate() {
                let spans = page.tuples.iter().flat_map(|tuple| tuple.values(k));
                let text = |span: Span| {
                    starts[number]
                        .get(&span.start)
                        .copied()
                        .filter(|at| texts[number].span(*at) == Some(span))
                };
                picked.push(spans.map(text).collect::<Option<Vec<usize>>>()?);
            }
            selectors(&texts, &picked)
        })
        .collect()
}

/// Selectors of the parents of exactly these texts.
pub(crate) fn selectors(texts: &[Texts<'_>], picked: &[Vec<usize>]) -> Option<Selectors> {
    let mut agreed: Option<NodePath> = None;
    for (texts, picked) in texts.iter().zip(picked) {
        for at in picked {
            let path = NodePath::of(texts, *at);
            agreed = Some(agreed.map_or(path.clone(), |agreed| agreed.intersect(&path)));
        }
    }
    let path = agreed.filter(|path| path.whole_path)?.path;
    let exact = texts.iter().zip(picked).all(|(texts, picked)| {
        let mut wanted: Vec<NodeId> = picked.iter().filter_map(|at| texts.parent(*at)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        elements_at(texts, &path) == wanted
    });
    exact.then(|| Selectors { css: css(&path), xpath: xpath(&path) })
}

/// All elements that a path from the root leads to.
fn elements_at(texts: &Texts<'_>, path: &[PathStep]) -> Vec<NodeId> {
    let mut at = vec![NodeId::DOCUMENT];
    for step in path {
        let fits = |child: &NodeId| {
            texts.page.name(*child) == step.tag && step.position.is_none_or(|p| p == texts.position(*child))
        };
        at = at.iter().flat_map(|parent| texts.page.element_children(*parent)).filter(fits).collect();
    }
    at
}

fn css(path: &[PathStep]) -> String {
    let step = |step: &PathStep| match step.position {
        Some(position) => format!("{}:nth-of-type({position})", step.tag),
        None => step.tag.clone(),
    };
    path.iter().map(step).collect::<Vec<_>>().join(" > ")
}

fn xpath(path: &[PathStep]) -> String {
    let mut out = String::new();
    for step in path {
        let _ = write!(out, "/{}", step.tag);
        if let Some(position) = step.position {
            let _ = write!(out, "[{position}]");
        }
    }
    out
}
