//! `chaffinch serve`

use crate::args::ServeArgs;
use crate::isolation::Pool;
use crate::options::{self, Refusal};
use crate::{Outcome, wrong_use};
use anyhow::Context;
use chaffinch::wrapper::GoldPage;
use chaffinch::{Document, Engine, PageReport, RendererChoice, Settings};
use chaffinch_server::{CommandAbout, Given, OptionAbout, Options, Program};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The commands that read pages.
const COMMANDS: [&str; 6] = ["extract", "records", "tables", "topk", "label", "domain"];
/// Options that mean nothing to a page that is at hand: they say which inputs are read, and how.
const OF_INPUTS: [&str; 4] = ["ignore_robots", "user_agent", "threads", "base_url"];
/// The variable that holds a token.
const TOKEN: &str = "CHAFFINCH_TOKEN";
/// What the command line reads as text although only some values are right.
const VALUES: [(&str, &[&str]); 2] = [
    ("records", &["auto", "mdr", "depta", "tagpath", "visual", "state"]),
    ("tables", &["auto", "grid", "webtables", "visual"]),
];
/// Engines that are kept for pages that no worker can read.
const ENGINES: usize = 4;

pub fn run(arguments: &ServeArgs) -> anyhow::Result<Outcome> {
    let token = std::env::var(TOKEN).ok();
    if token.as_ref().is_some_and(|token| {
        token.len() < 8 || !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    }) {
        return Err(wrong_use(format!("{TOKEN}: a token has at least eight letters, digits, - or _")));
    }
    let threads =
        arguments.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(2, NonZeroUsize::get);
    let options = Options {
        host: arguments.host.clone(),
        port: arguments.port,
        allow_fetch: arguments.allow_fetch,
        token,
        data: data(arguments),
        project: arguments.project.clone(),
        upload_bytes: arguments.max_upload,
        at_once: Some(threads),
        ..Options::default()
    };
    let reader = Reader { pool: Pool::new(threads + 2), engines: Mutex::default() };
    let named = |host: &str| if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let host = named(&arguments.host);
    chaffinch_server::serve(options, Arc::new(reader), |address, token| {
        let shown = if address.ip().is_loopback() {
            format!("http://{host}:{}/", address.port())
        } else {
            eprintln!("chaffinch: others can reach this server; pages are theirs to open, so give the address to those you trust");
            format!("http://{host}:{}/?token={token}", address.port())
        };
        // Who started it may read the address from a pipe.
        let mut out = std::io::stdout();
        let _ = writeln!(out, "the workbench is at {shown}\nthe API asks for x-chaffinch-token: {token}");
        let _ = out.flush();
    })
    .with_context(|| format!("cannot listen at {}:{}", arguments.host, arguments.port))?;
    Ok(Outcome::Found)
}

fn data(arguments: &ServeArgs) -> Option<PathBuf> {
    let named = arguments.data.clone().or_else(|| std::env::var_os("CHAFFINCH_DATA").map(PathBuf::from));
    named.or_else(|| Some(PathBuf::from("target/data"))).filter(|folder| folder.is_dir())
}

/// Reads pages in processes of their own, and in this one where that is not possible.
struct Reader {
    pool: Option<Pool>,
    engines: Mutex<Vec<(Vec<String>, Arc<Engine>)>>,
}

impl Reader {
    fn engine(&self, key: Vec<String>, settings: Settings) -> Result<Arc<Engine>, String> {
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, engine)) = engines.iter().find(|(known, _)| *known == key) {
            return Ok(engine.clone());
        }
        let engine = Arc::new(Engine::new(settings).map_err(|problem| problem.to_string())?);
        engines.push((key, engine.clone()));
        if engines.len() > ENGINES {
            engines.remove(0);
        }
        Ok(engine)
    }
}

impl Program for Reader {
    fn commands(&self) -> Vec<CommandAbout> {
        let option = |command: &str, known: options::Known| OptionAbout {
            values: match VALUES.iter().find(|(name, _)| *name == command && known.name == "method") {
                Some((_, values)) => values.iter().map(|value| (*value).to_owned()).collect(),
                None => known.values,
            },
            name: known.name,
            switch: known.switch,
            default: known.default,
            group: known.group,
            help: known.help,
        };
        let hidden = ["scripts", "schema", "html_column", "url_column"];
        let is_shown = |known: &options::Known| {
            let name = known.name.as_str();
            known.group != "Filter" && !OF_INPUTS.contains(&name) && !hidden.contains(&name)
        };
        let command = |name: &&str| CommandAbout {
            name: (*name).to_owned(),
            about: options::about(name),
            options: options::known(&[name])
                .into_iter()
                .filter(is_shown)
                .map(|known| option(name, known))
                .collect(),
        };
        COMMANDS.iter().map(command).collect()
    }

    fn settings(&self, command: &str, given: &[Given]) -> Result<Settings, String> {
        if !COMMANDS.contains(&command) {
            return Err(format!(
                "no command that reads pages is called {command}; there are {}",
                COMMANDS.join(", ")
            ));
        }
        options::reading(command, given).map(|reading| reading.settings).map_err(|refusal| match refusal {
            Refusal::Unknown(name) => format!("{command} has no option {name}"),
            Refusal::Wrong(said) | Refusal::Failed(said) => said,
        })
    }

    fn read(&self, command: &str, given: &[Given], document: Document) -> Result<PageReport, String> {
        // Here, so that what is wrong is said in a sentence, and not by a worker that does not start.
        let settings = self.settings(command, given)?;
        let mut key = options::written(command, given);
        let mut report = None;
        if settings.renderer != RendererChoice::Chromium
            && let Some(pool) = &self.pool
        {
            let arguments = [key.clone(), vec!["-".to_owned()]].concat();
            report = pool.read(&arguments, &document, &settings.limits);
        }
        let mut report = match report {
            Some(report) => report,
            None => {
                key.push(settings.renderer.to_string());
                self.engine(key, settings)?.read(document)
            }
        };
        options::advise(&mut report);
        Ok(report)
    }

    fn judge(&self, labels: &GoldPage, report: &PageReport) -> Option<(&'static str, f64)> {
        chaffinch_eval::extract::judge(labels, report)
    }

    fn models(&self) -> Vec<(String, Vec<String>)> {
        let described = options::describe_models().unwrap_or_default();
        described.into_iter().map(|(name, attributes, _)| (name, attributes)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_that_the_workbench_offers_is_one() {
        for (command, values) in VALUES {
            for value in values {
                let given = [("method".to_owned(), Some((*value).to_owned()))];
                assert!(options::reading(command, &given).is_ok(), "{command} {value}");
            }
        }
    }
}
