//! What must survive hostile input, room by room.

use crate::archives::archive;
use crate::containers::{container, table};
use crate::files::{change, changed};
use crate::reference::{outline_of_page, outline_of_reference};
use crate::{Choices, page};
use chaffinch::{Engine, Extraction, ReadPage, Settings};
use chaffinch_core::{ColumnType, Limits, NodeId, Page};
use chaffinch_domain::DOMAINS;
use chaffinch_input::{Document, ReadOptions, read, read_stream};
use chaffinch_label::{ModelFile, shipped};
use chaffinch_page::Origin;
use chaffinch_render::{Embedded, Renderer, Request};
use chaffinch_rules::Program;
use chaffinch_values::DecimalMark;
use chaffinch_wrapper::{
    Example, Examples, Executor, LearnSettings, PageBytes, Preference, Tuple, Wrapper, WrapperClass,
    learn_class,
};
use chaffinch_write::{Format, Selection, WriteOptions, to_bytes};
use std::sync::{Arc, OnceLock};

/// A room and what is done to it.
pub struct Target {
    /// Its name, which is that of its file in `fuzz/fuzz_targets`, too.
    pub name: &'static str,
    /// Makes input of bytes and lets the room read it.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 19] = [
    Target { name: "decode", run: decode },
    Target { name: "parse", run: parse },
    Target { name: "layout", run: layout },
    Target { name: "extract", run: extract },
    Target { name: "records", run: records },
    Target { name: "tables", run: tables },
    Target { name: "topk", run: topk },
    Target { name: "structured", run: structured },
    Target { name: "state", run: state },
    Target { name: "domain", run: domain },
    Target { name: "label", run: label },
    Target { name: "wrapper", run: wrapper },
    Target { name: "teach", run: teach },
    Target { name: "values", run: values },
    Target { name: "archives", run: archives },
    Target { name: "containers", run: containers },
    Target { name: "html_tables", run: html_tables },
    Target { name: "files", run: files },
    Target { name: "models", run: models },
];

/// Any bytes, in any encoding.
fn decode(bytes: &[u8]) {
    let mut choices = Choices::of(bytes);
    let content_type = choices.one(&[
        "",
        "text/html; charset=utf-16le",
        "text/html; charset=gb18030",
        "text/html; charset=iso-2022-jp",
        "text/html; charset=shift_jis",
    ]);
    let origin = Origin { name: "fuzz", content_type: Some(content_type), url: None };
    if let Ok(parsed) = chaffinch_page::parse(choices.rest().to_vec(), origin, &Limits::default()) {
        check_tree(&parsed.page);
    }
}

/// Pages, whose trees are those that html5ever makes where no limit is reached.
fn parse(bytes: &[u8]) {
    let html = page(&mut Choices::of(bytes));
    let origin = Origin { name: "fuzz", content_type: Some("text/html; charset=utf-8"), url: None };
    let Ok(parsed) = chaffinch_page::parse(html.clone().into_bytes(), origin, &Limits::default()) else {
        return;
    };
    check_tree(&parsed.page);
    if parsed.remarks.is_empty() {
        let (ours, theirs) = (outline_of_page(&parsed.page), outline_of_reference(&html));
        let pairs = ours.iter().map(Some).chain([None]).zip(theirs.iter().map(Some).chain([None]));
        let difference = pairs.clone().find(|(our, their)| our != their);
        assert!(difference.is_none(), "another tree than html5ever's: {difference:?}");
    }
}

/// What every tree promises: children lie in their parents, and a node ends behind its children.
fn check_tree(page: &Page) {
    for id in page.ids() {
        let node = page.node(id);
        assert!(node.end > id && node.end.index() <= page.len(), "a node ends in front of itself");
        if let Some(parent) = node.parent {
            assert!(parent < id && node.end <= page.node(parent).end, "a node leaves its parent");
        }
    }
    assert!(page.is_empty() || page.node(NodeId::DOCUMENT).end.index() == page.len());
}

fn layout(bytes: &[u8]) {
    let page = Arc::new(chaffinch_page::parse_str(&page(&mut Choices::of(bytes))));
    match Embedded.layout(&Request::new("fuzz", page.clone())) {
        Ok(layout) => {
            for rect in page.ids().filter_map(|id| layout.rect(id)) {
                assert!(rect.w >= 0.0 && rect.h >= 0.0, "a box of less than nothing: {rect:?}");
            }
        }
        Err(problem) => {
            let is_limit = matches!(problem.kind, chaffinch_core::ProblemKind::Limit(_));
            assert!(is_limit, "the renderer gave up: {}", problem.message);
        }
    }
}

/// The whole way, and all formats of its report.
fn extract(bytes: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| engine(None));
    let html = page(&mut Choices::of(bytes));
    let report = engine.read(Document::from_html("fuzz", html.clone()));
    let options = || WriteOptions { select: Selection::All, ..WriteOptions::default() };
    for format in
        [Format::Jsonl, Format::Text, Format::Csv, Format::Md, Format::Html, Format::Xml, Format::Rows]
    {
        let written = to_bytes(format, options(), [&report]).unwrap_or_default();
        assert!(String::from_utf8(written).is_ok(), "{format} is not UTF-8");
    }
    if bytes.first().is_some_and(|byte| *byte < 16) {
        let again = engine.read(Document::from_html("fuzz", html));
        let json = |report| to_bytes(Format::Jsonl, options(), [report]).unwrap_or_default();
        assert!(json(&report) == json(&again), "the same page gave another report");
    }
}

fn records(bytes: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    read_page(bytes, ENGINE.get_or_init(|| engine(Some(Extraction::Records))));
}

fn tables(bytes: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    read_page(bytes, ENGINE.get_or_init(|| engine(Some(Extraction::Tables))));
}

fn topk(bytes: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    read_page(bytes, ENGINE.get_or_init(|| engine(Some(Extraction::Topk))));
}

fn structured(bytes: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    read_page(bytes, ENGINE.get_or_init(|| engine(Some(Extraction::Structured))));
}

fn state(bytes: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    read_page(bytes, ENGINE.get_or_init(|| engine(Some(Extraction::State))));
}

fn domain(bytes: &[u8]) {
    static ENGINES: OnceLock<Vec<Engine>> = OnceLock::new();
    let engines = ENGINES.get_or_init(|| {
        let domains = DOMAINS.iter().filter_map(|(name, _)| chaffinch_domain::load(name).ok());
        domains
            .map(|domain| {
                engine_with(Some(Extraction::Domain), |settings| {
                    settings.domain.domain = Some(Arc::new(domain))
                })
            })
            .collect()
    });
    let which = bytes.first().map_or(0, |byte| usize::from(*byte) % engines.len());
    read_page(bytes.get(1..).unwrap_or_default(), &engines[which]);
}

/// Models that come with the program, on pages that are none of their kind; they answer whatever they think of that.
fn label(bytes: &[u8]) {
    static ENGINES: OnceLock<Vec<Engine>> = OnceLock::new();
    let engines = ENGINES.get_or_init(|| {
        let models = shipped().iter().filter_map(|model| Some(model.open().ok()?.model));
        models
            .map(|mut model| {
                model.settings.least_probable_page = 0.0;
                engine_with(Some(Extraction::Label), |settings| settings.model = Some(Arc::new(model)))
            })
            .collect()
    });
    let which = bytes.first().map_or(0, |byte| usize::from(*byte) % engines.len());
    read_page(bytes.get(1..).unwrap_or_default(), &engines[which]);
}

/// Learns a wrapper from what is found on two pages, and applies it to them and to another page.
fn teach(bytes: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| engine(None));
    let mut choices = Choices::of(bytes);
    let first = page(&mut choices);
    // Another page of the same site: other words and numbers in the same tags.
    let second = first.replace("word", "thing").replace("12", "34");
    let documents = [&first, &second].map(|html| Document::from_html("fuzz", html.clone()));
    // A search without hope takes all that it may: a sixteenth of that is enough to see that it ends.
    let mut settings = LearnSettings::default();
    settings.search_bytes /= 16;
    let Ok(taught) = chaffinch::teach(&ReadPage::read(engine, documents.to_vec()), &settings) else { return };
    let wrapper = taught.report.wrapper;
    for html in [first, second, page(&mut Choices::of(bytes.get(1..).unwrap_or_default()))] {
        wrapper.apply(&PageBytes::from(html.as_bytes()));
    }
    assert!(Wrapper::from_toml(&wrapper.to_toml()).is_ok(), "a learned wrapper cannot be read again");
}

fn engine(only: Option<Extraction>) -> Engine {
    engine_with(only, |_| {})
}

fn engine_with(only: Option<Extraction>, change: impl FnOnce(&mut Settings)) -> Engine {
    let settings = Settings::default().with(|settings| {
        settings.only = only;
        settings.explain = true;
        change(settings);
    });
    match Engine::new(settings) {
        Ok(engine) => engine,
        Err(problem) => panic!("no engine: {problem}"),
    }
}

fn read_page(bytes: &[u8], engine: &Engine) {
    let _ = engine.read(Document::from_html("fuzz", page(&mut Choices::of(bytes))));
}

/// Learns a wrapper from a page, and applies what it learned to that page and to another.
fn wrapper(bytes: &[u8]) {
    let mut choices = Choices::of(bytes);
    let marks = [
        choices.one(&["<b>", "<td>", " ", "a", "<li class=x>"]),
        choices.one(&["</b>", "</td>", "\n", "a", "<"]),
    ];
    let mut labelled = Vec::new();
    let mut tuples = Vec::new();
    for _ in 0..1 + choices.below(6) {
        let spans = (0..2).map(|_| {
            labelled.extend_from_slice(marks[0].as_bytes());
            let (start, length) = (labelled.len(), choices.below(8));
            labelled.extend_from_slice(choices.take(length));
            let end = labelled.len();
            labelled.extend_from_slice(marks[1].as_bytes());
            start..end
        });
        tuples.push(Tuple::flat(spans));
    }
    let class = WrapperClass::ALL[choices.below(8)];
    let example = Example { name: "fuzz".into(), bytes: labelled, tuples };
    let examples = Examples { attributes: vec!["a".into(), "b".into()], pages: vec![example] };
    let Ok(learned) = learn_class(&examples, class, Preference::Aligned, &LearnSettings::default()) else {
        return;
    };
    let executor = Executor::new(&learned);
    let found = executor.execute(&examples.pages[0].bytes);
    assert!(found.tuples == examples.pages[0].tuples, "{class} does not give its own example");
    executor.execute(page(&mut choices).as_bytes());
}

fn values(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut choices = Choices::of(bytes);
    const PARTS: [&str; 32] = [
        "1", "12", ".", ",", "'", " ", "EUR", "$", "€", "%", "-", "/", ":", "May", "2024", "31", "T", "Z",
        "+02:00", "km", "h", "½", "١", "stars", "(", ")", "e9", "\u{a0}", "5", "of", "www.", "@",
    ];
    let made: String = (0..choices.below(24)).map(|_| choices.one(&PARTS)).collect();
    for text in [&*text, made.as_str()] {
        for mark in [DecimalMark::Point, DecimalMark::Comma] {
            let _ = chaffinch_values::read(text, mark);
            for kind in [ColumnType::Number, ColumnType::Money, ColumnType::Date, ColumnType::Url] {
                let _ = chaffinch_values::read_as(kind, text, mark);
            }
        }
    }
}

fn archives(bytes: &[u8]) {
    let archive = archive(&mut Choices::of(bytes));
    let most = archive.len() + 10;
    let documents = read_stream("fuzz", std::io::Cursor::new(archive), &ReadOptions::default());
    assert!(documents.take(most + 1).count() <= most, "an archive of {most} bytes has no end");
}

fn containers(bytes: &[u8]) {
    let (ending, file) = container(&mut Choices::of(bytes));
    read_file(ending, &file);
}

fn html_tables(bytes: &[u8]) {
    let (ending, file) = table(&mut Choices::of(bytes));
    read_file(ending, &file);
}

/// Reads a file that has to be one, because its reader goes to and fro in it.
fn read_file(ending: &str, bytes: &[u8]) {
    let folder = std::env::temp_dir().join(format!("chaffinch-fuzz-{}", std::process::id()));
    let path = folder.join(format!("fuzz.{ending}"));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, bytes));
    assert!(written.is_ok(), "no file can be written");
    let most = bytes.len() + 100;
    let documents = read(&[path.display().to_string()], &ReadOptions::default());
    assert!(documents.take(most + 1).count() <= most, "a file of {} bytes has no end", bytes.len());
    let _ = std::fs::remove_dir_all(&folder);
}

/// Domain files, rule files and wrapper files.
fn files(bytes: &[u8]) {
    let mut choices = Choices::of(bytes);
    let (_, text) = DOMAINS[choices.below(DOMAINS.len())];
    let _ = chaffinch_domain::parse("fuzz.toml", &changed(text, &mut choices), None);
    const RULES: &str =
        "a(X) :- b(X, Y), not c(Y), X < 5.\nd(X, N) :- N = count Y : b(X, Y).\nc(1). b(1, \"two\").\n";
    let _ = Program::parse(&[("fuzz.rules", &changed(RULES, &mut choices))], &["b"]);
    const WRAPPER: &str =
        "version = 1\nclass = \"LR\"\n[[attribute]]\nname = \"a\"\nleft = \"<b>\"\nright = \"</b>\"\n";
    let _ = Wrapper::from_toml(&changed(WRAPPER, &mut choices));
}

fn models(bytes: &[u8]) {
    let mut choices = Choices::of(bytes);
    let known = shipped();
    let Ok(model) = known[choices.below(known.len())].open() else {
        panic!("a shipped model cannot be read")
    };
    let mut file = model.to_bytes();
    let before = file.clone();
    change(&mut file, &mut choices);
    assert!(file == before || ModelFile::from_bytes(&file).is_err(), "a changed model is accepted");
}

/// Runs the target of a name.
pub fn run(name: &str, bytes: &[u8]) {
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
        panic!("there is no target {name}")
    };
    (target.run)(bytes);
}
