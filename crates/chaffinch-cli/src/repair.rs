//! `chaffinch wrapper repair`

use crate::args::RepairArgs;
use crate::wrapper::{open_wrappers, read_pages};
use crate::{Outcome, output, wrong_use};
use chaffinch::Site;
use chaffinch_wrapper::{LearnSettings, PageBytes, RepairError, Wrapper, pages_to_repair, repair};
use std::io::Write;

/// Pages with their names.
type Pages = Vec<(String, Vec<u8>)>;

pub fn run(arguments: &RepairArgs) -> anyhow::Result<Outcome> {
    let settings = LearnSettings::default();
    let wrappers = open_wrappers(&arguments.wrapper)?.wrappers;
    let pages = read_pages(&arguments.inputs, &settings)?;
    let earlier = read_pages(&arguments.old, &settings)?;
    match (&wrappers[..], arguments.wrapper.is_dir()) {
        ([old], false) => repair_file(arguments, old, &pages, &earlier, &settings),
        _ => repair_folder(arguments, &wrappers, &pages, &earlier, &settings),
    }
}

fn repair_file(
    arguments: &RepairArgs,
    old: &Wrapper,
    pages: &Pages,
    earlier: &Pages,
    settings: &LearnSettings,
) -> anyhow::Result<Outcome> {
    let Mended { wrapper, said, is_better } = match mend(old, pages, earlier, settings) {
        Ok(mended) => mended,
        Err(RepairError::NothingToDo) => {
            writeln!(std::io::stdout(), "{}", RepairError::NothingToDo)?;
            return Ok(Outcome::Found);
        }
        Err(error) => {
            eprintln!("{}: {error}", arguments.wrapper.display());
            return Ok(Outcome::NoLongerFits);
        }
    };
    let text = wrapper.to_toml();
    match &arguments.out {
        Some(path) => {
            // The file may be the old wrapper's, which has been read; the pages may not be written over.
            output::write_whole(path, &arguments.inputs, text.as_bytes())?;
            writeln!(std::io::stdout(), "{}\nwritten to {}", said.join("\n"), path.display())?;
        }
        None => {
            eprintln!("{}", said.join("\n"));
            std::io::stdout().write_all(text.as_bytes())?;
        }
    }
    Ok(if is_better { Outcome::Found } else { Outcome::NoLongerFits })
}

/// Mends each wrapper of a folder on the pages that are its own and fit none. A wrapper that cannot be mended stays as it was.
fn repair_folder(
    arguments: &RepairArgs,
    wrappers: &[Wrapper],
    pages: &Pages,
    earlier: &Pages,
    settings: &LearnSettings,
) -> anyhow::Result<Outcome> {
    let Some(out) = &arguments.out else {
        let folder = arguments.wrapper.display();
        return Err(wrong_use(format!("{folder}: name a folder for the repaired wrappers with --out")));
    };
    if out.is_file() {
        return Err(wrong_use(format!("{}: name a folder, as the old wrappers are in one", out.display())));
    }
    let files = Site::files(&arguments.wrapper)?;
    let given = pages_to_repair(wrappers, pages, settings);
    let mut is_mended = true;
    std::fs::create_dir_all(out).map_err(|error| wrong_use(format!("{}: {error}", out.display())))?;
    for ((file, old), given) in files.iter().zip(wrappers).zip(given) {
        let path = out.join(file.file_name().unwrap_or_default());
        let own: Pages = given.into_iter().cloned().collect();
        let mended = match own.is_empty() {
            true => Err(RepairError::NothingToDo),
            false => mend(old, &own, earlier, settings),
        };
        let (wrapper, said) = match &mended {
            Ok(mended) => {
                is_mended &= mended.is_better;
                (&mended.wrapper, mended.said.clone())
            }
            Err(RepairError::NothingToDo) => {
                (old, vec!["no page is left that only this one could read".to_owned()])
            }
            Err(error) => {
                is_mended = false;
                (old, vec![format!("{} pages fit no wrapper, and {error}", own.len())])
            }
        };
        output::write_whole(&path, &arguments.inputs, wrapper.to_toml().as_bytes())?;
        writeln!(std::io::stdout(), "{}", path.display())?;
        said.iter().try_for_each(|line| writeln!(std::io::stdout(), "  {line}"))?;
    }
    Ok(if is_mended { Outcome::Found } else { Outcome::NoLongerFits })
}

/// A wrapper that was mended, what there is to say of it, and whether more pages fit it than the old one.
struct Mended {
    wrapper: Wrapper,
    said: Vec<String>,
    is_better: bool,
}

fn mend(
    old: &Wrapper,
    pages: &Pages,
    earlier: &Pages,
    settings: &LearnSettings,
) -> Result<Mended, RepairError> {
    let repaired = repair(old, pages, settings)?;
    let mut said = repaired.changes.clone();
    let fitting = |wrapper: &Wrapper, pages: &Pages| {
        pages.iter().filter(|(_, bytes)| wrapper.check(&PageBytes::from(&bytes[..])).is_empty()).count()
    };
    let (before, after) = (fitting(old, pages), fitting(&repaired.wrapper, pages));
    said.push(format!("{before} of {} pages fitted the old wrapper, {after} fit the new one", pages.len()));
    said.push(format!("{} values that were known are read again", repaired.known_values));
    if !earlier.is_empty() {
        let (before, after) = (fitting(old, earlier), fitting(&repaired.wrapper, earlier));
        let all = earlier.len();
        said.push(format!("of {all} older pages {before} fit the old wrapper and {after} the new one"));
    }
    Ok(Mended { wrapper: repaired.wrapper, said, is_better: after > before })
}
