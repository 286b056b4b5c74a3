//! What finding, ranking and aligning cost as pages grow: 1,000 to 100,000 nodes.

use chaffinch_core::Page;
use chaffinch_records::{RecordsSettings, records};
use chaffinch_survey::Survey;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write;

/// A list in which every record has about ten nodes.
fn page(nodes: usize) -> Page {
    let mut html = String::from("<body><h1>Stock</h1><div class=list>");
    for i in 0..nodes / 10 {
        let _ = write!(
            html,
            "<div class=card><h3><a href=/p/{i}>Article {i}</a></h3><p>A few words that describe number {i}.</p><span>€{i}.90</span></div>"
        );
    }
    chaffinch_page::parse_str(&html)
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("records");
    group.sample_size(10);
    for nodes in [1_000, 10_000, 100_000] {
        let page = page(nodes);
        group.throughput(Throughput::Elements(page.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(nodes), &page, |b, page| {
            b.iter(|| {
                let survey = Survey::new(page, &Default::default());
                records(&survey, &RecordsSettings::default(), false).relations.len()
            });
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
