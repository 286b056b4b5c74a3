//! Learns from k sites of a vertical and tests on the others: `seeds FOLDER [PAGES] [VERTICAL…]`.
use chaffinch_label::{LabelModel, LabelledPage, LearnSettings, Observed, Workspace, place_all};
use chaffinch_render::{Embedded, Renderer, Request};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

fn norm(s: &str) -> String {
    s.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

struct Line {
    page: String,
    site: String,
    vertical: String,
    attributes: Vec<String>,
    record: Vec<(usize, String)>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = &args[0];
    let count: usize = args.get(1).map_or(10, |n| n.parse().unwrap());
    let ks: Vec<usize> = args.get(2).map_or(vec![1], |k| k.split(',').map(|k| k.parse().unwrap()).collect());
    let wanted = &args[3.min(args.len())..];
    let text = std::fs::read_to_string(format!("{folder}/swde/gold.jsonl")).unwrap();
    let mut verticals: BTreeMap<String, BTreeMap<String, Vec<Line>>> = BTreeMap::new();
    for line in text.lines() {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let s = |k: &str| v[k].as_str().unwrap().to_owned();
        if !wanted.is_empty() && !wanted.contains(&s("vertical")) {
            continue;
        }
        let attributes: Vec<String> =
            v["attributes"].as_array().unwrap().iter().map(|a| a.as_str().unwrap().to_owned()).collect();
        let mut record = Vec::new();
        for (n, a) in attributes.iter().enumerate() {
            match &v["record"][a] {
                serde_json::Value::String(x) => record.push((n, x.clone())),
                serde_json::Value::Array(x) => record.extend(x.iter().map(|x| (n, x.as_str().unwrap().to_owned()))),
                _ => {}
            }
        }
        let pages = verticals.entry(s("vertical")).or_default().entry(s("site")).or_default();
        pages.push(Line { page: s("page"), site: s("site"), vertical: s("vertical"), attributes, record });
    }
    let mut overall: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (vertical, sites) in &verticals {
        let started = std::time::Instant::now();
        let mut pages: Vec<Vec<LabelledPage>> = Vec::new();
        let attributes = sites.values().next().unwrap()[0].attributes.clone();
        for lines in sites.values() {
            let step = (lines.len() / count).max(1);
            let chosen: Vec<&Line> = lines.iter().step_by(step).take(count).collect();
            pages.push(chosen.iter().filter_map(|l| observe(folder, l)).collect());
        }
        let total: usize = pages.iter().map(Vec::len).sum();
        eprintln!("{vertical}: {total} pages in {:.1} s", started.elapsed().as_secs_f64());
        // What cannot be placed.
        for site in &pages {
            let placements = place_all(site);
            let mut missing = BTreeMap::new();
            for (page, placement) in site.iter().zip(&placements) {
                let placed: Vec<usize> = placement.placed.iter().map(|p| p.attribute).collect();
                for (a, _) in attributes.iter().enumerate() {
                    if page.records[0].iter().any(|(b, _)| *b == a) && !placed.contains(&a) {
                        let e = placement.missing.iter().find(|m| m.1 == a).unwrap();
                        missing.entry(a).or_insert((0, e.2.clone())).0 += 1;
                    }
                }
            }
            for (a, (n, example)) in missing {
                println!("  unplaced {} {}: {n} of {}, {example:?}", site[0].site, attributes[a], site.len());
            }
        }
        let verbose = std::env::var("VERBOSE").is_ok();
        for k in &ks {
            let n = pages.len();
            let mut scores = Vec::new();
            let mut per_attribute: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            for start in 0..n {
                let training: Vec<usize> = (0..*k).map(|i| (start + i) % n).collect();
                let seeds: Vec<LabelledPage> = training.iter().flat_map(|i| pages[*i].clone()).collect();
                let mut settings = LearnSettings::default();
                if let Ok(sigma) = std::env::var("SIGMA") { settings.training.sigma = sigma.parse().unwrap(); }
                if let Ok(x) = std::env::var("LEAST_SITES") { settings.least_sites = x.parse().unwrap(); }
                if let Ok(x) = std::env::var("LEAST_PAGES") { settings.least_pages = x.parse().unwrap(); }
                if let Ok(x) = std::env::var("COMBINATIONS") { settings.combinations = x.parse().unwrap(); }
                let t = std::time::Instant::now();
                let mut last = 0;
                let model = LabelModel::learn(attributes.clone(), &seeds, &settings, |p| { last = p.iteration; ControlFlow::Continue(()) }).unwrap();
                if verbose { eprintln!("  learned in {:.1} s, {last} iterations", t.elapsed().as_secs_f64()); }
                let mut workspace = Workspace::new();
                for test in (0..n).filter(|i| !training.contains(i)) {
                    let mut tally = vec![[0usize; 3]; attributes.len()];
                    for page in &pages[test] {
                        let found = model.detail(&page.observed, 0.1, &mut workspace).unwrap();
                        for a in 0..attributes.len() {
                            let want: Vec<String> = page.records[0].iter().filter(|(b, _)| *b == a).map(|(_, v)| norm(v)).collect();
                            let got: Vec<(String, f64)> = found.iter().filter(|f| f.attribute == a).map(|f| {
                                let leaf = page.observed.leaves[f.block].as_ref().unwrap();
                                (norm(leaf.source_text.as_ref().filter(|_| model.keeps_references).unwrap_or(&leaf.text)), f.probability)
                            }).collect();
                            let right = got.iter().any(|(g, _)| want.contains(g));
                            tally[a][0] += usize::from(right);
                            tally[a][1] += usize::from(!got.is_empty());
                            tally[a][2] += usize::from(!want.is_empty());
                            if verbose && !right {
                                println!("    {} {} from {}: {got:.2?} wanted {want:?}", page.site, attributes[a], seeds[0].site);
                            }
                        }
                    }
                    let f = |t: &[usize; 3]| if t[0] == 0 { 0.0 } else { 2.0 * t[0] as f64 / (t[1] + t[2]) as f64 };
                    let fs: Vec<f64> = tally.iter().filter(|t| t[2] > 0).map(f).collect();
                    for (a, t) in tally.iter().enumerate().filter(|(_, t)| t[2] > 0) {
                        per_attribute.entry(a).or_default().push(f(t));
                        if verbose { println!("  k={k} {} -> {} {}: {:.2}", seeds[0].site, pages[test][0].site, attributes[a], f(t)); }
                    }
                    scores.push(fs.iter().sum::<f64>() / fs.len() as f64);
                }
            }
            let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
            let each: Vec<String> = per_attribute.iter().map(|(a, s)| format!("{} {:.3}", attributes[*a], mean(s))).collect();
            println!("{vertical} k={k}: {:.4}  ({})", mean(&scores), each.join(", "));
            overall.entry(*k).or_default().push(mean(&scores));
        }
    }
    for (k, scores) in &overall {
        println!("k={k}: {:.4}", scores.iter().sum::<f64>() / scores.len() as f64);
    }
}

fn observe(folder: &str, line: &Line) -> Option<LabelledPage> {
    let bytes = std::fs::read(format!("{folder}/{}", line.page)).ok()?;
    let origin = chaffinch_page::Origin { name: &line.page, ..Default::default() };
    let page = chaffinch_page::parse(bytes, origin, &Default::default()).ok()?.page;
    let page = Arc::new(page);
    let layout = Embedded.layout(&Request::new(&line.page, page.clone())).ok()?;
    let mut page = Arc::try_unwrap(page).unwrap_or_else(|shared| (*shared).clone());
    page.set_layout(layout);
    let _ = &line.vertical;
    let observed = Observed::new(&page, &Default::default())?;
    Some(LabelledPage { site: line.site.clone(), observed, records: vec![line.record.clone()] })
}
