//! How far training has come, kept in a file, so that it can be stopped at any moment and continued later.

use super::SiteCounts;
use chaffinch_label::PageSigns;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file is written again when this time has passed.
const PAUSE: Duration = Duration::from_secs(2);

/// How far training has come.
#[derive(Debug, Default)]
pub struct Checkpoint {
    file: Option<PathBuf>,
    state: State,
    weights: Vec<f64>,
    written: Option<Instant>,
}

/// The first line of the file. The weights follow, eight bytes each, the lowest byte first.
#[derive(Debug, Default, Serialize, Deserialize)]
struct State {
    /// A number that is the same for the same labels learned in the same way.
    #[serde(rename = "lesson")]
    fingerprint: u64,
    /// How right the sites of each part are that has been measured.
    done: Vec<Vec<SiteCounts>>,
    /// What was seen on pages of the kind and on others, by models that had not seen their sites.
    #[serde(default)]
    signs: Vec<PageSigns>,
}

impl Checkpoint {
    /// A checkpoint without a file.
    pub fn nothing() -> Checkpoint {
        Checkpoint::default()
    }

    /// Keeps how far training has come in `file`, and continues from what is there if the `fingerprint` is the same.
    pub fn in_file(file: &Path, fingerprint: u64) -> Checkpoint {
        let (state, weights) = std::fs::read(file)
            .ok()
            .and_then(|bytes| parse(&bytes))
            .filter(|(state, _)| state.fingerprint == fingerprint)
            .unwrap_or((State { fingerprint, ..State::default() }, Vec::new()));
        Checkpoint { file: Some(file.to_owned()), state, weights, written: None }
    }

    /// Whether there is something to continue from.
    pub fn has_begun(&self) -> bool {
        !self.weights.is_empty() || !self.state.done.is_empty()
    }

    /// How many parts have been measured.
    pub fn parts_done(&self) -> usize {
        self.state.done.len()
    }

    /// The weights that were reached.
    pub(super) fn weights(&self) -> Option<Vec<f64>> {
        (!self.weights.is_empty()).then(|| self.weights.clone())
    }

    /// Keeps these weights.
    pub(super) fn keep(&mut self, weights: &[f64]) {
        self.weights.clear();
        self.weights.extend_from_slice(weights);
        if self.written.is_none_or(|written| written.elapsed() >= PAUSE) {
            self.flush();
        }
    }

    /// A part has been measured. The next one begins without weights.
    pub(super) fn part_is_done(&mut self, sites: Vec<SiteCounts>, signs: Vec<PageSigns>) {
        self.state.done.push(sites);
        self.state.signs.extend(signs);
        self.weights.clear();
        self.flush();
    }

    /// How right the sites of all measured parts are.
    pub(super) fn sites(&self) -> Vec<SiteCounts> {
        self.state.done.iter().flatten().cloned().collect()
    }

    /// What was seen on the pages of all measured parts.
    pub(super) fn signs(&self) -> Vec<PageSigns> {
        self.state.signs.clone()
    }

    /// Writes the file. If that fails, training continues, but cannot be resumed later.
    pub(super) fn flush(&mut self) {
        self.written = Some(Instant::now());
        let Some(file) = &self.file else { return };
        let Ok(mut bytes) = serde_json::to_vec(&self.state) else { return };
        bytes.push(b'\n');
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        let part = file.with_extension("writing");
        if std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, file)).is_err() {
            let _ = std::fs::remove_file(&part);
        }
    }

    /// Training is over: removes the file.
    pub fn done(self) {
        if let Some(file) = self.file {
            let _ = std::fs::remove_file(file);
        }
    }
}

fn parse(bytes: &[u8]) -> Option<(State, Vec<f64>)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let state = serde_json::from_slice(&bytes[..end]).ok()?;
    let (numbers, rest) = bytes[end + 1..].as_chunks::<8>();
    let weights: Vec<f64> = numbers.iter().map(|number| f64::from_le_bytes(*number)).collect();
    (rest.is_empty() && weights.iter().all(|weight| weight.is_finite())).then_some((state, weights))
}
