//! Model files: a line of JSON that says what the model is and how well it does, then its features and weights, compressed, and a
//! checksum of all of it.

use super::{
    Hcrf, KindModel, KnownFeatures, LabelModel, Lexicon, OwnPages, PageKinds, Told, Trust, Vocabulary,
};
use crate::labels::{AttributeId, AttributeSet, LabelSpaces, MOST_ATTRIBUTES};
use crate::read::ReadSettings;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use thiserror::Error;

/// The version of the files that this code writes and reads. It changes with the tables of features.
pub const MODEL_VERSION: u32 = 2;

/// The most bytes of a model when it is unpacked: a hundred times those of the largest that comes with the program. In memory, it takes
/// about ten times as much.
const LARGEST: u64 = 16 << 20;
/// The bytes of the checksum at the end.
const CHECKSUM: usize = 4;
/// Weights are kept as multiples of this.
const STEP: f64 = 0.02;

/// What a model is: the first line of its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelCard {
    /// The version of the file.
    #[serde(rename = "chaffinch-model")]
    pub version: u32,
    /// The attributes that it finds.
    pub attributes: Vec<String>,
    /// The kinds of pages that it reads.
    pub kinds: PageKinds,
    /// How many sites it was learned from.
    pub sites: usize,
    /// How many pages.
    pub pages: usize,
    /// How well it does on sites it has not seen.
    #[serde(rename = "apart")]
    pub held_out: Option<HeldOutScores>,
    /// How well it tells pages of its kind from others, on sites it has not seen; `None` if it was learned without others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Told>,
}

/// How well models do on sites that they have not seen: they were learned in the same way as the model of the file, each without some
/// of the sites, and read those sites.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HeldOutScores {
    /// F1, the mean over sites and attributes.
    pub f1: f64,
    /// F1 of each attribute.
    pub attributes: BTreeMap<String, f64>,
    /// F1 of the records on pages with many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<f64>,
}

/// Why a file is no model.
#[derive(Debug, Error)]
pub enum ModelFileError {
    /// Something else.
    #[error("this is no model; `chaffinch train` writes models")]
    Other,
    /// Another version.
    #[error("this is a model of version {0}, and this program reads version {MODEL_VERSION}; train it again")]
    Version(u32),
    /// Damaged.
    #[error("this model is damaged: {0}; train it again")]
    Damaged(String),
}

/// A model and what it is.
#[derive(Debug, Clone)]
pub struct ModelFile {
    /// What it is.
    pub card: ModelCard,
    /// The model.
    pub model: LabelModel,
}

/// What follows the card, compressed.
#[derive(Serialize, Deserialize)]
struct Body {
    combinations: Vec<AttributeSet>,
    images: AttributeSet,
    #[serde(default)]
    amounts: AttributeSet,
    #[serde(default)]
    parts: AttributeSet,
    #[serde(default)]
    coverage: Vec<f64>,
    keeps_references: bool,
    trust: Trust,
    leaf: Vec<Box<str>>,
    block: Vec<Box<str>>,
    pair: Vec<Box<str>>,
    values: Vec<(String, Vec<AttributeId>)>,
    words: Vec<(String, Vec<AttributeId>)>,
    /// What tells lists from pages about one thing.
    #[serde(default)]
    kind: Vec<(String, f64)>,
    /// What tells pages of the model's kind from others.
    #[serde(default)]
    own_pages: Vec<(String, f64)>,
    /// As multiples of `STEP`.
    weights: Vec<i32>,
}

impl ModelFile {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let model = &self.model;
        let names = |known: &KnownFeatures| known.names().into_iter().map(Box::from).collect();
        let [values, words] = model.lexicon.entries().map(|entries| {
            entries.into_iter().map(|(text, attributes)| (text.to_owned(), attributes)).collect()
        });
        let body = Body {
            combinations: model.spaces.combinations.clone(),
            images: model.images,
            amounts: model.amounts,
            parts: model.parts,
            coverage: model.coverage.clone(),
            keeps_references: model.keeps_references,
            trust: model.hcrf.trust,
            leaf: names(&model.vocabulary.leaf),
            block: names(&model.vocabulary.block),
            pair: names(&model.vocabulary.pair),
            values,
            words,
            kind: model.kind.entries(),
            own_pages: rounded(model.own_pages.entries()),
            weights: model.weights.iter().map(|weight| (weight / STEP).round() as i32).collect(),
        };
        let mut bytes = json(&self.card);
        bytes.push(b'\n');
        let mut packed = DeflateEncoder::new(bytes, Compression::best());
        // Writing to memory does not fail.
        let _ = packed.write_all(&json(&body));
        let mut bytes = packed.finish().unwrap_or_default();
        let sum = checksum(&bytes);
        bytes.extend(sum);
        bytes
    }

    /// The model in a file.
    ///
    /// # Errors
    /// If it is something else, of another version or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<ModelFile, ModelFileError> {
        let card = ModelCard::from_bytes(bytes)?;
        let damaged = |error: &dyn std::fmt::Display| ModelFileError::Damaged(error.to_string());
        let bytes = match bytes.split_last_chunk::<CHECKSUM>() {
            Some((bytes, sum)) if checksum(bytes) == *sum => bytes,
            _ => return Err(damaged(&"its checksum is not that of its content")),
        };
        let start = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
        let mut text = Vec::new();
        DeflateDecoder::new(&bytes[start..])
            .take(LARGEST + 1)
            .read_to_end(&mut text)
            .map_err(|error| damaged(&error))?;
        if text.len() as u64 > LARGEST {
            return Err(damaged(&format!("it has more than {LARGEST} bytes when it is unpacked")));
        }
        let body: Body = serde_json::from_slice(&text).map_err(|error| damaged(&error))?;
        let model = body.model(&card).map_err(|error| damaged(&error))?;
        Ok(ModelFile { card, model })
    }
}

impl ModelCard {
    /// What the model in a file is, without reading the whole of it.
    ///
    /// # Errors
    /// If it is something else or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<ModelCard, ModelFileError> {
        #[derive(Deserialize)]
        struct Version {
            #[serde(rename = "chaffinch-model")]
            version: u32,
        }
        let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let Version { version } = serde_json::from_slice(line).map_err(|_| ModelFileError::Other)?;
        if version != MODEL_VERSION {
            return Err(ModelFileError::Version(version));
        }
        serde_json::from_slice(line).map_err(|error| ModelFileError::Damaged(error.to_string()))
    }
}

impl Body {
    fn model(self, card: &ModelCard) -> Result<LabelModel, String> {
        let attributes = card.attributes.len();
        let all = |sets: &[AttributeSet]| sets.iter().all(|set| set.is_below(attributes));
        let known = |entries: &[(String, Vec<AttributeId>)]| {
            entries.iter().flat_map(|(_, had)| had).all(|attribute| attribute.index() < attributes)
        };
        if attributes > MOST_ATTRIBUTES
            || !all(&self.combinations)
            || !all(&[self.images, self.amounts, self.parts])
            || !known(&self.values)
            || !known(&self.words)
        {
            return Err("it has more attributes than it says".into());
        }
        let spaces = LabelSpaces { attributes: card.attributes.clone(), combinations: self.combinations };
        let vocabulary = Vocabulary {
            leaf: KnownFeatures::new(self.leaf),
            block: KnownFeatures::new(self.block),
            pair: KnownFeatures::new(self.pair),
        };
        let hcrf =
            Hcrf::new(&spaces, &vocabulary, self.trust, card.kinds).map_err(|error| error.to_string())?;
        if hcrf.model().weights() != self.weights.len() {
            return Err(format!("{} weights for {}", self.weights.len(), hcrf.model().weights()));
        }
        Ok(LabelModel {
            spaces,
            vocabulary,
            lexicon: Lexicon::from_entries([self.values, self.words]),
            hcrf,
            kind: KindModel::from_entries(self.kind),
            own_pages: OwnPages::from_entries(self.own_pages),
            weights: self.weights.into_iter().map(|steps| f64::from(steps) * STEP).collect(),
            images: self.images,
            amounts: self.amounts,
            parts: self.parts,
            coverage: self.coverage,
            pages: card.kinds,
            keeps_references: self.keeps_references,
            settings: ReadSettings::default(),
        })
    }
}

/// Weights as files keep them, without those that are nothing.
fn rounded(entries: Vec<(String, f64)>) -> Vec<(String, f64)> {
    let steps = |weight: f64| (weight / STEP).round();
    let kept = entries.into_iter().filter(|(_, weight)| steps(*weight) != 0.0);
    // Two digits are enough: a step is a fiftieth.
    kept.map(|(name, weight)| (name, (steps(weight) * STEP * 100.0).round() / 100.0)).collect()
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum().to_le_bytes()
}

/// Cards and bodies are maps with strings as keys, which can always be written as JSON.
fn json(what: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(what).unwrap_or_default()
}
