//! The JSON that is written is the JSON that the schema promises.

mod reports;

use boon::{Compiler, SchemaIndex, Schemas};
use chaffinch_core::{Bounds, CellContent, PageKind, PageReport, Remark, RemarkKind};
use chaffinch_write::{Format, JSON_SCHEMA, WriteOptions, to_bytes};
use reports::{far_away, hostile, shop, unreadable};
use serde_json::{Value, json};

struct Judge {
    schemas: Schemas,
    schema: SchemaIndex,
}

impl Judge {
    fn new() -> Judge {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.add_resource("chaffinch.json", serde_json::from_str(JSON_SCHEMA).unwrap()).unwrap();
        let schema = compiler.compile("chaffinch.json", &mut schemas).unwrap();
        Judge { schemas, schema }
    }

    fn accepts(&self, report: &Value) -> Result<(), String> {
        self.schemas.validate(report, self.schema).map_err(|error| format!("{error:#}"))
    }
}

fn written(report: &PageReport) -> Value {
    let bytes = to_bytes(Format::Jsonl, WriteOptions::default(), [report]).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

#[test]
fn every_report_keeps_the_contract() {
    let judge = Judge::new();
    for report in [shop(), far_away(), hostile(), unreadable()] {
        assert_eq!(judge.accepts(&written(&report)), Ok(()));
    }
}

#[test]
fn a_report_that_breaks_the_contract_is_refused() {
    let judge = Judge::new();
    let broken: [(&str, Value); 7] = [
        ("/chaffinch", json!(2)),
        ("/errors", json!(null)),
        ("/relations/0/kind", json!("Records")),
        ("/relations/0/score", json!(1.5)),
        ("/relations/0/columns/0/type", json!("string")),
        ("/relations/0/rows/0/cells/0/span", json!([1])),
        ("/relations/0/rows/0/cells/0/text", json!(null)),
    ];
    for (place, value) in broken {
        let mut report = written(&shop());
        *report.pointer_mut(place).unwrap() = value;
        assert!(judge.accepts(&report).is_err(), "{place}");
    }
}

/// A new field of the contract must not be forgotten in the schema, nor an old one stay.
#[test]
fn the_schema_describes_exactly_the_fields_that_are_written() {
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    let mut shop = shop();
    // Left out where there are none; `kind` is required of relations.
    const OPTIONAL: [(&str, &str); 6] = [
        ("", "kind"),
        ("", "remarks"),
        ("/relations/0", "facts"),
        ("/relations/0/columns/0", "confidence"),
        ("/relations/0/rows/0/cells/0", "confidence"),
        ("/relations/0/rows/0/cells/0", "range"),
    ];
    shop.remarks.push(Remark::new(RemarkKind::Missing, "no column for colour"));
    shop.kind = Some(PageKind::List);
    if let Some(CellContent::One(cell)) = &mut shop.relations[0].rows[0].cells[0] {
        cell.confidence = Some(0.9);
        cell.range = Some(Bounds { least: Some(1.0), most: None });
    }
    shop.relations[0].columns[0].confidence = Some(0.9);
    shop.relations[0].facts.insert("k".into(), "10".into());
    let report = written(&shop);
    let places = [
        ("", ""),
        ("/relations/0", "/$defs/relation"),
        ("/relations/0/columns/0", "/$defs/column"),
        ("/relations/0/rows/0", "/$defs/row"),
        ("/relations/0/rows/0/cells/0", "/$defs/cell"),
    ];
    for (place, definition) in places {
        let keys: Vec<&String> = report.pointer(place).unwrap().as_object().unwrap().keys().collect();
        let definition = schema.pointer(definition).unwrap();
        let properties = definition["properties"].as_object().unwrap();
        assert_eq!(properties.keys().collect::<Vec<_>>(), keys, "at {place:?}");
        let required: Vec<&&String> =
            keys.iter().filter(|key| !OPTIONAL.contains(&(place, key.as_str()))).collect();
        assert_eq!(definition["required"], json!(required), "at {place:?}");
        assert!(properties.values().all(|p| p["description"].is_string()), "at {place:?}");
    }
}
