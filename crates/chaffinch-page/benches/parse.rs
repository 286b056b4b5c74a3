//! How fast a page of a megabyte is parsed, beside the two parsers that we are made of: html5ever with
//! its own tokenizer into a tree that keeps nothing but names, and html5gum's tokenizer on its own.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use html5ever::interface::{Attribute, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{ParseOpts, QualName, local_name, ns};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};
use std::convert::Infallible;
use std::fmt::Write;
use std::hint::black_box;

/// A list of products as shops write them: classes, links, prices, entities, a table and a script
/// now and then, unclosed list items, and words in more than one alphabet.
fn shop(bytes: usize) -> String {
    let mut html = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Shop</title>\n<style>.a{color:red}</style></head>\n<body class=\"shop page-1\">\n<div id=\"main\" class=\"container\">\n",
    );
    let mut i = 0;
    while html.len() < bytes {
        i += 1;
        let _ = write!(
            html,
            "  <div class=\"product-card col-md-4\" data-id=\"{i}\" itemscope itemtype=\"https://schema.org/Product\">\n    <a class=\"product-link\" href=\"/products/{i}?ref=list&amp;page=1\"><img src=\"/img/{i}.jpg\" alt=\"Product {i}\" width=\"200\" height=\"150\" loading=\"lazy\"></a>\n    <h3 class=\"title\"><a href=\"/products/{i}\" title=\"Fish &amp; Chips {i}\">Fish &amp; Chips No.&nbsp;{i} – größer, 日本語</a></h3>\n    <p class=\"description\">A <b>fairly</b> long description with <em>some</em> emphasis, which says little but takes as much room as descriptions do on the pages that people read every day.</p>\n    <span class=\"price\"><s>&euro;{}.99</s> <strong>&euro;{i}.49</strong></span>\n    <ul class=\"tags\"><li>new<li>sale<li>blue</ul>\n  </div>\n",
            i + 5
        );
        if i % 10 == 0 {
            html.push_str("  <table class=\"specs\"><tr><th>Size<th>Weight<tr><td>10 cm<td>200 g</table>\n  <script>track({event: \"view\", if: a < b && c > d});</script>\n  <!-- advertisement -->\n");
        }
    }
    html.push_str("</div></body></html>\n");
    html
}

fn parse(c: &mut Criterion) {
    let html = shop(1 << 20);
    let mut group = c.benchmark_group("parse");
    group.throughput(Throughput::Bytes(html.len() as u64));
    group.bench_function("chaffinch", |b| b.iter(|| chaffinch_page::parse_str(black_box(&html))));
    group.bench_function("html5ever into a minimal tree", |b| {
        b.iter(|| {
            let sink = Names { names: RefCell::new(vec![QualName::new(None, ns!(), local_name!(""))]) };
            html5ever::parse_document(sink, ParseOpts::default()).one(black_box(html.as_str()))
        });
    });
    group.bench_function("html5gum's tokens only", |b| {
        b.iter(|| {
            let mut events = 0usize;
            let count = |_: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
                events += 1;
                None
            };
            let Ok(()) =
                Tokenizer::new_with_emitter(black_box(html.as_str()), CallbackEmitter::new(count)).finish();
            events
        });
    });
    group.finish();
}

/// As little of a tree as html5ever can do with: the name of every node.
struct Names {
    names: RefCell<Vec<QualName>>,
}

impl Names {
    fn add(&self, name: QualName) -> usize {
        let mut names = self.names.borrow_mut();
        names.push(name);
        names.len() - 1
    }
}

impl TreeSink for Names {
    type Handle = usize;
    type Output = usize;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> usize {
        self.names.into_inner().len()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Ref<'a, QualName> {
        Ref::map(self.names.borrow(), |names| &names[*target])
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> usize {
        self.add(name)
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(QualName::new(None, ns!(), local_name!("")))
    }

    fn create_pi(&self, _: StrTendril, text: StrTendril) -> usize {
        self.create_comment(text)
    }

    fn append(&self, _: &usize, _: NodeOrText<usize>) {}

    fn append_before_sibling(&self, _: &usize, _: NodeOrText<usize>) {}

    fn append_based_on_parent_node(&self, _: &usize, _: &usize, _: NodeOrText<usize>) {}

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, _: &usize, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &usize) {}

    fn reparent_children(&self, _: &usize, _: &usize) {}
}

criterion_group!(benches, parse);
criterion_main!(benches);
