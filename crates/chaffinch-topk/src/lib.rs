//! Top-k lists: the one list that the title of a page promises.
//!
//! After Zhang, Wang, Wang and Zhu, "Automatic Extraction of Top-k Lists from the Web" (2012). [`promises`] reads how many
//! items the titles promise; [`top_k`] groups nodes with the same tag path into classes, lets classes of k nodes grow up
//! to items, and answers with the list that the page is about. The paper's four optimisations, and the steps beyond it,
//! are fields of [`TopkSettings`]; an explanation says what was considered and what each of them changed.

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
pub use settings::{RankWeights, TopkSettings};
pub use title::{Clarity, Promise, promises, read_title};
