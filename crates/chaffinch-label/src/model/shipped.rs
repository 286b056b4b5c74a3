//! The models inside the program. `scripts/train-models.sh` makes them.

use super::{ModelCard, ModelFile, ModelFileError};

/// A model that comes with the program.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    bytes: &'static [u8],
}

macro_rules! models {
    ($($name:literal),*) => {
        &[$(Shipped { name: $name, bytes: include_bytes!(concat!("../../models/", $name, ".model")) }),*]
    };
}

static MODELS: &[Shipped] =
    models!["product", "auto", "book", "camera", "job", "movie", "nbaplayer", "restaurant", "university"];

/// All of them.
pub fn shipped() -> &'static [Shipped] {
    MODELS
}

impl Shipped {
    /// What it is.
    ///
    /// # Errors
    /// If it was made by another version of the program.
    pub fn card(&self) -> Result<ModelCard, ModelFileError> {
        ModelCard::from_bytes(self.bytes)
    }

    /// The model itself.
    ///
    /// # Errors
    /// If it was made by another version of the program.
    pub fn open(&self) -> Result<ModelFile, ModelFileError> {
        ModelFile::from_bytes(self.bytes)
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}
