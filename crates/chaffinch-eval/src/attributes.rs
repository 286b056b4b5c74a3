//! The attributes of pages that are about one record each, as the referee counts them: an attribute of a page is right where one value
//! found equals one value labelled.

use crate::referee::norm;
use crate::statistics::{Tally, mean};
use chaffinch_core::NodeId;
use chaffinch_gold::GoldPage;
use chaffinch_page::parse_str;
use std::collections::BTreeMap;

/// How right each attribute was, over some pages.
#[derive(Debug, Default)]
pub(crate) struct AttributeTallies(pub BTreeMap<String, Tally>);

/// An attribute of a page that is wrong.
#[derive(Debug)]
pub(crate) struct WrongValues {
    pub page: String,
    pub found: Vec<String>,
    pub wanted: Vec<String>,
}

/// A text as people read it: some labels, and the wrappers learned from these, write character references as the source does.
pub(crate) fn as_read(text: &str) -> String {
    if text.contains('&') { parse_str(text).text(NodeId::DOCUMENT) } else { text.to_owned() }
}

impl AttributeTallies {
    /// Counts an attribute of a page.
    pub fn add(
        &mut self,
        name: &str,
        gold: &GoldPage,
        found: impl Iterator<Item = impl AsRef<str>>,
    ) -> Option<WrongValues> {
        let values = gold.records().iter().flat_map(|record| record.values(name));
        let wanted: Vec<String> = values.map(|value| norm(&as_read(value))).collect();
        let found: Vec<String> =
            found.map(|value| norm(&as_read(value.as_ref()))).filter(|value| !value.is_empty()).collect();
        let right = found.iter().any(|value| wanted.contains(value));
        *self.0.entry(name.to_owned()).or_default() += Tally {
            right: usize::from(right),
            found: usize::from(!found.is_empty()),
            wanted: usize::from(!wanted.is_empty()),
        };
        let is_wrong = !right && (!found.is_empty() || !wanted.is_empty());
        is_wrong.then(|| WrongValues { page: gold.page.clone(), found, wanted })
    }

    /// The attributes that any page has.
    pub fn labelled(&self) -> impl Iterator<Item = (&String, &Tally)> {
        self.0.iter().filter(|(_, tally)| tally.wanted > 0)
    }

    /// The F1 of an attribute.
    pub fn f1_of(&self, name: &str) -> f64 {
        self.0.get(name).map_or(0.0, |tally| tally.f1())
    }

    /// The mean F1 of the attributes that any page has.
    pub fn f1(&self) -> f64 {
        mean(&self.labelled().map(|(_, tally)| tally.f1()).collect::<Vec<f64>>()).unwrap_or(0.0)
    }
}
