//! Labelling a rendered page of a thousand blocks with the model that comes with the program: seeing it (blocks and features), and
//! inferring its labels and making records of them.

use chaffinch_core::Page;
use chaffinch_label::{Observed, SiteTexts, Workspace, shipped};
use chaffinch_render::{Embedded, Renderer, Request};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The page has at least so many blocks.
const BLOCKS: usize = 1000;

/// A list of a shop, laid out.
fn shop(things: usize) -> Page {
    let mut html = "<title>Chairs - a shop</title><h1>Chairs</h1><ul>".to_owned();
    for thing in 0..things {
        html.push_str(&format!(
            "<li class=product><a href=/chairs/{thing}><img src=/images/chair-{thing}00.jpg alt='Chair {thing}' width=120 \
             height=90></a><h3><a href=/chairs/{thing}>Oak chair number {thing}</a></h3><div class=price><del>${thing}9.00</del> \
             <span>${thing}5.50</span></div><p>With arms, from a forest of our own.</p><button>Add to cart</button></li>"
        ));
    }
    html.push_str("</ul><p><a href=/help>Help</a> <a href=/terms>Terms</a></p>");
    let page = Arc::new(chaffinch_page::parse_str(&html));
    let layout = Embedded.layout(&Request::new("shop", page.clone())).expect("a plain page has a layout");
    let mut page = Arc::unwrap_or_clone(page);
    page.set_layout(layout);
    page
}

fn see(page: &Page) -> Observed {
    Observed::new(page, &SiteTexts::default(), &Default::default()).expect("something can be seen")
}

fn label(bench: &mut Criterion) {
    let product = shipped().iter().find(|model| model.name == "product").expect("it comes with the program");
    let model = product.open().expect("it can be read").model;
    let pages = (50..).step_by(10).map(shop);
    let page = pages.map(|page| (see(&page), page)).find(|(seen, _)| seen.len() >= BLOCKS);
    let (seen, page) = page.expect("more things are more blocks");
    let mut workspace = Workspace::new();
    let mut group = bench.benchmark_group(format!("a page of {} blocks", seen.len()));
    group.bench_function("see", |bench| bench.iter(|| see(black_box(&page))));
    group.bench_function("infer", |bench| {
        bench.iter(|| model.read(&[black_box(&seen)], &mut workspace).expect("the field is small"));
    });
    group.bench_function("label", |bench| {
        bench.iter(|| {
            let seen = see(black_box(&page));
            model.read(&[&seen], &mut workspace).expect("the field is small")
        });
    });
    group.finish();
}

criterion_group!(benches, label);
criterion_main!(benches);
