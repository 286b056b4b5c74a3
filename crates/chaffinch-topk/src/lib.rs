//! Top-k lists: the list that the title of a page announces, such as "10 best films".
//!
//! After Zhang, Wang, Wang and Zhu, "Automatic Extraction of Top-k Lists from the Web" (2012). [`promises`] reads how many
//! items the titles promise. [`top_k`] groups nodes with the same tag path into classes, lets classes of k nodes grow up
//! to items, and returns the best such list. The paper's four optimisations and our further steps are fields of
//! [`TopkSettings`]; an explanation says which lists were considered and what each optimisation changed.

mod answer;
mod boundary;
mod candidate;
mod classes;
mod columns;
mod explain;
mod facts;
mod find;
mod grow;
mod interleave;
mod items;
mod names;
mod numbering;
mod rank;
mod settings;
mod shown;
mod title;

pub use answer::top_k;
pub use settings::{OddnessWeights, RankWeights, TitleWeights, TopkSettings};
pub use title::{Clarity, Promise, promises, read_title};
