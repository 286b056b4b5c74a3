//! Models as files, and models of unusual size.

mod made;

use chaffinch_label::{
    AttributeId, LabelError, LabelModel, LearnSettings, MODEL_VERSION, ModelCard, ModelFile, ModelFileError,
    Observed, PageRecords, Workspace, shipped,
};
use made::{attributes, learn, list_page, settings, shop};
use std::ops::ControlFlow;

fn file() -> ModelFile {
    let model = learn(&[shop(0), shop(1)].concat()).unwrap().pruned(0.05).unwrap();
    let card = ModelCard {
        version: MODEL_VERSION,
        attributes: attributes(),
        kinds: model.pages,
        sites: 2,
        pages: 12,
        held_out: None,
        told: None,
    };
    ModelFile { card, model }
}

fn texts(model: &LabelModel, page: &Observed) -> Vec<String> {
    let found = model.read(&[page], &mut Workspace::new()).unwrap();
    let values = found[0].records()[0].values.iter();
    values.map(|value| page.leaf(value.block).unwrap().text.clone()).collect()
}

#[test]
fn a_model_reads_the_same_from_its_file() {
    let written = file();
    let bytes = written.to_bytes();
    assert_eq!(bytes, file().to_bytes(), "learning again gives the same file");
    let read = ModelFile::from_bytes(&bytes).unwrap();
    assert_eq!(read.card, written.card);
    for page in shop(2) {
        assert_eq!(texts(&read.model, &page.observed), texts(&written.model, &page.observed));
    }
}

#[test]
fn a_model_of_another_version_is_refused() {
    let bytes = file().to_bytes();
    let text = format!("\"chaffinch-model\":{MODEL_VERSION}");
    let at = bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap();
    let mut other = bytes[..at].to_vec();
    other.extend_from_slice(b"\"chaffinch-model\":9999");
    other.extend_from_slice(&bytes[at + text.len()..]);
    assert!(matches!(ModelFile::from_bytes(&other), Err(ModelFileError::Version(9999))));
}

#[test]
fn no_bit_of_a_model_may_be_wrong() {
    let bytes = file().to_bytes();
    for at in (0..bytes.len()).step_by(bytes.len() / 200) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        assert!(ModelFile::from_bytes(&flipped).is_err(), "byte {at}");
    }
}

#[test]
fn a_model_that_unpacks_to_more_than_it_may_is_refused() {
    use flate2::write::DeflateEncoder;
    use std::io::Write;
    let bytes = file().to_bytes();
    let card = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut packed = DeflateEncoder::new(bytes[..card].to_vec(), flate2::Compression::best());
    packed.write_all(&vec![b' '; 17 << 20]).unwrap();
    let mut bomb = packed.finish().unwrap();
    let mut sum = flate2::Crc::new();
    sum.update(&bomb);
    bomb.extend(sum.sum().to_le_bytes());
    let refused = ModelFile::from_bytes(&bomb).unwrap_err().to_string();
    assert!(refused.contains("more than 16777216 bytes"), "{refused}");
}

#[test]
fn what_is_no_model_or_half_of_one_is_refused() {
    assert!(matches!(ModelFile::from_bytes(b"<html>"), Err(ModelFileError::Other)));
    assert!(matches!(ModelFile::from_bytes(b""), Err(ModelFileError::Other)));
    let bytes = file().to_bytes();
    assert!(matches!(ModelFile::from_bytes(&bytes[..bytes.len() / 2]), Err(ModelFileError::Damaged(_))));
}

#[test]
fn the_models_that_are_shipped_can_be_opened() {
    for model in shipped() {
        let file = model.open().unwrap_or_else(|error| panic!("{}: {error}", model.name));
        assert_eq!(file.card, model.card().unwrap());
        assert!(file.card.attributes.len() >= 3, "{}", model.name);
    }
}

#[test]
fn learning_goes_on_from_where_it_was_stopped() {
    let pages = [shop(0), shop(1)].concat();
    let mut kept = Vec::new();
    let mut loss = f64::MAX;
    LabelModel::learn(attributes(), &pages, &settings(), |progress| {
        kept = progress.weights.to_vec();
        loss = progress.loss;
        if progress.iteration == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    let mut first = None;
    LabelModel::resume(attributes(), &pages, &settings(), Some(kept), |progress| {
        first.get_or_insert(progress.loss);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(first.unwrap() < loss, "{first:?} after {loss}");
}

#[test]
fn records_of_a_list_are_found_with_their_attributes() {
    let pages: Vec<_> = (0..3).map(list_page).collect();
    let model =
        LabelModel::learn(attributes(), &pages[..2], &settings(), |_| ControlFlow::Continue(())).unwrap();
    let page = &pages[2];
    let found = model.read(&[&page.observed], &mut Workspace::new()).unwrap();
    let PageRecords::List { records, .. } = &found[0] else { panic!("{found:?}") };
    assert_eq!(records.len(), page.records.len());
    for (record, wanted) in records.iter().zip(&page.records) {
        for value in &record.values {
            let text = &page.observed.leaf(value.block).unwrap().text;
            assert!(wanted.contains(&(value.attribute, text.clone())), "{text}");
            assert!(value.probability > 0.5 && value.probability <= 1.0);
        }
    }
}

#[test]
fn a_schema_of_forty_attributes_is_learned() {
    let mut pages = shop(0);
    let names: Vec<String> = (0..40).map(|n| format!("a{n}")).collect();
    for page in &mut pages {
        for (attribute, _) in &mut page.records[0] {
            *attribute = AttributeId::from_index(13 * attribute.index());
        }
    }
    let mut quick = LearnSettings { views: 0, ..settings() };
    quick.training.iterations = 3;
    let model = LabelModel::learn(names, &pages, &quick, |_| ControlFlow::Continue(())).unwrap();
    assert!(model.spaces.inner_labels() <= 7 + 40 + quick.combinations);
    assert!(model.read(&[&pages[0].observed], &mut Workspace::new()).is_ok());
    let refused = LabelModel::learn((0..41).map(|n| format!("a{n}")).collect(), &pages, &quick, |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(refused.unwrap_err(), LabelError::Attributes(41));
}

#[test]
fn a_page_of_fifty_thousand_leaves_is_read() {
    let model = learn(&[shop(0), shop(1)].concat()).unwrap();
    let page = made::large_page(50_000);
    let found = model.read(&[&page], &mut Workspace::new()).unwrap();
    assert!(!found[0].records().is_empty());
}
