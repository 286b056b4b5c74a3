//! A few pages from all over what the user names.

use crate::teach::{Columns, ReadPage, Taught, TeachError, checks, teach_columns, templates};
use crate::{Engine, TeachOptions, Want};
use chaffinch_core::Problem;
use chaffinch_input::{Document, read};
use chaffinch_wrapper::{LearnSettings, Wrapper};

/// Pages from all over a site that were read, to learn wrappers from.
#[derive(Debug)]
#[non_exhaustive]
pub struct Sample {
    /// The pages to learn from.
    pub pages: Vec<ReadPage>,
    /// As many others, to check what was learned.
    pub others: Vec<ReadPage>,
    /// Whether the engine was asked for certain columns.
    columns: Columns,
}

/// A template that fewer pages show teaches nothing.
const FEWEST: usize = 2;

impl Sample {
    /// Takes pages from all over `inputs` and lets the engine read them.
    ///
    /// # Errors
    /// If there is no page that can be read.
    pub fn read(engine: &Engine, inputs: &[String], options: &TeachOptions) -> Result<Sample, TeachError> {
        if inputs.iter().any(|input| input == "-") {
            return Err(TeachError::StandardInput);
        }
        let (documents, problems) = sample(read(inputs, &options.read), 2 * options.sample);
        if documents.is_empty() {
            let nothing = TeachError::NoPage(inputs.join(", "));
            return Err(problems.into_iter().next().map_or(nothing, TeachError::Unreadable));
        }
        Ok(Sample::parted(engine, documents, options))
    }

    /// Takes pages from all over some documents of one site and lets the engine read them.
    ///
    /// # Errors
    /// If there are none.
    pub fn of(
        engine: &Engine,
        documents: impl IntoIterator<Item = Document>,
        options: &TeachOptions,
    ) -> Result<Sample, TeachError> {
        let (documents, _) = sample(documents.into_iter().map(Ok), 2 * options.sample);
        if documents.is_empty() {
            return Err(TeachError::NoPage("what was given".to_owned()));
        }
        Ok(Sample::parted(engine, documents, options))
    }

    fn parted(engine: &Engine, documents: Vec<Document>, options: &TeachOptions) -> Sample {
        let (pages, others) = parted(documents, options.sample);
        let read = |documents| ReadPage::read_with(engine, documents, options);
        let (pages, others) = (read(pages), read(others));
        let names = |want: &Want| want.attributes().iter().map(|wanted| wanted.name.clone()).collect();
        let columns = match &engine.settings().want {
            Some(want) => Columns::Wanted(names(want)),
            None => Columns::All,
        };
        Sample { pages, others, columns }
    }

    /// One wrapper for all pages, checked on the others.
    ///
    /// # Errors
    /// If nothing was found, or nothing that the pages agree on.
    pub fn teach(&self, settings: &LearnSettings) -> Result<Taught, TeachError> {
        let mut taught = teach_columns(&self.pages, settings, &self.columns)?;
        taught.notes.extend(checks(&taught.report.wrapper, self.others.iter()));
        Ok(taught)
    }

    /// A wrapper for each template that the pages show often enough, checked on those of the others that may be of it.
    ///
    /// # Errors
    /// If there is no template from which anything can be learned.
    pub fn teach_templates(self, settings: &LearnSettings) -> Result<Vec<Taught>, TeachError> {
        let Sample { pages, others, columns } = self;
        let count = pages.len();
        let mut learned = Vec::new();
        let mut failure = TeachError::Nothing(count);
        for group in templates(pages).into_iter().filter(|group| group.len() >= FEWEST.min(count)) {
            match teach_columns(&group, settings, &columns) {
                Ok(mut taught) => {
                    let wrapper = &mut taught.report.wrapper;
                    let checked = wrapper.clone();
                    if columns == Columns::All {
                        give_plain_names(wrapper);
                    }
                    let wrapper = &checked;
                    let same_kind =
                        |page: &&ReadPage| page.relations.iter().any(|found| found.kind == wrapper.kind());
                    let checks = checks(wrapper, others.iter().filter(same_kind));
                    taught.notes.extend(checks);
                    learned.push(taught);
                }
                Err(error) => failure = error,
            }
        }
        if learned.is_empty() { Err(failure) } else { Ok(learned) }
    }
}

/// Gives columns the names that a person would give them: `cuisine` for `recipeCuisine`, `list price` for `listPrice`.
fn give_plain_names(wrapper: &mut Wrapper) {
    for at in 0..wrapper.attributes.len() {
        let name = plain_name(&wrapper.attributes[at].name);
        if !wrapper.attributes.iter().any(|attribute| attribute.name == name) {
            wrapper.attributes[at].name = name;
        }
    }
}

/// A name of schema.org in plain words.
fn plain_name(name: &str) -> String {
    /// Names whose words are not what people say.
    const SAID: [(&str, &str); 8] = [
        ("telephone", "phone"),
        ("faxNumber", "fax"),
        ("datePublished", "date"),
        ("recipeCuisine", "cuisine"),
        ("recipeIngredient", "ingredients"),
        ("recipeInstructions", "instructions"),
        ("interactionCount", "views"),
        ("itemReviewed.name", "name"),
    ];
    if let Some((_, said)) = SAID.iter().find(|(schema, _)| *schema == name) {
        return (*said).to_owned();
    }
    let is_joined = !name.contains(' ') && name.starts_with(|c: char| c.is_lowercase());
    if !is_joined {
        return name.to_owned();
    }
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

/// So many documents from all over, and as many of the others.
fn parted(documents: Vec<Document>, wanted: usize) -> (Vec<Document>, Vec<Document>) {
    let count = documents.len();
    let (mut pages, mut others) = (Vec::new(), Vec::new());
    for (at, document) in documents.into_iter().enumerate() {
        // The places of `wanted` steps of equal length.
        if at * wanted / count != (at + 1) * wanted / count || count <= wanted {
            pages.push(document);
        } else if others.len() < wanted {
            others.push(document);
        }
    }
    (pages, others)
}

/// At least `least` pages, if there are so many, and fewer than twice as many, at equal distances; the same ones every time. What could
/// not be read comes beside them. Memory does not grow with the input.
fn sample(
    documents: impl Iterator<Item = Result<Document, Problem>>,
    least: usize,
) -> (Vec<Document>, Vec<Problem>) {
    let most = 2 * least.max(1);
    let mut kept = Vec::new();
    let mut problems = Vec::new();
    let (mut step, mut number) = (1, 0usize);
    for document in documents {
        match document {
            Ok(document) => {
                if number.is_multiple_of(step) {
                    kept.push(document);
                }
                number += 1;
            }
            Err(problem) => problems.push(problem),
        }
        if kept.len() == most {
            let mut at = 0..;
            kept.retain(|_| at.next().is_some_and(|at: usize| at.is_multiple_of(2)));
            step *= 2;
        }
    }
    (kept, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_taken_at_equal_distances() {
        let folder = std::env::temp_dir().join(format!("chaffinch-sample-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for number in 0..25 {
            std::fs::write(folder.join(format!("{number:02}.html")), "<p>x").unwrap();
        }
        let inputs = [folder.display().to_string()];
        let (pages, problems) = sample(read(&inputs, &chaffinch_input::ReadOptions::default()), 4);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(problems.is_empty());
        let names: Vec<&str> =
            pages.iter().map(|page| page.name.rsplit(['/', '\\']).next().unwrap()).collect();
        assert_eq!(names, ["00.html", "04.html", "08.html", "12.html", "16.html", "20.html", "24.html"]);
    }
}
