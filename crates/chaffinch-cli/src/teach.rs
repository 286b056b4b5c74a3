//! Pages that were understood so that wrappers can be learned from them.

use crate::Outcome;
use crate::args::{TeachArgs, Teacher};
use crate::extract::start_engine;
use anyhow::anyhow;
use chaffinch::domain::{self, DomainSettings};
use chaffinch::wrapper::Wrapper;
use chaffinch::{Agreement, Document, Extraction, Lesson, ReadOptions, Settings, Want, open_model, sample};
use std::sync::Arc;

/// What a method found on pages of a site.
pub struct School {
    /// The pages to learn from.
    pub lessons: Vec<Lesson>,
    /// The pages to check on.
    pub others: Vec<Lesson>,
}

impl School {
    /// Takes pages from all over the inputs and lets the teacher read them.
    pub fn open(
        teacher: &Teacher,
        arguments: &TeachArgs,
        inputs: &[String],
        read: &ReadOptions,
    ) -> anyhow::Result<School> {
        let wrong = |what: String| anyhow::Error::new(Outcome::WrongUse).context(what);
        if inputs.iter().any(|input| input == "-") {
            return Err(wrong("pages of a site are read twice; standard input can only be read once".into()));
        }
        let want = arguments.want.as_deref().map(Want::names).transpose();
        let want = want.map_err(|error| wrong(format!("--want: {error}")))?;
        let settings = Settings { limits: read.limits.clone(), want, ..settings(teacher)? };
        let engine = start_engine(settings)?;
        let wanted = usize::from(arguments.sample);
        let (documents, problems) = sample(inputs, read, 2 * wanted);
        if documents.is_empty() {
            return Err(match problems.first() {
                Some(problem) => anyhow!("{problem}"),
                None => anyhow!("no page is in {}", inputs.join(", ")),
            });
        }
        let (lessons, others) = parted(documents, wanted);
        Ok(School { lessons: Lesson::read(&engine, lessons), others: Lesson::read(&engine, others) })
    }
}

/// Some documents from all over, and as many of the others.
fn parted(documents: Vec<Document>, wanted: usize) -> (Vec<Document>, Vec<Document>) {
    let count = documents.len();
    let (mut lessons, mut others) = (Vec::new(), Vec::new());
    for (at, document) in documents.into_iter().enumerate() {
        // The places of `wanted` steps of equal length.
        if at * wanted / count != (at + 1) * wanted / count || count <= wanted {
            lessons.push(document);
        } else if others.len() < wanted {
            others.push(document);
        }
    }
    (lessons, others)
}

/// The settings with which a method teaches.
fn settings(teacher: &Teacher) -> anyhow::Result<Settings> {
    let wrong = |what: String| anyhow::Error::new(Outcome::WrongUse).context(what);
    Ok(match teacher {
        Teacher::Extract => Settings::default(),
        Teacher::Method(name) => Settings { only: Some(*name), ..Settings::default() },
        Teacher::Label(name) => {
            let file = open_model(name).map_err(|error| wrong(error.to_string()))?;
            Settings {
                only: Some(Extraction::Label),
                model: Some(Arc::new(file.model)),
                ..Settings::default()
            }
        }
        Teacher::Domain(name) => {
            let knowledge = domain::load(name).map_err(|problem| wrong(problem.to_string()))?;
            let domain = DomainSettings { domain: Some(Arc::new(knowledge)), ..DomainSettings::default() };
            Settings { only: Some(Extraction::Domain), domain, ..Settings::default() }
        }
    })
}

/// How far a wrapper and its teacher agree on pages that it was not learned from: in all, and page by page where they differ.
pub fn checks(wrapper: &Wrapper, others: &[Lesson]) -> Vec<String> {
    let agreements: Vec<(&str, Agreement)> =
        others.iter().map(|lesson| (lesson.name.as_str(), Agreement::of(wrapper, lesson))).collect();
    let alike = agreements.iter().filter(|(_, agreement)| agreement.is_whole()).count();
    let mut lines = Vec::new();
    if !others.is_empty() {
        lines.push(format!("on {alike} of {} other pages it reads what its teacher finds", others.len()));
    }
    let differing = agreements.iter().filter(|(_, agreement)| !agreement.is_whole());
    lines.extend(differing.map(|(name, agreement)| format!("{name}: {agreement}")));
    lines
}
