//! Which class and which delimiters: from the simplest, by cross-validation.

use super::{ClassFailure, LearnError, LearnSettings, Preference, Problem};
use crate::class::{StringWrapper, WrapperClass};
use crate::example::{Example, Examples};
use crate::execute::Executor;

/// A wrapper and how it was come by.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The wrapper; it gives exactly the label of every example.
    pub wrapper: StringWrapper,
    /// Which delimiters were taken.
    pub preference: Preference,
    /// The share of examples that wrappers of this class and preference get right when learned from the others; none
    /// with a single example.
    pub validated: Option<f64>,
    /// The classes that failed, with what stopped each.
    pub failures: Vec<ClassFailure>,
}

/// Learns a wrapper of the class that settings ask for, or of the one that does best.
///
/// Classes are tried from the simplest. Where several are consistent, each is learned again with some examples left
/// out in turn; the class and preference that get most of these right are taken, the simpler one of equals.
pub fn learn_strings(examples: &Examples, settings: &LearnSettings) -> Result<Learned, LearnError> {
    settings.validate(examples)?;
    let problem = Problem::new(examples, settings);
    let classes = match settings.class {
        Some(class) => vec![class],
        None => {
            let adds = |class: &WrapperClass| class.has_delimiters() && !problem.is_plain(*class);
            WrapperClass::ALL.into_iter().filter(adds).collect()
        }
    };
    let mut failures = Vec::new();
    let mut best: Option<Learned> = None;
    for class in classes {
        for preference in Preference::ALL {
            let wrapper = match problem.learn(class, preference) {
                Ok(wrapper) => wrapper,
                Err(failure) => {
                    if preference == Preference::ALL[0] {
                        failures.push(failure);
                    }
                    // What one preference does not find, the others rarely do.
                    break;
                }
            };
            let validated = cross_validate(examples, class, preference, settings);
            if best.as_ref().is_none_or(|best| validated > best.validated) {
                best = Some(Learned { wrapper, preference, validated, failures: Vec::new() });
            }
            if validated.is_none_or(|share| share >= 1.0) {
                break;
            }
        }
        if best.as_ref().is_some_and(|best| best.validated.is_none_or(|share| share >= 1.0)) {
            break;
        }
    }
    match best {
        Some(best) => Ok(Learned { failures, ..best }),
        None => Err(LearnError::Inconsistent { failures }),
    }
}

/// The share of examples that are right when they are left out of learning; none where none can be left out.
fn cross_validate(
    examples: &Examples,
    class: WrapperClass,
    preference: Preference,
    settings: &LearnSettings,
) -> Option<f64> {
    let count = examples.pages.len();
    if count < 2 {
        return None;
    }
    let folds = settings.folds.clamp(2, count);
    let mut right = 0;
    for fold in 0..folds {
        let (tested, kept): (Vec<_>, Vec<_>) =
            examples.pages.iter().enumerate().partition(|(at, _)| at % folds == fold);
        let kept = examples.with_pages(kept.into_iter().map(|(_, page)| page.clone()).collect());
        if kept.validate().is_err() {
            continue;
        }
        let Ok(wrapper) = Problem::new(&kept, settings).learn(class, preference) else { continue };
        let executor = Executor::new(&wrapper);
        let is_right = |page: &Example| {
            let found = executor.execute(&page.bytes);
            found.fault.is_none() && found.tuples == page.tuples
        };
        right += tested.into_iter().filter(|(_, page)| is_right(page)).count();
    }
    Some(right as f64 / count as f64)
}
