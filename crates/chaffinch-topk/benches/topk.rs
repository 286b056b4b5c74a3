//! What finding a list costs beside parsing the page, on a made-up article of a hundred items.

use chaffinch_survey::Survey;
use chaffinch_topk::{TopkSettings, top_k};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write;

fn page() -> String {
    let mut html = String::from("<!DOCTYPE html><title>The 100 best walks of 2025 - Hills</title><nav><ul>");
    for i in 0..60 {
        let _ = write!(html, "<li class='menu item-{i}'><a href=/m/{i}>Region {i}</a>");
    }
    html.push_str("</ul></nav><main><h1>The 100 best walks of 2025</h1>");
    for i in 1..=100 {
        let _ = write!(
            html,
            "<h2>{i}. Walk along the river {i}</h2><figure><img src={i}.jpg></figure><p>It follows the old road for <b>{i} miles</b>, \
             past mills and meadows.<p>Length: {i} km<p><a href=/w/{i}>Map</a>"
        );
    }
    html.push_str("<h2>Conclusion</h2><p>Go out.</main><footer>Hills</footer>");
    html
}

fn benches(criterion: &mut Criterion) {
    let html = page();
    let parsed = chaffinch_page::parse_str(&html);
    let mut group = criterion.benchmark_group("topk");
    group.throughput(Throughput::Bytes(html.len() as u64));
    group.bench_function("parsing", |b| b.iter(|| chaffinch_page::parse_str(&html).len()));
    for (name, settings) in
        [("basic", TopkSettings::basic()), ("paper", TopkSettings::paper()), ("all", TopkSettings::default())]
    {
        group.bench_function(name, |b| {
            b.iter(|| top_k(&Survey::new(&parsed, &Default::default()), &settings, false))
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
