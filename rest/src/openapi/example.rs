//! Examples: made of what the schemas say of each field, and of what is told in `examples/`, so that what
//! one shows fits together.
use super::operations;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The id of the request in every example.
pub const REQUEST: &str = "019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

/// What is told of each record and of each operation. Of an object only what differs from what its schema
/// says needs telling; what may be null is null unless it is told.
static TOLD: LazyLock<[Value; 2]> = LazyLock::new(|| {
    [include_str!("examples/records.json"), include_str!("examples/operations.json")]
        .map(|text| serde_json::from_str(text).expect("the examples are JSON"))
});

/// Gives each body and each id in a path that has none an example.
pub fn complete(paths: &mut Map<String, Value>, schemas: &Value) {
    let [records, told] = &*TOLD;
    let source = Source { schemas, records };
    for operation in operations(paths) {
        let told = &told[operation["operationId"].as_str().unwrap_or_default()];
        if let Some(request) = operation.get_mut("requestBody") {
            body(request, &source, &told["request"]);
        }
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            let answer = if status.starts_with('2') { "answer" } else { "refusal" };
            body(response, &source, &told[answer]);
        }
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for parameter in
            parameters.into_iter().flatten().filter(|one| one["in"] == "path" && one["example"].is_null())
        {
            let name = parameter["name"].as_str().unwrap_or_default();
            parameter["example"] = source.value(&parameter["schema"], &records["path"][name], "");
        }
    }
}

fn body(holder: &mut Value, source: &Source<'_>, told: &Value) {
    let content = holder.get_mut("content").and_then(|content| content.get_mut("application/json"));
    let Some(content) = content.filter(|content| content.get("examples").is_none()) else { return };
    let told = if content["schema"]["properties"]["data"].is_null() {
        told.clone()
    } else {
        json!({ "data": told, "request_id": REQUEST })
    };
    content["example"] = source.value(&content["schema"], &told, "");
}

/// What examples are made of.
struct Source<'a> {
    schemas: &'a Value,
    records: &'a Value,
}

impl Source<'_> {
    /// A value that `schema` allows, as it is `told` (null where nothing is); `name` is that of its field.
    fn value(&self, schema: &Value, told: &Value, name: &str) -> Value {
        if let Some(referred) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            let told = merged(&self.records[referred], told);
            return self.value(&self.schemas[referred], &told, name);
        }
        if told.is_null() && may_be_null(schema) {
            return Value::Null;
        }
        for word in ["anyOf", "oneOf", "allOf"] {
            let choices = schema[word].as_array().into_iter().flatten();
            if let Some(first) = choices.into_iter().find(|choice| choice["type"] != "null") {
                return self.value(first, told, name);
            }
        }
        let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or_default();
        match (kind, told) {
            ("object", told) if schema["properties"].is_object() => self.object(schema, told),
            ("array", Value::Array(items)) => {
                items.iter().map(|item| self.value(&schema["items"], item, name)).collect()
            }
            (_, Value::Null) => self.usual(schema, kind, name),
            (_, told) => told.clone(),
        }
    }

    fn object(&self, schema: &Value, told: &Value) -> Value {
        let fields = schema["properties"].as_object().into_iter().flatten();
        let sent = |name: &String| told.get("only").is_none_or(|only| only.get(name).is_some());
        let told = told.get("only").unwrap_or(told);
        let one = |(name, field): (&String, &Value)| (name.clone(), self.value(field, &told[name], name));
        fields.filter(|(name, _)| sent(name)).map(one).collect::<Map<_, _>>().into()
    }

    /// What stands where nothing is told.
    fn usual(&self, schema: &Value, kind: &str, name: &str) -> Value {
        let given = [&schema["examples"][0], &schema["const"], &schema["enum"][0]];
        if let Some(given) = given.into_iter().find(|given| !given.is_null()) {
            return given.clone();
        }
        match kind {
            "array" => json!([self.value(&schema["items"], &Value::Null, name)]),
            "boolean" => json!(true),
            "integer" | "number" => match schema["minimum"].as_i64() {
                Some(least) if least > 0 => json!(least),
                _ => json!(1),
            },
            "string" if schema["format"] == "uuid" => json!(REQUEST),
            "string" if schema["format"] == "date-time" => json!("2026-11-20T13:24:18.042Z"),
            "string" => json!(name),
            "object" => json!({}),
            _ => Value::Null,
        }
    }
}

fn may_be_null(schema: &Value) -> bool {
    let listed = |list: &Value, null: &Value| list.as_array().is_some_and(|list| list.contains(null));
    listed(&schema["type"], &json!("null")) || listed(&schema["anyOf"], &json!({ "type": "null" }))
}

/// What is told of a record, and of it here.
fn merged(record: &Value, here: &Value) -> Value {
    let (Value::Object(record), Value::Object(here)) = (record, here) else {
        return if here.is_null() { record.clone() } else { here.clone() };
    };
    let mut all = record.clone();
    for (name, told) in here {
        // Null is told, too.
        let told = match all.get(name) {
            Some(known) if !told.is_null() => merged(known, told),
            _ => told.clone(),
        };
        all.insert(name.clone(), told);
    }
    all.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_goes_before_what_schemas_say_and_the_rest_may_be_null() {
        let schemas = json!({ "Job": { "type": "object", "properties": {
            "status": { "type": "string", "enum": ["waiting", "done"] },
            "error": { "type": ["string", "null"], "examples": ["the file is encrypted"] },
            "made": { "anyOf": [{ "$ref": "#/components/schemas/File" }, { "type": "null" }] },
        } }, "File": { "type": "object", "properties": { "size": { "type": "integer", "minimum": 7 } } } });
        let records = json!({ "Job": { "status": "done" } });
        let source = Source { schemas: &schemas, records: &records };
        let job = json!({ "$ref": "#/components/schemas/Job" });
        let of = |told: Value| source.value(&job, &told, "");
        assert_eq!(of(Value::Null), json!({ "status": "done", "error": null, "made": null }));
        assert_eq!(
            of(json!({ "made": {} })),
            json!({ "status": "done", "error": null, "made": { "size": 7 } })
        );
        assert_eq!(of(json!({ "status": null }))["status"], "waiting");
        assert_eq!(of(json!({ "only": { "status": null } })), json!({ "status": "waiting" }));
        let list = json!({ "type": "array", "items": job });
        assert_eq!(source.value(&list, &json!([{ "error": "no" }]), "")[0]["error"], "no");
    }
}
