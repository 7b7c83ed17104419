//! What every schema of the contract says besides: the words of choices as generators of clients can name
//! them, and bounds.
use serde_json::{Map, Value, json};

/// What no text is longer than: no body that is taken in is.
const TEXT: u64 = 65_536;
/// What no list has more of: a page has no more records.
const LIST: u64 = 1000;
/// What every reader of JSON keeps exact (RFC 8259 section 6).
const EXACT: i64 = 9_007_199_254_740_991;

/// Completes the schemas in `part` of the contract.
pub fn complete(part: &mut Value) {
    match part {
        Value::Array(items) => items.iter_mut().for_each(complete),
        Value::Object(members) => {
            name_words(members);
            bound(members);
            for (name, member) in members.iter_mut() {
                match name.as_str() {
                    "properties" => {
                        member.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(complete);
                    }
                    "example" | "examples" | "enum" | "const" | "links" => {}
                    _ => complete(member),
                }
            }
        }
        _ => {}
    }
}

/// Writes a choice of words, each with a schema that says what it means, as an enumeration, and what they
/// mean in its description.
fn name_words(schema: &mut Map<String, Value>) {
    let Some(choices) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let mut words = Vec::new();
    let mut meanings = Vec::new();
    for choice in choices {
        let listed = choice["enum"].as_array().into_iter().flatten();
        for word in listed.chain(choice.get("const")) {
            if let (Some(text), Some(meaning)) = (word.as_str(), choice["description"].as_str()) {
                meanings.push(format!("- `{text}`: {}", meaning.replace('\n', " ")));
            }
            words.push(word.clone());
        }
    }
    if words.len() < choices.len() || !words.iter().all(Value::is_string) {
        return;
    }
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{description}\n\n{}", meanings.join("\n"));
    schema.shift_remove("oneOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), words.into());
    schema.insert("description".to_owned(), description.trim().into());
}

/// Bounds what has none.
fn bound(schema: &mut Map<String, Value>) {
    let types = match schema.get("type") {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => return,
    };
    for kind in types {
        match kind.as_str() {
            "string" if !schema.contains_key("enum") && !schema.contains_key("const") => {
                let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
                if let Some(longest) = longest(format) {
                    schema.entry("maxLength").or_insert(longest.into());
                }
            }
            "integer" => bound_integer(schema),
            "array" => {
                schema.entry("maxItems").or_insert(LIST.into());
            }
            _ => {}
        }
    }
}

/// Characters of a text in this format at most; bytes are no text.
fn longest(format: &str) -> Option<u64> {
    Some(match format {
        "binary" => return None,
        "uuid" => 36,
        "date-time" => 64,
        "ipv4" => 15,
        "ipv6" => 45,
        "uri" => 4096,
        _ => TEXT,
    })
}

/// From what to what a number goes, and in how many bits it fits: what is never negative is written as such
/// by its bounds, not by a format that few know.
fn bound_integer(schema: &mut Map<String, Value>) {
    let listed: Vec<_> = schema
        .get("enum")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_i64)
        .collect();
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    let (least, most) = match format {
        "int64" => (-EXACT, EXACT),
        "uint64" => (0, EXACT),
        _ => (i32::MIN.into(), i32::MAX.into()),
    };
    let least = listed.iter().min().copied().unwrap_or(least);
    let most = listed.iter().max().copied().unwrap_or(most);
    let format = if format.ends_with("64") { "int64" } else { "int32" };
    schema.insert("format".to_owned(), json!(format));
    schema.entry("minimum").or_insert(least.into());
    schema.entry("maximum").or_insert(most.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(mut schema: Value) -> Value {
        complete(&mut schema);
        schema
    }

    #[test]
    fn words_are_an_enumeration_with_what_they_mean() {
        let choice = json!({ "description": "How it ended.", "oneOf": [
            { "type": "string", "const": "succeeded", "description": "It was\ndone." },
            { "type": "string", "enum": ["rejected", "lost"] },
        ] });
        assert_eq!(
            completed(json!({ "properties": { "oneOf": choice } })),
            json!({ "properties": { "oneOf": {
                "description": "How it ended.\n\n- `succeeded`: It was done.",
                "type": "string",
                "enum": ["succeeded", "rejected", "lost"],
            } } })
        );
        let shapes = json!({ "oneOf": [{ "type": "object" }, { "type": "object" }] });
        assert_eq!(completed(shapes.clone()), shapes);
    }

    #[test]
    fn everything_has_bounds_and_those_that_are_said_stay() {
        for (schema, bounded) in [
            (json!({ "type": "string" }), json!({ "type": "string", "maxLength": 65536 })),
            (json!({ "type": "string", "maxLength": 3 }), json!({ "type": "string", "maxLength": 3 })),
            (json!({ "type": "string", "enum": ["a"] }), json!({ "type": "string", "enum": ["a"] })),
            (
                json!({ "type": ["string", "null"], "format": "uuid" }),
                json!({ "type": ["string", "null"], "format": "uuid", "maxLength": 36 }),
            ),
            (
                json!({ "type": "integer", "format": "uint32", "minimum": 1 }),
                json!({ "type": "integer", "format": "int32", "minimum": 1, "maximum": 2_147_483_647 }),
            ),
            (
                json!({ "type": "integer", "format": "int64", "minimum": 0 }),
                json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": EXACT }),
            ),
            (
                json!({ "type": "integer", "enum": [3, 1, 12] }),
                json!({ "type": "integer", "enum": [3, 1, 12], "format": "int32", "minimum": 1, "maximum": 12 }),
            ),
            (
                json!({ "type": "array", "items": { "type": "boolean" } }),
                json!({ "type": "array", "items": { "type": "boolean" }, "maxItems": 1000 }),
            ),
            (json!({ "example": { "type": "string" } }), json!({ "example": { "type": "string" } })),
        ] {
            assert_eq!(completed(schema.clone()), bounded, "{schema}");
        }
    }
}
