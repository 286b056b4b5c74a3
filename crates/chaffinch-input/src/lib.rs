//! Reads what the user names and yields web pages one after the other.
//!
//! An input is a file, a folder, a pattern such as `pages/*.html`, an archive (WARC, ARC, WACZ, zip, tar, MHTML),
//! an index of archives, a table with a column of HTML, an `http` or `https` address, or `-` for standard input. [`read`] is lazy: the next page is read when it is
//! asked for, and no more than one is held at a time, so that an archive of any size costs the same
//! memory. What cannot be read becomes a [`Problem`](chaffinch_core::Problem) and the run goes on.
//!
//! ```
//! use chaffinch_input::{ReadOptions, read};
//!
//! let folder = tempfile::tempdir().unwrap();
//! std::fs::write(folder.path().join("a.html"), "<p>first").unwrap();
//! std::fs::write(folder.path().join("b.html"), "").unwrap();
//!
//! let inputs = [folder.path().display().to_string()];
//! let mut documents = read(&inputs, &ReadOptions::default());
//! assert_eq!(documents.next().unwrap().unwrap().bytes, b"<p>first");
//! assert_eq!(documents.next().unwrap().unwrap_err().message, "is empty; there is nothing to read in it");
//! assert!(documents.next().is_none());
//! ```

mod chunked;
mod decode;
mod document;
#[cfg(feature = "fetch")]
mod fetch;
#[cfg(not(feature = "fetch"))]
#[path = "fetch_nothing.rs"]
mod fetch;
mod file;
mod filter;
mod folder;
mod head;
mod index;
mod kind;
mod list;
mod mhtml;
#[cfg(feature = "fetch")]
mod names;
mod options;
mod pattern;
mod read;
mod resources;
#[cfg(feature = "fetch")]
mod robots;
mod saved;
mod sniff;
mod stream;
#[cfg(feature = "parquet")]
mod table;
#[cfg(not(feature = "parquet"))]
#[path = "table_nothing.rs"]
mod table;
mod tar;
mod unpack;
mod warc;
mod would_read;
mod zip;

pub use document::Document;
pub use filter::{AddressPattern, Filter};
pub use kind::is_archive_name;
pub use list::{Listed, list, read_listed};
pub use options::{Addresses, ReadOptions};
pub use read::{Documents, read, read_stream};
pub use resources::Resources;
pub use would_read::would_read;
