//! `chaffinch train`

use crate::args::{OtherPages, TrainArgs};
use crate::terminal;
use crate::{Outcome, extract, label, output, wrong_use};
use anyhow::{Context, anyhow};
use chaffinch::train::{
    Checkpoint, Event, GoldPage, GoldRecord, TrainOptions, Trained, Unplaced, read_gold, read_pages, train,
};
use chaffinch::{Engine, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;

pub fn run(arguments: &TrainArgs) -> anyhow::Result<Outcome> {
    let gold: Vec<String> = arguments.gold.iter().map(|file| file.display().to_string()).collect();
    // Whatever may be wrong is told before hours of learning.
    let (mut out, place) = output::open(Some(&arguments.out), &gold)?;
    let (pages, options) = (labelled(arguments)?, options(arguments)?);
    check_names(&pages, &options.attributes)?;
    let engine = engine(arguments)?;
    if options.others.is_empty() {
        eprintln!("without pages of other kinds (--against) the model will answer on every page");
    }
    let mut name = arguments.out.file_name().unwrap_or_default().to_owned();
    name.push(".training");
    let file = arguments.out.with_file_name(name);
    let mut checkpoint = Checkpoint::in_file(&file, fingerprint(&pages, &options));
    if checkpoint.has_begun() {
        eprintln!("going on where training was stopped");
    }
    let mut log = TrainingLog::new(pages.len());
    let trained = train(&engine, &pages, &options, &mut checkpoint, |event| {
        log.hear(&event);
        ControlFlow::Continue(())
    });
    log.finish();
    let trained = trained.with_context(|| arguments.gold[0].display().to_string())?;
    let bytes = trained.file.to_bytes();
    let written = out.write_all(&bytes).and_then(|()| out.flush());
    written.with_context(|| format!("{}: cannot be written", arguments.out.display()))?;
    drop(out);
    place.take(true)?;
    checkpoint.done();
    report(&trained, bytes.len(), &arguments.out.display().to_string())?;
    Ok(Outcome::Found)
}

/// The model that the arguments lead to; nothing is written.
pub fn trained(
    arguments: &TrainArgs,
    hear: impl FnMut(Event<'_>) -> ControlFlow<()>,
) -> anyhow::Result<Trained> {
    let (pages, options) = (labelled(arguments)?, options(arguments)?);
    check_names(&pages, &options.attributes)?;
    let trained = train(&engine(arguments)?, &pages, &options, &mut Checkpoint::nothing(), hear);
    trained.with_context(|| arguments.gold[0].display().to_string())
}

fn labelled(arguments: &TrainArgs) -> anyhow::Result<Vec<GoldPage>> {
    let mut pages: Vec<GoldPage> = Vec::new();
    for file in &arguments.gold {
        let read = read_gold(file, arguments.root.as_deref(), &arguments.only);
        pages.extend(read.map_err(|problem| anyhow!("{problem}"))?);
    }
    Ok(pages)
}

/// Refuses attributes that no label names, before anything is laid out.
fn check_names(pages: &[GoldPage], asked: &[String]) -> anyhow::Result<()> {
    let records = pages.iter().flat_map(GoldPage::records).flat_map(GoldRecord::attributes);
    let known: BTreeSet<&str> = records.map(String::as_str).collect();
    let Some(name) = asked.iter().find(|name| !known.contains(name.as_str())) else { return Ok(()) };
    let near: Vec<&str> = known.iter().copied().filter(|known| is_near(name, known)).collect();
    let named: Vec<&str> = if near.is_empty() { known.into_iter().collect() } else { near };
    Err(wrong_use(format!("no labelled page has a value of `{name}`; there is {}", named.join(", "))))
}

/// Whether one name has the other in it, or they begin and end alike and differ by little more than a slip of the hand.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let first = a.iter().zip(&b).take_while(|(one, other)| one == other).count();
    let last = a.iter().rev().zip(b.iter().rev()).take_while(|(one, other)| one == other).count();
    let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
    first.max(last) == shorter || first + last > 0 && first + last + 2 >= longer
}

fn options(arguments: &TrainArgs) -> anyhow::Result<TrainOptions> {
    let mut others = Vec::new();
    for OtherPages { file, only } in &arguments.against {
        let read =
            read_pages(file, arguments.root.as_deref(), only).map_err(|problem| anyhow!("{problem}"))?;
        if read.is_empty() {
            let what = if only.is_empty() { "names no page" } else { "has no page that is asked for" };
            return Err(wrong_use(format!("{}: {what}; --against would teach nothing", file.display())));
        }
        others.extend(read);
    }
    let mut options = TrainOptions {
        attributes: arguments.attributes.clone(),
        per_site: arguments.per_site.into(),
        parts: arguments.parts,
        others,
        threads: arguments.threads,
        ..TrainOptions::default()
    };
    if let Some(trust) = arguments.trust {
        options.lists.trust = trust;
        options.details.trust = trust;
    }
    if let Some(threads) = arguments.threads {
        options.lists.training.threads = threads.get();
        options.details.training.threads = threads.get();
    }
    Ok(options)
}

fn engine(arguments: &TrainArgs) -> anyhow::Result<Engine> {
    extract::start_engine(Settings::default().with(|settings| settings.limits = arguments.limits.limits()))
}

/// The same labels learned in the same way have the same number.
fn fingerprint(pages: &[GoldPage], options: &TrainOptions) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!(
        "{:?}",
        (
            &options.attributes,
            options.per_site,
            options.parts,
            options.smallest,
            [options.lists.trust, options.details.trust]
        )
    )
    .hash(&mut hasher);
    for page in pages.iter().chain(&options.others) {
        (&page.path, &page.site, page.records()).hash(&mut hasher);
    }
    hasher.finish()
}

/// What could not be placed is shown by at most so many lines.
const SHOWN: usize = 20;

fn report(trained: &Trained, size: usize, out: &str) -> anyhow::Result<()> {
    let mut text =
        format!("{} values stand on their pages, {} do not\n", trained.placed, trained.unplaced.len());
    let mut groups: BTreeMap<(&str, &str), Vec<&Unplaced>> = BTreeMap::new();
    for unplaced in &trained.unplaced {
        groups.entry((&unplaced.site, &unplaced.attribute)).or_default().push(unplaced);
    }
    for ((site, attribute), values) in groups.iter().take(SHOWN) {
        let example: String = values[0].value.chars().take(60).collect();
        text += &format!("  {site} {attribute}: {}, such as {example:?}\n", values.len());
    }
    if groups.len() > SHOWN {
        text += &format!("  and of {} other sites and attributes\n", groups.len() - SHOWN);
    }
    text += &format!("{}\n", label::describe(&trained.file.card));
    text += &format!("written to {out}, {} kB\n", size.div_ceil(1000));
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}

/// Says on standard error how far it is: one line that changes on a terminal, a line now and then elsewhere.
struct TrainingLog {
    pages: usize,
    seen: usize,
    terminal: bool,
    last: String,
}

impl TrainingLog {
    fn new(pages: usize) -> TrainingLog {
        TrainingLog { pages, seen: 0, terminal: std::io::stderr().is_terminal(), last: String::new() }
    }

    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Page(_) => {
                self.seen += 1;
                self.line(format!("page {} of {}", self.seen, self.pages), self.seen.is_multiple_of(100));
            }
            Event::Problem(problem) => {
                self.finish();
                eprintln!("chaffinch: {problem}");
            }
            Event::Iteration { part, iteration, loss } => {
                let what = part.map_or_else(
                    || "learning from all sites".to_owned(),
                    |(part, parts)| format!("part {part} of {parts} held apart"),
                );
                self.line(format!("{what}: iteration {iteration}, loss {loss:.1}"), iteration % 20 == 1);
            }
        }
    }

    fn line(&mut self, line: String, worth_a_line: bool) {
        if self.terminal {
            terminal::replace_line(&line);
            self.last = line;
        } else if worth_a_line {
            eprintln!("{line}");
        }
    }

    fn finish(&mut self) {
        if !self.last.is_empty() {
            eprintln!();
            self.last.clear();
        }
    }
}
