//! As much of JSON Schema as the schema of the file uses.
use serde_json::Value;

/// Whether `value` is what `schema` says; `root` holds its definitions.
pub fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let Value::Object(rules) = schema else { return schema == &Value::Bool(true) };
    let fits = |schema: &Value, value: &Value| fits(root, schema, value);
    let all = |list: &Value| list.as_array().unwrap().iter().map(|one| fits(one, value)).collect::<Vec<_>>();
    rules.iter().all(|(name, rule)| match name.as_str() {
        "$ref" => fits(root.pointer(&rule.as_str().unwrap()[1..]).unwrap(), value),
        "type" => match rule {
            Value::Array(kinds) => kinds.iter().any(|kind| is(kind, value)),
            kind => is(kind, value),
        },
        "const" => rule == value,
        "enum" => rule.as_array().unwrap().contains(value),
        "allOf" => all(rule).iter().all(|one| *one),
        "anyOf" => all(rule).iter().any(|one| *one),
        "oneOf" => all(rule).iter().filter(|one| **one).count() == 1,
        "not" => !fits(rule, value),
        "if" => !fits(rule, value) || fits(&rules["then"], value),
        "properties" => members(rule).all(|(name, rule)| value.get(name).is_none_or(|one| fits(rule, one))),
        "required" => {
            let needed = || rule.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
            !value.is_object() || needed().all(|name| value.get(name).is_some())
        }
        "additionalProperties" => {
            assert_eq!(rule, false);
            members(value).all(|(name, _)| rules["properties"].get(name).is_some())
        }
        "items" => value.as_array().is_none_or(|items| items.iter().all(|one| fits(rule, one))),
        "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
        "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
        "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
        "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap()),
        "minLength" => {
            value.as_str().is_none_or(|text| text.chars().count() as u64 >= rule.as_u64().unwrap())
        }
        "maxLength" => {
            value.as_str().is_none_or(|text| text.chars().count() as u64 <= rule.as_u64().unwrap())
        }
        "$schema" | "$defs" | "title" | "description" | "default" | "examples" | "format" | "pattern"
        | "then" => true,
        other => panic!("this test does not know {other}"),
    })
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}
