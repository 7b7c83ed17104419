//! Examples, made of what the schemas say of each field.
use super::operations;
use serde_json::{Map, Value, json};

/// The id in every example.
pub const ID: &str = "019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

/// Gives each body that has none an example.
pub fn complete(paths: &mut Map<String, Value>, schemas: &Value) {
    for operation in operations(paths) {
        if let Some(request) = operation.get_mut("requestBody") {
            body(request, schemas);
        }
        for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            body(response, schemas);
        }
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for parameter in parameters.into_iter().flatten().filter(|parameter| parameter["in"] == "path") {
            parameter["example"] = example(&parameter["schema"], schemas, "");
        }
    }
}

fn body(holder: &mut Value, schemas: &Value) {
    let Some(content) = holder.get_mut("content").and_then(|content| content.get_mut("application/json"))
    else {
        return;
    };
    if content.get("examples").is_none() {
        content["example"] = example(&content["schema"], schemas, "");
    }
}

/// A value that `schema` allows; `name` is that of the field it stands in.
fn example(schema: &Value, schemas: &Value, name: &str) -> Value {
    if let Some(referred) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return example(&schemas[referred], schemas, name);
    }
    if let Some(first) = schema["examples"].get(0) {
        return first.clone();
    }
    for word in ["anyOf", "oneOf", "allOf"] {
        let choices = schema[word].as_array().into_iter().flatten();
        if let Some(first) = choices.into_iter().find(|choice| choice["type"] != "null") {
            return example(first, schemas, name);
        }
    }
    if !schema["const"].is_null() {
        return schema["const"].clone();
    }
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match kind.unwrap_or_default() {
        "object" => object(schema, schemas),
        "array" => json!([example(&schema["items"], schemas, name)]),
        "boolean" => json!(true),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        "string" if schema["format"] == "uuid" => json!(ID),
        "string" if schema["format"] == "date-time" => json!("2026-11-20T13:24:18.042Z"),
        "string" => json!(name),
        _ => Value::Null,
    }
}

/// The fields of an object; of several that exclude each other, the first.
fn object(schema: &Value, schemas: &Value) -> Value {
    let fields = schema["properties"].as_object().into_iter().flatten();
    let one = |(name, field): (&String, &Value)| (name.clone(), example(field, schemas, name));
    let mut object: Map<_, _> = fields.map(one).collect();
    if object.contains_key("content") && object.contains_key("contents") && object.contains_key("priority") {
        object.shift_remove("contents");
        object.shift_remove("priority");
    }
    object.into()
}
