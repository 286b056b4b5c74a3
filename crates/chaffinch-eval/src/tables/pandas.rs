//! `pandas.read_html` on the same pages.

use super::gold::{Texts, folded};
use chaffinch_core::{Problem, ProblemKind};
use std::path::Path;
use std::process::Command;

/// What the Python program prints for each page: its name and its tables, as pandas answers and with column names as written.
type Answer = (String, Vec<Texts>, Vec<Texts>);

/// The tables that pandas reads from each of `pages`, in the same order: as it answers, and with the numbers taken off that it adds to
/// equal column names.
///
/// # Errors
/// If Python or pandas cannot be run.
pub fn read_html(python: &Path, pages: &[String]) -> Result<Vec<Answer>, Problem> {
    let failed = |why: String| {
        let message = format!("pandas could not be run: {why}");
        Problem::new(ProblemKind::Unreadable, python.display().to_string(), message)
    };
    let mut command = Command::new(python);
    command.arg("-c").arg(include_str!("read_html.py")).args(pages);
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(failed(said.lines().last().unwrap_or("it ended early").to_owned()));
    }
    let answer = |line: &str| -> Result<Answer, Problem> {
        let (page, answered, written): Answer =
            serde_json::from_str(line).map_err(|error| failed(error.to_string()))?;
        let folded = |tables: Vec<Texts>| tables.iter().map(|table| folded(table)).collect();
        Ok((page, folded(answered), folded(written)))
    };
    String::from_utf8_lossy(&output.stdout).lines().map(answer).collect()
}
