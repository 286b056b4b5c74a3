//! Whether a page still fits its wrapper: what was read of it, held against what the examples had.

use crate::apply::{Applied, FoundValue, Misfit};
use crate::profile::{Counts, LOOKED_AT, Seen, first_rows, part_in, unread_between};
use crate::wrapper::{Attribute, Rules, Wrapper};
use chaffinch_core::settings;
use memchr::memmem;

settings! {
    /// From when on a page differs too much from the examples.
    #[derive(Debug, Clone, PartialEq)]
    pub struct FitSettings {
        /// The chance below which something is no chance any more.
        pub chance: f64 = 0.001,
        /// A page has lost records where it has less than this share of the fewest on any example.
        pub fewest: f64 = 0.25,
        /// A page reads too much where it has more than this many times the most records of any example.
        pub most: f64 = 20.0,
        /// Values are of another length where the middle one is so many times as long or as short.
        pub length: f64 = 3.0,
        /// Values from which on their lengths and how many of them differ are looked at.
        pub values: usize = 4,
        /// The share of the template's texts that must be left.
        pub template: f64 = 0.34,
        /// The share of values that differ, below which they are suspiciously alike where those of the examples mostly differ.
        pub different: f64 = 0.2,
        /// Records are skipped where so many times as much text as ever between two of the examples' stands between two of a page.
        pub unread: f64 = 2.0,
        /// The share of attributes that must be odd on a page about one thing.
        pub odd: f64 = 0.34,
        /// The share of gaps between records in which records may seem skipped.
        pub skipped: f64 = 0.15,
        /// The share of a record's text that may be added to the text between records.
        pub halved: f64 = 0.75,
        /// One gap alone is too wide where it is so many times as wide as any of the examples.
        pub gap: f64 = 6.0,
    }
}

impl Wrapper {
    /// Adds what speaks against a page to what was read of it.
    pub(crate) fn check_fit(&self, page: &[u8], applied: &mut Applied, settings: &FitSettings) {
        if applied.misfits.iter().any(|misfit| matches!(misfit, Misfit::Unreadable(_))) {
            return;
        }
        if applied.rows.is_empty() {
            if self.learned.fewest > 0 && applied.misfits.is_empty() {
                applied.misfits.push(Misfit::NoTuples);
            }
            return;
        }
        let counts = Counts::of(&applied.rows, self.attributes.len());
        let misfits = self.misfits_of(page, &counts, first_rows(&applied.rows), settings);
        applied.misfits.extend(misfits);
    }

    /// What speaks against a page with so many records that begins with these.
    pub(crate) fn misfits_of(
        &self,
        page: &[u8],
        counts: &Counts,
        rows: &[Vec<FoundValue>],
        settings: &FitSettings,
    ) -> Vec<Misfit> {
        let mut misfits = self.value_misfits(counts, rows, settings);
        misfits.extend(self.part_misfits(page, rows));
        misfits.extend(self.unread_misfit(page, rows, settings));
        misfits.extend(self.template_misfit(page, settings));
        misfits
    }

    /// What speaks against rows that another wrapper of the same attributes read, whatever the markup is: their values, and that they
    /// stand farther apart.
    pub(crate) fn misfits_of_rows(&self, page: &[u8], rows: &[Vec<FoundValue>]) -> Vec<Misfit> {
        let (counts, settings) = (Counts::of(rows, self.attributes.len()), FitSettings::default());
        let mut misfits = self.value_misfits(&counts, first_rows(rows), &settings);
        misfits.extend(self.unread_misfit(page, first_rows(rows), &settings));
        misfits
    }

    fn value_misfits(
        &self,
        counts: &Counts,
        rows: &[Vec<FoundValue>],
        settings: &FitSettings,
    ) -> Vec<Misfit> {
        let mut misfits = Vec::new();
        let mut odd = Vec::new();
        misfits.extend(self.count_misfit(counts.records, settings));
        for (k, attribute) in self.attributes.iter().enumerate() {
            let seen = Seen::of(k, attribute.kind, &[(counts, rows)]);
            match self.missing_misfit(attribute, &seen, settings) {
                Some(misfit) => misfits.push(misfit),
                None => {
                    odd.extend(
                        shape_misfit(attribute, &values_of(rows, k))
                            .or_else(|| attribute.misfits(&seen, settings)),
                    );
                }
            }
        }
        // A page about one thing has one value an attribute, and an odd value is a value: only where many are odd it has changed.
        let is_detail = matches!(self.rules, Rules::Detail { .. });
        if !is_detail || odd.len() as f64 >= settings.odd * self.attributes.len() as f64 {
            misfits.extend(odd);
        }
        misfits
    }

    fn count_misfit(&self, found: usize, settings: &FitSettings) -> Option<Misfit> {
        if matches!(self.rules, Rules::Detail { .. }) || self.profile.pages == 0 {
            return None;
        }
        let (fewest, most) = (self.profile.fewest, self.profile.most);
        let differs = (found as f64) < settings.fewest * fewest as f64
            || found as f64 > settings.most * most.max(settings.values) as f64;
        differs.then_some(Misfit::Count { found, fewest, most })
    }

    /// An attribute that the page lacks more often than chance allows, or at all where no example page does.
    fn missing_misfit(&self, attribute: &Attribute, here: &Seen, settings: &FitSettings) -> Option<Misfit> {
        let seen = &attribute.seen;
        if seen.records == 0 {
            return None;
        }
        let gone = here.missing == here.records;
        if gone && seen.pages_without == 0 {
            return Some(Misfit::NoValue(attribute.name.clone()));
        }
        if matches!(self.rules, Rules::Detail { .. }) {
            return None;
        }
        let usual = (seen.missing as f64 + 1.0) / (seen.records as f64 + 2.0);
        let is_chance = binomial_tail(here.records, here.missing, usual) >= settings.chance;
        (!is_chance).then(|| Misfit::Missing {
            attribute: attribute.name.clone(),
            missing: here.missing,
            records: here.records,
            usual: (seen.missing, seen.records),
        })
    }

    /// Values between delimiters that reach from one part of the page into another, where those of the examples never did.
    fn part_misfits(&self, page: &[u8], rows: &[Vec<FoundValue>]) -> Vec<Misfit> {
        if !matches!(self.rules, Rules::Tuples(_)) {
            return Vec::new();
        }
        let misfit = |(k, attribute): (usize, &Attribute)| {
            let part = part_in(page, rows, k).filter(|_| !self.profile.parts.contains(&attribute.name))?;
            let reason = format!("a value reaches over a <{}>", part.to_ascii_lowercase());
            Some(Misfit::Values { attribute: attribute.name.clone(), reason })
        };
        self.attributes.iter().enumerate().filter_map(misfit).collect()
    }

    /// Records that stand farther apart than those of the examples, with text between them that nobody reads.
    fn unread_misfit(&self, page: &[u8], rows: &[Vec<FoundValue>], settings: &FitSettings) -> Option<Misfit> {
        /// Bytes of text that are nothing beside a record.
        const LITTLE: f64 = 24.0;
        if self.profile.most < 2 || matches!(self.rules, Rules::Detail { .. }) {
            return None;
        }
        let unread = unread_between(page, rows);
        let most = self.profile.unread[1] as f64;
        let skipped = unread.iter().filter(|bytes| **bytes as f64 > settings.unread * most + LITTLE).count();
        let widest = unread.iter().copied().max().unwrap_or(0);
        let is_skipping = skipped as f64 > settings.skipped * unread.len() as f64;
        let is_wide = widest as f64 > settings.gap * most.max(self.record_bytes()) + LITTLE;
        // Where every other record is skipped, half of the text between two records is a record's.
        let mut sorted = unread.clone();
        sorted.sort_unstable();
        let middle = sorted.get(sorted.len() / 2).copied().unwrap_or(0) as f64;
        let usual = self.profile.unread[0] as f64;
        let is_halved = unread.len() >= settings.values
            && middle - usual > settings.halved * (usual + self.record_bytes()).max(LITTLE);
        (is_skipping || is_wide || is_halved)
            .then_some(Misfit::Unread { gaps: skipped.max(1), of: unread.len() })
    }

    /// How much text the values of a record have.
    fn record_bytes(&self) -> f64 {
        self.attributes.iter().map(|attribute| attribute.seen.lengths[1] as f64).sum()
    }

    fn template_misfit(&self, page: &[u8], settings: &FitSettings) -> Option<Misfit> {
        let texts = &self.profile.template;
        let gone: Vec<&String> =
            texts.iter().filter(|text| memmem::find(page, text.as_bytes()).is_none()).collect();
        let left = texts.len() - gone.len();
        let is_changed = (left as f64) < settings.template * texts.len() as f64;
        let first = gone.first().filter(|_| is_changed)?;
        Some(Misfit::Template { text: (*first).clone(), gone: gone.len(), of: texts.len() })
    }
}

fn values_of(rows: &[Vec<FoundValue>], k: usize) -> Vec<&str> {
    let values = rows.iter().flatten().filter(|found| found.attribute == k);
    values.take(LOOKED_AT).map(|found| found.text.as_str()).collect()
}

/// One odd value is a value; where half of a page's are odd, the page has changed.
fn shape_misfit(attribute: &Attribute, values: &[&str]) -> Option<Misfit> {
    let odd: Vec<(&str, &'static str)> =
        values.iter().filter_map(|value| Some((*value, attribute.shape.misfit(value)?))).collect();
    let (value, reason) = odd.first().filter(|_| 2 * odd.len() > values.len())?;
    Some(Misfit::Shape { attribute: attribute.name.clone(), value: (*value).to_owned(), reason })
}

impl Attribute {
    /// What is unlike the examples in the values of a page, taken together.
    fn misfits(&self, here: &Seen, settings: &FitSettings) -> Option<Misfit> {
        let seen = &self.seen;
        if seen.values == 0 || here.values == 0 {
            return None;
        }
        let unlike = |reason: String| Some(Misfit::Values { attribute: self.name.clone(), reason });
        let untyped = here.values - here.typed.min(here.values);
        let usual = (seen.values.saturating_sub(seen.typed) as f64 + 1.0) / (seen.values as f64 + 2.0);
        if binomial_tail(here.values, untyped, usual) < settings.chance {
            let kind = format!("{:?}", self.kind).to_lowercase();
            return unlike(format!("{untyped} of {} values are not of the type {kind}", here.values));
        }
        if here.values < settings.values || seen.values < settings.values {
            return None;
        }
        let (middle, was) = (here.lengths[1].max(1) as f64, seen.lengths[1].max(1) as f64);
        let outside = here.lengths[1] > seen.lengths[2] || here.lengths[1] < seen.lengths[0];
        if outside && (middle / was > settings.length || was / middle > settings.length) {
            return unlike(format!("values of {middle} characters, where those of the examples have {was}"));
        }
        let usually_differ = 2 * seen.different > seen.values;
        if usually_differ && (here.different as f64) <= (settings.different * here.values as f64).max(1.0) {
            return unlike(format!(
                "only {} of {} values differ, and those of the examples mostly do",
                here.different, here.values
            ));
        }
        None
    }
}

/// Whether an attribute is missing more often on a whole site than on the examples of its wrapper.
///
/// ```
/// use chaffinch_wrapper::{Seen, vanished};
/// // Half of the examples had none, and now nobody has one.
/// let seen = Seen { records: 4, missing: 2, ..Seen::default() };
/// assert!(vanished(&seen, 60, 60));
/// assert!(!vanished(&seen, 40, 60));
/// ```
pub fn vanished(seen: &Seen, missing: usize, records: usize) -> bool {
    // Few examples say little: what they never lack may be missing now and then.
    let usual = (seen.missing as f64 + 2.0) / (seen.records as f64 + 3.0);
    seen.records > 0 && binomial_tail(records, missing, usual) < FitSettings::default().chance
}

/// The chance of at least `found` out of `count`, each with chance `each`.
fn binomial_tail(count: usize, found: usize, each: f64) -> f64 {
    if found == 0 {
        return 1.0;
    }
    // The same share of fewer.
    let found = if count > MOST_COUNTED { found * MOST_COUNTED / count } else { found };
    let count = count.min(MOST_COUNTED);
    let (mut term, mut sum) = ((1.0 - each).powi(count as i32), 0.0);
    for n in 0..found.min(count) {
        sum += term;
        term *= (count - n) as f64 / (n + 1) as f64 * each / (1.0 - each);
    }
    (1.0 - sum).max(0.0)
}

/// More records than this tell nothing more, and the sum would lose its last digits.
const MOST_COUNTED: usize = 500;
