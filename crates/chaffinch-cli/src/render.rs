//! `chaffinch render`

use crate::advice::{advise, advised, sentences};
use crate::args::RenderArgs;
use crate::{Outcome, extract, output, wrong_use};
use anyhow::anyhow;
use chaffinch::model::{self, PageModel};
use chaffinch::{Document, Engine, Extraction, Page, Problem, Rendered, Settings, overlay};
use chaffinch_render::{Mark, draw_png, draw_svg};
use chaffinch_tables::seen_tables;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is drawn over the page instead of the box of every node.
#[derive(Debug, Clone, Copy)]
enum Overlay {
    Relations,
    Blocks,
    Tables,
    Records,
    Labels,
}

impl Overlay {
    fn chosen(arguments: &RenderArgs) -> Option<Overlay> {
        match arguments {
            RenderArgs { relations: true, .. } => Some(Overlay::Relations),
            RenderArgs { blocks: true, .. } => Some(Overlay::Blocks),
            RenderArgs { tables: true, .. } => Some(Overlay::Tables),
            RenderArgs { records: true, .. } => Some(Overlay::Records),
            RenderArgs { labels: Some(_), .. } => Some(Overlay::Labels),
            _ => None,
        }
    }

    fn marks(self, engine: &Engine, page: &Page) -> Vec<Mark> {
        match self {
            Overlay::Relations | Overlay::Records => {
                overlay::relations(&engine.find(page).into_relations(page))
            }
            Overlay::Blocks => overlay::blocks(page, &engine.settings().vision),
            Overlay::Labels => {
                let Settings { model, vision, .. } = engine.settings();
                model.as_ref().map_or_else(Vec::new, |model| overlay::labels(page, model, vision))
            }
            Overlay::Tables => overlay::tables(&seen_tables(page, &engine.settings().tables)),
        }
    }
}

/// A page that was laid out, and what is drawn over it.
struct Seen {
    name: String,
    url: Option<String>,
    rendered: Rendered,
    marks: Option<Vec<Mark>>,
}

pub fn run(arguments: &RenderArgs) -> anyhow::Result<Outcome> {
    let only = arguments.records.then_some(Extraction::Records);
    let model = arguments.labels.as_deref().map(crate::label::open).transpose()?;
    let engine = extract::start_engine(arguments.page.settings().with(|settings| {
        settings.only = only;
        settings.model = model.map(|file| Arc::new(file.model));
    }))?;
    let names = arguments.input.names();
    let draws = arguments.png.is_some() || arguments.svg.is_some();
    // A drawing is the answer by itself; the tree is printed only where it was asked for too.
    let mut out = match (draws, &arguments.output) {
        (true, None) => None,
        (_, path) => Some(output::open(path.as_deref(), &names)?),
    };
    let mut drawn = 0;
    let mut failed = 0;
    let mut failure: Option<anyhow::Error> = None;
    let overlay = Overlay::chosen(arguments).filter(|_| draws);
    let work = |document: Document| {
        let (name, url) = (document.name.clone(), document.url.clone());
        let rendered = engine.render(document)?;
        let marks = overlay.map(|overlay| overlay.marks(&engine, &rendered.page));
        Ok(Seen { name, url, rendered, marks })
    };
    chaffinch::run(&names, &arguments.page.run_options(), work, |result| {
        let mut seen = match result {
            Ok(seen) => seen,
            Err(problem) => {
                failed += 1;
                eprintln!("chaffinch: {}", advised(problem));
                return ControlFlow::Continue(());
            }
        };
        let Rendered { problems, remarks, .. } = &mut seen.rendered;
        advise(problems, remarks);
        for sentence in sentences(problems, remarks) {
            eprintln!("chaffinch: {}: {sentence}", seen.name);
        }
        drawn += 1;
        let done = draw(arguments, &names, &seen, drawn).and_then(|()| match &mut out {
            Some((out, _)) => print(arguments, &seen, out).map_err(anyhow::Error::from),
            None => Ok(()),
        });
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    let ended = match (failure, out) {
        (Some(error), _) => Err(error),
        (None, Some((mut out, place))) => out.flush().map_err(anyhow::Error::from).and_then(|()| {
            drop(out);
            place.take(drawn > 0)
        }),
        (None, None) => Ok(()),
    };
    match ended {
        Err(error) if !error.downcast_ref().is_some_and(output::is_closed_pipe) => Err(error),
        _ if failed > 0 => Ok(Outcome::BadInput),
        _ => Ok(Outcome::Found),
    }
}

fn print(arguments: &RenderArgs, seen: &Seen, out: &mut dyn Write) -> io::Result<()> {
    let Seen { name, url, rendered, .. } = seen;
    if arguments.format == "json" {
        let errors = sentences(&rendered.problems, &rendered.remarks).map(str::to_owned).collect();
        let model = PageModel::new(name, url.as_deref(), &rendered.page, errors);
        serde_json::to_writer(&mut *out, &model)?;
        return writeln!(out);
    }
    writeln!(out, "{name}")?;
    out.write_all(model::tree(&rendered.page).as_bytes())
}

fn draw(arguments: &RenderArgs, inputs: &[String], seen: &Seen, count: usize) -> anyhow::Result<()> {
    let Seen { name, rendered, marks, .. } = seen;
    if arguments.png.is_none() && arguments.svg.is_none() {
        return Ok(());
    }
    if count > 1 {
        return Err(wrong_use("a drawing shows one page; name a single page with --png or --svg"));
    }
    let layout = rendered
        .page
        .layout()
        .ok_or_else(|| anyhow!("{name}: there are no boxes to draw; use --renderer embedded or chromium"))?;
    let drawing = draw_svg(&rendered.page, layout, marks.as_deref());
    if drawing.cut {
        eprintln!(
            "chaffinch: {name}: the page is taller than {} pixels; the rest is not drawn",
            drawing.size.1
        );
    }
    if let Some(path) = &arguments.svg {
        output::write_whole(path, inputs, drawing.svg.as_bytes())?;
    }
    if let Some(path) = &arguments.png {
        let png = draw_png(name, &drawing).map_err(|problem: Problem| anyhow!("{problem}"))?;
        output::write_whole(path, inputs, &png)?;
    }
    Ok(())
}
