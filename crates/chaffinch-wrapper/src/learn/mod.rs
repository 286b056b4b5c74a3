//! Learning a wrapper of delimiters from examples.

mod body;
mod choose;
mod holes;
mod marked;
mod separator;
mod sequence;

pub use choose::{Learned, learn_strings};
pub(crate) use holes::learn_with_holes;

use crate::class::{Occurs, Order, StringWrapper, WrapperClass};
use crate::example::{Examples, LabelError};
use crate::execute::{Executor, Extraction};
use body::BodySearch;
use chaffinch_core::settings;
use memchr::memmem::{self, Finder};
use separator::{Separator, separators};
use std::cell::{Cell, RefCell};
use std::fmt;
use thiserror::Error;

/// Learns a wrapper of one class that is consistent with every example, or says what stands in the way.
///
/// ```
/// use chaffinch_wrapper::{Example, Examples, LearnSettings, Preference, Tuple, WrapperClass, learn_class};
/// let page = |text: &str, tuples: Vec<Tuple>| Example { name: text.into(), bytes: text.into(), tuples };
/// let examples = Examples {
///     attributes: vec!["country".into(), "code".into()],
///     pages: vec![
///         page("<b>Congo</b><i>242</i>.", vec![Tuple::flat([3..8, 15..18])]),
///         page("<b>Spain</b><i>34</i>.", vec![Tuple::flat([3..8, 15..17])]),
///     ],
/// };
/// let wrapper = learn_class(&examples, WrapperClass::Lr, Preference::Aligned, &LearnSettings::default()).unwrap();
/// assert_eq!(wrapper.attributes[1].left, b"<i>");
/// ```
pub fn learn_class(
    examples: &Examples,
    class: WrapperClass,
    preference: Preference,
    settings: &LearnSettings,
) -> Result<StringWrapper, LearnError> {
    settings.validate(examples)?;
    let problem = Problem::new(examples, settings);
    problem.learn(class, preference).map_err(|failure| LearnError::Inconsistent { failures: vec![failure] })
}

settings! {
    /// How wrappers are learned.
    #[derive(Debug, Clone, PartialEq)]
    pub struct LearnSettings {
        /// The class wanted; none for the one that fits best.
        pub class: Option<WrapperClass> = None,
        /// Bytes that a delimiter may have. Learning is complete for wrappers whose ℓ_k, r_k, h and t are no longer.
        pub longest_delimiter: usize = 256,
        /// Bytes that an example page may have.
        pub page_bytes: usize = 8 << 20,
        /// Bytes that may be searched for the delimiters of one class. A search that ends with this says so.
        pub search_bytes: usize = 4 << 30,
        /// Examples that are left out in turn to compare wrappers.
        pub folds: usize = 5,
        /// Examples of a detail page from which on delimiters are taken, where they hold for each page left out, and the
        /// tree is spared. From fewer, node paths carry over to more pages.
        pub delimiters_from: usize = 5,
        /// μ: the probability that a wrong way to read recognisers' findings fits a wrapper all the same. The paper found
        /// it extremely close to zero.
        pub mistake: f64 = 1e-6,
    }
}

impl LearnSettings {
    pub(crate) fn validate(&self, examples: &Examples) -> Result<(), LabelError> {
        for page in &examples.pages {
            if page.bytes.len() > self.page_bytes {
                return Err(LabelError::TooLarge {
                    page: page.name.clone(),
                    length: page.bytes.len(),
                    limit: self.page_bytes,
                });
            }
        }
        examples.validate()
    }
}

/// Which of several consistent delimiters is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preference {
    /// The shortest that is whole tags or words.
    Aligned,
    /// The shortest.
    Short,
    /// The longest.
    Long,
}

impl Preference {
    /// All, the one most likely to carry over to further pages first.
    pub const ALL: [Preference; 3] = [Preference::Aligned, Preference::Short, Preference::Long];
}

/// Why nothing could be learned.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LearnError {
    /// A label does not fit its page.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// No class has a wrapper that gives exactly the labels.
    #[error("no wrapper was found that fits all examples{}", failures.iter().map(|failure| format!("\n  {failure}")).collect::<String>())]
    Inconsistent {
        /// For each class tried, what stopped it.
        failures: Vec<ClassFailure>,
    },
}

/// What stopped a class: an attribute and places that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassFailure {
    /// The class.
    pub class: WrapperClass,
    /// The attribute, where it is one's fault.
    pub attribute: Option<String>,
    /// What is wrong.
    pub reason: String,
    /// The places that contradict each other.
    pub places: Vec<ExamplePlace>,
}

/// A place on an example page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamplePlace {
    /// The page's name.
    pub page: String,
    /// The byte.
    pub byte: usize,
}

impl fmt::Display for ClassFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} fails", self.class)?;
        if let Some(attribute) = &self.attribute {
            write!(f, " at `{attribute}`")?;
        }
        write!(f, ": {}", self.reason)?;
        let places: Vec<String> = self.places.iter().map(|p| format!("{} byte {}", p.page, p.byte)).collect();
        if !places.is_empty() {
            write!(f, " ({})", places.join(" against "))?;
        }
        Ok(())
    }
}

/// What may be spent on one class: bytes searched. A hopeless search among long separators ends with it, after a
/// few seconds; up to there learning is complete.
pub(crate) struct Work {
    left: Cell<usize>,
    /// The mark that was searched for last, made ready: the next search is often for the same.
    ready: RefCell<Option<Finder<'static>>>,
}

impl Work {
    fn new(bytes: usize) -> Work {
        Work { left: Cell::new(bytes), ready: RefCell::new(None) }
    }

    fn spend(&self, bytes: usize) {
        self.left.set(self.left.get().saturating_sub(bytes));
    }

    fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Finds a mark and counts the bytes that it took; a search costs something even where it finds at once.
    fn find(&self, text: &[u8], mark: &[u8]) -> Option<usize> {
        const CALL: usize = 200;
        /// To make a byte of a mark ready takes as long as to search so many bytes of a text.
        const READY: usize = 16;
        /// A shorter text is searched without making anything ready.
        const SHORT: usize = 64;
        let found = if text.len() < SHORT {
            memmem::find(text, mark)
        } else {
            let mut ready = self.ready.borrow_mut();
            if ready.as_ref().is_none_or(|finder| finder.needle() != mark) {
                self.spend(READY * mark.len());
                *ready = Some(Finder::new(mark).into_owned());
            }
            ready.as_ref().and_then(|finder| finder.find(text))
        };
        self.spend(found.unwrap_or(text.len()) + CALL);
        found
    }
}

/// Examples taken apart for learning.
pub(crate) struct Problem<'e> {
    examples: &'e Examples,
    separators: Vec<Separator>,
    settings: &'e LearnSettings,
    work: Work,
}

impl<'e> Problem<'e> {
    pub fn new(examples: &'e Examples, settings: &'e LearnSettings) -> Problem<'e> {
        let work = Work::new(settings.search_bytes);
        Problem { examples, separators: separators(examples), settings, work }
    }

    pub fn learn(&self, class: WrapperClass, preference: Preference) -> Result<StringWrapper, ClassFailure> {
        self.work.left.set(self.settings.search_bytes);
        self.search(class, preference).map_err(|failure| match self.work.is_spent() {
            true => ClassFailure {
                attribute: None,
                reason: format!(
                    "the search was ended after {} MB and is not complete: a wrapper may exist; give fewer or smaller pages",
                    self.settings.search_bytes >> 20
                ),
                ..failure
            },
            false => failure,
        })
    }

    fn search(&self, class: WrapperClass, preference: Preference) -> Result<StringWrapper, ClassFailure> {
        let order = self.order(class)?;
        let wrapper = match order {
            Order::Marked { .. } => marked::learn(self, class, preference)?,
            _ => sequence::learn(self, class, order, preference)?,
        };
        let executor = Executor::new(&wrapper);
        match self.examples.pages.iter().find(|page| !self.is_label(page, &executor.execute(&page.bytes))) {
            None => Ok(wrapper),
            Some(page) => Err(ClassFailure {
                class,
                attribute: None,
                reason: "the delimiters found do not give the label".into(),
                places: vec![ExamplePlace { page: page.name.clone(), byte: 0 }],
            }),
        }
    }

    fn is_label(&self, page: &crate::Example, found: &Extraction) -> bool {
        found.fault.is_none() && found.tuples == page.tuples
    }

    /// Whether both ends of a page's tuples are labelled, so that it can teach h and t.
    fn shows_ends(&self, page: usize) -> bool {
        let of_page = self.separators_of(page);
        of_page.iter().any(|s| s.after.is_none()) && of_page.iter().any(|s| s.before.is_none())
    }

    /// The pages that h and t are learned from.
    fn pages_with_ends(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.examples.pages.len()).filter(|page| self.shows_ends(*page))
    }

    /// Whether a class has no more to offer for these labels than LR or HLRT: one attribute nests in nothing, and
    /// without missing or several values there is nothing to be loose about.
    pub fn is_plain(&self, class: WrapperClass) -> bool {
        match class {
            WrapperClass::NLr | WrapperClass::NHlrt => self.examples.attributes.len() == 1,
            WrapperClass::XLr | WrapperClass::XHlrt => {
                self.examples.occurs().iter().all(|o| *o == Occurs::Once)
            }
            _ => false,
        }
    }

    fn bytes(&self, page: usize) -> &'e [u8] {
        &self.examples.pages[page].bytes
    }

    /// The separators of one page.
    fn separators_of(&self, page: usize) -> &[Separator] {
        let from = self.separators.partition_point(|s| s.page < page);
        let to = self.separators.partition_point(|s| s.page <= page);
        &self.separators[from..to]
    }

    fn body_search(&self, preference: Preference) -> Option<BodySearch<'_, 'e>> {
        let shown: Vec<&crate::Example> =
            self.pages_with_ends().map(|page| &self.examples.pages[page]).collect();
        let pages = shown.iter().map(|page| page.bytes.as_slice()).collect();
        let extent = |page: &crate::Example| {
            let first = page.tuples.first()?.instances.first()?;
            let last = page.tuples.last()?.instances.last()?;
            Some((first.span.start as usize, last.span.end as usize))
        };
        let extents: Vec<Option<(usize, usize)>> = shown.into_iter().map(extent).collect();
        BodySearch::new(pages, &extents, preference, self.settings.longest_delimiter, &self.work)
    }

    /// The order of attributes that a class has, if the labels keep to it.
    fn order(&self, class: WrapperClass) -> Result<Order, ClassFailure> {
        let order = match class {
            WrapperClass::Lr | WrapperClass::Hlrt => Order::Flat,
            WrapperClass::Oclr | WrapperClass::Hoclrt => {
                Order::Marked { open: Vec::new(), close: Vec::new() }
            }
            WrapperClass::NLr | WrapperClass::NHlrt => Order::Nested,
            WrapperClass::XLr | WrapperClass::XHlrt => Order::Loose(self.examples.occurs()),
            WrapperClass::Node => {
                let reason = "its wrappers are not made of delimiters".into();
                return Err(ClassFailure { class, attribute: None, reason, places: Vec::new() });
            }
        };
        let count = self.examples.attributes.len();
        for page in &self.examples.pages {
            let mut last = None;
            for tuple in &page.tuples {
                for (at, instance) in tuple.instances.iter().enumerate() {
                    let next = instance.attribute;
                    let fits = order.successors(last, count).contains(&next)
                        && order.begins_tuple(last, next) == (at == 0)
                        && (at > 0 || order.may_end(last, count));
                    if !fits {
                        return Err(self.wrong_order(class, page, next, instance.span.start as usize));
                    }
                    last = Some(next);
                }
            }
            if !order.may_end(last, count) {
                return Err(self.wrong_order(class, page, last.unwrap_or(0), page.bytes.len()));
            }
        }
        Ok(order)
    }

    fn wrong_order(&self, class: WrapperClass, page: &crate::Example, k: usize, byte: usize) -> ClassFailure {
        let mut places = vec![ExamplePlace { page: page.name.clone(), byte }];
        // A tuple elsewhere that has the attribute where the class wants it.
        let other = self
            .examples
            .instances(k)
            .find(|(example, span)| example.name != page.name || span.start as usize != byte);
        places
            .extend(other.map(|(e, span)| ExamplePlace { page: e.name.clone(), byte: span.start as usize }));
        ClassFailure {
            class,
            attribute: Some(self.examples.attributes[k].clone()),
            reason: "its values are missing, come again or come in another order than the class allows"
                .into(),
            places,
        }
    }
}
