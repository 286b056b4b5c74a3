//! Training that is stopped goes on where it was.

use chaffinch::train::{Checkpoint, Event, TrainError, TrainOptions, read_gold, train};
use chaffinch::{Engine, Settings};
use std::fs;
use std::ops::ControlFlow;

#[test]
fn training_goes_on_where_it_was_stopped() {
    let folder = std::env::temp_dir().join(format!("chaffinch-train-{}", std::process::id()));
    fs::create_dir_all(folder.join("gold")).unwrap();
    let mut gold = String::new();
    for site in 0..2 {
        for (at, name) in ["Ann", "Bob", "Cid", "Dora"].iter().enumerate() {
            let page = format!("{site}-{at}.html");
            fs::write(
                folder.join(&page),
                format!("<title>{name}</title><p>Name:</p><h{0}>{name}</h{0}><p>Us", site + 1),
            )
            .unwrap();
            gold += &format!(
                "{{\"page\": \"{page}\", \"site\": \"{site}\", \"record\": {{\"name\": \"{name}\"}}}}\n"
            );
        }
    }
    fs::write(folder.join("gold/gold.jsonl"), gold).unwrap();
    let pages = read_gold(&folder.join("gold/gold.jsonl"), None, &[]).unwrap();
    let engine = Engine::new(Settings::default()).unwrap();
    let options = TrainOptions { parts: 2, ..TrainOptions::default() };
    let file = folder.join("model.training");
    let mut checkpoint = Checkpoint::in_file(&file, 7);
    assert!(!checkpoint.has_begun());
    // In the second part, after three iterations.
    let stopped = train(&engine, &pages, &options, &mut checkpoint, |event| match event {
        Event::Iteration { part: Some((2, _)), iteration: 3, .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert!(matches!(stopped, Err(TrainError::Stopped)));
    assert!(!Checkpoint::in_file(&file, 8).has_begun(), "other labels begin anew");
    let mut checkpoint = Checkpoint::in_file(&file, 7);
    assert_eq!(checkpoint.parts_done(), 1);
    let mut parts = Vec::new();
    let trained = train(&engine, &pages, &options, &mut checkpoint, |event| {
        if let Event::Iteration { part, .. } = event {
            parts.push(part);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(!parts.contains(&Some((1, 2))) && parts.contains(&Some((2, 2))) && parts.contains(&None));
    assert!(trained.file.card.held_out.is_some());
    checkpoint.done();
    assert!(!file.exists());
    fs::remove_dir_all(folder).unwrap();
}
