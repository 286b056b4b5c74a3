use chaffinch_core::{PageReport, Relation};
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use thiserror::Error;

/// Which relations of a page are written.
///
/// `json` and `jsonl` write all of them for [`Selection::Best`] too, since it is the default and
/// programs want everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selection {
    /// The first, which is the best.
    #[default]
    Best,
    /// All, best first.
    All,
    /// The one of this rank, counted from 1.
    Nth(NonZeroUsize),
}

impl Selection {
    /// The selected relations of `report` with their ranks, counted from 1.
    pub fn of(self, report: &PageReport) -> impl Iterator<Item = (usize, &Relation)> {
        let (skip, take) = match self {
            Selection::Best => (0, 1),
            Selection::All => (0, usize::MAX),
            Selection::Nth(n) => (n.get() - 1, 1),
        };
        report.relations.iter().enumerate().skip(skip).take(take).map(|(i, r)| (i + 1, r))
    }

    /// [`Selection::of`] for formats whose cells cannot hold rows.
    pub(crate) fn of_flat(self, report: &PageReport) -> impl Iterator<Item = (usize, Cow<'_, Relation>)> {
        self.of(report).map(|(rank, relation)| (rank, relation.flat()))
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Best => f.pad("best"),
            Selection::All => f.pad("all"),
            Selection::Nth(n) => n.fmt(f),
        }
    }
}

impl FromStr for Selection {
    type Err = UnknownSelection;

    fn from_str(text: &str) -> Result<Selection, UnknownSelection> {
        match text {
            "best" => Ok(Selection::Best),
            "all" => Ok(Selection::All),
            _ => text.parse().map(Selection::Nth).map_err(|_| UnknownSelection(text.into())),
        }
    }
}

/// A text that selects nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} selects nothing; say best, all, or a number from 1")]
pub struct UnknownSelection(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_read_from_the_text_it_prints() {
        let third = Selection::Nth(NonZeroUsize::new(3).unwrap());
        for selection in [Selection::Best, Selection::All, third] {
            assert_eq!(selection.to_string().parse(), Ok(selection));
        }
    }

    #[test]
    fn ranks_count_from_one() {
        assert_eq!("0".parse::<Selection>(), Err(UnknownSelection("0".into())));
    }
}
