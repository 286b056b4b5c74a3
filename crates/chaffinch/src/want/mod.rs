//! Finds the columns that the user wants, by their names.

mod map;
mod schema;
mod words;

use chaffinch_core::{ColumnType, PageReport, Relation, Remark, RemarkKind};

/// An attribute that the user asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The name that its column gets.
    pub name: String,
    /// The type of its values, where the user says so.
    pub kind: Option<ColumnType>,
}

/// What the user wants of every page.
///
/// ```
/// use chaffinch::{Document, Engine, Settings, Want};
///
/// let want = Want::names("town, inhabitants").unwrap();
/// let engine = Engine::new(Settings::default().with(|settings| settings.want = Some(want))).unwrap();
/// let html = "<table><tr><th>Inhabitants<th>Town<tr><td>126,000<td>Ulm<tr><td>110,000<td>Trier</table>";
/// let towns = &engine.read(Document::from_html("towns.html", html)).relations[0];
/// assert_eq!(towns.columns[0].name.as_deref(), Some("town"));
/// assert_eq!(towns.rows[1].cells[0].as_ref().unwrap().text(""), "Trier");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    attributes: Vec<Wanted>,
}

/// Most names. More are a mistake, and finding columns for them would take long.
const MOST: usize = 500;

impl Want {
    /// From a list of names, separated by commas.
    pub fn names(list: &str) -> Result<Want, String> {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        Want::of(names.map(|name| Wanted { name: name.to_owned(), kind: None }).collect())
    }

    /// From a JSON Schema of a row or of an array of rows, or from a JSON array of names.
    pub fn schema(text: &str) -> Result<Want, String> {
        Want::of(schema::attributes(text)?)
    }

    fn of(attributes: Vec<Wanted>) -> Result<Want, String> {
        if attributes.is_empty() {
            return Err("no attribute is named".into());
        }
        if attributes.len() > MOST {
            return Err(format!("{} attributes are named; {MOST} are the most", attributes.len()));
        }
        for (at, attribute) in attributes.iter().enumerate() {
            if attributes[..at].iter().any(|other| other.name == attribute.name) {
                return Err(format!("{} is named twice", attribute.name));
            }
        }
        Ok(Want { attributes })
    }

    /// The attributes, in the order of the columns.
    pub fn attributes(&self) -> &[Wanted] {
        &self.attributes
    }

    #[cfg(feature = "label")]
    /// The share of the attributes, 0 to 1, for which one of `names` means the same.
    pub(crate) fn share_named<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> f32 {
        let answered = |wanted: &&Wanted| names.clone().any(|name| words::means(&wanted.name, name));
        self.attributes.iter().filter(answered).count() as f32 / self.attributes.len() as f32
    }

    /// Keeps only the best relation of a report for this want, with the wanted columns alone, and says which are missing.
    pub(crate) fn apply(&self, report: &mut PageReport) {
        let mapped =
            std::mem::take(&mut report.relations).into_iter().map(|relation| map::answer(self, relation));
        // Of equals the first is kept, because relations come best first.
        let best = mapped.reduce(|best, next| if next.worth > best.worth { next } else { best });
        let Some(best) = best.filter(|best| best.worth > 0.0) else {
            let message = format!("nothing on this page answers {}", self.list());
            report.remarks.push(Remark::new(RemarkKind::Missing, message));
            return;
        };
        if !best.missing.is_empty() {
            let message = format!("no column for {}", best.missing.join(", "));
            report.remarks.push(Remark::new(RemarkKind::Missing, message));
        }
        report.relations.push(best.relation);
    }

    fn list(&self) -> String {
        let names: Vec<&str> = self.attributes.iter().map(|wanted| wanted.name.as_str()).collect();
        names.join(", ")
    }
}

/// A relation with the wanted columns.
struct Answer {
    relation: Relation,
    /// How well it answers, 0 to 1.
    worth: f32,
    /// The attributes that it has no values for.
    missing: Vec<String>,
}
