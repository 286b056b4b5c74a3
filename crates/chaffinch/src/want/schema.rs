//! Reads the wanted attributes from a JSON Schema.

use super::Wanted;
use chaffinch_columns::type_called;
use chaffinch_core::ColumnType;
use serde_json::Value;

/// The attributes in a JSON Schema of a row or of an array of rows, or in a JSON array of names.
pub(super) fn attributes(text: &str) -> Result<Vec<Wanted>, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| format!("is no JSON: {error}"))?;
    if let Value::Array(names) = &json {
        return names
            .iter()
            .map(|name| match name {
                Value::String(name) => Ok(Wanted { name: name.clone(), kind: None }),
                other => Err(format!("{other} is no name of an attribute")),
            })
            .collect();
    }
    let row = json.get("items").unwrap_or(&json);
    let Some(Value::Object(properties)) = row.get("properties") else {
        return Err("is neither a JSON Schema with `properties` nor an array of names".into());
    };
    Ok(properties.iter().map(|(name, of)| Wanted { name: name.clone(), kind: kind(of) }).collect())
}

/// The type of a property; its `format` tells more than its `type`.
fn kind(property: &Value) -> Option<ColumnType> {
    let word = |key: &str| match property.get(key) {
        Some(Value::String(text)) => Some(text.as_str()),
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).find(|name| *name != "null"),
        _ => None,
    };
    match (word("format"), word("type")) {
        (Some("date" | "date-time"), _) => Some(ColumnType::Date),
        (Some("uri" | "uri-reference" | "iri"), _) => Some(ColumnType::Url),
        (Some("email" | "idn-email"), _) => Some(ColumnType::Email),
        (_, Some("number" | "integer")) => Some(ColumnType::Number),
        (_, Some("boolean")) => Some(ColumnType::Boolean),
        // Our own types are allowed too: money, phone, rating, image.
        (format, kind) => format.or(kind).and_then(type_called).filter(|kind| *kind != ColumnType::Text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_arrays_of_rows_are_read() {
        let row = r#"{"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": ["number", "null"]},
                     "when": {"type": "string", "format": "date"}}}"#;
        let kinds: Vec<_> =
            attributes(row).unwrap().into_iter().map(|wanted| (wanted.name, wanted.kind)).collect();
        let expected =
            [("name", None), ("price", Some(ColumnType::Number)), ("when", Some(ColumnType::Date))];
        assert_eq!(kinds, expected.map(|(name, kind)| (name.to_owned(), kind)));
        let rows = format!(r#"{{"type": "array", "items": {row}}}"#);
        assert_eq!(attributes(&rows).unwrap().len(), 3);
        assert_eq!(attributes(r#"["a", "b"]"#).unwrap().len(), 2);
    }

    #[test]
    fn what_is_no_schema_is_refused() {
        assert!(attributes("{").unwrap_err().contains("no JSON"));
        assert!(attributes("{}").unwrap_err().contains("properties"));
        assert!(attributes("[1]").unwrap_err().contains("no name"));
    }
}
