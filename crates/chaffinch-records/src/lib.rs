//! Records without labels.

mod anchors;
mod boundaries;
mod features;
mod ground;
mod pool;
mod region;
mod settings;

pub use features::Features;
pub use ground::{Content, Ground};
pub use pool::pool;
pub use region::{Origin, Record, Region, siblings};
pub use settings::RecordsSettings;
