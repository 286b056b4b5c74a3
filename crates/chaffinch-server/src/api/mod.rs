//! The answers of the API, a file for each subject.

pub mod about;
pub mod domain;
pub mod extract;
pub mod jobs;
pub mod measure;
pub mod node;
pub mod pages;
pub mod project;
pub mod relation;
pub mod sets;
pub mod stream;
pub mod train;
pub mod view;
pub mod wrapper;
pub mod write;

use crate::answer::Failure;
use crate::program::Given;
use serde::Deserialize;
use serde_json::{Map, Value};

/// How pages are read: a command and its options.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Method {
    /// `extract`, `tables`, `topk`, `records`, `label` or `domain`.
    #[serde(default = "extract")]
    pub command: String,
    /// Its options by name; `true` for a switch.
    #[serde(default)]
    pub options: Map<String, Value>,
}

fn extract() -> String {
    "extract".to_owned()
}

impl Default for Method {
    fn default() -> Method {
        Method { command: extract(), options: Map::new() }
    }
}

/// Options that name files of this machine, or let pages reach the network past the guard.
const NOT_HERE: [&str; 3] = ["schema", "scripts", "html_column"];

impl Method {
    /// The options as the command line gives them.
    pub fn given(&self) -> Result<Vec<Given>, Failure> {
        let mut given = Vec::new();
        for (name, value) in &self.options {
            if NOT_HERE.contains(&name.as_str()) {
                return Err(Failure::wrong(format!("{name} is an option of the command line alone")));
            }
            let names_file = matches!(name.as_str(), "model" | "domain");
            given.push(match value {
                Value::Bool(false) | Value::Null => continue,
                Value::Bool(true) => (name.clone(), None),
                Value::String(text) if names_file && text.contains(['/', '\\', '.']) => {
                    return Err(Failure::wrong(format!(
                        "{name} is the name of one that comes with the program"
                    )));
                }
                Value::String(text) => (name.clone(), Some(text.clone())),
                Value::Number(number) => (name.clone(), Some(number.to_string())),
                Value::Array(_) | Value::Object(_) => {
                    return Err(Failure::wrong(format!("the value of {name} is a text, a number or true")));
                }
            });
        }
        Ok(given)
    }
}
