//! The wrapper experiments on small sites made here, and on the real ones where they are at hand.

use chaffinch_core::Problem;
use chaffinch_eval::wrapper::noise::{Condition, NoiseOptions, noise};
use chaffinch_eval::wrapper::{Coverage, CoverageOptions, coverage};
use chaffinch_wrapper::WrapperClass;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with a gold file and its pages, as the labelled sets are laid out.
struct Set {
    folder: TempDir,
    lines: String,
}

impl Set {
    fn new() -> Set {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("set")).unwrap();
        Set { folder, lines: String::new() }
    }

    /// Adds a page of `site`; `parts` are its texts, those in brackets values of tuples of `width` attributes.
    fn add_tuples(&mut self, site: &str, page: usize, width: usize, parts: &str) {
        let (mut text, mut spans, mut start) = (String::new(), Vec::new(), 0);
        for character in parts.chars() {
            match character {
                '[' => start = text.len(),
                ']' => spans.push([start, text.len()]),
                other => text.push(other),
            }
        }
        let tuples: Vec<&[[usize; 2]]> = spans.chunks(width).collect();
        let name = self.write_page(site, page, &text);
        let _ = writeln!(self.lines, r#"{{"page": "{name}", "site": "{site}", "tuples": {tuples:?}}}"#);
    }

    fn add_detail(&mut self, site: &str, page: usize, text: &str, name: &str) {
        let page = self.write_page(site, page, text);
        let _ = writeln!(
            self.lines,
            r#"{{"page": "{page}", "site": "{site}", "vertical": "town", "attributes": ["name"], "record": {{"name": ["{name}"]}}}}"#
        );
    }

    fn write_page(&self, site: &str, page: usize, text: &str) -> String {
        let name = format!("set/{site}-{page}.html");
        std::fs::write(self.folder.path().join(&name), text).unwrap();
        name
    }

    fn gold(&self) -> PathBuf {
        let path = self.folder.path().join("set/gold.jsonl");
        std::fs::write(&path, &self.lines).unwrap();
        path
    }

    /// Country codes: with the paper's bold words in head and tail, or without.
    fn with_codes(site: &str, head: &str, tail: &str) -> Set {
        let mut set = Set::new();
        let countries = ["Congo", "Egypt", "Belize", "Spain", "Chad", "Fiji", "Oman", "Peru", "Togo", "Mali"];
        for page in 0..8 {
            let mut body = String::new();
            for (at, country) in countries.iter().enumerate().skip(page % 4).take(3 + page % 3) {
                let code = 17 * (at + 1) + 100 * page;
                let _ = write!(body, "<B>[{country}]</B> <I>[{code}]</I> <U>[{}]</U><BR>", code + 7);
            }
            set.add_tuples(site, page, 3, &format!("<HTML>{head}<P>{body}<HR>{tail}</HTML>"));
        }
        set
    }
}

fn covered(gold: &Path) -> Coverage {
    coverage(gold, None, &CoverageOptions::default(), |problem| panic!("{problem}")).unwrap()
}

#[test]
fn a_site_with_bold_words_around_its_tuples_needs_a_head_and_a_tail() {
    let plain = covered(&Set::with_codes("plain", "", "").gold());
    assert!(plain.tuples.sites[0].wrapped_by(WrapperClass::Lr));
    let set = Set::with_codes("framed", "<B>Some</B> <I>codes</I>", "<B>End</B>");
    let framed = covered(&set.gold());
    let site = &framed.tuples.sites[0];
    assert!(!site.wrapped_by(WrapperClass::Lr));
    assert!(site.wrapped_by(WrapperClass::Hlrt) && site.wrapped_by_choice() && site.wrapped_by_any());
    let text = framed.to_string();
    assert!(
        text.contains("LR                   0 %  (0)") && text.contains("any                100 %  (1)"),
        "{text}"
    );
}

#[test]
fn one_page_that_the_examples_do_not_foretell_leaves_a_site_unwrapped() {
    let mut set = Set::with_codes("odd", "", "");
    set.add_tuples("odd", 99, 3, "<HTML><P>\n<EM>[Fiji]</EM> <I>[1]</I> <U>[2]</U><BR>\n<HR></HTML>");
    let report = covered(&set.gold());
    assert!(WrapperClass::ALL.into_iter().all(|class| !report.tuples.sites[0].wrapped_by(class)));
}

#[test]
fn detail_pages_are_scored_by_attribute_and_vertical() {
    let mut set = Set::new();
    for (page, town) in ["Ulm", "Trier", "Bonn", "Jena", "Kiel", "Celle"].iter().enumerate() {
        let text = format!("<html><body><h1>{town}</h1><p>A town.</p></body></html>");
        // The last label is wrong: no page says so.
        let name = if page == 5 { "Atlantis" } else { town };
        set.add_detail("towns", page, &text, name);
    }
    let report = covered(&set.gold());
    assert_eq!(report.detail.pages, [1, 3]);
    assert!((report.detail.f1(0) - 0.8).abs() < 1e-9, "{}", report.detail.f1(0));
    assert!((report.detail.by_vertical(1)["town"] - 2.0 / 3.0).abs() < 1e-9);
}

#[test]
fn a_site_of_one_page_is_told_and_left_out() {
    let mut set = Set::new();
    set.add_tuples("lonely", 0, 1, "<b>[a]</b>");
    let mut told = Vec::new();
    let tell = |problem: &Problem| told.push(problem.to_string());
    let report = coverage(&set.gold(), None, &CoverageOptions::default(), tell).unwrap();
    assert_eq!(report.sites(), 0);
    assert!(told[0].starts_with("lonely: "), "{told:?}");
}

#[test]
fn a_page_that_is_not_there_is_named() {
    let set = Set::with_codes("gone", "", "");
    let gold = set.gold();
    std::fs::remove_file(set.folder.path().join("set/gone-3.html")).unwrap();
    let problem = coverage(&gold, None, &CoverageOptions::default(), |_| {}).unwrap_err();
    assert!(problem.to_string().contains("gone-3.html"), "{problem}");
}

fn few_trials() -> NoiseOptions {
    NoiseOptions { trials: 8, rates: vec![0.2, 0.4], ..NoiseOptions::default() }
}

#[test]
fn errors_of_recognisers_cost_pages_and_the_bound_grows_with_them() {
    let gold = Set::with_codes("codes", "<B>Some</B> <I>codes</I>", "<B>End</B>");
    let report = noise(&gold.gold(), None, &few_trials(), |problem| panic!("{problem}")).unwrap();
    let site = &report.sites[0];
    let pages = |imperfect, rate, condition| site.mean_pages(imperfect, rate, condition).unwrap();
    let perfect = pages(0, 0.0, Condition::Sure);
    // Theorem 1 counts one head and one tail a page.
    assert!((72.0..80.0).contains(&perfect), "{perfect}");
    assert!(pages(2, 0.4, Condition::Sure) > pages(2, 0.2, Condition::Sure));
    assert!(pages(2, 0.2, Condition::Sure) > perfect);
    // What recognisers miss is filled in, so that the right wrapper may need no more pages.
    assert!(pages(2, 0.4, Condition::Right) >= pages(0, 0.0, Condition::Right));
}

#[test]
fn the_study_is_the_same_each_time_and_another_with_another_seed() {
    let set = Set::with_codes("codes", "", "");
    let gold = set.gold();
    let run = |seed| noise(&gold, None, &NoiseOptions { seed, ..few_trials() }, |_| {}).unwrap();
    let first = run(1);
    assert_eq!(first.to_string(), run(1).to_string());
    assert_eq!(first.svg(), run(1).svg());
    assert_ne!(first.to_string(), run(2).to_string());
    // Two curves in two plots, each with its line in the legend.
    assert_eq!(first.svg().matches("<polyline").count(), 2 * 2 * 2);
}

#[test]
fn nested_labels_and_unknown_sites_are_told() {
    let mut set = Set::new();
    set.add_tuples("nested", 0, 3, "<b>[a]</b><i>[1]</i><i>[2]</i><b>[b]</b><i>[3]</i>");
    set.add_tuples("nested", 1, 3, "<b>[c]</b><i>[1]</i><i>[2]</i>");
    let gold = set.gold();
    let mut told = Vec::new();
    let report = noise(&gold, None, &few_trials(), |problem| told.push(problem.to_string())).unwrap();
    assert!(report.sites.is_empty());
    assert!(told[0].starts_with("nested: the study needs tuples"), "{told:?}");
    let options = NoiseOptions { sites: vec!["okra".into()], ..few_trials() };
    let problem = noise(&gold, None, &options, |_| {}).unwrap_err();
    assert!(problem.to_string().ends_with("there is no site `okra` in it"), "{problem}");
}

#[test]
fn most_sites_of_the_papers_own_test_bed_are_wrapped() {
    let unpacked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/data");
    let data = std::env::var_os("CHAFFINCH_DATA").map_or(unpacked, PathBuf::from);
    let gold = data.join("wien/gold.jsonl");
    if !gold.is_file() {
        println!("skipped: no real pages at {}; scripts/unpack-data.sh provides them", gold.display());
        return;
    }
    let sites = covered(&gold).tuples.sites;
    let wrapped = sites.iter().filter(|site| site.wrapped_by_choice()).count();
    assert!(100 * wrapped >= 85 * sites.len(), "{wrapped} of {}", sites.len());
}
