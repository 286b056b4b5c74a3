//! dev
use chaffinch_core::{Limits, PageReport};
use chaffinch_domain::*;
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let domain = Arc::new(load(&args[0]).unwrap());
    let mut settings = DomainSettings { domain: Some(domain), ..DomainSettings::default() };
    let mut explain_it = false;
    let mut times = vec![];
    for name in &args[1..] {
        match name.as_str() {
            "--paper" => {
                settings = DomainSettings { domain: settings.domain, ..DomainSettings::paper() };
                continue;
            }
            "--explain" => {
                explain_it = true;
                continue;
            }
            _ => {}
        }
        let bytes = std::fs::read(name).unwrap();
        let origin = chaffinch_page::Origin { name, ..Default::default() };
        let Ok(parsed) = chaffinch_page::parse(bytes, origin, &Limits::default()) else { continue };
        let t = std::time::Instant::now();
        let mut report = PageReport::new(name.clone());
        report.relations = records(&parsed.page, &settings);
        times.push(t.elapsed().as_secs_f64() * 1000.0);
        if explain_it {
            for l in explain(&parsed.page, &settings) {
                eprintln!("{l}");
            }
        }
        println!("{}", serde_json::to_string(&report).unwrap());
    }
    times.sort_by(f64::total_cmp);
    eprintln!("median {:.1} ms, max {:.1} ms", times[times.len() / 2], times[times.len() - 1]);
}
