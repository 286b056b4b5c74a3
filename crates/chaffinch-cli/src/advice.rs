//! What to do about a problem, in the words of the command line.

use chaffinch::{Limit, Problem, ProblemKind, Remark, RemarkKind};
use chaffinch_render::LAYOUT_THREAD;
use chaffinch_write::Hints;

/// How to get at what the text output does not show.
pub const HINTS: Hints = Hints {
    all_rows: "--format csv for all",
    all_values: "--format json for all",
    second_relation: "--select 2",
    all_relations: "--select all",
};

/// How an option is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// `--max-bytes`
    Option,
    /// `max_bytes`, an argument of a function.
    Keyword,
}

/// Adds to errors and remarks what to do about them.
pub fn advise(errors: &mut [Problem], remarks: &mut [Remark]) {
    advise_in(errors, remarks, Spelling::Option);
}

/// [`advise`], with options written in this way.
pub fn advise_in(errors: &mut [Problem], remarks: &mut [Remark], spelling: Spelling) {
    errors.iter_mut().for_each(|error| advise_on(error, spelling));
    for remark in remarks {
        let advice = match remark.kind {
            RemarkKind::LeftOut(limit) => option_of(limit).map(|option| format!("; raise it with {option}")),
            RemarkKind::NeedsScripts => Some(match spelling {
                Spelling::Option => "; try its address with --renderer chromium --scripts".to_owned(),
                Spelling::Keyword => {
                    "; try its address with renderer=\"chromium\" and scripts=True".to_owned()
                }
            }),
            _ => None,
        };
        remark.message.extend(advice.map(|advice| spelling.of(advice)));
    }
}

impl Spelling {
    fn of(self, advice: String) -> String {
        match self {
            Spelling::Option => advice,
            Spelling::Keyword => as_keywords(&advice),
        }
    }
}

/// A sentence with the options in it written as arguments of a function: `--max-bytes <SIZE>` becomes `max_bytes`.
pub fn as_keywords(sentence: &str) -> String {
    let mut words = Vec::new();
    let mut after_option = false;
    for word in sentence.split(' ') {
        let start =
            word.find("--").filter(|at| word[at + 2..].starts_with(|c: char| c.is_ascii_alphabetic()));
        let placeholder = after_option && word.starts_with('<') && word.contains('>');
        match start {
            Some(at) => {
                let (before, option) = (word[..at].trim_end_matches(['\'', '`']), &word[at + 2..]);
                let option = option.trim_end_matches(['\'', '`']).replace('-', "_");
                words.push(format!("{before}{option}"));
            }
            None if placeholder => {
                let rest = word.split_once('>').map_or("", |(_, rest)| rest).trim_start_matches(['\'', '`']);
                if let Some(last) = words.last_mut() {
                    last.push_str(rest);
                }
            }
            None => words.push(word.to_owned()),
        }
        after_option = start.is_some();
    }
    words.join(" ")
}

/// Leaves out the remarks that say nothing new where many pages are read and most have nothing to tell.
pub fn for_many(remarks: &[Remark]) -> Vec<Remark> {
    remarks.iter().filter(|remark| remark.kind != RemarkKind::Nothing).cloned().collect()
}

/// The sentences of errors and remarks.
pub fn sentences<'s>(errors: &'s [Problem], remarks: &'s [Remark]) -> impl Iterator<Item = &'s str> {
    let errors = errors.iter().map(|error| error.message.as_str());
    errors.chain(remarks.iter().map(|remark| remark.message.as_str()))
}

/// A problem with what to do about it.
pub fn advised(mut problem: Problem) -> Problem {
    advise_on(&mut problem, Spelling::Option);
    problem
}

fn advise_on(problem: &mut Problem, spelling: Spelling) {
    let advice = match problem.kind {
        ProblemKind::Limit(limit) => option_of(limit).map(|option| format!("; raise it with {option}")),
        ProblemKind::Robots => Some("; if you may fetch it all the same, use --ignore-robots".to_owned()),
        ProblemKind::Renderer if problem.message.ends_with("try another, or none") => {
            Some(" (--renderer)".to_owned())
        }
        _ => None,
    };
    problem.message.extend(advice.map(|advice| spelling.of(advice)));
}

/// A page whose layout panics gets a sentence of its own; the panic is not printed as well.
pub fn keep_layout_panics_quiet() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(LAYOUT_THREAD) {
            usual(panic);
        }
    }));
}

/// The option that raises a limit.
pub fn option_of(limit: Limit) -> Option<&'static str> {
    Some(match limit {
        Limit::PageBytes => "--max-bytes",
        Limit::Nodes => "--max-nodes",
        Limit::Depth => "--max-depth",
        Limit::AddressBytes => "--max-address",
        Limit::LayoutNodes => "--max-layout-nodes",
        Limit::LayoutText => "--max-layout-text",
        Limit::RenderTime => "--max-seconds",
        Limit::PageTime => "--max-page-seconds",
        Limit::PageMemory => "--max-memory",
        Limit::InflateRatio => "--max-ratio",
        Limit::ArchiveEntries => "--max-entries",
        Limit::TableBytes => "--max-table",
        Limit::FetchTime => "--fetch-timeout",
        _ => return None,
    })
}
