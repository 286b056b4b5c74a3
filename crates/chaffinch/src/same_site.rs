//! Which pages of a folder are of one site. A folder may hold the pages of a site, or one page of each of many.

use chaffinch_core::{Page, TextSet};
use std::hash::{Hash, Hasher};

/// The most marks of a page that are compared, from its beginning: heads, menus and the first records are enough.
const MOST_MARKS: usize = 3_000;
/// A text with at most this many bytes may be a part of the template.
const SHORT: usize = 30;
/// Two pages are of one site if the one with fewer marks shares this share of them: pages of different sites share a twentieth.
const SHARED: f64 = 0.2;
/// A page is compared with this many sites of its folder at most.
const MOST_SITES: usize = 32;

/// For each page a number that is the same for pages of one site. A page that is not there gets 0.
pub(crate) fn sites_of<'p>(pages: impl Iterator<Item = Option<&'p Page>>) -> Vec<usize> {
    let mut sites: Vec<Vec<u64>> = Vec::new();
    pages
        .map(|page| {
            let Some(marks) = page.map(marks) else { return 0 };
            let known = sites.iter().take(MOST_SITES).position(|site| are_alike(site, &marks));
            known.unwrap_or_else(|| {
                sites.push(marks);
                sites.len() - 1
            })
        })
        .collect()
}

/// Classes, ids, folders of links, and short texts of a page, sorted.
fn marks(page: &Page) -> Vec<u64> {
    let mut seen: TextSet<&str> = TextSet::default();
    for node in page.ids() {
        let text = page.own_text(node).trim();
        let short = (2..=SHORT).contains(&text.len()).then_some(text);
        let folder =
            page.attribute(node, "href").map(|href| href.rsplit_once('/').map_or("", |(folder, _)| folder));
        for mark in page.classes(node).chain(page.attribute(node, "id")).chain(short).chain(folder) {
            seen.insert(mark);
        }
        if seen.len() >= MOST_MARKS {
            break;
        }
    }
    let number = |mark: &&str| {
        let mut hasher = std::hash::DefaultHasher::new();
        mark.hash(&mut hasher);
        hasher.finish()
    };
    let mut marks: Vec<u64> = seen.iter().map(number).collect();
    marks.sort_unstable();
    marks
}

fn are_alike(a: &[u64], b: &[u64]) -> bool {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let shared = few.iter().filter(|mark| many.binary_search(mark).is_ok()).count();
    shared as f64 >= SHARED * few.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(class: &str, menu: &str, name: &str) -> Page {
        chaffinch_page::parse_str(&format!(
            "<body class={class}><ul class={class}-menu><li>{menu} home<li>{menu} news<li>{menu} help</ul>\
             <h1 class={class}-title>{name}</h1><p>{name} is for sale</p>"
        ))
    }

    #[test]
    fn pages_of_one_template_are_a_site_and_others_are_not() {
        let pages =
            [page("shop", "Shop", "Lamp"), page("blog", "Blog", "Travels"), page("shop", "Shop", "Chair")];
        assert_eq!(sites_of(pages.iter().map(Some)), [0, 1, 0]);
    }
}
