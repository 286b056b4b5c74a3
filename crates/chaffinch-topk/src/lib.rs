//! Top-k lists: the one list that the title of a page promises.

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
mod survey;
mod title;

pub use answer::{Answer, explain, top_k};
pub use settings::TopkSettings;
pub use title::{Clarity, Promise, promises, read_title};
