//! Domains and gazetteers that come with the program.

use crate::gazetteer::Gazetteer;
use flate2::read::GzDecoder;
use std::io::Read;
use std::sync::{Arc, LazyLock};

/// The shipped domains: names and files.
pub const DOMAINS: [(&str, &str); 12] = [
    ("real-estate", include_str!("../domains/real-estate.toml")),
    ("product", include_str!("../domains/product.toml")),
    ("job", include_str!("../domains/job.toml")),
    ("used-car", include_str!("../domains/used-car.toml")),
    ("event", include_str!("../domains/event.toml")),
    ("court", include_str!("../domains/court.toml")),
    ("recipe", include_str!("../domains/recipe.toml")),
    ("person", include_str!("../domains/person.toml")),
    ("article", include_str!("../domains/article.toml")),
    ("film", include_str!("../domains/film.toml")),
    ("restaurant", include_str!("../domains/restaurant.toml")),
    ("course", include_str!("../domains/course.toml")),
];

/// The file of a shipped domain.
pub fn domain(name: &str) -> Option<&'static str> {
    DOMAINS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A shipped gazetteer by its name, unpacked when it is first asked for.
pub fn gazetteer(name: &str) -> Option<Arc<Gazetteer>> {
    // GeoNames, CC-BY 4.0; made by `scripts/make-towns.py`.
    static TOWNS: LazyLock<Arc<Gazetteer>> =
        LazyLock::new(|| unpacked("towns", include_bytes!("../gazetteers/towns.txt.gz")));
    match name {
        "towns" => Some(TOWNS.clone()),
        _ => None,
    }
}

fn unpacked(name: &str, packed: &[u8]) -> Arc<Gazetteer> {
    let mut text = Vec::new();
    let read = GzDecoder::new(packed).read_to_end(&mut text);
    debug_assert!(read.is_ok(), "a shipped gazetteer is whole");
    Arc::new(Gazetteer::parse(name, &text).unwrap_or_default())
}
