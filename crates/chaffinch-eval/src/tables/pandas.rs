//! `pandas.read_html` on the same pages.

use super::gold::Texts;
use crate::referee::norm;
use chaffinch::{Problem, ProblemKind};
use std::path::Path;
use std::process::Command;

/// What the Python program prints for each page: its name and its tables, header first.
type Answer = (String, Vec<Vec<Vec<String>>>);

/// The tables that pandas reads from each of `pages`, in the same order.
pub fn read_html(python: &Path, pages: &[String]) -> Result<Vec<(String, Vec<Texts>)>, Problem> {
    let name = python.display().to_string();
    let failed = |why: String| Problem::new(ProblemKind::Unreadable, &name, why);
    let output = Command::new(python)
        .arg("-c")
        .arg(include_str!("read_html.py"))
        .args(pages)
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(failed(format!(
            "pandas could not be run: {}",
            said.lines().last().unwrap_or("it ended early")
        )));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| {
            let (page, tables): Answer =
                serde_json::from_str(line).map_err(|error| failed(error.to_string()))?;
            let texts = |table: Vec<Vec<String>>| {
                table.iter().map(|row| row.iter().map(|cell| norm(cell)).collect()).collect()
            };
            Ok((page, tables.into_iter().map(texts).collect()))
        })
        .collect()
}
