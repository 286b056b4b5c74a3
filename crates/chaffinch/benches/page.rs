//! What the parts of reading a page cost, on a made-up page of a few thousand nodes.

use chaffinch::{Document, Engine, RendererChoice, Settings};
use chaffinch_vision::{VisionSettings, VisionTree};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write;

fn page() -> String {
    let mut html = String::from(
        "<!DOCTYPE html><title>Stock</title><style>.card{float:left;width:30%;padding:8px}td{padding:4px}</style>",
    );
    for i in 0..150 {
        let _ = write!(
            html,
            "<div class=card><h3><a href=/p/{i}>Article {i}</a></h3><p>A few words that describe it, and <b>more</b>.</p><span>€{i}.90</span></div>"
        );
    }
    html.push_str("<table><tr><th>Name<th>Stock<th>Price");
    for i in 0..150 {
        let _ = write!(html, "<tr><td>Article {i}<td>{}<td>€{i}.90", i * 7 % 90);
    }
    html
}

fn benches(criterion: &mut Criterion) {
    let html = page();
    let mut group = criterion.benchmark_group("page");
    group.throughput(Throughput::Bytes(html.len() as u64));
    for renderer in [RendererChoice::None, RendererChoice::Embedded] {
        let engine = Engine::new(Settings::default().with(|settings| settings.renderer = renderer))
            .expect("it needs nothing installed");
        group.bench_function(format!("render, {renderer}"), |b| {
            b.iter(|| engine.render(Document::from_html("bench", html.clone())).map(|r| r.page.len()));
        });
        group.bench_function(format!("extract, {renderer}"), |b| {
            b.iter(|| engine.read(Document::from_html("bench", html.clone())).relations.len());
        });
    }
    let engine = Engine::new(Settings::default()).expect("it needs nothing installed");
    let rendered = engine.render(Document::from_html("bench", html.clone())).expect("it is a plain page");
    let settings = VisionSettings::default();
    group.bench_function("vision tree", |b| {
        b.iter(|| VisionTree::new(&rendered.page, &settings).map(|tree| tree.len()));
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
