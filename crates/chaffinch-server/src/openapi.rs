//! The description of the API that is served at `/openapi.json`.

use crate::routes::ROUTES;
use serde_json::{Map, Value, json};

/// The schemas of requests and answers.
const SCHEMAS: &str = include_str!("schemas.json");

/// The description, by OpenAPI 3.1.
pub fn description() -> Value {
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let names = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let parameters: Vec<Value> = names
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        let content = |schema: Option<&str>, other: &str| match schema {
            Some(name) => {
                json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } })
            }
            None => json!({ other: {} }),
        };
        let mut operation = json!({
            "summary": route.about,
            "operationId": format!("{}{}", route.method, route.path.replace(['/', '{', '}'], "_")),
            "parameters": parameters,
            "responses": {
                "200": { "description": "The answer", "content": content(route.answer, "application/octet-stream") },
                "default": { "description": "Why there is none", "content": content(Some("Error"), "") },
            },
        });
        if let Some(request) = route.request {
            operation["requestBody"] = json!({ "required": true, "content": content(Some(request), "") });
        }
        if route.path.starts_with("/api/") && route.path != "/api/about" {
            operation["security"] = json!([{ "token": [] }]);
        }
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Chaffinch",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Web pages to records. Reports are those of the command line; `chaffinch schema` prints their JSON Schema.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "apiKey", "in": "header", "name": crate::guard::TOKEN } },
        },
    })
}
